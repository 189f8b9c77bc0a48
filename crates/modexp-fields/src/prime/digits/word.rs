//! Words that hold a digit, and words that hold the sum of a column.

use core::fmt::Debug;
use modexp_limbs::limb;

/// A prime that the compiler knows. Most of its signed digits are 0 or powers of two.
#[derive(Debug)]
pub struct Known {
    /// The digits.
    pub(super) digits: &'static [i64],
    /// −p⁻¹ mod 2^RADIX.
    pub(super) m0_inv: u64,
}

impl Known {
    /// Whether it is p in `digits` digits.
    pub(super) fn is<C: ColumnWord>(&self, p: &[u64], digits: usize) -> bool {
        let mut carry = 0;
        digits == self.digits.len()
            && self.digits.iter().enumerate().all(|(i, digit)| {
                let sum = digit + carry;
                carry = sum >> C::RADIX;
                sum as u64 & mask::<C>() == limb::bits_at(p, C::RADIX as usize * i, C::RADIX)
            })
    }
}

/// The arithmetic of digits and columns.
pub trait ColumnWord: Copy + Debug + Send + Sync + 'static {
    /// A digit, or a sum of a few digits.
    type Word: Copy + Debug + Send + Sync + 'static;

    /// A sum of products of two digits.
    type Column: Copy + Debug + Send + Sync + 'static;

    /// Bits of a digit.
    const RADIX: u32;

    /// Whether digits may be negative.
    const SIGNED: bool = false;

    /// Whether loops over the products of a column are written out.
    const WRITTEN_OUT: bool;

    /// Digits in a word of memory.
    const PER_WORD: usize;

    /// The primes of named curves that have reductions of their own.
    const KNOWN: &'static [Known];

    /// A word of this value.
    fn word(x: u64) -> Self::Word;

    /// The value.
    fn value(x: Self::Word) -> u64;

    /// a + b.
    fn add(a: Self::Word, b: Self::Word) -> Self::Word;

    /// a − b.
    fn sub(a: Self::Word, b: Self::Word) -> Self::Word;

    /// 2a for a digit a, or for a sum of them where digits have signs.
    fn double(a: Self::Word) -> Self::Word;

    /// n·a for a sum of few digits with signs.
    fn multiple(a: Self::Word, n: i32) -> Self::Word;

    /// acc − q·p for a digit p and a quotient q from [`ColumnWord::estimate`].
    fn mul_sub(acc: Self::Word, q: Self::Word, p: Self::Word) -> Self::Word;

    /// A column of this value, which is not negative.
    fn column(a: Self::Word) -> Self::Column;

    /// a + b.
    fn add_columns(a: Self::Column, b: Self::Column) -> Self::Column;

    /// a − b.
    fn sub_columns(a: Self::Column, b: Self::Column) -> Self::Column;

    /// n·a.
    fn multiple_column(a: Self::Column, n: u32) -> Self::Column;

    /// acc + a·b for a digit or a doubled digit a, and a digit b.
    fn add_product(acc: Self::Column, a: Self::Word, b: Self::Word) -> Self::Column;

    /// acc + q·c for a quotient q by 2^k − c.
    #[inline(always)]
    fn add_folded(acc: Self::Column, q: Self::Word, c: Self::Word) -> Self::Column {
        Self::add_product(acc, q, c)
    }

    /// acc − q·p for digits q and p.
    fn sub_product(acc: Self::Column, q: Self::Word, p: Self::Word) -> Self::Column;

    /// column·m0_inv mod 2^RADIX.
    fn quotient(column: Self::Column, m0_inv: Self::Word) -> Self::Word;

    /// a mod 2^RADIX.
    fn low_digit(a: Self::Column) -> Self::Word;

    /// a, which fits a word.
    fn low_word(a: Self::Column) -> Self::Word;

    /// ⌊a/2^RADIX⌋ for a ≥ 0, or for any a where digits are signed.
    fn column_carry(a: Self::Column) -> Self::Column;

    /// ⌊a/2^RADIX⌋ for a signed a.
    fn signed_column_carry(a: Self::Column) -> Self::Column;

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

/// A word holds two digits of at most this radix.
const SHORT_RADIX: u32 = 31;

/// Fraction bits of 1/p.
pub const MU_BITS: u32 = 58;

/// A digit of ones.
pub(super) const fn mask<C: ColumnWord>() -> u64 {
    (1 << C::RADIX) - 1
}

