//! Random numbers for the examples.
#![allow(dead_code, reason = "each example uses a part")]

/// A source of pseudorandom numbers, equal in every run.
pub struct Random(pub u64);

impl Random {
    /// Returns a number of exactly `bits` ≥ 1 bits.
    pub fn bits(&mut self, bits: usize) -> Vec<u64> {
        let limb = || {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ z >> 31
        };
        let mut x: Vec<u64> = std::iter::repeat_with(limb).take(bits.div_ceil(64)).collect();
        let top = (bits - 1) % 64;
        x[(bits - 1) / 64] &= u64::MAX >> (63 - top);
        x[(bits - 1) / 64] |= 1 << top;
        x
    }

    /// Returns an odd number of exactly `bits` bits.
    pub fn odd(&mut self, bits: usize) -> Vec<u64> {
        let mut odd = self.bits(bits);
        odd[0] |= 1;
        odd
    }

    pub fn many(&mut self, count: usize, bits: usize) -> Vec<Vec<u64>> {
        (0..count).map(|_| self.bits(bits)).collect()
    }
}
