//! The end of the proofs of `fused` in modules and in machine code: products are right, and from 0 to 4m.
//!
//! With μ = −m⁻¹ mod B^4 and f = (m·μ + 1)/B^4, a digit d becomes d·f, four digits higher. The last four digits take the true
//! quotient. The columns that it clears are a multiple of B^4 below B^4 in size, so zero.

use crate::elimination::{AnyModulus, number};
use modexp_kernels::fused::abstraction::{self, and, pattern, shr, sub};
use modexp_kernels::fused::columns::{HIGH_BIAS, LOW_BIAS, MASK, OFFSET, RADIX, ROWS};
use modexp_kernels::proof::{Element, Int, Parts, Residues, Value};
use num_bigint::BigInt;
use std::collections::HashMap;

const HALF: i128 = 1 << (RADIX - 1);

/// The largest digit of an element.
const LARGEST: i128 = HALF + (1 << 12);

/// Any digits of an element.
#[must_use]
pub fn any_element(count: usize) -> Vec<Value> {
    any(count, LARGEST)
}

/// Any modulus of n digits, which are rounded to the nearest.
#[must_use]
pub fn any_modulus(n: usize) -> AnyModulus {
    let [m, f, mu] = [n, n, ROWS].map(|count| any(count, HALF));
    AnyModulus::new(RADIX, Residues::BLOCK, m, f, mu)
}

fn any(count: usize, limit: i128) -> Vec<Value> {
    (0..count).map(|_| Value::input((-limit).into(), limit.into())).collect()
}

/// The columns that a product leaves.
pub struct Columns {
    n: usize,
    /// Parts of a column: lanes of a number in a vector.
    parts: usize,
    /// The names of columns 0 to n − 1.
    names: Vec<u64>,
    /// The column of the uppermost digit of a result.
    top: u64,
    /// The carry and the digit of each column that the code has cut.
    splits: HashMap<Element, (Value, Value)>,
}

impl Columns {
    /// The columns of a scratch space. Its vector k has column k − (parts − 1)·h, and part i of column k − (parts − 1 − i)·h, for h
    /// vectors of an element. Zeros are below the columns. `part` returns part i of vector k, and `add` is the addition of the code.
    pub fn new<W>(
        n: usize,
        parts: usize,
        part: impl Fn(usize, usize) -> W,
        add: impl Fn(W, W) -> W,
        name: impl Fn(W) -> u64,
    ) -> Self {
        let h = n.div_ceil(parts);
        let column = |k: usize| {
            let parts = (0..parts).map(|i| part((parts - 1 - i) * h + k, i));
            name(parts.reduce(&add).expect("a part"))
        };
        let top = name(part(parts * h + n - 1, parts - 1));
        let top = if parts > 1 { abstraction::add(top, OFFSET) } else { top };
        let names = (0..n).map(column).collect();
        let all = Value::all();
        let elements: HashMap<Value, Element> = all.iter().copied().collect();
        let split = |(x, _): &(Value, Element)| match x.parts() {
            Parts::Quotient { of, bits: RADIX, rest } => Some((elements[&of], (*x, rest))),
            _ => None,
        };
        Self { n, parts, names, top, splits: all.iter().filter_map(split).collect() }
    }

    /// Column n − 1 without the biases of the last pass.
    fn last(&self) -> u64 {
        let of = |k: usize| if k + ROWS < self.n { 0 } else { self.biases(k) };
        let starts = (0..self.parts).filter_map(|i| (self.n - 1).checked_sub(i * self.n.div_ceil(self.parts)));
        starts.fold(self.names[self.n - 1], |column, k| sub(column, of(k)))
    }

    /// The biases of the last pass in vector k of the columns that become zero.
    fn biases(&self, k: usize) -> u64 {
        if k + ROWS == self.n { LOW_BIAS } else { LOW_BIAS.wrapping_add(HIGH_BIAS) }
    }

    /// The columns that become zero, with the carry from below, and without the carry to above.
    fn cleared(&self) -> Value {
        let value = |k: usize| {
            let x = pattern(sub(self.names[k], OFFSET.wrapping_add(self.biases(k))));
            let turns = (x.interval().0 + Int::two_to(63)) >> 64;
            x - Value::constant(turns << 64)
        };
        let (from, to) = (self.n - ROWS, self.n - 1);
        let lower = (from..to).rev().fold(Value::default(), |sum, k| sum.scaled(Int::two_to(RADIX)) + value(k));
        self.carry_into(from) + lower + self.rest(self.last()).scaled(Int::two_to(RADIX * (ROWS as u32 - 1)))
    }

