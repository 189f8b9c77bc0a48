//! x86-64: mulx with two carry chains, fused multiply-adds of AVX2, and AVX-512 IFMA.
#![allow(
    unsafe_code,
    reason = "the bottom layer: intrinsics and assembly, each behind a kernel value that proves them"
)]

pub mod adx;
pub mod fma;
pub mod ifma;
pub mod ifma_short;
pub mod ifma_x8;
