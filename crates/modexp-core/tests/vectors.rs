//! Public test vectors, as JSON lines with hexadecimal numbers: the vectors in the folder next to this file, and the
//! larger collection in the folder of the environment variable `MODEXP_VECTORS`.

mod common;

use common::{big, limbs, on_all_backends, on_backends_in_turn, passed, report};
use modexp_core::{CrtModulus, Error, Modulus};
use num_bigint::{BigInt, BigUint, Sign};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Reads the records of every file in the folders, with the file's name.
fn records(folders: &[PathBuf]) -> Vec<(String, Value)> {
    let mut records = Vec::new();
    for folder in folders {
        let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
            .map(|entry| entry.expect("a directory entry").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
            .collect();
        files.sort();
        for file in files {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&file).expect("a readable file of vectors");
            records.extend(text.lines().map(|line| (name.clone(), serde_json::from_str(line).expect("a JSON line"))));
        }
    }
    records
}

fn folders() -> Vec<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    std::iter::once(own)
        .chain(std::env::var_os("MODEXP_VECTORS").filter(|folder| !folder.is_empty()).map(PathBuf::from))
        .collect()
}

fn number(record: &Value, key: &str) -> Option<BigInt> {
    let text = record.get(key)?.as_str()?;
    Some(BigInt::parse_bytes(text.as_bytes(), 16).unwrap_or_else(|| panic!("{key} of {record} is hexadecimal")))
}

fn natural(record: &Value, key: &str) -> Option<BigUint> {
    number(record, key)?.to_biguint()
}

/// x mod m, for negative x as well.
fn residue(m: &Modulus, x: &BigInt) -> BigUint {
    let residue = big(&m.reduce(&limbs(x.magnitude())));
    if x.sign() == Sign::Minus && residue != BigUint::ZERO { big(m.limbs()) - residue } else { residue }
}

/// base^exponent. Negative bases are reduced, and negative exponents invert.
fn pow(m: &Modulus, base: &BigInt, exponent: &BigInt, vartime: bool) -> Result<BigUint, Error> {
    let mut base = limbs(&residue(m, base));
    if exponent.sign() == Sign::Minus {
        base = m.inverse(&base)?;
    }
    let exponent = limbs(exponent.magnitude());
    Ok(big(&if vartime { m.pow_vartime(&base, &exponent) } else { m.pow(&base, &exponent) }))
}

#[test]
fn modexp_records() {
    let records = records(&folders());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let passes: usize = std::thread::scope(|scope| {
        let part = |first| check_powers(records.iter().skip(first).step_by(threads));
        let parts: Vec<_> = (0..threads).map(|first| scope.spawn(move || part(first))).collect();
        parts.into_iter().map(|part| part.join().expect("the records agree")).sum()
    });
    assert!(passes >= 500, "the kept vectors alone are more");
}

/// Returns the number of results that agree with these records.
fn check_powers<'a>(records: impl Iterator<Item = &'a (String, Value)>) -> usize {
    let mut passes = 0;
    let mut last = "";
    for (turn, (file, record)) in records.enumerate() {
        if file != last {
            report(core::mem::replace(&mut last, file));
        }
        let (Some(base), Some(exponent), Some(m)) =
            (number(record, "base"), number(record, "exp"), number(record, "mod"))
        else {
            continue;
        };
        // these records test an RSA decoder, which refuses numbers that raw exponentiation reduces
        if file == "wycheproof_range.jsonl" {
            continue;
        }
        let Some(m) = m.to_biguint().filter(|m| *m != BigUint::ZERO) else {
            assert!(record.get("error").is_some(), "{record}");
            assert_eq!(Modulus::new(&[]).err(), Some(Error::ZeroModulus));
            passes += 1;
            continue;
        };
        // long records take turns
        let ways: &[bool] = match (m.bits(), turn % 2) {
            (..=1024, _) => &[false, true],
            (_, 0) => &[false],
            _ => &[true],
        };
        for modulus in on_backends_in_turn(&m, turn / 2) {
            for &vartime in ways {
                let result = pow(&modulus, &base, &exponent, vartime);
                match natural(record, "result") {
                    Some(want) => {
                        if let (Some(q), Some(r)) = (natural(record, "q"), natural(record, "r_mod_q")) {
                            assert_eq!(&want % q, r, "{file} {}", record["id"]);
                        }
                        assert_eq!(result, Ok(want), "{:?} {file} {}", modulus.backend(), record["id"]);
                    }
                    // some libraries refuse all negative exponents, also with an inverse
                    None if exponent.sign() == Sign::Minus => {}
                    None => panic!("{file}: an error is expected, got {result:x?}: {record}"),
                }
                passed(modulus.backend(), 1);
                passes += 1;
            }
        }
    }
    report(last);
    passes
}

