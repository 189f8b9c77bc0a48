//! Curves over GF(2^m) on every backend, against affine arithmetic a bit at a time: all of some small curves, laws of
//! the named curves, and bad input.

use modexp_curves::{Backend, Curve, CurveName, Error, Parameters, Point};
use num_bigint::BigUint;

/// GF(2^7) modulo x^7 + x + 1.
const POLYNOMIAL: u64 = 0b1000_0011;
const Q: u64 = 1 << 7;

type Affine = Option<(u64, u64)>;

fn mul(a: u64, b: u64) -> u64 {
    (0..7).rev().fold(0, |acc, i| {
        let twice = if acc << 1 & Q == 0 { acc << 1 } else { acc << 1 ^ POLYNOMIAL };
        if b >> i & 1 == 1 { twice ^ a } else { twice }
    })
}

/// Adds by the definition of the group: chord and tangent.
fn add(a: u64, left: Affine, right: Affine) -> Affine {
    let (Some((x1, y1)), Some((x2, y2))) = (left, right) else { return left.or(right) };
    let inverse = |x: u64| (1..Q).find(|&y| mul(x, y) == 1).expect("not 0");
    let slope = if x1 != x2 {
        mul(y1 ^ y2, inverse(x1 ^ x2))
    } else if y1 ^ y2 == x1 {
        return None;
    } else {
        x1 ^ mul(y1, inverse(x1))
    };
    let x = mul(slope, slope) ^ slope ^ x1 ^ x2 ^ a;
    Some((x, mul(slope, x1 ^ x) ^ x ^ y1))
}

fn point(affine: Affine) -> Point {
    affine.map_or(Point::IDENTITY, |(x, y)| Point::new(&[x], &[y]))
}

/// All points of y² + x·y = x³ + a·x² + b except the identity.
fn points(a: u64, b: u64) -> Vec<(u64, u64)> {
    let on_curve = |&(x, y): &(u64, u64)| mul(y, y) ^ mul(x, y) == mul(mul(x, x), x ^ a) ^ b;
    (0..Q).flat_map(|x| (0..Q).map(move |y| (x, y))).filter(on_curve).collect()
}

fn is_prime(n: u64) -> bool {
    (2..n).all(|d| !n.is_multiple_of(d))
}

/// a, b, the prime order, the cofactor, and all points of a curve.
type Small = ([u64; 4], Vec<(u64, u64)>);

fn small_curves() -> Vec<Small> {
    let mut found = Vec::new();
    for a in [0, 1, 0x35] {
        for b in [1, 2, 0x4d, 0x2b, 0x13] {
            let all = points(a, b);
            let count = all.len() as u64 + 1;
            let cofactor = if count.is_multiple_of(4) { 4 } else { 2 };
            let order = count / cofactor;
            if order > 45 && is_prime(order) {
                found.push(([a, b, order, cofactor], all));
            }
        }
    }
    found
}

