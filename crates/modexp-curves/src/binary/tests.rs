//! Koblitz curves' digits: they add up to the scalar in Z\[τ\]/δ, whatever it is.

use super::koblitz::Koblitz;
use super::names;
use alloc::vec::Vec;
use modexp_limbs::limb;
use modexp_limbs::testing::Random;
use num_bigint::{BigInt, BigUint};

#[test]
fn digits_are_those_of_the_scalar() {
    for (m, curve) in [(163, &names::K163), (233, &names::K233), (283, &names::K283), (571, &names::K571)] {
        let n = BigInt::from(BigUint::from_slice(
            &curve.order.iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]).collect::<Vec<_>>(),
        ));
        let koblitz = Koblitz::new(m, curve.a[0] == 1, limb::trim(curve.order)).expect("the norm of δ is the order");
        let tau = koblitz.eigenvalue(&n);
        let mut random = Random(m as u64);
        let ends = [BigInt::from(0), BigInt::from(1), BigInt::from(2), &n - 1, &n - 2, &n / 2, tau.clone(), &n - &tau];
        let random = (0..200).map(|_| {
            let limbs = random.bits(m - 3);
            BigInt::from(limbs.iter().rev().fold(BigUint::ZERO, |acc, &limb| acc << 64 | BigUint::from(limb))) % &n
        });
        for k in ends.into_iter().chain(random) {
            let mut limbs = k.magnitude().to_u64_digits();
            limbs.resize(curve.order.len(), 0);
            assert_eq!(koblitz.value(&limbs, &tau, &n), k, "{m}");
        }
    }
}
