//! Products of patterns that reach the bounds, against big integers.

use super::*;
use crate::testing::assert_not_expected;
use crate::testing::two_to;
use alloc::vec;
use alloc::vec::Vec;
use modexp_limbs::buffer::Buffer;
use modexp_limbs::testing::Random;
use num_bigint::BigUint;

/// Elements in range are below this multiple of m.
const fn range<K: Kernel>() -> u32 {
    1 << (K::HEADROOM / 2)
}

fn big(limbs: &[u64]) -> BigUint {
    BigUint::from_bytes_le(&limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect::<Vec<_>>())
}

trait Below {
    fn below(&mut self, bound: &BigUint) -> BigUint;
}

impl Below for Random {
    fn below(&mut self, bound: &BigUint) -> BigUint {
        big(&self.limbs(bound.bits() as usize / 64 + 2)) % bound
    }
}

/// Digits at their maximum for the one bits of `pattern`, which repeats; the other digits are zero.
fn digit_pattern(bits: usize, radix: usize, pattern: u64) -> BigUint {
    let mut x = BigUint::default();
    for i in (0..bits.div_ceil(radix)).filter(|i| pattern >> (i % 64) & 1 == 1) {
        x |= (two_to(radix) - 1u32) << (radix * i);
    }
    x % two_to(bits)
}

fn moduli(bits: usize, radix: usize, random: &mut Random) -> Vec<BigUint> {
    let (top, all) = (two_to(bits - 1), two_to(bits) - 1u32);
    let low = two_to(bits.min(8 * radix)) - 1u32;
    let block_up = (random.below(&top) >> (8 * radix)) << (8 * radix);
    let mut found = vec![
        all.clone(),
        top.clone(),
        &all - random.below(&BigUint::from(50u32).min(top.clone())),
        &top + random.below(&BigUint::from(50u32).min(top.clone())),
        digit_pattern(bits, radix, 0x5555_5555_5555_5555) | &top,
        digit_pattern(bits, radix, 0xaaaa_aaaa_aaaa_aaaa) | &top,
        digit_pattern(bits, radix, 0x00ff_00ff_00ff_00ff) | &top,
        &block_up | &top,
        &block_up | &top | &low,
        random.below(&top) | &top,
        random.below(&top) | &top,
    ];
    for m in &mut found {
        *m |= BigUint::from(1u32);
    }
    found
}

fn values<K: Kernel>(m: &BigUint, random: &mut Random) -> Vec<BigUint> {
    let (radix, range) = (K::RADIX as usize, m * range::<K>());
    vec![
        BigUint::default(),
        BigUint::from(1u32),
        m - 1u32,
        m.clone(),
        m * 2u32 - 1u32,
        &range - 1u32,
        digit_pattern(m.bits() as usize + 2, radix, u64::MAX) % &range,
        digit_pattern(m.bits() as usize + 1, radix, 0x5555_5555_5555_5555) % &range,
        two_to((8 * radix).min(m.bits() as usize)) - 1u32,
        random.below(&range),
    ]
}

/// One kernel with a modulus in each lane.
pub(in super::super) struct Bench<K: Kernel<Word = u64>> {
    kernel: K,
    m: Vec<BigUint>,
    pub(in super::super) r: BigUint,
    modulus: K::Modulus,
    digits: usize,
    scratch: Buffer<u64>,
}

impl<K: Kernel<Word = u64>> Bench<K> {
    pub(in super::super) fn new(kernel: K, m: &[BigUint]) -> Self {
        let digits = K::digits(m.iter().map(BigUint::bits).max().unwrap_or(0) as usize);
        let limbs: Vec<Vec<u64>> = m.iter().map(BigUint::to_u64_digits).collect();
        let lanes: Vec<&[u64]> = limbs.iter().map(Vec::as_slice).collect();
        let modulus = kernel.modulus(&lanes, digits);
        let scratch = Buffer::new(K::scratch_words(digits));
        Self { kernel, m: m.to_vec(), r: two_to(K::RADIX as usize * digits), modulus, digits, scratch }
    }

    fn element(&self, x: &[BigUint]) -> Buffer<u64> {
        let mut out = Buffer::new(K::words(self.digits));
        for (lane, x) in x.iter().enumerate() {
            K::from_limbs(&mut out, &x.to_u64_digits(), lane);
        }
        out
    }

