//! A group that inverts, for tests: the points of y² = x³ + x + 3 over the integers modulo 1009, by affine formulas, in
//! two lanes. Elements are x, y and 1, or zeros for the identity. Entries are only x and y, so that the two forms
//! differ. The tests compare every algorithm with single doublings and additions.

use crate::accumulator::Accumulator;
use crate::comb::{Comb, CombShape, SignedComb};
use crate::group::{Costs, Group, Inverses, Pairs};
use crate::plan::WindowPlan;
use crate::{pairs, pow, straus, yao};
use alloc::vec;
use alloc::vec::Vec;
use core::cell::Cell;
use modexp_limbs::buffer::Buffer;
use modexp_limbs::limb;
use modexp_limbs::testing::Random;

const P: u64 = 1009;
const LANES: usize = 2;

/// x and y, or `None` for the identity.
type Point = Option<(u64, u64)>;

#[derive(Default)]
struct TinyCurve {
    steps: Cell<usize>,
    products: Cell<usize>,
}

fn inverse(a: u64) -> u64 {
    (0..P - 2).fold(1, |x, _| x * a % P)
}

fn add(a: Point, b: Point) -> Point {
    let (Some((x1, y1)), Some((x2, y2))) = (a, b) else { return a.or(b) };
    let slope = match (x1 == x2, y1 == y2) {
        (true, true) if y1 != 0 => (3 * x1 * x1 + 1) * inverse(2 * y1 % P) % P,
        (true, _) => return None,
        _ => (P + y2 - y1) * inverse((P + x2 - x1) % P) % P,
    };
    let x = (slope * slope + 2 * P - x1 - x2) % P;
    Some((x, (slope * (P + x1 - x) + P - y1) % P))
}

/// Computes the multiple by doublings and additions, from the highest bit down.
fn multiple(point: Point, scalar: &[u64]) -> Point {
    (0..limb::bit_len(scalar)).rev().fold(None, |acc, bit| {
        let acc = add(acc, acc);
        if limb::bits_at(scalar, bit, 1) == 1 { add(acc, point) } else { acc }
    })
}

fn to_words(points: [Point; LANES]) -> [u64; 3 * LANES] {
    let mut words = [0; 3 * LANES];
    for (words, point) in words.chunks_exact_mut(3).zip(points) {
        words.copy_from_slice(&point.map_or([0, 0, 0], |(x, y)| [x, y, 1]));
    }
    words
}

fn from_words(words: &[u64]) -> [Point; LANES] {
    core::array::from_fn(|lane| {
        let [x, y, z] = [0, 1, 2].map(|i| words[3 * lane + i]);
        (z == 1).then_some((x, y))
    })
}

fn from_entry(entry: &[u64]) -> [Point; LANES] {
    core::array::from_fn(|lane| {
        let (x, y) = (entry[2 * lane], entry[2 * lane + 1]);
        (x != 0 || y != 0).then_some((x, y))
    })
}

impl Group for TinyCurve {
    fn lanes(&self) -> usize {
        LANES
    }

    fn words(&self) -> usize {
        3 * LANES
    }

    fn identity(&self) -> &[u64] {
        &[0; 3 * LANES]
    }

    fn costs(&self) -> Costs {
        Costs { mul: 12, mul_entry: 11, step: 9, entries_per_product: 20, gathered_entries_per_product: 20 }
    }

    fn mul(&self, out: &mut [u64], a: &[u64], b: &[u64], _scratch: &mut [u64]) {
        self.products.set(self.products.get() + 1);
        let (a, b) = (from_words(a), from_words(b));
        out.copy_from_slice(&to_words([add(a[0], b[0]), add(a[1], b[1])]));
    }

    fn sqr(&self, out: &mut [u64], a: &[u64], _scratch: &mut [u64]) {
        self.steps.set(self.steps.get() + 1);
        out.copy_from_slice(&to_words(from_words(a).map(|a| add(a, a))));
    }

    fn entry_words(&self) -> usize {
        2 * LANES
    }

    fn to_entries(&self, elements: Buffer<u64>) -> Buffer<u64> {
        let mut entries = Buffer::new(elements.len() / 3 * 2);
        for (entry, element) in entries.chunks_exact_mut(2).zip(elements.chunks_exact(3)) {
            entry.copy_from_slice(&element[..2]);
        }
        entries
    }

    fn from_entry(&self, out: &mut [u64], entry: &[u64]) {
        out.copy_from_slice(&to_words(from_entry(entry)));
    }

    fn mul_entry(&self, out: &mut [u64], a: &[u64], entry: &[u64], scratch: &mut [u64]) {
        self.mul(out, a, &to_words(from_entry(entry)), scratch);
    }

    fn select(&self, out: &mut [u64], table: &[u64], index: &[usize]) {
        for (lane, &index) in index.iter().enumerate() {
            out[2 * lane..2 * lane + 2].copy_from_slice(&table[2 * (index * LANES + lane)..][..2]);
        }
    }

