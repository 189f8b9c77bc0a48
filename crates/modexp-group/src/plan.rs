//! The ways to cut an exponent into digits, and their costs.
//!
//! `pow` cuts the exponent into *fixed* windows, so that the sequence of products depends only on its length.
//! `pow_vartime` uses *sliding* windows with odd digits, of the width with the fewest products for the given exponent.
//!
//! Groups with cheap inverses have signed digits and tables of half the entries. `models` (feature `bench`) has the
//! average costs, with the tables of the literature.

use crate::digits::SignedWindows;
use crate::group::{Costs, Group, inverses};
use crate::sliding::SlidingCount;
use modexp_limbs::limb;

/// The widest window considered; its table has 2^12 odd entries.
const WIDEST: u32 = 13;

/// The widest allowed m-ary window; its table takes 16 MiB at 2048 bits.
pub const WIDEST_M_ARY: u32 = 16;

/// A method of exponentiation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// Digits of equal width, one product for each digit, also for 0: constant time.
    FixedWindow,
    /// Odd digits of up to the given width, none for runs of zeros: variable time.
    SlidingWindow,
    /// Digits of equal width, none for zeros: variable time, for comparisons.
    MAry,
}

/// The plan of an exponentiation: the method, the window and the exact number of products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowPlan {
    /// The method.
    pub method: Method,
    /// Bits of a window.
    pub window: u32,
    /// Squarings, with those of the table.
    pub squarings: usize,
    /// Products that are not squarings, with those of the table.
    pub multiplications: usize,
}

impl WindowPlan {
    /// Returns the plan of `pow` for exponents of `bits` bits; `signed` if digits have signs.
    #[must_use]
    pub fn constant_time(bits: usize, costs: &Costs, signed: bool) -> Self {
        let cost = |plan: &Self| {
            let entries = if signed { (1 << (plan.window - 1)) + 1 } else { 1 << plan.window };
            let looks = Self::digits(bits, plan.window, signed);
            let scan = costs.mul * looks * entries / costs.gathered_entries_per_product.max(1);
            costs.step * plan.squarings + costs.mul * plan.multiplications + scan
        };
        let least = if signed { 2 } else { 1 };
        let plans = (least..=8).map(|window| Self::fixed_window(bits, window, signed));
        plans.min_by_key(cost).unwrap_or_else(|| Self::fixed_window(bits, least, signed))
    }

    /// Returns the plan of `pow` in a group.
    pub fn constant_time_in(group: &dyn Group, bits: usize) -> Self {
        Self::constant_time(bits, &group.costs(), inverses(group).is_some())
    }

    /// Returns the plan of `pow_vartime` in a group.
    pub fn vartime_in(group: &dyn Group, exponent: &[u64]) -> Self {
        if inverses(group).is_none() {
            return Self::vartime(exponent);
        }
        // on average w + 2 bits have one digit: the best window is the best one of slightly shorter unsigned exponents
        let average = Self::best_on_average(limb::bit_len(exponent));
        let signed = |window| Self::of_count(SlidingCount::signed(exponent, window), window);
        let plans = (average.saturating_sub(2).max(1)..=average).map(signed);
        plans.min_by_key(Self::products).unwrap_or_else(|| signed(1))
    }

    /// Returns the plan of `pow_vartime` for this exponent (little-endian limbs). No m-ary digits take fewer products.
    ///
    /// The search for sliding windows begins at the width that is best on average. It continues in the direction of the
    /// next best width while the number of products falls. Counting all widths would take longer than a power modulo a
    /// small number. Single bits and m-ary digits are better for some exponents that do not look random. Their products
    /// are counted limb by limb.
    #[must_use]
    pub fn vartime(exponent: &[u64]) -> Self {
        let bits = limb::bit_len(exponent);
        let average = Self::best_on_average(bits);
        let sliding = |window| Self::sliding_window(exponent, window);
        let best = sliding(average);
        // go towards the neighbour that costs less on average
        let best = if 8 * bits < ((3 * average * (average + 2)) as usize) << average {
            best.improved((2..average).rev().map(sliding))
        } else {
            best.improved((average + 1..=WIDEST).map(sliding))
        };
        let binary = Self::binary(exponent);
        // a lower bound of m-ary products: squarings, table, and the fewest digits
        let may_be_fewer =
            |window: u32, factors| binary.squarings + (1 << window) + factors <= best.products() + window as usize;
        let m_ary = (2..=WIDEST)
            .take_while(|&window| may_be_fewer(window, 0))
            .filter(|&window| may_be_fewer(window, binary.multiplications / window as usize))
            .map(|window| Self::m_ary(exponent, window));
        m_ary.chain([binary, best]).min_by_key(Self::products).unwrap_or(best)
    }

