//! The modular shift x·2^k mod m, many bits at a time. Montgomery arithmetic modulo m needs it for powers of two. It
//! uses Barrett's reduction with a quotient of one word.

use crate::limb;
use zeroize::Zeroize;

/// The most bits of a step: its quotient is less than 1.25 below x·2^count/m.
const STEP: usize = 56;

/// The number of leading bits of m that give the quotients.
const TOP: usize = 62;

/// A modulus with its constants. Time depends only on lengths.
pub struct ModularShift<'a> {
    /// m with a zero limb above.
    m: &'a [u64],
    bits: usize,
    /// 2^124/(D + 1) for D in [2^61, 2^62), the leading bits of m; at most 4 too low.
    inverse: u64,
}

impl Drop for ModularShift<'_> {
    fn drop(&mut self) {
        self.inverse.zeroize();
    }
}

impl<'a> ModularShift<'a> {
    /// Creates the shift modulo `m` > 1, which has a zero top limb.
    pub fn new(m: &'a [u64]) -> Self {
        debug_assert_eq!(m.last(), Some(&0));
        let mut shift = Self { m, bits: limb::bit_len(m), inverse: 0 };
        shift.inverse = reciprocal(shift.top(m) + 1);
        shift
    }

    /// x = x·2^count mod m for x < m; `x` is as long as `m`.
    pub fn apply(&self, x: &mut [u64], count: usize) {
        let mut left = count;
        while left > 0 {
            let step = left.min(STEP);
            self.step(x, step);
            left -= step;
        }
        limb::reduce_once(x, self.m, 0);
    }

    /// x = x·2^count − q·m for x < 1.25·m gives x < 1.25·m.
    ///
    /// Choose the unit so that D ≤ m < D + 1, and let T be the top of x in this unit. Then T ≤ x < T + 1, and q is
    /// never too large: q ≤ T·2^count/(D + 1) ≤ x·2^count/m. Before rounding, q is too low by less than 2^count times
    /// (T + 1)/D − T/(D + 1) + 4T/2^124 ≤ (1 + 1.25)/D + 5D/2^124 < 4.8/2^61, which is less than 0.25 for count ≤ 56.
    fn step(&self, x: &mut [u64], count: usize) {
        debug_assert!((1..=STEP).contains(&count) && x.len() == self.m.len());

        let q = ((u128::from(self.top(x)) * u128::from(self.inverse)) >> (2 * TOP - count)) as u64;
        let (mut below, mut carry, mut borrow) = (0, 0, 0);
        for (x, &m) in x.iter_mut().zip(self.m) {
            let doubled = *x << count | below >> (64 - count);
            below = *x;
            let product;
            (product, carry) = limb::mac(0, q, m, carry);
            (*x, borrow) = limb::sbb(doubled, product, borrow);
        }
    }

    /// Returns ⌊x·2^(TOP − bits)⌋ for x < 2m.
    fn top(&self, x: &[u64]) -> u64 {
        if self.bits < TOP { x[0] << (TOP - self.bits) } else { limb::bits_at(x, self.bits - TOP, TOP as u32 + 1) }
    }
}

/// Returns 2^124/d for d in (2^61, 2^62], at most 4 too low. It uses Newton's iteration, as the time of a division may
/// depend on d.
fn reciprocal(d: u64) -> u64 {
    // the tangent of 1/x at 3/4, (24 − 16·x)/9 for x = d/2^62, in units of 2^62: too low by at most a ninth and a unit
    const CONSTANT: u64 = ((24 << TOP) / 9_u128) as u64;
    const SLOPE: u64 = ((16 << TOP) / 9_u128) as u64 + 1;
    let scaled = |a: u64, b: u64| ((u128::from(a) * u128::from(b)) >> TOP) as u64;
    let mut y = CONSTANT - scaled(d, SLOPE) - 1;
    for _ in 0..5 {
        // squares the relative error, and rounds down by less than 3 in all: y stays at most 2^124/d
        let error = (1_u128 << (2 * TOP)) - u128::from(d) * u128::from(y);
        y += scaled(y, (error >> TOP) as u64);
    }
    y
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    /// Moduli with extreme leading bits, and numbers close to them.
    #[test]
    fn shift_is_multiplying_by_powers_of_two() {
        for bits in [2, 3, 45, 55, 56, 57, 61, 62, 63, 64, 65, 117, 118, 119, 127, 128, 129, 521, 1024] {
            let two = BigUint::from(2u8);
            let top = two.pow(bits - 1);
            let moduli = [&top + 1u8, &top * 2u8 - 1u8, &top + &top / 3u8, &top * 2u8 - &top / 1023u32 - 1u8];
            for m in moduli.into_iter().filter(|m| *m > BigUint::from(1u8)) {
                let mut limbs = m.to_u64_digits();
                limbs.push(0);
                let shift = ModularShift::new(&limbs);
                for x in [BigUint::ZERO, BigUint::from(1u8), &m - 1u8, &m / 2u8, &m / 3u8, &top - 1u8] {
                    for count in [0, 1, 7, 55, 56, 57, 112, 300] {
                        let mut out = limb::resize(&x.to_u64_digits(), limbs.len());
                        shift.apply(&mut out, count);
                        let expected = (&x << count) % &m;
                        assert_eq!(out, limb::resize(&expected.to_u64_digits(), limbs.len()), "{x}·2^{count} mod {m}");
                    }
                }
            }
        }
    }

    #[test]
    fn reciprocals_are_at_most_four_too_low() {
        let check = |d: u64| {
            let exact = ((1_u128 << 124) / u128::from(d)) as u64;
            let found = reciprocal(d);
            assert!(found <= exact && exact - found <= 4, "{d}: {found} for {exact}");
        };
        let (first, last) = ((1 << 61) + 1, 1 << 62);
        for i in 0..1000 {
            check(first + i);
            check(last - i);
            check(3 << 60 | i);
            check(first + (last - first) / 1000 * i);
        }
        for k in 0..61 {
            check(last - (1 << k));
            check(first + (1 << k));
        }
    }

    /// Tests every count of one step. m and x have the largest and the smallest bits below their leading bits.
    #[test]
    fn steps_stay_below_five_quarters_of_the_modulus() {
        let number = |limbs: &[u64]| limbs.iter().rev().fold(BigUint::ZERO, |sum, &limb| (sum << 64) + limb);
        let tops = [1_u64 << 61, (1 << 61) + 1, (1 << 62) - 1, (1 << 62) - 2, 3 << 60, 0x2aaa_aaaa_aaaa_aaaa];
        for top in tops.map(BigUint::from) {
            for low in [0_u32, 64, 118] {
                // zeros and ones below the top
                for m in [(&top << low) | BigUint::from(1u8), ((&top + 1u8) << low) - 1u8] {
                    let mut limbs = m.to_u64_digits();
                    limbs.push(0);
                    let shift = ModularShift::new(&limbs);
                    let bound = (&m * 5u8 - 1u8) / 4u8;
                    for x in [bound.clone(), &m - 1u8, m.clone(), &bound >> 1, (&bound >> low) << low] {
                        for count in 1..=STEP {
                            let mut out = limb::resize(&x.to_u64_digits(), limbs.len());
                            shift.step(&mut out, count);
                            let out = number(&out);
                            assert!(&out * 4u8 < &m * 5u8, "{x}·2^{count} mod {m} gives {out}");
                            assert_eq!((&x << count) % &m, out % &m);
                        }
                    }
                }
            }
        }
    }
}
