//! x86-64: mulx with the carry chains of adx, eight lanes of AVX-512 IFMA, and PCLMULQDQ, where the CPU has them.

mod lanes;
mod native;
mod spread_points;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use native::{ALL_SIZES, BINARY, LANES, PAIRS, PRIME, SMALL_FACTORS};

use crate::backend::{Backend, CurveParts, Equation};
use crate::binary;
use crate::error::Error;
use crate::pairing::Pairing;
use crate::pairing::build::{in_lanes, of_field};
use crate::pairing::families::{BinaryFamily, Family};
use crate::pairing::miller::Lines;
use crate::pairing::models::{Model, OfTwist};
use crate::pairing::target::Target;
use crate::scalar::{scalars_of, to_array};
use crate::tower::{Tower, prime_field};
use alloc::boxed::Box;
use lanes::{lanes_of, parts_of, parts_of_pairing};
use modexp_fields::binary::Any;
use modexp_fields::binary::x86_64::{Clmul, Vpclmul};
use modexp_fields::prime::x86_64::{Adx, Ifma};
use modexp_fields::prime::{Eight, FieldOps, Params, Permute};
use spread_points::SpreadPoints;

/// Whether fields of each size have lanes. Those of P-192 and of 512 bits would be a fifth of the lanes in the addon of Node.
const LANES_OF_ALL_SIZES: bool = cfg!(not(modexp_addon));

/// The most limbs of a coordinate for multiples spread over lanes. The addon of Node omits them for primes of more than 512 bits: that
/// of P-521 has its own reduction.
const MAX_LIMBS_OF_SPREAD: usize = if cfg!(modexp_addon) { 8 } else { 9 };

prime_field!([const N: usize] Adx<N>);

pub(crate) fn is_available(backend: Backend) -> bool {
    let adx = || Params::new(&[3]).and_then(Adx::detect).is_some();
    match backend {
        Backend::Adx => adx() && (native::PORTABLE || Clmul::detect().is_some()),
        Backend::Ifma => is_available(Backend::Adx) && Ifma::detect().is_some(),
        _ => native::is_available(backend),
    }
}

/// The curve on N limbs, and on E digits in each of eight lanes; or on D digits.
pub(crate) fn curve<const N: usize, const D: usize, const E: usize>(
    equation: Equation<'_>,
    order: &[u64],
    backend: Backend,
) -> Option<CurveParts> {
    let (Backend::Adx | Backend::Ifma) = backend else { return native::curve::<N, D, E>(equation, order, backend) };
    let params = Params::new(&to_array::<N>(equation.p))?;
    let (one, coefficients) = (Adx::detect(params)?, [equation.a, equation.b]);
    let mut parts = CurveParts::new(equation.over::<_, N>(one), scalars_of(N, order)?, N);
    if backend == Backend::Ifma && (LANES_OF_ALL_SIZES || matches!(N, 4 | 6 | 9)) {
        let field = Eight::<_, N, E>::new(Ifma::detect()?, params)?;
        parts.eight = Some(Box::new(equation.points::<_, N>(field)));
        parts.lanes = Some(lanes_of(field, coefficients, N));
        // for the other primes, one lane is as fast
        if N <= MAX_LIMBS_OF_SPREAD && !one.has_own_reduction() {
            parts.spread = SpreadPoints::for_curve(one, coefficients, None, field);
        }
    }
    Some(parts)
}

pub(crate) fn binary(any: Any, a: &[u64], b: &[u64], order: &[u64], backend: Backend) -> Option<CurveParts> {
    let (Backend::Adx | Backend::Ifma, Some(clmul)) = (backend, Clmul::detect()) else {
        return native::binary(any, a, b, order, backend);
    };
    let mut parts = binary::parts_of_multiplier::<_, true>(clmul, any, a, b, order)?;
    if let (Backend::Ifma, Some(lanes)) = (backend, Vpclmul::detect()) {
        parts.eight = binary::of_multiplier::<_, _, true>(lanes, any, a, b).map(|(eight, _)| eight);
    }
    Some(parts)
}

