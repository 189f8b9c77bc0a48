//! The table look-up that reads the whole table.

use super::lanes::Pair;

/// out = entry `index[lane]` of `table` in each lane.
pub(crate) fn select(out: &mut [u64], table: &[u64], index: [usize; 2]) {
    let entry = out.len() / 2;
    assert!(out.len() == 2 * entry && table.len().is_multiple_of(out.len()));
    let entries = table.len() / out.len();
    let wanted = Pair::new(index[0] as u64, index[1] as u64);
    let (table, out) = (Pair::at(table), Pair::at_mut(out));

    let mut done = 0;
    // SAFETY: every gather stays below `entry` in each of the entries
    unsafe {
        while done + 8 <= entry {
            gather::<8>(out.add(done), table.add(done), entry, entries, wanted);
            done += 8;
        }
        if entry & 4 != 0 {
            gather::<4>(out.add(done), table.add(done), entry, entries, wanted);
            done += 4;
        }
        if entry & 2 != 0 {
            gather::<2>(out.add(done), table.add(done), entry, entries, wanted);
            done += 2;
        }
        if entry & 1 != 0 {
            gather::<1>(out.add(done), table.add(done), entry, entries, wanted);
        }
    }
}

/// N pairs of the wanted entry, which stay in registers while all entries go by.
///
/// # Safety
/// N pairs at `out` are writable, and at `table` + `entry`·i readable for every i < `entries`.
#[inline(always)]
unsafe fn gather<const N: usize>(
    out: *mut Pair,
    mut table: *const Pair,
    entry: usize,
    mut entries: usize,
    wanted: Pair,
) {
    let mut acc = [Pair::splat(0); N];
    // opaque to the compiler, which could otherwise leave the loop where the entry is found
    let mut left = wanted.sub(Pair::splat(core::hint::black_box(0)));
    let one = Pair::splat(core::hint::black_box(1));
    let opaque = core::hint::black_box(usize::MAX);
    // SAFETY: the caller's promise
    unsafe {
        while entries > 0 {
            let hit = left.equal(Pair::splat(0));
            for (i, acc) in acc.iter_mut().enumerate() {
                *acc = acc.or(Pair::load(table.add(i)).and(hit));
            }
            left = left.sub(one);
            table = table.wrapping_add(entry).map_addr(|x| x & opaque);
            entries -= 1;
        }
        for (i, acc) in acc.into_iter().enumerate() {
            acc.store(out.add(i));
        }
    }
}
