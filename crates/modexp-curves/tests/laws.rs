//! The API on every backend, against affine arithmetic on big integers: every scalar and point of small curves,
//! operands that are exceptions to formulas, random operands, and bad input.

mod affine;

use affine::{Affine, Reference, affine, big, check, point};
use modexp_curves::{Backend, Curve, CurveName, Error, Parameters, Point};
use modexp_limbs::testing::Random;
use num_bigint::BigUint;

fn below(random: &mut Random, n: &BigUint) -> BigUint {
    let count = usize::try_from(n.bits() / 64 + 1).expect("a length");
    big(&random.limbs(count)) % n
}

/// p, a, b and the prime order of curves y² = x³ + a·x + b, and a point of each.
fn small_curves() -> Vec<([u64; 4], (u64, u64))> {
    let mut found = Vec::new();
    for p in [101_u64, 127] {
        for a in [p - 3, 0, 2] {
            let curves = (1..p).filter_map(|b| {
                let on_curve = |&(x, y): &(u64, u64)| y * y % p == (x * x * x + a * x + b) % p;
                let points: Vec<_> = (0..p).flat_map(|x| (0..p).map(move |y| (x, y))).filter(on_curve).collect();
                let order = points.len() as u64 + 1;
                let singular = (4 * a * a * a + 27 * b * b) % p == 0;
                (!singular && order > 2 && (2..order).take_while(|d| d * d <= order).all(|d| !order.is_multiple_of(d)))
                    .then(|| ([p, a, b, order], points[points.len() / 2]))
            });
            found.extend(curves.take(1));
        }
    }
    found
}

#[test]
fn every_multiple_of_every_point_of_small_curves() {
    let curves = small_curves();
    assert!(curves.len() >= 5, "{}", curves.len());
    for ([p, a, b, order], (x, y)) in curves {
        let reference = Reference { p: p.into(), a: a.into() };
        let parameters = Parameters { p: &[p], a: &[a], b: &[b], order: &[order], cofactor: &[1], x: &[x], y: &[y] };
        let g = Some((x.into(), y.into()));
        let mut multiples = vec![None];
        for i in 1..order as usize {
            multiples.push(reference.add(&multiples[i - 1], &g));
        }
        let multiples: Vec<Point> = multiples.iter().map(point).collect();
        for backend in Backend::available() {
            let curve = Curve::with_backend(&parameters, backend).expect("a good curve");
            for i in 0..order as usize {
                let base = &multiples[i];
                let want = |k: usize| &multiples[i * k % order as usize];
                let tables = curve.fixed_base(base, Some(200 * (i % 7))).expect("a good point");
                for k in (0..order + 3).chain([2 * order - 1, 2 * order, u64::MAX]) {
                    let result = want((k % order) as usize);
                    assert_eq!(tables.multiply(&[k]), *result, "{k}·{base:?}, p = {p}, a = {a}, {backend:?}");
                    assert_eq!(curve.multiply(&[k], base).as_ref(), Ok(result), "{k}·{base:?}, p = {p}, a = {a}");
                    assert_eq!(curve.multiply_vartime(&[k], base).as_ref(), Ok(result), "{k}·{base:?}, p = {p}");
                    assert_eq!(tables.multiply_vartime(&[k]), *result, "{k}·{base:?}, p = {p}, a = {a}, {backend:?}");
                }
                let other = &multiples[(3 * i + 1) % order as usize];
                let sum = &multiples[(4 * i + 1) % order as usize];
                assert_eq!(curve.add(base, other).as_ref(), Ok(sum));
                assert_eq!(curve.add(base, base).as_ref(), Ok(want(2)));
                assert_eq!(curve.negate(base).as_ref(), Ok(want(order as usize - 1)));
                assert_eq!(curve.add(base, want(order as usize - 1)), Ok(Point::IDENTITY));
                for compressed in [false, true] {
                    let bytes = curve.encode(base, compressed).expect("a good point");
                    assert_eq!(curve.decode(&bytes).as_ref(), Ok(base), "{bytes:x?}");
                }
            }
        }
    }
}

