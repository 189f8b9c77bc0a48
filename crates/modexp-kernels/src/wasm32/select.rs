//! The table lookup that reads the whole table.

use super::pair::Pair;

/// out = entry `index[lane]` of `table` in each lane.
pub(crate) fn select(out: &mut [u64], table: &[u64], index: [usize; 2]) {
    let entry = out.len() / 2;
    assert!(entry >= SHORT && out.len() == 2 * entry && table.len().is_multiple_of(out.len()));
    let entries = table.len() / out.len();
    let wanted = Pair::new(index[0] as u64, index[1] as u64);
    let (table, out) = (Pair::at(table), Pair::at_mut(out));

    // SAFETY: the last chunk ends at `entry`, and so reads some pairs again
    unsafe {
        let mut gathered = 0;
        while gathered < entry {
            if entry - gathered > SHORT && entry >= LONG {
                let start = gathered.min(entry - LONG);
                gather::<LONG>(out.add(start), table.add(start), entry, entries, wanted);
                gathered += LONG;
            } else {
                let start = gathered.min(entry - SHORT);
                gather::<SHORT>(out.add(start), table.add(start), entry, entries, wanted);
                gathered += SHORT;
            }
        }
    }
}

/// Pairs per chunk: as many as registers have room for, and no more than the shortest elements have.
const LONG: usize = 8;
const SHORT: usize = 3;

/// N pairs of the wanted entry. They stay in registers while the loop reads all entries.
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
    // opaque to the compiler, which could otherwise end the loop at the wanted entry
    let mut left = wanted.sub(Pair::splat(core::hint::black_box(0)));
    let one = Pair::splat(core::hint::black_box(1));
    let opaque = core::hint::black_box(usize::MAX);
    // SAFETY: the caller's promise
    unsafe {
        while entries > 0 {
            let hit = left.equal(Pair::splat(0));
            for (i, acc) in acc.iter_mut().enumerate() {
                *acc = Pair::load(table.add(i)).or_else(*acc, hit);
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
