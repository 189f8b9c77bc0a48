//! The instructions of x86-64 on named curves.

use crate::pairing::PairingName;
use crate::weierstrass::tests::{NAMED, check_named, limbs, number};
use modexp_fields::prime::x86_64::{Adx, Ifma};
use modexp_fields::prime::{Eight, Params};
use modexp_limbs::hex;

// the primes of pairings; the last four are of modexp-historical
pub(crate) const BLS12_381: &[u64] = PairingName::Bls12381.family().p;
pub(crate) const ALT_BN128: &[u64] = PairingName::AltBn128.family().p;
pub(crate) const BN254N: &[u64] = PairingName::Bn254N.family().p;
pub(crate) const CP512: &[u64] = &hex::limbs::<8>(
    "8d5006492b424c09d2febe717ee382a57ebe3a352fc383e1ac79f21ddb43706cfb192333a7e9cf644636332e83d90a1e56efbae8715aa07883483f8267e80ed3",
);
pub(crate) const KSS18_511: &[u64] = &hex::limbs::<8>(
    "6b5a6e1d11e5108caccd56558145c710554eeff9af413df697c385a6e6516bae211b5ff0fab2ebaa158830e019751e0e2c2dac611d8e26ec036085796084958d",
);
pub(crate) const BLS24_509: &[u64] = &hex::limbs::<8>(
    "155556ffff39ca9bfcedf2b4f9c0ecf6cb8ac8495d187e8c32ea0103e01090bb626e85bf7c18a0f0cfcb5c6071bad3d2ee63bd076e8d9300a13d118db8bfd2ab",
);
pub(crate) const BLS24_629: &[u64] = &hex::limbs::<10>(
    "15700f15be8c3d4d1727afe4bfe0dff5b6a5cbe41273ac25fa38be8fecb721278aa8dce9f2fed041fd142f8dc33ae164486cb0c174cc2fec2ae47a57554850155aab0355c0002180055558aaaaaaab",
);

#[test]
fn generators_of_named_curves_have_their_orders() {
    for named in &NAMED {
        let p = limbs(&number(named[0]));
        if p[3] == 0 {
            continue;
        }
        let params = Params::new(&p).expect("odd");
        if let Some(field) = Adx::detect(params) {
            check_named(field, named);
        }
        if let Some(field) = Ifma::detect().and_then(|vectors| Eight::<_, 4, 5>::new(vectors, params)) {
            check_named(field, named);
        }
    }
}

/// Every curve has lanes where the CPU has the instructions. CPUs that are expected to have the backend have them.
#[cfg(feature = "std")]
#[test]
fn every_curve_has_lanes_on_the_backend_that_has_them() {
    use crate::{Backend, Curve, CurveName};

    let expected = std::env::var("MODEXP_EXPECT_BACKENDS").unwrap_or_default().split(',').any(|name| name == "ifma");
    let has = Backend::Ifma.is_available() && std::is_x86_feature_detected!("vpclmulqdq");
    assert!(has || !expected);
    for name in CurveName::ALL.into_iter().filter(|name| name.is_binary()) {
        for backend in Backend::available() {
            let curve = Curve::named_with_backend(name, backend).expect("there");
            let lanes = curve.inner.parts.eight.as_ref().map(|eight| eight.group().lanes());
            assert_eq!(lanes, (has && backend == Backend::Ifma).then_some(8), "{name:?} {backend:?}");
        }
    }
}
