//! A product of a few powers with public exponents: sliding windows for each exponent, one chain of squarings for all
//! (Möller, *Algorithms for multi-exponentiation*, 2001).

use crate::group::Group;
use crate::pow::{self, Accumulator};
use crate::window::{SlidingDigits, WindowPlan};
use alloc::vec::Vec;
use modexp_kernels::buffer::Buffer;
use modexp_kernels::limb;

/// The window that costs these exponents the fewest products, of the one that is best on average and its neighbours: to
/// count them for twelve windows took 5 of 60 µs at 2048 bits with two exponents of 256.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InterleavedPlan {
    window: u32,
    products: usize,
}

impl InterleavedPlan {
    pub(crate) fn best(exponents: &[&[u64]]) -> Self {
        let bits = exponents.iter().map(|exponent| limb::bit_len(exponent)).max().unwrap_or(0);
        let average = WindowPlan::best_on_average(bits);
        let plans = (average.saturating_sub(1).max(1)..=average + 1).map(|window| Self::new(exponents, window));
        plans.min_by_key(|plan| plan.products).unwrap_or(Self { window: 1, products: 0 })
    }

    fn new(exponents: &[&[u64]], window: u32) -> Self {
        let (mut factors, mut tables, mut top) = (0_usize, 0, 0);
        for exponent in exponents {
            let mut largest = 1;
            for (i, digit) in SlidingDigits::new(exponent, window).enumerate() {
                if i == 0 {
                    top = top.max(limb::bit_len(exponent) - digit.squarings);
                }
                factors += usize::from(digit.value != 0);
                largest = largest.max(digit.value);
            }
            tables += if largest > 1 { largest.div_ceil(2) } else { 0 };
        }
        Self { window, products: top + factors.saturating_sub(1) + tables }
    }

    /// The exact number.
    pub(crate) fn products(&self) -> usize {
        self.products
    }

    /// Π bases\[i\]^exponents\[i\], the same in all lanes. Variable time.
    pub(crate) fn run<'g, G: Group>(
        &self,
        group: &'g G,
        bases: &[Buffer<u64>],
        exponents: &[&[u64]],
    ) -> Accumulator<'g, G> {
        let mut acc = Accumulator::new(group);
        let mut factors = Vec::with_capacity(bases.len());
        for (base, exponent) in bases.iter().zip(exponents) {
            let largest = SlidingDigits::new(exponent, self.window).map(|digit| digit.value).max().unwrap_or(1);
            let powers = pow::odd_powers(group, base, largest, &mut acc.scratch);
            let position = limb::bit_len(exponent);
            let mut factor = Factor { digits: SlidingDigits::new(exponent, self.window), powers, position, value: 0 };
            factor.advance();
            factors.push(factor);
        }

        let words = group.words();
        let top = factors.iter().map(|factor| factor.position).max().unwrap_or(0);
        let mut begun = false;
        let mut squarings = 0;
        for position in (0..=top).rev() {
            squarings += u64::from(begun && position < top);
            for factor in factors.iter_mut().filter(|factor| factor.value != 0 && factor.position == position) {
                let power = &factor.powers[factor.value / 2 * words..(factor.value / 2 + 1) * words];
                if begun {
                    acc.square(core::mem::take(&mut squarings));
                    acc.mul(power);
                } else {
                    acc.set(power);
                    begun = true;
                }
                factor.advance();
            }
        }
        acc.square(squarings);
        acc
    }
}

/// What one exponent multiplies by next: base^value, when `position` bits are left below; a value of 0 ends it.
struct Factor<'e> {
    digits: SlidingDigits<'e>,
    /// The odd powers of the base.
    powers: Buffer<u64>,
    position: usize,
    value: usize,
}

impl Factor<'_> {
    fn advance(&mut self) {
        self.value = 0;
        if let Some(digit) = self.digits.next() {
            self.position -= digit.squarings;
            self.value = digit.value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counting::Random;

    #[test]
    fn no_other_window_takes_fewer_products() {
        let mut random = Random(23);
        for bits in [3, 20, 60, 160, 256, 700, 2048, 5000] {
            let exponents: Vec<_> = (0..6).map(|i| random.bits(bits - bits / 10 * (i % 2))).collect();
            let exponents: Vec<&[u64]> = exponents.iter().map(Vec::as_slice).collect();
            let best = InterleavedPlan::best(&exponents).products();
            let least = (1..=10).map(|window| InterleavedPlan::new(&exponents, window).products()).min();
            assert_eq!(Some(best), least, "{bits} bits");
        }
    }
}
