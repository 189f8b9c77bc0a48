//! Fields on digits: products, squares, sums and differences are right for all operands, and for all primes where the module reads
//! the prime from memory. The quotient that a sum estimates is not proved here.

use crate::instance::Changed;
use crate::module::Module;
use crate::proof::{Proof, any, is_digit, number, words};
use crate::routine::{Digits, Layout, Operation, Place, Routine};
use crate::runs::in_multiple;
use crate::word::Word;
use modexp_kernels::proof::residue::Residue;
use modexp_kernels::proof::{Element, Int, Parts, Residues, Value};
use num_bigint::BigUint;

/// A field on digits of `radix` bits, and a curve over it.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub radix: u32,
    pub digits: usize,
    /// The curve, or the pairing.
    pub curve: &'static str,
    /// Whether the code is for all primes of its length.
    pub any_prime: bool,
    /// Operands are sums of this many elements with signs; 0 for digits without signs.
    pub terms: i64,
}

/// More bytes than a field has.
pub const OBJECT: usize = 1 << 11;

/// An operation of a field at its start.
pub struct FieldProof<'m> {
    field: Field,
    routine: Routine<'m>,
    p: BigUint,
    /// −p⁻¹ mod B.
    m0_inv: u64,
    /// The digits of Q, if the operation reduces, and computes them as words.
    quotients: Option<Vec<Place>>,
}

impl<'m> FieldProof<'m> {
    /// Finds the operation in a product of a scalar and a point.
    pub fn new(module: &'m Module<'m>, field: Field, operation: Operation) -> Self {
        // an element in plain form may keep a carry in its second digit
        let digits = if operation == Operation::PlainProduct { Digits::Signed } else { Digits::Unsigned };
        let layout = Layout { radix: field.radix, count: field.digits, width: 8, digits };
        let (routine, p) = in_multiple(module, field.curve, operation.is_wide(), layout, operation, range(operation));
        let base = BigUint::from(1_u8) << field.radix;
        let m0_inv = u64::try_from(&base - p.modinv(&base).expect("odd")).expect("a digit");
        let quotients = operation.is_reduced().then(|| routine.quotients(&p)).flatten();
        Self { field, routine, p, m0_inv, quotients }
    }

    /// The digits of any number of as many bits as 2^k·p.
    fn below_p_times(&self, k: u32) -> Vec<Value> {
        let (Field { radix, digits, .. }, bits) = (self.field, self.p.bits() as u32 + k);
        let of = |i: u32| match radix.min(bits.saturating_sub(radix * i)) {
            0 => Value::default(),
            bits => Value::input(Int::ZERO, Int::two_to(bits) - Int::ONE),
        };
        (0..digits as u32).map(of).collect()
    }

    /// The digits of p, and the routine that reads them.
    fn prime(&self) -> (Vec<Value>, Routine<'m>) {
        let (radix, layout) = (self.field.radix, self.routine.layout);
        let known = Layout { digits: Digits::Unsigned, ..layout }.digits(&self.p);
        let mut routine = self.routine.clone();
        let mut known_digits: Vec<Value> = known.iter().map(|&digit| Value::constant(u128::from(digit))).collect();
        if routine.operation == Operation::PlainProduct {
            // p = 2^256 − c for any c of 33 bits
            let c = Value::input(Int::ZERO, Int::two_to(33) - Int::ONE);
            routine.put(&routine.places(&[(1 << radix) - known[0]]), &[Word::Any(c)]);
            known_digits[0] = Value::constant(1_u128 << radix) - c;
        }
        if !self.field.any_prime {
            return (known_digits, routine);
        }
        let most = Int::two_to(radix) - Int::ONE;
        let (p, mut double_p) = if self.routine.operation.is_sum() {
            (self.below_p_times(0), self.below_p_times(1))
        } else {
            (any(radix, layout.count), any(radix, layout.count))
        };
        let above = Value::input(Int::ZERO, Int::ONE);
        let mut residue = Residue::zero(Residues::DIGIT.words);
        residue.add_multiple(&p[0].residue().inverse(), Int::from(-1_i128));
        residue.add_multiple(&above.residue(), Int::two_to(radix));
        let m0_inv = Value::known(Int::ZERO, most, above.element(), Some(residue));

        // 2p, by its lowest digit
        double_p[0] = Value::default();
        let twice = number(radix, &p) + number(radix, &p);
        double_p[0] = Value::known(Int::ZERO, most, twice - number(radix, &double_p), None);
        let places = routine.places(&known);
        // other words may have the value of −p⁻¹, but only the right one is in an object with p
        let mut inverses = routine.places(&[self.m0_inv]);
        inverses.retain(|at| places.iter().any(|place| place.abs_diff(*at) < OBJECT));
        routine.put(&inverses, &[Word::Any(m0_inv)]);
        routine.put(&places, &words(&p));
        routine.put(&routine.places(&layout.digits(&(&self.p << 1_u8))), &words(&double_p));
        (p, routine)
    }
}

/// Operands and results are below this multiple of p.
fn range(operation: Operation) -> u8 {
    if operation == Operation::PlainProduct { 16 } else { 2 }
}

