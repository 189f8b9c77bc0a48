//! `ifma` for moduli of up to 1628 bits: digits with room for their carries.
//!
//! A short product takes as long as the chain of its quotients, not as its multiplications. In radix 2^52, exact digits
//! make the propagation of carries half of each link. In radix 2^51, a digit may exceed 2^51 by a carry, because
//! `vpmadd52` takes operands of 52 bits. Then three instructions propagate the carries of a vector.
//!
//! **Redundant digits.** A column x becomes (x mod 2^51) + ⌊x'/2^51⌋, where x' is the column below: a digit below
//! 2^51 + 2^13. The value of the number does not change. High products are multiples of 2^52, two units of the next digit.
//! They have sums of their own, which are doubled when a column is read.
//!
//! **Quotients.** As in [`super::ifma`], blocks of eight: B = 2^408, M = m·n ≡ −1 mod B, F = (M + 1)/B. The quotient is
//! the lowest vector after one propagation of carries. It may exceed B by 2^-38·B; the range below includes this. The
//! last quotient uses m itself.
//!
//! **Range.** out ≤ T/R + (F·B/m + 1)·(1 + 2^-37)·m < T/R + 2m + m/2^36. In range means below 4m, and R ≥ 16m. So two
//! elements in range give out < 3.1m, and any a and b with a·b < R·m give out < 3.1m.
//!
//! **Accumulators.** At most 4 blocks of rows, doubled in a square, and 4 quotients of 16 products each: below 2^60, so
//! that carries are below 2^9. `tools/proofs` proves it, with the products, by the machine code.
//!
//! The code is unrolled for the digits that elements in range use: 11 of 16 at 512 bits, 21 of 24 at 1024.
#![allow(
    unsafe_op_in_unsafe_fn,
    reason = "one contract for these files: a value of IfmaShort proves the instructions, and mont_mul and mont_sqr have \
              checked that every element and table holds the words that its digits imply"
)]
#![allow(clippy::absurd_extreme_comparisons, reason = "conditions on the constants of unrolled loops")]
#![allow(clippy::wildcard_imports, reason = "the columns, with their helpers")]

mod columns;
mod product;
#[cfg(test)]
mod tests;

use super::ifma::modulus::IfmaModulus;
use super::ifma::{Ifma, vector::WORDS};
use crate::kernel::Kernel;
use columns::{BLOCK, MASK, MOST, RADIX};
use modexp_limbs::buffer::Buffer;
use modexp_limbs::radix;

/// Zero words before and after an element's digits.
const PAD: usize = WORDS;

/// The kernel. A value proves that the CPU has AVX-512 IFMA.
#[derive(Clone, Copy, Debug)]
pub struct IfmaShort(());

/// The modulus and the constants of its reduction.
#[derive(Clone)]
pub struct ShortModulus {
    /// Digits that elements in range may use.
    used: usize,
    /// Words of an element.
    words: usize,
    m: Buffer<u64>,
    f: Buffer<u64>,
    inverse: Buffer<u64>,
    inverse_times_f: Buffer<u64>,
    uppermost: Buffer<u64>,
}

impl IfmaShort {
    /// Bits of the longest modulus.
    pub const MAX_BITS: usize = RADIX as usize * BLOCK * MOST - Self::HEADROOM as usize;

    /// The kernel, if this CPU can run it.
    #[must_use]
    pub fn detect() -> Option<Self> {
        Ifma::detect().map(|_| Self(()))
    }

    /// The kernel, for a proof that reads its code.
    ///
    /// # Safety
    /// Its operations must not run on a CPU without AVX-512 IFMA.
    #[cfg(feature = "emulated")]
    #[must_use]
    pub const unsafe fn assume() -> Self {
        Self(())
    }
}

impl Kernel for IfmaShort {
    type Word = u64;
    type Modulus = ShortModulus;

    const RADIX: u32 = RADIX;
    const LANES: usize = 1;
    const ENTRIES_PER_PRODUCT: usize = 3;
    const HEADROOM: u32 = 4;

    fn digits(bits: usize) -> usize {
        (bits + Self::HEADROOM as usize).div_ceil(RADIX as usize).next_multiple_of(BLOCK).max(2 * BLOCK)
    }

    fn words(digits: usize) -> usize {
        digits + 2 * PAD
    }

    fn scratch_words(_digits: usize) -> usize {
        0
    }

    fn word_step(limbs: usize) -> usize {
        30 * limbs
    }

    fn modulus(self, moduli: &[&[u64]], digits: usize) -> ShortModulus {
        assert!(digits <= BLOCK * MOST);
        // even the shortest modulus uses digits of the last vector
        let used = (64 * moduli[0].len() + Self::HEADROOM as usize).div_ceil(RADIX as usize);
        let used = used.clamp(digits - BLOCK + 1, digits);
        let IfmaModulus { m, f, inverse, inverse_times_f, uppermost, .. } =
            IfmaModulus::<1>::new(moduli, digits, RADIX, false);
        ShortModulus { used, words: Self::words(digits), m, f, inverse, inverse_times_f, uppermost }
    }

    fn mont_mul(self, out: &mut [u64], a: &[u64], b: &[u64], m: &ShortModulus, _scratch: &mut [u64]) {
        m.check(out, a);
        m.check(out, b);
        // SAFETY: self proves the instructions; the lengths have been checked.
        unsafe { product::mul(out[PAD..].as_mut_ptr(), a[PAD..].as_ptr(), b[PAD..].as_ptr(), m) }
    }

    fn mont_sqr(self, out: &mut [u64], a: &[u64], m: &ShortModulus, _scratch: &mut [u64]) {
        m.check(out, a);
        debug_assert!(a[PAD + m.used..].iter().all(|&digit| digit == 0), "in range");
        // SAFETY: self proves the instructions; the lengths have been checked.
        unsafe { product::sqr(out[PAD..].as_mut_ptr(), a[PAD..].as_ptr(), m) }
    }

    fn select(self, out: &mut [u64], table: &[u64], index: &[usize]) {
        let Some(kernel) = Ifma::detect() else { unreachable!("IfmaShort proves it") };
        kernel.select(out, table, index);
    }

    fn from_limbs(out: &mut [u64], limbs: &[u64], _lane: usize) {
        let digits = out.len() - 2 * PAD;
        out.fill(0);
        radix::from_limbs(limbs, RADIX, digits, |i, digit| out[PAD + i] = digit);
    }

    fn to_limbs(limbs: &mut [u64], a: &[u64], _lane: usize) {
        let mut carry = 0;
        radix::to_limbs(limbs, RADIX, a.len() - 2 * PAD, |i| {
            let digit = a[PAD + i] + carry;
            carry = digit >> RADIX;
            digit & MASK
        });
    }
}

impl ShortModulus {
    /// m, F, n' and n'·F mod B in all shifts, and the lowest digits of F and m in reverse order: see [`IfmaModulus`].
    #[must_use]
    pub fn constants(&self) -> [&[u64]; 5] {
        [&self.m, &self.f, &self.inverse, &self.inverse_times_f, &self.uppermost]
    }

    fn check(&self, out: &[u64], a: &[u64]) {
        assert!(out.len() >= self.words && a.len() >= self.words);
        debug_assert!(a[..self.words].iter().all(|&digit| digit <= 2 * MASK));
        debug_assert!(a[..PAD].iter().chain(&a[self.words - PAD..self.words]).all(|&digit| digit == 0));
    }
}
