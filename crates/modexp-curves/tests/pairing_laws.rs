//! Laws of pairings and their groups for each family: bilinearity, orders, endomorphisms, encodings, bad input.
//!
//! `MODEXP_POINTS` is the number of random points per family on the fastest backend; the others get a tenth of them.
//! 1,000 points take minutes, and a family can run alone: `cargo test --test pairing_laws -- bls12_381::`. Without the
//! variable, families with fields of more than six limbs run only on the fastest backend.

use modexp_curves::{Backend, Curve, Error, Pairing, PairingName, Parameters, Point};
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

    /// Returns a scalar with as many limbs as the order, or one limb more.
    fn scalar(&mut self, order: &[u64]) -> Vec<u64> {
        (0..order.len() + (self.limb() % 2) as usize).map(|_| self.limb()).collect()
    }
}

fn big(limbs: &[u64]) -> BigUint {
    limbs.iter().rev().fold(BigUint::ZERO, |acc, &limb| acc << 64 | BigUint::from(limb))
}

/// The pairing on the backends of the test, the fastest last.
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

/// The number of random points of a family on this backend.
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
            fn many_at_once_are_the_same_as_one_by_one() {
                super::many_at_once_are_the_same_as_one_by_one(PairingName::$name);
            }

            #[test]
            fn encodings_of_both_groups_come_back() {
                super::encodings_of_both_groups_come_back(PairingName::$name);
            }

            #[test]
            fn points_off_the_curve_or_outside_the_subgroup_are_refused() {
                super::points_off_the_curve_or_outside_the_subgroup_are_refused(PairingName::$name);
            }

            #[test]
            fn g1_by_its_parameters_is_the_same_group() {
                super::g1_by_its_parameters_is_the_same_group(PairingName::$name);
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
        let base = e.pair(&g1.generator(), &g2.generator()).expect("good");
        assert!(!base.is_one(), "{e:?}");
        assert!(base.pow(&order).is_one() && base.pow_vartime(&order).is_one());
        for _ in 0..count(&e) {
            let (k, l) = (random.scalar(&order), random.scalar(&order));
            let (p, q) =
                (g1.multiply(&k, &g1.generator()).expect("good"), g2.multiply(&l, &g2.generator()).expect("good"));
            let value = e.pair(&p, &q).expect("good");
            assert!(!value.is_one(), "{e:?}");
            let kl = (big(&k) * big(&l)).to_u64_digits();
            assert_eq!(value, base.pow(&kl), "{e:?}");
            assert_eq!(value, base.pow(&k).pow_vartime(&l), "{e:?}");
            assert_eq!(value.multiply(&value.inverse()), base.pow(&[]));

            // sums in both arguments
            let (p2, q2) = (g1.add(&p, &g1.generator()).expect("good"), g2.add(&q, &g2.generator()).expect("good"));
            let sum = e.product(&[(&p, &q), (&g1.generator(), &q)]).expect("good");
            assert_eq!(e.pair(&p2, &q).expect("good"), sum);
            let sum = e.product(&[(&p, &q), (&p, &g2.generator())]).expect("good");
            assert_eq!(e.pair(&p, &q2).expect("good"), sum);
            let minus = g1.negate(&p).expect("good");
            assert_eq!(e.is_one(&[(&p, &q), (&minus, &q)]), Ok(true));
            assert_eq!(e.is_one(&[(&p, &q), (&minus, &q2)]), Ok(false));

            let prepared = e.prepare(&q).expect("good");
            assert_eq!(e.product_prepared(&[(&p, &prepared)]).expect("good"), value);
        }
        println!("{e:?}: {} random points", count(&e));
        assert!(e.product(&[]).expect("good").is_one());
        assert!(e.pair(&Point::IDENTITY, &g2.generator()).expect("good").is_one());
        assert!(e.pair(&g1.generator(), &Point::IDENTITY).expect("good").is_one());
    }
}

