//! A module of WebAssembly. It has few sizes of fields, which are compiled for speed and the rest for size, and omits the curves
//! that none of its features names. The constants have the meaning of those in `native`.

#[cfg(target_feature = "relaxed-simd")]
mod lanes;
#[cfg(target_feature = "relaxed-simd")]
mod relaxed;

#[cfg(target_feature = "relaxed-simd")]
pub(crate) use relaxed::pairing_in_lanes;

#[cfg(not(target_feature = "relaxed-simd"))]
pub(crate) use self::pairing as pairing_in_lanes;

use crate::backend::{Backend, CurveParts, Equation};
use crate::binary;
use crate::error::Error;
use crate::pairing::Pairing;
use crate::pairing::build::of_field;
use crate::pairing::families::{BinaryFamily, Family};
use crate::pairing::models::Model;
use crate::scalar::{scalars_of, to_array};
use crate::tower::{Tower, prime_field};
use modexp_fields::binary::Any;
use modexp_fields::binary::wasm32::Swizzle;
use modexp_fields::prime::{self, FieldOps, Params};

pub(crate) const ALL_SIZES: bool = false;
// they would save 2 to 5 % of the time for 3 % more code
pub(crate) const SMALL_FACTORS: bool = false;
pub(crate) const PAIRS: bool = cfg!(feature = "pairs");
pub(crate) const LANES: bool = cfg!(target_feature = "relaxed-simd");
pub(crate) const PRIME: bool = cfg!(feature = "prime");
pub(crate) const BINARY: bool = cfg!(feature = "binary");

/// The fields of the module.
pub struct Module;

/// The field of primes of N limbs of 64 bits.
pub trait OfLimbs<const N: usize> {
    type Field: Tower;

    fn field(params: Params<N>) -> Option<Self::Field>;
}

macro_rules! fields {
    ($($limbs:literal $field:ident)*) => {$(
        prime_field!([] prime::$field);
        fields!(@ $limbs $field);
    )*};
    (gaussian $($limbs:literal $field:ident)*) => {$(
        prime_field!([] prime::$field, prime::LazyGaussian<Self>, |field| prime::LazyGaussian::new(*field));
        fields!(@ $limbs $field);
    )*};
    (@ $limbs:literal $field:ident) => {

        impl OfLimbs<$limbs> for Module {
            type Field = prime::$field;

            fn field(params: Params<$limbs>) -> Option<Self::Field> {
                Self::Field::new(params)
            }
        }
    };
}

#[cfg(not(modexp_wide))]
fields!(3 Digits7 4 Digits9 6 Digits14 8 Digits18 9 Digits20 10 Digits22 24 Limbs24);
#[cfg(modexp_wide)]
fields!(3 Wide4 8 Wide9 9 Wide10 10 Wide11 24 Limbs24);
#[cfg(all(modexp_wide, any(feature = "prime", not(feature = "pairs"))))]
fields!(4 Signed5 6 Signed7);
// the module of pairings: GF(p²) has sums of products, for p ≡ 3 mod 4
#[cfg(all(modexp_wide, feature = "pairs", not(feature = "prime")))]
fields!(gaussian 4 Signed5 6 Signed7);

/// A module has one backend, so that it is small.
pub(crate) fn is_available(backend: Backend) -> bool {
    backend == Backend::Digits
}

pub(crate) fn curve<const N: usize, const D: usize, const E: usize>(
    equation: Equation<'_>,
    order: &[u64],
    _backend: Backend,
) -> Option<CurveParts>
where
    Module: OfLimbs<N>,
{
    let single = equation.over::<_, N>(Module::field(Params::new(&to_array(equation.p))?)?);
    Some(CurveParts::new(single, scalars_of(N, order)?, N))
}

pub(crate) fn binary(any: Any, a: &[u64], b: &[u64], order: &[u64], _backend: Backend) -> Option<CurveParts> {
    binary::parts_of_multiplier::<_, true>(Swizzle, any, a, b, order)
}

/// The pairing on the field of N limbs.
///
/// # Errors
/// [`Error::BadPrime`] if p is even.
pub fn pairing<M: Model, const N: usize, const E: usize>(
    name: &'static str,
    family: &'static Family,
    backend: Backend,
) -> Result<Pairing, Error>
where
    Module: OfLimbs<N>,
{
    let field = Params::new(&to_array(family.p)).and_then(Module::field).ok_or(Error::BadPrime)?;
    Ok(of_field::<M, _, N>(name, family, field, backend))
}

/// The pairing on the multiplier of the module.
///
/// # Errors
/// As `family` has them.
pub fn pairing_over_binary_field(family: &impl BinaryFamily, backend: Backend) -> Result<Pairing, Error> {
    family.pairing(Swizzle, backend)
}
