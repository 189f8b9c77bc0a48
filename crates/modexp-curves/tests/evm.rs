//! The precompiled contracts: good and failing calls from the files of EIP-2537, maps from RFC 9380, and laws for
//! contracts without files. The environment variable `MODEXP_VECTORS` names the folder of the files.

mod published;

use modexp_curves::{Backend, Curve, Error, Pairing, PairingName, Point, Precompile};
use num_bigint::BigUint;
use published::{array_of, bytes, json, limbs, str_of};
use serde_json::Value;

fn pairings(name: PairingName) -> Vec<Pairing> {
    // pairings have no arithmetic of digits
    let backends = Backend::available().into_iter().filter(|backend| *backend != Backend::Digits);
    backends.map(|backend| Pairing::named_with_backend(name, backend).expect("there")).collect()
}

fn fastest(name: PairingName) -> Pairing {
    pairings(name).pop().expect("a backend")
}

#[test]
fn eip_2537_good_and_failing() {
    let files = [
        ("add_G1_bls", Precompile::G1Add),
        ("mul_G1_bls", Precompile::G1Msm),
        ("msm_G1_bls", Precompile::G1Msm),
        ("add_G2_bls", Precompile::G2Add),
        ("mul_G2_bls", Precompile::G2Msm),
        ("msm_G2_bls", Precompile::G2Msm),
        ("pairing_check_bls", Precompile::PairingCheck),
        ("map_fp_to_G1_bls", Precompile::MapFpToG1),
        ("map_fp2_to_G2_bls", Precompile::MapFp2ToG2),
    ];
    let mut counts = [0, 0];
    for e in pairings(PairingName::Bls12381) {
        for (file, contract) in files {
            // the folder does not have this file
            if file != "msm_G2_bls" {
                let Some(data) = json(&format!("eips/{file}.json")) else { return };
                for test in data.as_array().expect("a list") {
                    let output = contract.run(&e, &bytes(str_of(test, "Input")));
                    assert_eq!(output, Ok(bytes(str_of(test, "Expected"))), "{}", str_of(test, "CurveName"));
                    counts[0] += 1;
                }
            }
            let Some(data) = json(&format!("eips/fail-{file}.json")) else { return };
            for test in data.as_array().expect("a list") {
                let reasons: &[Error] = match str_of(test, "ExpectedError") {
                    "invalid input length" => &[Error::BadLength],
                    "invalid field element top bytes" => &[Error::BadEncoding],
                    "invalid fp.Element encoding" => &[Error::BadCoordinate, Error::BadEncoding],
                    "invalid point: not on curve" => &[Error::NotOnCurve],
                    _ => &[Error::NotInSubgroup],
                };
                let error = contract.run(&e, &bytes(str_of(test, "Input"))).expect_err("a refusal");
                assert!(reasons.contains(&error), "{}: {error}", str_of(test, "CurveName"));
                counts[1] += 1;
            }
        }
    }
    println!("{} good, {} failing", counts[0], counts[1]);
    assert!(counts[0] >= 200 && counts[1] >= 60);
}

/// Reads x and y. Commas separate the coefficients.
fn rfc_point(curve: &Curve, value: &Value) -> Point {
    let coordinate = |name: &str| coefficients(curve, str_of(value, name));
    Point::new(&coordinate("x"), &coordinate("y"))
}

fn coefficients(curve: &Curve, text: &str) -> Vec<u64> {
    let limbs_of = |x: &str| {
        let mut out = limbs(x);
        out.resize(curve.p().len(), 0);
        out
    };
    text.split(',').flat_map(limbs_of).collect()
}

#[test]
fn maps_of_rfc_9380() {
    let mut count = 0;
    for (file, degree) in
        [("G1", 1), ("G1", 1), ("G2", 2), ("G2", 2)].into_iter().enumerate().map(|(i, (group, degree))| {
            (format!("blst/BLS12381{group}_XMD_SHA-256_SSWU_{}_.json", if i % 2 == 0 { "RO" } else { "NU" }), degree)
        })
    {
        let Some(data) = json(&file) else { return };
        for e in pairings(PairingName::Bls12381) {
            let curve = if degree == 1 { e.g1() } else { e.g2() };
            for vector in array_of(&data, "vectors") {
                // clearing the cofactor is a homomorphism: P is the sum of the images
                let sum = array_of(vector, "u").iter().fold(Point::IDENTITY, |sum, u| {
                    let u = coefficients(curve, u.as_str().expect("text"));
                    let image = if degree == 1 { e.map_to_g1(&u) } else { e.map_to_g2(&u) };
                    curve.add(&sum, &image.expect("below p")).expect("in the subgroup")
                });
                assert_eq!(sum, rfc_point(curve, &vector["P"]), "{file}");
                count += 1;
            }
        }
    }
    println!("{count} points");
    assert!(count >= 20);
}

