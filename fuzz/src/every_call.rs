//! Every public call on one problem and one backend, against num-bigint.

use crate::structured::{Random, Structured, primes};
use modexp_core::{Backend, CrtModulus, Error, FixedBase, FixedBaseOptions, Modulus, WindowPlan};
use num_bigint::BigUint;

fn limbs(x: &BigUint) -> Vec<u64> {
    x.to_u64_digits()
}

fn big(limbs: &[u64]) -> BigUint {
    limbs.iter().rev().fold(BigUint::ZERO, |x, &limb| (x << 64u32) + limb)
}

fn bigs(numbers: &[Vec<u64>]) -> Vec<BigUint> {
    numbers.iter().map(|x| big(x)).collect()
}

/// The number of results compared, and the problem.
struct Compared {
    count: usize,
    what: String,
}

impl Compared {
    #[allow(clippy::needless_pass_by_value, reason = "what is compared is made for it")]
    fn equal<T: PartialEq + std::fmt::Debug>(&mut self, call: &str, got: T, want: T) {
        assert!(got == want, "{call} gives {got:?}, not {want:?}: {}", self.what);
        self.count += 1;
    }
}

/// Checks the calls on the next problem of `random` on each backend. Returns the number of compared results.
///
/// # Panics
/// If a result differs.
pub fn check(random: &mut Random, backends: &[Backend]) -> usize {
    if random.below(8) == 0 { check_primes(random, backends) } else { check_modulus(random, backends) }
}

fn check_modulus(random: &mut Random, backends: &[Backend]) -> usize {
    let Structured { modulus: m, bases: [a, b], exponents: [x, y] } = Structured::new(random);
    let table_bytes = Some(1 + random.below(20_000));
    let [ax, ay, by] = [a.modpow(&x, &m), a.modpow(&y, &m), b.modpow(&y, &m)];
    let both = &ax * &by % &m;
    let one = BigUint::from(1u8) % &m;
    let inverse = a.modinv(&m);
    let [al, bl, xl, yl] = [&a, &b, &x, &y].map(limbs);
    let max_exponent_bits = x.bits().max(y.bits()) as usize;
    let mut count = 0;
    for &backend in backends {
        let on = match Modulus::with_backend(&limbs(&m), backend) {
            // some backends take only short numbers
            Err(Error::BackendUnavailable) if Backend::emulated().contains(&backend) => continue,
            on => on.expect("it is available"),
        };
        let what = format!("{backend:?}, modulus, bases, exponents {m:#x}, {a:#x}, {b:#x}, {x:#x}, {y:#x}");
        let mut compared = Compared { count: 0, what };
        let mut one_power = |call: &str, got: &[u64]| compared.equal(call, big(got), ax.clone());
        one_power("pow", &on.pow(&al, &xl));
        one_power("pow_vartime", &on.pow_vartime(&al, &xl));
        one_power("pow_bounded_exp", &on.pow_bounded_exp(&al, &xl, x.bits() as usize));
        one_power("sliding windows", &on.pow_vartime_by(&WindowPlan::sliding_window(&xl, 4), &al, &xl));
        one_power("m-ary digits", &on.pow_vartime_by(&WindowPlan::m_ary(&xl, 3), &al, &xl));
        if let [small] = al[..] {
            one_power("pow_small_base", &on.pow_small_base(small, &xl));
        }
        let bytes = on.pow_be_bytes(&a.to_bytes_be(), &x.to_bytes_be());
        compared.equal("pow_be_bytes", BigUint::from_bytes_be(&bytes), ax.clone());
        compared.equal("mul", big(&on.mul(&al, &bl)), &a * &b % &m);
        compared.equal("square", big(&on.square(&al)), &a * &a % &m);
        compared.equal("reduce", big(&on.reduce(&al)), &a % &m);
        compared.equal("square_repeated", big(&on.square_repeated(&al, 7)), a.modpow(&BigUint::from(128u8), &m));

        let (bases, exponents) = ([&al[..], &bl, &al], [&xl[..], &yl, &yl]);
        let many = on.pow_many(&bases, &exponents).expect("as many");
        compared.equal("pow_many", bigs(&many), vec![ax.clone(), by.clone(), ay.clone()]);
        let each = vec![ax.clone(), ay.clone(), one.clone()];
        let exponents = [&xl[..], &yl, &[]];
        compared.equal("pow_each", bigs(&on.pow_each(&al, &exponents)), each.clone());
        compared.equal("pow_each_vartime", bigs(&on.pow_each_vartime(&al, &exponents)), each.clone());
        let product = on.pow_product(&[&al, &bl], &[&xl, &yl]).expect("as many");
        compared.equal("pow_product", big(&product), both.clone());
        let product = on.pow_product_vartime(&[&al, &bl], &[&xl, &yl]).expect("as many");
        compared.equal("pow_product_vartime", big(&product), both.clone());

        match &inverse {
            Some(inverse) => {
                compared.equal("inverse", on.inverse(&al).map(|x| big(&x)), Ok(inverse.clone()));
                let many = on.inverse_many(&[&al, &al]).map(|inverses| bigs(&inverses));
                compared.equal("inverse_many", many, Ok(vec![inverse.clone(); 2]));
            }
            None if m == BigUint::from(1u8) => {}
            None => compared.equal("inverse", on.inverse(&al).map(|x| big(&x)), Err(Error::NoInverse)),
        }

        let options = FixedBaseOptions::new(max_exponent_bits).with_table_bytes(table_bytes);
        let made = on.fixed_base(&al, options).expect("small tables");
        let loaded = FixedBase::from_bytes(&made.to_bytes()).expect("just saved");
        for table in [made, loaded] {
            compared.equal("FixedBase::pow", table.pow(&xl).map(|x| big(&x)), Ok(ax.clone()));
            compared.equal("FixedBase::pow_vartime", table.pow_vartime(&yl).map(|x| big(&x)), Ok(ay.clone()));
            let many = table.pow_many(&[&xl, &yl]).map(|powers| bigs(&powers));
            compared.equal("FixedBase::pow_many", many, Ok(vec![ax.clone(), ay.clone()]));
        }
        count += compared.count;
    }
    count
}

