//! The digits against num-bigint, and tiny digits on all operands.

use super::word::{Known, SIGNED_RADIX};
use super::*;
use crate::prime::tests::{check_all, each_prime, number, params};
use num_bigint::{BigInt, BigUint};
use std::panic::{AssertUnwindSafe, catch_unwind};

#[test]
fn digits_compute_modulo_every_prime() {
    check_all(|p, n, check| match n {
        3 => check(&DigitField::<Word<RADIX>, 3, 7>::new(params(p)).expect("room")),
        4 => check(&DigitField::<Word<RADIX>, 4, 9>::new(params(p)).expect("room")),
        6 => check(&DigitField::<Word<RADIX>, 6, 14>::new(params(p)).expect("room")),
        8 => check(&DigitField::<Word<RADIX>, 8, 18>::new(params(p)).expect("room")),
        9 => check(&DigitField::<Word<RADIX>, 9, 20>::new(params(p)).expect("room")),
        _ => check(&DigitField::<Word<RADIX>, 10, 23>::new(params(p)).expect("room")),
    });
    check_all(|p, n, check| match n {
        3 => check(&DigitField::<WideWord<WIDE_RADIX>, 3, 4>::new(params(p)).expect("room")),
        4 => check(&DigitField::<WideWord<WIDE_RADIX>, 4, 5>::new(params(p)).expect("room")),
        6 => check(&DigitField::<WideWord<WIDE_RADIX>, 6, 7>::new(params(p)).expect("room")),
        8 => check(&DigitField::<WideWord<WIDE_RADIX>, 8, 9>::new(params(p)).expect("room")),
        9 => check(&DigitField::<WideWord<WIDE_RADIX>, 9, 10>::new(params(p)).expect("room")),
        _ => check(&DigitField::<WideWord<WIDE_RADIX>, 10, 12>::new(params(p)).expect("room")),
    });
}

#[test]
fn lazy_digits_compute_modulo_every_prime() {
    check_all(|p, n, check| match n {
        3 => check(&LazyDigits::<3, 4>::new(params(p)).expect("room")),
        4 => check(&LazyDigits::<4, 5>::new(params(p)).expect("room")),
        6 => check(&LazyDigits::<6, 7>::new(params(p)).expect("room")),
        8 => check(&LazyDigits::<8, 10>::new(params(p)).expect("room")),
        9 => check(&LazyDigits::<9, 11>::new(params(p)).expect("room")),
        _ => check(&LazyDigits::<10, 12>::new(params(p)).expect("room")),
    });
}

