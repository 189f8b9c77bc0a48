//! The precompiled contracts of the Ethereum virtual machine that compute with points and pairings: bytes in, bytes out.
//!
//! | addresses | EIP | |
//! |---|---|---|
//! | 0x06, 0x07, 0x08 | 196, 197 | alt_bn128: a sum, a multiple, whether a product of pairings is 1 |
//! | 0x0a | 4844 | whether a polynomial that was committed to has a value at a point, by BLS12-381 |
//! | 0x0b to 0x11 | 2537 | BLS12-381: sums, sums of multiples, a product of pairings, maps of field elements to points |
//!
//! The contracts run in variable time: their values are public. The caller counts the gas.

mod coordinates;
mod point_evaluation;

use crate::curve::Curve;
use crate::error::Error;
use crate::pairing::{Pairing, PairingName};
use crate::point::Point;
use alloc::vec;
use alloc::vec::Vec;
use coordinates::Coordinates;
use modexp_limbs::limb;

/// Bytes of a word of the machine, and of a scalar.
const WORD: usize = 32;

/// A precompiled contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Precompile {
    /// 0x06: the sum of two points of alt_bn128.
    AltBn128Add,
    /// 0x07: a multiple of a point of alt_bn128.
    AltBn128Mul,
    /// 0x08: whether a product of pairings on alt_bn128 is 1.
    AltBn128Pairing,
    /// 0x0a: a proof of a value of a committed polynomial.
    PointEvaluation,
    /// 0x0b: the sum of two points on the curve of G1 of BLS12-381.
    G1Add,
    /// 0x0c: the sum of multiples of points of G1.
    G1Msm,
    /// 0x0d: the sum of two points on the curve of G2.
    G2Add,
    /// 0x0e: the sum of multiples of points of G2.
    G2Msm,
    /// 0x0f: whether a product of pairings on BLS12-381 is 1.
    PairingCheck,
    /// 0x10: the point of G1 to which an element of GF(p) maps.
    MapFpToG1,
    /// 0x11: the point of G2 to which an element of GF(p²) maps.
    MapFp2ToG2,
}

impl Precompile {
    /// The contract at this address, if it is one of these.
    pub const fn at(address: u64) -> Option<Self> {
        Some(match address {
            0x06 => Self::AltBn128Add,
            0x07 => Self::AltBn128Mul,
            0x08 => Self::AltBn128Pairing,
            0x0a => Self::PointEvaluation,
            0x0b => Self::G1Add,
            0x0c => Self::G1Msm,
            0x0d => Self::G2Add,
            0x0e => Self::G2Msm,
            0x0f => Self::PairingCheck,
            0x10 => Self::MapFpToG1,
            0x11 => Self::MapFp2ToG2,
            _ => return None,
        })
    }

    /// The pairing that [`Precompile::run`] takes.
    pub const fn pairing(self) -> PairingName {
        match self {
            Self::AltBn128Add | Self::AltBn128Mul | Self::AltBn128Pairing => PairingName::AltBn128,
            _ => PairingName::Bls12381,
        }
    }

