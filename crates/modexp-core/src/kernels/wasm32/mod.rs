//! wasm32: relaxed SIMD, wide arithmetic and SIMD128. Which exist is settled when the module is compiled.
#![allow(unsafe_code, reason = "the bottom layer: intrinsics behind a kernel value that proves them")]
