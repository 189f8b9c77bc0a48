//! The digits against num-bigint, and tiny digits on all operands. Intervals show that columns never overflow.

use super::word::Known;
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
        _ => check(&DigitField::<Word<RADIX>, 10, 23>::new(params(p)).expect("room")),
    });
    check_all(|p, n, check| match n {
        3 => check(&DigitField::<WideWord<WIDE_RADIX>, 3, 4>::new(params(p)).expect("room")),
        4 => check(&DigitField::<WideWord<WIDE_RADIX>, 4, 5>::new(params(p)).expect("room")),
        6 => check(&DigitField::<WideWord<WIDE_RADIX>, 6, 7>::new(params(p)).expect("room")),
        8 => check(&DigitField::<WideWord<WIDE_RADIX>, 8, 9>::new(params(p)).expect("room")),
        _ => check(&DigitField::<WideWord<WIDE_RADIX>, 10, 12>::new(params(p)).expect("room")),
    });
}

/// Checks which primes of four limbs have reductions of their own on D digits, and on one digit more.
fn known_primes<C: ColumnWord, const D: usize, const MORE: usize>() {
    let mut found = std::vec![];
    each_prime(|p, n| {
        if n == 4 {
            let known = DigitField::<C, 4, D>::new(params(p)).expect("room").known;
            let is_p = |known: &Known| {
                let value = known.digits.iter().rev().fold(BigInt::ZERO, |x, &digit| (x << C::RADIX) + digit);
                value == BigInt::from(p.clone())
            };
            assert_eq!(known, C::KNOWN.iter().position(is_p).unwrap_or(ANY), "{p:x}");
            found.push(known);
            let more = DigitField::<C, 4, MORE>::new(params(p)).expect("room").known;
            assert_eq!(more, ANY, "digits of other places");
        }
    });
    found.retain(|&known| known != ANY);
    assert_eq!(found, [0, 1]);
    for known in C::KNOWN {
        let product = known.m0_inv.wrapping_mul(known.digits[0] as u64);
        assert_eq!(product & mask::<C>(), mask::<C>(), "-1");
    }
}

