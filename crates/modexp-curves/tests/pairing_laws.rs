//! The laws of pairings for each family, and points of BLS12-381 outside the subgroup.

#[macro_use]
mod pairings;

use modexp_curves::{Error, Pairing, PairingName, Point};
use num_bigint::BigUint;
use pairings::{Make, big, pairings};

families! {
    modexp_curves::Pairing::named_with_backend,
    bls12_381: Bls12381,
    alt_bn128: AltBn128,
    bn254n: Bn254N,
}

const BLS12_381: Make = |backend| Pairing::named_with_backend(PairingName::Bls12381, backend).expect("there");

/// Points outside the subgroup are refused in every lane.
#[test]
fn a_point_outside_the_subgroup_is_refused_in_every_lane() {
    for e in pairings(BLS12_381) {
        // x = 4 is on the curve and outside the subgroup
        let p = big(e.g1().p());
        let y = BigUint::from(68_u8).modpow(&((&p + 1_u8) / 4_u8), &p);
        let outside = Point::new(&[4], &y.to_u64_digits());
        assert!(e.g1().is_on_curve(&outside) && !e.g1().is_in_subgroup(&outside));
        for lane in 0..9 {
            let (g1, g2) = (e.g1().generator(), e.g2().generator());
            let mut points = [&g1; 9];
            points[lane] = &outside;
            let pairs = points.map(|p| (p, &g2));
            assert_eq!(e.g1().multiply_many(&[&[2][..]; 9], &points), Err(Error::NotInSubgroup), "{e:?}, {lane}");
            assert_eq!(e.pair_many(&pairs).err(), Some(Error::NotInSubgroup), "{e:?}, {lane}");
        }
    }
}

/// Long lists are checked together. The check finds one point outside, and several points of order 3 with a sum inside.
#[test]
fn points_outside_the_subgroup_are_refused_in_long_lists() {
    for e in pairings(BLS12_381) {
        for curve in [e.g1(), e.g2()] {
            let g = curve.generator();
            let minus = curve.negate(&g).expect("good");
            let points = [g.clone(), curve.multiply(&[2], &g).expect("good"), minus, Point::IDENTITY];
            for count in [255, 256, 700] {
                let good: Vec<&Point> = (0..count).map(|i| &points[i * i % 4]).collect();
                let bases = curve.bases(&good).expect("good points");
                let ks = vec![&[3][..]; count];
                assert_eq!(bases.msm_vartime(&ks), curve.msm(&ks, &good), "{e:?}, {count}");
            }
        }
        let curve = e.g1();
        let outside = [Point::new(&[0], &[2]), Point::new(&[0], &(big(curve.p()) - 2_u8).to_u64_digits())];
        assert!(outside.iter().all(|t| curve.is_on_curve(t) && !curve.is_in_subgroup(t)));
        let [t, minus_t] = &outside;
        let g = curve.generator();
        for count in [255, 256, 700] {
            for bad in [vec![t], vec![t, minus_t], vec![t, t, t], vec![t; 100]] {
                for distance in [1, 2] {
                    let mut points = vec![&g; count];
                    for (i, bad) in bad.iter().enumerate() {
                        points[count - 1 - distance * i] = bad;
                    }
                    let ks = vec![&[3][..]; count];
                    assert_eq!(curve.bases(&points).err(), Some(Error::NotInSubgroup), "{e:?}, {count}");
                    assert_eq!(curve.msm_vartime(&ks, &points), Err(Error::NotInSubgroup), "{e:?}, {count}");
                }
            }
            let mut points = vec![&g; count];
            let wrong = Point::new(&[3], &[1]);
            points[count / 2] = &wrong;
            assert_eq!(curve.bases(&points).err(), Some(Error::NotOnCurve), "{e:?}, {count}");
        }
    }
}
