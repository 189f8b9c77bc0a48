//! blst, on one thread. It has no function for powers in GT.
#![expect(unsafe_code, reason = "its functions for points are C's")]

use super::Library;
use crate::contender::Time;
use blst::{MultiPoint, blst_fp, blst_fp12, blst_p1, blst_p1_affine, blst_p2, blst_p2_affine};
use modexp_peers::limbs::{from_be_bytes, to_be_bytes};

pub(super) struct Blst;

const SCALAR_BYTES: usize = 32;
const SCALAR_BITS: usize = 255;

impl Library for Blst {
    const NAME: &'static str = "blst";
    const TIME: Time = Time::Constant;

    type Scalar = [u8; SCALAR_BYTES];
    type P = blst_p1_affine;
    type Q = blst_p2_affine;
    type Value = blst_fp12;

    /// Returns little-endian bytes.
    fn scalar(limbs: &[u64]) -> Self::Scalar {
        let mut out = [0; SCALAR_BYTES];
        for (out, byte) in out.iter_mut().zip(to_be_bytes(limbs).iter().rev()) {
            *out = *byte;
        }
        out
    }

    fn generators() -> (Self::P, Self::Q) {
        // SAFETY: both are static.
        unsafe { (*blst::blst_p1_affine_generator(), *blst::blst_p2_affine_generator()) }
    }

    fn multiply_1(p: &Self::P, k: &Self::Scalar) -> Self::P {
        let (mut projective, mut out) = (blst_p1::default(), blst_p1_affine::default());
        // SAFETY: the scalar has `SCALAR_BITS` bits, and all points are initialised.
        unsafe {
            blst::blst_p1_from_affine(&raw mut projective, p);
            blst::blst_p1_mult(&raw mut projective, &raw const projective, k.as_ptr(), SCALAR_BITS);
            blst::blst_p1_to_affine(&raw mut out, &raw const projective);
        }
        out
    }

    fn multiply_2(q: &Self::Q, k: &Self::Scalar) -> Self::Q {
        let (mut projective, mut out) = (blst_p2::default(), blst_p2_affine::default());
        // SAFETY: the scalar has `SCALAR_BITS` bits, and all points are initialised.
        unsafe {
            blst::blst_p2_from_affine(&raw mut projective, q);
            blst::blst_p2_mult(&raw mut projective, &raw const projective, k.as_ptr(), SCALAR_BITS);
            blst::blst_p2_to_affine(&raw mut out, &raw const projective);
        }
        out
    }

    fn product(pairs: &[(Self::P, Self::Q)]) -> Self::Value {
        let (ps, qs): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
        blst_fp12::miller_loop_n(&qs, &ps).final_exp()
    }

    fn power(_value: &Self::Value, _k: &Self::Scalar) -> Option<Self::Value> {
        None
    }

    fn multiples(p: &Self::P, count: usize) -> Vec<Self::P> {
        let mut sum = blst_p1::default();
        let mut all = Vec::with_capacity(count);
        for _ in 0..count {
            // SAFETY: all points are initialised.
            unsafe { blst::blst_p1_add_or_double_affine(&raw mut sum, &raw const sum, p) };
            all.push(sum);
        }
        blst::p1_affines::from(&all).as_slice().to_vec()
    }

    fn sum(points: &[Self::P], factors: &[Self::Scalar]) -> Self::P {
        let (sum, mut out) = (points.mult(factors.as_flattened(), SCALAR_BITS), blst_p1_affine::default());
        // SAFETY: both points are initialised.
        unsafe { blst::blst_p1_to_affine(&raw mut out, &raw const sum) };
        out
    }

    fn coordinates_1(p: &Self::P) -> Vec<Vec<u64>> {
        [&p.x, &p.y].map(limbs).into()
    }

    fn coordinates_2(q: &Self::Q) -> Vec<Vec<u64>> {
        let [x, y] = [&q.x, &q.y].map(|x| x.fp.each_ref().map(limbs));
        [x, y].concat()
    }
}

fn limbs(x: &blst_fp) -> Vec<u64> {
    let mut bytes = [0; 48];
    // SAFETY: it writes 48 bytes.
    unsafe { blst::blst_bendian_from_fp(bytes.as_mut_ptr(), x) };
    from_be_bytes(&bytes)
}
