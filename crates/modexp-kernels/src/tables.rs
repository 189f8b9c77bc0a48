//! Products of many powers whose factors are looked up in tables: what a comb and a product of powers have in common.
//!
//! In each step the accumulator is squared a few times and multiplied by one entry of each table. This loop is here for the
//! same reason as [`crate::products::pow`]: compiled for size it cost 5 % of a product of two powers at 2048 bits.

use crate::buffer::Buffer;
use crate::limb;
use crate::products::{MAX_LANES, Products, aligned};
use core::array;

/// Steps whose factors are looked up together, so that a table stays in the nearest cache for all its look-ups of these
/// steps.
const STEPS_TOGETHER: usize = 8;

/// Words of an element up to which look-ups in a single table are not taken together: there they overlap short squares,
/// 19.4 to 18.6 µs for a product of two powers at 1024 bits on ifma. At 2048 bits the code of a look-up and that of
/// products then drive each other out of the nearest cache, 58.6 to 61.3 µs.
const MAX_SHORT_WORDS: usize = 48;

/// Which entries are multiplied.
pub trait Entries {
    /// How many steps.
    fn steps(&self) -> usize;

    /// Squarings before each step but the first.
    fn squarings(&self) -> u64;

    /// Whether `table` has a part in `step`; it does not depend on exponents.
    fn has(&self, _step: usize, _table: usize) -> bool {
        true
    }

    /// The number of the factor of `step` in `table` for a lane.
    fn at(&self, step: usize, table: usize, lane: usize) -> usize;
}

/// out = Π over steps s of (Π over tables t of t's entry for s)^(2^(squarings·s)) in each lane; `out` holds the neutral
/// element, and so does entry 0 of each table.
///
/// Constant time if `secret`: every look-up reads one whole table. Otherwise all lanes take the entries of the first, and
/// factors that are one are left out.
pub fn product(group: &dyn Products, out: &mut [u64], tables: &[&[u64]], entries: &dyn Entries, secret: bool) {
    let (lanes, words, place) = (group.lanes(), group.words(), aligned(group.words()));
    // in public the factors are taken from where they are
    let apart = !secret || (tables.len() == 1 && words <= MAX_SHORT_WORDS);
    let together = if apart { 1 } else { entries.steps().min(STEPS_TOGETHER) };
    let places = if secret { tables.len() * together } else { 0 };
    let mut room = Buffer::new((places + 2) * place + group.scratch_words());
    let (found, rest) = room.split_at_mut(places * place);
    let (mut acc, rest) = rest.split_at_mut(place);
    let (mut spare, scratch) = rest.split_at_mut(place);
    let mut begun = false;

    for start in (0..entries.steps()).step_by(together.max(1)).rev() {
        let steps = start..entries.steps().min(start + together);
        let place = |table: usize, step: usize| (table * together + step - start) * place;
        for (t, table) in tables.iter().enumerate().filter(|_| secret) {
            for step in steps.clone().filter(|&step| entries.has(step, t)) {
                let index: [usize; MAX_LANES] =
                    array::from_fn(|lane| if lane < lanes { entries.at(step, t, lane) } else { 0 });
                group.select(&mut found[place(t, step)..][..words], table, &index[..lanes]);
            }
        }

        for step in steps.rev() {
            if begun {
                group.sqr_n(&mut acc[..words], entries.squarings(), &mut spare[..words], scratch);
            }
            for (t, table) in tables.iter().enumerate().filter(|&(t, _)| entries.has(step, t)) {
                let factor = if secret {
                    &found[place(t, step)..][..words]
                } else {
                    let index = entries.at(step, t, 0);
                    if index == 0 {
                        continue;
                    }
                    &table[index * words..][..words]
                };
                if begun {
                    group.mul(&mut spare[..words], &acc[..words], factor, scratch);
                    core::mem::swap(&mut acc, &mut spare);
                } else {
                    acc[..words].copy_from_slice(factor);
                    begun = true;
                }
            }
        }
    }
    if begun {
        out.copy_from_slice(&acc[..words]);
    }
}

/// Exponents by columns, for a comb: entry numbers have a bit for each of `teeth` rows of `columns` bits. Table t has the
/// columns from t·spacing up to the next one's, one for each step.
pub struct Columns<'a> {
    /// One for each lane.
    pub exponents: &'a [&'a [u64]],
    /// Rows of an exponent.
    pub teeth: u32,
    /// Bits of a row.
    pub columns: usize,
    /// Columns of a table.
    pub spacing: usize,
}

impl Entries for Columns<'_> {
    fn steps(&self) -> usize {
        self.spacing
    }

    fn squarings(&self) -> u64 {
        1
    }

    fn has(&self, step: usize, table: usize) -> bool {
        table * self.spacing + step < self.columns
    }

    fn at(&self, step: usize, table: usize, lane: usize) -> usize {
        let exponent = self.exponents[lane];
        let mut position = table * self.spacing + step;
        let mut index = 0;
        for row in 0..self.teeth {
            let limb = exponent.get(position / 64).copied().unwrap_or(0);
            index |= ((limb >> (position % 64) & 1) as usize) << row;
            position += self.columns;
        }
        index
    }
}

/// The exponents of several bases by digits of `window` bits; a table serves a few bases, whose digits lie side by side in
/// its entry numbers, the first base's lowest.
pub struct JointDigits<'a> {
    /// For each base, one exponent for each lane.
    pub exponents: &'a [&'a [u64]],
    /// Exponents of a base.
    pub lanes: usize,
    /// The first base of each table, and at the end the number of bases.
    pub groups: &'a [usize],
    /// Bits of a digit.
    pub window: u32,
    /// Digits of an exponent.
    pub digits: usize,
}

impl Entries for JointDigits<'_> {
    fn steps(&self) -> usize {
        self.digits
    }

    fn squarings(&self) -> u64 {
        self.window.into()
    }

    fn at(&self, step: usize, table: usize, lane: usize) -> usize {
        let mut index = 0;
        for base in (self.groups[table]..self.groups[table + 1]).rev() {
            let exponent = self.exponents[base * self.lanes + lane];
            index = index << self.window | limb::bits_at(exponent, step * self.window as usize, self.window);
        }
        index as usize
    }
}
