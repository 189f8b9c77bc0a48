//! Exponentiation modulo a product of known primes: modulo each prime, then together (RSA-CRT).
//!
//! Two powers modulo primes of half the size cost a quarter of a full-size power. A kernel with lanes computes them
//! side by side. A single wrong half would let anyone factor the modulus (Boneh, DeMillo and Lipton, 1997), so every
//! result is verified before it is returned. [`CrtModulus::private_key_op`] encrypts it again, and refuses a private
//! exponent that does not belong to the primes: one of them may be damaged. [`CrtModulus::pow`] computes modulo p·r
//! instead of p, with a 64-bit prime r for each p (Shamir, 1997), and checks three things. Modulo r, every part must be
//! the power by the exponent as given. Each shortened exponent must equal that exponent modulo p − 1. The combined
//! number must equal every part modulo its prime. `check` compares these on plain limbs, without the prepared moduli.

mod check;
mod options;
mod parts;
mod prepare;

use crate::error::Error;
use crate::modulus::Modulus;
use crate::prime::is_strong_to_base_2;
use alloc::vec;
use alloc::vec::Vec;
use check::{SmallField, incongruent, incongruent_by_even};
use core::fmt;
use core::mem;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use modexp_group::plan::WindowPlan;
use modexp_kernels::backend::Backend;
use modexp_limbs::declassify::{declassified, declassify};
use modexp_limbs::limb;
pub use options::CrtOptions;
use parts::{OddParts, below};
use prepare::order;
use zeroize::Zeroizing;

/// The c of primes r = 2^64 − c for the check. The primes of a modulus take different r in turn, so the check finds a
/// part that was computed modulo the wrong prime. A factor of the modulus is not taken.
const CHECK_PRIMES: [u64; 10] = [59, 83, 95, 179, 189, 257, 279, 323, 353, 363];

/// The checksum that detects a change of a result after it is verified.
const SUM: SmallField = SmallField::new(CHECK_PRIMES[0]);

/// Limbs of a public exponent: FIPS 186-4, B.3.1, allows those below 2^256.
const EXPONENT_LIMBS: usize = 4;

/// A public exponent.
type PublicExponent = [u64; EXPONENT_LIMBS];

/// A number in limbs that is zeroed when it is dropped.
type Secret = Zeroizing<Vec<u64>>;

/// A product of different odd primes, or of their squares or higher powers, prepared for exponentiation with known primes.
///
/// ```
/// use modexp_core::CrtModulus;
/// let n = CrtModulus::new(&[&[1_000_003], &[1_000_033]])?;
/// assert_eq!(n.pow(&[2], &[40])?, n.modulus().pow(&[2], &[40]));
/// # Ok::<(), modexp_core::Error>(())
/// ```
pub struct CrtModulus {
    modulus: Modulus,
    /// A second copy of the modulus, as the caller passed it: a fault may change `modulus`.
    n: Vec<u64>,
    primes: Vec<Prime>,
    /// The k of the moduli p^k.
    power: u32,
    /// Powers modulo the primes, and modulo r times the primes.
    plain: OddParts,
    checked: OddParts,
    /// The public exponent that verified the last private operation; 0 before the first. Simultaneous calls may mix two
    /// exponents; then the next call finds its own again.
    public_exponent: [AtomicU64; EXPONENT_LIMBS],
    /// Whether the primes were tested.
    tested: AtomicBool,
}

/// One prime p and the constants for combining residues.
struct Prime {
    /// p^k
    m: Modulus,
    p: Secret,
    /// The product of the moduli before m, and its inverse mod m.
    before: Secret,
    before_inv: Secret,
    /// The residues modulo r.
    check: SmallField,
}

/// A verified number below m.
struct Verified {
    result: Secret,
    /// The checksum by [`SUM`].
    residue: u64,
}

impl CrtModulus {
    /// Prepares the product of `primes`, on the fastest backend of this machine.
    ///
    /// # Errors
    /// [`Error::BadPrimes`] unless these are two or more different odd primes. The Baillie–PSW test decides; no known
    /// composite number passes it.
    pub fn new(primes: &[&[u64]]) -> Result<Self, Error> {
        Self::prepare(primes, CrtOptions::new())
    }

