//! Products with long carry chains, against big integers.

use super::short::{AdxEight, AdxFour, AdxShort, Assembly, ShortModulus};
use super::*;
use crate::testing::two_to;
use modexp_limbs::testing::Random;
use num_bigint::BigUint;

fn big(a: &[u64]) -> BigUint {
    BigUint::from_slice(&a.iter().flat_map(|&a| [a as u32, (a >> 32) as u32]).collect::<Vec<_>>())
}

/// Returns limbs that are 0, 1, 2^63, 2^64 − 1 or random, so that long carry chains are common.
fn carrying(random: &mut Random, n: usize) -> Vec<u64> {
    let style = random.limb() % 4;
    let pick = |r: u64, x: u64| match (style, r % 8) {
        (1, 0..6) | (3, 3) => u64::MAX,
        (2, 0..6) | (3, 2) => 0,
        (3, 0) => 1,
        (3, 1) => 1 << 63,
        _ => x,
    };
    (0..n).map(|_| pick(random.limb(), random.limb())).collect()
}

fn adx() -> Adx {
    Adx::detect().expect("these tests need bmi2, adx and avx2")
}

fn eight() -> AdxEight {
    AdxEight::detect().expect("these tests need bmi2, adx and avx2")
}

fn four() -> AdxFour {
    AdxFour::detect().expect("these tests need bmi2, adx and avx2")
}

/// Checks a·b and b² modulo m against `num-bigint`. Results are below m, or with headroom below m + m/2^64 + ab/R + 2.
fn check<K: Kernel<Word = u64>>(kernel: K, m: &[u64], a: &[u64], b: &[u64]) {
    let limbs = m.len();
    let digits = K::digits(64 * limbs);
    let modulus = kernel.modulus(&[m], digits);
    let mut scratch = alloc::vec![u64::MAX; K::scratch_words(digits)];
    let mut out = alloc::vec![0; limbs];
    let (m, r) = (big(m), two_to(64 * digits));
    let bound = |product: &BigUint| match K::HEADROOM {
        0 => m.clone(),
        _ => &m + (&m >> 64u32) + product / &r + 2u8,
    };

    let product = big(a) * big(b);
    kernel.mont_mul(&mut out, a, b, &modulus, &mut scratch);
    assert!(big(&out) < bound(&product), "product not reduced, {limbs} limbs");
    assert_eq!(big(&out) * &r % &m, product % &m, "product, {limbs} limbs, m {m:x}");
    let square = big(b) * big(b);
    kernel.mont_sqr(&mut out, b, &modulus, &mut scratch);
    assert!(big(&out) < bound(&square), "square not reduced, {limbs} limbs");
    assert_eq!(big(&out) * &r % &m, square % &m, "square, {limbs} limbs, m {m:x}");
}

/// a^(2^count)·R^(1 − 2^count) mod m, by single squares.
fn repeated<K: Kernel<Word = u64>>(
    kernel: K,
    a: &[u64],
    count: u64,
    modulus: &K::Modulus,
    scratch: &mut [u64],
) -> Vec<u64> {
    let (mut a, mut next) = (a.to_vec(), a.to_vec());
    for _ in 0..count {
        kernel.mont_sqr(&mut next, &a, modulus, scratch);
        core::mem::swap(&mut a, &mut next);
    }
    a
}

/// Checks that many squares of a modulo m at once equal single squares one after the other.
fn check_many<K: Kernel<Word = u64>>(kernel: K, m: &[u64], a: &[u64]) {
    let digits = K::digits(64 * m.len());
    let modulus = kernel.modulus(&[m], digits);
    let mut scratch = alloc::vec![u64::MAX; K::scratch_words(digits)];
    for count in [0, 1, 2, 5, 64] {
        let expected = repeated(kernel, a, count, &modulus, &mut scratch);
        let mut many = a.to_vec();
        kernel.mont_sqr_n(&mut many, count, &mut [], &modulus, &mut scratch);
        assert_eq!(many, expected, "{count} squares, {} limbs", m.len());
    }
}

#[test]
fn many_squares_are_single_squares_one_after_another() {
    let mut random = Random(3);
    for limbs in [4, 8, 12, 16, 20, 32] {
        let mut m = carrying(&mut random, limbs);
        m[0] |= 1;
        m[limbs - 1] |= 2;
        let a = below(&carrying(&mut random, limbs), &m);
        check_many(adx(), &m, &a);
        match limbs {
            4 => check_many(four(), &m, &a),
            8 => check_many(eight(), &m, &a),
            _ => (),
        }
    }
    // the square of B^n − 1 − B^(n/2)/2 modulo B^n − 1 carries
    let mut a = [u64::MAX; 8];
    a[3] >>= 1;
    for m in largest(8) {
        check_many(eight(), &m, &a);
    }
    let mut a = [u64::MAX; 4];
    a[1] >>= 1;
    for m in largest(4) {
        check_many(four(), &m, &a);
    }
}

