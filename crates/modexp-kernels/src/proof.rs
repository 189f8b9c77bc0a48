//! Numbers that stand for all inputs: code that runs on them once is proved for every input.
//!
//! A [`Value`] is an integer. The proof knows three facts of it:
//!
//! - an interval that contains it;
//! - the value in GF(P), at a random point, of the polynomial that it is in the inputs and in the quotients of splits. If
//!   two such elements are equal, so are the numbers, for all inputs, with an error below 2^−100 (Schwartz and Zippel);
//! - its residue modulo a power of two, the same polynomial at a random point of a Galois ring ([`residue`]). This shows
//!   that a quotient of Montgomery's reduction makes a sum divisible by 2^k.
//!
//! Sums and products are exact. A split x = quotient·2^k + rest has a new quotient, and rest = x − quotient·2^k in
//! all three facts. If 2^k divides x, rest is 0. The rounding of a float is a split, too.
//!
//! An operation needs conditions (no overflow, one binade, a mask that is all ones or zero). It panics unless the facts
//! give them. A choice that the facts leave open is proved once for each answer ([`for_each_case`]). A [`Change`] makes
//! one operation wrong, so that tests see proofs refused.

mod cases;
mod element;
mod int;
pub mod limb;
mod random;
pub mod residue;
#[cfg(all(test, not(miri)))]
mod tests;

pub use cases::{Change, Events, be_quiet, for_each_case, refused_changes, refuses_rounding_down};
pub use element::Element;
pub use int::Int;
use random::Random;
use residue::Residue;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::vec;
use std::vec::Vec;

/// The least and the largest number.
pub type Interval = (Int, Int);

/// A number in the proof that this thread runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(u32);

/// constant + Σ factor·atom. Terms that cancel leave no trace in the interval.
type Form = (Int, Vec<(Value, Int)>);

struct Facts {
    interval: Interval,
    /// 2^grain divides the number.
    grain: u32,
    element: Element,
    form: Form,
    origin: Origin,
    was_read: bool,
    /// Whether a proof, or a choice, asks for the number.
    is_asked: bool,
}

/// How the residue of a number is known.
#[derive(Clone)]
enum Origin {
    /// The form gives it.
    Sum,
    /// Any residue.
    Any,
    Known(Rc<Residue>),
    Product(Value, Value),
    /// of − quotient·2^bits.
    Rest {
        of: Value,
        bits: u32,
        quotient: Value,
    },
}

/// A form of more terms becomes an atom.
const MAX_TERMS: usize = 16;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Rounding {
    Down,
    Nearest,
}

type Split = (Value, u32, Rounding);

/// How a number comes from earlier ones.
#[derive(Clone, Debug)]
pub enum Parts {
    /// An input or a product.
    Leaf,
    /// constant + Σ factor·number.
    Sum(Int, Vec<(Value, Int)>),
    /// A number with the same facts, but without its history.
    Alias(Value),
    /// of = quotient·2^bits + rest.
    Quotient {
        of: Value,
        bits: u32,
        rest: Value,
    },
    Rest {
        of: Value,
        bits: u32,
        quotient: Value,
    },
}

/// The knowledge of a proof modulo powers of two.
#[derive(Clone, Copy, Debug)]
pub struct Residues {
    /// Words of a residue.
    pub words: usize,
    /// Whether each split asks whether its rest is 0.
    pub asked: bool,
}

impl Residues {
    /// A quotient clears one digit of a word.
    pub const DIGIT: Self = Self { words: 1, asked: true };

    /// A quotient clears two digits of a word, one after the other.
    pub const TWO_DIGITS: Self = Self { words: 2, asked: true };

    /// A quotient clears several digits. The proof asks at its end.
    pub const BLOCK: Self = Self { words: 4, asked: false };
}

