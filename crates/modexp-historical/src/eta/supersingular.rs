//! The supersingular curves y² + y = x³ + x + b over GF(2^m), b in GF(2), where m ≡ 3 mod 4 and 2^((m + 1)/2)·(x, y) =
//! (x², y² + b). They have 2^m + 2^((m + 1)/2) + 1 points. Coordinates are homogeneous: (X, Y, Z) is (X/Z, Y/Z).
//!
//! Additions are complete by conditional moves.

use modexp_curves::families::binary::{Affine, Model, Projective};
use modexp_fields::binary::{BinaryField, Multiplier, Polynomial, add};
use modexp_limbs::limb;

/// A supersingular curve.
#[derive(Clone, Debug)]
pub(crate) struct Supersingular<M: Multiplier, P, const N: usize> {
    pub(crate) field: BinaryField<M, P, N>,
    /// b.
    pub(crate) b: u64,
}

/// All ones if an element is 0, else 0.
#[inline(always)]
fn zero_mask<const N: usize>(x: &[u64; N]) -> u64 {
    limb::mask(limb::is_zero(x))
}

impl<M: Multiplier<Limb = u64>, P: Polynomial, const N: usize> Supersingular<M, P, N> {
    /// x plus a constant of GF(2).
    #[inline(always)]
    fn plus(x: &[u64; N], constant: u64) -> [u64; N] {
        let mut x = *x;
        x[0] ^= constant;
        x
    }

    /// x³ + x + b.
    #[inline(always)]
    fn right_side(&self, x: &[u64; N]) -> [u64; N] {
        Self::plus(&add(&self.field.mul(&self.field.sqr(x), x), x), self.b)
    }

    /// ψ(P) = 2^((m + 1)/2)·P.
    #[inline(always)]
    fn image(&self, p: &Projective<u64, N>) -> Projective<u64, N> {
        let Projective { x, y, z } = self.frobenius(p, 1);
        Projective { x, y: if self.b == 1 { add(&y, &z) } else { y }, z }
    }

    /// P + Q for different points with coordinates of the denominator z, and a mask that is all ones if they are the same: 7M + 2S.
    /// With λ = A/B, x = λ² + x_P + x_Q and y = λ·(x + x_Q) + y_Q + 1.
    #[inline(always)]
    fn sum(&self, p: &Affine<u64, N>, q: &Affine<u64, N>, z: &[u64; N]) -> (Projective<u64, N>, u64) {
        let f = &self.field;
        let (a, b) = (add(&p.y, &q.y), add(&p.x, &q.x));
        let bb = f.sqr(&b);
        let bbb = f.mul(&bb, &b);
        let s = add(&f.mul(&f.sqr(&a), z), &bbb);
        let t = f.mul(&a, &add(&s, &f.mul(&bb, &q.x)));
        let y = add(&t, &f.mul(&bbb, &add(&q.y, z)));
        (Projective { x: f.mul(&b, &s), y, z: f.mul(&bbb, z) }, zero_mask(&a) & zero_mask(&b))
    }
}

impl<M: Multiplier<Limb = u64>, P: Polynomial, const N: usize> Model<N> for Supersingular<M, P, N> {
    type Multiplier = M;
    type Polynomial = P;

    const COSTS: [usize; 3] = [16, 12, 3];
    const NO_SUM_AT_ZERO: bool = false;
    const PSI: Option<fn(&Self, &Projective<u64, N>) -> Projective<u64, N>> = Some(Self::image);

    #[inline(always)]
    fn field(&self) -> &BinaryField<M, P, N> {
        &self.field
    }

    #[inline(always)]
    fn negate(&self, p: &Projective<u64, N>) -> Projective<u64, N> {
        Projective { y: add(&p.y, &p.z), ..*p }
    }

    #[inline(always)]
    fn sum_of_ys(&self, _x: &[u64; N]) -> [u64; N] {
        self.field.one()
    }

    /// 2P = (x⁴ + 1, x⁴ + y⁴): 6S.
    #[inline(always)]
    fn double(&self, p: &Projective<u64, N>) -> Projective<u64, N> {
        let Projective { x, y, z } = self.frobenius(p, 2);
        Projective { x: add(&x, &z), y: add(&x, &y), z }
    }

    /// P + Q: 12M + 2S, and a doubling.
    #[inline(always)]
    fn add(&self, p: &Projective<u64, N>, q: &Projective<u64, N>) -> Projective<u64, N> {
        let f = &self.field;
        let scaled = |p: &Projective<u64, N>, z: &[u64; N]| Affine { x: f.mul(&p.x, z), y: f.mul(&p.y, z) };
        let (sum, equal) = self.sum(&scaled(p, &q.z), &scaled(q, &p.z), &f.mul(&p.z, &q.z));
        let sum = sum.cmov(&self.double(p), equal);
        sum.cmov(q, zero_mask(&p.z)).cmov(p, zero_mask(&q.z))
    }

    /// P + Q: 9M + 2S, and a doubling of Q.
    #[inline(always)]
    fn add_mixed(&self, p: &Projective<u64, N>, q: &Affine<u64, N>) -> Projective<u64, N> {
        let f = &self.field;
        let scaled = Affine { x: f.mul(&q.x, &p.z), y: f.mul(&q.y, &p.z) };
        let (sum, equal) = self.sum(&Affine { x: p.x, y: p.y }, &scaled, &p.z);
        let q = Projective { x: q.x, y: q.y, z: self.field.one() };
        sum.cmov(&self.double(&q), equal).cmov(&q, zero_mask(&p.z))
    }

    #[inline(always)]
    fn affine_y(&self, y: &[u64; N], z_inverse: &[u64; N]) -> [u64; N] {
        self.field.mul(y, z_inverse)
    }

    #[inline(always)]
    fn is_on_curve(&self, p: &Affine<u64, N>) -> u64 {
        limb::equal(&add(&self.field.sqr(&p.y), &p.y), &self.right_side(&p.x))
    }

    #[inline(always)]
    fn lift_x(&self, x: &[u64; N]) -> ([u64; N], u64) {
        let c = self.right_side(x);
        (self.field.half_trace(&c), self.field.trace(&c) ^ 1)
    }

    /// For the cofactors 1 and 5. With n = (m + 1)/2, a multiple of 4, and A = (2^n − 1)/5, twice the order is (2^n + 3)·A + 1. A =
    /// 3·Σ 16^i takes few additions.
    #[inline(always)]
    fn is_multiple(&self, p: &Affine<u64, N>, cofactor: u64) -> u64 {
        if cofactor == 1 {
            return 1;
        }
        debug_assert!(cofactor == 5 && self.field.degree() % 8 == 7);
        let p = Projective { x: p.x, y: p.y, z: self.field.one() };
        let shifted = |p: &Projective<u64, N>, count| (0..4 * count).fold(*p, |p, _| self.double(&p));
        let count = self.field.degree().div_ceil(8);
        let mut sum = p;
        for bit in (0..count.ilog2()).rev() {
            sum = self.add(&shifted(&sum, count >> (bit + 1)), &sum);
            if count >> bit & 1 == 1 {
                sum = self.add(&shifted(&sum, 1), &p);
            }
        }
        let triple = |p: &Projective<u64, N>| self.add(&self.double(p), p);
        let a = triple(&sum);
        limb::is_zero(&self.add(&self.add(&self.image(&a), &triple(&a)), &p).z)
    }

    #[inline(always)]
    fn sign(&self, p: &Affine<u64, N>) -> u64 {
        p.y[0] & 1
    }

    fn is_singular(&self) -> u64 {
        0
    }
}
