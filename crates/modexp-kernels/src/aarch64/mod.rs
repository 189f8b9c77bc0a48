//! aarch64: fused multiply-adds of NEON.
#![allow(unsafe_code, reason = "the bottom layer: intrinsics and assembly, behind a kernel value that proves them")]

pub mod fma;
