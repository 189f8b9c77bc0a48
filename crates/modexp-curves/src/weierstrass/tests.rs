//! The group law against affine arithmetic on every pair of points of small curves, and the orders of named curves.

use super::*;
use modexp_fields::prime::{FieldOps, Params, Portable};
use num_bigint::BigUint;
use std::vec::Vec;

impl<F: Tower> Weierstrass<F> {
    /// p in affine coordinates, (0, 0) for the identity, and whether p is the identity.
    fn to_affine(&self, p: &Projective<F::Element>) -> (Affine<F::Element>, Choice) {
        let f = &self.field;
        let z_inv = f.invert(&p.z);
        (Affine { x: f.mul(&p.x, &z_inv), y: f.mul(&p.y, &z_inv) }, self.is_identity(p))
    }

    /// Whether p and q are the same point.
    fn eq(&self, p: &Projective<F::Element>, q: &Projective<F::Element>) -> Choice {
        let f = &self.field;
        let same_x = f.eq(&f.mul(&p.x, &q.z), &f.mul(&q.x, &p.z));
        let same_y = f.eq(&f.mul(&p.y, &q.z), &f.mul(&q.y, &p.z));
        let (p_identity, q_identity) = (self.is_identity(p), self.is_identity(q));
        (same_x & same_y & !p_identity & !q_identity) | (p_identity & q_identity)
    }
}

/// An affine point or the identity, modulo a small prime.
type Small = Option<(u64, u64)>;

/// The definition: chord and tangent.
fn add(p: u64, a: u64, left: Small, right: Small) -> Small {
    let (Some((x1, y1)), Some((x2, y2))) = (left, right) else { return left.or(right) };
    let inverse = |x: u64| (1..p).find(|y| x * y % p == 1).expect("not 0 mod p");
    let slope = if x1 != x2 {
        (y2 + p - y1) * inverse((x2 + p - x1) % p) % p
    } else if (y1 + y2) % p == 0 {
        return None;
    } else {
        (3 * x1 * x1 + a) * inverse(2 * y1 % p) % p
    };
    let x = (slope * slope + 2 * p - x1 - x2) % p;
    Some((x, (slope * (x1 + p - x) + p - y1) % p))
}

/// All points of y² = x³ + a·x + b.
fn points(p: u64, a: u64, b: u64) -> Vec<Small> {
    let on_curve = |&(x, y): &(u64, u64)| y * y % p == (x * x * x + a * x + b) % p;
    let affine = (0..p).flat_map(|x| (0..p).map(move |y| (x, y))).filter(on_curve);
    core::iter::once(None).chain(affine.map(Some)).collect()
}

