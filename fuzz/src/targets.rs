//! Each target computes a result by many methods, and panics if two results differ.

use crate::input::{Input, Problem};
use crate::peers::{self, big};
use modexp_core::{Backend, CrtModulus, Error, FixedBase, FixedBaseOptions, Modulus, WindowPlan};
use num_bigint::BigUint;
use std::sync::LazyLock;

/// A target: a function of bytes.
pub type Target = fn(&[u8]);

/// All targets and their names.
pub const ALL: [(&str, Target); 5] =
    [("pow", pow), ("products", products), ("fixed_base", fixed_base), ("crt", crt), ("saved", saved)];

static BACKENDS: LazyLock<Vec<Backend>> = LazyLock::new(Backend::available);
static PEERS: LazyLock<Vec<(&str, peers::Pow)>> = LazyLock::new(peers::available);

fn limbs(x: &BigUint) -> Vec<u64> {
    x.to_u64_digits()
}

fn slices(numbers: &[Vec<u64>]) -> Vec<&[u64]> {
    numbers.iter().map(Vec::as_slice).collect()
}

/// The modulus on one backend, chosen by the input.
fn on_some_backend(input: &mut Input, m: &BigUint) -> Modulus {
    Modulus::with_backend(&limbs(m), BACKENDS[input.below(BACKENDS.len())]).expect("it is available")
}

/// One exponentiation on every backend, by every method, num-bigint, GMP and OpenSSL.
pub fn pow(data: &[u8]) {
    let mut input = Input(data);
    let Problem { base, exponent, modulus } = input.problem();
    let window = input.below(14) as u32;
    let want = base.modpow(&exponent, &modulus);
    for (name, pow) in PEERS.iter() {
        assert_eq!(pow(&base, &exponent, &modulus), want, "{name}: {base}^{exponent} mod {modulus}");
    }

    let (b, e) = (limbs(&base), limbs(&exponent));
    let result = |got: &[u64], what: &str, m: &Modulus| {
        assert_eq!(big(got), want, "{what} on {:?}: {base}^{exponent} mod {modulus}", m.backend());
    };
    for &backend in BACKENDS.iter() {
        let m = Modulus::with_backend(&limbs(&modulus), backend).expect("it is available");
        result(&m.pow(&b, &e), "pow", &m);
        result(&m.pow_vartime(&b, &e), "pow_vartime", &m);
        result(&m.pow_bounded_exp(&b, &e, exponent.bits() as usize), "pow_bounded_exp", &m);
        result(&m.pow_vartime_by(&WindowPlan::sliding_window(&e, window), &b, &e), "sliding windows", &m);
        result(&m.pow_vartime_by(&WindowPlan::m_ary(&e, window.min(8)), &b, &e), "m-ary digits", &m);
        result(&m.pow_many(&[&b, &b, &b], &[&e, &[], &e]).expect("as many")[2], "pow_many", &m);
        if let [small] = b[..] {
            result(&m.pow_small_base(small, &e), "pow_small_base", &m);
        }
        let bytes = m.pow_be_bytes(&base.to_bytes_be(), &exponent.to_bytes_be());
        assert_eq!(BigUint::from_bytes_be(&bytes), want, "pow_be_bytes on {backend:?}");
    }
}

