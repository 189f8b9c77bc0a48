//! Residues modulo 2^k, for the even part of a modulus. Products are truncated, not reduced.

use crate::error::Error;
use crate::ring::Ring;
use alloc::vec;
use alloc::vec::Vec;
use modexp_group::group::{Costs, Group};
use modexp_limbs::buffer::Buffer;
use modexp_limbs::declassify::declassified;
use modexp_limbs::limb;
use zeroize::Zeroizing;

/// The ring of integers modulo 2^bits, in ⌈bits/64⌉ limbs; higher bits are zero.
pub(crate) struct PowerOfTwo {
    bits: usize,
    one: Vec<u64>,
}

impl PowerOfTwo {
    /// Creates the ring for `bits` ≥ 1.
    pub(crate) fn new(bits: usize) -> Self {
        let mut one = vec![0; bits.div_ceil(64)];
        one[0] = 1;
        Self { bits, one }
    }

    /// x mod 2^bits.
    pub(crate) fn reduce(&self, x: &[u64]) -> Vec<u64> {
        limb::bits_between(x, 0, self.bits)
    }

    /// Returns the bits of the longest exponent that is not shortened.
    pub(crate) fn exponent_bits(&self) -> usize {
        self.bits.max(4) - 1
    }
}

/// Elements are the integers themselves: R is 1.
impl Ring for PowerOfTwo {
    fn group(&self) -> &dyn Group {
        self
    }

    fn to_mont(&self, xs: &[&[u64]]) -> Buffer<u64> {
        let mut out = Buffer::new(self.words());
        out.copy_from_slice(&Zeroizing::new(self.reduce(xs[0])));
        out
    }

    fn from_mont(&self, a: &[u64]) -> Vec<Vec<u64>> {
        vec![a.to_vec()]
    }

    fn times_plain(&self, a: &[u64], b: &[&[u64]]) -> Vec<Vec<u64>> {
        let mut out = vec![0; self.words()];
        self.mul(&mut out, a, &self.to_mont(b), &mut []);
        vec![out]
    }

    fn inverse(&self, a: &[u64]) -> Result<Vec<u64>, Error> {
        let a = Zeroizing::new(self.reduce(a));
        if declassified(a[0] & 1) == 0 {
            return Err(Error::NoInverse);
        }
        let n = self.one.len();
        let mut x = vec![0; n];
        x[0] = limb::inverse_limb(a[0]);

        // x ← x·(2 − a·x) doubles the number of correct limbs
        let mut right = 1;
        while right < n {
            right = (2 * right).min(n);
            let mut ax = Zeroizing::new(vec![0; right]);
            limb::mul_low(&mut ax, &a[..right], &x[..right]);
            let mut two_minus = Zeroizing::new(vec![0; right]);
            two_minus[0] = 2;
            limb::sub_if(&mut two_minus, &ax, 1);
            let mut next = Zeroizing::new(vec![0; right]);
            limb::mul_low(&mut next, &x[..right], &two_minus);
            x[..right].copy_from_slice(&next);
        }
        limb::clear_above(&mut x, self.bits);
        Ok(x)
    }

    fn shorter_exponent(&self, exponent: &[u64], bits: usize) -> Option<(Zeroizing<Vec<u64>>, usize)> {
        let short_bits = self.exponent_bits();
        if bits <= short_bits {
            return None;
        }

        // for c = short_bits − 1, a^(2^c) is 1 for odd a, and a^e is 0 for even a and e ≥ 2^c ≥ self.bits: so the result
        // is the low c bits, plus 2^c if any higher bit is set
        let c = short_bits - 1;
        let mut short = Zeroizing::new(limb::bits_between(exponent, 0, short_bits));
        let above = Zeroizing::new(limb::shift_right(exponent, c));
        short[c / 64] |= (1 ^ limb::is_zero(&above)) << (c % 64);
        Some((short, short_bits))
    }

    fn pow_by_words(&self, _base: u64, _exponent: &[u64], _bits: usize) -> Option<Vec<u64>> {
        None
    }
}

impl Group for PowerOfTwo {
    fn words(&self) -> usize {
        self.one.len()
    }

    fn identity(&self) -> &[u64] {
        &self.one
    }

    fn costs(&self) -> Costs {
        Costs::of_residues(8 * self.words())
    }

    fn mul(&self, out: &mut [u64], a: &[u64], b: &[u64], _scratch: &mut [u64]) {
        limb::mul_low(out, a, b);
        limb::clear_above(out, self.bits);
    }

    fn sqr(&self, out: &mut [u64], a: &[u64], scratch: &mut [u64]) {
        self.mul(out, a, a, scratch);
    }

    fn select(&self, out: &mut [u64], table: &[u64], index: &[usize]) {
        limb::select(out, table, index[0]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_exponents_give_the_same_powers() {
        for bits in 1..8 {
            let two = PowerOfTwo::new(bits);
            assert!(two.exponent_bits() < bits.max(4));
            let short = |exponent: [u64; 2]| two.shorter_exponent(&exponent, 128).expect("longer").0[0];
            for a in 0_u64..1 << bits {
                let power = |exponent: u64| (0..exponent).fold(1 % (1 << bits), |x, _| x * a % (1 << bits));
                for exponent in 0..200 {
                    let short = short([exponent, 0]);
                    assert!(short >> two.exponent_bits() == 0, "{short}");
                    assert_eq!(power(short), power(exponent), "{a}^{exponent} mod 2^{bits}");
                }
                // 2^64 and 128 are multiples of the order
                assert_eq!(power(short([5, 1])), power(5 + 128), "{a} mod 2^{bits}");
            }
        }
    }
}
