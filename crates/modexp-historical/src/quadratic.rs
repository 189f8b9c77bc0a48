//! GF(p^k) as a quadratic extension of the field of the twist, for k = 2 and 6.

use core::marker::PhantomData;
use modexp_curves::families::tower::{Cubic, Generator, Quadratic, Residue, Tower};
use modexp_curves::families::{Affine, Line, Projective, Target, Twist, cyclotomic_sqr};
use modexp_fields::prime::FieldOps;

/// GF(q)\[w]/(w² − ρ): a quadratic twist, of type M, of a curve with a = −3, so that the twist has −3ρ². In the steps of Miller's
/// loop points are Jacobian, x = X/Z² and y = Y/Z³.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuadraticTwist<F: FieldOps, R: Residue<F>, S> {
    field: Quadratic<F, R>,
    squares: PhantomData<S>,
}

type Step<F> = (Projective<<F as FieldOps>::Element>, Line<<F as FieldOps>::Element>);

/// Squares in the cyclotomic subgroup of a quadratic extension.
pub(crate) trait Squares<F: FieldOps, R: Residue<F>>: Copy + Send + Sync + 'static {
    /// f².
    fn sqr(field: &Quadratic<F, R>, f: &[F::Element; 2]) -> [F::Element; 2];
}

/// k = 2, w² = −1: the norm is 1, so (a + b·w)² = 2a² − 1 + ((a + b)² − 1)·w.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Norm;

/// k = 6 above a cubic extension.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfCubic;

impl<F: FieldOps, R: Residue<F>> Squares<F, R> for Norm {
    fn sqr(field: &Quadratic<F, R>, f: &[F::Element; 2]) -> [F::Element; 2] {
        let (q, one) = (&field.base, field.base.one());
        [q.sub(&q.double(&q.sqr(&f[0])), &one), q.sub(&q.sqr(&q.add(&f[0], &f[1])), &one)]
    }
}

impl<F: FieldOps, R: Residue<F>> Squares<Cubic<F, R>, Generator<0>> for OfCubic {
    fn sqr(field: &Quadratic<Cubic<F, R>, Generator<0>>, f: &[[F::Element; 3]; 2]) -> [[F::Element; 3]; 2] {
        cyclotomic_sqr::<F, R>(&field.base.base, f)
    }
}

impl<F: FieldOps, R: Residue<F>, S> QuadraticTwist<F, R, S> {
    pub(crate) fn new(twist: F) -> Self {
        Self { field: Quadratic::new(twist), squares: PhantomData }
    }
}

impl<F: Tower, R: Residue<F>, S: Squares<F, R>> Target for QuadraticTwist<F, R, S> {
    type Twist = F;
    type Field = Quadratic<F, R>;

    fn field(&self) -> &Self::Field {
        &self.field
    }

    fn twist(&self) -> &F {
        &self.field.base
    }

    fn kind(&self) -> Twist {
        Twist::M
    }

    fn gamma(&self) -> &F::Element {
        self.field.gamma()
    }

    fn twisted(&self, a: &F::Element, b: &F::Element) -> [F::Element; 2] {
        let f = self.twist();
        debug_assert!(f.is_zero(&f.add(a, &f.add(&f.double(&f.one()), &f.one()))).lane(0), "a = −3");
        let times = |x: &F::Element, count| (0..count).fold(*x, |x, _| R::mul(f, &x));
        [times(a, 2), times(b, 3)]
    }

    // 6M + 5S: dbl-2001-b of the Explicit-Formulas Database with 3X² + a·Z⁴ = 3·(X − ρ·Z²)·(X + ρ·Z²); the slope is α/(2Y·Z)
    fn tangent(&self, r: &Projective<F::Element>, _three_b: &F::Element) -> Step<F> {
        self.twist().vectorize(|| {
            let f = self.twist();
            let triple = |x: &F::Element| f.add(&f.double(x), x);
            let (yy, zz) = (f.sqr(&r.y), f.sqr(&r.z));
            // 2YZ
            let s = f.sub(&f.sub(&f.sqr(&f.add(&r.y, &r.z)), &yy), &zz);
            let rho = R::mul(f, &zz);
            let alpha = triple(&f.mul(&f.sub(&r.x, &rho), &f.add(&r.x, &rho)));
            let beta = f.mul(&r.x, &yy);
            let four = f.double(&f.double(&beta));
            let x = f.sub(&f.sqr(&alpha), &f.double(&four));
            let eight = f.double(&f.double(&f.double(&f.sqr(&yy))));
            let next = Projective { x, y: f.sub(&f.mul(&alpha, &f.sub(&four, &x)), &eight), z: s };
            let c = f.sub(&f.mul(&alpha, &r.x), &f.double(&yy));
            (next, Line { a: f.mul(&s, &zz), b: f.neg(&f.mul(&alpha, &zz)), c })
        })
    }

    // 10M + 3S; the slope is θ/(λ·Z)
    fn chord(&self, r: &Projective<F::Element>, q: &Affine<F::Element>) -> Step<F> {
        let f = self.twist();
        let zz = f.sqr(&r.z);
        let theta = f.sub(&r.y, &f.mul(&q.y, &f.mul(&zz, &r.z)));
        let lambda = f.sub(&r.x, &f.mul(&q.x, &zz));
        let square = f.sqr(&lambda);
        let cube = f.mul(&square, &lambda);
        let g = f.mul(&r.x, &square);
        // X₃ = θ² + λ³ − 2X·λ², Y₃ = θ·(X·λ² − X₃) − Y·λ³, Z₃ = Z·λ
        let x = f.sub(&f.add(&f.sqr(&theta), &cube), &f.double(&g));
        let z = f.mul(&r.z, &lambda);
        let next = Projective { x, y: f.sub(&f.mul(&theta, &f.sub(&g, &x)), &f.mul(&r.y, &cube)), z };
        let c = f.sub(&f.mul(&theta, &q.x), &f.mul(&z, &q.y));
        (next, Line { a: z, b: f.neg(&theta), c })
    }

    // C + B·ρ + A·ρ·w
    fn mul_line(&self, f: &[F::Element; 2], line: &Line<F::Element>) -> [F::Element; 2] {
        let q = self.twist();
        self.field.mul(f, &[R::add_product(q, &line.c, &line.b), R::mul(q, &line.a)])
    }

    fn conjugate(&self, f: &[F::Element; 2]) -> [F::Element; 2] {
        self.field.conjugate(f)
    }

    fn frobenius(&self, f: &[F::Element; 2]) -> [F::Element; 2] {
        self.field.frobenius(f)
    }

    fn cyclotomic_sqr(&self, f: &[F::Element; 2]) -> [F::Element; 2] {
        S::sqr(&self.field, f)
    }
}
