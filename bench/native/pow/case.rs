//! The numbers of one size: the same in every run.

/// One exponentiation, as little-endian 64-bit limbs.
pub(crate) struct Case {
    pub(crate) bits: usize,
    pub(crate) exponent_bits: usize,
    pub(crate) base: Vec<u64>,
    pub(crate) exponent: Vec<u64>,
    pub(crate) modulus: Vec<u64>,
}

impl Case {
    /// An odd modulus and an exponent of exactly so many bits, and a base below the modulus. The exponent of 17 bits is
    /// 65537.
    pub(crate) fn new(bits: usize, exponent_bits: usize) -> Self {
        let mut random = Random((bits << 32 | exponent_bits) as u64);
        let mut modulus = random.number(bits);
        modulus[0] |= 1;
        let exponent = if exponent_bits == 17 { vec![65537] } else { random.number(exponent_bits) };
        Self { bits, exponent_bits, base: random.number(bits - 1), exponent, modulus }
    }

    /// Another base and exponent of the same sizes.
    pub(crate) fn other_job(&self, i: u64) -> (Vec<u64>, Vec<u64>) {
        let mut random = Random((self.bits << 32 | self.exponent_bits) as u64 ^ (i + 1) << 60);
        (random.number(self.bits - 1), random.number(self.exponent_bits))
    }

    /// Modulus bits / exponent bits.
    pub(crate) fn name(&self) -> String {
        format!("{}/{}", self.bits, self.exponent_bits)
    }
}

/// Big-endian bytes.
#[cfg(feature = "peers")]
pub(crate) fn bytes(limbs: &[u64]) -> Vec<u8> {
    limbs.iter().rev().flat_map(|limb| limb.to_be_bytes()).collect()
}

/// Limbs of big-endian bytes, a result of `len` limbs.
#[cfg(feature = "peers")]
pub(crate) fn limbs(bytes: &[u8], len: usize) -> Vec<u64> {
    let mut limbs: Vec<u64> =
        bytes.rchunks(8).map(|chunk| chunk.iter().fold(0, |limb, &byte| limb << 8 | u64::from(byte))).collect();
    limbs.resize(len, 0);
    limbs
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn limb(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number of exactly `bits` bits.
    fn number(&mut self, bits: usize) -> Vec<u64> {
        let mut number: Vec<u64> = (0..bits.div_ceil(64)).map(|_| self.limb()).collect();
        let top = (bits - 1) % 64;
        if let Some(last) = number.last_mut() {
            *last = (*last | 1 << 63) >> (63 - top);
        }
        number
    }
}