    /// The output, or why the call fails.
    ///
    /// ```
    /// use modexp_curves::{Pairing, Precompile};
    /// let call = Precompile::at(0x08).expect("a contract");
    /// let mut yes = [0; 32];
    /// yes[31] = 1;
    /// assert_eq!(call.run(&Pairing::named(call.pairing()), &[])?, yes);
    /// # Ok::<(), modexp_curves::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::BadLength`], [`Error::BadEncoding`], [`Error::BadCoordinate`], [`Error::NotOnCurve`], [`Error::NotInSubgroup`],
    /// and for a proof [`Error::WrongHash`] and [`Error::NotVerified`].
    ///
    /// # Panics
    /// If `e` is of another name than [`Precompile::pairing`].
    pub fn run(self, e: &Pairing, input: &[u8]) -> Result<Vec<u8>, Error> {
        assert_eq!(e.name(), self.pairing().as_str(), "the contract's pairing");
        let form = if self.pairing() == PairingName::AltBn128 { Coordinates::EIP_197 } else { Coordinates::EIP_2537 };
        match self {
            Self::AltBn128Add => add(e.g1(), form, &padded(input, 4 * WORD)),
            Self::AltBn128Mul => msm(e.g1(), form, &padded(input, 3 * WORD)),
            Self::AltBn128Pairing => pairing_check(e, form, input),
            Self::PointEvaluation => point_evaluation::verify(e, input),
            Self::G1Add => add(e.g1(), form, input),
            Self::G1Msm => msm(e.g1(), form, not_empty(input)?),
            Self::G2Add => add(e.g2(), form, input),
            Self::G2Msm => msm(e.g2(), form, not_empty(input)?),
            Self::PairingCheck => pairing_check(e, form, not_empty(input)?),
            Self::MapFpToG1 => Ok(form.bytes(e.g1(), &e.map_to_g1(&form.coordinate(e.g1(), input)?)?)),
            Self::MapFp2ToG2 => Ok(form.bytes(e.g2(), &e.map_to_g2(&form.coordinate(e.g2(), input)?)?)),
        }
    }
}

/// The first `len` bytes; what is missing is zeros.
fn padded(input: &[u8], len: usize) -> Vec<u8> {
    let mut out = vec![0; len];
    let given = len.min(input.len());
    out[..given].copy_from_slice(&input[..given]);
    out
}

fn not_empty(input: &[u8]) -> Result<&[u8], Error> {
    if input.is_empty() { Err(Error::BadLength) } else { Ok(input) }
}

/// The parts of `len` bytes each.
fn parts(input: &[u8], len: usize) -> Result<core::slice::ChunksExact<'_, u8>, Error> {
    let parts = input.chunks_exact(len);
    if parts.remainder().is_empty() { Ok(parts) } else { Err(Error::BadLength) }
}

/// P + Q, for points of the curve that may be outside the subgroup.
fn add(curve: &Curve, form: Coordinates, input: &[u8]) -> Result<Vec<u8>, Error> {
    let len = form.point_len(curve);
    if input.len() != 2 * len {
        return Err(Error::BadLength);
    }
    let (p, q) = input.split_at(len);
    let sum = curve.add_on_curve(&form.point(curve, p)?, &form.point(curve, q)?)?;
    Ok(form.bytes(curve, &sum))
}

/// Σ k_i·P_i of terms P ‖ k.
fn msm(curve: &Curve, form: Coordinates, input: &[u8]) -> Result<Vec<u8>, Error> {
    let len = form.point_len(curve);
    let (mut points, mut scalars) = (Vec::new(), Vec::new());
    for term in parts(input, len + WORD)? {
        points.push(form.point(curve, &term[..len])?);
        scalars.push(limb::from_be_bytes(&term[len..]));
    }
    let points: Vec<&Point> = points.iter().collect();
    let scalars: Vec<&[u64]> = scalars.iter().map(|scalar| &scalar[..]).collect();
    Ok(form.bytes(curve, &curve.msm_vartime(&scalars, &points)?))
}

/// Whether Π e(P_i, Q_i) is 1, of pairs P ‖ Q.
fn pairing_check(e: &Pairing, form: Coordinates, input: &[u8]) -> Result<Vec<u8>, Error> {
    let len = form.point_len(e.g1());
    let mut pairs = Vec::new();
    for pair in parts(input, len + form.point_len(e.g2()))? {
        pairs.push((form.point(e.g1(), &pair[..len])?, form.point(e.g2(), &pair[len..])?));
    }
    let pairs: Vec<(&Point, &Point)> = pairs.iter().map(|(p, q)| (p, q)).collect();
    let mut out = vec![0; WORD];
    out[WORD - 1] = u8::from(e.is_one(&pairs)?);
    Ok(out)
}
