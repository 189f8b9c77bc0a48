//! The table lookup that reads the whole table.

use super::vector::Vector;
use modexp_limbs::word::Word;

/// out = entry `wanted` of `table` in each lane.
#[inline(always)]
pub(crate) fn select<V: Vector, W: Word>(out: &mut [W], table: &[W], wanted: V) {
    let (bytes, vector) = (size_of_val(out), size_of::<u64>() * V::LANES);
    let entry = bytes / vector;
    assert!(entry >= SHORT && bytes == vector * entry && table.len().is_multiple_of(out.len()));
    // SAFETY: `out` has the bytes of `entry` vectors, and `table` those of `table.len() / out.len()` entries
    unsafe { select_vectors(out.as_mut_ptr().cast(), table.as_ptr().cast(), entry, table.len() / out.len(), wanted) }
}

/// out = entry `wanted` of `table` in each lane, for entries of `entry` vectors.
///
/// # Safety
/// `entry` ≥ SHORT vectors at `out` are writable, and `entry` · `entries` at `table` readable.
// it has no target features, so it must be inlined into a caller with target features
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
unsafe fn select_vectors<V: Vector>(out: *mut V, table: *const V, entry: usize, entries: usize, wanted: V) {
    // SAFETY: the caller's promise; the last chunk ends at `entry`, and so reads some vectors again
    unsafe {
        let mut gathered = 0;
        while gathered < entry {
            if entry - gathered > SHORT && entry >= LONG {
                let start = gathered.min(entry - LONG);
                gather::<V, LONG>(out.add(start), table.add(start), entry, entries, wanted);
                gathered += LONG;
            } else {
                let start = gathered.min(entry - SHORT);
                gather::<V, SHORT>(out.add(start), table.add(start), entry, entries, wanted);
                gathered += SHORT;
            }
        }
    }
}

/// Vectors per chunk: LONG vectors fit the registers, and no element has fewer than SHORT.
const LONG: usize = 8;
const SHORT: usize = 3;

/// N vectors of the wanted entry. They stay in registers while the loop reads all entries.
///
/// # Safety
/// N vectors at `out` are writable, and at `table` + `entry`·i readable for every i < `entries`.
#[inline(always)]
unsafe fn gather<V: Vector, const N: usize>(
    out: *mut V,
    mut table: *const V,
    entry: usize,
    mut entries: usize,
    wanted: V,
) {
    let mut acc = [V::splat(0); N];
    // opaque to the compiler, which could otherwise end the loop at the wanted entry
    let mut left = wanted.sub(V::splat(core::hint::black_box(0)));
    let one = V::splat(core::hint::black_box(1));
    let opaque = core::hint::black_box(usize::MAX);
    // SAFETY: the caller's promise
    unsafe {
        while entries > 0 {
            let hit = left.equal(V::splat(0));
            for (i, acc) in acc.iter_mut().enumerate() {
                *acc = V::load(table.add(i)).or_else(*acc, hit);
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
