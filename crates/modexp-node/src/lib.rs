//! `modexp_wasm`, linked into an addon of Node. The package `modexp-native` loads it in the place of a WebAssembly module:
//! an instance has the exports of that module under the names of wasm-bindgen, and its staging buffer is an `ArrayBuffer`.
//!
//! JavaScript never gets an address: its pointers count the objects of an instance. A wrong pointer, a number out of range and a
//! panic are JavaScript errors. An instance ends with its exports or with its environment, and takes its objects along.

mod arguments;
mod exports;
mod instance;
mod modules;

use napi::bindgen_prelude::Object;
use napi::{Env, Result};
use napi_derive::napi;

/// The version of the addon.
#[napi]
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A new instance of the module of that name.
///
/// # Errors
/// If there is no such module, if the processor lacks instructions that all curves need, or if the host allows no memory of an addon
/// in an `ArrayBuffer`.
#[napi]
#[allow(clippy::needless_pass_by_value, reason = "Node-API gives a string of its own")]
pub fn instantiate(env: &Env, module: String) -> Result<Object<'_>> {
    modules::instantiate(env, &module)
}