    /// Returns the most products that `vartime` takes for exponents of `bits` bits: those of 1 0…0 1…1 by windows of the
    /// best average width. Its first digit has one bit, no zeros separate the others, and the table is whole.
    #[must_use]
    pub fn vartime_most(bits: usize) -> Self {
        let window = Self::best_on_average(bits);
        let digits = Self::digits(bits, window, false);
        let count = SlidingCount { digits, steps: bits.saturating_sub(1), largest: (1 << window) - 1 };
        Self::of_count(count, window)
    }

    /// Returns the last plan before the number of products stops falling.
    fn improved(self, plans: impl Iterator<Item = Self>) -> Self {
        let mut best = self;
        for plan in plans {
            if plan.products() >= best.products() {
                break;
            }
            best = plan;
        }
        best
    }

    /// Returns the least w of 1 to 13 with an expected cost of at most that of w + 1. The expected cost for random
    /// exponents is 2^(w − 1) + bits/(w + 1).
    pub(crate) fn best_on_average(bits: usize) -> u32 {
        let enough = |&w: &u32| bits <= ((w as usize + 1) * (w as usize + 2)) << (w - 1);
        (1..WIDEST).find(enough).unwrap_or(WIDEST)
    }

    /// Plans windows of one bit: a product for each one bit except the first.
    fn binary(exponent: &[u64]) -> Self {
        let ones: usize = exponent.iter().map(|limb| limb.count_ones() as usize).sum();
        let squarings = limb::bit_len(exponent).saturating_sub(1);
        Self { method: Method::SlidingWindow, window: 1, squarings, multiplications: ones.saturating_sub(1) }
    }

    /// Returns the number of all products.
    #[must_use]
    pub fn products(&self) -> usize {
        self.squarings + self.multiplications
    }

    /// Returns the number of digits of an exponent below 2^bits.
    fn digits(bits: usize, window: u32, signed: bool) -> usize {
        if signed { SignedWindows::count(bits, window) } else { bits.div_ceil(window as usize) }
    }

    /// Plans fixed windows of `window` bits: a table of the powers from 0 to the largest digit, then a product for each
    /// digit except the first.
    fn fixed_window(bits: usize, window: u32, signed: bool) -> Self {
        let digits = Self::digits(bits, window, signed);
        let largest: usize = if signed { 1 << (window - 1) } else { (1 << window) - 1 };
        Self {
            method: Method::FixedWindow,
            window,
            squarings: largest / 2 + digits.saturating_sub(1) * window as usize,
            multiplications: largest.div_ceil(2) - 1 + digits.saturating_sub(1),
        }
    }

    /// Returns the exact cost of sliding windows of up to `window` bits, 1 to 13, for this exponent (little-endian
    /// limbs): a table of the odd powers up to the largest digit, and a product for each digit except the first.
    #[must_use]
    pub fn sliding_window(exponent: &[u64], window: u32) -> Self {
        let window = window.clamp(1, WIDEST);
        Self::of_count(SlidingCount::new(exponent, window), window)
    }

    /// Returns the exact cost of m-ary digits of `window` bits, 1 to 16, for this exponent (little-endian limbs).
    #[must_use]
    pub fn m_ary(exponent: &[u64], window: u32) -> Self {
        let window = window.clamp(1, WIDEST_M_ARY);
        let lower = limb::bit_len(exponent).div_ceil(window as usize).saturating_sub(1);
        let powers = (1 << window) - 2;
        Self {
            method: Method::MAry,
            window,
            squarings: powers / 2 + lower * window as usize,
            // the highest digit needs no product
            multiplications: powers / 2 + digits_not_zero(exponent, window as usize).saturating_sub(1),
        }
    }

