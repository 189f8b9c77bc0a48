//! The API on every backend, against published data in the folder that the environment variable `MODEXP_VECTORS` names.
//! Without that folder, each test prints a note and compares nothing.

mod published;

use modexp_curves::{Backend, Curve, CurveName, Error, Parameters, Point};
use num_bigint::BigUint;
use published::{array_of, bytes, json, limbs, str_of, text};
use serde_json::Value;
use sha1::Sha1;
use sha2::{Digest, Sha224, Sha256, Sha384, Sha512};
use std::collections::BTreeMap;
use std::sync::Mutex;

fn big(limbs: &[u64]) -> BigUint {
    limbs.iter().rev().fold(BigUint::ZERO, |acc, &limb| acc << 64 | BigUint::from(limb))
}

fn point(x: &str, y: &str) -> Point {
    Point::new(&limbs(x), &limbs(y))
}

/// The curve on every backend of this machine, made once.
fn curves(name: CurveName) -> Vec<Curve> {
    static MADE: Mutex<BTreeMap<&str, Vec<Curve>>> = Mutex::new(BTreeMap::new());
    let on = |backend| Curve::named_with_backend(name, backend).expect("there");
    let mut made = MADE.lock().expect("no test failed in here");
    made.entry(name.as_str()).or_insert_with(|| Backend::available().into_iter().map(on).collect()).clone()
}

fn named(name: &str) -> Option<CurveName> {
    CurveName::ALL.into_iter().find(|known| known.as_str() == name)
}

/// Whether an ECDSA signature is valid: FIPS 186-4, section 6.4.
fn verifies(curve: &Curve, digest: &[u8], r: &[u8], s: &[u8], q: &Point) -> bool {
    let n = big(curve.order());
    let [r, s] = [r, s].map(BigUint::from_bytes_be);
    if [&r, &s].into_iter().any(|x| *x == BigUint::ZERO || *x >= n) {
        return false;
    }
    let excess = (8 * digest.len() as u64).saturating_sub(n.bits());
    let e = BigUint::from_bytes_be(digest) >> excess;
    let w = s.modinv(&n).expect("a prime order");
    let (u1, u2) = ((e * &w) % &n, (&r * &w) % &n);
    let (u1, u2) = (u1.to_u64_digits(), u2.to_u64_digits());
    match curve.msm_vartime(&[&u1, &u2], &[&curve.generator(), q]) {
        Ok(sum) => {
            assert_eq!(curve.msm(&[&u1, &u2], &[&curve.generator(), q]).as_ref(), Ok(&sum), "in constant time");
            sum.x().is_some_and(|x| big(x) % &n == r)
        }
        Err(_) => false,
    }
}

fn digest(hash: &str, message: &[u8]) -> Vec<u8> {
    match hash {
        "SHA-1" | "SHA1" => Sha1::digest(message).to_vec(),
        "SHA-224" | "SHA224" => Sha224::digest(message).to_vec(),
        "SHA-256" | "SHA256" => Sha256::digest(message).to_vec(),
        "SHA-384" | "SHA384" => Sha384::digest(message).to_vec(),
        "SHA-512" | "SHA512" => Sha512::digest(message).to_vec(),
        _ => panic!("{hash}"),
    }
}

/// The records of a NIST file, each with the last heading in brackets above it.
fn records(text: &str) -> Vec<(String, BTreeMap<String, String>)> {
    let mut heading = String::new();
    let mut all = vec![(heading.clone(), BTreeMap::new())];
    for line in text.lines() {
        let line = line.trim();
        // methods of key generation have headings too
        if let Some(found) = line.strip_prefix('[').filter(|found| !found.starts_with("B.4")) {
            found.trim_end_matches(']').clone_into(&mut heading);
        } else if let Some((key, value)) = line.split_once(" = ") {
            all.last_mut().expect("one").1.insert(key.to_owned(), value.to_owned());
            all.last_mut().expect("one").0.clone_from(&heading);
            continue;
        }
        if !all.last().expect("one").1.is_empty() {
            all.push((heading.clone(), BTreeMap::new()));
        }
    }
    all.retain(|(_, record)| !record.is_empty());
    all
}

