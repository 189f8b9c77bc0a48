//! The public type: a modulus, prepared once and used many times.

use crate::error::Error;
use crate::residues::Residues;
use crate::ring::Ring;
use alloc::vec::Vec;
use core::fmt;
use modexp_group::group::Costs;
#[cfg(feature = "bench")]
use modexp_group::plan::WIDEST_M_ARY;
use modexp_group::plan::WindowPlan;
use modexp_kernels::backend::Backend;
use modexp_limbs::limb;
use zeroize::Zeroizing;

/// A modulus m ≥ 1 of any size, odd or even, prepared for exponentiation.
///
/// Numbers are little-endian slices of 64-bit limbs of any length. The empty slice is 0. Results are below m and have
/// the length of [`Modulus::limbs`]. A base need not be below m.
///
/// All calls are constant time in the values of their arguments, except calls named `_vartime`: time and addresses
/// depend only on the lengths of the slices and of the modulus. The existence of an inverse is public.
///
/// ```
/// use modexp_core::Modulus;
/// let m = Modulus::new(&[1_000_000_007])?;
/// assert_eq!(m.pow(&[2], &[100]), [976_371_285]);
/// # Ok::<(), modexp_core::Error>(())
/// ```
#[derive(Clone)]
pub struct Modulus {
    m: Vec<u64>,
    bits: usize,
    backend: Backend,
    pub(crate) residues: Residues,
}

impl Modulus {
    /// Prepares `m` (little-endian limbs) on the fastest backend of this machine for its size.
    ///
    /// # Errors
    /// [`Error::ZeroModulus`] if `m` is zero or empty.
    pub fn new(m: &[u64]) -> Result<Self, Error> {
        Self::with_backend(m, Backend::best_for(limb::bit_len(m)))
    }

    /// Prepares a modulus given as big-endian bytes; leading zeros are allowed.
    ///
    /// # Errors
    /// [`Error::ZeroModulus`] if it is zero or empty.
    pub fn from_be_bytes(m: &[u8]) -> Result<Self, Error> {
        Self::new(&limb::from_be_bytes(m))
    }

    /// Prepares `m` on the given backend.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] if this machine cannot run it, [`Error::ZeroModulus`] if `m` is zero or empty.
    pub fn with_backend(m: &[u64], backend: Backend) -> Result<Self, Error> {
        if !backend.is_available() {
            return Err(Error::BackendUnavailable);
        }
        let m = limb::trim(m).to_vec();
        let bits = limb::bit_len(&m);
        if bits == 0 {
            return Err(Error::ZeroModulus);
        }

        let residues = Residues::new(&m, backend)?;
        Ok(Self { m, bits, backend, residues })
    }

    /// Returns the modulus, little-endian, without leading zero limbs.
    #[must_use]
    pub fn limbs(&self) -> &[u64] {
        &self.m
    }

    /// Returns the bits of the modulus, at least 1.
    #[must_use]
    pub fn bit_len(&self) -> usize {
        self.bits
    }

    /// Returns the backend.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// base^exponent mod m; 0^0 is 1 mod m. Only the length of `exponent` in limbs is public.
    #[must_use]
    pub fn pow(&self, base: &[u64], exponent: &[u64]) -> Vec<u64> {
        self.pow_bounded_exp(base, exponent, 64 * exponent.len())
    }

    /// base^exponent mod m for an exponent below 2^exponent_bits. Only this bound is public.
    /// Bits of `exponent` from `exponent_bits` up are ignored.
    #[must_use]
    pub fn pow_bounded_exp(&self, base: &[u64], exponent: &[u64], exponent_bits: usize) -> Vec<u64> {
        let exponent = Zeroizing::new(limb::bits_between(exponent, 0, exponent_bits));
        self.in_parts(&|part| part.pow(base, &exponent, exponent_bits))
    }

    /// Returns the plan of [`Modulus::pow_bounded_exp`] for exponents of `bits` < 2^50 bits. If m has an odd and an
    /// even part, it is the plan modulo the odd part.
    ///
    /// ```
    /// let plan = modexp_core::Modulus::new(&[u64::MAX; 32])?.plan(2048);
    /// assert!(plan.squarings > 2030 && plan.multiplications < 500);
    /// # Ok::<(), modexp_core::Error>(())
    /// ```
    #[must_use]
    pub fn plan(&self, bits: usize) -> WindowPlan {
        let longest = match &self.residues {
            Residues { odd: None, two: Some(two), .. } => two.exponent_bits(),
            _ => bits,
        };
        let part = self.residues.parts().into_iter().flatten().next();
        let costs = part.map_or(Costs::of_residues(1), |part| part.group().costs());
        WindowPlan::constant_time(bits.min(longest), &costs, false)
    }