/// Words of digits are the machine's.
///
/// `$extend` makes a column of a word.
macro_rules! machine_words {
    ($extend:expr) => {
        type Word = u64;

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
        fn double(a: u64) -> u64 {
            a.wrapping_add(a)
        }

        #[inline(always)]
        fn multiple(a: u64, n: i32) -> u64 {
            a.wrapping_mul(i64::from(n).cast_unsigned())
        }

        #[inline(always)]
        fn mul_sub(acc: u64, q: u64, p: u64) -> u64 {
            acc.wrapping_sub(q.wrapping_mul(p))
        }

        #[inline(always)]
        fn quotient(column: Self::Column, m0_inv: u64) -> u64 {
            (column as u64).wrapping_mul(m0_inv) & mask::<Self>()
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
        fn column(a: u64) -> Self::Column {
            $extend(a)
        }

        #[inline(always)]
        fn add_columns(a: Self::Column, b: Self::Column) -> Self::Column {
            a.wrapping_add(b)
        }

        #[inline(always)]
        fn sub_columns(a: Self::Column, b: Self::Column) -> Self::Column {
            a.wrapping_sub(b)
        }

        #[inline(always)]
        fn multiple_column(a: Self::Column, n: u32) -> Self::Column {
            a.wrapping_mul(Self::Column::from(n))
        }

        #[inline(always)]
        fn add_product(acc: Self::Column, a: u64, b: u64) -> Self::Column {
            acc.wrapping_add($extend(a).wrapping_mul($extend(b)))
        }

        #[inline(always)]
        fn sub_product(acc: Self::Column, q: u64, p: u64) -> Self::Column {
            acc.wrapping_sub($extend(q).wrapping_mul($extend(p)))
        }

        #[inline(always)]
        fn low_digit(a: Self::Column) -> u64 {
            a as u64 & mask::<Self>()
        }

        #[inline(always)]
        fn low_word(a: Self::Column) -> u64 {
            a as u64
        }

        #[inline(always)]
        fn column_carry(a: Self::Column) -> Self::Column {
            if Self::SIGNED { Self::signed_column_carry(a) } else { a >> Self::RADIX }
        }

        #[inline(always)]
        fn signed_column_carry(a: Self::Column) -> Self::Column {
            (a.cast_signed() >> Self::RADIX).cast_unsigned()
        }

        #[inline(always)]
        fn half(a: u64, above: u64) -> u64 {
            (above << Self::RADIX | a) >> 1 & mask::<Self>()
        }

        #[inline(always)]
        fn top_digit(a: u64) -> u64 {
            debug_assert!(Self::SIGNED || a <= mask::<Self>(), "a number below its bound");
            a
        }

        #[inline(always)]
        fn estimate(high: u64, low: u64, shift: u32, mu: u64) -> u64 {
            if Self::RADIX <= SHORT_RADIX {
                let leading = (high << Self::RADIX).wrapping_add(low) as i64 >> shift;
                return (((leading - 1) * mu as i64) >> MU_BITS) as u64;
            }
            // a word does not hold both digits: takes the carry of the lower digit first
            let (up, down) = (Self::RADIX.saturating_sub(shift), shift.saturating_sub(Self::RADIX));
            let above = (high.wrapping_add(Self::signed_carry(low)) << up) as i64 >> down;
            let leading = above + (Self::digit(low) >> shift.min(63)) as i64;
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
    };
}

/// Columns of one word, for digits of RADIX bits.
#[derive(Clone, Copy, Debug)]
pub struct Word<const RADIX: u32>;

/// Bits of a digit: the 2·D products of a column fit a word for D up to 32.
pub const RADIX: u32 = 29;

impl<const RADIX: u32> ColumnWord for Word<RADIX> {
    type Column = u64;

    const RADIX: u32 = RADIX;
    const WRITTEN_OUT: bool = false;
    const PER_WORD: usize = 2;
    const KNOWN: &'static [Known] = &[
        Known { digits: &[-1, 8, 0, -1 << 9, -1 << 12, 0, 0, 0, 0, 0, 0, 0, 0, 1 << 7], m0_inv: 1 },
        Known { digits: &[-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 << 28, 0, 0], m0_inv: 1 },
        Known { digits: &[-1, 0, 0, 1 << 9, 0, 0, 1 << 18, -1 << 21, 1 << 24], m0_inv: 1 },
        Known { digits: &[-977, -8, 0, 0, 0, 0, 0, 0, 1 << 24], m0_inv: 0x1225_3531 },
    ];

    machine_words!(Self::Column::from);
}

/// Columns of two words, for digits of RADIX bits.
#[derive(Clone, Copy, Debug)]
pub struct WideWord<const RADIX: u32>;

/// Bits of a digit in wide arithmetic: a word holds sums of a few digits.
pub const WIDE_RADIX: u32 = 58;

impl<const RADIX: u32> ColumnWord for WideWord<RADIX> {
    type Column = u128;

    const RADIX: u32 = RADIX;
    const WRITTEN_OUT: bool = true;
    const PER_WORD: usize = 1;
    const KNOWN: &'static [Known] = &[Known { digits: &[-1, 0, 0, 0, 0, 0, 0, 0, 1 << 57, 0], m0_inv: 1 }];

    machine_words!(Self::Column::from);
}

/// Columns of two words, for digits of RADIX bits with a sign.
#[derive(Clone, Copy, Debug)]
pub struct SignedWord<const RADIX: u32>;

/// Bits of a digit with a sign: a word holds sums of 64 digits, and a column the products of such sums.
pub const SIGNED_RADIX: u32 = 57;

/// Bits of a digit modulo 2^256 − c.
pub(super) const FOLD_RADIX: u32 = 52;

impl<const RADIX: u32> ColumnWord for SignedWord<RADIX> {
    type Column = u128;

    const RADIX: u32 = RADIX;
    const SIGNED: bool = true;
    const WRITTEN_OUT: bool = true;
    const PER_WORD: usize = 1;
    const KNOWN: &'static [Known] = &[
        Known { digits: &[(1 << 32) - 1, -1 << 39, -1 << 14, 0, 0, 0, 1 << 42], m0_inv: (1 << 32) + 1 },
        Known { digits: &[-1, 1 << 39, 0, (1 << 21) - (1 << 53), 1 << 28], m0_inv: 1 },
    ];

    machine_words!(|x: u64| i128::from(x.cast_signed()).cast_unsigned());
}