struct Domain {
    facts: Vec<Facts>,
    random: Random,
    residues_are: Residues,
    forms: HashMap<Form, Value>,
    products: HashMap<(Value, Value), Value>,
    /// The products in their order.
    factors: Vec<(Value, Value)>,
    splits: HashMap<Split, (Value, Value)>,
    /// The split that made this quotient, and its index.
    made_by: HashMap<Value, (Split, usize)>,
    /// The quotients that the code has computed.
    quotients: Vec<Value>,
    /// x/2^k for rounded numbers x.
    shifted: HashMap<(Value, u32), Value>,
    residues: HashMap<Value, Rc<Residue>>,
    cases: cases::Case,
}

std::thread_local! {
    static DOMAIN: RefCell<Domain> = RefCell::new(Domain::new(Residues::DIGIT, cases::Case::default()));
}

fn with<T>(f: impl FnOnce(&mut Domain) -> T) -> T {
    DOMAIN.with_borrow_mut(f)
}

impl Value {
    /// A number that is somewhere in its interval.
    pub fn input(low: Int, high: Int) -> Self {
        with(|d| d.any((low, high)))
    }

    /// A number with this polynomial and this residue.
    pub fn known(low: Int, high: Int, element: Element, residue: Option<Residue>) -> Self {
        with(|d| d.atom((low, high), element, residue.map_or(Origin::Any, |residue| Origin::Known(Rc::new(residue)))))
    }

    pub fn constant(x: impl Into<Int>) -> Self {
        with(|d| d.linear((x.into(), Vec::new()), None))
    }

    /// The number, if the facts give it.
    pub fn to_constant(self) -> Option<Int> {
        let (low, high) = self.interval();
        (low == high).then_some(low)
    }

    /// An interval that contains the number. A check alone does not count as an operation that reads it.
    pub fn interval(self) -> Interval {
        with(|d| d.facts[self.0 as usize].interval)
    }

    pub fn element(self) -> Element {
        with(|d| d.asked(self).element)
    }

    pub fn residue(self) -> Rc<Residue> {
        with(|d| {
            d.asked(self);
            d.residue(self)
        })
    }

    pub fn parts(self) -> Parts {
        with(|d| d.parts(self))
    }

    /// self, which is below 2^k for a reason that the caller has, as a number without a history.
    #[must_use]
    pub fn known_below(self, k: u32) -> Self {
        with(|d| {
            let interval = d.read(self).interval;
            d.narrow(self, (interval.0, Int::two_to(k) - Int::ONE));
            let (interval, element) = (d.facts[self.0 as usize].interval, d.facts[self.0 as usize].element);
            d.atom(interval, element, Origin::Rest { of: self, bits: 0, quotient: Value(0) })
        })
    }

    /// self, which is in this interval for a reason that the caller has.
    #[must_use]
    pub fn known_in(self, low: Int, high: Int) -> Self {
        with(|d| d.narrow(self, (low, high)));
        self
    }

    pub(crate) fn id(self) -> u32 {
        self.0
    }

    pub(crate) fn of_id(id: u32) -> Self {
        Self(id)
    }

    /// self·factor.
    #[must_use]
    pub fn scaled(self, factor: impl Into<Int>) -> Self {
        let factor = factor.into();
        with(|d| d.sum(self, factor - Int::ONE, self))
    }

    /// ⌊self/2^k⌋.
    #[must_use]
    pub fn quotient(self, k: u32) -> Self {
        with(|d| {
            let (quotient, _) = d.split((self, k, Rounding::Down));
            d.computed(quotient)
        })
    }

    /// −⌊self/2^k⌋.
    #[must_use]
    pub fn borrow(self, k: u32) -> Self {
        with(|d| {
            let (quotient, _) = d.split((self, k, Rounding::Down));
            let (constant, mut terms) = d.form(quotient);
            for term in &mut terms {
                term.1 = -term.1;
            }
            let borrow = d.linear((-constant, terms), None);
            d.computed(borrow)
        })
    }

    /// self mod 2^k.
    #[must_use]
    pub fn rest(self, k: u32) -> Self {
        with(|d| {
            let (_, rest) = d.split((self, k, Rounding::Down));
            let rest = d.changed(Change::Mask, rest, |d| d.without_top_bit(rest, k));
            d.changed(Change::Unit, rest, |d| d.plus(rest, Int::ONE))
        })
    }

