//! Points as bytes: SEC 1, version 2, sections 2.3.3 and 2.3.4.

use crate::curve::Curve;
use crate::error::Error;
use crate::point::Point;
use alloc::vec::Vec;
use modexp_limbs::declassify::declassified;
use modexp_limbs::limb;
use zeroize::Zeroizing;

const IDENTITY: u8 = 0;
const EVEN: u8 = 2;
const ODD: u8 = 3;
const UNCOMPRESSED: u8 = 4;

impl Curve {
    /// 04 ‖ x ‖ y, or 02 or 03 ‖ x by the parity of y if `compressed`; each coordinate in [`Curve::byte_len`] bytes; 00 for
    /// the identity.
    ///
    /// # Errors
    /// As [`Curve::multiply`].
    pub fn encode(&self, p: &Point, compressed: bool) -> Result<Vec<u8>, Error> {
        self.check(p)?;
        let (Some(x), Some(y)) = (p.x(), p.y()) else { return Ok([IDENTITY].into()) };
        let len = self.byte_len();
        let mut out = Vec::with_capacity(1 + 2 * len);
        let parity = y.first().map_or(0, |limb| limb & 1) as u8;
        out.push(if compressed { EVEN + parity } else { UNCOMPRESSED });
        for coordinate in [x, y].into_iter().take(if compressed { 1 } else { 2 }) {
            out.extend_from_slice(&Zeroizing::new(limb::to_be_bytes(coordinate, len)));
        }
        Ok(out)
    }

    /// The point of an encoding, compressed or not, which is checked as any other.
    ///
    /// # Errors
    /// [`Error::BadEncoding`] for another length or first byte, [`Error::NotOnCurve`] if no point has that x, and as
    /// [`Curve::multiply`].
    pub fn decode(&self, bytes: &[u8]) -> Result<Point, Error> {
        let len = self.byte_len();
        let (&form, rest) = bytes.split_first().ok_or(Error::BadEncoding)?;
        // the form is public, the parity of y is not
        let is_compressed = declassified(u64::from(form | 1)) == u64::from(ODD);
        let point = if is_compressed && rest.len() == len {
            self.lift_x(&Zeroizing::new(limb::from_be_bytes(rest)), u64::from(form & 1))?
        } else if is_compressed {
            return Err(Error::BadEncoding);
        } else {
            match (declassified(u64::from(form)) as u8, rest.len()) {
                (IDENTITY, 0) => Point::IDENTITY,
                (UNCOMPRESSED, n) if n == 2 * len => Point::from_be_bytes(&rest[..len], &rest[len..]),
                _ => return Err(Error::BadEncoding),
            }
        };
        self.check(&point)?;
        Ok(point)
    }

    /// k·P between encodings: k as big-endian bytes of any length, P in either form, the product uncompressed. For ECDH, the
    /// shared secret is x, [`Curve::byte_len`] bytes behind the first.
    ///
    /// # Errors
    /// As [`Curve::decode`].
    pub fn multiply_bytes(&self, k: &[u8], p: &[u8]) -> Result<Vec<u8>, Error> {
        let k = Zeroizing::new(limb::from_be_bytes(k));
        let product = self.multiply(&k, &self.decode(p)?)?;
        self.encode(&product, false)
    }

    /// The point with that x and a y of that parity.
    fn lift_x(&self, x: &[u64], odd: u64) -> Result<Point, Error> {
        let limbs = self.inner.parts.limbs;
        let x = Zeroizing::new(limb::resize(x, limbs));
        if declassified(limb::less(&x, &limb::resize(&self.inner.p, limbs))) == 0 {
            return Err(Error::BadCoordinate);
        }
        let y = self.inner.parts.single.lift_x(&x, odd).ok_or(Error::NotOnCurve)?;
        Ok(Point::from_limbs(x.to_vec(), y))
    }
}
