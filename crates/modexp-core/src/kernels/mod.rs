//! The instruction sets. Nothing here knows of exponentiation; see [`crate::kernel`] for the seam.

pub mod portable;
#[cfg(any(target_arch = "wasm32", test))]
pub mod wasm32;
#[cfg(target_arch = "x86_64")]
pub mod x86_64;
