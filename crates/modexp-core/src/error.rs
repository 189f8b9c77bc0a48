//! What can go wrong.

use core::fmt;

/// Why a call has no result. Every message says what to pass instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The modulus was zero or empty; pass at least 1.
    ZeroModulus,
    /// The number shares a factor with the modulus, so it has no inverse.
    NoInverse,
    /// Two lists that belong together have different lengths.
    LengthMismatch {
        /// Length of the first list.
        left: usize,
        /// Length of the second list.
        right: usize,
    },
    /// This machine cannot run the backend that was asked for.
    BackendUnavailable,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ZeroModulus => f.write_str("modulus must be at least 1, got 0"),
            Self::NoInverse => {
                f.write_str("no inverse: the number and the modulus have a common factor; pass coprime numbers")
            }
            Self::LengthMismatch { left, right } => {
                write!(f, "bases and exponents must have the same length, got {left} and {right}")
            }
            Self::BackendUnavailable => {
                f.write_str("this machine cannot run that backend; pass one of Backend::available()")
            }
        }
    }
}

impl core::error::Error for Error {}
