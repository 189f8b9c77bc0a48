//! Towers of extensions of prime fields: quadratic and cubic extensions of any field.
//!
//! An extension of a [`FieldOps`] is a [`FieldOps`], so formulas of curves and the algorithms above them run in it
//! unchanged. A tower is a type: `Quadratic<Cubic<Quadratic<F, Integer<-1>>, Generator<1>>, Generator<0>>` is
//! GF(p)\[u]/(u² + 1), \[v]/(v³ − (1 + u)), \[w]/(w² − v), the field of the pairing values of BLS12-381.
//!
//! **Lazy reduction** (Aranha et al., *Faster explicit formulas for computing pairings over ordinary curves*,
//! 2010/526): products stay in double width, [`FieldOps::Wide`], through all the sums of a formula, at every height of
//! the tower. Each coefficient of the result is reduced once. A product in degree 12 takes 54 products in double width
//! and 12 reductions.
//!
//! In wide arithmetic, [`LazyGaussian`] does not keep double width. A product in degree 6 is a sum of three products of GF(p²) for each
//! coefficient, with one reduction of each ([`FieldOps::SUMS_OF_PRODUCTS`]; Longa, 2022/367): 9 sums of three in degree 12.

mod coefficients;
mod cubic;
mod quadratic;
#[cfg(test)]
mod tests;

pub use cubic::Cubic;
pub use quadratic::Quadratic;

use alloc::vec::Vec;
use core::fmt::Debug;
use modexp_fields::prime::{
    Eight, FieldOps, GaussianOps, LazyGaussian, Portable, SquareRoot, Vectors, pow_vartime, times,
};
use modexp_limbs::limb;

/// GF(p), or a tower of extensions over it.
pub trait Tower: FieldOps {
    /// GF(p).
    type Prime: Tower;

    /// The extension by a root of −1. Some prime fields have special arithmetic for it.
    type Gaussian: Tower<Prime = Self::Prime> + Extension;

    /// Coefficients of an element over GF(p).
    const DEGREE: usize;

    /// GF(p).
    fn prime_field(&self) -> &Self::Prime;

    /// The extension by a root of −1.
    fn gaussian(&self) -> Self::Gaussian;

    /// s·a for s of GF(p).
    fn scale(&self, a: &Self::Element, s: &<Self::Prime as FieldOps>::Element) -> Self::Element;

    /// a^p.
    fn frobenius(&self, a: &Self::Element) -> Self::Element;

    /// (n + g)·a in a [`Quadratic`] extension by g, n·a in other fields; for n > 0.
    #[inline(always)]
    fn small_multiple(&self, n: u32, a: &Self::Element) -> Self::Element {
        times(n, a, |a, b| self.add(a, b))
    }
}

/// An extension of a field by a generator g.
pub trait Extension: FieldOps {
    /// a + g·b.
    fn add_shifted(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;

    /// a + g·b in double width.
    fn add_shifted_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide;

    /// a + (n + g)·b.
    #[inline(always)]
    fn add_multiple(&self, a: &Self::Element, n: u32, b: &Self::Element) -> Self::Element {
        if n == 0 {
            return self.add_shifted(a, b);
        }
        self.add_shifted(&self.add_times(a, n, b), b)
    }

    /// a + (n + g)·b in double width.
    #[inline(always)]
    fn add_multiple_wide(&self, a: &Self::Wide, n: u32, b: &Self::Wide) -> Self::Wide {
        if n == 0 {
            return self.add_shifted_wide(a, b);
        }
        self.add_shifted_wide(&self.add_times_wide(a, n, b), b)
    }

    /// a² + (n + g)·b² and 2ab, if the field computes them together.
    #[inline(always)]
    fn sqr_sum(&self, _n: u32, _a: &Self::Element, _b: &Self::Element) -> Option<[Self::Element; 2]> {
        None
    }

    /// g^exponent.
    fn generator_power(&self, exponent: &[u64]) -> Self::Element;
}

/// An element ρ of a field. The generator of an extension is a square or cubic root of ρ.
pub trait Residue<F: FieldOps>: Copy + Debug + Send + Sync + 'static {
    /// Whether it is −1, which saves products.
    const IS_MINUS_ONE: bool = false;

