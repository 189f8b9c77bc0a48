//! The digits of Koblitz curves add up to the scalar in Z\[τ\]/δ, and so do the points.

use super::koblitz::Koblitz;
use super::names;
use crate::curve::Curve;
use crate::names::CurveName;
use modexp_limbs::limb;
use modexp_limbs::testing::Random;
use num_bigint::{BigInt, BigUint};

fn to_big(limbs: &[u64]) -> BigInt {
    BigInt::from(limbs.iter().rev().fold(BigUint::ZERO, |acc, &limb| acc << 64 | BigUint::from(limb)))
}

#[test]
fn digits_are_those_of_the_scalar() {
    for (m, curve) in [(163, &names::K163), (233, &names::K233), (283, &names::K283), (571, &names::K571)] {
        let n = to_big(curve.order);
        let koblitz = Koblitz::new(m, curve.a[0] == 1, limb::trim(curve.order)).expect("the norm of δ is the order");
        let tau = koblitz.eigenvalue(&n);
        let mut random = Random(m as u64);
        let ends = [BigInt::from(0), BigInt::from(1), BigInt::from(2), &n - 1, &n - 2, &n / 2, tau.clone(), &n - &tau];
        let random = (0..200).map(|_| to_big(&random.bits(m - 3)) % &n);
        for k in ends.into_iter().chain(random) {
            let mut limbs = k.magnitude().to_u64_digits();
            limbs.resize(curve.order.len(), 0);
            assert_eq!(koblitz.value(&limbs, &tau, &n), k, "{m}");
        }
    }
}

/// k = 2e for an entry e: if the digits of k end with e, the last addition adds equal points.
#[test]
fn the_last_addition_may_be_of_equal_points() {
    let mut ends = 0;
    for (m, name, curve) in [(163, CurveName::K163, &names::K163), (233, CurveName::K233, &names::K233)] {
        let n = to_big(curve.order);
        let koblitz = Koblitz::new(m, curve.a[0] == 1, limb::trim(curve.order)).expect("the norm of δ is the order");
        let entries = koblitz.entries(&koblitz.eigenvalue(&n));
        let multiples = Curve::named(name);
        let (g, limbs) = (multiples.generator(), |k: BigInt| ((k % &n + &n) % &n).magnitude().to_u64_digits());
        for e in entries.iter().flat_map(|e| [e.clone(), -e]) {
            let (once, twice) = (limbs(e.clone()), limbs(&e * 2));
            let once = multiples.multiply(&once, &g).expect("a point");
            assert_eq!(multiples.multiply(&twice, &g), multiples.add(&once, &once), "{m}: {e}");
            ends += usize::from(koblitz.ends_with(&limb::resize(&twice, curve.order.len()), &e, &entries));
        }
    }
    assert!(ends > 0, "none of them ends so");
}