#[test]
fn operands_that_are_exceptions_to_formulas() {
    // binary_laws.rs tests curves over GF(2^m)
    for name in CurveName::ALL.into_iter().filter(|name| !name.is_binary()) {
        for backend in Backend::available() {
            let curve = Curve::named_with_backend(name, backend).expect("there");
            let (g, n) = (curve.generator(), big(curve.order()));
            let reference = Reference {
                p: big(curve.p()),
                a: {
                    // the generator and its double give a: 3x² + a = slope·2y
                    let double = affine(&curve.add(&g, &g).expect("good")).expect("not the identity");
                    let (x, y) = affine(&g).expect("not the identity");
                    let p = big(curve.p());
                    let slope = (&y + &double.1) * (&x + &p - &double.0).modinv(&p).expect("another x") % &p;
                    (slope * y * 2u8 + &p * 3u8 - x.modpow(&2u8.into(), &p) * 3u8) % p
                },
            };
            let ones = (BigUint::from(1u8) << (64 * curve.order().len())) - 1u8;
            let long = (BigUint::from(1u8) << 1000) - 1u8;
            let zero = BigUint::ZERO;
            let special: Vec<BigUint> = vec![
                zero,
                1u8.into(),
                2u8.into(),
                &n - 1u8,
                n.clone(),
                &n + 1u8,
                &n * 2u8,
                (&n - 1u8) / 2u8,
                ones,
                long,
            ];
            let negated = curve.negate(&g).expect("good");
            let bases = [g.clone(), negated, Point::IDENTITY];
            let (mut ks, mut points) = (Vec::new(), Vec::new());
            for base in &bases {
                for k in &special {
                    ks.push(k.to_u64_digits());
                    points.push(base.clone());
                }
            }
            let wanted: Vec<Affine> =
                ks.iter().zip(&points).map(|(k, p)| reference.multiply(&(big(k) % &n), &affine(p))).collect();
            let sum = wanted.iter().fold(None, |sum, term| reference.add(&sum, term));
            let wanted: Vec<Point> = wanted.iter().map(point).collect();
            check(&curve, &ks, &points, &wanted, &point(&sum));
            // each pair in every lane
            let each: Vec<&[u64]> = ks.iter().map(Vec::as_slice).collect();
            let all: Vec<&Point> = points.iter().collect();
            for skipped in 1..8 {
                let many = curve.multiply_many(&each[skipped..], &all[skipped..]).expect("good points");
                assert_eq!(many, wanted[skipped..], "{curve:?}, without {skipped}");
            }
            for (k, want) in ks.iter().zip(&wanted).take(special.len()) {
                assert_eq!(curve.fixed_base(&g, None).expect("good").multiply(k), *want, "{} {k:x?}", name.as_str());
            }
            // the same point, its inverse and the identity in one sum
            for pair in [[0, 0], [0, 1], [0, 2], [2, 2], [1, 1]] {
                let terms = [&bases[pair[0]], &bases[pair[1]]];
                let want = reference.add(&affine(terms[0]), &affine(terms[1]));
                assert_eq!(curve.msm(&[&[1], &[1]], &terms), Ok(point(&want)), "{} {pair:?}", name.as_str());
                assert_eq!(curve.msm_vartime(&[&[1], &[1]], &terms), Ok(point(&want)), "{} {pair:?}", name.as_str());
                assert_eq!(curve.add(terms[0], terms[1]), Ok(point(&want)), "{} {pair:?}", name.as_str());
            }
            assert_eq!(curve.msm(&[], &[]), Ok(Point::IDENTITY));
            assert_eq!(curve.msm_vartime(&[], &[]), Ok(Point::IDENTITY));
            assert_eq!(curve.multiply_many(&[], &[]), Ok(vec![]));
        }
    }
}

#[test]
fn multiples_and_sums_of_random_points() {
    let mut random = Random(7);
    for name in CurveName::ALL {
        let all: Vec<Curve> =
            Backend::available().into_iter().map(|b| Curve::named_with_backend(name, b).expect("there")).collect();
        let tables: Vec<_> =
            all.iter().map(|curve| curve.fixed_base(&curve.generator(), None).expect("good")).collect();
        let n = big(all[0].order());
        for count in [1, 2, 3, 8, 11, 40] {
            // multiples of the generator, so that one multiplication gives the expected sum
            let logs: Vec<BigUint> = (0..count).map(|_| below(&mut random, &n)).collect();
            let scalars: Vec<BigUint> = (0..count).map(|_| below(&mut random, &n)).collect();
            let total = logs.iter().zip(&scalars).fold(BigUint::ZERO, |sum, (log, k)| (sum + log * k) % &n);
            let ks: Vec<Vec<u64>> = scalars.iter().map(BigUint::to_u64_digits).collect();
            for (curve, tables) in all.iter().zip(&tables) {
                let multiples = |of: &dyn Fn(usize) -> BigUint| -> Vec<Point> {
                    let scalars: Vec<Vec<u64>> = (0..count).map(|i| of(i).to_u64_digits()).collect();
                    let scalars: Vec<&[u64]> = scalars.iter().map(Vec::as_slice).collect();
                    tables.multiply_many(&scalars)
                };
                let points = multiples(&|i| logs[i].clone());
                let wanted = multiples(&|i| &logs[i] * &scalars[i] % &n);
                check(curve, &ks, &points, &wanted, &tables.multiply(&total.to_u64_digits()));
            }
        }
    }
}

