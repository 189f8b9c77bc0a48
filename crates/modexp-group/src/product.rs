//! Products of entries of tables, with steps between them: the loops that all methods share.
//!
//! [`product`] is constant-time: each step looks up one entry in each table by reading the whole table.
//! [`product_vartime`] takes the entries that an iterator names; entries that are the identity cost nothing.

use crate::accumulator::Accumulator;
use crate::digits::Digits;
use crate::group::{Gather, Group, Lookup, MAX_GATHERED, MAX_LANES, aligned, inverses};
use modexp_limbs::buffer::Buffer;

/// The number of steps that look up their factors together, so that a table stays in the nearest cache for all of them.
const STEPS_AT_ONCE: usize = 8;

/// Tables, one after the other, and the way to read them.
#[derive(Clone, Copy)]
pub enum Tables<'a> {
    /// Tables in the order of their entries.
    Plain(&'a [&'a [u64]]),
    /// One table in the order of [`Gather::scatter`], and the answer of [`Group::gathers`].
    Scattered(&'a [u64], &'a dyn Gather, usize),
}

/// acc = Π over steps s of (Π over tables t of t's entry for s)^(r^(spacing·s)) in each lane, where `acc` holds the
/// identity and r is the radix of the group's steps.
///
/// Constant time: the sequence of operations and the memory touched depend on the digits' shape, not on their values.
pub fn product(acc: &mut Accumulator<'_>, tables: Tables<'_>, digits: &dyn Digits) {
    match tables {
        Tables::Plain([table]) => one_table(acc, table, digits),
        Tables::Plain(tables) => many_tables(acc, tables, digits),
        Tables::Scattered(table, lookups, at_once) => gathered(acc, table, lookups, at_once, digits),
    }
}

/// [`product`] for one table.
fn one_table(acc: &mut Accumulator<'_>, table: &[u64], digits: &dyn Digits) {
    let Some(top) = digits.steps().checked_sub(1) else { return };
    let group = acc.group();
    let spacing = digits.spacing();
    let mut entry = Buffer::<u64>::new(group.entry_words());
    let mut numbers = Numbers::new(group);

    let mut parts = acc.parts();
    group.look_up(&mut entry, numbers.read(digits, top, 0).lookup(table));
    group.from_entry(parts.value, &entry);
    for step in (0..top).rev() {
        let lookup = numbers.read(digits, step, 0).lookup(table);
        group.step_and_multiply(parts.tmp, parts.value, spacing, lookup, &mut entry, parts.scratch);
        parts.swap();
    }
}

/// The numbers of a step's entries, one for each lane.
struct Numbers {
    lanes: usize,
    /// The number of lanes with signed digits: all or none.
    signed: usize,
    index: [usize; MAX_LANES],
    signs: [u64; MAX_LANES],
}

impl Numbers {
    fn new(group: &dyn Group) -> Self {
        let lanes = group.lanes();
        Self {
            lanes,
            signed: if inverses(group).is_some() { lanes } else { 0 },
            index: [0; MAX_LANES],
            signs: [0; MAX_LANES],
        }
    }

    /// Reads the numbers for a step and a table.
    #[inline(always)]
    fn read(&mut self, digits: &dyn Digits, step: usize, table: usize) -> &Self {
        digits.read(step, table, &mut self.index[..self.lanes], &mut self.signs[..self.signed]);
        self
    }

    /// Returns the lookup of these entries in a table.
    #[inline(always)]
    fn lookup<'a>(&'a self, table: &'a [u64]) -> Lookup<'a> {
        Lookup { table, index: &self.index[..self.lanes], signs: &self.signs[..self.signed] }
    }
}

/// [`product`] for several tables.
fn many_tables(acc: &mut Accumulator<'_>, tables: &[&[u64]], digits: &dyn Digits) {
    let group = acc.group();
    let (steps, spacing, words) = (digits.steps(), digits.spacing(), group.entry_words());
    // an entry for each table and step
    let place = aligned(words);
    let row = tables.len() * place;
    let mut entries = Buffer::<u64>::new(steps.min(STEPS_AT_ONCE) * row);
    let mut numbers = Numbers::new(group);
    let mut begun = false;
    let mut parts = acc.parts();
    for start in (0..steps).step_by(STEPS_AT_ONCE).rev() {
        let end = steps.min(start + STEPS_AT_ONCE);
        let counts: [usize; STEPS_AT_ONCE] = core::array::from_fn(|i| digits.tables(start + i));
        for (t, table) in tables.iter().enumerate() {
            for (i, step) in (start..end).enumerate().filter(|&(i, _)| t < counts[i]) {
                let entry = &mut entries[i * row + t * place..][..words];
                group.look_up(entry, numbers.read(digits, step, t).lookup(table));
            }
        }
        for i in (0..end - start).rev() {
            if begun {
                group.step(parts.value, spacing, parts.tmp, parts.scratch);
            }
            for entry in entries[i * row..][..counts[i] * place].chunks_exact(place) {
                let entry = &entry[..words];
                if begun {
                    group.mul_entry(parts.tmp, parts.value, entry, parts.scratch);
                    parts.swap();
                } else {
                    group.from_entry(parts.value, entry);
                    begun = true;
                }
            }
        }
    }
}

