//! The system's GMP and OpenSSL.

use modexp_peers::{Method, Modulus, Powm, gmp, openssl};
use num_bigint::BigUint;

/// Computes base^exponent mod modulus by a different library.
pub type Pow = fn(&BigUint, &BigUint, &BigUint) -> BigUint;

/// Returns the libraries of this system. `MODEXP_FUZZ_PLANT` adds a wrong library, which the fuzzer must find.
#[must_use]
pub fn available() -> Vec<(&'static str, Pow)> {
    let gmp = gmp().ok().map(|_| ("GMP", gmp_pow as Pow));
    let openssl = openssl().ok().map(|_| ("OpenSSL", openssl_pow as Pow));
    let planted = std::env::var_os("MODEXP_FUZZ_PLANT").map(|_| ("planted error", planted_pow as Pow));
    gmp.into_iter().chain(openssl).chain(planted).collect()
}

/// Returns the modulus instead of 0, like an unfinished reduction.
fn planted_pow(base: &BigUint, exponent: &BigUint, modulus: &BigUint) -> BigUint {
    let power = base.modpow(exponent, modulus);
    if power == BigUint::ZERO { modulus.clone() } else { power }
}

fn gmp_pow(base: &BigUint, exponent: &BigUint, modulus: &BigUint) -> BigUint {
    let gmp = gmp().expect("found by `available`");
    let [base, exponent, modulus] = [base, exponent, modulus].map(|x| gmp.integer(&x.to_u64_digits()));
    let mut power = gmp.integer(&[]);
    gmp.powm(Powm::Vartime, &mut power, &base, &exponent, &modulus);
    big(&power.limbs())
}

fn openssl_pow(base: &BigUint, exponent: &BigUint, modulus: &BigUint) -> BigUint {
    let bn = openssl().expect("found by `available`").bn;
    let [base, exponent] = [base, exponent].map(|x| bn.number(&x.to_u64_digits()));
    let mut power = bn.number(&[]);
    Modulus::new(bn, &modulus.to_u64_digits()).pow(Method::ModExp, &mut power, &base, &exponent);
    big(&power.limbs())
}

/// Converts little-endian limbs to a number.
pub(crate) fn big(limbs: &[u64]) -> BigUint {
    limbs.iter().rev().fold(BigUint::ZERO, |x, &limb| (x << 64u32) + limb)
}
