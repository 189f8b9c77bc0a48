//! Every width of a window and every method of exponentiation. Tests force a method if the interface allows it.
//! Otherwise they use inputs on both sides of each crossover.

mod common;

use common::{big, limbs, on_all_backends, passed, report, two_to};
use modexp_core::{FixedBaseOptions, Method, Modulus, WindowPlan};
use num_bigint::BigUint;
use std::collections::BTreeSet;

/// Returns an odd modulus, an even modulus and a power of two.
fn moduli() -> [BigUint; 3] {
    [two_to(255) - 19u32, (two_to(90) - 33u32) << 37u32, two_to(129)]
}

/// Returns a number of exactly `bits` bits with digits of all values.
fn exponent(bits: usize) -> BigUint {
    let digits = (0u32..).map(|i| (i.wrapping_mul(0x9e37_79b9) >> 7) as u8);
    let x = BigUint::from_bytes_le(&digits.take(bits.div_ceil(8)).collect::<Vec<_>>());
    (x | two_to(bits) >> 1u32) % two_to(bits)
}

fn check(m: &Modulus, got: &[u64], want: &BigUint, what: &str) {
    assert_eq!(&big(got), want, "{what} on {m:?}");
    passed(m.backend(), 1);
}

#[test]
fn every_window() {
    for big_m in moduli() {
        let (base, e) = (&big_m / 3u32, exponent(600));
        let want = base.modpow(&e, &big_m);
        let (base, e) = (limbs(&base), limbs(&e));
        for m in on_all_backends(&big_m) {
            for window in 1..=13 {
                let plan = WindowPlan::sliding_window(&e, window);
                assert_eq!(plan.window, window);
                check(&m, &m.pow_vartime_by(&plan, &base, &e), &want, &format!("{plan:?}"));
            }
            for window in 1..=16 {
                let plan = WindowPlan::m_ary(&e, window);
                assert_eq!(plan.window, window);
                check(&m, &m.pow_vartime_by(&plan, &base, &e), &want, &format!("{plan:?}"));
            }
        }
    }
    report("windows and methods forced");
}

#[test]
fn windows_that_there_are_not_are_the_nearest_ones() {
    for big_m in moduli() {
        let want = BigUint::from(3u32).modpow(&exponent(90), &big_m);
        let some = WindowPlan::vartime(&[5]);
        for m in on_all_backends(&big_m) {
            for method in [Method::SlidingWindow, Method::MAry] {
                for window in [0, 14, 17, u32::MAX] {
                    let plan = WindowPlan { method, window, ..some };
                    check(&m, &m.pow_vartime_by(&plan, &[3], &limbs(&exponent(90))), &want, &format!("{plan:?}"));
                }
            }
        }
    }
    assert!(
        [0, u32::MAX].iter().all(|&w| WindowPlan::m_ary_model(90, w) > 1.0 && WindowPlan::sliding_model(90, w) > 1.0)
    );
    report("windows and methods forced");
}

#[test]
fn every_fixed_window() {
    let mut windows = BTreeSet::new();
    // a table scan costs a larger part of a short product than of a long product
    for big_m in [two_to(130) - 5u32, two_to(2048) - 5u32] {
        let base = &big_m / 7u32;
        for bits in [1, 2, 4, 7, 12, 20, 40, 80, 120, 200, 350, 600, 1000, 2000, 5000] {
            let e = exponent(bits);
            let want = base.modpow(&e, &big_m);
            for m in on_all_backends(&big_m) {
                windows.insert(m.plan(bits).window);
                check(&m, &m.pow_bounded_exp(&limbs(&base), &limbs(&e), bits), &want, &format!("{bits} bits"));
            }
        }
    }
    assert!((1..=5).all(|window| windows.contains(&window)), "{windows:?}");
    report("windows and methods forced");
}

#[test]
fn every_method_for_many() {
    for big_m in moduli() {
        let base = &big_m / 5u32 + 1u32;
        for (count, bits) in [(1, 3), (2, 300), (4, 64), (5, 1000), (9, 17), (40, 40)] {
            let exponents: Vec<_> = (0..count).map(|i| exponent(bits - i % bits)).collect();
            let bases: Vec<_> = (0..count).map(|i| &base + (i as u32)).collect();
            let each: Vec<_> = exponents.iter().map(|e| base.modpow(e, &big_m)).collect();
            let many: Vec<_> = bases.iter().zip(&exponents).map(|(b, e)| b.modpow(e, &big_m)).collect();
            let product = many.iter().fold(BigUint::from(1u32), |x, power| x * power % &big_m);
            let (e_limbs, b_limbs): (Vec<_>, Vec<_>) =
                (exponents.iter().map(limbs).collect(), bases.iter().map(limbs).collect());
            let e: Vec<&[u64]> = e_limbs.iter().map(Vec::as_slice).collect();
            let b: Vec<&[u64]> = b_limbs.iter().map(Vec::as_slice).collect();
            let base = limbs(&base);
            for m in on_all_backends(&big_m) {
                let check_all = |got: Vec<Vec<u64>>, want: &[BigUint], what: &str| {
                    assert_eq!(got.len(), want.len());
                    got.iter().zip(want).for_each(|(got, want)| check(&m, got, want, what));
                };
                check_all(m.pow_each(&base, &e), &each, "pow_each");
                check_all(m.pow_each_vartime(&base, &e), &each, "pow_each_vartime");
                check_all(m.pow_many(&b, &e).expect("as many"), &many, "pow_many");
                check(&m, &m.pow_product(&b, &e).expect("as many"), &product, "pow_product");
                check(&m, &m.pow_product_vartime(&b, &e).expect("as many"), &product, "pow_product_vartime");
            }
        }
    }
    report("windows and methods forced");
}

#[test]
fn tables_of_every_size() {
    let big_m = two_to(127) - 1u32;
    for m in on_all_backends(&big_m) {
        for bits in [1, 16, 100, 300] {
            for table_bytes in (6..22).map(|k| 1 << k) {
                let options = FixedBaseOptions::new(bits).with_table_bytes(table_bytes);
                let base = m.fixed_base(&[3], options).expect("small tables");
                let e = exponent(bits);
                let want = BigUint::from(3u32).modpow(&e, &big_m);
                check(&m, &base.pow(&limbs(&e)).expect("it fits"), &want, &format!("{options:?}"));
                check(&m, &base.pow_vartime(&limbs(&e)).expect("it fits"), &want, &format!("{options:?}"));
            }
        }
    }
    report("windows and methods forced");
}

#[test]
fn short_bases_and_fermat_exponents() {
    for bits in [40, 64, 65, 128, 320, 640, 1024, 2048] {
        let big_m = two_to(bits) - 17u32;
        for m in on_all_backends(&big_m) {
            for base in [2, 3, 7, 15, 1 << 29, (1 << 59) - 1, 1 << 59, u64::MAX] {
                let e = exponent(100);
                let want = BigUint::from(base).modpow(&e, &big_m);
                check(&m, &m.pow_small_base(base, &limbs(&e)), &want, &format!("{base}"));
                check(&m, &m.pow_vartime(&[base], &limbs(&e)), &want, &format!("{base}"));
            }
            let base = &big_m - 2u32;
            for k in 0..64 {
                // only 2^k + 1 ends with a product by a plain number
                for e in [(1u64 << k).wrapping_add(1), 1 << k, (1 << k) - 1] {
                    let want = base.modpow(&BigUint::from(e), &big_m);
                    check(&m, &m.pow_vartime(&limbs(&base), &[e]), &want, &format!("{e}"));
                }
            }
        }
    }
    report("windows and methods forced");
}
