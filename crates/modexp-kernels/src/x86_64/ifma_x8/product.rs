//! Products and squares, tile by tile.

use super::karatsuba::{self, Adder};
use super::tile::{Tile, at, at_mut};
use super::{IfmaX8Modulus, LANES, width};
use crate::x86_64::ifma::vector::{store, zero};

/// out = a·b·R⁻¹ mod m; with `SQUARE`, b is a.
#[inline(always)]
pub(super) unsafe fn mul<const SQUARE: bool>(
    out: *mut u64,
    a: *const u64,
    b: *const u64,
    m: &IfmaX8Modulus,
    scratch: *mut u64,
) {
    match width(m.digits) {
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
    let levels = karatsuba::levels(m.digits, WIDTH);
    if levels == 0 {
        return reduced::<WIDTH>(product, out, m, scratch);
    }
    let t = at_mut(scratch, m.digits + 1);
    let tmp = at_mut(t, karatsuba::columns(m.digits, WIDTH, levels));
    karatsuba::mul::<WIDTH, SQUARE>(t, product, m.digits, levels, tmp);
    reduced_columns::<WIDTH>(t, out, m, scratch);
}

/// Digits of scratch space: the quotients and a zero below them; the columns of a product by parts, and its scratch space.
pub(super) fn scratch_digits(n: usize) -> usize {
    let width = width(n);
    match karatsuba::levels(n, width) {
        0 => n + 1,
        levels => n + 1 + karatsuba::columns(n, width, levels) + karatsuba::tmp(n, width, levels),
    }
}

/// out = t·R⁻¹ mod m. Products and squares share this code; two copies do not fit the first-level cache.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512bw")]
unsafe fn reduced_columns<const WIDTH: usize>(t: *const u64, out: *mut u64, m: &IfmaX8Modulus, scratch: *mut u64) {
    reduced::<WIDTH>(StoredSum { t }, out, m, scratch);
}

/// out = the product in 2n columns. After each tile it computes some digits of `sums`.
#[inline(always)]
pub(super) unsafe fn columns<const WIDTH: usize, const SQUARE: bool>(
    product: ProductSum<SQUARE>,
    out: *mut u64,
    n: usize,
    sums: &mut [Adder; 2],
) {
    for column in (0..n).step_by(WIDTH) {
        product.low::<WIDTH>(column, n).store::<SQUARE>(at_mut(out, column), sums);
    }
    for column in (n..2 * n).step_by(WIDTH) {
        product.high::<WIDTH>(column, n).store::<SQUARE>(at_mut(out, column), sums);
    }
}

/// The sum before the reduction, in 2n columns.
pub(super) trait Sum: Copy {
    /// The tile from `column` < n on.
    unsafe fn low<const WIDTH: usize>(self, column: usize, n: usize) -> Tile<WIDTH>;

    /// The tile from `column` ≥ n on.
    unsafe fn high<const WIDTH: usize>(self, column: usize, n: usize) -> Tile<WIDTH>;
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

/// a·b; with `SQUARE`, b is a.
#[derive(Clone, Copy)]
pub(super) struct ProductSum<const SQUARE: bool> {
    pub(super) a: *const u64,
    pub(super) b: *const u64,
}

impl<const SQUARE: bool> Sum for ProductSum<SQUARE> {
    #[inline(always)]
    unsafe fn low<const WIDTH: usize>(self, column: usize, _n: usize) -> Tile<WIDTH> {
        let mut tile = Tile::new();
        if SQUARE {
            tile.rows(self.a, at(self.a, column), column / 2);
            tile.diagonal_block::<false>(at(self.a, column / 2));
            tile.double_and_square(at(self.a, column / 2));
        } else {
            tile.rows(self.a, at(self.b, column), column);
            tile.low_triangle(at(self.a, column), self.b);
        }
        tile
    }

    #[inline(always)]
    unsafe fn high<const WIDTH: usize>(self, column: usize, n: usize) -> Tile<WIDTH> {
        let mut tile = Tile::new();
        let first = column - n + WIDTH;
        if SQUARE && first == n {
            // the rows end above the diagonal
            tile.high_triangle(at(self.a, n - WIDTH), at(self.a, n - 1), WIDTH / 2);
            tile.diagonal_block::<true>(at(self.a, n - WIDTH / 2));
            tile.double_and_square(at(self.a, n - WIDTH / 2));
        } else if SQUARE {
            tile.high_triangle(at(self.a, column - n), at(self.a, n - 1), WIDTH);
            tile.rows(at(self.a, first), at(self.a, n - WIDTH), column / 2 - first);
            tile.diagonal_block::<false>(at(self.a, column / 2));
            tile.double_and_square(at(self.a, column / 2));
        } else {
            tile.high_triangle(at(self.a, column - n), at(self.b, n - 1), WIDTH);
            tile.rows(at(self.a, first), at(self.b, n - WIDTH), n - first);
        }
        tile
    }
}

/// A sum whose columns are in memory.
#[derive(Clone, Copy)]
struct StoredSum {
    t: *const u64,
}

impl Sum for StoredSum {
    #[inline(always)]
    unsafe fn low<const WIDTH: usize>(self, column: usize, _n: usize) -> Tile<WIDTH> {
        Tile::load(at(self.t, column))
    }

    #[inline(always)]
    unsafe fn high<const WIDTH: usize>(self, column: usize, _n: usize) -> Tile<WIDTH> {
        Tile::load(at(self.t, column))
    }
}
