//! The lanes on the instructions and on models of them. A model with the real digits runs everywhere, models with tiny
//! digits take all operands, and intervals in place of numbers show that sums fit their lanes for every prime.
//!
//! The models are not inlined: inlined, they take minutes to compile.

use super::*;
use crate::prime::estimates::quotients;
use crate::prime::tests::{PRIMES_6, check_all, each_prime, number, params};
use alloc::vec;
use alloc::vec::Vec;
use num_bigint::BigUint;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The instructions in plain Rust, for digits of RADIX bits.
#[derive(Clone, Copy, Debug)]
struct Model<const RADIX: u32>;

fn lanes(f: impl Fn(usize) -> u64) -> [u64; LANES] {
    from_fn(f)
}

impl<const RADIX: u32> Vectors for Model<RADIX> {
    type Vector = [u64; LANES];

    const RADIX: u32 = RADIX;

    fn vectorize<T>(self, f: impl FnOnce() -> T) -> T {
        f()
    }

    #[inline(never)]
    fn from_lanes(self, lanes: [u64; LANES]) -> [u64; LANES] {
        lanes
    }

    #[inline(never)]
    fn to_lanes(self, x: [u64; LANES]) -> [u64; LANES] {
        x
    }

    #[inline(never)]
    fn add(self, a: [u64; LANES], b: [u64; LANES]) -> [u64; LANES] {
        lanes(|i| a[i].wrapping_add(b[i]))
    }

    #[inline(never)]
    fn sub(self, a: [u64; LANES], b: [u64; LANES]) -> [u64; LANES] {
        lanes(|i| a[i].wrapping_sub(b[i]))
    }

    #[inline(never)]
    fn mul_low(self, acc: [u64; LANES], a: [u64; LANES], b: [u64; LANES]) -> [u64; LANES] {
        assert!(a.iter().chain(&b).all(|&x| x <= mask::<Self>()), "digits");
        lanes(|i| acc[i].wrapping_add(a[i].wrapping_mul(b[i]) & mask::<Self>()))
    }

    #[inline(never)]
    fn mul_high(self, acc: [u64; LANES], a: [u64; LANES], b: [u64; LANES]) -> [u64; LANES] {
        assert!(a.iter().chain(&b).all(|&x| x <= mask::<Self>()), "digits");
        lanes(|i| acc[i].wrapping_add(((u128::from(a[i]) * u128::from(b[i])) >> RADIX) as u64))
    }

    #[inline(never)]
    fn quotient(self, column: [u64; LANES], m0_inv: [u64; LANES]) -> [u64; LANES] {
        lanes(|i| column[i].wrapping_mul(m0_inv[i]) & mask::<Self>())
    }

    #[inline(never)]
    fn digit(self, a: [u64; LANES]) -> [u64; LANES] {
        a.map(|a| a & mask::<Self>())
    }

    #[inline(never)]
    fn carry(self, a: [u64; LANES]) -> [u64; LANES] {
        a.map(|a| (a as i64 >> RADIX) as u64)
    }

    #[inline(never)]
    fn top_digit(self, a: [u64; LANES]) -> [u64; LANES] {
        assert!(a.iter().all(|&a| a <= mask::<Self>()), "a number below its bound");
        a
    }

    #[inline(never)]
    fn or(self, a: [u64; LANES], b: [u64; LANES]) -> [u64; LANES] {
        lanes(|i| a[i] | b[i])
    }

    #[inline(never)]
    fn xor(self, a: [u64; LANES], b: [u64; LANES]) -> [u64; LANES] {
        lanes(|i| a[i] ^ b[i])
    }

    #[inline(never)]
    fn negative(self, a: [u64; LANES]) -> Choice {
        Choice::from_bits((0..LANES).fold(0, |bits, i| bits | u8::from((a[i] as i64) < 0) << i))
    }

    #[inline(never)]
    fn zero_lanes(self, a: [u64; LANES]) -> Choice {
        Choice::from_bits((0..LANES).fold(0, |bits, i| bits | u8::from(a[i] == 0) << i))
    }

    #[inline(never)]
    fn permute(self, a: [u64; LANES], from: &Places) -> [u64; LANES] {
        from.map(|lane| a[lane as usize])
    }

    #[inline(never)]
    fn blend(self, choice: Choice, a: [u64; LANES], b: [u64; LANES]) -> [u64; LANES] {
        lanes(|i| if choice.lane(i) { b[i] } else { a[i] })
    }
}

