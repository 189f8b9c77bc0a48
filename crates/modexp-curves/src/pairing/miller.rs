//! Miller's loop: the function with divisor n·Q − [n]Q − (n − 1)·O at P, for the n of the family.
//!
//! The lines depend on Q alone. Their coefficients are computed first, so that [`prepare`] is the first half of every pairing. No
//! step divides. On twists with a = 0 points are homogeneous, x = X/Z and y = Y/Z: doublings take 3M + 6S and one product by 3b,
//! additions 11M + 2S (Costello, Lange and Naehrig, *Faster pairing computations on curves with high-degree twists*, 2009/615;
//! Aranha et al., 2010/526). The other families have a = −3, and their twists −3ρ²: points are Jacobian, x = X/Z² and y = Y/Z³;
//! doublings take 6M + 5S, additions 10M + 3S.

use super::target::{Coefficient, Gt, Line, Target, Twist};
use crate::tower::Tower;
use crate::weierstrass::{Affine, Projective};
use alloc::vec::Vec;
use modexp_fields::prime::FieldOps;

/// A term of Σ c_i·p^i ≡ 0 mod the order after the first, which is the loop. The pairing is Π f_{c_i}^(p^i), times the lines
/// through the points of the partial sums (Vercauteren, *Optimal pairings*, 2008/096).
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoopTerm {
    /// |c_i|.
    pub(crate) factor: u64,
    pub(crate) negative: bool,
    /// i.
    pub(crate) power: usize,
}

/// The loop of a family.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    /// The digits of |c_0| below the highest.
    pub(crate) digits: Vec<i8>,
    pub(crate) negative: bool,
    pub(crate) terms: &'static [LoopTerm],
}

/// The twist, and the constants of its loop.
#[derive(Clone, Debug)]
pub(crate) struct Lines<T: Target> {
    pub(crate) target: T,
    pub(crate) around: Loop,
    /// 3b of the twist.
    pub(crate) three_b: Coefficient<T>,
}

type Step<T> = (Projective<Coefficient<T>>, Line<Coefficient<T>>);

impl<T: Target> Lines<T> {
    /// ψ(x, y) = (c_x·x^p, c_y·y^p): the Frobenius map of E, on the twist.
    pub(crate) fn psi(target: &T) -> [Coefficient<T>; 2] {
        let f = target.twist();
        let gamma = if target.kind() == Twist::D { *target.gamma() } else { f.invert(target.gamma()) };
        let square = f.sqr(&gamma);
        [square, f.mul(&square, &gamma)]
    }

    /// The digits below the highest of a term's factor.
    fn digits_of(factor: u64) -> Vec<i8> {
        super::digits::signed_bits(&[factor])
    }

    /// The number of lines of a point.
    pub(crate) fn count(&self) -> usize {
        let of = |digits: &[i8]| digits.iter().map(|&digit| 1 + usize::from(digit != 0)).sum::<usize>();
        let terms = self.around.terms.iter().map(|term| 1 + of(&Self::digits_of(term.factor)));
        of(&self.around.digits) + terms.sum::<usize>()
    }

    /// The lines of Q, in the order that [`Lines::evaluate`] reads them.
    pub(crate) fn prepare(&self, q: &Affine<Coefficient<T>>, mut out: impl FnMut(&Line<Coefficient<T>>)) {
        let f = self.target.twist();
        let mut sum = self.multiple(q, &self.around.digits, &mut out);
        if self.around.negative {
            sum.y = f.neg(&sum.y);
        }
        let psi = Self::psi(&self.target);
        for term in self.around.terms {
            let multiple = self.multiple(q, &Self::digits_of(term.factor), &mut out);
            let inverse = f.invert(&multiple.z);
            let mut r = Affine { x: f.mul(&multiple.x, &inverse), y: f.mul(&multiple.y, &inverse) };
            for _ in 0..term.power {
                r = Affine { x: f.mul(&f.frobenius(&r.x), &psi[0]), y: f.mul(&f.frobenius(&r.y), &psi[1]) };
            }
            if term.negative {
                r.y = f.neg(&r.y);
            }
            let line;
            (sum, line) = self.add(&sum, &r);
            out(&line);
        }
    }

    /// The multiple of q with these digits; `out` gets its lines.
    fn multiple(
        &self,
        q: &Affine<Coefficient<T>>,
        digits: &[i8],
        out: &mut impl FnMut(&Line<Coefficient<T>>),
    ) -> Projective<Coefficient<T>> {
        let f = self.target.twist();
        let negated = Affine { x: q.x, y: f.neg(&q.y) };
        let mut r = Projective { x: q.x, y: q.y, z: f.one() };
        let mut line;
        for &digit in digits {
            (r, line) = self.double(&r);
            out(&line);
            if digit != 0 {
                (r, line) = self.add(&r, if digit > 0 { q } else { &negated });
                out(&line);
            }
        }
        r
    }

