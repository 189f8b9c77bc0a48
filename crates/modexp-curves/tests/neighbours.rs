//! Curves over primes next to powers of two, on every backend. R/p is close to an integer, so an estimate of a quotient
//! that is off by one gives a wrong result. Points are solved so that a value of a formula is a small number over R.

#[allow(dead_code, reason = "laws.rs uses the rest")]
mod affine;

use affine::{Affine, Reference, affine, big, check, point};
use modexp_curves::{Backend, Curve, Error, Parameters, Point};
use num_bigint::BigUint;

/// k, c and h of primes p = 2^k + c, p ≡ 11 mod 12, for which (p + 1)/h is prime: y² = x³ + b has p + 1 points for every b.
const PRIMES: [(u32, i32, u64); 20] = [
    (192, -18_653, 12),
    (192, 67_411, 12),
    (208, -100_685, 12),
    (208, 42_595, 12),
    (224, -177_113, 24),
    (224, 120_691, 12),
    (255, -121_497, 24),
    (255, 283_299, 12),
    (256, -118_613, 12),
    (256, 18_475, 12),
    (260, -5669, 12),
    (260, 487, 24),
    (384, -7865, 24),
    (384, 535, 24),
    (416, -146_009, 24),
    (416, 160_867, 12),
    (512, -373_925, 12),
    (512, 340_387, 12),
    (520, -79_385, 24),
    (520, 178_171, 12),
];

fn number(hex: &str) -> BigUint {
    BigUint::parse_bytes(hex.as_bytes(), 16).expect("hexadecimal digits")
}

fn one() -> BigUint {
    BigUint::from(1u8)
}

/// y² = x³ + b modulo a prime p ≡ 11 mod 12. Every number has one cube root, and one of ±y has a square root.
struct Supersingular {
    p: BigUint,
    b: BigUint,
    order: BigUint,
    cofactor: u64,
    reference: Reference,
}

impl Supersingular {
    fn new(k: u32, c: i32, cofactor: u64) -> Self {
        let power: BigUint = one() << k;
        let p = if c < 0 { power - c.unsigned_abs() } else { power + c.unsigned_abs() };
        let reference = Reference { p: p.clone(), a: BigUint::ZERO };
        Self { b: BigUint::from(2u8), order: (&p + 1u8) / cofactor, p, cofactor, reference }
    }

    fn root(&self, x: &BigUint) -> Option<BigUint> {
        let root = x.modpow(&((&self.p + 1u8) >> 2), &self.p);
        (&root * &root % &self.p == x % &self.p).then_some(root)
    }

    fn cube_root(&self, x: &BigUint) -> BigUint {
        let third = BigUint::from(3u8).modinv(&(&self.p - 1u8)).expect("p ≡ 2 mod 3");
        x.modpow(&third, &self.p)
    }

    fn of_x(&self, x: &BigUint) -> Affine {
        let x = x % &self.p;
        Some((x.clone(), self.root(&(&x * &x * &x + &self.b))?))
    }

    fn of_y(&self, y: &BigUint) -> (BigUint, BigUint) {
        let y = y % &self.p;
        (self.cube_root(&(&y * &y + &self.p - &self.b)), y)
    }

    /// A generator of the subgroup.
    fn generator(&self) -> (BigUint, BigUint) {
        let multiple = |y: u32| self.reference.multiply(&self.cofactor.into(), &Some(self.of_y(&y.into())));
        (1..).find_map(multiple).expect("a point that is no multiple of the order")
    }