    /// ⌊self/2^k⌋ and self mod 2^k, because words hold k bits: no operation of the code, so none that a [`Change`] makes wrong.
    #[must_use]
    pub fn words(self, k: u32) -> (Self, Self) {
        with(|d| d.split((self, k, Rounding::Down)))
    }

    /// self + 2^k·high. As [`Value::words`], no operation of the code.
    #[must_use]
    pub fn join(self, k: u32, high: Self) -> Self {
        with(|d| d.sum(self, Int::two_to(k), high))
    }

    /// The quotients that the code has computed, in their order.
    pub fn computed_quotients() -> Vec<Self> {
        with(|d| d.quotients.clone())
    }

    /// The multiple of 2^k nearest to self.
    #[must_use]
    pub fn rounded(self, k: u32) -> Self {
        with(|d| {
            let rounding = if d.cases.rounds_down() { Rounding::Down } else { Rounding::Nearest };
            let (quotient, rest) = d.split((self, k, rounding));
            let rounded = d.sum(self, -Int::ONE, rest);
            d.facts[rounded.0 as usize].grain = d.facts[rounded.0 as usize].grain.max(k);
            d.shifted.insert((rounded, k), quotient);
            rounded
        })
    }

    /// The largest k that is known to have 2^k dividing self.
    pub fn grain(self) -> u32 {
        with(|d| d.read(self).grain)
    }

    /// self/2^k, for a multiple of 2^k.
    #[must_use]
    pub fn shifted_down(self, k: u32) -> Self {
        with(|d| d.shifted_down(self, k))
    }

    /// Whether self, which is 0 or 1, is 1. An open choice ends this run, and begins one run for each answer.
    pub fn choose(self) -> bool {
        match self.to_constant() {
            Some(x) if x == Int::ZERO || x == Int::ONE => x == Int::ONE,
            Some(x) => panic!("a choice of {x:?}"),
            None => with(|d| {
                d.asked(self);
                d.undecided(self)
            }),
        }
    }

    /// The quotients that no operation has read, from the first on, with their polynomials: carries that the code drops.
    pub fn dropped() -> Vec<(Self, Element)> {
        with(|d| {
            let mut quotients = d.quotients.clone();
            quotients.retain(|x| !d.facts[x.0 as usize].was_read && !d.is_constant(*x));
            quotients.sort_unstable();
            quotients.dedup();
            quotients.into_iter().map(|x| (x, d.facts[x.0 as usize].element)).collect()
        })
    }

    /// Whether the number is known to be a square, or a square modulo 2^k for k ≥ 2.
    pub fn is_square(self) -> bool {
        with(|d| {
            let mut x = self;
            loop {
                match d.facts[x.0 as usize].origin {
                    Origin::Product(a, b) => return a == b,
                    Origin::Rest { of, bits, .. } if bits >= 2 => x = of,
                    _ => return false,
                }
            }
        })
    }

    /// The numbers of this run, with their polynomials.
    pub fn all() -> Vec<(Self, Element)> {
        with(|d| (0..).map(Self).zip(d.facts.iter().map(|facts| facts.element)).collect())
    }

    /// The numbers that were multiplied by self, in this order.
    pub fn multipliers(self) -> Vec<Self> {
        with(|d| {
            let other = |&(a, b): &(Self, Self)| (a == self).then_some(b).or_else(|| (b == self).then_some(a));
            d.factors.iter().filter_map(other).collect()
        })
    }
}

impl core::ops::Add for Value {
    type Output = Self;
    fn add(self, b: Self) -> Self {
        with(|d| {
            let sum = d.sum(self, Int::ONE, b);
            d.changed(Change::Term, sum, |_| self)
        })
    }
}

impl core::ops::Sub for Value {
    type Output = Self;
    fn sub(self, b: Self) -> Self {
        with(|d| {
            let difference = d.sum(self, -Int::ONE, b);
            d.changed(Change::Term, difference, |_| self)
        })
    }
}

