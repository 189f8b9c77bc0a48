//! The floats against num-bigint, with digits up to the largest.

use super::gaussian::Gaussian;
use super::twin::Twin;
use super::*;
use crate::prime::tests::{check, each_prime, params};
use modexp_kernels::fused::emulated::Emulated;
use num_bigint::{BigInt, BigUint};

type Four = Floats<Emulated<2, true>, 2, 4, 6>;
type Six = Floats<Emulated<2, true>, 2, 6, 8>;

/// Calls `four` and `six` with the primes that fill their digits.
fn each_field(mut four: impl FnMut(&BigUint, Four), mut six: impl FnMut(&BigUint, Six)) {
    let mut fields = 0;
    each_prime(|p, n| match n {
        4 => {
            let field = Four::new(params(p));
            assert_eq!(field.is_some(), (220..=255).contains(&p.bits()));
            fields += usize::from(field.map(|field| four(p, field)).is_some());
        }
        6 => {
            let field = Six::new(params(p));
            assert_eq!(field.is_some(), (320..=383).contains(&p.bits()));
            fields += usize::from(field.map(|field| six(p, field)).is_some());
        }
        _ => {}
    });
    assert_eq!(fields, 6);
}

#[test]
fn they_compute_modulo_every_prime_that_fills_their_digits() {
    each_field(|_, field| check(&field), |_, field| check(&field));
}

#[test]
fn one_number_in_both_lanes_is_computed_with_as_any() {
    each_field(|_, field| check(&Twin::new(field)), |_, field| check(&Twin::new(field)));
}

/// Σ digit_i·2^(50i), which may be negative.
fn value<const L: usize, const D: usize>(a: &LaneDigits<L, D>, lane: usize) -> BigInt {
    a.iter().rev().fold(BigInt::ZERO, |sum, digit| (sum << RADIX) + f64::from_bits(digit[lane]) as i64)
}

/// In each lane, share/16·p in the two leading digits, and the largest lower digits with these signs.
fn extreme(p: &BigInt, signs: u64, share: i64) -> LaneDigits<2, 8> {
    let most = (1_i64 << (RADIX - 1)) + (1 << 12);
    let leading: BigInt = ((p * share) >> (6 * RADIX)) / 16;
    let high = (&leading + (1_i64 << (RADIX - 1))) >> RADIX;
    let low = &leading - (&high << RADIX);
    from_fn(|i| {
        let digit = match i {
            7 => i64::try_from(&high).expect("a digit"),
            6 => i64::try_from(&low).expect("a digit"),
            _ if signs >> i & 1 == 1 => most,
            _ => -most,
        };
        [(digit as f64).to_bits(); 2]
    })
}

/// Shares of two operands.
const SHARES: [(i64, i64); 7] = [(31, 31), (-31, 31), (31, -31), (-31, -31), (0, 0), (16, 0), (8, -24)];

#[test]
fn sums_and_halves_of_the_largest_digits_are_exact() {
    each_field(
        |_, _| {},
        |p, field| {
            let p = BigInt::from(p.clone());
            for signs in 0..64 {
                for (left, right) in SHARES {
                    let (a, b) = (extreme(&p, signs, left), extreme(&p, signs * 7 % 64, right));
                    let (x, y) = (value(&a, 0), value(&b, 0));
                    for (got, want) in [(field.add(&a, &b), &x + &y), (field.sub(&a, &b), &x - &y)] {
                        let number = value(&got, 1);
                        assert_eq!((&number - &want) % &p, BigInt::ZERO);
                        assert!(&number * 100 <= &p * 51 && &number * 100 >= &p * -51, "of a size below 0.51p");
                        let small =
                            |digit: &[u64; 2]| f64::from_bits(digit[0]).abs() <= ((1_i64 << (RADIX - 1)) + 5) as f64;
                        assert!(got.iter().all(small), "{got:?}");
                        assert_eq!(field.is_zero(&got).lane(1), want % &p == BigInt::ZERO);
                    }
                    let half = field.half(&a);
                    assert!(field.in_range(&half));
                    assert_eq!((value(&half, 0) * 2 - &x) % &p, BigInt::ZERO);
                }
            }
        },
    );
}