#[test]
fn maps_have_images_in_the_subgroup_and_refuse_what_is_not_below_p() {
    for e in pairings(PairingName::Bls12381) {
        let p = e.g1().p().to_vec();
        let mut less_one = p.clone();
        less_one[0] -= 1;
        // u = 0 is an exception of the formulas
        for u in [vec![], vec![1], less_one.clone()] {
            assert!(e.g1().is_in_subgroup(&e.map_to_g1(&u).expect("below p")));
            let second = [vec![0; p.len()], u.clone()].concat();
            for u in [u, second] {
                let image = e.map_to_g2(&u).expect("below p");
                assert!(e.g2().is_in_subgroup(&image) && !image.is_identity());
            }
        }
        let minus = e.g1().negate(&e.map_to_g1(&[1]).expect("below p")).expect("good");
        assert_eq!(e.map_to_g1(&less_one), Ok(minus));
        assert_eq!(e.map_to_g1(&p), Err(Error::BadCoordinate));
        assert_eq!(e.map_to_g2(&[vec![0; p.len()], p.clone()].concat()), Err(Error::BadCoordinate));
        assert_eq!(e.map_to_g2(&[0; 13]).err(), None);
        assert_eq!(e.map_to_g1(&[0, 0, 0, 0, 0, 0, 1]), Err(Error::BadCoordinate));
    }
    let other = Pairing::named(PairingName::AltBn128);
    assert_eq!(other.map_to_g1(&[1]), Err(Error::NoMap));
}

/// The encoding of EIP-197: coordinates of 32 bytes, the highest coefficient first.
fn words(curve: &Curve, p: &Point) -> Vec<u8> {
    let limbs = curve.p().len();
    let mut out = Vec::new();
    for coordinate in [p.x(), p.y()] {
        let mut coordinate = coordinate.unwrap_or_default().to_vec();
        coordinate.resize(limbs * curve.degree(), 0);
        let big_endian = |x: &[u64]| x.iter().rev().flat_map(|limb| limb.to_be_bytes()).collect::<Vec<_>>();
        out.extend(coordinate.chunks(limbs).rev().flat_map(big_endian));
    }
    out
}

fn word(value: u8) -> Vec<u8> {
    let mut out = vec![0; 32];
    out[31] = value;
    out
}

#[test]
fn sums_and_multiples_of_alt_bn128() {
    for e in pairings(PairingName::AltBn128) {
        let g1 = e.g1();
        let g = g1.generator();
        let multiple = |k: u64| g1.multiply(&[k], &g).expect("good");
        let [add, mul] = [Precompile::AltBn128Add, Precompile::AltBn128Mul];
        let call = [words(g1, &multiple(5)), words(g1, &multiple(7))].concat();
        assert_eq!(add.run(&e, &call), Ok(words(g1, &multiple(12))));
        assert_eq!(add.run(&e, &call[..64]), Ok(words(g1, &multiple(5))));
        assert_eq!(add.run(&e, &[]), Ok(vec![0; 64]));
        assert_eq!(add.run(&e, &[&call[..], &[1; 9]].concat()), Ok(words(g1, &multiple(12))));
        assert_eq!(add.run(&e, &[1; 128]), Err(Error::NotOnCurve));
        assert_eq!(add.run(&e, &[255; 128]), Err(Error::BadCoordinate));

        let call = [words(g1, &multiple(5)), word(9)].concat();
        assert_eq!(mul.run(&e, &call), Ok(words(g1, &multiple(45))));
        // missing bytes count as zeros at the end
        assert_eq!(mul.run(&e, &call[..95]), Ok(vec![0; 64]));
        let above = BigUint::from_bytes_be(&[255; 32]).to_u64_digits();
        let call = [words(g1, &g), vec![255; 32]].concat();
        assert_eq!(mul.run(&e, &call), Ok(words(g1, &g1.multiply(&above, &g).expect("good"))));
        let call = [words(g1, &g)[..63].to_vec(), vec![3], word(1)].concat();
        assert_eq!(mul.run(&e, &call), Err(Error::NotOnCurve));
    }
}

