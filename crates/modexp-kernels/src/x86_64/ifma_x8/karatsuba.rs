//! Products of n digits by three of half as many: with a = a_0 + a_1·B, B = 2^(52h), and b alike,
//! a·b = z_0 + (x·y − z_0 − z_2)·B + z_2·B², where z_0 = a_0·b_0, z_2 = a_1·b_1, x = a_0 + a_1 and y = b_0 + b_1.
//!
//! What is no multiplication takes the place of one as often as not, so there is little of it. Columns stay sums of 64
//! bits, with a sign; only x and y are brought to digits, mod B, and what that takes off them comes back in the end.
//! Their carries, one after the other, run between the tiles of z_0, and the tiles of x·y are combined as they leave the
//! registers. By differences instead of sums, whose sign has to be taken away, all was 3 % slower than without parts at 40
//! digits, where this is 4 % faster; with one product's code for all three, and what follows a tile called, 2 % slower.

use super::product::{self, Product, Square};
use super::tile::{at, at_mut};
use super::{NARROW, Vector};
use crate::x86_64::ifma::vector::{MASK, RADIX, add, each, load, splat, store, zero};
use core::arch::x86_64::*;

/// Digits from which on it is faster.
const LEAST: usize = 32;
/// Digits, and levels, to which the columns have room.
pub(in super::super) const MOST: usize = 320;
pub(in super::super) const LEVELS: usize = 2;

/// Levels for a product of n digits.
pub(in super::super) fn levels(n: usize) -> usize {
    match n {
        LEAST..=MOST => 1 + levels(half(n)).min(LEVELS - 1),
        _ => 0,
    }
}

/// h: the digits of a_0, of which a_1 has no more.
pub(in super::super) fn half(n: usize) -> usize {
    (n / 2).next_multiple_of(NARROW)
}

/// Columns that a product of n digits writes; those above 2n are zero.
pub(super) fn columns(n: usize, levels: usize) -> usize {
    if levels == 0 {
        return 2 * n;
    }
    let h = half(n);
    2 * h + columns(n - h, levels - 1).max(2 * h)
}

/// Digits of scratch space for it: x, y and their product.
pub(super) fn spare(n: usize, levels: usize) -> usize {
    if levels == 0 {
        return 0;
    }
    let h = half(n);
    2 * h + columns(h, levels - 1) + spare(h, levels - 1)
}

/// out = a·b in columns, by 1 or more levels.
#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512bw")]
pub(super) unsafe fn mul(out: *mut u64, a: *const u64, b: *const u64, n: usize, levels: usize, scratch: *mut u64) {
    let h = half(n);
    let (x, y, z) = (scratch, at_mut(scratch, h), at_mut(scratch, 2 * h));
    let scratch = at_mut(z, columns(h, levels - 1));

    let (mut to_x, mut to_y) = (Adder::new(x, a, h, n), Adder::new(y, b, h, n));
    for (first, h) in [(0, h), (h, n - h)] {
        let (out, a, b) = (at_mut(out, 2 * first), at(a, first), at(b, first));
        if levels == 1 {
            product::columns(Product { a, b }, h, Both(Store { out }, Both(&mut to_x, &mut to_y)));
        } else {
            mul(out, a, b, h, levels - 1, scratch);
        }
    }
    clear(out, 2 * n, 4 * h);
    let combine = Combine { out, h, x, y, over: [to_x.finish(), to_y.finish()] };
    if levels == 1 {
        product::columns(Product { a: x, b: y }, h, combine);
    } else {
        mul(z, x, y, h, levels - 1, scratch);
        combine.all(z);
    }
    combine.top();
}

/// out = a² in columns, by 1 or more levels.
#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512bw")]
pub(super) unsafe fn sqr(out: *mut u64, a: *const u64, n: usize, levels: usize, scratch: *mut u64) {
    let h = half(n);
    let (x, z) = (scratch, at_mut(scratch, h));
    let scratch = at_mut(z, columns(h, levels - 1));

    let mut to_x = Adder::new(x, a, h, n);
    for (first, h) in [(0, h), (h, n - h)] {
        let (out, a) = (at_mut(out, 2 * first), at(a, first));
        if levels == 1 {
            product::columns(Square { a }, h, Both(Store { out }, &mut to_x));
        } else {
            sqr(out, a, h, levels - 1, scratch);
        }
    }
    clear(out, 2 * n, 4 * h);
    let over = to_x.finish();
    let combine = Combine { out, h, x, y: x, over: [over, over] };
    if levels == 1 {
        product::columns(Square { a: x }, h, combine);
    } else {
        sqr(z, x, h, levels - 1, scratch);
        combine.all(z);
    }
    combine.top();
}

/// Columns from `first` on, below `end`, of `out` = 0.
#[inline(always)]
unsafe fn clear(out: *mut u64, first: usize, end: usize) {
    for column in first..end {
        store(at_mut(out, column), zero());
    }
}

/// What becomes of the columns of a product of h digits, the lowest ones first.
pub(super) trait Sink {
    /// Columns below h.
    unsafe fn low<const WIDTH: usize>(&mut self, column: usize, sums: [Vector; WIDTH]);

    /// Columns from h on.
    unsafe fn high<const WIDTH: usize>(&mut self, column: usize, sums: [Vector; WIDTH]);
}

/// One after the other.
struct Both<A, B>(A, B);

impl<A: Sink, B: Sink> Sink for Both<A, B> {
    #[inline(always)]
    unsafe fn low<const WIDTH: usize>(&mut self, column: usize, sums: [Vector; WIDTH]) {
        self.0.low(column, sums);
        self.1.low(column, sums);
    }

