//! `relaxed`: products and squares are right for all operands and moduli, and from 0 to 4m.
//!
//! The proof is that of `modexp_kernels::fused`: with μ = −m⁻¹ mod B^4 and f = (m·μ + 1)/B^4, a digit d becomes d·f, four digits
//! higher. The last four digits take the true quotient. The columns that it clears are a multiple of B^4 below B^4 in size.

use crate::instance::Changed;
use crate::kernel::{AnyModulus, modulus};
use crate::memory::Memory;
use crate::module::Module;
use crate::ops::{Op, binary};
use crate::proof::{Proof, number};
use crate::routine::{Digits, Layout, Operation, Routine};
use crate::runs::in_power;
use crate::word::Word;
use modexp_kernels::fused::columns::{HIGH_BIAS, LOW_BIAS, MASK, OFFSET, RADIX, ROWS};
use modexp_kernels::proof::{Element, Int, Residues, Value};
use num_bigint::{BigInt, BigUint};

const HALF: i128 = 1 << (RADIX - 1);

/// The largest digit of an element.
const LARGEST: i128 = HALF + (1 << 12);

/// A product at its start.
pub struct RelaxedProof<'m> {
    routine: Routine<'m>,
    m: BigUint,
    /// The addresses of the modulus; f and μ follow.
    moduli: Vec<usize>,
}

impl<'m> RelaxedProof<'m> {
    /// Finds the product, or the square, for moduli of `bits` bits.
    pub fn new(module: &'m Module<'m>, bits: usize, operation: Operation) -> Self {
        let (m, count) = (modulus(bits), (bits + 4).div_ceil(RADIX as usize));
        assert!(count > 6, "the biases of other columns in `last`");
        let layout = Layout { radix: RADIX, count, width: 8, digits: Digits::Floats };
        let routine = in_power(module, &m, layout, operation, 4);
        let has_f_above = |at: &usize| {
            let word = |i: usize| routine.instance.memory.word(at + 8 * (layout.words() + i), 8).known();
            let f = layout.number(&(0..layout.words()).map(word).collect::<Vec<_>>());
            f.is_some_and(|f| ((f << (RADIX as usize * ROWS)) - 1) % BigInt::from(m.clone()) == BigInt::ZERO)
        };
        let moduli: Vec<usize> = routine.places(&layout.digits(&m)).into_iter().filter(has_f_above).collect();
        assert!(!moduli.is_empty(), "the constants of the modulus");
        Self { routine, m, moduli }
    }

    /// The words of an element.
    fn words(&self, digits: &[Value]) -> Vec<Word> {
        let layout = self.routine.layout;
        let mut words = vec![Word::ZERO; layout.words()];
        digits.iter().enumerate().for_each(|(i, &digit)| words[layout.place(i)] = Word::Float(digit));
        words
    }

    /// Any modulus, and the routine that reads it.
    fn any_modulus(&self) -> (AnyModulus, Routine<'m>) {
        let n = self.routine.layout.count;
        let [m, f, mu] = [n, n, ROWS].map(|count| any(count, HALF));
        let modulus = AnyModulus::new(RADIX, Residues::BLOCK, m, f, mu);
        let mut words = [self.words(&modulus.m), self.words(&modulus.f)].concat();
        words.extend(modulus.mu.iter().flat_map(|&digit| [Word::Float(digit); 2]));
        let mut routine = self.routine.clone();
        routine.put(&self.moduli, &words);
        (modulus, routine)
    }

    /// The columns in the scratch space: h vectors of zeros are below them, and they take 3h vectors.
    fn columns<'a>(&self, memory: &'a Memory) -> Columns<'a> {
        let (slots, words) = (&self.routine.arguments, self.routine.layout.words());
        let scratch = slots.windows(2).find(|pair| pair[1].address() == 4 * words).expect("the scratch space");
        Columns { memory, at: scratch[0].address(), h: words / 2 }
    }
}

/// Any digits from −limit to limit.
fn any(count: usize, limit: i128) -> Vec<Value> {
    (0..count).map(|_| Value::input((-limit).into(), limit.into())).collect()
}

/// The columns that a product leaves. A vector has column k, and a part of column k + h.
struct Columns<'a> {
    memory: &'a Memory,
    at: usize,
    h: usize,
}

impl Columns<'_> {
    fn lane(&self, vector: usize, lane: usize) -> Word {
        self.memory.word(self.at + 16 * vector + 8 * lane, 8)
    }

    /// Column k, the sum of its parts. Zeros are below the columns.
    fn column(&self, k: usize) -> Word {
        binary(Op::Add, 64, self.lane(self.h + k, 0), self.lane(k, 1))
    }

    /// The column of the uppermost digit of a result of n digits.
    fn top(&self, n: usize) -> Word {
        binary(Op::Add, 64, self.lane(2 * self.h + n - 1, 1), Word::Known(OFFSET))
    }
}

