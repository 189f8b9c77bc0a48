//! Laws of pairings and of their groups: bilinearity, orders, endomorphisms, encodings, bad input. Each family has tests of its own.
//!
//! `MODEXP_POINTS` is the number of random points per family on the fastest backend; the others get a tenth of them. 1,000 take
//! minutes, so that a family runs alone: `cargo test --test pairing_laws -- bls12_381::`. Without it the families whose fields have
//! more than six limbs run on the fastest backend alone.

use modexp_curves::{Backend, Curve, Error, Pairing, PairingName, Point};
use num_bigint::BigUint;

/// SplitMix64 (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn limb(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    /// As long as the order, or longer.
    fn scalar(&mut self, order: &[u64]) -> Vec<u64> {
        (0..order.len() + (self.limb() % 2) as usize).map(|_| self.limb()).collect()
    }
}

fn big(limbs: &[u64]) -> BigUint {
    limbs.iter().rev().fold(BigUint::ZERO, |acc, &limb| acc << 64 | BigUint::from(limb))
}

/// The pairing on the backends that the test is for, the fastest last.
fn pairings(name: PairingName) -> Vec<Pairing> {
    // pairings have no arithmetic of digits
    let backends = Backend::available().into_iter().filter(|backend| *backend != Backend::Digits);
    let mut all: Vec<_> = backends.map(|backend| Pairing::named_with_backend(name, backend).expect("there")).collect();
    if points().is_none() && all[0].g1().p().len() > 6 {
        all.drain(..all.len() - 1);
    }
    all
}

fn points() -> Option<usize> {
    std::env::var("MODEXP_POINTS").ok().map(|count| count.parse().expect("a number"))
}

/// Points of a family on this backend.
fn count(e: &Pairing) -> usize {
    let is_fastest = Some(e.g1().backend()) == Backend::available().last().copied();
    let given = points().map(|count| if is_fastest { count } else { count.div_ceil(10) });
    given.unwrap_or(if e.g1().p().len() > 8 { 1 } else { 2 })
}

/// The tests of each family.
macro_rules! families {
    ($($family:ident: $name:ident,)*) => {
        $(mod $family {
            use modexp_curves::PairingName;

            #[test]
            fn pairings_are_bilinear_and_not_degenerate() {
                super::pairings_are_bilinear_and_not_degenerate(PairingName::$name);
            }

            #[test]
            fn multiples_in_both_groups_are_repeated_additions() {
                super::multiples_in_both_groups_are_repeated_additions(PairingName::$name);
            }

            #[test]
            fn encodings_of_both_groups_come_back() {
                super::encodings_of_both_groups_come_back(PairingName::$name);
            }

            #[test]
            fn points_off_the_curve_or_outside_the_subgroup_are_refused() {
                super::points_off_the_curve_or_outside_the_subgroup_are_refused(PairingName::$name);
            }
        })*

        #[test]
        fn every_family_is_tested() {
            assert_eq!(PairingName::ALL, [$(PairingName::$name),*]);
        }
    };
}

families! {
    bls12_381: Bls12381,
    alt_bn128: AltBn128,
    bn254n: Bn254N,
    ssp_512: Ssp512,
    ssp_1536: Ssp1536,
    cp_512: Cp512,
    mnt_160: Mnt160,
    kss18_511: Kss18P511,
    kss18_508: Kss18P508,
    bls24_629: Bls24P629,
    bls24_509: Bls24P509,
    ss2_379: Ss2M379,
    ss2_1223: Ss2M1223,
}

fn pairings_are_bilinear_and_not_degenerate(name: PairingName) {
    for e in pairings(name) {
        let mut random = Random(21);
        let (g1, g2, order) = (e.g1(), e.g2(), e.order().to_vec());
        let base = e.pair(&g1.g(), &g2.g()).expect("good");
        assert!(!base.is_one(), "{e:?}");
        assert!(base.pow(&order).is_one() && base.pow_vartime(&order).is_one());
        for _ in 0..count(&e) {
            let (k, l) = (random.scalar(&order), random.scalar(&order));
            let (p, q) = (g1.multiply(&k, &g1.g()).expect("good"), g2.multiply(&l, &g2.g()).expect("good"));
            let value = e.pair(&p, &q).expect("good");
            assert!(!value.is_one(), "{e:?}");
            let kl = (big(&k) * big(&l)).to_u64_digits();
            assert_eq!(value, base.pow(&kl), "{e:?}");
            assert_eq!(value, base.pow(&k).pow_vartime(&l), "{e:?}");
            assert_eq!(value.multiply(&value.inverse()), base.pow(&[]));

            // sums in both arguments
            let (p2, q2) = (g1.add(&p, &g1.g()).expect("good"), g2.add(&q, &g2.g()).expect("good"));
            let sum = e.product(&[(&p, &q), (&g1.g(), &q)]).expect("good");
            assert_eq!(e.pair(&p2, &q).expect("good"), sum);
            let sum = e.product(&[(&p, &q), (&p, &g2.g())]).expect("good");
            assert_eq!(e.pair(&p, &q2).expect("good"), sum);
            let minus = g1.negate(&p).expect("good");
            assert_eq!(e.is_one(&[(&p, &q), (&minus, &q)]), Ok(true));
            assert_eq!(e.is_one(&[(&p, &q), (&minus, &q2)]), Ok(false));

            let prepared = e.prepare(&q).expect("good");
            assert_eq!(e.product_prepared(&[(&p, &prepared)]).expect("good"), value);
        }
        println!("{e:?}: {} random points", count(&e));
        assert!(e.product(&[]).expect("good").is_one());
        assert!(e.pair(&Point::IDENTITY, &g2.g()).expect("good").is_one());
        assert!(e.pair(&g1.g(), &Point::IDENTITY).expect("good").is_one());
    }
}

