//! A point of the API.

use alloc::vec::Vec;
use core::fmt;
use core::num::NonZeroUsize;
use core::sync::atomic::{AtomicUsize, Ordering};
use modexp_limbs::limb;
use zeroize::Zeroize;

/// A point: affine coordinates, or the identity. The time of a call shows whether a point is the identity, but not its coordinates.
/// The coordinates are zeroed when the point is dropped.
///
/// A point that a call of a curve returned is known to be in the subgroup of that curve and of its copies. Their calls do not check
/// this again; every call checks that the point is on the curve.
#[derive(Clone)]
pub struct Point {
    coordinates: Option<[Vec<u64>; 2]>,
    /// The curve with a subgroup that is known to contain the point.
    subgroup: Option<CurveId>,
}

/// Identifies a prepared curve in this process: two curves of the same parameters have different ids.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct CurveId(NonZeroUsize);

impl CurveId {
    /// A new id; `None` after as many as addresses.
    pub(crate) fn next() -> Option<Self> {
        static LAST: AtomicUsize = AtomicUsize::new(0);
        let last = LAST.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| last.checked_add(1));
        NonZeroUsize::new(last.ok()? + 1).map(Self)
    }
}

impl Point {
    /// The identity, also called the point at infinity.
    pub const IDENTITY: Self = Self { coordinates: None, subgroup: None };

    /// The point (x, y): little-endian limbs of any length. The curve's calls check that it is on the curve.
    pub fn new(x: &[u64], y: &[u64]) -> Self {
        Self::from_limbs(x.to_vec(), y.to_vec())
    }

    /// The point (x, y): big-endian bytes of any length.
    pub fn from_be_bytes(x: &[u8], y: &[u8]) -> Self {
        Self::from_limbs(limb::from_be_bytes(x), limb::from_be_bytes(y))
    }

    pub(crate) fn from_limbs(x: Vec<u64>, y: Vec<u64>) -> Self {
        Self { coordinates: Some([x, y]), subgroup: None }
    }

    /// Marks the point as in the subgroup of this curve.
    pub(crate) fn set_in_subgroup(&mut self, curve: Option<CurveId>) {
        self.subgroup = curve;
    }

    /// Whether a call of this curve, or of a copy, returned the point.
    pub(crate) fn is_known_in_subgroup(&self, curve: Option<CurveId>) -> bool {
        self.subgroup.is_some() && self.subgroup == curve
    }

    /// x as little-endian limbs; `None` for the identity.
    pub fn x(&self) -> Option<&[u64]> {
        self.coordinates.as_ref().map(|[x, _]| &x[..])
    }

    /// y as little-endian limbs; `None` for the identity.
    pub fn y(&self) -> Option<&[u64]> {
        self.coordinates.as_ref().map(|[_, y]| &y[..])
    }

    /// Whether the point is the identity.
    pub fn is_identity(&self) -> bool {
        self.coordinates.is_none()
    }
}

/// Constant time in the coordinates.
impl PartialEq for Point {
    fn eq(&self, other: &Self) -> bool {
        match (&self.coordinates, &other.coordinates) {
            (None, None) => true,
            (Some(a), Some(b)) => a.iter().zip(b).fold(1, |same, (a, b)| same & equal(a, b)) == 1,
            _ => false,
        }
    }
}

impl Eq for Point {}

/// 1 if a = b, else 0; of any lengths.
fn equal(a: &[u64], b: &[u64]) -> u64 {
    let limb = |x: &[u64], i: usize| x.get(i).copied().unwrap_or(0);
    let differ = (0..a.len().max(b.len())).fold(0, |bits, i| bits | (limb(a, i) ^ limb(b, i)));
    limb::is_zero(&[differ])
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.coordinates {
            None => f.write_str("Point(identity)"),
            Some(coordinates) => {
                let hex = |f: &mut fmt::Formatter<'_>, x: &[u64]| {
                    x.iter().rev().try_for_each(|limb| write!(f, "{limb:016x}"))
                };
                f.write_str("Point(0x")?;
                hex(f, &coordinates[0])?;
                f.write_str(", 0x")?;
                hex(f, &coordinates[1])?;
                f.write_str(")")
            }
        }
    }
}

impl Drop for Point {
    fn drop(&mut self) {
        self.coordinates.iter_mut().flatten().for_each(Zeroize::zeroize);
    }
}

#[cfg(test)]
mod tests {
    use super::Point;
    use crate::{Curve, CurveName, Error};

    #[test]
    fn what_a_call_returned_is_known_to_be_in_the_subgroup_of_its_curve_alone() -> Result<(), Error> {
        let [curve, other] = [(); 2].map(|()| Curve::named(CurveName::K163));
        let g = curve.generator();
        let (x, y) = (g.x().expect("a point"), g.y().expect("a point"));
        let given = Point::new(x, y);
        let tables = curve.fixed_base(&given, None)?;
        let known = [
            g.clone(),
            curve.multiply(&[2], &given)?,
            curve.multiply_vartime(&[2], &given)?,
            curve.multiply_many(&[&[2]], &[&given])?[0].clone(),
            curve.msm(&[&[2]], &[&given])?,
            curve.msm_vartime(&[&[2]], &[&given])?,
            curve.add(&given, &given)?,
            curve.negate(&given)?,
            curve.checked(given.clone())?,
            curve.decode(&curve.encode(&given, true)?)?,
            tables.point().clone(),
            tables.multiply(&[2]),
            tables.multiply_vartime(&[2]),
        ];
        for point in &known {
            assert!(curve.clone().is_known(point) && !other.is_known(point), "{point:?}");
        }
        // the entries of saved tables may be any points of the curve
        let saved = curve.fixed_base_from_bytes(&tables.to_bytes())?;
        for point in [given, saved.point().clone(), saved.multiply(&[2])] {
            assert!(!curve.is_known(&point), "{point:?}");
        }

        let outside = Point::new(&[], &[1]);
        assert_eq!(curve.negate(&outside), Err(Error::NotInSubgroup));
        let outside = curve.trusted(outside);
        assert!(curve.negate(&outside).is_ok() && !curve.is_in_subgroup(&outside));
        assert_eq!(other.negate(&outside), Err(Error::NotInSubgroup));

        let mut flipped = y.to_vec();
        flipped[0] ^= 1;
        let flipped = curve.trusted(Point::new(x, &flipped));
        assert_eq!(curve.negate(&flipped), Err(Error::NotOnCurve));
        Ok(())
    }
}
