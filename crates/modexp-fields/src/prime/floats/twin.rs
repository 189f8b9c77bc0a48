//! GF(p) with each number in both lanes of a pair: the base field of [`Gaussian`](super::gaussian::Gaussian). A number
//! multiplies both coefficients of an element.

use super::super::inverse;
use super::super::ops::{Choice, DoubleWidth, FieldOps};
use super::{LaneDigits, Pairs, from_numbers};

/// A field of primes of N limbs on D digits, in the pairs of P.
#[derive(Clone, Copy, Debug)]
pub struct Twin<P, const N: usize, const D: usize> {
    pub(super) pairs: P,
}

impl<P: Pairs<N, D>, const N: usize, const D: usize> Twin<P, N, D> {
    /// The field of the prime of these pairs.
    pub fn new(pairs: P) -> Self {
        Self { pairs }
    }
}

impl<P: Pairs<N, D>, const N: usize, const D: usize> FieldOps for Twin<P, N, D> {
    type Element = LaneDigits<2, D>;
    type Wide = DoubleWidth<[u64; 2], D>;

    const LANES: usize = 1;
    const RANGE: u64 = 2;
    const WORDS: usize = D;

    #[inline]
    fn prime(&self) -> &[u64] {
        self.pairs.prime()
    }

    #[inline]
    fn zero(&self) -> Self::Element {
        self.pairs.zero()
    }

    #[inline]
    fn one(&self) -> Self::Element {
        self.pairs.one()
    }

    #[inline]
    fn mul(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        self.pairs.mul(a, b)
    }

    #[inline]
    fn sqr(&self, a: &Self::Element) -> Self::Element {
        self.pairs.sqr(a)
    }

    #[inline]
    fn mul_two(&self, a: [&Self::Element; 2], b: [&Self::Element; 2]) -> [Self::Element; 2] {
        self.pairs.mul_twins(a, b)
    }

    #[inline]
    fn sqr_two(&self, a: [&Self::Element; 2]) -> [Self::Element; 2] {
        self.pairs.mul_twins(a, a)
    }

    #[inline]
    fn mul_sub_sqr(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element) -> Self::Element {
        self.mul_sub_mul(a, b, c, c)
    }

    #[inline]
    fn add(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        self.pairs.add(a, b)
    }

    #[inline]
    fn sub(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        self.pairs.sub(a, b)
    }

    #[inline]
    fn half(&self, a: &Self::Element) -> Self::Element {
        self.pairs.half(a)
    }

    #[inline]
    fn cmov(&self, a: &Self::Element, other: &Self::Element, choice: Choice) -> Self::Element {
        self.pairs.cmov(a, other, Choice::splat(choice.lane(0)))
    }

    #[inline]
    fn is_zero(&self, a: &Self::Element) -> Choice {
        self.pairs.is_zero(a)
    }

    #[inline]
    fn wide_terms(&self) -> u64 {
        self.pairs.wide_terms()
    }

    #[inline]
    fn mul_wide(&self, a: &Self::Element, b: &Self::Element) -> Self::Wide {
        self.pairs.mul_wide(a, b)
    }

    #[inline]
    fn sqr_wide(&self, a: &Self::Element) -> Self::Wide {
        self.pairs.sqr_wide(a)
    }

    #[inline]
    fn add_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
        self.pairs.add_wide(a, b)
    }

    #[inline]
    fn sub_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
        self.pairs.sub_wide(a, b)
    }

    #[inline]
    fn redc(&self, t: &Self::Wide) -> Self::Element {
        self.pairs.redc(t)
    }

    #[inline]
    fn read(&self, words: &[u64]) -> Self::Element {
        let words: &[u64; D] = words.try_into().expect("D words");
        words.map(|digit| [digit; 2])
    }

    #[inline]
    fn write(&self, words: &mut [u64], a: &Self::Element) {
        words.copy_from_slice(&a.map(|[digit, _]| digit));
    }

    fn from_limbs(&self, x: &[&[u64]]) -> Self::Element {
        assert!(x.len() == 1, "one number");
        self.pairs.from_limbs(x)
    }

    fn to_limbs(&self, out: &mut [u64], a: &Self::Element, lane: usize) {
        assert!(lane == 0);
        self.pairs.to_limbs(out, a, 0);
    }

    #[inline]
    fn to_mont(&self, a: &Self::Element) -> Self::Element {
        self.pairs.to_mont(a)
    }

    #[inline]
    fn from_mont(&self, a: &Self::Element) -> Self::Element {
        self.pairs.from_mont(a)
    }

    fn invert(&self, a: &Self::Element) -> Self::Element {
        let floats = self.pairs.floats();
        let [integer, _] = floats.integers(a);
        let inverse = inverse::invert(&integer, &floats.params);
        self.to_mont(&from_numbers(|_| &inverse))
    }
}
