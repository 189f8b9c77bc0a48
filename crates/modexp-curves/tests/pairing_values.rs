//! Values of pairings as bytes, and tables of their powers, on every family.

use modexp_curves::{Backend, Error, Pairing, PairingName, Point};
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
            let e = Pairing::named_with_backend(name, backend).expect("there");
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

#[test]
fn values_come_back_from_bytes() {
    for name in PairingName::ALL {
        let e = Pairing::named(name);
        let value = e.pair(&e.g1().generator(), &e.g2().generator()).expect("good");
        let bytes = value.to_bytes();
        assert_eq!(e.gt_from_bytes(&bytes), Ok(value.clone()), "{e:?}");
        assert_eq!(e.gt_from_trusted_bytes(&bytes), Ok(value.clone()));
        let one = value.pow(&[]);
        assert_eq!(e.gt_from_bytes(&one.to_bytes()), Ok(one));

        assert_eq!(e.gt_from_bytes(&bytes[1..]), Err(Error::BadEncoding));
        assert_eq!(e.gt_from_bytes(&[&bytes[..], &[0]].concat()), Err(Error::BadEncoding));
        assert_eq!(e.gt_from_bytes(&vec![0xff; bytes.len()]), Err(Error::BadCoordinate));
        assert_eq!(e.gt_from_bytes(&vec![0; bytes.len()]), Err(Error::NotInSubgroup), "{e:?}");
        let mut other = bytes.clone();
        *other.last_mut().expect("bytes") ^= 1;
        assert_eq!(e.gt_from_bytes(&other), Err(Error::NotInSubgroup), "{e:?}");
        if e.g1().is_binary() {
            continue;
        }
        // for k = 2, −1 is cyclotomic, but has the order 2
        let mut minus_one = e.g1().p().iter().rev().flat_map(|limb| limb.to_be_bytes()).collect::<Vec<_>>();
        let len = bytes.len() / coefficients(name);
        minus_one.drain(..minus_one.len() - len);
        *minus_one.last_mut().expect("bytes") -= 1;
        let mut all = vec![0; bytes.len()];
        all[bytes.len() - len..].copy_from_slice(&minus_one);
        assert_eq!(e.gt_from_bytes(&all), Err(Error::NotInSubgroup), "{e:?}");
    }
}

/// The number of coefficients of a value.
fn coefficients(name: PairingName) -> usize {
    match name {
        PairingName::Ssp512 | PairingName::Ssp1536 | PairingName::Cp512 => 2,
        PairingName::Mnt160 => 6,
        PairingName::Ss2M379 | PairingName::Ss2M1223 => 4,
        PairingName::Kss18P511 | PairingName::Kss18P508 => 18,
        PairingName::Bls24P629 | PairingName::Bls24P509 => 24,
        _ => 12,
    }
}

#[test]
fn powers_by_tables_are_powers() {
    for name in PairingName::ALL {
        let e = Pairing::named(name);
        let value = e.pair(&e.g1().generator(), &e.g2().generator()).expect("good");
        let mut less_one = e.order().to_vec();
        less_one[0] -= 1;
        for bytes in [None, Some(1), Some(1 << 14)] {
            let tables = value.fixed_base(bytes);
            assert!(
                bytes != Some(1 << 14)
                    || tables.table_bytes() <= 1 << 14
                    || tables.table_bytes() <= value.fixed_base(1).table_bytes()
            );
            for k in [&[][..], &[1], &[0x1234_5678_9abc_def1, 7], &less_one, e.order()] {
                assert_eq!(tables.pow(k), value.pow(k), "{e:?}");
            }
            assert_eq!(tables.value(), &value);
        }
    }
}
