//! For `modexp-historical` alone: the types of a family's data, the towers above a field, the formulas of a curve over GF(2^m), and the
//! functions that make a [`Pairing`](crate::Pairing) of them. They may change with any version.

pub use crate::machine::{pairing, pairing_over_binary_field};
pub use crate::pairing::build::binary_pairing;
pub use crate::pairing::engine::Engine;
pub use crate::pairing::families::{BinaryFamily, Family, G1Map, Integer};
pub use crate::pairing::final_exponentiation::Op;
pub use crate::pairing::miller::LoopTerm;
pub use crate::pairing::models::{Model, SexticModel};
pub use crate::pairing::target::{Line, Target, Twist, cyclotomic_sqr};
pub use crate::weierstrass::{Affine, Projective};

/// Extensions of a field.
pub mod tower {
    pub use crate::tower::{Cubic, Generator, Integer, Quadratic, Residue, Tower};
}

/// Points of a curve over GF(2^m).
pub mod binary {
    pub use crate::binary::{Affine, Model, Projective};
}
