//! Pairings and their groups on every backend, against published data in the folder that the environment variable
//! `MODEXP_VECTORS` names. Without that folder, each test prints a note and compares nothing.

mod published;

use modexp_curves::{Backend, Curve, Error, Pairing, PairingName, Point};
use num_bigint::BigUint;
use published::{array_of, bytes, json, limbs, str_of, text};
use serde_json::Value;

fn pairings(name: PairingName) -> Vec<Pairing> {
    // pairings have no arithmetic of digits
    let backends = Backend::available().into_iter().filter(|backend| *backend != Backend::Digits);
    backends.map(|backend| Pairing::named_with_backend(name, backend).expect("there")).collect()
}

/// The coefficients of a coordinate, the lowest first.
fn coordinate(curve: &Curve, coefficients: &[Vec<u64>]) -> Vec<u64> {
    let limbs = curve.p().len();
    coefficients.iter().flat_map(|x| (0..limbs).map(|i| x.get(i).copied().unwrap_or(0)).collect::<Vec<_>>()).collect()
}

#[test]
fn constantine_multiples() {
    let files = [
        ("BN254_Nogami_scalar_mul_G1_254bit", PairingName::Bn254N),
        ("BN254_Snarks_scalar_mul_G1_254bit", PairingName::AltBn128),
        ("BN254_Snarks_scalar_mul_G2_254bit", PairingName::AltBn128),
        ("BLS12_381_scalar_mul_G2_255bit", PairingName::Bls12381),
    ];
    for (file, name) in files {
        let Some(data) = json(&format!("constantine/tv_{file}.json")) else { return };
        let vectors = array_of(&data, "vectors");
        for e in pairings(name) {
            let curve = if str_of(&data, "group") == "G1" { e.g1() } else { e.g2() };
            let read = |value: &Value| match value {
                Value::String(x) => limbs(x),
                _ => coordinate(curve, &[limbs(str_of(value, "c0")), limbs(str_of(value, "c1"))]),
            };
            let point = |value: &Value| Point::new(&read(&value["x"]), &read(&value["y"]));
            for vector in vectors {
                let k = limbs(str_of(vector, "scalar"));
                let (p, want) = (point(&vector["P"]), point(&vector["Q"]));
                assert_eq!(curve.multiply(&k, &p).as_ref(), Ok(&want), "{file}");
                assert_eq!(curve.multiply_vartime(&k, &p), Ok(want), "{file}");
            }
        }
        println!("{file}: {} multiples", vectors.len());
        assert!(vectors.len() >= 40);
    }
}

#[test]
fn pairing_values_of_bls12_381() {
    let Some(data) = json("noble/bls12-381_go_pairing_vectors_pairing.json") else { return };
    let values: Vec<&str> =
        data.as_array().expect("a list").iter().map(|value| value.as_str().expect("text")).collect();
    for e in pairings(PairingName::Bls12381) {
        // the i-th value is e(i·P, i·Q), written with the highest coefficient first
        let (g, h) = (e.g1().generator(), e.g2().generator());
        let (mut p, mut q) = (Point::IDENTITY, Point::IDENTITY);
        // all values on the fastest backend, 20 on each of the others
        let count =
            if e.g1().backend() == Backend::available()[Backend::available().len() - 1] { values.len() } else { 20 };
        for value in &values[..count] {
            (p, q) = (e.g1().add(&p, &g).expect("good"), e.g2().add(&q, &h).expect("good"));
            assert_eq!(e.pair(&p, &q).expect("good").to_bytes(), bytes(value));
        }
    }
    assert_eq!(values.len(), 1000);
}

#[test]
fn pairing_value_of_the_ietf_draft() {
    let Some(text) = text("curves/ietf-pairing-friendly-curves-params-and-vectors.md") else { return };
    let of_curve = text.split("# Test Vectors").nth(1).and_then(|text| text.split("BN462:").next()).expect("values");
    let value = |i: usize| -> Vec<u8> {
        let rest = of_curve.split(&format!("\ne_{i}:\n")).nth(1).expect("a coefficient");
        bytes(rest.trim_start_matches([':', ' ', '\n']).split_whitespace().next().expect("digits"))
    };
    let want: Vec<u8> = (0..12).rev().flat_map(value).collect();
    for e in pairings(PairingName::Bls12381) {
        // our value is the cube, and the tower of the draft has different coefficients
        let order =
            BigUint::from_bytes_be(&e.order().iter().rev().flat_map(|limb| limb.to_be_bytes()).collect::<Vec<_>>());
        let third = BigUint::from(3_u8).modinv(&order).expect("a prime").to_u64_digits();
        let value = e.pair(&e.g1().generator(), &e.g2().generator()).expect("good").pow(&third);
        assert_eq!(value.to_bytes(), want);
    }
}

/// Bad encodings of Wycheproof's signatures and keys are refused. Encodings of valid signatures are points.
#[test]
fn wycheproof_encodings_of_signatures_and_keys() {
    let Some(data) = json("wycheproof/bls_sig_g2_basic_verify_test.json") else { return };
    let bad = ["InvalidEncoding", "InvalidFlags", "NotOnCurve", "NotInSubgroup", "TruncatedSignature"];
    let mut counts = [0, 0];
    for e in pairings(PairingName::Bls12381) {
        for group in array_of(&data, "testGroups") {
            let key = e.g1().decode(&bytes(str_of(&group["publicKey"], "pk")));
            for test in array_of(group, "tests") {
                let signature = e.g2().decode(&bytes(str_of(test, "sig")));
                let has_flag = |flag: &str| array_of(test, "flags").iter().any(|x| x == flag);
                if str_of(test, "result") == "valid" {
                    assert!(key.is_ok() && signature.is_ok(), "{test}");
                    counts[0] += 1;
                } else if bad.into_iter().any(has_flag) {
                    assert!(key.is_err() || signature.is_err(), "{test}");
                    counts[1] += 1;
                }
            }
        }
    }
    println!("{} good, {} refused", counts[0], counts[1]);
    assert!(counts[0] >= 20 && counts[1] >= 20);
}

#[test]
fn zcash_encodings_have_one_form() {
    for e in pairings(PairingName::Bls12381) {
        for curve in [e.g1(), e.g2()] {
            let g = curve.generator();
            let [short, long] = [true, false].map(|compressed| curve.encode(&g, compressed).expect("good"));
            assert_eq!((short.len(), long.len()), (curve.byte_len(), 2 * curve.byte_len()));
            assert_eq!(curve.decode(&short), Ok(g.clone()));
            let changed = |bytes: &[u8], flags: u8| {
                let mut bytes = bytes.to_vec();
                bytes[0] ^= flags;
                curve.decode(&bytes)
            };
            // the opposite sign, no compression, the identity with coordinates
            assert_eq!(changed(&short, 0x20), curve.negate(&g));
            for (bytes, flags) in [(&short, 0x80), (&short, 0x40), (&long, 0x80), (&long, 0x20), (&long, 0x40)] {
                assert_eq!(changed(bytes, flags), Err(Error::BadEncoding));
            }
            for compressed in [true, false] {
                let identity = curve.encode(&Point::IDENTITY, compressed).expect("good");
                assert_eq!(curve.decode(&identity), Ok(Point::IDENTITY));
                assert_eq!(changed(&identity, 0x20), Err(Error::BadEncoding));
                assert!(changed(&identity, 0x40).is_err());
            }
            let mut large = short.clone();
            large[0] = 0x9f;
            large[1..].fill(0xff);
            assert_eq!(curve.decode(&large), Err(Error::BadCoordinate));
        }
    }
}