/// The carry from a column.
fn carry(column: Word) -> Value {
    let above = binary(Op::ShrU, 64, column, Word::Known(RADIX.into()));
    above.pattern(64) - Value::constant(u128::from(OFFSET >> RADIX))
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

impl<'m> Proof<'m> for RelaxedProof<'m> {
    fn routine(&self) -> &Routine<'m> {
        &self.routine
    }

    fn residues(&self) -> Residues {
        Residues::BLOCK
    }

    fn is_right(&self, changed: Option<&Changed<'m>>) -> bool {
        self.routine.is_right(&self.m, 4, changed)
    }

    fn prove(&self, changed: Option<Changed<'m>>) {
        let (layout, bits) = (self.routine.layout, RADIX as usize);
        let n = layout.count;
        let (AnyModulus { m, f, mu }, routine) = self.any_modulus();
        let a = any(n, LARGEST);
        let b = if routine.operation.has_one_operand() { a.clone() } else { any(n, LARGEST) };
        let before = self.words(&any(layout.words(), LARGEST));
        let (out, after) = routine.run(&self.words(&a), &self.words(&b), &before, changed);
        let digit = |i: usize| match out[layout.place(i)] {
            Word::Float(digit) => digit,
            _ => panic!("a digit that does not depend on the operands"),
        };
        let out: Vec<Value> = (0..layout.words()).map(digit).collect();
        let columns = self.columns(&after.memory);

        // the digits that the reduction clears. The compiler has changed the order of their products
        let below = |k: usize| if k == 0 { Value::default() } else { carry(columns.column(k - 1)) };
        let rest = |column: Word| binary(Op::And, 64, column, Word::Known(MASK)).pattern(64) - Value::constant(HALF);
        let (cleared, quotient) = (f[0].multipliers(), m[0].multipliers());
        assert!(cleared.len() == n - ROWS && quotient.len() == ROWS, "the digits that the reduction clears");
        let digit = |k: usize| {
            let wanted = (rest(columns.column(k)) + below(k)).element();
            *cleared.iter().find(|digit| digit.element() == wanted).expect("the digit of a column")
        };
        let eliminated: Vec<Value> = (0..n - ROWS).map(digit).collect();

        // the four columns that become zero, with the carry from below, and without the carry to above
        let value = |k: usize| {
            let biases = if k + ROWS == n { LOW_BIAS } else { LOW_BIAS.wrapping_add(HIGH_BIAS) };
            let bias = Word::Known(OFFSET.wrapping_add(biases));
            let x = binary(Op::Sub, 64, columns.column(k), bias).pattern(64);
            let turns = (x.interval().0 + Int::two_to(63)) >> 64;
            x - Value::constant(turns << 64)
        };
        let lower = (n - ROWS..n - 1).rev().fold(Value::default(), |sum, k| sum.scaled(Int::two_to(RADIX)) + value(k));
        let last = Word::Known(LOW_BIAS.wrapping_add(HIGH_BIAS).wrapping_neg());
        let last = binary(Op::Add, 64, columns.column(n - 1), last);
        let zero = below(n - ROWS) + lower + rest(last).scaled(Int::two_to(RADIX * (ROWS as u32 - 1)));

        let block = RADIX * ROWS as u32;
        let (low, high) = zero.interval();
        assert!(-Int::two_to(block) < low && high < Int::two_to(block), "the carries of four columns");
        assert!(zero.residue().is_multiple(block), "four columns that become zero");

        // (out + above·B^words)·R = a·b + K·m
        let [base, r, top] = [n - ROWS, n, out.len()].map(|count| Element::two_to(bits * count));
        let result = number(RADIX, &out) + carry(columns.top(n)).element() * top;
        let product = result * r + zero.element() * base - number(RADIX, &a) * number(RADIX, &b);
        let (modulus, eliminating) = (number(RADIX, &m), number(RADIX, &mu) * number(RADIX, &eliminated));
        let is_quotient = |q: &Vec<Value>| product == (eliminating + base * number(RADIX, q)) * modulus;
        let quotient = orders(&quotient).into_iter().find(is_quotient).expect("the quotient of the last columns");

        // 0 < K < 3R, so the result is between 0 and 4m ≤ R/4 for a·b < R·m. Digits below .51·B in size show it without a carry
        // from the uppermost, and with zeros from digit n up
        let ([mu, most], [least, greatest]) = ([&mu, &eliminated].map(|x| size(x)), ends(&quotient));
        let shift = bits * (n - ROWS);
        assert!((least << shift) > &mu * &most && (greatest << shift) + mu * most <= BigInt::from(3) << (bits * n));
        let most = LARGEST.min(51 * HALF / 50);
        let goes_in = |digit: &Value| Int::from(-most) <= digit.interval().0 && digit.interval().1 <= most.into();
        assert!(out.iter().all(goes_in), "digits that go in again");
    }
}
