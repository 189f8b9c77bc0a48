//! The module that JavaScript loads: the exports of `modexp_binary_curves_wasm`, linked, with link-time optimisation, which cargo leaves
//! out for a crate that is a Rust library too. A crate of its own also keeps apart what is compiled for size, the exports
//! and all above the kernels, and the level at which a tier is linked.
#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate modexp_binary_curves_wasm as _;
