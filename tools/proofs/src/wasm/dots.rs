//! `simd128`: products and squares are right for all operands and moduli, and from 0 to 2m. The quotient Q has as many bits as R.
//!
//! Q is T·(−m⁻¹) without a multiple of R, for T = a·b: the columns from n up, and the carries from the column below. So R divides
//! T + Q·m, and no digit needs a residue. The code computes the upper columns of T + Q·m, and the carry of the two columns below. The
//! columns that it leaves out sum to a multiple of R below R, which is 0.

use crate::instance::Changed;
use crate::module::Module;
use crate::proof::{Proof, number, words};
use crate::routine::{Digits, Layout, Operation, Routine};
use crate::runs::in_power;
use crate::word::{Word, bytes};
use modexp_kernels::proof::{Element, Int, Parts, Residues, Value};
use num_bigint::{BigInt, BigUint};
use std::collections::HashSet;

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
        let layout = layout(bits);
        let routine = in_power(module, &m, layout, operation, 2);
        Self { routine, m }
    }

    fn n(&self) -> usize {
        self.routine.layout.count
    }

    /// Puts digits over the pairs of digits of this known number, which may have others than its balanced digits: word k has digits k
    /// and k − 1.
    fn put_pairs(&self, routine: &mut Routine<'m>, known: &BigUint, digits: &[Value]) {
        let (n, r) = (self.n(), BigInt::from(self.routine.layout.r()));
        let memory = &self.routine.instance.memory;
        let half = |at: usize| i64::from(memory.word(at, 2).known() as i16);
        let has_pairs = |at: usize| (1..n).all(|k| half(at + 4 * k + 2) == half(at + 4 * k - 4));
        let is_known = |at: usize| {
            let value = (0..n).rev().fold(BigInt::ZERO, |x, k| (x << RADIX) + half(at + 4 * k));
            (value - BigInt::from(known.clone())) % &r == BigInt::ZERO
        };
        // no carry changes the lowest digit
        let mut places = memory.find(&(self.routine.layout.digits(known)[0] as u32).to_le_bytes());
        places.retain(|&at| memory.contains(at, 4 * n) && has_pairs(at) && is_known(at));
        assert!(!places.is_empty(), "a constant of the modulus is not in memory");
        for at in places {
            for (k, &digit) in digits.iter().enumerate() {
                for place in [at + 4 * k, at + 4 * k + 6] {
                    routine.instance.memory.store(place, bytes(Word::Any(digit), 2));
                }
            }
        }
    }
}

/// The digits for moduli of `bits` bits.
pub fn layout(bits: usize) -> Layout {
    let count = (bits + 3).div_ceil(RADIX as usize).next_multiple_of(8).max(24);
    Layout { radix: RADIX, count, width: 2, digits: Digits::Signed }
}

fn digits(count: usize, limit: i128) -> Vec<Value> {
    (0..count).map(|_| Value::input((-limit).into(), limit.into())).collect()
}

fn big(x: Int) -> BigInt {
    x.to_i128().into()
}

impl<'m> Proof<'m> for DotsProof<'m> {
    fn routine(&self) -> &Routine<'m> {
        &self.routine
    }

    fn residues(&self) -> Residues {
        Residues { words: 1, asked: false }
    }

    fn is_right(&self, changed: Option<&Changed<'m>>) -> bool {
        self.routine.is_right(&self.m, 2, changed)
    }

    fn prove(&self, changed: Option<Changed<'m>>) {
        let (n, layout) = (self.n(), self.routine.layout);
        let bits = RADIX as usize * n;
        let mut routine = self.routine.clone();

        // any m below R/8, and −m⁻¹ modulo R: m·(−m⁻¹) + 1 is any multiple of R
        let r = Element::two_to(bits);
        let mut m = digits(n, HALF);
        m[n - 1] = Value::input(Int::ZERO, Int::two_to(RADIX - 3) - Int::ONE);
        let mut inverse = digits(n, LARGEST);
        inverse[0] = Value::default();
        let multiple = Value::input(Int::ZERO, Int::ONE).element() * r;
        let lowest = (multiple - Element::from(Int::ONE)) * number(RADIX, &m).inverse() - number(RADIX, &inverse);
        inverse[0] = Value::known((-LARGEST).into(), LARGEST.into(), lowest, None);
        let power = layout.r();
        let known_inverse = &power - self.m.modinv(&power).expect("odd");
        self.put_pairs(&mut routine, &self.m, &m);
        self.put_pairs(&mut routine, &known_inverse, &inverse);
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
        let size_of_r = BigInt::from(1) << bits;
        let (from, to) = if is_below { (24, 126) } else { (-13, 88) };
        assert!(least * 100 > from * &size_of_r && greatest * 100 < to * &size_of_r, "the range of a quotient");
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
        let places: HashSet<Element> = rests.iter().map(|x| (x.1 - half) * base(n - 2)).collect();
        let is_top = |x: &(Value, Element)| places.contains(&(z - lower - (x.1 - half) * base(n - 1)));
        assert!(rests.iter().any(is_top), "the digits of the two uppermost columns");

        // z is a multiple of R: Q is the lower columns of T·(−m⁻¹) without the carries from column n − 1, of two rounds and of the top digit
        let product = |k| column(k).fold(Element::ZERO, |sum, (i, j)| sum + t[i].element() * inverse[j].element());
        let lower = (0..n).fold(Element::ZERO, |sum, k| sum + product(k) * base(k));
        let carries = (lower - number(RADIX, &q)) * r.inverse();
        let numbers: HashSet<Element> = Value::all().into_iter().map(|x| x.1).collect();
        let is_carry = |x: &(Value, Element)| matches!(x.0.parts(), Parts::Quotient { bits: RADIX, .. });
        let quotients: Vec<(Value, Element)> = Value::all().into_iter().filter(is_carry).collect();
        let of_top = quotients.iter().filter(|x| most(&x.0) <= Int::ONE).map(|x| x.1).chain([Element::ZERO]);
        let mut rounds = of_top.flat_map(|top| quotients.iter().map(move |x| carries - top - x.1));
        assert!(rounds.any(|round| numbers.contains(&round)), "carries from the columns of Q");

        // and below R in size, so it is 0
        let size = |k| column(k).fold(big(most(&t[k])), |sum, (i, j)| sum + big(most(&q[i])) * big(most(&m[j])));
        let lower = (0..n - 2).fold(BigInt::ZERO, |sum, k| sum + (size(k) << (RADIX as usize * k)));
        let digits =
            (BigInt::from(HALF) << (bits - RADIX as usize)) + (BigInt::from(HALF) << (bits - 2 * RADIX as usize));
        assert!(lower + digits < size_of_r, "the carries of two columns");
    }
}
