//! A group for tests that counts its products: the residues modulo 2^61 − 1, in `L` lanes.

use crate::group::{Costs, Group};
use core::cell::Cell;

const P: u64 = (1 << 61) - 1;

/// The number of squarings and of other products.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) squarings: usize,
    pub(crate) multiplications: usize,
}

impl Counts {
    pub(crate) fn products(self) -> usize {
        self.squarings + self.multiplications
    }
}

pub(crate) struct Counting<const L: usize> {
    entries_per_product: usize,
    counts: Cell<Counts>,
}

impl<const L: usize> Counting<L> {
    pub(crate) fn new() -> Self {
        Self::with_lookups(8)
    }

    /// Creates the group. A lookup reads `entries_per_product` entries in the time of a product.
    pub(crate) fn with_lookups(entries_per_product: usize) -> Self {
        Self { entries_per_product, counts: Cell::default() }
    }

    /// Returns the counts since the last call.
    pub(crate) fn take(&self) -> Counts {
        self.counts.take()
    }

    /// a·b, not counted.
    pub(crate) fn product(a: u64, b: u64) -> u64 {
        (u128::from(a) * u128::from(b) % u128::from(P)) as u64
    }

    /// base^exponent, one bit at a time, not counted.
    pub(crate) fn reference(base: u64, exponent: &[u64]) -> u64 {
        let bit = |acc: u64, bit: bool| {
            if bit { Self::product(Self::product(acc, acc), base) } else { Self::product(acc, acc) }
        };
        exponent.iter().rev().flat_map(|limb| (0..64).rev().map(move |i| limb >> i & 1 == 1)).fold(1, bit)
    }
}

impl<const L: usize> Group for Counting<L> {
    fn lanes(&self) -> usize {
        L
    }

    fn words(&self) -> usize {
        L
    }

    fn identity(&self) -> &[u64] {
        &[1; L]
    }

    fn costs(&self) -> Costs {
        Costs::of_residues(self.entries_per_product)
    }

    fn mul(&self, out: &mut [u64], a: &[u64], b: &[u64], _scratch: &mut [u64]) {
        let counts = self.counts.get();
        self.counts.set(Counts { multiplications: counts.multiplications + 1, ..counts });
        for lane in 0..L {
            out[lane] = Self::product(a[lane], b[lane]);
        }
    }

    fn sqr(&self, out: &mut [u64], a: &[u64], _scratch: &mut [u64]) {
        let counts = self.counts.get();
        self.counts.set(Counts { squarings: counts.squarings + 1, ..counts });
        for lane in 0..L {
            out[lane] = Self::product(a[lane], a[lane]);
        }
    }

    fn select(&self, out: &mut [u64], table: &[u64], index: &[usize]) {
        for lane in 0..L {
            out[lane] = table[index[lane] * L + lane];
        }
    }
}
