//! Products of patterns that reach the bounds. Tests have overflow checks, so a column that is too large fails here.

use super::*;
use crate::testing::{ends, two_to};
use alloc::vec;
use alloc::vec::Vec;
use num_bigint::BigUint;

fn number(digits: impl Iterator<Item = u64>) -> BigUint {
    digits.fold(BigUint::ZERO, |x, digit| (x << RADIX) + digit)
}

/// Numbers of up to `bits` bits that make digits, columns and carries extreme.
fn patterns(bits: usize) -> Vec<BigUint> {
    let top = two_to(bits);
    let mut numbers = ends(bits).to_vec();
    numbers.push(&top / 3u32);
    for (even, odd) in [(MASK, 0), (0, MASK), (1, MASK - 1), (1 << (RADIX - 1), MASK >> 1)] {
        numbers.push(number((0..N).map(|i| if i.is_multiple_of(2) { even } else { odd })) % &top);
    }
    numbers
}

fn element(x: &BigUint) -> Vec<u32> {
    let mut out = vec![0; WORDS];
    Scalar::from_limbs(&mut out, &x.to_u64_digits(), 0);
    out
}

fn value(a: &[u32]) -> BigUint {
    let mut limbs = vec![0; 5];
    Scalar::to_limbs(&mut limbs, a, 0);
    limbs.iter().rev().fold(BigUint::ZERO, |x, &limb| (x << 64) + limb)
}

/// Checks that products and squares modulo `m` are correct and in range.
fn check(m: &BigUint) {
    let kernel = Scalar::detect().expect("everywhere");
    let r = two_to(N * RADIX as usize);
    let modulus = kernel.modulus(&[&m.to_u64_digits()], N);
    let verify = |out: &[u32], a: &BigUint, b: &BigUint, bound: &BigUint| {
        let x = value(out);
        assert!(x < *bound, "range: {a} · {b} mod {m}");
        assert_eq!((x * &r) % m, (a * b) % m, "{a} · {b} mod {m}");
        assert!(
            out.iter().all(|&digit| u64::from(digit) <= MASK) && out[N..] == [0; WORDS - N],
            "digits of {a} · {b} mod {m}"
        );
    };

    let (two_m, three_m, four_m) = (m * 2u32, m * 3u32, m * 4u32);
    let mut inside: Vec<BigUint> = patterns(m.bits() as usize + 2).into_iter().map(|x| x % &four_m).collect();
    inside.extend([m - 1u32, m.clone(), &two_m - 1u32, &three_m - 1u32, &four_m - 1u32, BigUint::ZERO]);
    let mut any = patterns(N * RADIX as usize);
    any.extend([&r - 1u32, &r / 2u32, &r - two_to(20)]);

    let mut out = vec![0; WORDS];
    for a in &inside {
        kernel.mont_sqr(&mut out, &element(a), &modulus, &mut []);
        verify(&out, a, a, &three_m);
        for b in &inside {
            kernel.mont_mul(&mut out, &element(a), &element(b), &modulus, &mut []);
            verify(&out, a, b, &three_m);
        }
    }
    for a in &any {
        for b in inside.iter().filter(|&b| b < m) {
            kernel.mont_mul(&mut out, &element(a), &element(b), &modulus, &mut []);
            verify(&out, a, b, &three_m);
        }
    }
}

#[test]
fn products_on_the_bounds() {
    for bits in (2..=Scalar::MAX_BITS).filter(|bits| bits % 29 < 4 || bits % 64 < 3 || bits + 6 > Scalar::MAX_BITS) {
        for m in patterns(bits) {
            let m = m | BigUint::from(1u32);
            if m.bits() > 1 {
                check(&m);
            }
        }
    }
}

#[test]
#[should_panic(expected = "a modulus of at most 257 bits")]
fn a_modulus_beyond_nine_digits_is_refused() {
    let m = (two_to(Scalar::MAX_BITS) + 1u32).to_u64_digits();
    Scalar::detect().expect("everywhere").modulus(&[&m], N);
}

#[test]
#[should_panic(expected = "digits are below 2^29")]
fn digits_beyond_the_bound_are_noticed() {
    let kernel = Scalar::detect().expect("everywhere");
    let modulus = kernel.modulus(&[&[5]], N);
    kernel.mont_sqr(&mut [0; WORDS], &[1 << RADIX, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], &modulus, &mut []);
}

#[test]
fn select_reads_every_index() {
    let kernel = Scalar::detect().expect("everywhere");
    let table: Vec<u32> = (0..16 * WORDS as u32).collect();
    let mut out = [0; WORDS];
    for index in 0..16 {
        kernel.select(&mut out, &table, &[index]);
        assert_eq!(out, table[WORDS * index..WORDS * (index + 1)]);
    }
}
