//! The kernels in emulated vectors of two and four lanes, with their range assertions on; and in the vectors of this machine.

use super::emulated::Emulated;
use super::vector::Vector;
use super::*;
use alloc::vec;
use alloc::vec::Vec;
use num_bigint::{BigInt, BigUint};

fn detected<V: Machine, const N: usize>() -> Fused<V, N> {
    Fused::detect().expect("mul_add rounds once")
}

/// Runs `$test` for one number and for one in each lane, on every kind of vectors.
macro_rules! on_all_vectors {
    ($($name:ident)*) => { $(
        mod $name {
            #[test]
            fn in_two_lanes() {
                super::$name::<super::Emulated<2>, 2>();
            }

            #[test]
            fn in_four_lanes() {
                super::$name::<super::Emulated<4>, 4>();
            }

            #[cfg(target_arch = "x86_64")]
            #[test]
            fn avx2() {
                use crate::x86_64::fma::Quad;
                if super::Fused::<Quad, 1>::detect().is_some() {
                    super::$name::<Quad, 4>();
                } else {
                    crate::testing::assert_not_expected("fma");
                }
            }

            #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
            #[test]
            fn neon() {
                super::$name::<crate::aarch64::fma::Pair, 2>();
            }
        }
    )* };
}

on_all_vectors!(products_and_squares_of_all_sizes digits_on_the_bounds columns_of_the_longest_modulus
    a_product_below_r_times_m_comes_in_range select_gives_each_lane_its_entry joining_undoes_splitting
    the_shortest_elements_have_three_vectors);

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

/// Checks products and squares of numbers at the ends of the range, for these moduli in the lanes.
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

/// The step between short sizes: an emulator runs the tests of aarch64.
const STEP: usize = if cfg!(target_arch = "aarch64") { 17 } else { 1 };

fn products_and_squares_of_all_sizes<V: Machine, const ALL: usize>() {
    let mut seed = 1;
    for bits in (2..700).step_by(STEP).chain(SIZES) {
        let top = BigUint::from(1u8) << (bits - 1);
        let moduli = [random(bits, &mut seed) | &top | BigUint::from(1u8), &top * 2u8 - 1u8, &top + 1u8];
        for m in &moduli {
            check(detected::<V, 1>(), &[m], &mut seed);
        }
        let three = BigUint::from(3u8);
        let moduli = [&moduli[0], &moduli[1], &moduli[2], &three];
        for moduli in moduli.chunks(2) {
            check(detected::<V, 2>(), moduli, &mut seed);
        }
        for moduli in moduli.chunks(ALL) {
            check(detected::<V, ALL>(), moduli, &mut seed);
        }
    }
}

/// The element of digits `digit(i)`, and its value, which is positive.
fn pattern<V: Machine>(n: usize, digit: impl Fn(usize) -> i64) -> (Vec<u64>, BigUint) {
    let shape = Layout::<V, 1>::shape(n);
    let mut words = vec![0; V::LANES * shape.vectors()];
    let mut value = BigInt::ZERO;
    for i in (0..n).rev() {
        words[shape.word(i, 0)] = (digit(i) as f64).to_bits();
        value = (value << RADIX) + digit(i);
    }
    (words, value.to_biguint().expect("positive"))
}

/// The largest digit that a product leaves.
const LARGEST: i64 = (1 << 49) + (1 << 12);

fn digits_on_the_bounds<V: Machine, const ALL: usize>() {
    let patterns: [fn(usize, usize) -> i64; 4] = [
        |_, _| LARGEST,
        |i, n| if (n - i) % 2 == 1 { LARGEST } else { 0 },
        |i, n| if (n - i) % 2 == 1 { LARGEST } else { -LARGEST },
        |i, n| if i + 1 == n { LARGEST } else { -LARGEST },
    ];
    let mut seed = 2;
    let kernel = detected::<V, 1>();
    for bits in (200..1000).step_by(47).chain([2048, 4096, 16_384]) {
        let m = random(bits, &mut seed) | BigUint::from(1u8) | BigUint::from(1u8) << (bits - 1);
        let n = Fused::<V, 1>::digits(bits as usize);
        let params = kernel.modulus(&[&limbs(&m)], n);
        let r = BigUint::from(1u8) << (RADIX as usize * n);
        let mut scratch = vec![u64::MAX; Fused::<V, 1>::scratch_words(n)];
        let mut out = vec![0; Fused::<V, 1>::words(n)];
        for digit in patterns {
            let (words, x) = pattern::<V>(n, |i| digit(i, n));
            for other in patterns {
                let (by, y) = pattern::<V>(n, |i| other(i, n));
                kernel.mont_mul(&mut out, &words, &by, &params, &mut scratch);
                assert_eq!(value::<Fused<V, 1>>(&out, 0) * &r % &m, &x * y % &m, "{bits} bits");
            }
            kernel.mont_sqr(&mut out, &words, &params, &mut scratch);
            assert_eq!(value::<Fused<V, 1>>(&out, 0) * &r % &m, &x * &x % &m, "{bits} bits");
        }
    }
}

#[test]
#[should_panic(expected = "left its binade")]
fn digits_beyond_the_bound_are_noticed() {
    let kernel = detected::<Emulated<4>, 1>();
    let n = Fused::<Emulated<4>, 1>::digits(2048);
    let params = kernel.modulus(&[&[u64::MAX; 32]], n);
    let (words, _) = pattern::<Emulated<4>>(n, |_| LARGEST * 6 / 5);
    let mut scratch = vec![0; Fused::<Emulated<4>, 1>::scratch_words(n)];
    kernel.mont_sqr(&mut vec![0; Fused::<Emulated<4>, 1>::words(n)], &words, &params, &mut scratch);
}