    /// 2r, and the tangent at r.
    fn double(&self, r: &Projective<Coefficient<T>>) -> Step<T> {
        self.target.twist().vectorize(|| {
            let f = self.target.twist();
            let triple = |x: &Coefficient<T>| f.add(&f.double(x), x);
            let (yy, zz) = (f.sqr(&r.y), f.sqr(&r.z));
            // 2YZ
            let s = f.sub(&f.sub(&f.sqr(&f.add(&r.y, &r.z)), &yy), &zz);
            if !T::JACOBIAN {
                let xx = f.sqr(&r.x);
                // X₃ = 2XY·(Y² − 9b·Z²), Y₃ = (Y² + 9b·Z²)² − 12·(3b·Z²)², Z₃ = 8Y³·Z
                let e = f.mul(&self.three_b, &zz);
                let nine = triple(&e);
                let twelve = f.double(&f.double(&triple(&f.sqr(&e))));
                let next = Projective {
                    x: f.double(&f.mul(&f.mul(&r.x, &r.y), &f.sub(&yy, &nine))),
                    y: f.sub(&f.sqr(&f.add(&yy, &nine)), &twelve),
                    z: f.double(&f.double(&f.mul(&yy, &s))),
                };
                return (next, Line { a: s, b: f.neg(&triple(&xx)), c: f.sub(&yy, &e) });
            }

            // dbl-2001-b of the Explicit-Formulas Database with 3X² + a·Z⁴ = 3·(X − ρ·Z²)·(X + ρ·Z²); the slope is α/(2Y·Z)
            let rho = self.target.times_rho(&zz);
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

    /// r + q, and the line through both; neither is the identity, and r ≠ ±q.
    fn add(&self, r: &Projective<Coefficient<T>>, q: &Affine<Coefficient<T>>) -> Step<T> {
        if T::JACOBIAN {
            return self.add_jacobian(r, q);
        }
        self.target.twist().vectorize(|| {
            let f = self.target.twist();
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

    /// r + q, and the line through both, in Jacobian coordinates; the slope is θ/(λ·Z).
    fn add_jacobian(&self, r: &Projective<Coefficient<T>>, q: &Affine<Coefficient<T>>) -> Step<T> {
        let f = self.target.twist();
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

    /// The product of the functions of several Q, each at its P, before the final exponentiation; `line(i)` is the next line of the
    /// i-th.
    pub(crate) fn evaluate(
        &self,
        points: &[Affine<PrimeElement<T>>],
        mut line: impl FnMut(usize) -> Line<Coefficient<T>>,
    ) -> Gt<T> {
        let target = &self.target;
        let mut value = self.miller_loop(&self.around.digits, points, &mut line);
        if self.around.negative {
            value = target.conjugate(&value);
        }
        for term in self.around.terms {
            let digits = Self::digits_of(term.factor);
            if !digits.is_empty() {
                let factor = self.miller_loop(&digits, points, &mut line);
                let power = (0..term.power).fold(factor, |factor, _| target.frobenius(&factor));
                let power = if term.negative { target.conjugate(&power) } else { power };
                value = target.field().mul(&value, &power);
            }
            value = self.times_lines(&value, points, &mut line);
        }
        value
    }

    /// The loop over these digits.
    fn miller_loop(
        &self,
        digits: &[i8],
        points: &[Affine<PrimeElement<T>>],
        line: &mut impl FnMut(usize) -> Line<Coefficient<T>>,
    ) -> Gt<T> {
        let mut value = self.target.field().one();
        for (i, &digit) in digits.iter().enumerate() {
            if i > 0 {
                value = self.target.field().sqr(&value);
            }
            value = self.times_lines(&value, points, line);
            if digit != 0 {
                value = self.times_lines(&value, points, line);
            }
        }
        value
    }

    /// The product with the next line of each, at its point.
    fn times_lines(
        &self,
        value: &Gt<T>,
        points: &[Affine<PrimeElement<T>>],
        line: &mut impl FnMut(usize) -> Line<Coefficient<T>>,
    ) -> Gt<T> {
        let f = self.target.twist();
        points.iter().enumerate().fold(*value, |value, (i, p)| {
            let Line { a, b, c } = line(i);
            self.target.mul_line(&value, &Line { a: f.scale(&a, &p.y), b: f.scale(&b, &p.x), c })
        })
    }
}

/// An element of GF(p).
pub(crate) type PrimeElement<T> = <<<T as Target>::Twist as Tower>::Prime as FieldOps>::Element;
