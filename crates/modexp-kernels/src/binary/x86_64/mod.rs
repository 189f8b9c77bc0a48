//! x86-64: PCLMULQDQ.
#![allow(unsafe_code, reason = "the bottom layer: intrinsics, behind a value that proves them")]

use super::multiplier::Multiplier;
use core::arch::x86_64::{__m128i, _mm_clmulepi64_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_extract_epi64};
use core::arch::x86_64::{_mm_setzero_si128, _mm_xor_si128};

/// PCLMULQDQ in AVX's encoding; a value proves that the CPU has both, and BMI2.
#[derive(Clone, Copy, Debug)]
pub struct Clmul(());

impl Clmul {
    /// The instructions, if this CPU has them.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn detect() -> Option<Self> {
        let found = std::is_x86_feature_detected!("pclmulqdq")
            && std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi2");
        found.then_some(Self(()))
    }

    /// The instructions, if every CPU that runs this build has them.
    #[cfg(not(feature = "std"))]
    #[must_use]
    pub fn detect() -> Option<Self> {
        cfg!(all(target_feature = "pclmulqdq", target_feature = "avx2", target_feature = "bmi2")).then_some(Self(()))
    }
}

/// `f`, inlined into a function for these instructions: the intrinsics are then inlined too.
#[target_feature(enable = "pclmulqdq,avx2,bmi2")]
fn compiled<T>(f: impl FnOnce() -> T) -> T {
    f()
}

impl Multiplier for Clmul {
    type Product = __m128i;

    const SHORT: bool = true;

    #[inline(always)]
    fn run<T>(self, f: impl FnOnce() -> T) -> T {
        // SAFETY: self proves the instructions.
        unsafe { compiled(f) }
    }

    #[inline(always)]
    fn mul(self, a: u64, b: u64) -> __m128i {
        // SAFETY: self proves the instructions.
        unsafe { _mm_clmulepi64_si128::<0>(_mm_cvtsi64_si128(a as i64), _mm_cvtsi64_si128(b as i64)) }
    }

    #[inline(always)]
    fn add(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: self proves the instructions.
        unsafe { _mm_xor_si128(a, b) }
    }

    #[inline(always)]
    fn zero(self) -> __m128i {
        // SAFETY: self proves the instructions.
        unsafe { _mm_setzero_si128() }
    }

    #[inline(always)]
    fn to_limbs(self, a: __m128i) -> [u64; 2] {
        // SAFETY: self proves the instructions.
        unsafe { [_mm_cvtsi128_si64(a) as u64, _mm_extract_epi64::<1>(a) as u64] }
    }

    #[inline(always)]
    fn square(self, a: u64) -> [u64; 2] {
        self.to_limbs(self.mul(a, a))
    }
}
