//! Libraries in Rust: crypto-bigint, num-bigint, aurora-engine-modexp.

use super::peer;
use crate::case::{Case, bytes};
use crate::contender::Contender;
use crypto_bigint::modular::{BoxedMontyForm, BoxedMontyParams};
use crypto_bigint::{BoxedUint, Odd};
use num_bigint::BigUint;

pub(crate) fn contenders(case: &Case) -> Vec<Box<dyn Contender>> {
    let mut contenders = Vec::new();

    let modulus: Odd<BoxedUint> = Option::from(BoxedUint::from_words(case.modulus.clone()).into_odd()).expect("odd");
    let params = BoxedMontyParams::new(modulus);
    let (base, exponent) = (BoxedUint::from_words(case.base.clone()), BoxedUint::from_words(case.exponent.clone()));
    let exponent_bits = case.exponent_bits as u32;
    contenders.push(peer(
        "crypto-bigint pow_bounded_exp",
        case,
        move || BoxedMontyForm::new(base.clone(), &params).pow_bounded_exp(&exponent, exponent_bits).retrieve(),
        |power| bytes(power.as_words()),
    ));

    let number = |limbs: &[u64]| BigUint::from_bytes_be(&bytes(limbs));
    let (base, exponent, modulus) = (number(&case.base), number(&case.exponent), number(&case.modulus));
    contenders.push(peer("num-bigint modpow", case, move || base.modpow(&exponent, &modulus), BigUint::to_bytes_be));

    let (base, exponent, modulus) = (bytes(&case.base), bytes(&case.exponent), bytes(&case.modulus));
    contenders.push(peer(
        "aurora-engine-modexp modexp",
        case,
        move || aurora_engine_modexp::modexp(&base, &exponent, &modulus),
        Clone::clone,
    ));
    contenders
}
