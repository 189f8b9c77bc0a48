//! Points in the coordinates of López and Dahab: (X, Y, Z) is (X/Z, Y/Z²), and Z = 0 is the identity.
//!
//! Additions are complete for points of odd order, by conditional moves: the formulas fail where an operand is the identity or both
//! are equal.

use super::model::{Affine, Model, Projective, zero_mask};
use modexp_fields::binary::{BinaryField, Limb, Multiplier, Polynomial, add, cmov};
use modexp_limbs::limb;

/// The curve y² + x·y = x³ + a·x² + b.
#[derive(Clone, Debug)]
pub(crate) struct Formulas<M: Multiplier, P, const N: usize> {
    field: BinaryField<M, P, N>,
    a: A<M::Limb, N>,
    b: B<M::Limb, N>,
}

/// a; 0 and 1 save products.
#[derive(Clone, Copy, Debug)]
enum A<L, const N: usize> {
    Zero,
    One,
    Other([L; N]),
}

/// b; 1 saves products.
#[derive(Clone, Copy, Debug)]
enum B<L, const N: usize> {
    One,
    Other([L; N]),
}

impl<M: Multiplier, P: Polynomial, const N: usize> Formulas<M, P, N> {
    /// The curve with these coefficients, the same in all lanes.
    pub(crate) fn new(field: BinaryField<M, P, N>, a: &[u64; N], b: &[u64; N]) -> Self {
        let a = match limb::trim(a) {
            [] => A::Zero,
            [1] => A::One,
            _ => A::Other(field.from_limbs(a)),
        };
        let b = if limb::trim(b) == [1] { B::One } else { B::Other(field.from_limbs(b)) };
        Self { field, a, b }
    }

    /// a.
    fn a(&self) -> [M::Limb; N] {
        match self.a {
            A::Zero => self.field.zero(),
            A::One => self.field.one(),
            A::Other(a) => a,
        }
    }

    /// b.
    fn b(&self) -> [M::Limb; N] {
        match self.b {
            B::One => self.field.one(),
            B::Other(b) => b,
        }
    }

    /// a·x.
    #[inline(always)]
    fn times_a(&self, x: &[M::Limb; N]) -> [M::Limb; N] {
        match &self.a {
            A::Zero => self.field.zero(),
            A::One => *x,
            A::Other(a) => self.field.mul(a, x),
        }
    }

    /// b·x.
    #[inline(always)]
    fn times_b(&self, x: &[M::Limb; N]) -> [M::Limb; N] {
        match &self.b {
            B::One => *x,
            B::Other(b) => self.field.mul(b, x),
        }
    }

    /// The point with Z = 1.
    #[inline(always)]
    fn to_projective(&self, p: &Affine<M::Limb, N>) -> Projective<M::Limb, N> {
        Projective { x: p.x, y: p.y, z: self.field.one() }
    }

    /// 2P for Z = 1.
    #[inline(always)]
    fn double_affine(&self, p: &Affine<M::Limb, N>) -> Projective<M::Limb, N> {
        let f = &self.field;
        let z = f.sqr(&p.x);
        let b = self.b();
        let x = add(&f.sqr(&z), &b);
        let t = add(&add(&self.times_a(&z), &f.sqr(&p.y)), &b);
        Projective { x, y: add(&self.times_b(&z), &f.mul(&x, &t)), z }
    }

    /// P + Q for different points that are not the identity, and two elements that are 0 if the points are the same: 8M + 5S + m_a
    /// (Al-Daoud et al. 2002).
    #[inline(always)]
    fn sum(&self, p: &Projective<M::Limb, N>, q: &Affine<M::Limb, N>) -> (Projective<M::Limb, N>, [[M::Limb; N]; 2]) {
        let f = &self.field;
        let zz = f.sqr(&p.z);
        let a = add(&f.mul(&q.y, &zz), &p.y);
        let b = add(&f.mul(&q.x, &p.z), &p.x);
        let c = f.mul(&p.z, &b);
        let d = f.mul(&f.sqr(&b), &add(&c, &self.times_a(&zz)));
        let z = f.sqr(&c);
        let e = f.mul(&a, &c);
        let x = add(&add(&f.sqr(&a), &d), &e);
        let t = add(&x, &f.mul(&q.x, &z));
        let g = f.mul(&add(&q.x, &q.y), &f.sqr(&z));
        (Projective { x, y: add(&f.mul(&add(&e, &z), &t), &g), z }, [a, b])
    }

