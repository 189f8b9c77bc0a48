//! Proofs of compiled code: an interpreter runs the code of a product on numbers that stand for all operands.
//!
//! docs/proofs.md describes the domain of these numbers.

pub mod elimination;
pub mod fused;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub mod machine;
