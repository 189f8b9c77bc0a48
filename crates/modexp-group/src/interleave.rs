//! A product of a few powers with public exponents: sliding windows for each exponent, one chain of squarings for all
//! (Möller, *Algorithms for multi-exponentiation*, 2001).

use crate::accumulator::Accumulator;
use crate::group::{Group, inverses};
use crate::plan::WindowPlan;
use crate::pow::{largest_digit, odd_powers};
use crate::product::product_vartime;
use crate::sliding::{Digit, Interleaved, SlidingDigits, signed_digits};
use alloc::vec::Vec;
use modexp_limbs::buffer::Buffer;
use modexp_limbs::limb;

/// The window with the fewest products for these exponents: the window that is best on average, or a neighbour.
/// Counting the products of all twelve windows would take 5 of 60 µs at 2048 bits with two exponents of 256 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InterleavedPlan {
    window: u32,
    products: usize,
}

impl InterleavedPlan {
    pub(crate) fn best(exponents: &[&[u64]], signed: bool) -> Self {
        let bits = exponents.iter().map(|exponent| limb::bit_len(exponent)).max().unwrap_or(0);
        let average = WindowPlan::best_on_average(bits);
        let least = average.saturating_sub(if signed { 2 } else { 1 }).max(1);
        let plans = (least..=average + 1).map(|window| Self::new(exponents, window, signed));
        plans.min_by_key(|plan| plan.products).unwrap_or(Self { window: 1, products: 0 })
    }

    fn new(exponents: &[&[u64]], window: u32, signed: bool) -> Self {
        let mut plan = Self { window, products: 0 };
        let mut top = 0;
        for exponent in exponents {
            if signed {
                plan.count(signed_digits(exponent, window).into_iter(), &mut top);
            } else {
                plan.count(SlidingDigits::new(exponent, window), &mut top);
            }
        }
        plan.products = (plan.products + top).saturating_sub(1);
        plan
    }

    /// Adds the products of an exponent's digits and table; `top` is the highest position of a digit.
    fn count(&mut self, digits: impl Iterator<Item = Digit>, top: &mut usize) {
        let (mut position, mut first, mut largest) = (0, 0, 1);
        for (i, digit) in digits.enumerate() {
            first = if i == 0 { digit.steps } else { first };
            position += digit.steps;
            self.products += usize::from(digit.value != 0);
            largest = largest.max(digit.value.unsigned_abs() as usize);
        }
        *top = (*top).max(position - first);
        self.products += if largest > 1 { largest.div_ceil(2) } else { 0 };
    }

    /// Returns the exact number of products.
    pub(crate) fn products(&self) -> usize {
        self.products
    }

    /// Π bases\[i\]^exponents\[i\], the same in all lanes. Variable time.
    pub(crate) fn product<'g>(
        &self,
        group: &'g dyn Group,
        bases: &[Buffer<u64>],
        exponents: &[&[u64]],
    ) -> Accumulator<'g> {
        let signed = inverses(group).is_some();
        let mut acc = Accumulator::new(group);
        let mut tables = Vec::with_capacity(bases.len());
        for (base, exponent) in bases.iter().zip(exponents) {
            let largest = largest_digit(exponent, self.window, signed);
            tables.push(odd_powers(group, base, largest, acc.scratch()));
        }
        let tables: Vec<&[u64]> = tables.iter().map(|table| &table[..]).collect();
        product_vartime(&mut acc, &tables, &mut Interleaved::new(exponents, self.window, signed));
        acc
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use modexp_limbs::testing::Random;

    #[test]
    fn no_other_window_takes_fewer_products() {
        let mut random = Random(23);
        for bits in [3, 20, 60, 160, 256, 700, 2048, 5000] {
            let exponents: Vec<_> = (0..6).map(|i| random.bits(bits - bits / 10 * (i % 2))).collect();
            let exponents: Vec<&[u64]> = exponents.iter().map(Vec::as_slice).collect();
            let best = InterleavedPlan::best(&exponents, false).products();
            let least = (1..=10).map(|window| InterleavedPlan::new(&exponents, window, false).products()).min();
            assert_eq!(Some(best), least, "{bits} bits");
        }
    }
}
