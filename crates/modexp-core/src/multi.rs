//! Calls of [`Modulus`] on several powers at once.

use crate::error::Error;
use crate::modulus::Modulus;
use alloc::vec::Vec;

impl Modulus {
    /// bases\[0\]^exponents\[0\] · bases\[1\]^exponents\[1\] · … mod m; 1 mod m for no bases at all.
    ///
    /// All powers share one chain of squarings: g^a·h^b costs little more than g^a alone, and a product of hundreds a
    /// fifth of their powers. Exponents are hidden up to the length of the longest.
    ///
    /// ```
    /// let m = modexp_core::Modulus::new(&[1_000_000_007])?;
    /// assert_eq!(m.pow_product(&[&[2], &[3]], &[&[10], &[4]])?, [(1 << 10) * 81]);
    /// # Ok::<(), modexp_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] if there are not as many bases as exponents.
    pub fn pow_product(&self, bases: &[&[u64]], exponents: &[&[u64]]) -> Result<Vec<u64>, Error> {
        same_length(bases, exponents)?;
        let bits = 64 * exponents.iter().map(|exponent| exponent.len()).max().unwrap_or(0);
        Ok(self.in_ring(|engine| engine.pow_product(bases, exponents, bits)))
    }

    /// [`Modulus::pow_product`], faster, for exponents that are no secret.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] if there are not as many bases as exponents.
    pub fn pow_product_vartime(&self, bases: &[&[u64]], exponents: &[&[u64]]) -> Result<Vec<u64>, Error> {
        same_length(bases, exponents)?;
        Ok(self.in_ring(|engine| engine.pow_product_vartime(bases, exponents)))
    }
}

fn same_length(bases: &[&[u64]], exponents: &[&[u64]]) -> Result<(), Error> {
    if bases.len() != exponents.len() {
        return Err(Error::LengthMismatch { left: bases.len(), right: exponents.len() });
    }
    Ok(())
}
