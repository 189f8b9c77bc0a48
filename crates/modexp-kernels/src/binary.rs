//! Fields GF(2^m) of fixed width: polynomials over GF(2) modulo a sparse one.
//!
//! An element is its m coefficients in N limbs, bit i that of x^i, always reduced; a limb is a `u64`, or one of eight elements side
//! by side. Addition is exclusive or, and needs no method. The layers: `multiplier` (products of limbs, and of elements from them) →
//! `portable`, `x86_64`, `wasm32` (one instruction set each; the eight lanes are `x86_64::Vpclmul`) → `polynomial` (the modulus) →
//! `field` (arithmetic). All of it is constant time: no branch and no address depends on a coefficient.

mod field;
mod multiplier;
mod polynomial;
mod portable;
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
