//! `ifma_x8`: products of eight numbers, below 4m.
//!
//! With n = −m⁻¹ mod B and F = (n·m + 1)/B, a digit d becomes d·F, one digit higher. The last digit takes the true quotient. The
//! code rounds its column up: the column with q·m_0 is a multiple of B less than B away, so it is that multiple.

use super::call::{Call, Operands, Proof, any_below, constants, is_same_as_cpu, prove, refused_changes, split};
use crate::elimination::{AnyModulus, number, weight};
use crate::machine::{Machine, Word};
use modexp_kernels::kernel::Kernel;
use modexp_kernels::proof::{Element, Int, Residues, Value};
use modexp_kernels::x86_64::ifma_x8::IfmaX8;

const LANES: usize = IfmaX8::LANES;

const RADIX: u32 = IfmaX8::RADIX;

/// Products or squares for moduli of `limbs` limbs.
struct Eight {
    limbs: usize,
    is_square: bool,
}

/// Digits of an element or of a constant.
fn any_digits(count: usize) -> Vec<Value> {
    any_below(Int::two_to(RADIX), count)
}

/// Vectors of the digits of eight numbers.
fn in_lanes(numbers: &[&[Value]]) -> Vec<Word> {
    (0..numbers[0].len()).flat_map(|i| numbers.iter().map(move |digits| Word::Any(digits[i]))).collect()
}

impl Eight {
    fn digits(&self) -> usize {
        IfmaX8::digits(64 * self.limbs)
    }
}

fn kernel() -> IfmaX8 {
    // SAFETY: `is_same_as_cpu` asks whether the code runs here
    #[allow(unsafe_code, reason = "the proof reads the code on any CPU")]
    unsafe {
        IfmaX8::assume()
    }
}

impl Proof for Eight {
    type Kernel = IfmaX8;

    fn call(&self, operands: Operands) -> Call<IfmaX8> {
        let mut m = operands.words(self.limbs);
        m[0] |= 1;
        let element = || {
            let mut words = vec![0; LANES * self.digits()];
            (0..LANES).for_each(|lane| IfmaX8::from_limbs(&mut words, &operands.words(self.limbs), lane));
            words
        };
        Call::new(kernel(), &m, &element(), &element(), self.is_square)
    }

    fn residues(&self) -> Residues {
        Residues::DIGIT
    }

    fn runs_here(&self) -> bool {
        IfmaX8::detect().is_some()
    }

    fn hide(&self, call: &Call<IfmaX8>, machine: &mut Machine) {
        let [m, f, inverse] = call.modulus.constants();
        for x in [&m[..LANES * self.digits()], f, inverse, &call.a, &call.b] {
            machine.hide(x, &constants(x));
        }
    }

    fn prove(&self, call: &Call<IfmaX8>, machine: &mut Machine) {
        let digits = self.digits();
        let moduli: Vec<_> = (0..LANES)
            .map(|_| AnyModulus::new(RADIX, self.residues(), any_digits(digits), any_digits(digits), any_digits(1)))
            .collect();
        let of_all = |pick: fn(&AnyModulus) -> &[Value]| in_lanes(&moduli.iter().map(pick).collect::<Vec<_>>());
        let elements = || (0..LANES).map(|_| any_digits(digits)).collect::<Vec<_>>();
        let a = elements();
        let b = if self.is_square { a.clone() } else { elements() };
        let words = |x: &[Vec<Value>]| in_lanes(&x.iter().map(Vec::as_slice).collect::<Vec<_>>());

        let [m, f, inverse] = call.modulus.constants();
        machine.hide(&m[..LANES * digits], &of_all(|modulus| &modulus.m));
        machine.hide(f, &of_all(|modulus| &modulus.f));
        machine.hide(inverse, &of_all(|modulus| &modulus.mu));
        machine.hide(&call.a, &words(&a));
        machine.hide(&call.b, &words(&b));
        call.interpret(machine);

        let out = machine.words(&call.out);
        for (lane, modulus) in moduli.iter().enumerate() {
            let out: Vec<Value> = out.iter().skip(lane).step_by(LANES).map(|x| x.value()).collect();
            let mut tested: Vec<Value> = machine.tested.iter().map(|bits| bits[lane].value()).collect();
            tested.dedup();
            is_product(&out, &a[lane], &b[lane], modulus, &tested);
        }
    }
}

