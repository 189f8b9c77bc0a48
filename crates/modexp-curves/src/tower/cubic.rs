//! F\[v]/(v³ − ρ): elements a_0 + a_1·v + a_2·v².

use super::coefficients::{coefficientwise, permuted, redc_two_low};
use super::{Extension, Integer, Quadratic, Residue, Tower, divided, less_one_over};
use alloc::vec::Vec;
use core::marker::PhantomData;
use modexp_fields::prime::{Choice, FieldOps, Permute, Places};

/// The extension of a field by a cubic root of ρ, which is not a cube in the field.
#[derive(Clone, Copy, Debug)]
pub struct Cubic<F: FieldOps, R> {
    /// The field below.
    pub base: F,
    /// v^(p−1) and its square.
    gammas: [F::Element; 2],
    residue: PhantomData<R>,
}

impl<F: FieldOps, R: Residue<F>> Cubic<F, R> {
    /// The extension; p ≡ 1 mod 3.
    pub fn new(base: F) -> Self {
        let gamma = R::power(&base, &less_one_over(&base, 3));
        Self { base, gammas: [gamma, base.sqr(&gamma)], residue: PhantomData }
    }

    /// The product with b_0 + b_1·v in double width.
    #[inline(always)]
    pub(crate) fn mul_by_two_wide(&self, a: &[F::Element; 3], b: [&F::Element; 2]) -> [F::Wide; 3] {
        let f = &self.base;
        let (v0, v1) = (f.mul_wide(&a[0], b[0]), f.mul_wide(&a[1], b[1]));
        let cross = f.mul_wide(&f.add(&a[0], &a[1]), &f.add(b[0], b[1]));
        [
            R::add_product_wide(f, &v0, &f.mul_wide(&a[2], b[1])),
            f.sub_wide(&f.sub_wide(&cross, &v0), &v1),
            f.add_wide(&v1, &f.mul_wide(&a[2], b[0])),
        ]
    }

    /// The product with b·v in double width.
    #[inline(always)]
    pub(crate) fn mul_by_shifted_wide(&self, a: &[F::Element; 3], b: &F::Element) -> [F::Wide; 3] {
        let f = &self.base;
        [f.mul_wide(&R::mul(f, &a[2]), b), f.mul_wide(&a[0], b), f.mul_wide(&a[1], b)]
    }
}

impl<F: FieldOps, R: Residue<F>> FieldOps for Cubic<F, R> {
    coefficientwise!(3: 0 1 2);

    // Karatsuba, or sums of products
    #[inline(never)]
    fn mul_wide(&self, a: &Self::Element, b: &Self::Element) -> Self::Wide {
        let f = &self.base;
        if F::SUMS_OF_PRODUCTS {
            let [high_1, high_2] = [&R::mul(f, &a[1]), &R::mul(f, &a[2])];
            return [
                f.sum_of_three_wide([&a[0], high_1, high_2], [&b[0], &b[2], &b[1]]),
                f.sum_of_three_wide([&a[0], &a[1], high_2], [&b[1], &b[0], &b[2]]),
                f.sum_of_three_wide([&a[0], &a[1], &a[2]], [&b[2], &b[1], &b[0]]),
            ];
        }
        f.vectorize(|| {
            let v = [f.mul_wide(&a[0], &b[0]), f.mul_wide(&a[1], &b[1]), f.mul_wide(&a[2], &b[2])];
            // a_i·b_j + a_j·b_i
            let cross = |i: usize, j: usize| {
                let product = f.mul_wide(&f.add(&a[i], &a[j]), &f.add(&b[i], &b[j]));
                f.sub_wide(&f.sub_wide(&product, &v[i]), &v[j])
            };
            [
                R::add_product_wide(f, &v[0], &cross(1, 2)),
                R::add_product_wide(f, &cross(0, 1), &v[2]),
                f.add_wide(&cross(0, 2), &v[1]),
            ]
        })
    }