/// Checks GF(p)\[u]/(u² + 1) on sums of elements against num-bigint.
fn gaussian<const N: usize, const D: usize>(p: &BigUint) {
    let prime = LazyDigits::<N, D>::new(params(p)).expect("room");
    let field = LazyGaussian::new(prime);
    let (int, modulus) = (|x: u64| BigInt::from(x), BigInt::from(p.clone()));
    let mut limbs = [0; N];
    // −1, 0, 1, 2 and numbers without a pattern
    let random = (2..9_u32).map(|i| BigInt::from(p.clone() >> 3).pow(i) * 0x9e37_79b9_u64);
    let numbers: std::vec::Vec<BigInt> = [int(0) - 1, int(0), int(1), int(2)].into_iter().chain(random).collect();
    let mut element = |x: &BigInt| {
        let rest: BigInt = ((x % &modulus) + &modulus) % &modulus;
        limbs.fill(0);
        let digits = rest.to_biguint().expect("not negative").to_u64_digits();
        limbs[..digits.len()].copy_from_slice(&digits);
        prime.to_mont(&prime.from_limbs(&[&limbs]))
    };
    let pairs: std::vec::Vec<_> = numbers.windows(2).map(|x| ([element(&x[0]), element(&x[1])], x)).collect();
    let is = |found: Pair<LazyDigits<N, D>>, wanted: [BigInt; 2]| {
        for (found, wanted) in found.iter().zip(wanted) {
            let mut out = [0; N];
            prime.to_limbs(&mut out, &prime.from_mont(found), 0);
            let found = out.iter().rev().fold(BigInt::ZERO, |x, &limb| (x << 64) + limb);
            assert!(((wanted - &found) % &modulus) == BigInt::ZERO && found < modulus, "modulo {p:x}");
        }
    };
    let product = |[a, b]: &[BigInt; 2], [c, d]: &[BigInt; 2]| [a * c - b * d, a * d + b * c];
    let sum = |[a, b]: &[BigInt; 2], [c, d]: &[BigInt; 2]| [a + c, b + d];
    let times = |n: u64, [a, b]: &[BigInt; 2]| [a * n, b * n];
    for (a, x) in &pairs {
        let x = [x[0].clone(), x[1].clone()];
        let (many_a, many_x) = (field.add(&field.double(a), a), times(3, &x));
        is(field.sqr(&many_a), product(&many_x, &many_x));
        is(field.reduce_sum(&field.double(&field.double(&field.double(&many_a)))), times(24, &x));
        is(field.conjugate(a), [x[0].clone(), -&x[1]]);
        is(field.half(&field.double(a)), x.clone());
        assert!(!field.is_zero(a).lane(0) || x == [BigInt::ZERO, BigInt::ZERO]);
        if p % 4_u8 == BigUint::from(3_u8) && !field.is_zero(a).lane(0) {
            is(field.mul(&field.invert(a), a), [int(1), int(0)]);
        }
        let mut words = std::vec![0; 2 * D];
        field.write(&mut words, a);
        is(field.read(&words), x.clone());
        for (b, y) in &pairs {
            let y = [y[0].clone(), y[1].clone()];
            let (xy, yy) = (product(&x, &y), product(&y, &y));
            is(field.mul(&many_a, b), times(3, &xy));
            is(field.sum_of_three([a, b, &many_a], [b, b, a]), sum(&sum(&xy, &yy), &times(3, &product(&x, &x))));
            is(field.mul_add_mul(a, b, b, b), sum(&xy, &yy));
            is(field.mul_sub_mul(a, b, b, b), sum(&xy, &times(1, &[-&yy[0], -&yy[1]])));
            is(field.mul_sub_sqr(a, b, b), sum(&xy, &[-&yy[0], -&yy[1]]));
            is(field.mul_sub(a, b, a), sum(&xy, &[-&x[0], -&x[1]]));
            is(field.triple_and_double(a, b), sum(&times(3, &x), &times(2, &y)));
            is(field.triple_less_double(a, b), sum(&times(3, &x), &[&y[0] * -2, &y[1] * -2]));
            is(field.sqr_sub(b, a), sum(&yy, &[-&x[0], -&x[1]]));
            for n in [0, 1, 9] {
                let turned = |z: &[BigInt; 2]| product(&[int(n.into()), int(1)], z);
                is(prime.add_turned(a, n, b), sum(&x, &turned(&y)));
                if n > 0 {
                    let [first, second] = prime.sqr_sum(n, a, &field.double(b));
                    is(first, sum(&product(&x, &x), &times(4, &turned(&yy))));
                    is(second, times(4, &xy));
                }
            }
        }
    }
}

#[test]
fn lazy_digits_compute_in_quadratic_extensions() {
    each_prime(|p, n| match n {
        4 if p.bits() < 256 => gaussian::<4, 5>(p),
        6 => gaussian::<6, 7>(p),
        _ => {}
    });
}

/// Checks which primes of N limbs have reductions of their own on D digits, and on one digit more.
fn known_primes<C: ColumnWord, const N: usize, const D: usize, const MORE: usize>(expected: &[usize]) {
    let mut found = std::vec![];
    each_prime(|p, n| {
        if n == N {
            let known = DigitField::<C, N, D>::new(params(p)).expect("room").known;
            let is_p = |known: &Known| {
                let value = known.digits.iter().rev().fold(BigInt::ZERO, |x, &digit| (x << C::RADIX) + digit);
                value == BigInt::from(p.clone())
            };
            assert_eq!(known, C::KNOWN.iter().position(is_p).unwrap_or(ANY), "{p:x}");
            found.push(known);
            let more = DigitField::<C, N, MORE>::new(params(p)).expect("room").known;
            assert_eq!(more, ANY, "digits of other places");
        }
    });
    found.retain(|&known| known != ANY);
    assert_eq!(found, expected);
    for known in C::KNOWN {
        let product = known.m0_inv.wrapping_mul(known.digits[0] as u64);
        assert_eq!(product & mask::<C>(), mask::<C>(), "-1");
    }
}

