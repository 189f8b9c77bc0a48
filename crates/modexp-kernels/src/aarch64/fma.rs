//! `fma`: `fused` multiply-adds of NEON on one number, two digits of 50 bits to a vector; `fma_x2`: on two numbers, one
//! in each lane. Moduli may differ.
//!
//! Every 64-bit ARM with floating point has NEON, and its multiply-add rounds once. Tests run under an emulator.
//! **Speed is not measured.** `Backend::best_for` follows from counts of instructions.
//!
//! **Rounding mode.** As on x86-64, each call reads the mode register (`fpcr`). If it differs from its default at
//! program start, the call sets the default for its duration.

mod fpcr;
mod pair;

use crate::fused::Fused;
pub use pair::Pair;

/// The kernel for one number.
pub type Fma = Fused<Pair, 1>;

/// The kernel for two numbers.
pub type FmaX2 = Fused<Pair, 2>;
