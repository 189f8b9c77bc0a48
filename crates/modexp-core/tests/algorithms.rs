//! Every method of exponentiation agrees with the plain power, on every backend.

mod common;

use common::{big, limbs, on_all_backends, two_to};
use modexp_core::{Backend, CrtModulus, CrtOptions, Error, FixedBase, FixedBaseOptions, Modulus, WindowPlan};
use modexp_limbs::testing::Random;
use num_bigint::BigUint;

trait Below {
    /// Returns a number below 2^bits.
    fn below(&mut self, bits: usize) -> BigUint;

    /// Returns the limbs of a number below 2^bits.
    fn limbs_below(&mut self, bits: usize) -> Vec<u64> {
        limbs(&self.below(bits))
    }
}

impl Below for Random {
    fn below(&mut self, bits: usize) -> BigUint {
        big(&self.limbs(bits.div_ceil(64))) >> (64 * bits.div_ceil(64) - bits)
    }
}

/// Moduli of all kinds: odd, even, powers of two, 1.
fn moduli(random: &mut Random) -> Vec<BigUint> {
    let one = BigUint::from(1u32);
    let mut moduli = vec![one.clone(), one.clone() << 1u32, two_to(64), two_to(130), two_to(65) - &one];
    for bits in [61, 64, 127, 204, 256, 521] {
        moduli.push(random.below(bits) | &one | two_to(bits - 1));
        moduli.push((random.below(bits) | &one) << (bits / 3));
    }
    moduli
}

fn slices(numbers: &[Vec<u64>]) -> Vec<&[u64]> {
    numbers.iter().map(Vec::as_slice).collect()
}

/// Π bases[i]^exponents[i] by single powers.
fn product_of_pows(m: &Modulus, bases: &[Vec<u64>], exponents: &[Vec<u64>]) -> Vec<u64> {
    let powers = bases.iter().zip(exponents).map(|(base, exponent)| m.pow(base, exponent));
    powers.fold(m.reduce(&[1]), |acc, power| m.mul(&acc, &power))
}

#[test]
fn pow_product_is_the_product_of_pows() {
    let mut random = Random(1);
    for m in moduli(&mut random) {
        for m in on_all_backends(&m) {
            for (count, bits) in [(0, 64), (1, 0), (1, 200), (2, 256), (3, 64), (16, 100), (40, 33), (300, 16)] {
                let mut bases: Vec<_> = (0..count).map(|_| random.limbs_below(600)).collect();
                let mut exponents: Vec<_> = (0..count).map(|_| random.limbs_below(bits)).collect();
                // zero, one and repeated inputs
                if count >= 3 {
                    bases[0] = vec![];
                    bases[1] = vec![1];
                    bases[2] = bases[count - 1].clone();
                    exponents[1] = vec![0, 0, 0];
                    exponents[2] = exponents[count - 1].clone();
                }
                let want = product_of_pows(&m, &bases, &exponents);
                let (bases, exponents) = (slices(&bases), slices(&exponents));
                assert_eq!(m.pow_product(&bases, &exponents).as_ref(), Ok(&want), "{m:?} {count} {bits}");
                let bounded = m.pow_product_bounded_exp(&bases, &exponents, bits);
                assert_eq!(bounded.as_ref(), Ok(&want), "{m:?} {count} {bits}");
                assert_eq!(m.pow_product_vartime(&bases, &exponents), Ok(want), "{m:?} {count} {bits}");
            }
        }
    }
}

#[test]
fn pow_product_wants_as_many_bases_as_exponents() {
    let m = Modulus::new(&[35]).expect("not zero");
    let want = Err(Error::LengthMismatch { left: 2, right: 1 });
    assert_eq!(m.pow_product(&[&[1], &[2]], &[&[3]]), want);
    assert_eq!(m.pow_product_vartime(&[&[1], &[2]], &[&[3]]), want);
}

