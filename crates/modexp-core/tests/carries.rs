//! Operands that broke carries in other libraries: runs of all-ones digits next to zero digits, results with a rare
//! case of the reduction, and multiples of the modulus. OpenSSL's errors CVE-2015-3193, CVE-2017-3732, -3736, -3738,
//! CVE-2019-1551 and CVE-2022-2274 concern squarings and reductions of these operands at 512, 1024 and 2048 bits.

mod common;

use common::{big, limbs, on_all_backends, passed, report, two_to};
use num_bigint::BigUint;

/// Bits of one digit and of two digits of each kernel.
const RADICES: [usize; 9] = [13, 32, 50, 52, 61, 64, 100, 104, 128];

/// Crossovers between kernels: one vector, the unrolled sizes, their neighbours.
const SIZES: [usize; 12] = [104, 256, 408, 512, 520, 1023, 1024, 1025, 1536, 2047, 2048, 2080];

/// Returns numbers of at most `bits` bits that consist of all-ones digits and zero digits.
fn patterns(bits: usize) -> Vec<BigUint> {
    let all = two_to(bits) - 1u32;
    let mut numbers = vec![all.clone(), &all >> 1u32, two_to(bits - 1), two_to(bits - 1) + 1u32];
    for radix in RADICES.into_iter().filter(|&radix| 2 * radix < bits) {
        let digit = two_to(radix) - 1u32;
        let mut alternating = BigUint::ZERO;
        for at in (0..bits).step_by(2 * radix) {
            alternating |= &digit << at;
        }
        let top = bits - radix;
        numbers.extend([
            &alternating & &all,
            &all ^ &alternating & &all,
            // one digit of zeros, at the bottom, in the middle, second from the top
            &all ^ &digit,
            &all ^ (&digit << (bits / radix / 2 * radix)),
            &all ^ (&digit << (top - radix)),
            // one digit of ones, and one bit past it
            &digit << top,
            (two_to(radix) | BigUint::from(1u32)) << (top - radix),
            all.clone() - two_to(radix),
            two_to(bits - 1) + two_to(radix) - 1u32,
        ]);
    }
    numbers.retain(|x| x.bits() > 0);
    numbers.sort();
    numbers.dedup();
    numbers
}

#[test]
fn squares_and_products_of_all_patterns() {
    for bits in SIZES {
        let numbers = patterns(bits);
        let moduli = numbers.iter().map(|x| x | BigUint::from(1u32)).filter(|m| m.bits() as usize + 1 >= bits);
        for m in moduli.collect::<std::collections::BTreeSet<_>>() {
            let backends = on_all_backends(&m);
            for (i, a) in numbers.iter().enumerate() {
                let b = &numbers[(i + 1) % numbers.len()];
                let (square, eighth, product) = (a * a % &m, a.modpow(&8u32.into(), &m), a * b % &m);
                let (x, y) = (limbs(a), limbs(b));
                for modulus in &backends {
                    let name = || format!("{:?}, {a:x}, {b:x} mod {m:x}", modulus.backend());
                    assert_eq!(big(&modulus.square(&x)), square, "square on {}", name());
                    assert_eq!(big(&modulus.square_repeated(&x, 3)), eighth, "squares on {}", name());
                    assert_eq!(big(&modulus.mul(&x, &y)), product, "product on {}", name());
                    passed(modulus.backend(), 3);
                }
            }
        }
    }
    report("carries");
}

#[test]
fn powers_of_all_patterns() {
    for bits in [512, 1024, 2048] {
        let numbers = patterns(bits);
        for m in numbers.iter().map(|x| x | BigUint::from(1u32)).filter(|m| m.bits() as usize == bits).step_by(3) {
            let backends = on_all_backends(&m);
            for a in numbers.iter().step_by(5) {
                let exponent = a >> (bits - 67);
                let want = a.modpow(&exponent, &m);
                let (x, e) = (limbs(a), limbs(&exponent));
                for modulus in &backends {
                    let name = || format!("{:?}, {a:x}^{exponent:x} mod {m:x}", modulus.backend());
                    assert_eq!(big(&modulus.pow(&x, &e)), want, "pow on {}", name());
                    assert_eq!(big(&modulus.pow_vartime(&x, &e)), want, "vartime on {}", name());
                    passed(modulus.backend(), 2);
                }
            }
        }
    }
    report("carries");
}

#[test]
fn zero_in_disguise_is_zero() {
    for bits in SIZES {
        for m in patterns(bits).iter().filter(|m| m.bits() > 1) {
            for modulus in on_all_backends(m) {
                let zero = vec![0; modulus.limbs().len()];
                for multiple in [0u32, 1, 2, 3, 1 << 20] {
                    let disguised = limbs(&(m * multiple));
                    let name = || format!("{:?}, {multiple}·{m:x}", modulus.backend());
                    assert_eq!(modulus.pow(&disguised, &[65_537]), zero, "pow on {}", name());
                    assert_eq!(modulus.mul(&disguised, &[3]), zero, "product on {}", name());
                    assert_eq!(modulus.reduce(&disguised), zero, "reduction on {}", name());
                    passed(modulus.backend(), 3);
                }
            }
        }
    }
    report("carries");
}

/// b^(bk) mod (b + 1) is 1 or b; all intermediate results are next to the modulus.
#[test]
fn powers_next_to_the_modulus() {
    for bits in SIZES.into_iter().filter(|&bits| bits <= 520) {
        for b in patterns(bits) {
            let m = &b + 1u32;
            for modulus in on_all_backends(&m) {
                for k in [1u32, 2, 3] {
                    let exponent = &b * k;
                    let want = if exponent.bit(0) { b.clone() } else { BigUint::from(1u32) };
                    let power = big(&modulus.pow_vartime(&limbs(&b), &limbs(&exponent)));
                    assert_eq!(power, want % &m, "{:?}: {b:x}^(b·{k})", modulus.backend());
                    passed(modulus.backend(), 1);
                }
            }
        }
    }
    report("carries");
}

#[test]
fn exponent_zero_is_one_except_modulo_one() {
    for m in [1u32, 2, 3, 4] {
        for modulus in on_all_backends(&BigUint::from(m)) {
            for base in 0..5 {
                assert_eq!(
                    modulus.pow(&[base], &[0]),
                    [u64::from(m != 1)],
                    "{:?}: {base}^0 mod {m}",
                    modulus.backend()
                );
                assert_eq!(modulus.pow_vartime(&[base], &[]), [u64::from(m != 1)]);
                passed(modulus.backend(), 2);
            }
        }
    }
    report("carries");
}