    /// The digit in a column. The code may have added its parts in a different order, so that its sum is a different number of the run.
    fn rest(&self, column: u64) -> Value {
        let split = self.splits.get(&pattern(column).element());
        split.map_or_else(|| pattern(and(column, MASK)), |split| split.1) - Value::constant(HALF)
    }

    /// The carry from a column.
    fn carry(&self, column: u64) -> Value {
        let split = self.splits.get(&pattern(column).element());
        split.map_or_else(|| pattern(shr(column, RADIX)), |split| split.0)
            - Value::constant(i128::from(OFFSET >> RADIX))
    }

    fn carry_into(&self, k: usize) -> Value {
        if k == 0 { Value::default() } else { self.carry(self.names[k - 1]) }
    }

    /// Checks the digits of the result, and zeros that fill vectors.
    pub fn check(&self, out: &[Value], a: &[Value], b: &[Value], AnyModulus { m, f, mu }: &AnyModulus) {
        let (n, bits) = (self.n, RADIX as usize);

        // the digits that the reduction clears. A compiler changes the order of their products
        let (digits, quotient) = (f[0].multipliers(), m[0].multipliers());
        assert!(digits.len() == n - ROWS && quotient.len() == ROWS, "the digits that the reduction clears");
        let digit = |k: usize| {
            let wanted = (self.rest(self.names[k]) + self.carry_into(k)).element();
            *digits.iter().find(|digit| digit.element() == wanted).expect("the digit of a column")
        };
        let eliminated: Vec<Value> = (0..n - ROWS).map(digit).collect();

        let (zero, block) = (self.cleared(), RADIX * ROWS as u32);
        let (low, high) = zero.interval();
        assert!(-Int::two_to(block) < low && high < Int::two_to(block), "the carries of four columns");
        assert!(zero.residue().is_multiple(block), "four columns that become zero");

        // (out + above·B^words)·R = a·b + K·m
        let [base, r, above] = [n - ROWS, n, out.len()].map(|count| Element::two_to(bits * count));
        let result = number(RADIX, out) + self.carry(self.top).element() * above;
        let product = result * r + zero.element() * base - number(RADIX, a) * number(RADIX, b);
        let (modulus, eliminating) = (number(RADIX, m), number(RADIX, mu) * number(RADIX, &eliminated));
        let is_quotient = |q: &Vec<Value>| product == (eliminating + base * number(RADIX, q)) * modulus;
        let quotient = orders(&quotient).into_iter().find(is_quotient).expect("the quotient of the last columns");

        // 0 < K < 3R, so the result is between 0 and 4m ≤ R/4 for a·b < R·m. Digits below .51·B in size show it without a carry
        // from the uppermost, and with zeros from digit n up
        let ([mu, most], [least, greatest]) = ([mu, &eliminated].map(|x| size(x)), ends(&quotient));
        let shift = bits * (n - ROWS);
        assert!((least << shift) > &mu * &most && (greatest << shift) + mu * most <= BigInt::from(3) << (bits * n));
        let most = LARGEST.min(51 * HALF / 50);
        let goes_in = |digit: &Value| Int::from(-most) <= digit.interval().0 && digit.interval().1 <= most.into();
        assert!(out.iter().all(goes_in), "digits that go in again");
    }
}

/// The numbers in each order.
fn orders(of: &[Value]) -> Vec<Vec<Value>> {
    let with_first = |i: usize| {
        let rest = [&of[..i], &of[i + 1..]].concat();
        orders(&rest).into_iter().map(move |rest| [&of[i..=i], &rest].concat())
    };
    if of.is_empty() { vec![vec![]] } else { (0..of.len()).flat_map(with_first).collect() }
}

/// The least and the greatest number with these digits.
fn ends(digits: &[Value]) -> [BigInt; 2] {
    let end = |pick: fn(&Value) -> Int| {
        digits.iter().rev().fold(BigInt::ZERO, |x, digit| (x << RADIX) + pick(digit).to_i128())
    };
    [end(|digit| digit.interval().0), end(|digit| digit.interval().1)]
}

fn size(digits: &[Value]) -> BigInt {
    let [least, greatest] = ends(digits);
    greatest.max(-least)
}
