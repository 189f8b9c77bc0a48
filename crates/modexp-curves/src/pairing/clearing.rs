//! Points of the subgroups from field elements: the map to the curve, then a multiple that is in the subgroup (RFC 9380, sections
//! 8.8.1 and 8.8.2).

use super::{Pairing, PairingName};
use crate::curve::Curve;
use crate::error::Error;
use crate::point::Point;
use modexp_group::accumulator::Accumulator;
use modexp_group::plan::WindowPlan;
use modexp_group::pow;
use modexp_limbs::buffer::Buffer;
use modexp_limbs::limb;
use zeroize::Zeroizing;

impl Pairing {
    /// The point of G1 for u below p: `map_to_curve` and `clear_cofactor` of RFC 9380. Constant time.
    ///
    /// ```
    /// use modexp_curves::{Pairing, PairingName};
    /// let e = Pairing::named(PairingName::Bls12381);
    /// assert!(e.g1().is_in_subgroup(&e.map_to_g1(&[5])?));
    /// # Ok::<(), modexp_curves::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::BadCoordinate`] unless u is below p; [`Error::NoMap`] for pairings other than BLS12-381.
    pub fn map_to_g1(&self, u: &[u64]) -> Result<Point, Error> {
        let image = self.map(0, u)?;
        // (1 − x)·P
        let group = self.g1().inner.parts.single.group();
        let mut out = Accumulator::new(group);
        out.set(&image);
        out.mul(&self.times_x(self.g1(), &image, true));
        Ok(self.g1().point(out.value()))
    }

    /// The point of G2 for u, as by [`Pairing::map_to_g1`]. The coefficients of u are below p, in the order of a coordinate's.
    ///
    /// # Errors
    /// As [`Pairing::map_to_g1`].
    pub fn map_to_g2(&self, u: &[u64]) -> Result<Point, Error> {
        let image = self.map(1, u)?;
        // (x² − x − 1)·P + (x − 1)·ψ(P) + ψ²(2P) (Budroni and Pintore, 2017/419), that is
        // x·R − P − ψ(P) + ψ²(2P) with R = x·P − P + ψ(P)
        let single = &self.g2().inner.parts.single;
        let (group, map) = (single.group(), single.psi().ok_or(Error::NoMap)?);
        let negated = |p: &Buffer<u64>| {
            let mut p = p.clone();
            group.invert(&mut p);
            p
        };
        let psi = |p: &Buffer<u64>| {
            let mut p = p.clone();
            map.apply(&mut p);
            p
        };
        let (minus, once) = (negated(&image), psi(&image));

        let mut out = Accumulator::new(group);
        out.set(&self.times_x(self.g2(), &image, false));
        out.mul(&minus);
        out.mul(&once);
        let r = copied(out.value());
        out.set(&self.times_x(self.g2(), &r, false));
        out.mul(&minus);
        out.mul(&negated(&once));
        let twice = psi(&once);
        out.mul(&twice);
        out.mul(&twice);
        Ok(self.g2().point(out.value()))
    }

    /// The image of u on the curve of G1 or G2.
    fn map(&self, group: usize, u: &[u64]) -> Result<Buffer<u64>, Error> {
        let maps = self.inner.maps.as_ref().ok_or(Error::NoMap)?;
        let curve = [self.g1(), self.g2()][group];
        curve.check_coordinate(u)?;
        let limbs = curve.coordinate_limbs();
        let mut image = maps[group].map(&Zeroizing::new(limb::resize(&u[..u.len().min(limbs)], limbs)));
        curve.inner.parts.single.prime().ok_or(Error::NoMap)?.adopt(&mut image);
        Ok(image)
    }

    /// x·P for the parameter x of BLS12-381, or −x·P.
    fn times_x(&self, curve: &Curve, p: &Buffer<u64>, minus: bool) -> Buffer<u64> {
        let x = PairingName::Bls12381.family().x;
        let group = curve.inner.parts.single.group();
        let plan = WindowPlan::vartime_in(group, x.magnitude);
        let mut out = copied(pow::pow_vartime(group, &plan, p, x.magnitude).value());
        if x.negative != minus {
            group.invert(&mut out);
        }
        out
    }
}

fn copied(element: &[u64]) -> Buffer<u64> {
    let mut out = Buffer::new(element.len());
    out.copy_from_slice(element);
    out
}
