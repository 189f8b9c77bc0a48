//! halo2curves, with its assembly, on one thread.

use super::Library;
use crate::contender::Time;
use core::marker::PhantomData;
use halo2curves::CurveAffine;
use halo2curves::ff::PrimeField;
use halo2curves::group::prime::PrimeCurveAffine;
use halo2curves::group::{Curve, Group};
use halo2curves::msm::msm_serial;
use halo2curves::pairing::{MillerLoopResult, MultiMillerLoop};
use modexp_peers::limbs::{from_be_bytes, to_be_bytes};

pub(super) struct Halo2Curves<E>(PhantomData<E>);

impl<E: MultiMillerLoop> Library for Halo2Curves<E>
where
    E::G1Affine: CurveAffine<ScalarExt = E::Fr, CurveExt = E::G1>,
    E::G2Affine: CurveAffine<ScalarExt = E::Fr, CurveExt = E::G2>,
    E::G1: Curve<AffineRepr = E::G1Affine>,
    E::G2: Curve<AffineRepr = E::G2Affine>,
{
    const NAME: &'static str = "halo2curves";
    const TIME: Time = Time::Variable;

    type Scalar = E::Fr;
    type P = E::G1Affine;
    type Q = E::G2Affine;
    type Value = E::Gt;

    fn scalar(limbs: &[u64]) -> Self::Scalar {
        let mut bytes = <E::Fr as PrimeField>::Repr::default();
        for (out, byte) in bytes.as_mut().iter_mut().zip(to_be_bytes(limbs).iter().rev()) {
            *out = *byte;
        }
        E::Fr::from_repr(bytes).expect("below the order")
    }

    fn generators() -> (Self::P, Self::Q) {
        (E::G1Affine::generator(), E::G2Affine::generator())
    }

    fn multiply_1(p: &Self::P, k: &Self::Scalar) -> Self::P {
        (*p * k).to_affine()
    }

    fn multiply_2(q: &Self::Q, k: &Self::Scalar) -> Self::Q {
        (*q * k).to_affine()
    }

    fn product(pairs: &[(Self::P, Self::Q)]) -> Self::Value {
        let lines: Vec<_> = pairs.iter().map(|(p, q)| (p, E::G2Prepared::from(*q))).collect();
        let terms: Vec<_> = lines.iter().map(|(p, lines)| (*p, lines)).collect();
        E::multi_miller_loop(&terms).final_exponentiation()
    }

    fn power(value: &Self::Value, k: &Self::Scalar) -> Option<Self::Value> {
        Some(*value * k)
    }

    fn multiples(p: &Self::P, count: usize) -> Vec<Self::P> {
        let next = |sum: &E::G1| Some(*sum + p);
        let all: Vec<E::G1> = core::iter::successors(Some(p.to_curve()), next).take(count).collect();
        let mut affine = vec![E::G1Affine::identity(); count];
        E::G1::batch_normalize(&all, &mut affine);
        affine
    }

    fn sum(points: &[Self::P], factors: &[Self::Scalar]) -> Self::P {
        let mut sum = E::G1::identity();
        msm_serial(factors, points, &mut sum);
        sum.to_affine()
    }

    fn coordinates_1(p: &Self::P) -> Vec<Vec<u64>> {
        coordinates(p, 1)
    }

    fn coordinates_2(q: &Self::Q) -> Vec<Vec<u64>> {
        coordinates(q, 2)
    }
}

/// Reads elements of little-endian bytes, the lowest coefficient first.
fn coordinates<C: CurveAffine>(point: &C, degree: usize) -> Vec<Vec<u64>> {
    let point = point.coordinates().expect("not the identity");
    let coefficients = |x: &C::Base| {
        let bytes = x.to_repr();
        let bytes = bytes.as_ref();
        let limbs = |bytes: &[u8]| from_be_bytes(&bytes.iter().rev().copied().collect::<Vec<_>>());
        bytes.chunks_exact(bytes.len() / degree).map(limbs).collect::<Vec<_>>()
    };
    [point.x(), point.y()].into_iter().flat_map(coefficients).collect()
}