    fn of_count(count: SlidingCount, window: u32) -> Self {
        // the table's first entry is the base; each other entry is one product by the square
        let table = count.largest / 2;
        Self {
            method: Method::SlidingWindow,
            window,
            squarings: count.steps + usize::from(table > 0),
            multiplications: count.digits.saturating_sub(1) + table,
        }
    }
}

/// Returns the number of nonzero digits of `window` bits. Counts all digits of a limb at once.
fn digits_not_zero(exponent: &[u64], window: usize) -> usize {
    let together = 64 / window * window;
    let lowest_bits: u64 = (0..together).step_by(window).map(|bit| 1 << bit).sum();
    let digits = (0..64 * exponent.len()).step_by(together).map(|offset| {
        let digits = limb::bits_at(exponent, offset, together as u32);
        (0..window).fold(0, |any, bit| any | digits >> bit) & lowest_bits
    });
    digits.map(|any| any.count_ones() as usize).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counting::Counting;
    use crate::digits::Windows;
    use crate::pow;
    use crate::sliding::SlidingDigits;
    use alloc::vec;
    use alloc::vec::Vec;
    use modexp_limbs::testing::Random;

    /// Exponents of `bits` bits: random, all ones, few ones, runs of ones, and random ones with a burst.
    fn exponents(random: &mut Random, bits: usize) -> Vec<Vec<u64>> {
        let pattern = |keep: &dyn Fn(usize) -> bool| {
            let mut exponent = vec![0; bits.div_ceil(64)];
            (0..bits).filter(|&i| i + 1 == bits || keep(i)).for_each(|i| exponent[i / 64] |= 1 << (i % 64));
            exponent
        };
        let seed = random.limb() as usize;
        let mut exponents: Vec<_> = (2..7).map(|run| pattern(&|i| (i + seed) % (2 * run) < run)).collect();
        exponents.extend([pattern(&|_| true), pattern(&|i| (i ^ seed).is_multiple_of(11)), pattern(&|_| false)]);
        exponents.extend((3..9).map(|step| pattern(&|i| (i + seed).is_multiple_of(step) || i < 9)));
        exponents.push(random.bits(bits));
        exponents
    }

    #[test]
    fn average_windows_are_the_first_that_no_wider_one_is_better_than() {
        // 2^(w − 1) + bits/(w + 1), times (w + 1)(w + 2)
        let no_worse = |bits: usize, w: usize| {
            (1 << (w - 1)) * (w + 1) * (w + 2) + bits * (w + 2) <= (1 << w) * (w + 1) * (w + 2) + bits * (w + 1)
        };
        for bits in (0..6000).chain([65_536, 1 << 20]) {
            let least = (1..13).find(|&w| no_worse(bits, w)).unwrap_or(13);
            assert_eq!(WindowPlan::best_on_average(bits) as usize, least, "{bits}");
        }
    }

    #[test]
    fn digits_add_up_to_the_exponent() {
        let mut random = Random(14);
        for bits in (1..200).chain([513, 1000]) {
            for exponent in exponents(&mut random, bits) {
                for window in [1, 2, 3, 5, 8, 13] {
                    let mut sum = vec![0; bits.div_ceil(64)];
                    let mut rest = bits;
                    for digit in SlidingDigits::new(&exponent, window) {
                        rest -= digit.steps;
                        assert!(digit.value >> window == 0 && (digit.value % 2 == 1 || digit.value == 0 && rest == 0));
                        for bit in (0..window as usize).filter(|bit| digit.value >> bit & 1 == 1) {
                            sum[(rest + bit) / 64] |= 1 << ((rest + bit) % 64);
                        }
                    }
                    assert_eq!((sum, rest), (exponent.clone(), 0), "{window}");
                    let digits: Vec<_> = SlidingDigits::new(&exponent, window).collect();
                    let counted = SlidingCount {
                        digits: digits.iter().filter(|digit| digit.value != 0).count(),
                        steps: bits - digits[0].steps,
                        largest: digits.iter().map(|digit| digit.value as usize).max().expect("a digit"),
                    };
                    assert_eq!(SlidingCount::new(&exponent, window), counted, "{window} {exponent:x?}");
                }
            }
        }
    }

    #[test]
    fn the_plan_takes_no_more_products_than_any_fixed_window() {
        let mut random = Random(15);
        for bits in (1..300).chain([512, 700, 1024, 2048, 5000, 20_000]) {
            for exponent in exponents(&mut random, bits) {
                let products = WindowPlan::vartime(&exponent).products();
                for window in 1..=9 {
                    let m_ary = WindowPlan::m_ary(&exponent, window).products();
                    assert!(products <= m_ary, "{bits} bits, {window}: {products} {m_ary} {exponent:x?}");
                }
            }
        }
    }

    #[test]
    fn no_exponent_takes_more_products_than_the_most() {
        for bits in 1..=16 {
            let products = (1 << (bits - 1)..1 << bits).map(|exponent| WindowPlan::vartime(&[exponent]).products());
            let (found, most) = (products.max().expect("an exponent"), WindowPlan::vartime_most(bits).products());
            assert!((found..=found + 2).contains(&most), "{bits} bits: {found} {most}");
        }
        assert_eq!(WindowPlan::vartime_most(0).products(), 0);

        let mut random = Random(18);
        for bits in (17..600).chain([700, 1024, 2048, 5000, 20_000]) {
            let most = WindowPlan::vartime_most(bits);
            let mut worst = vec![0; bits.div_ceil(64)];
            (0..bits)
                .filter(|&i| i + 1 == bits || i + (most.window as usize) < bits)
                .for_each(|i| worst[i / 64] |= 1 << (i % 64));
            assert_eq!(WindowPlan::sliding_window(&worst, most.window), most, "{bits} bits");
            for exponent in exponents(&mut random, bits).iter().chain([&worst]) {
                let products = WindowPlan::vartime(exponent).products();
                assert!(products <= most.products(), "{bits} bits: {products} {exponent:x?}");
            }
        }
    }

    #[test]
    fn fixed_windows_make_the_products_of_their_plan() {
        let mut random = Random(17);
        let group = Counting::<1>::new();
        for bits in [1, 2, 7, 64, 200, 257] {
            for window in 1..=8 {
                let exponent = random.bits(bits);
                let exponents = [&exponent[..]];
                let power = pow::by_windows(&group, &[3], &Windows::new(&exponents, bits, window), 1 << window);
                assert_eq!(power.value(), [Counting::<1>::reference(3, &exponent)]);
                let (made, plan) = (group.take(), WindowPlan::fixed_window(bits, window, false));
                let planned = (plan.squarings, plan.multiplications);
                assert_eq!((made.squarings, made.multiplications), planned, "{bits} bits, {window}");
            }
        }
    }

    #[test]
    fn the_width_is_nearly_always_the_best_one() {
        let mut random = Random(16);
        let (mut found, mut least) = (0, 0);
        for bits in (1..600).chain((600..9000).step_by(67)) {
            let exponent = random.bits(bits);
            found += WindowPlan::vartime(&exponent).products() + 1 - bits;
            least +=
                (1..=WIDEST).map(|w| WindowPlan::sliding_window(&exponent, w).products() + 1 - bits).min().unwrap_or(0);
        }
        // of 116,963 products; a search in the other direction takes one more
        assert!(found - least <= 20, "{found} {least}");
    }

    #[test]
    fn the_plan_of_constant_time_is_the_cheapest_with_its_look_ups() {
        for bits in (1_usize..300).chain([512, 1024, 4096]) {
            for entries_per_product in [1, 4, 16, 64] {
                let cost = |plan: WindowPlan| {
                    let looks = bits.div_ceil(plan.window as usize);
                    3 * plan.squarings + 4 * plan.multiplications + (looks << plan.window) * 4 / entries_per_product
                };
                let costs = Costs::of_residues(entries_per_product);
                let best = cost(WindowPlan::constant_time(bits, &costs, false));
                let least = (1..=8).map(|window| cost(WindowPlan::fixed_window(bits, window, false))).min();
                assert_eq!(Some(best), least, "{bits} bits, {entries_per_product}");
            }
        }
    }
}
