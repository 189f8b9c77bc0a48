//! A family on a backend: its towers, its curves, its engine.

use super::digits::signed_bits;
use super::engine::{Engine, Pairings};
use super::families::{self, Family, G1Map, PairingName};
use super::final_exponentiation::FinalExponentiation;
use super::miller::{Lines, Loop};
use super::models::{Bls12381, Model, Twelve};
use super::target::{Coefficient, Target};
use super::{Inner, Pairing};
use crate::backend::{Backend, CurveParts, Equation};
use crate::binary;
use crate::curve::Curve;
use crate::error::Error;
use crate::machine;
use crate::map_to_curve::Maps;
use crate::parameters::Parameters;
use crate::points::{Arithmetic, Points, limbs_of};
use crate::scalar::scalars;
use crate::splitting::{Map, Membership, PublicBase, Signed, Splitting};
use crate::structure::{Form, Structure};
use crate::tower::Tower;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use modexp_fields::prime::FieldOps;
use modexp_limbs::limb;

/// The pairing of this name.
pub(super) fn build(name: PairingName, backend: Backend) -> Result<Pairing, Error> {
    let (text, family) = (name.as_str(), name.family());
    match name {
        PairingName::Bls12381 => machine::pairing_in_lanes::<Bls12381, 6, 8>(text, family, backend),
        PairingName::AltBn128 => machine::pairing_in_lanes::<Twelve<9>, 4, 5>(text, family, backend),
        PairingName::Bn254N => machine::pairing_in_lanes::<Twelve<1>, 4, 5>(text, family, backend),
    }
}

/// The parts of a pairing that depend on the field.
struct OfFamily {
    g1: Box<dyn Arithmetic>,
    g2: Box<dyn Arithmetic>,
    engine: Box<dyn Engine>,
    /// a and b of the twist.
    twisted: [Vec<u64>; 2],
    degree: usize,
    maps: Option<Maps>,
}

fn of_family<M: Model, F: Tower, const N: usize>(family: &Family, field: F) -> OfFamily {
    let target = M::target(field, family.twist);
    let degree = <M::Target<F> as Target>::Twist::DEGREE;
    let twisted = twisted_limbs(family, &target);
    let g2 = g2(family, &target, &twisted, Some(family.root_of_unity));
    let maps = M::maps(&target);
    let engine = engine(family, target);
    OfFamily { g1: g1::<F, N>(family, field), g2: Box::new(g2), engine, twisted, degree, maps }
}

/// G1, G2 and the pairings of a family in the lanes of a field.
#[cfg(target_arch = "x86_64")]
pub(crate) fn in_lanes<M: Model, F: Tower, const N: usize>(
    family: &Family,
    field: F,
) -> ([Box<dyn crate::points::Elements>; 2], Box<dyn Engine>) {
    let target = M::target(field, family.twist);
    let g2 = g2(family, &target, &twisted_limbs(family, &target), None);
    ([Box::new(equation(family).points::<F, N>(field)), Box::new(g2)], engine(family, target))
}

fn equation(family: &Family) -> Equation<'_> {
    Equation { p: family.p, a: family.a, b: family.b, u: family.u[0] }
}

/// G1 of a family.
pub(crate) fn g1<F: Tower, const N: usize>(family: &Family, field: F) -> Box<dyn Arithmetic> {
    equation(family).over::<F, N>(field)
}

/// G2 of a family, with these coefficients; square roots in its field need the root of unity.
fn g2<T: Target>(
    family: &Family,
    target: &T,
    [a, b]: &[Vec<u64>; 2],
    root_of_unity: Option<&[u64]>,
) -> Points<T::Twist> {
    let points = Points::new(*target.twist(), a, b);
    let points = root_of_unity.into_iter().fold(points, Points::with_root_of_unity);
    points.with_psi(Lines::psi(target)).scaled(family.u[1])
}

/// The coefficients a and b of a family's twist in limbs.
fn twisted_limbs<T: Target>(family: &Family, target: &T) -> [Vec<u64>; 2] {
    let twist = target.twist();
    twisted(family, target).map(|x| {
        let mut out = vec![0; limbs_of(twist)];
        twist.to_limbs(&mut out, &twist.from_mont(&x), 0);
        out
    })
}

