//! A pair of 64-bit lanes in the instructions of wasm32.

use crate::fused::vector::Vector;
#[cfg(target_feature = "relaxed-simd")]
use crate::fused::{
    machine::{Machine, products},
    modulus::Constants,
    montgomery, rounds_once, select,
    vector::FusedVector,
};
use core::arch::wasm32 as simd;

/// A pair of lanes: 128 bits without a type.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Pair(simd::v128);

impl Vector for Pair {
    const LANES: usize = 2;

    #[inline(always)]
    fn splat(x: u64) -> Self {
        Self(simd::u64x2_splat(x))
    }

    #[inline(always)]
    fn from_lanes(lane: impl Fn(usize) -> u64) -> Self {
        Self(simd::u64x2(lane(0), lane(1)))
    }

    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self(simd::i64x2_add(self.0, b.0))
    }

    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self(simd::i64x2_sub(self.0, b.0))
    }

    #[inline(always)]
    fn and(self, b: Self) -> Self {
        Self(simd::v128_and(self.0, b.0))
    }

    #[inline(always)]
    fn shr<const BITS: u32>(self) -> Self {
        Self(simd::u64x2_shr(self.0, BITS))
    }

    #[inline(always)]
    fn equal(self, b: Self) -> Self {
        Self(simd::i64x2_eq(self.0, b.0))
    }

    #[inline(always)]
    fn or_else(self, b: Self, mask: Self) -> Self {
        #[cfg(target_feature = "relaxed-simd")]
        return Self(simd::i64x2_relaxed_laneselect(self.0, b.0, mask.0));
        #[cfg(not(target_feature = "relaxed-simd"))]
        return Self(simd::v128_bitselect(self.0, b.0, mask.0));
    }
}

#[cfg(target_feature = "relaxed-simd")]
impl FusedVector for Pair {
    #[inline(always)]
    fn fma(self, b: Self, c: Self) -> Self {
        Self(simd::f64x2_relaxed_madd(self.0, b.0, c.0))
    }

    #[inline(always)]
    fn add_f64(self, b: Self) -> Self {
        Self(simd::f64x2_add(self.0, b.0))
    }

    #[inline(always)]
    fn sub_f64(self, b: Self) -> Self {
        Self(simd::f64x2_sub(self.0, b.0))
    }

    fn within(self, low: f64, high: f64) -> bool {
        let lanes = [simd::f64x2_extract_lane::<0>(self.0), simd::f64x2_extract_lane::<1>(self.0)];
        lanes.into_iter().all(|x| (low..=high).contains(&x))
    }

    #[inline(always)]
    unsafe fn splat_each<const N: usize>(at: *const u64) -> Self {
        // SAFETY: the caller's promise
        unsafe { if N == 1 { Self::splat(*at) } else { Self::load(at.cast()) } }
    }

    #[inline(always)]
    fn up<const N: usize>(self, lowest: Self) -> Self {
        let lane_0 = |x: Self| simd::u64x2_extract_lane::<0>(x.0);
        if N == 1 { Self(simd::u64x2(lane_0(lowest), lane_0(self))) } else { lowest }
    }

    #[inline(always)]
    unsafe fn sum_down<const N: usize>(of: impl Fn(usize) -> *const Self, above: u64) -> Self {
        // SAFETY: the caller's promise
        unsafe {
            let whole = Self::load(of(0));
            if N == 1 {
                whole.add(Self(simd::u64x2_shuffle::<1, 2>(Self::load(of(1)).0, simd::u64x2_splat(above))))
            } else {
                whole
            }
        }
    }
}

#[cfg(target_feature = "relaxed-simd")]
impl Machine for Pair {
    const ENTRIES_PER_PRODUCT: usize = 4;

    /// WebAssembly always rounds to the nearest.
    type Rounding = ();

    fn round_to_nearest() {}

    /// Whether the relaxed multiply-add of this engine rounds once.
    fn detect() -> bool {
        rounds_once::<Self>()
    }

    products!();
}