/// Powers modulo products of primes, and a private exponent.
fn check_primes(random: &mut Random, backends: &[Backend]) -> usize {
    let primes = primes(random);
    let Structured { bases: [a, b], exponents: [x, _], .. } = Structured::new(random);
    let n: BigUint = primes.iter().product();
    let order: BigUint = primes.iter().map(|p| p - 1u8).product();
    let private = [65537u32, 257, 17, 5, 3].into_iter().find_map(|e| BigUint::from(e).modinv(&order));
    let want = a.modpow(&x, &n);
    let (al, xl) = (limbs(&a), limbs(&x));
    let numbers: Vec<Vec<u64>> = primes.iter().map(limbs).collect();
    let slices: Vec<&[u64]> = numbers.iter().map(Vec::as_slice).collect();
    let mut count = 0;
    for &backend in backends {
        let crt = match CrtModulus::with_backend(&slices, backend) {
            Err(Error::BackendUnavailable) if Backend::emulated().contains(&backend) => continue,
            crt => crt.expect("different odd primes"),
        };
        let what = format!("{backend:?}, primes {numbers:x?}, base, exponent {a:#x}, {x:#x}");
        let mut compared = Compared { count: 0, what };
        compared.equal("CrtModulus::pow", crt.pow(&al, &xl).map(|x| big(&x)), Ok(want.clone()));
        match crt.private_key_op(&al, &xl) {
            Ok(power) => compared.equal("private_key_op", big(&power), want.clone()),
            Err(error) => assert_eq!(error, Error::NoPublicExponent, "x is the inverse of no public exponent"),
        }
        if let Some(d) = &private {
            let (want, d) = (a.modpow(d, &n), limbs(d));
            compared.equal("private_key_op", crt.private_key_op(&al, &d).map(|x| big(&x)), Ok(want.clone()));
            match crt.private_key_op_blinded(&al, &d, &limbs(&b)) {
                Ok(power) => compared.equal("private_key_op_blinded", big(&power), want),
                Err(error) => assert!(matches!(error, Error::NoInverse | Error::NoPublicExponent), "{error}"),
            }
        }
        count += compared.count;
    }
    count
}
