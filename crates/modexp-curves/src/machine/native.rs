//! Plain integer arithmetic, for every machine that runs machine code: all curves and pairings, in one lane.

use crate::backend::{Backend, CurveParts, Equation};
use crate::binary;
use crate::error::Error;
use crate::pairing::Pairing;
use crate::pairing::build::of_field;
use crate::pairing::families::{BinaryFamily, Family};
use crate::pairing::models::Model;
use crate::scalar::{scalars_of, to_array};
use crate::tower::{Tower, prime_field};
use modexp_fields::binary::{Any, Holes};
use modexp_fields::prime::{ColumnWord, DigitField, FieldOps, Params, Portable};
#[cfg(not(modexp_addon))]
use modexp_fields::prime::{RADIX, Word};

/// Whether the machine has fields for each size of numbers.
pub(crate) const ALL_SIZES: bool = true;
/// Whether code for small factors and isomorphic curves exists.
pub(crate) const SMALL_FACTORS: bool = true;
/// Whether sums add points in pairs.
pub(crate) const PAIRS: bool = true;
/// Whether there may be fields with lanes.
pub(crate) const LANES: bool = true;
/// Whether there are curves over GF(p).
pub(crate) const PRIME: bool = true;
/// Whether there are curves over GF(2^m).
pub(crate) const BINARY: bool = true;

/// Whether there are fields in plain arithmetic. They are a tenth of the addon of Node for x86-64: where it lacks the
/// instructions of faster ones, WebAssembly computes.
pub(super) const PORTABLE: bool = cfg!(not(all(modexp_addon, target_arch = "x86_64")));

prime_field!([C: ColumnWord, const N: usize, const D: usize] DigitField<C, N, D>);

pub(crate) fn is_available(backend: Backend) -> bool {
    (backend == Backend::Portable && PORTABLE) || (backend == Backend::Digits && cfg!(not(modexp_addon)))
}

/// The curve on N limbs, or on D digits.
pub(crate) fn curve<const N: usize, const D: usize, const E: usize>(
    equation: Equation<'_>,
    order: &[u64],
    backend: Backend,
) -> Option<CurveParts> {
    let params = Params::new(&to_array::<N>(equation.p))?;
    let single = match backend {
        // never the fastest: the addon of Node omits it
        #[cfg(not(modexp_addon))]
        Backend::Digits => equation.over::<_, N>(DigitField::<Word<RADIX>, N, D>::new(params)?),
        Backend::Portable if PORTABLE => equation.over::<_, N>(Portable::new(params)),
        _ => return None,
    };
    Some(CurveParts::new(single, scalars_of(N, order)?, N))
}

pub(crate) fn binary(any: Any, a: &[u64], b: &[u64], order: &[u64], _backend: Backend) -> Option<CurveParts> {
    if PORTABLE { binary::parts_of_multiplier::<_, false>(Holes, any, a, b, order) } else { None }
}

/// The pairing on N limbs; they replace digits.
///
/// # Errors
/// [`Error::BackendUnavailable`] if this machine cannot run it.
pub fn pairing<M: Model, const N: usize, const E: usize>(
    name: &'static str,
    family: &'static Family,
    backend: Backend,
) -> Result<Pairing, Error> {
    if !backend.is_available() || !PORTABLE {
        return Err(Error::BackendUnavailable);
    }
    let params = Params::new(&to_array::<N>(family.p)).ok_or(Error::BadPrime)?;
    Ok(of_field::<M, _, N>(name, family, Portable::new(params), backend))
}

/// The pairing on the multiplier of every machine.
///
/// # Errors
/// [`Error::BackendUnavailable`] if this machine cannot run it.
pub fn pairing_over_binary_field(family: &impl BinaryFamily, backend: Backend) -> Result<Pairing, Error> {
    if !backend.is_available() {
        return Err(Error::BackendUnavailable);
    }
    family.pairing(Holes, backend)
}
