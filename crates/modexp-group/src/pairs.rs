//! A product of many powers with public exponents in a group that multiplies pairs of entries in bulk: buckets (see
//! [`crate::buckets`]) with signed digits, filled round by round.
//!
//! In each window the bases are sorted by their digits. A round multiplies all pairs of neighbours with the same digit,
//! until each digit has one entry. So affine points share the inversions of a round. Small problems put several windows
//! into a round. The products of rows and columns of buckets are computed in the same way.

use crate::accumulator::Accumulator;
use crate::digits::{Digits, SignedWindows};
use crate::group::{MAX_LANES, Pairs};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use modexp_limbs::buffer::Buffer;
use modexp_limbs::limb;

/// The widest window considered; one has 2^15 buckets.
const WIDEST: u32 = 16;

/// The most entries of a round, unless one window has more. These few MB stay in the cache. With four times this
/// number, a sum of 2^12 to 2^14 points takes a third longer.
const MOST_ENTRIES: usize = 1 << 15;

/// The number of pairs multiplied in the time of one product of elements. A pair of affine points takes 6 products in
/// the field, which lanes share, and a product of elements takes 12 to 14.
const PAIRS_PER_PRODUCT: usize = 4;

/// Below this number, buckets have no rows and columns.
const FEW_BUCKETS: usize = 32;

/// Π bases\[i\]^(±exponents\[i\]) in a group that multiplies pairs, the same in all lanes. The sign is − if `signs[i]`
/// is 1, + if it is 0. `bases` are entries, one after the other. Variable time.
pub fn product_vartime<'g>(
    group: &'g dyn Pairs,
    bases: &[u64],
    exponents: &[&[u64]],
    signs: &[u64],
) -> Accumulator<'g> {
    debug_assert_eq!(exponents.len(), signs.len());
    debug_assert_eq!(bases.len(), exponents.len() * group.entry_words());
    let bits = exponents.iter().map(|exponent| limb::bit_len(exponent)).max().unwrap_or(0);
    let mut acc = Accumulator::new(group);
    if bits == 0 {
        return acc;
    }
    let window = best_window(exponents.len(), bits);
    let digits = SignedWindows::new(exponents.len(), exponents, bits, window);
    let at_once = (MOST_ENTRIES / exponents.len()).clamp(1, digits.steps());
    let mut end = digits.steps();
    while end > 0 {
        let windows = end.saturating_sub(at_once)..end;
        end = windows.start;
        let buckets = 1 << (window - 1);
        let terms = BucketEntry::of_windows(windows.len(), exponents.len(), buckets, &|step, base| {
            let digit = digits.digit(windows.start + step, base);
            if signs[base] == 1 { -digit } else { digit }
        });
        let sums = Sorted::new(group, bases, windows.len() * buckets, &terms).multiplied(group);
        let sums = sums.products_of_powers(group, buckets);
        for sum in sums.into_iter().rev() {
            acc.step(u64::from(window));
            if let Some(sum) = sum {
                acc.mul(sum.value());
            }
        }
    }
    acc
}

/// Returns, for each of `bits` bits, the product of the bases with this bit set in their choice, in a group that
/// multiplies pairs. `bases` are entries, one after the other. Variable time.
///
/// Bases with equal bits in a window share a bucket, so that a base costs one pair for each window.
pub fn subset_products_vartime<'g>(
    group: &'g dyn Pairs,
    bases: &[u64],
    choices: &[&[u64]],
    bits: usize,
) -> Vec<Accumulator<'g>> {
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
        let buckets = (1 << window) - 1;
        let terms = BucketEntry::of_windows(count, choices.len(), buckets, &|i, base| {
            limb::bits_at(choices[base], (first + i) * window as usize, window) as i32
        });
        let sums = Sorted::new(group, bases, count * buckets, &terms).multiplied(group);
        products.extend(sums.products_by_bits(group, buckets, window as usize));
    }
    products.truncate(bits);
    products
}

/// Returns the window with the fewest expected pairs: one for each base, and one for half of the buckets for each bit.
fn best_window_of_subsets(bases: usize, bits: usize) -> u32 {
    let cost = |&window: &u32| bits.div_ceil(window as usize) * (bases + ((window as usize) << (window - 1)));
    (1..=WIDEST).min_by_key(cost).unwrap_or(1)
}

/// Returns the window with the fewest expected pairs: one for each base, and the pairs of its buckets.
fn best_window(bases: usize, bits: usize) -> u32 {
    let cost = |&window: &u32| {
        let buckets = 1 << (window - 1);
        let of_buckets = match bits_of_columns(buckets) {
            0 => 2 * PAIRS_PER_PRODUCT * buckets,
            bits => 2 * buckets + 2 * PAIRS_PER_PRODUCT * ((buckets >> bits) + (1 << bits)),
        };
        SignedWindows::count(bits, window) * (bases + of_buckets)
    };
    (2..=WIDEST).min_by_key(cost).unwrap_or(2)
}

/// Returns the number of low bits of a bucket's number that name its column; 0 for buckets without rows and columns.
fn bits_of_columns(buckets: usize) -> u32 {
    if buckets < FEW_BUCKETS { 0 } else { buckets.ilog2() / 2 }
}

/// An entry in a bucket.
struct BucketEntry {
    base: u32,
    bucket: u32,
    inverted: bool,
}

