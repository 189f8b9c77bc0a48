//! One base, one exponent.

use crate::accumulator::Accumulator;
use crate::digits::{Digits, SignedWindows, Windows};
use crate::group::{Group, MAX_GATHERED, inverses};
use crate::plan::{Method, WindowPlan};
use crate::product::{Factors, Tables, product, product_vartime};
use crate::sliding::{Interleaved, SlidingCount};
use modexp_limbs::buffer::Buffer;

/// base^exponent in each lane for exponents below 2^bits, little-endian, one for each lane. Constant time: the
/// operations and their addresses depend only on `bits`.
pub fn pow<'g>(group: &'g dyn Group, base: &[u64], exponents: &[&[u64]], bits: usize) -> Accumulator<'g> {
    let plan = WindowPlan::constant_time_in(group, bits);
    if inverses(group).is_some() {
        let digits = SignedWindows::new(1, exponents, bits, plan.window);
        return by_windows(group, base, &digits, (1 << (plan.window - 1)) + 1);
    }
    by_windows(group, base, &Windows::new(exponents, bits, plan.window), 1 << plan.window)
}

/// Computes the power by digits. A digit d names the entry base^d of a table.
pub(crate) fn by_windows<'g>(
    group: &'g dyn Group,
    base: &[u64],
    digits: &dyn Digits,
    entries: usize,
) -> Accumulator<'g> {
    let mut acc = Accumulator::new(group);
    if digits.steps() == 0 {
        return acc;
    }
    let mut table = powers(group, base, entries, acc.scratch());
    if MAX_GATHERED > 1
        && let Some((lookups, at_once)) = group.gathers(entries)
    {
        let mut tmp = Buffer::new(at_once * group.entry_words());
        lookups.scatter(&mut table, &mut tmp);
        product(&mut acc, Tables::Scattered(&table, lookups, at_once), digits);
    } else {
        product(&mut acc, Tables::Plain(&[&table]), digits);
    }
    acc
}

/// base^exponent, the same exponent in all lanes, by the method and window of `plan`. Variable time in the exponent.
pub fn pow_vartime<'g>(group: &'g dyn Group, plan: &WindowPlan, base: &[u64], exponent: &[u64]) -> Accumulator<'g> {
    let mut acc = Accumulator::new(group);
    if plan.method == Method::SlidingWindow {
        let signed = inverses(group).is_some();
        let largest = largest_digit(exponent, plan.window, signed);
        let table = odd_powers(group, base, largest, acc.scratch());
        product_vartime(&mut acc, &[&table], &mut Interleaved::new(&[exponent], plan.window, signed));
    } else {
        let bits = modexp_limbs::limb::bit_len(exponent);
        let exponents = [exponent];
        let digits = Windows::new(&exponents, bits, plan.window);
        if bits > 0 {
            let table = powers(group, base, 1 << plan.window, acc.scratch());
            product_vartime(&mut acc, &[&table], &mut Factors::new(&digits));
        }
    }
    acc
}

/// Returns the largest absolute value of a sliding window's digit, or 0 for exponent 0.
pub(crate) fn largest_digit(exponent: &[u64], window: u32, signed: bool) -> usize {
    let count = if signed { SlidingCount::signed } else { SlidingCount::new };
    count(exponent, window).largest
}

/// Computes the table base^0, base^1, … of `count` ≥ 2 entries.
pub(crate) fn powers(group: &dyn Group, base: &[u64], count: usize, scratch: &mut [u64]) -> Buffer<u64> {
    group.to_entries(elements(group, base, count, scratch))
}

/// Computes the `count` ≥ 2 elements base^0, base^1, …
pub(crate) fn elements(group: &dyn Group, base: &[u64], count: usize, scratch: &mut [u64]) -> Buffer<u64> {
    let words = group.words();
    let mut table = Buffer::new(count * words);
    table[..words].copy_from_slice(group.identity());
    table[words..2 * words].copy_from_slice(base);
    for i in 2..count {
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

/// Computes the table base^0, base^1, base^3, …, base^largest.
pub(crate) fn odd_powers(group: &dyn Group, base: &[u64], largest: usize, scratch: &mut [u64]) -> Buffer<u64> {
    let words = group.words();
    let count = 1 + largest.div_ceil(2).max(1);
    let mut table = Buffer::new(count * words);
    table[..words].copy_from_slice(group.identity());
    table[words..2 * words].copy_from_slice(base);
    if count > 2 {
        let mut square = Buffer::new(words);
        group.sqr(&mut square, base, scratch);
        for i in 2..count {
            let (done, rest) = table.split_at_mut(i * words);
            group.mul(&mut rest[..words], &done[(i - 1) * words..], &square, scratch);
        }
    }
    group.to_entries(table)
}
