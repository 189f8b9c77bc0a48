//! Columns of a sum in registers.

use super::digits::{Adder, at, at_mut};
use super::{CARRY_PASS_ROWS, IfmaX8Modulus, LANES, Vector};
use crate::x86_64::ifma::vector::{MASK, RADIX, add, each, load, mul_high, mul_low, splat, store, zero};
use core::arch::x86_64::*;

/// WIDTH columns of the sum, low and high products apart.
pub(super) struct Tile<const WIDTH: usize> {
    low: [Vector; WIDTH],
    high: [Vector; WIDTH],
    /// The carry into the column above the tile.
    overflow: Vector,
}

impl<const WIDTH: usize> Tile<WIDTH> {
    #[inline(always)]
    pub(super) unsafe fn new() -> Self {
        Self { low: [zero(); WIDTH], high: [zero(); WIDTH], overflow: zero() }
    }

    /// Loads the columns at p.
    #[inline(always)]
    pub(super) unsafe fn load(p: *const u64) -> Self {
        let mut tile = Self::new();
        each!(K in 0 1 2 3 4 5 6 7 8 9 { if K < WIDTH { tile.low[K] = load(at(p, K)); } });
        tile
    }

    /// low[k] += x·y_k, high[k] += x·y_{k−1}, all k
    #[inline(always)]
    pub(super) unsafe fn row(&mut self, x: Vector, y: *const u64) {
        self.high[0] = mul_high(self.high[0], x, load(y.wrapping_sub(LANES)));
        each!(K in 0 1 2 3 4 5 6 7 8 9 { if K < WIDTH {
            let y = load(at(y, K));
            self.low[K] = mul_low(self.low[K], x, y);
            if K + 1 < WIDTH { self.high[K + 1] = mul_high(self.high[K + 1], x, y); }
        }});
    }

    /// Adds rows x_0 to x_{count−1}. The first begins at y, and each next row one digit lower.
    #[inline(always)]
    pub(super) unsafe fn rows(&mut self, x: *const u64, y: *const u64, count: usize) {
        let (mut x, mut y) = (x, y);
        let mut left = count;
        loop {
            for _ in 0..left.min(CARRY_PASS_ROWS) {
                self.row(load(x), y);
                x = x.wrapping_add(LANES);
                y = y.wrapping_sub(LANES);
            }
            if left <= CARRY_PASS_ROWS {
                return;
            }
            left -= CARRY_PASS_ROWS;
            self.carry_pass();
        }
    }

    /// Adds row x to columns `from` and up; y_0 is in column `from`.
    #[inline(always)]
    pub(super) unsafe fn row_from(&mut self, from: usize, x: Vector, y: *const u64) {
        each!(K in 0 1 2 3 4 5 6 7 8 9 { if from + K < WIDTH {
            let y = load(at(y, K));
            self.low[from + K] = mul_low(self.low[from + K], x, y);
            if from + K + 1 < WIDTH { self.high[from + K + 1] = mul_high(self.high[from + K + 1], x, y); }
        }});
    }

    /// Adds the rows x_e that begin inside the tile: x_e·y_0 is in column e.
    #[inline(always)]
    pub(super) unsafe fn low_triangle(&mut self, x: *const u64, y: *const u64) {
        each!(E in 0 1 2 3 4 5 6 7 8 9 { if E < WIDTH { self.row_from(E, load(at(x, E)), y); } });
    }

    /// Adds the rows x_e, e < count, that end inside the tile: the high product with their last digit, at y, is in
    /// column e.
    #[inline(always)]
    pub(super) unsafe fn high_triangle(&mut self, x: *const u64, y: *const u64, count: usize) {
        each!(E in 0 1 2 3 4 5 6 7 8 9 { if E < WIDTH && E < count {
            let x = load(at(x, E));
            each!(K in 0 1 2 3 4 5 6 7 8 9 { if K <= E {
                let y = load(y.wrapping_sub(LANES * (E - K)));
                self.high[K] = mul_high(self.high[K], x, y);
                if K > 0 { self.low[K - 1] = mul_low(self.low[K - 1], x, y); }
            }});
        }});
    }

    /// Adds the products of each digit x_e with the digits above it: the square of x_e is in column 2e. With `LAST`, x
    /// has WIDTH/2 digits.
    #[inline(always)]
    pub(super) unsafe fn diagonal_block<const LAST: bool>(&mut self, x: *const u64) {
        each!(E in 0 1 2 3 4 { if 2 * E < WIDTH {
            let digit = load(at(x, E));
            each!(K in 1 2 3 4 5 6 7 8 9 {
                if 2 * E + K < WIDTH && (!LAST || E + K < WIDTH / 2) {
                    let y = load(at(x, E + K));
                    self.low[2 * E + K] = mul_low(self.low[2 * E + K], digit, y);
                    if 2 * E + K + 1 < WIDTH { self.high[2 * E + K + 1] = mul_high(self.high[2 * E + K + 1], digit, y); }
                }
            });
        }});
    }

