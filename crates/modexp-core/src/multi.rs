//! Calls of [`Modulus`] on several powers at once.

use crate::error::Error;
use crate::modulus::Modulus;
use crate::ring::Ring;
#[cfg(feature = "std")]
use crate::threads;
use alloc::vec::Vec;
use modexp_kernels::backend::Backend;
use modexp_limbs::limb;
use zeroize::Zeroizing;

/// The least number of bases per lane for which a product is faster in lanes. On Zen 5, 2048 bits and exponents of 256
/// bits: 32 bases take 0.52 ms in eight lanes and in one, 64 take 0.85 and 1.05 ms, 256 take 2.7 and 7.6 ms.
const BASES_PER_LANE: usize = 4;

impl Modulus {
    /// bases\[0\]^exponents\[0\] · bases\[1\]^exponents\[1\] · … mod m; 1 mod m without bases.
    ///
    /// All powers share one chain of squarings: g^a·h^b costs little more than g^a alone, and a product of hundreds of
    /// powers costs a fifth of the single powers. Only the length of the longest exponent is public.
    ///
    /// ```
    /// let m = modexp_core::Modulus::new(&[1_000_000_007])?;
    /// assert_eq!(m.pow_product(&[&[2], &[3]], &[&[10], &[4]])?, [(1 << 10) * 81]);
    /// # Ok::<(), modexp_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] if the numbers of bases and exponents differ.
    pub fn pow_product(&self, bases: &[&[u64]], exponents: &[&[u64]]) -> Result<Vec<u64>, Error> {
        let bits = 64 * exponents.iter().map(|exponent| exponent.len()).max().unwrap_or(0);
        self.pow_product_bounded_exp(bases, exponents, bits)
    }

    /// [`Modulus::pow_product`] for exponents below 2^exponent_bits. Only this bound is public.
    /// Bits of exponents from `exponent_bits` up are ignored.
    ///
    /// ```
    /// let m = modexp_core::Modulus::new(&[1_000_000_007])?;
    /// assert_eq!(m.pow_product_bounded_exp(&[&[2], &[3]], &[&[10], &[16 + 4]], 4)?, [(1 << 10) * 81]);
    /// # Ok::<(), modexp_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] if the numbers of bases and exponents differ.
    pub fn pow_product_bounded_exp(
        &self,
        bases: &[&[u64]],
        exponents: &[&[u64]],
        exponent_bits: usize,
    ) -> Result<Vec<u64>, Error> {
        same_length(bases, exponents)?;
        let bounded = |exponent: &&[u64]| Zeroizing::new(limb::bits_between(exponent, 0, exponent_bits));
        let bounded: Vec<_> = exponents.iter().map(bounded).collect();
        let exponents: Vec<&[u64]> = bounded.iter().map(|exponent| exponent.as_slice()).collect();
        Ok(self.in_parts_by_lanes(bases.len(), &|part| part.pow_product(bases, &exponents, exponent_bits)))
    }

    /// [`Modulus::pow_product`], faster, for public exponents.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] if the numbers of bases and exponents differ.
    pub fn pow_product_vartime(&self, bases: &[&[u64]], exponents: &[&[u64]]) -> Result<Vec<u64>, Error> {
        same_length(bases, exponents)?;
        Ok(self.in_parts_by_lanes(bases.len(), &|part| part.pow_product_vartime(bases, exponents)))
    }

    /// [`Modulus::in_parts`] with the odd part in lanes if `bases` bases fill them.
    fn in_parts_by_lanes(&self, bases: usize, run: &dyn Fn(&dyn Ring) -> Vec<u64>) -> Vec<u64> {
        let fills = |(backend, _): &(Backend, usize)| bases >= BASES_PER_LANE * backend.lanes();
        let lanes = self.backend_for_many(usize::MAX).filter(fills).and_then(|_| self.lanes(usize::MAX));
        let [odd, two] = self.residues.parts();
        let parts = [lanes.as_ref().map(|(lanes, _)| &**lanes).or(odd), two];
        self.residues.combine(parts.map(|part| part.map(|part| Zeroizing::new(run(part)))))
    }