    /// a + ρ·b.
    fn add_product(field: &F, a: &F::Element, b: &F::Element) -> F::Element;

    /// a + ρ·b in double width.
    fn add_product_wide(field: &F, a: &F::Wide, b: &F::Wide) -> F::Wide;

    /// a² + ρ·b² and 2ab, the coefficients of (a + b·s)² for s² = ρ.
    #[inline(always)]
    fn square(field: &F, a: &F::Element, b: &F::Element) -> [F::Element; 2] {
        square_of_sum::<F, Self>(field, a, b)
    }

    /// ρ^exponent.
    fn power(field: &F, exponent: &[u64]) -> F::Element {
        pow_vartime(field, &Self::mul(field, &field.one()), exponent)
    }

    /// ρ·b.
    fn mul(field: &F, b: &F::Element) -> F::Element {
        Self::add_product(field, &field.zero(), b)
    }
}

/// [`Residue::square`] by three squares.
#[inline(always)]
fn square_of_sum<F: FieldOps, R: Residue<F>>(field: &F, a: &F::Element, b: &F::Element) -> [F::Element; 2] {
    let (aa, bb) = (field.sqr_wide(a), field.sqr_wide(b));
    let cross = field.sub_wide(&field.sub_wide(&field.sqr_wide(&field.add(a, b)), &aa), &bb);
    [field.redc(&R::add_product_wide(field, &aa, &bb)), field.redc(&cross)]
}

/// The integer N.
#[derive(Clone, Copy, Debug)]
pub struct Integer<const N: i32>;

/// N + g for the generator g of the field.
#[derive(Clone, Copy, Debug)]
pub struct Generator<const N: i32>;

impl<F: FieldOps, const N: i32> Residue<F> for Integer<N> {
    const IS_MINUS_ONE: bool = N == -1;

    #[inline(always)]
    fn add_product(field: &F, a: &F::Element, b: &F::Element) -> F::Element {
        let b = times(N.unsigned_abs(), b, |a, b| field.add(a, b));
        if N < 0 { field.sub(a, &b) } else { field.add(a, &b) }
    }

    #[inline(always)]
    fn add_product_wide(field: &F, a: &F::Wide, b: &F::Wide) -> F::Wide {
        let b = times(N.unsigned_abs(), b, |a, b| field.add_wide(a, b));
        if N < 0 { field.sub_wide(a, &b) } else { field.add_wide(a, &b) }
    }
}

impl<F: Extension, const N: i32> Residue<F> for Generator<N> {
    #[inline(always)]
    fn add_product(field: &F, a: &F::Element, b: &F::Element) -> F::Element {
        field.add_multiple(a, N.unsigned_abs(), b)
    }

    #[inline(always)]
    fn add_product_wide(field: &F, a: &F::Wide, b: &F::Wide) -> F::Wide {
        field.add_multiple_wide(a, N.unsigned_abs(), b)
    }

    #[inline(always)]
    fn square(field: &F, a: &F::Element, b: &F::Element) -> [F::Element; 2] {
        field.sqr_sum(N.unsigned_abs(), a, b).unwrap_or_else(|| square_of_sum::<F, Self>(field, a, b))
    }

    fn power(field: &F, exponent: &[u64]) -> F::Element {
        if N == 0 {
            field.generator_power(exponent)
        } else {
            pow_vartime(field, &Self::mul(field, &field.one()), exponent)
        }
    }
}

/// Implements [`Tower`] for a prime field, with the type of its extension by a root of −1.
macro_rules! prime_field {
    ([$($parameters:tt)*] $field:ty) => {
        $crate::tower::prime_field!(
            [$($parameters)*] $field,
            $crate::tower::Quadratic<Self, $crate::tower::Integer<-1>>,
            |field: &Self| $crate::tower::Quadratic::new(*field)
        );
    };
    ([$($parameters:tt)*] $field:ty, $gaussian:ty, $new:expr) => {
        impl<$($parameters)*> Tower for $field {
            type Prime = Self;
            type Gaussian = $gaussian;
            const DEGREE: usize = 1;

            fn prime_field(&self) -> &Self {
                self
            }

            fn gaussian(&self) -> Self::Gaussian {
                let new: fn(&Self) -> Self::Gaussian = $new;
                new(self)
            }

            #[inline(always)]
            fn scale(&self, a: &Self::Element, s: &Self::Element) -> Self::Element {
                self.mul(a, s)
            }

            #[inline(always)]
            fn frobenius(&self, a: &Self::Element) -> Self::Element {
                *a
            }
        }
    };
}

