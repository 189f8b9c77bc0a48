//! Products of n digits by three products of half the digits (Karatsuba). With a = a_0 + a_1·B, b = b_0 + b_1·B and
//! B = 2^(52h), a·b = z_0 + (x·y − z_0 − z_2)·B + z_2·B², where z_0 = a_0·b_0, z_2 = a_1·b_1, x = a_0 + a_1 and
//! y = b_0 + b_1.
//!
//! Other instructions often take the slot of a multiplication, so this code uses few of them. Columns stay sums of 64
//! bits, with a sign. Only x and y become digits, mod B. The last step adds the part above B again. Their carries run
//! one after the other, between the tiles of z_0.
//!
//! Combining the tiles of x·y in registers needs more code than the first-level cache holds: five squares and a product
//! of 40 digits then take 2,104 cycles instead of 1,960.

use super::digits::{Adder, at, at_mut};
use super::sum::{self, ProductSum};
use crate::x86_64::ifma::vector::{add, load, splat, store, zero};
use core::arch::x86_64::*;

/// From this number of digits on, products by parts are faster.
const LEAST: usize = 32;
/// The most digits and levels without an overflow of the columns.
pub(in super::super) const MOST: usize = 320;
pub(in super::super) const LEVELS: usize = 2;

/// Levels for a product of n digits in tiles of `width` columns; 0 below `LEAST` digits.
pub(in super::super) fn levels(n: usize, width: usize) -> usize {
    match n {
        LEAST..=MOST => 1 + levels(half(n, width), width).min(LEVELS - 1),
        _ => 0,
    }
}

/// h, the number of digits of a_0. a_1 has at most h digits.
pub(in super::super) fn half(n: usize, width: usize) -> usize {
    (n / 2).next_multiple_of(width)
}

/// Columns that a product of n digits writes. Columns above 2n are zero.
pub(super) fn columns(n: usize, width: usize, levels: usize) -> usize {
    if levels == 0 || n < LEAST {
        return 2 * n;
    }
    let h = half(n, width);
    2 * h + columns(n - h, width, levels - 1).max(2 * h)
}

/// Digits of scratch space for a product: x, y and x·y.
pub(super) fn scratch_digits(n: usize, width: usize, levels: usize) -> usize {
    if levels == 0 || n < LEAST {
        return 0;
    }
    let h = half(n, width);
    2 * h + columns(h, width, levels - 1) + scratch_digits(h, width, levels - 1)
}

/// out = the product in columns, by 1 or more levels.
#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512bw")]
pub(super) unsafe fn mul<const WIDTH: usize, const SQUARE: bool>(
    out: *mut u64,
    product: ProductSum<SQUARE>,
    n: usize,
    levels: usize,
    scratch: *mut u64,
) {
    let ProductSum { a, b } = product;
    let h = half(n, WIDTH);
    debug_assert!(n > h && 3 * h < 2 * n, "B·B·B is no column of the product");
    let (x, other, z) = (scratch, at_mut(scratch, h), at_mut(scratch, 2 * h));
    let y = if SQUARE { x } else { other };
    let scratch = at_mut(z, columns(h, WIDTH, levels - 1));

    let mut sums = [Adder::new(x, a, h, n), Adder::new(y, b, h, n)];
    for (out, a, b, n) in [(out, a, b, h), (at_mut(out, 2 * h), at(a, h), at(b, h), n - h), (z, x, y, h)] {
        let part = ProductSum { a, b };
        if levels == 1 || n < LEAST {
            sum::columns::<WIDTH, SQUARE>(part, out, n, &mut sums);
        } else {
            sums[0].finish::<WIDTH>();
            if !SQUARE {
                sums[1].finish::<WIDTH>();
            }
            mul::<WIDTH, SQUARE>(out, part, n, levels - 1, scratch);
        }
    }
    clear(out, 2 * n, 4 * h);
    let over_x = sums[0].over();
    let over_y = if SQUARE { over_x } else { sums[1].over() };
    combine(out, z, h, (x, over_x), (y, over_y));
}

/// columns `first` to `end` − 1 of `out` = 0
#[inline(always)]
unsafe fn clear(out: *mut u64, first: usize, end: usize) {
    for column in first..end {
        store(at_mut(out, column), zero());
    }
}

/// Adds (z − z_0 − z_2)·B to z_0 + z_2·B², which is in `out`. x and y are mod B. If B was subtracted from one of them,
/// adds the other to the upper half of z.
#[inline(always)]
unsafe fn combine(
    out: *mut u64,
    z: *const u64,
    h: usize,
    (x, over_x): (*const u64, __mmask8),
    (y, over_y): (*const u64, __mmask8),
) {
    for k in 0..h {
        let quarter = |i: usize| at_mut(out, i * h + k);
        let high = load(at(z, h + k));
        let high = _mm512_mask_add_epi64(high, over_x, high, load(at(y, k)));
        let high = _mm512_mask_add_epi64(high, over_y, high, load(at(x, k)));
        let inner = _mm512_sub_epi64(load(quarter(1)), load(quarter(2)));
        let low = _mm512_sub_epi64(load(at(z, k)), load(quarter(0)));
        let high = _mm512_sub_epi64(high, load(quarter(3)));
        store(quarter(1), add(low, inner));
        store(quarter(2), _mm512_sub_epi64(high, inner));
    }
    // if B was subtracted from both, adds B·B·B
    let top = at_mut(out, 3 * h);
    let sum = load(top);
    store(top, _mm512_mask_add_epi64(sum, over_x & over_y, sum, splat(1)));
}
