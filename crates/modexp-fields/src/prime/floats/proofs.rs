//! Products, reductions, sums and halves on floats are right for all primes and operands: each float is exact where it must be, no column
//! overflows, and digits come out that go in. Nothing crosses lanes: both lanes have the same names.

use super::*;
use crate::prime::tests::params;
use modexp_kernels::fused::abstraction::{add, and, name, name_of_pattern, number, pattern, shr, sub};
use modexp_kernels::fused::columns::{HIGH_BIAS, LOW_BIAS, MASK, OFFSET};
use modexp_kernels::fused::emulated::Emulated;
use modexp_kernels::fused::vector::Vector;
use modexp_kernels::proof::residue::Residue;
use modexp_kernels::proof::{Element, Int, Residues, Value, for_each_case, refused_changes, refuses_rounding_down};
use num_bigint::{BigInt, BigUint, Sign};
use std::vec::Vec;

type Field<const D: usize> = Floats<Emulated<2, true>, 2, 8, D>;

const HALF: i128 = 1 << (RADIX - 1);
/// The size of the digits of an element.
const DIGIT: i128 = HALF + (1 << 12);

fn any<const D: usize>(limit: i128) -> [Value; D] {
    from_fn(|_| Value::input((-limit).into(), limit.into()))
}

fn words<const D: usize>(digits: &[Value; D]) -> LaneDigits<2, D> {
    digits.map(|digit| [name(digit); 2])
}

/// Σ x_i·2^(50i).
fn value(digits: &[Value]) -> Element {
    Element::number(RADIX as usize, digits.iter().map(|digit| digit.element()))
}

fn residue(digits: &[Value]) -> Residue {
    Residue::number(Residues::BLOCK.words, RADIX, digits.iter().map(|digit| (*digit.residue()).clone()))
}

/// p, f and μ with p·μ + 1 = f·2^200.
struct AnyPrime<const D: usize> {
    p: [Value; D],
    f: [Value; D],
    mu: [Value; ROWS],
}

impl<const D: usize> AnyPrime<D> {
    /// With an odd lowest digit.
    fn new() -> Self {
        let [mut p, f] = [(); 2].map(|()| any::<D>(HALF));
        p[0] = Value::constant(1_i128).join(1, Value::input((-HALF / 2).into(), (HALF / 2 - 1).into()));
        let mut mu = any::<ROWS>(HALF);
        mu[0] = Value::default();
        let one = Element::from(Int::ONE);
        let wanted = (value(&f) * Element::two_to(ROWS * RADIX as usize) - one) * value(&p).inverse();
        let mut rest = Residue::constant(Residues::BLOCK.words, -Int::ONE);
        rest.add_multiple(&residue(&f), Int::two_to(ROWS as u32 * RADIX));
        let mut rest = rest.mul(&residue(&p).inverse());
        rest.add_multiple(&residue(&mu), -Int::ONE);
        mu[0] = Value::known((-HALF).into(), HALF.into(), wanted - value(&mu), Some(rest));
        Self { p, f, mu }
    }

    fn field(&self) -> Field<D> {
        // biases do not depend on the prime
        let prime = (BigUint::from(1_u8) << (RADIX as usize * D - HEADROOM - 1)) + 1_u8;
        let mut field = Field::<D>::new(params(&prime)).expect("room");
        let digits = self.p.iter().chain(&self.f).chain(&self.mu);
        field.constants.words.iter_mut().zip(digits).for_each(|(word, &digit)| *word = [name(digit); 2]);
        field.minus_p = words(&self.p.map(|digit| digit.scaled(-1_i128)));
        field
    }
}

/// A word as a number with a sign.
fn signed(word: u64) -> Value {
    let x = pattern(word);
    let turns = (x.interval().0 + Int::two_to(63)) >> 64;
    x.join(64, Value::constant(-turns))
}

/// x, which is at most `most` in size.
fn within(x: Value, most: i128) -> Value {
    let (low, high) = x.interval();
    assert!(-Int::from(most) <= low && high <= most.into(), "{low:?} to {high:?} is beyond {most}");
    x
}

/// The digits of lane 0, which are equal to those of lane 1 and are in range below the top one.
fn result<const D: usize>(out: &LaneDigits<2, D>) -> Element {
    let digits = out.map(|[zero, one]| {
        assert_eq!(zero, one);
        number(zero)
    });
    for &digit in &digits[..D - 1] {
        within(digit, DIGIT);
    }
    value(&digits)
}

fn product<const D: usize>() {
    let field = AnyPrime::<D>::new().field();
    let [a, b] = [(); 2].map(|()| any::<D>(DIGIT));
    let columns = field.product_columns(&words(&a), &words(&b));
    let most = (D as u64 * COLUMN).into();
    let columns: Vec<Value> = columns.as_flattened().iter().map(|column| within(signed(column[0]), most)).collect();
    assert_eq!(value(&columns), value(&a) * value(&b));
}

/// The carry from a column.
fn carry(column: u64) -> Value {
    pattern(shr(column, RADIX)) - Value::constant(i128::from(OFFSET >> RADIX))
}

