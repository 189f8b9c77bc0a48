//! Random numbers, different in each process.

use std::hash::{BuildHasher, Hasher, RandomState};

/// SplitMix64 from a seed of the system.
pub struct Random(u64);

impl Random {
    pub fn new() -> Self {
        Self(RandomState::new().build_hasher().finish())
    }

    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    pub fn wide(&mut self) -> u128 {
        u128::from(self.word()) << 64 | u128::from(self.word())
    }
}
