//! Products of entries of tables, with steps between them: the two loops that all methods share.
//!
//! [`product`] is constant-time: each step looks one entry up in each table, by reading the whole table. [`product_vartime`]
//! takes the entries that an iterator names, and those that are the identity cost nothing.

use crate::accumulator::Accumulator;
use crate::digits::Digits;
use crate::group::{Group, MAX_GATHERED, MAX_LANES, aligned};
use modexp_limbs::buffer::Buffer;

/// Steps whose factors are looked up together in several tables, so that a table stays in the nearest cache for all of them.
const STEPS_AT_ONCE: usize = 8;

/// Tables, one after the other, and how they are read.
#[derive(Clone, Copy)]
pub enum Tables<'a> {
    /// Tables in the order of their entries.
    Plain(&'a [&'a [u64]]),
    /// One table that [`Group::scatter`] has put in the order of [`Group::gather`], for so many look-ups at once.
    Scattered(&'a [u64], usize),
}

/// acc = Π over steps s of (Π over tables t of t's entry for s)^(r^(spacing·s)) in each lane, where `acc` holds the identity
/// and r is the radix of the group's steps.
///
/// Constant time: the sequence of operations and the memory touched depend on the digits' shape, not on their values.
pub fn product(acc: &mut Accumulator<'_>, tables: Tables<'_>, digits: &dyn Digits) {
    let group = acc.group();
    let (steps, spacing) = (digits.steps(), digits.spacing());
    let mut lookups = Lookups::new(group, tables, digits);
    let mut begun = false;
    let mut swaps = false;
    let mut parts = acc.parts();
    for start in (0..steps).step_by(lookups.at_once.max(1)).rev() {
        lookups.fill(start);
        for step in (start..steps.min(start + lookups.at_once)).rev() {
            if begun {
                group.step(parts.value, spacing, parts.tmp, parts.scratch);
            }
            for table in 0..lookups.tables {
                if lookups.ragged && !digits.has(step, table) {
                    continue;
                }
                let factor = lookups.entry(table, step - start);
                if begun {
                    group.mul_entry(parts.tmp, parts.value, factor, parts.scratch);
                    parts.swap();
                    swaps = !swaps;
                } else {
                    group.from_entry(parts.value, factor);
                    begun = true;
                }
            }
        }
    }
    if swaps {
        acc.swap();
    }
}

/// Entries that were looked up for a few steps.
struct Lookups<'a> {
    group: &'a dyn Group,
    read: Tables<'a>,
    digits: &'a dyn Digits,
    // what the group and the digits tell is asked once: a step is as short as 80 ns
    lanes: usize,
    words: usize,
    inverts: bool,
    ragged: bool,
    steps: usize,
    tables: usize,
    /// Steps that are looked up at once.
    at_once: usize,
    /// Words from an entry to the next.
    place: usize,
    entries: Buffer<u64>,
}

impl<'a> Lookups<'a> {
    fn new(group: &'a dyn Group, read: Tables<'a>, digits: &'a dyn Digits) -> Self {
        let (words, steps) = (group.entry_words(), digits.steps());
        let (tables, at_once, place) = match read {
            // a single look-up overlaps the steps that follow it
            Tables::Plain([_]) => (1, 1, aligned(words)),
            Tables::Plain(tables) => (tables.len(), steps.min(STEPS_AT_ONCE), aligned(words)),
            Tables::Scattered(_, at_once) => (1, at_once, words),
        };
        let (lanes, inverts, ragged) = (group.lanes(), group.inverts(), digits.ragged());
        let entries = Buffer::new(tables * at_once * place);
        Self { group, read, digits, lanes, words, inverts, ragged, steps, tables, at_once, place, entries }
    }

