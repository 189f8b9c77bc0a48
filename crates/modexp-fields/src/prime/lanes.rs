//! Eight residues at a time, one in each 64-bit lane of D vectors: digit i of all eight in vector i, in radix 2^RADIX.
//!
//! Nothing crosses lanes. The code is written over [`Vectors`]: `x86_64::Ifma` has the instructions (RADIX 52). The tests try all
//! operands on a model of a few bits. `proofs` shows for all primes and operands that results are right and no lane overflows.
//!
//! **Range.** Residues are below 2p and R = 2^(RADIX·D) ≥ 4p, so that a product needs no last subtraction:
//! a, b < 2p and Q < R give (a·b + Q·p)/R < (2p)²/R + p ≤ 2p. Digits are complete, below 2^RADIX: the multiplication reads
//! only these bits. So sums and differences propagate carries in two chains side by side, and take the chain with the right
//! sign. That takes a sixth of a product.
//!
//! **Accumulators.** A column adds two low and two high products a row, and a carry: less than (4D + 1)·2^52 in all.
//!
//! **Double width.** Numbers before the reduction are signed columns with their carries, so a sum of them is a vector addition for
//! each column. A sum of T products lies between −T·(2p)² and T·(2p)². The reduction adds (T + 1)·(2p)², which makes it positive,
//! and gives less than ((8T + 4)·p/R + 1)·p. Where that is more than 2p, it subtracts a multiple of p. The quotient comes from the
//! top digit, see [`Eight::terms_of`].

#[cfg(all(test, not(miri)))]
mod proofs;
#[cfg(test)]
mod tests;
mod vectors;

use super::limbs;
use super::ops::{Choice, DoubleWidth, FieldOps, Permute, Places};
use super::params::Params;
use super::portable::Portable;
use core::array::from_fn;
use modexp_limbs::{limb, radix};
use vectors::LANES;
pub use vectors::Vectors;

/// A field of primes of N limbs on eight numbers of D digits.
#[derive(Clone, Copy, Debug)]
pub struct Eight<V: Vectors, const N: usize, const D: usize> {
    vectors: V,
    params: Params<N>,
    /// −p⁻¹ mod 2^RADIX.
    m0_inv: V::Vector,
    p: [V::Vector; D],
    /// 2p.
    double_p: [V::Vector; D],
    /// R mod p.
    one: [V::Vector; D],
    /// R² mod p.
    rr: [V::Vector; D],
    /// T: the most products in a sum of double width.
    terms: u64,
    /// (T + 1)·(2p)².
    lift: DoubleWidth<V::Vector, D>,
    /// ⌊R/p⌋, if reductions of sums subtract a multiple of p.
    room: Option<V::Vector>,
}

impl<V: Vectors, const N: usize, const D: usize> Eight<V, N, D> {
    /// The field of this prime; `None` if 4p > 2^(RADIX·D).
    #[must_use]
    pub fn new(vectors: V, params: Params<N>) -> Option<Self> {
        let bits = V::RADIX as usize * D;
        if limb::bit_len(&params.p) + 2 > bits {
            return None;
        }
        let digits = |x: &[u64; N]| broadcast(vectors, x, 0);
        // c·x, which may be longer than N limbs
        let multiple = |x: &[u64], c: u64| {
            let mut out = [[0; N]; 3];
            limb::mac_row(out.as_flattened_mut(), x, c);
            out
        };
        let mut square = [[0; N]; 2];
        limb::mul(square.as_flattened_mut(), &params.p, &params.p);
        let room = quotient(bits, &params.p);
        let (terms, estimates) = Self::terms_of(room);
        let lift = multiple(square.as_flattened(), 4 * (terms + 1));
        Some(Self {
            vectors,
            m0_inv: splat(vectors, params.inverse[0] & mask::<V>()),
            p: digits(&params.p),
            double_p: broadcast(vectors, multiple(&params.p, 2).as_flattened(), 0),
            one: digits(&params.power_of_two(bits)),
            rr: digits(&params.power_of_two(2 * bits)),
            terms,
            lift: [0, D].map(|first| broadcast(vectors, lift.as_flattened(), first)),
            room: estimates.then(|| splat(vectors, room)),
            params,
        })
    }

