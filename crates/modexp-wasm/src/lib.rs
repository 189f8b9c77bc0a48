//! The exports of the WebAssembly modules: what crosses between JavaScript and `modexp-core` or `modexp-curves`, and nothing
//! else. A feature of the crate is one module.
//!
//! Only numbers cross. Big integers lie in the [`StagingBuffer`]. A module imports nothing but wasm-bindgen's `throw`.
//!
//! Without `std`: its panic messages alone would be a third of a module. A panic or a failed allocation is a trap, after
//! which the caller drops the instance and makes another.
#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

#[cfg(feature = "binary-curves")]
mod binary_curves;
#[cfg(feature = "curves")]
mod curves;
#[cfg(any(feature = "pairings", feature = "historical-pairings"))]
mod pairings;
#[cfg(feature = "points")]
mod points;
#[cfg(feature = "powers")]
mod powers;
#[cfg(target_arch = "wasm32")]
mod runtime;
mod staging_buffer;

use staging_buffer::{StagingBuffer, list};