fn below(x: &[u64], m: &[u64]) -> Vec<u64> {
    let mut limbs = (big(x) % big(m)).to_u64_digits();
    limbs.resize(m.len(), 0);
    limbs
}

#[test]
fn products_and_squares_agree_with_num_bigint() {
    let kernel = adx();
    let mut random = Random(1);
    for digits in (4..=72).step_by(4).chain([96, 100, 128, 132, 256, 1028]) {
        for _ in 0..if digits > 100 { 20 } else { 400 } {
            let mut m = carrying(&mut random, digits);
            m[0] |= 1;
            // some moduli are shorter than the element
            let top = if random.limb().is_multiple_of(4) { random.limb() as usize % digits } else { digits - 1 };
            m[top + 1..].fill(0);
            m[top] |= 3;
            let a = carrying(&mut random, digits);
            let b = carrying(&mut random, digits);
            check(kernel, &m, &a, &below(&b, &m));
            match digits {
                4 => check(four(), &m, &a, &b),
                8 => check(eight(), &m, &a, &b),
                _ => (),
            }
        }
    }
}

#[test]
fn multiples_of_m_are_not_zero_at_four_limbs() {
    let mut random = Random(6);
    for _ in 0..100 {
        let mut m = carrying(&mut random, 4);
        m[0] |= 3;
        let modulus = four().modulus(&[&m], 5);
        let mut out = [0; 4];
        let mut b = below(&carrying(&mut random, 4), &m);
        b[0] |= 1;
        for (a, b) in [(&m, &m), (&m, &b), (&b, &m)] {
            four().mont_mul(&mut out, a, b, &modulus, &mut []);
            assert_eq!(&out[..], m);
        }
        four().mont_sqr(&mut out, &m, &modulus, &mut []);
        assert_eq!(&out[..], m);
    }
}

/// Checks that elements of n limbs are the limbs of their residues.
fn check_limbs<K: Kernel<Word = u64>>(_: K, n: usize) {
    let limbs = carrying(&mut Random(n as u64), n);
    let [mut words, mut back] = [K::words(K::digits(64 * n)), n].map(|len| alloc::vec![0; len]);
    K::from_limbs(&mut words, &limbs, 0);
    K::to_limbs(&mut back, &words, 0);
    assert_eq!((&words, &back), (&limbs, &limbs));
}

#[test]
fn short_residues_are_their_limbs() {
    check_limbs(four(), 4);
    check_limbs(eight(), 8);
}

/// Checks that `kernel` takes each entry of a random table.
fn check_select<K: Kernel<Word = u64>>(kernel: K, entries: usize, digits: usize, random: &mut Random) {
    let table = carrying(random, entries * digits);
    let mut out = alloc::vec![0; digits];
    for (i, entry) in table.chunks_exact(digits).enumerate() {
        kernel.select(&mut out, &table, &[i]);
        assert_eq!(out, entry, "entry {i} of {entries}, {digits} limbs");
    }
}

#[test]
fn select_takes_every_entry_of_every_length() {
    let mut random = Random(2);
    for kernel in [adx(), Adx { wide: None }] {
        for (digits, entries) in (1..=52).zip([33, 1, 7, 8, 9, 16, 30].into_iter().cycle()) {
            check_select(kernel, entries, digits, &mut random);
        }
    }
    check_select(four(), 9, 4, &mut random);
    check_select(eight(), 9, 8, &mut random);
}

#[test]
fn each_lane_selects_an_entry_of_its_own() {
    let wide = Ifma::detect();
    let mut random = Random(3);
    for (entries, words) in [(1, 8), (7, 16), (8, 24), (9, 40), (17, 64), (33, 8)] {
        let table = carrying(&mut random, entries * words);
        for shift in 0..entries {
            let index: [usize; 8] = core::array::from_fn(|lane| (5 * lane + shift) % entries);
            let want: Vec<u64> = (0..words).map(|j| table[index[j % 8] * words + j]).collect();
            let mut out = alloc::vec![0; words];
            if let Some(wide) = wide {
                look_up_lanes(wide, &mut out, &table, &index);
                assert_eq!(out, want, "{index:?} of {entries}, {words} words");
            }
            out.fill(1);
            limb::select_lanes(&mut out, &table, &index);
            assert_eq!(out, want, "{index:?} of {entries}, {words} words, word by word");
        }
    }
}

#[test]
fn bounds_hold_at_the_extremes() {
    let kernel = adx();
    for digits in (4..=40).step_by(4).chain([64, 96, 128, 132, 256]) {
        let ones = alloc::vec![u64::MAX; digits];
        let mut near = ones.clone();
        near[0] -= 58;
        let mut half = ones.clone();
        half[digits - 1] >>= 1;
        let mut power = alloc::vec![0; digits];
        (power[0], power[digits - 1]) = (1, 1 << 63);
        let mut alternating = ones.clone();
        alternating.iter_mut().skip(1).step_by(2).for_each(|limb| *limb = 0);
        let mut three = alloc::vec![0; digits];
        three[0] = 3;

        for m in [&ones, &near, &half, &power, &alternating, &three] {
            let mut most = m.clone();
            most[0] -= 1;
            let mut one = alloc::vec![0; digits];
            one[0] = 1;
            for b in [m, &most, &one, &alloc::vec![0; digits], &below(&alternating, m)] {
                // a < R suffices where b ≤ m
                for a in [&ones, &most, &one, b] {
                    check(kernel, m, a, b);
                    match digits {
                        4 => check(four(), m, a, b),
                        8 => check(eight(), m, a, b),
                        _ => (),
                    }
                }
            }
        }
    }
}

