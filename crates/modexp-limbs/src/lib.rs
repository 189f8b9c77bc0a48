//! Integers as little-endian slices of 64-bit limbs, constant-time choice, and buffers that are zeroed when they are
//! dropped.
//!
//! This is the lowest crate of modexp: it has no group, no Montgomery form and no instruction set. Its API is made for
//! modexp's crates and may change with any version.
#![no_std]
#![allow(clippy::must_use_candidate, reason = "the callers use what they ask for")]

extern crate alloc;
#[cfg(any(test, modexp_assurance))]
extern crate std;

pub mod buffer;
pub mod checksum;
pub mod declassify;
pub mod hex;
pub mod limb;
pub mod radix;
pub mod safegcd;
pub mod shift;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod word;
