//! Whether points are on the curve, and in the generator's subgroup.

use super::{Curve, in_lanes};
use crate::error::Error;
use crate::point::Point;
use crate::points::Elements;
use crate::scalar::Secret;
use crate::splitting::{MISSING, Map, Membership};
use alloc::vec::Vec;
use modexp_group::accumulator::Accumulator;
use modexp_group::group::MAX_LANES;
use modexp_group::plan::WindowPlan;
use modexp_group::pow;
use modexp_limbs::limb;

impl Curve {
    /// Fails unless P is a multiple of the generator.
    pub(crate) fn check(&self, p: &Point) -> Result<(), Error> {
        self.check_coordinates(p)?;
        if self.is_known(p) || self.are_members(self.for_multiples(), &[p]) {
            Ok(())
        } else {
            Err(Error::NotInSubgroup)
        }
    }

    /// Whether points of the curve, one for each lane, are in the subgroup.
    pub(super) fn are_members(&self, arithmetic: &dyn Elements, points: &[&Point]) -> bool {
        match &self.inner.structure.membership {
            Membership::All => true,
            Membership::Order => self.have_order(arithmetic, &arithmetic.load(points)),
            &Membership::Multiples(cofactor) => {
                let binary = self.inner.parts.single.binary().expect(MISSING);
                points.iter().all(|p| {
                    let [x, y] = [p.x(), p.y()].map(|x| self.resized(x.unwrap_or_default()));
                    binary.is_multiple(&x, &y, cofactor)
                })
            }
            Membership::Map { map, multiplier } => {
                let (group, element) = (arithmetic.group(), arithmetic.load(points));
                let plan = WindowPlan::vartime_in(group, &multiplier.magnitude);
                let mut difference = pow::pow_vartime(group, &plan, &element, &multiplier.magnitude);
                let mut image = element;
                map.apply(arithmetic, &mut image);
                if !multiplier.negative {
                    group.invert(&mut image);
                }
                difference.mul(&image);
                arithmetic.is_identity(difference.value())
            }
            Membership::Quarters(quarters) => {
                let (group, mut element) = (arithmetic.group(), arithmetic.load(points));
                let mut sum = Accumulator::new(group);
                sum.set(&element);
                let mut image = element.clone();
                for i in 1..=3 {
                    Map::Psi(1).apply(arithmetic, &mut image);
                    if i == 3 {
                        group.invert(&mut image);
                        sum.mul(&image);
                    }
                    sum.mul(&image);
                }
                let plan = WindowPlan::vartime_in(group, quarters.x);
                let mut multiple = pow::pow_vartime(group, &plan, sum.value(), quarters.x);
                if quarters.x_is_negative {
                    group.invert(&mut element);
                }
                multiple.mul(&element);
                arithmetic.is_identity(multiple.value())
            }
        }
    }

    pub(super) fn check_all(&self, ks: &[&[u64]], points: &[&Point]) -> Result<(), Error> {
        check_lengths(ks, points)?;
        self.check_points(points)
    }

    /// Fails unless all are multiples of the generator: eight at a time where the backend has lanes.
    pub(crate) fn check_points(&self, points: &[&Point]) -> Result<(), Error> {
        points.iter().try_for_each(|p| self.check_coordinates(p))?;
        self.check_members(points)
    }

    /// Fails unless the points, which are on the curve, are multiples of the generator.
    pub(crate) fn check_members(&self, points: &[&Point]) -> Result<(), Error> {
        let points: Vec<&Point> = points.iter().copied().filter(|p| !self.is_known(p)).collect();
        let (single, eight) = (self.for_multiples(), &self.inner.parts.eight);
        let all = match eight {
            Some(eight) if points.len() >= self.least_lanes() => {
                in_lanes(points.len()).all(|index| self.are_members(&**eight, &index.map(|i| points[i])))
            }
            _ => points.iter().all(|p| self.are_members(single, &[p])),
        };
        if all { Ok(()) } else { Err(Error::NotInSubgroup) }
    }

    pub(crate) fn check_coordinates(&self, p: &Point) -> Result<(), Error> {
        let (Some(x), Some(y)) = (p.x(), p.y()) else { return Ok(()) };
        self.check_coordinate(x)?;
        self.check_coordinate(y)?;
        let on_curve = self.inner.parts.single.is_on_curve(&self.resized(x), &self.resized(y));
        if on_curve { Ok(()) } else { Err(Error::NotOnCurve) }
    }

    /// A coordinate that fits, resized to the limbs of a coordinate.
    pub(crate) fn resized(&self, x: &[u64]) -> Secret {
        let limbs = self.coordinate_limbs();
        Secret::new(limb::resize(&x[..x.len().min(limbs)], limbs))
    }

    /// Limbs of a coordinate.
    pub(crate) fn coordinate_limbs(&self) -> usize {
        self.inner.structure.degree * self.inner.parts.limbs
    }

    /// Fails unless the coefficients are in the field.
    pub(crate) fn check_coordinate(&self, x: &[u64]) -> Result<(), Error> {
        // the lengths are public; the comparison is constant time
        let limbs = self.inner.parts.limbs;
        let (low, high) = x.split_at(x.len().min(self.coordinate_limbs()));
        let low = zeroize::Zeroizing::new(limb::resize(low, self.coordinate_limbs()));
        let q = limb::resize(&self.inner.q, limbs);
        let below_q = low.chunks_exact(limbs).fold(limb::is_zero(high), |below, x| below & limb::less(x, &q));
        if modexp_limbs::declassify::declassified(below_q) == 1 { Ok(()) } else { Err(Error::BadCoordinate) }
    }

    /// Whether the order times an element of the curve is the identity in all lanes.
    pub(super) fn have_order(&self, arithmetic: &dyn Elements, element: &[u64]) -> bool {
        let (group, order) = (arithmetic.group(), &self.inner.order[..]);
        let orders = [order; MAX_LANES];
        let multiple = pow::pow(group, element, &orders[..group.lanes()], limb::bit_len(order));
        arithmetic.is_identity(multiple.value())
    }
}

pub(super) fn check_lengths(ks: &[&[u64]], points: &[&Point]) -> Result<(), Error> {
    if ks.len() == points.len() { Ok(()) } else { Err(Error::LengthMismatch { left: ks.len(), right: points.len() }) }
}
