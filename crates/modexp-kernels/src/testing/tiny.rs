//! Limbs of a few bits, so that tests try all operands.

use crate::portable::Limb;
use core::ops::{BitAnd, BitOr, Not};
use modexp_limbs::word::Word;

/// A limb of BITS ≤ 4 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct Tiny<const BITS: u32>(pub u8);

impl<const BITS: u32> Tiny<BITS> {
    /// The low and the high limb of t.
    fn pair(t: u32) -> (Self, Self) {
        assert!(t < 1 << (2 * BITS), "two limbs hold {t}");
        (Self::low(t), Self::low(t >> BITS))
    }

    fn low(t: u32) -> Self {
        Self((t & ((1 << BITS) - 1)) as u8)
    }
}

// SAFETY: a wrapper of u8; every bit pattern is valid.
#[allow(unsafe_code, reason = "bytemuck has no safe way for generic types")]
unsafe impl<const BITS: u32> bytemuck::Zeroable for Tiny<BITS> {}
// SAFETY: as above.
#[allow(unsafe_code, reason = "bytemuck has no safe way for generic types")]
unsafe impl<const BITS: u32> bytemuck::Pod for Tiny<BITS> {}

impl<const BITS: u32> zeroize::DefaultIsZeroes for Tiny<BITS> {}

impl<const BITS: u32> BitAnd for Tiny<BITS> {
    type Output = Self;
    fn bitand(self, b: Self) -> Self {
        Self(self.0 & b.0)
    }
}

impl<const BITS: u32> BitOr for Tiny<BITS> {
    type Output = Self;
    fn bitor(self, b: Self) -> Self {
        Self(self.0 | b.0)
    }
}

impl<const BITS: u32> Not for Tiny<BITS> {
    type Output = Self;
    fn not(self) -> Self {
        Self::low(u32::from(!self.0))
    }
}

impl<const BITS: u32> Word for Tiny<BITS> {
    fn mask(choice: bool) -> Self {
        Self::low(u32::from(choice).wrapping_neg())
    }
}

impl<const BITS: u32> Limb for Tiny<BITS> {
    const BITS: u32 = BITS;

    fn mac(acc: Self, a: Self, b: Self, carry: Self) -> (Self, Self) {
        Self::pair(u32::from(acc.0) + u32::from(a.0) * u32::from(b.0) + u32::from(carry.0))
    }

    fn adc(a: Self, b: Self, carry: Self) -> (Self, Self) {
        assert!(carry.0 <= 1, "carries are bits");
        Self::pair(u32::from(a.0) + u32::from(b.0) + u32::from(carry.0))
    }

    fn sbb(a: Self, b: Self, borrow: Self) -> (Self, Self) {
        assert!(borrow.0 <= 1, "borrows are bits");
        let under = u32::from(b.0) + u32::from(borrow.0) > u32::from(a.0);
        (Self::low(u32::from(a.0).wrapping_sub(u32::from(b.0) + u32::from(borrow.0))), Self(u8::from(under)))
    }

    fn mul_low(a: Self, b: Self) -> Self {
        Self::low(u32::from(a.0) * u32::from(b.0))
    }

    fn mask_of(bit: Self) -> Self {
        Self::low(u32::from(bit.0).wrapping_neg())
    }

    fn limb_at(limbs: &[u64], i: usize) -> Self {
        Self::low(modexp_limbs::limb::bits_at(limbs, i * BITS as usize, BITS) as u32)
    }

    fn put(self, limbs: &mut [u64], i: usize) {
        limbs[0] |= u64::from(self.0) << (i * BITS as usize);
    }
}
