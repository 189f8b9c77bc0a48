//! `portable` at a fixed number of limbs computes a·b·R⁻¹ mod m in its range, for all inputs.

use super::super::proofs::{any, dropped, negated_inverse, number};
use super::{PortableShort, PortableShortModulus, mul, sqr};
use crate::kernel::Kernel;
use crate::proof::limb::AnyLimb;
use crate::proof::{Element, Int, Residues, Value, for_each_case, refused_changes};
use num_bigint::BigUint;
use std::vec::Vec;
use zeroize::Zeroizing;

/// Proves a product of N limbs, or a square, for moduli below β^N − 2β^(N − 1), or for the others if `carries`.
fn product<const BITS: u32, const N: usize>(square: bool, carries: bool) {
    let (bits, one) = (BITS as usize, Element::from(Int::ONE));
    let (a, m, mut f) = (any::<BITS>(N), any(N), any(N));
    let b = if square { a.clone() } else { any(N) };
    let m0_inv = negated_inverse(m[0]);

    // F = (k·m + 1)/β for k = −m⁻¹ mod β, by its lowest limb. Its residue is not used
    let k = m0_inv.value().element();
    f[0] = AnyLimb::default();
    let lowest = (k * number(&m) + one) * Element::two_to(bits).inverse() - number(&f);
    f[0] = AnyLimb::of(Value::known(Int::ZERO, Int::two_to(BITS) - Int::ONE, lowest, None));

    let [a_limbs, b_limbs]: [[_; N]; 2] = [&a, &b].map(|x| x[..].try_into().expect("N limbs"));
    let t = if square { sqr(&a_limbs) } else { mul(&a_limbs, &b_limbs) };
    // t and the carries that it drops are a·b, which is below β^(2N). So these carries are 0
    let product = number(t.as_flattened());
    let of_product = dropped();
    assert_eq!(product + of_product * Element::two_to(2 * bits * N), number(&a) * number(&b));

    let words = Zeroizing::new(m.iter().chain(&f).copied().collect::<Vec<_>>());
    let modulus = PortableShortModulus::<_, N> { words, m0_inv: Zeroizing::new(m0_inv), carries };
    let (mut out, kernel) = ([AnyLimb::default(); N], PortableShort::new());
    if square {
        kernel.mont_sqr(&mut out, &a, &modulus, &mut []);
    } else {
        kernel.mont_mul(&mut out, &a, &b, &modulus, &mut []);
    }

    // S·R = t + Q·m
    let limbs = |x: &[Value]| -> Vec<AnyLimb<BITS>> { x.iter().map(|&x| AnyLimb::of(x)).collect() };
    let (eliminated, last) = (f[0].value().multipliers(), m[0].value().multipliers());
    assert!(eliminated.len() == N - 1 && last.len() == 2);
    let q = k * number(&limbs(&eliminated)) + number(&limbs(&last)) * Element::two_to(bits * (N - 1));
    let sum = product + q * number(&m);

    // Q < R + β^N, so S < a·b/R + m + m/β, which is below m + 2β^(N − 1)
    let beta = |k: usize| BigUint::from(1u8) << (bits * k);
    let most = (beta(1) - 1u8) * (beta(N - 1) - 1u8) + (beta(2) - 1u8) * beta(N - 1);
    assert!(most < beta(N + 1) + beta(N));

    // S = out + c·β^N, or S − m = out + c·β^N, for the carries c
    let (out, all) = (number(&out), Value::dropped().into_iter().fold(Element::ZERO, |sum, (_, x)| sum + x));
    let dropped = all - of_product;
    let top = Element::two_to(bits * N);
    let is = |subtracted: Element, carries: Element| {
        (out + subtracted + carries * top) * Element::two_to(bits * (N + 1)) == sum
    };
    if carries {
        // without a carry no subtraction. S is too small for two carries; one of S and the borrow of S − m < β^N cancel
        let less = |carries: i128| is(number(&m), Element::from(Int::from(carries)) - dropped);
        assert!(is(Element::ZERO, Element::ZERO) || less(1) || less(2));
    } else {
        // S < β^N, so both carries are 0
        assert!(is(Element::ZERO, dropped));
    }
}

fn all<const N: usize>() {
    for (square, carries) in [(false, false), (false, true), (true, false), (true, true)] {
        for_each_case(Residues::DIGIT, || product::<64, N>(square, carries));
        for_each_case(Residues::DIGIT, || product::<32, N>(square, carries));
    }
}

#[test]
fn products_and_squares_are_right() {
    all::<2>();
    all::<3>();
    all::<4>();
    all::<6>();
    all::<8>();
}

#[test]
fn changed_products_are_refused() {
    for (square, carries) in [(false, false), (true, true)] {
        let refused = refused_changes(Residues::DIGIT, 12, || product::<64, 4>(square, carries));
        assert!(refused >= 50, "{refused} changes");
    }
}
