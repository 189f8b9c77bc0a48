//! Table lookup by vectors of four limbs.

use core::arch::x86_64::{
    _mm256_add_epi64, _mm256_and_si256, _mm256_cmpeq_epi64, _mm256_loadu_si256, _mm256_or_si256, _mm256_set1_epi64x,
    _mm256_setzero_si256, _mm256_storeu_si256,
};

/// out = entry `index` of `table`; entries are as long as `out`, a multiple of four limbs. Reads the whole table.
#[target_feature(enable = "avx2")]
pub(super) fn select(out: &mut [u64], table: &[u64], index: usize) {
    let len = out.len();
    for (i, out) in out.chunks_mut(16).enumerate() {
        match out.len() {
            16 => select_columns::<4>(out, table, len, 16 * i, index),
            12 => select_columns::<3>(out, table, len, 16 * i, index),
            8 => select_columns::<2>(out, table, len, 16 * i, index),
            _ => select_columns::<1>(out, table, len, 16 * i, index),
        }
    }
}

/// out = limbs `column` … `column` + 4V − 1 of entry `index`. They stay in registers while the loop reads all entries.
#[target_feature(enable = "avx2")]
fn select_columns<const V: usize>(out: &mut [u64], table: &[u64], len: usize, column: usize, index: usize) {
    debug_assert_eq!(out.len(), 4 * V);
    let index = _mm256_set1_epi64x(index as i64);
    let one = _mm256_set1_epi64x(1);
    let mut entry = _mm256_setzero_si256();
    let mut acc = [_mm256_setzero_si256(); V];
    for limbs in table.chunks_exact(len) {
        let hit = _mm256_cmpeq_epi64(entry, index);
        let (columns, _) = limbs[column..column + 4 * V].as_chunks::<4>();
        for (acc, limbs) in acc.iter_mut().zip(columns) {
            // SAFETY: four limbs are 32 bytes, and the load may be unaligned.
            let limbs = unsafe { _mm256_loadu_si256(limbs.as_ptr().cast()) };
            *acc = _mm256_or_si256(*acc, _mm256_and_si256(limbs, hit));
        }
        entry = _mm256_add_epi64(entry, one);
    }
    let (columns, _) = out.as_chunks_mut::<4>();
    for (acc, out) in acc.iter().zip(columns) {
        // SAFETY: four limbs are 32 bytes, and the store may be unaligned.
        unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), *acc) };
    }
}