#[test]
fn fixed_base_is_pow() {
    let mut random = Random(2);
    for m in moduli(&mut random) {
        for m in on_all_backends(&m) {
            for (max_exponent_bits, table_bytes) in [(0, None), (1, Some(0)), (64, Some(4096)), (300, Some(40_000))] {
                let g = random.limbs_below(300);
                let base = m
                    .fixed_base(&g, FixedBaseOptions::new(max_exponent_bits).with_table_bytes(table_bytes))
                    .expect("small");
                assert!(
                    base.table_bytes()
                        <= table_bytes.unwrap_or(512 * m.bit_len()).max(4 * 8 * 8 * 2 * (m.limbs().len() + 8))
                );
                let mut exponents: Vec<_> =
                    [1, 2, 3, 4].map(|part| random.limbs_below(max_exponent_bits * part / 4)).into();
                exponents.extend([vec![], vec![0; 9], limbs(&(two_to(max_exponent_bits) - 1u32))]);
                for exponent in &exponents {
                    let want = m.pow_vartime(&g, exponent);
                    assert_eq!(base.pow(exponent).as_ref(), Ok(&want), "{m:?} {max_exponent_bits}");
                    assert_eq!(base.pow_vartime(exponent), Ok(want), "{m:?} {max_exponent_bits}");
                }
                let want: Vec<_> = exponents.iter().map(|exponent| m.pow_vartime(&g, exponent)).collect();
                assert_eq!(base.pow_many(&slices(&exponents)).as_ref(), Ok(&want), "{m:?} {max_exponent_bits}");
                assert_eq!(base.pow_many_parallel(&slices(&exponents)), Ok(want), "{m:?} {max_exponent_bits}");

                let loaded = FixedBase::from_bytes(&base.to_bytes()).expect("just saved");
                assert_eq!(loaded.max_exponent_bits(), max_exponent_bits);
                for exponent in &exponents {
                    assert_eq!(loaded.pow(exponent), base.pow(exponent), "{m:?} {max_exponent_bits}");
                    assert_eq!(loaded.pow_vartime(exponent), base.pow(exponent), "{m:?} {max_exponent_bits}");
                }
            }
        }
    }
}

#[test]
fn fixed_base_takes_no_longer_exponents() {
    let m = Modulus::new(&[1_000_003]).expect("not zero");
    let options = FixedBaseOptions::new(70);
    let base = m.fixed_base(&[2], options).expect("small");
    let want = Err(Error::ExponentTooLong { bits: 71, limit: 70 });
    assert_eq!(base.pow(&[1, 1 << 6]), want);
    assert_eq!(base.pow_vartime(&[1, 1 << 6, 0]), want);
    assert_eq!(base.pow_many(&[&[1], &[1, 1 << 6]]), Err(Error::ExponentTooLong { bits: 71, limit: 70 }));
    assert!(base.pow(&[u64::MAX, (1 << 6) - 1, 0, 0]).is_ok());

    let too_long = FixedBaseOptions::new(usize::MAX);
    assert!(matches!(m.fixed_base(&[2], too_long), Err(Error::ExponentTooLong { bits: usize::MAX, .. })));
    let too_large = FixedBaseOptions::new(70).with_table_bytes(usize::MAX);
    assert!(matches!(m.fixed_base(&[2], too_large), Err(Error::TableTooLarge { bytes: usize::MAX, .. })));
}

#[test]
fn a_changed_table_is_an_error() {
    let m = Modulus::new(&[1_000_003, 5]).expect("not zero");
    let options = FixedBaseOptions::new(70).with_table_bytes(2000);
    let saved = m.fixed_base(&[2], options).expect("small").to_bytes();
    for byte in 0..saved.len() {
        for bit in 0..8 {
            let mut changed = saved.clone();
            changed[byte] ^= 1 << bit;
            assert!(matches!(FixedBase::from_bytes(&changed), Err(Error::CorruptTable)), "bit {bit} of byte {byte}");
        }
        assert!(matches!(FixedBase::from_bytes(&saved[..byte]), Err(Error::CorruptTable)), "{byte} bytes");
    }
    assert!(FixedBase::from_bytes(&saved).is_ok());
}

#[test]
fn pow_each_is_pow() {
    let mut random = Random(3);
    for m in moduli(&mut random) {
        for m in on_all_backends(&m) {
            for (count, bits) in [(0, 64), (1, 100), (2, 1), (2, 256), (3, 700), (4, 2000), (9, 128)] {
                let g = random.limbs_below(700);
                let mut exponents: Vec<_> = (0..count).map(|_| random.limbs_below(bits)).collect();
                if count > 2 {
                    exponents[0] = vec![0, 0];
                    exponents[1] = exponents[2].clone();
                }
                let want: Vec<_> = exponents.iter().map(|exponent| m.pow_vartime(&g, exponent)).collect();
                let exponents = slices(&exponents);
                assert_eq!(m.pow_each(&g, &exponents), want, "{m:?} {count} {bits}");
                assert_eq!(m.pow_each_vartime(&g, &exponents), want, "{m:?} {count} {bits}");
                assert_eq!(m.pow_each_parallel(&g, &exponents), want, "{m:?} {count} {bits}");
                assert_eq!(m.pow_each_vartime_parallel(&g, &exponents), want, "{m:?} {count} {bits}");
            }
        }
    }
}