    /// T for room = ⌊R/p⌋, and whether a reduction subtracts multiples of p.
    ///
    /// The reduction gives v < x·p with x = (8T + 4)/room + 1. For x ≤ 2, v is in range. Otherwise it subtracts q·p, see [`estimate`].
    /// `tests::quotients_of_sums_are_in_range` proves 0 ≤ v − q·p < 2p for each room. The columns below the two uppermost columns have
    /// signs and change v by less than 2^−40 of a unit of the top digit. The top digit is not negative, because the lift leaves
    /// v ≥ (2p)²/R, which is at least 8 of its units.
    fn terms_of(room: u64) -> (u64, bool) {
        // columns below 2^(63 − RADIX) digits: T products, the lift and the rows of the reduction
        let columns = ((1 << (63 - V::RADIX)) - 2 * D as u64 - 3) / if Self::CARRIES { 2 } else { 2 * D as u64 };
        if 8 * columns + 4 <= room {
            (columns, false)
        } else if 2 * (room + 1) * (room + 1) <= 1 << V::RADIX {
            (columns.min((room * (room - 2) - 4) / 8), true)
        } else {
            ((room - 4) / 8, false)
        }
    }

    /// Whether products carry once. Fields of eight digits (BLS12-381) do not: they add at most 96 products.
    const CARRIES: bool = D != 8;

    /// `first` unless it is negative, else `second`, which is then not negative.
    #[inline(always)]
    fn first_not_negative(&self, first: &[V::Vector; D], second: &[V::Vector; D]) -> [V::Vector; D] {
        let v = self.vectors;
        let (mut a, mut b) = (*first, *second);
        for i in 1..D {
            a[i] = v.add(a[i], v.carry(a[i - 1]));
            b[i] = v.add(b[i], v.carry(b[i - 1]));
        }
        let negative = v.negative(a[D - 1]);
        for i in 0..D {
            let x = v.blend(negative, a[i], b[i]);
            a[i] = if i < D - 1 { v.digit(x) } else { v.top_digit(x) };
        }
        a
    }

    /// Propagates the carries of the columns of a number that fits D digits.
    #[inline(always)]
    fn propagate(&self, columns: &[V::Vector; D]) -> [V::Vector; D] {
        let v = self.vectors;
        let mut out = *columns;
        for i in 1..D {
            out[i] = v.add(out[i], v.carry(out[i - 1]));
            out[i - 1] = v.digit(out[i - 1]);
        }
        out[D - 1] = v.top_digit(out[D - 1]);
        out
    }

    /// f(i) for each digit i. `from_fn` is not always inlined, and is then not compiled for vectors.
    #[inline(always)]
    fn each(&self, f: impl Fn(usize) -> V::Vector) -> [V::Vector; D] {
        let mut out = self.zeros();
        for i in 0..D {
            out[i] = f(i);
        }
        out
    }

    #[inline(always)]
    fn zeros(&self) -> [V::Vector; D] {
        [splat(self.vectors, 0); D]
    }

    #[inline(always)]
    fn add_in(&self, a: &[V::Vector; D], b: &[V::Vector; D]) -> [V::Vector; D] {
        let v = self.vectors;
        let sum = self.each(|i| v.add(a[i], b[i]));
        self.first_not_negative(&self.each(|i| v.sub(sum[i], self.double_p[i])), &sum)
    }

    #[inline(always)]
    fn sub_in(&self, a: &[V::Vector; D], b: &[V::Vector; D]) -> [V::Vector; D] {
        let v = self.vectors;
        let difference = self.each(|i| v.sub(a[i], b[i]));
        self.first_not_negative(&difference, &self.each(|i| v.add(difference[i], self.double_p[i])))
    }

    /// a/2. Adding p makes an odd a even, and leaves it below 3p. 2^(RADIX − 1) times a digit has the digit's lowest bit at the top
    /// of the low half, and the other bits in the high half.
    #[inline(always)]
    fn half_in(&self, a: &[V::Vector; D]) -> [V::Vector; D] {
        let v = self.vectors;
        let (zero, top) = (splat(v, 0), splat(v, 1 << (V::RADIX - 1)));
        let is_even = v.zero_lanes(v.mul_low(zero, a[0], top));
        let even = self.propagate(&self.each(|i| v.add(a[i], v.blend(is_even, self.p[i], zero))));
        self.each(|i| {
            let above = if i + 1 < D { v.mul_low(zero, even[i + 1], top) } else { zero };
            v.or(v.mul_high(zero, even[i], top), above)
        })
    }

