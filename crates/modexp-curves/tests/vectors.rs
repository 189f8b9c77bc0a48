//! The group law against published multiples: MIRACL's curves, and NIST's key pairs on its prime curves, in the folder that
//! the environment variable `MODEXP_VECTORS` names. Without it there is nothing to compare with, and the test says so.

use modexp_curves::weierstrass::{Affine, Curve, Projective};
use modexp_kernels::field::{FieldOps, Params, Portable};
use num_bigint::BigUint;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A curve with a = −3, its generator, and multiples: k, x, y.
struct Named {
    name: String,
    p: BigUint,
    b: BigUint,
    x: BigUint,
    y: BigUint,
    multiples: Vec<[BigUint; 3]>,
}

fn number(hex: &str) -> BigUint {
    let digits = hex.trim().trim_start_matches("0x");
    BigUint::parse_bytes(digits.as_bytes(), 16).unwrap_or_else(|| panic!("{hex} is hexadecimal"))
}

fn field_of(value: &Value, key: &str) -> BigUint {
    number(value[key].as_str().unwrap_or_else(|| panic!("{key} of {value}")))
}

fn json(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).expect("JSON")
}

/// MIRACL's curves of 160, 192, 224 and 256 bits.
fn miracl(folder: &Path) -> Vec<Named> {
    let file = json(&folder.join("curves/miracl-bmark-parameters.json"));
    let curves = file["gfp"].as_object().expect("curves by name");
    let curve = |(name, curve): (&String, &Value)| {
        let multiples = curve["multiples"].as_array().expect("multiples");
        Named {
            name: name.clone(),
            p: field_of(curve, "p"),
            b: field_of(curve, "b"),
            x: field_of(curve, "Gx"),
            y: field_of(curve, "Gy"),
            multiples: multiples.iter().map(|m| ["k", "x", "y"].map(|key| field_of(m, key))).collect(),
        }
    };
    curves.iter().map(curve).collect()
}

/// NIST's prime curves with the key pairs of CAVP.
fn nist(folder: &Path) -> Vec<Named> {
    let curves = json(&folder.join("curves/std-curves-nist.json"));
    let path = folder.join("nist/FIPS_186-3_KeyPair.rsp");
    let pairs = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let prime_curve = |curve: &&Value| curve["name"].as_str().is_some_and(|name| name.starts_with("P-"));
    let named = |curve: &Value| {
        let name = curve["name"].as_str().expect("a name");
        let lines = pairs.lines().skip_while(|line| line.trim() != format!("[{name}]")).skip(1);
        let values: Vec<BigUint> = lines
            .take_while(|line| !line.starts_with("[P-") && !line.starts_with("[K-"))
            .filter_map(|line| ["d = ", "Qx = ", "Qy = "].iter().find_map(|key| line.strip_prefix(key)))
            .map(number)
            .collect();
        let raw = |part: &str, key: &str| field_of(&curve[part][key], "raw");
        Named {
            name: name.to_owned(),
            p: field_of(&curve["field"], "p"),
            b: raw("params", "b"),
            x: raw("generator", "x"),
            y: raw("generator", "y"),
            multiples: values.chunks_exact(3).map(|m| [m[0].clone(), m[1].clone(), m[2].clone()]).collect(),
        }
    };
    curves["curves"].as_array().expect("curves").iter().filter(prime_curve).map(named).collect()
}

fn limbs<const N: usize>(x: &BigUint) -> [u64; N] {
    let digits = x.to_u64_digits();
    core::array::from_fn(|i| digits.get(i).copied().unwrap_or(0))
}

/// k·g, bit by bit.
fn multiply<F: FieldOps>(
    curve: &Curve<F>,
    k: &BigUint,
    g: &Affine<F::Element>,
    complete: bool,
) -> Projective<F::Element> {
    let start = curve.to_projective(g);
    (0..k.bits()).rev().fold(curve.identity(), |q, i| {
        let q = if complete { curve.double(&q) } else { curve.double_n(&q, 1) };
        match (k.bit(i), complete) {
            (false, _) => q,
            (true, true) => curve.add(&q, &start),
            (true, false) => curve.add_mixed(&q, g),
        }
    })
}

/// The number of multiples that are right, in every lane.
fn check<F: FieldOps, const N: usize>(field: F, named: &Named) -> usize {
    let lanes = |x: &BigUint| field.to_mont(&field.from_limbs(&[&limbs::<N>(x)]));
    let minus_three = lanes(&(&named.p - 3u8));
    let curve = Curve::new(field, &minus_three, &lanes(&named.b));
    let g = Affine { x: lanes(&named.x), y: lanes(&named.y) };
    assert!(curve.is_on_curve(&g).lane(0), "{}", named.name);
    for [k, x, y] in &named.multiples {
        for complete in [false, true] {
            let (found, identity) = curve.to_affine(&multiply(&curve, k, &g, complete));
            let same = field.eq(&found.x, &lanes(x)) & field.eq(&found.y, &lanes(y)) & !identity;
            assert!((0..F::LANES).all(|lane| same.lane(lane)), "{k:x} times the generator of {}", named.name);
        }
    }
    named.multiples.len()
}

/// The same on every backend: their names, and the multiples on each.
fn check_backends<const N: usize, const D: usize>(named: &Named) -> Vec<(&'static str, usize)> {
    let params = Params::new(&limbs::<N>(&named.p)).expect("an odd prime");
    let mut counts = vec![("portable", check::<_, N>(Portable::new(params), named))];
    #[cfg(target_arch = "x86_64")]
    {
        use modexp_kernels::field::Eight;
        use modexp_kernels::field::x86_64::{Adx, Ifma};
        counts.extend(Adx::detect(params).map(|field| ("adx", check::<_, N>(field, named))));
        let eight = Ifma::detect().map(|vectors| Eight::<_, N, D>::new(vectors, params).expect("room"));
        counts.extend(eight.map(|field| ("ifma", check::<_, N>(field, named))));
    }
    counts
}

#[test]
fn published_multiples_are_ours() {
    let Some(folder) = std::env::var_os("MODEXP_VECTORS").filter(|folder| !folder.is_empty()).map(PathBuf::from) else {
        println!("MODEXP_VECTORS is not set: no published multiples to compare with");
        return;
    };
    let folder = folder.join("curves");
    let curves: Vec<Named> = miracl(&folder).into_iter().chain(nist(&folder)).collect();
    assert!(curves.len() == 9 && curves.iter().all(|curve| curve.multiples.len() >= 10));
    for named in &curves {
        let counts = match named.p.bits() {
            0..=192 => check_backends::<3, 4>(named),
            193..=256 => check_backends::<4, 5>(named),
            257..=384 => check_backends::<6, 8>(named),
            _ => check_backends::<10, 13>(named),
        };
        println!("{}: multiples by backend {counts:?}", named.name);
    }
}
