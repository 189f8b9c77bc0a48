//! `ifma_x8`: AVX-512 IFMA on eight numbers, one in each 64-bit lane; nothing ever crosses lanes.
//!
//! Word 8i + l of an element is digit i of lane l, in radix 2^52: a vector holds one digit of eight numbers. A product
//! is a few thousand independent `vpmadd52`, two per cycle at best, and all that matters is to keep them fed.
//!
//! **Columns.** A tile of eight columns of the sum stays in 16 registers, low and high products apart, while all rows
//! pass by (product scanning): a row is one digit of a and nine of b, loaded once, for 16 multiplications. Nothing is
//! stored but quotients and the result. Squares take each off-diagonal product once and double the tile's accumulators
//! before the diagonal and the reduction go in.
//!
//! **Quotients.** As in [`super::ifma`], with a block of one digit: M = m·n ≡ −1 mod 2^52, F = (M + 1)/2^52, and the
//! quotient of a column is the column's low 52 bits. That shortens the chain from column to column from four steps to
//! two, multiplication and addition. The last quotient is multiplied by n, and m itself.
//!
//! **Range.** out ≤ T/R + m·n/2^52 + m < T/R + 2m. In range is below 4m and R ≥ 16m: two elements in range give
//! out < 3m, and any a < R with b below 2m gives out < 4m.
//!
//! **Accumulators.** A row adds at most 2^52 to each; every `RELIEF` rows the carries are passed on. Between, low and
//! high of a column hold less than 2·(3·RELIEF + 16)·2^52 < 2^64, the doubling of a square included.
#![allow(
    unsafe_op_in_unsafe_fn,
    reason = "one contract for the file: a value of IfmaX8 proves the instructions, and mont_mul and mont_sqr have \
              checked that every element and scratch holds the words that `IfmaX8Modulus::digits` implies"
)]
#![allow(clippy::wildcard_imports, reason = "the intrinsics")]
#![allow(clippy::absurd_extreme_comparisons, reason = "conditions on the constants of unrolled loops")]

use super::ifma::Ifma;
use super::ifma::vector::{MASK, RADIX, add, each, hit, load, merge, mul_high, mul_low, splat, store, zero};
use crate::buffer::Buffer;
use crate::kernel::Kernel;
use crate::{limb, radix};
use alloc::vec;
use core::arch::x86_64::*;
use zeroize::Zeroizing;

const LANES: usize = 8;
/// Columns in a tile. The lowest tile of each half is narrower if need be: digits come in multiples of `NARROW`.
pub(super) const WIDE: usize = 8;
const NARROW: usize = 4;
/// Rows after which a tile's carries are passed on.
pub(super) const RELIEF: usize = 512;

type Vector = __m512i;

/// The kernel; a value is proof that the CPU has AVX-512 IFMA.
#[derive(Clone, Copy, Debug)]
pub struct IfmaX8(());

/// What the kernel keeps of eight moduli.
#[derive(Clone)]
pub struct IfmaX8Modulus {
    digits: usize,
    /// m, and a zero digit.
    m: Buffer<u64>,
    /// F.
    friendly: Buffer<u64>,
    /// n = −m⁻¹ mod 2^52, one digit.
    inverse: Buffer<u64>,
}

impl IfmaX8 {
    /// The kernel, if this CPU can run it.
    #[must_use]
    pub fn detect() -> Option<Self> {
        Ifma::detect().map(|_| Self(()))
    }
}

impl Kernel for IfmaX8 {
    type Word = u64;
    type Modulus = IfmaX8Modulus;

    const RADIX: u32 = RADIX;
    const LANES: usize = LANES;
    const HEADROOM: u32 = 4;

    fn digits(bits: usize) -> usize {
        let digits = (bits + Self::HEADROOM as usize).div_ceil(RADIX as usize);
        digits.next_multiple_of(NARROW).max(WIDE)
    }

    fn scratch_words(digits: usize) -> usize {
        // the quotients, and a zero below them
        LANES * (digits + 1)
    }

