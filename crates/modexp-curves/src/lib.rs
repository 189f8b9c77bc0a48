//! Multiplication of points on elliptic curves, at the speed of the machine, constant time unless a name says otherwise.
//!
//! ```
//! use modexp_curves::{Curve, CurveName, Point};
//!
//! let curve = Curve::named(CurveName::P256);
//! let g = curve.generator();
//! let p = curve.multiply(&[3], &g)?;
//! assert_eq!(curve.add(&curve.add(&g, &g)?, &g)?, p);
//! assert_eq!(curve.msm(&[&[2], &[5]], &[&p, &g])?, curve.multiply(&[11], &g)?);
//! assert_eq!(curve.decode(&curve.encode(&p, true)?)?, p);
//! assert_eq!(curve.multiply(curve.order(), &g)?, Point::IDENTITY);
//! # Ok::<(), modexp_curves::Error>(())
//! ```
//!
//! [`Curve`] takes scalars and coordinates as little-endian 64-bit limbs, or as big-endian bytes. Each layer knows only those
//! below it: `curve`, `fixed_base`, `bases`, `encoding` (the API) → `points` (a group with its field's type erased), `scalar`
//! (integers modulo the order) → `weierstrass` (formulas, written once for one point or for one in each lane) →
//! `modexp_fields::prime`. [`Pairing`] is next to them: `pairing` (one engine, families as data) → `tower` (extensions of
//! fields, for the formulas of points, too). `binary` has curves over GF(2^m). `evm` has Ethereum's precompiled contracts, with
//! the maps from fields to points of `map_to_curve`. `machine` chooses the fields of this machine. The algorithms of
//! exponentiation are `modexp_group`'s. `names`, `parameters`, `structure` and `endomorphism` are data. `families` is for `modexp-historical`.
#![no_std]
#![allow(
    clippy::must_use_candidate,
    reason = "every function but the constructors returns a value that is its only effect"
)]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod backend;
mod bases;
mod binary;
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod counts;
mod curve;
mod encoding;
mod endomorphism;
mod error;
mod evm;
#[doc(hidden)]
pub mod families;
mod fixed_base;
mod in_lanes;
#[cfg_attr(target_arch = "x86_64", path = "machine/x86_64.rs")]
#[cfg_attr(target_arch = "wasm32", path = "machine/wasm32.rs")]
#[cfg_attr(not(any(target_arch = "x86_64", target_arch = "wasm32")), path = "machine/other.rs")]
mod machine;
mod many_points;
mod map_to_curve;
mod names;
mod pairing;
mod pairs;
mod parameters;
mod point;
mod points;
mod prime;
mod saved;
mod scalar;
mod splitting;
mod structure;
mod tower;
mod weierstrass;
mod wiped;

pub use backend::Backend;
pub use bases::Bases;
pub use curve::Curve;
pub use error::Error;
pub use evm::Precompile;
pub use fixed_base::FixedBase;
pub use names::CurveName;
pub use pairing::{Gt, GtFixedBase, Pairing, PairingName, Prepared};
pub use parameters::Parameters;
pub use point::Point;
