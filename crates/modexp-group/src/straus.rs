//! The product of many powers, bases\[0\]^exponents\[0\] · bases\[1\]^exponents\[1\] · …, with one chain of squarings
//! for all.
//!
//! Straus (1964), in the form for a constant-time scan: the bases are cut into groups of `group` bases. Each group has
//! one table of every product base_0^d_0 · base_1^d_1 · … for digits below 2^window. A step costs `window` squarings
//! and one product per group, for all values of the digits. At 256 bits, two bases are best with digits of 2 bits and
//! one table of 16 entries. Two tables would need the same number of entries and 15 more products. Many bases are best
//! in groups of 5 or 6 with digits of one bit: about 52 products per base, against 330 for a single power.
//!
//! With public exponents, interleaved sliding windows ([`crate::interleave`]) and buckets ([`crate::buckets`]) compete.

use crate::accumulator::Accumulator;
use crate::buckets::BucketPlan;
use crate::digits::{SignedWindows, StrausDigits};
use crate::group::{Group, Inverses, inverses};
use crate::interleave::InterleavedPlan;
use crate::plan::WindowPlan;
use crate::pow::elements;
use crate::product::{self, Factors, Tables, product_vartime as by_factors};
use alloc::vec;
use alloc::vec::Vec;
use modexp_limbs::buffer::Buffer;
use modexp_limbs::limb;

/// The largest table of a group has 2^8 entries.
const MAX_INDEX_BITS: u32 = 8;

/// The most entries in use at a time in all tables: at 2048 bits they take 1 MiB and stay in the nearest caches.
const MAX_ENTRIES: usize = 1 << 12;

/// The groups and digits of a product of powers, and its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StrausPlan {
    /// Bases that share a table.
    group: usize,
    /// Bits of a digit.
    window: u32,
    pub(crate) squarings: usize,
    pub(crate) multiplications: usize,
}

impl StrausPlan {
    /// Returns the cheapest plan for `bases` powers with exponents of `bits` bits. A lookup among 2^w entries costs
    /// 2^w/`scan` products.
    pub(crate) fn best(bases: usize, bits: usize, scan: usize) -> Self {
        let cost = |plan: &Self| {
            let index_bits = plan.group as u32 * plan.window;
            let looks = bases.div_ceil(plan.group) * bits.div_ceil(plan.window as usize);
            plan.products() + (looks << index_bits) / scan.max(1)
        };
        let mut best = Self::new(1, 1, bases, bits);
        let mut least = cost(&best);
        for group in (1..=MAX_INDEX_BITS).filter(|&group| group == 1 || group as usize <= bases) {
            for window in 1..=MAX_INDEX_BITS / group {
                let plan = Self::new(group as usize, window, bases, bits);
                if cost(&plan) < least {
                    (best, least) = (plan, cost(&plan));
                }
            }
        }
        best
    }

    fn new(group: usize, window: u32, bases: usize, bits: usize) -> Self {
        let mut plan = Self { group, window, squarings: 0, multiplications: 0 };
        let digits = bits.div_ceil(window as usize);
        if bases == 0 || digits == 0 {
            return plan;
        }
        let mut batches = 0;
        for batch in plan.batches(bases) {
            for bases in plan.groups(batch) {
                let powers = bases * ((1 << window) - 2);
                plan.squarings += powers / 2;
                plan.multiplications += (1 << (bases as u32 * window)) - 1 - bases - powers / 2;
                plan.multiplications += digits;
            }
            batches += 1;
        }
        plan.squarings += batches * (digits - 1) * window as usize;
        // the first factor of a batch needs no product, but each further batch needs one
        plan.multiplications -= 1;
        plan
    }

    pub(crate) fn products(&self) -> usize {
        self.squarings + self.multiplications
    }

    /// Returns the number of bases of each batch. The tables of a batch are in use together.
    fn batches(&self, bases: usize) -> impl Iterator<Item = usize> + use<> {
        let largest = (MAX_ENTRIES >> (self.group as u32 * self.window)).max(1) * self.group;
        even_parts(bases, bases.div_ceil(largest))
    }

    /// Returns the number of bases of each group of a batch.
    fn groups(&self, bases: usize) -> impl Iterator<Item = usize> + use<> {
        even_parts(bases, bases.div_ceil(self.group))
    }
}

/// Cuts `whole` into `parts` parts with sizes that differ by at most one.
fn even_parts(whole: usize, parts: usize) -> impl Iterator<Item = usize> {
    (0..parts).map(move |i| whole / parts + usize::from(i < whole % parts))
}

/// Π bases\[i\]^exponents\[i · lanes + lane\] in each lane, for exponents below 2^bits.
///
/// Constant time: time and addresses depend only on the number of bases and `bits`.
pub fn product<'g>(group: &'g dyn Group, bases: &[Buffer<u64>], exponents: &[&[u64]], bits: usize) -> Accumulator<'g> {
    if let Some(group) = inverses(group) {
        return signed_product(group, bases, exponents, bits);
    }
    let plan = StrausPlan::best(bases.len(), bits, group.costs().entries_per_product);
    let run = |acc: &mut Accumulator<'_>, tables: &[&[u64]], digits: &StrausDigits<'_>| {
        product::product(acc, Tables::Plain(tables), digits);
    };
    by_plan(&plan, group, bases, exponents, bits, &run)
}

