//! A pair of 64-bit lanes: a vector of wasm32, emulated on other architectures.

#[cfg(target_arch = "wasm32")]
mod simd128;

#[cfg(not(target_arch = "wasm32"))]
pub type Pair = crate::fused::emulated::Emulated<2>;

#[cfg(target_arch = "wasm32")]
pub use simd128::Pair;
