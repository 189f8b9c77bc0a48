//! GMP as the crate rug builds it from source.

use super::peer;
use crate::contender::{Contender, Time};
use crate::problem::{Problem, bytes};
use rug::Integer;
use rug::integer::Order;

pub(super) fn contenders(problem: &Problem) -> Vec<Box<dyn Contender>> {
    let number = |limbs: &[u64]| Integer::from_digits(limbs, Order::Lsf);
    let read = |power: &Integer| bytes(&power.to_digits::<u64>(Order::Lsf));
    let numbers = || (number(&problem.bases[0]), number(&problem.exponents[0]), number(&problem.modulus));

    let (base, exponent, modulus) = numbers();
    let vartime = move || Integer::from(base.pow_mod_ref(&exponent, &modulus).expect("exponent is not negative"));
    let mut contenders = vec![peer("GMP built by rug, mpz_powm", Time::Variable, vartime, read)];
    if problem.is_odd() {
        let (base, exponent, modulus) = numbers();
        let secure = move || Integer::from(base.secure_pow_mod_ref(&exponent, &modulus));
        contenders.push(peer("GMP built by rug, mpz_powm_sec", Time::Constant, secure, read));
    }
    contenders
}
