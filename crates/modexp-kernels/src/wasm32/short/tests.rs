//! Products of patterns that reach the bounds. Tests have overflow checks, so a column that is too large fails here.

use super::*;
use crate::testing::{ends, two_to};
use alloc::vec;
use alloc::vec::Vec;
use num_bigint::BigUint;

/// Numbers of up to `bits` bits that make digits, columns and carries extreme.
fn patterns<C: Column, const D: usize>(bits: usize) -> Vec<BigUint> {
    let top = two_to(bits);
    let mut numbers = ends(bits).to_vec();
    numbers.push(&top / 3u32);
    for (even, odd) in [(C::MASK, 0), (0, C::MASK), (1, C::MASK - 1), (1 << (C::RADIX - 1), C::MASK >> 1)] {
        let digits = (0..D).map(|i| if i.is_multiple_of(2) { even } else { odd });
        numbers.push(digits.fold(BigUint::ZERO, |x, digit| (x << C::RADIX) + digit) % &top);
    }
    numbers
}

fn element<C: Column, const D: usize>(x: &BigUint) -> Vec<C::Word> {
    let mut out = vec![C::pack(0); Short::<C, D>::words(D)];
    Short::<C, D>::from_limbs(&mut out, &x.to_u64_digits(), 0);
    out
}

fn value<C: Column, const D: usize>(a: &[C::Word]) -> BigUint {
    let mut limbs = vec![0; (D * C::RADIX as usize).div_ceil(64)];
    Short::<C, D>::to_limbs(&mut limbs, a, 0);
    limbs.iter().rev().fold(BigUint::ZERO, |x, &limb| (x << 64) + limb)
}

/// Checks that products and squares modulo `m` are correct and in range.
fn check<C: Column, const D: usize>(m: &BigUint) {
    let kernel = Short::<C, D>::detect().expect("everywhere");
    let r = two_to(D * C::RADIX as usize);
    let modulus = kernel.modulus(&[&m.to_u64_digits()], D);
    let verify = |out: &[C::Word], a: &BigUint, b: &BigUint, bound: &BigUint| {
        let x = value::<C, D>(out);
        assert!(x < *bound, "range: {a} · {b} mod {m}");
        assert_eq!((x * &r) % m, (a * b) % m, "{a} · {b} mod {m}");
        assert!(
            out.iter().all(|&digit| digit.into() <= C::MASK) && out[D..].iter().all(|&word| word == C::pack(0)),
            "digits of {a} · {b} mod {m}"
        );
    };

    let (two_m, three_m, four_m) = (m * 2u32, m * 3u32, m * 4u32);
    let mut inside: Vec<BigUint> = patterns::<C, D>(m.bits() as usize + 2).into_iter().map(|x| x % &four_m).collect();
    inside.extend([m - 1u32, m.clone(), &two_m - 1u32, &three_m - 1u32, &four_m - 1u32, BigUint::ZERO]);
    let mut any = patterns::<C, D>(D * C::RADIX as usize);
    any.extend([&r - 1u32, &r / 2u32, &r - two_to(20)]);

    let mut out = element::<C, D>(&BigUint::ZERO);
    for a in &inside {
        kernel.mont_sqr(&mut out, &element::<C, D>(a), &modulus, &mut []);
        verify(&out, a, a, &three_m);
        for b in &inside {
            kernel.mont_mul(&mut out, &element::<C, D>(a), &element::<C, D>(b), &modulus, &mut []);
            verify(&out, a, b, &three_m);
        }
    }
    for a in &any {
        for b in inside.iter().filter(|&b| b < m) {
            kernel.mont_mul(&mut out, &element::<C, D>(a), &element::<C, D>(b), &modulus, &mut []);
            verify(&out, a, b, &three_m);
        }
    }
}

fn check_all<C: Column, const D: usize>() {
    let (most, radix) = (Short::<C, D>::MAX_BITS, C::RADIX as usize);
    for bits in (2..=most).filter(|bits| bits % radix < 4 || bits % 64 < 3 || bits + 6 > most) {
        for m in patterns::<C, D>(bits) {
            let m = m | BigUint::from(1u32);
            if m.bits() > 1 {
                check::<C, D>(&m);
            }
        }
    }
}

#[test]
fn products_on_the_bounds() {
    check_all::<u64, 9>();
    check_all::<u128, 5>();
    check_all::<u128, 9>();
}

#[test]
#[should_panic(expected = "a modulus of at most 257 bits")]
fn a_modulus_beyond_nine_digits_is_refused() {
    let m = (two_to(Scalar::MAX_BITS) + 1u32).to_u64_digits();
    Scalar::detect().expect("everywhere").modulus(&[&m], 9);
}

#[test]
#[should_panic(expected = "digits are below 2^29")]
fn digits_beyond_the_bound_are_noticed() {
    let kernel = Scalar::detect().expect("everywhere");
    let modulus = kernel.modulus(&[&[5]], 9);
    kernel.mont_sqr(&mut [0; 12], &[1 << 29, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], &modulus, &mut []);
}

#[test]
fn select_reads_every_index() {
    fn on<C: Column, const D: usize>() {
        let kernel = Short::<C, D>::detect().expect("everywhere");
        let words = Short::<C, D>::words(D);
        let table: Vec<C::Word> = (0..16 * words as u64).map(C::pack).collect();
        let mut out = element::<C, D>(&BigUint::ZERO);
        for index in 0..16 {
            kernel.select(&mut out, &table, &[index]);
            assert_eq!(out, table[words * index..words * (index + 1)]);
        }
    }
    on::<u64, 9>();
    on::<u128, 5>();
    on::<u128, 9>();
}