    fn modulus(self, moduli: &[&[u64]], digits: usize) -> IfmaX8Modulus {
        let mut m = Buffer::new(LANES * (digits + 1));
        let mut friendly = Buffer::new(LANES * digits);
        let mut inverse = Buffer::new(LANES);
        for (lane, modulus) in moduli.iter().enumerate() {
            let n = limb::inverse_limb(modulus[0]).wrapping_neg() & MASK;
            let mut multiple = Zeroizing::new(vec![0; modulus.len() + 1]);
            limb::mul(&mut multiple, modulus, &[n]);
            let mut one = vec![0; multiple.len()];
            one[0] = 1;
            limb::add_if(&mut multiple, &one, 1);
            Self::split(&mut m, modulus, lane);
            Self::split(&mut friendly, &Zeroizing::new(limb::shift_right(&multiple, RADIX as usize)), lane);
            inverse[lane] = n;
        }
        IfmaX8Modulus { digits, m, friendly, inverse }
    }

    fn mont_mul(self, out: &mut [u64], a: &[u64], b: &[u64], m: &IfmaX8Modulus, scratch: &mut [u64]) {
        m.check(out, a, scratch);
        m.check(out, b, scratch);
        // SAFETY: self proves the instructions; the lengths have been checked.
        unsafe { mul(out.as_mut_ptr(), a.as_ptr(), b.as_ptr(), m, scratch.as_mut_ptr()) }
    }

    fn mont_sqr(self, out: &mut [u64], a: &[u64], m: &IfmaX8Modulus, scratch: &mut [u64]) {
        m.check(out, a, scratch);
        // SAFETY: self proves the instructions; the lengths have been checked.
        unsafe { sqr(out.as_mut_ptr(), a.as_ptr(), m, scratch.as_mut_ptr()) }
    }

    fn select(self, out: &mut [u64], table: &[u64], index: &[usize]) {
        assert!(table.len().is_multiple_of(out.len()) && out.len().is_multiple_of(LANES * NARROW));
        let wanted: [u64; LANES] = core::array::from_fn(|lane| core::hint::black_box(index[lane]) as u64);
        // SAFETY: self proves the instructions; table holds whole elements of out's length, made of whole vectors.
        unsafe { select(out, table, &wanted) }
    }

    fn split(out: &mut [u64], limbs: &[u64], lane: usize) {
        radix::split(limbs, RADIX, out.len() / LANES, |i, digit| out[LANES * i + lane] = digit);
    }

    fn join(limbs: &mut [u64], a: &[u64], lane: usize) {
        radix::join(limbs, RADIX, a.len() / LANES, |i| a[LANES * i + lane]);
    }
}

impl IfmaX8Modulus {
    fn check(&self, out: &[u64], a: &[u64], scratch: &[u64]) {
        let words = LANES * self.digits;
        assert!(out.len() >= words && a.len() >= words && scratch.len() >= words + LANES);
        debug_assert!(a.iter().all(|&digit| digit <= MASK));
    }
}

/// WIDTH columns of the sum.
struct Tile<const WIDTH: usize> {
    low: [Vector; WIDTH],
    high: [Vector; WIDTH],
    /// For the column above.
    overflow: Vector,
}

/// digit i of p
#[inline(always)]
fn at(p: *const u64, i: usize) -> *const u64 {
    p.wrapping_add(LANES * i)
}

impl<const WIDTH: usize> Tile<WIDTH> {
    #[inline(always)]
    unsafe fn new() -> Self {
        Self { low: [zero(); WIDTH], high: [zero(); WIDTH], overflow: zero() }
    }

    /// low[k] += x·y_k, high[k] += x·y_{k−1}, all k
    #[inline(always)]
    unsafe fn row(&mut self, x: Vector, y: *const u64) {
        self.high[0] = mul_high(self.high[0], x, load(y.wrapping_sub(LANES)));
        each!(K in 0 1 2 3 4 5 6 7 { if K < WIDTH {
            let y = load(at(y, K));
            self.low[K] = mul_low(self.low[K], x, y);
            if K + 1 < WIDTH { self.high[K + 1] = mul_high(self.high[K + 1], x, y); }
        }});
    }

    /// Rows x_0 to x_{count−1}, from y on and each one digit further down.
    #[inline(always)]
    unsafe fn rows(&mut self, x: *const u64, y: *const u64, count: usize) {
        let (mut x, mut y) = (x, y);
        let mut left = count;
        loop {
            for _ in 0..left.min(RELIEF) {
                self.row(load(x), y);
                x = x.wrapping_add(LANES);
                y = y.wrapping_sub(LANES);
            }
            if left <= RELIEF {
                return;
            }
            left -= RELIEF;
            self.relieve();
        }
    }

