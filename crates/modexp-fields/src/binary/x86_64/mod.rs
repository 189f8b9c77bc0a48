//! x86-64: PCLMULQDQ, and PDEP for squares.
#![allow(unsafe_code, reason = "the bottom layer: intrinsics, behind a value that proves them")]

mod lanes;

use super::multiplier::{Multiplier, Wide};
use core::arch::x86_64::_mm_cvtsi128_si64;
use core::arch::x86_64::{__cpuid, __m128i, _mm_and_si128, _mm_clmulepi64_si128, _mm_cmpeq_epi64, _mm_cvtsi64_si128};
use core::arch::x86_64::{_mm_extract_epi64, _mm_set_epi64x, _mm_sll_epi64, _mm_slli_si128, _mm_srl_epi64};
use core::arch::x86_64::{_mm_srli_si128, _mm_xor_si128, _pdep_u64};

pub use lanes::{EightLimbs, Vpclmul};

/// PCLMULQDQ; a value proves that the CPU has it, SSE4.1 and BMI2. Elements are in 128-bit registers throughout: a load of 256 bits
/// that were stored as two halves waits for both.
#[derive(Clone, Copy, Debug)]
pub struct Clmul {
    has_fast_pdep: bool,
}

/// The most limbs of one square that is faster in integer registers. A sum loads an element of five limbs in pairs, and waits for
/// the stores of single limbs.
const MAX_ALONE: usize = 4;

/// The most limbs of squares in a row: 4.6 ns against 8.0 for 163 bits, 6.5 against 8.1 for 283, but 16 against 10.9 for 571.
const MAX_IN_A_ROW: usize = 5;

impl Clmul {
    /// The instructions, if this CPU has them.
    #[must_use]
    pub fn detect() -> Option<Self> {
        Self::is_there().then(|| Self { has_fast_pdep: has_fast_pdep() })
    }

    /// Computes as on a CPU with a slow PDEP.
    #[cfg(test)]
    pub(in crate::binary) fn without_pdep(self) -> Self {
        Self { has_fast_pdep: false }
    }

    #[cfg(feature = "std")]
    fn is_there() -> bool {
        std::is_x86_feature_detected!("pclmulqdq")
            && std::is_x86_feature_detected!("sse4.1")
            && std::is_x86_feature_detected!("bmi2")
    }

    /// Whether every CPU that runs this build has them.
    #[cfg(not(feature = "std"))]
    fn is_there() -> bool {
        cfg!(all(target_feature = "pclmulqdq", target_feature = "sse4.1", target_feature = "bmi2"))
    }
}

/// Whether PDEP is fast: on AMD's Zen 1 and 2, families 17h and 18h, it takes hundreds of cycles.
fn has_fast_pdep() -> bool {
    // SAFETY: every x86-64 has CPUID. It is a safe function from Rust 1.93 on.
    #[allow(unused_unsafe, reason = "of the newest compilers")]
    let [vendor, version] = unsafe { [__cpuid(0).ecx, __cpuid(1).eax] };
    let family = (version >> 8 & 15) + (version >> 20 & 255);
    let amd = [*b"cAMD", *b"uine"].map(u32::from_le_bytes).contains(&vendor);
    !(amd && family < 0x19)
}

/// Runs `f`, inlined into a function with these target features, which inlines the intrinsics too.
#[target_feature(enable = "pclmulqdq,sse4.1,bmi2")]
fn compiled<T>(f: impl FnOnce() -> T) -> T {
    f()
}

/// Runs f(a, b) in a function with these target features.
#[target_feature(enable = "pclmulqdq,sse4.1,bmi2")]
#[inline(never)]
fn called<A, T>(f: impl FnOnce(A, A) -> T, a: A, b: A) -> T {
    f(a, b)
}

impl Multiplier for Clmul {
    type Limb = u64;
    type Pair = __m128i;

    const SHORT: bool = true;

    #[inline(always)]
    fn vectorize<T>(self, f: impl FnOnce() -> T) -> T {
        // SAFETY: self proves the instructions.
        unsafe { compiled(f) }
    }

    #[inline(always)]
    fn call<A, T>(self, f: impl FnOnce(A, A) -> T, a: A, b: A) -> T {
        // SAFETY: self proves the instructions.
        unsafe { called(f, a, b) }
    }

    #[inline(always)]
    fn splat(self, x: u64) -> u64 {
        x
    }

    #[inline(always)]
    fn read<const N: usize>(self, words: &[u64]) -> [u64; N] {
        words.try_into().expect("N limbs")
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
    fn square_limbs<const N: usize>(self, a: &[u64; N], in_a_row: bool) -> Option<Wide<u64, N>> {
        let most = if in_a_row { MAX_IN_A_ROW } else { MAX_ALONE };
        if N > most || !self.has_fast_pdep {
            return None;
        }
        let mut out = [[0; N]; 2];
        for (limb, two) in a.iter().zip(out.as_flattened_mut().chunks_exact_mut(2)) {
            // SAFETY: self proves the instructions.
            two.copy_from_slice(&[*limb, limb >> 32].map(|half| unsafe { _pdep_u64(half, 0x5555_5555_5555_5555) }));
        }
        Some(out)
    }

    #[inline(always)]
    fn sum<const N: usize>(self, a: &[u64; N], rows: &[[u64; N]]) -> Option<[u64; N]> {
        let load = |row: &[u64; N], i: usize| self.pair([row[2 * i], if 2 * i + 1 < N { row[2 * i + 1] } else { 0 }]);
        let mut out = [self.limb(0); N];
        for (rows, &a) in rows.chunks(64).zip(a) {
            let (a, mut bit) = (self.pair([a, a]), self.pair([1, 1]));
            for row in rows {
                // SAFETY: self proves the instructions.
                let mask = unsafe { _mm_cmpeq_epi64(_mm_and_si128(a, bit), bit) };
                for i in 0..N.div_ceil(2) {
                    out[i] = self.add(out[i], self.and(load(row, i), mask));
                }
                bit = self.left(bit, 1);
            }
        }
        let limbs = out.map(|pair| self.to_limbs(pair));
        Some(core::array::from_fn(|i| limbs[i / 2][i % 2]))
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
