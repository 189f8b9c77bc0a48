//! Libraries in Rust: crypto-bigint, num-bigint, aurora-engine-modexp.

use super::peer;
use crate::contender::{Contender, Time};
use crate::problem::Problem;
use crypto_bigint::modular::{BoxedMontyForm, BoxedMontyParams};
use crypto_bigint::{BoxedUint, Odd};
use modexp_peers::limbs::{from_be_bytes, to_be_bytes};
use num_bigint::BigUint;

pub(super) fn contenders(problem: &Problem) -> Vec<Box<dyn Contender>> {
    let (base, exponent, modulus) = (&problem.bases[0], &problem.exponents[0], &problem.modulus);
    let mut contenders = Vec::new();
    contenders.extend(crypto_bigint(base, exponent, modulus, problem.exponent_bits() as u32));

    let number = |limbs: &[u64]| BigUint::from_bytes_be(&to_be_bytes(limbs));
    let (b, e, m) = (number(base), number(exponent), number(modulus));
    contenders.push(peer("num-bigint modpow", Time::Variable, move || b.modpow(&e, &m), |power| power.to_u64_digits()));

    let (b, e, m) = (to_be_bytes(base), to_be_bytes(exponent), to_be_bytes(modulus));
    let modexp = move || aurora_engine_modexp::modexp(&b, &e, &m);
    contenders.push(peer("aurora-engine-modexp modexp", Time::Variable, modexp, |power| from_be_bytes(power)));
    contenders
}

/// Creates the contender; `None` for an even modulus.
fn crypto_bigint(base: &[u64], exponent: &[u64], modulus: &[u64], bits: u32) -> Option<Box<dyn Contender>> {
    let odd: Odd<BoxedUint> = Option::from(BoxedUint::from_words(modulus.to_vec()).into_odd())?;
    let params = BoxedMontyParams::new(odd);
    let mut base = base.to_vec();
    base.resize(modulus.len(), 0);
    let (base, exponent) = (BoxedUint::from_words(base), BoxedUint::from_words(exponent.to_vec()));
    Some(peer(
        "crypto-bigint pow_bounded_exp",
        Time::Constant,
        move || BoxedMontyForm::new(base.clone(), &params).pow_bounded_exp(&exponent, bits).retrieve(),
        |power| power.as_words().to_vec(),
    ))
}
