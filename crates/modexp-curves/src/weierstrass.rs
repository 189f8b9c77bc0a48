//! Short Weierstrass curves y² = x³ + a·x + b over GF(p), p > 3.
//!
//! **Complete formulas.** Renes, Costello and Batina, *Complete addition formulas for prime order elliptic curves*
//! (2015/1060): homogeneous coordinates (X : Y : Z) with x = X/Z, y = Y/Z; the identity is (0 : 1 : 0). In a group of
//! odd order no point has order 2, and no operand is an exception. So nothing branches, and each lane may hold a
//! different case. With t_0 … t_5 = X₁X₂, Y₁Y₂, Z₁Z₂, X₁Y₂ + X₂Y₁, X₁Z₂ + X₂Z₁, Y₁Z₂ + Y₂Z₁ and
//! ```text
//! s = 3b·t_2 + a·t_4    u = 3t_0 + a·t_2    w = 3b·t_4 + a·(t_0 − a·t_2)
//! ```
//! the sum is
//! ```text
//! X₃ = t_3·(t_1 − s) − t_5·w    Y₃ = (t_1 − s)·(t_1 + s) + u·w    Z₃ = t_5·(t_1 + s) + t_3·u
//! ```
//! Only s, u and w depend on a. For a = −3 or 0 they cost two products by b; for a = 0 and b up to 4, only sums.
//!
//! **Isomorphic curves.** For a = 0, (x, y) ↦ (u²x, u³y) leads to y² = x³ + u⁶b. One of six constants is 3u⁶b for some
//! u. So additions on secp256k1 use y² = x³ + 1/3, where 3b = 1, and have no products by b. In G2, where 3b is an
//! element of GF(p²), sums replace these products. Only conversions of coordinates use the isomorphism, see `points`.
//!
//! **Doublings** use Jacobian coordinates, x = X/Z² and y = Y/Z³. One takes 4M + 4S for a = −3 and 3M + 4S for a = 0;
//! the complete formula takes 8M + 3S + 2m_b and 6M + 2S + m_b. The first doubling of a run reads homogeneous
//! coordinates, and the result is converted back after the last. The identity does not survive doublings in Jacobian
//! coordinates; one conditional move after the run restores it.
//!
//! | | a = −3 | a = 0 | other a |
//! |---|---|---|---|
//! | add | 12M + 2m_b | 12M + 2m_b | 12M + 2m_b + 3m_a |
//! | add_mixed | 11M + 2m_b | 11M + 2m_b | 11M + 2m_b + 3m_a |
//! | first doubling of double_n, with 2M + S to convert back | 7M + 3S | 6M + 4S | 7M + 5S |
//! | each further doubling | 4M + 4S | 3M + 4S | 4M + 6S |

#[cfg(test)]
pub(crate) mod tests;

use crate::machine;
use crate::tower::Tower;
use modexp_fields::prime::{Choice, invert_many, times};

/// The coefficient a; −3 and 0 save products.
#[derive(Clone, Copy, Debug)]
enum A<E> {
    MinusThree,
    Zero,
    Other(E),
}

/// A factor that costs a few sums: `times` · the [small multiple](Tower::small_multiple) by `small`.
#[derive(Clone, Copy, Debug)]
struct SmallFactor {
    times: u32,
    small: u32,
}

impl SmallFactor {
    /// All small factors; 3b is one of them for b = 1 to 4.
    fn all() -> impl Iterator<Item = Self> {
        (1..=4).flat_map(|times| (1..=3).map(move |small| Self { times, small }))
    }

    /// Whether it is 1 in GF(p).
    fn is_one(self) -> bool {
        self.times * self.small == 1
    }

    #[inline(always)]
    fn multiply<F: Tower>(self, f: &F, a: &F::Element) -> F::Element {
        times(self.times, &f.small_multiple(self.small, a), |a, b| f.add(a, b))
    }
}

/// A curve over a field, the same in all lanes.
#[derive(Clone, Copy, Debug)]
pub struct Weierstrass<F: Tower> {
    field: F,
    a: A<F::Element>,
    b: F::Element,
    /// b for a = −3, else 3b.
    factor: F::Element,
    /// `factor`, if it is small.
    small_factor: Option<SmallFactor>,
}

/// A point in homogeneous coordinates; the identity is (0 : y : 0).
#[derive(Clone, Copy, Debug)]
pub struct Projective<E> {
    /// X.
    pub x: E,
    /// Y.
    pub y: E,
    /// Z.
    pub z: E,
}

