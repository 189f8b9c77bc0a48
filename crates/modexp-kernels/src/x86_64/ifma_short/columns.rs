//! Columns of a sum: the products of the digits of one number, each in all lanes, with a second number.

use crate::x86_64::ifma::vector::{
    Groups, Vector, add, each, load, mul_high, mul_high_in, mul_low, mul_low_in, splat, zero,
};
use core::arch::x86_64::{
    _mm512_alignr_epi64, _mm512_and_si512, _mm512_mask_alignr_epi64, _mm512_permutex2var_epi64, _mm512_set_epi64,
    _mm512_srli_epi64,
};

/// Bits of a digit.
pub(super) const RADIX: u32 = 51;
pub(super) const MASK: u64 = (1 << RADIX) - 1;
/// Digits of a block, words of a vector.
pub(super) const BLOCK: usize = 8;
/// Vectors of the longest number.
pub(super) const MOST: usize = 4;

/// A factor. Rows of products read its vectors of eight digits, from each digit up.
pub(super) trait Operand: Copy {
    /// Digits that may be nonzero.
    fn len(self) -> usize;

    /// The vector of column `c`, S ≤ 8 digits up: digits 8c − S and above.
    unsafe fn shifted<const S: usize>(self, c: usize) -> Vector;

    /// Whether that vector may have a nonzero digit.
    #[inline(always)]
    fn has(self, c: usize, s: usize) -> bool {
        BLOCK * c < self.len() + s && BLOCK * c + BLOCK > s
    }
}

/// A number with a table of its shifts. The table begins with the vector 8 digits up.
#[derive(Clone, Copy)]
pub(super) struct ShiftTable<'m> {
    pub(super) vectors: &'m [u64],
    pub(super) len: usize,
}

impl Operand for ShiftTable<'_> {
    #[inline(always)]
    fn len(self) -> usize {
        self.len
    }

    #[inline(always)]
    unsafe fn shifted<const S: usize>(self, c: usize) -> Vector {
        load(self.vectors.as_ptr().add(BLOCK * (BLOCK * (c + 1) - S)))
    }
}

/// A number in registers. A load across two recent stores would wait until both are in the cache.
#[derive(Clone, Copy)]
pub(super) struct Element {
    /// The vectors of the number between two zero vectors.
    vectors: [Vector; MOST + 2],
    len: usize,
}

impl Element {
    /// The number at `a`, of v vectors.
    #[inline(always)]
    pub(super) unsafe fn load(a: *const u64, v: usize, len: usize) -> Self {
        let mut vectors = [zero(); MOST + 2];
        each!(I in 0 1 2 3 { if I < v { vectors[I + 1] = load(a.add(BLOCK * I)); } });
        Self { vectors, len }
    }

    /// Vector i of the number.
    #[inline(always)]
    pub(super) fn vector(self, i: usize) -> Vector {
        self.vectors[i + 1]
    }
}

impl Operand for Element {
    #[inline(always)]
    fn len(self) -> usize {
        self.len
    }

    #[inline(always)]
    unsafe fn shifted<const S: usize>(self, c: usize) -> Vector {
        shift::<S>(self.vectors[c + 1], self.vectors[c])
    }
}

/// The digits of x S lanes up, and the top digits of `below` in the lowest lanes.
#[inline(always)]
unsafe fn shift<const S: usize>(x: Vector, below: Vector) -> Vector {
    match S {
        0 => x,
        1 => _mm512_alignr_epi64::<7>(x, below),
        2 => _mm512_alignr_epi64::<6>(x, below),
        3 => _mm512_alignr_epi64::<5>(x, below),
        4 => _mm512_alignr_epi64::<4>(x, below),
        5 => _mm512_alignr_epi64::<3>(x, below),
        6 => _mm512_alignr_epi64::<2>(x, below),
        7 => _mm512_alignr_epi64::<1>(x, below),
        _ => below,
    }
}

/// Columns, their low and high products apart: high products have twice the weight.
#[derive(Clone, Copy)]
pub(super) struct Columns {
    low: [Vector; 2 * MOST],
    high: [Vector; 2 * MOST],
}

impl Columns {
    #[inline(always)]
    pub(super) unsafe fn new() -> Self {
        Self { low: [zero(); 2 * MOST], high: [zero(); 2 * MOST] }
    }

    /// Column c.
    #[inline(always)]
    pub(super) unsafe fn get(&self, c: usize) -> Vector {
        sum(self.low[c], self.high[c])
    }

