//! A product of many powers with public exponents in a group that multiplies pairs of entries in bulk: buckets (see
//! [`crate::buckets`]) with signed digits, filled round by round.
//!
//! In each window the bases are sorted by their digits. Then neighbours of the same digit are multiplied, all of a round at once,
//! until each digit has one entry left. So affine points share the inversions of a round. Small problems put several windows into
//! a round.

use crate::accumulator::Accumulator;
use crate::digits::{Digits, SignedWindows};
use crate::group::{Group, MAX_LANES};
use alloc::vec;
use alloc::vec::Vec;
use modexp_limbs::buffer::Buffer;
use modexp_limbs::limb;

/// The widest window considered; one has 2^15 buckets.
const WIDEST: u32 = 16;

/// Entries of a round, unless one window has more.
const MOST_ENTRIES: usize = 1 << 17;

/// Products of a pair in the time of a product of elements. For affine points these are 6 products in the field to 12 to 14.
const PAIRS_PER_PRODUCT: usize = 2;

/// Π bases\[i\]^(±exponents\[i\]) in a group that multiplies pairs, with the sign − where `signs[i]` is 1 and + where it is 0, the
/// same in all lanes. `bases` are entries, one after the other. Variable time.
pub fn product_vartime<'g>(
    group: &'g dyn Group,
    bases: &[u64],
    exponents: &[&[u64]],
    signs: &[u64],
) -> Accumulator<'g> {
    debug_assert!(group.multiplies_pairs() && exponents.len() == signs.len());
    debug_assert_eq!(bases.len(), exponents.len() * group.entry_words());
    let bits = exponents.iter().map(|exponent| limb::bit_len(exponent)).max().unwrap_or(0);
    let mut acc = Accumulator::new(group);
    if bits == 0 {
        return acc;
    }
    let window = best_window(exponents.len(), bits);
    let digits = SignedWindows::new(exponents, bits, window);
    let at_once = (MOST_ENTRIES / exponents.len()).clamp(1, digits.steps());
    let mut end = digits.steps();
    while end > 0 {
        let windows = end.saturating_sub(at_once)..end;
        end = windows.start;
        let digit = |step: usize, base: usize| {
            let mut digit = 0;
            digits.read(windows.start + step, base, core::slice::from_mut(&mut digit));
            if signs[base] == 1 { -digit } else { digit }
        };
        let buckets = Sorted::new(group, bases, windows.len(), 1 << (window - 1), &digit).multiplied(group);
        for i in (0..windows.len()).rev() {
            acc.step(u64::from(window));
            if let Some(sum) = buckets.product_of_powers(group, i) {
                acc.mul(sum.value());
            }
        }
    }
    acc
}

/// For each of `bits` bits, the product of the bases whose choice has it, in a group that multiplies pairs. `bases` are entries, one
/// after the other. Variable time.
///
/// Bases with the same bits of a window share a bucket, so that a base costs one pair for each window.
pub fn subset_products_vartime<'g>(
    group: &'g dyn Group,
    bases: &[u64],
    choices: &[&[u64]],
    bits: usize,
) -> Vec<Accumulator<'g>> {
    debug_assert!(group.multiplies_pairs());
    debug_assert_eq!(bases.len(), choices.len() * group.entry_words());
    if choices.is_empty() {
        return (0..bits).map(|_| Accumulator::new(group)).collect();
    }
    let window = best_window_of_subsets(choices.len(), bits);
    let windows = bits.div_ceil(window as usize);
    let at_once = (MOST_ENTRIES / choices.len()).clamp(1, windows);
    let mut products = Vec::with_capacity(windows * window as usize);
    for first in (0..windows).step_by(at_once) {
        let count = at_once.min(windows - first);
        let digit = |i: usize, base: usize| limb::bits_at(choices[base], (first + i) * window as usize, window) as i32;
        let buckets = Sorted::new(group, bases, count, (1 << window) - 1, &digit).multiplied(group);
        for i in 0..count {
            products.extend((0..window).map(|bit| buckets.product_with_bit(group, i, bit)));
        }
    }
    products.truncate(bits);
    products
}

/// The window with the fewest expected products: one pair for each base, and for each bit a product for half of the buckets.
fn best_window_of_subsets(bases: usize, bits: usize) -> u32 {
    let cost = |&window: &u32| {
        bits.div_ceil(window as usize) * (bases + PAIRS_PER_PRODUCT * window as usize * (1_usize << (window - 1)))
    };
    (1..=WIDEST).min_by_key(cost).unwrap_or(1)
}

