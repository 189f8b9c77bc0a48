//! The field of a pairing's values: products with lines, and squares in its cyclotomic subgroup.
//!
//! E' is the twist of E of degree d over GF(q), q = p^(k/d), and w of GF(p^k) has w^d in GF(q). Points of E' map to points of E by
//! (x, y) ↦ (x·w², y·w³) for a twist of type D, which divides b by w⁶, and (x/w², y/w³) for type M, which multiplies. The line
//! through images of points with the slope −B/A on E', at P = (x_P, y_P) on E, is
//! ```text
//! A·y_P + B·x_P·w + C·w³ (type D)    A·y_P·w³ + B·x_P·w² + C (type M)
//! ```
//! up to a factor of a proper subfield, which the final exponentiation makes 1.

use crate::tower::{Cubic, Generator, Quadratic, Residue, Tower};
use crate::weierstrass::{Affine, Projective};
use modexp_fields::prime::FieldOps;

/// A·y + B·x + C, with A, B and C in the field of the twist.
#[derive(Clone, Copy, Debug)]
pub struct Line<E> {
    /// A.
    pub a: E,
    /// B.
    pub b: E,
    /// C.
    pub c: E,
}

/// A point with a line through it.
pub(crate) type Step<T> = (Projective<Coefficient<T>>, Line<Coefficient<T>>);

/// The type of a twist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Twist {
    /// b of the twist is that of the curve over w⁶.
    D,
    /// b of the twist is that of the curve times w⁶.
    M,
}

/// GF(p^k) above the field of the twist.
pub trait Target: Copy + Send + Sync + 'static {
    /// GF(q), the field of the twist.
    type Twist: Tower;
    /// GF(p^k).
    type Field: Tower;

    /// GF(p^k).
    fn field(&self) -> &Self::Field;

    /// GF(q).
    fn twist(&self) -> &Self::Twist;

    /// The type of the twist.
    fn kind(&self) -> Twist;

    /// w^(p−1), in GF(q).
    fn gamma(&self) -> &Coefficient<Self>;

    /// The coefficients a and b of E' for those of E.
    fn twisted(&self, a: &Coefficient<Self>, b: &Coefficient<Self>) -> [Coefficient<Self>; 2];

    /// 2r, and the tangent at r, for 3b of E'.
    fn tangent(&self, r: &Projective<Coefficient<Self>>, three_b: &Coefficient<Self>) -> Step<Self>;

    /// r + q, and the line through both; neither is the identity, and r ≠ ±q.
    fn chord(&self, r: &Projective<Coefficient<Self>>, q: &Affine<Coefficient<Self>>) -> Step<Self>;

    /// a·b. A function of its own: a product is thousands of instructions.
    #[cfg_attr(target_arch = "wasm32", inline(always))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(never))]
    fn multiply(&self, a: &Gt<Self>, b: &Gt<Self>) -> Gt<Self> {
        let field = self.field();
        field.vectorize(|| field.mul(a, b))
    }

    /// f·line, for a line already multiplied by the coordinates of P.
    fn mul_line(&self, f: &Gt<Self>, line: &Line<Coefficient<Self>>) -> Gt<Self>;

    /// f^(p^(k/2)).
    fn conjugate(&self, f: &Gt<Self>) -> Gt<Self>;

    /// f^p.
    fn frobenius(&self, f: &Gt<Self>) -> Gt<Self>;

    /// f² for f in the cyclotomic subgroup, of order Φ_k(p).
    fn cyclotomic_sqr(&self, f: &Gt<Self>) -> Gt<Self>;
}

/// An element of GF(q).
pub(crate) type Coefficient<T> = <<T as Target>::Twist as FieldOps>::Element;

/// An element of GF(p^k).
pub(crate) type Gt<T> = <<T as Target>::Field as FieldOps>::Element;

/// GF(q)\[v]/(v³ − ρ), \[w]/(w² − v): a sextic twist, of a curve with a = 0.
///
/// The steps of Miller's loop are those of Costello, Lange and Naehrig, *Faster pairing computations on curves with high-degree
/// twists*, 2009/615, and Aranha et al., 2010/526.
#[derive(Clone, Copy, Debug)]
pub struct Sextic<F: FieldOps, R: Residue<F>> {
    field: Quadratic<Cubic<F, R>, Generator<0>>,
    kind: Twist,
    /// w^(i·(p−1)).
    pub(crate) gammas: [F::Element; 6],
}

