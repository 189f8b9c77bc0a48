//! A product of a few powers with public exponents: sliding windows for each exponent, one chain of squarings for all
//! (Möller, *Algorithms for multi-exponentiation*, 2001).

use crate::buffer::Buffer;
use crate::group::Group;
use crate::limb;
use crate::pow::{self, Accumulator};
use crate::window::SlidingDigits;
use alloc::vec::Vec;

/// The widest window considered.
const WIDEST: u32 = 12;

/// The window that costs these exponents the fewest products.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InterleavedPlan {
    window: u32,
    products: usize,
}

/// A product by base^value, to be made when `position` bits are left below.
struct Factor {
    position: usize,
    base: usize,
    value: usize,
}

impl InterleavedPlan {
    pub(crate) fn best(exponents: &[&[u64]]) -> Self {
        let plans = (1..=WIDEST).map(|window| Self::new(exponents, window));
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
        let mut factors = Vec::new();
        let mut tables = Vec::new();
        for (base, exponent) in exponents.iter().enumerate() {
            let mut position = limb::bit_len(exponent);
            let mut largest = 1;
            for digit in SlidingDigits::new(exponent, self.window) {
                position -= digit.squarings;
                if digit.value != 0 {
                    factors.push(Factor { position, base, value: digit.value });
                    largest = largest.max(digit.value);
                }
            }
            tables.push(pow::odd_powers(group, &bases[base], largest, &mut acc.scratch));
        }
        factors.sort_by_key(|factor| core::cmp::Reverse(factor.position));

        let words = group.words();
        let mut above = None;
        for Factor { position, base, value } in factors {
            let power = &tables[base][value / 2 * words..(value / 2 + 1) * words];
            match above {
                None => acc.set(power),
                Some(above) => {
                    acc.square((above - position) as u64);
                    acc.mul(power);
                }
            }
            above = Some(position);
        }
        acc.square(above.unwrap_or(0) as u64);
        acc
    }
}
