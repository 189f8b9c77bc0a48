//! Table look-up.

use super::tile::at;
use super::{LANES, Vector};
use crate::x86_64::ifma::vector::{each, hit, load, merge, store, zero};

#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512bw")]
pub(super) unsafe fn select(out: &mut [u64], table: &[u64], wanted: &[u64; LANES]) {
    // The table may be larger than the first cache: long runs of each entry keep its lines streaming.
    let wanted = load(wanted.as_ptr());
    let digits = out.len() / LANES;
    let mut digit = 0;
    while digit + 20 <= digits {
        gather::<20>(out, table, wanted, digit);
        digit += 20;
    }
    while digit < digits {
        gather::<2>(out, table, wanted, digit);
        digit += 2;
    }
}

/// `select` for COUNT ≤ 20 digits from `digit` on.
#[inline(always)]
unsafe fn gather<const COUNT: usize>(out: &mut [u64], table: &[u64], wanted: Vector, digit: usize) {
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
