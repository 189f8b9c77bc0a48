//! Sets of words instead of words: the kernels themselves, run once on them, prove their bounds for all inputs.
//!
//! An emulated lane may hold a *name* instead of a word, a pattern that does not occur in a float or column of a test.
//! A name represents all words of a set, and each instruction computes the set of its results:
//!
//! - A *number* is an `f64` with an integer value: a linear form in products of digits and in rounding errors, each of them
//!   in an interval, and a power of 2 that divides it. A sum that does not fit a 53-bit significand must stay in one
//!   binade, where it gets a rounding error of half a unit at most; otherwise the code panics. A term that is added
//!   and subtracted again cancels, which makes the split of a product exact.
//! - A *pattern* is a constant modulo 2^64 and an integer in an interval: the sum of the bits of these numbers.
//!
//! An instruction panics if an operand violates its condition (one binade, 53 bits, no wrap below a shift).

use std::cell::RefCell;
use std::collections::HashMap;
use std::vec;
use std::vec::Vec;

/// An interval, ends included.
type Interval = (i128, i128);

/// A quantity known by its interval alone: a digit, a product of two words, or a rounding error.
type Symbol = usize;

/// The set of words that a name represents.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Set {
    /// constant + Σ factor·symbol, a multiple of 2^grain.
    Number { constant: i128, terms: Vec<(Symbol, i128)>, grain: u32 },
    /// base + x modulo 2^64 for all x in an interval.
    Pattern { base: u64, x: Interval },
}

use Set::{Number, Pattern};

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Operation {
    Fma,
    AddFloat,
    SubFloat,
    Add,
    Sub,
    And,
    Shift,
}

#[derive(Default)]
struct NamedSets {
    shared: bool,
    sets: Vec<Set>,
    names: HashMap<Set, u64>,
    symbols: Vec<Interval>,
    products: HashMap<(u64, u64), Symbol>,
    /// The results of operations: the same operations occur many times.
    known: HashMap<(Operation, u64, u64, u64), u64, Quick>,
    /// The largest distance between a column, a pattern that is shifted, and its base.
    largest: i128,
}

std::thread_local! {
    static NAMED: RefCell<NamedSets> = RefCell::default();
}

/// The upper bits of a name. They make it a quiet NaN that no arithmetic produces.
const NAME: u64 = 0x7ff9_4d58;

/// Forgets all names. If `shared`, patterns of one interval share a name. That is faster, and enough where a run with
/// separate names has shown the same bound.
pub(crate) fn forget(shared: bool) {
    NAMED.set(NamedSets { shared, ..NamedSets::default() });
}

/// A new name for the integers of an interval, as `f64`.
pub(crate) fn digit(low: i128, high: i128) -> u64 {
    NAMED.with_borrow_mut(|named| {
        let symbol = named.symbol((low, high));
        named.name(Number { constant: 0, terms: vec![(symbol, 1)], grain: 0 })
    })
}

/// The interval of a word's value as `f64`.
pub(crate) fn interval(word: u64) -> Interval {
    NAMED.with_borrow_mut(|named| {
        let set = named.number(word);
        named.interval_of(&set)
    })
}

/// The largest size of a column that became a digit.
pub(crate) fn largest_column() -> i128 {
    NAMED.with_borrow(|named| named.largest)
}

/// Whether a word, as `f64`, is in low..=high.
pub(crate) fn within(word: u64, low: f64, high: f64) -> bool {
    if !is_name(word) {
        return (low..=high).contains(&f64::from_bits(word));
    }
    let (from, to) = interval(word);
    low as i128 <= from && to <= high as i128
}

pub(crate) fn fma(a: u64, b: u64, c: u64) -> u64 {
    if [a, b, c].into_iter().any(is_name) {
        return apply(Operation::Fma, a, b, c);
    }
    f64::from_bits(a).mul_add(f64::from_bits(b), f64::from_bits(c)).to_bits()
}

pub(crate) fn add_f64(a: u64, b: u64) -> u64 {
    binary(Operation::AddFloat, a, b, |a, b| (f64::from_bits(a) + f64::from_bits(b)).to_bits())
}

pub(crate) fn sub_f64(a: u64, b: u64) -> u64 {
    binary(Operation::SubFloat, a, b, |a, b| (f64::from_bits(a) - f64::from_bits(b)).to_bits())
}

