//! The mode in which this thread rounds.

use core::arch::asm;

/// What every program starts with: to the nearest, no exception is signalled, subnormal numbers are computed.
const DEFAULT: u32 = 0x1f80;

/// The bits of MXCSR that change results or signal: rounding, and the mask of inexact results.
const NEEDED: u32 = 0b11 << 13 | 1 << 12;

/// While it exists, this thread rounds to the nearest and signals nothing.
pub struct RoundingGuard {
    /// The mode of the caller, if another one.
    before: Option<u32>,
}

impl RoundingGuard {
    #[inline(always)]
    pub(super) fn new() -> Self {
        let mode = mode();
        if mode & NEEDED == DEFAULT & NEEDED {
            return Self { before: None };
        }
        set_mode(DEFAULT);
        Self { before: Some(mode) }
    }
}

impl Drop for RoundingGuard {
    #[inline(always)]
    fn drop(&mut self) {
        if let Some(mode) = self.before {
            set_mode(mode);
        }
    }
}

#[inline(always)]
fn mode() -> u32 {
    let mut mode = 0_u32;
    // SAFETY: writes the four bytes of `mode`; every x86-64 CPU has the instruction
    unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut mode, options(nostack, preserves_flags)) };
    mode
}

/// Not inline, and not said to leave memory alone: the compiler moves no arithmetic on numbers in memory across it.
#[cold]
#[inline(never)]
fn set_mode(mode: u32) {
    // SAFETY: `mode` is the default or what `mode()` has read
    unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const mode, options(nostack, preserves_flags)) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Kernel;
    use crate::x86_64::fma::{Fma, FmaX2, FmaX4};
    use alloc::vec;
    use alloc::vec::Vec;

    /// The bits that record what has happened.
    const FLAGS: u32 = 0b11_1111;

    /// A product and squares of numbers whose roundings differ, in the mode that the thread has.
    fn products<K: Kernel<Word = u64>>(kernel: K) -> Vec<u64> {
        let limbs: Vec<u64> = (1..=32_u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1).collect();
        let digits = K::digits(2048);
        let m = kernel.modulus(&vec![limbs.as_slice(); K::LANES], digits);
        let (mut a, mut out) = (vec![0; K::words(digits)], vec![0; K::words(digits)]);
        let mut scratch = vec![0; K::scratch_words(digits)];
        for lane in 0..K::LANES {
            K::from_limbs(&mut a, &limbs[1..31], lane);
        }
        kernel.mont_mul(&mut out, &a, &a, &m, &mut scratch);
        kernel.mont_sqr_n(&mut out, 5, &mut a, &m, &mut scratch);
        kernel.mont_sqr(&mut a, &out, &m, &mut scratch);
        let mut limbs = vec![0; 40];
        K::to_limbs(&mut limbs, &a, K::LANES - 1);
        limbs
    }

    fn in_every_mode<K: Kernel<Word = u64>>(kernel: K) {
        let want = products(kernel);
        let (nearest, started) = (DEFAULT, mode());
        let to_zero_and_no_subnormals = DEFAULT | 0b11 << 13 | 1 << 15 | 1 << 6;
        let inexact_is_signalled = DEFAULT & !(1 << 12);
        for wanted in
            [nearest, DEFAULT | 0b01 << 13, DEFAULT | 0b10 << 13, to_zero_and_no_subnormals, inexact_is_signalled]
        {
            set_mode(wanted);
            let got = products(kernel);
            let after = mode();
            set_mode(started);
            assert_eq!(got, want, "mode {wanted:#x}");
            assert_eq!(after & !FLAGS, wanted & !FLAGS, "the mode of the caller is back");
        }
    }

    #[test]
    fn results_are_the_same_in_every_mode_of_rounding() {
        let Some(fma) = Fma::detect() else { return crate::testing::assert_not_expected("fma") };
        in_every_mode(fma);
        in_every_mode(FmaX2::detect().expect("as fma"));
        in_every_mode(FmaX4::detect().expect("as fma"));
    }
}
