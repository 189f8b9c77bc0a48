//! Two 64-bit lanes, as `f64` or as integers: the instructions of the fused multiply-add kernels.
//!
//! On wasm32 each method is one instruction. Elsewhere the same arithmetic runs in scalar code, so that the unit tests
//! of the kernels and their range assertions run on the host.

#[cfg(not(target_arch = "wasm32"))]
use super::relaxed::abstraction;
#[cfg(target_arch = "wasm32")]
use core::arch::wasm32 as simd;

/// A pair of lanes: 128 bits without a type. Each method states how it reads them.
#[cfg(target_arch = "wasm32")]
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(crate) struct Pair(simd::v128);

#[cfg(target_arch = "wasm32")]
impl Pair {
    /// Both lanes `x`.
    #[inline(always)]
    pub(crate) fn splat(x: u64) -> Self {
        Self(simd::u64x2_splat(x))
    }

    /// Lanes 0 and 1.
    #[inline(always)]
    pub(crate) fn new(low: u64, high: u64) -> Self {
        Self(simd::u64x2(low, high))
    }

    /// Lane 0.
    #[inline(always)]
    pub(crate) fn low(self) -> u64 {
        simd::u64x2_extract_lane::<0>(self.0)
    }

    /// Lane 1.
    #[inline(always)]
    pub(crate) fn high(self) -> u64 {
        simd::u64x2_extract_lane::<1>(self.0)
    }

    /// self·b + c in `f64`, rounded once.
    #[cfg(target_feature = "relaxed-simd")]
    #[inline(always)]
    pub(crate) fn fma(self, b: Self, c: Self) -> Self {
        Self(simd::f64x2_relaxed_madd(self.0, b.0, c.0))
    }

    /// self + b in `f64`.
    #[inline(always)]
    pub(crate) fn add_f64(self, b: Self) -> Self {
        Self(simd::f64x2_add(self.0, b.0))
    }

    /// self − b in `f64`.
    #[inline(always)]
    pub(crate) fn sub_f64(self, b: Self) -> Self {
        Self(simd::f64x2_sub(self.0, b.0))
    }

    /// self + b modulo 2^64.
    #[inline(always)]
    pub(crate) fn add(self, b: Self) -> Self {
        Self(simd::i64x2_add(self.0, b.0))
    }

    /// self − b modulo 2^64.
    #[inline(always)]
    pub(crate) fn sub(self, b: Self) -> Self {
        Self(simd::i64x2_sub(self.0, b.0))
    }

    /// The bits that both have.
    #[inline(always)]
    pub(crate) fn and(self, b: Self) -> Self {
        Self(simd::v128_and(self.0, b.0))
    }

    /// self in the lanes where `mask` is all ones, b where it is zero.
    #[inline(always)]
    pub(crate) fn or_else(self, b: Self, mask: Self) -> Self {
        #[cfg(target_feature = "relaxed-simd")]
        return Self(simd::i64x2_relaxed_laneselect(self.0, b.0, mask.0));
        #[cfg(not(target_feature = "relaxed-simd"))]
        return Self(simd::v128_bitselect(self.0, b.0, mask.0));
    }

    /// All ones in the lanes where both are equal, zero elsewhere.
    #[inline(always)]
    pub(crate) fn equal(self, b: Self) -> Self {
        Self(simd::i64x2_eq(self.0, b.0))
    }

    /// self >> BITS, filling with zeros.
    #[inline(always)]
    pub(crate) fn shr<const BITS: u32>(self) -> Self {
        Self(simd::u64x2_shr(self.0, BITS))
    }

    /// (self[1], b[0])
    #[inline(always)]
    pub(crate) fn high_low(self, b: Self) -> Self {
        Self(simd::u64x2_shuffle::<1, 2>(self.0, b.0))
    }
}

/// A pair of lanes, emulated; a lane may hold a set of words, see [`abstraction`].
#[cfg(not(target_arch = "wasm32"))]
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(crate) struct Pair([u64; 2]);

#[cfg(not(target_arch = "wasm32"))]
impl Pair {
    pub(crate) fn splat(x: u64) -> Self {
        Self([x; 2])
    }

    pub(crate) fn new(low: u64, high: u64) -> Self {
        Self([low, high])
    }

    pub(crate) fn low(self) -> u64 {
        self.0[0]
    }

    pub(crate) fn high(self) -> u64 {
        self.0[1]
    }

    fn zip(self, b: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self([f(self.0[0], b.0[0]), f(self.0[1], b.0[1])])
    }

    pub(crate) fn fma(self, b: Self, c: Self) -> Self {
        Self(core::array::from_fn(|i| abstraction::fma(self.0[i], b.0[i], c.0[i])))
    }

    pub(crate) fn add_f64(self, b: Self) -> Self {
        self.zip(b, abstraction::add_f64)
    }

    pub(crate) fn sub_f64(self, b: Self) -> Self {
        self.zip(b, abstraction::sub_f64)
    }

    pub(crate) fn add(self, b: Self) -> Self {
        self.zip(b, abstraction::add)
    }

    pub(crate) fn sub(self, b: Self) -> Self {
        self.zip(b, abstraction::sub)
    }

    pub(crate) fn and(self, b: Self) -> Self {
        self.zip(b, abstraction::and)
    }

    pub(crate) fn or_else(self, b: Self, mask: Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i] & mask.0[i] | b.0[i] & !mask.0[i]))
    }

    pub(crate) fn equal(self, b: Self) -> Self {
        self.zip(b, |a, b| u64::from(a == b).wrapping_neg())
    }

    pub(crate) fn shr<const BITS: u32>(self) -> Self {
        Self(self.0.map(|a| abstraction::shr(a, BITS)))
    }

    pub(crate) fn high_low(self, b: Self) -> Self {
        Self([self.0[1], b.0[0]])
    }
}

impl Pair {
    /// Both lanes the number `x`.
    #[inline(always)]
    pub(crate) fn splat_f64(x: f64) -> Self {
        Self::splat(x.to_bits())
    }

    /// Whether both lanes, as `f64`, are in low..=high. For assertions.
    pub(crate) fn within(self, low: f64, high: f64) -> bool {
        #[cfg(target_arch = "wasm32")]
        let holds = |x| (low..=high).contains(&f64::from_bits(x));
        #[cfg(not(target_arch = "wasm32"))]
        let holds = |x| abstraction::within(x, low, high);
        [self.low(), self.high()].into_iter().all(holds)
    }

    /// The pairs in `words`, for [`Pair::load`].
    #[allow(clippy::cast_ptr_alignment, reason = "loads are of any alignment")]
    pub(crate) fn at(words: &[u64]) -> *const Self {
        words.as_ptr().cast()
    }

    /// The pairs in `words`, for [`Pair::load`] and [`Pair::store`].
    #[allow(clippy::cast_ptr_alignment, reason = "loads and stores are of any alignment")]
    pub(crate) fn at_mut(words: &mut [u64]) -> *mut Self {
        words.as_mut_ptr().cast()
    }

    /// Reads the pair at `at`, at any alignment.
    ///
    /// # Safety
    /// 16 bytes at `at` are readable.
    #[inline(always)]
    pub(crate) unsafe fn load(at: *const Self) -> Self {
        // SAFETY: the caller's promise
        unsafe { at.read_unaligned() }
    }

    /// Writes the pair to `at`, at any alignment.
    ///
    /// # Safety
    /// 16 bytes at `at` are writable.
    #[inline(always)]
    pub(crate) unsafe fn store(self, at: *mut Self) {
        // SAFETY: the caller's promise
        unsafe { at.write_unaligned(self) }
    }
}