/// The value of these columns.
fn of_columns(t: &DoubleWidth<[u64; 2], 8>, lane: usize) -> BigInt {
    t.as_flattened().iter().rev().fold(BigInt::ZERO, |sum, column| (sum << RADIX) + column[lane] as i64)
}

#[test]
fn columns_have_room_for_as_many_products_as_they_say() {
    each_field(
        |_, _| {},
        |p, field| {
            let p = BigInt::from(p.clone());
            let r: BigInt = BigInt::from(1) << (8 * RADIX);
            for signs in [0, 63, 21, 42, 7] {
                for (left, right) in SHARES {
                    let (a, b) = (extreme(&p, signs, left), extreme(&p, signs, right));
                    let product = field.mul_wide(&a, &b);
                    let want = value(&a, 0) * value(&b, 0);
                    assert_eq!(of_columns(&product, 1), want);
                    assert!(
                        product.as_flattened().iter().all(|column| { (column[0] as i64).unsigned_abs() <= 8 * COLUMN })
                    );
                    let zero = [[[0; 2]; 8]; 2];
                    let (mut sum, mut difference) = (zero, zero);
                    for _ in 0..Six::TERMS {
                        sum = field.add_wide(&sum, &product);
                        difference = field.sub_wide(&difference, &product);
                    }
                    for (t, want) in [(sum, &want * Six::TERMS), (difference, &want * -(Six::TERMS as i64))] {
                        assert_eq!(of_columns(&t, 0), want);
                        let out = field.redc(&t);
                        assert!(field.in_range(&out));
                        assert_eq!((value(&out, 1) * &r - want) % &p, BigInt::ZERO);
                    }
                }
            }
            // a bound of (a sum of TERMS products)/R
            let size = BigInt::from(16 * Six::TERMS) * &p * &p / &r;
            assert!(size * 100 < p * 27);
        },
    );
}

#[test]
fn columns_above_their_range_are_noticed() {
    let most = (8 * Six::TERMS) as u64 * COLUMN;
    let mut columns = [[[0; 2]; 8]; 2];
    for (size, fits) in [(most, true), (most + 1, false)] {
        for column in [size, size.wrapping_neg()] {
            columns[1][3][1] = column;
            assert_eq!(Six::is_sum_of_products(&columns), fits);
        }
    }
}

