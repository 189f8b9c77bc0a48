//! Fields on limbs of 64 bits: sums, differences, products and squares are right and in range, for all operands in range, and for all
//! primes where the module reads the prime from memory.
//!
//! A sum ends with h − (2p − v), and adds 2p if that is negative; a product ends with h + v. The proof finds the limbs of these numbers
//! among those that the code has computed: limbs with this sum show that a number is in 0..R, whichever they are.

use crate::field::OBJECT;
use crate::instance::Changed;
use crate::module::Module;
use crate::proof::{Proof, any, is_digit, number, words};
use crate::routine::{Digits, Layout, Operation, Place, Routine};
use crate::runs::in_multiple;
use crate::word::Word;
use modexp_kernels::proof::residue::Residue;
use modexp_kernels::proof::{Element, Int, Parts, Residues, Value};
use num_bigint::BigUint;
use std::cell::OnceCell;
use std::collections::HashSet;
use std::ops::Range;

const RADIX: u32 = 64;

/// Residues are below RANGE·p.
const RANGE: u8 = 2;

/// A field on limbs, and a curve over it.
#[derive(Clone, Copy, Debug)]
pub struct Limbs {
    pub curve: &'static str,
    pub count: usize,
}

/// An operation at its start.
pub struct LimbsProof<'m> {
    field: Limbs,
    routine: Routine<'m>,
    p: BigUint,
    /// The limbs of the numbers that the code computes on the way.
    known: Vec<Place>,
}

impl<'m> LimbsProof<'m> {
    /// Finds the operation in a product of a scalar and a point.
    pub fn new(module: &'m Module<'m>, field: Limbs, operation: Operation) -> Self {
        let layout = Layout { radix: RADIX, count: field.count, width: 8, digits: Digits::Unsigned };
        let (routine, p) = in_multiple(module, field.curve, false, layout, operation, RANGE);
        let known = routine.computed(&p, |a, b, _| {
            let (product, r) = (a * b, layout.r());
            match operation {
                Operation::Product | Operation::Square => {
                    let inverse = p.modinv(&r).expect("odd");
                    layout.digits(&((&r - (&product % &r) * inverse % &r) % &r))
                }
                _ => vec![],
            }
        });
        Self { field, routine, p, known: known.expect("words of the reduction") }
    }

    fn any(&self) -> Vec<Value> {
        any(RADIX, self.field.count)
    }

    /// The limbs of p, or of 2p for sums, and the routine that reads them.
    fn modulus(&self) -> (Vec<Value>, Routine<'m>) {
        let range = if self.routine.operation.is_sum() { RANGE } else { 1 };
        let known = self.routine.layout.digits(&(&self.p * range));
        let mut routine = self.routine.clone();
        let p = self.any();
        let above = Value::input(Int::ZERO, Int::ONE);
        let mut residue = Residue::zero(Residues::DIGIT.words);
        residue.add_multiple(&p[0].residue().inverse(), Int::from(-1_i128));
        let m0_inv = Value::known(Int::ZERO, Int::two_to(RADIX) - Int::ONE, above.element(), Some(residue));
        let base = BigUint::from(1_u8) << RADIX;
        let inverse = u64::try_from(&base - self.p.modinv(&base).expect("odd")).expect("a limb");
        let places = routine.places(&known);
        let mut inverses = routine.places(&[inverse]);
        inverses.retain(|at| places.iter().any(|place| place.abs_diff(*at) < OBJECT));
        routine.put(&inverses, &[Word::Any(m0_inv)]);
        routine.put(&places, &words(&p));
        (p, routine)
    }
}

/// The numbers of a run that are limbs, or carries.
struct Known {
    count: usize,
    limbs: Vec<Element>,
    /// The numbers of the lower limbs, and of the upper ones.
    halves: OnceCell<(HashSet<Element>, Vec<Element>)>,
    carries: Vec<Element>,
}