    fn inverses(&self) -> Option<&dyn Inverses> {
        Some(self)
    }
}

impl Pairs for TinyCurve {
    fn multiply_pairs(&self, entries: &mut [u64], pairs: &[(u32, u32)]) {
        for (i, j) in pairs.iter().map(|&(i, j)| (i as usize, j as usize)) {
            let [a, b] = [i, j].map(|i| from_entry(&entries[2 * LANES * i..][..2 * LANES]));
            for lane in 0..LANES {
                let (x, y) = add(a[lane], b[lane]).unwrap_or((0, 0));
                entries[2 * (LANES * i + lane)..][..2].copy_from_slice(&[x, y]);
            }
        }
    }
}

impl Inverses for TinyCurve {
    fn invert(&self, a: &mut [u64]) {
        a.chunks_exact_mut(3).for_each(|a| a[1] = (P - a[1]) % P);
    }

    fn invert_entry_if(&self, entry: &mut [u64], choices: &[u64]) {
        for (entry, &choice) in entry.chunks_exact_mut(2).zip(choices) {
            assert!(choice < 2);
            entry[1] = if choice == 1 { (P - entry[1]) % P } else { entry[1] };
        }
    }
}

/// Points of large order, of small order and the identity.
fn points(count: usize, seed: u64) -> Vec<[Point; LANES]> {
    let mut random = Random(seed);
    let on_curve = |x: u64| (0..P).find(|y| y * y % P == (x * x * x + x + 3) % P).map(|y| (x, y));
    let mut point = || (0..).map(|_| random.limb() % P).find_map(on_curve);
    (0..count).map(|i| if i % 5 == 4 { [point(), None] } else { [point(), point()] }).collect()
}

/// Scalars of all kinds of at most `bits` bits: 0, 1, 2, all ones, a power of two and random ones.
fn scalars(count: usize, bits: usize, seed: u64) -> Vec<Vec<u64>> {
    let mut random = Random(seed);
    let ones = || {
        let mut ones = vec![u64::MAX; bits.div_ceil(64)];
        limb::clear_above(&mut ones, bits);
        ones
    };
    (0..count)
        .map(|i| match i {
            0 => ones(),
            1 => vec![0],
            2 => vec![],
            3 => vec![1],
            4 if bits > 1 => vec![2, 0],
            5 => limb::bits_between(&ones(), 1, bits),
            _ => random.bits(bits - i % bits.min(7)),
        })
        .collect()
}

fn copy_of(words: &[u64]) -> Buffer<u64> {
    let mut copy = Buffer::new(words.len());
    copy.copy_from_slice(words);
    copy
}

fn check(got: &[u64], want: [Point; LANES], what: &str) {
    assert_eq!(from_words(got), want, "{what}");
}

#[test]
fn one_power_in_constant_and_in_variable_time() {
    let curve = TinyCurve::default();
    for bits in [1, 2, 3, 10, 63, 64, 65, 160, 257] {
        let scalars = scalars(14, bits, 1);
        for (i, base) in points(14, 2).into_iter().enumerate() {
            let pair = [&scalars[i][..], &scalars[(i + 5) % 14][..]];
            let want = [0, 1].map(|lane| multiple(base[lane], pair[lane]));
            check(pow::pow(&curve, &to_words(base), &pair, bits).value(), want, "windows");

            let plan = WindowPlan::vartime_in(&curve, pair[0]);
            let plans = (1..=6).map(|window| WindowPlan { window, ..plan });
            for plan in plans.chain([plan, WindowPlan::m_ary(pair[0], 3)]) {
                let want = base.map(|point| multiple(point, pair[0]));
                check(pow::pow_vartime(&curve, &plan, &to_words(base), pair[0]).value(), want, "vartime");
            }
        }
    }
}

#[test]
fn plans_of_signed_digits_count_the_operations() {
    let curve = TinyCurve::default();
    let base = to_words(points(1, 3)[0]);
    for bits in [1, 2, 3, 10, 64, 160, 257] {
        for scalar in scalars(12, bits, 4) {
            let count = |plan: WindowPlan, what: &str| {
                let made = (curve.steps.take(), curve.products.take());
                assert_eq!(made, (plan.squarings, plan.multiplications), "{what}: {plan:?} {bits} bits, {scalar:x?}");
            };
            pow::pow(&curve, &base, &[&scalar, &scalar], bits);
            count(WindowPlan::constant_time_in(&curve, bits), "windows");
            let plan = WindowPlan::vartime_in(&curve, &scalar);
            pow::pow_vartime(&curve, &plan, &base, &scalar);
            count(plan, "vartime");
        }
    }
    let random = &mut Random(11);
    let scalars: Vec<_> = (0..50).map(|_| random.bits(256)).collect();
    let total = |plan: &dyn Fn(&[u64]) -> WindowPlan| -> usize { scalars.iter().map(|e| plan(e).products()).sum() };
    let (signed, unsigned) = (total(&|e| WindowPlan::vartime_in(&curve, e)), total(&WindowPlan::vartime));
    assert!(100 * signed < 99 * unsigned, "signs save one product in a hundred: {signed}, {unsigned}");
}

