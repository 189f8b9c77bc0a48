//! x86-64: mulx with two carry chains, and AVX-512 IFMA.
#![allow(unsafe_code, reason = "the bottom layer: intrinsics and assembly, each behind a value that proves them")]

mod adx;
mod four;
mod ifma;
mod products;
mod rows;
mod six;
mod sums;
mod three;

pub use adx::Adx;
pub use ifma::Ifma;