impl<F: FieldOps, R: Residue<F>> Sextic<F, R> {
    pub(crate) fn new(twist: F, kind: Twist) -> Self {
        let field = Quadratic::new(Cubic::<F, R>::new(twist));
        // p ≡ 1 mod 6, so w^(p−1) is a power of ρ
        let gamma = field.gamma()[0];
        let mut gammas = [twist.one(); 6];
        for i in 1..6 {
            gammas[i] = twist.mul(&gammas[i - 1], &gamma);
        }
        Self { field, kind, gammas }
    }
}

impl<F: Tower, R: Residue<F>> Sextic<F, R> {
    /// f·line: each coefficient is a sum of three products of GF(q).
    fn mul_line_by_sums(&self, [f0, f1]: [&[F::Element; 3]; 2], line: &Line<F::Element>) -> Gt<Self> {
        let f = self.twist();
        let [turned_0, turned_1, turned_2] = [&R::mul(f, &f0[2]), &R::mul(f, &f1[1]), &R::mul(f, &f1[2])];
        let factors = [&f0[0], &f0[1], &f0[2], &f1[0], &f1[1], &f1[2], turned_0, turned_1, turned_2];
        // the factors of A, B and C in each coefficient
        let of_line: [[usize; 3]; 6] = match self.kind {
            // A + (B + C·v)·w
            Twist::D => [[0, 8, 7], [1, 3, 8], [2, 4, 3], [3, 0, 6], [4, 1, 0], [5, 2, 1]],
            // C + B·v + A·v·w
            Twist::M => [[7, 6, 0], [8, 0, 1], [3, 1, 2], [6, 8, 3], [0, 3, 4], [1, 4, 5]],
        };
        let mut out = [[f.zero(); 3]; 2];
        for (out, of_line) in out.as_flattened_mut().iter_mut().zip(of_line) {
            *out = f.sum_of_three(of_line.map(|i| factors[i]), [&line.a, &line.b, &line.c]);
        }
        out
    }
}

impl<F: Tower, R: Residue<F>> Target for Sextic<F, R> {
    type Twist = F;
    type Field = Quadratic<Cubic<F, R>, Generator<0>>;

    fn field(&self) -> &Self::Field {
        &self.field
    }

    fn twist(&self) -> &F {
        &self.field.base.base
    }

    fn kind(&self) -> Twist {
        self.kind
    }

    fn gamma(&self) -> &F::Element {
        &self.gammas[1]
    }

    fn twisted(&self, a: &F::Element, b: &F::Element) -> [F::Element; 2] {
        let f = self.twist();
        debug_assert!(f.is_zero(a).lane(0), "a = 0");
        let rho = R::mul(f, &f.one());
        [f.zero(), f.mul(b, &if self.kind == Twist::D { f.invert(&rho) } else { rho })]
    }

    // homogeneous, x = X/Z and y = Y/Z: 3M + 6S, and the product by 3b
    fn tangent(&self, r: &Projective<F::Element>, three_b: &F::Element) -> Step<Self> {
        self.twist().vectorize(|| {
            let f = self.twist();
            let triple = |x: &F::Element| f.add(&f.double(x), x);
            let (xx, yy, zz) = (f.sqr(&r.x), f.sqr(&r.y), f.sqr(&r.z));
            // 2YZ
            let s = f.sub(&f.sub(&f.sqr(&f.add(&r.y, &r.z)), &yy), &zz);
            // X₃ = 2XY·(Y² − 9b·Z²), Y₃ = (Y² + 9b·Z²)² − 12·(3b·Z²)², Z₃ = 8Y³·Z
            let e = f.mul(three_b, &zz);
            let nine = triple(&e);
            let twelve = f.double(&f.double(&triple(&f.sqr(&e))));
            let next = Projective {
                x: f.double(&f.mul(&f.mul(&r.x, &r.y), &f.sub(&yy, &nine))),
                y: f.reduce_sum(&f.sub(&f.sqr(&f.add(&yy, &nine)), &twelve)),
                z: f.double(&f.double(&f.mul(&yy, &s))),
            };
            (next, Line { a: s, b: f.neg(&triple(&xx)), c: f.sub(&yy, &e) })
        })
    }