impl core::ops::Mul for Value {
    type Output = Self;
    fn mul(self, b: Self) -> Self {
        with(|d| {
            let product = d.product(self, b);
            d.changed(Change::Twice, product, |d| d.sum(product, Int::ONE, product))
        })
    }
}

impl Domain {
    fn new(residues_are: Residues, cases: cases::Case) -> Self {
        let mut domain = Self {
            facts: Vec::new(),
            random: Random::new(),
            residues_are,
            forms: HashMap::new(),
            products: HashMap::new(),
            factors: Vec::new(),
            splits: HashMap::new(),
            made_by: HashMap::new(),
            quotients: Vec::new(),
            shifted: HashMap::new(),
            residues: HashMap::new(),
            cases,
        };
        let zero = domain.linear((Int::ZERO, Vec::new()), None);
        assert_eq!(zero, Value::default(), "zeroed memory is a number");
        domain
    }

    fn asked(&mut self, x: Value) -> &Facts {
        self.facts[x.0 as usize].is_asked = true;
        self.read(x)
    }

    /// Whether a number that was asked for comes from x.
    fn is_checked(&self, x: Value) -> bool {
        let whole: HashMap<Value, Value> = self.shifted.iter().map(|(&(x, _), &shifted)| (shifted, x)).collect();
        let mut open: Vec<Value> = (0..).map(Value).take(self.facts.len()).collect();
        open.retain(|x| self.facts[x.0 as usize].is_asked);
        let mut seen = HashSet::new();
        while let Some(next) = open.pop() {
            if !seen.insert(next) {
                continue;
            }
            let facts = &self.facts[next.0 as usize];
            open.extend(facts.form.1.iter().map(|term| term.0));
            match facts.origin {
                Origin::Product(a, b) => open.extend([a, b]),
                Origin::Rest { of, quotient, .. } => open.extend([of, quotient]),
                Origin::Sum | Origin::Any | Origin::Known(_) => {}
            }
            open.extend(self.made_by.get(&next).map(|((of, ..), _)| *of));
            open.extend(whole.get(&next));
        }
        seen.contains(&x)
    }

    fn read(&mut self, x: Value) -> &Facts {
        let facts = &mut self.facts[x.0 as usize];
        facts.was_read = true;
        facts
    }

    fn push(&mut self, facts: Facts) -> Value {
        assert!(facts.interval.0 <= facts.interval.1, "an interval without a number");
        self.facts.push(facts);
        Value(u32::try_from(self.facts.len() - 1).expect("fewer values"))
    }

    fn atom(&mut self, interval: Interval, element: Element, origin: Origin) -> Value {
        let own = Value(self.facts.len() as u32);
        self.push(Facts {
            interval,
            grain: 0,
            element,
            form: (Int::ZERO, vec![(own, Int::ONE)]),
            origin,
            was_read: false,
            is_asked: false,
        })
    }

    fn any(&mut self, interval: Interval) -> Value {
        let element = Element::random(&mut self.random);
        self.atom(interval, element, Origin::Any)
    }

    /// The number of this form, which is in `interval`.
    fn linear(&mut self, form: Form, interval: Option<Interval>) -> Value {
        if let (Int::ZERO, [(atom, Int::ONE)]) = (form.0, &form.1[..]) {
            return *atom;
        }
        let (known, new) = (self.forms.get(&form).copied(), interval);
        let id = known.unwrap_or_else(|| {
            let (mut interval, mut grain, mut element) = ((form.0, form.0), form.0.trailing_zeros(), form.0.into());
            for &(atom, factor) in &form.1 {
                let facts = &self.facts[atom.0 as usize];
                let ends = (facts.interval.0 * factor, facts.interval.1 * factor);
                interval = (interval.0 + ends.0.min(ends.1), interval.1 + ends.0.max(ends.1));
                grain = grain.min(facts.grain + factor.trailing_zeros());
                element = element + Element::from(factor) * facts.element;
            }
            let id = self.push(Facts {
                interval,
                grain,
                element,
                form: form.clone(),
                origin: Origin::Sum,
                was_read: false,
                is_asked: false,
            });
            self.forms.insert(form, id);
            id
        });
        if let Some(interval) = new {
            self.narrow(id, interval);
        }
        id
    }

