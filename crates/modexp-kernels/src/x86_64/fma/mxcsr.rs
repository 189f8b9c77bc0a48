//! MXCSR, the register with the rounding mode.

use crate::fused::rounding::RoundingControl;
use core::arch::asm;

/// The MXCSR register.
pub struct Mxcsr;

impl RoundingControl for Mxcsr {
    const DEFAULT: u64 = 0x1f80;

    const NEEDED: u64 = 0b11 << 13 | 1 << 12;

    #[inline(always)]
    fn mode() -> u64 {
        let mut mode = 0_u64;
        // SAFETY: writes the four low bytes of `mode`; every x86-64 CPU has the instruction
        unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut mode, options(nostack, preserves_flags)) };
        mode
    }

    #[cold]
    #[inline(never)]
    fn set_mode(mode: u64) {
        // SAFETY: reads the four low bytes of `mode`, which is the default or a value that `mode()` read
        unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const mode, options(nostack, preserves_flags)) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fused::rounding::tests::{are_read_as_set, same_in_every_mode};
    use crate::kernel::Kernel;
    use crate::x86_64::fma::{Fma, FmaX2, FmaX4};

    const DEFAULT: u64 = Mxcsr::DEFAULT;
    const TO_ZERO_AND_NO_SUBNORMALS: u64 = DEFAULT | 0b11 << 13 | 1 << 15 | 1 << 6;
    const INEXACT_IS_SIGNALLED: u64 = DEFAULT & !(1 << 12);
    const MODES: [u64; 5] =
        [DEFAULT, DEFAULT | 0b01 << 13, DEFAULT | 0b10 << 13, TO_ZERO_AND_NO_SUBNORMALS, INEXACT_IS_SIGNALLED];

    /// The sticky exception flags.
    const FLAGS: u64 = 0b11_1111;

    fn check<K: Kernel<Word = u64>>(kernel: K) {
        same_in_every_mode::<Mxcsr, K>(kernel, &MODES, FLAGS);
    }

    #[test]
    fn modes_are_read_as_they_were_set() {
        are_read_as_set::<Mxcsr>(&MODES, FLAGS);
    }

    #[test]
    fn results_are_the_same_in_every_mode_of_rounding() {
        let Some(fma) = Fma::detect() else { return crate::testing::assert_not_expected("fma") };
        check(fma);
        check(FmaX2::detect().expect("as fma"));
        check(FmaX4::detect().expect("as fma"));
    }
}
