//! Affine arithmetic on big integers, and every call of a curve that multiplies.

use modexp_curves::{Curve, Point};
use num_bigint::BigUint;

/// x and y, or `None` for the identity.
pub type Affine = Option<(BigUint, BigUint)>;

/// The definition of the group: chord and tangent.
pub struct Reference {
    pub p: BigUint,
    pub a: BigUint,
}

impl Reference {
    pub fn add(&self, left: &Affine, right: &Affine) -> Affine {
        let (Some((x1, y1)), Some((x2, y2))) = (left, right) else { return left.clone().or(right.clone()) };
        let p = &self.p;
        let over = |a: BigUint, b: BigUint| a * b.modinv(p).expect("not 0 mod p") % p;
        let slope = if x1 != x2 {
            over(y2 + p - y1, (x2 + p - x1) % p)
        } else if (y1 + y2) % p == BigUint::ZERO {
            return None;
        } else {
            over(x1 * x1 * 3u8 + &self.a, y1 * 2u8 % p)
        };
        let x = (&slope * &slope + p * 2u8 - x1 - x2) % p;
        let y = (slope * (x1 + p - &x) + p - y1) % p;
        Some((x, y))
    }

    pub fn multiply(&self, k: &BigUint, point: &Affine) -> Affine {
        (0..k.bits()).rev().fold(None, |acc, i| {
            let twice = self.add(&acc, &acc);
            if k.bit(i) { self.add(&twice, point) } else { twice }
        })
    }
}

pub fn big(limbs: &[u64]) -> BigUint {
    limbs.iter().rev().fold(BigUint::ZERO, |acc, &limb| acc << 64 | BigUint::from(limb))
}

pub fn affine(point: &Point) -> Affine {
    Some((big(point.x()?), big(point.y()?)))
}

pub fn point(affine: &Affine) -> Point {
    affine.as_ref().map_or(Point::IDENTITY, |(x, y)| Point::new(&x.to_u64_digits(), &y.to_u64_digits()))
}

/// Checks that every call that multiplies gives the sum of k_i·P_i, or its terms.
pub fn check(curve: &Curve, ks: &[Vec<u64>], points: &[Point], want: &[Point], sum: &Point) {
    let each: Vec<&[u64]> = ks.iter().map(Vec::as_slice).collect();
    let all: Vec<&Point> = points.iter().collect();
    assert_eq!(curve.multiply_many(&each, &all).expect("good points"), want, "{curve:?} {ks:x?} {points:?}");
    assert_eq!(curve.msm(&each, &all).as_ref(), Ok(sum), "{curve:?} {ks:x?} {points:?}");
    assert_eq!(curve.msm_vartime(&each, &all).as_ref(), Ok(sum), "{curve:?} {ks:x?} {points:?}");
    for ((k, p), want) in each.iter().zip(points).zip(want) {
        assert_eq!(curve.multiply(k, p).as_ref(), Ok(want), "{curve:?} {k:x?} {p:?}");
        assert_eq!(curve.multiply_vartime(k, p).as_ref(), Ok(want), "{curve:?} {k:x?} {p:?}");
    }
}
