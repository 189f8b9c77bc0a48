//! Products of entries of tables, with steps between them: the two loops that all methods share.
//!
//! [`product`] is constant-time: each step looks up one entry in each table by reading the whole table.
//! [`product_vartime`] takes the entries that an iterator names; entries that are the identity cost nothing.

use crate::accumulator::Accumulator;
use crate::digits::Digits;
use crate::group::{Group, Lookup, MAX_GATHERED, MAX_LANES, aligned, inverts};
use modexp_limbs::buffer::Buffer;

/// Steps whose factors are looked up together in several tables, so that a table stays in the nearest cache for all of
/// these steps.
const STEPS_AT_ONCE: usize = 8;

/// Tables, one after the other, and the way to read them.
#[derive(Clone, Copy)]
pub enum Tables<'a> {
    /// Tables in the order of their entries.
    Plain(&'a [&'a [u64]]),
    /// One table that [`Group::scatter`] has put in the order of [`Group::gather`], for so many lookups at once.
    Scattered(&'a [u64], usize),
}

/// acc = Π over steps s of (Π over tables t of t's entry for s)^(r^(spacing·s)) in each lane, where `acc` holds the
/// identity and r is the radix of the group's steps.
///
/// Constant time: the sequence of operations and the memory touched depend on the digits' shape, not on their values.
pub fn product(acc: &mut Accumulator<'_>, tables: Tables<'_>, digits: &dyn Digits) {
    match tables {
        Tables::Plain([table]) => one_table(acc, table, digits),
        _ => many_tables(acc, tables, digits),
    }
}

/// [`product`] of entries of one table.
fn one_table(acc: &mut Accumulator<'_>, table: &[u64], digits: &dyn Digits) {
    let Some(top) = digits.steps().checked_sub(1) else { return };
    let group = acc.group();
    let spacing = digits.spacing();
    let mut buffer = Buffer::new(group.entry_words());
    let entry = &mut buffer[..];
    let mut numbers = Numbers::new(group);

    let mut swaps = false;
    let mut parts = acc.parts();
    group.look_up(entry, numbers.read(digits, top, 0).of(table));
    group.from_entry(parts.value, entry);
    for step in (0..top).rev() {
        let lookup = numbers.read(digits, step, 0).of(table);
        group.step_and_multiply(parts.tmp, parts.value, spacing, lookup, entry, parts.scratch);
        parts.swap();
        swaps = !swaps;
    }
    if swaps {
        acc.swap();
    }
}

/// The numbers of the entries by which a step multiplies, one for each lane.
#[derive(Clone, Copy)]
struct Numbers {
    lanes: usize,
    inverts: bool,
    digits: [i32; MAX_LANES],
    index: [usize; MAX_LANES],
    /// 1 where the entry is inverted.
    signs: [u64; MAX_LANES],
}

impl Numbers {
    fn new(group: &dyn Group) -> Self {
        let (lanes, inverts) = (group.lanes(), inverts(group));
        Self { lanes, inverts, digits: [0; MAX_LANES], index: [0; MAX_LANES], signs: [0; MAX_LANES] }
    }

    /// Reads the digits of a step. They have signs if the group inverts.
    #[inline(always)]
    fn read(&mut self, digits: &dyn Digits, step: usize, table: usize) -> &Self {
        let now = &mut self.digits[..self.lanes];
        digits.read(step, table, now);
        if self.inverts {
            for ((&mut digit, index), sign) in now.iter_mut().zip(&mut self.index).zip(&mut self.signs) {
                let negative = digit >> 31;
                *index = ((digit ^ negative) - negative) as usize;
                *sign = u64::from(negative as u32 & 1);
            }
        } else {
            for (index, digit) in self.index.iter_mut().zip(now) {
                *index = *digit as usize;
            }
        }
        self
    }

    /// Their entries of a table.
    #[inline(always)]
    fn of<'a>(&'a self, table: &'a [u64]) -> Lookup<'a> {
        Lookup { table, index: &self.index[..self.lanes], signs: self.signs() }
    }

    #[inline(always)]
    fn signs(&self) -> &[u64] {
        if self.inverts { &self.signs[..self.lanes] } else { &[] }
    }
}

/// [`product`] of entries of several tables, or with several lookups gathered at once.
fn many_tables(acc: &mut Accumulator<'_>, tables: Tables<'_>, digits: &dyn Digits) {
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

/// The entries for a few steps.
struct Lookups<'a> {
    group: &'a dyn Group,
    read: Tables<'a>,
    digits: &'a dyn Digits,
    // what the group and the digits return is stored here, because a step is as short as 80 ns
    words: usize,
    ragged: bool,
    steps: usize,
    tables: usize,
    /// Steps that are looked up at once.
    at_once: usize,
    /// Words from an entry to the next.
    place: usize,
    entries: Buffer<u64>,
    numbers: Numbers,
}

