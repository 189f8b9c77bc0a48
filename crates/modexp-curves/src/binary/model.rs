//! The interface between a group of points and a curve over GF(2^m).

use modexp_fields::binary::{BinaryField, Limb, Multiplier, Polynomial, add, cmov};

/// A point in projective coordinates; Z = 0 is the identity.
#[derive(Clone, Copy, Debug)]
pub struct Projective<L, const N: usize> {
    /// X.
    pub x: [L; N],
    /// Y.
    pub y: [L; N],
    /// Z.
    pub z: [L; N],
}

/// A point other than the identity.
#[derive(Clone, Copy, Debug)]
pub struct Affine<L, const N: usize> {
    /// x.
    pub x: [L; N],
    /// y.
    pub y: [L; N],
}

/// All ones where an element is 0, else 0.
#[inline(always)]
pub(super) fn zero_mask<L: Limb, const N: usize>(x: &[L; N]) -> L {
    L::is_zero(x).mask()
}

impl<L: Limb, const N: usize> Projective<L, N> {
    /// `other` where the mask is all ones, `self` where it is 0.
    #[inline(always)]
    #[must_use]
    pub fn cmov(&self, other: &Self, mask: L) -> Self {
        Self { x: cmov(&self.x, &other.x, mask), y: cmov(&self.y, &other.y, mask), z: cmov(&self.z, &other.z, mask) }
    }
}

/// The limbs of elements.
pub(crate) type LimbOf<C, const N: usize> = <<C as Model<N>>::Multiplier as Multiplier>::Limb;

/// A map from a curve to itself.
pub(crate) type PointMap<C, const N: usize> = fn(&C, &Projective<LimbOf<C, N>, N>) -> Projective<LimbOf<C, N>, N>;

/// Words of a coordinate in all lanes.
pub(super) const fn words_of<C: Model<N>, const N: usize>() -> usize {
    N * LimbOf::<C, N>::LANES
}

/// The point of an element's words.
// inlined where formulas are compiled for vectors; in WebAssembly one function is shorter
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(super) fn read<C: Model<N>, const N: usize>(curve: &C, words: &[u64]) -> Projective<LimbOf<C, N>, N> {
    let count = words_of::<C, N>();
    let coordinate = |i: usize| curve.field().read(&words[i * count..(i + 1) * count]);
    Projective { x: coordinate(0), y: coordinate(1), z: coordinate(2) }
}

/// Writes a point as an element's words.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(super) fn write<L: Limb, const N: usize>(words: &mut [u64], p: &Projective<L, N>) {
    for (words, x) in words.chunks_exact_mut(N * L::LANES).zip([&p.x, &p.y, &p.z]) {
        L::write(words, x);
    }
}

/// The formulas of a curve, complete for points of odd order. A point with Z = 1 has the coordinates of its affine form.
pub trait Model<const N: usize>: Clone + Send + Sync + 'static {
    /// How the field multiplies.
    type Multiplier: Multiplier;
    /// The field's polynomial.
    type Polynomial: Polynomial;

    /// The cost in products of an addition, an addition of an affine point, and a doubling; a square is half a product.
    const COSTS: [usize; 3];
    /// Whether the sum of the y of P and of −P is 0 for x = 0.
    const NO_SUM_AT_ZERO: bool = true;

    /// The map ψ, on curves where it makes scalars shorter.
    const PSI: Option<PointMap<Self, N>> = None;

    /// GF(2^m).
    fn field(&self) -> &BinaryField<Self::Multiplier, Self::Polynomial, N>;

    /// −P.
    fn negate(&self, p: &Projective<LimbOf<Self, N>, N>) -> Projective<LimbOf<Self, N>, N>;

    /// The sum of the y of P and of −P, for their x.
    fn sum_of_ys(&self, x: &[LimbOf<Self, N>; N]) -> [LimbOf<Self, N>; N];

    /// 2P.
    fn double(&self, p: &Projective<LimbOf<Self, N>, N>) -> Projective<LimbOf<Self, N>, N>;

    /// 2P, in a function.
    #[cfg_attr(not(target_arch = "wasm32"), inline(never))]
    fn doubled(&self, p: &Projective<LimbOf<Self, N>, N>) -> Projective<LimbOf<Self, N>, N> {
        self.field().vectorize(|| self.double(p))
    }

    /// P + Q.
    fn add(
        &self,
        p: &Projective<LimbOf<Self, N>, N>,
        q: &Projective<LimbOf<Self, N>, N>,
    ) -> Projective<LimbOf<Self, N>, N>;

    /// P + Q.
    fn add_mixed(
        &self,
        p: &Projective<LimbOf<Self, N>, N>,
        q: &Affine<LimbOf<Self, N>, N>,
    ) -> Projective<LimbOf<Self, N>, N>;

    /// P + Q for different points that are not the identity.
    #[inline(always)]
    fn add_distinct(
        &self,
        p: &Projective<LimbOf<Self, N>, N>,
        q: &Affine<LimbOf<Self, N>, N>,
    ) -> Projective<LimbOf<Self, N>, N> {
        self.add_mixed(p, q)
    }

    /// P − Q and P + Q, for a P that is neither ±Q nor the identity.
    #[inline(always)]
    fn difference_and_sum(
        &self,
        p: &Projective<LimbOf<Self, N>, N>,
        q: &Affine<LimbOf<Self, N>, N>,
    ) -> [Projective<LimbOf<Self, N>, N>; 2] {
        let minus_q = Affine { x: q.x, y: add(&q.y, &self.sum_of_ys(&q.x)) };
        [minus_q, *q].map(|q| self.add_distinct(p, &q))
    }

    /// y for Y and 1/Z.
    fn affine_y(&self, y: &[LimbOf<Self, N>; N], z_inverse: &[LimbOf<Self, N>; N]) -> [LimbOf<Self, N>; N];

    /// 1 if the point is on the curve, else 0.
    fn is_on_curve(&self, p: &Affine<LimbOf<Self, N>, N>) -> LimbOf<Self, N>;

    /// A y with (x, y) on the curve, and 1 if y exists, else 0.
    fn lift_x(&self, x: &[LimbOf<Self, N>; N]) -> ([LimbOf<Self, N>; N], LimbOf<Self, N>);

    /// 1 if a point of the curve is a multiple by the cofactor, else 0.
    fn is_multiple(&self, p: &Affine<LimbOf<Self, N>, N>, cofactor: u64) -> LimbOf<Self, N>;

    /// 1 for one of P and −P, 0 for the other.
    fn sign(&self, p: &Affine<LimbOf<Self, N>, N>) -> LimbOf<Self, N>;

    /// 1 if the curve has a singular point, else 0.
    fn is_singular(&self) -> LimbOf<Self, N>;

    /// Whether scalars are written in powers of the map (x, y) ↦ (x², y²).
    fn is_koblitz(&self) -> bool {
        false
    }

    /// The map (x, y) ↦ (x², y²), n times. On curves over GF(2) it is an endomorphism.
    #[inline(always)]
    fn frobenius(&self, p: &Projective<LimbOf<Self, N>, N>, n: usize) -> Projective<LimbOf<Self, N>, N> {
        let f = self.field();
        Projective { x: f.sqr_n(&p.x, n), y: f.sqr_n(&p.y, n), z: f.sqr_n(&p.z, n) }
    }
}
