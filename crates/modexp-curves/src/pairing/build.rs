//! A family on a backend: its towers, its curves, its engine.

use super::Inner;
use super::digits::signed_bits;
use super::engine::{Engine, Pairings};
use super::families::{self, Family, G1Map, PairingName};
use super::final_exponentiation::FinalExponentiation;
use super::miller::{Lines, Loop};
#[cfg_attr(target_arch = "wasm32", allow(unused_imports, reason = "a module has some of the pairings"))]
use super::models::{Bls12381, Eighteen, Model, Six, Twelve, TwentyFour, Two};
#[cfg(target_arch = "x86_64")]
use super::models::{OfTwist, Spreads};
use super::target::Target;
#[cfg(any(target_arch = "x86_64", target_feature = "relaxed-simd"))]
use crate::backend::lanes_of;
use crate::backend::{self, Backend, Equation};
use crate::curve::Curve;
use crate::error::Error;
use crate::map_to_curve::Maps;
use crate::parameters::Parameters;
#[cfg(target_arch = "x86_64")]
use crate::points::SpreadPoints;
use crate::points::{Arithmetic, Points};
use crate::scalar::{scalars, to_array};
use crate::splitting::{Digits, Map, Membership, Signed, Splitting};
use crate::structure::{Form, Structure};
use crate::tower::Tower;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
#[cfg(not(target_arch = "wasm32"))]
use modexp_kernels::field::Portable;
#[cfg(target_arch = "x86_64")]
use modexp_kernels::field::{
    Eight, Permute,
    x86_64::{Adx, Ifma},
};
use modexp_kernels::field::{FieldOps, Params};
use modexp_limbs::limb;

/// The pairing of this name. A module of WebAssembly has some of them, with fields that are compiled for speed and the rest for
/// size.
#[cfg(target_arch = "wasm32")]
#[cfg_attr(
    not(any(feature = "current-pairings", feature = "historical-pairings")),
    allow(unused, reason = "a module of curves has no pairings")
)]
pub(super) fn build(name: PairingName, backend: Backend) -> Result<Inner, Error> {
    #[cfg(all(target_feature = "relaxed-simd", feature = "current-pairings"))]
    if let Some(inner) = in_pairs(name, backend) {
        return Ok(inner);
    }
    of_name(name, backend)
}

#[cfg(target_arch = "wasm32")]
fn of_name(name: PairingName, backend: Backend) -> Result<Inner, Error> {
    #[allow(unused_imports, reason = "a module has some of the pairings")]
    use crate::wasm_fields;
    match name {
        #[cfg(feature = "current-pairings")]
        PairingName::Bls12381 => of_params::<Bls12381, _, 6>(name, wasm_fields::Six::new, backend),
        #[cfg(feature = "current-pairings")]
        PairingName::AltBn128 => of_params::<Twelve<9>, _, 4>(name, wasm_fields::Four::new, backend),
        #[cfg(feature = "current-pairings")]
        PairingName::Bn254N => of_params::<Twelve<1>, _, 4>(name, wasm_fields::Four::new, backend),
        #[cfg(feature = "historical-pairings")]
        PairingName::Ssp512 | PairingName::Cp512 => of_params::<Two, _, 8>(name, wasm_fields::Eight::new, backend),
        #[cfg(feature = "historical-pairings")]
        PairingName::Ssp1536 => of_params::<Two, _, 24>(name, wasm_fields::TwentyFour::new, backend),
        #[cfg(feature = "historical-pairings")]
        PairingName::Mnt160 => of_params::<Six, _, 3>(name, wasm_fields::Three::new, backend),
        #[cfg(feature = "historical-pairings")]
        PairingName::Kss18P511 | PairingName::Kss18P508 => {
            of_params::<Eighteen, _, 8>(name, wasm_fields::Eight::new, backend)
        }
        #[cfg(feature = "historical-pairings")]
        PairingName::Bls24P629 => of_params::<TwentyFour, _, 10>(name, wasm_fields::Ten::new, backend),
        #[cfg(feature = "historical-pairings")]
        PairingName::Bls24P509 => of_params::<TwentyFour, _, 8>(name, wasm_fields::Eight::new, backend),
        PairingName::Ss2M379 | PairingName::Ss2M1223 => super::eta::build(name, backend),
        #[allow(unreachable_patterns, reason = "a build may have all of them")]
        _ => Err(Error::BackendUnavailable),
    }
}

