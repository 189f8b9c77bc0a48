//! Fields GF(2^m) of fixed width: polynomials over GF(2) modulo a sparse polynomial.
//!
//! An element is its m coefficients in N limbs, always reduced: bit i is the coefficient of x^i. A limb is a `u64`, or one limb of
//! each of eight elements. Addition is exclusive or. The layers: `multiplier` (products of limbs, and of elements from them) →
//! `portable`, `x86_64`, `wasm32` (one instruction set each; the eight lanes are `x86_64::Vpclmul`) → `polynomial` (the modulus) →
//! `field` (arithmetic). All code is constant time: no branch and no address depends on a coefficient.

mod field;
mod multiplier;
mod polynomial;
mod portable;
#[cfg(all(test, not(miri)))]
mod proofs;
#[cfg(test)]
mod tests;
#[cfg(any(all(target_arch = "wasm32", target_feature = "simd128"), test))]
pub mod wasm32;
#[cfg(target_arch = "x86_64")]
pub mod x86_64;

pub use field::{BinaryField, add, cmov};
pub use multiplier::{Columns, Limb, Multiplier, Wide};
pub use polynomial::{Any, Fixed, Polynomial};
pub use portable::Holes;
