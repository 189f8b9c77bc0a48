//! Products and squares, tile by tile.

use super::karatsuba::{self, Adder};
use super::tile::{Tile, at, at_mut};
use super::{IfmaX8Modulus, LANES, NARROW, WIDE};
use crate::x86_64::ifma::vector::{store, zero};

#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512bw")]
pub(super) unsafe fn mul(out: *mut u64, a: *const u64, b: *const u64, m: &IfmaX8Modulus, scratch: *mut u64) {
    let levels = karatsuba::levels(m.digits);
    if levels == 0 {
        return reduced(Product { a, b }, out, m, scratch);
    }
    let (t, spare) = parts(scratch, m.digits, levels);
    karatsuba::mul(t, a, b, m.digits, levels, spare);
    reduced_columns(t, out, m, scratch);
}

#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512bw")]
pub(super) unsafe fn sqr(out: *mut u64, a: *const u64, m: &IfmaX8Modulus, scratch: *mut u64) {
    let levels = karatsuba::levels(m.digits);
    if levels == 0 {
        return reduced(Square { a }, out, m, scratch);
    }
    let (t, spare) = parts(scratch, m.digits, levels);
    karatsuba::sqr(t, a, m.digits, levels, spare);
    reduced_columns(t, out, m, scratch);
}

/// Digits of scratch space: the quotients and a zero below them; the columns of a product by parts, and what it needs.
pub(super) fn scratch_digits(n: usize) -> usize {
    match karatsuba::levels(n) {
        0 => n + 1,
        levels => n + 1 + karatsuba::columns(n, levels) + karatsuba::spare(n, levels),
    }
}

/// The columns, and what a product by parts needs.
fn parts(scratch: *mut u64, n: usize, levels: usize) -> (*mut u64, *mut u64) {
    let t = at_mut(scratch, n + 1);
    (t, at_mut(t, karatsuba::columns(n, levels)))
}

/// out = t·R⁻¹ mod m
#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512bw")]
unsafe fn reduced_columns(t: *const u64, out: *mut u64, m: &IfmaX8Modulus, scratch: *mut u64) {
    reduced(Columns { t }, out, m, scratch);
}

/// out = sum in 2n columns, n ≥ 8; some digits of `sums` after each tile.
#[inline(always)]
pub(super) unsafe fn columns<const N: usize>(sum: impl Sum, out: *mut u64, n: usize, sums: &mut [Adder; N]) {
    let narrow = n % WIDE;
    for column in (0..n - narrow).step_by(WIDE) {
        sum.low::<WIDE>(column, n).store(at_mut(out, column), sums);
    }
    if narrow > 0 {
        sum.low::<NARROW>(n - narrow, n).store(at_mut(out, n - narrow), sums);
        sum.high::<NARROW>(n, n).store(at_mut(out, n), sums);
    }
    for column in (n + narrow..2 * n - WIDE).step_by(WIDE) {
        sum.high::<WIDE>(column, n).store(at_mut(out, column), sums);
    }
    sum.last(n).store(at_mut(out, 2 * n - WIDE), sums);
}

/// What is summed up before the reduction, in 2n columns.
pub(super) trait Sum: Copy {
    /// The tile from `column` < n on.
    unsafe fn low<const WIDTH: usize>(self, column: usize, n: usize) -> Tile<WIDTH>;

    /// The tile from `column` ≥ n on.
    unsafe fn high<const WIDTH: usize>(self, column: usize, n: usize) -> Tile<WIDTH>;

    /// The uppermost tile.
    unsafe fn last(self, n: usize) -> Tile<WIDE>;
}

