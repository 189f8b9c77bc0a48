//! The instructions of x86-64 on named curves.

use crate::weierstrass::tests::{NAMED, check_named, limbs, number};
use modexp_fields::prime::x86_64::{Adx, Ifma};
use modexp_fields::prime::{Eight, Params};

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
