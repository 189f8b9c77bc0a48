//! The pairings η_T on a backend.

use super::super::Inner;
use super::super::families::{Kind, PairingName};
use super::Eta;
use crate::backend::{Backend, CurveParts};
use crate::binary::{self, BinaryPoints, Supersingular};
use crate::curve::Curve;
use crate::error::Error;
use crate::machine;
use crate::parameters::Parameters;
use crate::scalar::scalars;
use crate::splitting::{Map, Membership, PublicBase, Splitting};
use crate::structure::{Form, Structure};
use alloc::boxed::Box;
use alloc::vec;
use modexp_fields::binary::{BinaryField, Fixed, Multiplier, Polynomial};

/// The pairing of this name.
pub(in crate::pairing) fn build(name: PairingName, backend: Backend) -> Result<Inner, Error> {
    if backend != Backend::Digits && !backend.is_available() {
        return Err(Error::BackendUnavailable);
    }
    machine::eta(name, backend)
}

/// The pairing of this name on a multiplier.
pub(crate) fn of_multiplier<M: Multiplier<Limb = u64>>(
    name: PairingName,
    multiplier: M,
    backend: Backend,
) -> Result<Inner, Error> {
    match name {
        PairingName::Ss2M379 => of_size::<_, _, 6, 8>(name, multiplier, Fixed::<379, 253, 251, 59>, backend),
        PairingName::Ss2M1223 => of_size::<_, _, 20, 24>(name, multiplier, Fixed::<1223, 255, 0, 0>, backend),
        _ => Err(Error::BackendUnavailable),
    }
}

/// The pairing over a field of N limbs, with scalars of S limbs.
pub(super) fn of_size<M: Multiplier<Limb = u64>, P: Polynomial, const N: usize, const S: usize>(
    name: PairingName,
    multiplier: M,
    polynomial: P,
    backend: Backend,
) -> Result<Inner, Error> {
    let Kind::Binary(parameters) = name.kind() else { return Err(Error::BackendUnavailable) };
    let &Parameters { p, b, order, cofactor, .. } = parameters;
    let field = BinaryField::<M, P, N>::new(multiplier, polynomial).ok_or(Error::BadPolynomial)?;
    let half = field.degree().div_ceil(2);
    let curve = Supersingular { field, b: b[0] };
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
    let parts = CurveParts::new(Box::new(BinaryPoints::new(curve.clone())), scalars, N);
    let g1 = Curve::of_parts(parts, parameters, binary::q(p), structure, backend);
    Ok(Inner {
        name,
        g2: g1.clone(),
        g1,
        engine: Box::new(Eta::new(curve)),
        eight: None,
        frobenius: (half, false),
        maps: None,
    })
}
