//! x·2^k mod m, many bits at a time: the modular shift. It computes the powers of two that Montgomery arithmetic modulo
//! m needs.

use crate::limb;
use zeroize::Zeroize;

/// Bits of a step. Its quotient comes out of an `f64` with an error below 1/8.
const STEP: usize = 46;

/// Leading bits of m that are used: as many as an `f64` holds.
const TOP: usize = 53;

/// 1.5·2^52: a sum near it is an integer, and its pattern is linear in it.
const UNIT: f64 = 1.5 * (1_u64 << 52) as f64;

/// A modulus with the constants for modular shifts. Time depends only on lengths.
pub struct ModularShift<'a> {
    /// m with a zero limb above.
    m: &'a [u64],
    bits: usize,
    /// 1/D for D in [2^52, 2^53), the leading bits of m, with a relative error below 2^-50.
    inverse: f64,
}

impl Drop for ModularShift<'_> {
    fn drop(&mut self) {
        self.inverse.zeroize();
    }
}

impl<'a> ModularShift<'a> {
    /// `m` above 1, with a zero limb above.
    pub fn new(m: &'a [u64]) -> Self {
        debug_assert_eq!(m.last(), Some(&0));
        let mut shift = Self { m, bits: limb::bit_len(m), inverse: 0.0 };
        let scale = 1.0 / (1_u64 << TOP) as f64;
        let d = shift.top(m) * scale;

        // y ← y·(2 − d·y) squares the error, which is below 1/17 at first; the time of a division may depend on m
        let mut y = 48.0 / 17.0 - 32.0 / 17.0 * d;
        for _ in 0..4 {
            y *= 2.0 - d * y;
        }
        shift.inverse = y * scale;
        shift
    }

    /// x = x·2^count mod m for x < m; `x` is as long as `m`.
    pub fn run(&self, x: &mut [u64], count: usize) {
        let mut left = count;
        while left > 0 {
            let step = left.min(STEP);
            self.step(x, step);
            left -= step;
        }
        limb::reduce_once(x, self.m, 0);
    }

    /// x = x·2^count − q·m for x < 1.25·m gives x < 1.25·m.
    fn step(&self, x: &mut [u64], count: usize) {
        debug_assert!((1..=STEP).contains(&count) && x.len() == self.m.len());

        // |estimate − x·2^count/m| < 1/8, so the quotient minus q, computed below, is above 0 and below 1.25
        let estimate = self.top(x) * self.inverse * (1_u64 << count) as f64;
        let rounded = (estimate - 0.625 + UNIT).to_bits().wrapping_sub(UNIT.to_bits()) as i64;
        let q = (rounded & !(rounded >> 63)) as u64;

        let (mut below, mut carry, mut borrow) = (0, 0, 0);
        for (x, &m) in x.iter_mut().zip(self.m) {
            let doubled = *x << count | below >> (64 - count);
            below = *x;
            let product;
            (product, carry) = limb::mac(0, q, m, carry);
            (*x, borrow) = limb::sbb(doubled, product, borrow);
        }
    }

    /// The bits of x < 2m in the places of the top [`TOP`] bits of m.
    fn top(&self, x: &[u64]) -> f64 {
        let bits =
            if self.bits < TOP { x[0] << (TOP - self.bits) } else { limb::bits_at(x, self.bits - TOP, TOP as u32 + 1) };
        // signed, because unsigned conversions branch
        bits as i64 as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use num_bigint::BigUint;

    /// Moduli with extreme leading bits, and numbers close to them.
    #[test]
    fn shift_is_multiplying_by_powers_of_two() {
        for bits in [2, 3, 45, 52, 53, 54, 63, 64, 65, 117, 127, 128, 129, 521, 1024] {
            let two = BigUint::from(2u8);
            let top = two.pow(bits - 1);
            let moduli = [&top + 1u8, &top * 2u8 - 1u8, &top + &top / 3u8, &top * 2u8 - &top / 1023u32 - 1u8];
            for m in moduli.into_iter().filter(|m| *m > BigUint::from(1u8)) {
                let mut limbs = m.to_u64_digits();
                limbs.push(0);
                let shift = ModularShift::new(&limbs);
                for x in [BigUint::ZERO, BigUint::from(1u8), &m - 1u8, &m / 2u8, &m / 3u8, &top - 1u8] {
                    for count in [0, 1, 7, 45, 46, 47, 92, 300] {
                        let mut out = limb::resize(&x.to_u64_digits(), limbs.len());
                        shift.run(&mut out, count);
                        let expected = (&x << count) % &m;
                        assert_eq!(out, limb::resize(&expected.to_u64_digits(), limbs.len()), "{x}·2^{count} mod {m}");
                    }
                }
            }
        }
    }

    #[test]
    fn steps_stay_below_five_quarters_of_the_modulus() {
        let m = vec![u64::MAX - 58, u64::MAX, 1 << 40, 0];
        let bound: BigUint = BigUint::from_slice(&[u32::MAX - 58, u32::MAX, u32::MAX, u32::MAX, 0, 1 << 8]) * 5u8 / 4u8;
        let shift = ModularShift::new(&m);
        let mut x = vec![u64::MAX - 59, u64::MAX, 1 << 40, 0];
        for i in 0..10_000 {
            shift.step(&mut x, i % STEP + 1);
            let value = x.iter().rev().fold(BigUint::ZERO, |sum, &limb| (sum << 64) + limb);
            assert!(value < bound, "step {i}");
        }
    }
}
