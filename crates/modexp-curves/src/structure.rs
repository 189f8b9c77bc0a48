//! What is known of a curve besides its equation.

use crate::endomorphism::Endomorphism;
use crate::splitting::{Membership, Splitting};
use alloc::vec::Vec;

/// How points become bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// SEC 1; in an extension with the highest coefficient first, and the sign of RFC 9380, section 4.1.
    Sec1,
    /// ZCash's for BLS12-381: three flags in the first three bits of the first byte.
    Zcash,
}

/// What is known of a curve besides its equation.
pub(crate) struct Structure {
    /// Coefficients of a coordinate over GF(p).
    pub(crate) degree: usize,
    /// The number of points over the order.
    pub(crate) cofactor: Vec<u64>,
    pub(crate) splitting: Option<Splitting>,
    pub(crate) membership: Membership,
    pub(crate) form: Form,
}

impl Structure {
    /// Of a curve over GF(p).
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
