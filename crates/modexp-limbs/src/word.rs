//! The storage cells for constant-time choice.

use core::ops::{BitAnd, BitOr, Not};

/// A storage cell of an integer's digits. Digits that live in `f64` registers are stored as their bit patterns in `u64`.
pub trait Word:
    Copy
    + Default
    + Eq
    + core::fmt::Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + zeroize::DefaultIsZeroes
    + bytemuck::Pod
    + 'static
{
    /// All ones if `choice` is true, else zero, without a branch.
    fn mask(choice: bool) -> Self;
}

impl Word for u32 {
    fn mask(choice: bool) -> Self {
        core::hint::black_box(u32::from(choice)).wrapping_neg()
    }
}

impl Word for u64 {
    fn mask(choice: bool) -> Self {
        core::hint::black_box(u64::from(choice)).wrapping_neg()
    }
}
