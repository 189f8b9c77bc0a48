//! Multiples of points by modexp-curves against OpenSSL's `EC_POINT_mul`, on every named curve: random scalars and
//! points, and scalars at the ends of the range.
//!
//! `MODEXP_EC_CASES` is the number of cases for each curve, by default 100. `MODEXP_EC_CURVE` selects one curve.

use modexp_curves::{Curve, CurveName, Point};
use modexp_limbs::testing::Random;
use modexp_peers::{Group, openssl};

/// Multiplications at once: two turns of eight lanes.
const MANY: usize = 16;

/// Creates OpenSSL's group of the same parameters, if OpenSSL supports the field.
fn group_of(curve: &Curve) -> Option<Group> {
    let openssl = openssl().map_err(|why| println!("left out: {why}")).ok()?;
    let g = curve.generator();
    let parameters = [curve.p(), curve.a(), curve.b(), curve.order(), g.x()?, g.y()?];
    if curve.is_binary() { openssl.binary_group(parameters, curve.cofactor()) } else { Some(openssl.group(parameters)) }
}

/// Returns a scalar of any size up to the order's limbs. One in 16 is near 0 or near the order.
fn scalar(random: &mut Random, order: &[u64]) -> Vec<u64> {
    let small = random.limb() % 4;
    match random.limb() % 32 {
        0 => vec![small],
        1 => {
            // the order is odd, and its lowest limb far from 2^64
            let mut k = order.to_vec();
            k[0] = k[0] - 2 + small;
            k
        }
        _ => (0..=random.limb() as usize % order.len()).map(|_| random.limb()).collect(),
    }
}

/// Converts OpenSSL's coordinates to a point. The identity has no limbs.
fn point([x, y]: [Vec<u64>; 2]) -> Point {
    if x.is_empty() && y.is_empty() { Point::IDENTITY } else { Point::new(&x, &y) }
}

fn compare(curve: &Curve, group: &Group, cases: usize) {
    let mut random = Random(26);
    let (order, g) = (curve.order().to_vec(), curve.generator());
    let tables = curve.fixed_base(&g, None).expect("good");
    // multiples except the identity are the points of the next cases
    let mut points = vec![g.clone(); MANY];
    for case in 0..cases.div_ceil(MANY) {
        let ks: Vec<Vec<u64>> = points.iter().map(|_| scalar(&mut random, &order)).collect();
        let multiple = |of_generator: Option<&[u64]>, i: usize| {
            let (x, y) = points[i].x().zip(points[i].y()).expect("no identity");
            let of_generator = of_generator.map(|l| group.scalar(l));
            point(group.multiply(of_generator.as_ref(), Some((&group.point(x, y), &group.scalar(&ks[i])))))
        };
        let wanted: Vec<Point> = (0..MANY).map(|i| multiple(None, i)).collect();
        let scalars: Vec<&[u64]> = ks.iter().map(Vec::as_slice).collect();
        let bases: Vec<&Point> = points.iter().collect();
        assert_eq!(curve.multiply_many(&scalars, &bases).expect("good points"), wanted, "{curve:?} {ks:x?}");

        let (i, l) = (random.limb() as usize % MANY, scalar(&mut random, &order));
        let (k, p) = (scalars[i], bases[i]);
        let (got, want) = match case % 5 {
            0 => (curve.multiply(k, p), wanted[i].clone()),
            1 => (curve.multiply_vartime(k, p), wanted[i].clone()),
            2 => (curve.msm(&[k, &l], &[p, &g]), multiple(Some(&l), i)),
            3 => (curve.msm_vartime(&[k, &l], &[p, &g]), multiple(Some(&l), i)),
            _ => (Ok(tables.multiply(&l)), point(group.multiply(Some(&group.scalar(&l)), None))),
        };
        assert_eq!(got, Ok(want), "{curve:?}, case {case}: {k:x?}, {l:x?}, {p:?}");
        for (next, multiple) in points.iter_mut().zip(wanted).filter(|(_, multiple)| !multiple.is_identity()) {
            *next = multiple;
        }
    }
}

#[test]
fn multiples_are_those_of_openssl() {
    let cases: usize = std::env::var("MODEXP_EC_CASES").map_or(100, |cases| cases.parse().expect("a number"));
    let only = std::env::var("MODEXP_EC_CURVE").ok();
    for name in CurveName::ALL.into_iter().filter(|name| only.as_deref().is_none_or(|only| only == name.as_str())) {
        let curve = Curve::named(name);
        match group_of(&curve) {
            Some(group) => {
                compare(&curve, &group, cases);
                println!("{}: {} multiples are OpenSSL's", name.as_str(), cases.next_multiple_of(MANY));
            }
            None => println!("{}: not compared, OpenSSL has no such curve", name.as_str()),
        }
    }
}
