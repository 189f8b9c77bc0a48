//! The reduction of a sum, block by block, for products and squares.

use super::modulus::IfmaModulus;
use super::rows::{called_tiles, column, each_tile, shared_tiles};
use super::scratch::Scratch;
use super::vector::*;
use core::arch::x86_64::{_mm512_and_si512, _mm512_or_si512, _mm512_srli_epi64};

/// Blocks of rows and quotients between two carry passes: the most that an accumulator holds.
pub(super) const CARRY_PASS_BLOCKS: usize = 64;

avx512! {
    /// Propagates the carries of columns `from` to `to` by one lane, which leaves digits below 2^52 + 2^12.
    #[inline(never)]
    fn carry_pass<const N: usize>(t: *mut u64, from: usize, to: usize) {
        let mut below = zero();
        for column in from..to {
            let t = t.add(WORDS * column);
            let x = load(t);
            let (carry_in, carry) = carries::<N>(x, below);
            store(t, add(_mm512_and_si512(x, splat(MASK)), carry_in));
            below = carry;
        }
    }
}

/// The part of the last block without the quotient of the block before it.
pub(super) struct Last<'m, const N: usize> {
    m: &'m IfmaModulus<N>,
    /// The uppermost lane of the block's column, in all lanes.
    top: Vector,
    /// The column times n' mod B.
    q: Vector,
}

impl<'m, const N: usize> Last<'m, N> {
    /// `x` is the block's column without the products of the quotient before it.
    #[inline(always)]
    pub(super) unsafe fn new(x: Vector, m: &'m IfmaModulus<N>) -> Self {
        let (known, _) = propagate_carries::<N>(x, zero(), splat(1));
        let q =
            column::<N, true, WORDS>(zero(), &lanes::<N>(known), m.inverse.as_ptr().add(Groups::<N>::DIGITS * WORDS));
        Self { m, top: uppermost::<N>(x), q }
    }

    /// Returns the last quotient, and the carry of its block into the next column, in all lanes. `before` is the
    /// quotient before it and the carry of its block.
    #[inline(always)]
    pub(super) unsafe fn quotient(&self, before: Option<(Vector, Vector)>) -> (Vector, Vector) {
        let inverse = self.m.inverse.as_ptr().add(Groups::<N>::DIGITS * WORDS);
        let inverse_times_f = self.m.inverse_times_f.as_ptr().add(Groups::<N>::DIGITS * WORDS);
        let uppermost = |i: usize| load(self.m.uppermost.as_ptr().wrapping_add(WORDS * i));

        // q = (x + carry)·n' + before·(n'·F) mod B
        let (mut q, mut low, mut high) = (self.q, zero(), zero());
        if let Some((before, carry)) = before {
            q = column::<N, true, WORDS>(q, &lanes::<N>(before), inverse_times_f);
            let carry = lowest::<N>(carry);
            q = mul_high(mul_low(q, carry, load(inverse)), carry, load(inverse.sub(WORDS)));
            (low, high) = (mul_low(low, before, uppermost(0)), mul_high(high, before, uppermost(1)));
        }
        let (q, _) = propagate_carries::<N>(q, zero(), splat(1));

        // With all products the column is a multiple of B, so its lower lanes only round the uppermost lane up.
        (low, high) = (mul_low(low, q, uppermost(2)), mul_high(high, q, uppermost(3)));
        (q, _mm512_srli_epi64::<RADIX>(add(add(self.top, splat(MASK)), sum::<N>(add(low, high)))))
    }
}

/// Adds the products of the last quotient to columns v to 2v of `t` (and twice `off_diagonal` if SQUARE), propagates
/// the carries, and writes the digits to `out`, column by column, since the next product waits for the lowest. Unrolled
/// for N = 2 or V > 0.
#[inline(always)]
pub(super) unsafe fn finish<const N: usize, const V: usize, const SQUARE: bool>(
    out: *mut u64,
    s: Scratch,
    q: &[Vector; 8],
    carry: Vector,
    m: &IfmaModulus<N>,
    v: usize,
) {
    let mut carries = (carry, 0);
    if N == 1 && V == 0 {
        for j in 0..v {
            carries = finish_column::<N, SQUARE>(out, s, q, carries, m, v, j);
        }
    } else {
        each_tile!(0, v, |j, WIDTH| {
            each!(J in 0 1 2 3 4 5 { if J < WIDTH { carries = finish_column::<N, SQUARE>(out, s, q, carries, m, v, j + J); } });
        });
    }
    store(out.sub(WORDS), zero());
    store(out.add(WORDS * v), zero());
}

