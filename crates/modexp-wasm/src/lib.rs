//! The exports of the WebAssembly modules: what crosses between JavaScript and `modexp-core`, `modexp-curves` or
//! `modexp-historical`, and nothing else. A feature of the crate is one module.
//!
//! Only numbers cross. Big integers lie in the [`StagingBuffer`]. A module imports nothing but wasm-bindgen's `throw`.
//!
//! Without `std`: its panic messages alone would be a third of a module. A panic or a failed allocation is a trap, after
//! which the caller drops the instance and makes another.
#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

#[cfg(feature = "binary-curves")]
pub mod binary_curves;
#[cfg(feature = "curves")]
pub mod curves;
#[cfg(any(feature = "pairings", feature = "historical-pairings"))]
pub mod pairings;
#[cfg(feature = "points")]
pub mod points;
#[cfg(feature = "powers")]
pub mod powers;
#[cfg(target_arch = "wasm32")]
mod runtime;
pub mod staging_buffer;

use staging_buffer::{StagingBuffer, list};
