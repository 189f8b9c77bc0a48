//! The test cases of curves and pairings.

use super::{Case, Run, Secret, be_bytes, forget, number};
use modexp_curves::{Backend, Curve, CurveName, Gt, Pairing, PairingName, Point};
#[cfg(feature = "historical")]
use modexp_historical::PairingName as HistoricalName;
use std::rc::Rc;

/// Curves over GF(p) of each number of limbs, with a = −3, with a = 0, with a different a, and with an endomorphism.
const OVER_PRIMES: [CurveName; 7] = [
    CurveName::Miracl160,
    CurveName::P224,
    CurveName::P256,
    CurveName::Secp256k1,
    CurveName::BrainpoolP256r1,
    CurveName::P384,
    CurveName::P521,
];

/// Curves over GF(2^m) of each number of limbs, with doublings and with the Frobenius map.
const BINARY: [CurveName; 8] = [
    CurveName::B163,
    CurveName::B233,
    CurveName::B283,
    CurveName::B571,
    CurveName::K163,
    CurveName::K233,
    CurveName::K283,
    CurveName::K571,
];

/// Towers of degree 12 above fields of six and four limbs.
const PAIRINGS: [fn(Backend) -> Pairing; 2] =
    [|backend| named(PairingName::Bls12381, backend), |backend| named(PairingName::AltBn128, backend)];

fn named(name: PairingName, backend: Backend) -> Pairing {
    Pairing::named_with_backend(name, backend).expect("a backend of this machine")
}

/// A tower of degree 6 above three limbs, one of degree 2 above eight, and one of degree 4 above GF(2^m).
#[cfg(feature = "historical")]
const HISTORICAL: [fn(Backend) -> Pairing; 3] = [
    |backend| historical(HistoricalName::Mnt160, backend),
    |backend| historical(HistoricalName::Cp512, backend),
    |backend| historical(HistoricalName::Ss2M379, backend),
];

#[cfg(feature = "historical")]
fn historical(name: HistoricalName, backend: Backend) -> Pairing {
    modexp_historical::named_with_backend(name, backend).expect("a backend of this machine")
}

#[cfg(not(feature = "historical"))]
const HISTORICAL: [fn(Backend) -> Pairing; 0] = [];

/// All test cases with a backend of this machine.
pub(super) fn cases() -> Vec<Case> {
    let mut all = Vec::new();
    for backend in Backend::available() {
        let on =
            |curve: CurveName| move || Curve::named_with_backend(curve, backend).expect("a backend of this machine");
        for name in OVER_PRIMES {
            all.extend(curve_calls(backend, name.as_str(), on(name)));
        }
        // digits are for GF(p) only: the other groups compute as on plain limbs
        if backend == Backend::Digits {
            continue;
        }
        for name in BINARY {
            all.extend(curve_calls(backend, name.as_str(), on(name)));
        }
        for make in PAIRINGS.into_iter().chain(HISTORICAL) {
            let name = make(backend).name();
            all.extend(curve_calls(backend, &format!("{name} G1"), move || make(backend).g1().clone()));
            all.extend(curve_calls(backend, &format!("{name} G2"), move || make(backend).g2().clone()));
            all.extend(pairing_calls(backend, make));
        }
    }
    all.extend(controls());
    all
}

/// A call with two secret scalars of the order's length; the group reduces them modulo the order.
fn case(backend: &str, order: &[u64], call: &str, prepare: impl Fn(Rc<Vec<Secret>>) -> Run + 'static) -> Case {
    let bits = 64 * order.len();
    Case {
        name: format!("{backend}/{bits}/{call}"),
        is_control: backend == CONTROL,
        secrets: |bits, random| [bits, bits].map(|bits| Secret::new(number(bits, random))).into(),
        prepare: Box::new(prepare),
        bits,
    }
}

fn name_of(backend: Backend) -> String {
    format!("{backend:?}").to_lowercase()
}

/// Calls with two secret scalars; the second makes a point with secret coordinates.
fn curve_calls<C: Fn() -> Curve + Copy + 'static>(backend: Backend, name: &str, curve: C) -> Vec<Case> {
    let order = curve().order().to_vec();
    let call = |call: &str, run: fn(&Curve, &[u64], &Point) -> Point| {
        case(&name_of(backend), &order, &format!("{name}, {call}"), move |secrets| with_point(curve(), secrets, run))
    };
    vec![
        call("multiply", |curve, k, p| curve.multiply(k, p).expect("a good point")),
        call("multiply_many", |curve, k, p| {
            // nine: the widest lanes of any machine, and one more
            curve.multiply_many(&[k; 9], &[p; 9]).expect("good points").pop().expect("nine")
        }),
        call("msm", |curve, k, p| curve.msm(&[k, &k[1..]], &[p, &curve.generator()]).expect("good points")),
        call("fixed_base", |curve, k, p| {
            curve.fixed_base(p, None).map(|tables| tables.multiply(k)).expect("a good point")
        }),
        call("add, negate", |curve, _, p| {
            curve.add(p, &curve.negate(&curve.generator()).expect("good")).expect("a good point")
        }),
        call("multiply_bytes", |curve, k, p| {
            let mut k = be_bytes(k);
            let mut encoded = curve.encode(p, true).expect("a good point");
            let mut product = curve.multiply_bytes(&k, &encoded).expect("a good point");
            let point = curve.decode(&product).expect("a good point");
            for bytes in [&mut k, &mut encoded, &mut product] {
                forget(bytes);
            }
            point
        }),
    ]
}