#[test]
fn multiples_of_miracls_generators() {
    let Some(file) = json("curves/miracl-bmark-parameters.json") else { return };
    let mut count = 0;
    for size in [160, 192, 224, 256] {
        let data = &file["gfp"][format!("bmark{size}")];
        for curve in curves(named(&format!("miracl-{size}")).expect("its name")) {
            assert_eq!(big(curve.p()), big(&limbs(str_of(data, "p"))));
            let g = curve.generator();
            let tables = curve.fixed_base(&g, None).expect("a good point");
            for multiple in array_of(data, "multiples") {
                let k = limbs(str_of(multiple, "k"));
                let want = point(str_of(multiple, "x"), str_of(multiple, "y"));
                assert_eq!(curve.multiply(&k, &g).as_ref(), Ok(&want), "{size} bits, {k:x?}");
                assert_eq!(curve.multiply_vartime(&k, &g).as_ref(), Ok(&want), "{size} bits, {k:x?}");
                assert_eq!(tables.multiply(&k), want, "{size} bits, {k:x?}");
                assert_eq!(tables.multiply_vartime(&k), want, "{size} bits, {k:x?}");
                count += 1;
            }
        }
    }
    println!("{count} multiples");
    assert!(count >= 40 * Backend::available().len());
}

#[test]
fn nists_key_pairs() {
    let Some(text) = text("nist/FIPS_186-3_KeyPair.rsp") else { return };
    let mut count = 0;
    for (heading, record) in records(&text) {
        let Some(name) = named(&heading) else { continue };
        if !record.contains_key("d") {
            continue;
        }
        let (k, want) = (limbs(&record["d"]), point(&record["Qx"], &record["Qy"]));
        for curve in curves(name) {
            let g = curve.generator();
            assert_eq!(curve.multiply(&k, &g).as_ref(), Ok(&want), "{heading}");
            assert_eq!(curve.fixed_base(&g, None).expect("a good point").multiply(&k), want, "{heading}");
            count += 1;
        }
    }
    println!("{count} key pairs");
    assert!(count >= 130 * Backend::available().len());
}

#[test]
fn nists_public_keys_are_valid_or_not() {
    let Some(text) = text("nist/FIPS_186-3_PKV.rsp") else { return };
    let (mut valid, mut invalid) = (0, 0);
    for (heading, record) in records(&text) {
        let Some(name) = named(&heading) else { continue };
        let q = point(&record["Qx"], &record["Qy"]);
        for curve in curves(name) {
            assert_eq!(curve.is_on_curve(&q), record["Result"].starts_with('P'), "{heading} {record:?}");
            match &record["Result"][..3] {
                "P (" => valid += 1,
                "F (" => {
                    let error = curve.multiply(&[3], &q).expect_err("a bad key");
                    let expected =
                        if record["Result"].contains("range") { Error::BadCoordinate } else { Error::NotOnCurve };
                    assert_eq!(error, expected, "{heading} {record:?}");
                    invalid += 1;
                }
                _ => panic!("{record:?}"),
            }
        }
    }
    println!("{valid} valid, {invalid} invalid");
    assert!(valid > 0 && invalid > 0 && valid + invalid == 156 * Backend::available().len());
}

#[test]
fn nists_signatures() {
    let Some(text) = text("nist/FIPS_186-3_SigVer.rsp") else { return };
    let (mut valid, mut count) = (0, 0);
    for (heading, record) in records(&text) {
        let (name, hash) = heading.split_once(',').expect("a curve and a hash");
        let Some(name) = named(name) else { continue };
        let digest = digest(hash, &bytes(&record["Msg"]));
        for curve in curves(name) {
            let q = point(&record["Qx"], &record["Qy"]);
            let found = verifies(&curve, &digest, &bytes(&record["R"]), &bytes(&record["S"]), &q);
            assert_eq!(found, record["Result"].starts_with('P'), "{heading} {record:?}");
            valid += usize::from(found);
            count += 1;
        }
    }
    println!("{count} signatures, {valid} valid");
    assert!(valid > 0 && count == 975 * Backend::available().len());
}

