//! No fault gives a wrong result.

use super::prepare::power;
use super::*;
use modexp_limbs::testing::Random;

const P: [u64; 2] = [u64::MAX, u64::MAX >> 1];
const Q: [u64; 2] = [u64::MAX - 158, u64::MAX];

#[test]
fn minus_one_is_the_order_of_a_prime() {
    assert_eq!(*order(&P, &P, 1), *minus_one(&P));
    assert_eq!(*order(&power(&P, 2), &P, 2), *multiply(&P, &minus_one(&P)));
}

/// p − 1 for an odd p.
fn minus_one(p: &[u64]) -> Secret {
    let mut order = Zeroizing::new(p.to_vec());
    order[0] ^= 1;
    order
}

#[test]
fn a_changed_part_is_a_fault() {
    let n = CrtModulus::new(&[&P, &Q]).expect("2^127 − 1 and 2^128 − 159 are prime");
    let (base, exponent) = ([5, 6, 7], [1, 2, 3]);
    let exponents = n.checked.shorten(&exponent);
    let parts = n.checked.pow_each(&base, &exponents);
    let release = |exponents: &[Secret], parts: &[Secret]| {
        n.release(&base, &exponent, exponents, parts).map(|verified| verified.result.to_vec())
    };
    assert_eq!(release(&exponents, &parts), Ok(n.modulus.pow(&base, &exponent)));
    for part in 0..2 {
        for bit in 0..parts[part].len() * 64 {
            let mut changed = parts.clone();
            changed[part][bit / 64] ^= 1 << (bit % 64);
            assert_eq!(release(&exponents, &changed), Err(Error::Fault), "bit {bit} of part {part}");
        }
        // the part is the power by the changed exponent
        for bit in 0..exponents[part].len() * 64 {
            let mut changed = exponents.clone();
            changed[part][bit / 64] ^= 1 << (bit % 64);
            let parts = n.checked.pow_each(&base, &changed);
            assert_eq!(release(&changed, &parts), Err(Error::Fault), "bit {bit} of exponent {part}");
        }
    }
}

#[test]
fn a_changed_key_gives_no_wrong_result() {
    let mut random = Random(9);
    let e = Modulus::new(&minus_one(&P)).and_then(|order| order.inverse(&[65_537]));
    assert!(e.is_ok(), "65537 is a public exponent for P");
    let order = multiply(&minus_one(&P), &minus_one(&Q));
    let d = Modulus::new(&order).and_then(|order| order.inverse(&[65_537])).expect("coprime");
    let c = random.bits(250);
    let right = CrtModulus::new(&[&P, &Q]).expect("primes").modulus.pow(&c, &d);

    let mut withheld = 0;
    for bit in 0..128 {
        for target in 0..6 {
            let mut n = CrtModulus::new(&[&P, &Q]).expect("primes");
            let flipped = |x: &[u64]| {
                let mut x = x.to_vec();
                x[bit / 64] ^= 1 << (bit % 64);
                x
            };
            // moduli become even or composite; the call computes a wrong number or none
            match target {
                0 => n.primes[1].before_inv = Zeroizing::new(flipped(&n.primes[1].before_inv)),
                1 => n.primes[1].before = Zeroizing::new(flipped(&n.primes[1].before)),
                2 => n.primes[1].m = Modulus::new(&flipped(&Q)).expect("not zero"),
                3 => n.primes[1].p = Zeroizing::new(flipped(&Q)),
                4 => n.plain.orders[1] = Modulus::new(&flipped(&minus_one(&Q))).expect("not zero"),
                _ => n.plain.moduli[0] = Modulus::new(&flipped(&P)).expect("not zero"),
            }
            match n.private_key_op(&c, &d) {
                Ok(result) => assert_eq!(result, right, "bit {bit} of {target}"),
                Err(error) => {
                    assert!(matches!(error, Error::Fault | Error::NoPublicExponent), "bit {bit} of {target}: {error}");
                    withheld += 1;
                }
            }
            match n.pow(&c, &d) {
                Ok(result) => assert_eq!(result, right, "bit {bit} of {target}"),
                Err(error) => assert_eq!(error, Error::Fault),
            }
        }
    }
    assert!(withheld > 128, "{withheld}");
}

