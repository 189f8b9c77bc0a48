//! Powers of one base by tables of an [`Arithmetic`].

use super::{Arithmetic, first, in_lanes, keep};
use alloc::vec;
use alloc::vec::Vec;
use modexp_group::comb::{Comb, CombShape};

/// The comb of one base.
pub(crate) struct ResidueComb {
    arithmetic: Arithmetic,
    comb: Comb,
}

impl ResidueComb {
    /// g^exponents\[i\] mod m for each i; constant time in the values.
    pub(crate) fn pow(&self, exponents: &[&[u64]]) -> Vec<Vec<u64>> {
        let lanes = self.arithmetic.lanes();
        let mut all = Vec::with_capacity(exponents.len());
        for chunk in exponents.chunks(lanes) {
            let mut exponents = chunk.to_vec();
            exponents.resize(lanes, &[]);
            let mut powers = self.arithmetic.to_integers(self.comb.pow(self.arithmetic.group(), &exponents).value());
            keep(&mut powers, chunk.len());
            all.append(&mut powers);
        }
        all
    }

    /// g^exponent mod m; variable time.
    pub(crate) fn pow_vartime(&self, exponent: &[u64]) -> Vec<u64> {
        first(self.arithmetic.to_integers(self.comb.pow_vartime(self.arithmetic.group(), exponent).value()))
    }

    /// Returns entry `index` of the tables as a residue.
    pub(crate) fn entry(&self, index: usize) -> Vec<u64> {
        self.comb.entry(index).map_or_else(Vec::new, |entry| first(self.arithmetic.to_integers(entry)))
    }
}

impl Arithmetic {
    /// Returns the bytes of an element.
    pub(crate) fn element_bytes(&self) -> usize {
        self.group().words() * size_of::<u64>()
    }

    /// Computes the tables of `g`.
    pub(crate) fn comb(&self, g: &[u64], shape: CombShape) -> ResidueComb {
        let g = self.to_elements(&in_lanes(&[g])[..self.lanes()]);
        ResidueComb { comb: Comb::new(self.group(), &g, shape), arithmetic: self.clone() }
    }

    /// Creates the tables from saved entries, which are residues modulo a multiple of m. The entries have equal lengths
    /// and come one after the other.
    pub(crate) fn comb_from(&self, shape: CombShape, entries: &[u64]) -> ResidueComb {
        let limbs = entries.len() / shape.entries();
        let entry = |i: usize| self.to_elements(&vec![&entries[i * limbs..(i + 1) * limbs]; self.lanes()]);
        ResidueComb { comb: Comb::from_entries(self.group(), shape, entry), arithmetic: self.clone() }
    }
}