/// A call with the first scalar and the product of the second and the generator.
fn with_point(curve: Curve, secrets: Rc<Vec<Secret>>, run: fn(&Curve, &[u64], &Point) -> Point) -> Run {
    Box::new(move || {
        let p = curve.multiply(&secrets[1].limbs, &curve.generator()).expect("a good point");
        let q = run(&curve, &secrets[0].limbs, &p);
        [q.x(), q.y()].map(Option::unwrap_or_default).concat()
    })
}

/// Calls with two secret scalars: a power of a secret value, and a pairing of points with secret coordinates.
fn pairing_calls(backend: Backend, make: fn(Backend) -> Pairing) -> Vec<Case> {
    let e = make(backend);
    let call = |call: &str, run: fn(&Pairing, &Gt, &[u64], &[u64]) -> Gt| {
        let call = format!("{}, {call}", e.name());
        case(&name_of(backend), e.order(), &call, move |secrets| with_value(make(backend), secrets, run))
    };
    vec![
        call("pair", |e, _, k, l| {
            let p = e.g1().multiply(k, &e.g1().generator()).expect("a good point");
            let q = e.g2().multiply(l, &e.g2().generator()).expect("a good point");
            e.pair(&p, &q).expect("good points")
        }),
        call("pair_many", |e, _, k, l| {
            let p = e.g1().multiply(k, &e.g1().generator()).expect("a good point");
            let q = e.g2().multiply(l, &e.g2().generator()).expect("a good point");
            // nine: the widest lanes of any machine, and one more
            e.pair_many(&[(&p, &q); 9]).expect("good points").pop().expect("nine")
        }),
        call("gt pow_many", |e, value, k, l| {
            let power = value.pow(l);
            e.pow_many(&[&power; 9], &[k; 9]).expect("as many").pop().expect("nine")
        }),
        call("product, prepared", |e, _, k, l| {
            let p = e.g1().multiply(k, &e.g1().generator()).expect("a good point");
            let q = e.g2().multiply(l, &e.g2().generator()).expect("a good point");
            let [q, g] = [&q, &e.g2().generator()].map(|q| e.prepare(q).expect("a good point"));
            e.product_prepared(&[(&p, &q), (&e.g1().generator(), &g)]).expect("good points")
        }),
        call("gt pow, inverse, multiply", |_, value, k, l| {
            let power = value.pow(k);
            power.pow(l).multiply(&power.inverse())
        }),
        call("gt fixed_base", |_, value, k, l| value.pow(l).fixed_base(1 << 14).pow(k)),
        call("gt bytes", |e, value, k, _| {
            let mut bytes = value.pow(k).to_bytes();
            let value = e.gt_from_bytes(&bytes).expect("a value");
            forget(&mut bytes);
            value
        }),
    ]
}

/// A call with the pairing of the generators, which is public, and two scalars.
fn with_value(e: Pairing, secrets: Rc<Vec<Secret>>, run: fn(&Pairing, &Gt, &[u64], &[u64]) -> Gt) -> Run {
    let value = e.pair(&e.g1().generator(), &e.g2().generator()).expect("good points");
    Box::new(move || {
        let mut bytes = run(&e, &value, &secrets[0].limbs, &secrets[1].limbs).to_bytes();
        let limb = |bytes: &[u8]| bytes.iter().fold(0, |limb, &byte| limb << 8 | u64::from(byte));
        let limbs = bytes.chunks(8).map(limb).collect();
        forget(&mut bytes);
        limbs
    })
}

/// The backend of controls.
const CONTROL: &str = "control";

/// The controls: the variable-time calls of each kind of curve and of pairing values, on the fastest backend.
fn controls() -> Vec<Case> {
    let curve = |name: CurveName, call: &str, run: fn(&Curve, &[u64], &Point) -> Point| {
        let order = Curve::named(name).order().to_vec();
        let call = format!("{}, {call}", name.as_str());
        case(CONTROL, &order, &call, move |secrets| with_point(Curve::named(name), secrets, run))
    };
    let value = |name: PairingName| {
        let call = format!("{}, gt pow_vartime", name.as_str());
        case(CONTROL, Pairing::named(name).order(), &call, move |secrets| {
            with_value(Pairing::named(name), secrets, |_, value, k, _| value.pow_vartime(k))
        })
    };
    let mut all: Vec<Case> = [CurveName::P256, CurveName::Secp256k1, CurveName::B163]
        .into_iter()
        .map(|name| curve(name, "multiply_vartime", |curve, k, p| curve.multiply_vartime(k, p).expect("a good point")))
        .collect();
    all.push(curve(CurveName::P256, "msm_vartime", |curve, k, p| {
        curve.msm_vartime(&[k, k], &[p, &curve.generator()]).expect("good points")
    }));
    // the multiplication by τ is constant-time in both calls
    all.extend([CurveName::P256, CurveName::K163].map(|name| {
        curve(name, "fixed_base vartime", |curve, k, p| {
            curve.fixed_base(p, None).map(|tables| tables.multiply_vartime(k)).expect("a good point")
        })
    }));
    all.extend([PairingName::Bls12381, PairingName::AltBn128].map(value));
    all
}
