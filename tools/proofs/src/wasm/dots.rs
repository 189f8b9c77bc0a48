//! `simd128`: products and squares are right for all operands and moduli, and from 0 to 2m. The quotient Q has as many bits as R.
//!
//! Q·m ≡ −a·b modulo R, by the residues of all digits. The code computes the upper columns of a·b + Q·m, and the carry of the two
//! columns below. The columns that it leaves out sum to a multiple of R below R, which is 0.

use crate::instance::Changed;
use crate::module::Module;
use crate::proof::{Proof, number, words};
use crate::routine::{Digits, Layout, Operation, Routine};
use crate::runs::in_power;
use crate::word::{Word, bytes};
use modexp_kernels::proof::residue::Residue;
use modexp_kernels::proof::{Element, Int, Parts, Residues, Value};
use num_bigint::{BigInt, BigUint};
use std::collections::HashMap;

const RADIX: u32 = 13;

/// Half of the base, and the largest digit.
const HALF: i128 = 1 << (RADIX - 1);
const LARGEST: i128 = 4200;

/// Words of pairs below and above those of a number.
const PAIRS: [usize; 2] = [8, 16];

/// A product at its start.
pub struct DotsProof<'m> {
    routine: Routine<'m>,
    m: BigUint,
}

impl<'m> DotsProof<'m> {
    /// Finds the product, or the square, for moduli of `bits` bits.
    pub fn new(module: &'m Module<'m>, bits: usize, operation: Operation) -> Self {
        let m = crate::kernel::modulus(bits);
        let count = (bits + 3).div_ceil(RADIX as usize).next_multiple_of(8).max(24);
        let layout = Layout { radix: RADIX, count, width: 2, digits: Digits::Signed };
        let routine = in_power(module, &m, layout, operation, 2);
        Self { routine, m }
    }

    fn n(&self) -> usize {
        self.routine.layout.count
    }

    /// Puts digits over the pairs of these known digits: word k has digits k and k − 1.
    fn put_pairs(&self, routine: &mut Routine<'m>, known: &[u64], digits: &[Value]) {
        let pair = |k: usize| known[k] | if k == 0 { 0 } else { known[k - 1] << 16 };
        let words: Vec<u64> = (0..known.len()).step_by(2).map(|k| pair(k) | pair(k + 1) << 32).collect();
        for at in routine.places(&words) {
            for (k, &digit) in digits.iter().enumerate() {
                for place in [at + 4 * k, at + 4 * k + 6] {
                    routine.instance.memory.store(place, bytes(Word::Any(digit), 2));
                }
            }
        }
    }
}

fn digits(count: usize, limit: i128) -> Vec<Value> {
    (0..count).map(|_| Value::input((-limit).into(), limit.into())).collect()
}

fn residue(digits: &[Value], residues: Residues) -> Residue {
    Residue::number(residues.words, RADIX, digits.iter().map(|digit| (*digit.residue()).clone()))
}

fn big(x: Int) -> BigInt {
    x.to_i128().into()
}

