//! Montgomery products modulo odd numbers, on one instruction set each, and fields of fixed width.
//!
//! The layers: `backend` (chooses a kernel) → `erased` (a kernel with its modulus, its type erased) → `kernel` (the
//! interface) → `portable`, `x86_64`, `aarch64`, `wasm32`. Each layer knows only the layers below it. No other crate
//! for users has `unsafe` code. A WebAssembly module compiles this crate for speed and the crates above it for size:
//! compiled for size, the kernels take two to ten times as long. The API is made for modexp-core and modexp-curves. It
//! may change with any version.
#![no_std]
#![allow(clippy::must_use_candidate, reason = "made for one user, who uses what it asks for")]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub mod aarch64;
pub mod backend;
pub mod binary;
#[cfg(all(test, not(miri)))]
mod bounds;
pub mod erased;
#[cfg(test)]
mod exhaustive;
pub mod field;
#[cfg(any(not(target_arch = "wasm32"), target_feature = "simd128"))]
#[cfg_attr(
    not(any(
        test,
        feature = "emulated",
        target_feature = "relaxed-simd",
        target_arch = "x86_64",
        target_arch = "aarch64"
    )),
    allow(dead_code, reason = "a table lookup alone needs little of it")
)]
mod fused;
pub mod kernel;
pub mod portable;
#[cfg(test)]
mod testing;
#[cfg(any(target_arch = "wasm32", test, feature = "emulated"))]
pub mod wasm32;
#[cfg(target_arch = "x86_64")]
pub mod x86_64;
