//! Values of pairings against those of PARI.

use modexp_curves::{Backend, Point};
use modexp_historical::{PairingName, named_with_backend};
use num_bigint::BigUint;
use serde_json::Value;

fn limbs(value: &Value) -> Vec<u64> {
    let digits = value.as_str().and_then(|text| text.strip_prefix("0x")).expect("0x…");
    BigUint::parse_bytes(digits.as_bytes(), 16).expect("hexadecimal digits").to_u64_digits()
}

/// Compares values with PARI's Tate pairing (`vectors/pairings.py`). Tests of the npm package read the same values.
#[test]
fn values_are_those_of_pari() {
    let file: Value = serde_json::from_str(include_str!("vectors/pairings.json")).expect("JSON");
    let records = file.as_object().expect("records");
    assert_eq!(records.len(), 10);
    for (name, record) in records {
        let name = PairingName::ALL.into_iter().find(|known| known.as_str() == name).expect("a name");
        for backend in Backend::available().into_iter().filter(|backend| *backend != Backend::Digits) {
            let e = named_with_backend(name, backend).expect("there");
            let (p, q) = (
                e.g1().multiply(&[2], &e.g1().generator()).expect("good"),
                e.g2().multiply(&[3], &e.g2().generator()).expect("good"),
            );
            assert_eq!(p, Point::new(&limbs(&record["P"][0]), &limbs(&record["P"][1])), "{e:?}");
            let x = record["Q"][0].as_array().expect("coefficients").iter().map(limbs);
            assert!(q.x().expect("a point").chunks(e.g1().p().len()).map(<[u64]>::to_vec).eq(x), "{e:?}");
            let value = e.pair(&p, &q).expect("good").to_bytes();
            let digits = record["value"].as_str().expect("digits");
            assert_eq!(2 * value.len(), digits.len(), "{e:?}");
            assert_eq!(Some(BigUint::from_bytes_be(&value)), BigUint::parse_bytes(digits.as_bytes(), 16), "{e:?}");
        }
    }
}
