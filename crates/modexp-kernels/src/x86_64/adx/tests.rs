//! Products with long carry chains, against big integers.

use super::*;
use num_bigint::BigUint;

fn big(a: &[u64]) -> BigUint {
    BigUint::from_slice(&a.iter().flat_map(|&a| [a as u32, (a >> 32) as u32]).collect::<Vec<_>>())
}

/// Every limb one of 0, 1, 2^63, 2^64 − 1 or random: long carry chains are common.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn limbs(&mut self, n: usize) -> Vec<u64> {
        let style = self.next() % 4;
        let pick = |r: u64, x: u64| match (style, r % 8) {
            (1, 0..6) | (3, 3) => u64::MAX,
            (2, 0..6) | (3, 2) => 0,
            (3, 0) => 1,
            (3, 1) => 1 << 63,
            _ => x,
        };
        (0..n).map(|_| pick(self.next(), self.next())).collect()
    }
}

fn adx() -> Adx {
    Adx::detect().expect("these tests need bmi2, adx and avx2")
}

/// Checks a product and a square of each number with each modulus against `num-bigint`.
fn check(kernel: Adx, m: &[u64], a: &[u64], b: &[u64]) {
    let digits = m.len();
    let modulus = kernel.modulus(&[m], digits);
    let mut scratch = alloc::vec![u64::MAX; Adx::scratch_words(digits)];
    let mut out = alloc::vec![0; digits];
    let r = BigUint::from(1u8) << (64 * digits);
    let big_m = big(m);

    kernel.mont_mul(&mut out, a, b, &modulus, &mut scratch);
    assert!(big(&out) < big_m, "product not reduced, {digits} limbs");
    assert_eq!(big(&out) * &r % &big_m, big(a) * big(b) % &big_m, "product, {digits} limbs, m {m:x?}");
    kernel.mont_sqr(&mut out, b, &modulus, &mut scratch);
    assert!(big(&out) < big_m, "square not reduced, {digits} limbs");
    assert_eq!(big(&out) * &r % &big_m, big(b) * big(b) % &big_m, "square, {digits} limbs, m {m:x?}");
}

/// a·R⁻¹-squared `count` times, by single squares.
fn repeated(kernel: Adx, a: &[u64], count: u64, modulus: &AdxModulus, scratch: &mut [u64]) -> Vec<u64> {
    let (mut a, mut next) = (a.to_vec(), a.to_vec());
    for _ in 0..count {
        kernel.mont_sqr(&mut next, &a, modulus, scratch);
        core::mem::swap(&mut a, &mut next);
    }
    a
}

#[test]
fn many_squares_are_single_squares_one_after_another() {
    let kernel = adx();
    let mut rng = Rng(3);
    for digits in [4, 8, 12, 16, 20, 32] {
        for count in [0, 1, 2, 5, 64] {
            let mut m = rng.limbs(digits);
            m[0] |= 1;
            m[digits - 1] |= 2;
            let modulus = kernel.modulus(&[&m], digits);
            let mut scratch = alloc::vec![u64::MAX; Adx::scratch_words(digits)];
            let mut a = below(&rng.limbs(digits), &m);
            let expected = repeated(kernel, &a, count, &modulus, &mut scratch);
            kernel.mont_sqr_n(&mut a, count, &mut [], &modulus, &mut scratch);
            assert_eq!(a, expected, "{count} squares, {digits} limbs");
        }
    }
}

fn below(x: &[u64], m: &[u64]) -> Vec<u64> {
    let mut limbs = (big(x) % big(m)).to_u64_digits();
    limbs.resize(m.len(), 0);
    limbs
}

#[test]
fn products_and_squares_agree_with_num_bigint() {
    let kernel = adx();
    let mut rng = Rng(1);
    for digits in (4..=72).step_by(4).chain([96, 100, 128, 132, 256, 1028]) {
        for _ in 0..if digits > 100 { 20 } else { 400 } {
            let mut m = rng.limbs(digits);
            m[0] |= 1;
            // moduli shorter than the element, too
            let top = if rng.next().is_multiple_of(4) { rng.next() as usize % digits } else { digits - 1 };
            m[top + 1..].fill(0);
            m[top] |= 3;
            let a = rng.limbs(digits);
            let b = below(&rng.limbs(digits), &m);
            check(kernel, &m, &a, &b);
        }
    }
}

#[test]
fn select_takes_every_entry_of_every_length() {
    let mut rng = Rng(2);
    for kernel in [adx(), Adx { wide: None }] {
        for (digits, entries) in (4..=52).step_by(4).zip([33, 1, 7, 8, 9, 16, 30].into_iter().cycle()) {
            let table = rng.limbs(entries * digits);
            let mut out = alloc::vec![0; digits];
            for (i, entry) in table.chunks_exact(digits).enumerate() {
                kernel.select(&mut out, &table, &[i]);
                assert_eq!(out, entry, "entry {i} of {entries}, {digits} limbs");
            }
        }
    }
}

#[test]
fn bounds_hold_at_the_extremes() {
    let kernel = adx();
    for digits in (4..=40).step_by(4).chain([64, 96, 128, 132, 256]) {
        let ones = alloc::vec![u64::MAX; digits];
        let mut near = ones.clone();
        near[0] -= 58;
        let mut half = ones.clone();
        half[digits - 1] >>= 1;
        let mut power = alloc::vec![0; digits];
        (power[0], power[digits - 1]) = (1, 1 << 63);
        let mut alternating = ones.clone();
        alternating.iter_mut().skip(1).step_by(2).for_each(|limb| *limb = 0);
        let mut three = alloc::vec![0; digits];
        three[0] = 3;

        for m in [&ones, &near, &half, &power, &alternating, &three] {
            let mut most = m.clone();
            most[0] -= 1;
            let mut one = alloc::vec![0; digits];
            one[0] = 1;
            for b in [&most, &one, &alloc::vec![0; digits], &below(&alternating, m)] {
                // a < R suffices where b < m
                for a in [&ones, &most, &one, b] {
                    check(kernel, m, a, b);
                }
            }
        }
    }
}