/// The weights of o − o² in a square of n digits in tiles of `width`, for the carries o of a_0 + a_1 at all levels, in their order. The code adds o
/// in the place of o².
fn weights_of_carries(n: usize, width: usize, levels: usize) -> Vec<Element> {
    if levels == 0 || n < 32 {
        return Vec::new();
    }
    let h = (n / 2).next_multiple_of(width);
    let base = weight(RADIX, h);
    let parts = [(h, Element::from(Int::ONE) - base), (n - h, base * base - base), (h, base)];
    let of_parts =
        parts.map(|(n, by)| weights_of_carries(n, width, levels - 1).into_iter().map(move |weight| weight * by));
    of_parts.into_iter().flatten().chain([base * base * base]).collect()
}

/// Checks that out = (a·b + Q·m)/R for Q < 2R. So a·b < R·m gives out < 3m, which is below R. `carries` are the bits that the code
/// tested.
fn is_product(out: &[Value], a: &[Value], b: &[Value], AnyModulus { m, f, mu }: &AnyModulus, carries: &[Value]) {
    let (n, base) = (out.len(), weight(RADIX, out.len() - 1));
    let (mut eliminated, last) = (f[0].multipliers(), m[0].multipliers());
    eliminated.sort_unstable();
    assert!(eliminated.len() == n - 1 && last.len() == 1, "the digits that the reduction clears");
    let quotients = [&eliminated[..], &last].concat();
    assert!(quotients.iter().all(|q| q.interval().0 >= Int::ZERO && q.interval().1 < Int::two_to(RADIX)));

    // the column of the last quotient, its upper digits rounded up, and what the quotient adds
    let [digit] = mu[0].multipliers()[..] else { panic!("one digit is multiplied by n") };
    let ones = Value::constant(Int::two_to(RADIX) - Int::ONE);
    let (_, below) = (split(RADIX, digit).expect("a digit").0 + ones).words(RADIX);
    let cleared = below - ones + (last[0] * m[0]).words(RADIX).1;
    let (low, high) = cleared.interval();
    assert!(-Int::two_to(RADIX) < low && high < Int::two_to(RADIX), "the carry of a column");
    assert!(cleared.residue().is_multiple(RADIX), "a column that becomes zero");

    // the uppermost digit may have dropped a carry: it is 0, as the equation bounds the result
    let dropped = split(RADIX, out[n - 1]).expect("a digit").1.element() * weight(RADIX, n);
    let q = number(RADIX, &eliminated) * mu[0].element() + last[0].element() * base;
    let sum = number(RADIX, a) * number(RADIX, b) + q * number(RADIX, m);
    let error = (number(RADIX, out) + dropped) * weight(RADIX, n) + cleared.element() * base - sum;
    // o = o², which is no equation of polynomials
    let width = [10, 8, 6].into_iter().find(|&width| n.is_multiple_of(width)).expect("tiles");
    let errors = weights_of_carries(n, width, 2).into_iter().zip(carries).map(|(weight, o)| {
        let o = o.element();
        (o - o * o) * weight
    });
    let of_carries = errors.fold(Element::ZERO, |sum, error| sum + error);
    assert!(error == Element::ZERO || error == of_carries, "the equation");
}

fn prove_sizes(limbs: &[usize]) {
    for &limbs in limbs {
        for is_square in [false, true] {
            let proof = Eight { limbs, is_square };
            for operands in [Operands::Random, Operands::Largest] {
                assert!(is_same_as_cpu(&proof, operands, None));
            }
            prove(&format!("ifma_x8, {limbs} limbs, square: {is_square}"), &proof);
        }
    }
}

#[test]
fn ifma_x8_is_right() {
    prove_sizes(&[4, 6, 8, 16, 32]);
}

#[test]
#[ignore = "seconds"]
fn all_sizes_of_ifma_x8_are_right() {
    prove_sizes(&[5, 7, 9, 12, 18, 20, 24, 48, 64]);
}

#[test]
fn changed_ifma_x8_is_refused() {
    for is_square in [false, true] {
        let (refused, without_effect) = refused_changes(&Eight { limbs: 4, is_square }, 20);
        println!("{refused} refused, {without_effect} without an effect");
        assert!(refused >= 50);
    }
}
