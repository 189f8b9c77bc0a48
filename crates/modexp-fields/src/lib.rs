//! Fields of fixed width: `prime` has the fields GF(p), and `binary` has the fields GF(2^m).
//!
//! The arithmetic of each instruction set is in a folder of its name, which alone has `unsafe` code. A WebAssembly module compiles
//! this crate for speed and the crates above it for size. The API is made for modexp-curves and modexp-historical. It may change with any version.
#![no_std]
#![allow(clippy::must_use_candidate, reason = "made for one user, who uses what it asks for")]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

pub mod binary;
pub mod prime;

pub use modexp_kernels::lookup;