#[test]
fn sums_of_many_points_with_exceptions_in_their_buckets() {
    let mut random = Random(8);
    // a = −3, a = 0, a different a, and a group that sums no pairs
    for name in [CurveName::P256, CurveName::Secp256k1, CurveName::BrainpoolP256r1, CurveName::K163] {
        for backend in Backend::available() {
            let curve = Curve::named_with_backend(name, backend).expect("there");
            let (n, tables) = (big(curve.order()), curve.fixed_base(&curve.generator(), None).expect("good"));
            let multiple = |k: &BigUint| tables.multiply(&k.to_u64_digits());
            // equal points, their inverses and the identity
            let logs: [BigUint; 7] =
                [1_u8.into(), &n - 1_u8, 0_u8.into(), 2_u8.into(), 1_u8.into(), &n - 2_u8, below(&mut random, &n)];
            let points: Vec<Point> = logs.iter().map(multiple).collect();
            let k = below(&mut random, &n);
            let special = [0_u8.into(), 1_u8.into(), &n - 1_u8, n.clone(), &n + 1_u8, &n * 2_u8, (&n << 64) - 1_u8];
            for count in [31, 32, 33, 150] {
                let all: Vec<&Point> = (0..count).map(|i| &points[i % 7]).collect();
                let bases = curve.bases(&all).expect("good points");
                assert!(bases.points().iter().eq(all.iter().copied()));
                let same = vec![k.clone(); count];
                let exceptions = (0..count).map(|i| special[i / 7 % 7].clone()).collect();
                let others = (0..count).map(|_| below(&mut random, &n)).collect();
                for scalars in [same, exceptions, others, vec![BigUint::ZERO; count]] {
                    let sum = scalars.iter().enumerate().map(|(i, k)| k * &logs[i % 7]).sum::<BigUint>() % &n;
                    let ks: Vec<Vec<u64>> = scalars.iter().map(BigUint::to_u64_digits).collect();
                    let ks: Vec<&[u64]> = ks.iter().map(Vec::as_slice).collect();
                    let want = multiple(&sum);
                    assert_eq!(bases.msm_vartime(&ks).as_ref(), Ok(&want), "{curve:?} {count} {ks:x?}");
                    assert_eq!(curve.msm_vartime(&ks, &all).as_ref(), Ok(&want), "{curve:?} {count} {ks:x?}");
                }
                assert_eq!(bases.msm_vartime(&[]), Err(Error::LengthMismatch { left: 0, right: count }));
            }
            assert_eq!(curve.bases(&[]).expect("none").msm_vartime(&[]), Ok(Point::IDENTITY));
            let (g, wrong) = (curve.generator(), Point::new(&[1], &[3]));
            assert_eq!(curve.bases(&[&g, &g, &g, &wrong]).err(), Some(Error::NotOnCurve));
        }
    }
}

#[test]
fn the_endomorphism_is_used_and_right_for_every_size_of_scalar() {
    let curve = Curve::named(CurveName::Secp256k1);
    let tables = curve.fixed_base(&curve.generator(), None).expect("good");
    let mut random = Random(9);
    for bits in 0..256 {
        for less in [BigUint::ZERO, 1u8.into(), below(&mut random, &(BigUint::from(1u8) << bits))] {
            let power: BigUint = BigUint::from(1u8) << bits;
            let k = (power - less).to_u64_digits();
            assert_eq!(curve.multiply(&k, &curve.generator()), Ok(tables.multiply(&k)), "{k:x?}");
        }
    }
}

