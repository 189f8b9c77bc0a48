//! `relaxed`: `fused` multiply-adds (`f64x2.relaxed_madd`) on one number, two digits of 50 bits to a vector;
//! `relaxed_x2`: on two numbers, one in each lane, whose moduli may differ.
//!
//! Every operation is a vector or integer instruction. WebAssembly rounds to the nearest, always.

use super::pair::Pair;
use crate::fused::Fused;

/// The kernel for one number. Its value proves that the engine fuses.
pub type Relaxed = Fused<Pair, 1>;

/// The kernel for two numbers.
pub type RelaxedX2 = Fused<Pair, 2>;
