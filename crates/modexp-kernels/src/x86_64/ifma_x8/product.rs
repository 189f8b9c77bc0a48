//! Products and squares, tile by tile.

use super::tile::{Tile, at};
use super::{IfmaX8Modulus, LANES, NARROW, Vector, WIDE};
use crate::x86_64::ifma::vector::{store, zero};

#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512bw")]
pub(super) unsafe fn mul(out: *mut u64, a: *const u64, b: *const u64, m: &IfmaX8Modulus, scratch: *mut u64) {
    let n = m.digits;
    let narrow = n % WIDE;
    store(scratch, zero());
    let q = scratch.add(LANES);

    let mut carry = zero();
    for column in (0..n - narrow).step_by(WIDE) {
        carry = mul_low_tile::<WIDE>(q, a, b, column, carry, m);
    }
    if narrow > 0 {
        carry = mul_low_tile::<NARROW>(q, a, b, n - narrow, carry, m);
        carry = mul_high_tile::<NARROW>(out, q, a, b, n, carry, m);
    }
    for column in (n + narrow..2 * n).step_by(WIDE) {
        carry = mul_high_tile::<WIDE>(out, q, a, b, column, carry, m);
    }
}

#[inline(always)]
unsafe fn mul_low_tile<const WIDTH: usize>(
    q: *mut u64,
    a: *const u64,
    b: *const u64,
    column: usize,
    carry: Vector,
    m: &IfmaX8Modulus,
) -> Vector {
    let mut tile = Tile::<WIDTH>::new();
    tile.rows(a, at(b, column), column);
    tile.low_corner(at(a, column), b);
    tile.quotients(q, column, carry, m)
}

#[inline(always)]
unsafe fn mul_high_tile<const WIDTH: usize>(
    out: *mut u64,
    q: *const u64,
    a: *const u64,
    b: *const u64,
    column: usize,
    carry: Vector,
    m: &IfmaX8Modulus,
) -> Vector {
    let n = m.digits;
    let mut tile = Tile::<WIDTH>::new();
    tile.high_corner(at(a, column - n), at(b, n - 1), WIDTH);
    tile.rows(at(a, column - n + WIDTH), at(b, n - WIDTH), 2 * n - column - WIDTH);
    tile.result(out, q, column, carry, m)
}

#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512bw")]
pub(super) unsafe fn sqr(out: *mut u64, a: *const u64, m: &IfmaX8Modulus, scratch: *mut u64) {
    let n = m.digits;
    let narrow = n % WIDE;
    store(scratch, zero());
    let q = scratch.add(LANES);

    let mut carry = zero();
    for column in (0..n - narrow).step_by(WIDE) {
        carry = sqr_low_tile::<WIDE>(q, a, column, carry, m);
    }
    if narrow > 0 {
        carry = sqr_low_tile::<NARROW>(q, a, n - narrow, carry, m);
        carry = sqr_high_tile::<NARROW>(out, q, a, n, carry, m);
    }
    for column in (n + narrow..2 * n - WIDE).step_by(WIDE) {
        carry = sqr_high_tile::<WIDE>(out, q, a, column, carry, m);
    }

    // the last tile: its rows end above the diagonal
    let column = 2 * n - WIDE;
    let mut tile = Tile::<WIDE>::new();
    tile.high_corner(at(a, n - WIDE), at(a, n - 1), WIDE / 2);
    tile.diagonal_corner::<true>(at(a, n - WIDE / 2));
    tile.double_and_square(at(a, n - WIDE / 2));
    tile.result(out, q, column, carry, m);
}

#[inline(always)]
unsafe fn sqr_low_tile<const WIDTH: usize>(
    q: *mut u64,
    a: *const u64,
    column: usize,
    carry: Vector,
    m: &IfmaX8Modulus,
) -> Vector {
    let mut tile = Tile::<WIDTH>::new();
    tile.rows(a, at(a, column), column / 2);
    tile.diagonal_corner::<false>(at(a, column / 2));
    tile.double_and_square(at(a, column / 2));
    tile.quotients(q, column, carry, m)
}

#[inline(always)]
unsafe fn sqr_high_tile<const WIDTH: usize>(
    out: *mut u64,
    q: *const u64,
    a: *const u64,
    column: usize,
    carry: Vector,
    m: &IfmaX8Modulus,
) -> Vector {
    let n = m.digits;
    let mut tile = Tile::<WIDTH>::new();
    let first = column - n + WIDTH;
    tile.high_corner(at(a, column - n), at(a, n - 1), WIDTH);
    tile.rows(at(a, first), at(a, n - WIDTH), column / 2 - first);
    tile.diagonal_corner::<false>(at(a, column / 2));
    tile.double_and_square(at(a, column / 2));
    tile.result(out, q, column, carry, m)
}