    /// Prepares the product of `primes`, or a power of it, as `options` say.
    ///
    /// # Errors
    /// [`Error::ZeroPower`] for the power 0, [`Error::ModulusMismatch`] if the product is not the modulus of the options;
    /// otherwise as in [`CrtModulus::new`] and [`CrtModulus::with_backend`].
    pub fn with_options(primes: &[&[u64]], options: CrtOptions<'_>) -> Result<Self, Error> {
        Self::prepare(primes, options)
    }

    /// Prepares the product of `primes` on the given backend.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] if this machine cannot run it, [`Error::BadPrimes`] as in [`CrtModulus::new`].
    pub fn with_backend(primes: &[&[u64]], backend: Backend) -> Result<Self, Error> {
        Self::prepare(primes, CrtOptions::new().with_backend(backend))
    }

    /// The product of the primes, to the power that the options ask for.
    #[must_use]
    pub fn modulus(&self) -> &Modulus {
        &self.modulus
    }

    /// base^exponent mod m; constant time in the values.
    ///
    /// If the constructor got a damaged prime that is still a prime, the result is right modulo the wrong product, and
    /// reveals the other prime of the true modulus. Only [`CrtOptions::with_modulus`] detects this.
    ///
    /// # Errors
    /// [`Error::Fault`] if the result did not verify, [`Error::BadPrimes`] if a trusted prime is composite.
    pub fn pow(&self, base: &[u64], exponent: &[u64]) -> Result<Vec<u64>, Error> {
        self.checked_pow(base, exponent).and_then(Self::unchanged)
    }

    /// c^d mod m, where d is the inverse of a public exponent e: decrypts or signs. The result is verified by e; the first
    /// call finds it from d. For other exponents use [`CrtModulus::pow`].
    ///
    /// # Errors
    /// [`Error::NoPublicExponent`] if no e that is below 2^256 and shorter than the longest prime has d·e = 1 modulo p − 1
    /// for each prime p: then d does not belong to these primes, or one of the numbers was damaged. [`Error::Fault`] if the
    /// result did not verify, for example for a multiple of p that p^k does not divide.
    pub fn private_key_op(&self, c: &[u64], d: &[u64]) -> Result<Vec<u64>, Error> {
        self.encrypted_pow(c, d).and_then(Self::unchanged)
    }

    /// c^d mod m, if the public exponent gives c again.
    fn encrypted_pow(&self, c: &[u64], d: &[u64]) -> Result<Verified, Error> {
        let result = Zeroizing::new(self.combine(&self.plain.pow(c, d), &self.plain.moduli));
        let known = self.public_exponent.each_ref().map(|limb| limb.load(Ordering::Relaxed));
        if known != [0; EXPONENT_LIMBS] && self.encrypts_to(&result, &known, c) {
            return Ok(Self::verified(result));
        }
        let e = self.public_exponent_of(d)?;
        if !self.encrypts_to(&result, &e, c) {
            return Err(Error::Fault);
        }
        for (known, e) in self.public_exponent.iter().zip(e) {
            known.store(e, Ordering::Relaxed);
        }
        Ok(Self::verified(result))
    }

    fn verified(result: Secret) -> Verified {
        Verified { residue: SUM.reduce(&result), result }
    }

    /// The result, if it still equals the verified one after all other memory is freed.
    fn unchanged(mut verified: Verified) -> Result<Vec<u64>, Error> {
        if declassified(SUM.reduce(&verified.result) ^ verified.residue) != 0 {
            return Err(Error::Fault);
        }
        Ok(mem::take(&mut *verified.result))
    }

    /// [`CrtModulus::private_key_op`] on c·r^e instead of c for a secret random r, which is divided out again. So an
    /// attacker cannot choose the number that is raised to d. `random` has at least as many random bits as the
    /// modulus, new for every call. The additional cost is an inverse, the power r^e and a search for e.
    ///
    /// # Errors
    /// [`Error::NoInverse`] if `random` and the modulus have a common factor; otherwise as in [`CrtModulus::private_key_op`].
    pub fn private_key_op_blinded(&self, c: &[u64], d: &[u64], random: &[u64]) -> Result<Vec<u64>, Error> {
        self.blinded_pow(c, d, random).and_then(Self::unchanged)
    }

