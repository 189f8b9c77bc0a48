//! Values of pairings from bytes, and tables of a value's powers.

use super::{Gt, Pairing};
use crate::error::Error;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use modexp_group::comb::{CombShape, SignedComb};
use modexp_group::plan::WindowPlan;
use modexp_group::pow;
use modexp_limbs::declassify::declassified;
use modexp_limbs::limb;
use zeroize::Zeroizing;

/// The default size of the tables in bytes.
const TABLE_BYTES: usize = 1 << 17;

/// The tables of one value.
///
/// Constant time in exponents.
///
/// ```
/// use modexp_curves::{Pairing, PairingName};
/// let e = Pairing::named(PairingName::AltBn128);
/// let value = e.pair(&e.g1().generator(), &e.g2().generator())?;
/// assert_eq!(value.fixed_base(None).pow(&[5]), value.pow(&[5]));
/// # Ok::<(), modexp_curves::Error>(())
/// ```
#[derive(Clone)]
pub struct GtFixedBase {
    value: Gt,
    comb: Arc<SignedComb>,
}

impl Gt {
    /// The tables of this value, of at most `table_bytes` bytes (by default 128 KiB), or the smallest possible.
    pub fn fixed_base(&self, table_bytes: impl Into<Option<usize>>) -> GtFixedBase {
        let group = self.inner.engine.group();
        let entries = 2 * table_bytes.into().unwrap_or(TABLE_BYTES) / (8 * group.words());
        let bits = limb::bit_len(self.inner.g1.order());
        let shape = CombShape::best(bits, entries, 2 * group.costs().entries_per_product);
        GtFixedBase { value: self.clone(), comb: Arc::new(SignedComb::new(group, &self.element, shape)) }
    }

    /// Whether the power by the order is 1, for an element that conjugation inverts.
    fn has_order(&self) -> bool {
        let (group, order) = (self.inner.engine.group(), self.inner.g1.order());
        let power = pow::pow_vartime(group, &WindowPlan::vartime_in(group, order), &self.element, order);
        self.inner.engine.equal(power.value(), group.identity())
    }
}

impl GtFixedBase {
    /// The power of the value; k counts modulo the order.
    pub fn pow(&self, k: &[u64]) -> Gt {
        let inner = &self.value.inner;
        let k = inner.g1.reduce(k);
        self.value.with_value(self.comb.pow(inner.engine.group(), &[&k[..]]).value())
    }

    /// The value.
    pub fn value(&self) -> &Gt {
        &self.value
    }

    /// Bytes of the tables.
    pub fn table_bytes(&self) -> usize {
        8 * self.value.element.len() * self.comb.shape().entries() / 2
    }
}

impl Pairing {
    /// The value that [`Gt::to_bytes`] wrote. Checks that the value is in GT, at the cost of about a power.
    ///
    /// # Errors
    /// [`Error::BadEncoding`] for a different length, [`Error::BadCoordinate`] for a coefficient that is not below p, and
    /// [`Error::NotInSubgroup`] for an element outside GT.
    pub fn gt_from_bytes(&self, bytes: &[u8]) -> Result<Gt, Error> {
        let value = self.gt_from_trusted_bytes(bytes)?;
        let is_member = self.inner.engine.is_cyclotomic(&value.element) && value.has_order();
        if is_member { Ok(value) } else { Err(Error::NotInSubgroup) }
    }

    /// The value of bytes that are known to be from [`Gt::to_bytes`]. Powers of other elements are wrong.
    ///
    /// # Errors
    /// [`Error::BadEncoding`] for a different length, and [`Error::BadCoordinate`].
    pub fn gt_from_trusted_bytes(&self, bytes: &[u8]) -> Result<Gt, Error> {
        let (q, len) = (&self.g1().inner.q, self.g1().byte_len());
        let one = self.inner.engine.group().identity();
        let limbs = self.inner.engine.coefficients(one, 0).len();
        if bytes.len() != limbs / q.len() * len {
            return Err(Error::BadEncoding);
        }
        let mut coefficients = Zeroizing::new(Vec::with_capacity(limbs));
        for bytes in bytes.chunks_exact(len).rev() {
            let coefficient = Zeroizing::new(limb::from_be_bytes(bytes));
            coefficients.extend_from_slice(&Zeroizing::new(limb::resize(&coefficient, q.len())));
        }
        let below = coefficients.chunks_exact(q.len()).fold(1, |below, x| below & limb::less(x, q));
        if declassified(below) == 0 {
            return Err(Error::BadCoordinate);
        }
        Ok(Gt { inner: self.inner.clone(), element: self.inner.engine.from_coefficients(&[&coefficients]) })
    }
}

impl fmt::Debug for GtFixedBase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GtFixedBase").field("value", &self.value).finish_non_exhaustive()
    }
}
