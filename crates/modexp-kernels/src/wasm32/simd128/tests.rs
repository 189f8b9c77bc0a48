//! Products of patterns that reach the bounds. The emulated lanes check every addition.

use super::columns::*;
use super::*;
use crate::testing::{ends, random_numbers, two_to};
use alloc::vec;
use alloc::vec::Vec;
use num_bigint::BigUint;

fn limbs(x: &BigUint) -> Vec<u64> {
    x.to_u64_digits()
}

/// The number with `count` balanced digits `digit(i)`, if it is not negative.
fn of_digits(count: usize, digit: impl Fn(usize) -> i64) -> Option<BigUint> {
    let (mut plus, mut minus) = (BigUint::ZERO, BigUint::ZERO);
    for i in 0..count {
        let value = BigUint::from(digit(i).unsigned_abs()) << (RADIX as usize * i);
        if digit(i) < 0 { minus += value } else { plus += value }
    }
    (plus >= minus).then(|| plus - minus)
}

/// Numbers of up to `bits` bits that make digits, columns and carries extreme.
fn patterns(bits: usize) -> Vec<BigUint> {
    let count = bits / RADIX as usize;
    let mut numbers = ends(bits).to_vec();
    for (even, odd) in
        [(HALF - 1, HALF - 1), (HALF, 0), (0, HALF - 1), (-HALF, HALF - 1), (-HALF, 1), (HALF - 1, -HALF)]
    {
        numbers.extend(of_digits(count, |i| {
            if i + 1 == count {
                1
            } else if i % 2 == 0 {
                even
            } else {
                odd
            }
        }));
    }
    numbers.extend(of_digits(count, |i| if i + 1 == count { HALF - 1 } else { -HALF }));
    numbers.extend(random_numbers(bits));
    numbers
}

/// Checks products and squares modulo `m`: correct, below 2m, and with digits in their bounds.
fn check(m: &BigUint) {
    let kernel = Simd128::detect().expect("emulated");
    let bits = m.bits() as usize;
    let n = Simd128::digits(bits);
    let r = two_to(RADIX as usize * n);
    let modulus = kernel.modulus(&[&limbs(m)], n);
    let mut scratch = vec![0x5555_5555; Simd128::scratch_words(n)];
    let element = |x: &BigUint| {
        let mut out = vec![0; Simd128::words(n)];
        Simd128::from_limbs(&mut out, &limbs(x), 0);
        out
    };
    let value = |a: &[u32]| {
        let mut out = vec![0; (RADIX as usize * n).div_ceil(64)];
        Simd128::to_limbs(&mut out, a, 0);
        BigUint::from_slice(&out.iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]).collect::<Vec<_>>())
    };
    let verify = |out: &[u32], a: &BigUint, b: &BigUint| {
        let x = value(out);
        assert!(x < m * 2u32, "range: {a} · {b} mod {m}");
        assert_eq!((x * &r) % m, (a * b) % m, "{a} · {b} mod {m}");
        for i in 0..n {
            assert!(i64::from(digit_of(out, i)).abs() <= MAX_DIGIT, "digit {i} of {a} · {b} mod {m}");
        }
    };

    let mut inside: Vec<BigUint> = patterns(bits).into_iter().map(|x| x % (m * 2u32)).collect();
    inside.extend([m - 1u32, m.clone(), m * 2u32 - 1u32, BigUint::ZERO]);
    let below: Vec<BigUint> = inside.iter().map(|x| x % m).collect();
    let mut any = patterns(RADIX as usize * n);
    any.extend([&r - 1u32, &r / 2u32, &r - two_to(RADIX as usize * n - 20)]);

    let mut out = vec![0; Simd128::words(n)];
    for (i, a) in inside.iter().enumerate() {
        kernel.mont_sqr(&mut out, &element(a), &modulus, &mut scratch);
        verify(&out, a, a);
        for b in inside.iter().skip(i % 3).step_by(3) {
            kernel.mont_mul(&mut out, &element(a), &element(b), &modulus, &mut scratch);
            verify(&out, a, b);
            // results that are not canonical become factors
            let again = out.clone();
            kernel.mont_sqr(&mut out, &again, &modulus, &mut scratch);
            verify(&out, &value(&again), &value(&again));
        }
    }
    for (i, a) in any.iter().enumerate() {
        for b in below.iter().skip(i % 3).step_by(3) {
            kernel.mont_mul(&mut out, &element(a), &element(b), &modulus, &mut scratch);
            verify(&out, a, b);
        }
    }
}

/// The longest moduli of some numbers of digits: they leave the range the least slack.
#[test]
fn moduli_that_fill_their_digits() {
    for digits in [24, 32, 80] {
        let bits = digits * RADIX as usize - Simd128::HEADROOM as usize;
        for m in [two_to(bits) - 1u32, two_to(bits) - two_to(bits / 2) - 1u32, two_to(bits - 1) + 1u32] {
            check(&m);
        }
    }
}

#[test]
fn products_on_the_bounds() {
    let sizes =
        [2, 3, 12, 13, 14, 25, 26, 27, 39, 40, 64, 128, 255, 256, 257, 258, 259, 309, 310, 413, 414, 511, 512, 513];
    for bits in sizes.into_iter().chain([1023, 1024, 1025, 1036, 1037, 1038, 1557, 1558, 1661]) {
        for m in patterns(bits) {
            if bits > 512 && m.bits() as usize != bits {
                continue;
            }
            let m = m | BigUint::from(1u32);
            if m.bits() > 1 {
                check(&m);
            }
        }
    }
}

#[test]
fn products_that_set_carries_aside() {
    for bits in [2048, 3072, 4096, 4989, 4990] {
        for m in [two_to(bits) - 1u32, two_to(bits - 1) + 1u32, patterns(bits).swap_remove(5) | BigUint::from(1u32)] {
            check(&m);
        }
    }
}

#[test]
fn balanced_moduli() {
    // every digit of m at its largest
    for count in [20, 40, 120, 128, 160] {
        for digit in [HALF - 1, -HALF] {
            let m = of_digits(count, |i| if i + 1 == count { 1 } else { digit }).expect("positive");
            check(&(m | BigUint::from(1u32)));
        }
    }
}

#[test]
fn select_reads_every_index() {
    let kernel = Simd128::detect().expect("emulated");
    let table: Vec<u32> = (0..80).collect();
    let mut out = [0; 10];
    for index in 0..8 {
        kernel.select(&mut out, &table, &[index]);
        assert_eq!(out, table[10 * index..10 * index + 10]);
    }
}

#[test]
fn full_columns() {
    // the longest columns, with the largest products of each sign, and one product of a larger top digit
    let pair = |digit: i64| u32::from(digit as u16) * 0x1_0001;
    for sign in [1, -1] {
        let largest = V128::splat(pair(MAX_DIGIT));
        let mut sum = V128::new([(sign * MAX_DIGIT) as i32; 4]);
        sum = sum.add_dot(V128::splat(u32::from((sign * MAX_TOP_DIGIT) as u16)), largest);
        for _ in 0..(MAX_PRODUCTS - 1) / 2 {
            sum = sum.add_dot(V128::splat(pair(sign * MAX_DIGIT)), largest);
        }
        sum = sum.add_dot(V128::splat(u32::from((sign * MAX_DIGIT) as u16)), largest);
        let rounds = Carries::new(MAX_PRODUCTS).digits(&Columns::<1, true>::new([sum]));
        rounds[0].store(&mut [0; 4]);
    }
}