/// A point that is not the identity, in Montgomery form.
#[derive(Clone, Copy, Debug)]
pub struct Affine<E> {
    /// x.
    pub x: E,
    /// y.
    pub y: E,
}

/// x = X/Z², y = Y/Z³.
#[derive(Clone, Copy)]
struct Jacobian<E> {
    x: E,
    y: E,
    z: E,
}

impl<F: Tower> Weierstrass<F> {
    /// Whether four sums take less time than a product.
    const SUMS_ARE_CHEAP: bool = F::DEGREE > 1 || F::LANES == 1;

    /// Whether sums take the place of products by small factors. Fields with a limit of sums have no room for them.
    pub(crate) const SMALL_FACTORS: bool = machine::SMALL_FACTORS && F::SUM_TERMS == u64::MAX;

    /// The curve with these coefficients, in Montgomery form. The caller ensures that it is not singular, that p > 3,
    /// and that no point has order 2.
    pub fn new(field: F, a: &F::Element, b: &F::Element) -> Self {
        let three_ones = triple(&field, &field.one());
        let (all, zero) = (|choice: Choice| choice.lane(0), field.is_zero(a));
        let a = if all(zero) {
            A::Zero
        } else if all(field.is_zero(&field.add(a, &three_ones))) {
            A::MinusThree
        } else {
            A::Other(*a)
        };
        let factor = if matches!(a, A::MinusThree) { *b } else { triple(&field, b) };
        let is_factor = |small: &SmallFactor| all(field.eq(&factor, &small.multiply(&field, &field.one())));
        let small_factor = SmallFactor::all().filter(|_| Self::SMALL_FACTORS).find(is_factor);
        Self { field, a, b: *b, factor, small_factor }
    }

    /// The curve y² = x³ + s·b, for a = 0.
    pub(crate) fn scaled(&self, s: &F::Element) -> Self {
        debug_assert!(self.a_is_zero(), "a = 0");
        let scaled = Self::new(self.field, &self.field.zero(), &self.field.mul(&self.b, s));
        debug_assert!(scaled.small_factor.is_some(), "the u of the data");
        scaled
    }

    /// The field of the coordinates.
    pub const fn field(&self) -> &F {
        &self.field
    }

    /// Whether a = 0.
    pub(crate) fn a_is_zero(&self) -> bool {
        matches!(self.a, A::Zero)
    }

    /// The identity.
    pub fn identity(&self) -> Projective<F::Element> {
        Projective { x: self.field.zero(), y: self.field.one(), z: self.field.zero() }
    }

    /// Whether 4a³ + 27b² = 0.
    pub fn is_singular(&self) -> Choice {
        let f = &self.field;
        let a = match &self.a {
            A::MinusThree => f.neg(&triple(f, &f.one())),
            A::Zero => f.zero(),
            A::Other(a) => *a,
        };
        let (four_squares, three_b) = (f.double(&f.double(&f.sqr(&a))), triple(f, &self.b));
        f.is_zero(&f.mul_add_mul(&four_squares, &a, &triple(f, &three_b), &three_b))
    }

    /// 3x² + a.
    pub(crate) fn tangent(&self, x: &F::Element) -> F::Element {
        let f = &self.field;
        let square = f.sqr(x);
        match &self.a {
            A::MinusThree => triple(f, &f.sub(&square, &f.one())),
            A::Zero => triple(f, &square),
            A::Other(a) => f.add(&triple(f, &square), a),
        }
    }

    /// x³ + a·x + b.
    pub fn right_side(&self, x: &F::Element) -> F::Element {
        let f = &self.field;
        let cube = f.mul(&f.sqr(x), x);
        let linear = match &self.a {
            A::MinusThree => f.neg(&triple(f, x)),
            A::Zero => f.zero(),
            A::Other(a) => f.mul(a, x),
        };
        f.add(&f.add(&cube, &linear), &self.b)
    }

    /// Whether y² = x³ + a·x + b.
    pub fn is_on_curve(&self, p: &Affine<F::Element>) -> Choice {
        self.field.eq(&self.field.sqr(&p.y), &self.right_side(&p.x))
    }

    /// p in homogeneous coordinates.
    pub fn to_projective(&self, p: &Affine<F::Element>) -> Projective<F::Element> {
        Projective { x: p.x, y: p.y, z: self.field.one() }
    }

