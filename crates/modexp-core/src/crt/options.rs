//! Options for the preparation of a product of primes.

use modexp_kernels::backend::Backend;

/// Options for the preparation of a [`crate::CrtModulus`].
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
pub struct CrtOptions<'n> {
    /// The modulus is the product of the primes, to this power; at least 1.
    pub power: u32,
    /// Whether the caller knows that these are primes, for example because a library made the key. Then the preparation
    /// omits the primality tests, which take several times as long as a private operation.
    ///
    /// Every result is verified nevertheless. [`crate::CrtModulus::private_key_op`] verifies by the public exponent,
    /// which is right for any numbers. The first [`crate::CrtModulus::pow`] makes one strong test of each number to the
    /// base 2. The test finds a prime that was damaged, and the call returns [`crate::Error::BadPrimes`]. Only
    /// composite numbers that were chosen to pass that test go undetected, and then wrong results reveal the other
    /// factors. So do not set this for numbers from a source that you do not trust.
    pub trusted: bool,
    /// The backend; `None` for the fastest on this machine.
    pub backend: Option<Backend>,
    /// The modulus of the public key, read separately from the primes; `None` if it is not known. A product that
    /// differs is [`crate::Error::ModulusMismatch`], and every call compares the two again before it returns a result.
    ///
    /// A prime with a bit that changed on a disk or in memory may still be a prime. Then a power modulo the wrong
    /// product reveals the right prime. [`crate::CrtModulus::pow`] cannot detect that without the modulus.
    pub modulus: Option<&'n [u64]>,
}

impl<'n> CrtOptions<'n> {
    /// Creates options for the product itself, tested primes, and the fastest backend.
    #[must_use]
    pub const fn new() -> Self {
        Self { power: 1, trusted: false, backend: None, modulus: None }
    }

    /// Sets the power of the product, at least 1.
    #[must_use]
    pub const fn with_power(self, power: u32) -> Self {
        Self { power, ..self }
    }

    /// States that the caller knows that the numbers are primes.
    #[must_use]
    pub const fn trusted(self) -> Self {
        Self { trusted: true, ..self }
    }

    /// Sets the backend.
    #[must_use]
    pub const fn with_backend(self, backend: Backend) -> Self {
        Self { backend: Some(backend), ..self }
    }

    /// Sets the modulus that the product, to its power, must equal.
    ///
    /// ```
    /// use modexp_core::{CrtModulus, CrtOptions, Error};
    /// let options = CrtOptions::new().with_modulus(&[1_000_036_000_099]);
    /// assert!(CrtModulus::with_options(&[&[1_000_003], &[1_000_033]], options).is_ok());
    /// // a different prime
    /// let damaged = CrtModulus::with_options(&[&[1_000_037], &[1_000_033]], options);
    /// assert_eq!(damaged.err(), Some(Error::ModulusMismatch));
    /// ```
    #[must_use]
    pub const fn with_modulus(self, modulus: &'n [u64]) -> Self {
        Self { modulus: Some(modulus), ..self }
    }
}

impl Default for CrtOptions<'_> {
    fn default() -> Self {
        Self::new()
    }
}