#[test]
fn four_primes_have_reductions_of_their_own() {
    known_primes::<Word<RADIX>, 4, 9, 10>(&[2, 3]);
    known_primes::<Word<RADIX>, 6, 14, 15>(&[0]);
    known_primes::<Word<RADIX>, 9, 20, 21>(&[1]);
    known_primes::<WideWord<WIDE_RADIX>, 9, 10, 11>(&[0]);
    known_primes::<SignedWord<SIGNED_RADIX>, 6, 7, 8>(&[0]);
    known_primes::<SignedWord<SIGNED_RADIX>, 4, 5, 6>(&[1]);
}

fn four_limbs(x: &BigUint) -> [u64; 4] {
    let mut limbs = x.to_u64_digits();
    limbs.resize(4, 0);
    limbs.try_into().expect("four limbs")
}

fn big<C: ColumnWord>(a: &[C::Word]) -> BigUint {
    a.iter().rev().fold(BigUint::ZERO, |x, &digit| (x << C::RADIX) + C::value(digit))
}

/// Odd numbers in more digits than they need, so that the leading bits begin in any digit.
fn leading_bits<C: ColumnWord, const D: usize>() {
    let p = number("fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffec3");
    for bits in [
        2, 3, 26, 27, 28, 29, 30, 56, 57, 58, 59, 60, 83, 84, 85, 86, 87, 88, 115, 116, 117, 141, 142, 143, 173, 174,
        175, 202, 203, 204, 230, 231, 232, 233,
    ] {
        let odd = (&p >> (384 - bits)) | BigUint::from(1u8);
        let field = DigitField::<C, 4, D>::new(params(&odd)).expect("room");
        let near = |x: u64| {
            let x = BigUint::from(x) % &odd;
            [field.from_limbs(&[&four_limbs(&x)]), field.from_limbs(&[&four_limbs(&(&odd - 1u8 - &x))])]
        };
        let numbers: std::vec::Vec<_> = (0..5).flat_map(near).collect();
        let lifted = numbers.iter().map(|a| field.add(&field.from_limbs(&[&four_limbs(&(&odd - 1u8))]), a));
        let numbers: std::vec::Vec<_> = numbers.iter().copied().chain(lifted).collect();
        for a in &numbers {
            for b in &numbers {
                let (sum, difference) = (field.add(a, b), field.sub(a, b));
                assert!(field.in_range(&sum) && field.in_range(&difference));
                assert_eq!(big::<C>(&sum) % &odd, (big::<C>(a) + big::<C>(b)) % &odd);
                assert_eq!((big::<C>(&difference) + big::<C>(b)) % &odd, big::<C>(a) % &odd);
            }
        }
    }
}

#[test]
fn leading_bits_are_found_in_any_digit() {
    leading_bits::<Word<RADIX>, 9>();
    leading_bits::<WideWord<WIDE_RADIX>, 5>();
    leading_bits::<WideWord<52>, 5>();
}

fn element<C: ColumnWord, const D: usize>(x: u64) -> [C::Word; D] {
    from_fn(|i| C::word(x >> (C::RADIX as usize * i) & mask::<C>()))
}

fn value<C: ColumnWord, const D: usize>(a: &[C::Word; D]) -> u64 {
    (0..D).map(|i| C::value(a[i]) << (C::RADIX as usize * i)).sum()
}