    /// A row of a reduction: adds the multiple q·p that makes column 0 zero modulo 2^RADIX. Before that, `next` has the columns moved
    /// down by one. Column 0 then carries ⌈column/2^RADIX⌉, which does not wait for q. In the column that the next row waits for, the
    /// two halves of products do not wait for each other.
    #[inline(always)]
    fn reduce_row(&self, columns: &[V::Vector; D], next: &mut [V::Vector; D]) {
        let v = self.vectors;
        let q = v.quotient(columns[0], self.m0_inv);
        let carry = v.carry(v.add(columns[0], splat(v, mask::<V>())));
        let high = v.mul_high(carry, self.p[0], q);
        for j in 0..D {
            if j + 1 < D {
                next[j] = v.mul_low(next[j], self.p[j + 1], q);
            }
            next[j] = if j == 0 { v.add(next[j], high) } else { v.mul_high(next[j], self.p[j], q) };
        }
    }

    /// a·b·R⁻¹: rows of product and reduction in turn.
    #[inline(always)]
    fn mul_in(&self, a: &[V::Vector; D], b: &[V::Vector; D]) -> [V::Vector; D] {
        let v = self.vectors;
        let zero = splat(v, 0);
        let mut columns = self.zeros();
        for i in 0..D {
            for j in 0..D {
                columns[j] = v.mul_low(columns[j], a[j], b[i]);
            }
            let mut next = self.each(|j| v.mul_high(if j + 1 < D { columns[j + 1] } else { zero }, a[j], b[i]));
            self.reduce_row(&columns, &mut next);
            columns = next;
        }
        self.propagate(&columns)
    }

    /// Columns of a·b.
    #[inline(always)]
    fn product_columns(&self, a: &[V::Vector; D], b: &[V::Vector; D]) -> DoubleWidth<V::Vector, D> {
        let v = self.vectors;
        let zero = splat(v, 0);
        let [mut low, mut window] = [self.zeros(), self.zeros()];
        for i in 0..D {
            for j in 0..D {
                window[j] = v.mul_low(window[j], a[j], b[i]);
            }
            low[i] = window[0];
            window = self.each(|j| v.mul_high(if j + 1 < D { window[j + 1] } else { zero }, a[j], b[i]));
        }
        [low, window]
    }

    /// Columns of a², each off-diagonal product once and doubled.
    #[inline(always)]
    fn square_columns(&self, a: &[V::Vector; D]) -> DoubleWidth<V::Vector, D> {
        let v = self.vectors;
        // in halves: with a slice of all columns, the compiler does not inline this
        let mut t = [self.zeros(), self.zeros()];
        for i in 0..D {
            for j in i + 1..D {
                let (low, high) = (i + j, i + j + 1);
                t[low / D][low % D] = v.mul_low(t[low / D][low % D], a[i], a[j]);
                t[high / D][high % D] = v.mul_high(t[high / D][high % D], a[i], a[j]);
            }
        }
        for half in &mut t {
            *half = self.each(|i| v.add(half[i], half[i]));
        }
        for i in 0..D {
            let (low, high) = (2 * i, 2 * i + 1);
            t[low / D][low % D] = v.mul_low(t[low / D][low % D], a[i], a[i]);
            t[high / D][high % D] = v.mul_high(t[high / D][high % D], a[i], a[i]);
        }
        t
    }

    /// t·R⁻¹ of columns with carries, still with carries; below t/R + p.
    #[inline(always)]
    fn reduce_rows(&self, t: &DoubleWidth<V::Vector, D>) -> [V::Vector; D] {
        let v = self.vectors;
        let zero = splat(v, 0);
        let mut columns = t[0];
        for _ in 0..D {
            let mut next = self.each(|j| if j + 1 < D { columns[j + 1] } else { zero });
            self.reduce_row(&columns, &mut next);
            columns = next;
        }
        self.each(|i| v.add(columns[i], t[1][i]))
    }

    /// t·R⁻¹ in digits, if it fits D digits.
    #[inline(always)]
    fn reduce_columns(&self, t: &DoubleWidth<V::Vector, D>) -> [V::Vector; D] {
        self.propagate(&self.reduce_rows(t))
    }

