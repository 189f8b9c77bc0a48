//! The preparation of a product of primes.

use super::check::SmallField;
use super::parts::{OddParts, prepare};
use super::{CHECK_PRIMES, CrtModulus, CrtOptions, EXPONENT_LIMBS, Prime, Secret, differing_bits, multiply};
use crate::error::Error;
use crate::prime::is_probable_prime;
use alloc::vec;
use alloc::vec::Vec;
use core::mem;
use core::sync::atomic::{AtomicBool, AtomicU64};
use modexp_limbs::declassify::{declassified, declassify};
use modexp_limbs::limb;
use zeroize::Zeroizing;

impl CrtModulus {
    pub(super) fn prepare(primes: &[&[u64]], options: CrtOptions<'_>) -> Result<Self, Error> {
        let CrtOptions { power: k, trusted, backend, modulus: n } = options;
        if k == 0 {
            return Err(Error::ZeroPower);
        }
        let differ = |p: &[u64], q: &[u64]| declassified(differing_bits(limb::trim(p), limb::trim(q))) != 0;
        let new = |(i, p): (usize, &&[u64])| primes[..i].iter().all(|q| differ(p, q));
        let different = primes.iter().enumerate().all(new);
        let odd = primes.iter().all(|p| p.first().is_some_and(|low| low & 1 == 1) && limb::bit_len(p) > 1);
        if primes.len() < 2 || !different || !odd {
            return Err(Error::BadPrimes);
        }
        let is_factor = |r: u64| primes.iter().any(|p| limb::trim(p) == [r]);
        let fields = CHECK_PRIMES.map(SmallField::new).into_iter().filter(|field| !is_factor(field.prime()));
        let mut checks = fields.collect::<Vec<_>>().into_iter().cycle();

        let mut product: Secret = Zeroizing::new(vec![1]);
        let mut prepared = Vec::new();
        for prime in primes {
            let prime = limb::trim(prime);
            if !trusted && !is_probable_prime(&prepare(prime, backend)?) {
                return Err(Error::BadPrimes);
            }
            let m = prepare(&power(prime, k), backend)?;
            let before_inv = Zeroizing::new(m.inverse(&product).map_err(|_| Error::BadPrimes)?);
            let next = multiply(&product, m.limbs());
            let check = checks.next().ok_or(Error::BadPrimes)?;
            let p = Zeroizing::new(prime.to_vec());
            prepared.push(Prime { m, p, before: mem::replace(&mut product, next), before_inv, check });
        }
        declassify(&product);
        let n = limb::trim(n.unwrap_or(&product));
        if differ(n, &product) {
            return Err(Error::ModulusMismatch);
        }
        let modulus = prepare(&product, backend)?;
        let plain: Vec<Secret> = prepared.iter().map(|prime| Zeroizing::new(prime.m.limbs().to_vec())).collect();
        let r = |i: usize| prepared[i].check.prime();
        let checked: Vec<Secret> = plain.iter().enumerate().map(|(i, m)| multiply(m, &[r(i)])).collect();
        let orders: Vec<Secret> = prepared.iter().zip(&plain).map(|(prime, m)| order(m, &prime.p, k)).collect();
        let checked_orders: Vec<Secret> =
            orders.iter().enumerate().map(|(i, order)| multiply(order, &[r(i) - 1])).collect();
        Ok(Self {
            modulus,
            n: n.to_vec(),
            primes: prepared,
            power: k,
            plain: OddParts::new(&plain, &orders, k, backend)?,
            checked: OddParts::new(&checked, &checked_orders, k, backend)?,
            public_exponent: [const { AtomicU64::new(0) }; EXPONENT_LIMBS],
            tested: AtomicBool::new(!trusted),
        })
    }
}

/// p^k without leading zero limbs, for p without them.
pub(super) fn power(p: &[u64], k: u32) -> Secret {
    let mut out: Secret = Zeroizing::new(vec![1]);
    for _ in 0..k {
        out = multiply(&out, p);
        trim(&mut out);
    }
    out
}

/// p^k − p^(k − 1), the order of the group modulo m = p^k, without leading zero limbs. The number of its factors 2 is
/// public.
pub(super) fn order(m: &[u64], p: &[u64], k: u32) -> Secret {
    let mut order = Zeroizing::new(m.to_vec());
    let below = Zeroizing::new(limb::resize(&power(p, k.saturating_sub(1)), m.len()));
    limb::sub_if(&mut order, &below, 1);
    trim(&mut order);
    declassify(&order[..order.len().min(1)]);
    order
}

/// Removes leading zero limbs. The length of a number is public.
fn trim(x: &mut Secret) {
    while x.last().is_some_and(|&top| declassified(limb::is_zero(&[top])) == 1) {
        x.pop();
    }
    declassify(&x[x.len().saturating_sub(1)..]);
}