fn multiples_in_both_groups_are_repeated_additions(name: PairingName) {
    for e in pairings(name) {
        let mut random = Random(22);
        for curve in [e.g1(), e.g2()] {
            let order = big(curve.order());
            let g = curve.g();
            let multiple = |k: &BigUint| curve.multiply(&k.to_u64_digits(), &g).expect("good");
            assert_eq!(multiple(&order), Point::IDENTITY, "{e:?}");
            assert_eq!(multiple(&(&order - 1_u8)), curve.negate(&g).expect("good"), "{e:?}");
            let small = (1..6_u8).fold(Point::IDENTITY, |sum, k| {
                let sum = curve.add(&sum, &g).expect("good");
                assert_eq!(multiple(&BigUint::from(k)), sum, "{e:?}");
                sum
            });
            let fixed = curve.fixed_base(&g, None).expect("good");
            for _ in 0..count(&e).min(20) {
                let [k, l] = [(); 2].map(|()| big(&random.scalar(curve.order())));
                let (p, q) = (multiple(&k), multiple(&l));
                assert_eq!(curve.add(&p, &q), Ok(multiple(&(&k + &l))), "{e:?}");
                let digits = k.to_u64_digits();
                assert_eq!(curve.multiply_vartime(&digits, &g).as_ref(), Ok(&p), "{e:?}");
                assert_eq!(fixed.multiply(&digits), p, "{e:?}");
                assert_eq!(curve.msm_vartime(&[&digits, &[9]], &[&g, &small]), Ok(multiple(&(k + 45_u8))));
            }
        }
    }
}

fn encodings_of_both_groups_come_back(name: PairingName) {
    for e in pairings(name) {
        for curve in [e.g1(), e.g2()] {
            let minus = curve.negate(&curve.g()).expect("good");
            for p in [curve.g(), minus, Point::IDENTITY] {
                for compressed in [false, true] {
                    let bytes = curve.encode(&p, compressed).expect("good");
                    assert_eq!(curve.decode(&bytes).as_ref(), Ok(&p), "{e:?}, compressed: {compressed}");
                    let longer = [&bytes[..], &[0]].concat();
                    assert_eq!(curve.decode(&longer), Err(Error::BadEncoding));
                    assert_eq!(curve.decode(&bytes[..bytes.len() - 1]), Err(Error::BadEncoding));
                }
            }
        }
    }
}

/// Points of the curve that are not in the subgroup, found by decoding an x.
fn outside(curve: &Curve) -> Option<Error> {
    (0_u8..=255).find_map(|x| {
        let mut bytes = vec![0; curve.byte_len()];
        *bytes.last_mut()? = x;
        let is_zcash = curve.encode(&curve.g(), true).ok()?.len() == curve.byte_len();
        if is_zcash {
            bytes[0] |= 0x80;
        } else {
            bytes.insert(0, 2);
        }
        curve.decode(&bytes).err().filter(|error| *error != Error::NotOnCurve)
    })
}

fn points_off_the_curve_or_outside_the_subgroup_are_refused(name: PairingName) {
    for e in pairings(name) {
        for (curve, other) in [(e.g1(), e.g2()), (e.g2(), e.g1())] {
            if curve.cofactor() == [1] {
                assert_eq!(outside(curve), None);
            } else {
                assert_eq!(outside(curve), Some(Error::NotInSubgroup), "{e:?}");
            }
            let wrong = Point::new(&[3], &[1]);
            assert_eq!(curve.multiply(&[2], &wrong), Err(Error::NotOnCurve), "{e:?}");
            let large = Point::new(curve.p(), &[1]);
            assert_eq!(curve.multiply(&[2], &large), Err(Error::BadCoordinate), "{e:?}");
            // the groups of type 1 are the same
            assert_eq!(curve.multiply(&[2], &other.g()).is_ok(), curve.g() == other.g(), "{e:?}");
        }
        let wrong = Point::new(&[3], &[1]);
        assert_eq!(e.pair(&wrong, &e.g2().g()).err(), Some(Error::NotOnCurve));
        assert_eq!(e.pair(&e.g1().g(), &wrong).err(), Some(Error::NotOnCurve));
    }
}
