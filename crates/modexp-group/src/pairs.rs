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
use core::ops::Range;
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
        let buckets = Sorted::new(group, bases, &digits, windows.clone(), 1 << (window - 1), signs).multiplied(group);
        for i in (0..windows.len()).rev() {
            acc.step(u64::from(window));
            if let Some(sum) = buckets.product_of_powers(group, i) {
                acc.mul(sum.value());
            }
        }
    }
    acc
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
    fn new(
        group: &dyn Group,
        bases: &[u64],
        digits: &SignedWindows,
        windows: Range<usize>,
        buckets: usize,
        signs: &[u64],
    ) -> Self {
        let words = group.entry_words();
        // a window's digits of all bases, window by window
        let mut values = vec![0; windows.len() * signs.len()];
        for (values, window) in values.chunks_exact_mut(signs.len()).zip(windows.clone()) {
            for (i, value) in values.iter_mut().enumerate() {
                digits.read(window, i, core::slice::from_mut(value));
            }
        }
        let bucket = |window: usize, digit: i32| window * buckets + digit.unsigned_abs() as usize - 1;

        let mut starts = vec![0_u32; windows.len() * buckets + 1];
        for (window, values) in values.chunks_exact(signs.len()).enumerate() {
            for &digit in values.iter().filter(|&&digit| digit != 0) {
                starts[bucket(window, digit) + 1] += 1;
            }
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }

        let mut next = starts.clone();
        let mut entries = Buffer::new(words * starts[starts.len() - 1] as usize);
        for (window, values) in values.chunks_exact(signs.len()).enumerate() {
            for ((&digit, base), sign) in values.iter().zip(bases.chunks_exact(words)).zip(signs) {
                if digit == 0 {
                    continue;
                }
                let place = &mut next[bucket(window, digit)];
                let entry = &mut entries[*place as usize * words..][..words];
                *place += 1;
                entry.copy_from_slice(base);
                if (digit < 0) != (*sign == 1) {
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

    /// Π bucket_d^d of a window, or `None` if all its buckets are empty.
    fn product_of_powers<'g>(&self, group: &'g dyn Group, window: usize) -> Option<Accumulator<'g>> {
        let words = group.entry_words();
        let starts = &self.starts[window * self.buckets..=(window + 1) * self.buckets];
        let mut products: Option<[Accumulator<'g>; 2]> = None;
        for bounds in starts.windows(2).rev() {
            let entry = (bounds[0] < bounds[1]).then(|| &self.entries[bounds[0] as usize * words..][..words]);
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
