//! Table lookup by vectors of eight limbs.
#![allow(
    unsafe_op_in_unsafe_fn,
    reason = "one contract for the file: the CPU has AVX-512, and entries have at least eight limbs"
)]

use crate::x86_64::ifma::vector::{Vector, avx512, hit, load as vector, merge, splat, store, zero};
use core::arch::x86_64::{_mm512_slli_epi64, _mm512_srai_epi64, _mm512_srli_epi64, _mm512_ternarylogic_epi64};

avx512! {
    /// out = entry `index` of `table`; entries are as long as `out`, at least eight limbs. Reads the whole table.
    fn select(out: &mut [u64], table: &[u64], index: usize) {
        let len = out.len();
        for column in (0..len).step_by(8) {
            // the last eight limbs may overlap the eight before
            let column = column.min(len - 8);
            store(out.as_mut_ptr().add(column), columns(table, len, column, splat(index as u64)));
        }
    }

    /// Limb i of `out` = limb i of entry `index[i mod 8]` of `table`. Eight divides the length of `out`.
    fn select_lanes(out: &mut [u64], table: &[u64], index: &[u64; 8]) {
        let (len, index) = (out.len(), vector(index.as_ptr()));
        for column in (0..len).step_by(8) {
            store(out.as_mut_ptr().add(column), columns(table, len, column, index));
        }
    }

    /// Each lane: its limb, from `column` on, of the entry that its lane of `index` selects; entries have `len` limbs.
    ///
    /// The lowest three bits of the index select one of eight entries by seven choices, instead of eight comparisons
    /// and eight choices.
    #[inline]
    fn columns(table: &[u64], len: usize, column: usize, index: Vector) -> Vector {
        let load = |entry: &[u64], i: usize| vector(entry.as_ptr().add(i * len + column));
        let (low, middle, high) = (
            _mm512_srai_epi64::<63>(_mm512_slli_epi64::<63>(index)),
            _mm512_srai_epi64::<63>(_mm512_slli_epi64::<62>(index)),
            _mm512_srai_epi64::<63>(_mm512_slli_epi64::<61>(index)),
        );
        let eight = _mm512_srli_epi64::<3>(index);
        let mut acc = zero();

        let (mut rest, mut eights) = (table, 0);
        while let Some((entries, after)) = rest.split_at_checked(8 * len) {
            let pair = |i: usize| choose(low, load(entries, i + 1), load(entries, i));
            let four = |i: usize| choose(middle, pair(i + 2), pair(i));
            acc = merge(acc, hit(eights, eight), choose(high, four(4), four(0)));
            (rest, eights) = (after, eights + 1);
        }
        let mut i = 8 * eights;
        while let Some((limbs, after)) = rest.split_at_checked(len) {
            acc = merge(acc, hit(i, index), load(limbs, 0));
            (rest, i) = (after, i + 1);
        }
        acc
    }

    /// `a` where `mask` is all ones, else `b`.
    #[inline]
    fn choose(mask: Vector, a: Vector, b: Vector) -> Vector {
        _mm512_ternarylogic_epi64::<0b1100_1010>(mask, a, b)
    }
}