#[test]
fn two_primes_have_reductions_of_their_own() {
    known_primes::<Word<RADIX>, 9, 10>();
    known_primes::<WideWord<WIDE_RADIX>, 5, 6>();
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

/// The least and the largest value of a word, in place of its value.
#[derive(Clone, Copy, Debug)]
struct Interval<const RADIX: u32, const COLUMN_BITS: u32>;

/// From the first to the second.
type Range = (i128, i128);

/// Words of products are unsigned, words of sums signed.
fn fits((least, most): Range, bits: u32) -> Range {
    // a bit less for 128, so that the sums of the test fit their own words
    let half = 1 << (bits.min(127) - 1);
    let (unsigned, signed) = (0 <= least && most / 2 < half, -half <= least && most < half);
    assert!(least <= most && (unsigned || signed), "{bits} bits hold no {least} to {most}");
    (least, most)
}

impl<const RADIX: u32, const COLUMN_BITS: u32> Interval<RADIX, COLUMN_BITS> {
    const MASK: i128 = (1 << RADIX) - 1;

    fn assert_digit(a: Range) {
        assert!(0 <= a.0 && a.1 <= Self::MASK, "{} to {} is no digit", a.0, a.1);
    }
}

impl<const RADIX: u32, const COLUMN_BITS: u32> ColumnWord for Interval<RADIX, COLUMN_BITS> {
    type Word = Range;
    type Column = Range;

    const RADIX: u32 = RADIX;
    const WRITTEN_OUT: bool = COLUMN_BITS > 64;
    const PER_WORD: usize = 1;
    const KNOWN: &'static [Known; 2] = if COLUMN_BITS == 64 { Word::<RADIX>::KNOWN } else { WideWord::<RADIX>::KNOWN };

    fn word(x: u64) -> Range {
        (i128::from(x), i128::from(x))
    }

    fn value(_x: Range) -> u64 {
        unreachable!("intervals are no numbers")
    }

    #[inline(never)]
    fn add(a: Range, b: Range) -> Range {
        fits((a.0 + b.0, a.1 + b.1), 64)
    }

    #[inline(never)]
    fn sub(a: Range, b: Range) -> Range {
        fits((a.0 - b.1, a.1 - b.0), 64)
    }

    #[inline(never)]
    fn double(a: Range) -> Range {
        Self::assert_digit(a);
        fits((2 * a.0, 2 * a.1), 64)
    }

    #[inline(never)]
    fn mul_sub(acc: Range, q: Range, p: Range) -> Range {
        Self::assert_digit(p);
        fits((acc.0 - q.1 * p.1, acc.1 - q.0.min(0) * p.1), 64)
    }

    #[inline(never)]
    fn column(a: Range) -> Range {
        assert!(0 <= a.0, "a column that has a sign");
        a
    }

    #[inline(never)]
    fn add_columns(a: Range, b: Range) -> Range {
        fits((a.0 + b.0, a.1 + b.1), COLUMN_BITS)
    }

    #[inline(never)]
    fn add_product(acc: Range, a: Range, b: Range) -> Range {
        assert!(0 <= a.0 && a.1 <= 2 * Self::MASK, "{} to {} is no doubled digit", a.0, a.1);
        Self::assert_digit(b);
        fits((acc.0 + a.0 * b.0, acc.1 + a.1 * b.1), COLUMN_BITS)
    }

    #[inline(never)]
    fn sub_product(acc: Range, q: Range, p: Range) -> Range {
        Self::assert_digit(q);
        Self::assert_digit(p);
        fits((acc.0 - q.1 * p.1, acc.1 - q.0 * p.0), COLUMN_BITS)
    }

    #[inline(never)]
    fn quotient(_column: Range, _m0_inv: Range) -> Range {
        (0, Self::MASK)
    }

    #[inline(never)]
    fn low_digit(_a: Range) -> Range {
        (0, Self::MASK)
    }

    #[inline(never)]
    fn low_word(a: Range) -> Range {
        fits(a, 64)
    }

    #[inline(never)]
    fn column_carry(a: Range) -> Range {
        assert!(0 <= a.0, "a carry that has a sign");
        (a.0 >> RADIX, a.1 >> RADIX)
    }

    #[inline(never)]
    fn signed_column_carry(a: Range) -> Range {
        assert!(a.1 >> (COLUMN_BITS.min(127) - 1) == 0, "a carry that has no sign");
        (a.0 >> RADIX, a.1 >> RADIX)
    }

    #[inline(never)]
    fn digit(_a: Range) -> Range {
        (0, Self::MASK)
    }

    #[inline(never)]
    fn carry(a: Range) -> Range {
        assert!(0 <= a.0, "a carry that has a sign");
        (a.0 >> RADIX, a.1 >> RADIX)
    }

    #[inline(never)]
    fn signed_carry(a: Range) -> Range {
        assert!(a.1 < 1 << 63, "a carry that has no sign");
        (a.0 >> RADIX, a.1 >> RADIX)
    }

    #[inline(never)]
    fn half(a: Range, above: Range) -> Range {
        Self::assert_digit(a);
        Self::assert_digit(above);
        (0, Self::MASK)
    }

    #[inline(never)]
    fn top_digit(_a: Range) -> Range {
        (0, Self::MASK)
    }

    /// For the least shift and the largest `mu`. The number in the two digits is s >> shift, so its words do not overflow either.
    #[inline(never)]
    fn estimate(high: Range, low: Range, _shift: u32, _mu: u64) -> Range {
        Self::add(high, Self::signed_carry(low));
        // s < 4p, and p has LEADING bits or fewer above the shift: 2^(LEADING − 1) ≤ leading < 2^LEADING
        let (most, mu) = (4 << LEADING, 1_i128 << (MU_BITS as usize - (LEADING - 1)));
        fits((-2 * mu, most * mu), 64);
        assert!(most * mu < 1 << 63);
        (-1, 3)
    }

    #[inline(never)]
    fn odd(_a: Range) -> u64 {
        0
    }

    #[inline(never)]
    fn negative(_a: Range) -> u64 {
        0
    }

    #[inline(never)]
    fn select(a: Range, other: Range, _mask: u64) -> Range {
        (a.0.min(other.0), a.1.max(other.1))
    }
}

/// Whether every column of every operation fits its word, for all primes and operands.
fn columns_fit<const RADIX: u32, const COLUMN_BITS: u32, const D: usize>(known: usize) -> bool {
    let digit = (0, Interval::<RADIX, COLUMN_BITS>::MASK);
    let any = [digit; D];
    let field = DigitField::<Interval<RADIX, COLUMN_BITS>, 1, D> {
        params: Params::new(&[3]).expect("odd"),
        m0_inv: digit,
        p: any,
        double_p: any,
        one: any,
        rr: any,
        leading: Leading { digit: D - 1, shift: 1, mu: 1 },
        known,
    };
    catch_unwind(|| {
        let wide = [any, any];
        let digits = |x: &[Range]| assert!(x.iter().all(|x| 0 <= x.0 && x.1 <= digit.1), "results are of digits");
        digits(&field.mul_in(&any, &any));
        digits(&field.sqr_in(&any));
        digits(&field.add_in(&any, &any));
        digits(&field.sub_in(&any, &any));
        digits(&field.half_in(&any));
        digits(&field.canonical(&any));
        digits(&field.reduce(|acc, k| {
            Interval::<RADIX, COLUMN_BITS>::add_columns(acc, Interval::<RADIX, COLUMN_BITS>::column(wide[k / D][k % D]))
        }));
        digits(
            field
                .wide(|acc, k| add_product_column::<Interval<RADIX, COLUMN_BITS>, D>(acc, &any, &any, k))
                .as_flattened(),
        );
        digits(field.wide(|acc, k| add_square_column::<Interval<RADIX, COLUMN_BITS>, D>(acc, &any, k)).as_flattened());
        for difference in [false, true] {
            let both =
                if difference { Interval::<RADIX, COLUMN_BITS>::sub } else { Interval::<RADIX, COLUMN_BITS>::add };
            digits(field.reduce_wide(|half, i| both(wide[half][i], wide[half][i]), difference).as_flattened());
        }
    })
    .is_ok()
}

#[test]
fn columns_fit_their_words() {
    assert!(columns_fit::<29, 64, 7>(ANY) && columns_fit::<29, 64, 9>(ANY));
    assert!(columns_fit::<29, 64, 14>(ANY) && columns_fit::<29, 64, 20>(ANY));
    assert!(columns_fit::<29, 64, 23>(ANY));
    assert!(columns_fit::<30, 64, 7>(ANY) && !columns_fit::<30, 64, 9>(ANY), "digits of a bit more");
    for known in 0..2 {
        assert!(columns_fit::<29, 64, 9>(known) && !columns_fit::<30, 64, 9>(known), "signed columns");
    }
}

#[test]
fn columns_fit_two_words() {
    assert!(columns_fit::<58, 128, 4>(ANY) && columns_fit::<58, 128, 5>(ANY) && columns_fit::<58, 128, 7>(ANY));
    assert!(columns_fit::<58, 128, 9>(ANY) && columns_fit::<58, 128, 11>(ANY) && columns_fit::<58, 128, 23>(ANY));
    assert!(!columns_fit::<62, 128, 11>(ANY), "22 products of 124 bits");
    for known in 0..2 {
        assert!(columns_fit::<58, 128, 5>(known) && !columns_fit::<63, 128, 5>(known), "signed columns");
    }
}

/// out < 2p as multiples of p: (2p)²/R + p, and (1 + 2^-20)·p for sums.
#[test]
fn results_stay_below_2p() {
    let holds = |p: &BigUint, r: &BigUint| p * p * 4u8 / r + p < p * 2u8 && p * p * 4u8 < r * p;
    each_prime(|p, n| {
        let (digits, wide_digits) = ([7, 9, 0, 14, 0, 18, 0, 23][n - 3], [4, 5, 0, 7, 0, 9, 0, 12][n - 3]);
        assert!(holds(p, &(BigUint::from(1u8) << (29 * digits))), "{p:x}");
        assert!(holds(p, &(BigUint::from(1u8) << (58 * wide_digits))), "{p:x}");
        assert!(!holds(p, &(BigUint::from(1u8) << (p.bits() + 1))), "a prime of one bit more");
    });
}