/// The largest moduli. Products carry only modulo the largest of them.
fn largest(limbs: usize) -> Vec<Vec<u64>> {
    let top = |top: u64, below: u64| {
        let mut m = alloc::vec![below; limbs];
        m[0] |= 1;
        m[limbs - 1] = top;
        m
    };
    let mut gost = top(u64::MAX, u64::MAX);
    gost[0] -= 568;
    Vec::from([
        top(u64::MAX, u64::MAX),
        gost,
        top(u64::MAX, 0),
        top(u64::MAX - 1, u64::MAX),
        top(u64::MAX - 1, 0),
        top(u64::MAX - 2, u64::MAX),
        top(u64::MAX - 2, 0),
    ])
}

#[test]
fn moduli_below_two_to_512_minus_two_to_448_may_carry() {
    // found by search: the quotients nearly add up to R + 2^512, which needs a large −m⁻¹ mod 2^64
    let m = [1, u64::MAX, u64::MAX, u64::MAX, u64::MAX, u64::MAX, u64::MAX, u64::MAX - 1];
    let a = [
        0x06ab_f9a5_a6d0_c246,
        1,
        0x899b_e2b9_f9cc_3280,
        0x6295_c921_f5fd_492d,
        0xea36_927a_ef36_51fa,
        0xee50_ebbe_4d24_b402,
        0xfa6e_41f1_12a6_58e2,
        0xf524_2435_4ef5_dab0,
    ];
    let b = [1, 0, 0, 0, 0, 0, 0, 0xf59e_7fe5_641d_e184];
    assert_eq!(carry(eight(), &eight().modulus(&[&m], 9), &a, &b), 1);
    check(eight(), &m, &a, &b);
}

/// Numbers around m and the largest numbers. Among them are a and b with a product that is m·B^(n − 1) plus a large
/// multiple of R: its quotients are R − B^(n − 1), and it reduces to nearly m + B^(n − 1).
fn operands(m: &[u64], random: &mut Random) -> Vec<Vec<u64>> {
    let limbs = m.len();
    let m = big(m);
    let all = two_to(64 * limbs) - 1u8;
    let b = &all - (&all >> 64u32);
    let a = two_to(64 * limbs) - &m * (two_to(64) + 1u8) % two_to(128);
    let mut numbers = Vec::from([
        BigUint::ZERO,
        BigUint::from(1u8),
        &m - 1u8,
        m.clone(),
        (&m + 1u8).min(all.clone()),
        &all - 1u8,
        two_to(64 * limbs - 1),
        all,
        a,
        b,
    ]);
    numbers.extend((0..20).map(|_| big(&carrying(random, limbs))));
    numbers.iter().map(|x| limb::resize(&x.to_u64_digits(), limbs)).collect()
}

/// Checks the products of all of [`operands`], and that only the largest moduli carry.
fn check_largest<const LIMBS: usize>(kernel: AdxShort<LIMBS>)
where
    AdxShort<LIMBS>: Assembly<LIMBS> + Send + Sync,
{
    let mut random = Random(4);
    assert_eq!(AdxShort::<LIMBS>::capacity(LIMBS + 1), 64 * LIMBS, "any value of the limbs");
    for m in largest(LIMBS) {
        let modulus = kernel.modulus(&[&m], LIMBS + 1);
        let operands = operands(&m, &mut random);
        let mut carries = 0;
        for a in &operands {
            for b in &operands {
                check(kernel, &m, a, b);
                carries += carry(kernel, &modulus, a, b);
            }
        }
        let expected = m[LIMBS - 1] == u64::MAX && m[LIMBS - 2] == u64::MAX;
        assert!(carries == 0 || m[LIMBS - 1] >= u64::MAX - 1, "m {m:x?}");
        assert!(carries > 0 || !expected, "m {m:x?}");
    }
}

/// The carry of a·b before the partial reduction.
fn carry<const LIMBS: usize>(kernel: AdxShort<LIMBS>, m: &ShortModulus<LIMBS>, a: &[u64], b: &[u64]) -> u64
where
    AdxShort<LIMBS>: Assembly<LIMBS>,
{
    let [a, b] = [a, b].map(|x| x.try_into().expect("as many limbs"));
    kernel.product(&mut [0; LIMBS], a, b, m)
}

#[test]
fn short_numbers_of_any_value_multiply() {
    check_largest(four());
    check_largest(eight());
}