#[test]
fn nists_agreements() {
    let Some(text) = text("nist/KAS_ECCStaticUnified_ZZOnly_init.fax") else { return };
    let (mut good, mut count) = (0, 0);
    let sets = [
        ("EA", CurveName::P192),
        ("EB", CurveName::P224),
        ("EC", CurveName::P256),
        ("ED", CurveName::P384),
        ("EE", CurveName::P521),
    ];
    for (heading, record) in records(&text) {
        let Some((set, hash)) = heading.split_once(" - ") else { continue };
        if !record.contains_key("dsIUT") {
            continue;
        }
        let name = sets.iter().find(|(known, _)| *known == set).expect("a set").1;
        for curve in curves(name) {
            let (ours, theirs) = (limbs(&record["dsIUT"]), limbs(&record["dsCAVS"]));
            let our_key = point(&record["QsIUTx"], &record["QsIUTy"]);
            let their_key = point(&record["QsCAVSx"], &record["QsCAVSy"]);
            let shared = curve.multiply(&ours, &their_key);
            let agrees = shared.as_ref().is_ok_and(|shared| {
                let z = curve.encode(shared, false).expect("a good point");
                let z = &z[1..=curve.byte_len()];
                z == bytes(&record["Z"]) && digest(hash, z) == bytes(&record["CAVSHashZZ"])
            });
            let keys = curve.multiply(&ours, &curve.generator()).as_ref() == Ok(&our_key)
                && curve.multiply(&theirs, &curve.generator()).as_ref() == Ok(&their_key);
            assert_eq!(agrees && keys, record["Result"].starts_with('P'), "{heading} {record:?}");
            if keys {
                assert_eq!(shared, curve.multiply(&theirs, &our_key), "{heading} {record:?}");
            }
            good += usize::from(agrees && keys);
            count += 1;
        }
    }
    println!("{count} agreements, {good} good");
    assert!(good > 0 && count == 150 * Backend::available().len());
}

#[test]
fn wycheproofs_agreements() {
    // the bytes before an uncompressed and a compressed point in a DER public key of secp256k1
    let prefixes = ["3056301006072a8648ce3d020106052b8104000a034200", "3036301006072a8648ce3d020106052b8104000a032200"];
    // and of sect283k1 and sect283r1
    let sect283k1 =
        ["305e301006072a8648ce3d020106052b81040010034a00", "303a301006072a8648ce3d020106052b81040010032600"];
    let sect283r1 =
        ["305e301006072a8648ce3d020106052b81040011034a00", "303a301006072a8648ce3d020106052b81040011032600"];
    let files = [
        ("ecdh_secp256k1_test.json", CurveName::Secp256k1, &prefixes[..]),
        ("ecdh_secp256r1_ecpoint_test.json", CurveName::P256, &[""]),
        ("ecdh_sect283k1_test.json", CurveName::K283, &sect283k1[..]),
        ("ecdh_sect283r1_test.json", CurveName::B283, &sect283r1[..]),
    ];
    for (file, name, prefixes) in files {
        let Some(file) = json(&format!("wycheproof/{file}")) else { return };
        let (mut valid, mut invalid, mut other) = (0, 0, 0);
        for test in array_of(&file, "testGroups").iter().flat_map(|group| array_of(group, "tests")) {
            let public = str_of(test, "public");
            let result = str_of(test, "result");
            // the second byte of DER is the length of the rest
            let of_length =
                |prefix: &&&str| prefix.is_empty() || public.len() == 4 + 2 * usize::from(bytes(&prefix[2..4])[0]);
            let Some(prefix) = prefixes.iter().filter(of_length).find(|prefix| public.starts_with(**prefix)) else {
                assert_ne!(result, "valid", "{test}");
                other += 1;
                continue;
            };
            let (key, private) = (bytes(&public[prefix.len()..]), bytes(str_of(test, "private")));
            for curve in curves(name) {
                let shared = curve.multiply_bytes(&private, &key);
                let x = shared.as_ref().map(|shared| &shared[1..=curve.byte_len()]);
                match result {
                    "valid" => {
                        assert_eq!(x, Ok(&bytes(str_of(test, "shared"))[..]), "{test}");
                        valid += 1;
                    }
                    "acceptable" => {
                        assert!(x.is_err() || x == Ok(&bytes(str_of(test, "shared"))[..]), "{test}");
                        valid += 1;
                    }
                    _ => {
                        assert!(shared.is_err(), "{test}");
                        invalid += 1;
                    }
                }
            }
        }
        println!("{}: {valid} valid, {invalid} invalid, {other} not of our form", name.as_str());
        // the files of sect283* have few valid tests
        assert!(valid > if name == CurveName::P256 || name == CurveName::Secp256k1 { 200 } else { 15 } && invalid > 0);
    }
}

