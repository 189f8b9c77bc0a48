//! GF(p)\[u]/(u² + 1) with special arithmetic: the two coefficients of an element are in the lanes of a pair.

use super::{Extension, Tower, divided, prime_field};
use crate::wasm_fields;
use modexp_kernels::field::FieldOps;

macro_rules! gaussian {
    ($($field:ty, $prime:ty;)*) => {$(
        prime_field!([] $prime, $field, |field| <$field>::of(*field));

        impl Tower for $field {
            type Prime = $prime;
            type Gaussian = super::Quadratic<Self, super::Integer<-1>>;

            const DEGREE: usize = 2;

            #[inline]
            fn prime_field(&self) -> &$prime {
                self.prime_field()
            }

            fn gaussian(&self) -> Self::Gaussian {
                super::Quadratic::new(*self)
            }

            #[inline]
            fn scale(&self, a: &Self::Element, s: &Self::Element) -> Self::Element {
                self.scale(a, s)
            }

            // u^p = −u, for p ≡ 3 mod 4
            #[inline]
            fn frobenius(&self, a: &Self::Element) -> Self::Element {
                self.conjugate(a)
            }
        }

        impl Extension for $field {
            #[inline]
            fn add_shifted(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
                self.add_turned(a, 0, b)
            }

            #[inline]
            fn add_shifted_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
                self.add_turned_wide(a, 0, b)
            }

            #[inline]
            fn add_multiple(&self, a: &Self::Element, n: u32, b: &Self::Element) -> Self::Element {
                self.add_turned(a, n, b)
            }

            #[inline]
            fn add_multiple_wide(&self, a: &Self::Wide, n: u32, b: &Self::Wide) -> Self::Wide {
                self.add_turned_wide(a, n, b)
            }

            fn generator_power(&self, exponent: &[u64]) -> Self::Element {
                let (quotient, rest) = divided(exponent, 2);
                let sign = if quotient[0] & 1 == 1 { self.neg(&self.one()) } else { self.one() };
                if rest == 1 { self.add_turned(&self.zero(), 0, &sign) } else { sign }
            }
        }
    )*};
}

gaussian! {
    wasm_fields::GaussianOfFour, wasm_fields::TwinOfFour;
    wasm_fields::GaussianOfSix, wasm_fields::TwinOfSix;
}