    // Chung and Hasan, Asymmetric squaring formulae, 2007: SQR3
    #[inline(never)]
    fn sqr_wide(&self, a: &Self::Element) -> Self::Wide {
        let f = &self.base;
        if F::SUMS_OF_PRODUCTS {
            return self.mul_wide(a, a);
        }
        f.vectorize(|| {
            let (s0, s4) = (f.sqr_wide(&a[0]), f.sqr_wide(&a[2]));
            let s1 = f.mul_wide(&f.double(&a[0]), &a[1]);
            let s2 = f.sqr_wide(&f.add(&f.sub(&a[0], &a[1]), &a[2]));
            let s3 = f.mul_wide(&f.double(&a[1]), &a[2]);
            let high = f.sub_wide(&f.add_wide(&f.add_wide(&s1, &s2), &s3), &f.add_wide(&s0, &s4));
            [R::add_product_wide(f, &s0, &s3), R::add_product_wide(f, &s1, &s4), high]
        })
    }

    fn sqr(&self, a: &Self::Element) -> Self::Element {
        self.redc(&self.sqr_wide(a))
    }

    // the adjoint over the norm
    fn invert(&self, a: &Self::Element) -> Self::Element {
        let f = &self.base;
        let product = |i: usize, j: usize| f.mul(&a[i], &a[j]);
        let adjoint = [
            f.sub(&f.sqr(&a[0]), &R::mul(f, &product(1, 2))),
            f.sub(&R::mul(f, &f.sqr(&a[2])), &product(0, 1)),
            f.sub(&f.sqr(&a[1]), &product(0, 2)),
        ];
        let rest = f.add(&f.mul(&a[2], &adjoint[1]), &f.mul(&a[1], &adjoint[2]));
        let inverse = f.invert(&R::add_product(f, &f.mul(&a[0], &adjoint[0]), &rest));
        adjoint.map(|a| f.mul(&a, &inverse))
    }
}

impl<F: Permute, R: Residue<F>> Permute for Cubic<F, R> {
    permuted!(3: 0 1 2);

    #[inline(always)]
    fn redc_low(&self, t: &Self::Wide) -> Self::Element {
        let [first, second] = redc_two_low(&self.base, &t[0], &t[1]);
        [first, second, self.base.redc_low(&t[2])]
    }
}

impl<F: Tower, R: Residue<F>> Tower for Cubic<F, R> {
    type Prime = F::Prime;
    type Gaussian = Quadratic<Self, Integer<-1>>;

    const DEGREE: usize = 3 * F::DEGREE;

    fn prime_field(&self) -> &F::Prime {
        self.base.prime_field()
    }

    fn gaussian(&self) -> Self::Gaussian {
        Quadratic::new(*self)
    }

    #[inline]
    fn scale(&self, a: &Self::Element, s: &<F::Prime as FieldOps>::Element) -> Self::Element {
        core::array::from_fn(|i| self.base.scale(&a[i], s))
    }

    fn frobenius(&self, a: &Self::Element) -> Self::Element {
        let f = &self.base;
        let [a0, a1, a2] = a.map(|a| f.frobenius(&a));
        [a0, f.mul(&a1, &self.gammas[0]), f.mul(&a2, &self.gammas[1])]
    }
}

impl<F: FieldOps, R: Residue<F>> Extension for Cubic<F, R> {
    #[inline(always)]
    fn add_shifted(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        let f = &self.base;
        [R::add_product(f, &a[0], &b[2]), f.add(&a[1], &b[0]), f.add(&a[2], &b[1])]
    }

    #[inline(always)]
    fn add_shifted_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
        let f = &self.base;
        [R::add_product_wide(f, &a[0], &b[2]), f.add_wide(&a[1], &b[0]), f.add_wide(&a[2], &b[1])]
    }

    fn generator_power(&self, exponent: &[u64]) -> Self::Element {
        let (quotient, rest) = divided(exponent, 3);
        let mut out = self.zero();
        out[rest as usize] = R::power(&self.base, &quotient);
        out
    }
}