    /// x³ + a·x² + b.
    #[inline(always)]
    fn right_side(&self, x: &[M::Limb; N]) -> [M::Limb; N] {
        let f = &self.field;
        add(&f.mul(&f.sqr(x), &add(x, &self.a())), &self.b())
    }

    /// y/x, which distinguishes P from −P; 0 for x = 0.
    #[inline(always)]
    fn slope(&self, p: &Affine<M::Limb, N>) -> [M::Limb; N] {
        self.field.mul(&p.y, &self.field.invert(&p.x))
    }

    /// 1 if a point is 2^n times a point of the curve, n ≥ 1, else 0. P = (x, y) is 2Q if and only if trace(x) = trace(a), and then
    /// λ² + λ = x + a and x_Q² = y + x·(λ + 1) give a Q. The other Q differs by the point of order 2, which is a double itself
    /// where n ≥ 2 and the curve has 4 | #E (Knudsen 1999).
    #[inline(always)]
    fn is_halvable(&self, p: &Affine<M::Limb, N>, n: usize) -> M::Limb {
        let f = &self.field;
        let a = self.a();
        let mut p = *p;
        let mut halvable = f.trace(&add(&p.x, &a)) ^ f.splat(1);
        for left in (1..n).rev() {
            let lambda = f.half_trace(&add(&p.x, &a));
            let xx = add(&p.y, &f.mul(&p.x, &add(&lambda, &self.field.one())));
            // an element and its square have the same trace
            halvable = halvable & (f.trace(&add(&xx, &a)) ^ f.splat(1));
            if left > 1 {
                let x = f.sqrt(&xx);
                p = Affine { x, y: f.mul(&x, &add(&lambda, &x)) };
            }
        }
        halvable
    }
}

impl<M: Multiplier, P: Polynomial, const N: usize> Model<N> for Formulas<M, P, N> {
    type Multiplier = M;
    type Polynomial = P;

    const COSTS: [usize; 3] = [21, 14, 6];

    #[inline(always)]
    fn field(&self) -> &BinaryField<M, P, N> {
        &self.field
    }

    /// −P = (X, Y + X·Z, Z).
    #[inline(always)]
    fn negate(&self, p: &Projective<M::Limb, N>) -> Projective<M::Limb, N> {
        Projective { y: add(&p.y, &self.field.mul(&p.x, &p.z)), ..*p }
    }

    /// 2P: 3M + m_a + m_b + 5S (López and Dahab 1998).
    #[inline(always)]
    fn double(&self, p: &Projective<M::Limb, N>) -> Projective<M::Limb, N> {
        let f = &self.field;
        let (xx, zz) = (f.sqr(&p.x), f.sqr(&p.z));
        let z = f.mul_inlined(&xx, &zz);
        let b_z4 = self.times_b(&f.sqr(&zz));
        let x = add(&f.sqr(&xx), &b_z4);
        let t = add(&add(&self.times_a(&z), &f.sqr(&p.y)), &b_z4);
        Projective { x, y: add(&f.mul_inlined(&b_z4, &z), &f.mul_inlined(&x, &t)), z }
    }

    /// P + Q: 13M + 4S (Higuchi and Takagi 2000), and a doubling.
    #[inline(always)]
    fn add(&self, p: &Projective<M::Limb, N>, q: &Projective<M::Limb, N>) -> Projective<M::Limb, N> {
        let f = &self.field;
        let (a, b) = (f.mul(&p.x, &q.z), f.mul(&q.x, &p.z));
        let (c, d, e) = (f.sqr(&a), f.sqr(&b), add(&a, &b));
        let (g, h) = (f.mul(&p.y, &f.sqr(&q.z)), f.mul(&q.y, &f.sqr(&p.z)));
        let (w, i) = (add(&c, &d), add(&g, &h));
        let j = f.mul(&i, &e);
        let z = f.mul(&w, &f.mul(&p.z, &q.z));
        let x = add(&f.mul(&a, &add(&h, &d)), &f.mul(&b, &add(&c, &g)));
        let t = add(&f.mul(&a, &j), &f.mul(&w, &g));
        let sum = Projective { x, y: add(&f.mul(&t, &w), &f.mul(&add(&j, &z), &x)), z };
        let equal = zero_mask(&e) & zero_mask(&i);
        let sum = sum.cmov(&self.doubled(p), equal);
        sum.cmov(q, zero_mask(&p.z)).cmov(p, zero_mask(&q.z))
    }

