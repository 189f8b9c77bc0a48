//! Powers of one base by tables of an [`Engine`].

use super::{Engine, first, in_lanes, keep};
use crate::comb::{Comb, CombShape};
use crate::group::Products;
use alloc::vec;
use alloc::vec::Vec;

/// Powers of one base by tables.
pub(crate) struct FixedPower(Comb<Engine>);

impl FixedPower {
    /// g^exponents\[i\] mod m for each i; constant time in the values.
    pub(crate) fn pow(&self, exponents: &[&[u64]]) -> Vec<Vec<u64>> {
        let lanes = self.0.group.lanes();
        let mut all = Vec::with_capacity(exponents.len());
        for chunk in exponents.chunks(lanes) {
            let mut exponents = chunk.to_vec();
            exponents.resize(lanes, &[]);
            let mut powers = self.0.group.leave(&self.0.pow(&exponents));
            keep(&mut powers, chunk.len());
            all.append(&mut powers);
        }
        all
    }

    /// g^exponent mod m; variable time.
    pub(crate) fn pow_vartime(&self, exponent: &[u64]) -> Vec<u64> {
        first(self.0.group.leave(&self.0.pow_vartime(exponent)))
    }

    /// Entry `index` of the tables as a residue.
    pub(crate) fn entry(&self, index: usize) -> Vec<u64> {
        self.0.entries().nth(index).map_or_else(Vec::new, |entry| first(self.0.group.leave(entry)))
    }
}

impl Engine {
    /// Bytes of an element.
    pub(crate) fn element_bytes(&self) -> usize {
        self.words() * size_of::<u64>()
    }

    /// Tables of powers of `g`.
    pub(crate) fn comb(&self, g: &[u64], shape: CombShape) -> FixedPower {
        FixedPower(Comb::new(self.clone(), &self.enter(&in_lanes(&[g])[..self.lanes()]), shape))
    }

    /// Tables of known entries: residues of a multiple of m, one after the other, equally long.
    pub(crate) fn comb_from(&self, shape: CombShape, entries: &[u64]) -> FixedPower {
        let limbs = entries.len() / shape.entries();
        let entry = |i: usize| self.enter(&vec![&entries[i * limbs..(i + 1) * limbs]; self.lanes()]);
        FixedPower(Comb::from_entries(self.clone(), shape, entry))
    }
}
