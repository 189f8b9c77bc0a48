//! Points as bytes: SEC 1, version 2, sections 2.3.3 and 2.3.4, or the form of ZCash for BLS12-381.

use crate::curve::Curve;
use crate::error::Error;
use crate::point::Point;
use crate::structure::Form;
use alloc::vec::Vec;
use modexp_limbs::declassify::declassified;
use modexp_limbs::limb;
use zeroize::Zeroizing;

/// ZCash's flags: compressed, the identity, and y above −y.
const COMPRESSED: u8 = 0x80;
const INFINITY: u8 = 0x40;
const LARGER: u8 = 0x20;
const FLAGS: u8 = COMPRESSED | INFINITY | LARGER;

const IDENTITY: u8 = 0;
const EVEN: u8 = 2;
const ODD: u8 = 3;
const UNCOMPRESSED: u8 = 4;

impl Curve {
    /// 04 ‖ x ‖ y, or if `compressed` 02 or 03 ‖ x by the parity of y, or of y/x over GF(2^m); each coordinate in
    /// [`Curve::byte_len`] bytes; 00 for the identity. Groups of BLS12-381 have ZCash's form: x ‖ y or x, flags in the first byte.
    /// The highest coefficient of a coordinate comes first.
    ///
    /// # Errors
    /// As [`Curve::multiply`].
    pub fn encode(&self, p: &Point, compressed: bool) -> Result<Vec<u8>, Error> {
        self.check(p)?;
        let zcash = self.inner.structure.form == Form::Zcash;
        let len = if compressed { 1 } else { 2 } * self.byte_len();
        let (Some(x), Some(y)) = (p.x(), p.y()) else {
            let mut identity = alloc::vec![IDENTITY; if zcash { len } else { 1 }];
            identity[0] = if zcash { INFINITY | if compressed { COMPRESSED } else { 0 } } else { IDENTITY };
            return Ok(identity);
        };
        let mut out = Vec::with_capacity(1 + len);
        if !zcash {
            out.push(if compressed { EVEN + self.sign(x, y) as u8 } else { UNCOMPRESSED });
        }
        for coordinate in [x, y].into_iter().take(if compressed { 1 } else { 2 }) {
            out.extend_from_slice(&self.coordinate_bytes(coordinate));
        }
        if zcash && compressed {
            out[0] |= COMPRESSED | (LARGER & (self.sign(x, y) as u8).wrapping_neg());
        }
        Ok(out)
    }

    /// The point of an encoding, compressed or not. Checks it like any other point.
    ///
    /// # Errors
    /// [`Error::BadEncoding`] for a different length or first byte, [`Error::NotOnCurve`] if no point has that x, and as
    /// [`Curve::multiply`].
    pub fn decode(&self, bytes: &[u8]) -> Result<Point, Error> {
        self.checked(match self.inner.structure.form {
            Form::Sec1 => self.from_sec1(bytes)?,
            Form::Zcash => self.from_zcash(bytes)?,
        })
    }

    fn from_sec1(&self, bytes: &[u8]) -> Result<Point, Error> {
        let len = self.byte_len();
        let (&form, rest) = bytes.split_first().ok_or(Error::BadEncoding)?;
        // the form is public, the parity of y is not
        let is_compressed = declassified(u64::from(form | 1)) == u64::from(ODD);
        if is_compressed && rest.len() == len {
            return self.lift_x(&self.coordinate(rest), u64::from(form & 1));
        } else if is_compressed {
            return Err(Error::BadEncoding);
        }
        match (declassified(u64::from(form)) as u8, rest.len()) {
            (IDENTITY, 0) => Ok(Point::IDENTITY),
            (UNCOMPRESSED, n) if n == 2 * len => Ok(self.from_coordinates(rest)),
            _ => Err(Error::BadEncoding),
        }
    }

    fn from_zcash(&self, bytes: &[u8]) -> Result<Point, Error> {
        let first = *bytes.first().ok_or(Error::BadEncoding)?;
        // the form excludes the sign of y
        let form = declassified(u64::from(first & !LARGER)) as u8;
        let (is_compressed, is_infinity) = (form & COMPRESSED != 0, form & INFINITY != 0);
        if bytes.len() != if is_compressed { 1 } else { 2 } * self.byte_len() {
            return Err(Error::BadEncoding);
        }
        let mut coordinates = Zeroizing::new(bytes.to_vec());
        coordinates[0] &= !FLAGS;
        if is_infinity {
            let rest = coordinates.iter().fold(first & LARGER, |any, byte| any | byte);
            return if declassified(rest.into()) == 0 { Ok(Point::IDENTITY) } else { Err(Error::BadEncoding) };
        }
        if is_compressed {
            return self.lift_x(&self.coordinate(&coordinates), u64::from(first & LARGER != 0));
        }
        // an uncompressed point has no sign
        let is_form = declassified(u64::from(first & LARGER)) == 0;
        if is_form { Ok(self.from_coordinates(&coordinates)) } else { Err(Error::BadEncoding) }
    }

