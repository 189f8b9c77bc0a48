//! One base, one public exponent, over any [`Group`]; for secret exponents there is [`modexp_kernels::products::pow`].

use crate::group::Group;
use crate::m_ary;
use crate::window::{Method, SlidingDigits, WindowPlan};
use modexp_kernels::buffer::Buffer;

/// An element that is replaced by products of itself; the spare buffer takes each result, then the two are swapped.
pub(crate) struct Accumulator<'g, G: Group> {
    group: &'g G,
    value: Buffer<u64>,
    spare: Buffer<u64>,
    pub(crate) scratch: Buffer<u64>,
}

impl<'g, G: Group> Accumulator<'g, G> {
    /// Starts at one.
    pub(crate) fn new(group: &'g G) -> Self {
        let mut value = Buffer::new(group.words());
        value.copy_from_slice(group.one());
        Self { group, value, spare: Buffer::new(group.words()), scratch: Buffer::new(group.scratch_words()) }
    }

    pub(crate) fn value(&self) -> &[u64] {
        &self.value
    }

    pub(crate) fn value_mut(&mut self) -> &mut [u64] {
        &mut self.value
    }

    pub(crate) fn set(&mut self, value: &[u64]) {
        self.value.copy_from_slice(value);
    }

    /// value = value^(2^count)
    pub(crate) fn square(&mut self, count: u64) {
        self.group.sqr_n(&mut self.value, count, &mut self.spare, &mut self.scratch);
    }

    /// value = value·factor
    pub(crate) fn mul(&mut self, factor: &[u64]) {
        self.group.mul(&mut self.spare, &self.value, factor, &mut self.scratch);
        core::mem::swap(&mut self.value, &mut self.spare);
    }
}

/// base^exponent, the same exponent in all lanes, by the method and window of `plan`. Variable time in the exponent.
pub(crate) fn pow_vartime<'g, G: Group>(
    group: &'g G,
    plan: &WindowPlan,
    base: &[u64],
    exponent: &[u64],
) -> Accumulator<'g, G> {
    if plan.method != Method::SlidingWindow {
        return m_ary::pow(group, base, exponent, plan.window);
    }
    let mut acc = Accumulator::new(group);
    let mut digits = SlidingDigits::new(exponent, plan.window);
    let largest = SlidingDigits::new(exponent, plan.window).map(|digit| digit.value).max().unwrap_or(0);
    let table = odd_powers(group, base, largest, &mut acc.scratch);
    let words = group.words();
    let power = |value: usize| &table[value / 2 * words..(value / 2 + 1) * words];

    if let Some(first) = digits.next() {
        acc.set(power(first.value));
    }
    for digit in digits {
        acc.square(digit.squarings as u64);
        if digit.value != 0 {
            acc.mul(power(digit.value));
        }
    }
    acc
}

/// The table base^1, base^3, …, base^largest.
pub(crate) fn odd_powers<G: Group>(group: &G, base: &[u64], largest: usize, scratch: &mut [u64]) -> Buffer<u64> {
    let words = group.words();
    let mut table = Buffer::new(words * largest.div_ceil(2).max(1));
    table[..words].copy_from_slice(base);
    if largest > 1 {
        let mut square = Buffer::new(words);
        group.sqr(&mut square, base, scratch);
        for i in 1..table.len() / words {
            let (done, rest) = table.split_at_mut(i * words);
            group.mul(&mut rest[..words], &done[(i - 1) * words..], &square, scratch);
        }
    }
    table
}