    /// Doubles the columns, and adds the squares of the digits x_e in columns 2e and 2e + 1.
    #[inline(always)]
    pub(super) unsafe fn double_and_square(&mut self, x: *const u64) {
        each!(K in 0 1 2 3 4 5 6 7 8 9 { if K < WIDTH {
            let sum = add(self.low[K], self.high[K]);
            self.low[K] = add(sum, sum);
            self.high[K] = zero();
        }});
        self.overflow = add(self.overflow, self.overflow);
        each!(E in 0 1 2 3 4 { if 2 * E < WIDTH {
            let x = load(at(x, E));
            self.low[2 * E] = mul_low(self.low[2 * E], x, x);
            self.high[2 * E + 1] = mul_high(self.high[2 * E + 1], x, x);
        }});
    }

    /// Propagates the carry of each column to the column above.
    #[inline(always)]
    pub(super) unsafe fn carry_pass(&mut self) {
        let mut carry = zero();
        for (low, high) in self.low.iter_mut().zip(&mut self.high) {
            let sum = add(*low, *high);
            *low = add(_mm512_and_si512(sum, splat(MASK)), carry);
            *high = zero();
            carry = _mm512_srai_epi64::<RADIX>(sum);
        }
        self.overflow = add(self.overflow, carry);
    }

    /// Adds the products of the quotients below `column`, the first column of this tile, then takes the quotients of
    /// the tile. `q` points to quotient 0. Returns the carry.
    #[inline(always)]
    pub(super) unsafe fn quotients(&mut self, q: *mut u64, column: usize, carry: Vector, m: &IfmaX8Modulus) -> Vector {
        let f = m.f.as_ptr();
        if column > 0 {
            self.rows(q, at(f, column - 1), column - 1);
            self.row_from(0, load(at(q, column - 1)), f);
        }
        let mut carry = carry;
        each!(K in 0 1 2 3 4 5 6 7 8 9 { if K < WIDTH {
            let sum = add(add(self.low[K], carry), self.high[K]);
            let at = q.wrapping_add(LANES * (column + K));
            if K == WIDTH - 1 && column + WIDTH == m.digits {
                // the sum with q·m_0 is a multiple of 2^52: the low bits of the column round it up, unless they are
                // zero
                store(at, mul_low(zero(), sum, load(m.inverse.as_ptr())));
                carry = _mm512_srai_epi64::<RADIX>(add(sum, splat(MASK)));
            } else {
                // the low 52 bits are the quotient; multiplications ignore the other bits
                store(at, sum);
                carry = _mm512_srai_epi64::<RADIX>(sum);
                self.row_from(K + 1, sum, f);
            }
        }});
        add(carry, self.overflow)
    }

    /// Adds the products of the quotients to this tile, which begins at `column` ≥ digits, and writes the digits of the
    /// result. Returns the carry.
    #[inline(always)]
    pub(super) unsafe fn result(
        &mut self,
        out: *mut u64,
        q: *const u64,
        column: usize,
        carry: Vector,
        m: &IfmaX8Modulus,
    ) -> Vector {
        let (f, n) = (m.f.as_ptr(), m.digits);
        let first = q.wrapping_add(LANES * (column - n)).wrapping_sub(LANES);
        self.high_triangle(first, at(f, n - 1), WIDTH);
        self.rows(at(first, WIDTH), at(f, n - WIDTH), 2 * n - column - WIDTH);
        self.row(load(at(q, n - 1)), at(m.m.as_ptr(), column - n + 1));
        self.digits(at_mut(out, column - n), carry)
    }

    /// Writes the columns, low and high products together, without propagation of carries. Then computes some digits of
    /// `sums`.
    #[inline(always)]
    pub(super) unsafe fn store<const SQUARE: bool>(&self, out: *mut u64, sums: &mut [Adder; 2]) {
        each!(K in 0 1 2 3 4 5 6 7 8 9 { if K < WIDTH { store(at_mut(out, K), add(self.low[K], self.high[K])); } });
        sums[0].step::<WIDTH>();
        if !SQUARE {
            sums[1].step::<WIDTH>();
        }
    }

    /// Writes the digits of the tile. Returns the carry.
    #[inline(always)]
    pub(super) unsafe fn digits(&self, out: *mut u64, carry: Vector) -> Vector {
        let mut carry = carry;
        each!(K in 0 1 2 3 4 5 6 7 8 9 { if K < WIDTH {
            let sum = add(add(self.low[K], carry), self.high[K]);
            store(at_mut(out, K), _mm512_and_si512(sum, splat(MASK)));
            carry = _mm512_srai_epi64::<RADIX>(sum);
        }});
        add(carry, self.overflow)
    }
}
