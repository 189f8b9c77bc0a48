//! `adx` for moduli of up to 256 and of 257 to 512 bits: products of four and eight limbs. The reduction by one more
//! limb makes the final subtraction unnecessary.
//!
//! **Quotient elimination** (Orup 1995). With k = −m⁻¹ mod 2^64 and F = (k·m + 1)/2^64 < m, t ≡ (⌊t/2^64⌋ + (t mod
//! 2^64)·F)·2^64: the quotient is the lowest limb, without a multiplication. All steps but two are of this kind. The
//! last two use m itself; one product by −m⁻¹ mod 2^128 gives both quotients.
//!
//! **Range.** Let B = 2^64 and n the limbs of an element. R = B^(n + 1), and out = (a·b + Q·m)/R with
//! Q ≤ (B^(n − 1) − 1)(B − 1) + (B^2 − 1)·B^(n − 1) < R + B^n. So out < a·b/R + m + m/B: below m + m/2^59 for a, b <
//! 4m, below 2m + m/B for a·b < R·m, and below m + 2·B^(n − 1) for any a and b of n limbs. For m < B^n − 2·B^(n − 1)
//! this sum never carries. For the few other moduli, a partial reduction subtracts m after a carry, which leaves less
//! than 2·B^(n − 1).
//!
//! On Zen 5 a square of eight limbs takes 132 cycles and a product 157. With eight steps by m itself and the final
//! subtraction, they take 149 and 176: a row takes 8.7 cycles for its eight products, and every other row waits 8.7
//! cycles more for a quotient.

/// A step of quotient elimination with the quotient `$w0`: adds `$w0`·F, at `$f`, one limb up. `$w0` becomes the new top
/// limb. rdi is zero.
macro_rules! elimination_step {
    ($f:literal; $w0:literal $($w:literal)+) => {
        concat! { "mov rdx, ", $w0, "\n", "xor ecx, ecx\n", row!("rdi", $f; $($w)+ new $w0) }
    };
}

/// A step with the quotient in rdx: adds rdx·m, which makes `$w0` zero. `$w0` becomes the new top limb. rdi is zero.
macro_rules! last_step {
    ($w0:literal $($w:literal)+) => {
        concat! { "xor ecx, ecx\n", row!("rdi", "rsi"; $w0 $($w)+ carry $w0) }
    };
}

mod eight;
mod four;

use super::Adx;
use crate::kernel::Kernel;
use alloc::vec::Vec;
use modexp_limbs::limb;
use zeroize::Zeroizing;

/// The kernel for `LIMBS` limbs. A value proves that the CPU has bmi2, adx and avx2.
#[derive(Clone, Copy, Debug)]
pub struct AdxShort<const LIMBS: usize>(Adx);

/// The kernel for moduli of up to 256 bits.
pub type AdxFour = AdxShort<4>;

/// The kernel for moduli of up to 512 bits.
pub type AdxEight = AdxShort<8>;

/// The modulus and the constants of its reduction.
#[derive(Clone)]
pub struct ShortModulus<const LIMBS: usize> {
    /// m, F, and −m⁻¹ mod 2^128.
    words: Zeroizing<Vec<u64>>,
    /// Whether products may carry: m ≥ B^n − 2·B^(n − 1). The top limb decides it.
    carries: bool,
}

impl<const LIMBS: usize> ShortModulus<LIMBS> {
    /// The start of its 2·LIMBS + 2 words.
    fn as_ptr(&self) -> *const u64 {
        debug_assert_eq!(self.words.len(), 2 * LIMBS + 2);
        self.words.as_ptr()
    }

    /// Replaces a + carry·B^n < B^n + m by a number of n limbs that is equal to it modulo m.
    fn partial_reduction(&self, a: &mut [u64; LIMBS], carry: u64) {
        if self.carries {
            limb::sub_if(a, &self.words[..LIMBS], carry);
        }
    }
}

