//! Montgomery products modulo odd numbers, on one instruction set each.
//!
//! The layers: `backend` (chooses a kernel) → `erased` (a kernel with its modulus, its type erased) → `kernel` (the
//! interface) → `portable`, `x86_64`, `aarch64`, `wasm32`. Each layer knows only the layers below it. A WebAssembly module
//! compiles this crate for speed and modexp-core for size: compiled for size, the kernels take two to ten times as long.
//! The API is made for modexp-core, and some modules are public for the fields of modexp-fields. It may change with any
//! version.
#![no_std]
#![allow(
    clippy::must_use_candidate,
    clippy::return_self_not_must_use,
    reason = "made for two crates, which use what they ask for"
)]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub mod aarch64;
pub mod backend;
#[cfg(all(test, not(miri)))]
mod bounds;
pub mod erased;
#[cfg(test)]
mod exhaustive;
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
// public for the fields of modexp-fields on vectors of `f64`
#[doc(hidden)]
pub mod fused;
pub mod kernel;
// public for fields and curves
#[doc(hidden)]
pub mod lookup;
pub mod portable;
// public for the tests of modexp-fields
#[cfg(any(test, feature = "emulated"))]
#[doc(hidden)]
#[cfg_attr(not(test), allow(missing_docs, dead_code, reason = "tests alone use it"))]
pub mod proof;
// public for the tests of modexp-fields
#[cfg(any(test, feature = "emulated"))]
#[doc(hidden)]
pub mod testing;
#[cfg(any(target_arch = "wasm32", test, feature = "emulated"))]
pub mod wasm32;
#[cfg(target_arch = "x86_64")]
pub mod x86_64;