    /// Points of the subgroup: x, y, x², y², x³, 2y, 3x², 3b·x, y² − 9b, y² + 3b or 24b·y² is ±1/R or ±2/R, for the R
    /// of each kind of digits.
    fn solved(&self) -> Vec<Affine> {
        let (p, b) = (&self.p, &self.b);
        let over = |x: &BigUint, n: &BigUint| x * n.modinv(p).expect("not 0 mod p") % p;
        let mut found = vec![];
        for radix in [64, 52, 29, 50] {
            // fields have two bits more than p, or whole limbs
            let digits = if radix == 64 { p.bits().div_ceil(radix) } else { (p.bits() + 2).div_ceil(radix) };
            let inverse = (one() << (radix * digits)).modinv(p).expect("odd");
            for v in [inverse.clone(), p - &inverse, &inverse * 2u8 % p, p * 2u8 - &inverse * 2u8] {
                let v = v % p;
                let x = [v.clone(), self.cube_root(&v), over(&v, &(b * 3u8))];
                let roots = [v.clone(), over(&v, &3u8.into())].map(|square| self.root(&square));
                let y = [v.clone(), over(&v, &2u8.into())];
                let squares = [v.clone(), &v + b * 9u8, &v + p * 3u8 - b * 3u8, over(&v, &(b * 24u8))];
                found.extend(x.iter().chain(roots.iter().flatten()).map(|x| self.of_x(x)));
                found.extend(
                    y.into_iter().chain(squares.iter().filter_map(|y| self.root(y))).map(|y| Some(self.of_y(&y))),
                );
            }
        }
        let curve = self.curve(Backend::Portable);
        found.retain(|candidate| candidate.is_some() && curve.is_in_subgroup(&point(candidate)));
        found
    }

    fn curve(&self, backend: Backend) -> Curve {
        let (x, y) = self.generator();
        let [p, b, order, x, y] = [&self.p, &self.b, &self.order, &x, &y].map(BigUint::to_u64_digits);
        let parameters = Parameters { p: &p, a: &[], b: &b, order: &order, cofactor: &[self.cofactor], x: &x, y: &y };
        Curve::with_backend(&parameters, backend).expect("a good curve")
    }
}

#[test]
fn multiples_of_solved_points_are_right() {
    let mut all = 0;
    for (k, c, cofactor) in PRIMES {
        let curve = Supersingular::new(k, c, cofactor);
        let solved = curve.solved();
        let portable = curve.curve(Backend::Portable);
        all += solved.len();
        let (mut ks, mut points, mut wanted) = (vec![], vec![], vec![]);
        for q in &solved {
            // formulas compute with Q itself, and with Q as a multiple of P
            for divisor in [1u8, 2] {
                let inverse = BigUint::from(divisor).modinv(&curve.order).expect("a prime");
                let p = portable.multiply(&inverse.to_u64_digits(), &point(q)).expect("a good point");
                let p = affine(&p);
                assert_eq!(curve.reference.multiply(&divisor.into(), &p), *q);
                let minus_q = q.as_ref().map(|(x, y)| (x.clone(), &curve.p - y));
                let twice = curve.reference.add(q, q);
                let more = curve.reference.multiply(&6u8.into(), &p);
                for (k, want) in [
                    (BigUint::from(2 * divisor), twice),
                    (BigUint::from(divisor + 6), curve.reference.add(q, &more)),
                    (&curve.order - divisor, minus_q),
                ] {
                    wanted.push(want);
                    ks.push(k.to_u64_digits());
                    points.push(point(&p));
                }
            }
        }
        let sum = wanted.iter().fold(None, |sum, term| curve.reference.add(&sum, term));
        let wanted: Vec<Point> = wanted.iter().map(point).collect();
        for backend in Backend::available() {
            let on = curve.curve(backend);
            check(&on, &ks, &points, &wanted, &point(&sum));
            for ((k, p), want) in ks.iter().zip(&points).zip(&wanted).step_by(5) {
                assert!(on.is_in_subgroup(p) && on.is_in_subgroup(&on.negate(p).expect("good")), "{on:?} {p:?}");
                assert_eq!(on.fixed_base(p, None).expect("good").multiply(k), *want, "{on:?} {k:x?} {p:?}");
            }
        }
    }
    assert!(all >= 40, "{all} points");
    println!("{all} points are solved");
}