#[test]
fn auxiliary_records() {
    let mut last = String::new();
    for (file, record) in records(&folders()) {
        if file != last {
            report(&core::mem::replace(&mut last, file.clone()));
        }
        let Some(m) = natural(&record, "mod").filter(|m| *m != BigUint::ZERO) else { continue };
        match record["op"].as_str() {
            Some("modmul") => {
                let (a, b) = (number(&record, "a").expect("a"), number(&record, "b").expect("b"));
                for modulus in on_all_backends(&m) {
                    let (a, b) = (residue(&modulus, &a), residue(&modulus, &b));
                    let product = big(&modulus.mul(&limbs(&a), &limbs(&b)));
                    assert_eq!(Some(product), natural(&record, "result"), "{file} {}", record["id"]);
                    passed(modulus.backend(), 1);
                }
            }
            // some libraries refuse the modulus 1; here every inverse is 0
            Some("modinv") if m != BigUint::from(1u32) => {
                let a = number(&record, "a").expect("a");
                for modulus in on_all_backends(&m) {
                    let inverse = modulus.inverse(&limbs(&residue(&modulus, &a))).map(|x| big(&x));
                    assert_eq!(inverse.ok(), natural(&record, "result"), "{file} {}", record["id"]);
                    passed(modulus.backend(), 1);
                }
            }
            _ => {}
        }
    }
    report(&last);
}

/// Reads a list of natural numbers.
fn naturals(record: &Value, key: &str) -> Option<Vec<Vec<u64>>> {
    let parse = |x: &Value| BigUint::parse_bytes(x.as_str()?.as_bytes(), 16).map(|x| limbs(&x));
    record.get(key)?.as_array()?.iter().map(parse).collect()
}

/// Returns whether calls on m give the results of a record: products of powers, a key agreement, a group or an RSA key.
fn agrees(m: &Modulus, record: &Value) -> Option<bool> {
    let power = |base: &BigUint, exponent: &BigUint| big(&m.pow(&limbs(base), &limbs(exponent)));
    let get = |key| natural(record, key);
    if let (Some(bases), Some(exponents)) = (naturals(record, "bases"), naturals(record, "exps")) {
        let bases: Vec<&[u64]> = bases.iter().map(Vec::as_slice).collect();
        let exponents: Vec<&[u64]> = exponents.iter().map(Vec::as_slice).collect();
        let want = get("result")?;
        let product = |result: Result<Vec<u64>, Error>| result.map(|x| big(&x)) == Ok(want.clone());
        return Some(product(m.pow_product(&bases, &exponents)) && product(m.pow_product_vartime(&bases, &exponents)));
    }
    if let (Some(p), Some(q), Some(e), Some(d)) = (get("p"), get("q"), get("e"), get("d")) {
        let n = CrtModulus::with_backend(&[&limbs(&p), &limbs(&q)], m.backend()).ok()?;
        let c = power(&BigUint::from(3u32), &e);
        return Some(n.private_key_op(&limbs(&c), &limbs(&d)) == Ok(m.reduce(&[3])));
    }
    if let (Some(x1), Some(y2), Some(secret)) = (get("x1"), get("y2"), get("secret")) {
        let mine = get("g").zip(get("y1")).is_none_or(|(g, y1)| power(&g, &x1) == y1);
        return Some(mine && power(&y2, &x1) == secret);
    }
    let (g, q) = (get("g")?, get("q")?);
    Some(power(&g, &q) == BigUint::from(1u32))
}

#[test]
fn protocol_records() {
    const FILES: [&str; 4] = ["multiexp.jsonl", "dh.jsonl", "groups.jsonl", "rsa_keys.jsonl"];
    let mut last = String::new();
    let records = records(&folders()).into_iter().filter(|(file, _)| FILES.contains(&file.as_str()));
    for (turn, (file, record)) in records.enumerate() {
        if file != last {
            report(&core::mem::replace(&mut last, file.clone()));
        }
        let Some(m) = ["mod", "n", "p"].into_iter().find_map(|key| natural(&record, key)) else { continue };
        for modulus in on_backends_in_turn(&m, turn) {
            let Some(agrees) = agrees(&modulus, &record) else { break };
            assert!(agrees, "{:?} {file} {record}", modulus.backend());
            passed(modulus.backend(), 1);
        }
    }
    report(&last);
}