#[test]
fn bad_points_are_refused_by_every_call() {
    let bad_point = |curve: &Curve, bad: &Point, error: Error| {
        let (g, k) = (curve.generator(), &[5][..]);
        assert_eq!(curve.multiply(k, bad), Err(error));
        assert_eq!(curve.multiply_vartime(k, bad), Err(error));
        assert_eq!(curve.multiply_many(&[k, k], &[&g, bad]), Err(error));
        assert_eq!(curve.msm(&[k, k], &[&g, bad]), Err(error));
        assert_eq!(curve.msm_vartime(&[k, k], &[&g, bad]), Err(error));
        assert_eq!(curve.add(&g, bad), Err(error));
        assert_eq!(curve.add(bad, &g), Err(error));
        assert_eq!(curve.negate(bad), Err(error));
        assert_eq!(curve.encode(bad, true), Err(error));
        assert_eq!(curve.fixed_base(bad, None).err(), Some(error));
        assert_eq!(curve.is_on_curve(bad), error == Error::NotInSubgroup);
        assert!(!curve.is_in_subgroup(bad));
    };
    for backend in Backend::available() {
        let curve = Curve::named_with_backend(CurveName::P256, backend).expect("there");
        let (x, y) = affine(&curve.generator()).expect("not the identity");
        let p = big(curve.p());
        let changed = |x: BigUint, y: BigUint| point(&Some((x, y)));
        bad_point(&curve, &changed(&x + 1u8, y.clone()), Error::NotOnCurve);
        bad_point(&curve, &Point::new(&[0], &[0]), Error::NotOnCurve);
        bad_point(&curve, &changed(&x + &p, y.clone()), Error::BadCoordinate);
        bad_point(&curve, &changed(x.clone(), &y + &p), Error::BadCoordinate);
        bad_point(&curve, &changed(x.clone(), y.clone() + (BigUint::from(1u8) << 300)), Error::BadCoordinate);
        assert_eq!(curve.msm(&[&[1]], &[]), Err(Error::LengthMismatch { left: 1, right: 0 }));
        assert_eq!(curve.multiply_many(&[], &[&curve.generator()]), Err(Error::LengthMismatch { left: 0, right: 1 }));
        // leading zeros are allowed
        let padded: Vec<u64> = curve.generator().x().expect("x").iter().copied().chain([0, 0]).collect();
        assert!(curve.is_in_subgroup(&Point::new(&padded, curve.generator().y().expect("y"))));

        let len = curve.byte_len();
        let good = curve.encode(&curve.generator(), false).expect("good");
        let short = curve.encode(&curve.generator(), true).expect("good");
        assert!(
            good.len() == 1 + 2 * len && short.len() == 1 + len && curve.encode(&Point::IDENTITY, true) == Ok(vec![0])
        );
        assert_eq!(curve.decode(&[0]), Ok(Point::IDENTITY));
        let with_form = |bytes: &[u8], form: u8| [&[form], &bytes[1..]].concat();
        for form in 0..=255 {
            if form != 4 {
                assert_eq!(curve.decode(&with_form(&good, form)), Err(Error::BadEncoding), "{form}");
            }
            if form != 2 && form != 3 {
                assert_eq!(curve.decode(&with_form(&short, form)), Err(Error::BadEncoding), "{form}");
            }
        }
        for bytes in
            [&good[..2 * len], &[&good[..], &[0]].concat(), &short[..len], &[&short[..], &[0]].concat(), &[], &[0, 0]]
        {
            assert_eq!(curve.decode(bytes), Err(Error::BadEncoding), "{bytes:x?}");
        }
        let other_y = curve.decode(&with_form(&short, short[0] ^ 1)).expect("−g");
        assert_eq!(curve.negate(&curve.generator()), Ok(other_y));
        let p_bytes: Vec<u8> = p.to_bytes_be();
        assert_eq!(curve.decode(&[&[2], &p_bytes[..]].concat()), Err(Error::BadCoordinate));
        assert_eq!(curve.decode(&[&[4], &p_bytes[..], &good[1 + len..]].concat()), Err(Error::BadCoordinate));
        // about half of all x belong to no point
        let missing = (0..100_u8).filter(|&x| {
            let bytes = [&[2], &vec![0; len - 1][..], &[x]].concat();
            curve.decode(&bytes) == Err(Error::NotOnCurve)
        });
        assert!((30..70).contains(&missing.count()));
    }
}