    /// Writes `points` in affine coordinates to `out` by one inversion, (0, 0) for the identity. `inverses` and
    /// `products` are scratch space.
    ///
    /// # Panics
    /// If the lengths differ.
    pub fn to_affine_many(
        &self,
        out: &mut [Affine<F::Element>],
        points: &[Projective<F::Element>],
        inverses: &mut [F::Element],
        products: &mut [F::Element],
    ) {
        assert!(out.len() == points.len() && inverses.len() == points.len());
        for (inverse, point) in inverses.iter_mut().zip(points) {
            *inverse = point.z;
        }
        invert_many(&self.field, inverses, products);
        for ((out, point), z_inv) in out.iter_mut().zip(points).zip(inverses) {
            *out = Affine { x: self.field.mul(&point.x, z_inv), y: self.field.mul(&point.y, z_inv) };
        }
    }

    /// Whether p is the identity.
    pub fn is_identity(&self, p: &Projective<F::Element>) -> Choice {
        self.field.is_zero(&p.z)
    }

    /// `q` in the lanes of `choice`, `p` in the others.
    pub fn cmov(
        &self,
        p: &Projective<F::Element>,
        q: &Projective<F::Element>,
        choice: Choice,
    ) -> Projective<F::Element> {
        let f = &self.field;
        Projective { x: f.cmov(&p.x, &q.x, choice), y: f.cmov(&p.y, &q.y, choice), z: f.cmov(&p.z, &q.z, choice) }
    }

    /// −p.
    pub fn negate(&self, p: &Projective<F::Element>) -> Projective<F::Element> {
        Projective { y: self.field.neg(&p.y), ..*p }
    }

    /// p + q, for any p and q.
    pub fn add(&self, p: &Projective<F::Element>, q: &Projective<F::Element>) -> Projective<F::Element> {
        let f = &self.field;
        f.vectorize(|| {
            // (X₁ + Y₁)(X₂ + Y₂) and so on
            let sums = |p: &Projective<F::Element>| [f.add(&p.x, &p.y), f.add(&p.x, &p.z), f.add(&p.y, &p.z)];
            let ([p_xy, p_xz, p_yz], [q_xy, q_xz, q_yz]) = (&sums(p), &sums(q));
            let [t0, t1] = &f.mul_two([&p.x, &p.y], [&q.x, &q.y]);
            let [t2, xy] = &f.mul_two([&p.z, p_xy], [&q.z, q_xy]);
            let [xz, yz] = &f.mul_two([p_xz, p_yz], [q_xz, q_yz]);
            let t3 = f.sub(xy, &f.add(t0, t1));
            let t4 = f.sub(xz, &f.add(t0, t2));
            let t5 = f.sub(yz, &f.add(t1, t2));
            self.sum(t0, t1, t2, &t3, &t4, &t5)
        })
    }

    /// p + q, for any p.
    pub fn add_mixed(&self, p: &Projective<F::Element>, q: &Affine<F::Element>) -> Projective<F::Element> {
        let f = &self.field;
        f.vectorize(|| {
            let [t0, t1] = &f.mul_two([&p.x, &p.y], [&q.x, &q.y]);
            let [xz, yz] = &f.mul_two([&q.x, &q.y], [&p.z, &p.z]);
            let t3 = f.sub(&f.mul(&f.add(&p.x, &p.y), &f.add(&q.x, &q.y)), &f.add(t0, t1));
            let (t4, t5) = (f.add(xz, &p.x), f.add(yz, &p.y));
            self.sum(t0, t1, &p.z, &t3, &t4, &t5)
        })
    }

    /// 2^n·p, for any p.
    pub fn double_n(&self, p: &Projective<F::Element>, n: usize) -> Projective<F::Element> {
        if n == 0 {
            return *p;
        }
        let f = &self.field;
        f.vectorize(|| {
            let mut q = self.double_to_jacobian(p);
            for _ in 1..n {
                q = self.double_jacobian(&q);
            }
            let y = f.cmov(&q.y, &f.one(), f.is_zero(&q.z));
            Projective { x: f.mul(&q.x, &q.z), y, z: f.mul(&f.sqr(&q.z), &q.z) }
        })
    }

    /// 2p, for p other than the identity; Z = 0 for the identity.
    #[inline(always)]
    fn double_to_jacobian(&self, p: &Projective<F::Element>) -> Jacobian<F::Element> {
        let f = &self.field;
        let z = f.mul(&p.y, &p.z);
        let yyz = f.mul(&p.y, &z);
        let l = match &self.a {
            A::MinusThree => three_halves(f, &f.mul(&f.sub(&p.x, &p.z), &f.add(&p.x, &p.z))),
            A::Zero => three_halves(f, &f.sqr(&p.x)),
            A::Other(a) => half_slope(f, &f.sqr(&p.x), &f.mul(a, &f.sqr(&p.z))),
        };
        self.double_by_slope(&l, &f.mul(&p.x, &yyz), &yyz, z)
    }

