//! The few 128-bit operations that the kernel uses: four lanes of 32 bits, or eight digits of 16.
//!
//! Tests on other machines emulate them and check every addition for overflow, so a wrong bound fails a test there.

#[cfg(target_arch = "wasm32")]
use core::arch::wasm32 as simd;

/// Bits of a digit.
pub(super) const RADIX: u32 = 13;

/// Four 32-bit columns, or eight 16-bit digits.
#[cfg(target_arch = "wasm32")]
#[derive(Clone, Copy)]
pub(super) struct V128(simd::v128);

#[cfg(target_arch = "wasm32")]
impl V128 {
    pub(super) const ZERO: Self = Self(simd::i32x4(0, 0, 0, 0));

    pub(super) const fn new(lanes: [i32; 4]) -> Self {
        let [a, b, c, d] = lanes;
        Self(simd::i32x4(a, b, c, d))
    }

    /// The first four words of `from`.
    pub(super) fn load(from: &[u32]) -> Self {
        let from = &from[..4];
        // SAFETY: the four words are there; any alignment will do.
        Self(unsafe { simd::v128_load(from.as_ptr().cast()) })
    }

    /// Writes the first four words of `to`.
    pub(super) fn store(self, to: &mut [u32]) {
        let to = &mut to[..4];
        // SAFETY: the four words are there; any alignment will do.
        unsafe { simd::v128_store(to.as_mut_ptr().cast(), self.0) }
    }

    /// The four digits in the first two words of `from`, one per lane.
    pub(super) fn widen(from: &[u32]) -> Self {
        let from = &from[..2];
        // SAFETY: the two words are there; any alignment will do.
        Self(unsafe { simd::i32x4_load_extend_i16x4(from.as_ptr().cast()) })
    }

    /// The eight digits of two vectors of columns.
    pub(super) fn narrow(low: Self, high: Self) -> Self {
        Self(simd::i16x8_narrow_i32x4(low.0, high.0))
    }

    /// The pair of digits `pair` in every lane.
    pub(super) fn splat(pair: u32) -> Self {
        Self(simd::u32x4_splat(pair))
    }

    /// self + a₀·b₀ + a₁·b₁ in each lane, for its two digits of `a` and `b`.
    #[inline(always)]
    pub(super) fn add_dot(self, a: Self, b: Self) -> Self {
        Self(simd::i32x4_add(self.0, simd::i32x4_dot_i16x8(a.0, b.0)))
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self(simd::i32x4_add(self.0, other.0))
    }

    pub(super) fn minus(self, other: Self) -> Self {
        Self(simd::i32x4_sub(self.0, other.0))
    }

    /// Twice each digit.
    pub(super) fn doubled(self) -> Self {
        Self(simd::i16x8_add(self.0, self.0))
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self(simd::v128_and(self.0, other.0))
    }

    /// The carry of each column: column / 2^RADIX, rounded to the nearest.
    pub(super) fn carry(self) -> Self {
        Self(simd::i32x4_shr(simd::i32x4_add(self.0, simd::i32x4_splat(1 << (RADIX - 1))), RADIX))
    }

    /// The digit of each column: its low RADIX bits as a signed number.
    pub(super) fn digit(self) -> Self {
        Self(simd::i32x4_shr(simd::i32x4_shl(self.0, 32 - RADIX), 32 - RADIX))
    }

    /// The four columns that begin one column before `self`; `before` holds the four columns before `self`.
    pub(super) fn one_column_up(self, before: Self) -> Self {
        Self(simd::i32x4_shuffle::<3, 4, 5, 6>(before.0, self.0))
    }

    /// The four columns that begin two columns before `self`; `before` holds the four columns before `self`.
    pub(super) fn two_columns_up(self, before: Self) -> Self {
        Self(simd::i32x4_shuffle::<2, 3, 4, 5>(before.0, self.0))
    }

    /// The eight digits that begin one digit before `self`; `before` holds the eight digits before `self`.
    pub(super) fn one_digit_up(self, before: Self) -> Self {
        Self(simd::i16x8_shuffle::<7, 8, 9, 10, 11, 12, 13, 14>(before.0, self.0))
    }

    /// Digits 0 to 3 of `self` and `other`, alternating.
    pub(super) fn zip_low(self, other: Self) -> Self {
        Self(simd::i16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(self.0, other.0))
    }