impl<'m> Proof<'m> for DotsProof<'m> {
    fn routine(&self) -> &Routine<'m> {
        &self.routine
    }

    fn residues(&self) -> Residues {
        Residues { words: (RADIX as usize * self.n()).div_ceil(64), asked: false }
    }

    fn is_right(&self, changed: Option<&Changed<'m>>) -> bool {
        self.routine.is_right(&self.m, 2, changed)
    }

    fn prove(&self, changed: Option<Changed<'m>>) {
        let (n, residues, layout) = (self.n(), self.residues(), self.routine.layout);
        let bits = RADIX as usize * n;
        let mut routine = self.routine.clone();

        // any m below R/8, and −m⁻¹ modulo R
        let mut m = digits(n, HALF);
        m[n - 1] = Value::input(Int::ZERO, Int::two_to(RADIX - 3) - Int::ONE);
        let mut inverse = digits(n, HALF);
        inverse[0] = Value::default();
        let above = Value::input(Int::ZERO, Int::ONE);
        let mut lowest = Residue::zero(residues.words);
        lowest.add_multiple(&residue(&m, residues).inverse(), -Int::ONE);
        lowest.add_multiple(&residue(&inverse, residues), -Int::ONE);
        lowest.add_shifted(&above.residue(), bits as u32);
        inverse[0] = Value::known((-HALF).into(), HALF.into(), above.element(), Some(lowest));
        let r = BigUint::from(1_u8) << bits;
        let known_inverse = &r - self.m.modinv(&r).expect("odd");
        self.put_pairs(&mut routine, &layout.digits(&self.m), &m);
        self.put_pairs(&mut routine, &layout.digits(&known_inverse), &inverse);
        let top = (self.m.bits() as usize - 1) / RADIX as usize;
        let leading = u64::try_from(&self.m >> (RADIX as usize * (top - 2))).expect("three digits");
        let half = Value::input(Int::ZERO, Int::two_to(3 * RADIX - 1));
        routine.put(&routine.places(&[leading / 2]), &[Word::Any(half)]);

        let a = digits(n, LARGEST);
        let b = if self.routine.operation.has_one_operand() { a.clone() } else { digits(n, LARGEST) };
        let (out, after) = routine.run(&words(&a), &words(&b), &words(&digits(n, LARGEST)), changed);
        let out: Vec<Value> = out.iter().map(|x| x.pattern(64)).collect();

        // t and Q are in the scratch space, after b as pairs
        let memory = &after.memory;
        let read = |at: usize, count: usize| -> Vec<Value> {
            (0..count).map(|i| memory.stored(at + 2 * i, 2).pattern(16)).collect()
        };
        let scratch = routine.arguments.iter().map(|x| x.address()).find(|&at| {
            let first = at.saturating_add(4 * PAIRS[0]);
            memory.contains(first, 2) && read(first, 1)[0] == b[0]
        });
        let t_at = scratch.expect("b as pairs") + 4 * (PAIRS[0] + n + PAIRS[1]);
        let (t, q) = (read(t_at, 2 * n), read(t_at + 4 * (n + 4), n));
        // the range of the result shows that its top digit is one, too
        let most = |x: &Value| (-x.interval().0).max(x.interval().1);
        assert!(out[..n - 1].iter().all(|x| most(x) <= LARGEST.into()), "digits that go in again");
        let [product, a, b] = [&t, &a, &b].map(|x| number(RADIX, x));
        assert_eq!(product, a * b);

        // Q is from R/4 to 5R/4 if the leading digits of a·b/R are below those of m/2, else from −R/8 to 7R/8. So 0 < out < 2m
        let is_below = q[n - 1].interval().0 > Int::ZERO;
        let end = |pick: fn(&Value) -> Int| q.iter().rev().fold(BigInt::ZERO, |sum, x| (sum << RADIX) + big(pick(x)));
        let [least, greatest] = [end(|x| x.interval().0), end(|x| x.interval().1)];
        let r = BigInt::from(1) << bits;
        let (from, to) = if is_below { (24, 126) } else { (-13, 88) };
        assert!(least * 100 > from * &r && greatest * 100 < to * &r, "the range of a quotient");
        let leading = number(RADIX, &t[n + top - 2..(n + top + 2).min(2 * n)]) - half.element();
        let is_known = |x: &(Value, Element)| {
            let (low, high) = x.0.interval();
            x.1 == leading && if is_below { high < Int::ZERO } else { low >= Int::ZERO }
        };
        assert!(Value::all().iter().any(is_known), "the choice of a range");

        // out·R + z = a·b + Q·m. The lower columns have this z after their carries; a rest is a digit and half of the base
        let column = |k: usize| (0..=k).map(move |i| (i, k - i));
        let element = |k| column(k).fold(t[k].element(), |sum, (i, j)| sum + q[i].element() * m[j].element());
        let base = |k: usize| Element::two_to(RADIX as usize * k);
        let z = a * b + number(RADIX, &q) * number(RADIX, &m) - number(RADIX, &out) * base(n);
        let lower = (0..n - 2).fold(Element::ZERO, |sum, k| sum + element(k) * base(k));
        let is_rest = |x: &(Value, Element)| matches!(x.0.parts(), Parts::Rest { bits: RADIX, .. });
        let mut rests = Value::all();
        rests.retain(is_rest);
        let half = Element::from(Int::from(HALF));
        let places: HashMap<Element, Value> = rests.iter().map(|x| ((x.1 - half) * base(n - 2), x.0)).collect();
        let find = |x: &(Value, Element)| Some((*places.get(&(z - lower - (x.1 - half) * base(n - 1)))?, x.0));
        let (below, top) = rests.iter().find_map(find).expect("the digits of the two uppermost columns");

        // z is a multiple of R
        let mut sum = Residue::zero(residues.words);
        for k in 0..n - 2 {
            let mut of = (*t[k].residue()).clone();
            column(k).for_each(|(i, j)| of.add_multiple(&q[i].residue().mul(&m[j].residue()), Int::ONE));
            sum.add_shifted(&of, RADIX * k as u32);
        }
        for (rest, k) in [(below, n - 2), (top, n - 1)] {
            let digit = rest - Value::constant(HALF);
            sum.add_shifted(&digit.residue(), RADIX * k as u32);
        }
        assert!(sum.is_multiple(bits as u32), "columns that become zero");

        // and below R in size, so it is 0
        let size = |k| column(k).fold(big(most(&t[k])), |sum, (i, j)| sum + big(most(&q[i])) * big(most(&m[j])));
        let lower = (0..n - 2).fold(BigInt::ZERO, |sum, k| sum + (size(k) << (RADIX as usize * k)));
        let digits =
            (BigInt::from(HALF) << (bits - RADIX as usize)) + (BigInt::from(HALF) << (bits - 2 * RADIX as usize));
        assert!(lower + digits < r, "the carries of two columns");
    }
}
