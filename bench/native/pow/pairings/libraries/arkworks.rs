//! arkworks: one implementation for all curves. Its assembly is not used, as it must be compiled for one CPU.

use super::Library;
use crate::contender::Time;
use ark_ec::pairing::{Pairing, PairingOutput};
use ark_ec::{AffineRepr, CurveGroup, VariableBaseMSM};
use ark_ff::{Field, PrimeField};
use core::marker::PhantomData;
use modexp_peers::limbs::to_be_bytes;

pub(super) struct Arkworks<E>(PhantomData<E>);

impl<E: Pairing> Library for Arkworks<E>
where
    E::G1: VariableBaseMSM<MulBase = E::G1Affine>,
{
    const NAME: &'static str = "arkworks";
    const TIME: Time = Time::Variable;

    type Scalar = E::ScalarField;
    type P = E::G1Affine;
    type Q = E::G2Affine;
    type Value = PairingOutput<E>;

    fn scalar(limbs: &[u64]) -> Self::Scalar {
        Self::Scalar::from_be_bytes_mod_order(&to_be_bytes(limbs))
    }

    fn generators() -> (Self::P, Self::Q) {
        (Self::P::generator(), Self::Q::generator())
    }

    fn multiply_1(p: &Self::P, k: &Self::Scalar) -> Self::P {
        (*p * k).into_affine()
    }

    fn multiply_2(q: &Self::Q, k: &Self::Scalar) -> Self::Q {
        (*q * k).into_affine()
    }

    fn product(pairs: &[(Self::P, Self::Q)]) -> Self::Value {
        E::multi_pairing(pairs.iter().map(|(p, _)| *p), pairs.iter().map(|(_, q)| *q))
    }

    fn power(value: &Self::Value, k: &Self::Scalar) -> Option<Self::Value> {
        Some(*value * k)
    }

    fn multiples(p: &Self::P, count: usize) -> Vec<Self::P> {
        let next = |sum: &E::G1| Some(*sum + p);
        let all: Vec<E::G1> = core::iter::successors(Some(p.into_group()), next).take(count).collect();
        E::G1::normalize_batch(&all)
    }

    fn sum(points: &[Self::P], factors: &[Self::Scalar]) -> Self::P {
        E::G1::msm_unchecked(points, factors).into_affine()
    }

    fn coordinates_1(p: &Self::P) -> Vec<Vec<u64>> {
        coordinates(p)
    }

    fn coordinates_2(q: &Self::Q) -> Vec<Vec<u64>> {
        coordinates(q)
    }
}

fn coordinates<A: AffineRepr>(point: &A) -> Vec<Vec<u64>> {
    let (x, y) = point.xy().expect("not the identity");
    let limbs = |x: <A::BaseField as Field>::BasePrimeField| x.into_bigint().as_ref().to_vec();
    [x, y].iter().flat_map(Field::to_base_prime_field_elements).map(limbs).collect()
}
