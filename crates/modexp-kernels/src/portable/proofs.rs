//! `portable` computes a·b·R⁻¹ mod m, below m, for all inputs.

use super::{Limb, Portable, PortableModulus, sqr};
use crate::kernel::Kernel;
use crate::proof::limb::AnyLimb;
use crate::proof::residue::Residue;
use crate::proof::{Element, Int, Residues, Value, for_each_case, refused_changes};
use std::vec;
use std::vec::Vec;
use zeroize::Zeroizing;

/// n limbs of any values.
pub(super) fn any<const BITS: u32>(n: usize) -> Vec<AnyLimb<BITS>> {
    (0..n).map(|_| AnyLimb::of(Value::input(Int::ZERO, Int::two_to(BITS) - Int::ONE))).collect()
}

/// −1/m_0 mod 2^BITS, for an odd m_0.
pub(super) fn negated_inverse<const BITS: u32>(m_0: AnyLimb<BITS>) -> AnyLimb<BITS> {
    let above = Value::input(Int::ZERO, Int::ONE);
    let (mut residue, element) = (Residue::zero(Residues::DIGIT.words), above.element());
    residue.add_multiple(&m_0.value().residue().inverse(), Int::from(-1_i128));
    residue.add_multiple(&above.residue(), Int::two_to(BITS));
    AnyLimb::of(Value::known(Int::ZERO, Int::two_to(BITS) - Int::ONE, element, Some(residue)))
}

/// The number of these limbs.
pub(super) fn number<const BITS: u32>(limbs: &[AnyLimb<BITS>]) -> Element {
    Element::number(BITS as usize, limbs.iter().map(|limb| limb.value().element()))
}

/// The sum of the carries that the code drops.
pub(super) fn dropped() -> Element {
    Value::dropped().into_iter().fold(Element::ZERO, |sum, (carry, element)| {
        assert!(carry.interval().0 >= Int::ZERO, "a carry");
        sum + element
    })
}

/// Proves a product of n limbs, or a square.
fn product<const BITS: u32>(n: usize, square: bool) {
    let (a, m) = (any::<BITS>(n), any(n));
    let b = if square { a.clone() } else { any(n) };
    let modulus = PortableModulus { m0_inv: Zeroizing::new(negated_inverse(m[0])), m: Zeroizing::new(m.clone()) };
    let r = Element::two_to(BITS as usize * n);
    let (mut out, mut t) = (a.clone(), vec![AnyLimb::default(); 2 * n]);
    let kernel = Portable::new();
    let mut above = Element::ZERO;
    if square {
        // t + above = a², which is below R². So the carries that it drops are 0
        sqr(&mut t, &a);
        above = dropped() * r * r;
        assert_eq!(number(&t) + above, number(&a) * number(&a));
        kernel.mont_sqr(&mut out, &a, &modulus, &mut t);
    } else {
        kernel.mont_mul(&mut out, &a, &b, &modulus, &mut t);
    }

    // T·R = a·b + Q·m for 0 ≤ Q < R, so T < 2m for a·b < R·m; T has the limbs t and a carry
    let quotients = m[0].value().multipliers();
    assert_eq!(quotients.len(), n);
    let q = Element::number(BITS as usize, quotients.iter().map(|q| AnyLimb::<BITS>::of(*q).value().element()));
    let sum = number(&a) * number(&b) - above + q * number(&m);
    let t = &t[n..];
    let carries = [Element::ZERO, r].map(|carry| (number(t) + carry) * r == sum);

    // T − m in limbs; `borrow` counts R
    let mut borrow = AnyLimb::default();
    let mut less_m = vec![AnyLimb::default(); n];
    for i in 0..n {
        (less_m[i], borrow) = Limb::sbb(t[i], m[i], borrow);
    }
    match (carries, borrow.value().choose()) {
        ([true, false], true) => assert_eq!(out, t, "T < m"),
        ([true, false], false) | ([false, true], true) => assert_eq!(out, less_m, "m ≤ T < 2m"),
        ([false, true], false) => {} // T ≥ R + m, which is above 2m
        (carries, borrow) => panic!("no product of {n} limbs of {BITS}: {carries:?} {borrow}"),
    }
}

#[test]
fn products_and_squares_are_right() {
    for n in [1, 2, 3, 4, 8, 9] {
        for square in [false, true] {
            for_each_case(Residues::DIGIT, || product::<64>(n, square));
            for_each_case(Residues::DIGIT, || product::<32>(n, square));
        }
    }
}

#[test]
fn changed_products_are_refused() {
    for square in [false, true] {
        let refused = refused_changes(Residues::DIGIT, 12, || product::<64>(4, square));
        assert!(refused >= 50, "{refused} changes");
    }
}