/// Primes of 2 to 521 bits.
fn primes() -> Vec<BigUint> {
    let below = |k: usize, c: u32| two_to(k) - c;
    vec![
        BigUint::from(3u32),
        BigUint::from(5u32),
        BigUint::from(7u32),
        BigUint::from(65_537u32),
        below(61, 1),
        below(64, 59),
        below(64, 83),
        below(64, 95),
        below(127, 1),
        below(128, 159),
        below(255, 19),
        below(256, 189),
        below(512, 569),
        below(521, 1),
    ]
}

/// Returns the inverse of a public exponent that is shorter than the longest prime, if one exists.
fn private_exponent(order: &BigUint, primes: &[Vec<u64>]) -> Option<Vec<u64>> {
    let bits = primes.iter().map(|p| big(p).bits()).max()?;
    let mut exponents = [65_537u32, 257, 17, 11, 5, 3].into_iter().map(BigUint::from).filter(|e| e.bits() < bits);
    exponents.find_map(|e| e.modinv(order)).map(|d| limbs(&d))
}

#[test]
fn crt_is_pow() {
    let mut random = Random(4);
    let mut keys = 0;
    let primes = primes();
    for backend in Backend::available() {
        for (i, p) in primes.iter().enumerate() {
            for (count, step) in [(2, 1), (2, 3), (3, 2), (4, 1), (9, 1)] {
                let chosen: Vec<_> = (0..count).map(|j| limbs(&primes[(i + j * step) % primes.len()])).collect();
                let n = CrtModulus::with_backend(&slices(&chosen), backend).expect("primes");
                let m = n.modulus();
                let order = chosen.iter().fold(BigUint::from(1u32), |order, p| order * (big(p) - 1u32));
                for exponent in
                    [vec![], vec![0, 0], vec![1], random.limbs_below(2000), random.limbs_below(40), limbs(&order)]
                {
                    for base in [vec![], vec![1], limbs(p), random.limbs_below(3000), random.limbs_below(64)] {
                        let want = m.pow_vartime(&base, &exponent);
                        assert_eq!(n.pow(&base, &exponent).as_ref(), Ok(&want), "{n:?} {base:x?} {exponent:x?}");
                    }
                }
                let Some(d) = private_exponent(&order, &chosen) else { continue };
                keys += 1;
                for base in [vec![], vec![1], limbs(p), random.limbs_below(3000)] {
                    let want = m.pow_vartime(&base, &d);
                    assert_eq!(n.private_key_op(&base, &d), Ok(want), "{n:?} {base:x?} {d:x?}");
                }
            }
        }
    }
    assert!(keys > 50, "{keys}");
}

