//! Fields on four limbs of 64 bits: sums and differences are right and in range, for all operands in range, and products and squares
//! where the module reads the prime from memory, for all primes.
//!
//! The code ends with h − (m − v), and adds m if that is negative. For residues below p, m is p; for residues below 2p, it is 2p, and
//! products end with h + v. The proof finds the limbs of these numbers among those that the code has computed: limbs with this sum
//! show that a number is in 0..R, whichever they are.

use crate::field::OBJECT;
use crate::instance::Changed;
use crate::module::Module;
use crate::proof::{Proof, any, is_digit, number, words};
use crate::routine::{Digits, Layout, Operation, Routine};
use crate::runs::in_multiple;
use crate::word::Word;
use modexp_kernels::proof::residue::Residue;
use modexp_kernels::proof::{Element, Int, Residues, Value};
use num_bigint::BigUint;
use std::collections::HashSet;

const RADIX: u32 = 64;
const N: usize = 4;
const LAYOUT: Layout = Layout { radix: RADIX, count: N, width: 8, digits: Digits::Unsigned };

fn r() -> Element {
    Element::two_to(RADIX as usize * N)
}

/// A field on limbs, and a curve over it.
#[derive(Clone, Copy, Debug)]
pub struct Limbs {
    pub curve: &'static str,
    /// Whether the code is for all primes.
    pub any_prime: bool,
    /// Residues are below range·p.
    pub range: u8,
}

/// An operation at its start.
pub struct LimbsProof<'m> {
    field: Limbs,
    routine: Routine<'m>,
    p: BigUint,
}

impl<'m> LimbsProof<'m> {
    /// Finds the operation in a product of a scalar and a point.
    pub fn new(module: &'m Module<'m>, field: Limbs, operation: Operation) -> Self {
        let (routine, p) = in_multiple(module, field.curve, false, LAYOUT, operation, field.range);
        Self { field, routine, p }
    }

    /// The limbs of p, or of range·p for sums, and the routine that reads them.
    fn modulus(&self) -> (Vec<Value>, Routine<'m>) {
        let range = if self.routine.operation.is_sum() { self.field.range } else { 1 };
        let known = LAYOUT.digits(&(&self.p * range));
        let mut routine = self.routine.clone();
        if !self.field.any_prime {
            return (known.iter().map(|&limb| Value::constant(u128::from(limb))).collect(), routine);
        }
        let p = any(RADIX, N);
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
    all: HashSet<Element>,
    limbs: Vec<Element>,
    /// x + 2^64·y for two limbs.
    pairs: HashSet<Element>,
    carries: Vec<Element>,
}

impl Known {
    fn new() -> Self {
        let numbers = Value::all();
        let within = |least: Int, most: Int| {
            let is_within = move |x: &&(Value, Element)| {
                let (low, high) = x.0.interval();
                least <= low && high <= most
            };
            numbers.iter().filter(is_within).map(|x| x.1).collect::<Vec<_>>()
        };
        let limbs = within(Int::ZERO, Int::two_to(RADIX) - Int::ONE);
        let base = Element::two_to(RADIX as usize);
        let pairs = limbs.iter().flat_map(|&x| limbs.iter().map(move |&y| x + base * y)).collect();
        let all = numbers.iter().map(|x| x.1).collect();
        // a carry of a constant that a word holds as a negative number is more by 1
        let one = Element::from(Int::ONE);
        let signed: Vec<Element> = within(-Int::two_to(1), Int::two_to(1)).into_iter().flat_map(|x| [x, -x]).collect();
        let carries = [Element::ZERO, one, -one].into_iter().flat_map(|y| signed.iter().map(move |&x| x + y)).collect();
        Self { all, limbs, pairs, carries }
    }

    /// Whether x has four limbs.
    fn is_number(&self, x: Element) -> bool {
        let (base, half) = (Element::two_to(RADIX as usize), Element::two_to(2 * RADIX as usize));
        let upper: Vec<Element> = self.limbs.iter().map(|&y| y * half).collect();
        upper.iter().any(|&y| upper.iter().any(|&z| self.pairs.contains(&(x - y - base * z))))
    }

    /// Whether x is a carry, or two.
    fn is_carry(&self, x: Element) -> bool {
        self.carries.iter().any(|&y| self.carries.iter().any(|&z| x == y + z))
    }

    /// Numbers of four limbs from which p's limbs are subtracted.
    fn subtracted(&self, p: &[Value]) -> Vec<Element> {
        let is_subtracted = |p: Element, x: Element| p != x && x != Element::ZERO && self.all.contains(&(p - x));
        p.iter().zip(0..).fold(vec![Element::ZERO], |below, (p, i)| {
            let limbs = || self.limbs.iter().copied().filter(|&x| is_subtracted(p.element(), x));
            let place = Element::two_to(RADIX as usize * i);
            below.iter().flat_map(|&below| limbs().map(move |x| below + place * x)).collect()
        })
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
        self.routine.is_right(&self.p, self.field.range, changed)
    }

    fn prove(&self, changed: Option<Changed<'m>>) {
        let (limbs_of_p, routine) = self.modulus();
        let operation = self.routine.operation;
        let a = any(RADIX, N);
        let b = if operation.has_one_operand() { a.clone() } else { any(RADIX, N) };
        let (out, _) = routine.run(&words(&a), &words(&b), &words(&any(RADIX, N)), changed);
        let out: Vec<Value> = out.iter().map(|x| x.pattern(64)).collect();
        let is_limb = |&x: &Value| is_digit(RADIX, x);
        assert!(out[..N - 1].iter().all(is_limb), "limbs below the top");
        let known = Known::new();
        let [sum, a, b, p] = [&out, &a, &b, &limbs_of_p].map(|x| number(RADIX, x));

        // h − v' for 0 ≤ h < p and 0 ≤ v' ≤ p
        let (h, less) = match operation {
            Operation::Sum => (a, p - b),
            Operation::Difference => (a, b),
            Operation::Product | Operation::Square => {
                let q = limbs_of_p[0].multipliers();
                assert!(q.len() == N && q.iter().all(is_limb), "a quotient below R");
                // a·b = h·R + l, and v = (l + Q·p)/R, which is at most p
                let q = number(RADIX, &q);
                if self.field.range == 2 {
                    // below R·p + R·p for a, b < 2p, so the sum is below 2p, and a carry of it is 0
                    let carry = ((a * b + q * p) * r().inverse() - sum) * r().inverse();
                    assert!(known.is_carry(carry) && out.iter().all(is_limb), "the sum of the lower limbs and h");
                    return;
                }
                let is_sum = |&v: &Element| {
                    let l = v * r() - q * p;
                    known.is_number(l) && known.is_number((a * b - l) * r().inverse())
                };
                let v = known.subtracted(&limbs_of_p).into_iter().find(is_sum).expect("the sum of the lower limbs");
                ((a * b + q * p) * r().inverse() - v, p - v)
            }
            _ => panic!("no proof of {operation:?}"),
        };

        // v' in limbs shows that a carry of them is 0
        let is_in_limbs = |x: &&Element| known.is_number(less + **x * r());
        let less = less + *known.carries.iter().find(is_in_limbs).expect("v' in limbs") * r();

        // h − v', which is not negative; or R more is in limbs, and out = h − v' + p. Carries above the limbs are not in the result
        let difference = h - less;
        let is_equal = sum == difference && out.iter().all(is_limb);
        let is_negative = || known.is_number(difference + r());
        let is_more = || known.is_carry((sum - difference - p) * r().inverse());
        assert!(is_equal || (is_negative() && is_more()), "a difference, or p more");
    }
}