impl<'a> Lookups<'a> {
    fn new(group: &'a dyn Group, read: Tables<'a>, digits: &'a dyn Digits) -> Self {
        let (words, steps) = (group.entry_words(), digits.steps());
        let (tables, at_once, place) = match read {
            Tables::Plain(tables) => (tables.len(), steps.min(STEPS_AT_ONCE), aligned(words)),
            Tables::Scattered(_, at_once) => (1, at_once, words),
        };
        let ragged = digits.ragged();
        let entries = Buffer::new(tables * at_once * place);
        let numbers = Numbers::new(group);
        Self { group, read, digits, words, ragged, steps, tables, at_once, place, entries, numbers }
    }

    /// Looks up the entries of the steps from `start` on.
    fn fill(&mut self, start: usize) {
        let end = self.steps.min(start + self.at_once);
        match self.read {
            Tables::Plain(tables) => {
                for (t, table) in tables.iter().enumerate() {
                    for step in start..end {
                        if self.ragged && !self.digits.has(step, t) {
                            continue;
                        }
                        let at = (t * self.at_once + step - start) * self.place;
                        let entry = &mut self.entries[at..at + self.words];
                        self.group.look_up(entry, self.numbers.read(self.digits, step, t).of(table));
                    }
                }
            }
            Tables::Scattered(table, at_once) => {
                let mut index = [[0; MAX_LANES]; MAX_GATHERED];
                let mut signs = [[0; MAX_LANES]; MAX_GATHERED];
                for step in start..end {
                    self.numbers.read(self.digits, step, 0);
                    (index[step - start], signs[step - start]) = (self.numbers.index, self.numbers.signs);
                }
                self.group.gather(&mut self.entries[..at_once * self.words], table, &index[..at_once]);
                if self.numbers.inverts {
                    for (entry, signs) in self.entries.chunks_exact_mut(self.words).zip(&signs) {
                        self.group.invert_entry_if(entry, &signs[..self.numbers.lanes]);
                    }
                }
            }
        }
    }

    /// The entry of a table for step `start` + `offset`.
    fn entry(&self, table: usize, offset: usize) -> &[u64] {
        &self.entries[(table * self.at_once + offset) * self.place..][..self.words]
    }
}

/// The next operations of [`product_vartime`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Factor {
    /// Steps before the product.
    pub steps: u64,
    /// The table of the factor.
    pub table: usize,
    /// The number of the factor's entry, negative for its inverse; 0 for no product.
    pub digit: i32,
}

/// acc = the product of `factors`: for each factor, some steps, then a product by its entry. `acc` holds the identity. The
/// entry is the same in all lanes. Variable time in the factors.
pub fn product_vartime(acc: &mut Accumulator<'_>, tables: &[&[u64]], factors: &mut dyn Iterator<Item = Factor>) {
    let group = acc.group();
    let words = group.entry_words();
    let mut begun = false;
    let mut swaps = false;
    let mut parts = acc.parts();
    for Factor { steps, table, digit } in factors {
        if begun && steps > 0 {
            group.step(parts.value, steps, parts.tmp, parts.scratch);
        }
        if digit == 0 {
            continue;
        }
        let mut entry = &tables[table][digit.unsigned_abs() as usize * words..][..words];
        let mut inverse;
        if cfg!(feature = "signed") && digit < 0 {
            inverse = Buffer::new(words);
            inverse.copy_from_slice(entry);
            group.invert_entry_if(&mut inverse, &[1; MAX_LANES][..group.lanes()]);
            entry = &inverse;
        }
        if begun {
            group.mul_entry(parts.tmp, parts.value, entry, parts.scratch);
            parts.swap();
            swaps = !swaps;
        } else {
            group.from_entry(parts.value, entry);
            begun = true;
        }
    }
    if swaps {
        acc.swap();
    }
}

/// The factors of public digits, without those that are the identity: the steps before these are joined with the next. The
/// digits of lane 0 serve all lanes.
pub struct Factors<'a> {
    digits: &'a dyn Digits,
    tables: usize,
    ragged: bool,
    spacing: u64,
    /// The step and the table that come next; steps count down.
    step: usize,
    table: usize,
    /// Steps of the group that wait for a factor.
    waiting: u64,
}

impl<'a> Factors<'a> {
    /// The factors of digits for so many tables.
    pub fn new(digits: &'a dyn Digits, tables: usize) -> Self {
        let step = digits.steps().wrapping_sub(1);
        Self { digits, tables, ragged: digits.ragged(), spacing: digits.spacing(), step, table: 0, waiting: 0 }
    }
}

impl Iterator for Factors<'_> {
    type Item = Factor;

    fn next(&mut self) -> Option<Factor> {
        while self.step != usize::MAX {
            while self.table < self.tables {
                let table = self.table;
                self.table += 1;
                if self.ragged && !self.digits.has(self.step, table) {
                    continue;
                }
                let mut digit = [0];
                self.digits.read(self.step, table, &mut digit);
                if digit[0] != 0 {
                    return Some(Factor { steps: core::mem::take(&mut self.waiting), table, digit: digit[0] });
                }
            }
            self.step = self.step.wrapping_sub(1);
            self.table = 0;
            self.waiting += if self.step == usize::MAX { 0 } else { self.spacing };
        }
        let steps = core::mem::take(&mut self.waiting);
        (steps > 0).then_some(Factor { steps, table: 0, digit: 0 })
    }
}