fn multiples_in_both_groups_are_repeated_additions(name: PairingName) {
    for e in pairings(name) {
        let mut random = Random(22);
        for curve in [e.g1(), e.g2()] {
            let order = big(curve.order());
            let g = curve.generator();
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

/// Scalars that are exceptions to algorithms, and random scalars.
fn scalars(random: &mut Random, order: &[u64]) -> Vec<Vec<u64>> {
    let n = big(order);
    let special = [0_u8.into(), 1_u8.into(), &n - 1_u8, n.clone(), &n + 1_u8, &n * 2_u8, (&n - 1_u8) / 2_u8];
    let mut all: Vec<Vec<u64>> = special.iter().map(BigUint::to_u64_digits).collect();
    all.push(vec![u64::MAX; order.len()]);
    all.extend((0..3).map(|_| random.scalar(order)));
    all
}

/// Each exceptional operand is once in each lane.
fn many_at_once_are_the_same_as_one_by_one(name: PairingName) {
    for e in pairings(name) {
        let mut random = Random(23);
        let ks = scalars(&mut random, e.order());
        // without lanes, calls compute one by one
        let has_lanes = e.g1().backend() == Backend::Ifma && e.g1().p().len() <= 6;
        let rotations = if has_lanes { 8 } else { 1 };
        let mut points = Vec::new();
        for curve in [e.g1(), e.g2()] {
            let g = curve.generator();
            let mut bases = vec![g.clone(), curve.negate(&g).expect("good"), Point::IDENTITY];
            bases.extend((0..2).map(|_| curve.multiply(&random.scalar(e.order()), &g).expect("good")));
            let pairs: Vec<_> = bases.iter().flat_map(|p| ks.iter().map(move |k| (&k[..], p))).collect();
            let want: Vec<Point> = pairs.iter().map(|(k, p)| curve.multiply(k, p).expect("good")).collect();
            for rotation in 0..rotations {
                let rotated = |i: usize| (i + rotation) % pairs.len();
                let (ks, points): (Vec<_>, Vec<_>) = (0..pairs.len()).map(|i| pairs[rotated(i)]).unzip();
                let many = curve.multiply_many(&ks, &points).expect("good");
                (0..many.len()).for_each(|i| assert_eq!(many[i], want[rotated(i)], "{e:?} {:x?}", pairs[rotated(i)]));
            }
            // a wrong point in any lane
            for lane in 0..8 {
                let mut points = [&g; 8];
                let wrong = Point::new(&[1], &[3]);
                points[lane] = &wrong;
                assert_eq!(curve.multiply_many(&[&[2][..]; 8], &points), Err(Error::NotOnCurve));
            }
            points.push(bases);

            // Σ s_i·(k_i·G) with enough terms for buckets
            let tables = curve.fixed_base(&g, None).expect("good");
            let logs: Vec<&[u64]> = (0..33).map(|i| &ks[i % ks.len()][..]).collect();
            let multiples = tables.multiply_many(&logs);
            let scalars: Vec<Vec<u64>> = logs.iter().map(|_| random.scalar(e.order())).collect();
            let sum: BigUint = scalars.iter().zip(&logs).map(|(s, k)| big(s) * big(k)).sum();
            let scalars: Vec<&[u64]> = scalars.iter().map(Vec::as_slice).collect();
            let sum = (sum % big(e.order())).to_u64_digits();
            let found = curve.msm_vartime(&scalars, &multiples.iter().collect::<Vec<_>>());
            assert_eq!(found, Ok(tables.multiply(&sum)), "{e:?}");
        }

        let (ps, qs) = (&points[0], &points[1]);
        let pairs: Vec<_> = ps.iter().flat_map(|p| qs.iter().map(move |q| (p, q))).collect();
        let want: Vec<_> = pairs.iter().map(|(p, q)| e.pair(p, q).expect("good")).collect();
        let (many, rest) = (e.pair_many(&pairs).expect("good"), pairs.len() % 8);
        assert_eq!(many, want, "{e:?}");
        assert_eq!(e.pair_many(&pairs[..rest]).expect("good"), want[..rest], "{e:?}");
        assert_eq!(e.pair_many(&[]).expect("good"), []);
        let wrong = Point::new(&[1], &[3]);
        for bad in [(&wrong, &qs[0]), (&ps[0], &wrong), (&Point::IDENTITY, &wrong)] {
            let pairs = [&[pairs[0]; 5][..], &[bad]].concat();
            assert_eq!(e.pair_many(&pairs).err(), Some(Error::NotOnCurve));
        }

        let one = e.product(&[]).expect("good");
        let values: Vec<_> = ks.iter().flat_map(|k| [(&many[0], k), (&one, k), (&many[many.len() - 1], k)]).collect();
        let want: Vec<_> = values.iter().map(|(value, k)| value.pow(k)).collect();
        for rotation in 0..rotations {
            let rotated = |i: usize| (i + rotation) % values.len();
            let (bases, ks): (Vec<_>, Vec<_>) = (0..values.len()).map(|i| values[rotated(i)]).unzip();
            let ks: Vec<&[u64]> = ks.iter().map(|k| &k[..]).collect();
            let powers = e.pow_many(&bases, &ks).expect("as many");
            (0..powers.len()).for_each(|i| assert_eq!(powers[i], want[rotated(i)], "{e:?} {:x?}", ks[i]));
        }
        assert_eq!(e.pow_many(&[&one], &[]).err(), Some(Error::LengthMismatch { left: 1, right: 0 }));
    }
}

/// Points outside the subgroup are refused in every lane.
#[test]
fn a_point_outside_the_subgroup_is_refused_in_every_lane() {
    for e in pairings(PairingName::Bls12381) {
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
    for e in pairings(PairingName::Bls12381) {
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

fn encodings_of_both_groups_come_back(name: PairingName) {
    for e in pairings(name) {
        for curve in [e.g1(), e.g2()] {
            let minus = curve.negate(&curve.generator()).expect("good");
            for p in [curve.generator(), minus, Point::IDENTITY] {
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

/// Decodes small x, and returns the error of the first point of the curve outside the subgroup.
fn outside(curve: &Curve) -> Option<Error> {
    (0_u8..=255).find_map(|x| {
        let mut bytes = vec![0; curve.byte_len()];
        *bytes.last_mut()? = x;
        let is_zcash = curve.encode(&curve.generator(), true).ok()?.len() == curve.byte_len();
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
            // a pairing of type 1 has one group
            assert_eq!(
                curve.multiply(&[2], &other.generator()).is_ok(),
                curve.generator() == other.generator(),
                "{e:?}"
            );
        }
        let wrong = Point::new(&[3], &[1]);
        assert_eq!(e.pair(&wrong, &e.g2().generator()).err(), Some(Error::NotOnCurve));
        assert_eq!(e.pair(&e.g1().generator(), &wrong).err(), Some(Error::NotOnCurve));
    }
}

/// Whether `Curve::new` accepts the group: its p is not too long, and only one cofactor fits the order.
fn is_taken(curve: &Curve) -> bool {
    let (p, order) = (big(curve.p()), big(curve.order()));
    !curve.is_binary() && p.bits() <= 576 && p * 16u8 < &order * &order
}

fn g1_by_its_parameters_is_the_same_group(name: PairingName) {
    for e in pairings(name) {
        let g1 = e.g1();
        // the cofactor has 127 bits
        assert!(is_taken(g1) || name != PairingName::Bls12381);
        let g = g1.generator();
        let [x, y] = [g.x(), g.y()].map(Option::unwrap_or_default);
        let good = Parameters { p: g1.p(), a: g1.a(), b: g1.b(), order: g1.order(), cofactor: g1.cofactor(), x, y };
        if !is_taken(g1) {
            assert!(Curve::with_backend(&good, g1.backend()).is_err(), "{e:?}");
            continue;
        }
        let curve = Curve::with_backend(&good, g1.backend()).expect("good parameters");
        assert_eq!(curve.cofactor(), g1.cofactor());
        let k = Random(29).scalar(g1.order());
        assert_eq!(curve.multiply(&k, &curve.generator()), g1.multiply(&k, &g), "{e:?}");
        assert_eq!(curve.multiply_vartime(&k, &curve.generator()), g1.multiply(&k, &g), "{e:?}");
        assert_eq!(outside(&curve), (g1.cofactor() != [1]).then_some(Error::NotInSubgroup), "{e:?}");

        for bit in [0_u32, 64, 1000] {
            let other: BigUint = big(g1.cofactor()) + (BigUint::from(1_u8) << bit);
            let other = other.to_u64_digits();
            let error = Curve::with_backend(&Parameters { cofactor: &other, ..good }, g1.backend()).err();
            assert_eq!(error, Some(Error::BadOrder), "{e:?}");
        }
    }
}
