//! Points that many sums share.

use crate::curve::Curve;
use crate::error::Error;
use crate::point::Point;
use alloc::vec::Vec;
use core::fmt;
use modexp_limbs::buffer::Buffer;

/// Points that are checked and prepared once, for any number of sums Σ k_i·P_i. The check of a point of BLS12-381 takes several
/// times as long as its part of a sum.
///
/// ```
/// use modexp_curves::{Curve, CurveName};
/// let curve = Curve::named(CurveName::P256);
/// let points = [curve.generator(), curve.multiply(&[5], &curve.generator())?];
/// let bases = curve.bases(&[&points[0], &points[1]])?;
/// assert_eq!(bases.msm_vartime(&[&[2], &[3]])?, curve.multiply(&[17], &curve.generator())?);
/// # Ok::<(), modexp_curves::Error>(())
/// ```
#[derive(Clone)]
pub struct Bases {
    curve: Curve,
    /// The points.
    points: Vec<Point>,
    /// The points in the form that sums take; `None` for few points.
    entries: Option<Buffer<u64>>,
}

impl Curve {
    /// Checks and prepares points for many sums.
    ///
    /// # Errors
    /// As [`Curve::multiply`].
    pub fn bases(&self, points: &[&Point]) -> Result<Bases, Error> {
        let entries = self.check_points_vartime(points)?;
        Ok(Bases { curve: self.clone(), points: points.iter().copied().cloned().collect(), entries })
    }
}

impl Bases {
    /// The curve of the points.
    pub fn curve(&self) -> &Curve {
        &self.curve
    }

    /// The points.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Σ k_i·P_i, and the identity for none. Variable time in scalars and points.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] unless there are as many scalars as points.
    pub fn msm_vartime(&self, ks: &[&[u64]]) -> Result<Point, Error> {
        if ks.len() != self.points.len() {
            return Err(Error::LengthMismatch { left: ks.len(), right: self.points.len() });
        }
        let points: Vec<&Point> = self.points.iter().collect();
        Ok(self.curve.msm_of_checked_vartime(ks, &points, self.entries.as_deref()))
    }
}

impl fmt::Debug for Bases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bases").field("curve", &self.curve).field("count", &self.points.len()).finish_non_exhaustive()
    }
}