    /// x is in `interval`, too.
    fn narrow(&mut self, x: Value, interval: Interval) {
        let own = &mut self.facts[x.0 as usize].interval;
        *own = (own.0.max(interval.0), own.1.min(interval.1));
        if own.0 > own.1 {
            self.cases.impossible();
        }
    }

    /// The form of x. An x of many terms becomes an atom.
    fn form(&mut self, x: Value) -> Form {
        let facts = &self.facts[x.0 as usize];
        if facts.form.1.len() > MAX_TERMS {
            let (interval, element, form) = (facts.interval, facts.element, facts.form.clone());
            let origin = Origin::Sum;
            let sum = self.push(Facts { interval, grain: 0, element, form, origin, was_read: true, is_asked: false });
            let facts = &mut self.facts[x.0 as usize];
            facts.form = (Int::ZERO, vec![(x, Int::ONE)]);
            facts.origin = Origin::Rest { of: sum, bits: 0, quotient: Value(0) };
        }
        self.facts[x.0 as usize].form.clone()
    }

    /// a + factor·b.
    fn sum(&mut self, a: Value, factor: Int, b: Value) -> Value {
        let (grain, ends) = (self.read(a).grain, self.read(a).interval);
        let (finer, others) = (self.read(b).grain, self.read(b).interval);
        let multiple = |(low, high): Interval, by| ((low * by).min(high * by), (low * by).max(high * by));
        let (from, to) = multiple(others, factor);
        let interval = if a == b { multiple(ends, Int::ONE + factor) } else { (ends.0 + from, ends.1 + to) };
        let (mut form, (constant, terms)) = (self.form(a), self.form(b));
        form.0 = form.0 + factor * constant;
        for (atom, own) in terms {
            match form.1.binary_search_by_key(&atom, |term| term.0) {
                Ok(at) => form.1[at].1 = form.1[at].1 + factor * own,
                Err(at) => form.1.insert(at, (atom, factor * own)),
            }
        }
        form.1.retain(|term| term.1 != Int::ZERO);
        let sum = self.linear(form, Some(interval));
        let facts = &mut self.facts[sum.0 as usize];
        facts.grain = facts.grain.max(grain.min(finer + factor.trailing_zeros()));
        sum
    }

    fn plus(&mut self, x: Value, constant: Int) -> Value {
        let constant = self.linear((constant, Vec::new()), None);
        self.sum(x, Int::ONE, constant)
    }

    /// An atom and its factor, if x is their product.
    fn multiple(&mut self, x: Value) -> Option<(Value, Int)> {
        let form = &self.read(x).form;
        (form.0 == Int::ZERO && form.1.len() == 1).then(|| form.1[0])
    }

    fn product(&mut self, a: Value, b: Value) -> Value {
        for (x, y) in [(a, b), (b, a)] {
            if let (low, high) = self.read(x).interval
                && low == high
            {
                return self.sum(y, low - Int::ONE, y);
            }
        }
        if let (Some((x, by)), Some((y, too))) = (self.multiple(a), self.multiple(b))
            && (x, y) != (a, b)
        {
            let product = self.product(x, y);
            return self.sum(product, by * too - Int::ONE, product);
        }
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.products.get(&key) {
            return known;
        }
        let ((a_low, a_high), (b_low, b_high)) = (self.facts[a.0 as usize].interval, self.facts[b.0 as usize].interval);
        let ends = [a_low * b_low, a_low * b_high, a_high * b_low, a_high * b_high];
        let low = ends.into_iter().min().expect("four ends");
        let low = if a == b { low.max(Int::ZERO) } else { low };
        let high = ends.into_iter().max().expect("four ends");
        let element = self.facts[a.0 as usize].element * self.facts[b.0 as usize].element;
        let product = self.atom((low, high), element, Origin::Product(a, b));
        self.facts[product.0 as usize].grain = self.facts[a.0 as usize].grain + self.facts[b.0 as usize].grain;
        self.factors.push((a, b));
        self.products.insert(key, product);
        product
    }

