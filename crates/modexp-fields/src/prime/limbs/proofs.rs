//! Sums, differences, products and reductions on limbs are right for all primes and operands, in double width, too.

use super::*;
use modexp_kernels::proof::limb::AnyLimb;
use modexp_kernels::proof::residue::Residue;
use modexp_kernels::proof::{Element, Int, Residues, Value, for_each_case, refused_changes};
use std::cell::{Cell, RefCell};
use std::vec::Vec;

const N: usize = 4;
type Any = AnyLimb<64>;

fn any() -> Any {
    AnyLimb::of(Value::input(Int::ZERO, Int::two_to(64) - Int::ONE))
}

fn number(limbs: &[Any]) -> Element {
    Element::number(64, limbs.iter().map(|limb| limb.value().element()))
}

fn r() -> Element {
    Element::two_to(64 * N)
}

fn mask(bit: Any) -> Any {
    Limb::mask_of(bit)
}

/// −p⁻¹ mod 2^64.
fn negated_inverse(p_0: Any) -> Any {
    let mut residue = Residue::zero(Residues::DIGIT.words);
    residue.add_multiple(&p_0.value().residue().inverse(), Int::from(-1_i128));
    let above = Value::input(Int::ZERO, Int::ONE);
    residue.add_multiple(&above.residue(), Int::two_to(64));
    AnyLimb::of(Value::known(Int::ZERO, Int::two_to(64) - Int::ONE, above.element(), Some(residue)))
}

/// out = a − b, or a − b + p if that is negative, for a < p and b ≤ p. Numbers are below `power`.
fn is_difference(out: Element, a: Element, b: Element, p: Element, power: Element, carries: &[(Value, Element)]) {
    match carries {
        [] => assert_eq!(out, a - b),
        // the number is below the power, so the carry cancels the borrow
        [(_, carry)] => assert_eq!(out + *carry * power, a - b + power + p),
        _ => panic!("{} carries", carries.len()),
    }
}

/// out = a + b mod p for a < p and b ≤ p, by p − b, which has no borrow.
fn is_sum(out: Element, a: Element, b: Element, p: Element, power: Element) {
    let carries = Value::dropped();
    let ((_, borrow), carries) = carries.split_first().expect("the borrow of p − b");
    is_difference(out, a, p - b + *borrow * power, p, power, carries);
}

/// Sums and differences modulo p, or of double width modulo R·p.
fn sums(difference: bool, wide: bool) {
    let [a, b]: [DoubleWidth<Any, N>; 2] = from_fn(|_| from_fn(|_| from_fn(|_| any())));
    let p: [Any; N] = from_fn(|_| any());
    let out = match (difference, wide) {
        (false, false) => add(&a[0], &b[0], &p, mask).to_vec(),
        (true, false) => sub(&a[0], &b[0], &p, mask).to_vec(),
        (false, true) => add_wide(&a, &b, &p, mask).concat(),
        (true, true) => sub_wide(&a, &b, &p, mask).concat(),
    };
    let [a, b] = [a, b].map(|x| number(&x.as_flattened()[..out.len()]));
    let (power, p) = if wide { (r() * r(), number(&p) * r()) } else { (r(), number(&p)) };
    if difference {
        is_difference(number(&out), a, b, p, power, &Value::dropped());
    } else {
        is_sum(number(&out), a, b, p, power);
    }
}

/// Products and squares of double width.
fn products() {
    let [a, b]: [[Any; N]; 2] = from_fn(|_| from_fn(|_| any()));
    let [x, y] = [a, b].map(|x| number(&x));
    let square = number(sqr(&a).as_flattened());
    // carries are not negative, and the square is below R², so they are 0
    let dropped = Value::dropped().into_iter().fold(Element::ZERO, |sum, (_, carry)| sum + carry);
    assert_eq!(square + dropped * r() * r(), x * x);
    assert_eq!(number(mul(&a, &b).as_flattened()), x * y);
}

#[derive(Clone, Copy)]
enum Reduced {
    BelowP,
    P256,
}

const REDUCED: [Reduced; 2] = [Reduced::BelowP, Reduced::P256];

/// The window is V = (low half + Q·p)/R for 0 ≤ Q < R, so at most p.
fn montgomery(reduced: Reduced) {
    let t: DoubleWidth<Any, N> = from_fn(|_| from_fn(|_| any()));
    let mut p: [Any; N] = from_fn(|_| any());
    let m0_inv = negated_inverse(p[0]);
    let quotients = RefCell::new(Vec::new());
    let out = match reduced {
        Reduced::BelowP => redc(&t, &p, m0_inv, mask),
        Reduced::P256 => {
            p = from_fn(|i| Limb::limb_at(&P256, i));
            let window = window(&t, |window| {
                quotients.borrow_mut().push(window[0]);
                p256_row(window);
            });
            add(&t[1], &window, &p, mask)
        }
    };
    let q = match reduced {
        Reduced::P256 => quotients.take(),
        Reduced::BelowP => p[0].value().multipliers().into_iter().map(AnyLimb::of).collect(),
    };
    assert_eq!(q.len(), N);
    let [low, high] = t.map(|half| number(&half));
    let (out, p) = (number(&out), number(&p));
    let window = (low + number(&q) * p) * r().inverse();
    is_sum(out, high, window, p, r());
}

/// out = s − c for s < R, where s ≥ c, or s − R, for s ≡ t + c.
fn folded() {
    let t: DoubleWidth<Any, N> = from_fn(|_| from_fn(|_| any()));
    let c = any();
    let carry = Cell::new(c);
    let out = number(&fold(&t, c, |bit| {
        carry.set(bit);
        mask(bit)
    }));
    let above = c.value().multipliers()[N].element();
    let ([low, high], c) = (t.map(|half| number(&half)), c.value().element());
    let s = low + c * high + c - above * (r() - c);
    let borrow = Value::dropped().into_iter().fold(Element::ZERO, |sum, (_, borrow)| sum + borrow);
    let less = if carry.get().value().choose() { r() } else { c - borrow * r() };
    assert_eq!(out, s - less);
}

/// Whether a sum is a difference, and whether it has double width.
const SUMS: [(bool, bool); 4] = [(false, false), (true, false), (false, true), (true, true)];

#[test]
fn operations_are_right() {
    for (difference, wide) in SUMS {
        for_each_case(Residues::DIGIT, || sums(difference, wide));
    }
    for reduced in REDUCED {
        for_each_case(Residues::DIGIT, || montgomery(reduced));
    }
    for_each_case(Residues::DIGIT, folded);
    for_each_case(Residues::DIGIT, products);
}

#[test]
fn changed_operations_are_refused() {
    let sums = SUMS.map(|(difference, wide)| refused_changes(Residues::DIGIT, 12, || sums(difference, wide)));
    let reductions = REDUCED.map(|reduced| refused_changes(Residues::DIGIT, 12, || montgomery(reduced)));
    let others = [folded, products].map(|proof| refused_changes(Residues::DIGIT, 12, proof));
    let [narrow, wide] = [&sums[..2], &sums[2..]].map(|sums| sums.iter().sum::<usize>());
    assert!(
        narrow >= 50 && wide >= 50 && reductions.iter().chain(&others).all(|&refused| refused >= 50),
        "{sums:?} {reductions:?} {others:?}"
    );
}