/// Computes vector j of `out` from the incoming carries. Returns the carries of the sum, and a last carry, 0 or 1.
#[inline(always)]
unsafe fn finish_column<const N: usize, const SQUARE: bool>(
    out: *mut u64,
    s: Scratch,
    q: &[Vector; 8],
    (below, ripples): (Vector, u16),
    m: &IfmaModulus<N>,
    v: usize,
    j: usize,
) -> (Vector, u16) {
    let sum = if SQUARE { s.square_column(v + j) } else { load(s.column(v + j)) };
    let sum = column::<N, false, WORDS>(sum, q, m.m.as_ptr().add(Groups::<N>::DIGITS * WORDS * (j + 2)));
    let (carry_in, carry) = carries::<N>(sum, below);
    let (digits, ripples) = ripple::<N>(add(_mm512_and_si512(sum, splat(MASK)), carry_in), ripples);
    store(out.add(WORDS * j), digits);
    (carry, ripples)
}

/// The reduction of a sum, block by block.
#[derive(Clone, Copy)]
pub(super) struct Reduction<const N: usize> {
    complement: Vector,
    step: Vector,
    /// The start of the columns in quotient elimination: B^(v−1) − 1 under `complement`, else zero.
    pub(super) start: Vector,
    /// F, at digit 0.
    f: *const u64,
    /// The latest quotient and the carry of its block.
    pub(super) q: Vector,
    pub(super) carry: Vector,
}

impl<const N: usize> Reduction<N> {
    #[inline(always)]
    pub(super) unsafe fn new(m: &IfmaModulus<N>) -> Self {
        let complement = load(m.complement.as_ptr());
        Self {
            complement,
            step: _mm512_or_si512(complement, splat(1)),
            start: _mm512_and_si512(complement, splat(MASK)),
            f: m.f.as_ptr().add(Groups::<N>::DIGITS * WORDS),
            q: zero(),
            carry: zero(),
        }
    }

    /// Sets the quotient of block 0 from its column `x`.
    #[inline(always)]
    pub(super) unsafe fn first(&mut self, s: Scratch, x: Vector) {
        (self.q, self.carry) = propagate_carries::<N>(add(x, self.start), self.complement, self.step);
        store(s.quotient(0), self.q);
    }

    /// Sets the quotient of block i from its column. `x` is the column without the products of the quotient before.
    #[inline(always)]
    pub(super) unsafe fn next(&mut self, s: Scratch, i: usize, x: Vector) {
        // The quotient of one number goes through memory. This takes longer, but permutations would run on the pipes of
        // the products.
        let q = if N == 1 { digits::<N>(s.quotient(i - 1)) } else { lanes::<N>(self.q) };
        let x = column::<N, true, WORDS>(add(x, self.carry), &q, self.f);
        (self.q, self.carry) = propagate_carries::<N>(x, self.complement, self.step);
        store(s.quotient(i), self.q);
    }

    /// Adds columns `from` to `to` of the products of block i's quotient.
    #[inline(always)]
    pub(super) unsafe fn apply<const V: usize>(&self, s: Scratch, i: usize, from: usize, to: usize) {
        if V == 0 {
            shared_tiles::<N, WORDS>(s.column(i + 1), s.quotient(i), self.f, from, to);
        } else {
            called_tiles::<N, WORDS>(s.column(i + 1), s.quotient(i), self.f, from, to);
        }
    }

    /// acc + column 1 of the products of block i's quotient. The column belongs to block i + 2.
    #[inline(always)]
    pub(super) unsafe fn column(&self, acc: Vector, s: Scratch, i: usize) -> Vector {
        column::<N, false, WORDS>(acc, &digits::<N>(s.quotient(i)), self.f.add(Groups::<N>::DIGITS * WORDS))
    }
}