    /// base^exponents\[i\] mod m for each i, with shared squarings: two powers cost about 1.2 of one, four about 1.6.
    ///
    /// Constant time: the call makes a comb of the base. Only the length of the longest exponent is public.
    ///
    /// ```
    /// let m = modexp_core::Modulus::new(&[1_000_000_007])?;
    /// assert_eq!(m.pow_each(&[2], &[&[10], &[20]]), [[1 << 10], [1 << 20]]);
    /// # Ok::<(), modexp_core::Error>(())
    /// ```
    #[must_use]
    pub fn pow_each(&self, base: &[u64], exponents: &[&[u64]]) -> Vec<Vec<u64>> {
        let bits = 64 * exponents.iter().map(|exponent| exponent.len()).max().unwrap_or(0);
        self.in_parts_each(exponents.len(), &|part| part.pow_each(base, exponents, bits))
    }

    /// [`Modulus::pow_each`] on all cores of the machine: each core takes a part of the exponents.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn pow_each_parallel(&self, base: &[u64], exponents: &[&[u64]]) -> Vec<Vec<u64>> {
        on_all_cores(exponents, |share| self.pow_each(base, share))
    }

    /// [`Modulus::pow_each`], faster, for public exponents.
    #[must_use]
    pub fn pow_each_vartime(&self, base: &[u64], exponents: &[&[u64]]) -> Vec<Vec<u64>> {
        self.in_parts_each(exponents.len(), &|part| part.pow_by_buckets(base, exponents))
    }

    /// [`Modulus::pow_each_vartime`] on all cores of the machine: each core takes a part of the exponents.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn pow_each_vartime_parallel(&self, base: &[u64], exponents: &[&[u64]]) -> Vec<Vec<u64>> {
        on_all_cores(exponents, |share| self.pow_each_vartime(base, share))
    }

    /// Computes the inverse of each number, with one inversion and three products per number (Montgomery's trick).
    ///
    /// # Errors
    /// [`Error::NoInverse`] if any number and m have a common factor.
    pub fn inverse_many(&self, numbers: &[&[u64]]) -> Result<Vec<Vec<u64>>, Error> {
        // before[i] = numbers[0] · … · numbers[i − 1]
        let mut before = Vec::with_capacity(numbers.len());
        let mut product = Zeroizing::new(self.reduce(&[1]));
        for number in numbers {
            let next = Zeroizing::new(self.mul(&product, number));
            before.push(core::mem::replace(&mut product, next));
        }

        // inverse = (numbers[0] · … · numbers[i])⁻¹
        let mut inverse = Zeroizing::new(self.inverse(&product)?);
        let mut inverses = Vec::with_capacity(numbers.len());
        for (number, before) in numbers.iter().zip(&before).rev() {
            inverses.push(self.mul(&inverse, before));
            inverse = Zeroizing::new(self.mul(&inverse, number));
        }
        inverses.reverse();
        Ok(inverses)
    }
}

/// Calls `run` for an equal part of the exponents on each core, and returns all results in order.
#[cfg(feature = "std")]
fn on_all_cores(exponents: &[&[u64]], run: impl Fn(&[&[u64]]) -> Vec<Vec<u64>> + Sync) -> Vec<Vec<u64>> {
    let shares: Vec<_> = exponents.chunks(exponents.len().div_ceil(threads::count()).max(1)).collect();
    threads::map(shares.len(), |i| run(shares[i])).into_iter().flatten().collect()
}

pub(crate) fn same_length(bases: &[&[u64]], exponents: &[&[u64]]) -> Result<(), Error> {
    if bases.len() != exponents.len() {
        return Err(Error::LengthMismatch { left: bases.len(), right: exponents.len() });
    }
    Ok(())
}
