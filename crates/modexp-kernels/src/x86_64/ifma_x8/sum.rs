//! The sum before the reduction, tile by tile: a product, a square, or columns in memory.

use super::digits::{Adder, at, at_mut};
use super::tile::Tile;

/// The sum before the reduction, in 2n columns.
pub(super) trait Sum: Copy {
    /// The tile that begins at `column` < n.
    unsafe fn low<const WIDTH: usize>(self, column: usize, n: usize) -> Tile<WIDTH>;

    /// The tile that begins at `column` ≥ n.
    unsafe fn high<const WIDTH: usize>(self, column: usize, n: usize) -> Tile<WIDTH>;
}

/// a·b; `SQUARE` means b = a.
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
            // all rows are in the triangle and the diagonal block
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

/// A sum with its columns in memory.
#[derive(Clone, Copy)]
pub(super) struct StoredSum {
    pub(super) t: *const u64,
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
