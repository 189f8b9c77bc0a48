//! Pairings on pairs of floats, where the engine rounds their products once. In a pair, a number of G1 is next to itself or to a
//! different number, and a coefficient of G2 is next to the other coefficient.

use super::lanes::{lanes_of, parts_of, parts_of_pairing};
use super::{Module, OfLimbs, pairing};
use crate::backend::Backend;
use crate::error::Error;
use crate::pairing::Pairing;
use crate::pairing::build::{g1, of_field};
use crate::pairing::families::Family;
use crate::pairing::models::Model;
use crate::scalar::to_array;
use crate::tower::{Extension, Integer, Quadratic, Tower, divided, prime_field};
use modexp_fields::prime::{self, FieldOps, Params};

/// The fields on pairs for primes of N limbs of 64 bits.
pub(crate) trait PairsOfLimbs<const N: usize> {
    /// Two numbers in a pair.
    type Two: Tower;
    /// One number in both lanes.
    type Twin: Tower;

    fn two(params: Params<N>) -> Option<Self::Two>;

    fn twin(two: Self::Two) -> Self::Twin;
}

/// The pairing on pairs, or on the fields of other modules if the engine does not round products once.
pub(crate) fn pairing_in_lanes<M: Model, const N: usize, const E: usize>(
    name: &'static str,
    family: &'static Family,
    backend: Backend,
) -> Result<Pairing, Error>
where
    Module: OfLimbs<N> + PairsOfLimbs<N>,
{
    in_pairs::<M, N>(name, family, backend).map_or_else(|| pairing::<M, N, E>(name, family, backend), Ok)
}

fn in_pairs<M: Model, const N: usize>(name: &'static str, family: &Family, backend: Backend) -> Option<Pairing>
where
    Module: OfLimbs<N> + PairsOfLimbs<N>,
{
    let params = Params::new(&to_array(family.p))?;
    let two = Module::two(params)?;
    let mut pairing = of_field::<M, _, N>(name, family, Module::twin(two), backend);
    let curve = &mut parts_of_pairing(&mut pairing).g1;
    let lanes = lanes_of(two, [curve.a(), curve.b()], N);
    let parts = parts_of(curve);
    parts.lanes = Some(lanes);
    // for a prime of this length, digits take a fifth less time than pairs, except for sums of many points
    if N == 4 {
        parts.single = g1::<_, N>(family, Module::field(params)?);
    }
    Some(pairing)
}

/// The fields, with special arithmetic for GF(p)\[u]/(u² + 1): the two coefficients of an element are in the lanes of a pair.
macro_rules! fields {
    ($($limbs:literal $two:ty, $prime:ty, $field:ty;)*) => {$(
        prime_field!([] $two);
        prime_field!([] $prime, $field, |field| <$field>::new(*field));

        impl PairsOfLimbs<$limbs> for Module {
            type Two = $two;
            type Twin = $prime;

            fn two(params: Params<$limbs>) -> Option<$two> {
                <$two>::new(params)
            }

            fn twin(two: $two) -> $prime {
                <$prime>::new(two)
            }
        }

        impl Tower for $field {
            type Prime = $prime;
            type Gaussian = Quadratic<Self, Integer<-1>>;

            const DEGREE: usize = 2;

            #[inline]
            fn prime_field(&self) -> &$prime {
                self.prime_field()
            }

            fn gaussian(&self) -> Self::Gaussian {
                Quadratic::new(*self)
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

fields! {
    4 prime::Floats6, prime::Twin6, prime::Gaussian6;
    6 prime::Floats8, prime::Twin8, prime::Gaussian8;
}