    fn blinded_pow(&self, c: &[u64], d: &[u64], random: &[u64]) -> Result<Verified, Error> {
        let e = self.public_exponent_of(d)?;
        let (blinded, unblind) = self.blind(c, &e, random)?;
        let power = Zeroizing::new(self.combine(&self.plain.pow(&blinded, d), &self.plain.moduli));
        let result = Zeroizing::new(self.modulus.mul(&power, &unblind));
        if self.encrypts_to(&result, &e, c) { Ok(Self::verified(result)) } else { Err(Error::Fault) }
    }

    /// c·r^e for r = `random`, and r⁻¹.
    fn blind(&self, c: &[u64], e: &PublicExponent, random: &[u64]) -> Result<(Secret, Secret), Error> {
        let unblind = Zeroizing::new(self.modulus.inverse(random)?);
        let mask = self.pow_public_exponent(random, e);
        Ok((Zeroizing::new(self.modulus.mul(c, &mask)), unblind))
    }

    /// The e below 2^256 with d·e = 1 modulo the order of the group of each p^k. It is the inverse of d modulo the longest.
    fn public_exponent_of(&self, d: &[u64]) -> Result<PublicExponent, Error> {
        let orders = &self.plain.orders;
        let longest = orders.iter().max_by_key(|order| order.bit_len()).ok_or(Error::NoPublicExponent)?;
        let inverse = Zeroizing::new(longest.inverse(d).map_err(|_| Error::NoPublicExponent)?);
        // the low limbs of a longer inverse are not an inverse, so the comparison below fails
        let mut e = Zeroizing::new([0; EXPONENT_LIMBS]);
        e.iter_mut().zip(&*inverse).for_each(|(limb, &low)| *limb = low);
        let differs = |order: &Modulus| {
            let product = Zeroizing::new(order.mul(d, &*e));
            differing_bits(&product, &limb::resize(&[1], product.len()))
        };
        if declassified(orders.iter().fold(0, |all, order| all | differs(order))) != 0 {
            return Err(Error::NoPublicExponent);
        }
        declassify(&*e);
        Ok(*e)
    }

    /// base^e mod m; variable time only in e. The time of `pow_vartime` also depends on the length of the base.
    fn pow_public_exponent(&self, base: &[u64], e: &PublicExponent) -> Secret {
        let e = limb::trim(e);
        Zeroizing::new(self.modulus.pow_planned(&WindowPlan::vartime(e), base, e))
    }

    /// Whether result^e = c mod m and result < m.
    fn encrypts_to(&self, result: &[u64], e: &PublicExponent, c: &[u64]) -> bool {
        let again = self.pow_public_exponent(result, e);
        declassified(self.out_of_range(result) | incongruent(c, &again, self.modulus.limbs())) == 0
    }

    /// base^exponent mod m, by powers modulo p^k·r for each prime p.
    fn checked_pow(&self, base: &[u64], exponent: &[u64]) -> Result<Verified, Error> {
        self.test_once()?;
        let exponents = self.checked.shorten(exponent);
        let parts = self.checked.pow_each(base, &exponents);
        self.release(base, exponent, &exponents, &parts)
    }