/// out = sum·R⁻¹ mod m
#[inline(always)]
unsafe fn reduced(sum: impl Sum, out: *mut u64, m: &IfmaX8Modulus, scratch: *mut u64) {
    let n = m.digits;
    let narrow = n % WIDE;
    store(scratch, zero());
    let q = scratch.add(LANES);

    let mut carry = zero();
    for column in (0..n - narrow).step_by(WIDE) {
        carry = sum.low::<WIDE>(column, n).quotients(q, column, carry, m);
    }
    if narrow > 0 {
        carry = sum.low::<NARROW>(n - narrow, n).quotients(q, n - narrow, carry, m);
        carry = sum.high::<NARROW>(n, n).result(out, q, n, carry, m);
    }
    for column in (n + narrow..2 * n - WIDE).step_by(WIDE) {
        carry = sum.high::<WIDE>(column, n).result(out, q, column, carry, m);
    }
    sum.last(n).result(out, q, 2 * n - WIDE, carry, m);
}

#[derive(Clone, Copy)]
pub(super) struct Product {
    pub(super) a: *const u64,
    pub(super) b: *const u64,
}

impl Sum for Product {
    #[inline(always)]
    unsafe fn low<const WIDTH: usize>(self, column: usize, _n: usize) -> Tile<WIDTH> {
        let mut tile = Tile::new();
        tile.rows(self.a, at(self.b, column), column);
        tile.low_corner(at(self.a, column), self.b);
        tile
    }

    #[inline(always)]
    unsafe fn high<const WIDTH: usize>(self, column: usize, n: usize) -> Tile<WIDTH> {
        let mut tile = Tile::new();
        tile.high_corner(at(self.a, column - n), at(self.b, n - 1), WIDTH);
        tile.rows(at(self.a, column - n + WIDTH), at(self.b, n - WIDTH), 2 * n - column - WIDTH);
        tile
    }

    #[inline(always)]
    unsafe fn last(self, n: usize) -> Tile<WIDE> {
        self.high(2 * n - WIDE, n)
    }
}

#[derive(Clone, Copy)]
pub(super) struct Square {
    pub(super) a: *const u64,
}

impl Sum for Square {
    #[inline(always)]
    unsafe fn low<const WIDTH: usize>(self, column: usize, _n: usize) -> Tile<WIDTH> {
        let mut tile = Tile::new();
        tile.rows(self.a, at(self.a, column), column / 2);
        tile.diagonal_corner::<false>(at(self.a, column / 2));
        tile.double_and_square(at(self.a, column / 2));
        tile
    }

    #[inline(always)]
    unsafe fn high<const WIDTH: usize>(self, column: usize, n: usize) -> Tile<WIDTH> {
        let mut tile = Tile::new();
        let first = column - n + WIDTH;
        tile.high_corner(at(self.a, column - n), at(self.a, n - 1), WIDTH);
        tile.rows(at(self.a, first), at(self.a, n - WIDTH), column / 2 - first);
        tile.diagonal_corner::<false>(at(self.a, column / 2));
        tile.double_and_square(at(self.a, column / 2));
        tile
    }

    /// Its rows end above the diagonal.
    #[inline(always)]
    unsafe fn last(self, n: usize) -> Tile<WIDE> {
        let mut tile = Tile::new();
        tile.high_corner(at(self.a, n - WIDE), at(self.a, n - 1), WIDE / 2);
        tile.diagonal_corner::<true>(at(self.a, n - WIDE / 2));
        tile.double_and_square(at(self.a, n - WIDE / 2));
        tile
    }
}

/// A sum that is there already.
#[derive(Clone, Copy)]
struct Columns {
    t: *const u64,
}

impl Sum for Columns {
    #[inline(always)]
    unsafe fn low<const WIDTH: usize>(self, column: usize, _n: usize) -> Tile<WIDTH> {
        Tile::load(at(self.t, column))
    }

    #[inline(always)]
    unsafe fn high<const WIDTH: usize>(self, column: usize, _n: usize) -> Tile<WIDTH> {
        Tile::load(at(self.t, column))
    }

    #[inline(always)]
    unsafe fn last(self, n: usize) -> Tile<WIDE> {
        Tile::load(at(self.t, 2 * n - WIDE))
    }
}
