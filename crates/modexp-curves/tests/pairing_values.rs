//! Values of pairings as bytes, and tables of their powers, on every family.

use modexp_curves::{Error, Pairing, PairingName};

#[test]
fn values_come_back_from_bytes() {
    for name in PairingName::ALL {
        let e = Pairing::named(name);
        let value = e.pair(&e.g1().g(), &e.g2().g()).expect("good");
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
        // −1 is cyclotomic where k = 2, and has the order 2: no other power of it is 1
        let mut minus_one = e.g1().p().iter().rev().flat_map(|limb| limb.to_be_bytes()).collect::<Vec<_>>();
        let len = bytes.len() / coefficients(name);
        minus_one.drain(..minus_one.len() - len);
        *minus_one.last_mut().expect("bytes") -= 1;
        let mut all = vec![0; bytes.len()];
        all[bytes.len() - len..].copy_from_slice(&minus_one);
        assert_eq!(e.gt_from_bytes(&all), Err(Error::NotInSubgroup), "{e:?}");
    }
}

/// k.
fn coefficients(name: PairingName) -> usize {
    match name {
        PairingName::Ssp512 | PairingName::Ssp1536 | PairingName::Cp512 => 2,
        PairingName::Mnt160 => 6,
        PairingName::Kss18P511 => 18,
        PairingName::Bls24P629 => 24,
        _ => 12,
    }
}

#[test]
fn powers_by_tables_are_powers() {
    for name in PairingName::ALL {
        let e = Pairing::named(name);
        let value = e.pair(&e.g1().g(), &e.g2().g()).expect("good");
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