#[cfg(target_arch = "wasm32")]
fn of_params<M: Model, F: Tower, const N: usize>(
    name: PairingName,
    field: fn(Params<N>) -> Option<F>,
    backend: Backend,
) -> Result<Inner, Error> {
    let field = Params::new(&to_array(name.family().p)).and_then(field).ok_or(Error::BadPrime)?;
    Ok(of_field::<M, _, N>(name, field, backend))
}

/// The pairing on pairs of floats, if the engine rounds their products once. In a pair, a number of G1 is next to itself or to a
/// different number, and a coefficient of G2 is next to the other coefficient.
#[cfg(all(target_feature = "relaxed-simd", feature = "current-pairings"))]
fn in_pairs(name: PairingName, backend: Backend) -> Option<Inner> {
    use crate::wasm_fields::{TwinOfFour, TwinOfSix, TwoOfFour, TwoOfSix};
    match name {
        PairingName::Bls12381 => of_pairs::<Bls12381, _, _, 6>(name, TwoOfSix::new, TwinOfSix::of, backend),
        PairingName::AltBn128 => {
            of_pairs::<Twelve<9>, _, _, 4>(name, TwoOfFour::new, TwinOfFour::of, backend).and_then(with_g1_by_digits)
        }
        PairingName::Bn254N => {
            of_pairs::<Twelve<1>, _, _, 4>(name, TwoOfFour::new, TwinOfFour::of, backend).and_then(with_g1_by_digits)
        }
        _ => None,
    }
}

/// The pairing with G1 in digits, except for sums of many points: for a prime of this length that takes a fifth less time.
#[cfg(all(target_feature = "relaxed-simd", feature = "current-pairings"))]
fn with_g1_by_digits(mut inner: Inner) -> Option<Inner> {
    let family = inner.name.family();
    let field = Params::new(&to_array::<4>(family.p)).and_then(crate::wasm_fields::Four::new)?;
    inner.g1 = inner.g1.with_single(g1::<_, 4>(family, field));
    Some(inner)
}

#[cfg(all(target_feature = "relaxed-simd", feature = "current-pairings"))]
fn of_pairs<M: Model, P: Tower, F: Tower, const N: usize>(
    name: PairingName,
    pairs: fn(Params<N>) -> Option<P>,
    field: fn(P) -> F,
    backend: Backend,
) -> Option<Inner> {
    let pairs = Params::new(&to_array(name.family().p)).and_then(pairs)?;
    let mut inner = of_field::<M, _, N>(name, field(pairs), backend);
    let in_lanes = lanes_of(pairs, [inner.g1.a(), inner.g1.b()], N);
    inner.g1 = inner.g1.with_lanes(in_lanes);
    Some(inner)
}