/// The coefficients a and b of a family's twist.
fn twisted<T: Target>(family: &Family, target: &T) -> [Coefficient<T>; 2] {
    let twist = target.twist();
    let limbs = twist.prime().len() * T::Twist::DEGREE;
    let [a, b] = [family.a, family.b].map(|x| twist.to_mont(&twist.from_limbs(&[&limb::resize(x, limbs)])));
    target.twisted(&a, &b)
}

/// The pairings of a family in a target.
pub(crate) fn engine<T: Target>(family: &Family, target: T) -> Box<dyn Engine> {
    let twist = target.twist();
    let [_, b] = twisted(family, &target);
    let three_b = twist.add(&twist.double(&b), &b);
    let around =
        Loop { digits: signed_bits(family.around.magnitude), negative: family.around.negative, terms: family.terms };
    Box::new(Pairings::new(Lines { target, around, three_b }, exponentiation(family)))
}

pub(crate) fn of_field<M: Model, F: Tower, const N: usize>(
    name: &'static str,
    family: &Family,
    field: F,
    backend: Backend,
) -> Pairing {
    let OfFamily { g1, g2, engine, twisted: [a, b], degree, maps } = of_family::<M, F, N>(family, field);
    let g1 = curve::<N>(family, g1, of_g1(family, M::FORM), [family.a, family.b], family.g1, backend);
    let g2 = curve::<N>(family, g2, of_g2(family, M::FORM, degree), [&a, &b], family.g2, backend);
    let frobenius = family.digits.map_or((1, false), |(count, base, _)| (count, base.negative));
    Pairing::new(Inner { name, g1, g2, engine, eight: None, frobenius, maps })
}

/// The pairing of a supersingular curve over GF(2^m) with itself, in an engine of its own. 2^half is the multiplier of ψ, and the
/// Frobenius map of GT does the same when it is applied `half` times. Scalars have S limbs.
///
/// # Errors
/// [`Error::BadOrder`] if the order is even.
pub fn binary_pairing<C: binary::Model<N>, const N: usize, const S: usize>(
    name: &'static str,
    parameters: &Parameters<'_>,
    curve: C,
    half: usize,
    engine: Box<dyn Engine>,
    backend: Backend,
) -> Result<Pairing, Error> {
    let &Parameters { p, order, cofactor, .. } = parameters;
    let mut base = vec![0; half / 64 + 1];
    base[half / 64] = 1 << (half % 64);
    let digits = PublicBase::new(&base, 2, order);
    let structure = Structure {
        degree: 1,
        cofactor: cofactor.to_vec(),
        splitting: Some(Splitting::Digits { map: Map::Psi(1), negative: false, digits }),
        membership: if cofactor == [1] { Membership::All } else { Membership::Multiples(cofactor[0]) },
        form: Form::Sec1,
    };
    let scalars = scalars::<S>(order).ok_or(Error::BadOrder)?;
    let parts = CurveParts::new(Box::new(binary::BinaryPoints::new(curve)), scalars, N);
    let g1 = Curve::of_parts(parts, parameters, binary::q(p), structure, backend);
    Ok(Pairing::new(Inner { name, g2: g1.clone(), g1, engine, eight: None, frobenius: (half, false), maps: None }))
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
    let parts = CurveParts::new(single, scalars, N);
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
            let digits = PublicBase::new(lambda.magnitude, 2, family.order);
            let splitting = Splitting::Digits { map, negative: lambda.negative, digits };
            let by_map = Membership::Map { map, multiplier: signed(*lambda) };
            (Some(splitting), if *tells { by_map } else { all })
        }
    };
    Structure { degree: 1, cofactor: family.g1_cofactor.to_vec(), splitting, membership, form }
}

/// The structure of G2.
fn of_g2(family: &Family, form: Form, degree: usize) -> Structure {
    let membership = match (family.quarters, family.psi) {
        (Some(quarters), _) => Membership::Quarters(quarters),
        (None, None) => Membership::Order,
        (None, Some(psi)) => Membership::Map { map: Map::Psi(1), multiplier: signed(psi) },
    };
    let by_digits = |(count, base, terms): (_, families::Integer, _)| Splitting::Digits {
        map: Map::Psi(count),
        negative: base.negative,
        digits: PublicBase::new(base.magnitude, terms, family.order),
    };
    let splitting = family.quarters.map(Splitting::Quarters).or(family.digits.map(by_digits));
    Structure { degree, cofactor: family.g2_cofactor.to_vec(), splitting, membership, form }
}
