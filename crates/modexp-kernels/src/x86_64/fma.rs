//! `fma`: `fused` multiply-adds of AVX2 on one number, four digits of 50 bits to a vector; `fma_x2`: on two
//! numbers, in two lanes each; `fma_x4`: on four numbers, one in each lane. Moduli may differ.
//!
//! **Speed.** The pipes of Zen 3 take 4.3 cycles for the 17 operations of a step of a pass, four rows of a vector, and 27
//! instructions take as long to be issued as 4.5. Four numbers at 2048 bits take 6.1 a step in all, one number 8.4: its passes are
//! 11 steps long, and each has some 50 instructions around them. Blocks of the reduction between the passes of the product,
//! with a pass between the digits of a block and their use, take 2 to 9 % longer: latency is not what a product waits for.
//! Where the compiler knows the length of one number, on Zen 5, products take 6 to 9 % less time at 1024 bits, 5 % at 2048, 4 % at 3072
//! and no less at 4096; those of two and four numbers at most 2 %.
//!
//! **The mode of rounding.** The arithmetic is exact only where sums round to the nearest. A program may have set another mode in
//! MXCSR, or may have asked for a signal where a result is inexact, as most are. So each call reads MXCSR, and for its
//! duration sets what every program starts with, if it differs (`mxcsr`). No operand is subnormal, so the modes that
//! treat such numbers as zeros make no difference.

mod mxcsr;
mod quad;

use crate::fused::Fused;
pub use quad::Quad;

/// The kernel for one number; a value is proof that the CPU has AVX2 and FMA.
pub type Fma = Fused<Quad, 1>;

/// The kernel for two numbers.
pub type FmaX2 = Fused<Quad, 2>;

/// The kernel for four numbers.
pub type FmaX4 = Fused<Quad, 4>;