/// [`product`] for a scattered table, in a group without signs.
fn gathered(acc: &mut Accumulator<'_>, table: &[u64], lookups: &dyn Gather, at_once: usize, digits: &dyn Digits) {
    let group = acc.group();
    let (steps, spacing, lanes, words) = (digits.steps(), digits.spacing(), group.lanes(), group.entry_words());
    let mut entries = Buffer::<u64>::new(at_once * words);
    let mut index = [[0; MAX_LANES]; MAX_GATHERED];
    let index = &mut index[..at_once];
    let mut parts = acc.parts();
    for start in (0..steps).step_by(at_once).rev() {
        for (step, index) in (start..steps).zip(&mut *index) {
            digits.read(step, 0, &mut index[..lanes], &mut []);
        }
        lookups.gather(&mut entries, table, index);
        for (step, entry) in (start..steps).take(at_once).zip(entries.chunks_exact(words)).rev() {
            if step + 1 == steps {
                group.from_entry(parts.value, entry);
            } else {
                group.step(parts.value, spacing, parts.tmp, parts.scratch);
                group.mul_entry(parts.tmp, parts.value, entry, parts.scratch);
                parts.swap();
            }
        }
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
    let (words, inverses) = (group.entry_words(), inverses(group));
    let mut begun = false;
    let mut parts = acc.parts();
    let mut next = factors.next();
    while let Some(Factor { steps, table, digit }) = next {
        // read before the product, so that the next entry is loaded meanwhile
        next = factors.next();
        if begun && steps > 0 {
            group.step(parts.value, steps, parts.tmp, parts.scratch);
        }
        if digit == 0 {
            continue;
        }
        let mut entry = &tables[table][digit.unsigned_abs() as usize * words..][..words];
        let mut inverse;
        if let Some(inverses) = inverses
            && digit < 0
        {
            inverse = Buffer::new(words);
            inverse.copy_from_slice(entry);
            inverses.invert_entry_if(&mut inverse, &[1; MAX_LANES][..group.lanes()]);
            entry = &inverse;
        }
        if begun {
            group.mul_entry(parts.tmp, parts.value, entry, parts.scratch);
            parts.swap();
        } else {
            group.from_entry(parts.value, entry);
            begun = true;
        }
    }
}

/// The factors of public digits, without identities: the steps of an identity are added to the next factor's. The
/// digits of lane 0 serve all lanes.
pub struct Factors<'a> {
    digits: &'a dyn Digits,
    spacing: u64,
    /// The next step and table; steps count down.
    step: usize,
    table: usize,
    /// The tables of this step.
    tables: usize,
    /// Steps of the group that wait for a factor.
    waiting: u64,
}

impl<'a> Factors<'a> {
    /// The factors of digits.
    pub fn new(digits: &'a dyn Digits) -> Self {
        // starts at a step above the highest, without a table; `product_vartime` skips the steps of the identity
        Self { digits, spacing: digits.spacing(), step: digits.steps(), table: 0, tables: 0, waiting: 0 }
    }
}

impl Iterator for Factors<'_> {
    type Item = Factor;

    fn next(&mut self) -> Option<Factor> {
        loop {
            while self.table < self.tables {
                let table = self.table;
                self.table += 1;
                let digit = self.digits.digit(self.step, table);
                if digit != 0 {
                    return Some(Factor { steps: core::mem::take(&mut self.waiting), table, digit });
                }
            }
            let Some(step) = self.step.checked_sub(1) else { break };
            self.waiting += self.spacing;
            (self.step, self.table, self.tables) = (step, 0, self.digits.tables(step));
        }
        let steps = core::mem::take(&mut self.waiting);
        (steps > 0).then_some(Factor { steps, table: 0, digit: 0 })
    }
}
