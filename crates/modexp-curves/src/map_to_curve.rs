//! Maps of field elements to points: simplified SWU (RFC 9380, section 6.6.2) on a curve E' with a·b ≠ 0, then an isogeny to the
//! curve, section 6.6.3.
//!
//! u gives x₁ = −b/a·(1 + 1/(z²u⁴ + z·u²)) and x₂ = z·u²·x₁, where z is not a square. One of them is the x of a point of E', for
//! the product of the right sides is z·u² times a square. Constant time: both are computed, and moves choose.

mod bls12_381;

use crate::points::write_point;
use crate::tower::{Tower, square_root};
use crate::weierstrass::{Projective, Weierstrass};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use modexp_fields::prime::{Choice, SquareRoot};
use modexp_limbs::buffer::Buffer;
use modexp_limbs::limb;
use zeroize::Zeroizing;

/// A curve E', z, and an isogeny from E' to a curve. Coefficients of field elements are in order, the lowest first.
struct Isogeny {
    a: &'static [u64],
    b: &'static [u64],
    z: &'static [u64],
    /// The element for [`square_root`].
    root_of_unity: &'static [u64],
    // polynomials in x, the lowest coefficient first; y is also multiplied by a quotient of two
    x_numerator: &'static [u64],
    x_denominator: &'static [u64],
    y_numerator: &'static [u64],
    y_denominator: &'static [u64],
}

/// A map from a field to points of a curve, with the field's type erased.
pub trait MapToCurve: Send + Sync {
    /// The point of u in homogeneous coordinates; it may be outside the subgroup. u has the limbs of a coordinate.
    fn map(&self, u: &[u64]) -> Buffer<u64>;
}

/// The maps to the curves of G1 and G2.
pub(crate) type Maps = [Box<dyn MapToCurve>; 2];

/// The maps of BLS12-381, from its prime field and from the field of its twist.
pub(crate) fn of_bls12_381<F: Tower, G: Tower>(prime: F, twist: G) -> Maps {
    [Box::new(Map::new(prime, &bls12_381::TO_G1)), Box::new(Map::new(twist, &bls12_381::TO_G2))]
}

/// The constants of a map, in Montgomery form.
struct Map<F: Tower> {
    field: F,
    /// E'.
    curve: Weierstrass<F>,
    square_root: SquareRoot<F>,
    z: F::Element,
    /// −b/a, and b/(z·a) where x₁ does not exist.
    base: F::Element,
    exception: F::Element,
    /// The polynomials of the isogeny in the order of [`Isogeny`].
    polynomials: [Vec<F::Element>; 4],
}

impl<F: Tower> Map<F> {
    fn new(field: F, isogeny: &Isogeny) -> Self {
        let limbs = F::DEGREE * field.prime().len();
        let element = |x: &[u64]| field.to_mont(&field.from_limbs(&[x]));
        let polynomial = |x: &[u64]| x.chunks_exact(limbs).map(element).collect();
        let [a, b, z] = [isogeny.a, isogeny.b, isogeny.z].map(element);
        let exception = field.mul(&b, &field.invert(&field.mul(&z, &a)));
        Self {
            curve: Weierstrass::new(field, &a, &b),
            square_root: square_root(&field, Some(isogeny.root_of_unity))
                .expect("a field with an element that is no square"),
            base: field.neg(&field.mul(&exception, &z)),
            exception,
            z,
            polynomials: [
                polynomial(isogeny.x_numerator),
                polynomial(isogeny.x_denominator),
                polynomial(isogeny.y_numerator),
                polynomial(isogeny.y_denominator),
            ],
            field,
        }
    }

    /// The sign of RFC 9380, section 4.1: the parity of the lowest coefficient that is not 0.
    fn sign(&self, a: &F::Element) -> Choice {
        let f = &self.field;
        let mut limbs = Zeroizing::new(vec![0; F::DEGREE * f.prime().len()]);
        f.to_limbs(&mut limbs, &f.from_mont(a), 0);
        let sign = limbs.chunks_exact(f.prime().len()).rev().fold(0, |sign, x| {
            let zero = limb::is_zero(x);
            (zero & sign) | (x[0] & 1 & (zero ^ 1))
        });
        Choice::from_bits(sign as u8)
    }

    /// The point of E' for u.
    fn on_isogenous(&self, u: &F::Element) -> [F::Element; 2] {
        let f = &self.field;
        let tu = f.mul(&self.z, &f.sqr(u));
        let denominator = f.add(&f.sqr(&tu), &tu);
        let x1 = f.mul(&self.base, &f.add(&f.invert(&denominator), &f.one()));
        let x1 = f.cmov(&x1, &self.exception, f.is_zero(&denominator));
        let x2 = f.mul(&tu, &x1);
        let [(y1, is_root), (y2, _)] = [x1, x2].map(|x| self.square_root.sqrt(f, &self.curve.right_side(&x)));
        let (x, y) = (f.cmov(&x2, &x1, is_root), f.cmov(&y2, &y1, is_root));
        [x, f.cmov(&y, &f.neg(&y), self.sign(u) ^ self.sign(&y))]
    }
}

impl<F: Tower> MapToCurve for Map<F> {
    fn map(&self, u: &[u64]) -> Buffer<u64> {
        let f = &self.field;
        let [x, y] = self.on_isogenous(&f.to_mont(&f.from_limbs(&[u])));

        let [x_num, x_den, y_num, y_den] = [0, 1, 2, 3].map(|i| {
            let horner = |sum: F::Element, coefficient| f.add(&f.mul(&sum, &x), coefficient);
            self.polynomials[i].iter().rev().fold(f.zero(), horner)
        });
        // (x_num/x_den, y·y_num/y_den); points with a denominator 0 map to the identity
        let z = f.mul(&x_den, &y_den);
        let none = f.is_zero(&z);
        let point = Projective {
            x: f.cmov(&f.mul(&x_num, &y_den), &f.zero(), none),
            y: f.cmov(&f.mul(&f.mul(&y, &y_num), &x_den), &f.one(), none),
            z,
        };
        let mut out = Buffer::new(3 * F::WORDS);
        write_point(f, &mut out, &point);
        out
    }
}