impl Known {
    fn new(count: usize) -> Self {
        let numbers = Value::all();
        let within = |least: Int, most: Int| {
            let is_within = move |x: &&(Value, Element)| {
                let (low, high) = x.0.interval();
                least <= low && high <= most
            };
            numbers.iter().filter(is_within).map(|x| x.1).collect::<Vec<_>>()
        };
        // neither operands nor carries are limbs of a number that the code computes
        let is_limb = |x: &&(Value, Element)| {
            let (is_computed, interval) = (matches!(x.0.parts(), Parts::Rest { .. } | Parts::Sum(..)), x.0.interval());
            is_digit(RADIX, x.0) && is_computed && (interval.1 > Int::two_to(1) || interval.0 == interval.1)
        };
        let limbs = numbers.iter().filter(is_limb).map(|x| x.1).collect::<Vec<_>>();
        // a carry of a constant that a word holds as a negative number is more by 1
        let one = Element::from(Int::ONE);
        let signed: Vec<Element> = within(-Int::two_to(1), Int::two_to(1)).into_iter().flat_map(|x| [x, -x]).collect();
        let carries = [Element::ZERO, one, -one].into_iter().flat_map(|y| signed.iter().map(move |&x| x + y)).collect();
        Self { count, limbs, halves: OnceCell::new(), carries }
    }

    /// Whether x is a number of as many limbs as the prime.
    fn is_number(&self, x: Element) -> bool {
        let (lower, upper) = self.halves.get_or_init(|| {
            let of = |places: Range<usize>| {
                places.map(|i| Element::two_to(RADIX as usize * i)).fold(vec![Element::ZERO], |sums, place| {
                    sums.iter().flat_map(|&sum| self.limbs.iter().map(move |&x| sum + place * x)).collect()
                })
            };
            (of(0..self.count / 2).into_iter().collect(), of(self.count / 2..self.count))
        });
        upper.iter().any(|&y| lower.contains(&(x - y)))
    }

    /// Whether x is a carry, or two.
    fn is_carry(&self, x: Element) -> bool {
        self.carries.iter().any(|&y| self.carries.iter().any(|&z| x == y + z))
    }
}

impl<'m> Proof<'m> for LimbsProof<'m> {
    fn routine(&self) -> &Routine<'m> {
        &self.routine
    }

    fn residues(&self) -> Residues {
        Residues::DIGIT
    }

    fn is_right(&self, changed: Option<&Changed<'m>>) -> bool {
        self.routine.is_right(&self.p, RANGE, changed)
    }

    fn prove(&self, changed: Option<Changed<'m>>) {
        let (limbs_of_p, routine) = self.modulus();
        let operation = self.routine.operation;
        let a = self.any();
        let b = if operation.has_one_operand() { a.clone() } else { self.any() };
        let (out, after) = routine.run(&words(&a), &words(&b), &words(&self.any()), changed);
        let out: Vec<Value> = out.iter().map(|x| x.pattern(64)).collect();
        let is_limb = |&x: &Value| is_digit(RADIX, x);
        assert!(out[..out.len() - 1].iter().all(is_limb), "limbs below the top");
        let known = Known::new(out.len());
        let limbs: Vec<Value> = self.known.iter().map(|&place| after.at(place)).collect();
        assert!(limbs.iter().all(is_limb), "limbs on the way");
        let numbers: Vec<Element> = limbs.chunks(out.len()).map(|limbs| number(RADIX, limbs)).collect();
        let of_code = |i: usize| numbers[i];
        let [sum, a, b, p] = [&out, &a, &b, &limbs_of_p].map(|x| number(RADIX, x));
        let r = Element::two_to(RADIX as usize * out.len());

        // h − v' for 0 ≤ h < p and 0 ≤ v' ≤ p
        let (h, less) = match operation {
            Operation::Sum => (a, p - b),
            Operation::Difference => (a, b),
            Operation::Product | Operation::Square => {
                // below R·p + R·p for a, b < 2p, so the sum is below 2p, and a carry of it is 0
                let carry = ((a * b + of_code(0) * p) * r.inverse() - sum) * r.inverse();
                assert!(known.is_carry(carry) && out.iter().all(is_limb), "the sum of the lower limbs and h");
                return;
            }
            _ => panic!("no proof of {operation:?}"),
        };

        // v' in limbs shows that a carry of them is 0
        let is_in_limbs = |x: &&Element| known.is_number(less + **x * r);
        let less = if operation == Operation::Difference {
            less
        } else {
            less + *known.carries.iter().find(is_in_limbs).expect("v' in limbs") * r
        };

        // h − v', which is not negative; or R more is in limbs, and out = h − v' + p. Carries above the limbs are not in the result
        let difference = h - less;
        let is_equal = sum == difference && out.iter().all(is_limb);
        let is_negative = || known.is_number(difference + r);
        let is_more = || known.is_carry((sum - difference - p) * r.inverse());
        assert!(is_equal || (is_negative() && is_more()), "a difference, or p more");
    }
}
