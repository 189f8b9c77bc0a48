//! A family on a backend: its towers, its curves, its engine.

use super::Inner;
use super::digits::signed_bits;
use super::engine::{Engine, Pairings};
use super::families::{self, Family, G1Map, PairingName};
use super::final_exponentiation::FinalExponentiation;
use super::miller::{Lines, Loop};
use super::models::{Bls12381, Eighteen, Model, Six, Twelve, TwentyFour, Two};
use super::target::Target;
use crate::backend::{Backend, CurveParts, Equation};
use crate::curve::Curve;
use crate::error::Error;
use crate::machine;
use crate::map_to_curve::Maps;
use crate::parameters::Parameters;
use crate::points::{Arithmetic, Points};
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
pub(super) fn build(name: PairingName, backend: Backend) -> Result<Inner, Error> {
    use PairingName as Name;
    match name {
        Name::Bls12381 | Name::AltBn128 | Name::Bn254N if !machine::TODAY => Err(Error::BackendUnavailable),
        Name::Bls12381 => machine::today::<Bls12381, 6, 8>(name, backend),
        Name::AltBn128 => machine::today::<Twelve<9>, 4, 5>(name, backend),
        Name::Bn254N => machine::today::<Twelve<1>, 4, 5>(name, backend),
        _ if !machine::HISTORICAL => Err(Error::BackendUnavailable),
        Name::Ssp512 | Name::Cp512 => machine::historical::<Two, 8, 10>(name, backend),
        Name::Ssp1536 => machine::historical::<Two, 24, 30>(name, backend),
        Name::Mnt160 => machine::historical::<Six, 3, 4>(name, backend),
        Name::Kss18P511 | Name::Kss18P508 => machine::historical::<Eighteen, 8, 10>(name, backend),
        Name::Bls24P629 => machine::historical::<TwentyFour, 10, 13>(name, backend),
        Name::Bls24P509 => machine::historical::<TwentyFour, 8, 10>(name, backend),
        Name::Ss2M379 | Name::Ss2M1223 => super::eta::build(name, backend),
    }
}

/// The parts of a pairing that depend on the field.
pub(crate) struct OfFamily {
    pub(crate) g1: Box<dyn Arithmetic>,
    pub(crate) g2: Box<dyn Arithmetic>,
    pub(crate) engine: Box<dyn Engine>,
    /// a and b of the twist.
    twisted: [Vec<u64>; 2],
    degree: usize,
    maps: Option<Maps>,
}

pub(crate) fn of_family<M: Model, F: Tower, const N: usize>(family: &Family, field: F) -> OfFamily {
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
    OfFamily { g1: g1::<F, N>(family, field), g2: Box::new(g2), engine, twisted, degree, maps }
}

/// G1 of a family.
pub(crate) fn g1<F: Tower, const N: usize>(family: &Family, field: F) -> Box<dyn Arithmetic> {
    Equation { p: family.p, a: family.a, b: family.b, u: family.u[0] }.over::<F, N>(field)
}

/// The pairings of a family in a target.
pub(crate) fn engine<T: Target>(family: &Family, target: T) -> Box<dyn Engine> {
    let twist = target.twist();
    let b = twist.to_mont(&twist.from_limbs(&[&limb::resize(family.b, twist.prime().len() * T::Twist::DEGREE)]));
    let [_, b] = target.twisted(&twist.zero(), &b);
    let three_b = twist.add(&twist.double(&b), &b);
    let around =
        Loop { digits: signed_bits(family.around.magnitude), negative: family.around.negative, terms: family.terms };
    Box::new(Pairings::new(Lines { target, around, three_b }, exponentiation(family)))
}

pub(crate) fn of_field<M: Model, F: Tower, const N: usize>(name: PairingName, field: F, backend: Backend) -> Inner {
    let family = name.family();
    let OfFamily { g1, g2, engine, twisted: [a, b], degree, maps } = of_family::<M, F, N>(family, field);
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
fn of_g2(family: &Family, degree: usize) -> Structure {
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
    Structure { degree, cofactor: family.g2_cofactor.to_vec(), splitting, membership, form: family.form }
}
