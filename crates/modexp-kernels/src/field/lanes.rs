//! Eight residues at a time, one in each 64-bit lane of D vectors: digit i of all eight in vector i, in radix 2^RADIX.
//!
//! Nothing crosses lanes. The code is written over [`Vectors`]: `x86_64::Ifma` are the instructions (RADIX 52), the tests
//! have a model of a few bits for which they try all operands, and one of intervals that shows that no sum overflows.
//!
//! **Range.** Residues are below 2p and R = 2^(RADIX·D) ≥ 4p, so that a product needs no last subtraction:
//! a, b < 2p and Q < R give (a·b + Q·p)/R < (2p)²/R + p ≤ 2p. Digits are complete, below 2^RADIX: the multiplication reads
//! no more of them. So sums and differences propagate their carries, two chains side by side, and take the one that has the
//! right sign; that is a sixth of a product.
//!
//! **Accumulators.** A column takes in two low and two high products a row, and a carry: less than (4D + 1)·2^52 in all.

#[cfg(test)]
mod tests;

use super::limbs;
use super::ops::{Choice, FieldOps};
use super::params::Params;
use super::portable::Portable;
use core::array::from_fn;
use core::fmt::Debug;
use modexp_limbs::radix;

/// Lanes of a vector.
const LANES: usize = 8;