/// Checks all operations modulo every prime, on these vectors.
fn check_primes<V: Vectors>(vectors: V) {
    check_all(|p, n, check| match n {
        3 => check(&Eight::<V, 3, 4>::new(vectors, params(p)).expect("room")),
        4 => check(&Eight::<V, 4, 5>::new(vectors, params(p)).expect("room")),
        6 => check(&Eight::<V, 6, 8>::new(vectors, params(p)).expect("room")),
        8 => check(&Eight::<V, 8, 10>::new(vectors, params(p)).expect("room")),
        _ => check(&Eight::<V, 10, 13>::new(vectors, params(p)).expect("room")),
    });
}

#[test]
fn the_model_computes_modulo_every_prime() {
    check_primes(Model::<52>);
}

#[test]
#[cfg(target_arch = "x86_64")]
fn ifma_computes_modulo_every_prime() {
    match crate::prime::x86_64::Ifma::detect() {
        Some(vectors) => check_primes(vectors),
        None => modexp_kernels::testing::assert_not_expected("ifma"),
    }
}

/// Gathers numbers of D words from unordered places into lanes, and scatters them to different places.
fn check_places<V: Vectors, const D: usize>(vectors: V) {
    let at: [usize; LANES] = from_fn(|lane| D * (3 * lane % LANES) + lane);
    let words: Vec<u64> = (0..(LANES + 1) * D + LANES).map(|i| (i as u64) << 8 | D as u64).collect();
    let gathered = vectors.vectorize(|| vectors.gather::<D>(&words, &at));
    for (i, vector) in gathered.iter().enumerate() {
        assert_eq!(vectors.to_lanes(*vector), lanes(|lane| words[at[lane] + i]), "word {i} of {D}");
    }
    for count in [1, 3, LANES] {
        let mut out = vec![1; words.len()];
        vectors.vectorize(|| vectors.scatter(&mut out, &at[..count], &gathered));
        let mut want = vec![1; words.len()];
        for &at in &at[..count] {
            want[at..at + D].copy_from_slice(&words[at..at + D]);
        }
        assert_eq!(out, want, "{count} of {D} words");
    }
}

fn check_all_places<V: Vectors>(vectors: V) {
    check_places::<V, 1>(vectors);
    check_places::<V, 5>(vectors);
    check_places::<V, 8>(vectors);
    check_places::<V, 11>(vectors);
}