/// Products, squares, inverses, and powers of many bases and of many exponents.
pub fn products(data: &[u8]) {
    let mut input = Input(data);
    let m = input.modulus(1100);
    let (a, b) = (input.base(&m, 1200), input.base(&m, 1200));
    let (a_limbs, b_limbs) = (limbs(&a), limbs(&b));
    let count = input.below(9);
    let bases: Vec<_> = (0..count).map(|_| limbs(&input.base(&m, 300))).collect();
    let exponents: Vec<_> = (0..count).map(|_| limbs(&input.number(40))).collect();
    let (bases, exponents) = (slices(&bases), slices(&exponents));

    let powers = |bases: &[&[u64]]| -> Vec<BigUint> {
        bases.iter().zip(&exponents).map(|(b, e)| big(b).modpow(&big(e), &m)).collect()
    };
    let want = powers(&bases);
    let product = want.iter().fold(BigUint::from(1u8), |x, power| x * power) % &m;
    let of_a = powers(&vec![&a_limbs[..]; count]);
    let bigs = |numbers: Vec<Vec<u64>>| -> Vec<BigUint> { numbers.iter().map(|x| big(x)).collect() };

    for &backend in BACKENDS.iter() {
        let on = Modulus::with_backend(&limbs(&m), backend).expect("it is available");
        let name = || format!("{backend:?}: {a}, {b} mod {m}");
        assert_eq!(big(&on.mul(&a_limbs, &b_limbs)), &a * &b % &m, "product, {}", name());
        assert_eq!(big(&on.square(&a_limbs)), &a * &a % &m, "square, {}", name());
        assert_eq!(big(&on.reduce(&a_limbs)), &a % &m, "residue, {}", name());
        assert_eq!(big(&on.square_repeated(&b_limbs, 5)), b.modpow(&BigUint::from(32u8), &m), "5 squares, {}", name());

        let inverse = on.inverse(&a_limbs).map(|x| big(&x));
        match a.modinv(&m) {
            Some(want) => assert_eq!(inverse, Ok(want), "inverse, {}", name()),
            None if m == BigUint::from(1u8) => assert_eq!(inverse, Ok(BigUint::ZERO)),
            None => assert_eq!(inverse, Err(Error::NoInverse), "inverse, {}", name()),
        }
        if let Ok(inverse) = inverse {
            assert_eq!(bigs(on.inverse_many(&[&a_limbs, &a_limbs]).expect("there is one")), [inverse.clone(), inverse]);
        }

        assert_eq!(on.pow_product(&bases, &exponents).map(|x| big(&x)), Ok(product.clone()), "pow_product, {}", name());
        assert_eq!(on.pow_product_vartime(&bases, &exponents).map(|x| big(&x)), Ok(product.clone()), "{}", name());
        assert_eq!(on.pow_many(&bases, &exponents).map(bigs), Ok(want.clone()), "pow_many, {}", name());
        assert_eq!(bigs(on.pow_each(&a_limbs, &exponents)), of_a, "pow_each, {}", name());
        assert_eq!(bigs(on.pow_each_vartime(&a_limbs, &exponents)), of_a, "pow_each_vartime, {}", name());
    }
}

/// Tables of one base, created and loaded again.
pub fn fixed_base(data: &[u8]) {
    let mut input = Input(data);
    let m = input.modulus(600);
    let on = on_some_backend(&mut input, &m);
    let g = input.base(&m, 650);
    let options = FixedBaseOptions::new(2 * input.byte())
        .with_table_bytes(Some(100 * input.byte()).filter(|&bytes| bytes < 25_000));
    let made = on.fixed_base(&limbs(&g), options).expect("small tables");
    let loaded = FixedBase::from_bytes(&made.to_bytes()).expect("just saved");
    let exponents: Vec<_> = (0..3).map(|_| input.number(511)).collect();
    let fitting: Vec<_> = exponents.iter().filter(|e| e.bits() as usize <= options.max_exponent_bits).collect();
    let want: Vec<_> = fitting.iter().map(|e| g.modpow(e, &m)).collect();
    let fitting: Vec<_> = fitting.into_iter().map(limbs).collect();

    for base in [&made, &loaded] {
        for (e, want) in fitting.iter().zip(&want) {
            assert_eq!(base.pow(e).map(|x| big(&x)).as_ref(), Ok(want), "{g}^{e:?} mod {m}, {options:?}");
            assert_eq!(base.pow_vartime(e).map(|x| big(&x)).as_ref(), Ok(want), "{g}^{e:?} mod {m}, {options:?}");
        }
        let many = base.pow_many(&slices(&fitting)).expect("all fit");
        assert!(many.iter().map(|x| big(x)).eq(want.iter().cloned()), "{g} mod {m}, {options:?}");
        for e in exponents.iter().filter(|e| e.bits() as usize > options.max_exponent_bits) {
            assert!(matches!(base.pow(&limbs(e)), Err(Error::ExponentTooLong { .. })));
        }
    }
}

