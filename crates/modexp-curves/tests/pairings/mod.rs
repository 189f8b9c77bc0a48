//! Laws of pairings and their groups for each family: bilinearity, orders, endomorphisms, encodings, bad input, values as bytes,
//! and tables of their powers. The tests of `modexp-historical` are these, too.
//!
//! `MODEXP_POINTS` is the number of random points per family on the fastest backend; the others get a tenth of them.
//! 1,000 points take minutes, and a family can run alone: `cargo test --test pairing_laws -- bls12_381::`. Without the
//! variable, families with fields of more than six limbs run only on the fastest backend.

use modexp_curves::{Backend, Curve, Error, Pairing, Parameters, Point};
use modexp_limbs::testing::Random;
use num_bigint::BigUint;

/// Makes the pairing of a family.
pub type Make = fn(Backend) -> Pairing;

/// The tests of each family. `$named` makes a pairing.
macro_rules! families {
    ($named:path, $($family:ident: $name:ident,)*) => {
        $(mod $family {
            use crate::pairings::{self, Make};

            const MAKE: Make = |backend| $named(crate::PairingName::$name, backend).expect("there");

            #[test]
            fn pairings_are_bilinear_and_not_degenerate() {
                pairings::pairings_are_bilinear_and_not_degenerate(MAKE);
            }

            #[test]
            fn multiples_in_both_groups_are_repeated_additions() {
                pairings::multiples_in_both_groups_are_repeated_additions(MAKE);
            }

            #[test]
            fn many_at_once_are_the_same_as_one_by_one() {
                pairings::many_at_once_are_the_same_as_one_by_one(MAKE);
            }

            #[test]
            fn encodings_of_both_groups_come_back() {
                pairings::encodings_of_both_groups_come_back(MAKE);
            }

            #[test]
            fn points_off_the_curve_or_outside_the_subgroup_are_refused() {
                pairings::points_off_the_curve_or_outside_the_subgroup_are_refused(MAKE);
            }

            #[test]
            fn g1_by_its_parameters_is_the_same_group() {
                pairings::g1_by_its_parameters_is_the_same_group(MAKE);
            }

            #[test]
            fn values_come_back_from_bytes() {
                pairings::values_come_back_from_bytes(MAKE);
            }

            #[test]
            fn powers_by_tables_are_powers() {
                pairings::powers_by_tables_are_powers(MAKE);
            }
        })*

        #[test]
        fn every_family_is_tested() {
            assert_eq!(crate::PairingName::ALL, [$(crate::PairingName::$name),*]);
        }
    };
}

/// Returns a scalar with as many limbs as the order, or one limb more.
fn scalar(random: &mut Random, order: &[u64]) -> Vec<u64> {
    let more = (random.limb() % 2) as usize;
    random.limbs(order.len() + more)
}

pub fn big(limbs: &[u64]) -> BigUint {
    limbs.iter().rev().fold(BigUint::ZERO, |acc, &limb| acc << 64 | BigUint::from(limb))
}

/// The pairing on the backends of the test, the fastest last.
pub fn pairings(make: Make) -> Vec<Pairing> {
    // pairings have no arithmetic of digits
    let backends = Backend::available().into_iter().filter(|backend| *backend != Backend::Digits);
    let mut all: Vec<_> = backends.map(make).collect();
    if points().is_none() && all[0].g1().p().len() > 6 {
        all.drain(..all.len() - 1);
    }
    all
}

fn fastest() -> Backend {
    Backend::available().pop().expect("one at least")
}

fn points() -> Option<usize> {
    std::env::var("MODEXP_POINTS").ok().map(|count| count.parse().expect("a number"))
}

/// The number of random points of a family on this backend.
fn count(e: &Pairing) -> usize {
    let is_fastest = e.g1().backend() == fastest();
    let given = points().map(|count| if is_fastest { count } else { count.div_ceil(10) });
    given.unwrap_or(if e.g1().p().len() > 8 { 1 } else { 2 })
}

pub fn pairings_are_bilinear_and_not_degenerate(make: Make) {
    for e in pairings(make) {
        let mut random = Random(21);
        let (g1, g2, order) = (e.g1(), e.g2(), e.order().to_vec());
        let base = e.pair(&g1.generator(), &g2.generator()).expect("good");
        assert!(!base.is_one(), "{e:?}");
        assert!(base.pow(&order).is_one() && base.pow_vartime(&order).is_one());
        for _ in 0..count(&e) {
            let (k, l) = (scalar(&mut random, &order), scalar(&mut random, &order));
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

pub fn multiples_in_both_groups_are_repeated_additions(make: Make) {
    for e in pairings(make) {
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
                let [k, l] = [(); 2].map(|()| big(&scalar(&mut random, curve.order())));
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
    all.extend((0..3).map(|_| scalar(random, order)));
    all
}

/// Each exceptional operand is once in each lane.
pub fn many_at_once_are_the_same_as_one_by_one(make: Make) {
    for e in pairings(make) {
        let mut random = Random(23);
        let ks = scalars(&mut random, e.order());
        // without lanes, calls compute one by one
        let has_lanes = e.g1().backend() == Backend::Ifma && e.g1().p().len() <= 6;
        let rotations = if has_lanes { 8 } else { 1 };
        let mut points = Vec::new();
        for curve in [e.g1(), e.g2()] {
            let g = curve.generator();
            let mut bases = vec![g.clone(), curve.negate(&g).expect("good"), Point::IDENTITY];
            bases.extend((0..2).map(|_| curve.multiply(&scalar(&mut random, e.order()), &g).expect("good")));
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
            let scalars: Vec<Vec<u64>> = logs.iter().map(|_| scalar(&mut random, e.order())).collect();
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

pub fn encodings_of_both_groups_come_back(make: Make) {
    for e in pairings(make) {
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

pub fn points_off_the_curve_or_outside_the_subgroup_are_refused(make: Make) {
    for e in pairings(make) {
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

pub fn g1_by_its_parameters_is_the_same_group(make: Make) {
    for e in pairings(make) {
        let g1 = e.g1();
        // the cofactor has 127 bits
        assert!(is_taken(g1) || e.name() != "BLS12-381");
        let g = g1.generator();
        let [x, y] = [g.x(), g.y()].map(Option::unwrap_or_default);
        let good = Parameters { p: g1.p(), a: g1.a(), b: g1.b(), order: g1.order(), cofactor: g1.cofactor(), x, y };
        if !is_taken(g1) {
            assert!(Curve::with_backend(&good, g1.backend()).is_err(), "{e:?}");
            continue;
        }
        let curve = Curve::with_backend(&good, g1.backend()).expect("good parameters");
        assert_eq!(curve.cofactor(), g1.cofactor());
        let k = scalar(&mut Random(29), g1.order());
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

pub fn values_come_back_from_bytes(make: Make) {
    let e = make(fastest());
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
        return;
    }
    // for k = 2, −1 is cyclotomic, but has the order 2
    let mut minus_one = e.g1().p().iter().rev().flat_map(|limb| limb.to_be_bytes()).collect::<Vec<_>>();
    let len = e.g1().byte_len();
    minus_one.drain(..minus_one.len() - len);
    *minus_one.last_mut().expect("bytes") -= 1;
    let mut all = vec![0; bytes.len()];
    all[bytes.len() - len..].copy_from_slice(&minus_one);
    assert_eq!(e.gt_from_bytes(&all), Err(Error::NotInSubgroup), "{e:?}");
}

pub fn powers_by_tables_are_powers(make: Make) {
    let e = make(fastest());
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
