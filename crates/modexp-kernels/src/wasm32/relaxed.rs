//! `relaxed`: `fused` multiply-adds (`f64x2.relaxed_madd`) on one number, two digits of 50 bits to a vector;
//! `relaxed_x2`: on two numbers, one in each lane. Moduli may differ.
//!
//! Every operation is a vector or integer instruction. WebAssembly always rounds to the nearest.

use super::pair::Pair;
use crate::fused::Fused;

/// The kernel for one number. A value proves that the engine's multiply-add rounds once.
pub type Relaxed = Fused<Pair, 1>;

/// The kernel for two numbers.
pub type RelaxedX2 = Fused<Pair, 2>;
