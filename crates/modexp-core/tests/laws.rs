//! Laws that hold for all numbers, on every backend.

mod common;

use common::{big, limbs, on_all_backends, reference};
use modexp_core::{Error, Modulus, WindowPlan};
use modexp_group::group::Costs;
use num_bigint::BigUint;
use proptest::collection::vec;
use proptest::prelude::*;

/// Generates limbs, often all zeros or all ones, so that carries run.
fn limb() -> impl Strategy<Value = u64> {
    prop_oneof![2 => any::<u64>(), 1 => Just(0), 1 => Just(u64::MAX), 1 => Just(1), 1 => Just(1 << 63)]
}

fn number(max_limbs: usize) -> impl Strategy<Value = BigUint> {
    (vec(limb(), 0..=max_limbs), 0..64u32).prop_map(|(limbs, shift)| big(&limbs) >> shift)
}

fn modulus(max_limbs: usize) -> impl Strategy<Value = BigUint> {
    (number(max_limbs), 0..200u32, any::<bool>()).prop_map(|(m, zeros, even)| {
        let m = if even { m << zeros } else { m | BigUint::from(1u32) };
        m.max(BigUint::from(1u32))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pow_is_what_the_reference_says(b in number(12), e in number(4), m in modulus(12)) {
        common::check_pow(&b, &e, &m, &reference(&b, &e, &m));
    }

    #[test]
    fn pow_of_sum_is_product_of_pows(b in number(9), d in number(2), e in number(2), m in modulus(9)) {
        for m in on_all_backends(&m) {
            let pow = |e: &BigUint| m.pow(&limbs(&b), &limbs(e));
            prop_assert_eq!(pow(&(&d + &e)), m.mul(&pow(&d), &pow(&e)));
        }
    }

    #[test]
    fn pow_of_product_is_product_of_pows(a in number(9), b in number(9), e in number(2), m in modulus(9)) {
        for m in on_all_backends(&m) {
            let pow = |b: &BigUint| m.pow(&limbs(b), &limbs(&e));
            prop_assert_eq!(pow(&(&a * &b)), m.mul(&pow(&a), &pow(&b)));
        }
    }

    #[test]
    fn rare_reductions(b in number(6), k in 0u32..9) {
        // b^(b·k) mod (b + 1) = (−1)^(b·k) ends in a full carry chain
        let m = &b + 1u32;
        let e = &b * k;
        common::check_pow(&b, &e, &m, &reference(&b, &e, &m));
    }

    #[test]
    fn mul_square_and_reduce(a in number(12), b in number(12), big_m in modulus(9)) {
        for m in on_all_backends(&big_m) {
            let (a_limbs, b_limbs) = (limbs(&a), limbs(&b));
            prop_assert_eq!(big(&m.mul(&a_limbs, &b_limbs)), &a * &b % &big_m);
            prop_assert_eq!(big(&m.square(&a_limbs)), &a * &a % &big_m);
            prop_assert_eq!(big(&m.reduce(&a_limbs)), &a % &big_m);
            prop_assert_eq!(m.square_repeated(&a_limbs, 5), m.pow(&a_limbs, &[32]));
        }
    }

    #[test]
    fn inverse_or_common_factor(a in number(12), big_m in modulus(9)) {
        for m in on_all_backends(&big_m) {
            match a.modinv(&big_m) {
                Some(want) => prop_assert_eq!(m.inverse(&limbs(&a)).map(|x| big(&x)), Ok(want)),
                None if m.bit_len() == 1 => prop_assert_eq!(m.inverse(&limbs(&a)), Ok(vec![0])),
                None => prop_assert_eq!(m.inverse(&limbs(&a)), Err(Error::NoInverse)),
            }
        }
    }

    #[test]
    fn bytes_are_limbs_backwards(b in number(9), e in number(2), m in modulus(9)) {
        for modulus in on_all_backends(&m) {
            let bytes = modulus.pow_be_bytes(&b.to_bytes_be(), &e.to_bytes_be());
            prop_assert_eq!(bytes.len(), (m.bits() as usize).div_ceil(8));
            prop_assert_eq!(BigUint::from_bytes_be(&bytes), big(&modulus.pow(&limbs(&b), &limbs(&e))));
        }
        let from_bytes = Modulus::from_be_bytes(&m.to_bytes_be()).map(|modulus| modulus.limbs().to_vec());
        prop_assert_eq!(from_bytes, Ok(limbs(&m)));
    }

    #[test]
    fn bounded_exponents_ignore_what_lies_above(b in number(4), e in number(4), m in modulus(5), bits in 0usize..300) {
        let below = &e % common::two_to(bits);
        for m in on_all_backends(&m) {
            prop_assert_eq!(m.pow_bounded_exp(&limbs(&b), &limbs(&e), bits), m.pow(&limbs(&b), &limbs(&below)));
        }
    }

    #[test]
    fn many_are_one_after_the_other(jobs in vec((number(5), number(3)), 0..20), m in modulus(5)) {
        let bases: Vec<Vec<u64>> = jobs.iter().map(|(b, _)| limbs(b)).collect();
        let exponents: Vec<Vec<u64>> = jobs.iter().map(|(_, e)| limbs(e)).collect();
        let bases: Vec<&[u64]> = bases.iter().map(Vec::as_slice).collect();
        let exponents: Vec<&[u64]> = exponents.iter().map(Vec::as_slice).collect();
        for m in on_all_backends(&m) {
            let want: Vec<Vec<u64>> = bases.iter().zip(&exponents).map(|(b, e)| m.pow(b, e)).collect();
            prop_assert_eq!(m.pow_many(&bases, &exponents), Ok(want.clone()));
            #[cfg(feature = "std")]
            prop_assert_eq!(m.pow_many_parallel(&bases, &exponents), Ok(want));
        }
    }
}

#[test]
fn wrong_input_is_an_error() {
    assert_eq!(Modulus::new(&[]).err(), Some(Error::ZeroModulus));
    assert_eq!(Modulus::new(&[0, 0]).err(), Some(Error::ZeroModulus));
    assert_eq!(Modulus::from_be_bytes(&[0]).err(), Some(Error::ZeroModulus));
    let one = Modulus::new(&[1]).expect("1 is a modulus");
    assert_eq!(one.pow(&[5], &[0]), [0]);
    assert_eq!(one.inverse(&[5]), Ok(vec![0]));
    assert_eq!(one.pow_many(&[&[2]], &[]), Err(Error::LengthMismatch { left: 1, right: 0 }));
}

/// A table scan costs little at 2048 bits, so the plan makes few more products than a plan without this cost.
#[test]
fn plans_of_large_moduli_have_wide_windows() {
    let free = WindowPlan::constant_time(2048, &Costs::of_residues(usize::MAX), false).products();
    for m in on_all_backends(&(common::two_to(2048) - 1u32)) {
        let products = m.plan(2048).products();
        assert!(products <= free + free / 33, "{m:?}: {products}, {free}");
    }
}