    /// P + Q, and a doubling of Q, 1M + m_a + m_b + 3S.
    #[inline(always)]
    fn add_mixed(&self, p: &Projective<M::Limb, N>, q: &Affine<M::Limb, N>) -> Projective<M::Limb, N> {
        let (sum, [a, b]) = self.sum(p, q);
        let equal = zero_mask(&a) & zero_mask(&b);
        sum.cmov(&self.double_affine(q), equal).cmov(&self.to_projective(q), zero_mask(&p.z))
    }

    #[inline(always)]
    fn add_distinct(&self, p: &Projective<M::Limb, N>, q: &Affine<M::Limb, N>) -> Projective<M::Limb, N> {
        self.sum(p, q).0
    }

    /// P − Q and P + Q, 12M + 6S + m_a: they share all values that do not depend on the y of Q.
    #[inline(always)]
    fn difference_and_sum(&self, p: &Projective<M::Limb, N>, q: &Affine<M::Limb, N>) -> [Projective<M::Limb, N>; 2] {
        let f = &self.field;
        let zz = f.sqr(&p.z);
        let b = add(&f.mul(&q.x, &p.z), &p.x);
        let c = f.mul(&p.z, &b);
        let d = f.mul(&f.sqr(&b), &add(&c, &self.times_a(&zz)));
        let z = f.sqr(&c);
        let (x_z, z4) = (f.mul(&q.x, &z), f.sqr(&z));
        let a = add(&f.mul(&q.y, &zz), &p.y);
        let of_signs = [(add(&a, &f.mul(&q.x, &zz)), q.y), (a, add(&q.x, &q.y))];
        of_signs.map(|(a, y)| {
            let e = f.mul(&a, &c);
            let x = add(&add(&f.sqr(&a), &d), &e);
            Projective { x, y: add(&f.mul(&add(&e, &z), &add(&x, &x_z)), &f.mul(&y, &z4)), z }
        })
    }

    /// 1 if y² + x·y = x³ + a·x² + b, else 0.
    #[inline(always)]
    fn is_on_curve(&self, p: &Affine<M::Limb, N>) -> M::Limb {
        let left = self.field.mul(&p.y, &add(&p.y, &p.x));
        Limb::is_zero(&add(&left, &self.right_side(&p.x)))
    }

    /// A y with (x, y) on the curve, and 1 if y exists, else 0. The other y is y + x.
    #[inline(always)]
    fn lift_x(&self, x: &[M::Limb; N]) -> ([M::Limb; N], M::Limb) {
        let f = &self.field;
        // z = y/x has z² + z = x + a + b/x²
        let c = f.mul(&self.right_side(x), &f.sqr(&f.invert(x)));
        let (y, exists) = (f.mul(x, &f.half_trace(&c)), f.trace(&c) ^ f.splat(1));
        let at_zero = M::Limb::is_zero(x);
        (cmov(&y, &f.sqrt(&self.b()), at_zero.mask()), exists | at_zero)
    }

    #[inline(always)]
    fn sum_of_ys(&self, x: &[M::Limb; N]) -> [M::Limb; N] {
        *x
    }

    #[inline(always)]
    fn affine_y(&self, y: &[M::Limb; N], z_inverse: &[M::Limb; N]) -> [M::Limb; N] {
        self.field.mul(y, &self.field.sqr(z_inverse))
    }

    /// The points of order 2^n are multiples of one of them, for only one point has order 2. So a point that can be halved n times
    /// is a multiple by 2^n.
    #[inline(always)]
    fn is_multiple(&self, p: &Affine<M::Limb, N>, cofactor: u64) -> M::Limb {
        self.is_halvable(p, cofactor.ilog2() as usize)
    }

    #[inline(always)]
    fn sign(&self, p: &Affine<M::Limb, N>) -> M::Limb {
        self.slope(p)[0] & self.field.splat(1)
    }

    fn is_singular(&self) -> M::Limb {
        Limb::is_zero(&self.b())
    }

    fn is_koblitz(&self) -> bool {
        matches!(self.b, B::One)
    }
}