/// Checks every pair of points on one curve, and doublings in a run.
fn check_curve(p: u64, a: u64, b: u64, all: &[Small]) {
    let field = Portable::new(Params::new(&[p]).expect("odd"));
    let element = |x: u64| field.to_mont(&[x % p]);
    let curve = Weierstrass::new(field, &element(a), &element(b));
    // representatives with any Z
    let point = |small: &Small, z: u64| match *small {
        None => Projective { y: element(z), ..curve.identity() },
        Some((x, y)) => Projective { x: element(x * z), y: element(y * z), z: element(z) },
    };
    let small = |q: &Projective<[u64; 1]>| {
        let (affine, identity) = curve.to_affine(q);
        let xy = (field.from_mont(&affine.x)[0], field.from_mont(&affine.y)[0]);
        assert!(!identity.lane(0) || xy == (0, 0));
        (!identity.lane(0)).then_some(xy)
    };
    for (i, left) in all.iter().enumerate() {
        let p1 = point(left, 1 + i as u64 % (p - 1));
        assert_eq!(small(&p1), *left);
        let mut want = *left;
        for n in 0..5 {
            let doubled = curve.double_n(&p1, n);
            assert_eq!(small(&doubled), want, "2^{n}·{left:?}");
            assert!(!curve.is_identity(&doubled).lane(0) || field.is_zero(&doubled.y).bits() & 1 == 0);
            want = add(p, a, want, want);
        }
        let negative = curve.negate(&p1);
        assert!(curve.is_identity(&curve.add(&p1, &negative)).lane(0));

        for (j, right) in all.iter().enumerate() {
            let p2 = point(right, 1 + (i + j) as u64 % (p - 1));
            let want = add(p, a, *left, *right);
            assert_eq!(small(&curve.add(&p1, &p2)), want, "{left:?} + {right:?} on a = {a}, b = {b} modulo {p}");
            assert_eq!(curve.eq(&p1, &p2).lane(0), left == right);
            let chosen = small(&curve.cmov(&p1, &p2, Choice::splat(j % 2 == 1)));
            assert_eq!(chosen, if j % 2 == 1 { *right } else { *left });
            if let Some((x, y)) = *right {
                let affine = Affine { x: element(x), y: element(y) };
                assert!(curve.is_on_curve(&affine).lane(0));
                assert!(!curve.is_on_curve(&Affine { x: affine.x, y: element(y + 1) }).lane(0) || (2 * y + 1) % p == 0);
                assert_eq!(small(&curve.add_mixed(&p1, &affine)), want, "{left:?} + {right:?}, mixed");
            }
        }
    }

    let projective: Vec<_> = all.iter().enumerate().map(|(i, q)| point(q, 1 + i as u64 % (p - 1))).collect();
    let mut affine: Vec<_> = all.iter().map(|_| Affine { x: field.one(), y: field.one() }).collect();
    let (mut inverses, mut products) = (std::vec![field.one(); all.len()], std::vec![field.one(); all.len()]);
    curve.to_affine_many(&mut affine, &projective, &mut inverses, &mut products);
    for (affine, want) in affine.iter().zip(all) {
        assert_eq!((field.from_mont(&affine.x)[0], field.from_mont(&affine.y)[0]), want.unwrap_or((0, 0)));
    }
}

#[test]
fn every_sum_on_small_curves_of_odd_order_is_the_affine_one() {
    let mut curves = [0; 3];
    for p in [5, 7, 11, 13, 19, 31] {
        for (kind, a) in [(0, p - 3), (1, 0), (2, 1), (2, 2)] {
            if kind == 2 && a == p - 3 {
                continue;
            }
            for b in 1..p {
                let all = points(p, a, b);
                let singular = (4 * a * a * a + 27 * b * b) % p == 0;
                if !singular && all.len() % 2 == 1 {
                    check_curve(p, a, b, &all);
                    curves[kind] += 1;
                }
            }
        }
    }
    assert!(curves.iter().all(|&count| count >= 15), "curves with a = −3, a = 0 and another a: {curves:?}");
}

/// p, a, b, x, y, order.
pub(crate) const NAMED: [[&str; 6]; 5] = [
    // P-192, P-224, P-256
    [
        "fffffffffffffffffffffffffffffffeffffffffffffffff",
        "fffffffffffffffffffffffffffffffefffffffffffffffc",
        "64210519e59c80e70fa7e9ab72243049feb8deecc146b9b1",
        "188da80eb03090f67cbf20eb43a18800f4ff0afd82ff1012",
        "07192b95ffc8da78631011ed6b24cdd573f977a11e794811",
        "ffffffffffffffffffffffff99def836146bc9b1b4d22831",
    ],
    [
        "ffffffffffffffffffffffffffffffff000000000000000000000001",
        "fffffffffffffffffffffffffffffffefffffffffffffffffffffffe",
        "b4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4",
        "b70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21",
        "bd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34",
        "ffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d",
    ],
    [
        "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
        "ffffffff00000001000000000000000000000000fffffffffffffffffffffffc",
        "5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b",
        "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
        "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
        "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
    ],
    // secp256k1, brainpoolP256r1
    [
        "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
        "0",
        "7",
        "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
        "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8",
        "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
    ],
    [
        "a9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377",
        "7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9",
        "26dc5c6ce94a4b44f330b5d9bbd77cbf958416295cf7e1ce6bccdc18ff8c07b6",
        "8bd2aeb9cb7e57cb2c4b482ffc81b7afb9de27e1e3bd23c23a4453bd9ace3262",
        "547ef835c3dac4fd97f8461a14611dc9c27745132ded8e545c1d54c72f046997",
        "a9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7",
    ],
];