#[test]
fn points_outside_the_subgroup_are_refused() {
    // secp112r2 has the cofactor 4: SEC 2, version 1
    let limbs = |hex: &str| BigUint::parse_bytes(hex.as_bytes(), 16).expect("digits").to_u64_digits();
    let [p, a, b] =
        ["db7c2abf62e35e668076bead208b", "6127c24c05f38a0aaaf65c0ef02c", "51def1815db5ed74fcc34c85d709"].map(limbs);
    let [order, x, y] =
        ["36df0aafd8b8d7597ca10520d04b", "4ba30ab5e892b4e1649dd0928643", "adcd46f5882e3747def36e956e97"].map(limbs);
    let parameters = Parameters { p: &p, a: &a, b: &b, order: &order, cofactor: &[4], x: &x, y: &y };
    for backend in Backend::available() {
        let curve = Curve::with_backend(&parameters, backend).expect("a good curve");
        let reference = Reference { p: big(&p), a: big(&a) };
        let n = big(&order);
        let (mut inside, mut outside) = (0, 0);
        for x in 0..60_u8 {
            let bytes = [&[2], &vec![0; curve.byte_len() - 1][..], &[x]].concat();
            match curve.decode(&bytes) {
                Ok(found) => {
                    assert_eq!(reference.multiply(&n, &affine(&found)), None);
                    inside += 1;
                }
                Err(Error::NotInSubgroup) => outside += 1,
                Err(error) => assert_eq!(error, Error::NotOnCurve),
            }
        }
        assert!(inside > 0 && outside > inside, "{inside} inside, {outside} outside");
        let k = big(&[0x1234_5678_9abc_def0, 0x1_2345_6789]);
        let want = reference.multiply(&k, &affine(&curve.generator()));
        assert_eq!(curve.multiply(&k.to_u64_digits(), &curve.generator()), Ok(point(&want)));
        // a wrong cofactor would admit points of even order
        for cofactor in [0, 1, 2, 3, 5, 8] {
            let error = Curve::with_backend(&Parameters { cofactor: &[cofactor], ..parameters }, backend).err();
            assert_eq!(error, Some(Error::BadOrder), "{cofactor}");
        }
    }
}

#[test]
fn bad_parameters_are_named() {
    let error = |p: u64, a: u64, b: u64, order: u64, x: u64, y: u64| {
        let parameters = Parameters { p: &[p], a: &[a], b: &[b], order: &[order], cofactor: &[1], x: &[x], y: &[y] };
        Curve::new(&parameters).err()
    };
    let ([p, a, b, order], (x, y)) = small_curves()[0];
    assert_eq!(error(p, a, b, order, x, y), None);
    for bad in [0, 1, 2, 3, 4, 100, p + 1] {
        assert_eq!(error(bad, 0, 0, order, 0, 0), Some(Error::BadPrime), "p = {bad}");
    }
    // 99 = 9·11
    assert_eq!(error(99, 1, b, order, x, y), Some(Error::BadPrime));
    assert_eq!(error(p, p, b, order, x, y), Some(Error::BadCoefficient));
    assert_eq!(error(p, a, p, order, x, y), Some(Error::BadCoefficient));
    assert_eq!(error(p, 0, 0, order, x, y), Some(Error::Singular));
    assert_eq!(error(p, a, b, order, p, y), Some(Error::BadCoordinate));
    assert_eq!(error(p, a, b, order, x, y + 1), Some(Error::NotOnCurve));
    for bad in [0, 1, 2, order - 1, order - 2, order + 2, 10_007] {
        assert_eq!(error(p, a, b, bad, x, y), Some(Error::BadOrder), "order {bad}");
    }
    let long = [u64::MAX; 10];
    let parameters = Parameters { p: &long, a: &[0], b: &[1], order: &long, cofactor: &[1], x: &[0], y: &[0] };
    assert_eq!(Curve::new(&parameters).err(), Some(Error::BadPrime));
}

#[test]
fn a_backend_that_is_missing_is_an_error_and_one_that_is_expected_is_there() {
    let available = Backend::available();
    for backend in [Backend::Portable, Backend::Adx, Backend::Ifma] {
        let curve = Curve::named_with_backend(CurveName::P256, backend);
        assert_eq!(curve.err(), (!available.contains(&backend)).then_some(Error::BackendUnavailable));
    }
    assert!(!Error::BackendUnavailable.to_string().is_empty());
    #[cfg(target_arch = "x86_64")]
    {
        let adx = std::is_x86_feature_detected!("adx") && std::is_x86_feature_detected!("bmi2");
        assert_eq!(available.contains(&Backend::Adx), adx);
        assert_eq!(available.contains(&Backend::Ifma), adx && std::is_x86_feature_detected!("avx512ifma"));
    }
}