/// The assembly for `LIMBS` limbs.
pub trait Assembly<const LIMBS: usize>: Copy {
    /// out = a·b·R⁻¹ mod m in the range stated above; returns its carry.
    fn product(self, out: &mut [u64; LIMBS], a: &[u64; LIMBS], b: &[u64; LIMBS], m: &ShortModulus<LIMBS>) -> u64;

    /// out = a^(2^count)·R^(1 − 2^count) mod m in the range stated above, for `count` ≥ 1. Returns the carry of the
    /// last square. The squares before it must not carry.
    ///
    /// # Safety
    /// `out` must be valid for writes and `a` for reads. They may be equal.
    unsafe fn squares(self, out: *mut [u64; LIMBS], a: *const [u64; LIMBS], count: u64, m: &ShortModulus<LIMBS>)
    -> u64;
}

fn array_of<const N: usize>(a: &[u64]) -> &[u64; N] {
    a.try_into().expect("as many limbs as the kernel has")
}

fn array_mut<const N: usize>(a: &mut [u64]) -> &mut [u64; N] {
    a.try_into().expect("as many limbs as the kernel has")
}

impl<const LIMBS: usize> AdxShort<LIMBS> {
    /// Bits of the longest modulus.
    pub const MAX_BITS: usize = 64 * LIMBS;

    /// The kernel, if this CPU can run it.
    #[must_use]
    pub fn detect() -> Option<Self> {
        Adx::detect().map(Self)
    }
}

impl<const LIMBS: usize> Kernel for AdxShort<LIMBS>
where
    Self: Assembly<LIMBS> + Send + Sync + 'static,
{
    type Word = u64;
    type Modulus = ShortModulus<LIMBS>;

    const RADIX: u32 = 64;
    const LANES: usize = 1;
    const HEADROOM: u32 = 4;

    fn digits(_bits: usize) -> usize {
        LIMBS + 1
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

    fn modulus(self, moduli: &[&[u64]], _digits: usize) -> Self::Modulus {
        let m = Zeroizing::new(limb::resize(moduli[0], LIMBS));
        let inverse = super::negated_inverse(&m);
        let mut words = Zeroizing::new(limb::resize(&m, 2 * LIMBS + 2));

        // F = (k·m + 1)/2^64: the lowest limb of k·m is −1
        let mut multiple = Zeroizing::new(limb::resize(&[], LIMBS + 1));
        limb::mul(&mut multiple, &m, &inverse[..1]);
        let mut carry = 1;
        for (f, &limb) in words[LIMBS..].iter_mut().zip(&multiple[1..]) {
            (*f, carry) = limb::adc(limb, 0, carry);
        }
        words[2 * LIMBS..].copy_from_slice(&inverse);
        ShortModulus { words, carries: m[LIMBS - 1] >= u64::MAX - 1 }
    }

    fn mont_mul(self, out: &mut [u64], a: &[u64], b: &[u64], m: &ShortModulus<LIMBS>, _scratch: &mut [u64]) {
        let out = array_mut(out);
        let carry = self.product(out, array_of(a), array_of(b), m);
        m.partial_reduction(out, carry);
    }

    fn mont_sqr(self, out: &mut [u64], a: &[u64], m: &ShortModulus<LIMBS>, _scratch: &mut [u64]) {
        let (out, a) = (array_mut(out), array_of(a));
        // SAFETY: references to arrays of this length.
        let carry = unsafe { self.squares(out, a, 1, m) };
        m.partial_reduction(out, carry);
    }

    fn mont_sqr_n(self, a: &mut [u64], count: u64, _tmp: &mut [u64], m: &ShortModulus<LIMBS>, _scratch: &mut [u64]) {
        let a = array_mut(a);
        let at_once = if m.carries { 1 } else { count };
        let mut left = count;
        while left > 0 {
            let limbs: *mut [u64; LIMBS] = a;
            // SAFETY: from a reference to an array of this length, not used meanwhile.
            let carry = unsafe { self.squares(limbs, limbs, at_once, m) };
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