    /// The point of two coordinates, one after the other.
    fn from_coordinates(&self, bytes: &[u8]) -> Point {
        let (x, y) = bytes.split_at(self.byte_len());
        Point::from_limbs(self.coordinate(x).to_vec(), self.coordinate(y).to_vec())
    }

    /// The limbs of a coordinate.
    fn coordinate(&self, bytes: &[u8]) -> Zeroizing<Vec<u64>> {
        let limbs = self.inner.parts.limbs;
        let mut out = Zeroizing::new(Vec::with_capacity(self.coordinate_limbs()));
        for coefficient in bytes.chunks_exact(self.byte_len() / self.degree()).rev() {
            let coefficient = Zeroizing::new(limb::from_be_bytes(coefficient));
            out.extend_from_slice(&Zeroizing::new(limb::resize(&coefficient, limbs)));
        }
        out
    }

    /// The bytes of a coordinate.
    fn coordinate_bytes(&self, x: &[u64]) -> Zeroizing<Vec<u8>> {
        let x = Zeroizing::new(limb::resize(x, x.len().max(self.coordinate_limbs())));
        let mut out = Zeroizing::new(Vec::with_capacity(self.byte_len()));
        for coefficient in x.chunks_exact(self.inner.parts.limbs).take(self.degree()).rev() {
            let len = self.byte_len() / self.degree();
            out.extend_from_slice(&Zeroizing::new(limb::to_be_bytes(coefficient, len)));
        }
        out
    }

    /// 1 for one of P and −P, 0 for the other: by y, or over GF(2^m) by the lowest bit of y/x.
    fn sign(&self, x: &[u64], y: &[u64]) -> u64 {
        if let Some(binary) = self.inner.parts.single.binary() {
            return binary.sign(&self.resized(x), &self.resized(y));
        }
        let limbs = self.inner.parts.limbs;
        let y = Zeroizing::new(limb::resize(y, self.coordinate_limbs()));
        match self.inner.structure.form {
            // the parity of the lowest coefficient other than 0
            Form::Sec1 => y.chunks_exact(limbs).rev().fold(0, |sign, y| {
                let zero = limb::is_zero(y);
                (zero & sign) | (y[0] & 1 & (zero ^ 1))
            }),
            // whether the highest coefficient other than 0 is above p/2
            Form::Zcash => y.chunks_exact(limbs).fold(0, |sign, y| {
                let zero = limb::is_zero(y);
                let y = Zeroizing::new(limb::resize(y, limbs + 1));
                let mut twice = y.clone();
                limb::add_if(&mut twice, &y, 1);
                let above = limb::less(&limb::resize(self.p(), limbs + 1), &twice);
                (zero & sign) | (above & (zero ^ 1))
            }),
        }
    }

    /// k·P between encodings: k as big-endian bytes of any length, P in either form, the product uncompressed. For ECDH, the shared
    /// secret is x: [`Curve::byte_len`] bytes after the first byte.
    ///
    /// # Errors
    /// As [`Curve::decode`].
    pub fn multiply_bytes(&self, k: &[u8], p: &[u8]) -> Result<Vec<u8>, Error> {
        let k = Zeroizing::new(limb::from_be_bytes(k));
        let product = self.multiply(&k, &self.decode(p)?)?;
        self.encode(&product, false)
    }

    /// The point with this x and the y of this sign; −y has the other sign.
    fn lift_x(&self, x: &[u64], sign: u64) -> Result<Point, Error> {
        let x = Zeroizing::new(limb::resize(x, self.coordinate_limbs()));
        self.check_coordinate(&x)?;
        let [y, negated] = self.inner.parts.single.lift_x(&x).ok_or(Error::NotOnCurve)?;
        let mask = limb::mask(self.sign(&x, &y) ^ sign);
        let y: Zeroizing<Vec<u64>> =
            Zeroizing::new(y.iter().zip(&negated[..]).map(|(y, negated)| y ^ ((y ^ negated) & mask)).collect());
        // 0 has one root; over GF(2^m) x = 0 has one y
        let lonely = if self.is_binary() { &x } else { &y };
        if declassified(limb::is_zero(lonely) & sign) == 1 {
            return Err(Error::NotOnCurve);
        }
        Ok(Point::from_limbs(x.to_vec(), y.to_vec()))
    }
}