    /// The row x from column `from` on, y_0 being the first.
    #[inline(always)]
    unsafe fn row_from(&mut self, from: usize, x: Vector, y: *const u64) {
        each!(K in 0 1 2 3 4 5 6 7 { if from + K < WIDTH {
            let y = load(at(y, K));
            self.low[from + K] = mul_low(self.low[from + K], x, y);
            if from + K + 1 < WIDTH { self.high[from + K + 1] = mul_high(self.high[from + K + 1], x, y); }
        }});
    }

    /// The rows x_e that begin inside the tile, in column e, with y_0.
    #[inline(always)]
    unsafe fn low_corner(&mut self, x: *const u64, y: *const u64) {
        each!(E in 0 1 2 3 4 5 6 7 { if E < WIDTH { self.row_from(E, load(at(x, E)), y); } });
    }

    /// The rows x_e, e < count, that end inside the tile: the high product with y, their last digit, is in column e.
    #[inline(always)]
    unsafe fn high_corner(&mut self, x: *const u64, y: *const u64, count: usize) {
        each!(E in 0 1 2 3 4 5 6 7 { if E < WIDTH && E < count {
            let x = load(at(x, E));
            each!(K in 0 1 2 3 4 5 6 7 { if K <= E {
                let y = load(y.wrapping_sub(LANES * (E - K)));
                self.high[K] = mul_high(self.high[K], x, y);
                if K > 0 { self.low[K - 1] = mul_low(self.low[K - 1], x, y); }
            }});
        }});
    }

    /// Off-diagonal products of the digits x_e with those above: the square of x_e is in column 2e. With `LAST`, x has
    /// WIDTH/2 digits.
    #[inline(always)]
    unsafe fn diagonal_corner<const LAST: bool>(&mut self, x: *const u64) {
        each!(E in 0 1 2 3 { if 2 * E < WIDTH {
            let digit = load(at(x, E));
            each!(K in 1 2 3 4 5 6 7 {
                if 2 * E + K < WIDTH && (!LAST || E + K < WIDTH / 2) {
                    let y = load(at(x, E + K));
                    self.low[2 * E + K] = mul_low(self.low[2 * E + K], digit, y);
                    if 2 * E + K + 1 < WIDTH { self.high[2 * E + K + 1] = mul_high(self.high[2 * E + K + 1], digit, y); }
                }
            });
        }});
    }

    /// Doubles what is there, and adds the squares of the digits x_e in columns 2e and 2e + 1.
    #[inline(always)]
    unsafe fn double_and_square(&mut self, x: *const u64) {
        each!(K in 0 1 2 3 4 5 6 7 { if K < WIDTH {
            self.low[K] = add(self.low[K], self.low[K]);
            self.high[K] = add(self.high[K], self.high[K]);
        }});
        self.overflow = add(self.overflow, self.overflow);
        each!(E in 0 1 2 3 { if 2 * E < WIDTH {
            let x = load(at(x, E));
            self.low[2 * E] = mul_low(self.low[2 * E], x, x);
            self.high[2 * E + 1] = mul_high(self.high[2 * E + 1], x, x);
        }});
    }

    /// Passes the carries on.
    #[inline(always)]
    unsafe fn relieve(&mut self) {
        let mut carry = zero();
        for (low, high) in self.low.iter_mut().zip(&mut self.high) {
            let sum = add(*low, *high);
            *low = add(_mm512_and_si512(sum, splat(MASK)), carry);
            *high = zero();
            carry = _mm512_srli_epi64::<RADIX>(sum);
        }
        self.overflow = add(self.overflow, carry);
    }

    /// Adds the products of the quotients below this tile's columns from `column` on, then takes the tile's own
    /// quotients. `q` is at quotient 0; returns the carry.
    #[inline(always)]
    unsafe fn quotients(&mut self, q: *mut u64, column: usize, carry: Vector, m: &IfmaX8Modulus) -> Vector {
        let f = m.friendly.as_ptr();
        if column > 0 {
            self.rows(q, at(f, column - 1), column - 1);
            self.row_from(0, load(at(q, column - 1)), f);
        }
        let mut carry = carry;
        each!(K in 0 1 2 3 4 5 6 7 { if K < WIDTH {
            let sum = add(add(self.low[K], carry), self.high[K]);
            let at = q.wrapping_add(LANES * (column + K));
            if K == WIDTH - 1 && column + WIDTH == m.digits {
                // the sum with q·m_0 is a multiple of 2^52: its low bits, if any, round it up
                store(at, mul_low(zero(), sum, load(m.inverse.as_ptr())));
                carry = _mm512_srli_epi64::<RADIX>(add(sum, splat(MASK)));
            } else {
                // low 52 bits are the quotient; multiplications do not see the rest
                store(at, sum);
                carry = _mm512_srli_epi64::<RADIX>(sum);
                self.row_from(K + 1, sum, f);
            }
        }});
        add(carry, self.overflow)
    }

