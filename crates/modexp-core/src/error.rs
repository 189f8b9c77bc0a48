//! Errors.

use core::fmt;

/// Why a call has no result. Every message says what to pass instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The modulus was zero or empty; pass at least 1.
    ZeroModulus,
    /// The number shares a factor with the modulus, so it has no inverse.
    NoInverse,
    /// The private exponent is not the inverse of a public one below 2^256, modulo p − 1 for each prime p: it belongs to
    /// other primes, or one of these numbers was damaged.
    NoPublicExponent,
    /// The product of the primes is not the modulus of the options: one of these numbers was damaged.
    ModulusMismatch,
    /// Two lists that belong together have different lengths.
    LengthMismatch {
        /// Length of the first list.
        left: usize,
        /// Length of the second list.
        right: usize,
    },
    /// This machine cannot run the given backend.
    BackendUnavailable,
    /// An exponent has more bits than the call, or the table, can take.
    ExponentTooLong {
        /// Bits of the exponent.
        bits: usize,
        /// The limit.
        limit: usize,
    },
    /// The options ask for a table above the limit.
    TableTooLarge {
        /// Bytes asked for.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// The machine has not enough memory left.
    OutOfMemory {
        /// Bytes that were needed.
        bytes: usize,
    },
    /// These are not two or more different odd primes.
    BadPrimes,
    /// The options ask for a product of primes to the power 0.
    ZeroPower,
    /// A result by the Chinese remainder theorem did not verify, and was withheld.
    Fault,
    /// The bytes are not a saved table, or were changed.
    CorruptTable,
    /// The saved table has a version that this library cannot read.
    TableVersion {
        /// Version of the table.
        found: u64,
        /// Version that this library reads and writes.
        known: u64,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ZeroModulus => f.write_str("modulus must be at least 1, got 0"),
            Self::NoInverse => {
                f.write_str("no inverse: the number and the modulus have a common factor; pass coprime numbers")
            }
            Self::NoPublicExponent => f.write_str(
                "d must be the inverse of a public exponent below 2^256, modulo p − 1 for each prime p; pass the d that \
                 belongs to the primes, or use pow for other exponents",
            ),
            Self::ModulusMismatch => {
                f.write_str("the product of the primes is not the modulus; pass the numbers of one key, undamaged")
            }
            Self::LengthMismatch { left, right } => {
                write!(f, "bases and exponents must have the same length, got {left} and {right}")
            }
            Self::BackendUnavailable => {
                f.write_str("this machine cannot run that backend; pass one of Backend::available()")
            }
            Self::ExponentTooLong { bits, limit } => {
                write!(f, "exponent must have at most {limit} bits, got {bits}")
            }
            Self::TableTooLarge { bytes, limit } => write!(f, "table must have at most {limit} bytes, got {bytes}"),
            Self::OutOfMemory { bytes } => write!(f, "not enough memory for {bytes} bytes; pass a smaller table size"),
            Self::BadPrimes => f.write_str("primes must be two or more different odd primes"),
            Self::ZeroPower => f.write_str("the power of the primes must be at least 1, got 0"),
            Self::Fault => f.write_str("the result did not verify and was withheld; check the machine and the primes"),
            Self::CorruptTable => f.write_str("not a saved table, or damaged; save it again with to_bytes"),
            Self::TableVersion { found, known } => {
                write!(f, "saved table must have version {known}, got {found}; save it again with to_bytes")
            }
        }
    }
}

impl core::error::Error for Error {}