#[test]
fn words_come_from_their_places_and_go_back() {
    check_all_places(Model::<52>);
    #[cfg(target_arch = "x86_64")]
    if let Some(vectors) = crate::prime::x86_64::Ifma::detect() {
        check_all_places(vectors);
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn lanes_change_places() {
    let Some(vectors) = crate::prime::x86_64::Ifma::detect() else {
        return modexp_kernels::testing::assert_not_expected("ifma");
    };
    let from = [3, 1, 7, 7, 0, 2, 6, 5];
    let a = vectors.from_lanes(lanes(|lane| lane as u64 + 10));
    assert_eq!(vectors.to_lanes(vectors.permute(a, &from)), from.map(|lane| lane + 10));
}

fn ignore<T>(_: T) {}

/// Numbers in digits of RADIX bits, one for each lane.
fn element<const RADIX: u32, const D: usize>(x: impl Fn(usize) -> u64) -> [[u64; LANES]; D] {
    from_fn(|i| lanes(|lane| x(lane) >> (RADIX as usize * i) & mask::<Model<RADIX>>()))
}

fn value<const RADIX: u32, const D: usize>(a: &[[u64; LANES]; D], lane: usize) -> u64 {
    (0..D).map(|i| a[i][lane] << (RADIX as usize * i)).sum()
}

/// Checks every pair of numbers in range, modulo every odd number that fits D digits.
fn every_pair<const RADIX: u32, const D: usize>() {
    let r = 1_u64 << (RADIX as usize * D);
    let x = |a: &_, lane| value::<RADIX, D>(a, lane);
    for p in (3..r / 4).step_by(2) {
        let field = Eight::<_, 1, D>::new(Model::<RADIX>, Params::new(&[p]).expect("odd")).expect("room");
        for a_value in 0..2 * p {
            let a = element::<RADIX, D>(|_| a_value);
            let is = |out: &_, lane, want: u64| {
                assert!(x(out, lane) < 2 * p && x(out, lane) % p == want % p, "{a_value} mod {p}");
            };
            let scaled = |out: &_, lane, want: u64| {
                assert!(x(out, lane) < 2 * p && x(out, lane) * r % p == want % p, "{a_value} mod {p}");
            };
            scaled(&field.sqr(&a), 0, a_value * a_value);
            is(&field.neg(&a), 0, 2 * p - a_value);
            assert!(field.is_zero(&a).lane(0) == (a_value % p == 0));
            let integer = field.from_mont(&a);
            assert!(x(&integer, 0) < p && x(&integer, 0) * r % p == a_value % p);

            for first in (0..2 * p).step_by(LANES) {
                let b_value = |lane: usize| (first + lane as u64) % (2 * p);
                let b = element::<RADIX, D>(b_value);
                let (product, sum, difference) = (field.mul(&a, &b), field.add(&a, &b), field.sub(&a, &b));
                for lane in 0..LANES {
                    let b_value = b_value(lane);
                    scaled(&product, lane, a_value * b_value);
                    is(&sum, lane, a_value + b_value);
                    is(&difference, lane, a_value + 2 * p - b_value);
                }
            }
        }
    }
}

/// Checks sums and differences of the most products, at most 40, for pairs of numbers in range.
fn every_sum<const RADIX: u32, const D: usize>() -> [bool; 2] {
    let r = 1_u64 << (RADIX as usize * D);
    let mut seen = [false; 2];
    for p in (3..r / 4).step_by(2) {
        let field = Eight::<_, 1, D>::new(Model::<RADIX>, Params::new(&[p]).expect("odd")).expect("room");
        let terms = field.wide_terms().min(40);
        if terms == 0 {
            continue;
        }
        seen[usize::from(field.room.is_some())] = true;
        for a_value in (0..2 * p).rev().take(24).chain(0..2) {
            let a = element::<RADIX, D>(|_| a_value);
            for first in (0..2 * p).step_by(LANES) {
                let b_value = |lane: usize| (first + lane as u64) % (2 * p);
                let product = field.mul_wide(&a, &element::<RADIX, D>(b_value));
                let square = field.sqr_wide(&a);
                // Σ ±products, the first `positive` of them with +
                for positive in [0, 1, terms / 2, terms] {
                    let mut sum = [field.zero(), field.zero()];
                    for i in 0..terms {
                        let term = if i % 3 == 2 { &square } else { &product };
                        sum = if i < positive { field.add_wide(&sum, term) } else { field.sub_wide(&sum, term) };
                    }
                    let out = field.redc(&sum);
                    for lane in 0..LANES {
                        let term = |i| a_value * if i % 3 == 2 { a_value } else { b_value(lane) };
                        let sign = |i| if i < positive { 1 } else { p - 1 };
                        let want = (0..terms).fold(0, |sum, i| (sum + term(i) % p * sign(i)) % p);
                        let x = value::<RADIX, D>(&out, lane);
                        assert!(
                            x < 2 * p && x * r % p == want,
                            "{terms} terms of {a_value}, {}, mod {p}",
                            b_value(lane)
                        );
                    }
                }
            }
        }
    }
    seen
}

#[test]
fn as_many_products_add_up_as_there_is_room_for() {
    // whether reductions of some primes subtract no multiple of p, and whether reductions of some primes do
    assert_eq!(every_sum::<3, 3>(), [true, false]);
    assert_eq!(every_sum::<7, 1>(), [true, true]);
    assert_eq!(every_sum::<9, 1>(), [true, true]);
    assert_eq!(every_sum::<5, 2>(), [true, false]);

    // the numbers of products in the towers of alt_bn128, BN254N and BLS12-381
    let terms = |p: &str| Eight::<_, 4, 5>::new(Model::<52>, params(&number(p))).expect("room").wide_terms();
    assert!(terms("30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47") >= 296);
    assert!(terms("2523648240000001ba344d80000000086121000000000013a700000000000013") >= 56);
    let field = Eight::<_, 6, 8>::new(Model::<52>, params(&number(PRIMES_6[0]))).expect("room");
    assert!(field.wide_terms() >= 56);
}

#[test]
fn every_pair_of_tiny_numbers_is_right() {
    every_pair::<3, 2>();
    every_pair::<4, 2>();
    every_pair::<2, 3>();
    every_pair::<7, 1>();
}

/// The field of a prime that `new` refuses, because it has too many bits.
fn without_room<const RADIX: u32, const D: usize>(p: u64) -> Eight<Model<RADIX>, 1, D> {
    let (vectors, params) = (Model::<RADIX>, Params::new(&[p]).expect("odd"));
    let digits = |x| element::<RADIX, D>(|_| x);
    let r = 1 << (RADIX as usize * D);
    assert!(Eight::<_, 1, D>::new(vectors, params).is_none(), "no room for {p}");
    Eight {
        vectors,
        params,
        m0_inv: [params.inverse[0] & mask::<Model<RADIX>>(); LANES],
        p: digits(p),
        double_p: digits(2 * p),
        one: digits(r % p),
        rr: digits(r % p * (r % p) % p),
        terms: 0,
        lift: [digits(0); 2],
        room: None,
    }
}

#[test]
fn numbers_of_a_bit_more_are_noticed() {
    // p < R/4 has room, and p < R/2 has not
    let field = without_room::<4, 2>(127);
    let all = |f: fn(&Eight<Model<4>, 1, 2>, u64)| {
        (0..254).filter(|&a| catch_unwind(AssertUnwindSafe(|| f(&field, a))).is_err()).count()
    };
    let square = |field: &Eight<Model<4>, 1, 2>, a| ignore(field.sqr(&element::<4, 2>(|_| a)));
    let product =
        |field: &Eight<Model<4>, 1, 2>, a| ignore(field.mul(&element::<4, 2>(|_| a), &element::<4, 2>(|_| 253)));
    assert!(all(square) > 0 && all(product) > 0);

    // operands that are not below 2p, in every operation
    let field = Eight::<_, 1, 2>::new(Model::<4>, Params::new(&[61]).expect("odd")).expect("room");
    let (large, one) = (element::<4, 2>(|lane| if lane == 5 { 122 } else { 1 }), field.one());
    let fails = |f: &dyn Fn()| catch_unwind(AssertUnwindSafe(f)).is_err();
    assert!(fails(&|| ignore(field.mul(&large, &one))) && fails(&|| ignore(field.mul(&one, &large))));
    assert!(fails(&|| ignore(field.add(&large, &one))) && fails(&|| ignore(field.sub(&one, &large))));
    assert!(fails(&|| ignore(field.sqr(&large))) && fails(&|| ignore(field.is_zero(&large))));
    assert!(fails(&|| ignore(field.mul_wide(&large, &one))) && fails(&|| ignore(field.sqr_wide(&large))));
    assert!(fails(&|| ignore(field.from_mont(&large))));
    let carries = [[16; LANES], [0; LANES]];
    assert!(fails(&|| ignore(field.mul(&carries, &one))), "a digit of one bit more");
}

/// out < 2p as multiples of p: (2p)²/R + p.
#[test]
fn products_stay_below_2p() {
    let holds = |p: &BigUint, r: &BigUint| p * p * 4u8 / r + p < p * 2u8 && p * p * 4u8 < r * p;
    each_prime(|p, n| {
        let digits = [4, 5, 0, 8, 0, 10, 13, 13][n - 3];
        assert!(holds(p, &(BigUint::from(1u8) << (52 * digits))), "{p:x}");
        assert!(!holds(p, &(BigUint::from(1u8) << (p.bits() + 1))), "a prime of one bit more");
    });
}

/// Whether a reduction of `more` times as many products as allowed leaves less than 2p, for each room = ⌊R/p⌋ with an estimate.
///
/// In units of 2^(RADIX·(D − 1)), 2^RADIX/(room + 1) < p ≤ 2^RADIX/room. The number v is between L − 1/8 and L + 9/8 for its uppermost
/// column with the carry, L. It is at least (2p)²/R, which is 8 units.
fn all_rooms<const D: usize>(more: u64, estimate: impl Fn([u64; LANES], [u64; LANES]) -> [u64; LANES]) -> bool {
    let unit = 8_i128 << Model::<52>::RADIX;
    let mut rooms = 0;
    let is_right = (4_u64..1 << 14).all(|room| {
        let (terms, estimates) = Eight::<Model<52>, 1, D>::terms_of(room);
        if !estimates {
            return 8 * terms + 4 <= room;
        }
        rooms += 1;
        let bound = (8 * terms * more + 4).div_ceil(room) + 1;
        let of = i128::from(room);
        let last_below = |k: i64| (((unit * i128::from(k) - 1) / of + 1) / 8) as i64;
        let first_from = |k: i64| ((unit * i128::from(k) / (of + 1) - 1).div_euclid(8) as i64).max(7);
        let q = |l: i64| estimate([l as u64; LANES], [room; LANES])[0] as i64;
        quotients(bound as i64, last_below, first_from, q).is_some()
    });
    assert!(!is_right || rooms > 1000);
    is_right
}

#[test]
fn quotients_of_sums_are_in_range() {
    let v = Model::<52>;
    let by_code = |top, room| estimate(v, top, room);
    assert!(all_rooms::<4>(1, by_code) && all_rooms::<5>(1, by_code) && all_rooms::<8>(1, by_code));
    assert!(all_rooms::<10>(1, by_code) && all_rooms::<13>(1, by_code));

    let one = splat(v, 1);
    assert!(!all_rooms::<5>(1, |top, room| estimate(v, v.add(top, one), room)), "columns below that are negative");
    assert!(!all_rooms::<5>(1, |top, room| estimate(v, top, v.add(room, one))), "a room of one more");
    assert!(!all_rooms::<5>(1, |top, room| v.add(estimate(v, top, room), one)), "a quotient of one more");
    assert!(!all_rooms::<5>(1, |top, room| v.sub(estimate(v, top, room), one)), "a quotient of one less");
    assert!(catch_unwind(|| all_rooms::<5>(2, by_code)).is_err(), "twice as many products are longer than D digits");
}