    /// Adds the quotients' products in this tile's columns from `column` ≥ digits on, and writes the digits of the
    /// result; returns the carry.
    #[inline(always)]
    unsafe fn result(
        &mut self,
        out: *mut u64,
        q: *const u64,
        column: usize,
        carry: Vector,
        m: &IfmaX8Modulus,
    ) -> Vector {
        let (f, n) = (m.friendly.as_ptr(), m.digits);
        let first = q.wrapping_add(LANES * (column - n)).wrapping_sub(LANES);
        self.high_corner(first, at(f, n - 1), WIDTH);
        self.rows(at(first, WIDTH), at(f, n - WIDTH), 2 * n - column - WIDTH);
        self.row(load(at(q, n - 1)), at(m.m.as_ptr(), column - n + 1));
        let mut carry = carry;
        each!(K in 0 1 2 3 4 5 6 7 { if K < WIDTH {
            let sum = add(add(self.low[K], carry), self.high[K]);
            store(out.wrapping_add(LANES * (column - n + K)), _mm512_and_si512(sum, splat(MASK)));
            carry = _mm512_srli_epi64::<RADIX>(sum);
        }});
        add(carry, self.overflow)
    }
}

#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512bw")]
unsafe fn mul(out: *mut u64, a: *const u64, b: *const u64, m: &IfmaX8Modulus, scratch: *mut u64) {
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
unsafe fn sqr(out: *mut u64, a: *const u64, m: &IfmaX8Modulus, scratch: *mut u64) {
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

#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512bw")]
unsafe fn select(out: &mut [u64], table: &[u64], wanted: &[u64; LANES]) {
    // The table may be larger than the first cache: long runs of each entry keep its lines streaming.
    let wanted = load(wanted.as_ptr());
    let digits = out.len() / LANES;
    let mut digit = 0;
    while digit + 16 <= digits {
        gather::<16>(out, table, wanted, digit);
        digit += 16;
    }
    while digit < digits {
        gather::<NARROW>(out, table, wanted, digit);
        digit += NARROW;
    }
}

/// `select` for COUNT ≤ 16 digits from `digit` on.
#[inline(always)]
unsafe fn gather<const COUNT: usize>(out: &mut [u64], table: &[u64], wanted: Vector, digit: usize) {
    let mut acc = [zero(); COUNT];
    for (i, entry) in table.chunks_exact(out.len()).enumerate() {
        let hit = hit(i as u64, wanted);
        let entry = at(entry.as_ptr(), digit);
        each!(K in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 { if K < COUNT {
            acc[K] = merge(acc[K], hit, load(at(entry, K)));
        }});
    }
    each!(K in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 { if K < COUNT {
        store(out.as_mut_ptr().add(LANES * (digit + K)), acc[K]);
    }});
}

#[cfg(test)]
mod tests {
    use super::super::ifma::tests::{check_select, check_sizes, check_very_large};
    use super::*;

    #[test]
    fn products_of_small_moduli() {
        let Some(kernel) = IfmaX8::detect() else { return };
        check_sizes(kernel, 2..130);
    }

    #[test]
    fn products_on_the_seams() {
        let Some(kernel) = IfmaX8::detect() else { return };
        check_sizes(kernel, (3..48).flat_map(|digits| 52 * digits - 5..=52 * digits + 1));
    }

    #[test]
    fn products_of_common_and_large_moduli() {
        let Some(kernel) = IfmaX8::detect() else { return };
        check_sizes(kernel, [1024, 1536, 2048, 3072, 4096, 8192]);
    }

    #[test]
    fn accumulators_of_very_large_moduli_do_not_overflow() {
        let Some(kernel) = IfmaX8::detect() else { return };
        for bits in [26_620, 65_536] {
            check_very_large(kernel, bits);
        }
    }

    #[test]
    fn select_takes_each_lane_from_its_own_entry() {
        let Some(kernel) = IfmaX8::detect() else { return };
        for digits in [8, 12, 20, 40] {
            check_select(kernel, digits);
        }
    }
}