    /// t·R⁻¹ mod p for a sum t of at most T products.
    #[inline(always)]
    fn reduce_sum(&self, t: &DoubleWidth<V::Vector, D>) -> [V::Vector; D] {
        let v = self.vectors;
        let [low, high] = &self.lift;
        let columns =
            self.reduce_rows(&[self.each(|i| v.add(t[0][i], low[i])), self.each(|i| v.add(t[1][i], high[i]))]);
        let Some(room) = self.room else { return self.propagate(&columns) };

        let zero = splat(v, 0);
        let carry = if D > 1 { v.carry(columns[D - 2]) } else { zero };
        let q = estimate(v, v.add(columns[D - 1], carry), room);
        self.propagate(&self.each(|i| {
            let high = if i > 0 { v.mul_high(zero, q, self.p[i - 1]) } else { zero };
            v.sub(columns[i], v.mul_low(high, q, self.p[i]))
        }))
    }

    /// Columns of a product, with the carries moved up by one column if products carry.
    #[inline(always)]
    fn carried(&self, t: &DoubleWidth<V::Vector, D>) -> DoubleWidth<V::Vector, D> {
        if !Self::CARRIES {
            return *t;
        }
        let v = self.vectors;
        let carry = |half: usize| v.carry(t[half][D - 1]);
        let moved = |half: usize, below| {
            self.each(|i| {
                let digit = if (half, i) == (1, D - 1) { t[half][i] } else { v.digit(t[half][i]) };
                v.add(digit, if i > 0 { v.carry(t[half][i - 1]) } else { below })
            })
        };
        [moved(0, splat(v, 0)), moved(1, carry(0))]
    }

    /// a mod p, for a ≤ p.
    #[inline(always)]
    fn canonical(&self, a: &[V::Vector; D]) -> [V::Vector; D] {
        let v = self.vectors;
        self.first_not_negative(&self.each(|i| v.sub(a[i], self.p[i])), a)
    }

    /// Whether each digit is below 2^RADIX and each lane is below 2p.
    fn in_range(&self, a: &[V::Vector; D]) -> bool {
        self.below(a, &self.double_p)
    }

    fn below(&self, a: &[V::Vector; D], bound: &[V::Vector; D]) -> bool {
        let lanes = |x: &[V::Vector; D]| x.map(|x| self.vectors.to_lanes(x));
        let (a, bound) = (lanes(a), lanes(bound));
        (0..LANES).all(|lane| {
            let number = |x: &[[u64; LANES]; D]| from_fn::<u64, D, _>(|i| x[D - 1 - i][lane]);
            number(&a).iter().all(|&digit| digit <= mask::<V>()) && number(&a) < number(&bound)
        })
    }
}

/// ⌊(top − 1)·room/2^RADIX⌋ for an uppermost column with its carry. It takes 1 from it because the columns below may be negative.
#[inline(always)]
fn estimate<V: Vectors>(v: V, top: V::Vector, room: V::Vector) -> V::Vector {
    v.mul_high(splat(v, 0), v.top_digit(v.sub(top, splat(v, 1))), room)
}

/// x in all lanes.
#[inline(always)]
fn splat<V: Vectors>(vectors: V, x: u64) -> V::Vector {
    vectors.from_lanes([x; LANES])
}

/// A digit of ones.
const fn mask<V: Vectors>() -> u64 {
    (1 << V::RADIX) - 1
}

/// The digits of x from digit `first` on, in all lanes.
fn broadcast<V: Vectors, const D: usize>(vectors: V, x: &[u64], first: usize) -> [V::Vector; D] {
    from_fn(|i| splat(vectors, limb::bits_at(x, V::RADIX as usize * (first + i), V::RADIX)))
}

/// The smaller of ⌊2^bits/p⌋ and 2^30, for p > 1.
fn quotient<const N: usize>(bits: usize, p: &[u64; N]) -> u64 {
    let (mut quotient, mut rest) = (0_u64, [0; N]);
    rest[0] = 1;
    for _ in 0..bits {
        let half = rest;
        let carry = limb::add_if(&mut rest, &half, 1);
        let bit = carry | (1 - limb::less(&rest, p));
        limb::reduce_once(&mut rest, p, carry);
        quotient = (quotient << 1 | bit).min(1 << 30);
    }
    quotient
}

impl<V: Vectors, const N: usize, const D: usize> Permute for Eight<V, N, D> {
    #[inline(always)]
    fn permute(&self, a: &Self::Element, from: &Places) -> Self::Element {
        self.vectors.vectorize(|| self.each(|i| self.vectors.permute(a[i], from)))
    }

    #[inline(always)]
    fn permute_wide(&self, a: &Self::Wide, from: &Places) -> Self::Wide {
        [self.permute(&a[0], from), self.permute(&a[1], from)]
    }

