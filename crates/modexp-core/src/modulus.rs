//! The public type: a modulus, prepared once and used many times.

use crate::batch::{Batch, Job};
use crate::engine::Engine;
use crate::error::Error;
use crate::group::Group;
use crate::inverse;
use crate::pow2::PowerOfTwo;
use crate::publish::published;
use crate::window::WindowPlan;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use modexp_kernels::backend::Backend;
use modexp_kernels::limb;
use zeroize::Zeroizing;

/// A modulus m ≥ 1 of any size, odd or even, prepared for exponentiation.
///
/// Numbers are little-endian slices of 64-bit limbs of any length, empty meaning 0; results have
/// [`Modulus::limbs`] limbs and are below m. A base need not be below m.
///
/// All calls are constant time in the values of their arguments: time and memory access depend on the lengths of the
/// slices and of the modulus alone. Calls named `_vartime` are not. Whether an inverse exists is not hidden.
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
    ring: Ring,
}

/// m = odd · 2^k, by cases.
#[derive(Clone)]
enum Ring {
    /// m = 1: everything is 0.
    Zero,
    Odd(Arc<Engine>),
    PowerOfTwo(Two),
    Even(Even),
}

/// 2^k, and its products.
#[derive(Clone)]
struct Two {
    ring: PowerOfTwo,
    engine: Engine,
}

impl Two {
    fn new(k: usize) -> Self {
        let ring = PowerOfTwo::new(k);
        Self { engine: Engine::PowerOfTwo(ring.clone()), ring }
    }

    /// a⁻¹ mod 2^k.
    fn inverse(&self, a: &[u64]) -> Result<Vec<u64>, Error> {
        let a = Zeroizing::new(self.ring.reduce(a));
        if published(a[0] & 1) == 1 { Ok(self.ring.inverse(&a)) } else { Err(Error::NoInverse) }
    }
}

/// m = odd · 2^k with odd > 1 and k > 0, by the Chinese remainder theorem.
#[derive(Clone)]
struct Even {
    engine: Arc<Engine>,
    odd: Vec<u64>,
    two: Two,
    /// odd⁻¹ mod 2^k
    odd_inv: Vec<u64>,
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

    /// Prepares `m` on a backend of your choice.
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

