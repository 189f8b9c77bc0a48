//! How a product of primes is prepared.

use modexp_kernels::backend::Backend;

/// How to prepare a [`crate::CrtModulus`].
///
/// ```
/// use modexp_core::{CrtModulus, CrtOptions};
/// // the modulus of Paillier's decryption is (p·q)²
/// let n = CrtModulus::with_options(&[&[1_000_003], &[1_000_033]], CrtOptions::new().with_power(2).trusted())?;
/// assert_eq!(n.pow(&[2], &[1 << 50])?, n.modulus().pow(&[2], &[1 << 50]));
/// # Ok::<(), modexp_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CrtOptions {
    /// The modulus is the product of the primes, to this power; at least 1.
    pub power: u32,
    /// Whether the caller knows that these are primes, for example because a library made the key. Then they are not
    /// tested when they are prepared, which takes several times as long as a private operation.
    ///
    /// Every result is verified nevertheless. [`crate::CrtModulus::private_key_op`] verifies by the public exponent,
    /// which is right for any numbers. The first call that cannot do so makes one strong test of each number to the
    /// base 2. The test finds a prime that was damaged, and the call returns [`crate::Error::BadPrimes`]. Only
    /// composite numbers that were chosen to pass that test go undetected, and then wrong results reveal the other
    /// factors. So do not set this for numbers from a source that you do not trust.
    pub trusted: bool,
    /// The backend; `None` for the fastest on this machine.
    pub backend: Option<Backend>,
}

impl CrtOptions {
    /// The first power of the product, tested primes, and the fastest backend.
    #[must_use]
    pub const fn new() -> Self {
        Self { power: 1, trusted: false, backend: None }
    }

    /// The same for the product to this power, at least 1.
    #[must_use]
    pub const fn with_power(self, power: u32) -> Self {
        Self { power, ..self }
    }

    /// The same for numbers that are known to be primes.
    #[must_use]
    pub const fn trusted(self) -> Self {
        Self { trusted: true, ..self }
    }

    /// The same on the given backend.
    #[must_use]
    pub const fn with_backend(self, backend: Backend) -> Self {
        Self { backend: Some(backend), ..self }
    }
}

impl Default for CrtOptions {
    fn default() -> Self {
        Self::new()
    }
}
