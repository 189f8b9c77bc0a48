//! The errors.

use core::fmt;

/// Why a call has no result. Every message says what to pass instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// p is no prime from 5 up to 2^576.
    BadPrime,
    /// The polynomial is not irreducible, or has not three or five terms and an odd prime degree from 5 to 575.
    BadPolynomial,
    /// A coefficient is not below p, or has more than m bits.
    BadCoefficient,
    /// 4a³ + 27b² = 0 mod p, or b = 0 over GF(2^m).
    Singular,
    /// The order is no odd prime, or it does not belong to the generator and the cofactor.
    BadOrder,
    /// A coordinate is not below p, or has more than m bits.
    BadCoordinate,
    /// The point is not on the curve.
    NotOnCurve,
    /// The point is on the curve, but not a multiple of the generator.
    NotInSubgroup,
    /// The bytes are not the encoding of a point.
    BadEncoding,
    /// The input of a precompiled contract has another length.
    BadLength,
    /// A versioned hash is not the hash of the commitment.
    WrongHash,
    /// A proof does not hold.
    NotVerified,
    /// There is no map from a field to the curves of this pairing.
    NoMap,
    /// Two lists that belong together have different lengths.
    LengthMismatch {
        /// Length of the first list.
        left: usize,
        /// Length of the second list.
        right: usize,
    },
    /// The bytes are not saved tables.
    CorruptTable,
    /// The saved tables were written by another version.
    TableVersion,
    /// The saved tables are of a point of another curve.
    OtherCurve,
    /// This machine cannot run the backend that was asked for.
    BackendUnavailable,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BadPrime => "p is not a prime; pass one from 5 up to 2^576",
            Self::BadPolynomial => {
                "no field has that polynomial; pass an irreducible one of three or five terms and prime degree, from 5 to 575"
            }
            Self::BadCoefficient => "a coefficient is too large; pass a and b below p, or of m bits",
            Self::Singular => "the curve is singular; pass a and b with 4a³ + 27b² ≠ 0 mod p, or b ≠ 0 over GF(2^m)",
            Self::BadOrder => {
                "the order does not fit; pass the odd prime order of the generator, above 4·√p, or 4·√2^m, and the cofactor, \
                 such that order · cofactor is the number of points"
            }
            Self::BadCoordinate => "a coordinate is too large; pass x and y below p, or of m bits",
            Self::NotOnCurve => "the point is not on the curve; pass x and y that satisfy its equation",
            Self::NotInSubgroup => "the point is not in the subgroup; pass a multiple of the generator",
            Self::BadEncoding => {
                "the bytes are no point; pass 04 ‖ x ‖ y, or 02 or 03 ‖ x, each coordinate in as many bytes as p has, or 00"
            }
            Self::BadLength => "the input has the wrong length; pass as many bytes as the contract's EIP says",
            Self::WrongHash => "the versioned hash does not match; pass SHA-256 of the commitment, its first byte replaced by 01",
            Self::NotVerified => "the proof does not hold; pass one of the value of the polynomial that was committed to",
            Self::NoMap => "there is no map to the curves of this pairing; pass BLS12-381",
            Self::LengthMismatch { left, right } => {
                return write!(f, "lists of {left} and {right} do not belong together; pass as many scalars as points");
            }
            Self::CorruptTable => "the saved tables are damaged; make them again with fixed_base",
            Self::TableVersion => "the saved tables are of another version; save them again with to_bytes",
            Self::OtherCurve => "the saved tables are of another curve; pass those of a point of this one",
            Self::BackendUnavailable => "this machine cannot run that backend; pass one of Backend::available()",
        })
    }
}

impl core::error::Error for Error {}
