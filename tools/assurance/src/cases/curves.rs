//! The test cases of curves and pairings.

use super::{Case, Secret, be_bytes, forget, number};
use modexp_curves::{Backend, Curve, Gt, Name, Pairing, PairingName, Point};

/// Curves of each number of limbs, with a = −3, a = 0 and another a, and with an endomorphism.
const CURVES: [Name; 7] =
    [Name::Miracl160, Name::P224, Name::P256, Name::Secp256k1, Name::BrainpoolP256r1, Name::P384, Name::P521];

/// Towers of degree 12 above fields of six and four limbs, and one of degree 6.
const PAIRINGS: [PairingName; 3] = [PairingName::Bls12381, PairingName::AltBn128, PairingName::Mnt160];

pub(super) fn cases() -> Vec<Case> {
    let mut all = Vec::new();
    for backend in Backend::available() {
        for name in CURVES {
            all.extend(curve_calls(backend, name));
        }
    }
    // eight lanes and digits have no pairings
    for backend in [Backend::Portable, Backend::Adx] {
        for name in PAIRINGS {
            if Backend::available().contains(&backend) {
                all.extend(pairing_calls(backend, name));
            }
        }
    }
    all
}

/// Calls with two secret scalars, the second of which makes a point with secret coordinates.
fn curve_calls(backend: Backend, name: Name) -> Vec<Case> {
    let bits = 64 * Curve::named(name).order().len();
    let case = |call: &str, run: fn(&Curve, &[u64], &Point) -> Point| Case {
        name: format!("{}/{bits}/{}, {call}", format!("{backend:?}").to_lowercase(), name.as_str()),
        is_control: false,
        secrets: |bits, random| [bits, bits].map(|bits| Secret::new(number(bits, random))).into(),
        prepare: Box::new(move |secrets| {
            let curve = Curve::named_with_backend(name, backend).expect("a backend of this machine");
            Box::new(move || {
                let p = curve.multiply(&secrets[1].limbs, &curve.g()).expect("a good point");
                let q = run(&curve, &secrets[0].limbs, &p);
                [q.x(), q.y()].map(Option::unwrap_or_default).concat()
            })
        }),
        bits,
    };
    vec![
        case("multiply", |curve, k, p| curve.multiply(k, p).expect("a good point")),
        case("multiply_many", |curve, k, p| {
            // nine: the machine's widest lanes and one that is left over
            curve.multiply_many(&[k; 9], &[p; 9]).expect("good points").pop().expect("nine")
        }),
        case("msm", |curve, k, p| curve.msm(&[k, &k[1..]], &[p, &curve.g()]).expect("good points")),
        case("fixed_base", |curve, k, p| {
            curve.fixed_base(p, None).map(|tables| tables.multiply(k)).expect("a good point")
        }),
        case("add, negate", |curve, _, p| {
            curve.add(p, &curve.negate(&curve.g()).expect("good")).expect("a good point")
        }),
        case("multiply_bytes", |curve, k, p| {
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

/// Calls with two secret scalars: a power of a secret value, and a pairing of points with secret coordinates.
fn pairing_calls(backend: Backend, name: PairingName) -> Vec<Case> {
    let bits = 64 * Pairing::named(name).order().len();
    let case = |call: &str, run: fn(&Pairing, &[u64], &[u64]) -> Gt| Case {
        name: format!("{}/{bits}/{}, {call}", format!("{backend:?}").to_lowercase(), name.as_str()),
        is_control: false,
        secrets: |bits, random| [bits, bits].map(|bits| Secret::new(number(bits, random))).into(),
        prepare: Box::new(move |secrets| {
            let e = Pairing::named_with_backend(name, backend).expect("a backend of this machine");
            Box::new(move || {
                let value = run(&e, &secrets[0].limbs, &secrets[1].limbs);
                let mut bytes = value.to_bytes();
                let limb = |bytes: &[u8]| bytes.iter().fold(0, |limb, &byte| limb << 8 | u64::from(byte));
                let limbs = bytes.chunks(8).map(limb).collect();
                forget(&mut bytes);
                limbs
            })
        }),
        bits,
    };
    vec![
        case("pair", |e, k, l| {
            let p = e.g1().multiply(k, &e.g1().g()).expect("a good point");
            let q = e.g2().multiply(l, &e.g2().g()).expect("a good point");
            e.pair(&p, &q).expect("good points")
        }),
        case("gt pow, inverse, multiply", |e, k, l| {
            let value = e.pair(&e.g1().g(), &e.g2().g()).expect("good points");
            let power = value.pow(k);
            power.pow(l).multiply(&power.inverse())
        }),
    ]
}