    /// Looks up the entries of the steps from `start` on.
    fn fill(&mut self, start: usize) {
        let steps = start..self.steps.min(start + self.at_once);
        match self.read {
            Tables::Plain(tables) => {
                for (t, table) in tables.iter().enumerate() {
                    for step in steps.clone() {
                        if self.ragged && !self.digits.has(step, t) {
                            continue;
                        }
                        let (index, signs) = self.index(step, t);
                        let at = (t * self.at_once + step - start) * self.place;
                        let entry = &mut self.entries[at..at + self.words];
                        self.group.select(entry, table, &index[..self.lanes]);
                        if self.inverts {
                            self.group.invert_entry_if(entry, &signs[..self.lanes]);
                        }
                    }
                }
            }
            Tables::Scattered(table, at_once) => {
                let mut index = [[0; MAX_LANES]; MAX_GATHERED];
                let mut signs = [[0; MAX_LANES]; MAX_GATHERED];
                for step in steps {
                    (index[step - start], signs[step - start]) = self.index(step, 0);
                }
                self.group.gather(&mut self.entries[..at_once * self.words], table, &index[..at_once]);
                if self.inverts {
                    for (entry, signs) in self.entries.chunks_exact_mut(self.words).zip(&signs) {
                        self.group.invert_entry_if(entry, &signs[..self.lanes]);
                    }
                }
            }
        }
    }

    /// The numbers of the entries in each lane, and 1 where they are inverted.
    fn index(&self, step: usize, table: usize) -> ([usize; MAX_LANES], [u64; MAX_LANES]) {
        let mut digits = [0; MAX_LANES];
        self.digits.read(step, table, &mut digits[..self.lanes]);
        let sign = |digit: i32| digit >> 31;
        (
            digits.map(|digit| ((digit ^ sign(digit)) - sign(digit)) as usize),
            digits.map(|digit| u64::from(sign(digit) as u32 & 1)),
        )
    }

    /// The entry of a table for the step `offset` after the first one that was looked up.
    fn entry(&self, table: usize, offset: usize) -> &[u64] {
        &self.entries[(table * self.at_once + offset) * self.place..][..self.words]
    }
}

/// What [`product_vartime`] does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Factor {
    /// Steps before the product.
    pub steps: u64,
    /// The table of the factor.
    pub table: usize,
    /// The number of the factor's entry, negative for its inverse; 0 for no product.
    pub digit: i32,
}

/// acc = the product that `factors` tell: for each, some steps, then a product by an entry. `acc` holds the identity. The
/// entry is the same in all lanes. Variable time in the factors.
pub fn product_vartime(acc: &mut Accumulator<'_>, tables: &[&[u64]], factors: &mut dyn Iterator<Item = Factor>) {
    let group = acc.group();
    let words = group.entry_words();
    let mut inverse = Buffer::new(if group.inverts() { words } else { 0 });
    let mut begun = false;
    for Factor { steps, table, digit } in factors {
        if begun && steps > 0 {
            acc.step(steps);
        }
        if digit == 0 {
            continue;
        }
        let index = digit.unsigned_abs() as usize;
        let mut entry = &tables[table][index * words..][..words];
        if digit < 0 {
            inverse.copy_from_slice(entry);
            group.invert_entry_if(&mut inverse, &[1; MAX_LANES][..group.lanes()]);
            entry = &inverse;
        }
        if begun {
            acc.mul_entry(entry);
        } else {
            acc.set_entry(entry);
            begun = true;
        }
    }
}

/// The factors of digits that are no secret: those that are the identity are left out, and the steps before them are done
/// together. The digits of lane 0 serve all lanes.
pub fn factors(digits: &dyn Digits, tables: usize) -> impl Iterator<Item = Factor> {
    let mut steps = 0;
    let positions = (0..digits.steps()).rev().flat_map(move |step| (0..tables).map(move |table| (step, table)));
    positions.filter_map(move |(step, table)| {
        steps += if table == 0 && step + 1 < digits.steps() { digits.spacing() } else { 0 };
        let mut digit = [0];
        if digits.has(step, table) {
            digits.read(step, table, &mut digit);
        }
        let [digit] = digit;
        let last = step == 0 && table + 1 == tables;
        (digit != 0 || last).then(|| Factor { steps: core::mem::take(&mut steps), table, digit })
    })
}