    /// Columns at + `from` to at + `to` += columns `from` to `to` of (the first `count` digits of q)·b.
    #[inline(always)]
    pub(super) unsafe fn rows(
        &mut self,
        at: usize,
        q: &[Vector; 8],
        count: usize,
        b: impl Operand,
        from: usize,
        to: usize,
    ) {
        each!(S in 0 1 2 3 4 5 6 7 8 { each!(C in 0 1 2 3 4 {
            if S <= count && C >= from && C < to && b.has(C, S) {
                let x = b.shifted::<S>(C);
                if S < count { self.low[at + C] = mul_low(self.low[at + C], q[S % 8], x); }
                if S > 0 { self.high[at + C] = mul_high(self.high[at + C], q[(S + 7) % 8], x); }
            }
        }); });
    }

    /// Columns 2k + `from` to 2k + `to` += the products a_i·a_j, i in vector k, i < j.
    #[inline(always)]
    pub(super) unsafe fn square_rows(&mut self, k: usize, q: &[Vector; 8], a: impl Operand, from: usize, to: usize) {
        let count = (a.len() - BLOCK * k).min(BLOCK);
        each!(S in 0 1 2 3 4 5 6 7 8 { each!(J in 0 1 2 3 4 {
            if S <= count && J >= from && J < to && a.has(k + J, S) && 2 * S < BLOCK * (J + 1) {
                // Lane l holds digit 8(k + J) − S + l. It is above 8k + S for l > 2S − 8J, and above 8k + S − 1 for l ≥
                // 2S − 8J.
                let y = a.shifted::<S>(k + J);
                let c = 2 * k + J;
                if S < count {
                    self.low[c] = if J < 2 && 2 * S >= BLOCK * J {
                        mul_low_in(Groups::<1>::lanes_from((2 * S + 1).wrapping_sub(BLOCK * J) % 16), self.low[c], q[S % 8], y)
                    } else {
                        mul_low(self.low[c], q[S % 8], y)
                    };
                }
                if S > 0 {
                    self.high[c] = if J < 2 && 2 * S > BLOCK * J {
                        mul_high_in(Groups::<1>::lanes_from((2 * S).wrapping_sub(BLOCK * J) % 16), self.high[c], q[(S + 7) % 8], y)
                    } else {
                        mul_high(self.high[c], q[(S + 7) % 8], y)
                    };
                }
            }
        }); });
    }
}

/// low + 2·high
#[inline(always)]
pub(super) unsafe fn sum(low: Vector, high: Vector) -> Vector {
    add(low, add(high, high))
}

/// acc + column `c` of (the first `count` digits of q)·b, in four chains, because other steps wait for it.
#[inline(always)]
pub(super) unsafe fn column(acc: Vector, q: &[Vector; 8], count: usize, b: impl Operand, c: usize) -> Vector {
    let (mut low, mut high) = ([acc, zero()], [zero(); 2]);
    each!(S in 0 1 2 3 4 5 6 7 8 {
        if S <= count && b.has(c, S) {
            let x = b.shifted::<S>(c);
            if S < count { low[S % 2] = mul_low(low[S % 2], q[S % 8], x); }
            if S > 0 { high[S % 2] = mul_high(high[S % 2], q[(S + 7) % 8], x); }
        }
    });
    sum(add(low[0], low[1]), add(high[0], high[1]))
}

/// Returns bits 51 and up of x, one lane higher, with `below` in the lowest lane; and these bits of the uppermost lane,
/// in the lowest lane.
#[inline(always)]
unsafe fn carries(x: Vector, below: Vector) -> (Vector, Vector) {
    let carry = _mm512_srli_epi64::<RADIX>(x);
    (_mm512_mask_alignr_epi64::<7>(below, 0xfe, carry, carry), _mm512_mask_alignr_epi64::<7>(zero(), 1, carry, carry))
}

/// Returns the digits of x + below, which are below 2^51 + 2^13, and the carry. Both carries are in the lowest lane.
#[inline(always)]
pub(super) unsafe fn propagate_carries(x: Vector, below: Vector) -> (Vector, Vector) {
    let (carry_in, carry) = carries(x, below);
    (add(_mm512_and_si512(x, splat(MASK)), carry_in), carry)
}

/// The squares of the digits of x, as two columns.
#[inline(always)]
pub(super) unsafe fn squares(x: Vector) -> (Vector, Vector) {
    let (low, high) = (mul_low(zero(), x, x), mul_high(zero(), x, x));
    let high = add(high, high);
    let (first, second) = (_mm512_set_epi64(11, 3, 10, 2, 9, 1, 8, 0), _mm512_set_epi64(15, 7, 14, 6, 13, 5, 12, 4));
    (_mm512_permutex2var_epi64(low, first, high), _mm512_permutex2var_epi64(low, second, high))
}