/// out·R = t + K·p, and K is between 0 and 1.51R.
fn reduction<const D: usize>() {
    let prime = AnyPrime::<D>::new();
    let field = prime.field();
    let most = i128::from((D * Field::<D>::TERMS) as u64 * COLUMN);
    let t: DoubleWidth<Value, D> = from_fn(|_| any(most));
    let mut columns = field.to_reduce(&t.map(|half| half.map(|column| [name_of_pattern(column); 2])));
    let columns = columns.as_flattened_mut().as_flattened_mut();
    let mut out = field.zero();
    field.kernel.reduce(out.as_flattened_mut(), columns, &field.constants);

    let (eliminated, quotient) = (prime.f[0].multipliers(), prime.p[0].multipliers());
    assert!(eliminated.len() == D - ROWS && quotient.len() == ROWS);
    // the four columns that become zero, with the carry from below, and less the carry to above
    let column = |k: usize| columns[2 * k];
    let mut zero = carry(column(D - ROWS - 1));
    for (j, k) in (D - ROWS..D - 1).enumerate() {
        let biases = if j == 0 { LOW_BIAS } else { LOW_BIAS.wrapping_add(HIGH_BIAS) };
        let x = within(signed(sub(column(k), OFFSET.wrapping_add(biases))), 1 << 62);
        zero = zero + x.scaled(Int::two_to(RADIX * j as u32));
    }
    let last = field.constants.start()[2 * 2 * 2 * D];
    let rest = pattern(and(add(column(D - 1), last), MASK)) - Value::constant(HALF);
    zero = zero + rest.scaled(Int::two_to(RADIX * (ROWS as u32 - 1)));
    let block = RADIX * ROWS as u32;
    let (low, high) = zero.interval();
    assert!(-Int::two_to(block) < low && high < Int::two_to(block), "the carries of four columns");
    assert!(zero.residue().is_multiple(block), "four columns that become zero");

    let above = Element::two_to(RADIX as usize * (D - ROWS));
    let k = value(&prime.mu) * value(&eliminated) + above * value(&quotient);
    let r = Element::two_to(RADIX as usize * D);
    // digits in range show that the carry from the uppermost column is 0: |out| < 2p ≤ R/2^15
    within(number(out[D - 1][0]), DIGIT);
    let result = result(&out) + carry(column(2 * D - 1)).element() * r;
    assert_eq!(result * r + zero.element() * above, value(t.as_flattened()) + k * value(&prime.p));

    let ([mu, most], [least, greatest]) = ([&prime.mu[..], &eliminated].map(size), ends(&quotient));
    let shift = RADIX as usize * (D - ROWS);
    assert!((least << shift) > &mu * &most, "K > 0");
    assert!(((greatest << shift) + mu * most) * 100 <= BigInt::from(151) << (RADIX as usize * D), "K ≤ 1.51R");
}

/// The least and the greatest number with these digits.
fn ends(digits: &[Value]) -> [BigInt; 2] {
    let big = |x: Int| {
        let (magnitude, negative) = x.magnitude();
        BigInt::from_biguint(if negative { Sign::Minus } else { Sign::Plus }, magnitude.into())
    };
    let end = |pick: fn((Int, Int)) -> Int| {
        digits.iter().rev().fold(BigInt::ZERO, |x, digit| (x << RADIX) + big(pick(digit.interval())))
    };
    [end(|interval| interval.0), end(|interval| interval.1)]
}

fn size(digits: &[Value]) -> BigInt {
    let [least, greatest] = ends(digits);
    greatest.max(-least)
}

/// x − q·p for a sum x of WEIGHT numbers, and any quotient of such a sum.
fn sums<const D: usize>() {
    let prime = AnyPrime::<D>::new();
    let field = prime.field();
    let x = any::<D>(i128::from(WEIGHT) * DIGIT);
    let most = i128::from(2 * WEIGHT);
    let q = Value::input((-most).into(), most.into());
    let out = field.less_multiple(Emulated::splat(name(q)), |i| Emulated::splat(name(x[i])));
    assert_eq!(result(&out), value(&x) - q.element() * value(&prime.p));
}

/// (a − odd·p)/2 for an odd of −1, 0 or 1.
fn half<const D: usize>() {
    let prime = AnyPrime::<D>::new();
    let a = any::<D>(DIGIT);
    let out = prime.field().half_in(&words(&a));
    let odd = within(prime.p[1].multipliers()[0], 1).element();
    let out = result(&out);
    assert_eq!(out + out, value(&a) - odd * value(&prime.p));
}

/// Halves ask for the residue of each split.
const ASKED: Residues = Residues { asked: true, ..Residues::BLOCK };

fn proofs<const D: usize>() -> [(Residues, fn()); 4] {
    let once = Residues::BLOCK;
    [(once, product::<D>), (once, reduction::<D>), (once, sums::<D>), (ASKED, half::<D>)]
}

fn prove<const D: usize>() {
    for (residues, proof) in proofs::<D>() {
        for_each_case(residues, proof);
    }
}

#[test]
fn operations_are_right() {
    prove::<5>();
    prove::<6>();
    prove::<7>();
    prove::<8>();
}

#[test]
fn changed_operations_are_refused() {
    let refused = proofs::<6>().map(|(residues, proof)| {
        assert!(refuses_rounding_down(residues, proof));
        refused_changes(residues, 30, proof)
    });
    assert!(refused.iter().all(|&refused| refused >= 50), "{refused:?}");
}
