//! Words that hold a digit, or the sum of a column.

use core::fmt::Debug;

/// The arithmetic of words that sum columns.
pub trait ColumnWord: Copy + Debug + Send + Sync + 'static {
    /// A word: a column, or a digit.
    type Word: Copy + Debug + Send + Sync + 'static;

    /// Bits of a digit.
    const RADIX: u32;

    /// A word of this value.
    fn word(x: u64) -> Self::Word;

    /// The value.
    fn value(x: Self::Word) -> u64;

    /// a + b.
    fn add(a: Self::Word, b: Self::Word) -> Self::Word;

    /// a − b.
    fn sub(a: Self::Word, b: Self::Word) -> Self::Word;

    /// acc + a·b for digits a, b.
    fn mul_add(acc: Self::Word, a: Self::Word, b: Self::Word) -> Self::Word;

    /// acc − q·p for a digit p and a quotient q, from [`ColumnWord::quotient`] or [`ColumnWord::estimate`].
    fn mul_sub(acc: Self::Word, q: Self::Word, p: Self::Word) -> Self::Word;

    /// column·m0_inv mod 2^RADIX.
    fn quotient(column: Self::Word, m0_inv: Self::Word) -> Self::Word;

    /// a mod 2^RADIX.
    fn digit(a: Self::Word) -> Self::Word;

    /// ⌊a/2^RADIX⌋ for a ≥ 0.
    fn carry(a: Self::Word) -> Self::Word;

    /// ⌊a/2^RADIX⌋ for a signed a.
    fn signed_carry(a: Self::Word) -> Self::Word;

    /// ⌊(above·2^RADIX + a)/2⌋ mod 2^RADIX for digits.
    fn half(a: Self::Word, above: Self::Word) -> Self::Word;

    /// a, which is a digit because it is the top one of a number below 4p.
    fn top_digit(a: Self::Word) -> Self::Word;

    /// (((high·2^RADIX + low) >> shift) − 1)·mu >> `MU_BITS`, signed.
    fn estimate(high: Self::Word, low: Self::Word, shift: u32, mu: u64) -> Self::Word;

    /// 1 if a is odd, else 0.
    fn odd(a: Self::Word) -> u64;

    /// 1 if a < 0, else 0.
    fn negative(a: Self::Word) -> u64;

    /// `other` where `mask` is all ones, `a` where it is zero.
    fn select(a: Self::Word, other: Self::Word, mask: u64) -> Self::Word;
}

/// The machine's words, with digits of RADIX bits.
#[derive(Clone, Copy, Debug)]
pub struct Word<const RADIX: u32>;

/// Bits of a digit: the 2·D products of a column fit a word for D up to 32.
pub const RADIX: u32 = 29;

impl<const RADIX: u32> ColumnWord for Word<RADIX> {
    type Word = u64;

    const RADIX: u32 = RADIX;

    #[inline(always)]
    fn word(x: u64) -> u64 {
        x
    }

    #[inline(always)]
    fn value(x: u64) -> u64 {
        x
    }

    #[inline(always)]
    fn add(a: u64, b: u64) -> u64 {
        a.wrapping_add(b)
    }

    #[inline(always)]
    fn sub(a: u64, b: u64) -> u64 {
        a.wrapping_sub(b)
    }

    #[inline(always)]
    fn mul_add(acc: u64, a: u64, b: u64) -> u64 {
        acc.wrapping_add(a.wrapping_mul(b))
    }

    #[inline(always)]
    fn mul_sub(acc: u64, q: u64, p: u64) -> u64 {
        acc.wrapping_sub(q.wrapping_mul(p))
    }

    #[inline(always)]
    fn quotient(column: u64, m0_inv: u64) -> u64 {
        column.wrapping_mul(m0_inv) & mask::<Self>()
    }

    #[inline(always)]
    fn digit(a: u64) -> u64 {
        a & mask::<Self>()
    }

    #[inline(always)]
    fn carry(a: u64) -> u64 {
        a >> Self::RADIX
    }

    #[inline(always)]
    fn signed_carry(a: u64) -> u64 {
        (a as i64 >> Self::RADIX) as u64
    }

    #[inline(always)]
    fn half(a: u64, above: u64) -> u64 {
        (above << Self::RADIX | a) >> 1 & mask::<Self>()
    }

    #[inline(always)]
    fn top_digit(a: u64) -> u64 {
        debug_assert!(a <= mask::<Self>(), "a number below its bound");
        a
    }

    #[inline(always)]
    fn estimate(high: u64, low: u64, shift: u32, mu: u64) -> u64 {
        let leading = (high << Self::RADIX).wrapping_add(low) as i64 >> shift;
        (((leading - 1) * mu as i64) >> MU_BITS) as u64
    }

    #[inline(always)]
    fn odd(a: u64) -> u64 {
        a & 1
    }

    #[inline(always)]
    fn negative(a: u64) -> u64 {
        a >> 63
    }

    #[inline(always)]
    fn select(a: u64, other: u64, mask: u64) -> u64 {
        a ^ ((a ^ other) & mask)
    }
}

/// Fraction bits of 1/p.
pub const MU_BITS: u32 = 58;

/// A digit of ones.
pub(super) const fn mask<C: ColumnWord>() -> u64 {
    (1 << C::RADIX) - 1
}