pub(crate) fn number(hex: &str) -> BigUint {
    BigUint::parse_bytes(hex.as_bytes(), 16).expect("hexadecimal digits")
}

pub(crate) fn limbs(x: &BigUint) -> [u64; 4] {
    let digits = x.to_u64_digits();
    core::array::from_fn(|i| digits.get(i).copied().unwrap_or(0))
}

/// Runs the check on the curve over a field.
pub(crate) fn check_named<F: Tower>(field: F, named: &[&str; 6]) {
    let lanes = |x: &BigUint| field.to_mont(&field.from_limbs(&[&limbs(x)[..field.prime().len()]]));
    let [_, a, b, x, y, order] = named.map(number);
    let curve = Weierstrass::new(field, &lanes(&a), &lanes(&b));
    let g = Affine { x: lanes(&x), y: lanes(&y) };
    assert!(curve.is_on_curve(&g).lane(F::LANES - 1));
    let identity = |q: &_| (0..F::LANES).all(|lane| curve.is_identity(q).lane(lane));
    let same = |p: &_, q: &_| (0..F::LANES).all(|lane| curve.eq(p, q).lane(lane));

    // bit by bit, by each addition and doubling
    let (start, mixed_start) = (curve.to_projective(&g), curve.identity());
    let (mut full, mut mixed) = (start, curve.double_n(&mixed_start, 3));
    for (i, bit) in (0..order.bits()).rev().map(|i| order.bit(i)).enumerate() {
        if i > 0 {
            full = curve.add(&full, &full);
            full = if bit { curve.add(&full, &start) } else { full };
        }
        mixed = curve.double_n(&mixed, 1);
        mixed = if bit { curve.add_mixed(&mixed, &g) } else { mixed };
        assert!(same(&full, &mixed), "the uppermost {} bits of the order", i + 1);
        assert!(identity(&full) == (i as u64 + 1 == order.bits()));
    }

    // 2^k·g by a run and by single doublings, and back
    let mut power = start;
    for _ in 0..40 {
        power = curve.add(&power, &power);
    }
    let run = curve.double_n(&start, 40);
    assert!(same(&power, &run) && identity(&curve.add(&power, &curve.negate(&run))));
    let (affine, is_identity) = curve.to_affine(&power);
    assert!(!is_identity.lane(0) && same(&curve.to_projective(&affine), &run));
}

#[test]
fn generators_of_named_curves_have_their_orders() {
    for named in &NAMED {
        let p = limbs(&number(named[0]));
        let three: [u64; 3] = [p[0], p[1], p[2]];
        if p[3] == 0 {
            check_named(Portable::new(Params::new(&three).expect("odd")), named);
        } else {
            check_named(Portable::new(Params::new(&p).expect("odd")), named);
        }
    }
}

#[test]
fn twice_the_generator_of_p_256_is_nists() {
    let field = Portable::new(Params::new(&limbs(&number(NAMED[2][0]))).expect("odd"));
    let [_, a, b, x, y, _] = NAMED[2];
    let [a, b, x, y] = [a, b, x, y].map(|x| field.to_mont(&limbs(&number(x))));
    let curve = Weierstrass::new(field, &a, &b);
    let (affine, _) = curve.to_affine(&curve.double_n(&curve.to_projective(&Affine { x, y }), 1));
    let want = [
        "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978",
        "07775510db8ed040293d9ac69f7430dbba7dade63ce982299e04b79d227873d1",
    ];
    assert_eq!([affine.x, affine.y].map(|x| field.from_mont(&x)), want.map(|x| limbs(&number(x))));
}