    /// Checks a·b and, if a is in range, a² in all lanes. Returns the product.
    pub(in super::super) fn check(&mut self, a: &[BigUint], b: &[BigUint]) -> Vec<BigUint> {
        let mut out = self.element(&[]);
        let (x, y) = (self.element(a), self.element(b));
        self.kernel.mont_mul(&mut out, &x, &y, &self.modulus, &mut self.scratch);
        let product = self.accept(&out, a, b);
        if a.iter().zip(&self.m).all(|(a, m)| a < &(m * range::<K>())) {
            self.kernel.mont_sqr(&mut out, &x, &self.modulus, &mut self.scratch);
            self.accept(&out, a, a);
        }
        product
    }

    fn accept(&self, out: &[u64], a: &[BigUint], b: &[BigUint]) -> Vec<BigUint> {
        assert!(out.iter().all(|&digit| digit <= MASK));
        let value = |(lane, ((a, b), m)): (usize, ((&BigUint, &BigUint), &BigUint))| {
            let mut limbs = vec![0; self.digits];
            K::to_limbs(&mut limbs, out, lane);
            let x = big(&limbs);
            assert!(x < m * range::<K>(), "{a}·{b} mod {m} leaves the range");
            assert_eq!(&x * &self.r % m, a * b % m, "{a}·{b} mod {m}");
            x
        };
        a.iter().zip(b).zip(&self.m).enumerate().map(value).collect()
    }
}

/// Checks products of patterns that reach the bounds, with a different modulus, length and value in each lane, and
/// products of a < R with b up to `widest`·m.
pub(in super::super) fn check_sizes<K: Kernel<Word = u64>>(
    kernel: K,
    widest: u32,
    sizes: impl IntoIterator<Item = usize>,
) {
    let mut random = Random(1);
    for bits in sizes {
        let mut m = moduli(bits, K::RADIX as usize, &mut random);
        if K::LANES > 1 {
            m.extend(moduli((bits / 2).max(2), K::RADIX as usize, &mut random));
        }
        for m in m.chunks_exact(K::LANES) {
            let values: Vec<_> = m.iter().map(|m| values::<K>(m, &mut random)).collect();
            let mut bench = Bench::new(kernel, m);
            let row = |i: usize, step: usize| -> Vec<BigUint> {
                values.iter().enumerate().map(|(lane, x)| x[(i + step * lane) % x.len()].clone()).collect()
            };
            let count = values[0].len();
            for i in 0..count {
                for j in 0..if K::LANES > 2 { 1 } else { count } {
                    bench.check(&row(i, 0), &row(i + j, 0));
                }
                bench.check(&row(i, 1), &row(i, 3));
                bench.check(&row(5, 0), &row(i, 0));
            }

            // the widest operands that the range allows: any a < R
            let r = bench.r.clone();
            for times in 1..=widest {
                let b: Vec<_> = m.iter().map(|m| m * times - 1u32).collect();
                bench.check(&vec![&r - 1u32; K::LANES], &b);
                bench.check(&vec![random.below(&r); K::LANES], &b);
            }
        }
    }
}

/// Checks products modulo a number of all ones, and modulo a number with long runs of zeros.
pub(in super::super) fn check_very_large<K: Kernel<Word = u64>>(kernel: K, bits: usize) {
    let ones = two_to(bits) - 1u32;
    let mixed = digit_pattern(bits, K::RADIX as usize, 0xffff_0000_ffff_ffff) | two_to(bits - 1) | two_to(0);
    for first in 0..2 {
        let m: Vec<_> =
            (0..K::LANES).map(|lane| if (lane + first) % 2 == 0 { ones.clone() } else { mixed.clone() }).collect();
        let largest: Vec<_> = m.iter().map(|m| m * range::<K>() - 1u32).collect();
        let mut bench = Bench::new(kernel, &m);
        let square = bench.check(&largest, &largest);
        bench.check(&square, &largest);
    }
}

/// Checks that each lane selects its own entry.
pub(in super::super) fn check_select<K: Kernel<Word = u64>>(kernel: K, digits: usize) {
    let words = K::words(digits);
    let mut table = Buffer::new(9 * words);
    for (i, word) in table.iter_mut().enumerate() {
        *word = i as u64;
    }
    let entry = |i: usize| table[i * words..(i + 1) * words].to_vec();
    let mut out = Buffer::new(words);
    for shift in 0..9 {
        let index: Vec<usize> = (0..K::LANES).map(|lane| (shift + 4 * lane) % 9).collect();
        kernel.select(&mut out, &table, &index);
        for (lane, &i) in index.iter().enumerate() {
            let (mut found, mut wanted) = (vec![0; digits], vec![0; digits]);
            K::to_limbs(&mut found, &out, lane);
            K::to_limbs(&mut wanted, &entry(i), lane);
            assert_eq!(found, wanted, "lane {lane}");
        }
    }
}

