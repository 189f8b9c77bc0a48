//! Points as the contracts write them: x and y in bytes of fixed length, zeros for the identity.

use crate::curve::Curve;
use crate::error::Error;
use crate::point::Point;
use alloc::vec::Vec;
use modexp_limbs::limb;

/// How coordinates become bytes, big-endian.
#[derive(Clone, Copy)]
pub(super) struct Coordinates {
    /// Bytes of a coefficient; those that a number below p has no use for are zeros.
    bytes: usize,
    /// Whether the highest coefficient comes first.
    highest_first: bool,
}

impl Coordinates {
    /// Coordinates of points on alt_bn128.
    pub(super) const EIP_197: Self = Self { bytes: 32, highest_first: true };
    /// Coordinates of points on BLS12-381.
    pub(super) const EIP_2537: Self = Self { bytes: 64, highest_first: false };

    /// Bytes of a point.
    pub(super) fn point_len(self, curve: &Curve) -> usize {
        2 * self.bytes * curve.degree()
    }

    /// The coordinate of these bytes, which may be above p.
    pub(super) fn coordinate(self, curve: &Curve, bytes: &[u8]) -> Result<Vec<u64>, Error> {
        if bytes.len() != self.bytes * curve.degree() {
            return Err(Error::BadLength);
        }
        let limbs = curve.p().len();
        let mut coefficients: Vec<&[u8]> = bytes.chunks_exact(self.bytes).collect();
        if self.highest_first {
            coefficients.reverse();
        }
        let mut out = Vec::with_capacity(limbs * curve.degree());
        for coefficient in coefficients {
            let all = limb::from_be_bytes(coefficient);
            let (low, high) = all.split_at(limbs.min(all.len()));
            if high.iter().any(|&limb| limb != 0) {
                return Err(Error::BadEncoding);
            }
            out.extend(limb::resize(low, limbs));
        }
        Ok(out)
    }

    /// The point of these bytes, on the curve or not.
    pub(super) fn point(self, curve: &Curve, bytes: &[u8]) -> Result<Point, Error> {
        if bytes.iter().all(|&byte| byte == 0) {
            return Ok(Point::IDENTITY);
        }
        let (x, y) = bytes.split_at(bytes.len() / 2);
        Ok(Point::from_limbs(self.coordinate(curve, x)?, self.coordinate(curve, y)?))
    }

    /// The bytes of a point.
    pub(super) fn bytes(self, curve: &Curve, p: &Point) -> Vec<u8> {
        let limbs = curve.p().len();
        let mut out = Vec::with_capacity(self.point_len(curve));
        for coordinate in [p.x(), p.y()] {
            let coordinate = limb::resize(coordinate.unwrap_or_default(), limbs * curve.degree());
            let mut coefficients: Vec<&[u64]> = coordinate.chunks_exact(limbs).collect();
            if self.highest_first {
                coefficients.reverse();
            }
            for coefficient in coefficients {
                out.extend(limb::to_be_bytes(coefficient, self.bytes));
            }
        }
        out
    }
}