/// A function that multiplies the entries of a batch's tables that the digits name.
type Run<'r> = dyn Fn(&mut Accumulator<'_>, &[&[u64]], &StrausDigits<'_>) + 'r;

/// Computes the product by a plan. `run` reads the exponents of each base, one for each lane or one in all.
fn by_plan<'g>(
    plan: &StrausPlan,
    group: &'g dyn Group,
    bases: &[Buffer<u64>],
    exponents: &[&[u64]],
    bits: usize,
    run: &Run<'_>,
) -> Accumulator<'g> {
    let mut acc = Accumulator::new(group);
    if bits == 0 || bases.is_empty() {
        return acc;
    }
    let lanes = exponents.len() / bases.len();
    let mut start = 0;
    for size in plan.batches(bases.len()) {
        let end = start + size;
        let batch = by_batch(plan, group, &bases[start..end], &exponents[start * lanes..end * lanes], bits, run);
        if start == 0 {
            acc = batch;
        } else {
            acc.mul(batch.value());
        }
        start = end;
    }
    acc
}

fn by_batch<'g>(
    plan: &StrausPlan,
    group: &'g dyn Group,
    bases: &[Buffer<u64>],
    exponents: &[&[u64]],
    bits: usize,
    run: &Run<'_>,
) -> Accumulator<'g> {
    let mut acc = Accumulator::new(group);
    let mut groups = vec![0];
    let mut tables = Vec::new();
    for size in plan.groups(bases.len()) {
        let start = groups[tables.len()];
        tables.push(straus_table(group, &bases[start..start + size], plan.window, acc.scratch()));
        groups.push(start + size);
    }
    let tables: Vec<&[u64]> = tables.iter().map(|table| &table[..]).collect();
    let (lanes, window, steps) = (exponents.len() / bases.len(), plan.window, bits.div_ceil(plan.window as usize));
    run(&mut acc, &tables, &StrausDigits { exponents, lanes, groups: &groups, window, steps });
    acc
}

/// [`product()`] by signed digits: a table of half the digits for each base, and one chain of steps.
fn signed_product<'g>(
    group: &'g dyn Inverses,
    bases: &[Buffer<u64>],
    exponents: &[&[u64]],
    bits: usize,
) -> Accumulator<'g> {
    let window = WindowPlan::constant_time_in(group, bits).window;
    let tables = bases.iter().map(|base| multiples(group, base, window)).collect();
    product_of_multiples(group, tables, exponents, bits, window)
}

/// Returns the window for `parts` exponents of `bits` bits. Their bases are images of one base, and computing an image
/// takes about a sixth of a product.
pub fn window_of_images(group: &dyn Group, parts: usize, bits: usize) -> u32 {
    WindowPlan::constant_time_in(group, parts * bits * 6 / (5 + parts)).window
}

/// Computes the elements base^0 to base^(2^(window − 1)).
pub fn multiples(group: &dyn Group, base: &[u64], window: u32) -> Buffer<u64> {
    elements(group, base, (1 << (window - 1)) + 1, Accumulator::new(group).scratch())
}

/// [`product()`] by signed digits, of bases with these [`multiples`]. A homomorphism that maps one base to
/// another maps the multiples, too.
pub fn product_of_multiples<'g>(
    group: &'g dyn Inverses,
    tables: Vec<Buffer<u64>>,
    exponents: &[&[u64]],
    bits: usize,
    window: u32,
) -> Accumulator<'g> {
    let mut acc = Accumulator::new(group);
    if bits == 0 || tables.is_empty() {
        return acc;
    }
    let tables: Vec<_> = tables.into_iter().map(|table| group.to_entries(table)).collect();
    let tables: Vec<&[u64]> = tables.iter().map(|table| &table[..]).collect();
    product::product(&mut acc, Tables::Plain(&tables), &SignedWindows::new(tables.len(), exponents, bits, window));
    acc
}

/// Computes all products of powers of `bases` for digits of `window` bits, in the order of [`StrausDigits`].
fn straus_table(group: &dyn Group, bases: &[Buffer<u64>], window: u32, scratch: &mut [u64]) -> Buffer<u64> {
    let words = group.words();
    let mut table = Buffer::new(words << (bases.len() as u32 * window));
    table[..words].copy_from_slice(group.identity());
    for (i, base) in bases.iter().enumerate() {
        // entries below `step` are done; multiply them by each power of the next base
        let step = 1 << (i as u32 * window);
        for power in 1..1 << window {
            for low in 0..step {
                let (done, rest) = table.split_at_mut((power * step + low) * words);
                let entry = |i: usize| &done[i * words..(i + 1) * words];
                let out = &mut rest[..words];
                match (power, low) {
                    (1, 0) => out.copy_from_slice(base),
                    (_, 0) if power % 2 == 0 => group.sqr(out, entry(power / 2 * step), scratch),
                    (_, 0) => group.mul(out, entry((power - 1) * step), base, scratch),
                    _ => group.mul(out, entry(low), entry(power * step), scratch),
                }
            }
        }
    }
    group.to_entries(table)
}

