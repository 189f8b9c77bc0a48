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
//! One call for several powers takes less time than single calls. It shares squarings or uses the processor's lanes:
//!
//! ```
//! use modexp_core::{Backend, CrtModulus, FixedBaseOptions, Modulus};
//!
//! let m = Modulus::new(&[1_000_003])?;
//! assert_eq!(m.pow_many(&[&[2], &[3]], &[&[10], &[20]])?, [[1024], [773_943]]);
//! assert_eq!(m.pow_each(&[2], &[&[1], &[2], &[3]]), [[2], [4], [8]]);
//! assert_eq!(m.pow_product(&[&[2], &[3]], &[&[10], &[20]])?, [515_256]);
//! assert_eq!(m.square_repeated(&[2], 10), [539_960]);
//! assert_eq!(m.inverse_many(&[&[2], &[3]])?, [[500_002], [666_669]]);
//! let g = m.fixed_base(&[2], FixedBaseOptions::new(64))?;
//! assert_eq!(g.pow(&[1_000_000_000])?, [623_034]);
//!
//! // for public values; for an exponent below a public bound; for a small public base
//! assert_eq!(m.pow_vartime(&[2], &[1_000_000_000]), [623_034]);
//! assert_eq!(m.pow_bounded_exp(&[2], &[9], 4), [512]);
//! assert_eq!(m.pow_small_base(2, &[9]), [512]);
//!
//! // big-endian bytes; a given backend; two primes instead of their product
//! assert_eq!(Modulus::from_be_bytes(&[1, 0, 1])?.pow_be_bytes(&[2], &[9]), [0, 2, 0]);
//! assert_eq!(Modulus::with_backend(&[35], Backend::Portable)?.mul(&[6], &[6]), [1]);
//! let n = CrtModulus::new(&[&[1_000_003], &[1_000_033]])?;
//! assert_eq!(n.private_key_op(&n.pow(&[42], &[65537])?, &[983_264_276_609])?, [42]);
//! # Ok::<(), modexp_core::Error>(())
//! ```
//!
//! [`Modulus`] takes numbers as little-endian 64-bit limbs of any length and is constant time in their values, except
//! in calls named `_vartime`. A residue has four layers: `modulus` (the public type) → `residues` (the odd part of the
//! modulus and its power of two, each a `ring`) → `montgomery` (one odd modulus in each lane, on
//! `modexp_kernels::erased`, a kernel without its type) → a kernel (products on one instruction set). The algorithms of
//! exponentiation are in `modexp_group`.
//!
//! Features: `std` (default) detects the CPU at run time and adds calls on all cores, named `_parallel`. Without it the
//! crate is `no_std` and uses the instructions of the compiler's target. `num-bigint` and `crypto-bigint` convert from
//! and to the numbers of these crates. `bench` adds methods for comparisons, outside semantic versioning.
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod batch;
#[cfg(any(feature = "num-bigint", feature = "crypto-bigint"))]
mod convert;
mod crt;
mod error;
mod fixed_base;
mod modulus;
mod montgomery;
mod multi;
mod power_of_two;
mod prime;
mod residues;
mod ring;
#[cfg(feature = "std")]
mod threads;

#[cfg(feature = "crypto-bigint")]
pub use convert::crypto_bigint;
#[cfg(feature = "num-bigint")]
pub use convert::num_bigint;
pub use crt::{CrtModulus, CrtOptions};
pub use error::Error;
pub use fixed_base::{FixedBase, FixedBaseOptions};
pub use modexp_group::plan::{Method, WindowPlan};
pub use modexp_kernels::backend::Backend;
#[cfg(modexp_assurance)]
#[doc(hidden)]
pub use modexp_limbs::declassify;
pub use modulus::Modulus;
