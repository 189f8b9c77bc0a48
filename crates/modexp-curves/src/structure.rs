//! The facts about a curve that its equation does not show.

use crate::endomorphism::Endomorphism;
use crate::splitting::{Membership, Splitting};
use alloc::vec::Vec;

/// The encoding of points as bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// SEC 1. Over an extension, the highest coefficient is first, and the sign is that of RFC 9380, section 4.1.
    Sec1,
    /// The encoding of ZCash for BLS12-381: three flags in the first three bits of the first byte.
    Zcash,
}

/// The structure of a curve.
pub(crate) struct Structure {
    /// Coefficients of a coordinate over GF(p).
    pub(crate) degree: usize,
    /// The number of points divided by the order.
    pub(crate) cofactor: Vec<u64>,
    pub(crate) splitting: Option<Splitting>,
    pub(crate) membership: Membership,
    pub(crate) form: Form,
}

impl Structure {
    /// Creates the structure of a curve over GF(p).
    pub(crate) fn of_cofactor(cofactor: &[u64], endomorphism: Option<&'static Endomorphism>) -> Self {
        Self {
            degree: 1,
            cofactor: cofactor.to_vec(),
            splitting: endomorphism.map(Splitting::Basis),
            membership: if cofactor == [1] { Membership::All } else { Membership::Order },
            form: Form::Sec1,
        }
    }
}
