//! Multiples of one point by tables: a signed comb with affine entries.

use crate::curve::{Curve, only};
use crate::error::Error;
use crate::point::Point;
use crate::scalar::Secret;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use modexp_group::comb::{CombShape, SignedComb};
use modexp_limbs::buffer::Buffer;
use modexp_limbs::limb;

/// The default size of the tables in bytes; they fit in the first-level cache.
const TABLE_BYTES: usize = 1 << 14;

/// The tables of one point, with its curve.
///
/// Constant time in scalars, except for calls named `_vartime`.
///
/// ```
/// use modexp_curves::{Curve, CurveName};
/// let curve = Curve::named(CurveName::Secp256k1);
/// let g = curve.fixed_base(&curve.generator(), None)?;
/// assert_eq!(g.multiply(&[5]), curve.multiply(&[5], &curve.generator())?);
/// # Ok::<(), modexp_curves::Error>(())
/// ```
#[derive(Clone)]
pub struct FixedBase {
    curve: Curve,
    /// Known to be in the subgroup if the entries are.
    point: Point,
    comb: Arc<SignedComb>,
}

impl Curve {
    /// The tables of a point, of at most `table_bytes` bytes (by default 16 KiB times [`Curve::degree`]), or the smallest possible.
    ///
    /// # Errors
    /// As [`Curve::multiply`].
    pub fn fixed_base(&self, p: &Point, table_bytes: impl Into<Option<usize>>) -> Result<FixedBase, Error> {
        self.check(p)?;
        let arithmetic = self.for_multiples();
        let group = arithmetic.affine_group();
        let entry_bytes = 8 * group.entry_words();
        let bits = limb::bit_len(self.order());
        // a signed comb stores half of its entries
        let entries = 2 * table_bytes.into().unwrap_or(self.degree() * TABLE_BYTES) / entry_bytes;
        let shape = CombShape::best(bits, entries, 2 * group.costs().entries_per_product);
        let comb = SignedComb::new(group, &arithmetic.load(&[p]), shape);
        Ok(FixedBase::of_comb(self.clone(), self.trusted(p.clone()), comb))
    }
}

impl FixedBase {
    pub(crate) fn of_comb(curve: Curve, point: Point, comb: SignedComb) -> Self {
        Self { curve, point, comb: Arc::new(comb) }
    }

    pub(crate) fn comb(&self) -> &SignedComb {
        &self.comb
    }

    /// k·P.
    pub fn multiply(&self, k: &[u64]) -> Point {
        only(self.multiply_many(&[k]))
    }

    /// Each k_i·P, by one inversion.
    pub fn multiply_many(&self, ks: &[&[u64]]) -> Vec<Point> {
        self.each(ks, |k| {
            let group = self.curve.for_multiples().affine_group();
            self.comb.pow(group, &[&k[..]])
        })
    }

    /// k·P. Variable time in k.
    pub fn multiply_vartime(&self, k: &[u64]) -> Point {
        only(self.each(&[k], |k| {
            let group = self.curve.for_multiples().affine_group();
            self.comb.pow_vartime(group, &k[..])
        }))
    }

    /// The point.
    pub fn point(&self) -> &Point {
        &self.point
    }

    /// The curve.
    pub fn curve(&self) -> &Curve {
        &self.curve
    }

    /// Bytes of the tables.
    pub fn table_bytes(&self) -> usize {
        let entry_bytes = 8 * self.curve.for_multiples().affine_group().entry_words();
        self.comb.shape().entries() / 2 * entry_bytes
    }

    fn each<'a>(
        &'a self,
        ks: &[&[u64]],
        multiple: impl Fn(Secret) -> modexp_group::accumulator::Accumulator<'a>,
    ) -> Vec<Point> {
        let arithmetic = self.curve.for_multiples();
        let words = arithmetic.group().words();
        let mut elements = Buffer::new(words * ks.len());
        for (element, k) in elements.chunks_exact_mut(words).zip(ks) {
            element.copy_from_slice(multiple(self.curve.reduce(k)).value());
        }
        // saved entries may be outside the subgroup, even those of the identity
        let is_known = self.point.is_known_in_subgroup(self.curve.inner.id);
        if is_known { self.curve.points(arithmetic, &elements) } else { arithmetic.store(&elements) }
    }
}

impl fmt::Debug for FixedBase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FixedBase")
            .field("curve", &self.curve)
            .field("table_bytes", &self.table_bytes())
            .finish_non_exhaustive()
    }
}