#[test]
fn wycheproofs_signatures() {
    let files = [("160r1", CurveName::Secp160r1), ("192r1", CurveName::P192), ("256r1", CurveName::P256)];
    for (file, name) in files {
        let Some(file) = json(&format!("wycheproof/ecdsa_secp{file}_sha256_p1363_test.json")) else { return };
        let (mut valid, mut count) = (0, 0);
        for group in array_of(&file, "testGroups") {
            let key = bytes(str_of(&group["publicKey"], "uncompressed"));
            for curve in curves(name) {
                let q = curve.decode(&key).expect("a public key");
                let len = big(curve.order()).bits().div_ceil(8) as usize;
                for test in array_of(group, "tests") {
                    let signature = bytes(str_of(test, "sig"));
                    let digest = Sha256::digest(bytes(str_of(test, "msg")));
                    let found = signature.len() == 2 * len
                        && verifies(&curve, &digest, &signature[..len], &signature[len..], &q);
                    assert_eq!(found, str_of(test, "result") == "valid", "{test}");
                    valid += usize::from(found);
                    count += 1;
                }
            }
        }
        println!("{}: {count} signatures, {valid} valid", name.as_str());
        assert!(valid > 0 && count > 200);
    }
}

#[test]
fn signatures_of_eip_7951() {
    let Some(file) = json("eips/eip-7951_p256verify.json") else { return };
    let (mut valid, mut count) = (0, 0);
    for test in file.as_array().expect("tests") {
        let input = bytes(str_of(test, "Input"));
        for curve in curves(CurveName::P256) {
            let part = |i: usize| &input[32 * i..32 * (i + 1)];
            let found = input.len() == 160 && {
                let q = Point::from_be_bytes(part(3), part(4));
                verifies(&curve, part(0), part(1), part(2), &q)
            };
            assert_eq!(found, str_of(test, "Expected").ends_with('1'), "{test}");
            valid += usize::from(found);
            count += 1;
        }
    }
    println!("{count} signatures, {valid} valid");
    assert!(valid > 0 && count >= 781);
}

#[test]
fn multiples_of_points_of_secp256k1() {
    let Some(file) = json("constantine/tv_Secp256k1_scalar_mul_G1_256bit.json") else { return };
    let mut count = 0;
    for curve in curves(CurveName::Secp256k1) {
        let tests = array_of(&file, "vectors");
        let pair = |value: &Value| point(str_of(value, "x"), str_of(value, "y"));
        let scalars: Vec<_> = tests.iter().map(|test| limbs(str_of(test, "scalar"))).collect();
        let points: Vec<_> = tests.iter().map(|test| pair(&test["P"])).collect();
        let wanted: Vec<_> = tests.iter().map(|test| pair(&test["Q"])).collect();
        for ((k, p), want) in scalars.iter().zip(&points).zip(&wanted) {
            assert_eq!(curve.multiply(k, p).as_ref(), Ok(want));
            assert_eq!(curve.multiply_vartime(k, p).as_ref(), Ok(want));
            count += 1;
        }
        let scalars: Vec<&[u64]> = scalars.iter().map(Vec::as_slice).collect();
        let points: Vec<&Point> = points.iter().collect();
        assert_eq!(curve.multiply_many(&scalars, &points), Ok(wanted));
    }
    println!("{count} multiples");
    assert!(count >= 40);
}