#[test]
fn crt_of_powers_is_pow() {
    let mut random = Random(12);
    let mut keys = 0;
    let all = primes();
    for backend in Backend::available() {
        for power in 1..=3 {
            for (i, p) in all.iter().enumerate().step_by(3) {
                let chosen = [p, &all[(i + 1) % all.len()], &all[(i + 5) % all.len()]];
                let chosen: Vec<_> = chosen.into_iter().take(2 + i % 2).collect();
                let primes: Vec<_> = chosen.iter().map(|p| limbs(p)).collect();
                let options = CrtOptions::new().with_power(power).with_backend(backend);
                let n = CrtModulus::with_options(&slices(&primes), options).expect("primes");
                let trusted = CrtModulus::with_options(&slices(&primes), options.trusted()).expect("primes");
                let m = n.modulus();
                assert_eq!(big(m.limbs()), chosen.iter().map(|p| p.pow(power)).product::<BigUint>());
                let order: BigUint = chosen.iter().map(|p| p.pow(power - 1) * (*p - 1u32)).product();
                let exponents = [vec![], vec![1], vec![2], vec![3], random.limbs_below(2500), limbs(&order)];
                let above = (1..6_u32).map(|j| limbs(&(&order + j)));
                for exponent in exponents.into_iter().chain(above) {
                    // multiples of p become 0 by the exponent k, not by a smaller one
                    for base in [vec![], vec![1], limbs(p), limbs(&(p.pow(2) * 6u32)), random.limbs_below(2000)] {
                        let want = m.pow_vartime(&base, &exponent);
                        assert_eq!(n.pow(&base, &exponent).as_ref(), Ok(&want), "{n:?} {base:x?} {exponent:x?}");
                        assert_eq!(trusted.pow(&base, &exponent), Ok(want), "{base:x?} {exponent:x?}");
                    }
                }
                let Some(d) = private_exponent(&order, &primes) else { continue };
                keys += 1;
                for base in [vec![1], limbs(&(big(m.limbs()) - 1u32)), vec![]] {
                    let want = m.pow_vartime(&base, &d);
                    assert_eq!(n.private_key_op(&base, &d).as_ref(), Ok(&want), "{n:?} {base:x?} {d:x?}");
                    assert_eq!(trusted.private_key_op(&base, &d), Ok(want), "{base:x?} {d:x?}");
                }
                if power > 1 {
                    // p is not an e-th power modulo p^k
                    assert_eq!(n.private_key_op(&limbs(p), &d), Err(Error::Fault), "{n:?} {d:x?}");
                }
            }
        }
    }
    assert!(keys > 10, "{keys}");
}

#[test]
fn private_key_op_undoes_the_public_one() {
    let mut random = Random(5);
    let primes = primes();
    let (p, q) = (&primes[12], &primes[13]);
    let order = (p - 1u32) * (q - 1u32);
    for backend in Backend::available() {
        let n = CrtModulus::with_backend(&[&limbs(p), &limbs(q)], backend).expect("primes");
        let long = [64, 65, 128, 255].map(|bits| coprime_above(bits, &order));
        for e in [65_537u32, 7, 65_537, 257].map(BigUint::from).iter().chain(&long) {
            let d = e.modinv(&order).expect("coprime");
            for _ in 0..4 {
                let message = n.modulus().reduce(&random.limbs_below(1000));
                let c = n.modulus().pow_vartime(&message, &limbs(e));
                assert_eq!(n.private_key_op(&c, &limbs(&d)).as_ref(), Ok(&message));
                assert_eq!(n.private_key_op_blinded(&c, &limbs(&d), &random.limbs_below(1033)), Ok(message));
            }
        }
        // the inverse of a too long exponent, two numbers without an inverse, and a private exponent of p alone
        let long = coprime_above(256, &order).modinv(&order).expect("coprime");
        for d in [long, &order / 2u32, BigUint::ZERO, BigUint::from(5u32).modinv(&(p - 1u32)).expect("coprime")] {
            assert_eq!(n.private_key_op(&[5], &limbs(&d)), Err(Error::NoPublicExponent), "{backend:?}");
            assert_eq!(n.private_key_op_blinded(&[5], &limbs(&d), &[7]), Err(Error::NoPublicExponent), "{backend:?}");
        }
        assert_eq!(
            n.private_key_op_blinded(&[5], &limbs(&BigUint::from(7u32).modinv(&order).expect("coprime")), &limbs(p)),
            Err(Error::NoInverse)
        );
    }
}

/// Returns the least number from 2^bits on that is coprime to `order`.
fn coprime_above(bits: u32, order: &BigUint) -> BigUint {
    let mut e = BigUint::from(1u32) << bits;
    while e.modinv(order).is_none() {
        e += 1u32;
    }
    e
}

/// The longest prime may come first or last.
#[test]
fn the_longest_prime_gives_the_public_exponent() {
    let primes = primes();
    let order = (&primes[12] - 1u32) * 6u32;
    let d = limbs(&BigUint::from(65_537u32).modinv(&order).expect("coprime"));
    for backend in Backend::available() {
        for order in [[&[7][..], &limbs(&primes[12])], [&limbs(&primes[12]), &[7]]] {
            let n = CrtModulus::with_backend(&order, backend).expect("primes");
            assert_eq!(n.private_key_op(&n.modulus().pow(&[9], &[65_537]), &d), Ok(n.modulus().reduce(&[9])));
        }
        // 3 has an inverse modulo 3 − 1, and none modulo 7 − 1
        let small = CrtModulus::with_backend(&[&[3], &[7]], backend).expect("primes");
        assert_eq!(small.private_key_op_blinded(&[12], &[3], &[2]), Err(Error::NoPublicExponent), "{backend:?}");
    }
}