/// Checks every pair of numbers in range, modulo every odd number that fits D digits; or one in `one_in` of each.
fn every_pair<C: ColumnWord, const D: usize>(one_in: usize) {
    let r = 1_u64 << (C::RADIX as usize * D);
    for p in (3..r / 4).rev().step_by(2 * one_in) {
        let field = DigitField::<C, 1, D>::new(Params::new(&[p]).expect("odd")).expect("room");
        for a_value in (0..2 * p).rev().step_by(one_in) {
            let a = element::<C, D>(a_value);
            let is = |out: &_, want: u64| {
                let out = value::<C, D>(out);
                assert!(out < 2 * p && out % p == want % p, "{a_value} mod {p}");
            };
            let scaled = |out: &_, want: u64| {
                let out = value::<C, D>(out);
                assert!(out < 2 * p && out * r % p == want % p, "{a_value} mod {p}");
            };
            scaled(&field.sqr(&a), a_value * a_value);
            scaled(&field.redc(&field.sqr_wide(&a)), a_value * a_value);
            is(&field.neg(&a), 2 * p - a_value);
            is(&field.double(&field.half(&a)), a_value);
            assert!(field.is_zero(&a).lane(0) == (a_value % p == 0));
            let integer = value::<C, D>(&field.from_mont(&a));
            assert!(integer < p && integer * r % p == a_value % p);
            for b_value in (0..2 * p).rev().step_by(one_in) {
                let b = element::<C, D>(b_value);
                scaled(&field.mul(&a, &b), a_value * b_value);
                is(&field.add(&a, &b), a_value + b_value);
                is(&field.sub(&a, &b), a_value + 2 * p - b_value);
                let (ab, aa) = (field.mul_wide(&a, &b), field.sqr_wide(&a));
                scaled(&field.redc(&ab), a_value * b_value);
                scaled(&field.redc(&field.add_wide(&ab, &aa)), a_value * b_value + a_value * a_value);
                scaled(&field.redc(&field.sub_wide(&aa, &ab)), a_value * a_value + 4 * p * p - a_value * b_value);
            }
        }
    }
}

#[test]
fn every_pair_of_tiny_numbers_is_right() {
    every_pair::<Word<3>, 2>(1);
    every_pair::<Word<4>, 2>(1);
    every_pair::<WideWord<3>, 2>(1);
    // the error of a quotient is 9 divided by the leading bits, and two digits hold these
    every_pair::<Word<5>, 3>(61);
    every_pair::<Word<4>, 4>(199);
    every_pair::<WideWord<4>, 4>(197);
}

#[test]
fn numbers_above_their_range_are_noticed() {
    fn ignore<T>(_: T) {}
    type Field = DigitField<Word<4>, 1, 2>;
    let fails = |f: &dyn Fn()| catch_unwind(AssertUnwindSafe(f)).is_err();
    assert!(Field::new(Params::new(&[65]).expect("odd")).is_none(), "no room");
    let field = Field::new(Params::new(&[61]).expect("odd")).expect("room");
    let (large, one) = (element::<Word<4>, 2>(122), field.one());
    assert!(fails(&|| ignore(field.mul(&large, &one))) && fails(&|| ignore(field.mul(&one, &large))));
    assert!(fails(&|| ignore(field.add(&large, &one))) && fails(&|| ignore(field.sub(&one, &large))));
    assert!(fails(&|| ignore(field.sqr(&large))) && fails(&|| ignore(field.is_zero(&large))));
    assert!(fails(&|| ignore(field.half(&large))));
    assert!(fails(&|| ignore(field.mul_wide(&large, &one))) && fails(&|| ignore(field.sqr_wide(&large))));
    assert!(fails(&|| ignore(field.redc(&[one, large]))) && fails(&|| ignore(field.from_mont(&large))));
    assert!(fails(&|| ignore(field.add_wide(&[one, large], &[one, one]))));
    assert!(fails(&|| ignore(field.sub_wide(&[one, one], &[one, large]))));
    assert!(fails(&|| ignore(field.mul(&[16, 0], &one))), "a digit of one bit more");
}

/// out < 2p as multiples of p: (2p)²/R + p, and (1 + 2^-20)·p for sums.
#[test]
fn results_stay_below_2p() {
    let holds = |p: &BigUint, r: &BigUint| p * p * 4u8 / r + p < p * 2u8 && p * p * 4u8 < r * p;
    each_prime(|p, n| {
        let (digits, wide_digits) = ([7, 9, 0, 14, 0, 18, 20, 23][n - 3], [4, 5, 0, 7, 0, 9, 10, 12][n - 3]);
        assert!(holds(p, &(BigUint::from(1u8) << (29 * digits))), "{p:x}");
        assert!(holds(p, &(BigUint::from(1u8) << (58 * wide_digits))), "{p:x}");
        assert!(!holds(p, &(BigUint::from(1u8) << (p.bits() + 1))), "a prime of one bit more");
    });
}