/// Compares all operations of GF(p)\[u]/(u² + 1) with big integers.
fn check_gaussian<P: Pairs<N, D>, const N: usize, const D: usize>(p: &BigUint, pairs: P) {
    let f = Gaussian::new(Twin::new(pairs));
    let p = &BigInt::from(p.clone());
    let numbers = [BigInt::ZERO, BigInt::from(1), p - 1, p >> 1, p / 3, (p / 5) * 4 + 77, BigInt::from(1) << 200];
    let element = |re: &BigInt, im: &BigInt| {
        let limbs: std::vec::Vec<u64> = [re, im]
            .iter()
            .flat_map(|x| {
                let mut limbs = x.magnitude().to_u64_digits();
                limbs.resize(N, 0);
                limbs
            })
            .collect();
        f.to_mont(&f.from_limbs(&[&limbs]))
    };
    let is = |a: &LaneDigits<2, D>, re: BigInt, im: BigInt| {
        let mut limbs = std::vec![0; 2 * N];
        f.to_limbs(&mut limbs, &f.from_mont(a), 0);
        for (limbs, want) in limbs.chunks(N).zip([re, im]) {
            let got = limbs.iter().rev().fold(BigInt::ZERO, |x, &limb| (x << 64) + limb);
            assert_eq!(got, ((want % p) + p) % p);
        }
    };
    for (i, a0) in numbers.iter().enumerate() {
        for (j, a1) in numbers.iter().enumerate() {
            let a = element(a0, a1);
            is(&a, a0.clone(), a1.clone());
            is(&f.sqr(&a), a0 * a0 - a1 * a1, a0 * a1 * 2);
            is(&f.redc(&f.sqr_wide(&a)), a0 * a0 - a1 * a1, a0 * a1 * 2);
            is(&f.conjugate(&a), a0.clone(), -a1);
            is(&f.double(&f.half(&a)), a0.clone(), a1.clone());
            let mut words = std::vec![0; 2 * D];
            f.write(&mut words, &a);
            assert_eq!(f.read(&words), a);
            assert_eq!(f.is_zero(&a).lane(0), i + j == 0);
            let norm = a0 * a0 + a1 * a1;
            if &norm % p != BigInt::ZERO {
                is(&f.mul(&a, &f.invert(&a)), BigInt::from(1), BigInt::ZERO);
            }
            let s = f.prime_field().to_mont(&f.prime_field().from_limbs(&[&[3; N]]));
            let three = (0..N).fold(BigInt::ZERO, |x, _| (x << 64) + 3);
            is(&f.scale(&a, &s), a0 * &three, a1 * &three);
            let (b0, b1) = (&numbers[(i + j) % numbers.len()], &numbers[(3 * i + 2 * j + 5) % numbers.len()]);
            let b = element(b0, b1);
            let (re, im) = (a0 * b0 - a1 * b1, a0 * b1 + a1 * b0);
            is(&f.mul(&a, &b), re.clone(), im.clone());
            is(&f.add(&a, &b), a0 + b0, a1 + b1);
            is(&f.sub(&a, &b), a0 - b0, a1 - b1);
            for n in [0, 1, 2, 9, 11] {
                is(&f.add_turned(&a, n, &b), a0 + b0 * n - b1, a1 + b1 * n + b0);
            }
            is(&f.cmov(&a, &b, Choice::from_bits(1)), b0.clone(), b1.clone());
            is(&f.cmov(&a, &b, Choice::from_bits(2)), a0.clone(), a1.clone());
            let (product, square) = (f.mul_wide(&a, &b), f.sqr_wide(&b));
            is(&f.redc(&f.add_wide(&product, &square)), &re + b0 * b0 - b1 * b1, &im + b0 * b1 * 2);
            is(&f.redc(&f.sub_wide(&square, &product)), b0 * b0 - b1 * b1 - &re, b0 * b1 * 2 - &im);
            for n in [0, 1, 2, 9, 11] {
                let sum = f.redc(&f.add_turned_wide(&square, n, &product));
                is(&sum, b0 * b0 - b1 * b1 + &re * n - &im, b0 * b1 * 2 + &im * n + &re);
            }
        }
    }
}

#[test]
fn coefficients_beside_each_other_are_those_of_an_extension() {
    each_field(check_gaussian, check_gaussian);
}

#[test]
fn squares_and_sums_of_the_largest_digits_are_exact() {
    each_field(
        |_, _| {},
        |p, field| {
            let (p, f) = (BigInt::from(p.clone()), Gaussian::new(Twin::new(field)));
            for signs in 0..64 {
                for (left, right) in SHARES {
                    let (a, b) = (extreme(&p, signs, left), extreme(&p, signs * 7 % 64, right));
                    let both = from_fn(|i| [a[i][0], b[i][0]]);
                    let (x, y) = (value(&both, 0), value(&both, 1));
                    for n in [0, 1, 9] {
                        let sum = f.add_turned(&both, n, &both);
                        assert!(f.prime_field().pairs.in_range(&sum));
                        assert_eq!((value(&sum, 0) - (&x * (n + 1) - &y)) % &p, BigInt::ZERO);
                        assert_eq!((value(&sum, 1) - (&y * (n + 1) + &x)) % &p, BigInt::ZERO);
                    }
                    for square in [f.sqr_wide(&both), f.mul_wide(&both, &both)] {
                        assert_eq!(of_columns(&square, 0), &x * &x - &y * &y);
                        assert_eq!(of_columns(&square, 1), &x * &y * 2);
                    }
                }
            }
        },
    );
}
