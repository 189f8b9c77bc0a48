//! The rounding mode of this thread.

use core::marker::PhantomData;

/// The register that holds the mode.
pub trait RoundingControl {
    /// The mode at the start of a program: round to the nearest, signal no exception, compute subnormal numbers.
    const DEFAULT: u64;

    /// The bits that change results or signal: the rounding mode, and the mask of inexact results.
    const NEEDED: u64;

    /// The mode of this thread.
    fn mode() -> u64;

    /// Sets the mode of this thread. The compiler moves no arithmetic on numbers in memory across it: it is not inline,
    /// and may write memory.
    fn set_mode(mode: u64);
}

/// While it exists, this thread rounds to the nearest and signals nothing.
pub struct RoundingGuard<C: RoundingControl> {
    /// The mode of the caller, if it differs.
    before: Option<u64>,
    control: PhantomData<C>,
}

impl<C: RoundingControl> RoundingGuard<C> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        let mode = C::mode();
        if mode & C::NEEDED == C::DEFAULT & C::NEEDED {
            return Self { before: None, control: PhantomData };
        }
        C::set_mode(C::DEFAULT);
        Self { before: Some(mode), control: PhantomData }
    }
}

impl<C: RoundingControl> Drop for RoundingGuard<C> {
    #[inline(always)]
    fn drop(&mut self) {
        if let Some(mode) = self.before {
            C::set_mode(mode);
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::kernel::Kernel;
    use alloc::vec;
    use alloc::vec::Vec;

    /// A product and squares of numbers with inexact roundings, in the mode of the thread.
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

    /// Asserts that each of these modes is read as it was set, except the bits `flags`. The machine has all bits of `modes`.
    pub(crate) fn are_read_as_set<C: RoundingControl>(modes: &[u64], flags: u64) {
        let started = C::mode();
        for &wanted in modes {
            C::set_mode(wanted);
            let read = C::mode();
            C::set_mode(started);
            assert_eq!(read & !flags, wanted & !flags);
        }
    }

    /// Asserts that `kernel` gives equal results in all these modes and restores each mode, except the bits `flags`, which
    /// record exceptions.
    pub(crate) fn same_in_every_mode<C: RoundingControl, K: Kernel<Word = u64>>(kernel: K, modes: &[u64], flags: u64) {
        let want = products(kernel);
        let started = C::mode();
        for &wanted in modes {
            C::set_mode(wanted);
            let before = C::mode();
            let got = products(kernel);
            let after = C::mode();
            C::set_mode(started);
            assert_eq!(got, want, "mode {wanted:#x}");
            assert_eq!(after & !flags, before & !flags, "the mode of the caller is back");
        }
    }
}