    /// Digits 4 to 7 of `self` and `other`, alternating.
    pub(super) fn zip_high(self, other: Self) -> Self {
        Self(simd::i16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>(self.0, other.0))
    }
}

/// Four 32-bit columns, or eight 16-bit digits, emulated.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Clone, Copy)]
pub(super) struct V128([i32; 4]);

#[cfg(not(target_arch = "wasm32"))]
impl V128 {
    pub(super) const ZERO: Self = Self([0; 4]);

    pub(super) const fn new(lanes: [i32; 4]) -> Self {
        Self(lanes)
    }

    fn of_digits(digits: [i16; 8]) -> Self {
        Self(core::array::from_fn(|i| i32::from(digits[2 * i] as u16) | i32::from(digits[2 * i + 1]) << 16))
    }

    fn digits(self) -> [i16; 8] {
        core::array::from_fn(|i| (self.0[i / 2] >> (16 * (i % 2))) as i16)
    }

    fn map(self, f: impl Fn(i32) -> i32) -> Self {
        Self(self.0.map(f))
    }

    fn zip(self, other: Self, f: impl Fn(i32, i32) -> i32) -> Self {
        Self(core::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    pub(super) fn load(from: &[u32]) -> Self {
        Self(core::array::from_fn(|i| from[i] as i32))
    }

    pub(super) fn store(self, to: &mut [u32]) {
        for (to, lane) in to[..4].iter_mut().zip(self.0) {
            *to = lane as u32;
        }
    }

    pub(super) fn widen(from: &[u32]) -> Self {
        let digits = Self([from[0] as i32, from[1] as i32, 0, 0]).digits();
        Self(core::array::from_fn(|i| i32::from(digits[i])))
    }

    pub(super) fn narrow(low: Self, high: Self) -> Self {
        let lane = |i: usize| if i < 4 { low.0[i] } else { high.0[i - 4] };
        Self::of_digits(core::array::from_fn(|i| i16::try_from(lane(i)).expect("a digit fits 16 bits")))
    }

    pub(super) fn splat(pair: u32) -> Self {
        Self([pair as i32; 4])
    }

    pub(super) fn add_dot(self, a: Self, b: Self) -> Self {
        let (a, b) = (a.digits().map(i32::from), b.digits().map(i32::from));
        let product = |i: usize| a[i].checked_mul(b[i]).expect("a product fits 32 bits");
        let dot = Self(core::array::from_fn(|i| product(2 * i).checked_add(product(2 * i + 1)).expect("no overflow")));
        self.plus(dot)
    }

    pub(super) fn plus(self, other: Self) -> Self {
        self.zip(other, |a, b| a.checked_add(b).expect("a column fits 32 bits"))
    }

    pub(super) fn minus(self, other: Self) -> Self {
        self.zip(other, |a, b| a.checked_sub(b).expect("a column fits 32 bits"))
    }

    pub(super) fn doubled(self) -> Self {
        Self::of_digits(self.digits().map(|digit| digit.checked_mul(2).expect("a digit fits 16 bits")))
    }

    pub(super) fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    pub(super) fn carry(self) -> Self {
        self.map(|column| column.checked_add(1 << (RADIX - 1)).expect("room for rounding") >> RADIX)
    }

    pub(super) fn digit(self) -> Self {
        self.map(|column| column << (32 - RADIX) >> (32 - RADIX))
    }

    pub(super) fn one_column_up(self, before: Self) -> Self {
        Self([before.0[3], self.0[0], self.0[1], self.0[2]])
    }

    pub(super) fn two_columns_up(self, before: Self) -> Self {
        Self([before.0[2], before.0[3], self.0[0], self.0[1]])
    }

    pub(super) fn one_digit_up(self, before: Self) -> Self {
        let (before, digits) = (before.digits(), self.digits());
        Self::of_digits(core::array::from_fn(|i| if i == 0 { before[7] } else { digits[i - 1] }))
    }

    pub(super) fn zip_low(self, other: Self) -> Self {
        let digits = [self.digits(), other.digits()];
        Self::of_digits(core::array::from_fn(|i| digits[i % 2][i / 2]))
    }

    pub(super) fn zip_high(self, other: Self) -> Self {
        let digits = [self.digits(), other.digits()];
        Self::of_digits(core::array::from_fn(|i| digits[i % 2][4 + i / 2]))
    }
}
