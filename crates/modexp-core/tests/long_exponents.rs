//! Exponents of up to half a million bits. The reference reduces the exponent by the order of the group, and computes
//! the power with num-bigint, one bit at a time.

mod common;

use common::{big, limbs, on_all_backends, reference, two_to};
use modexp_core::FixedBaseOptions;
use num_bigint::BigUint;

const BITS: usize = 500_000;

/// Returns a pseudorandom number of `bits` bits, a different one for each seed.
fn long(bits: usize, seed: u64) -> BigUint {
    let mut state = seed;
    let limb = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state ^ state >> 29
    };
    let limbs: Vec<u64> = std::iter::repeat_with(limb).take(bits.div_ceil(64)).collect();
    (big(&limbs) % two_to(bits)) | two_to(bits - 1)
}

/// Returns moduli with the orders of their groups: a prime, and 128 times this prime.
fn groups() -> [(BigUint, BigUint); 2] {
    let p = two_to(255) - 19u32;
    let order = &p - 1u32;
    [(p.clone(), order.clone()), (p << 7u32, order << 6u32)]
}

#[test]
fn powers_of_half_a_million_bits_are_those_of_the_reduced_exponents() {
    let base = long(250, 1) | BigUint::from(1u32);
    let exponents = [long(BITS, 2), long(BITS - 1, 3), two_to(BITS) - 1u32];
    for (m, order) in groups() {
        let want = exponents.each_ref().map(|exponent| reference(&base, &(exponent % &order), &m));
        let small = reference(&BigUint::from(3u32), &(&exponents[0] % &order), &m);
        let chain = reference(&base, &BigUint::from(2u32).modpow(&BigUint::from(BITS), &order), &m);
        let exponents = exponents.each_ref().map(limbs);
        let exponents = exponents.each_ref().map(Vec::as_slice);
        let base = limbs(&base);
        for modulus in on_all_backends(&m) {
            let name = modulus.backend();
            let equal = |power: &[u64], want: &BigUint| assert_eq!(&big(power), want, "{name:?} mod {m:x}");
            let all = |powers: &[Vec<u64>]| powers.iter().zip(&want).for_each(|(power, want)| equal(power, want));
            equal(&modulus.pow(&base, exponents[0]), &want[0]);
            equal(&modulus.square_repeated(&base, BITS as u64), &chain);
            all(&modulus.pow_each_vartime(&base, &exponents));
            if !m.bit(0) {
                continue;
            }
            equal(&modulus.pow_vartime(&base, exponents[1]), &want[1]);
            equal(&modulus.pow_small_base(3, exponents[0]), &small);
            all(&modulus.pow_each(&base, &exponents));
            let product = &want[0] * &want[1] % &m;
            let (bases, two) = ([&base[..], &base[..]], &exponents[..2]);
            equal(&modulus.pow_product(&bases, two).expect("as many"), &product);
            equal(&modulus.pow_product_vartime(&bases, two).expect("as many"), &product);
        }
    }
}

#[test]
fn fixed_bases_take_long_exponents() {
    const BITS: usize = 1 << 18;
    let base = long(250, 4) | BigUint::from(1u32);
    let (random, ones) = (long(BITS, 5), two_to(BITS) - 1u32);
    for (m, order) in groups() {
        for modulus in on_all_backends(&m) {
            let options = FixedBaseOptions::new(BITS).with_table_bytes(1 << 20);
            let fixed = modulus.fixed_base(&limbs(&base), options).expect("within the limits");
            for exponent in [&random, &ones] {
                let want = reference(&base, &(exponent % &order), &m);
                let exponent = limbs(exponent);
                assert_eq!(fixed.pow(&exponent).map(|power| big(&power)), Ok(want.clone()), "{modulus:?}");
                assert_eq!(fixed.pow_vartime(&exponent).map(|power| big(&power)), Ok(want), "{modulus:?}");
            }
            assert!(fixed.pow(&limbs(&two_to(BITS))).is_err(), "a bit too long");
        }
    }
}