#[test]
fn a_changed_product_of_the_primes_is_a_fault() {
    let mut n = CrtModulus::new(&[&P, &Q]).expect("primes");
    let product = n.modulus.limbs().to_vec();
    for bit in 0..64 * product.len() {
        let mut changed = product.clone();
        changed[bit / 64] ^= 1 << (bit % 64);
        // only larger numbers: the size of a smaller number might reveal the fault
        if changed[bit / 64] > product[bit / 64] {
            n.modulus = Modulus::new(&changed).expect("not zero");
            assert_eq!(n.pow(&[5, 6, 7], &[1, 2, 3]), Err(Error::Fault), "bit {bit}");
        }
    }
}

#[test]
fn a_changed_copy_of_the_modulus_is_a_fault() {
    let mut n = CrtModulus::new(&[&P, &Q]).expect("primes");
    let d = Modulus::new(&multiply(&minus_one(&P), &minus_one(&Q))).and_then(|order| order.inverse(&[65_537]));
    let (c, d) = ([5, 6, 7], d.expect("coprime"));
    assert!(n.private_key_op(&c, &d).is_ok());
    let withheld = |n: &CrtModulus| {
        assert_eq!(n.private_key_op(&c, &d), Err(Error::Fault));
        assert_eq!(n.private_key_op_blinded(&c, &d, &[3]), Err(Error::Fault));
        assert_eq!(n.pow(&c, &d), Err(Error::Fault));
    };
    for bit in 0..255 {
        n.n[bit / 64] ^= 1 << (bit % 64);
        withheld(&n);
        n.n[bit / 64] ^= 1 << (bit % 64);
    }
    n.n.push(0);
    withheld(&n);
    n.n.truncate(3);
    withheld(&n);
}

#[test]
fn zero_to_a_multiple_of_the_orders_is_zero() {
    for backend in Backend::available() {
        let n = CrtModulus::with_backend(&[&P, &Q], backend).expect("primes");
        let orders = multiply(&minus_one(&P), &minus_one(&Q));
        let all = multiply(&orders, &[u64::MAX - 59]);
        for multiple_of_p in [&P[..], &multiply(&P, &[u64::MAX - 6]), n.modulus.limbs()] {
            for exponent in [&orders, &all] {
                let want = n.modulus.pow(multiple_of_p, exponent);
                assert_eq!(n.pow(multiple_of_p, exponent).as_ref(), Ok(&want), "{backend:?}");
            }
            let one = n.modulus.pow(multiple_of_p, &[]);
            assert_eq!(n.pow(multiple_of_p, &[0]), Ok(one), "{backend:?}: 0^0 is 1");
        }
    }
}

#[test]
fn composite_numbers_that_pass_other_tests_are_no_primes() {
    for composite in [561, 294_409, 437_247_841, 3_215_031_751, 1_194_649, 5459, 5777] {
        for primes in [[&[composite][..], &P], [&Q, &[composite]]] {
            assert_eq!(CrtModulus::new(&primes).err(), Some(Error::BadPrimes), "{composite}");
        }
    }
}

#[test]
fn blinding_changes_what_is_computed_and_not_the_result() {
    let mut random = Random(10);
    let n = CrtModulus::new(&[&P, &Q]).expect("primes");
    let order = multiply(&minus_one(&P), &minus_one(&Q));
    let d = Modulus::new(&order).and_then(|order| order.inverse(&[65_537])).expect("coprime");
    let c = random.bits(250);
    let right = n.modulus.pow(&c, &d);

    let mut blinded = vec![n.modulus.reduce(&c)];
    for _ in 0..10 {
        let r = random.bits(255);
        blinded.push(n.blind(&c, &[65_537, 0, 0, 0], &r).expect("r is coprime").0.to_vec());
        assert_eq!(blinded.last(), Some(&n.modulus.mul(&c, &n.modulus.pow(&r, &[65_537]))));
        assert_eq!(n.private_key_op_blinded(&c, &d, &r).as_ref(), Ok(&right));
    }
    blinded.sort_unstable();
    blinded.dedup();
    assert_eq!(blinded.len(), 11, "each r gives another number");
    assert_eq!(n.private_key_op_blinded(&c, &d, &[]), Err(Error::NoInverse), "a random source of zeros");
}

