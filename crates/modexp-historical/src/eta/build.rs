//! The pairings η_T on a multiplier.

use super::Eta;
use super::supersingular::Supersingular;
use alloc::boxed::Box;
use modexp_curves::families::{BinaryFamily, binary_pairing};
use modexp_curves::{Backend, Error, Pairing, Parameters};
use modexp_fields::binary::{BinaryField, Multiplier, Polynomial};

/// A curve y² + y = x³ + x + b over a field of N limbs, with scalars of S limbs.
pub(crate) struct Ss2<P, const N: usize, const S: usize> {
    pub(super) name: &'static str,
    pub(super) polynomial: P,
    pub(super) parameters: Parameters<'static>,
}

impl<P: Polynomial, const N: usize, const S: usize> BinaryFamily for Ss2<P, N, S> {
    fn pairing<M: Multiplier<Limb = u64>>(&self, multiplier: M, backend: Backend) -> Result<Pairing, Error> {
        let field = BinaryField::<M, P, N>::new(multiplier, self.polynomial).ok_or(Error::BadPolynomial)?;
        let half = field.degree().div_ceil(2);
        let curve = Supersingular { field, b: self.parameters.b[0] };
        let engine = Box::new(Eta::new(curve.clone()));
        binary_pairing::<_, N, S>(self.name, &self.parameters, curve, half, engine, backend)
    }
}