#[test]
fn small_curves_have_the_addition_of_the_definition() {
    let curves = small_curves();
    assert!(curves.len() >= 3 && curves.iter().any(|([a, b, ..], _)| [*a, *b] == [1, 1]), "{}", curves.len());
    for ([a, b, order, cofactor], all) in curves {
        let multiple = |k: u64, p| (0..k).fold(None, |sum, _| add(a, sum, p));
        let members: Vec<_> = all.iter().filter(|&&p| multiple(order, Some(p)).is_none()).copied().collect();
        assert_eq!(members.len() as u64, order - 1);
        let g = members[members.len() / 3];
        let parameters = Parameters {
            p: &[POLYNOMIAL],
            a: &[a],
            b: &[b],
            order: &[order],
            cofactor: &[cofactor],
            x: &[g.0],
            y: &[g.1],
        };
        let multiples: Vec<Affine> = (0..order).map(|k| multiple(k, Some(g))).collect();
        let of = |k: u64| point(multiples[(k % order) as usize]);
        for backend in Backend::available() {
            let curve = Curve::binary_with_backend(&parameters, backend).expect("a good curve");
            assert!(curve.is_binary() && curve.byte_len() == 1);
            for &p in &all {
                let (is_member, q) = (members.contains(&p), Point::new(&[p.0], &[p.1]));
                assert!(curve.is_on_curve(&q));
                assert_eq!(curve.is_in_subgroup(&q), is_member, "{p:?} {a} {b}");
                assert!(!curve.is_on_curve(&Point::new(&[p.0], &[p.1 ^ 1 ^ u64::from(p.0 == 1)])));
            }
            for i in 0..order {
                let base = of(i);
                let tables = curve.fixed_base(&base, 200 * (i as usize % 7)).expect("a good point");
                for k in (0..order + 3).chain([2 * order - 1, 2 * order, u64::MAX]) {
                    let want = of(i * (k % order));
                    assert_eq!(curve.multiply(&[k], &base).as_ref(), Ok(&want), "{k}·{base:?} {a} {b} {backend:?}");
                    assert_eq!(curve.multiply_vartime(&[k], &base).as_ref(), Ok(&want), "{k}·{base:?} {a} {b}");
                    assert_eq!(tables.multiply(&[k]), want, "{k}·{base:?} {a} {b}");
                    assert_eq!(tables.multiply_vartime(&[k]), want, "{k}·{base:?} {a} {b}");
                }
                let ks: Vec<[u64; 1]> = (0..order + 2).map(|k| [k]).collect();
                let (ks, points): (Vec<&[u64]>, Vec<_>) = ks.iter().map(|k| (&k[..], of(i + k[0]))).unzip();
                let want: Vec<_> = (0..order + 2).map(|k| of((i + k) % order * k)).collect();
                let products = curve.multiply_many(&ks, &points.iter().collect::<Vec<_>>());
                assert_eq!(products, Ok(want), "{i} {a} {b} {backend:?}");
                for j in 0..order {
                    assert_eq!(curve.add(&base, &of(j)), Ok(of(i + j)));
                    if (i + j) % 9 > 0 {
                        continue;
                    }
                    let (ks, points) = ([&[i][..], &[j], &[i + j]], [&base, &of(j), &of(1)]);
                    let want = of(i * i + j * j + i + j);
                    assert_eq!(curve.msm(&ks, &points).as_ref(), Ok(&want), "{i} {j} {a} {b}");
                    assert_eq!(curve.msm_vartime(&ks, &points).as_ref(), Ok(&want), "{i} {j} {a} {b}");
                }
                assert_eq!(curve.negate(&base), Ok(of(order - i)));
                for compressed in [false, true] {
                    let bytes = curve.encode(&base, compressed).expect("a good point");
                    assert_eq!(curve.decode(&bytes).as_ref(), Ok(&base), "{bytes:x?}");
                }
            }
        }
    }
}

const NAMES: [CurveName; 9] = [
    CurveName::B163,
    CurveName::B233,
    CurveName::B283,
    CurveName::B571,
    CurveName::K163,
    CurveName::K233,
    CurveName::K283,
    CurveName::K571,
    CurveName::MiraclK163,
];

fn curves() -> impl Iterator<Item = Curve> {
    NAMES.into_iter().flat_map(|name| {
        Backend::available().into_iter().map(move |backend| Curve::named_with_backend(name, backend).expect("there"))
    })
}