/// The pairing of this name.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn build(name: PairingName, backend: Backend) -> Result<Inner, Error> {
    match name {
        PairingName::Bls12381 => with_lanes::<Bls12381, 6, 8>(of_size::<Bls12381, 6>(name, backend)?),
        PairingName::AltBn128 => with_lanes::<Twelve<9>, 4, 5>(of_size::<Twelve<9>, 4>(name, backend)?),
        PairingName::Bn254N => with_lanes::<Twelve<1>, 4, 5>(of_size::<Twelve<1>, 4>(name, backend)?),
        // the others serve old data, which is not worth the code for eight at once
        PairingName::Ssp512 | PairingName::Cp512 => spread_points::<Two, 8, 10>(of_size::<Two, 8>(name, backend)?),
        PairingName::Ssp1536 => spread_points::<Two, 24, 30>(of_size::<Two, 24>(name, backend)?),
        PairingName::Mnt160 => spread_points::<Six, 3, 4>(of_size::<Six, 3>(name, backend)?),
        PairingName::Kss18P511 | PairingName::Kss18P508 => {
            spread::<Eighteen, 8, 10>(of_size::<Eighteen, 8>(name, backend)?)
        }
        PairingName::Bls24P629 => spread::<TwentyFour, 10, 13>(of_size::<TwentyFour, 10>(name, backend)?),
        PairingName::Bls24P509 => spread::<TwentyFour, 8, 10>(of_size::<TwentyFour, 8>(name, backend)?),
        PairingName::Ss2M379 | PairingName::Ss2M1223 => super::eta::build(name, backend),
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn of_size<M: Model, const N: usize>(name: PairingName, backend: Backend) -> Result<Inner, Error> {
    // plain limbs replace digits
    if backend != Backend::Digits && !backend.is_available() {
        return Err(Error::BackendUnavailable);
    }
    let params = Params::new(&to_array::<N>(name.family().p)).ok_or(Error::BadPrime)?;
    #[cfg(target_arch = "x86_64")]
    if let (Backend::Adx | Backend::Ifma, Some(field)) = (backend, Adx::detect(params)) {
        return Ok(of_field::<M, _, N>(name, field, backend));
    }
    Ok(of_field::<M, _, N>(name, Portable::new(params), backend))
}

/// GF(p) in eight lanes of E digits, if the pairing's backend is `Ifma`.
#[cfg(target_arch = "x86_64")]
fn eight<const N: usize, const E: usize>(inner: &Inner) -> Result<Option<Eight<Ifma, N, E>>, Error> {
    if inner.g1.backend() != Backend::Ifma {
        return Ok(None);
    }
    let params = Params::new(&to_array::<N>(inner.name.family().p)).ok_or(Error::BadPrime)?;
    let field = Ifma::detect().and_then(|vectors| Eight::new(vectors, params));
    field.map(Some).ok_or(Error::BackendUnavailable)
}

/// The pairing with multiples of single points spread over lanes.
#[cfg(target_arch = "x86_64")]
fn spread_points<M: Model, const N: usize, const E: usize>(mut inner: Inner) -> Result<Inner, Error>
where
    OfTwist<M, Eight<Ifma, N, E>>: Permute,
{
    if let Some(field) = eight::<N, E>(&inner)? {
        let (single, target) = single::<M, N>(inner.name.family())?;
        let g1 = SpreadPoints::of(single, [inner.g1.a(), inner.g1.b()], None, field);
        let psi = Some(Lines::psi(&target));
        let g2 = SpreadPoints::of(*target.twist(), [inner.g2.a(), inner.g2.b()], psi, M::twist(field));
        (inner.g1, inner.g2) = (inner.g1.with_spread(g1), inner.g2.with_spread(g2));
    }
    Ok(inner)
}

/// GF(p) in one lane, and the target above it.
#[cfg(target_arch = "x86_64")]
fn single<M: Model, const N: usize>(family: &Family) -> Result<(Adx<N>, M::Target<Adx<N>>), Error> {
    let params = Params::new(&to_array::<N>(family.p)).ok_or(Error::BadPrime)?;
    let field = Adx::detect(params).ok_or(Error::BackendUnavailable)?;
    Ok((field, M::target(field, family.twist)))
}

/// The pairing with multiples of single points and single pairings spread over lanes.
#[cfg(target_arch = "x86_64")]
fn spread<M: Spreads, const N: usize, const E: usize>(inner: Inner) -> Result<Inner, Error>
where
    OfTwist<M, Eight<Ifma, N, E>>: Permute,
{
    let mut inner = spread_points::<M, N, E>(inner)?;
    if let Some(field) = eight::<N, E>(&inner)? {
        let family = inner.name.family();
        let (_, target) = single::<M, N>(family)?;
        inner.engine = engine(family, M::spread(target, field));
    }
    Ok(inner)
}

/// The pairing of `spread`, and eight pairings at once.
#[cfg(target_arch = "x86_64")]
fn with_lanes<M: Spreads, const N: usize, const E: usize>(inner: Inner) -> Result<Inner, Error>
where
    OfTwist<M, Eight<Ifma, N, E>>: Permute,
{
    let mut inner = spread::<M, N, E>(inner)?;
    if let Some(field) = eight::<N, E>(&inner)? {
        let Parts { g1, g2, engine, .. } = of_family::<M, _, N>(inner.name.family(), field);
        inner = with_lanes_of::<M, _, N>(inner, field);
        inner.g1 = inner.g1.with_eight(g1);
        inner.g2 = inner.g2.with_eight(g2);
        inner.eight = Some(engine);
    }
    Ok(inner)
}

/// The pairing with sums of many points in the lanes of a field.
#[cfg(target_arch = "x86_64")]
fn with_lanes_of<M: Model, F: Tower, const N: usize>(mut inner: Inner, field: F) -> Inner {
    let twist = M::twist(field);
    let of_g1 = lanes_of(field, [inner.g1.a(), inner.g1.b()], N);
    let of_g2 = lanes_of(twist, [inner.g2.a(), inner.g2.b()], N * OfTwist::<M, F>::DEGREE);
    inner.g1 = inner.g1.with_lanes(of_g1);
    inner.g2 = inner.g2.with_lanes(of_g2);
    inner
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "wasm32")))]
fn spread_points<M: Model, const N: usize, const E: usize>(inner: Inner) -> Result<Inner, Error> {
    Ok(inner)
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "wasm32")))]
fn spread<M: Model, const N: usize, const E: usize>(inner: Inner) -> Result<Inner, Error> {
    Ok(inner)
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "wasm32")))]
fn with_lanes<M: Model, const N: usize, const E: usize>(inner: Inner) -> Result<Inner, Error> {
    Ok(inner)
}