#[test]
fn pairing_checks_of_alt_bn128() {
    let check = Precompile::AltBn128Pairing;
    for e in pairings(PairingName::AltBn128) {
        let (g1, g2) = (e.g1(), e.g2());
        let p = |k: u64| words(g1, &g1.multiply(&[k], &g1.generator()).expect("good"));
        let q = |k: u64| words(g2, &g2.multiply(&[k], &g2.generator()).expect("good"));
        let minus = words(g1, &g1.negate(&g1.multiply(&[6], &g1.generator()).expect("good")).expect("good"));
        let call = [p(2), q(3), minus.clone(), q(1)].concat();
        assert_eq!(check.run(&e, &call), Ok(word(1)));
        assert_eq!(check.run(&e, &[p(2), q(2), minus, q(1)].concat()), Ok(word(0)));
        assert_eq!(check.run(&e, &[]), Ok(word(1)));
        assert_eq!(check.run(&e, &[vec![0; 64], q(1)].concat()), Ok(word(1)));
        assert_eq!(check.run(&e, &call[1..]), Err(Error::BadLength));
        let mut wrong = call.clone();
        wrong[64 + 127] ^= 1;
        assert_eq!(check.run(&e, &wrong), Err(Error::NotOnCurve));
        // the order of the coefficients matters
        let mut swapped = call;
        swapped[64..128].rotate_left(32);
        swapped[128..192].rotate_left(32);
        assert_eq!(check.run(&e, &swapped), Err(Error::NotOnCurve));
    }
}

/// τ·G of EIP-4844's ceremony, the commitment to f(x) = x.
const TAU_G: &str = "ad3eb50121139aa34db1d545093ac9374ab7bca2c0f3bf28e27c8dcd8fc7cb42d25926fc0c97b336e9f0fb35e5a04c81";

/// A call of 0x0a that claims f(z) = y for f(x) = a·x + b; the quotient is the constant a.
fn linear(e: &Pairing, [a, b, z, y]: [u8; 4]) -> Vec<u8> {
    use sha2::{Digest, Sha256};
    let g1 = e.g1();
    let tau = g1.decode(&bytes(TAU_G)).expect("a point of G1");
    let commitment = g1.msm(&[&[a.into()], &[b.into()]], &[&tau, &g1.generator()]).expect("good");
    let proof = g1.multiply(&[a.into()], &g1.generator()).expect("good");
    let [commitment, proof] = [commitment, proof].map(|p| g1.encode(&p, true).expect("good"));
    let mut hash = Sha256::digest(&commitment).to_vec();
    hash[0] = 1;
    [hash, word(z), word(y), commitment, proof].concat()
}

#[test]
fn point_evaluations() {
    let run = |e: &Pairing, call: &[u8]| Precompile::PointEvaluation.run(e, call);
    for e in pairings(PairingName::Bls12381) {
        let yes =
            [vec![0; 30], vec![16, 0], e.order().iter().rev().flat_map(|limb| limb.to_be_bytes()).collect()].concat();
        for good in [[1, 0, 7, 7], [3, 5, 11, 38], [3, 5, 0, 5], [0, 9, 200, 9], [0, 0, 4, 0]] {
            assert_eq!(run(&e, &linear(&e, good)), Ok(yes.clone()), "{good:?}");
        }
        for wrong in [[1, 0, 7, 8], [3, 5, 11, 37], [0, 9, 200, 8], [0, 0, 4, 1]] {
            assert_eq!(run(&e, &linear(&e, wrong)), Err(Error::NotVerified), "{wrong:?}");
        }
    }
    let e = fastest(PairingName::Bls12381);
    let call = linear(&e, [3, 5, 11, 38]);
    assert_eq!(run(&e, &call[1..]), Err(Error::BadLength));
    assert_eq!(run(&e, &[&call[..], &[0]].concat()), Err(Error::BadLength));
    let changed = |at: usize, to: u8| {
        let mut call = call.clone();
        call[at] = to;
        run(&e, &call)
    };
    assert_eq!(changed(0, 2), Err(Error::WrongHash));
    assert_eq!(changed(31, call[31] ^ 1), Err(Error::WrongHash));
    // the hash of a different commitment; this check comes first
    assert_eq!(changed(96, call[96] ^ 0x20), Err(Error::WrongHash));
    assert_eq!(run(&e, &[0; 192]), Err(Error::WrongHash));
    // z and y above the order
    assert_eq!(changed(32, 0x74), Err(Error::BadCoordinate));
    assert_eq!(changed(64, 0xff), Err(Error::BadCoordinate));
    // the proof is a different point, not an encoding, or has the opposite sign
    assert!(changed(191, call[191] ^ 1).is_err());
    assert_eq!(changed(144, call[144] & 0x7f), Err(Error::BadEncoding));
    assert_eq!(changed(144, call[144] ^ 0x20), Err(Error::NotVerified));
}

#[test]
fn addresses() {
    let known: Vec<u64> = (0..0x200).filter(|&address| Precompile::at(address).is_some()).collect();
    assert_eq!(known, [6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17]);
}