pub(crate) fn add(a: u64, b: u64) -> u64 {
    binary(Operation::Add, a, b, u64::wrapping_add)
}

pub(crate) fn sub(a: u64, b: u64) -> u64 {
    binary(Operation::Sub, a, b, u64::wrapping_sub)
}

pub(crate) fn and(a: u64, b: u64) -> u64 {
    binary(Operation::And, a, b, |a, b| a & b)
}

pub(crate) fn shr(a: u64, bits: u32) -> u64 {
    binary(Operation::Shift, a, bits.into(), |a, bits| a >> bits)
}

fn binary(operation: Operation, a: u64, b: u64, plain: impl Fn(u64, u64) -> u64) -> u64 {
    if is_name(a) || is_name(b) { apply(operation, a, b, 0) } else { plain(a, b) }
}

fn is_name(word: u64) -> bool {
    word >> 32 == NAME
}

fn apply(operation: Operation, a: u64, b: u64, c: u64) -> u64 {
    NAMED.with_borrow_mut(|named| {
        if let Some(&name) = named.known.get(&(operation, a, b, c)) {
            return name;
        }
        let set = match operation {
            Operation::Fma => {
                let (product, c) = (named.product(a, b), named.number(c));
                named.rounded(sum(&product, &c, 1))
            }
            Operation::AddFloat | Operation::SubFloat => {
                let (a, b) = (named.number(a), named.number(b));
                named.rounded(sum(&a, &b, if operation == Operation::AddFloat { 1 } else { -1 }))
            }
            Operation::Add => {
                let ((a, (a_low, a_high)), (b, (b_low, b_high))) = (named.pattern(a), named.pattern(b));
                Pattern { base: a.wrapping_add(b), x: (a_low + b_low, a_high + b_high) }
            }
            Operation::Sub => {
                let ((a, (a_low, a_high)), (b, (b_low, b_high))) = (named.pattern(a), named.pattern(b));
                Pattern { base: a.wrapping_sub(b), x: (a_low - b_high, a_high - b_low) }
            }
            Operation::And => {
                assert!(!is_name(b) && (b + 1).is_power_of_two(), "a mask of low bits");
                Pattern { base: 0, x: (0, b.into()) }
            }
            Operation::Shift => {
                let (_, x) = named.pattern(a);
                named.largest = named.largest.max(x.0.abs()).max(x.1.abs());
                let (low, high) = named.unsigned(a);
                Pattern { base: 0, x: (low >> b, high >> b) }
            }
        };
        let name = named.name(set);
        named.known.insert((operation, a, b, c), name);
        name
    })
}

impl NamedSets {
    fn name(&mut self, set: Set) -> u64 {
        let mergeable = self.shared || matches!(set, Number { .. });
        if let Some(&name) = self.names.get(&set).filter(|_| mergeable) {
            return name;
        }
        let name = NAME << 32 | self.sets.len() as u64;
        self.sets.push(set.clone());
        self.names.insert(set, name);
        name
    }

    fn symbol(&mut self, interval: Interval) -> Symbol {
        assert!(interval.0 <= interval.1);
        self.symbols.push(interval);
        self.symbols.len() - 1
    }

    fn set(&self, name: u64) -> &Set {
        &self.sets[(name & 0xffff_ffff) as usize]
    }

    /// A word as a number.
    fn number(&mut self, word: u64) -> Set {
        if !is_name(word) {
            let constant = f64::from_bits(word) as i128;
            assert_eq!((constant as f64).to_bits(), word, "a constant that is no integer");
            return Number { constant, terms: Vec::new(), grain: constant.trailing_zeros().min(127) };
        }
        match self.set(word) {
            number @ Number { .. } => number.clone(),
            Pattern { .. } => {
                // bits of numbers in one binade are linear in them
                let (low, high) = self.unsigned(word);
                let exponent = (low >> 52) as u64;
                let unit = (exponent - 1023 - 52) as u32;
                let start = i128::from(exponent << 52);
                assert!(high <= start + (1 << 52), "bits of numbers beyond one binade");
                let value = |bits: i128| (1 << (unit + 52)) + ((bits - start) << unit);
                let symbol = self.symbol((value(low), value(high)));
                Number { constant: 0, terms: vec![(symbol, 1)], grain: unit }
            }
        }
    }

