//! A point as its user holds it.

use alloc::vec::Vec;
use core::fmt;
use modexp_limbs::limb;
use zeroize::Zeroize;

/// A point: affine coordinates, or the identity. Which of the two it is shows in the time of every call; the coordinates do not.
/// They are zeroed when the point is dropped.
#[derive(Clone)]
pub struct Point {
    coordinates: Option<[Vec<u64>; 2]>,
}

impl Point {
    /// The identity, which some call the point at infinity.
    pub const IDENTITY: Self = Self { coordinates: None };

    /// The point (x, y): little-endian limbs of any length. Whether it is on a curve, the curve's calls check.
    pub fn new(x: &[u64], y: &[u64]) -> Self {
        Self::from_limbs(x.to_vec(), y.to_vec())
    }

    /// The point (x, y): big-endian bytes of any length.
    pub fn from_be_bytes(x: &[u8], y: &[u8]) -> Self {
        Self::from_limbs(limb::from_be_bytes(x), limb::from_be_bytes(y))
    }

    pub(crate) fn from_limbs(x: Vec<u64>, y: Vec<u64>) -> Self {
        Self { coordinates: Some([x, y]) }
    }

    /// x as little-endian limbs; `None` for the identity.
    pub fn x(&self) -> Option<&[u64]> {
        self.coordinates.as_ref().map(|[x, _]| &x[..])
    }

    /// y as little-endian limbs; `None` for the identity.
    pub fn y(&self) -> Option<&[u64]> {
        self.coordinates.as_ref().map(|[_, y]| &y[..])
    }

    /// Whether it is the identity.
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
