//! `fma`: `fused` multiply-adds of AVX2 on one number, four digits of 50 bits to a vector; `fma_x2`: on two
//! numbers, in two lanes each; `fma_x4`: on four numbers, one in each lane. Moduli may differ.
//!
//! **Speed.** A step of a pass multiplies one vector by four rows. On Zen 3 its 17 vector operations take 4.3 cycles,
//! and the issue of its 27 instructions takes 4.5. At 2048 bits a step takes 6.1 cycles in all for four numbers, and
//! 8.4 for one number: its passes are 11 steps long, and each pass has some 50 more instructions. Reduction blocks
//! between the passes of the product hide the latency of the quotients, but take 2 to 9 % longer. If the compiler knows
//! the length, products of one number on Zen 5 take 6 to 9 % less time at 1024 bits, 5 % at 2048, 4 % at 3072 and no
//! less at 4096; products of two and four numbers take at most 2 % less.
//!
//! **Rounding mode.** The arithmetic is exact only if sums round to the nearest. A program may set a different mode in
//! MXCSR, or ask for a signal at inexact results, and most results are inexact. So each call reads MXCSR. If it differs
//! from its default at program start, the call sets the default for its duration (`mxcsr`). No operand is subnormal, so
//! the modes that treat subnormal numbers as zeros make no difference.

mod mxcsr;
mod quad;

use crate::fused::Fused;
pub use quad::Quad;

/// The kernel for one number. A value proves that the CPU has AVX2 and FMA.
pub type Fma = Fused<Quad, 1>;

/// The kernel for two numbers.
pub type FmaX2 = Fused<Quad, 2>;

/// The kernel for four numbers.
pub type FmaX4 = Fused<Quad, 4>;