    /// The parts of x = y mod 2^j for k < j, if y was split: x and y have the same rest modulo 2^k.
    fn split_before(&mut self, x: Value, k: u32, rounding: Rounding) -> Option<(Value, Value)> {
        let Origin::Rest { of: y, bits: j, quotient: above } = self.facts[x.0 as usize].origin else { return None };
        if k >= j || rounding != Rounding::Down {
            return None;
        }
        let &(quotient, rest) = self.splits.get(&(y, k, Rounding::Down))?;
        let lower = self.sum(quotient, -Int::two_to(j - k), above);
        let (low, high) = self.facts[x.0 as usize].interval;
        self.narrow(lower, (low >> k, high >> k));
        Some((lower, rest))
    }

    /// The parts of x = ⌊y/2^j⌋ by those of y: ⌊x/2^k⌋ = ⌊y/2^(j + k)⌋, for parts of a word.
    fn split_again(&mut self, x: Value, k: u32, rounding: Rounding) -> Option<(Value, Value)> {
        let &((y, j, Rounding::Down), _) = self.made_by.get(&x)? else { return None };
        if j + k > 64 || rounding != Rounding::Down {
            return None;
        }
        let (quotient, rest) = self.split((y, j + k, rounding));
        let (low, high) = self.facts[x.0 as usize].interval;
        self.narrow(quotient, (low >> k, high >> k));
        if rest == Value(0) {
            return Some((quotient, rest));
        }
        let rest = self.sum(x, -Int::two_to(k), quotient);
        self.narrow(rest, (Int::ZERO, Int::two_to(k) - Int::ONE));
        Some((quotient, rest))
    }

    /// x as low + high, with high a multiple of 2^j and 0 ≤ low < 2^j, for some j from 1 to k: ⌊(low + 2^j·y)/2^k⌋ = ⌊y/2^(k − j)⌋.
    fn multiple_above(&mut self, x: Value, k: u32, rounding: Rounding) -> Option<(Value, Value, u32)> {
        let (constant, terms) = self.facts[x.0 as usize].form.clone();
        let mut exponents: Vec<u32> = terms.iter().map(|term| term.1.trailing_zeros().min(k)).collect();
        exponents.sort_unstable();
        exponents.dedup();
        for j in exponents.into_iter().rev().filter(|&j| j > 0) {
            let (above, below): (Vec<_>, Vec<_>) = terms.iter().partition(|term| term.1.trailing_zeros() >= j);
            let whole = (constant >> j) << j;
            let low = self.linear((constant - whole, below), None);
            let (least, most) = self.facts[low.0 as usize].interval;
            let fits = Int::ZERO <= least && most < Int::two_to(j);
            if fits && (rounding == Rounding::Down || low == Value(0)) {
                return Some((low, self.linear((whole, above), None), j));
            }
        }
        None
    }