#[test]
fn crt_wants_different_odd_primes() {
    let bad: [&[&[u64]]; 8] =
        [&[], &[&[7]], &[&[7], &[7, 0]], &[&[2], &[7]], &[&[7], &[0]], &[&[], &[7]], &[&[9], &[7]], &[&[1], &[7]]];
    for primes in bad {
        assert!(matches!(CrtModulus::new(primes), Err(Error::BadPrimes)), "{primes:?}");
    }
}

#[test]
fn pow_small_base_is_pow() {
    let mut random = Random(6);
    let mut moduli = moduli(&mut random);
    for bits in [512, 1000, 1024, 2048] {
        moduli.extend([random.below(bits) | two_to(bits - 1) | BigUint::from(1u32), two_to(bits) - 1u32]);
    }
    for m in moduli {
        for m in on_all_backends(&m) {
            for base in [0, 1, 2, 3, 5, 7, 15, 255, 65_537, u64::from(u32::MAX), 1 << 58, u64::MAX] {
                for exponent in [vec![], vec![0], vec![1], random.limbs_below(64), random.limbs_below(700)] {
                    let want = m.pow(&[base], &exponent);
                    assert_eq!(m.pow_small_base(base, &exponent), want, "{m:?} {base} {exponent:x?}");
                    assert_eq!(m.pow_vartime(&[base, 0], &exponent), want, "{m:?} {base} {exponent:x?}");
                }
            }
        }
    }
}

#[test]
fn every_plan_gives_the_same_power() {
    let mut random = Random(7);
    for m in moduli(&mut random) {
        for m in on_all_backends(&m) {
            let (base, exponent) = (random.limbs_below(300), random.limbs_below(300));
            let want = m.pow(&base, &exponent);
            for window in [0, 1, 2, 5, 9, 13] {
                for plan in [WindowPlan::m_ary(&exponent, window), WindowPlan::sliding_window(&exponent, window)] {
                    assert_eq!(m.pow_vartime_by(&plan, &base, &exponent), want, "{m:?} {plan:?}");
                    assert_eq!(m.pow_vartime_by(&plan, &base, &[]), m.reduce(&[1]), "{m:?} {plan:?}");
                }
            }
        }
    }
}

#[test]
fn powers_modulo_two_to_the_k_are_those_of_long_exponents() {
    let mut random = Random(9);
    for k in (1..20).chain([63, 64, 65, 66, 130]) {
        // the power modulo an odd factor takes the whole exponent
        for odd in [1_u32, 3] {
            let m = Modulus::new(&limbs(&(two_to(k) * odd))).expect("not zero");
            for base in
                [vec![], vec![1], vec![2], vec![4], vec![6], vec![3], random.limbs_below(128), random.limbs_below(130)]
            {
                for bits in [1, 2, 3, 4, 5, k, k + 1, 64, 200] {
                    for exponent in [random.limbs_below(bits), limbs(&two_to(bits)), limbs(&(two_to(bits) - 1u32))] {
                        let want = limbs(&big(&base).modpow(&big(&exponent), &big(m.limbs())));
                        let equal = |power: &[u64]| big(power) == big(&want);
                        assert!(equal(&m.pow(&base, &exponent)), "{k} {odd} {base:x?} {exponent:x?}");
                        assert!(equal(&m.pow_vartime(&base, &exponent)), "{k} {odd} {base:x?} {exponent:x?}");
                    }
                }
            }
        }
    }
}

#[test]
fn inverse_many_is_inverse() {
    let mut random = Random(8);
    for m in moduli(&mut random) {
        for m in on_all_backends(&m) {
            let mut numbers: Vec<_> =
                (0..40).map(|_| random.limbs_below(600)).filter(|x| m.inverse(x).is_ok()).collect();
            let want = numbers.iter().map(|number| m.inverse(number)).collect();
            assert_eq!(m.inverse_many(&slices(&numbers)), want, "{m:?}");
            assert_eq!(m.inverse_many(&[]), Ok(vec![]), "{m:?}");
            if m.bit_len() > 1 {
                numbers.push(vec![]);
                assert_eq!(m.inverse_many(&slices(&numbers)), Err(Error::NoInverse), "{m:?}");
            }
        }
    }
}
