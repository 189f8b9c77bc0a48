//! What a group of points needs of a curve over GF(2^m).

use modexp_kernels::binary::{BinaryField, Multiplier, Polynomial, add};
use modexp_limbs::limb;

/// A point in projective coordinates; Z = 0 is the identity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Projective<const N: usize> {
    pub(crate) x: [u64; N],
    pub(crate) y: [u64; N],
    pub(crate) z: [u64; N],
}

/// A point other than the identity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Affine<const N: usize> {
    pub(crate) x: [u64; N],
    pub(crate) y: [u64; N],
}

/// `other` if the mask is all ones, `a` if it is zero.
#[inline(always)]
pub(super) fn cmov<const N: usize>(a: &[u64; N], other: &[u64; N], mask: u64) -> [u64; N] {
    core::array::from_fn(|i| a[i] ^ ((a[i] ^ other[i]) & mask))
}

/// All ones if an element is 0, else 0.
#[inline(always)]
pub(super) fn zero_mask<const N: usize>(x: &[u64; N]) -> u64 {
    limb::mask(limb::is_zero(x))
}

impl<const N: usize> Projective<N> {
    /// The same of points.
    #[inline(always)]
    pub(super) fn cmov(&self, other: &Self, mask: u64) -> Self {
        Self { x: cmov(&self.x, &other.x, mask), y: cmov(&self.y, &other.y, mask), z: cmov(&self.z, &other.z, mask) }
    }
}

/// The formulas of a curve, complete for points of odd order. A point with Z = 1 has the coordinates of its affine form.
pub(crate) trait Model<const N: usize>: Clone + Send + Sync + 'static {
    /// How the field multiplies.
    type Multiplier: Multiplier;
    /// The field's polynomial.
    type Polynomial: Polynomial;

    /// Products in an addition, with an affine point, and in a doubling; a square is half of one.
    const COSTS: [usize; 3];
    /// Whether the curve has the map ψ.
    const HAS_PSI: bool = false;
    /// Whether the sum of the y of P and of −P is 0 for x = 0.
    const NO_SUM_AT_ZERO: bool = true;

    /// GF(2^m).
    fn field(&self) -> &BinaryField<Self::Multiplier, Self::Polynomial, N>;

    /// −P.
    fn negate(&self, p: &Projective<N>) -> Projective<N>;

    /// The sum of the y of P and of −P, for their x.
    fn sum_of_ys(&self, x: &[u64; N]) -> [u64; N];

    /// 2P.
    fn double(&self, p: &Projective<N>) -> Projective<N>;

    /// P + Q.
    fn add(&self, p: &Projective<N>, q: &Projective<N>) -> Projective<N>;

    /// P + Q.
    fn add_mixed(&self, p: &Projective<N>, q: &Affine<N>) -> Projective<N>;

    /// P + Q for different points that are not the identity.
    #[inline(always)]
    fn add_distinct(&self, p: &Projective<N>, q: &Affine<N>) -> Projective<N> {
        self.add_mixed(p, q)
    }

    /// P − Q and P + Q, for a P that is neither ±Q nor the identity.
    #[inline(always)]
    fn difference_and_sum(&self, p: &Projective<N>, q: &Affine<N>) -> [Projective<N>; 2] {
        let minus_q = Affine { x: q.x, y: add(&q.y, &self.sum_of_ys(&q.x)) };
        [minus_q, *q].map(|q| self.add_distinct(p, &q))
    }

    /// y for Y and 1/Z.
    fn affine_y(&self, y: &[u64; N], z_inverse: &[u64; N]) -> [u64; N];

    /// 1 if the point is on the curve, else 0.
    fn is_on_curve(&self, p: &Affine<N>) -> u64;

    /// A y with (x, y) on the curve, and 1 if there is one, else 0.
    fn lift_x(&self, x: &[u64; N]) -> ([u64; N], u64);

    /// 1 if a point of the curve is a multiple by the cofactor, else 0.
    fn is_multiple(&self, p: &Affine<N>, cofactor: u64) -> u64;

    /// 1 for one of P and −P, 0 for the other.
    fn sign(&self, p: &Affine<N>) -> u64;

    /// 1 if the curve has a singular point, else 0.
    fn is_singular(&self) -> u64;

    /// Whether its points are multiplied by powers of the map (x, y) ↦ (x², y²).
    fn is_koblitz(&self) -> bool {
        false
    }

    /// That map, n times. On curves over GF(2) it is an endomorphism.
    #[inline(always)]
    fn frobenius(&self, p: &Projective<N>, n: usize) -> Projective<N> {
        let f = self.field();
        Projective { x: f.sqr_n(&p.x, n), y: f.sqr_n(&p.y, n), z: f.sqr_n(&p.z, n) }
    }

    /// The map that makes scalars shorter, on curves that have it.
    fn psi(&self, p: &Projective<N>) -> Projective<N> {
        *p
    }
}