    /// x as quotient·2^k + rest.
    fn split(&mut self, split: Split) -> (Value, Value) {
        let (x, k, rounding) = split;
        if let Some(&known) = self.splits.get(&split) {
            return known;
        }
        if let Some(parts) = self.split_before(x, k, rounding).or_else(|| self.split_again(x, k, rounding)) {
            self.splits.insert(split, parts);
            return parts;
        }
        if let Some((low, high, j)) = self.multiple_above(x, k, rounding) {
            let shorter = self.shifted_down(high, j);
            let (quotient, rest) = if j == k { (shorter, Value(0)) } else { self.split((shorter, k - j, rounding)) };
            let parts = (quotient, self.sum(low, Int::two_to(j), rest));
            self.splits.insert(split, parts);
            return parts;
        }
        let half = if rounding == Rounding::Nearest { Int::two_to(k - 1) } else { Int::ZERO };
        // the nearest of a tie is the even one, so either
        let tie = if rounding == Rounding::Nearest { Int::ONE } else { Int::ZERO };
        let index = self.splits.len();
        if let Some(quotient) = self.cases.decided(index) {
            let least = (quotient << k) - half;
            self.narrow(x, (least, least + Int::two_to(k) - Int::ONE + tie));
        }
        let (low, high) = self.read(x).interval;
        let (least, most) = ((low + half - tie) >> k, (high + half) >> k);
        let parts = if least == most {
            let rest = self.plus(x, -(least << k));
            (self.linear((least, Vec::new()), None), rest)
        } else if self.residues_are.asked && self.residue(x).is_multiple(k) {
            let element = self.facts[x.0 as usize].element * Element::two_to(k as usize).inverse();
            let origin = self.quotient_residue(x, k);
            let quotient = self.atom((least, most), element, origin);
            self.made_by.insert(quotient, (split, index));
            (quotient, Value(0))
        } else {
            let quotient = self.any((least, most));
            let element = self.facts[x.0 as usize].element
                - Element::two_to(k as usize) * self.facts[quotient.0 as usize].element;
            let interval = (-half, if half == Int::ZERO { Int::two_to(k) - Int::ONE } else { half });
            let rest = self.atom(interval, element, Origin::Rest { of: x, bits: k, quotient });
            self.made_by.insert(quotient, (split, index));
            (quotient, rest)
        };
        self.splits.insert(split, parts);
        parts
    }

    /// The residue of x/2^k, in as many words as x has above k. The words above them are any.
    fn quotient_residue(&mut self, x: Value, k: u32) -> Origin {
        let words = self.residues_are.words;
        if words == 1 || k != 64 {
            return Origin::Any;
        }
        let mut residue = self.residue(x).without_lowest_word();
        let above = Residue::random(words, &mut self.random);
        residue.add_multiple(&above, Int::two_to(64 * (words as u32 - 1)));
        Origin::Known(Rc::new(residue))
    }

    fn parts(&self, x: Value) -> Parts {
        let facts = &self.facts[x.0 as usize];
        if (facts.form.0, &facts.form.1[..]) != (Int::ZERO, &[(x, Int::ONE)]) {
            return Parts::Sum(facts.form.0, facts.form.1.clone());
        }
        match facts.origin {
            Origin::Rest { of, bits: 0, .. } => Parts::Alias(of),
            Origin::Rest { of, bits, quotient } => Parts::Rest { of, bits, quotient },
            _ => match self.made_by.get(&x) {
                Some((split, _)) => Parts::Quotient { of: split.0, bits: split.1, rest: self.splits[split].1 },
                None => Parts::Leaf,
            },
        }
    }

    /// x mod 2^(k − 1). It is no split of the run: a decision counts the splits without it.
    fn without_top_bit(&mut self, x: Value, k: u32) -> Value {
        let split = (x, k - 1, Rounding::Down);
        let is_new = !self.splits.contains_key(&split);
        let (_, rest) = self.split(split);
        if is_new {
            self.splits.remove(&split);
        }
        rest
    }

    /// A quotient that the code computes.
    fn computed(&mut self, quotient: Value) -> Value {
        self.quotients.push(quotient);
        let quotient = self.changed(Change::Carry, quotient, |_| Value(0));
        self.changed(Change::Estimate, quotient, |d| d.plus(quotient, Int::ONE))
    }

    /// x, or the result of a wrong operation in its place.
    fn changed(&mut self, change: Change, x: Value, wrong: impl FnOnce(&mut Self) -> Value) -> Value {
        if !self.cases.is_next(change) {
            return x;
        }
        let wrong = wrong(self);
        let (interval, element) = (self.facts[wrong.0 as usize].interval, self.facts[wrong.0 as usize].element);
        if element == self.facts[x.0 as usize].element {
            return x;
        }
        // a number of its own, so that each operation that reads it is seen
        let own = self.atom(interval, element, Origin::Rest { of: wrong, bits: 0, quotient: Value(0) });
        self.facts[own.0 as usize].grain = self.facts[wrong.0 as usize].grain;
        self.cases.change_to(own);
        own
    }