/// CRC-64 (ECMA-182, reflected), bit by bit.
fn crc64(bytes: &[u8]) -> u64 {
    !bytes.iter().fold(!0, |crc: u64, &byte| {
        (0..8).fold(crc ^ u64::from(byte), |crc, _| crc >> 1 ^ (crc & 1).wrapping_neg() & 0xc96c_5795_d787_0f42)
    })
}

/// The bytes with limb `limb` replaced, and the right checksum.
fn forged(saved: &[u8], limb: usize, value: u64) -> Vec<u8> {
    let mut bytes = saved[..saved.len() - 8].to_vec();
    bytes[8 * limb..8 * limb + 8].copy_from_slice(&value.to_le_bytes());
    let checksum = crc64(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

#[test]
fn saved_tables_are_the_same_tables_on_every_backend() {
    for name in CurveName::ALL {
        let mut saved: Option<Vec<u8>> = None;
        for backend in Backend::available() {
            let curve = Curve::named_with_backend(name, backend).expect("there");
            for (point, bytes) in
                [(curve.generator(), 2048), (curve.multiply(&[7], &curve.generator()).expect("good"), 1)]
            {
                let tables = curve.fixed_base(&point, bytes).expect("a good point");
                let loaded = curve.fixed_base_from_bytes(&tables.to_bytes()).expect("what was saved");
                assert_eq!((loaded.point(), loaded.table_bytes()), (&point, tables.table_bytes()));
                assert_eq!(loaded.to_bytes(), tables.to_bytes());
                for k in [&[0][..], &[1], &[2], &[12345, 678], curve.order()] {
                    let want = curve.multiply(k, &point).expect("good");
                    assert_eq!(loaded.multiply(k), want, "{name:?} {k:?}");
                    assert_eq!(loaded.multiply_vartime(k), want, "{name:?} {k:?}");
                }
            }
            let bytes = curve.fixed_base(&curve.generator(), 1).expect("good").to_bytes();
            // the costs of lookups may give backends different shapes; the smallest shape is the same
            assert_eq!(saved.get_or_insert_with(|| bytes.clone()), &bytes, "{name:?}");
        }
        let identity = Curve::named(name).fixed_base(&Point::IDENTITY, 1).expect("good").to_bytes();
        let loaded = Curve::named(name).fixed_base_from_bytes(&identity).expect("what was saved");
        assert_eq!(loaded.multiply(&[5]), Point::IDENTITY);
    }
}

#[test]
fn tables_that_are_damaged_forged_or_of_another_curve_are_refused() {
    let curve = Curve::named(CurveName::P256);
    let saved = curve.fixed_base(&curve.generator(), 512).expect("good").to_bytes();
    let error = |bytes: &[u8]| curve.fixed_base_from_bytes(bytes).err();
    assert_eq!(error(&saved), None);
    for length in (0..saved.len()).step_by(7).chain([saved.len() - 8]) {
        assert_eq!(error(&saved[..length]), Some(Error::CorruptTable), "{length} bytes");
    }
    for at in 0..saved.len() {
        let mut damaged = saved.clone();
        damaged[at] ^= 1;
        assert_eq!(error(&damaged), Some(Error::CorruptTable), "byte {at}");
    }
    // limbs 1, 2: version and length; 3 to 18: the curve; 19 to 21: the shape; 22 to 29: the point; then entries
    let expected = |limb: usize| match limb {
        1 => Error::TableVersion,
        2..19 => Error::OtherCurve,
        22..30 => Error::NotOnCurve,
        _ => Error::CorruptTable,
    };
    for limb in 0..saved.len() / 8 - 1 {
        let now = u64::from_le_bytes(saved[8 * limb..8 * limb + 8].try_into().expect("8 bytes"));
        for value in [now ^ 1, now ^ 1 << 62] {
            assert_eq!(error(&forged(&saved, limb, value)), Some(expected(limb)), "limb {limb}: {value:x}");
        }
    }
    assert_eq!(error(&forged(&saved, 25, u64::MAX)), Some(Error::BadCoordinate));
    assert_eq!(error(&forged(&saved, 33, u64::MAX)), Some(Error::CorruptTable));
    let others = CurveName::ALL.into_iter().filter(|&name| name != CurveName::P256);
    for name in others {
        assert_eq!(Curve::named(name).fixed_base_from_bytes(&saved).err(), Some(Error::OtherCurve), "{name:?}");
    }
}
