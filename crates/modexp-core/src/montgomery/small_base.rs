//! Powers of a small public base (a generator 2, 3, 5, …) with a secret exponent.
//!
//! A window of w bits multiplies by base^digit. For a small base this factor is one word. A product by a word takes two
//! rows of a schoolbook product. A full product takes two rows for each limb of m. A word step also converts the number
//! from the kernel's digits to limbs and back. At 2048 bits and base 3, 410 word steps replace 440 products. Each takes
//! less than a tenth of a product.

use super::MontyParams;
use crate::ring::Ring;
use alloc::vec;
use alloc::vec::Vec;
use modexp_group::accumulator::Accumulator;
use modexp_kernels::kernel::MAX_RANGE;
use modexp_limbs::limb;
use zeroize::Zeroizing;

/// Factors are below 2^FACTOR_BITS, so that quotients are less than 2 too low.
const FACTOR_BITS: u32 = 58;

/// The widest window; its table has 2^6 words.
const WIDEST: u32 = 6;

/// Returns the widest window w with base^(2^w − 1) < 2^58, if a step then costs less than a product in a window with a
/// table. `step` is the cost of a step, where a product costs 2·limbs².
fn window(base: u64, limbs: usize, step: usize) -> Option<u32> {
    let fits = |&window: &u32| base.checked_pow((1 << window) - 1).is_some_and(|power| power >> FACTOR_BITS == 0);
    let window = (1..=WIDEST).rev().find(fits)?;
    // a window with a table has a full product about every 5 bits
    (5 * step < window as usize * 2 * limbs * limbs).then_some(window)
}

/// base^exponent mod m for exponent < 2^bits; `None` if a power in windows is faster, or if the kernel has several lanes.
/// Constant time in the exponent; the base is public.
pub(super) fn pow(odd: &MontyParams, base: u64, exponent: &[u64], bits: usize) -> Option<Vec<u64>> {
    let (kernel, m) = (odd.kernel.as_ref(), &odd.m);
    if kernel.lanes() > 1 {
        return None;
    }
    let window = window(base, m.len(), kernel.word_step(m.len()))?;
    let powers: Vec<u64> = (0..1 << window).map(|digit| base.pow(digit)).collect();
    let mut step = WordProduct::<MAX_RANGE>::new(m);
    let mut acc = Accumulator::new(odd.group());
    let mut element = odd.element();
    let mut factor = Zeroizing::new([0]);
    let digits = bits.div_ceil(window as usize);
    for digit in (0..digits).rev() {
        acc.step(if digit + 1 < digits { u64::from(window) } else { 0 });
        let index = limb::bits_at(exponent, digit * window as usize, window) as usize;
        limb::select(&mut factor[..], &powers, index);
        kernel.to_limbs(&mut step.x, acc.value(), 0);
        step.multiply(factor[0]);
        if !odd.takes_double() {
            step.reduce();
        }
        kernel.from_limbs(&mut element, &step.x, 0);
        acc.set(&element);
    }
    Some(odd.from_mont(acc.value()).swap_remove(0))
}

/// x ← x·c mod m for words c: Barrett's reduction by one word, with the reciprocal computed once.
struct WordProduct<'m, const RANGE: u32 = MAX_RANGE> {
    m: &'m [u64],
    bits: usize,
    /// 2^(bits + 62)/m, at most 2 too low.
    reciprocal: u64,
    /// Below 2^RANGE·m, the range of a kernel; below 2m after a product.
    x: Zeroizing<Vec<u64>>,
}

impl<'m, const RANGE: u32> WordProduct<'m, RANGE> {
    /// Creates the product with m > 2^64. m has a zero limb above.
    fn new(m: &'m [u64]) -> Self {
        let bits = limb::bit_len(m);
        debug_assert!(bits > 64 && m.last() == Some(&0));
        let reciprocal = reciprocal(limb::bits_at(m, bits - 64, 64));
        Self { m, bits, reciprocal, x: Zeroizing::new(vec![0; m.len()]) }
    }