    /// Ends the run at a choice that the facts leave open. Asks first for the bits in the number that was split.
    fn undecided(&mut self, bit: Value) -> bool {
        let made_by = |x: &Value| self.made_by.get(x).copied();
        let open = |terms: &[(Value, Int)]| terms.iter().find_map(|term| made_by(&term.0).map(|made| (term.0, made)));
        let Some((mut atom, (split, mut index))) = open(&self.facts[bit.0 as usize].form.1) else {
            // a number without a history is its own quotient
            let index = self.splits.len();
            self.split((bit, 0, Rounding::Down));
            let (low, high) = self.facts[bit.0 as usize].interval;
            if low == high {
                return low == Int::ONE;
            }
            self.cases.undecided(index, low, high)
        };
        if let Some((inner, made)) = open(&self.facts[split.0.0 as usize].form.1)
            && self.is_small(inner)
        {
            (atom, index) = (inner, made.1);
        }
        assert!(self.is_small(atom), "a choice of few answers");
        let (least, most) = self.facts[atom.0 as usize].interval;
        self.cases.undecided(index, least, most)
    }

    fn is_constant(&self, x: Value) -> bool {
        let (low, high) = self.facts[x.0 as usize].interval;
        low == high
    }

    fn is_small(&self, x: Value) -> bool {
        let (least, most) = self.facts[x.0 as usize].interval;
        most - least < Int::two_to(2)
    }

    fn shifted_down(&mut self, x: Value, k: u32) -> Value {
        if k == 0 {
            return x;
        }
        if let Some(&known) = self.shifted.get(&(x, k)) {
            return known;
        }
        let (low, high) = self.read(x).interval;
        assert!(self.facts[x.0 as usize].grain >= k, "bits are lost");
        let (constant, terms) = self.form(x);
        let shifted = if constant.trailing_zeros() >= k && terms.iter().all(|term| term.1.trailing_zeros() >= k) {
            let terms = terms.into_iter().map(|(atom, factor)| (atom, factor >> k)).collect();
            self.linear((constant >> k, terms), Some((low >> k, high >> k)))
        } else {
            let element = self.facts[x.0 as usize].element * Element::two_to(k as usize).inverse();
            self.atom((low >> k, high >> k), element, Origin::Any)
        };
        self.shifted.insert((x, k), shifted);
        shifted
    }

    fn residue(&mut self, x: Value) -> Rc<Residue> {
        let words = self.residues_are.words;
        let mut open = vec![x];
        while let Some(&x) = open.last() {
            if self.residues.contains_key(&x) {
                open.pop();
                continue;
            }
            let facts = &self.facts[x.0 as usize];
            let of = |x: &Value| self.residues.get(x).cloned();
            let needs: Vec<Value> = match &facts.origin {
                Origin::Any | Origin::Known(_) => Vec::new(),
                Origin::Sum => facts.form.1.iter().map(|term| term.0).collect(),
                &Origin::Product(a, b) => vec![a, b],
                &Origin::Rest { of, quotient, .. } => vec![of, quotient],
            };
            let missing: Vec<Value> = needs.into_iter().filter(|x| of(x).is_none()).collect();
            if !missing.is_empty() {
                open.extend(missing);
                continue;
            }
            let of = |x: Value| of(&x).expect("computed before");
            let residue = match &facts.origin {
                Origin::Any => Rc::new(Residue::random(words, &mut self.random)),
                Origin::Known(residue) => residue.clone(),
                &Origin::Product(a, b) => Rc::new(of(a).mul(&of(b))),
                &Origin::Rest { of: x, bits, quotient } => {
                    let mut rest = (*of(x)).clone();
                    rest.add_multiple(&of(quotient), -Int::two_to(bits));
                    Rc::new(rest)
                }
                Origin::Sum => {
                    let mut sum = Residue::constant(words, facts.form.0);
                    facts.form.1.iter().for_each(|&(atom, factor)| sum.add_multiple(&of(atom), factor));
                    Rc::new(sum)
                }
            };
            self.residues.insert(x, residue);
        }
        self.residues[&x].clone()
    }
}