#[test]
fn a_changed_key_of_squares_gives_no_wrong_result() {
    let options = CrtOptions::new().with_power(2).trusted();
    let new = || CrtModulus::with_options(&[&P, &Q], options).expect("primes");
    let mut random = Random(11);
    let (c, d) = (random.bits(500), random.bits(500));
    let right = new().modulus.pow(&c, &d);
    assert_eq!(new().pow(&c, &d).as_ref(), Ok(&right));
    for bit in (0..256).step_by(3) {
        let flipped = |x: &[u64]| {
            let mut x = x.to_vec();
            let bit = bit % (64 * x.len());
            x[bit / 64] ^= 1 << (bit % 64);
            x
        };
        for target in 0..5 {
            let mut n = new();
            match target {
                0 => n.primes[1].before_inv = Zeroizing::new(flipped(&n.primes[1].before_inv)),
                1 => n.primes[1].m = Modulus::new(&flipped(&power(&Q, 2))).expect("not zero"),
                2 => n.plain.moduli[0] = Modulus::new(&flipped(&power(&P, 2))).expect("not zero"),
                3 => n.checked.orders[1] = Modulus::new(&flipped(n.checked.orders[1].limbs())).expect("not zero"),
                _ => n.primes[1].p = Zeroizing::new(flipped(&Q)),
            }
            match n.pow(&c, &d) {
                Ok(result) => assert_eq!(result, right, "bit {bit} of {target}"),
                Err(error) => assert!(matches!(error, Error::Fault | Error::BadPrimes), "bit {bit} of {target}"),
            }
        }
    }
}

/// If a factor is not a prime, the result is wrong only modulo that factor, which reveals the other factor.
#[test]
fn a_damaged_prime_that_is_trusted_gives_no_wrong_result() {
    let order = multiply(&minus_one(&P), &minus_one(&Q));
    let d = Modulus::new(&order).and_then(|order| order.inverse(&[65_537])).expect("coprime");
    for power in [1, 2] {
        for bit in 1..128 {
            let mut damaged = Q;
            damaged[bit / 64] ^= 1 << (bit % 64);
            if CrtModulus::new(&[&P, &damaged]).is_ok() {
                continue;
            }
            let options = CrtOptions::new().with_power(power).trusted();
            let Ok(n) = CrtModulus::with_options(&[&P, &damaged], options) else { panic!("nothing is tested yet") };
            assert_eq!(n.pow(&[5], &d), Err(Error::BadPrimes), "bit {bit}");
            assert_eq!(n.private_key_op(&[5], &d), Err(Error::NoPublicExponent), "bit {bit}");
            assert_eq!(n.private_key_op_blinded(&[5], &d, &[7]), Err(Error::NoPublicExponent), "bit {bit}");
        }
    }
}

/// Returns x with one or two bits complemented: every `step`-th of these numbers.
fn damaged(x: [u64; 2], step: usize) -> impl Iterator<Item = [u64; 2]> {
    let flips = (0..128).flat_map(|i| (i..128).map(move |j| (i, j)));
    flips.step_by(step).map(move |(i, j)| {
        let bits = (1_u128 << i) | (1 << j);
        [x[0] ^ bits as u64, x[1] ^ (bits >> 64) as u64]
    })
}

