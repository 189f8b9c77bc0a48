//! x86-64: PCLMULQDQ.
#![allow(unsafe_code, reason = "the bottom layer: intrinsics, behind a value that proves them")]

use super::multiplier::Multiplier;
use core::arch::x86_64::{__m128i, _mm_and_si128, _mm_clmulepi64_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64};
use core::arch::x86_64::{_mm_extract_epi64, _mm_set_epi64x, _mm_sll_epi64, _mm_slli_si128, _mm_srl_epi64};
use core::arch::x86_64::{_mm_srli_si128, _mm_xor_si128};

/// PCLMULQDQ; a value proves that the CPU has it, and SSE4.1. Elements are in registers of 128 bits throughout: a load of 256 that
/// were stored as two halves waits for both.
#[derive(Clone, Copy, Debug)]
pub struct Clmul(());

impl Clmul {
    /// The instructions, if this CPU has them.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn detect() -> Option<Self> {
        let found = std::is_x86_feature_detected!("pclmulqdq") && std::is_x86_feature_detected!("sse4.1");
        found.then_some(Self(()))
    }

    /// The instructions, if every CPU that runs this build has them.
    #[cfg(not(feature = "std"))]
    #[must_use]
    pub fn detect() -> Option<Self> {
        cfg!(all(target_feature = "pclmulqdq", target_feature = "sse4.1")).then_some(Self(()))
    }
}

/// `f`, inlined into a function for these instructions: the intrinsics are then inlined too.
#[target_feature(enable = "pclmulqdq,sse4.1")]
fn compiled<T>(f: impl FnOnce() -> T) -> T {
    f()
}

impl Multiplier for Clmul {
    type Pair = __m128i;

    const SHORT: bool = true;

    #[inline(always)]
    fn run<T>(self, f: impl FnOnce() -> T) -> T {
        // SAFETY: self proves the instructions.
        unsafe { compiled(f) }
    }

    #[inline(always)]
    fn limb(self, a: u64) -> __m128i {
        // SAFETY: self proves the instructions.
        unsafe { _mm_cvtsi64_si128(a as i64) }
    }

    #[inline(always)]
    fn pair(self, [low, high]: [u64; 2]) -> __m128i {
        // SAFETY: self proves the instructions.
        unsafe { _mm_set_epi64x(high as i64, low as i64) }
    }

    #[inline(always)]
    fn to_limbs(self, a: __m128i) -> [u64; 2] {
        // SAFETY: self proves the instructions.
        unsafe { [_mm_cvtsi128_si64(a) as u64, _mm_extract_epi64::<1>(a) as u64] }
    }

    #[inline(always)]
    fn mul(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: self proves the instructions.
        unsafe { _mm_clmulepi64_si128::<0>(a, b) }
    }

    #[inline(always)]
    fn square(self, a: __m128i) -> __m128i {
        self.mul(a, a)
    }

    #[inline(always)]
    fn add(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: self proves the instructions.
        unsafe { _mm_xor_si128(a, b) }
    }

    #[inline(always)]
    fn and(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: self proves the instructions.
        unsafe { _mm_and_si128(a, b) }
    }

    #[inline(always)]
    fn left(self, a: __m128i, n: usize) -> __m128i {
        // SAFETY: self proves the instructions.
        unsafe { _mm_sll_epi64(a, _mm_cvtsi64_si128(n as i64)) }
    }

    #[inline(always)]
    fn right(self, a: __m128i, n: usize) -> __m128i {
        // SAFETY: self proves the instructions.
        unsafe { _mm_srl_epi64(a, _mm_cvtsi64_si128(n as i64)) }
    }

    #[inline(always)]
    fn up(self, a: __m128i) -> __m128i {
        // SAFETY: self proves the instructions.
        unsafe { _mm_slli_si128::<8>(a) }
    }

    #[inline(always)]
    fn down(self, a: __m128i) -> __m128i {
        // SAFETY: self proves the instructions.
        unsafe { _mm_srli_si128::<8>(a) }
    }
}