    /// Tests primes that were trusted until now. Shortening an exponent by the order of the group is right only for
    /// primes, and no check of a result detects a composite number.
    fn test_once(&self) -> Result<(), Error> {
        if self.tested.load(Ordering::Relaxed) {
            return Ok(());
        }
        for prime in &self.primes {
            let p = Modulus::new(&prime.p)?;
            if declassified(is_strong_to_base_2(&p)) == 0 {
                return Err(Error::BadPrimes);
            }
        }
        self.tested.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// The number with residues `parts` modulo p^k·r for each prime p, if it verifies as base^exponent.
    fn release(
        &self,
        base: &[u64],
        exponent: &[u64],
        exponents: &[Secret],
        parts: &[Secret],
    ) -> Result<Verified, Error> {
        let count = self.primes.len();
        if [exponents.len(), parts.len(), self.plain.moduli.len()] != [count; 3] {
            return Err(Error::Fault);
        }
        let result = Zeroizing::new(self.combine(parts, &self.checked.moduli));
        let times = |product: Secret, prime: &Prime| multiply(&product, prime.m.limbs());
        let product = self.primes.iter().fold(Zeroizing::new(vec![1]), times);
        declassify(&product);
        let mut wrong = differing_bits(limb::trim(&product), self.modulus.limbs()) | self.out_of_range(&result);
        let least = u64::from(self.power);
        let is_short = below(exponent, least);
        for (i, (part, short)) in parts.iter().zip(exponents).enumerate() {
            let Prime { m: combined_by, p, check, .. } = &self.primes[i];
            // a third copy of the modulus: others computed and combined the parts
            let m = self.plain.moduli[i].limbs();
            wrong |= differing_bits(m, combined_by.limbs());
            wrong |= check.reduce(part) ^ check.pow(base, exponent);
            wrong |= incongruent_by_even(exponent, short, &order(m, p, self.power));
            wrong |= below(short, least) ^ is_short;

            // result + m·2^64 > part
            let mut above = Zeroizing::new(limb::resize(&result, result.len().max(m.len() + 1) + 1));
            let multiple = shifted(m, above.len());
            limb::add_if(&mut above, &multiple, 1);
            wrong |= incongruent(&above, part, m);
        }
        if declassified(wrong) == 0 { Ok(Self::verified(result)) } else { Err(Error::Fault) }
    }

    /// Zero only if x < m, in as many limbs as m, and m is the modulus that the caller passed.
    fn out_of_range(&self, x: &[u64]) -> u64 {
        let m = self.modulus.limbs();
        if [x.len(), m.len()] == [self.n.len(); 2] { differing_bits(m, &self.n) | limb::less(x, m) ^ 1 } else { 1 }
    }

    /// The number below the modulus with residues `parts` modulo each p^k (Garner, 1959). The parts are below `moduli`.
    fn combine(&self, parts: &[Secret], moduli: &[Modulus]) -> Vec<u64> {
        let mut bits = self.primes[0].m.bit_len();
        let mut x = reduce(&parts[0], moduli[0].bit_len(), &self.primes[0].m);
        for ((part, modulus), prime) in parts.iter().zip(moduli).zip(&self.primes).skip(1) {
            // x ← x + before·((part − x)·before⁻¹ mod m)
            let m = &prime.m;
            let mut difference = reduce(part, modulus.bit_len(), m);
            let borrow = limb::sub_if(&mut difference, &reduce(&x, bits, m), 1);
            bits += m.bit_len();
            limb::add_if(&mut difference, m.limbs(), borrow);
            let factor = Zeroizing::new(m.mul(&difference, &prime.before_inv));
            let mut sum = multiply(&prime.before, &factor);
            let wide = Zeroizing::new(limb::resize(&x, sum.len()));
            limb::add_if(&mut sum, &wide, 1);
            x = sum;
        }
        limb::resize(&x, self.modulus.limbs().len())
    }
}

/// x mod m, in as many limbs as m, for x < 2^bits.
fn reduce(x: &[u64], bits: usize, m: &Modulus) -> Secret {
    if bits > m.bit_len() {
        return Zeroizing::new(m.reduce(x));
    }
    // below 2m
    let mut x = Zeroizing::new(limb::resize(x, m.limbs().len()));
    let below = limb::less(&x, m.limbs());
    limb::sub_if(&mut x, m.limbs(), 1 ^ below);
    x
}

/// x·2^64 in `limbs` limbs.
fn shifted(x: &[u64], limbs: usize) -> Secret {
    let mut out = Zeroizing::new(vec![0; limbs]);
    out[1..=x.len()].copy_from_slice(x);
    out
}

fn multiply(a: &[u64], b: &[u64]) -> Secret {
    let mut out = Zeroizing::new(vec![0; a.len() + b.len()]);
    limb::mul(&mut out, a, b);
    out
}

/// Zero only if a = b; equal lengths.
fn differing_bits(a: &[u64], b: &[u64]) -> u64 {
    let length = a.len() as u64 ^ b.len() as u64;
    a.iter().zip(b).fold(length, |bits, (a, b)| bits | (a ^ b))
}

impl fmt::Debug for CrtModulus {
    /// Shows only sizes; the primes are secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CrtModulus")
            .field("bits", &self.modulus.bit_len())
            .field("primes", &self.primes.len())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