/// Primes 2^k − c, by k and c.
const PRIMES: [(u32, u32); 12] = [
    (2, 1),
    (3, 1),
    (16, 15),
    (61, 1),
    (64, 59),
    (64, 83),
    (127, 1),
    (128, 159),
    (255, 19),
    (256, 189),
    (512, 569),
    (521, 1),
];

/// Powers modulo products of primes.
pub fn crt(data: &[u8]) {
    let mut input = Input(data);
    let count = 2 + input.below(3);
    let first = input.byte();
    let step = 1 + 2 * input.below(2);
    let primes = (0..count).map(|i| PRIMES[(first + i * step) % PRIMES.len()]);
    let primes: Vec<_> = primes.map(|(k, c)| (BigUint::from(1u8) << k) - c).collect();
    let n: BigUint = primes.iter().product();
    let prime_limbs: Vec<_> = primes.iter().map(limbs).collect();
    let backend = BACKENDS[input.below(BACKENDS.len())];
    let base = input.base(&n, n.bits() as usize + 70);
    let exponent = input.number(300);
    let random = limbs(&(input.number(n.bits() as usize) | BigUint::from(1u8)));

    let crt = CrtModulus::with_backend(&slices(&prime_limbs), backend).expect("different odd primes");
    let want = base.modpow(&exponent, &n);
    let (b, e) = (limbs(&base), limbs(&exponent));
    assert_eq!(crt.pow(&b, &e).map(|x| big(&x)), Ok(want.clone()), "{base}^{exponent} mod {primes:?} on {backend:?}");
    for result in [crt.private_key_op(&b, &e), crt.private_key_op_blinded(&b, &e, &random)] {
        match result {
            Ok(power) => assert_eq!(big(&power), want, "private key, {base}^{exponent} mod {primes:?} on {backend:?}"),
            // no public exponent, or a random number with a common factor
            Err(error) => assert!(matches!(error, Error::NoInverse | Error::NoPublicExponent), "{error}"),
        }
    }
}

/// Bytes that are not a table, or differ a little from a table, give an error or a table. No call panics.
pub fn saved(data: &[u8]) {
    let mut input = Input(data);
    let m = Modulus::new(&limbs(&input.modulus(200))).expect("not zero");
    let options = FixedBaseOptions::new(input.byte()).with_table_bytes(16 * input.byte());
    let good = m.fixed_base(&limbs(&input.number(200)), options).expect("small tables").to_bytes();
    let mut bytes = good.clone();
    let edits = input.below(4);
    for _ in 0..edits {
        let at = 256 * input.byte() + input.byte();
        let length = bytes.len();
        match input.below(4) {
            // a byte of the header, or any byte
            0 => bytes[at % length.min(64)] = input.byte() as u8,
            1 => bytes[at % length] ^= 1 << input.below(8),
            2 => bytes.truncate(at % (length + 1)),
            _ => bytes.insert(at % (length + 1), input.byte() as u8),
        }
        if bytes.is_empty() {
            break;
        }
    }
    // also with a right checksum
    if input.below(2) == 1 && bytes.len() >= 8 {
        let at = bytes.len() - 8;
        let sum = crc64(&bytes[..at]);
        bytes[at..].copy_from_slice(&sum.to_le_bytes());
    }

    assert!(FixedBase::from_bytes(input.0).is_err());
    match FixedBase::from_bytes(&bytes) {
        Ok(base) => {
            assert!(base.pow(&[1]).is_ok() || base.max_exponent_bits() == 0);
            assert!(base.pow_vartime(&[]).is_ok());
            assert_eq!(FixedBase::from_bytes(&base.to_bytes()).map(|again| again.to_bytes()), Ok(base.to_bytes()));
        }
        Err(error) => assert_ne!(bytes, good, "{error}"),
    }
}

/// CRC-64 of ECMA-182, reflected, a bit at a time.
fn crc64(bytes: &[u8]) -> u64 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u64::from(byte), |crc: u64, _| crc >> 1 ^ (crc & 1).wrapping_neg() & 0xc96c_5795_d787_0f42)
    })
}
