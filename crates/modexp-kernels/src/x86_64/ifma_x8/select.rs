//! Table lookup of one entry, or of eight entries at once from a scattered table.

use super::digits::{at, at_mut};
use super::{LANES, Vector};
use crate::x86_64::ifma::vector::{each, hit, load, merge, splat, store, zero};
use core::arch::x86_64::*;

#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512bw")]
pub(super) unsafe fn select(out: &mut [u64], table: &[u64], wanted: &[u64; LANES]) {
    // The table may be larger than the first-level cache: long runs of each entry let the CPU prefetch its lines.
    let wanted = load(wanted.as_ptr());
    let digits = out.len() / LANES;
    let mut digit = 0;
    while digit + 20 <= digits {
        select_digits::<20>(out, table, wanted, digit);
        digit += 20;
    }
    while digit < digits {
        select_digits::<2>(out, table, wanted, digit);
        digit += 2;
    }
}

/// [`select`] for COUNT ≤ 20 digits from `digit` on.
#[inline(always)]
unsafe fn select_digits<const COUNT: usize>(out: &mut [u64], table: &[u64], wanted: Vector, digit: usize) {
    let mut acc = [zero(); COUNT];
    for (i, entry) in table.chunks_exact(out.len()).enumerate() {
        let hit = hit(i as u64, wanted);
        let entry = at(entry.as_ptr(), digit);
        each!(K in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 { if K < COUNT {
            acc[K] = merge(acc[K], hit, load(at(entry, K)));
        }});
    }
    each!(K in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 { if K < COUNT {
        store(out.as_mut_ptr().add(LANES * (digit + K)), acc[K]);
    }});
}

/// Lookups in one gather.
pub(super) const GATHERED: usize = 8;
/// Entries that one permutation chooses from.
pub(super) const CHUNK: usize = 16;

/// Reorders every eight elements by digits: vector 8i + k is digit i of all eight elements in lane k, so that a
/// permutation chooses among them. `tmp` has room for eight elements.
#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512bw")]
pub(super) unsafe fn scatter(table: &mut [u64], tmp: &mut [u64], digits: usize) {
    for eight in table.chunks_exact_mut(tmp.len()) {
        for digit in 0..digits {
            let mut entries = [zero(); LANES];
            each!(K in 0 1 2 3 4 5 6 7 { entries[K] = load(at(eight.as_ptr(), K * digits + digit)); });
            let lanes = transpose(entries);
            each!(K in 0 1 2 3 4 5 6 7 { store(at_mut(tmp.as_mut_ptr(), LANES * digit + K), lanes[K]); });
        }
        eight.copy_from_slice(tmp);
    }
}

/// out = eight elements one after the other. Lane l of element k is from entry `wanted[l][k]` of a scattered table.
#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512bw")]
pub(super) unsafe fn gather(out: &mut [u64], table: &[u64], wanted: &[[u64; GATHERED]; LANES]) {
    let digits = out.len() / GATHERED / LANES;
    let (mut place, mut chunk_of) = ([zero(); LANES], [zero(); LANES]);
    each!(LANE in 0 1 2 3 4 5 6 7 {
        place[LANE] = load(wanted[LANE].as_ptr());
        chunk_of[LANE] = _mm512_srli_epi64::<{ CHUNK.ilog2() }>(place[LANE]);
    });
    for digit in 0..digits {
        let mut found = [zero(); LANES];
        for (i, chunk) in table.chunks_exact(CHUNK * LANES * digits).enumerate() {
            let first = at(chunk.as_ptr(), LANES * digit);
            each!(LANE in 0 1 2 3 4 5 6 7 {
                let (low, high) = (load(at(first, LANE)), load(at(first, LANES * digits + LANE)));
                let one = _mm512_permutex2var_epi64(low, place[LANE], high);
                let here = _mm512_cmpeq_epi64_mask(chunk_of[LANE], splat(i as u64));
                found[LANE] = _mm512_mask_mov_epi64(found[LANE], here, one);
            });
        }
        let found = transpose(found);
        each!(K in 0 1 2 3 4 5 6 7 { store(at_mut(out.as_mut_ptr(), K * digits + digit), found[K]); });
    }
}

/// Word j of vector k becomes word k of vector j.
#[inline(always)]
unsafe fn transpose(x: [Vector; 8]) -> [Vector; 8] {
    // swaps single words, then pairs, then halves
    let mut pairs = x;
    let mut quarters = x;
    let mut out = x;
    each!(I in 0 2 4 6 {
        pairs[I] = _mm512_unpacklo_epi64(x[I], x[I + 1]);
        pairs[I + 1] = _mm512_unpackhi_epi64(x[I], x[I + 1]);
    });
    each!(I in 0 1 4 5 {
        quarters[I] = _mm512_shuffle_i64x2::<0b10_00_10_00>(pairs[I], pairs[I + 2]);
        quarters[I + 2] = _mm512_shuffle_i64x2::<0b11_01_11_01>(pairs[I], pairs[I + 2]);
    });
    each!(I in 0 1 2 3 {
        out[I] = _mm512_shuffle_i64x2::<0b10_00_10_00>(quarters[I], quarters[I + 4]);
        out[I + 4] = _mm512_shuffle_i64x2::<0b11_01_11_01>(quarters[I], quarters[I + 4]);
    });
    out
}
