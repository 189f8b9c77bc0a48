//! A product of many powers with public exponents in a group that multiplies pairs of entries in bulk: buckets (see
//! [`crate::buckets`]) with signed digits, filled round by round.
//!
//! In each window the bases are sorted by their digits. Then neighbours of the same digit are multiplied, all of a round at once,
//! until each digit has one entry left. So affine points share the inversions of a round. Small problems put several windows into
//! a round. The buckets that are left are the terms of their rows' and columns' products in the same way.

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

/// Entries of a round, unless one window has more: some MB, which stay in the cache. With four times as many, a sum of 2^12 to 2^14
/// points takes a third longer.
const MOST_ENTRIES: usize = 1 << 15;

/// Products of a pair in the time of a product of elements. For affine points these are 6 products in the field, which lanes share, to
/// 12 to 14.
const PAIRS_PER_PRODUCT: usize = 4;

/// Fewer buckets have no rows and columns.
const FEW_BUCKETS: usize = 32;

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
    let digits = SignedWindows::new(exponents.len(), exponents, bits, window);
    let at_once = (MOST_ENTRIES / exponents.len()).clamp(1, digits.steps());
    let mut end = digits.steps();
    while end > 0 {
        let windows = end.saturating_sub(at_once)..end;
        end = windows.start;
        let buckets = 1 << (window - 1);
        let terms = Term::of_windows(windows.len(), exponents.len(), buckets, &|step, base| {
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
        let buckets = (1 << window) - 1;
        let terms = Term::of_windows(count, choices.len(), buckets, &|i, base| {
            limb::bits_at(choices[base], (first + i) * window as usize, window) as i32
        });
        let sums = Sorted::new(group, bases, count * buckets, &terms).multiplied(group);
        products.extend(sums.products_by_bits(group, buckets, window as usize));
    }
    products.truncate(bits);
    products
}

/// The window with the fewest expected pairs: one for each base, and for each bit one for half of the buckets.
fn best_window_of_subsets(bases: usize, bits: usize) -> u32 {
    let cost = |&window: &u32| bits.div_ceil(window as usize) * (bases + ((window as usize) << (window - 1)));
    (1..=WIDEST).min_by_key(cost).unwrap_or(1)
}

/// The window with the fewest expected pairs: one for each base, and what its buckets take.
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

/// Lower bits of a bucket's number that name its column, of so many buckets; 0 for few, which have no rows and columns.
fn bits_of_columns(buckets: usize) -> u32 {
    if buckets < FEW_BUCKETS { 0 } else { buckets.ilog2() / 2 }
}

/// An entry in a bucket.
struct Term {
    base: u32,
    bucket: u32,
    inverted: bool,
}

impl Term {
    /// Base i in window j is in bucket |d| of the window's, and inverted if d < 0, where d = `digit`(j, i); in none if d = 0.
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

/// Gives to the last argument the buckets in which a window's bucket is too.
type Places<'a> = dyn Fn(usize, usize, &mut dyn FnMut(usize)) + 'a;

/// Entries in the order of their buckets.
struct Sorted {
    entries: Buffer<u64>,
    /// Where the entries of a bucket begin; at the end their number.
    starts: Vec<u32>,
}

impl Sorted {
    /// The bases, or their inverses, of these terms.
    fn new(group: &dyn Group, bases: &[u64], buckets: usize, terms: &[Term]) -> Self {
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

    /// The products of these buckets; `None` for an empty one.
    fn products(&self, words: usize, buckets: Range<usize>) -> impl DoubleEndedIterator<Item = Option<&[u64]>> {
        let bounds = self.starts[buckets.start..=buckets.end].windows(2);
        bounds.map(move |bounds| (bounds[0] < bounds[1]).then(|| &self.entries[bounds[0] as usize * words..][..words]))
    }

    /// The products of all buckets in other buckets: `places`(i, d) are those of window i's bucket d, which is counted from 1 on.
    fn regrouped(&self, group: &dyn Group, of_window: usize, buckets: usize, places: &Places<'_>) -> Self {
        let mut terms = Vec::new();
        for (i, bounds) in self.starts.windows(2).enumerate().filter(|(_, bounds)| bounds[0] < bounds[1]) {
            let mut add = |place: usize| terms.push(Term { base: bounds[0], bucket: place as u32, inverted: false });
            places(i / of_window, i % of_window + 1, &mut add);
        }
        Self::new(group, &self.entries, buckets, &terms).multiplied(group)
    }

    /// For each window of so many buckets and each bit of a bucket's number, the product of the buckets whose number has it.
    fn products_by_bits<'g>(&self, group: &'g dyn Group, of_window: usize, bits: usize) -> Vec<Accumulator<'g>> {
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

    /// Π bucket_d^d of each window of so many buckets, or `None` if all its buckets are empty. With d = r·2^k + c, the product of
    /// a row is that of all buckets of an r, and that of a column of a c: Π bucket_d^d = (Π row_r^r)^(2^k)·Π column_c^c.
    fn products_of_powers<'g>(&self, group: &'g dyn Group, of_window: usize) -> Vec<Option<Accumulator<'g>>> {
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

    /// Π bucket_d^d of these buckets, the first of which has number 1, or `None` if all are empty.
    fn product_of_powers<'g>(&self, group: &'g dyn Group, buckets: Range<usize>) -> Option<Accumulator<'g>> {
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
