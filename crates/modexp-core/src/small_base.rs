//! Powers of a small public base (a generator 2, 3, 5, …) with a secret exponent.
//!
//! A window of w bits multiplies by base^digit, which for a small base is a word: a product by a word takes two rows of
//! a schoolbook product instead of two squares of them. The number leaves the kernel's digits for it and returns. At
//! 2048 bits and base 3 that replaces 440 products by 410 such steps of less than a tenth of a product each.

use crate::group::Products;
use crate::monty::MontyParams;
use crate::pow::Accumulator;
use alloc::vec;
use alloc::vec::Vec;
use modexp_kernels::buffer::Buffer;
use modexp_kernels::limb;
use zeroize::Zeroizing;

/// Factors are below 2^FACTOR_BITS, so that a quotient estimate is at most one too low.
const FACTOR_BITS: u32 = 59;

/// The widest window; its table has 2^6 words.
const WIDEST: u32 = 6;

/// The widest window w for which base^(2^w − 1) < 2^59, if a step then costs less than a product in a table's window.
pub(crate) fn window(base: u64, limbs: usize) -> Option<u32> {
    let fits = |&window: &u32| base.checked_pow((1 << window) - 1).is_some_and(|power| power >> FACTOR_BITS == 0);
    let window = (1..=WIDEST).rev().find(fits)?;
    // a step is about 3·limbs + 60 single products, a full product 2·limbs², made every 5 bits or so
    (5 * (3 * limbs + 60) < window as usize * 2 * limbs * limbs).then_some(window)
}

/// base^exponent mod m for exponent < 2^bits, one lane. Constant time in the exponent; base and `window` are public.
pub(crate) fn pow(odd: &MontyParams, base: u64, window: u32, exponent: &[u64], bits: usize) -> Vec<u64> {
    let powers: Vec<u64> = (0..1 << window).map(|digit| base.pow(digit)).collect();
    let mut step = WordProduct::new(odd.limbs_of_lane(0));
    let mut acc = Accumulator::new(odd);
    let mut element = Buffer::new(odd.words());
    let mut factor = Zeroizing::new([0]);
    let digits = bits.div_ceil(window as usize);
    for digit in (0..digits).rev() {
        acc.square(if digit + 1 < digits { u64::from(window) } else { 0 });
        let index = limb::bits_at(exponent, digit * window as usize, window) as usize;
        limb::select(&mut factor[..], &powers, index);
        odd.join_lane(&mut step.x, acc.value(), 0);
        step.multiply(factor[0]);
        odd.split_lane(&mut element, &step.x[..step.m.len()], 0);
        acc.set(&element);
    }
    odd.from_mont(acc.value()).swap_remove(0)
}

/// x ← x·c mod m for words c: Barrett's reduction by one word, whose reciprocal is found once.
struct WordProduct<'m> {
    m: &'m [u64],
    bits: usize,
    /// 2^(bits + 62)/m, at most 2 too low.
    reciprocal: u64,
    /// Below 2m, in one limb more than m.
    x: Zeroizing<Vec<u64>>,
    /// x·c
    product: Zeroizing<Vec<u64>>,
}

impl<'m> WordProduct<'m> {
    /// m has at least two limbs, the highest not zero.
    fn new(m: &'m [u64]) -> Self {
        let bits = limb::bit_len(m);
        debug_assert!(bits > 64);
        let top = limb::bits_at(m, bits - 64, 64);
        Self {
            m,
            bits,
            reciprocal: reciprocal(top),
            x: Zeroizing::new(vec![0; m.len() + 1]),
            product: Zeroizing::new(vec![0; m.len() + 2]),
        }
    }

    /// x = x·c mod m for x < 2m and c < 2^59; x < m.
    fn multiply(&mut self, c: u64) {
        debug_assert!(c >> FACTOR_BITS == 0);
        let n = self.m.len();
        self.product.fill(0);
        self.product[n + 1] = limb::mac_row(&mut self.product[..=n], &self.x, c);

        // q ≤ x·c/m < q + 2: of the error 1/2 comes from cutting x·c, 1/2 from the reciprocal, and 1 from rounding
        let high = limb::bits_at(&self.product, self.bits - 2, 64);
        let q = ((u128::from(high) * u128::from(self.reciprocal)) >> 64) as u64;

        // x = x·c − q·m < 2m, then below m
        let mut borrow = 0;
        let mut carry = 0;
        for (i, x) in self.x.iter_mut().enumerate() {
            let low;
            (low, carry) = limb::mac(0, self.m.get(i).copied().unwrap_or(0), q, carry);
            (*x, borrow) = limb::sbb(self.product[i], low, borrow);
        }
        let top = self.x[n];
        limb::reduce_once(&mut self.x[..n], self.m, top);
        self.x[n] = 0;
    }
}

/// ⌊(2^126 − 1)/(top + 1)⌋ for top ≥ 2^63, bit by bit: a division's time may depend on its values.
fn reciprocal(top: u64) -> u64 {
    let divisor = u128::from(top) + 1;
    let mut rest: u128 = (1 << 63) - 1;
    let mut quotient = 0;
    for _ in 0..63 {
        rest = rest << 1 | 1;
        let fits = u64::from(rest >= divisor);
        let mask = u128::from(limb::mask(fits));
        rest -= divisor & (mask << 64 | mask);
        quotient = quotient << 1 | fits;
    }
    quotient
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counting::Random;
    use num_bigint::BigUint;

    fn big(limbs: &[u64]) -> BigUint {
        limbs.iter().rev().fold(BigUint::ZERO, |x, &limb| (x << 64u32) + limb)
    }

    #[test]
    fn word_products_are_right_at_the_bounds() {
        let mut random = Random(13);
        for bits in [65, 66, 127, 128, 129, 191, 192, 500] {
            for kind in 0..40 {
                let mut m = random.bits(bits);
                if kind % 4 == 1 {
                    m.fill(0);
                    m[(bits - 1) / 64] = 1 << ((bits - 1) % 64);
                } else if kind % 4 == 2 {
                    m.fill(u64::MAX);
                    limb::clear_above(&mut m, bits);
                }
                m[0] |= 1;
                let mut step = WordProduct::new(&m);
                for case in 0..40 {
                    // random, or 2m − 1 and factors with all bits set
                    let x = if case % 2 == 0 { (big(&m) << 1u32) - 1u32 } else { big(&random.bits(bits)) };
                    let c = if case % 3 == 0 { (1 << FACTOR_BITS) - 1 } else { random.limb() >> (64 - FACTOR_BITS) };
                    step.x.fill(0);
                    for (limb, digit) in step.x.iter_mut().zip(x.to_u64_digits()) {
                        *limb = digit;
                    }
                    step.multiply(c);
                    assert_eq!(big(&step.x), x * c % big(&m), "{bits} bits, kind {kind}, case {case}");
                }
            }
        }
    }
}