    #[inline(always)]
    unsafe fn high<const WIDTH: usize>(&mut self, column: usize, sums: [Vector; WIDTH]) {
        self.0.high(column, sums);
        self.1.high(column, sums);
    }
}

/// Writes them.
struct Store {
    out: *mut u64,
}

impl Sink for Store {
    #[inline(always)]
    unsafe fn low<const WIDTH: usize>(&mut self, column: usize, sums: [Vector; WIDTH]) {
        let out = at_mut(self.out, column);
        each!(K in 0 1 2 3 4 5 6 7 { if K < WIDTH { store(at_mut(out, K), sums[K]); } });
    }

    #[inline(always)]
    unsafe fn high<const WIDTH: usize>(&mut self, column: usize, sums: [Vector; WIDTH]) {
        self.low(column, sums);
    }
}

/// Adds (x·y − z_0 − z_2)·B to z_0 + z_2·B², which is in `out`, from the columns of x·y mod B.
#[derive(Clone, Copy)]
struct Combine {
    out: *mut u64,
    h: usize,
    /// Both mod B.
    x: *const u64,
    y: *const u64,
    /// The lanes where B has been taken off x, off y.
    over: [__mmask8; 2],
}

impl Sink for Combine {
    /// Of out's four quarters the second is ready afterwards; in the third is the second less the third.
    #[inline(always)]
    unsafe fn low<const WIDTH: usize>(&mut self, column: usize, sums: [Vector; WIDTH]) {
        let quarter = |i: usize| at_mut(self.out, column + i * self.h);
        each!(K in 0 1 2 3 4 5 6 7 { if K < WIDTH {
            let inner = _mm512_sub_epi64(load(at(quarter(1), K)), load(at(quarter(2), K)));
            let sum = _mm512_sub_epi64(sums[K], load(at(quarter(0), K)));
            store(at_mut(quarter(1), K), add(sum, inner));
            store(at_mut(quarter(2), K), inner);
        }});
    }

    #[inline(always)]
    unsafe fn high<const WIDTH: usize>(&mut self, column: usize, sums: [Vector; WIDTH]) {
        let column = column - self.h;
        let quarter = |i: usize| at_mut(self.out, column + i * self.h);
        let (x, y, [over_x, over_y]) = (at(self.x, column), at(self.y, column), self.over);
        each!(K in 0 1 2 3 4 5 6 7 { if K < WIDTH {
            let sum = _mm512_mask_add_epi64(sums[K], over_x, sums[K], load(at(y, K)));
            let sum = _mm512_mask_add_epi64(sum, over_y, sum, load(at(x, K)));
            let sum = _mm512_sub_epi64(sum, load(at(quarter(3), K)));
            store(at_mut(quarter(2), K), _mm512_sub_epi64(sum, load(at(quarter(2), K))));
        }});
    }
}

impl Combine {
    /// All columns of z = x·y.
    #[inline(always)]
    unsafe fn all(mut self, z: *const u64) {
        for column in (0..self.h).step_by(NARROW) {
            self.low(column, four(at(z, column)));
        }
        for column in (self.h..2 * self.h).step_by(NARROW) {
            self.high(column, four(at(z, column)));
        }
    }

    /// Where B has been taken off both: B·B·B.
    #[inline(always)]
    unsafe fn top(self) {
        let column = at_mut(self.out, 3 * self.h);
        let sum = load(column);
        store(column, _mm512_mask_add_epi64(sum, self.over[0] & self.over[1], sum, splat(1)));
    }
}

/// The columns at p.
#[inline(always)]
unsafe fn four(p: *const u64) -> [Vector; NARROW] {
    [load(p), load(at(p, 1)), load(at(p, 2)), load(at(p, 3))]
}

/// out = a_0 + a_1 mod B, some digits at a time.
struct Adder {
    out: *mut u64,
    a: *const u64,
    h: usize,
    n: usize,
    done: usize,
    carry: Vector,
}

impl Adder {
    #[inline(always)]
    unsafe fn new(out: *mut u64, a: *const u64, h: usize, n: usize) -> Self {
        Self { out, a, h, n, done: 0, carry: zero() }
    }

    /// The next four digits, if any are left; a_1 ends with such a step.
    #[inline(always)]
    unsafe fn step(&mut self) {
        if self.done == self.h {
            return;
        }
        let (low, high) = (at(self.a, self.done), at(self.a, self.done + self.h));
        each!(K in 0 1 2 3 {
            let high = if self.done + self.h < self.n { load(at(high, K)) } else { zero() };
            let sum = add(add(load(at(low, K)), high), self.carry);
            store(at_mut(self.out, self.done + K), _mm512_and_si512(sum, splat(MASK)));
            self.carry = _mm512_srli_epi64::<RADIX>(sum);
        });
        self.done += NARROW;
    }

    /// The digits that are left; the lanes where B was taken off.
    #[inline(always)]
    unsafe fn finish(&mut self) -> __mmask8 {
        while self.done < self.h {
            self.step();
        }
        _mm512_test_epi64_mask(self.carry, self.carry)
    }
}

/// A step between tiles, which hide how long the carries take.
impl Sink for &mut Adder {
    #[inline(always)]
    unsafe fn low<const WIDTH: usize>(&mut self, _column: usize, _sums: [Vector; WIDTH]) {
        self.step();
    }

    #[inline(always)]
    unsafe fn high<const WIDTH: usize>(&mut self, _column: usize, _sums: [Vector; WIDTH]) {
        self.step();
    }
}
