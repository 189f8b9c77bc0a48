//! The steps that machines with lanes share.

use crate::backend::CurveParts;
use crate::curve::Curve;
use crate::in_lanes::PointLanes;
use crate::pairing::{Inner, Pairing};
use crate::tower::Tower;
use crate::weierstrass::Weierstrass;
use alloc::boxed::Box;
use alloc::sync::Arc;
use modexp_limbs::limb;

/// Adds points of the curve with these coefficients in the lanes of a field. A coordinate has `limbs` limbs.
pub(super) fn lanes_of<F: Tower>(field: F, coefficients: [&[u64]; 2], limbs: usize) -> Box<dyn PointLanes> {
    let [a, b] = coefficients.map(|x| field.to_mont(&field.from_limbs(&[&limb::resize(x, limbs)])));
    Box::new(Weierstrass::new(field, &a, &b))
}

/// The parts of a new curve, to be replaced.
pub(super) fn parts_of(curve: &mut Curve) -> &mut CurveParts {
    &mut Arc::get_mut(&mut curve.inner).expect("the only owner").parts
}

/// The parts of a new pairing, to be replaced.
pub(super) fn parts_of_pairing(pairing: &mut Pairing) -> &mut Inner {
    Arc::get_mut(&mut pairing.inner).expect("the only owner")
}
