//! FPCR, the register with the rounding mode.

use crate::fused::rounding::RoundingControl;
use core::arch::asm;

/// The FPCR register.
pub struct Fpcr;

impl RoundingControl for Fpcr {
    const DEFAULT: u64 = 0;

    const NEEDED: u64 = 0b11 << 22 | 1 << 12;

    #[inline(always)]
    fn mode() -> u64 {
        let mode;
        // SAFETY: reads a register that every CPU with NEON has
        unsafe { asm!("mrs {}, fpcr", out(reg) mode, options(nostack, preserves_flags)) };
        mode
    }

    #[cold]
    #[inline(never)]
    fn set_mode(mode: u64) {
        // SAFETY: `mode` is the default or a value that `mode()` read
        unsafe { asm!("msr fpcr, {}", in(reg) mode, options(nostack, preserves_flags)) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aarch64::fma::{Fma, FmaX2};
    use crate::fused::rounding::tests::{are_read_as_set, same_in_every_mode};

    #[test]
    fn modes_are_read_as_they_were_set() {
        // not every CPU has the bit that signals inexact results
        are_read_as_set::<Fpcr>(&[0, 0b01 << 22, 0b10 << 22, 0b11 << 22 | 1 << 24], 0);
    }

    #[test]
    fn results_are_the_same_in_every_mode_of_rounding() {
        let to_zero_and_no_subnormals = 0b11 << 22 | 1 << 24;
        let inexact_is_signalled = 1 << 12;
        let modes = [0, 0b01 << 22, 0b10 << 22, to_zero_and_no_subnormals, inexact_is_signalled];
        same_in_every_mode::<Fpcr, Fma>(Fma::detect().expect("NEON"), &modes, 0);
        same_in_every_mode::<Fpcr, FmaX2>(FmaX2::detect().expect("NEON"), &modes, 0);
    }
}
