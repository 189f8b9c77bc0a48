//! GF(p)\[u]/(u² + 1) in the lanes of a pair: a_0 + a_1·u has a_0 in lane 0 and a_1 in lane 1.
//!
//! A product is a_0·b + a_1·(u·b), two products of pairs that share a reduction: a_i is in both lanes, and
//! u·b = −b_1 + b_0·u. A square is one product of pairs: (a_0 + a_1)·(a_0 − a_1) in lane 0, and a_1·2a_0 in lane 1.

use super::super::ops::{Choice, DoubleWidth, FieldOps};
use super::twin::Twin;
use super::{Floats, LaneDigits, Pairs, each_column, joined};
use core::array::from_fn;
use modexp_kernels::fused::machine::Machine;
use modexp_kernels::fused::vector::{FusedVector, Vector};

/// The extension of a field of primes of N limbs on D digits, in the pairs of P; p ≡ 3 mod 4.
#[derive(Clone, Copy, Debug)]
pub struct Gaussian<P, const N: usize, const D: usize> {
    prime: Twin<P, N, D>,
}

/// The number −1 in lane 0, 1 in lane 1.
const SIGNS: [f64; 2] = [-1.0, 1.0];

/// Exchanges the two lanes.
#[inline(always)]
fn swapped<V: Machine>(x: &[u64; 2]) -> V {
    V::from_lanes(|lane| x[1 - lane])
}

/// u·x for a digit of each coefficient.
#[inline(always)]
fn turned<V: Machine>(x: &[u64; 2]) -> V {
    swapped::<V>(x).fma(V::from_lanes(|lane| SIGNS[lane].to_bits()), V::splat_f64(0.0))
}

impl<P: Pairs<N, D>, const N: usize, const D: usize> Gaussian<P, N, D> {
    /// The extension by a root of −1.
    pub fn new(prime: Twin<P, N, D>) -> Self {
        Self { prime }
    }

    /// GF(p).
    #[inline]
    pub fn prime_field(&self) -> &Twin<P, N, D> {
        &self.prime
    }

    /// The field of the pairs.
    #[inline]
    fn pairs(&self) -> &P {
        &self.prime.pairs
    }

    /// s·a for s of GF(p).
    #[inline]
    pub fn scale(&self, a: &LaneDigits<2, D>, s: &LaneDigits<2, D>) -> LaneDigits<2, D> {
        self.pairs().mul(a, s)
    }

    /// a_0 − a_1·u.
    pub fn conjugate(&self, a: &LaneDigits<2, D>) -> LaneDigits<2, D> {
        let mut out = *a;
        for digit in &mut out {
            let x = P::Vectors::read(digit);
            joined(x, P::Vectors::splat_f64(0.0).sub_f64(x)).write(digit);
        }
        out
    }

    /// a + (n + u)·b, in the fewest reductions for the n of the towers.
    pub fn add_turned(&self, a: &LaneDigits<2, D>, n: u32, b: &LaneDigits<2, D>) -> LaneDigits<2, D> {
        let floats = self.pairs().floats();
        debug_assert!(floats.in_range(a) && floats.in_range(b));
        let digit = |x: &LaneDigits<2, D>, i: usize| P::Vectors::read(&x[i]);
        let sum = |i: usize| digit(a, i).add_f64(turned(&b[i]));
        match n {
            0 => floats.reduced(sum),
            1 => floats.reduced(|i| sum(i).add_f64(digit(b, i))),
            9 => {
                let four = floats.reduced(|i| digit(b, i).fma(P::Vectors::splat_f64(4.0), P::Vectors::splat_f64(0.0)));
                floats.reduced(|i| digit(&four, i).fma(P::Vectors::splat_f64(2.0), sum(i).add_f64(digit(b, i))))
            }
            _ => self.add_turned(&self.add(a, b), n - 1, b),
        }
    }

    /// a + (n + u)·b in double width.
    pub fn add_turned_wide(
        &self,
        a: &DoubleWidth<[u64; 2], D>,
        n: u32,
        b: &DoubleWidth<[u64; 2], D>,
    ) -> DoubleWidth<[u64; 2], D> {
        let column = |x: &DoubleWidth<[u64; 2], D>, half: usize, i: usize| P::Vectors::read(&x[half][i]);
        let sum = |half: usize, i: usize| {
            let swapped: P::Vectors = swapped(&b[half][i]);
            column(a, half, i).add(joined(P::Vectors::splat(0).sub(swapped), swapped))
        };
        let doubled = |x: P::Vectors| x.add(x);
        match n {
            0 => each_column(sum),
            1 => each_column(|half, i| sum(half, i).add(column(b, half, i))),
            9 => each_column(|half, i| {
                let b = column(b, half, i);
                sum(half, i).add(doubled(doubled(doubled(b)))).add(b)
            }),
            _ => self.add_turned_wide(&self.add_wide(a, b), n - 1, b),
        }
    }
}

impl<P: Pairs<N, D>, const N: usize, const D: usize> FieldOps for Gaussian<P, N, D> {
    type Element = LaneDigits<2, D>;
    type Wide = DoubleWidth<[u64; 2], D>;

    const LANES: usize = 1;
    const RANGE: u64 = 2;
    const WORDS: usize = 2 * D;