/// The window with the fewest expected products: one pair for each base, and two products for each bucket.
fn best_window(bases: usize, bits: usize) -> u32 {
    let cost = |&window: &u32| {
        SignedWindows::count(bits, window) * (bases + 2 * PAIRS_PER_PRODUCT * (1_usize << (window - 1)))
    };
    (2..=WIDEST).min_by_key(cost).unwrap_or(2)
}

/// The bases of some windows, or their inverses, in the order of their digits' magnitudes.
struct Sorted {
    entries: Buffer<u64>,
    /// Where the entries of a bucket begin, window by window; at the end their number.
    starts: Vec<u32>,
    /// Buckets of a window.
    buckets: usize,
}

impl Sorted {
    /// Base i in window j is in bucket |d|, and inverted if d < 0, where d = `digit`(j, i); in none if d = 0.
    fn new(
        group: &dyn Group,
        bases: &[u64],
        windows: usize,
        buckets: usize,
        digit: &dyn Fn(usize, usize) -> i32,
    ) -> Self {
        let words = group.entry_words();
        let count = bases.len() / words;
        let digits: Vec<i32> =
            (0..windows).flat_map(|window| (0..count).map(move |base| digit(window, base))).collect();
        let bucket = |window: usize, digit: i32| window * buckets + digit.unsigned_abs() as usize - 1;

        let mut starts = vec![0_u32; windows * buckets + 1];
        for (window, digits) in digits.chunks_exact(count).enumerate() {
            for &digit in digits.iter().filter(|&&digit| digit != 0) {
                starts[bucket(window, digit) + 1] += 1;
            }
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }

        let mut next = starts.clone();
        let mut entries = Buffer::new(words * starts[starts.len() - 1] as usize);
        for (window, digits) in digits.chunks_exact(count).enumerate() {
            for (&digit, base) in digits.iter().zip(bases.chunks_exact(words)).filter(|(digit, _)| **digit != 0) {
                let place = &mut next[bucket(window, digit)];
                let entry = &mut entries[*place as usize * words..][..words];
                *place += 1;
                entry.copy_from_slice(base);
                if digit < 0 {
                    group.invert_entry_if(entry, &[1; MAX_LANES][..group.lanes()]);
                }
            }
        }
        Self { entries, starts, buckets }
    }

    /// The same with the product of each bucket in its first entry.
    fn multiplied(mut self, group: &dyn Group) -> Self {
        let mut pairs = Vec::new();
        for round in 0.. {
            let distance = 1 << round;
            pairs.clear();
            for bounds in self.starts.windows(2) {
                let first = (bounds[0]..bounds[1].saturating_sub(distance)).step_by(2 * distance as usize);
                pairs.extend(first.map(|i| (i, i + distance)));
            }
            if pairs.is_empty() {
                break;
            }
            group.multiply_pairs(&mut self.entries, &pairs);
        }
        self
    }

    /// The products of a window's buckets, from bucket 1 on; `None` for an empty one.
    fn of_window(&self, words: usize, window: usize) -> impl DoubleEndedIterator<Item = Option<&[u64]>> {
        let starts = &self.starts[window * self.buckets..=(window + 1) * self.buckets];
        starts
            .windows(2)
            .map(move |bounds| (bounds[0] < bounds[1]).then(|| &self.entries[bounds[0] as usize * words..][..words]))
    }

    /// The product of a window's buckets whose number has this bit.
    fn product_with_bit<'g>(&self, group: &'g dyn Group, window: usize, bit: u32) -> Accumulator<'g> {
        let mut product = Accumulator::new(group);
        let buckets = self.of_window(group.entry_words(), window).zip(1_usize..);
        for (entry, _) in buckets.filter(|(_, number)| number >> bit & 1 == 1) {
            if let Some(entry) = entry {
                product.mul_entry(entry);
            }
        }
        product
    }

    /// Π bucket_d^d of a window, or `None` if all its buckets are empty.
    fn product_of_powers<'g>(&self, group: &'g dyn Group, window: usize) -> Option<Accumulator<'g>> {
        let mut products: Option<[Accumulator<'g>; 2]> = None;
        for entry in self.of_window(group.entry_words(), window).rev() {
            // the product of the buckets above, and the product of all those products
            if let Some([above, all]) = &mut products {
                if let Some(entry) = entry {
                    above.mul_entry(entry);
                }
                all.mul(above.value());
            } else if let Some(entry) = entry {
                let element = || {
                    let mut element = Accumulator::new(group);
                    element.mul_entry(entry);
                    element
                };
                products = Some([element(), element()]);
            }
        }
        products.map(|[_, all]| all)
    }
}
