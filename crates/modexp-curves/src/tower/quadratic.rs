//! F\[w]/(w² − ρ): elements a_0 + a_1·w.

use super::coefficients::{coefficientwise, permuted, redc_two_low};
use super::{Extension, Integer, Residue, Tower, divided, less_one_over};
use alloc::vec::Vec;
use core::marker::PhantomData;
use modexp_fields::prime::{Choice, FieldOps, Permute, Places, times};

/// The extension of a field by a square root of ρ, which is not a square in the field.
#[derive(Clone, Copy, Debug)]
pub struct Quadratic<F: FieldOps, R> {
    /// The field below.
    pub base: F,
    /// w^(p−1).
    gamma: F::Element,
    residue: PhantomData<R>,
}

impl<F: FieldOps, R: Residue<F>> Quadratic<F, R> {
    /// The extension; p is odd.
    pub fn new(base: F) -> Self {
        // ρ^((p−1)/2)
        Self { base, gamma: R::power(&base, &less_one_over(&base, 2)), residue: PhantomData }
    }

    /// w^(p−1).
    pub fn gamma(&self) -> &F::Element {
        &self.gamma
    }

    /// a_0 − a_1·w.
    #[inline]
    pub fn conjugate(&self, a: &[F::Element; 2]) -> [F::Element; 2] {
        [a[0], self.base.neg(&a[1])]
    }
}

impl<F: FieldOps, R: Residue<F>> FieldOps for Quadratic<F, R> {
    coefficientwise!(2: 0 1);

    // Karatsuba: the coefficient of w is (a_0 + a_1)(b_0 + b_1) − a_0·b_0 − a_1·b_1
    #[inline(never)]
    fn mul_wide(&self, a: &Self::Element, b: &Self::Element) -> Self::Wide {
        let f = &self.base;
        f.vectorize(|| {
            let (v0, v1) = (f.mul_wide(&a[0], &b[0]), f.mul_wide(&a[1], &b[1]));
            [R::add_product_wide(f, &v0, &v1), f.cross_wide([&a[0], &a[1]], [&b[0], &b[1]], [&v0, &v1])]
        })
    }

    // complex squaring: a_0² + ρ·a_1² = (a_0 + a_1)(a_0 + ρ·a_1) − (1 + ρ)·a_0·a_1
    #[inline(never)]
    fn sqr_wide(&self, a: &Self::Element) -> Self::Wide {
        let f = &self.base;
        f.vectorize(|| {
            let product = f.mul_sum_wide(&a[0], &a[1], &R::add_product(f, &a[0], &a[1]));
            if R::IS_MINUS_ONE {
                return [product, f.mul_sum_wide(&a[0], &a[0], &a[1])];
            }
            let v = f.mul_wide(&a[0], &a[1]);
            let twice = f.add_wide(&v, &v);
            [f.sub_wide(&product, &R::add_product_wide(f, &v, &v)), twice]
        })
    }

    #[inline(never)]
    fn sqr(&self, a: &Self::Element) -> Self::Element {
        let f = &self.base;
        f.vectorize(|| {
            if R::IS_MINUS_ONE {
                return [f.mul_sum(&a[0], &a[1], &f.sub(&a[0], &a[1])), f.mul_sum(&a[0], &a[0], &a[1])];
            }
            self.redc(&self.sqr_wide(a))
        })
    }

    // one reduction instead of two
    #[inline]
    fn mul_add_mul(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element, d: &Self::Element) -> Self::Element {
        self.redc(&self.add_wide(&self.mul_wide(a, b), &self.mul_wide(c, d)))
    }

    #[inline]
    fn mul_sub_mul(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element, d: &Self::Element) -> Self::Element {
        self.redc(&self.sub_wide(&self.mul_wide(a, b), &self.mul_wide(c, d)))
    }

    #[inline]
    fn mul_sub_sqr(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element) -> Self::Element {
        self.redc(&self.sub_wide(&self.mul_wide(a, b), &self.sqr_wide(c)))
    }

    // (a_0 − a_1·w)/(a_0² − ρ·a_1²)
    fn invert(&self, a: &Self::Element) -> Self::Element {
        let f = &self.base;
        let norm = f.sub(&f.sqr(&a[0]), &R::mul(f, &f.sqr(&a[1])));
        let inverse = f.invert(&norm);
        [f.mul(&a[0], &inverse), f.neg(&f.mul(&a[1], &inverse))]
    }
}

impl<F: Permute, R: Residue<F>> Permute for Quadratic<F, R> {
    permuted!(2: 0 1);

    #[inline(always)]
    fn redc_low(&self, t: &Self::Wide) -> Self::Element {
        redc_two_low(&self.base, &t[0], &t[1])
    }
}

impl<F: Tower, R: Residue<F>> Tower for Quadratic<F, R> {
    type Prime = F::Prime;
    type Gaussian = Quadratic<Self, Integer<-1>>;

    const DEGREE: usize = 2 * F::DEGREE;

    fn prime_field(&self) -> &F::Prime {
        self.base.prime_field()
    }

    fn gaussian(&self) -> Self::Gaussian {
        Quadratic::new(*self)
    }

    #[inline]
    fn scale(&self, a: &Self::Element, s: &<F::Prime as FieldOps>::Element) -> Self::Element {
        [self.base.scale(&a[0], s), self.base.scale(&a[1], s)]
    }

    fn frobenius(&self, a: &Self::Element) -> Self::Element {
        let f = &self.base;
        // over GF(p) itself w^p = −w
        let high = if F::DEGREE == 1 { f.neg(&a[1]) } else { f.mul(&f.frobenius(&a[1]), &self.gamma) };
        [f.frobenius(&a[0]), high]
    }

    #[inline(always)]
    fn small_multiple(&self, n: u32, a: &Self::Element) -> Self::Element {
        self.add_shifted(&times(n, a, |a, b| self.add(a, b)), a)
    }
}

impl<F: FieldOps, R: Residue<F>> Extension for Quadratic<F, R> {
    #[inline(always)]
    fn add_shifted(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        [R::add_product(&self.base, &a[0], &b[1]), self.base.add(&a[1], &b[0])]
    }

    #[inline(always)]
    fn add_shifted_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
        [R::add_product_wide(&self.base, &a[0], &b[1]), self.base.add_wide(&a[1], &b[0])]
    }

    fn generator_power(&self, exponent: &[u64]) -> Self::Element {
        let (quotient, rest) = divided(exponent, 2);
        let mut out = self.zero();
        out[rest as usize] = R::power(&self.base, &quotient);
        out
    }
}