impl BucketEntry {
    /// Let d = `digit`(j, i). Base i is in bucket |d| of window j, inverted if d < 0. If d = 0, it is in no bucket.
    fn of_windows(windows: usize, bases: usize, buckets: usize, digit: &dyn Fn(usize, usize) -> i32) -> Vec<Self> {
        let mut terms = Vec::with_capacity(windows * bases);
        for window in 0..windows {
            for base in 0..bases {
                let digit = digit(window, base);
                if digit != 0 {
                    let bucket = (window * buckets) as u32 + digit.unsigned_abs() - 1;
                    terms.push(Self { base: base as u32, bucket, inverted: digit < 0 });
                }
            }
        }
        terms
    }
}

/// `places(window, bucket, add)` calls `add` with the number of each new bucket for a window's bucket.
type Places<'a> = dyn Fn(usize, usize, &mut dyn FnMut(usize)) + 'a;

/// Entries in the order of their buckets.
struct Sorted {
    entries: Buffer<u64>,
    /// The first entry of each bucket, then the number of entries.
    starts: Vec<u32>,
}

impl Sorted {
    /// Sorts the bases, or their inverses, of these terms.
    fn new(group: &dyn Pairs, bases: &[u64], buckets: usize, terms: &[BucketEntry]) -> Self {
        let words = group.entry_words();
        let mut starts = vec![0_u32; buckets + 1];
        for term in terms {
            starts[term.bucket as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }

        let mut next = starts.clone();
        let mut entries = Buffer::new(words * terms.len());
        for term in terms {
            let place = &mut next[term.bucket as usize];
            let entry = &mut entries[*place as usize * words..][..words];
            *place += 1;
            entry.copy_from_slice(&bases[term.base as usize * words..][..words]);
            if term.inverted {
                group.invert_entry_if(entry, &[1; MAX_LANES][..group.lanes()]);
            }
        }
        Self { entries, starts }
    }

    /// Multiplies the entries of each bucket. The product is in the bucket's first entry.
    fn multiplied(mut self, group: &dyn Pairs) -> Self {
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

    /// Returns the products of these buckets, `None` for an empty bucket.
    fn products(&self, words: usize, buckets: Range<usize>) -> impl DoubleEndedIterator<Item = Option<&[u64]>> {
        let bounds = self.starts[buckets.start..=buckets.end].windows(2);
        bounds.map(move |bounds| (bounds[0] < bounds[1]).then(|| &self.entries[bounds[0] as usize * words..][..words]))
    }

    /// Sorts the products of all buckets into new buckets and multiplies these. `places`(i, d) names the new buckets of
    /// window i's bucket d, with d ≥ 1.
    fn regrouped(&self, group: &dyn Pairs, of_window: usize, buckets: usize, places: &Places<'_>) -> Self {
        let mut terms = Vec::new();
        for (i, bounds) in self.starts.windows(2).enumerate().filter(|(_, bounds)| bounds[0] < bounds[1]) {
            let mut add =
                |place: usize| terms.push(BucketEntry { base: bounds[0], bucket: place as u32, inverted: false });
            places(i / of_window, i % of_window + 1, &mut add);
        }
        Self::new(group, &self.entries, buckets, &terms).multiplied(group)
    }

    /// Returns, for each window of `of_window` buckets and each bit, the product of the buckets with this bit set.
    fn products_by_bits<'g>(&self, group: &'g dyn Pairs, of_window: usize, bits: usize) -> Vec<Accumulator<'g>> {
        let buckets = (self.starts.len() - 1) / of_window * bits;
        let places = |window: usize, d: usize, add: &mut dyn FnMut(usize)| {
            (0..bits).filter(|bit| d >> bit & 1 == 1).for_each(|bit| add(window * bits + bit));
        };
        let by_bits = self.regrouped(group, of_window, buckets, &places);
        let product = |entry: Option<&[u64]>| {
            let mut product = Accumulator::new(group);
            if let Some(entry) = entry {
                product.mul_entry(entry);
            }
            product
        };
        by_bits.products(group.entry_words(), 0..buckets).map(product).collect()
    }

    /// Π bucket_d^d of each window of `of_window` buckets, or `None` if all its buckets are empty. Let d = r·2^k + c. row_r
    /// is the product of all buckets with r, column_c with c: Π bucket_d^d = (Π row_r^r)^(2^k)·Π column_c^c.
    fn products_of_powers<'g>(&self, group: &'g dyn Pairs, of_window: usize) -> Vec<Option<Accumulator<'g>>> {
        let windows = (self.starts.len() - 1) / of_window;
        let k = bits_of_columns(of_window);
        if k == 0 {
            return (0..windows).map(|i| self.product_of_powers(group, i * of_window..(i + 1) * of_window)).collect();
        }
        let (rows, columns) = (of_window >> k, (1 << k) - 1);
        let both = rows + columns;
        let places = |window: usize, d: usize, add: &mut dyn FnMut(usize)| {
            let (row, column) = (d >> k, d & columns);
            if row > 0 {
                add(window * both + row - 1);
            }
            if column > 0 {
                add(window * both + rows + column - 1);
            }
        };
        let lines = self.regrouped(group, of_window, windows * both, &places);
        let product = |window: usize| {
            let [start, middle, end] = [0, rows, both].map(|at| window * both + at);
            let of_columns = lines.product_of_powers(group, middle..end);
            let Some(mut product) = lines.product_of_powers(group, start..middle) else { return of_columns };
            product.step(u64::from(k));
            if let Some(of_columns) = of_columns {
                product.mul(of_columns.value());
            }
            Some(product)
        };
        (0..windows).map(product).collect()
    }

    /// Π bucket_d^d of these buckets, numbered from 1 on, or `None` if all are empty.
    fn product_of_powers<'g>(&self, group: &'g dyn Pairs, buckets: Range<usize>) -> Option<Accumulator<'g>> {
        let mut products: Option<[Accumulator<'g>; 2]> = None;
        for entry in self.products(group.entry_words(), buckets).rev() {
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