/// Runs `check` for the kernels of one and two numbers, if this machine has them.
fn on_each(check: impl Fn(&dyn Fn(&[usize]))) {
    let (one, two) = (Ifma::detect(), IfmaX2::detect());
    check(&|sizes| {
        if let (Some(one), Some(two)) = (one, two) {
            check_sizes(one, 2, sizes.iter().copied());
            check_sizes(two, 2, sizes.iter().copied());
        } else {
            assert_not_expected("ifma");
        }
    });
}

#[test]
fn products_of_small_moduli() {
    on_each(|check| check(&(2..130).collect::<Vec<_>>()));
}

#[test]
fn products_at_boundary_sizes() {
    on_each(|check| {
        check(&(3..48).flat_map(|digits| 52 * digits - 1..=52 * digits + 1).collect::<Vec<_>>());
        check(&(1..10).flat_map(|blocks| 208 * blocks - 6..=208 * blocks + 2).collect::<Vec<_>>());
    });
}

#[test]
fn products_of_common_and_large_moduli() {
    on_each(|check| check(&[1024, 1536, 2048, 3072, 4096, 6144, 8192]));
}

#[test]
fn accumulators_of_very_large_moduli_do_not_overflow() {
    let (Some(one), Some(two)) = (Ifma::detect(), IfmaX2::detect()) else { return assert_not_expected("ifma") };
    for bits in [26_620, 65_536, 110_000] {
        check_very_large(one, bits);
        check_very_large(two, bits);
    }
}

/// Q = B − 1, and T with digits of all ones: carries run through every lane, and no further.
pub(in super::super) fn check_carries<K: Kernel<Word = u64>>(kernel: K, sizes: &[usize]) {
    for &bits in sizes {
        for low in [1u64, 3, u64::MAX] {
            let m = vec![two_to(bits - 1) + low; K::LANES];
            let mut bench = Bench::new(kernel, &m);
            let (r, one) = (bench.r.clone(), vec![BigUint::from(1u32); K::LANES]);
            for shift in 0..60 {
                // a·1 = T with runs of ones of every length from every place, between zeros
                let run = (two_to(bits) - (BigUint::from(1u32) << (shift * bits / 60))) % &m[0];
                for lane in 0..K::LANES {
                    let mut a = vec![BigUint::default(); K::LANES];
                    a[lane] = run.clone();
                    bench.check(&a, &one);
                }
                let a = vec![run; K::LANES];
                bench.check(&a, &one);
                bench.check(&a.iter().map(|a| &r - 1u32 - a).collect::<Vec<_>>(), &one);
                bench.check(&vec![&r - 1u32; K::LANES], &a);
            }
        }
    }
}

#[test]
fn carries_run_through_whole_vectors() {
    let (Some(one), Some(two)) = (Ifma::detect(), IfmaX2::detect()) else { return assert_not_expected("ifma") };
    check_carries(one, &[200, 400, 828, 2048]);
    check_carries(two, &[200, 400, 828, 2048]);
}

#[test]
fn select_reads_the_wanted_entries() {
    let (Some(one), Some(two)) = (Ifma::detect(), IfmaX2::detect()) else { return assert_not_expected("ifma") };
    for digits in (8..=96).step_by(8) {
        check_select(one, digits);
        check_select(two, digits);
    }
}

#[test]
fn to_limbs_inverts_from_limbs() {
    let limbs: Vec<u64> = (0..7).map(|i| u64::MAX / (i + 1)).collect();
    let mut element = vec![0; IfmaX2::words(16)];
    IfmaX2::from_limbs(&mut element, &limbs, 0);
    IfmaX2::from_limbs(&mut element, &limbs[1..], 1);
    let mut back = vec![0; 7];
    IfmaX2::to_limbs(&mut back, &element, 0);
    assert_eq!(back, limbs);
    IfmaX2::to_limbs(&mut back, &element, 1);
    assert_eq!(back[..6], limbs[1..]);
}
