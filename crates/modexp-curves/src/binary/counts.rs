//! A multiplier of GF(2^m) that counts products and squares; those of inversions are among them.

#[cfg(test)]
mod tests;

use crate::counts::{Counts, count};
use modexp_fields::binary::{Columns, Holes, Multiplier};

/// A multiplier that counts its calls.
#[derive(Clone, Copy, Debug)]
pub struct CountingMultiplier(pub &'static Counts);

impl Multiplier for CountingMultiplier {
    type Limb = u64;
    type Pair = u128;

    fn product<const N: usize>(self, a: &[u64; N], b: &[u64; N]) -> Columns<u128, N> {
        count(&self.0.products);
        Holes.product(a, b)
    }

    fn product_square<const N: usize>(self, a: &[u64; N]) -> Columns<u128, N> {
        count(&self.0.squares);
        Holes.product_square(a)
    }

    fn splat(self, x: u64) -> u64 {
        Holes.splat(x)
    }

    fn read<const N: usize>(self, words: &[u64]) -> [u64; N] {
        Holes.read(words)
    }

    fn limb(self, a: u64) -> u128 {
        Holes.limb(a)
    }

    fn pair(self, limbs: [u64; 2]) -> u128 {
        Holes.pair(limbs)
    }

    fn to_limbs(self, a: u128) -> [u64; 2] {
        Holes.to_limbs(a)
    }

    fn mul(self, a: u128, b: u128) -> u128 {
        Holes.mul(a, b)
    }

    fn square(self, a: u128) -> u128 {
        Holes.square(a)
    }

    fn add(self, a: u128, b: u128) -> u128 {
        Holes.add(a, b)
    }

    fn and(self, a: u128, b: u128) -> u128 {
        Holes.and(a, b)
    }

    fn left(self, a: u128, n: usize) -> u128 {
        Holes.left(a, n)
    }

    fn right(self, a: u128, n: usize) -> u128 {
        Holes.right(a, n)
    }

    fn up(self, a: u128) -> u128 {
        Holes.up(a)
    }

    fn down(self, a: u128) -> u128 {
        Holes.down(a)
    }
}
