//! Pairings and powers that do not depend on each other: eight at a time where the backend has lanes.

use super::engine::Engine;
use super::{Gt, Pairing};
use crate::curve::{LANES, in_lanes};
use crate::error::Error;
use crate::point::Point;
use alloc::vec::Vec;
use modexp_limbs::buffer::Buffer;

/// The least number of pairings that eight lanes compute faster than single pairings spread over the lanes.
const LEAST_PAIRINGS: usize = 5;

/// The least number of powers of values that eight lanes compute faster.
const LEAST_POWERS: usize = 6;

impl Pairing {
    /// Each e(P_i, Q_i), as [`Pairing::pair`] computes it.
    ///
    /// # Errors
    /// As [`Pairing::pair`].
    ///
    /// ```
    /// use modexp_curves::{Pairing, PairingName};
    /// let e = Pairing::named(PairingName::Bls12381);
    /// let (p, q) = (e.g1().generator(), e.g2().generator());
    /// let p2 = e.g1().add(&p, &p)?;
    /// let values = e.pair_many(&[(&p, &q), (&p2, &q)])?;
    /// assert_eq!(e.pow_many(&[&values[0]], &[&[2]])?, [values[1].clone()]);
    /// # Ok::<(), modexp_curves::Error>(())
    /// ```
    pub fn pair_many(&self, pairs: &[(&Point, &Point)]) -> Result<Vec<Gt>, Error> {
        let others = |(_, (p, q)): &(usize, &(&Point, &Point))| !p.is_identity() && !q.is_identity();
        let others: Vec<usize> = pairs.iter().enumerate().filter(others).map(|(i, _)| i).collect();
        let Some(eight) = self.lanes(others.len(), LEAST_PAIRINGS) else {
            return pairs.iter().map(|(p, q)| self.pair(p, q)).collect();
        };
        let (ps, qs): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
        self.g1().check_points(&ps)?;
        self.g2().check_points(&qs)?;

        let mut out: Vec<Gt> = (0..pairs.len()).map(|_| self.one()).collect();
        for index in in_lanes(others.len()) {
            let index = index.map(|i| others[i]);
            let lines = eight.prepare(&index.map(|i| qs[i]));
            let element = eight.product(&[(&index.map(|i| ps[i]), &lines)]);
            for (lane, value) in self.values(eight, &element).enumerate() {
                out[index[lane]] = value;
            }
        }
        Ok(out)
    }

    /// Each power x_i^(k_i), as [`Gt::pow`] computes it.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] unless there are as many exponents as values.
    ///
    /// # Panics
    /// If a value belongs to a pairing of a different name.
    pub fn pow_many(&self, values: &[&Gt], ks: &[&[u64]]) -> Result<Vec<Gt>, Error> {
        if values.len() != ks.len() {
            return Err(Error::LengthMismatch { left: values.len(), right: ks.len() });
        }
        for value in values {
            value.assert_same(&self.one());
        }
        let Some(eight) = self.lanes(values.len(), LEAST_POWERS) else {
            return Ok(values.iter().zip(ks).map(|(value, k)| value.pow(k)).collect());
        };
        let mut out = Vec::with_capacity(values.len());
        for index in in_lanes(values.len()) {
            let coefficients = index.map(|i| self.inner.engine.coefficients(&values[i].element, 0));
            let base = eight.from_coefficients(&coefficients.each_ref().map(|x| &x[..]));
            let powers = self.inner.power(eight, &base, &index.map(|i| ks[i]));
            out.extend(self.values(eight, powers.value()).take(values.len() - index[0]));
        }
        Ok(out)
    }

    /// The engine of eight lanes, for `count` computations of at least `least`.
    fn lanes(&self, count: usize, least: usize) -> Option<&dyn Engine> {
        self.inner.eight.as_deref().filter(|_| count >= least)
    }

    /// 1.
    fn one(&self) -> Gt {
        let mut element = Buffer::new(self.inner.engine.group().words());
        element.copy_from_slice(self.inner.engine.group().identity());
        Gt { inner: self.inner.clone(), element }
    }

    /// The values in all lanes.
    fn values<'a>(&'a self, eight: &'a dyn Engine, element: &'a [u64]) -> impl Iterator<Item = Gt> + 'a {
        (0..LANES).map(move |lane| {
            let coefficients = eight.coefficients(element, lane);
            Gt { inner: self.inner.clone(), element: self.inner.engine.from_coefficients(&[&coefficients]) }
        })
    }
}