/// The parts of a pairing that depend on the field.
struct Parts {
    g1: Box<dyn Arithmetic>,
    g2: Box<dyn Arithmetic>,
    engine: Box<dyn Engine>,
    /// a and b of the twist.
    twisted: [Vec<u64>; 2],
    degree: usize,
    maps: Option<Maps>,
}

fn of_family<M: Model, F: Tower, const N: usize>(family: &Family, field: F) -> Parts {
    let target = M::target(field, family.twist);
    let twist = target.twist();
    let degree = <M::Target<F> as Target>::Twist::DEGREE;
    let element = |x: &[u64]| twist.to_mont(&twist.from_limbs(&[&limb::resize(x, N * degree)]));
    let [a, b] = target.twisted(&element(family.a), &element(family.b));
    let to_limbs = |x| {
        let mut out = vec![0; N * degree];
        twist.to_limbs(&mut out, &twist.from_mont(x), 0);
        out
    };
    let twisted = [&a, &b].map(to_limbs);

    let g2 = Points::new(*twist, &twisted[0], &twisted[1]).with_psi(Lines::psi(&target)).scaled(family.u[1]);
    debug_assert!(
        twist
            .is_zero(&if M::Target::<F>::JACOBIAN {
                let square = twist.sqr(&target.times_rho(&twist.one()));
                twist.add(&a, &twist.add(&twist.double(&square), &square))
            } else {
                a
            })
            .lane(0),
        "a = −3 before the twist, or 0"
    );
    let maps = M::maps(&target);
    let engine = engine(family, target);
    Parts { g1: g1::<F, N>(family, field), g2: Box::new(g2), engine, twisted, degree, maps }
}

/// G1 of a family.
fn g1<F: Tower, const N: usize>(family: &Family, field: F) -> Box<dyn Arithmetic> {
    Equation { p: family.p, a: family.a, b: family.b, u: family.u[0] }.over::<F, N>(field)
}

