//! One base, one exponent, over any [`Group`].

use crate::group::Group;
use crate::m_ary;
use crate::window::{Method, SlidingDigits, WindowPlan};
use modexp_kernels::buffer::Buffer;
use modexp_kernels::limb;

/// Lanes of the widest kernel.
pub(crate) const MAX_LANES: usize = 8;

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

/// base^exponent in each lane, where `exponents` holds one little-endian exponent below 2^bits for each lane.
///
/// Constant time: fixed windows, and every look-up reads the whole table. Only `bits` shows in the sequence of products
/// and in the memory touched.
pub(crate) fn pow<'g, G: Group>(group: &'g G, base: &[u64], exponents: &[&[u64]], bits: usize) -> Accumulator<'g, G> {
    debug_assert_eq!(exponents.len(), group.lanes());
    let mut acc = Accumulator::new(group);
    if bits == 0 {
        return acc;
    }
    let words = group.words();
    let window = WindowPlan::constant_time(bits, group.entries_per_product()).window;
    let table = powers(group, base, window, &mut acc.scratch);
    let mut factor = Buffer::new(words);
    let mut index = [0; MAX_LANES];
    let mut look_up = |factor: &mut [u64], digit: usize| {
        for (index, exponent) in index.iter_mut().zip(exponents) {
            *index = limb::bits_at(exponent, digit * window as usize, window) as usize;
        }
        group.select(factor, &table, &index[..group.lanes()]);
    };

    let digits = bits.div_ceil(window as usize);
    look_up(&mut factor, digits - 1);
    acc.set(&factor);
    for digit in (0..digits - 1).rev() {
        acc.square(u64::from(window));
        look_up(&mut factor, digit);
        acc.mul(&factor);
    }
    acc
}

/// The table base^0, base^1, …, base^(2^window − 1).
fn powers<G: Group>(group: &G, base: &[u64], window: u32, scratch: &mut [u64]) -> Buffer<u64> {
    let words = group.words();
    let mut table = Buffer::new(words << window);
    table[..words].copy_from_slice(group.one());
    table[words..2 * words].copy_from_slice(base);
    for i in 2..1 << window {
        let (done, rest) = table.split_at_mut(i * words);
        let entry = |i: usize| &done[i * words..(i + 1) * words];
        if i % 2 == 0 {
            group.sqr(&mut rest[..words], entry(i / 2), scratch);
        } else {
            group.mul(&mut rest[..words], entry(i - 1), base, scratch);
        }
    }
    table
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
