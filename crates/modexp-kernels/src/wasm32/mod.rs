//! wasm32: relaxed SIMD, wide arithmetic, SIMD128, and straight-line code for short numbers. The build decides which of them a
//! module contains. `detect` checks whether the relaxed multiply-add of the engine rounds once.
//!
//! Tests on the host compile all of them with emulated vectors, so that debug builds check the bounds. Stable compilers do
//! not show the target feature `wide-arithmetic` to `cfg`: with `modexp_wide_short` the short forms of `wide` use it, with `modexp_wide` all
//! code does.
#![allow(unsafe_code, reason = "the bottom layer: intrinsics behind a kernel value that proves them")]
#![cfg_attr(not(target_arch = "wasm32"), allow(dead_code, reason = "the host compiles them for its tests alone"))]

#[cfg(any(target_feature = "simd128", not(target_arch = "wasm32")))]
// public for the fields of modexp-fields on relaxed SIMD
#[doc(hidden)]
pub mod pair;
#[cfg(any(target_feature = "relaxed-simd", not(target_arch = "wasm32")))]
pub mod relaxed;
#[cfg(any(target_feature = "simd128", not(target_arch = "wasm32")))]
pub mod short;
#[cfg(any(target_feature = "simd128", not(target_arch = "wasm32")))]
pub mod simd128;
#[cfg(any(modexp_wide, not(target_arch = "wasm32")))]
pub mod wide;
