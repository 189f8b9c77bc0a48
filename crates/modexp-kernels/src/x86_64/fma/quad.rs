//! Four 64-bit lanes in the instructions of AVX2 and FMA.

#![allow(clippy::wildcard_imports, reason = "the intrinsics")]

use super::mxcsr::Mxcsr;
use crate::fused::machine::{Machine, products};
use crate::fused::modulus::Constants;
use crate::fused::rounding::RoundingGuard;
use crate::fused::vector::{FusedVector, Vector};
use crate::fused::{montgomery, select};
use core::arch::x86_64::*;

/// Four lanes: 256 bits.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Quad(__m256i);

/// One instruction, of integers or of `f64`.
macro_rules! instruction {
    ($instruction:ident($($x:expr),*)) => {
        // SAFETY: only kernels use vectors, and their value proves the instructions
        Self(unsafe { $instruction($($x.0),*) })
    };
    (f64 $instruction:ident($($x:expr),*)) => {
        // SAFETY: only kernels use vectors, and their value proves the instructions
        Self(unsafe { _mm256_castpd_si256($instruction($(_mm256_castsi256_pd($x.0)),*)) })
    };
}

impl Vector for Quad {
    const LANES: usize = 4;

    #[inline(always)]
    fn splat(x: u64) -> Self {
        // SAFETY: only kernels use vectors, and their value proves the instructions
        Self(unsafe { _mm256_set1_epi64x(x.cast_signed()) })
    }

    #[inline(always)]
    fn from_lanes(lane: impl Fn(usize) -> u64) -> Self {
        let lane = |i| lane(i).cast_signed();
        // SAFETY: only kernels use vectors, and their value proves the instructions
        Self(unsafe { _mm256_setr_epi64x(lane(0), lane(1), lane(2), lane(3)) })
    }

    #[inline(always)]
    fn add(self, b: Self) -> Self {
        instruction!(_mm256_add_epi64(self, b))
    }

    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        instruction!(_mm256_sub_epi64(self, b))
    }

    #[inline(always)]
    fn and(self, b: Self) -> Self {
        instruction!(_mm256_and_si256(self, b))
    }

    #[inline(always)]
    fn shr<const BITS: u32>(self) -> Self {
        // SAFETY: only kernels use vectors, and their value proves the instructions
        Self(unsafe { _mm256_srl_epi64(self.0, _mm_cvtsi32_si128(BITS.cast_signed())) })
    }

    #[inline(always)]
    fn equal(self, b: Self) -> Self {
        instruction!(_mm256_cmpeq_epi64(self, b))
    }

    #[inline(always)]
    fn or_else(self, b: Self, mask: Self) -> Self {
        instruction!(_mm256_blendv_epi8(b, self, mask))
    }
}

impl FusedVector for Quad {
    #[inline(always)]
    fn fma(self, b: Self, c: Self) -> Self {
        instruction!(f64 _mm256_fmadd_pd(self, b, c))
    }

    #[inline(always)]
    fn add_f64(self, b: Self) -> Self {
        instruction!(f64 _mm256_add_pd(self, b))
    }

    #[inline(always)]
    fn sub_f64(self, b: Self) -> Self {
        instruction!(f64 _mm256_sub_pd(self, b))
    }

    #[inline(always)]
    fn within(self, low: f64, high: f64) -> bool {
        // SAFETY: only kernels use vectors, and their value proves the instructions
        unsafe {
            let x = _mm256_castsi256_pd(self.0);
            let above = _mm256_cmp_pd::<_CMP_GE_OQ>(x, _mm256_set1_pd(low));
            let below = _mm256_cmp_pd::<_CMP_LE_OQ>(x, _mm256_set1_pd(high));
            _mm256_movemask_pd(_mm256_and_pd(above, below)) == 0b1111
        }
    }

    #[inline(always)]
    unsafe fn splat_each<const N: usize>(at: *const u64) -> Self {
        // SAFETY: the caller's promise; only kernels use vectors, and their value proves the instructions
        unsafe {
            match N {
                1 => Self::splat(*at),
                2 => Self(_mm256_broadcastsi128_si256(_mm_loadu_si128(at.cast()))),
                _ => Self::load(at.cast()),
            }
        }
    }

    #[inline(always)]
    fn up<const N: usize>(self, lowest: Self) -> Self {
        // SAFETY: only kernels use vectors, and their value proves the instructions
        Self(unsafe {
            match N {
                1 => _mm256_blend_epi32::<0b11>(_mm256_permute4x64_epi64::<0b10_01_00_00>(self.0), lowest.0),
                2 => _mm256_permute2x128_si256::<0x20>(lowest.0, self.0),
                _ => lowest.0,
            }
        })
    }

    #[inline(always)]
    unsafe fn sum_down<const N: usize>(of: impl Fn(usize) -> *const Self, above: u64) -> Self {
        // SAFETY: the caller's promise; only kernels use vectors, and their value proves the instructions
        unsafe {
            let (whole, above) = (Self::load(of(0)), Self::splat(above).0);
            match N {
                1 => {
                    // lanes 1 to 3, then 2 to 3, then 3, each moved down; zeros fill the first two, `above` the last
                    let one = _mm256_permute4x64_epi64::<0b00_11_10_01>(Self::load(of(1)).0);
                    let one = Self(_mm256_blend_epi32::<0b1100_0000>(one, _mm256_setzero_si256()));
                    let two = Self::load(of(2)).0;
                    let two = Self(_mm256_permute2x128_si256::<0x81>(two, two));
                    let three = _mm256_permute4x64_epi64::<0b00_00_00_11>(Self::load(of(3)).0);
                    let three = Self(_mm256_blend_epi32::<0b1111_1100>(three, above));
                    whole.add(one).add(two.add(three))
                }
                2 => whole.add(Self(_mm256_permute2x128_si256::<0x21>(Self::load(of(1)).0, above))),
                _ => whole,
            }
        }
    }
}

impl Machine for Quad {
    const ENTRIES_PER_PRODUCT: usize = 4;
    const KNOWS_LENGTHS: bool = true;

    type Rounding = RoundingGuard<Mxcsr>;

    #[inline(always)]
    fn round_to_nearest() -> RoundingGuard<Mxcsr> {
        RoundingGuard::new()
    }

    fn detect() -> bool {
        #[cfg(feature = "std")]
        return std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("fma");
        #[cfg(not(feature = "std"))]
        return cfg!(all(target_feature = "avx2", target_feature = "fma"));
    }

    products!(#[target_feature(enable = "avx2,fma")]);
}