        let k = limb::trailing_zeros(&m);
        let ring = if bits == 1 {
            Ring::Zero
        } else if k == 0 {
            Ring::Odd(Engine::new(backend, &[&m])?)
        } else if k == bits - 1 {
            Ring::PowerOfTwo(Two::new(k))
        } else {
            let odd = Zeroizing::new(limb::shift_right(&m, k));
            let two = Two::new(k);
            let odd_inv = two.inverse(&odd)?;
            Ring::Even(Even {
                engine: Engine::new(backend, &[limb::trim(&odd)])?,
                odd: limb::trim(&odd).to_vec(),
                two,
                odd_inv,
            })
        };
        Ok(Self { m, bits, backend, ring })
    }

    /// The modulus, little-endian, without leading zero limbs.
    #[must_use]
    pub fn limbs(&self) -> &[u64] {
        &self.m
    }

    /// Bits of the modulus, at least 1.
    #[must_use]
    pub fn bit_len(&self) -> usize {
        self.bits
    }

    /// The backend that computes.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// base^exponent mod m; 0^0 is 1 mod m. The length of `exponent` in limbs is public, its value is not.
    #[must_use]
    pub fn pow(&self, base: &[u64], exponent: &[u64]) -> Vec<u64> {
        self.pow_bounded_exp(base, exponent, 64 * exponent.len())
    }

    /// base^exponent mod m for an exponent below 2^exponent_bits, of which only that bound is public.
    /// Bits of `exponent` from `exponent_bits` up are ignored.
    #[must_use]
    pub fn pow_bounded_exp(&self, base: &[u64], exponent: &[u64], exponent_bits: usize) -> Vec<u64> {
        let exponent = Zeroizing::new(limb::bits_between(exponent, 0, exponent_bits));
        self.in_ring(|engine| engine.pow(base, &exponent, exponent_bits))
    }

    /// What [`Modulus::pow_bounded_exp`] does for exponents of `bits` bits; where m has an odd and an even part, modulo the
    /// odd one.
    ///
    /// ```
    /// let plan = modexp_core::Modulus::new(&[u64::MAX; 32])?.plan(2048);
    /// assert!(plan.squarings > 2030 && plan.multiplications < 500);
    /// # Ok::<(), modexp_core::Error>(())
    /// ```
    #[must_use]
    pub fn plan(&self, bits: usize) -> WindowPlan {
        let entries_per_product = self.engines().next().map_or(1, Group::entries_per_product);
        let bits = if let Ring::PowerOfTwo(two) = &self.ring { bits.min(two.ring.exponent_bits()) } else { bits };
        WindowPlan::constant_time(bits, entries_per_product)
    }

    /// base^exponent mod m, faster, for a base and an exponent that are no secret.
    #[must_use]
    pub fn pow_vartime(&self, base: &[u64], exponent: &[u64]) -> Vec<u64> {
        self.in_ring(|engine| engine.pow_vartime(base, exponent))
    }

    /// base^exponent mod m for an exponent that is no secret, by the method and window of `plan`, for comparisons.
    #[must_use]
    pub fn pow_vartime_by(&self, plan: &WindowPlan, base: &[u64], exponent: &[u64]) -> Vec<u64> {
        self.in_ring(|engine| engine.pow_vartime_by(plan, base, exponent))
    }

    /// base^exponent mod m for a small base that is no secret, such as a generator, by products with words. The length
    /// of `exponent` in limbs is public, its value is not.
    #[must_use]
    pub fn pow_small_base(&self, base: u64, exponent: &[u64]) -> Vec<u64> {
        self.in_ring(|engine| engine.pow_small_base(base, exponent, 64 * exponent.len()))
    }

    /// [`Modulus::pow`] on big-endian bytes of any length; the result has as many bytes as the modulus.
    #[must_use]
    pub fn pow_be_bytes(&self, base: &[u8], exponent: &[u8]) -> Vec<u8> {
        let base = Zeroizing::new(limb::from_be_bytes(base));
        let bits = 8 * exponent.len();
        let exponent = Zeroizing::new(limb::from_be_bytes(exponent));
        let power = Zeroizing::new(self.pow_bounded_exp(&base, &exponent, bits));
        limb::to_be_bytes(&power, self.bits.div_ceil(8))
    }

    /// bases\[i\]^exponents\[i\] mod m for each i, several at a time where the machine has lanes for them.
    /// Exponents are hidden up to the longest of them.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] if there are not as many bases as exponents.
    pub fn pow_many(&self, bases: &[&[u64]], exponents: &[&[u64]]) -> Result<Vec<Vec<u64>>, Error> {
        self.pow_batch(bases, exponents, |batch, jobs| batch.run_all(jobs))
    }

    /// [`Modulus::pow_many`] on all cores of the machine.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] if there are not as many bases as exponents.
    #[cfg(feature = "std")]
    pub fn pow_many_parallel(&self, bases: &[&[u64]], exponents: &[&[u64]]) -> Result<Vec<Vec<u64>>, Error> {
        self.pow_batch(bases, exponents, |batch, jobs| batch.run_parallel(jobs))
    }

    fn pow_batch(
        &self,
        bases: &[&[u64]],
        exponents: &[&[u64]],
        run: impl FnOnce(&Batch<'_>, &[Job<'_>]) -> Vec<Vec<u64>>,
    ) -> Result<Vec<Vec<u64>>, Error> {
        if bases.len() != exponents.len() {
            return Err(Error::LengthMismatch { left: bases.len(), right: exponents.len() });
        }
        let jobs: Vec<Job<'_>> = bases.iter().copied().zip(exponents.iter().copied()).collect();
        Ok(match &self.ring {
            Ring::Odd(engine) => run(&Batch::new(engine.as_ref(), &self.m, jobs.len()), &jobs),
            Ring::Even(even) => {
                let high = run(&Batch::new(even.engine.as_ref(), &even.odd, jobs.len()), &jobs);
                let low = jobs.iter().map(|(base, exponent)| even.two.engine.pow(base, exponent, 64 * exponent.len()));
                high.iter().zip(low).map(|(high, low)| even.combine(high, &low, self.m.len())).collect()
            }
            Ring::Zero | Ring::PowerOfTwo(_) => jobs.iter().map(|(base, exponent)| self.pow(base, exponent)).collect(),
        })
    }

    /// a·b mod m.
    #[must_use]
    pub fn mul(&self, a: &[u64], b: &[u64]) -> Vec<u64> {
        self.in_ring(|engine| engine.mul(a, b))
    }

    /// a² mod m.
    #[must_use]
    pub fn square(&self, a: &[u64]) -> Vec<u64> {
        self.square_repeated(a, 1)
    }

    /// a^(2^count) mod m: `count` squarings one after the other.
    #[must_use]
    pub fn square_repeated(&self, a: &[u64], count: u64) -> Vec<u64> {
        self.in_ring(|engine| engine.square_repeated(a, count))
    }

    /// a mod m.
    #[must_use]
    pub fn reduce(&self, a: &[u64]) -> Vec<u64> {
        self.in_ring(|engine| engine.reduce(a))
    }

    /// a⁻¹ mod m. Modulo 1 it is 0.
    ///
    /// # Errors
    /// [`Error::NoInverse`] if a and m have a common factor.
    pub fn inverse(&self, a: &[u64]) -> Result<Vec<u64>, Error> {
        let a = Zeroizing::new(self.reduce(a));
        let odd_inverse = |m: &[u64], a: &[u64]| inverse::inverse_odd(a, m).ok_or(Error::NoInverse);
        match &self.ring {
            Ring::Zero => Ok(vec![0]),
            Ring::Odd(_) => odd_inverse(&self.m, &a),
            Ring::PowerOfTwo(two) => Ok(limb::resize(&two.inverse(&a)?, self.m.len())),
            Ring::Even(even) => {
                let low = even.two.inverse(&a)?;
                let high = odd_inverse(&even.odd, &even.engine.reduce(&a))?;
                Ok(even.combine(&high, &low, self.m.len()))
            }
        }
    }

    /// The result of an operation that every engine has, by the engines of the odd part and of the power of two.
    pub(crate) fn in_ring(&self, run: impl Fn(&Engine) -> Vec<u64>) -> Vec<u64> {
        self.in_ring_each(1, |engine| vec![run(engine)]).swap_remove(0)
    }

    /// The `count` results of an operation that every engine has.
    pub(crate) fn in_ring_each(&self, count: usize, run: impl Fn(&Engine) -> Vec<Vec<u64>>) -> Vec<Vec<u64>> {
        let mut parts: Vec<_> = self.engines().map(|engine| run(engine).into_iter()).collect();
        let mut next = || parts.iter_mut().filter_map(|part| part.next().map(Zeroizing::new)).collect::<Vec<_>>();
        (0..count).map(|_| self.combine(&next())).collect()
    }

    /// An engine with lanes for the odd part of m, if this machine has one, `pays` says so of their number, and no other
    /// backend was asked for.
    pub(crate) fn lanes(&self, pays: impl Fn(usize) -> bool) -> Option<Arc<Engine>> {
        let odd = match &self.ring {
            Ring::Odd(_) => &self.m,
            Ring::Even(even) => &even.odd,
            Ring::Zero | Ring::PowerOfTwo(_) => return None,
        };
        if self.backend != Backend::best_for(self.bits) {
            return None;
        }
        let (backend, _) =
            Backend::best_for_many(limb::bit_len(odd), usize::MAX).filter(|(backend, _)| pays(backend.lanes()))?;
        Engine::new(backend, &[odd]).ok()
    }

    /// The engines of the parts of m, the odd one and the power of two, where they are not 1.
    pub(crate) fn engines(&self) -> impl Iterator<Item = &Engine> {
        let (odd, two): (Option<&Engine>, Option<&Engine>) = match &self.ring {
            Ring::Zero => (None, None),
            Ring::Odd(engine) => (Some(engine.as_ref()), None),
            Ring::PowerOfTwo(two) => (None, Some(&two.engine)),
            Ring::Even(even) => (Some(even.engine.as_ref()), Some(&even.two.engine)),
        };
        odd.into_iter().chain(two)
    }

    /// The number below m with these residues modulo the parts, in the order of [`Modulus::engines`].
    pub(crate) fn combine(&self, parts: &[Zeroizing<Vec<u64>>]) -> Vec<u64> {
        match (&self.ring, parts) {
            (Ring::Even(even), [high, low]) => even.combine(high, low, self.m.len()),
            (_, [x]) => limb::resize(x, self.m.len()),
            _ => vec![0; self.m.len()],
        }
    }
}