/// Vectors of eight 64-bit lanes. A value proves that this CPU has the instructions.
pub trait Vectors: Copy + Debug + Send + Sync + 'static {
    /// Eight lanes.
    type Vector: Copy + Debug + Send + Sync + 'static;

    /// Bits of a digit.
    const RADIX: u32;

    /// Runs `f` compiled for these instructions.
    fn run<T>(self, f: impl FnOnce() -> T) -> T;

    /// One value for each lane.
    fn from_lanes(self, lanes: [u64; LANES]) -> Self::Vector;

    /// The value of each lane.
    fn to_lanes(self, x: Self::Vector) -> [u64; LANES];

    /// a + b mod 2^64.
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// a − b mod 2^64.
    fn sub(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// acc + (a·b mod 2^RADIX) for digits a, b.
    fn mul_low(self, acc: Self::Vector, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// acc + ⌊a·b/2^RADIX⌋ for digits a, b.
    fn mul_high(self, acc: Self::Vector, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// column·m0_inv mod 2^RADIX, of any column.
    fn quotient(self, column: Self::Vector, m0_inv: Self::Vector) -> Self::Vector;

    /// a mod 2^RADIX.
    fn digit(self, a: Self::Vector) -> Self::Vector;

    /// ⌊a/2^RADIX⌋ for a signed a.
    fn carry(self, a: Self::Vector) -> Self::Vector;

    /// a, which is a digit because it is the top one of a number below 4p.
    fn top_digit(self, a: Self::Vector) -> Self::Vector;

    /// a | b.
    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// a ⊕ b.
    fn xor(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// The lanes of a that are negative.
    fn negative(self, a: Self::Vector) -> Choice;

    /// The lanes of a that are 0.
    fn zero_lanes(self, a: Self::Vector) -> Choice;

    /// `b` in the lanes of `choice`, `a` in the others.
    fn blend(self, choice: Choice, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// Vectors that have D words from `at[l]` on in lane l.
    ///
    /// # Panics
    /// If there are fewer words, or fewer places than lanes.
    #[inline(always)]
    fn gather<const D: usize>(self, words: &[u64], at: &[usize]) -> [Self::Vector; D] {
        from_fn(|i| self.from_lanes(from_fn(|lane| words[at[lane] + i])))
    }

    /// Writes lane l of all vectors from `at[l]` on, for as many lanes as there are places.
    ///
    /// # Panics
    /// If there are fewer words.
    #[inline(always)]
    fn scatter<const D: usize>(self, words: &mut [u64], at: &[usize], a: &[Self::Vector; D]) {
        for (i, a) in a.iter().enumerate() {
            for (&at, word) in at.iter().zip(self.to_lanes(*a)) {
                words[at + i] = word;
            }
        }
    }
}

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
}

/// Low half and high half.
type Double<T, const D: usize> = [[T; D]; 2];

impl<V: Vectors, const N: usize, const D: usize> Eight<V, N, D> {
    /// The field of this prime; `None` if 4p > 2^(RADIX·D).
    #[must_use]
    pub fn new(vectors: V, params: Params<N>) -> Option<Self> {
        let bits = V::RADIX as usize * D;
        if modexp_limbs::limb::bit_len(&params.p) + 2 > bits {
            return None;
        }
        // 2p may have a bit more than N limbs
        let double_p = from_fn(|i| {
            let offset = V::RADIX as usize * i;
            let below = if i == 0 { 0 } else { modexp_limbs::limb::bits_at(&params.p, offset - 1, 1) };
            let digit = modexp_limbs::limb::bits_at(&params.p, offset, V::RADIX) << 1 | below;
            splat(vectors, digit & mask::<V>())
        });
        let digits = |x: &[u64; N]| broadcast(vectors, x);
        Some(Self {
            vectors,
            m0_inv: splat(vectors, params.inverse[0] & mask::<V>()),
            p: digits(&params.p),
            double_p,
            one: digits(&params.power_of_two(bits)),
            rr: digits(&params.power_of_two(2 * bits)),
            params,
        })
    }

    /// The first of two numbers that is not negative; the second is not where the first is.
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

    /// Digits of a number whose columns have carries, and which fits D digits.
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

    /// f(i) for each digit i. `from_fn` is not always inlined, and then compiled for no vectors.
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

    /// a/2: an odd a becomes even by p, which leaves it below 3p. 2^(RADIX − 1) times a digit has its lowest bit at the top of
    /// the low half, and the others in the high half.
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

    /// A row of a reduction: adds the multiple q·p that makes column 0 zero modulo 2^RADIX; `next` has the columns one lower,
    /// without that.
    #[inline(always)]
    fn reduce_row(&self, columns: &[V::Vector; D], next: &mut [V::Vector; D]) {
        let v = self.vectors;
        let q = v.quotient(columns[0], self.m0_inv);
        let lowest = v.mul_low(columns[0], self.p[0], q);
        for j in 0..D {
            next[j] = v.mul_high(next[j], self.p[j], q);
            if j + 1 < D {
                next[j] = v.mul_low(next[j], self.p[j + 1], q);
            }
        }
        next[0] = v.add(next[0], v.carry(lowest));
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
    fn product_columns(&self, a: &[V::Vector; D], b: &[V::Vector; D]) -> Double<V::Vector, D> {
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

    #[inline(always)]
    fn add_wide_in(&self, a: &Double<V::Vector, D>, b: &Double<V::Vector, D>) -> Double<V::Vector, D> {
        let v = self.vectors;
        let (low, carry) = self.propagate_low(&self.each(|i| v.add(a[0][i], b[0][i])));
        let mut sum = self.each(|i| v.add(a[1][i], b[1][i]));
        sum[0] = v.add(sum[0], carry);
        [low, self.first_not_negative(&self.each(|i| v.sub(sum[i], self.p[i])), &sum)]
    }

    #[inline(always)]
    fn sub_wide_in(&self, a: &Double<V::Vector, D>, b: &Double<V::Vector, D>) -> Double<V::Vector, D> {
        let v = self.vectors;
        let (low, carry) = self.propagate_low(&self.each(|i| v.sub(a[0][i], b[0][i])));
        let mut difference = self.each(|i| v.sub(a[1][i], b[1][i]));
        difference[0] = v.add(difference[0], carry);
        let lifted = self.each(|i| v.add(difference[i], self.p[i]));
        [low, self.first_not_negative(&difference, &lifted)]
    }

    /// Columns of a², each off-diagonal product once and doubled.
    #[inline(always)]
    fn square_columns(&self, a: &[V::Vector; D]) -> Double<V::Vector, D> {
        let v = self.vectors;
        let mut t = [self.zeros(), self.zeros()];
        let columns = t.as_flattened_mut();
        for i in 0..D {
            for j in i + 1..D {
                columns[i + j] = v.mul_low(columns[i + j], a[i], a[j]);
                columns[i + j + 1] = v.mul_high(columns[i + j + 1], a[i], a[j]);
            }
        }
        for column in columns.iter_mut() {
            *column = v.add(*column, *column);
        }
        for i in 0..D {
            columns[2 * i] = v.mul_low(columns[2 * i], a[i], a[i]);
            columns[2 * i + 1] = v.mul_high(columns[2 * i + 1], a[i], a[i]);
        }
        t
    }

    /// t·R⁻¹ of columns with carries; below t/R + p.
    #[inline(always)]
    fn reduce_columns(&self, t: &Double<V::Vector, D>) -> [V::Vector; D] {
        let v = self.vectors;
        let zero = splat(v, 0);
        let mut columns = t[0];
        for _ in 0..D {
            let mut next = self.each(|j| if j + 1 < D { columns[j + 1] } else { zero });
            self.reduce_row(&columns, &mut next);
            columns = next;
        }
        self.propagate(&self.each(|i| v.add(columns[i], t[1][i])))
    }

    /// Digits of a number of double width whose columns have carries.
    #[inline(always)]
    fn propagate_wide(&self, t: &Double<V::Vector, D>) -> Double<V::Vector, D> {
        let v = self.vectors;
        let (low, carry) = self.propagate_low(&t[0]);
        let mut high = t[1];
        high[0] = v.add(high[0], carry);
        [low, self.propagate(&high)]
    }

    /// Digits of a low half, and the carry out of it.
    #[inline(always)]
    fn propagate_low(&self, low: &[V::Vector; D]) -> ([V::Vector; D], V::Vector) {
        let v = self.vectors;
        let (mut out, mut carry) = (*low, splat(v, 0));
        for i in 0..D {
            let column = v.add(out[i], carry);
            carry = v.carry(column);
            out[i] = v.digit(column);
        }
        (out, carry)
    }

    /// a mod p, for a ≤ p.
    #[inline(always)]
    fn canonical(&self, a: &[V::Vector; D]) -> [V::Vector; D] {
        let v = self.vectors;
        self.first_not_negative(&self.each(|i| v.sub(a[i], self.p[i])), a)
    }

    /// Whether digits are digits, and lanes are below 2p.
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

/// x in all lanes.
#[inline(always)]
fn splat<V: Vectors>(vectors: V, x: u64) -> V::Vector {
    vectors.from_lanes([x; LANES])
}

/// A digit of ones.
const fn mask<V: Vectors>() -> u64 {
    (1 << V::RADIX) - 1
}

/// x in all lanes.
fn broadcast<V: Vectors, const N: usize, const D: usize>(vectors: V, x: &[u64; N]) -> [V::Vector; D] {
    from_fn(|i| splat(vectors, modexp_limbs::limb::bits_at(x, V::RADIX as usize * i, V::RADIX)))
}

impl<V: Vectors, const N: usize, const D: usize> FieldOps for Eight<V, N, D> {
    type Element = [V::Vector; D];
    type Wide = Double<V::Vector, D>;

    const LANES: usize = LANES;
    const RANGE: u64 = 2;
    const WORDS: usize = LANES * D;

    #[inline(always)]
    fn run<T>(&self, f: impl FnOnce() -> T) -> T {
        self.vectors.run(f)
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
        let out = self.vectors.run(|| self.mul_in(a, b));
        debug_assert!(self.in_range(&out));
        out
    }

    fn sqr(&self, a: &Self::Element) -> Self::Element {
        debug_assert!(self.in_range(a));
        let out = self.vectors.run(|| self.reduce_columns(&self.square_columns(a)));
        debug_assert!(self.in_range(&out));
        out
    }

    fn add(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        debug_assert!(self.in_range(a) && self.in_range(b));
        let out = self.vectors.run(|| self.add_in(a, b));
        debug_assert!(self.in_range(&out));
        out
    }

    fn sub(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        debug_assert!(self.in_range(a) && self.in_range(b));
        let out = self.vectors.run(|| self.sub_in(a, b));
        debug_assert!(self.in_range(&out));
        out
    }

    fn neg(&self, a: &Self::Element) -> Self::Element {
        debug_assert!(self.in_range(a));
        let out = self.vectors.run(|| self.sub_in(&self.zeros(), a));
        debug_assert!(self.in_range(&out));
        out
    }

    fn half(&self, a: &Self::Element) -> Self::Element {
        debug_assert!(self.in_range(a));
        let out = self.vectors.run(|| self.half_in(a));
        debug_assert!(self.in_range(&out));
        out
    }

    fn cmov(&self, a: &Self::Element, other: &Self::Element, choice: Choice) -> Self::Element {
        self.vectors.run(|| self.each(|i| self.vectors.blend(choice, a[i], other[i])))
    }

    fn is_zero(&self, a: &Self::Element) -> Choice {
        debug_assert!(self.in_range(a));
        self.vectors.run(|| {
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

    fn mul_wide(&self, a: &Self::Element, b: &Self::Element) -> Self::Wide {
        debug_assert!(self.in_range(a) && self.in_range(b));
        self.vectors.run(|| self.propagate_wide(&self.product_columns(a, b)))
    }

    fn sqr_wide(&self, a: &Self::Element) -> Self::Wide {
        debug_assert!(self.in_range(a));
        self.vectors.run(|| self.propagate_wide(&self.square_columns(a)))
    }

    fn add_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
        debug_assert!(self.below(&a[1], &self.p) && self.below(&b[1], &self.p));
        self.vectors.run(|| self.add_wide_in(a, b))
    }

    fn sub_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
        debug_assert!(self.below(&a[1], &self.p) && self.below(&b[1], &self.p));
        self.vectors.run(|| self.sub_wide_in(a, b))
    }

    fn redc(&self, t: &Self::Wide) -> Self::Element {
        debug_assert!(self.below(&t[1], &self.p));
        let out = self.vectors.run(|| self.reduce_columns(t));
        debug_assert!(self.in_range(&out));
        out
    }

    #[inline]
    fn read(&self, words: &[u64]) -> Self::Element {
        assert!(words.len() == Self::WORDS, "D vectors");
        let mut out = self.zeros();
        for (out, lanes) in out.iter_mut().zip(words.as_chunks().0) {
            *out = self.vectors.from_lanes(*lanes);
        }
        out
    }

    #[inline]
    fn write(&self, words: &mut [u64], a: &Self::Element) {
        assert!(words.len() == Self::WORDS, "D vectors");
        for (lanes, a) in words.as_chunks_mut().0.iter_mut().zip(a) {
            *lanes = self.vectors.to_lanes(*a);
        }
    }

    fn gather(&self, words: &[u64], at: &[usize]) -> Self::Element {
        self.vectors.run(|| self.vectors.gather(words, at))
    }

    fn scatter(&self, words: &mut [u64], at: &[usize], a: &Self::Element) {
        self.vectors.run(|| self.vectors.scatter(words, at, a));
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
        let out = self.vectors.run(|| self.canonical(&self.reduce_columns(&[*a, self.zeros()])));
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
