//! Both kernels on the host, in emulated lanes, with their range assertions on.

use super::super::relaxed_x2::RelaxedX2;
use super::*;
use alloc::vec;
use alloc::vec::Vec;
use num_bigint::{BigInt, BigUint};

fn limbs(x: &BigUint) -> Vec<u64> {
    x.to_u64_digits()
}

fn element<K: Kernel<Word = u64>>(xs: &[&BigUint], n: usize) -> Vec<u64> {
    let mut out = vec![0; K::words(n)];
    for (lane, x) in xs.iter().enumerate() {
        K::from_limbs(&mut out, &limbs(x), lane);
    }
    out
}

fn value<K: Kernel<Word = u64>>(a: &[u64], lane: usize) -> BigUint {
    let mut limbs = vec![0; a.len()];
    K::to_limbs(&mut limbs, a, lane);
    limbs.iter().rev().fold(BigUint::ZERO, |x, &limb| (x << 64) + limb)
}

fn random(bits: u64, seed: &mut u64) -> BigUint {
    let mut x = BigUint::ZERO;
    for _ in 0..bits.div_ceil(64) {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        x = (x << 64) + (*seed ^ (*seed >> 29));
    }
    x & ((BigUint::from(1u8) << bits) - 1u8)
}

/// Products and squares of numbers at the ends of the range, for these moduli in the lanes.
fn check<K: Kernel<Word = u64>>(kernel: K, moduli: &[&BigUint], seed: &mut u64) {
    let bits = moduli.iter().map(|m| m.bits()).max().unwrap_or(0);
    let n = K::digits(bits as usize);
    let m_limbs: Vec<Vec<u64>> = moduli.iter().map(|m| limbs(m)).collect();
    let m_limbs: Vec<&[u64]> = m_limbs.iter().map(Vec::as_slice).collect();
    let params = kernel.modulus(&m_limbs, n);
    let mut scratch = vec![u64::MAX; K::scratch_words(n)];
    let r = BigUint::from(1u8) << (K::RADIX as usize * n);

    let mut numbers = |m: &BigUint| {
        [
            BigUint::ZERO,
            BigUint::from(1u8),
            m - 1u8,
            m.clone(),
            m * 4u8 - 1u8,
            &r % m,
            random(m.bits(), seed),
            (BigUint::from(1u8) << (m.bits() - 1)) - 1u8,
        ]
    };
    let numbers: Vec<[BigUint; 8]> = moduli.iter().map(|m| numbers(m)).collect();
    let mut out = vec![0; K::words(n)];
    for i in 0..8 {
        let a: Vec<&BigUint> = numbers.iter().map(|x| &x[i]).collect();
        for j in 0..8 {
            let b: Vec<&BigUint> = numbers.iter().map(|x| &x[(j + i) % 8]).collect();
            kernel.mont_mul(&mut out, &element::<K>(&a, n), &element::<K>(&b, n), &params, &mut scratch);
            for (lane, m) in moduli.iter().enumerate() {
                let got = value::<K>(&out, lane);
                assert!(got < *m * 4u8, "range, m = {m:x}");
                assert_eq!(got * &r % *m, a[lane] * b[lane] % *m, "m = {m:x}, a = {:x}, b = {:x}", a[lane], b[lane]);
            }
        }
        kernel.mont_sqr(&mut out, &element::<K>(&a, n), &params, &mut scratch);
        for (lane, m) in moduli.iter().enumerate() {
            let got = value::<K>(&out, lane);
            assert!(got < *m * 4u8, "range, m = {m:x}");
            assert_eq!(got * &r % *m, a[lane] * a[lane] % *m, "m = {m:x}, a = {:x}", a[lane]);
        }
    }
}

const SIZES: [u64; 14] = [1019, 1020, 1024, 1045, 1046, 1047, 1048, 1996, 1997, 2048, 3072, 4096, 8192, 16_384];

#[test]
fn products_and_squares_of_all_sizes() {
    let mut seed = 1;
    let x2 = RelaxedX2::detect().expect("mul_add rounds once");
    for bits in (2..700).chain(SIZES) {
        let top = BigUint::from(1u8) << (bits - 1);
        let moduli = [random(bits, &mut seed) | &top | BigUint::from(1u8), &top * 2u8 - 1u8, &top + 1u8];
        for m in &moduli {
            check(Relaxed(()), &[m], &mut seed);
        }
        check(x2, &[&moduli[0], &moduli[1]], &mut seed);
        check(x2, &[&moduli[2], &BigUint::from(3u8)], &mut seed);
    }
}

/// The element of digits `digit(i)`, and its value, which is positive.
fn pattern(n: usize, digit: impl Fn(usize) -> i64) -> (Vec<u64>, BigUint) {
    let mut words = vec![0; Relaxed::words(n)];
    let mut value = BigInt::ZERO;
    for i in (0..n).rev() {
        words[Shape::new(n, 1).word(i, 0)] = (digit(i) as f64).to_bits();
        value = (value << RADIX) + digit(i);
    }
    (words, value.to_biguint().expect("positive"))
}

/// The largest digit that a product leaves.
const LARGEST: i64 = (1 << 49) + (1 << 12);

