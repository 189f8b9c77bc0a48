//! Sums, differences and reductions on limbs are right for all primes and operands.

use super::*;
use modexp_kernels::proof::limb::AnyLimb;
use modexp_kernels::proof::residue::Residue;
use modexp_kernels::proof::{Element, Int, Residues, Value, for_each_case, refused_changes};
use std::cell::Cell;
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

/// out = a − b, or a − b + p if that is negative, for a < p and b ≤ p.
fn is_difference(out: Element, a: Element, b: Element, p: Element, carries: &[(Value, Element)]) {
    match carries {
        [] => assert_eq!(out, a - b),
        // the number is below R, so the carry cancels the borrow
        [(_, carry)] => assert_eq!(out + *carry * r(), a - b + r() + p),
        _ => panic!("{} carries", carries.len()),
    }
}

/// out = a + b mod p for a < p and b ≤ p, by p − b, which has no borrow.
fn is_sum(out: Element, a: Element, b: Element, p: Element) {
    let carries = Value::dropped();
    let ((_, borrow), carries) = carries.split_first().expect("the borrow of p − b");
    is_difference(out, a, p - b + *borrow * r(), p, carries);
}

fn sums(difference: bool) {
    let [a, b, p]: [[Any; N]; 3] = from_fn(|_| from_fn(|_| any()));
    let out = if difference { sub(&a, &b, &p, mask) } else { add(&a, &b, &p, mask) };
    let [out, a, b, p] = [out, a, b, p].map(|x| number(&x));
    if difference {
        is_difference(out, a, b, p, &Value::dropped());
    } else {
        is_sum(out, a, b, p);
    }
}

/// The window is V = (low half + Q·p)/R for 0 ≤ Q < R, so at most p.
fn montgomery(p256: bool) {
    let t: DoubleWidth<Any, N> = from_fn(|_| from_fn(|_| any()));
    let (p, out, q): ([Any; N], _, Vec<Any>);
    if p256 {
        let mut quotients = Vec::new();
        p = from_fn(|i| Limb::limb_at(&P256, i));
        out = reduce_by_rows(&t, &p, mask, |window| {
            quotients.push(window[0]);
            p256_row(window);
        });
        q = quotients;
    } else {
        p = from_fn(|_| any());
        out = redc(&t, &p, negated_inverse(p[0]), mask);
        q = p[0].value().multipliers().into_iter().map(AnyLimb::of).collect();
    }
    assert_eq!(q.len(), N);
    let [low, high] = t.map(|half| number(&half));
    let p = number(&p);
    is_sum(number(&out), high, (low + number(&q) * p) * r().inverse(), p);
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

#[test]
fn sums_and_reductions_are_right() {
    for choice in [false, true] {
        for_each_case(Residues::DIGIT, || sums(choice));
        for_each_case(Residues::DIGIT, || montgomery(choice));
    }
    for_each_case(Residues::DIGIT, folded);
}

#[test]
fn changed_operations_are_refused() {
    let sums =
        refused_changes(Residues::DIGIT, 12, || sums(false)) + refused_changes(Residues::DIGIT, 12, || sums(true));
    let reductions = [false, true].map(|p256| refused_changes(Residues::DIGIT, 12, || montgomery(p256)));
    let folded = refused_changes(Residues::DIGIT, 12, folded);
    assert!(
        sums >= 50 && folded >= 50 && reductions.iter().all(|&refused| refused >= 50),
        "{sums} {reductions:?} {folded}"
    );
}
