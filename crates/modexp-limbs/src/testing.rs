//! Numbers for tests.

use crate::limb;
use alloc::vec::Vec;

/// A source of pseudorandom numbers, equal in every run.
#[derive(Debug)]
pub struct Random(pub u64);

impl Random {
    /// Returns a random limb (`SplitMix64`).
    pub fn limb(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Returns `count` random limbs.
    pub fn limbs(&mut self, count: usize) -> Vec<u64> {
        (0..count).map(|_| self.limb()).collect()
    }

    /// Returns a random number of exactly `bits` bits.
    pub fn bits(&mut self, bits: usize) -> Vec<u64> {
        let mut x = self.limbs(bits.div_ceil(64));
        limb::clear_above(&mut x, bits);
        if bits > 0 {
            x[(bits - 1) / 64] |= 1 << ((bits - 1) % 64);
        }
        x
    }
}
