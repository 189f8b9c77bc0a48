//! Products and squares, tile by tile.

use super::digits::at_mut;
use super::karatsuba;
use super::sum::{ProductSum, StoredSum, Sum};
use super::{IfmaX8Modulus, LANES, width};
use crate::x86_64::ifma::vector::{store, zero};

/// out = a·b·R⁻¹ mod m; `SQUARE` means b = a.
#[inline(always)]
pub(super) unsafe fn mul<const SQUARE: bool>(
    out: *mut u64,
    a: *const u64,
    b: *const u64,
    m: &IfmaX8Modulus,
    scratch: *mut u64,
) {
    match m.width {
        10 => mul_by::<10, SQUARE>(out, a, b, m, scratch),
        8 => mul_by::<8, SQUARE>(out, a, b, m, scratch),
        _ => mul_by::<6, SQUARE>(out, a, b, m, scratch),
    }
}

#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512bw")]
unsafe fn mul_by<const WIDTH: usize, const SQUARE: bool>(
    out: *mut u64,
    a: *const u64,
    b: *const u64,
    m: &IfmaX8Modulus,
    scratch: *mut u64,
) {
    let product = ProductSum::<SQUARE> { a, b };
    if m.levels == 0 {
        return reduced::<WIDTH>(product, out, m, scratch);
    }
    let t = at_mut(scratch, m.digits + 1);
    let tmp = at_mut(t, karatsuba::columns(m.digits, WIDTH, m.levels));
    karatsuba::mul::<WIDTH, SQUARE>(t, product, m.digits, m.levels, tmp);
    reduced_columns::<WIDTH>(t, out, m, scratch);
}

/// Digits of scratch space: a zero and the quotients, then the columns of a product by parts and its scratch space.
pub(super) fn scratch_digits(n: usize) -> usize {
    let width = width(n);
    match karatsuba::levels(n, width) {
        0 => n + 1,
        levels => n + 1 + karatsuba::columns(n, width, levels) + karatsuba::scratch_digits(n, width, levels),
    }
}

/// out = t·R⁻¹ mod m. Products and squares share this code, because two copies do not fit the first-level cache.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512bw")]
unsafe fn reduced_columns<const WIDTH: usize>(t: *const u64, out: *mut u64, m: &IfmaX8Modulus, scratch: *mut u64) {
    reduced::<WIDTH>(StoredSum { t }, out, m, scratch);
}

/// out = sum·R⁻¹ mod m
#[inline(always)]
unsafe fn reduced<const WIDTH: usize>(sum: impl Sum, out: *mut u64, m: &IfmaX8Modulus, scratch: *mut u64) {
    let n = m.digits;
    store(scratch, zero());
    let q = scratch.add(LANES);

    let mut carry = zero();
    for column in (0..n).step_by(WIDTH) {
        carry = sum.low::<WIDTH>(column, n).quotients(q, column, carry, m);
    }
    for column in (n..2 * n).step_by(WIDTH) {
        carry = sum.high::<WIDTH>(column, n).result(out, q, column, carry, m);
    }
}