impl Even {
    /// The x below odd·2^k with x ≡ high mod odd and x ≡ low mod 2^k, in `limbs` limbs.
    fn combine(&self, high: &[u64], low: &[u64], limbs: usize) -> Vec<u64> {
        // x = high + odd·((low − high)·odd⁻¹ mod 2^k)
        let mut difference = Zeroizing::new(low.to_vec());
        let high_low = Zeroizing::new(self.two.ring.reduce(high));
        limb::sub_if(&mut difference, &high_low, 1);
        let mut factor = Zeroizing::new(vec![0; difference.len()]);
        limb::mul_low(&mut factor, &difference, &self.odd_inv);
        let factor = Zeroizing::new(self.two.ring.reduce(&factor));
        let mut x = vec![0; self.odd.len() + factor.len()];
        limb::mul(&mut x, &self.odd, &factor);
        limb::add_if(&mut x, &Zeroizing::new(limb::resize(high, self.odd.len() + factor.len())), 1);
        limb::resize(&x, limbs)
    }
}

impl fmt::Debug for Modulus {
    /// Shows size and backend; the modulus itself may be a secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Modulus").field("bits", &self.bits).field("backend", &self.backend).finish_non_exhaustive()
    }
}

impl Drop for Modulus {
    fn drop(&mut self) {
        zeroize::Zeroize::zeroize(&mut self.m);
    }
}
