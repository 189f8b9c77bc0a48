//! Curves over GF(2^m): y² + x·y = x³ + a·x² + b with b ≠ 0.
//!
//! The layers are those of the curves over GF(p): `points` (a group with its field's type erased; `build` chooses the field and the
//! instructions) → `formulas`, a `model` → `modexp_fields::binary`. `koblitz` makes scalars shorter where
//! a and b are in GF(2). `names` is data.

mod build;
#[cfg(any(test, feature = "testing"))]
pub(crate) mod counts;
mod formulas;
mod koblitz;
mod model;
pub(crate) mod names;
mod points;
#[cfg(test)]
mod tests;

#[cfg(target_arch = "x86_64")]
pub(crate) use build::of_multiplier;
pub(crate) use build::{is_field, parts, parts_of_multiplier, q};
pub(crate) use koblitz::Koblitz;
pub use model::{Affine, Model, Projective};
pub(crate) use points::BinaryPoints;