fn limbs(seed: u64, count: usize) -> Vec<u64> {
    (0..count as u64)
        .map(|i| (seed + i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(27).wrapping_mul(0xbf58_476d_1ce4_e5b9))
        .collect()
}

fn big(limbs: &[u64]) -> BigUint {
    limbs.iter().rev().fold(BigUint::ZERO, |acc, &limb| acc << 64 | BigUint::from(limb))
}

#[test]
fn named_curves_obey_the_laws() {
    for curve in curves() {
        let g = curve.generator();
        let count = curve.order().len();
        let again = Parameters {
            p: curve.p(),
            a: curve.a(),
            b: curve.b(),
            order: curve.order(),
            cofactor: curve.cofactor(),
            x: g.x().expect("a point"),
            y: g.y().expect("a point"),
        };
        let again = Curve::binary_with_backend(&again, curve.backend()).expect("good parameters");
        let tables = curve.fixed_base(&g, None).expect("a good point");
        let loaded = again.fixed_base_from_bytes(&tables.to_bytes()).expect("saved tables");
        let n = big(curve.order());
        let minus_one = (&n - 1_u8).to_u64_digits();
        assert_eq!(curve.multiply(&minus_one, &g), curve.negate(&g));
        assert_eq!(curve.multiply(curve.order(), &g), Ok(Point::IDENTITY));
        for seed in 0..6 {
            let (j, k) = (limbs(seed, count + 1), limbs(100 + seed, count));
            let sum = ((big(&j) + big(&k)) % &n).to_u64_digits();
            let product = (big(&j) * big(&k) % &n).to_u64_digits();
            let [p, q] = [&j, &k].map(|k| curve.multiply(k, &g).expect("a good point"));
            assert_eq!(curve.add(&p, &q), curve.multiply(&sum, &g));
            assert_eq!(curve.multiply(&j, &q), again.multiply(&product, &g));
            assert_eq!(curve.multiply_vartime(&k, &p), curve.multiply(&product, &g));
            assert_eq!((tables.multiply(&j), tables.multiply_vartime(&k)), (p.clone(), q.clone()));
            assert_eq!(loaded.multiply(&j), p);
            let terms = [(&j, &q), (&k, &g), (&sum, &p)];
            let (ks, points) = (terms.map(|(k, _)| &k[..]), terms.map(|(_, p)| p));
            let products = curve.multiply_many(&ks, &points).expect("good points");
            let total = products.iter().fold(Point::IDENTITY, |sum, p| curve.add(&sum, p).expect("a good point"));
            assert_eq!(curve.msm(&ks, &points).as_ref(), Ok(&total));
            assert_eq!(curve.msm_vartime(&ks, &points).as_ref(), Ok(&total));
            let bytes = curve.encode(&p, true).expect("a good point");
            assert_eq!((bytes.len(), curve.decode(&bytes)), (1 + curve.byte_len(), Ok(p)));
        }
        // enough terms for buckets
        let (ks, mut points) = ((0..40).map(|seed| limbs(seed, count)).collect::<Vec<_>>(), vec![g.clone()]);
        (1..40).for_each(|i| points.push(curve.add(&points[i - 1], &g).expect("a good point")));
        let (ks, points): (Vec<_>, Vec<_>) = (ks.iter().map(Vec::as_slice).collect(), points.iter().collect());
        assert_eq!(curve.msm(&ks, &points), curve.msm_vartime(&ks, &points));
    }
}

/// Each lane has a scalar and a point. Some of them are exceptions of formulas.
#[test]
fn multiples_side_by_side_are_those_one_by_one() {
    for curve in curves() {
        let (g, n) = (curve.generator(), big(curve.order()));
        let count = curve.order().len();
        let of = |k: BigUint| k.to_u64_digits();
        let mut ks = vec![vec![], vec![1], of(&n - 1_u8), of(n.clone()), of(&n + 1_u8), of(&n * 2_u8)];
        ks.extend([vec![2], of(&n - 2_u8), vec![u64::MAX; count], vec![u64::MAX; count + 1], limbs(1, count)]);
        let p = curve.multiply(&limbs(2, count), &g).expect("a good point");
        let points = [g, Point::IDENTITY, curve.negate(&p).expect("a good point"), p];
        // each scalar with each point, in different lanes each time
        let terms: Vec<_> = (0..4).flat_map(|i| ks.iter().enumerate().map(move |(j, k)| (k, (i + j) % 4))).collect();
        for terms in [&terms[..], &terms[1..8], &terms[5..15], &terms[..3], &terms[..2]] {
            let (ks, points): (Vec<&[u64]>, Vec<_>) = terms.iter().map(|&(k, i)| (&k[..], &points[i])).unzip();
            let want: Result<Vec<_>, _> = ks.iter().zip(&points).map(|(k, p)| curve.multiply(k, p)).collect();
            assert_eq!(curve.multiply_many(&ks, &points), want, "{curve:?}");
        }
        let identities = curve.multiply_many(&[&ks[10][..]; 8], &[&Point::IDENTITY; 8]);
        assert_eq!(identities, Ok(vec![Point::IDENTITY; 8]));
    }
}

#[test]
fn bad_points_and_encodings_are_refused() {
    for curve in curves() {
        let g = curve.generator();
        let (x, y) = (g.x().expect("a point").to_vec(), g.y().expect("a point").to_vec());
        let m = big(curve.p()).bits() as usize - 1;
        let mut above = x.clone();
        above[m / 64] |= 1 << (m % 64);
        assert_eq!(curve.multiply(&[2], &Point::new(&above, &y)), Err(Error::BadCoordinate));
        let mut off = y.clone();
        off[0] ^= 1;
        assert_eq!(curve.multiply(&[2], &Point::new(&x, &off)), Err(Error::NotOnCurve));
        // form 2 with x = 0 is the point of order 2; forms 3 and 5 are errors
        let mut zero = vec![0; 1 + curve.byte_len()];
        zero[0] = 2;
        assert_eq!(curve.decode(&zero), Err(Error::NotInSubgroup));
        zero[0] = 3;
        assert_eq!(curve.decode(&zero), Err(Error::NotOnCurve));
        zero[0] = 5;
        assert_eq!(curve.decode(&zero), Err(Error::BadEncoding));
        let (mut outside, mut missing) = (0, 0);
        for x in 1..40 {
            let mut bytes = vec![0; 1 + curve.byte_len()];
            bytes[0] = 2;
            *bytes.last_mut().expect("a byte") = x;
            match curve.decode(&bytes) {
                Ok(point) => assert_eq!(curve.multiply(curve.order(), &point), Ok(Point::IDENTITY)),
                Err(Error::NotInSubgroup) => outside += 1,
                Err(error) => {
                    assert_eq!(error, Error::NotOnCurve);
                    missing += 1;
                }
            }
        }
        assert!(outside > 2 && missing > 8, "{outside} {missing}");
    }
}

#[test]
fn bad_parameters_are_refused() {
    let curve = Curve::named(CurveName::K163);
    let g = curve.generator();
    let good = Parameters {
        p: curve.p(),
        a: &[1],
        b: &[1],
        order: curve.order(),
        cofactor: &[2],
        x: g.x().expect("a point"),
        y: g.y().expect("a point"),
    };
    assert!(Curve::binary(&good).is_ok());
    let refused = |parameters: Parameters<'_>| Curve::binary(&parameters).expect_err("bad parameters");
    for p in [&[][..], &[1], &[0b1000_0101], &[0x0001_0000_0000_0001_u64], &[0b1_0001_1011], &[0xff]] {
        assert_eq!(refused(Parameters { p, ..good }), Error::BadPolynomial, "{p:x?}");
    }
    assert_eq!(refused(Parameters { b: curve.p(), ..good }), Error::BadCoefficient);
    assert_eq!(refused(Parameters { b: &[], ..good }), Error::Singular);
    assert_eq!(refused(Parameters { b: &[2], ..good }), Error::NotOnCurve);
    assert_eq!(refused(Parameters { a: &[], ..good }), Error::NotOnCurve);
    assert_eq!(refused(Parameters { cofactor: &[4], ..good }), Error::BadOrder);
    let other = Curve::named(CurveName::B163);
    assert_eq!(refused(Parameters { order: other.order(), ..good }), Error::BadOrder);
    let h = Curve::named(CurveName::P256)
        .fixed_base(&Curve::named(CurveName::P256).generator(), None)
        .expect("a good point");
    assert_eq!(curve.fixed_base_from_bytes(&h.to_bytes()).expect_err("another curve"), Error::OtherCurve);
}