#[test]
fn digits_on_the_bounds() {
    let patterns: [fn(usize, usize) -> i64; 4] = [
        |_, _| LARGEST,
        |i, n| if (n - i) % 2 == 1 { LARGEST } else { 0 },
        |i, n| if (n - i) % 2 == 1 { LARGEST } else { -LARGEST },
        |i, n| if i + 1 == n { LARGEST } else { -LARGEST },
    ];
    let mut seed = 2;
    let kernel = Relaxed(());
    for bits in (200..1000).step_by(47).chain([2048, 4096, 16_384]) {
        let m = random(bits, &mut seed) | BigUint::from(1u8) | BigUint::from(1u8) << (bits - 1);
        let n = Relaxed::digits(bits as usize);
        let params = kernel.modulus(&[&limbs(&m)], n);
        let r = BigUint::from(1u8) << (RADIX as usize * n);
        let mut scratch = vec![u64::MAX; Relaxed::scratch_words(n)];
        let mut out = vec![0; Relaxed::words(n)];
        for digit in patterns {
            let (words, x) = pattern(n, |i| digit(i, n));
            for other in patterns {
                let (by, y) = pattern(n, |i| other(i, n));
                kernel.mont_mul(&mut out, &words, &by, &params, &mut scratch);
                assert_eq!(value::<Relaxed>(&out, 0) * &r % &m, &x * y % &m, "{bits} bits");
            }
            kernel.mont_sqr(&mut out, &words, &params, &mut scratch);
            assert_eq!(value::<Relaxed>(&out, 0) * &r % &m, &x * &x % &m, "{bits} bits");
        }
    }
}

#[test]
#[should_panic(expected = "left its binade")]
fn digits_beyond_the_bound_are_noticed() {
    let kernel = Relaxed(());
    let n = Relaxed::digits(2048);
    let params = kernel.modulus(&[&[u64::MAX; 32]], n);
    let (words, _) = pattern(n, |_| LARGEST * 6 / 5);
    let mut scratch = vec![0; Relaxed::scratch_words(n)];
    kernel.mont_sqr(&mut vec![0; Relaxed::words(n)], &words, &params, &mut scratch);
}

#[test]
fn columns_of_the_longest_modulus() {
    let kernel = Relaxed(());
    let bits = shape::MAX_BITS;
    let n = Relaxed::digits(bits);
    let m = (BigUint::from(1u8) << bits) - 1u8;
    let params = kernel.modulus(&[&limbs(&m)], n);
    let r = BigUint::from(1u8) << (RADIX as usize * n);
    let (words, x) = pattern(n, |i| if i + 1 == n { 1 } else { LARGEST });
    let mut scratch = vec![0; Relaxed::scratch_words(n)];
    let mut out = vec![0; Relaxed::words(n)];
    kernel.mont_sqr(&mut out, &words, &params, &mut scratch);
    assert_eq!(value::<Relaxed>(&out, 0) * r % &m, &x * &x % &m);
}

#[test]
fn a_product_below_r_times_m_comes_in_range() {
    let mut seed = 3;
    let kernel = Relaxed(());
    for bits in (2..600).step_by(7) {
        let m = random(bits, &mut seed) | BigUint::from(1u8) | BigUint::from(1u8) << (bits - 1);
        let n = Relaxed::digits(bits as usize);
        let params = kernel.modulus(&[&limbs(&m)], n);
        let r = BigUint::from(1u8) << (RADIX as usize * n);
        let (a, b) = (&r - 1u8, &m - 1u8);
        let mut scratch = vec![0; Relaxed::scratch_words(n)];
        let mut out = vec![0; Relaxed::words(n)];
        kernel.mont_mul(&mut out, &element::<Relaxed>(&[&a], n), &element::<Relaxed>(&[&b], n), &params, &mut scratch);
        let got = value::<Relaxed>(&out, 0);
        assert!(got < &m * 4u8);
        assert_eq!(got * r % &m, a * b % m);
    }
}

#[test]
fn select_gives_each_lane_its_entry() {
    for words in (6..64).step_by(2) {
        let table: Vec<u64> = (0..16 * words as u64).map(|i| i * i + 1).collect();
        let mut out = vec![0; words];
        for i in 0..16 {
            Relaxed(()).select(&mut out, &table, &[i]);
            assert_eq!(out, table[i * words..(i + 1) * words]);
            let j = (7 * i + 3) % 16;
            RelaxedX2::detect().expect("mul_add rounds once").select(&mut out, &table, &[i, j]);
            for (k, &word) in out.iter().enumerate() {
                assert_eq!(word, table[if k % 2 == 0 { i } else { j } * words + k]);
            }
        }
    }
}

#[test]
fn joining_undoes_splitting() {
    let mut seed = 4;
    for n in 5..60 {
        let x = random(50 * n as u64, &mut seed);
        assert_eq!(value::<Relaxed>(&element::<Relaxed>(&[&x], n), 0), x);
        let y = (BigUint::from(1u8) << (50 * n)) - 1u8;
        let both = element::<RelaxedX2>(&[&x, &y], n);
        assert_eq!(value::<RelaxedX2>(&both, 0), x);
        assert_eq!(value::<RelaxedX2>(&both, 1), y);
    }
}