    #[inline]
    fn prime(&self) -> &[u64] {
        self.pairs().prime()
    }

    #[inline]
    fn zero(&self) -> Self::Element {
        self.pairs().zero()
    }

    #[inline]
    fn one(&self) -> Self::Element {
        self.pairs().one().map(|[digit, _]| [digit, 0])
    }

    fn mul(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        self.redc(&self.mul_wide(a, b))
    }

    fn sqr(&self, a: &Self::Element) -> Self::Element {
        self.redc(&self.sqr_wide(a))
    }

    #[inline]
    fn add(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        self.pairs().add(a, b)
    }

    #[inline]
    fn sub(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        self.pairs().sub(a, b)
    }

    #[inline]
    fn half(&self, a: &Self::Element) -> Self::Element {
        self.pairs().half(a)
    }

    #[inline]
    fn cmov(&self, a: &Self::Element, other: &Self::Element, choice: Choice) -> Self::Element {
        self.pairs().cmov(a, other, Choice::splat(choice.lane(0)))
    }

    #[inline]
    fn is_zero(&self, a: &Self::Element) -> Choice {
        let zero = self.pairs().is_zero(a);
        Choice::splat(zero.lane(0) & zero.lane(1))
    }

    fn wide_terms(&self) -> u64 {
        self.pairs().wide_terms() / 2
    }

    fn mul_wide(&self, a: &Self::Element, b: &Self::Element) -> Self::Wide {
        let floats = self.pairs().floats();
        debug_assert!(floats.in_range(a) && floats.in_range(b));
        let mut turned_b = [[0; 2]; D];
        for i in 0..D {
            turned::<P::Vectors>(&b[i]).write(&mut turned_b[i]);
        }
        let mut columns = floats.starts.two_products;
        Floats::<P::Vectors, 2, N, D>::add_product(&mut columns, b, |i| P::Vectors::splat(a[i][0]));
        Floats::<P::Vectors, 2, N, D>::add_product(&mut columns, &turned_b, |i| P::Vectors::splat(a[i][1]));
        columns
    }

    fn sqr_wide(&self, a: &Self::Element) -> Self::Wide {
        let floats = self.pairs().floats();
        debug_assert!(floats.in_range(a));
        // x = (a_0 + a_1, a_1) and y = (a_0 − a_1, 2a_0), below 4p in size
        let x = Floats::<P::Vectors, 2, N, D>::carried(|i| {
            let digit = P::Vectors::read(&a[i]);
            joined(digit.add_f64(swapped(&a[i])), digit)
        });
        let y = Floats::<P::Vectors, 2, N, D>::carried(|i| {
            let digit = P::Vectors::splat(a[i][0]);
            joined(digit.sub_f64(swapped(&a[i])), digit.add_f64(digit))
        });
        let mut columns = floats.starts.product;
        Floats::<P::Vectors, 2, N, D>::add_product(&mut columns, &x, |i| P::Vectors::read(&y[i]));
        columns
    }

    // one reduction instead of two
    fn mul_add_mul(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element, d: &Self::Element) -> Self::Element {
        self.redc(&self.add_wide(&self.mul_wide(a, b), &self.mul_wide(c, d)))
    }

    fn mul_sub_mul(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element, d: &Self::Element) -> Self::Element {
        self.redc(&self.sub_wide(&self.mul_wide(a, b), &self.mul_wide(c, d)))
    }

    fn mul_sub_sqr(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element) -> Self::Element {
        self.redc(&self.sub_wide(&self.mul_wide(a, b), &self.sqr_wide(c)))
    }

    #[inline]
    fn add_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
        self.pairs().add_wide(a, b)
    }

    #[inline]
    fn sub_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
        self.pairs().sub_wide(a, b)
    }

    #[inline]
    fn redc(&self, t: &Self::Wide) -> Self::Element {
        self.pairs().redc(t)
    }

    #[inline]
    fn read(&self, words: &[u64]) -> Self::Element {
        self.pairs().read(words)
    }

    #[inline]
    fn write(&self, words: &mut [u64], a: &Self::Element) {
        self.pairs().write(words, a);
    }

    fn from_limbs(&self, x: &[&[u64]]) -> Self::Element {
        assert!(x.len() == 1 && x[0].len() == 2 * N, "two coefficients");
        let (low, high) = x[0].split_at(N);
        self.pairs().from_limbs(&[low, high])
    }

    fn to_limbs(&self, out: &mut [u64], a: &Self::Element, lane: usize) {
        assert!(out.len() == 2 * N && lane == 0);
        for (lane, out) in out.chunks_exact_mut(N).enumerate() {
            self.pairs().to_limbs(out, a, lane);
        }
    }

    #[inline]
    fn to_mont(&self, a: &Self::Element) -> Self::Element {
        self.pairs().to_mont(a)
    }

    #[inline]
    fn from_mont(&self, a: &Self::Element) -> Self::Element {
        self.pairs().from_mont(a)
    }

    // (a_0 − a_1·u)/(a_0² + a_1²)
    fn invert(&self, a: &Self::Element) -> Self::Element {
        let squares = self.pairs().sqr(a);
        let norm = self.pairs().add(&squares, &from_fn(|i| [squares[i][1], squares[i][0]]));
        self.pairs().mul(&self.conjugate(a), &self.prime.invert(&norm))
    }
}