#[test]
fn published_parameters_are_accepted_and_agree_with_names() {
    let Some(wycheproof) = json("wycheproof/ec_prime_order_curves_test.json") else { return };
    let Some(secg) = json("curves/std-curves-secg.json") else { return };
    let mut all = Vec::new();
    for test in array_of(&wycheproof, "testGroups").iter().flat_map(|group| array_of(group, "tests")) {
        let [p, a, b, n, x, y] = ["p", "a", "b", "n", "gx", "gy"].map(|key| limbs(str_of(test, key)));
        all.push((str_of(test, "name").to_owned(), [p, a, b, n, x, y], vec![test["h"].as_u64().expect("a cofactor")]));
    }
    for curve in array_of(&secg, "curves").iter().filter(|curve| curve["field"]["p"].is_string()) {
        let raw = |part: &str, key: &str| limbs(str_of(&curve[part][key], "raw"));
        let numbers = [
            limbs(str_of(&curve["field"], "p")),
            raw("params", "a"),
            raw("params", "b"),
            limbs(str_of(curve, "order")),
            raw("generator", "x"),
            raw("generator", "y"),
        ];
        all.push((str_of(curve, "name").to_owned(), numbers, limbs(str_of(curve, "cofactor"))));
    }

    let (mut of_name, mut with_cofactor) = (0, 0);
    for (name, [p, a, b, order, x, y], cofactor) in &all {
        let good = Parameters { p, a, b, order, cofactor, x, y };
        let k = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, 0xdead_beef, 42];
        let mut results = Vec::new();
        for backend in Backend::available() {
            let curve = Curve::with_backend(&good, backend).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(curve.multiply(curve.order(), &curve.generator()), Ok(Point::IDENTITY), "{name}");
            results.push(curve.multiply(&k, &curve.generator()).expect("a good point"));
            if let Some(known) = named(name) {
                let by_name = Curve::named_with_backend(known, backend).expect("there");
                assert_eq!(by_name.multiply(&k, &by_name.generator()).as_ref(), Ok(&results[0]), "{name}");
                assert!(big(by_name.order()) == big(order) && by_name.generator() == curve.generator());
                of_name += 1;
            }
            with_cofactor += usize::from(*cofactor != [1]);

            // each parameter changed; these checks do not depend on the backend
            if backend != Backend::Portable {
                continue;
            }
            let plus = |x: &[u64], more: u64| (big(x) + more).to_u64_digits();
            let (odd_p, other_b, other_order, other_x) = (plus(p, 2), plus(b, 1), plus(order, 2), plus(x, 1));
            let other_cofactor = plus(cofactor, 1);
            let bad = [
                (Parameters { p: &odd_p, ..good }, "p"),
                (Parameters { b: &other_b, ..good }, "b"),
                (Parameters { order: &other_order, ..good }, "order"),
                (Parameters { cofactor: &other_cofactor, ..good }, "cofactor"),
                (Parameters { x: &other_x, ..good }, "x"),
                (Parameters { x: p, ..good }, "x = p"),
                (Parameters { a: p, ..good }, "a = p"),
            ];
            for (bad, what) in bad {
                assert!(Curve::with_backend(&bad, backend).is_err(), "{name} with another {what}");
            }
        }
        assert!(results.iter().all(|result| *result == results[0]), "{name}");
    }
    println!("{} curves, {of_name} by name, {with_cofactor} with a cofactor", all.len());
    assert!(all.len() >= 26 + 15 && of_name > 0 && with_cofactor > 0);
}