/// A damaged prime that is still a prime belongs to a different modulus. A result that is right modulo that product
/// reveals the undamaged primes. Only the other numbers of the key show the damage.
#[test]
fn a_key_that_was_damaged_before_it_is_made_gives_no_result() {
    fn key(primes: &[[u64; 2]], options: CrtOptions<'_>) -> Result<CrtModulus, Error> {
        let slices: Vec<&[u64]> = primes.iter().map(|p| p.as_slice()).collect();
        CrtModulus::with_options(&slices, options)
    }

    const R: [u64; 2] = [u64::MAX - 172, u64::MAX];
    let c = [5, 6, 7];
    for (count, power) in [(2, 1), (2, 2), (3, 1)] {
        let primes = &[P, Q, R][..count];
        let whole = primes.iter().fold(vec![1], |product, p| multiply(&product, p).to_vec());
        let n = (0..power).fold(vec![1], |product, _| multiply(&product, &whole).to_vec());
        let mut order: Secret = Zeroizing::new(vec![1]);
        for p in primes {
            order = multiply(&order, &super::order(&super::prepare::power(p, power), p, power));
        }
        let order = Modulus::new(&order).expect("not zero");
        let d = [65_537, 257, 17].iter().find_map(|&e| order.inverse(&[e]).ok()).expect("coprime");
        let options = CrtOptions::new().with_power(power);
        let right = key(primes, options.with_modulus(&n)).expect("the modulus");
        let want = right.modulus.pow(&c, &d);
        assert_eq!(right.private_key_op(&c, &d).as_ref(), Ok(&want));
        assert_eq!(right.pow(&c, &d).as_ref(), Ok(&want));

        let mut still_primes = 0;
        for place in 0..count {
            for other in damaged(primes[place], 37) {
                let mut primes = primes.to_vec();
                primes[place] = other;
                let with_modulus = key(&primes, options.trusted().with_modulus(&n)).err();
                assert!(matches!(with_modulus, Some(Error::ModulusMismatch | Error::BadPrimes)), "{primes:x?}");
                let Ok(n) = key(&primes, options) else { continue };
                still_primes += 1;
                assert_eq!(n.private_key_op(&c, &d), Err(Error::NoPublicExponent), "{primes:x?}");
                assert_eq!(n.private_key_op_blinded(&c, &d, &[3]), Err(Error::NoPublicExponent), "{primes:x?}");
            }
        }
        assert!(still_primes > 2, "{still_primes}");

        for bit in (0..limb::bit_len(&d)).step_by(5) {
            let mut d = d.clone();
            d[bit / 64] ^= 1 << (bit % 64);
            assert_eq!(right.private_key_op(&c, &d), Err(Error::NoPublicExponent), "bit {bit} of d");
        }
        for bit in (0..limb::bit_len(&n)).step_by(11) {
            let mut n = n.clone();
            n[bit / 64] ^= 1 << (bit % 64);
            assert_eq!(
                key(primes, options.trusted().with_modulus(&n)).err(),
                Some(Error::ModulusMismatch),
                "bit {bit}"
            );
        }
    }
}

/// Without the modulus, `pow` cannot detect a damaged prime that is still a prime.
#[test]
fn a_power_of_a_damaged_key_gives_away_a_prime() {
    let order = multiply(&minus_one(&P), &minus_one(&Q));
    let d = Modulus::new(&order).and_then(|order| order.inverse(&[65_537])).expect("coprime");
    let n = CrtModulus::new(&[&P, &Q]).expect("primes");
    let other = damaged(P, 1).find_map(|p| CrtModulus::new(&[&p, &Q]).ok()).expect("one of them is a prime");
    let s = other.pow(&[5], &d).expect("it is right modulo the product");
    let again = n.modulus.pow(&s, &[65_537]);
    let q = Modulus::new(&Q).expect("not zero");
    assert_eq!(*q.reduce(&again), [5, 0]);
    assert_ne!(limb::trim(&again), [5]);
}

#[test]
fn a_private_operation_with_trusted_primes_tests_none() {
    let order = multiply(&minus_one(&P), &minus_one(&Q));
    let d = Modulus::new(&order).and_then(|order| order.inverse(&[65_537])).expect("coprime");
    let n = CrtModulus::with_options(&[&P, &Q], CrtOptions::new().trusted()).expect("primes");
    let want = n.modulus.pow(&[5], &d);
    assert_eq!(n.private_key_op(&[5], &d).as_ref(), Ok(&want));
    assert!(!n.tested.load(Ordering::Relaxed));
    assert_eq!(n.pow(&[5], &d), Ok(want));
    assert!(n.tested.load(Ordering::Relaxed));
}
