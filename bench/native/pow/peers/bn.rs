//! OpenSSL and its descendants.

use super::peer;
use crate::contender::{Contender, Time};
use crate::problem::{Kind, Problem};
use modexp_core::Modulus;
use modexp_peers::limbs::{from_be_bytes, to_be_bytes};
use modexp_peers::{Bn, OpenSsl, filling};

/// Returns all of OpenSSL's contenders for a problem.
pub(super) fn openssl(openssl: &'static OpenSsl, problem: &Problem) -> Vec<Box<dyn Contender>> {
    match problem.kind {
        Kind::Power | Kind::Batch => powers(openssl.bn, &openssl.name, problem),
        Kind::Product => product(openssl.bn, &openssl.name, problem).into_iter().collect(),
        Kind::Private => vec![private(openssl, problem)],
        _ => Vec::new(),
    }
}

/// Returns contenders for one power.
pub(super) fn powers(bn: Bn, library: &str, problem: &Problem) -> Vec<Box<dyn Contender>> {
    modexp_peers::powers(bn, library, &problem.bases[0], &problem.exponents[0], &problem.modulus)
}

/// Returns a contender for the product of two powers. OpenSSL has no function for more.
fn product(bn: Bn, library: &str, problem: &Problem) -> Option<Box<dyn Contender>> {
    let ([g, h], [a, b]) = (&problem.bases[..], &problem.exponents[..]) else {
        return None;
    };
    let [g, h, a, b] = [g, h, a, b].map(|limbs| bn.number(limbs));
    let modulus = modexp_peers::Modulus::new(bn, &problem.modulus);
    Some(filling(bn, format!("{library} BN_mod_exp2_mont"), Time::Variable, move |out| {
        modulus.pow_product(out, [&g, &h], [&a, &b]);
    }))
}

/// Computes c^d mod n by the Chinese remainder theorem, blinded and verified, like `openssl speed rsa`.
fn private(openssl: &'static OpenSsl, problem: &Problem) -> Box<dyn Contender> {
    let (p, q, d) = (&problem.primes[0], &problem.primes[1], &problem.exponents[0]);
    let modulus = |limbs: &[u64]| Modulus::new(limbs).expect("not zero");
    let less_one = |p: &[u64]| [&[p[0] - 1], &p[1..]].concat();
    let (dp, dq) = (modulus(&less_one(p)).reduce(d), modulus(&less_one(q)).reduce(d));
    let qi = modulus(p).inverse(q).expect("different primes");
    let key = openssl.rsa_key([&problem.modulus, &[65537], d], [p, q], [&dp, &dq, &qi]);

    let mut input = to_be_bytes(&problem.bases[0]);
    input.splice(0..0, vec![0; problem.modulus.len() * 8 - input.len()]);
    let compute = move || key.private_decrypt(&input);
    let name = format!("{} RSA_private_decrypt", openssl.name);
    peer(name, Time::Constant, compute, |power| from_be_bytes(power))
}