pub(crate) use prime_field;

impl<P: GaussianOps + Tower<Prime = P>> Tower for LazyGaussian<P> {
    type Prime = P;
    type Gaussian = Quadratic<Self, Integer<-1>>;

    const DEGREE: usize = 2;

    #[inline]
    fn prime_field(&self) -> &P {
        self.prime_field()
    }

    fn gaussian(&self) -> Self::Gaussian {
        Quadratic::new(*self)
    }

    #[inline]
    fn scale(&self, a: &Self::Element, s: &P::Element) -> Self::Element {
        self.scale(a, s)
    }

    // u^p = −u, for p ≡ 3 mod 4
    #[inline]
    fn frobenius(&self, a: &Self::Element) -> Self::Element {
        self.conjugate(a)
    }
}

impl<P: GaussianOps> Extension for LazyGaussian<P> {
    #[inline]
    fn add_shifted(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        self.prime_field().add_turned(a, 0, b)
    }

    #[inline]
    fn add_shifted_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
        self.prime_field().add_turned(a, 0, b)
    }

    #[inline]
    fn add_multiple(&self, a: &Self::Element, n: u32, b: &Self::Element) -> Self::Element {
        self.prime_field().add_turned(a, n, b)
    }

    #[inline]
    fn add_multiple_wide(&self, a: &Self::Wide, n: u32, b: &Self::Wide) -> Self::Wide {
        self.prime_field().add_turned(a, n, b)
    }

    #[inline]
    fn sqr_sum(&self, n: u32, a: &Self::Element, b: &Self::Element) -> Option<[Self::Element; 2]> {
        Some(self.prime_field().sqr_sum(n, a, b))
    }

    fn generator_power(&self, exponent: &[u64]) -> Self::Element {
        let (quotient, rest) = divided(exponent, 2);
        let sign = if quotient[0] & 1 == 1 { self.neg(&self.one()) } else { self.one() };
        if rest == 1 { self.prime_field().add_turned(&self.zero(), 0, &sign) } else { sign }
    }
}

prime_field!([const N: usize] Portable<N>);
prime_field!([V: Vectors, const N: usize, const D: usize] Eight<V, N, D>);

/// ⌊a/d⌋ and a mod d. Variable time.
pub(crate) fn divided(a: &[u64], d: u64) -> (Vec<u64>, u64) {
    let mut quotient = a.to_vec();
    let mut rest = 0;
    for limb in quotient.iter_mut().rev() {
        let part = u128::from(rest) << 64 | u128::from(*limb);
        (*limb, rest) = ((part / u128::from(d)) as u64, (part % u128::from(d)) as u64);
    }
    (quotient, rest)
}

/// (p − 1)/d for a divisor d. Variable time.
pub(crate) fn less_one_over<F: FieldOps>(field: &F, d: u64) -> Vec<u64> {
    let (quotient, rest) = divided(field.prime(), d);
    debug_assert_eq!(rest, 1);
    quotient
}

/// The constants for square roots in a tower. `root_of_unity` has order 2^s, for a multiplicative group of 2^s·t elements with t odd.
/// Only a prime field does without: in an extension it takes as long as several roots to find one.
pub(crate) fn square_root<F: Tower>(field: &F, root_of_unity: Option<&[u64]>) -> Option<SquareRoot<F>> {
    match root_of_unity {
        None if F::DEGREE == 1 => SquareRoot::new(field),
        None => None,
        Some(root) => {
            let root = field.to_mont(&field.from_limbs(&[root]));
            Some(SquareRoot::of_root(field, &units(field), root))
        }
    }
}

/// The order of the multiplicative group.
pub(crate) fn units<F: Tower>(field: &F) -> Vec<u64> {
    let p = field.prime();
    let mut units = alloc::vec![1];
    for _ in 0..F::DEGREE {
        let mut product = alloc::vec![0; units.len() + p.len()];
        limb::mul(&mut product, &units, p);
        units = product;
    }
    units[0] -= 1;
    units
}
