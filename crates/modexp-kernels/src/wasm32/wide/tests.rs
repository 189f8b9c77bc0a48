//! Products of patterns that reach the bounds. Tests have overflow checks, so a sum that is too large fails here.

use super::columns::MASK;
use super::*;
use crate::testing::{ends, random_numbers, two_to};
use alloc::vec;
use alloc::vec::Vec;
use num_bigint::BigUint;

fn limbs(x: &BigUint) -> Vec<u64> {
    x.to_u64_digits()
}

/// Numbers of up to `bits` bits that make digits, columns and carries extreme.
fn patterns(bits: usize) -> Vec<BigUint> {
    let top = two_to(bits);
    let mut numbers = ends(bits).to_vec();
    for (even, odd) in [(MASK, 0), (0, MASK), (1, MASK - 1), (1 << 59, MASK >> 1)] {
        let digits = (0..bits.div_ceil(RADIX as usize)).rev();
        numbers.push(
            digits.fold(BigUint::ZERO, |x, i| (x << RADIX as usize) + if i % 2 == 0 { even } else { odd }) % &top,
        );
    }
    numbers.extend(random_numbers(bits));
    numbers
}

/// Checks that products and squares modulo `m` are correct and below 3m.
fn check(m: &BigUint) {
    let kernel = Wide::detect().expect("native");
    let bits = m.bits() as usize;
    let n = Wide::digits(bits);
    let r = two_to(RADIX as usize * n);
    let modulus = kernel.modulus(&[&limbs(m)], n);
    let mut scratch = vec![u64::MAX; Wide::scratch_words(n)];
    let element = |x: &BigUint| {
        let mut out = vec![0; Wide::words(n)];
        Wide::from_limbs(&mut out, &limbs(x), 0);
        out
    };
    let value = |a: &[u64]| {
        let mut out = vec![0; (RADIX as usize * n).div_ceil(64)];
        Wide::to_limbs(&mut out, a, 0);
        BigUint::from_slice(&out.iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]).collect::<Vec<_>>())
    };
    let verify = |out: &[u64], a: &BigUint, b: &BigUint| {
        let x = value(out);
        assert!(x < m * 3u32, "range: {a} · {b} mod {m}");
        assert_eq!((x * &r) % m, (a * b) % m, "{a} · {b} mod {m}");
        assert!(out.iter().all(|&digit| digit <= MASK), "digits of {a} · {b} mod {m}");
    };

    let mut inside: Vec<BigUint> = patterns(bits).into_iter().map(|x| x % (m * 4u32)).collect();
    inside.extend([m - 1u32, m.clone(), m * 2u32 - 1u32, m * 4u32 - 1u32, BigUint::ZERO]);
    let below: Vec<BigUint> = inside.iter().map(|x| x % m).collect();
    let mut any = patterns(RADIX as usize * n);
    any.extend([&r - 1u32, &r / 2u32, &r - two_to(RADIX as usize * n - 20)]);

    let mut out = vec![0; Wide::words(n)];
    for (i, a) in inside.iter().enumerate() {
        kernel.mont_sqr(&mut out, &element(a), &modulus, &mut scratch);
        verify(&out, a, a);
        for b in inside.iter().skip(i % 3).step_by(3) {
            kernel.mont_mul(&mut out, &element(a), &element(b), &modulus, &mut scratch);
            verify(&out, a, b);
        }
    }
    for (i, a) in any.iter().enumerate() {
        for b in below.iter().skip(i % 3).step_by(3) {
            kernel.mont_mul(&mut out, &element(a), &element(b), &modulus, &mut scratch);
            verify(&out, a, b);
        }
    }
}

#[test]
fn products_on_the_bounds() {
    let sizes = [2, 3, 58, 63, 64, 65, 128, 235, 236, 237, 256, 295, 296, 297, 356, 357, 416, 417, 476, 477, 512, 1024];
    for bits in sizes.into_iter().chain([1855, 1856, 1857, 1916, 1917, 2048]) {
        for m in patterns(bits) {
            let m = m | BigUint::from(1u32);
            if m.bits() > 1 {
                check(&m);
            }
        }
    }
}

#[test]
fn long_numbers() {
    // 63 to 66, 126 and 274 digits
    for bits in [3776, 3777, 3836, 3837, 3896, 3897, 3956, 7556, 16384] {
        for m in [two_to(bits) - 1u32, two_to(bits - 1) + 1u32] {
            check(&m);
        }
    }
}

#[test]
fn select_reads_every_index() {
    let kernel = Wide::detect().expect("native");
    let table: Vec<u64> = (0..40).collect();
    let mut out = [0; 5];
    for index in 0..8 {
        kernel.select(&mut out, &table, &[index]);
        assert_eq!(out, table[5 * index..5 * index + 5]);
    }
}
