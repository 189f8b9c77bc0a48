//! A group for tests that counts its products: the residues modulo 2^61 − 1, `L` of them side by side.

use crate::group::{Group, Products};
use core::cell::Cell;

const P: u64 = (1 << 61) - 1;

/// How many squarings and other products were made.
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
    one: [u64; L],
    counts: Cell<Counts>,
}

impl<const L: usize> Counting<L> {
    pub(crate) fn new() -> Self {
        Self { one: [1; L], counts: Cell::default() }
    }

    /// The counts since the last call.
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

impl<const L: usize> Products for Counting<L> {
    fn lanes(&self) -> usize {
        L
    }

    fn words(&self) -> usize {
        L
    }

    fn scratch_words(&self) -> usize {
        0
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

impl<const L: usize> Group for Counting<L> {
    fn one(&self) -> &[u64] {
        &self.one
    }

    fn products(&self) -> &dyn Products {
        self
    }
}

/// Numbers that look random, the same in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// `SplitMix64`.
    pub(crate) fn limb(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number of exactly `bits` bits.
    pub(crate) fn bits(&mut self, bits: usize) -> alloc::vec::Vec<u64> {
        let mut x: alloc::vec::Vec<u64> = (0..bits.div_ceil(64)).map(|_| self.limb()).collect();
        modexp_kernels::limb::clear_above(&mut x, bits);
        if bits > 0 {
            x[(bits - 1) / 64] |= 1 << ((bits - 1) % 64);
        }
        x
    }
}