    /// A word as a pattern.
    fn pattern(&self, word: u64) -> (u64, Interval) {
        if !is_name(word) {
            return (word, (0, 0));
        }
        match self.set(word) {
            &Pattern { base, x } => (base, x),
            number @ Number { .. } => {
                let (low, high) = self.interval_of(number);
                let (unit, middle) = self.binade(low, high).expect("bits of numbers beyond one binade");
                (bits(middle), ((low - middle) >> unit, (high - middle) >> unit))
            }
        }
    }

    /// The interval of a pattern as a number from 0 to 2^64 − 1.
    fn unsigned(&self, word: u64) -> Interval {
        let (base, (low, high)) = self.pattern(word);
        let low_end = (i128::from(base) + low).rem_euclid(1 << 64);
        assert!(low_end + (high - low) < 1 << 64, "a pattern that wraps");
        (low_end, low_end + (high - low))
    }

    /// a·b, as a form
    fn product(&mut self, a: u64, b: u64) -> Set {
        let (x, y) = (self.number(a), self.number(b));
        let ((a_low, a_high), (b_low, b_high)) = (self.interval_of(&x), self.interval_of(&y));
        let (Number { grain: a_grain, .. }, Number { grain: b_grain, .. }) = (&x, &y) else { unreachable!() };
        let ends = [a_low * b_low, a_low * b_high, a_high * b_low, a_high * b_high];
        let [low, high] = [ends.into_iter().min(), ends.into_iter().max()].map(|end| end.expect("four of them"));
        let known = self.products.get(&(a, b)).copied();
        let symbol = known.unwrap_or_else(|| self.symbol((low, high)));
        self.products.insert((a, b), symbol);
        Number { constant: 0, terms: vec![(symbol, 1)], grain: (a_grain + b_grain).min(127) }
    }

    /// Rounds the exact result as a processor does.
    fn rounded(&mut self, exact: Set) -> Set {
        let (low, high) = self.interval_of(&exact);
        let Number { constant, mut terms, grain } = exact else { unreachable!() };
        if low.abs().max(high.abs()) <= 1 << (53 + grain).min(126) {
            return Number { constant, terms, grain };
        }
        let (unit, _) = self.binade(low, high).expect("a rounded sum left its binade");
        let half = 1 << (unit - 1);
        let error = self.symbol((-half, half));
        terms.push((error, 1));
        Number { constant, terms, grain: unit }
    }

    /// The unit and the middle of the binade that contains the interval.
    fn binade(&self, low: i128, high: i128) -> Option<(u32, i128)> {
        let exponent = low.checked_ilog2()?;
        (exponent >= 52 && high <= 1 << (exponent + 1)).then(|| (exponent - 52, 3 << (exponent - 1)))
    }

    fn interval_of(&self, set: &Set) -> Interval {
        let Number { constant, terms, .. } = set else { panic!("a pattern is no number") };
        terms.iter().fold((*constant, *constant), |(low, high), &(symbol, factor)| {
            let (from, to) = self.symbols[symbol];
            if factor > 0 {
                (low + factor * from, high + factor * to)
            } else {
                (low + factor * to, high + factor * from)
            }
        })
    }
}

/// a + sign·b, exactly.
fn sum(a: &Set, b: &Set, sign: i128) -> Set {
    let (Number { constant, terms, grain }, Number { constant: other, terms: others, grain: finer }) = (a, b) else {
        unreachable!()
    };
    let mut sum = terms.clone();
    for &(symbol, factor) in others {
        match sum.iter_mut().find(|(each, _)| *each == symbol) {
            Some((_, own)) => *own += sign * factor,
            None => sum.push((symbol, sign * factor)),
        }
    }
    sum.retain(|&(_, factor)| factor != 0);
    sum.sort_unstable();
    Number { constant: constant + sign * other, terms: sum, grain: *grain.min(finer) }
}

/// The bits of the integer x as `f64`.
fn bits(x: i128) -> u64 {
    (x as f64).to_bits()
}

/// Hashes a few words quickly.
#[derive(Default)]
struct Mix(u64);

type Quick = std::hash::BuildHasherDefault<Mix>;

impl std::hash::Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}