    /// x = x·c mod m; x < 2^RANGE·m and c < 2^58 give x < 2m. `quotients_are_in_range` proves it for every m.
    fn multiply(&mut self, c: u64) {
        let bits = self.bits + RANGE as usize;
        debug_assert!(c >> FACTOR_BITS == 0 && limb::bit_len(&self.x) <= bits);
        let q = quotient::<RANGE>(limb::bits_at(&self.x, bits - 64, 64), c, self.reciprocal);
        limb::scale_and_subtract(&mut self.x, c, self.m, q);
    }

    /// x < m
    fn reduce(&mut self) {
        limb::reduce_once(&mut self.x, self.m, 0);
    }
}

/// An estimate of x·c/m by the top of x < 2^RANGE·m, the 64 bits from that of 2^RANGE·m.
fn quotient<const RANGE: u32>(top: u64, c: u64, reciprocal: u64) -> u64 {
    let high = ((u128::from(top) * u128::from(c)) >> FACTOR_BITS) as u64;
    ((u128::from(high) * u128::from(reciprocal)) >> (126 - FACTOR_BITS - RANGE)) as u64
}

/// ⌊(2^126 − 1)/(top + 1)⌋ for top ≥ 2^63, bit by bit, as the time of a division may depend on its values.
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
    use crate::modulus::Modulus;
    use alloc::format;
    use modexp_kernels::backend::Backend;
    use modexp_limbs::testing::Random;
    use num_bigint::BigUint;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    fn big(limbs: &[u64]) -> BigUint {
        limbs.iter().rev().fold(BigUint::ZERO, |x, &limb| (x << 64u32) + limb)
    }

    #[test]
    fn windows_are_as_wide_as_words_and_costs_allow() {
        // base^(2^w − 1) below 2^58
        let widest =
            [(2, 5), (3, 5), (5, 4), (14, 4), (15, 3), (17, 3), (312, 3), (313, 2), (1 << 19, 2), (1 << 20, 1)];
        for (base, expected) in widest {
            assert_eq!(window(base, 64, 8 * 64 + 60), Some(expected), "{base}");
        }
        assert_eq!(window((1 << 58) - 1, 200, 8 * 200 + 60), Some(1));
        assert_eq!(window(1 << 58, 200, 8 * 200 + 60), None);
        // steps are cheaper than products from `least` limbs on
        let step = |vectors, limbs| if vectors { 30 * limbs } else { 8 * limbs + 60 };
        for (base, vectors, least) in [(2, false, 8), (2, true, 16), (17, false, 12), (17, true, 26)] {
            assert_eq!(window(base, least - 1, step(vectors, least - 1)), None, "{base} {vectors}");
            assert!(window(base, least, step(vectors, least)).is_some(), "{base} {vectors}");
        }
    }

    /// Moduli 2^a ± 2^b ± 1: kernels leave powers of 2 modulo these as almost 4m.
    #[test]
    fn powers_of_small_bases_are_powers_where_digits_are_all_alike() {
        let one = || BigUint::from(1u8);
        for (a, b) in [(511, 200), (512, 449), (1376, 240), (1496, 300), (1624, 400), (1628, 240), (2036, 400)] {
            let moduli: [BigUint; 4] = [
                (one() << a) - (one() << b) + 1u8,
                (one() << a) - (one() << b) - 1u8,
                (one() << a) + (one() << b) + 1u8,
                (one() << a) + (one() << b) - 1u8,
            ];
            for m in moduli {
                for backend in Backend::available().into_iter().chain([Backend::Wide]) {
                    let on = Modulus::with_backend(&m.to_u64_digits(), backend).expect("available");
                    for base in [2, 3, 5, 14] {
                        for i in 1..20_u64 {
                            let exponent = [0_u64.wrapping_sub(i), 0_u64.wrapping_sub(i * i)];
                            let want = BigUint::from(base).modpow(&big(&exponent), &m);
                            let case = || format!("{base}^(2^128 − …{i}) mod {m} on {backend:?}");
                            assert_eq!(big(&on.pow_small_base(base, &exponent)), want, "{}", case());
                            assert_eq!(big(&on.pow_vartime(&[base], &exponent)), want, "{}", case());
                        }
                    }
                }
            }
        }
    }

    /// Quotients are never too large, because all is rounded down and the divisor is D + 1, for the upper 64 bits D of m. In units of their
    /// lowest bit, D ≤ m < D + 1 and x < 2^RANGE·(D + 1). So x·c/m − q is below (D + 1)·2^k/D − (D − 1)·r/2^s + 1, with c ≤ 2^F,
    /// k = F + RANGE, s = 126 − k and r = (2^126 − 1)/(D + 1) − 1. It is the sum of a constant, a multiple of D, one of 1/D and one of
    /// 1/(D + 1), which are not negative. So it is the largest at an end of D.
    fn is_less_than_2(top: u64, factor_bits: u32, range: u32) -> bool {
        let one = || BigUint::from(1_u8);
        let (d, k) = (BigUint::from(top), factor_bits + range);
        let above = &d + 1_u8;
        let r = (one() << 126) - &above - 1_u8;
        (((&above << k) - &d) * &above) << (126 - k) < &d * (&d - 1_u8) * r
    }

    #[test]
    fn quotients_are_in_range() {
        for top in [1 << 63, u64::MAX] {
            let exact = (1_u128 << 126) / (u128::from(top) + 1) - 1;
            assert!([exact, exact + 1].contains(&reciprocal(top).into()));
            assert!(is_less_than_2(top, FACTOR_BITS, MAX_RANGE));
        }
        assert!(!is_less_than_2(1 << 63, FACTOR_BITS + 2, MAX_RANGE), "factors of two bits more");
        assert!(!is_less_than_2(1 << 63, FACTOR_BITS, MAX_RANGE + 2), "residues of two bits more");
        // the estimate has the rounding of each step at its ends, and no other
        for [top, c, r] in [[u64::MAX, (1 << FACTOR_BITS) - 1, (1 << 63) - 1], [1 << 63, 1 << 57, 1 << 62]] {
            let high = u128::from(top) * u128::from(c) / (1 << FACTOR_BITS);
            let q = high * u128::from(r) / (1 << (126 - FACTOR_BITS - MAX_RANGE));
            assert_eq!(u128::from(quotient::<MAX_RANGE>(top, c, r)), q);
        }
    }

    /// Whether a step multiplies x = 4m − 1 by c modulo each m.
    fn takes_4m<const RANGE: u32>() -> bool {
        [65, 66, 127, 128, 129, 500].into_iter().all(|bits: usize| {
            let m: BigUint = (BigUint::from(1_u8) << bits) - 59_u8;
            let limbs = limb::resize(&m.to_u64_digits(), bits.div_ceil(64) + 1);
            let mut step = WordProduct::<RANGE>::new(&limbs);
            let (x, c) = ((&m << 2_u32) - 1_u8, (1 << FACTOR_BITS) - 1);
            step.x.copy_from_slice(&limb::resize(&x.to_u64_digits(), limbs.len()));
            catch_unwind(AssertUnwindSafe(|| step.multiply(c))).is_ok() && big(&step.x) == x * c % &m
        })
    }

    #[test]
    fn residues_up_to_4m_are_not_taken_for_2m() {
        assert!(takes_4m::<MAX_RANGE>());
        assert!(!takes_4m::<1>(), "a range of a bit less");
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
                m.push(0);
                let mut step = WordProduct::<MAX_RANGE>::new(&m);
                for case in 0..40 {
                    // random, or 4m − 1 and factors with all bits set
                    let x = if case % 2 == 0 { (big(&m) << 2u32) - 1u32 } else { big(&random.bits(bits)) };
                    let c = if case % 3 == 0 { (1 << FACTOR_BITS) - 1 } else { random.limb() >> (64 - FACTOR_BITS) };
                    step.x.fill(0);
                    for (limb, digit) in step.x.iter_mut().zip(x.to_u64_digits()) {
                        *limb = digit;
                    }
                    step.multiply(c);
                    assert!(big(&step.x) < big(&m) << 1u32, "{bits} bits, kind {kind}, case {case}");
                    step.reduce();
                    assert_eq!(big(&step.x), x * c % big(&m), "{bits} bits, kind {kind}, case {case}");
                }
            }
        }
    }
}
