//! Small numbers exhaustively, and numbers at the boundary sizes of every kernel, against the bit-at-a-time reference.

mod common;

use common::{BOUNDARY_SIZES, backends, big, check_pow, limbs, on_all_backends, passed, reference, report, two_to};
use modexp_core::Modulus;
use num_bigint::BigUint;

#[test]
fn all_small_cases() {
    for m in 1..=64u64 {
        for backend in backends() {
            let modulus = Modulus::with_backend(&[m], backend).expect("a modulus of at least 1");
            // every residue, and two larger numbers
            for base in 0..=m + 1 {
                let mut want = 1 % m;
                for exponent in 0..=40u64 {
                    assert_eq!(modulus.pow(&[base], &[exponent]), [want], "{backend:?}: {base}^{exponent} mod {m}");
                    assert_eq!(
                        modulus.pow_vartime(&[base], &[exponent]),
                        [want],
                        "{backend:?}: {base}^{exponent} mod {m}"
                    );
                    want = want * base % m;
                    passed(backend, 2);
                }
            }
        }
    }
    report("all m up to 64, base up to m + 1, exponent up to 40");
}

/// Returns 2^k ± a small number, all ones, alternating digits of all ones and zeros, and a single top bit.
fn moduli(bits: usize) -> Vec<BigUint> {
    let one = BigUint::from(1u32);
    let alternating = |digit: usize| {
        (0..bits).filter(|bit| (bit / digit).is_multiple_of(2)).fold(two_to(bits - 1) | &one, |m, bit| m | two_to(bit))
    };
    let mut moduli = vec![
        two_to(bits) - 1u32,
        two_to(bits - 1) + 1u32,
        two_to(bits - 1),
        two_to(bits - 1) | two_to(bits / 2) | &one,
        alternating(28),
        alternating(51),
        alternating(52),
        alternating(64),
    ];
    for small in [3u32, 5, 59] {
        if two_to(bits) > BigUint::from(2 * small) {
            moduli.push(two_to(bits) - small);
        }
    }
    moduli.retain(|m| m.bits() > 0);
    moduli.sort();
    moduli.dedup();
    moduli
}

#[test]
fn moduli_bases_and_exponents_at_boundary_sizes() {
    for bits in BOUNDARY_SIZES {
        for m in moduli(bits) {
            let bases = [
                BigUint::ZERO,
                BigUint::from(1u32),
                BigUint::from(2u32),
                &m - 1u32,
                m.clone(),
                &m + 1u32,
                &m * 2u32 - 1u32,
                two_to(bits) - 1u32,
                two_to(bits + 2) - 1u32,
                two_to(2 * bits + 70) - 1u32,
            ];
            let exponents = [0u64, 1, 2, 3, 65537, (1 << 20) - 1, 1 << 20].map(BigUint::from);
            for base in &bases {
                for exponent in &exponents {
                    check_pow(base, exponent, &m, &reference(base, exponent, &m));
                }
            }
        }
    }
    report("boundary sizes");
}

#[test]
fn exponents_of_every_length() {
    let m = two_to(130) - 5u32;
    let base = two_to(129) - 3u32;
    for bits in 1..=200 {
        for exponent in [two_to(bits) - 1u32, two_to(bits - 1)] {
            check_pow(&base, &exponent, &m, &reference(&base, &exponent, &m));
        }
    }
    report("boundary sizes");
}

#[test]
fn large_moduli() {
    for bits in [2048, 4096 + 13, 8192, 16_384, 65_536] {
        for m in [two_to(bits) - 1u32, two_to(bits) - two_to(bits / 2), two_to(bits - 1) + 1u32] {
            let base = two_to(bits) - 12_345u32;
            let exponent = BigUint::from(65_537u32);
            check_pow(&base, &exponent, &m, &reference(&base, &exponent, &m));
        }
    }
    report("boundary sizes");
}

#[test]
fn leading_zero_limbs_change_nothing() {
    let m = two_to(200) - 75u32;
    let padded = |x: u64| [vec![x], vec![0; 9]].concat();
    for modulus in on_all_backends(&m) {
        assert_eq!(modulus.pow(&padded(7), &padded(9)), modulus.pow(&[7], &[9]));
        assert_eq!(modulus.pow(&[], &[]), modulus.pow(&[0], &[0]));
        assert_eq!(big(&modulus.pow(&[0], &padded(0))), BigUint::from(1u32));
    }
    let long = [limbs(&m), vec![0; 3]].concat();
    assert_eq!(Modulus::new(&long).map(|modulus| modulus.limbs().to_vec()), Ok(limbs(&m)));
}