    #[inline(always)]
    fn cmov_wide(&self, a: &Self::Wide, other: &Self::Wide, choice: Choice) -> Self::Wide {
        [self.cmov(&a[0], &other[0], choice), self.cmov(&a[1], &other[1], choice)]
    }

    fn splat(&self, x: &[u64]) -> Self::Element {
        assert!(x.len() == N, "as many limbs as the prime");
        self.vectors.vectorize(|| {
            let mut out = self.zeros();
            radix::from_limbs(x, V::RADIX, D, |i, digit| out[i] = splat(self.vectors, digit));
            out
        })
    }
}

impl<V: Vectors, const N: usize, const D: usize> FieldOps for Eight<V, N, D> {
    type Element = [V::Vector; D];
    type Wide = DoubleWidth<V::Vector, D>;

    const LANES: usize = LANES;
    const RANGE: u64 = 2;
    const WORDS: usize = LANES * D;

    #[inline(always)]
    fn vectorize<T>(&self, f: impl FnOnce() -> T) -> T {
        self.vectors.vectorize(f)
    }

    fn prime(&self) -> &[u64] {
        &self.params.p
    }

    fn zero(&self) -> Self::Element {
        self.zeros()
    }

    fn one(&self) -> Self::Element {
        self.one
    }

    fn mul(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        debug_assert!(self.in_range(a) && self.in_range(b));
        let out = self.vectors.vectorize(|| self.mul_in(a, b));
        debug_assert!(self.in_range(&out));
        out
    }

    fn sqr(&self, a: &Self::Element) -> Self::Element {
        debug_assert!(self.in_range(a));
        let out = self.vectors.vectorize(|| self.reduce_columns(&self.square_columns(a)));
        debug_assert!(self.in_range(&out));
        out
    }

    fn add(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        debug_assert!(self.in_range(a) && self.in_range(b));
        let out = self.vectors.vectorize(|| self.add_in(a, b));
        debug_assert!(self.in_range(&out));
        out
    }

    fn sub(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        debug_assert!(self.in_range(a) && self.in_range(b));
        let out = self.vectors.vectorize(|| self.sub_in(a, b));
        debug_assert!(self.in_range(&out));
        out
    }

    fn neg(&self, a: &Self::Element) -> Self::Element {
        debug_assert!(self.in_range(a));
        let out = self.vectors.vectorize(|| self.sub_in(&self.zeros(), a));
        debug_assert!(self.in_range(&out));
        out
    }

    fn half(&self, a: &Self::Element) -> Self::Element {
        debug_assert!(self.in_range(a));
        let out = self.vectors.vectorize(|| self.half_in(a));
        debug_assert!(self.in_range(&out));
        out
    }

    fn cmov(&self, a: &Self::Element, other: &Self::Element, choice: Choice) -> Self::Element {
        self.vectors.vectorize(|| self.each(|i| self.vectors.blend(choice, a[i], other[i])))
    }

    fn is_zero(&self, a: &Self::Element) -> Choice {
        debug_assert!(self.in_range(a));
        self.vectors.vectorize(|| {
            // 0 or p
            let v = self.vectors;
            let (mut any, mut differ) = (splat(v, 0), splat(v, 0));
            for i in 0..D {
                any = v.or(any, a[i]);
                differ = v.or(differ, v.xor(a[i], self.p[i]));
            }
            v.zero_lanes(any) | v.zero_lanes(differ)
        })
    }

    fn wide_terms(&self) -> u64 {
        self.terms
    }

    fn mul_wide(&self, a: &Self::Element, b: &Self::Element) -> Self::Wide {
        debug_assert!(self.in_range(a) && self.in_range(b));
        self.vectors.vectorize(|| self.carried(&self.product_columns(a, b)))
    }

    fn sqr_wide(&self, a: &Self::Element) -> Self::Wide {
        debug_assert!(self.in_range(a));
        self.vectors.vectorize(|| self.carried(&self.square_columns(a)))
    }

    // one reduction instead of two, if T ≥ 2
    fn mul_add_mul(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element, d: &Self::Element) -> Self::Element {
        if self.terms < 2 {
            return self.add(&self.mul(a, b), &self.mul(c, d));
        }
        self.redc(&self.add_wide(&self.mul_wide(a, b), &self.mul_wide(c, d)))
    }

    fn mul_sub_mul(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element, d: &Self::Element) -> Self::Element {
        if self.terms < 2 {
            return self.sub(&self.mul(a, b), &self.mul(c, d));
        }
        self.redc(&self.sub_wide(&self.mul_wide(a, b), &self.mul_wide(c, d)))
    }

