//! Square roots, in constant time: Tonelli–Shanks as in RFC 9380, appendix I.4.
//!
//! The field has q elements, and q − 1 = 2^s·t with t odd. For s = 1, that is q ≡ 3 mod 4, a root is one power. Otherwise the
//! loops take s²/2 squares, which is twenty times the power for P-224 with s = 96.

use super::ops::{Choice, FieldOps};
use super::power::pow_vartime;
use alloc::vec::Vec;
use modexp_limbs::limb;

/// The constants for square roots in a field.
#[derive(Clone, Debug)]
pub struct SquareRoot<F: FieldOps> {
    /// s.
    two_adicity: usize,
    /// (t − 1)/2.
    exponent: Vec<u64>,
    /// An element of order 2^s, as z^t for a non-residue z.
    root_of_unity: F::Element,
}

impl<F: FieldOps> SquareRoot<F> {
    /// The constants of this prime field; `None` if 2 to 257 are all squares. No known prime of these sizes has that property;
    /// a composite p may have it.
    #[must_use]
    pub fn new(field: &F) -> Option<Self> {
        let mut less_one = field.prime().to_vec();
        less_one[0] -= 1;
        // products by 1 keep the numbers from being long sums
        let next = |z: &F::Element| Some(field.mul(&field.add(z, &field.one()), &field.one()));
        let numbers = core::iter::successors(Some(field.one()), next);
        Self::of_order(field, &less_one, numbers.skip(1).take(256))
    }

    /// The constants of a field with a multiplicative group of order `units`; `None` if all candidates are squares.
    #[must_use]
    pub fn of_order(field: &F, units: &[u64], candidates: impl IntoIterator<Item = F::Element>) -> Option<Self> {
        let two_adicity = limb::trailing_zeros(units);
        let minus_one = field.neg(&field.one());
        let half = limb::shift_right(units, 1);
        let is_non_residue = |z: &F::Element| field.eq(&pow_vartime(field, z, &half), &minus_one).lane(0);
        let z = candidates.into_iter().find(is_non_residue)?;
        Some(Self::of_root(field, units, pow_vartime(field, &z, &limb::shift_right(units, two_adicity))))
    }

    /// The constants of a field with a multiplicative group of order `units`, for an element of order 2^s.
    #[must_use]
    pub fn of_root(field: &F, units: &[u64], root_of_unity: F::Element) -> Self {
        let two_adicity = limb::trailing_zeros(units);
        debug_assert!({
            let minus_one = (1..two_adicity).fold(root_of_unity, |power, _| field.sqr(&power));
            field.eq(&minus_one, &field.neg(&field.one())).lane(0)
        });
        Self { two_adicity, exponent: limb::shift_right(units, two_adicity + 1), root_of_unity }
    }

    /// A root of a, in Montgomery form, and whether a has a root; a in range gives out in range.
    pub fn sqrt(&self, field: &F, a: &F::Element) -> (F::Element, Choice) {
        // root² = a·b, and the order of b divides 2^(s − 1) if a is a square
        let power = pow_vartime(field, a, &self.exponent);
        let mut root = field.mul(&power, a);
        let mut b = field.mul(&root, &power);
        let mut c = self.root_of_unity;
        for i in (2..=self.two_adicity).rev() {
            // the order of b is below 2^(i − 1), or becomes so by a factor c² of order 2^(i − 1)
            let mut b_power = b;
            for _ in 0..i - 2 {
                b_power = field.sqr(&b_power);
            }
            let same = field.eq(&b_power, &field.one());
            root = field.cmov(&field.mul(&root, &c), &root, same);
            c = field.sqr(&c);
            b = field.cmov(&field.mul(&b, &c), &b, same);
        }
        let is_root = field.eq(&field.sqr(&root), a);
        (root, is_root)
    }
}