/// The pairings of a family in a target.
fn engine<T: Target>(family: &Family, target: T) -> Box<dyn Engine> {
    let twist = target.twist();
    let b = twist.to_mont(&twist.from_limbs(&[&limb::resize(family.b, twist.prime().len() * T::Twist::DEGREE)]));
    let [_, b] = target.twisted(&twist.zero(), &b);
    let three_b = twist.add(&twist.double(&b), &b);
    let around =
        Loop { digits: signed_bits(family.around.magnitude), negative: family.around.negative, terms: family.terms };
    Box::new(Pairings::new(Lines { target, around, three_b }, exponentiation(family)))
}

pub(super) fn of_field<M: Model, F: Tower, const N: usize>(name: PairingName, field: F, backend: Backend) -> Inner {
    let family = name.family();
    let Parts { g1, g2, engine, twisted: [a, b], degree, maps } = of_family::<M, F, N>(family, field);
    let g1 = curve::<N>(family, g1, of_g1(family, family.form), [family.a, family.b], family.g1, backend);
    let g2 = curve::<N>(family, g2, of_g2(family, degree), [&a, &b], family.g2, backend);
    let frobenius = family.digits.map_or((1, false), |(count, base, _)| (count, base.negative));
    Inner { name, g1, g2, engine, eight: None, frobenius, maps }
}

/// The final exponentiation of a family.
pub(super) fn exponentiation(family: &Family) -> FinalExponentiation {
    FinalExponentiation {
        degree: family.degree,
        digits: signed_bits(family.x.magnitude),
        negative: family.x.negative,
        chain: family.chain,
    }
}

fn curve<const N: usize>(
    family: &Family,
    single: Box<dyn Arithmetic>,
    structure: Structure,
    [a, b]: [&[u64]; 2],
    [x, y]: [&[u64]; 2],
    on: Backend,
) -> Curve {
    let parameters = Parameters { p: family.p, a, b, order: family.order, cofactor: &[1], x, y };
    let scalars = scalars::<N>(family.order).expect("an odd order");
    let parts = backend::Parts::new(single, scalars, N);
    Curve::of_parts(parts, &parameters, parameters.p.to_vec(), structure, on)
}

fn signed(x: families::Integer) -> Signed {
    Signed { magnitude: x.magnitude.to_vec(), negative: x.negative }
}

/// The structure of G1.
fn of_g1(family: &Family, form: Form) -> Structure {
    let all = if family.g1_cofactor == [1] { Membership::All } else { Membership::Order };
    let (splitting, membership) = match &family.g1_map {
        None => (None, all),
        Some(G1Map::Basis(endomorphism)) => (Some(Splitting::Basis(endomorphism)), all),
        Some(G1Map::Beta { beta, lambda, tells }) => {
            let map = Map::Beta(beta);
            let digits = Digits::new(lambda.magnitude, 2, family.order);
            let splitting = Splitting::Digits { map, negative: lambda.negative, digits };
            let by_map = Membership::Map { map, multiplier: signed(*lambda) };
            (Some(splitting), if *tells { by_map } else { all })
        }
    };
    Structure { degree: 1, cofactor: family.g1_cofactor.to_vec(), splitting, membership, form }
}

/// The structure of G2.
fn of_g2(family: &Family, degree: usize) -> Structure {
    let membership = match (family.quarters, family.psi) {
        (Some(quarters), _) => Membership::Quarters(quarters),
        (None, None) => Membership::Order,
        (None, Some(psi)) => Membership::Map { map: Map::Psi(1), multiplier: signed(psi) },
    };
    let by_digits = |(count, base, terms): (_, families::Integer, _)| Splitting::Digits {
        map: Map::Psi(count),
        negative: base.negative,
        digits: Digits::new(base.magnitude, terms, family.order),
    };
    let splitting = family.quarters.map(Splitting::Quarters).or(family.digits.map(by_digits));
    Structure { degree, cofactor: family.g2_cofactor.to_vec(), splitting, membership, form: family.form }
}
