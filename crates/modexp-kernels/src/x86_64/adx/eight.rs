//! `adx` for moduli of 257 to 512 bits: products of eight limbs, reduced by nine, so that no subtraction follows.
//!
//! **Quotient elimination** (Orup 1995). With k = −m⁻¹ mod 2^64 and F = (k·m + 1)/2^64 < m,
//! t ≡ (⌊t/2^64⌋ + (t mod 2^64)·F)·2^64: the quotient is the lowest limb, without a multiplication. Seven of the nine
//! steps are of this kind. The last two use m itself; one product by −m⁻¹ mod 2^128 gives both quotients.
//!
//! **Range.** R = 2^576, and out = (a·b + Q·m)/R with Q ≤ (2^448 − 1)(2^64 − 1) + (2^128 − 1)·2^448 < R + 2^512. So
//! out < a·b/R + m + m/2^64: below m + m/2^59 for a, b < 4m, below 2m + m/2^64 for a·b < R·m, and for any a and b of
//! eight limbs below m + 2^449. For m < 2^512 − 2^449 that never carries. For the few other moduli, a partial reduction
//! subtracts m if there is a carry, which leaves less than 2^449.
//!
//! On Zen 5 a square takes 132 cycles and a product 157. With eight steps by m itself and the subtraction that they need,
//! they take 149 and 176: a row takes 8.7 cycles for its eight products, and every other row waits as long again for a
//! quotient.

mod assembly;

use super::Adx;
use crate::kernel::Kernel;
use alloc::vec::Vec;
use modexp_limbs::limb;
use zeroize::Zeroizing;

/// Limbs of an element.
const LIMBS: usize = 8;

/// Limbs by which products are reduced.
const STEPS: usize = LIMBS + 1;

/// Words of a modulus: m, F, and −m⁻¹ mod 2^128.
const WORDS: usize = 2 * LIMBS + 2;

/// The kernel; a value of it proves that the CPU has bmi2, adx and avx2.
#[derive(Clone, Copy, Debug)]
pub struct AdxEight(Adx);

/// What the kernel keeps of a modulus.
#[derive(Clone)]
pub struct EightModulus {
    words: Zeroizing<Vec<u64>>,
    /// Whether products may carry: m ≥ 2^512 − 2^449, which follows from its top limb.
    carries: bool,
}

impl EightModulus {
    fn words(&self) -> &[u64; WORDS] {
        array_of(&self.words)
    }

    /// Replaces a + carry·2^512, below 2^512 + m, by a number of eight limbs that is the same modulo m.
    fn partial_reduction(&self, a: &mut [u64; LIMBS], carry: u64) {
        if self.carries {
            limb::sub_if(a, &self.words[..LIMBS], carry);
        }
    }
}

#[cfg(all(test, feature = "std"))]
impl EightModulus {
    /// The carry of a·b before the partial reduction.
    pub(super) fn carry(&self, kernel: AdxEight, a: &[u64], b: &[u64]) -> u64 {
        kernel.product(&mut [0; LIMBS], array_of(a), array_of(b), self.words())
    }
}

fn array_of<const N: usize>(a: &[u64]) -> &[u64; N] {
    a.try_into().expect("as many limbs as the kernel has")
}

fn array_mut(a: &mut [u64]) -> &mut [u64; LIMBS] {
    a.try_into().expect("as many limbs as the kernel has")
}

impl AdxEight {
    /// Bits of the longest modulus.
    pub const MAX_BITS: usize = 64 * LIMBS;

    /// The kernel, on CPUs that can run it.
    #[must_use]
    pub fn detect() -> Option<Self> {
        Adx::detect().map(Self)
    }
}

impl Kernel for AdxEight {
    type Word = u64;
    type Modulus = EightModulus;

    const RADIX: u32 = 64;
    const LANES: usize = 1;
    const HEADROOM: u32 = 4;

    fn digits(_bits: usize) -> usize {
        STEPS
    }

    fn words(_digits: usize) -> usize {
        LIMBS
    }

    fn capacity(_digits: usize) -> usize {
        64 * LIMBS
    }

    fn scratch_words(_digits: usize) -> usize {
        0
    }

    fn modulus(self, moduli: &[&[u64]], _digits: usize) -> EightModulus {
        let m = Zeroizing::new(limb::resize(moduli[0], LIMBS));
        let inverse = super::negated_inverse(&m);
        let mut words = Zeroizing::new(limb::resize(&m, WORDS));

        // F = (k·m + 1)/2^64: the lowest limb of k·m is −1
        let mut multiple = Zeroizing::new([0; STEPS]);
        limb::mul(&mut multiple[..], &m, &inverse[..1]);
        let mut carry = 1;
        for (f, &limb) in words[LIMBS..].iter_mut().zip(&multiple[1..]) {
            (*f, carry) = limb::adc(limb, 0, carry);
        }
        words[2 * LIMBS..].copy_from_slice(&inverse);
        EightModulus { words, carries: m[LIMBS - 1] >= u64::MAX - 1 }
    }

    fn mont_mul(self, out: &mut [u64], a: &[u64], b: &[u64], m: &EightModulus, _scratch: &mut [u64]) {
        let out = array_mut(out);
        let carry = self.product(out, array_of(a), array_of(b), m.words());
        m.partial_reduction(out, carry);
    }

    fn mont_sqr(self, out: &mut [u64], a: &[u64], m: &EightModulus, _scratch: &mut [u64]) {
        let (out, a): (_, &[u64; LIMBS]) = (array_mut(out), array_of(a));
        // SAFETY: references to arrays of this length.
        let carry = unsafe { self.squares(out, a, 1, m.words()) };
        m.partial_reduction(out, carry);
    }

    fn mont_sqr_n(self, a: &mut [u64], count: u64, _tmp: &mut [u64], m: &EightModulus, _scratch: &mut [u64]) {
        let a = array_mut(a);
        let at_once = if m.carries { 1 } else { count };
        let mut left = count;
        while left > 0 {
            let limbs: *mut [u64; LIMBS] = a;
            // SAFETY: from a reference to an array of this length, not used meanwhile.
            let carry = unsafe { self.squares(limbs, limbs, at_once, m.words()) };
            m.partial_reduction(a, carry);
            left -= at_once;
        }
    }

    fn select(self, out: &mut [u64], table: &[u64], index: &[usize]) {
        self.0.select(out, table, index);
    }

    fn from_limbs(out: &mut [u64], limbs: &[u64], lane: usize) {
        Adx::from_limbs(out, limbs, lane);
    }

    fn to_limbs(limbs: &mut [u64], a: &[u64], lane: usize) {
        Adx::to_limbs(limbs, a, lane);
    }
}
