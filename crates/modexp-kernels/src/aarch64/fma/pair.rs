//! Two 64-bit lanes in the instructions of NEON.

#![allow(clippy::wildcard_imports, reason = "the intrinsics")]

use super::fpcr::Fpcr;
use crate::fused::machine::{Machine, products};
use crate::fused::modulus::Constants;
use crate::fused::rounding::RoundingGuard;
use crate::fused::vector::{FusedVector, Vector};
use crate::fused::{montgomery, select};
use core::arch::aarch64::*;

/// Two lanes: 128 bits.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Pair(uint64x2_t);

/// One instruction, of integers or of `f64`.
macro_rules! instruction {
    ($instruction:ident($($x:expr),*)) => {
        // SAFETY: the build has NEON
        Self(unsafe { $instruction($($x.0),*) })
    };
    (f64 $instruction:ident($($x:expr),*)) => {
        // SAFETY: the build has NEON
        Self(unsafe { vreinterpretq_u64_f64($instruction($(vreinterpretq_f64_u64($x.0)),*)) })
    };
}

impl Vector for Pair {
    const LANES: usize = 2;

    #[inline(always)]
    fn splat(x: u64) -> Self {
        // SAFETY: the build has NEON
        Self(unsafe { vdupq_n_u64(x) })
    }

    #[inline(always)]
    fn from_lanes(lane: impl Fn(usize) -> u64) -> Self {
        // SAFETY: the build has NEON
        Self(unsafe { vcombine_u64(vcreate_u64(lane(0)), vcreate_u64(lane(1))) })
    }

    #[inline(always)]
    fn add(self, b: Self) -> Self {
        instruction!(vaddq_u64(self, b))
    }

    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        instruction!(vsubq_u64(self, b))
    }

    #[inline(always)]
    fn and(self, b: Self) -> Self {
        instruction!(vandq_u64(self, b))
    }

    #[inline(always)]
    fn shr<const BITS: u32>(self) -> Self {
        // SAFETY: the build has NEON
        Self(unsafe { vshlq_u64(self.0, vdupq_n_s64(-i64::from(BITS))) })
    }

    #[inline(always)]
    fn equal(self, b: Self) -> Self {
        instruction!(vceqq_u64(self, b))
    }

    #[inline(always)]
    fn or_else(self, b: Self, mask: Self) -> Self {
        instruction!(vbslq_u64(mask, self, b))
    }
}

impl FusedVector for Pair {
    #[inline(always)]
    fn fma(self, b: Self, c: Self) -> Self {
        instruction!(f64 vfmaq_f64(c, self, b))
    }

    #[inline(always)]
    fn add_f64(self, b: Self) -> Self {
        instruction!(f64 vaddq_f64(self, b))
    }

    #[inline(always)]
    fn sub_f64(self, b: Self) -> Self {
        instruction!(f64 vsubq_f64(self, b))
    }

    #[inline(always)]
    fn within(self, low: f64, high: f64) -> bool {
        // SAFETY: the build has NEON
        let lanes = unsafe { [vgetq_lane_u64::<0>(self.0), vgetq_lane_u64::<1>(self.0)] };
        lanes.into_iter().all(|x| (low..=high).contains(&f64::from_bits(x)))
    }

    #[inline(always)]
    unsafe fn splat_each<const N: usize>(at: *const u64) -> Self {
        // SAFETY: the caller's promise; the build has NEON
        unsafe { if N == 1 { Self(vld1q_dup_u64(at)) } else { Self::load(at.cast()) } }
    }

    #[inline(always)]
    fn up<const N: usize>(self, lowest: Self) -> Self {
        if N == 1 { instruction!(vzip1q_u64(lowest, self)) } else { lowest }
    }

    #[inline(always)]
    unsafe fn sum_down<const N: usize>(of: impl Fn(usize) -> *const Self, above: u64) -> Self {
        // SAFETY: the caller's promise; the build has NEON
        unsafe {
            let whole = Self::load(of(0));
            if N == 1 { whole.add(Self(vextq_u64::<1>(Self::load(of(1)).0, Self::splat(above).0))) } else { whole }
        }
    }
}

impl Machine for Pair {
    const ENTRIES_PER_PRODUCT: usize = 4;

    type Rounding = RoundingGuard<Fpcr>;

    #[inline(always)]
    fn round_to_nearest() -> RoundingGuard<Fpcr> {
        RoundingGuard::new()
    }

    /// True: this build requires NEON.
    fn detect() -> bool {
        true
    }

    products!();
}
