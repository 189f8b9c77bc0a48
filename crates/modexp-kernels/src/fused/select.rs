//! The table lookup that reads the whole table.

use super::vector::Vector;
use modexp_limbs::word::Word;

/// out = entry `wanted` of `table` in each lane.
#[inline(always)]
pub(crate) fn select<V: Vector, W: Word>(out: &mut [W], table: &[W], wanted: V) {
    let words = size_of_val(out) / size_of::<u64>();
    assert!(words >= SHORT * V::LANES && size_of_val(out).is_multiple_of(size_of::<u64>() * V::LANES));
    assert!(table.len().is_multiple_of(out.len()));
    // SAFETY: `out` has `words` words, and `table` those of `table.len() / out.len()` entries
    unsafe { select_words(out.as_mut_ptr().cast(), table.as_ptr().cast(), words, table.len() / out.len(), wanted) }
}

/// out = entry `wanted` of `table`, the same in all lanes. Entries may end in the middle of a vector.
#[cfg(any(test, all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
pub(crate) fn select_one<V: Vector>(out: &mut [u64], table: &[u64], wanted: V) {
    assert!(out.len() >= SHORT * V::LANES && table.len().is_multiple_of(out.len()));
    // SAFETY: `out` has `out.len()` words, and `table` those of `table.len() / out.len()` entries
    unsafe { select_words(out.as_mut_ptr(), table.as_ptr(), out.len(), table.len() / out.len(), wanted) }
}

/// out = entry `wanted` of `table` in each lane, for entries of `words` words.
///
/// # Safety
/// `words` ≥ SHORT·LANES words at `out` are writable, and `words` · `entries` at `table` readable.
// it has no target features, so it must be inlined into a caller with target features
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
unsafe fn select_words<V: Vector>(out: *mut u64, table: *const u64, words: usize, entries: usize, wanted: V) {
    let (short, long) = (SHORT * V::LANES, LONG * V::LANES);
    let mut gathered = 0;
    // SAFETY: the caller's promise; the last chunk ends at `words`, and so reads some words again
    unsafe {
        while gathered < words {
            if words - gathered > short && words >= long {
                let start = gathered.min(words - long);
                gather::<V, LONG>(out.add(start), table.add(start), words, entries, wanted);
                gathered += long;
            } else {
                let start = gathered.min(words - short);
                gather::<V, SHORT>(out.add(start), table.add(start), words, entries, wanted);
                gathered += short;
            }
        }
    }
}

/// Vectors per chunk: LONG vectors fit the registers, and no element has fewer than SHORT.
const LONG: usize = 8;
pub(crate) const SHORT: usize = 3;

/// N vectors of the wanted entry. They stay in registers while the loop reads all entries.
///
/// # Safety
/// N vectors at `out` are writable, and at `table` + `words`·i readable for every i < `entries`.
#[inline(always)]
unsafe fn gather<V: Vector, const N: usize>(
    out: *mut u64,
    mut table: *const u64,
    words: usize,
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
                *acc = V::load(table.cast::<V>().add(i)).or_else(*acc, hit);
            }
            left = left.sub(one);
            table = table.wrapping_add(words).map_addr(|x| x & opaque);
            entries -= 1;
        }
        for (i, acc) in acc.into_iter().enumerate() {
            acc.store(out.cast::<V>().add(i));
        }
    }
}