/// GOST R 34.10-2012, tc26-512-paramSetA, and a point. A coordinate of its double is just below a multiple of p.
#[test]
fn multiples_on_the_curve_of_gost_are_right() {
    let p: BigUint = (one() << 512) - 569u32;
    let [b, order, y] = [
        "e8c2505dedfc86ddc1bd0b2b6667f1da34b82574761cb0e879bd081cfd0b6265ee3cb090f30d27614cb4574010da90dd862ef9d4ebee4761503190785a71c760",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff27e69532f48d89116ff22b8d4e0560609b4b38abfad2b85dcacdb1411f10b275",
        "7503cfe87a836ae3a61b8816e25450e6ce5e1c93acf1abc1778064fdcbefa921df1626be4fd036e93d75e6a50e3a41e98028fe5fc235f5b889a589cb5215f2a4",
    ]
    .map(number);
    let q = Some((
        number(
            "a342ecfd279c8ab01f99535701c360fc3ca95a79124abfdfade2a004d3ffb255e287c4f964a6afcd30a4fc093b326e43250ca1d8e76436eb98909f8345471ccc",
        ),
        number(
            "e6525ddf00d058b7c35575e1d1f2d2bd4b47b08a487a616d9f2660a13ba9b16e50dcc932496bd2c317aea00186c47a76ccccccd3b6d2f157e1cacdc2f588f58d",
        ),
    ));
    let reference = Reference { p: p.clone(), a: &p - 3u8 };
    let ks: Vec<BigUint> = (1u8..17).map(BigUint::from).chain([&order - 4u8, &order >> 1]).collect();
    let wanted: Vec<Affine> = ks.iter().map(|k| reference.multiply(k, &q)).collect();
    assert_eq!(&wanted[3].as_ref().expect("not the identity").0 >> 448, number("ffc2a362626adab5"));
    let sum = wanted.iter().fold(None, |sum, term| reference.add(&sum, term));
    let wanted: Vec<Point> = wanted.iter().map(point).collect();
    let limbs = |x: &BigUint| x.to_u64_digits();
    let (ks, points): (Vec<_>, Vec<_>) = ks.iter().map(|k| (limbs(k), point(&q))).unzip();
    let [p, a, b, order, y] = [&p, &reference.a, &b, &order, &y].map(limbs);
    for backend in Backend::available() {
        let parameters = Parameters { p: &p, a: &a, b: &b, order: &order, cofactor: &[1], x: &[3], y: &y };
        let curve = Curve::with_backend(&parameters, backend).expect("a good curve");
        check(&curve, &ks, &points, &wanted, &point(&sum));
        assert_eq!(curve.fixed_base(&points[0], None).expect("good").multiply(&[2]), wanted[1], "{backend:?}");
    }
}

/// Some points with a small x are in the subgroup with their inverses, and some are not.
#[test]
fn small_points_are_in_the_subgroup_with_their_inverses() {
    let p: BigUint = (one() << 512) - 0x723u32;
    let order = number(
        "5555555555555555555555555555555555555555555555555555555555555554c6cc751507c002399bbe821874105668cf40e89088077199e3b2988a317d280d",
    );
    let reference = Reference { p: p.clone(), a: BigUint::ZERO };
    let b = BigUint::from(0x23u8);
    let small: Vec<Affine> = (1u8..60)
        .filter_map(|x| {
            let x = BigUint::from(x);
            let square = &x * &x * &x + &b;
            // p ≡ 5 mod 8: if a root exists, one of these is a root
            let y = square.modpow(&((&p + 3u8) >> 3), &p);
            let other = &y * BigUint::from(2u8).modpow(&(&p >> 2), &p) % &p;
            let y = [y, other].into_iter().find(|y| y * y % &p == square)?;
            Some(Some((x, y)))
        })
        .collect();
    let wanted: Vec<bool> = small.iter().map(|point| reference.multiply(&order, point).is_none()).collect();
    assert!(wanted.contains(&true) && wanted.contains(&false));
    let (x, y) = small[wanted.iter().position(|&good| good).expect("one")].clone().expect("a point");
    let [p, b, order, x, y] = [&p, &b, &order, &x, &y].map(BigUint::to_u64_digits);
    for backend in Backend::available() {
        let parameters = Parameters { p: &p, a: &[], b: &b, order: &order, cofactor: &[3], x: &x, y: &y };
        let curve = Curve::with_backend(&parameters, backend).expect("a good curve");
        for (candidate, &good) in small.iter().zip(&wanted) {
            let candidate = point(candidate);
            let negated =
                Point::new(candidate.x().expect("x"), &(big(&p) - big(candidate.y().expect("y"))).to_u64_digits());
            for point in [&candidate, &negated] {
                assert_eq!(curve.is_in_subgroup(point), good, "{backend:?} {point:?}");
                assert_eq!(curve.multiply(&[5], point).is_ok(), good, "{backend:?} {point:?}");
                if !good {
                    assert_eq!(curve.multiply(&[5], point), Err(Error::NotInSubgroup), "{backend:?}");
                }
            }
        }
    }
}
