//! The bottom of modexp-core: Montgomery products modulo odd numbers, on one instruction set each.
//!
//! The layers, each knowing only those below it: `backend` (which kernel) → `prepared`, `products` and `tables` (with the loops
//! of exponentiation that have to be fast), `kernel` (the seam) → `portable`, `x86_64`, `wasm32`; beside them plain integers
//! (`limb`, `radix`, `doubling`). No other crate that is published has `unsafe`. It is a crate of its own so that a
//! WebAssembly module can be compiled for speed here and for size above: compiled for size the kernels take two to ten times
//! as long. Its API is made for modexp-core and may change with any version.
#![no_std]
#![allow(clippy::must_use_candidate, reason = "made for one user, who uses what it asks for")]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

pub mod backend;
#[cfg(all(test, not(miri)))]
mod bounds;
pub mod erased;
#[cfg(test)]
mod exhaustive;
pub mod field;
pub mod kernel;
pub mod portable;
#[cfg(test)]
mod testing;
#[cfg(any(target_arch = "wasm32", test, feature = "emulated"))]
pub mod wasm32;
#[cfg(target_arch = "x86_64")]
pub mod x86_64;