    /// base^exponent mod m, faster, for a public base and a public exponent.
    #[must_use]
    pub fn pow_vartime(&self, base: &[u64], exponent: &[u64]) -> Vec<u64> {
        self.in_parts(&|part| part.pow_vartime(base, exponent))
    }

    /// base^exponent mod m for a public exponent, by the method of `plan` and its window, clamped to 1 to 16 bits. For
    /// comparisons.
    #[cfg(feature = "bench")]
    #[must_use]
    pub fn pow_vartime_by(&self, plan: &WindowPlan, base: &[u64], exponent: &[u64]) -> Vec<u64> {
        let plan = WindowPlan { window: plan.window.clamp(1, WIDEST_M_ARY), ..*plan };
        self.pow_planned(&plan, base, exponent)
    }

    /// base^exponent mod m for a public exponent, by a plan with a window of 1 to 16 bits.
    pub(crate) fn pow_planned(&self, plan: &WindowPlan, base: &[u64], exponent: &[u64]) -> Vec<u64> {
        self.in_parts(&|part| part.pow_vartime_by(plan, base, exponent))
    }

    /// base^exponent mod m for a small public base, for example a generator, by products with words. Only the length of
    /// `exponent` in limbs is public.
    #[must_use]
    pub fn pow_small_base(&self, base: u64, exponent: &[u64]) -> Vec<u64> {
        self.in_parts(&|part| part.pow_small_base(base, exponent, 64 * exponent.len()))
    }

    /// [`Modulus::pow`] on big-endian bytes of any length; the result has the length of the modulus.
    #[must_use]
    pub fn pow_be_bytes(&self, base: &[u8], exponent: &[u8]) -> Vec<u8> {
        let base = Zeroizing::new(limb::from_be_bytes(base));
        let bits = 8 * exponent.len();
        let exponent = Zeroizing::new(limb::from_be_bytes(exponent));
        let power = Zeroizing::new(self.pow_bounded_exp(&base, &exponent, bits));
        limb::to_be_bytes(&power, self.bits.div_ceil(8))
    }

    /// a·b mod m.
    #[must_use]
    pub fn mul(&self, a: &[u64], b: &[u64]) -> Vec<u64> {
        self.in_parts(&|part| part.mul(a, b))
    }

    /// a² mod m.
    #[must_use]
    pub fn square(&self, a: &[u64]) -> Vec<u64> {
        self.square_repeated(a, 1)
    }

    /// a^(2^count) mod m: `count` squarings one after the other.
    #[must_use]
    pub fn square_repeated(&self, a: &[u64], count: u64) -> Vec<u64> {
        self.in_parts(&|part| part.square_repeated(a, count))
    }

    /// a mod m.
    #[must_use]
    pub fn reduce(&self, a: &[u64]) -> Vec<u64> {
        self.in_parts(&|part| part.reduce(a))
    }

    /// a⁻¹ mod m; 0 modulo 1.
    ///
    /// # Errors
    /// [`Error::NoInverse`] if a and m have a common factor.
    pub fn inverse(&self, a: &[u64]) -> Result<Vec<u64>, Error> {
        let inverse = |part: &dyn Ring| part.inverse(a).map(Zeroizing::new);
        let [high, low] = self.residues.parts().map(|part| part.map(inverse).transpose());
        Ok(self.residues.combine([high?, low?]))
    }

    /// Computes the result of an operation modulo the odd part and modulo the power of two.
    pub(crate) fn in_parts(&self, run: &dyn Fn(&dyn Ring) -> Vec<u64>) -> Vec<u64> {
        self.residues.combine(self.residues.parts().map(|part| part.map(|part| Zeroizing::new(run(part)))))
    }

    /// Computes the `count` results of an operation modulo both parts.
    pub(crate) fn in_parts_each(&self, count: usize, run: &dyn Fn(&dyn Ring) -> Vec<Vec<u64>>) -> Vec<Vec<u64>> {
        self.residues.combine_each(count, self.residues.parts().map(|part| part.map(run)))
    }
}

impl fmt::Debug for Modulus {
    /// Shows only size and backend, as the modulus may be a secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Modulus").field("bits", &self.bits).field("backend", &self.backend).finish_non_exhaustive()
    }
}

impl Drop for Modulus {
    fn drop(&mut self) {
        zeroize::Zeroize::zeroize(&mut self.m);
    }
}
