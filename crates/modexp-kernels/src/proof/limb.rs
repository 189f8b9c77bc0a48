//! Limbs of [`Value`]s, on which the kernels and fields on [`Limb`] run.

use super::{Int, Value};
use crate::portable::Limb;
use core::ops::{BitAnd, BitOr, Not};
use modexp_limbs::word::Word;

/// A limb of BITS bits that stands for all its values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct AnyLimb<const BITS: u32>(u32);

impl<const BITS: u32> AnyLimb<BITS> {
    /// x, which is in range.
    pub fn of(x: Value) -> Self {
        let (low, high) = x.interval();
        assert!(Int::ZERO <= low && high < Int::two_to(BITS), "no limb of {BITS} bits: {low:?} to {high:?}");
        Self(x.0)
    }

    pub fn value(self) -> Value {
        Value(self.0)
    }

    fn bit(self) -> Value {
        assert!(self.value().interval().1 <= Int::ONE, "carries are bits");
        self.value()
    }

    /// The low and the high limb of t.
    fn pair(t: Value) -> (Self, Self) {
        (Self::of(t.rest(BITS)), Self::of(t.quotient(BITS)))
    }
}

// SAFETY: a wrapper of u32; every bit pattern is valid.
#[allow(unsafe_code, reason = "bytemuck has no safe way for generic types")]
unsafe impl<const BITS: u32> bytemuck::Zeroable for AnyLimb<BITS> {}
// SAFETY: as above.
#[allow(unsafe_code, reason = "bytemuck has no safe way for generic types")]
unsafe impl<const BITS: u32> bytemuck::Pod for AnyLimb<BITS> {}

impl<const BITS: u32> zeroize::DefaultIsZeroes for AnyLimb<BITS> {}

/// All ones or all zeros.
fn as_mask<const BITS: u32>(a: AnyLimb<BITS>) -> Option<bool> {
    let x = a.value().to_constant()?;
    (x == Int::ZERO || x == Int::two_to(BITS) - Int::ONE).then_some(x != Int::ZERO)
}

impl<const BITS: u32> BitAnd for AnyLimb<BITS> {
    type Output = Self;
    fn bitand(self, b: Self) -> Self {
        match (as_mask(self), as_mask(b)) {
            (Some(mask), _) => [Self::default(), b][usize::from(mask)],
            (_, Some(mask)) => [Self::default(), self][usize::from(mask)],
            _ => panic!("an AND without a mask of all ones or zeros"),
        }
    }
}

impl<const BITS: u32> BitOr for AnyLimb<BITS> {
    type Output = Self;
    fn bitor(self, b: Self) -> Self {
        match (as_mask(self), as_mask(b)) {
            (Some(false), _) => b,
            (_, Some(false)) => self,
            _ => Self::of(Value::constant(i128::from(self.bit().choose() | b.bit().choose()))),
        }
    }
}

impl<const BITS: u32> Not for AnyLimb<BITS> {
    type Output = Self;
    fn not(self) -> Self {
        Self::of(Value::constant(Int::two_to(BITS) - Int::ONE) - self.value())
    }
}

impl<const BITS: u32> Word for AnyLimb<BITS> {
    fn mask(choice: bool) -> Self {
        Self::of(Value::constant(if choice { Int::two_to(BITS) - Int::ONE } else { Int::ZERO }))
    }
}

impl<const BITS: u32> Limb for AnyLimb<BITS> {
    const BITS: u32 = BITS;

    fn mac(acc: Self, a: Self, b: Self, carry: Self) -> (Self, Self) {
        Self::pair(acc.value() + a.value() * b.value() + carry.value())
    }

    fn adc(a: Self, b: Self, carry: Self) -> (Self, Self) {
        Self::pair(a.value() + b.value() + carry.bit())
    }

    fn sbb(a: Self, b: Self, borrow: Self) -> (Self, Self) {
        let t = a.value() - b.value() - borrow.bit();
        (Self::of(t.rest(BITS)), Self::of(t.borrow(BITS)))
    }

    fn mul_low(a: Self, b: Self) -> Self {
        Self::of((a.value() * b.value()).rest(BITS))
    }

    fn mask_of(bit: Self) -> Self {
        Self::mask(bit.value().choose())
    }

    fn limb_at(limbs: &[u64], i: usize) -> Self {
        Self::of(Value::constant(u128::from(modexp_limbs::limb::bits_at(limbs, i * BITS as usize, BITS))))
    }

    fn put(self, _limbs: &mut [u64], _i: usize) {
        unreachable!("a number for each limb is not known");
    }
}