#[test]
fn products_of_powers() {
    let curve = TinyCurve::default();
    for count in [0, 1, 2, 3, 6, 40, 300] {
        for bits in [1, 5, 64, 130] {
            let bases = points(count, 5);
            let scalars = scalars(2 * count + 2, bits, 6);
            let each: Vec<&[u64]> = scalars[..2 * count].iter().map(Vec::as_slice).collect();
            let sum = |lane: usize, scalar: &dyn Fn(usize) -> usize| {
                (0..count).fold(None, |sum, i| add(sum, multiple(bases[i][lane], each[scalar(i)])))
            };
            let elements: Vec<Buffer<u64>> = bases.iter().map(|&base| copy_of(&to_words(base))).collect();
            let product = straus::product(&curve, &elements, &each, bits);
            check(product.value(), [0, 1].map(|lane| sum(lane, &|i| 2 * i + lane)), "product");
            let product = straus::product_vartime(&curve, &elements, &each[..count]);
            check(product.value(), [0, 1].map(|lane| sum(lane, &|i| i)), "product of public exponents");

            // inverts every third base
            let signs: Vec<u64> = (0..count).map(|i| u64::from(i % 3 == 1)).collect();
            let negated = |point: Point| point.map(|(x, y)| (x, (P - y) % P));
            let signed = |i: usize, point| if signs[i] == 1 { negated(point) } else { point };
            let want = [0, 1]
                .map(|lane| (0..count).fold(None, |sum, i| add(sum, signed(i, multiple(bases[i][lane], each[i])))));
            let all: Vec<u64> = bases.iter().flat_map(|&base| to_words(base)).collect();
            let product = pairs::product_vartime(&curve, &curve.to_entries(copy_of(&all)), &each[..count], &signs);
            check(product.value(), want, "product of pairs");

            let products =
                pairs::subset_products_vartime(&curve, &curve.to_entries(copy_of(&all)), &each[..count], bits);
            assert_eq!(products.len(), bits);
            for (bit, product) in products.iter().enumerate() {
                let chosen = |i: &usize| limb::bits_at(each[*i], bit, 1) == 1;
                let want = [0, 1].map(|lane| {
                    (0..count).filter(chosen).fold(None, |sum, i| add(sum, multiple(bases[i][lane], &[1])))
                });
                check(product.value(), want, "products of subsets");
            }
        }
    }
}

#[test]
fn combs_with_and_without_signs() {
    let curve = TinyCurve::default();
    for bits in [1, 2, 9, 64, 130] {
        let scalars = scalars(12, bits, 7);
        for (teeth, spacing) in [(1, 1), (1, 5), (2, 3), (4, 1), (4, 9), (5, 1000)] {
            let columns = usize::div_ceil(bits, teeth as usize);
            let shape = CombShape { teeth, columns, spacing: columns.min(spacing) };
            for (i, base) in points(12, 8).into_iter().enumerate() {
                let comb = Comb::new(&curve, &to_words(base), shape);
                let signed = SignedComb::new(&curve, &to_words(base), shape);
                let pair = [&scalars[i][..], &scalars[(i + 3) % 12][..]];
                let want = [0, 1].map(|lane| multiple(base[lane], pair[lane]));
                check(comb.pow(&curve, &pair).value(), want, "comb");
                check(signed.pow(&curve, &pair).value(), want, "signed comb");
                let want = base.map(|point| multiple(point, pair[0]));
                check(comb.pow_vartime(&curve, pair[0]).value(), want, "comb, vartime");
                check(signed.pow_vartime(&curve, pair[0]).value(), want, "signed comb, vartime");
            }
        }
    }
}

#[test]
fn many_powers_of_one_base() {
    let curve = TinyCurve::default();
    let base = points(1, 9)[0];
    for count in [0, 1, 3, 4, 9] {
        for bits in [1, 5, 64, 130] {
            let scalars = scalars(count, bits, 10);
            let scalars: Vec<&[u64]> = scalars.iter().map(Vec::as_slice).collect();
            let powers = yao::by_buckets(&curve, &to_words(base), &scalars);
            assert_eq!(powers.len(), count * 3 * LANES);
            for (power, scalar) in powers.chunks_exact(3 * LANES).zip(&scalars) {
                check(power, base.map(|point| multiple(point, scalar)), "each");
            }
        }
    }
}

#[test]
fn an_accumulator_starts_at_the_identity() {
    let curve = TinyCurve::default();
    let mut acc = Accumulator::new(&curve);
    acc.step(5);
    check(acc.value(), [None, None], "identity");
}