fn columns_of_the_longest_modulus<V: Machine, const ALL: usize>() {
    let kernel = detected::<V, 1>();
    let bits = shape::MAX_BITS;
    let n = Fused::<V, 1>::digits(bits);
    let m = (BigUint::from(1u8) << bits) - 1u8;
    let params = kernel.modulus(&[&limbs(&m)], n);
    let r = BigUint::from(1u8) << (RADIX as usize * n);
    let (words, x) = pattern::<V>(n, |i| if i + 1 == n { 1 } else { LARGEST });
    let mut scratch = vec![0; Fused::<V, 1>::scratch_words(n)];
    let mut out = vec![0; Fused::<V, 1>::words(n)];
    kernel.mont_sqr(&mut out, &words, &params, &mut scratch);
    assert_eq!(value::<Fused<V, 1>>(&out, 0) * r % &m, &x * &x % &m);
}

fn the_shortest_elements_have_three_vectors<V: Machine, const ALL: usize>() {
    assert!(Fused::<V, 1>::words(Fused::<V, 1>::digits(1)) >= 3 * V::LANES);
    assert!(Fused::<V, ALL>::words(Fused::<V, ALL>::digits(1)) >= 3 * V::LANES);
}

#[test]
#[should_panic(expected = "a modulus of at most 131072 bits")]
fn a_digit_more_than_the_longest_has_is_refused() {
    let n = Fused::<Emulated<2>, 1>::digits(shape::MAX_BITS);
    detected::<Emulated<2>, 1>().modulus(&[&[3]], n + 1);
}

/// Computes a product of five digits with `words` words of scratch space.
fn product_in(words: usize) {
    let kernel = detected::<Emulated<2>, 1>();
    let params = kernel.modulus(&[&[3]], 5);
    let mut out = vec![0; Fused::<Emulated<2>, 1>::words(5)];
    let one = element::<Fused<Emulated<2>, 1>>(&[&BigUint::from(1u8)], 5);
    kernel.mont_mul(&mut out, &one, &one, &params, &mut vec![0; words]);
}

#[test]
fn a_product_takes_the_scratch_space_that_it_asks_for() {
    product_in(Fused::<Emulated<2>, 1>::scratch_words(5));
}

#[test]
#[should_panic(expected = "scratch.len()")]
fn a_word_less_of_scratch_space_is_refused() {
    product_in(Fused::<Emulated<2>, 1>::scratch_words(5) - 1);
}

fn a_product_below_r_times_m_comes_in_range<V: Machine, const ALL: usize>() {
    let mut seed = 3;
    let kernel = detected::<V, 1>();
    for bits in (2..600).step_by(7) {
        let m = random(bits, &mut seed) | BigUint::from(1u8) | BigUint::from(1u8) << (bits - 1);
        let n = Fused::<V, 1>::digits(bits as usize);
        let params = kernel.modulus(&[&limbs(&m)], n);
        let r = BigUint::from(1u8) << (RADIX as usize * n);
        let (a, b) = (&r - 1u8, &m - 1u8);
        let mut scratch = vec![0; Fused::<V, 1>::scratch_words(n)];
        let mut out = vec![0; Fused::<V, 1>::words(n)];
        kernel.mont_mul(
            &mut out,
            &element::<Fused<V, 1>>(&[&a], n),
            &element::<Fused<V, 1>>(&[&b], n),
            &params,
            &mut scratch,
        );
        let got = value::<Fused<V, 1>>(&out, 0);
        assert!(got < &m * 4u8);
        assert_eq!(got * r % &m, a * b % m);
    }
}

fn select_of<V: Machine, const N: usize>(words: usize) {
    let table: Vec<u64> = (0..16 * words as u64).map(|i| i * i + 1).collect();
    let mut out = vec![0; words];
    for i in 0..16 {
        let index: Vec<usize> = (0..N).map(|number| (i + number * (7 * i + 3)) % 16).collect();
        detected::<V, N>().select(&mut out, &table, &index);
        for (k, &word) in out.iter().enumerate() {
            assert_eq!(word, table[index[k % N] * words + k]);
        }
    }
}

fn select_gives_each_lane_its_entry<V: Machine, const ALL: usize>() {
    for words in (3 * V::LANES..64).step_by(V::LANES) {
        select_of::<V, 1>(words);
        select_of::<V, 2>(words);
        select_of::<V, ALL>(words);
    }
}

#[test]
fn entries_may_end_in_a_vector() {
    type Pair = Emulated<2>;
    for words in 6..40 {
        let entry = |i: usize| (0..words).map(move |j| (64 * i + j) as u64);
        let table: Vec<u64> = (0..5).flat_map(entry).collect();
        for index in 0..5 {
            let mut out = vec![0; words];
            super::select::select_one(&mut out, &table, Pair::splat(index as u64));
            assert!(out.into_iter().eq(entry(index)), "entry {index} of {words} words");
        }
    }
}

fn splitting<V: Machine, const N: usize>(x: &BigUint, n: usize) {
    let y = (BigUint::from(1u8) << (50 * n)) - 1u8;
    let all: Vec<&BigUint> = [x, &y].into_iter().cycle().take(N).collect();
    let element = element::<Fused<V, N>>(&all, n);
    for (number, want) in all.into_iter().enumerate() {
        assert_eq!(&value::<Fused<V, N>>(&element, number), want);
    }
}

fn joining_undoes_splitting<V: Machine, const ALL: usize>() {
    let mut seed = 4;
    for n in 9..60 {
        let x = random(50 * n as u64, &mut seed);
        splitting::<V, 1>(&x, n);
        splitting::<V, 2>(&x, n);
        splitting::<V, ALL>(&x, n);
    }
}
