//! Square roots, in constant time: Tonelli–Shanks as in RFC 9380, appendix I.4.
//!
//! p − 1 = 2^s·t with t odd. For s = 1, that is p ≡ 3 mod 4, it is one power; the loops take s²/2 squares else, which for
//! P-224 with s = 96 is twenty times the power.

use super::ops::{Choice, FieldOps};
use super::params::MAX_LIMBS;
use super::power::pow_vartime;
use modexp_limbs::limb;

/// What square roots modulo a prime need.
#[derive(Clone, Copy, Debug)]
pub struct SquareRoot<F: FieldOps> {
    /// s.
    two_adicity: usize,
    /// (t − 1)/2.
    exponent: [u64; MAX_LIMBS],
    /// z^t for a non-residue z: its order is 2^s.
    root_of_unity: F::Element,
}

impl<F: FieldOps> SquareRoot<F> {
    /// For this field; `None` if the smallest numbers are all squares, as they are for no known prime of this size by chance,
    /// and if p is not prime it may be.
    #[must_use]
    pub fn new(field: &F) -> Option<Self> {
        let p = field.prime();
        let mut less_one = [0; MAX_LIMBS];
        less_one[..p.len()].copy_from_slice(p);
        less_one[0] -= 1;
        let two_adicity = limb::trailing_zeros(&less_one);
        let shifted = |bits: usize| core::array::from_fn(|i| limb::bits_at(&less_one, bits + 64 * i, 64));
        let (half, t, exponent): ([u64; MAX_LIMBS], [u64; MAX_LIMBS], _) =
            (shifted(1), shifted(two_adicity), shifted(two_adicity + 1));

        let minus_one = field.neg(&field.one());
        let mut z = field.one();
        for _ in 0..256 {
            z = field.add(&z, &field.one());
            if field.eq(&pow_vartime(field, &z, &half), &minus_one).lane(0) {
                return Some(Self { two_adicity, exponent, root_of_unity: pow_vartime(field, &z, &t) });
            }
        }
        None
    }

    /// A root of a, in Montgomery form, and whether it is one: a may have none. a in range gives out in range.
    pub fn sqrt(&self, field: &F, a: &F::Element) -> (F::Element, Choice) {
        // root² = a·b, and the order of b divides 2^(s − 1) if a is a square
        let power = pow_vartime(field, a, &self.exponent);
        let mut root = field.mul(&power, a);
        let mut b = field.mul(&root, &power);
        let mut c = self.root_of_unity;
        for i in (2..=self.two_adicity).rev() {
            // b's order is below 2^(i − 1), or becomes that by a factor c², whose order is 2^(i − 1)
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
