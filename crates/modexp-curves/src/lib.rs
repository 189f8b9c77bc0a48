//! Groups of points on elliptic curves, over the fixed-width fields of `modexp-kernels`.
//!
//! So far the group law alone: short Weierstrass curves in [`weierstrass`], written once for one point or for one in each
//! lane. Exponentiation in a group belongs to no group and is not here.
#![no_std]
#![allow(
    clippy::must_use_candidate,
    reason = "every function but the constructors returns a value that is its only effect"
)]

#[cfg(any(feature = "std", test))]
extern crate std;

pub mod weierstrass;