/// A sum of elements with signs, which are between −2p and 2p for 2^15·p ≤ R. Where p is 2^256 − c, they have a carry in the second
/// digit.
fn any_sum(radix: u32, count: usize, terms: i64, has_carry: bool) -> Vec<Value> {
    let of = |i: usize| {
        let digit = match i {
            1 if has_carry => Int::two_to(radix) + Int::two_to(radix - 4),
            _ if i + 1 == count && !has_carry => Int::two_to(radix - 13),
            _ => Int::two_to(radix),
        };
        let most = digit * Int::from(i128::from(terms));
        Value::input(-most, most)
    };
    (0..count).map(of).collect()
}

/// Whether x is the sum of these digits in these places, in any order.
fn is_sum(x: Element, places: &[Element], digits: &[Element]) -> bool {
    let Some((&place, places)) = places.split_first() else { return digits.is_empty() && x == Element::ZERO };
    (0..digits.len()).any(|i| {
        let mut others = digits.to_vec();
        let digit = others.remove(i);
        is_sum(x - place * digit, places, &others)
    })
}

/// The rests of splits by 2^k, in their order.
fn rests(k: u32) -> impl Iterator<Item = Value> {
    let is_rest = move |x: &Value| matches!(x.parts(), Parts::Rest { bits, .. } if bits == k);
    Value::all().into_iter().map(|(x, _)| x).filter(is_rest)
}

impl<'m> Proof<'m> for FieldProof<'m> {
    fn routine(&self) -> &Routine<'m> {
        &self.routine
    }

    fn residues(&self) -> Residues {
        Residues::DIGIT
    }

    fn is_right(&self, changed: Option<&Changed<'m>>) -> bool {
        self.routine.is_right(&self.p, range(self.routine.operation), changed)
    }

    fn prove(&self, changed: Option<Changed<'m>>) {
        let (Field { radix, digits: count, .. }, operation) = (self.field, self.routine.operation);
        let (p, routine) = self.prime();
        let [of_operand, of_result] = operation.widths().map(|times| times * count);
        // products take any digits, but sums have no room for numbers above 2p
        let operand = || match self.field.terms {
            0 if operation.is_sum() => self.below_p_times(1),
            0 => any(radix, of_operand),
            terms => any_sum(radix, of_operand, terms, operation == Operation::PlainProduct),
        };
        let a = operand();
        let b = if operation.has_one_operand() { a.clone() } else { operand() };
        let (out, after) = routine.run(&words(&a), &words(&b), &words(&any(radix, of_result)), changed);
        let out: Vec<Value> = out.iter().map(|x| x.pattern(64)).collect();
        // the range of the number shows that the top digit is one, too
        let carry = usize::from(operation == Operation::PlainProduct);
        assert!(out[..of_result - 1].iter().skip(2 * carry).all(|&x| is_digit(radix, x)), "digits below B");

        let r = Element::two_to(radix as usize * count);
        let [out, a, b, p] = [&out, &a, &b, &p].map(|x| number(radix, x));
        // out·R = t + Q·p for 0 ≤ Q < R. So out < t/R + p, which is at most 2p
        let reduced = |t: Element| {
            let q: Vec<Value> = match &self.quotients {
                Some(places) => places.iter().map(|&place| after.at(place)).collect(),
                // −p⁻¹ mod B = 1: they are the lowest digits of columns
                None => rests(radix).take(count).collect(),
            };
            assert!(q.iter().all(|&x| is_digit(radix, x)), "digits below B");
            assert_eq!(out * r, t + number(radix, &q) * p);
        };
        // out = s − q·p for a quotient q of the code, which `docs/quotients.md` shows to be right
        let sum = |s: Element| {
            let is_quotient = |q: &Value| out == s - q.element() * p && q.interval().1 <= Int::two_to(4);
            assert!(Value::computed_quotients().iter().any(is_quotient), "a sum less a multiple of p");
        };
        match operation {
            Operation::Product | Operation::Square => reduced(a * b),
            Operation::Reduction => reduced(a),
            Operation::WideProduct | Operation::WideSquare => assert_eq!(out, a * b),
            Operation::PlainProduct => {
                // out = a·b − q·16p: the code multiplies the digits of q by 16c, or 16 times a digit by c
                let p_16 = p * Element::two_to(4);
                let c_16 = Element::two_to(radix as usize * count) - p_16;
                let is_factor = |x: &(Value, Element)| [c_16, c_16 * Element::two_to(4).inverse()].contains(&x.1);
                let multipliers = Value::all().into_iter().filter(is_factor).flat_map(|x| x.0.multipliers());
                let digits: Vec<Element> = multipliers.map(Value::element).collect();
                // those of the upper columns, and the one above the lower columns
                let places: Vec<Element> = (0..count).chain([0]).map(|i| Element::two_to(radix as usize * i)).collect();
                let q = (a * b - out) * p_16.inverse();
                assert!(is_sum(q, &places, &digits), "a product less a multiple of p");
            }
            Operation::Sum => sum(a + b),
            Operation::Difference => sum(a - b + p + p),
        }
    }
}