/// Π bases\[i\]^exponents\[i\], the same in all lanes, by the method with the fewest products for these exponents.
/// Variable time in the exponents.
pub fn product_vartime<'g>(group: &'g dyn Group, bases: &[Buffer<u64>], exponents: &[&[u64]]) -> Accumulator<'g> {
    let bits = exponents.iter().map(|exponent| limb::bit_len(exponent)).max().unwrap_or(0);
    let sliding = InterleavedPlan::best(exponents, inverses(group).is_some());
    let buckets = BucketPlan::best(bases.len(), bits);
    // without a scan, only the products count
    let straus = StrausPlan::best(bases.len(), bits, usize::MAX);
    if straus.products() < sliding.products().min(buckets.products()) {
        let run = |acc: &mut Accumulator<'_>, tables: &[&[u64]], digits: &StrausDigits<'_>| {
            by_factors(acc, tables, &mut Factors::new(digits));
        };
        by_plan(&straus, group, bases, exponents, bits, &run)
    } else if sliding.products() <= buckets.products() {
        sliding.product(group, bases, exponents)
    } else {
        buckets.product(group, bases, exponents)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counting::{Counting, Counts};
    use modexp_limbs::testing::Random;

    /// Compares products of random powers with the reference in each lane.
    fn check<const L: usize>(count: usize, bits: usize, seed: u64) {
        let mut random = Random(seed);
        let group = Counting::<L>::new();
        let bases: Vec<Buffer<u64>> = (0..count)
            .map(|_| {
                let mut base = Buffer::new(L);
                base.fill_with(|| random.limb() >> 4);
                base
            })
            .collect();
        let exponents: Vec<Vec<u64>> = (0..count * L)
            .map(|i| if i % 7 == 3 { vec![0; bits.div_ceil(64)] } else { random.bits(bits - i % bits.min(9)) })
            .collect();
        let exponents: Vec<&[u64]> = exponents.iter().map(Vec::as_slice).collect();
        let want: Vec<u64> = (0..L)
            .map(|lane| {
                bases.iter().enumerate().fold(1, |acc, (i, base)| {
                    Counting::<1>::product(acc, Counting::<1>::reference(base[lane], exponents[i * L + lane]))
                })
            })
            .collect();

        assert_eq!(product(&group, &bases, &exponents, bits).value(), want, "{count} bases, {bits} bits");
        let plan = StrausPlan::best(count, bits, 8);
        let Counts { squarings, multiplications } = group.take();
        assert_eq!((squarings, multiplications), (plan.squarings, plan.multiplications), "{count} bases, {bits} bits");

        let plan = StrausPlan::best(count, bits, 256);
        if L == 1 {
            assert_eq!(product_vartime(&group, &bases, &exponents).value(), want, "{count} bases, {bits} bits");
            assert!(group.take().products() <= plan.products(), "{count} bases, {bits} bits");
        }
    }

    #[test]
    fn the_plan_is_the_cheapest_with_its_look_ups() {
        for (bases, bits) in [(1_usize, 64_usize), (2, 65), (2, 2048), (3, 256), (7, 20), (16, 1024), (100, 160)] {
            for scan in [1, 8, 100] {
                let cost = |plan: StrausPlan| {
                    let looks = bases.div_ceil(plan.group) * bits.div_ceil(plan.window as usize);
                    plan.products() + (looks << (plan.group as u32 * plan.window)) / scan
                };
                let plans = (1..=MAX_INDEX_BITS.min(bases as u32)).flat_map(|group| {
                    (1..=MAX_INDEX_BITS / group).map(move |window| StrausPlan::new(group as usize, window, bases, bits))
                });
                let best = cost(StrausPlan::best(bases, bits, scan));
                assert_eq!(Some(best), plans.map(cost).min(), "{bases} bases, {bits} bits, {scan}");
            }
        }
    }

    #[test]
    fn batches_are_as_large_as_their_tables_may_be() {
        for (group, window) in [(1, 1), (1, 8), (3, 1), (2, 4), (5, 1)] {
            let plan = StrausPlan::new(group, window, 1, 64);
            let most = group * (MAX_ENTRIES >> (group as u32 * window));
            assert_eq!(plan.batches(most).collect::<Vec<_>>(), [most]);
            assert_eq!(plan.batches(most + 1).count(), 2);
        }
    }

    #[test]
    fn product_makes_the_products_of_its_plan() {
        for count in [0, 1, 2, 3, 5, 6, 7, 16, 64, 100, 600] {
            for bits in [1, 2, 7, 64, 65, 256, 300] {
                check::<1>(count, bits, 1);
                check::<2>(count, bits, 2);
            }
        }
        check::<1>(2, 20_000, 3);
        // in several batches
        check::<1>(5000, 64, 4);
        check::<2>(5000, 64, 5);
    }
}