    /// 2p, for p other than the identity; Z stays 0 for the identity.
    #[inline(always)]
    fn double_jacobian(&self, p: &Jacobian<F::Element>) -> Jacobian<F::Element> {
        let f = &self.field;
        let other = if matches!(self.a, A::MinusThree) { &p.z } else { &p.x };
        let [yy, other] = &f.sqr_two([&p.y, other]);
        let l = match &self.a {
            A::MinusThree => three_halves(f, &f.mul(&f.sub(&p.x, other), &f.add(&p.x, other))),
            A::Zero => three_halves(f, other),
            A::Other(a) => half_slope(f, other, &f.mul(a, &f.sqr(&f.sqr(&p.z)))),
        };
        let [s, z] = &f.mul_two([&p.x, &p.y], [yy, &p.z]);
        self.double_by_slope(&l, s, yy, *z)
    }

    /// The double of the point (x, y): its tangent has the slope l/z, s = x·z² and r² = y·z³. The coordinates of the
    /// usual doubling are divided by powers of 2, which saves half the sums.
    #[inline(always)]
    fn double_by_slope(&self, l: &F::Element, s: &F::Element, r: &F::Element, z: F::Element) -> Jacobian<F::Element> {
        let f = &self.field;
        let x = f.sub(&f.sqr(l), &f.double(s));
        Jacobian { x, y: f.mul_sub_sqr(l, &f.sub(s, &x), r), z }
    }

    /// The sum of two points from their products t_0 … t_5.
    #[inline(always)]
    fn sum(
        &self,
        t0: &F::Element,
        t1: &F::Element,
        t2: &F::Element,
        t3: &F::Element,
        t4: &F::Element,
        t5: &F::Element,
    ) -> Projective<F::Element> {
        let f = &self.field;
        let (s, u, w) = self.coefficients(t0, t2, t4);
        let (less, more) = (f.sub(t1, &s), f.add(t1, &s));
        Projective {
            x: f.mul_sub_mul(t3, &less, t5, &w),
            y: f.mul_add_mul(&less, &more, &u, &w),
            z: f.mul_add_mul(t5, &more, t3, &u),
        }
    }

    /// t2 and t4 times the factor.
    #[inline(always)]
    fn times_factor(&self, t2: &F::Element, t4: &F::Element) -> [F::Element; 2] {
        let f = &self.field;
        match self.small_factor.filter(|_| Self::SMALL_FACTORS) {
            Some(small) if F::DEGREE == 1 && small.is_one() => [*t2, *t4],
            Some(small) if Self::SUMS_ARE_CHEAP => [t2, t4].map(|t| small.multiply(f, t)),
            _ => f.mul_two([&self.factor, &self.factor], [t2, t4]),
        }
    }

    /// s, u and w.
    #[inline(always)]
    fn coefficients(&self, t0: &F::Element, t2: &F::Element, t4: &F::Element) -> (F::Element, F::Element, F::Element) {
        let f = &self.field;
        let [b_t2, b_t4] = self.times_factor(t2, t4);
        match &self.a {
            A::Zero => (b_t2, triple(f, t0), b_t4),
            // all three are multiples of 3: s/3 = b·t_2 − t_4, u/3 = t_0 − t_2, w/3 = b·t_4 − t_0 − 3t_2
            A::MinusThree => {
                let w = f.sub(&b_t4, &f.add(t0, &triple(f, t2)));
                (triple(f, &f.sub(&b_t2, t4)), triple(f, &f.sub(t0, t2)), triple(f, &w))
            }
            A::Other(a) => {
                let a_t2 = f.mul(a, t2);
                let s = f.add(&b_t2, &f.mul(a, t4));
                let w = f.add(&b_t4, &f.mul(a, &f.sub(t0, &a_t2)));
                (s, f.add(&triple(f, t0), &a_t2), w)
            }
        }
    }
}

/// 3a/2.
#[inline(always)]
fn three_halves<F: Tower>(f: &F, a: &F::Element) -> F::Element {
    f.add(&f.half(a), a)
}

/// (3a + b)/2.
#[inline(always)]
fn half_slope<F: Tower>(f: &F, a: &F::Element, b: &F::Element) -> F::Element {
    f.add(a, &f.half(&f.add(a, b)))
}

/// 3a.
#[inline(always)]
fn triple<F: Tower>(f: &F, a: &F::Element) -> F::Element {
    f.add(&f.double(a), a)
}