/// The pairing with multiples of single points and single pairings spread over lanes.
///
/// # Errors
/// [`Error::BackendUnavailable`] if this machine cannot run it.
pub fn pairing<M: Model, const N: usize, const E: usize>(
    name: &'static str,
    family: &'static Family,
    backend: Backend,
) -> Result<Pairing, Error>
where
    OfTwist<M, Eight<Ifma, N, E>>: Permute,
{
    let params = Params::new(&to_array::<N>(family.p)).ok_or(Error::BadPrime)?;
    let (Backend::Adx | Backend::Ifma, Some(one)) = (backend, Adx::detect(params)) else {
        return native::pairing::<M, N, E>(name, family, backend);
    };
    let mut pairing = of_field::<M, _, N>(name, family, one, backend);
    if let Some(field) = eight::<M, N, E>(params, backend)? {
        let target = M::target(one, family.twist);
        let inner = parts_of_pairing(&mut pairing);
        let g1 = SpreadPoints::for_curve(one, [inner.g1.a(), inner.g1.b()], None, field);
        let psi = Some(Lines::psi(&target));
        let g2 = SpreadPoints::for_curve(*target.twist(), [inner.g2.a(), inner.g2.b()], psi, M::twist(field));
        parts_of(&mut inner.g1).spread = g1;
        parts_of(&mut inner.g2).spread = g2;
        if let Some(engine) = M::spread(family, target, field) {
            inner.engine = engine;
        }
    }
    Ok(pairing)
}

/// The pairing of `pairing`, with eight pairings at once and sums of many points in lanes.
pub(crate) fn pairing_in_lanes<M: Model, const N: usize, const E: usize>(
    name: &'static str,
    family: &'static Family,
    backend: Backend,
) -> Result<Pairing, Error>
where
    OfTwist<M, Eight<Ifma, N, E>>: Permute,
{
    let mut pairing = pairing::<M, N, E>(name, family, backend)?;
    let params = Params::new(&to_array::<N>(family.p)).ok_or(Error::BadPrime)?;
    if let Some(field) = eight::<M, N, E>(params, backend)? {
        let inner = parts_of_pairing(&mut pairing);
        let ([g1, g2], engine) = in_lanes::<M, _, N>(family, field);
        let limbs = N * OfTwist::<M, Eight<Ifma, N, E>>::DEGREE;
        let of_g1 = lanes_of(field, [inner.g1.a(), inner.g1.b()], N);
        let of_g2 = lanes_of(M::twist(field), [inner.g2.a(), inner.g2.b()], limbs);
        for (curve, eight, lanes) in [(&mut inner.g1, g1, of_g1), (&mut inner.g2, g2, of_g2)] {
            let parts = parts_of(curve);
            parts.eight = Some(eight);
            parts.lanes = Some(lanes);
        }
        inner.eight = Some(engine);
    }
    Ok(pairing)
}

/// GF(p) in eight lanes of E digits, for `Ifma`.
fn eight<M: Model, const N: usize, const E: usize>(
    params: Params<N>,
    backend: Backend,
) -> Result<Option<Eight<Ifma, N, E>>, Error> {
    if backend != Backend::Ifma || !M::LANES {
        return Ok(None);
    }
    let field = Ifma::detect().and_then(|vectors| Eight::new(vectors, params));
    field.map(Some).ok_or(Error::BackendUnavailable)
}

/// The pairing on the multiplier of this machine.
///
/// # Errors
/// [`Error::BackendUnavailable`] if this machine cannot run it.
pub fn pairing_over_binary_field(family: &impl BinaryFamily, backend: Backend) -> Result<Pairing, Error> {
    match (backend, Clmul::detect()) {
        (Backend::Adx | Backend::Ifma, Some(clmul)) if backend.is_available() => family.pairing(clmul, backend),
        _ => native::pairing_over_binary_field(family, backend),
    }
}
