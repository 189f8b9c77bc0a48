//! GMP as the crate rug builds it from source.

use super::peer;
use crate::case::{Case, bytes};
use crate::contender::Contender;
use rug::Integer;
use rug::integer::Order;

pub(crate) fn contenders(case: &Case) -> Vec<Box<dyn Contender>> {
    let number = |limbs: &[u64]| Integer::from_digits(limbs, Order::Lsf);
    let read = |power: &Integer| bytes(&power.to_digits::<u64>(Order::Lsf));
    let version = "GMP built by rug";

    let (base, exponent, modulus) = (number(&case.base), number(&case.exponent), number(&case.modulus));
    let vartime = move || Integer::from(base.pow_mod_ref(&exponent, &modulus).expect("exponent is not negative"));
    let (base, exponent, modulus) = (number(&case.base), number(&case.exponent), number(&case.modulus));
    let secure = move || Integer::from(base.secure_pow_mod_ref(&exponent, &modulus));
    vec![
        peer(format!("{version} mpz_powm"), case, vartime, read),
        peer(format!("{version} mpz_powm_sec"), case, secure, read),
    ]
}
