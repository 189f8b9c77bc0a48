//! `modexp_wasm`, linked. The exports are compiled for size, at a level of their own; the level of this crate is the one at which a
//! tier is linked, and its kernels are optimised once more.
#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate modexp_wasm as _;