    // 11M + 2S
    fn chord(&self, r: &Projective<F::Element>, q: &Affine<F::Element>) -> Step<Self> {
        self.twist().vectorize(|| {
            let f = self.twist();
            let theta = f.sub(&r.y, &f.mul(&q.y, &r.z));
            let lambda = f.sub(&r.x, &f.mul(&q.x, &r.z));
            let square = f.sqr(&lambda);
            let cube = f.mul(&square, &lambda);
            let g = f.mul(&r.x, &square);
            let h = f.sub(&f.add(&cube, &f.mul(&r.z, &f.sqr(&theta))), &f.double(&g));
            let next = Projective {
                x: f.mul(&lambda, &h),
                y: f.sub(&f.mul(&theta, &f.sub(&g, &h)), &f.mul(&cube, &r.y)),
                z: f.mul(&r.z, &cube),
            };
            let c = f.sub(&f.mul(&theta, &q.x), &f.mul(&lambda, &q.y));
            (next, Line { a: lambda, b: f.neg(&theta), c })
        })
    }

    // 13 products of GF(q): Karatsuba over the two halves, both sparse
    fn mul_line(&self, [f0, f1]: &Gt<Self>, line: &Line<F::Element>) -> Gt<Self> {
        self.twist().vectorize(|| {
            let (cubic, f) = (&self.field.base, self.twist());
            if F::SUMS_OF_PRODUCTS {
                return self.mul_line_by_sums([f0, f1], line);
            }
            let sum = cubic.add(f0, f1);
            let (low, high, all) = match self.kind {
                // A + (B + C·v)·w
                Twist::D => (
                    [f.mul_wide(&f0[0], &line.a), f.mul_wide(&f0[1], &line.a), f.mul_wide(&f0[2], &line.a)],
                    cubic.mul_by_two_wide(f1, [&line.b, &line.c]),
                    cubic.mul_by_two_wide(&sum, [&f.add(&line.a, &line.b), &line.c]),
                ),
                // C + B·v + A·v·w
                Twist::M => (
                    cubic.mul_by_two_wide(f0, [&line.c, &line.b]),
                    cubic.mul_by_shifted_wide(f1, &line.a),
                    cubic.mul_by_two_wide(&sum, [&line.c, &f.add(&line.a, &line.b)]),
                ),
            };
            let cross = cubic.sub_wide(&cubic.sub_wide(&all, &low), &high);
            [cubic.redc(&Generator::<0>::add_product_wide(cubic, &low, &high)), cubic.redc(&cross)]
        })
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline(never))]
    fn conjugate(&self, f: &Gt<Self>) -> Gt<Self> {
        self.twist().vectorize(|| self.field.conjugate(f))
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline(never))]
    fn frobenius(&self, f: &Gt<Self>) -> Gt<Self> {
        let q = self.twist();
        q.vectorize(|| {
            let mut power = *f;
            for (i, power) in power.iter_mut().enumerate() {
                for (j, power) in power.iter_mut().enumerate() {
                    let conjugate = q.frobenius(power);
                    *power = if i + j == 0 { conjugate } else { q.mul(&conjugate, &self.gammas[i + 2 * j]) };
                }
            }
            power
        })
    }

    fn cyclotomic_sqr(&self, f: &Gt<Self>) -> Gt<Self> {
        cyclotomic_sqr::<F, R>(self.twist(), f)
    }
}

/// f² in the cyclotomic subgroup of a sextic extension: three squares of GF(q²), with q ≡ 1 mod 6
/// (Granger and Scott, *Faster squaring in the cyclotomic subgroup of sixth degree extensions*, 2009/565).
#[inline(never)]
pub fn cyclotomic_sqr<F: FieldOps, R: Residue<F>>(f: &F, [g, h]: &[[F::Element; 3]; 2]) -> [[F::Element; 3]; 2] {
    f.vectorize(|| {
        // (a + b·s)² with s² = ρ
        let square = |a: &F::Element, b: &F::Element| R::square(f, a, b);
        let ([t0, t1], [t2, t3], [t4, t5]) = (square(&g[0], &h[1]), square(&h[0], &g[2]), square(&g[1], &h[2]));
        // 3t − 2x and 3t + 2x
        [
            [f.triple_less_double(&t0, &g[0]), f.triple_less_double(&t2, &g[1]), f.triple_less_double(&t4, &g[2])],
            [
                f.triple_and_double(&R::mul(f, &t5), &h[0]),
                f.triple_and_double(&t1, &h[1]),
                f.triple_and_double(&t3, &h[2]),
            ],
        ]
    })
}