    fn mul_sub_sqr(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element) -> Self::Element {
        if self.terms < 2 {
            return self.sub(&self.mul(a, b), &self.sqr(c));
        }
        self.redc(&self.sub_wide(&self.mul_wide(a, b), &self.sqr_wide(c)))
    }

    fn add_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
        let v = self.vectors;
        v.vectorize(|| [self.each(|i| v.add(a[0][i], b[0][i])), self.each(|i| v.add(a[1][i], b[1][i]))])
    }

    fn sub_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
        let v = self.vectors;
        v.vectorize(|| [self.each(|i| v.sub(a[0][i], b[0][i])), self.each(|i| v.sub(a[1][i], b[1][i]))])
    }

    fn redc(&self, t: &Self::Wide) -> Self::Element {
        let out = self.vectors.vectorize(|| self.reduce_sum(t));
        debug_assert!(self.in_range(&out));
        out
    }

    #[inline(always)]
    fn read(&self, words: &[u64]) -> Self::Element {
        assert!(words.len() == Self::WORDS, "D vectors");
        let mut out = self.zeros();
        for (out, lanes) in out.iter_mut().zip(words.as_chunks().0) {
            *out = self.vectors.from_lanes(*lanes);
        }
        out
    }

    #[inline(always)]
    fn write(&self, words: &mut [u64], a: &Self::Element) {
        assert!(words.len() == Self::WORDS, "D vectors");
        for (lanes, a) in words.as_chunks_mut().0.iter_mut().zip(a) {
            *lanes = self.vectors.to_lanes(*a);
        }
    }

    fn select(&self, out: &mut [u64], table: &[u64], index: usize) {
        self.vectors.select(out, table, index);
    }

    fn select_lanes(&self, out: &mut [u64], table: &[u64], index: &[usize]) {
        self.vectors.select_lanes(out, table, index);
    }

    fn gather(&self, words: &[u64], at: &[usize]) -> Self::Element {
        self.vectors.vectorize(|| self.vectors.gather(words, at))
    }

    fn scatter(&self, words: &mut [u64], at: &[usize], a: &Self::Element) {
        self.vectors.vectorize(|| self.vectors.scatter(words, at, a));
    }

    fn from_limbs(&self, x: &[&[u64]]) -> Self::Element {
        assert!(x.len() == 1 || x.len() == LANES, "one number for each lane, or one for all");
        let mut out = [[0; LANES]; D];
        for lane in 0..LANES {
            let x: &[u64] = x[lane % x.len()];
            assert!(x.len() == N, "as many limbs as the prime");
            radix::from_limbs(x, V::RADIX, D, |i, digit| out[i][lane] = digit);
        }
        let out = out.map(|lanes| self.vectors.from_lanes(lanes));
        debug_assert!(self.in_range(&out));
        out
    }

    fn to_limbs(&self, out: &mut [u64], a: &Self::Element, lane: usize) {
        assert!(out.len() == N && lane < LANES);
        radix::to_limbs(out, V::RADIX, D, |i| self.vectors.to_lanes(a[i])[lane]);
    }

    fn to_mont(&self, a: &Self::Element) -> Self::Element {
        self.mul(a, &self.rr)
    }

    fn from_mont(&self, a: &Self::Element) -> Self::Element {
        debug_assert!(self.in_range(a));
        // (a + Q·p)/R < 1 + p
        let out = self.vectors.vectorize(|| self.canonical(&self.reduce_columns(&[*a, self.zeros()])));
        debug_assert!(self.below(&out, &self.p));
        out
    }

    /// One inversion for all lanes, on limbs.
    fn invert(&self, a: &Self::Element) -> Self::Element {
        let integers = self.from_mont(a);
        let portable = Portable::new(self.params);
        let mut numbers: [[u64; N]; LANES] = from_fn(|lane| {
            let mut x = [0; N];
            self.to_limbs(&mut x, &integers, lane);
            debug_assert!(limbs::less(&x, &self.params.p) == 1);
            portable.to_mont(&x)
        });
        super::invert_many(&portable, &mut numbers, &mut [[0; N]; LANES]);
        let numbers = numbers.map(|x| portable.from_mont(&x));
        self.to_mont(&self.from_limbs(&from_fn::<_, LANES, _>(|lane| numbers[lane].as_slice())))
    }
}
