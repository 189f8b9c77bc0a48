//! Modular exponentiation, base^exponent mod modulus, at the speed of the machine.
//!
//! ```
//! use modexp_core::Modulus;
//!
//! let m = Modulus::new(&[0xffff_ffff_ffff_ffc5])?; // 2^64 − 59, a prime
//! assert_eq!(m.pow(&[3], &[0xffff_ffff_ffff_ffc4]), [1]);
//! assert_eq!(m.mul(&m.inverse(&[3])?, &[3]), [1]);
//! # Ok::<(), modexp_core::Error>(())
//! ```
//!
//! [`Modulus`] takes numbers as little-endian 64-bit limbs of any length and is constant time in their values, except
//! in calls named `_vartime`. The layers, each knowing only those below it: `modulus` (the public type) → `engine`,
//! `pow`, `window` (algorithms, written once) → `monty`, `group` → `modexp_kernels` (which instruction set, and products on
//! it).
//!
//! Features: `std` (default) finds out at run time what the CPU has, and has the calls on all cores, named `_parallel`;
//! without it the crate is `no_std` and computes on what it was compiled for. `num-bigint` and `crypto-bigint` convert from
//! and to the numbers of these crates.
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod batch;
mod buckets;
mod checksum;
mod comb;
#[cfg(any(feature = "num-bigint", feature = "crypto-bigint"))]
mod convert;
#[cfg(test)]
mod counting;
mod crt;
mod engine;
mod error;
mod fixed_base;
mod group;
mod interleave;
mod inverse;
mod m_ary;
mod modulus;
mod monty;
mod multi;
mod multi_pow;
mod pow;
mod pow2;
mod pow_each;
#[cfg(not(modexp_assurance))]
mod publish;
#[cfg(modexp_assurance)]
#[doc(hidden)]
pub mod publish;
mod ring;
mod small_base;
#[cfg(feature = "std")]
mod threads;
mod window;

#[cfg(feature = "crypto-bigint")]
pub use convert::crypto_bigint;
#[cfg(feature = "num-bigint")]
pub use convert::num_bigint;
pub use crt::CrtModulus;
pub use error::Error;
pub use fixed_base::{FixedBase, FixedBaseOptions};
pub use modexp_kernels::backend::Backend;
pub use modulus::Modulus;
pub use pow_each::EachMethod;
pub use window::{Method, WindowPlan};
