//! Eight elements side by side in AVX-512. VPCLMULQDQ multiplies four limbs at once.
#![allow(clippy::wildcard_imports, reason = "the intrinsics")]

use crate::binary::multiplier::{Limb, Multiplier};
use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr, BitXor, Shl, Shr};

/// Lanes of a vector.
const LANES: usize = 8;

/// VPCLMULQDQ and AVX-512; a value proves that the CPU has them.
#[derive(Clone, Copy, Debug)]
pub struct Vpclmul(());

/// A limb of eight elements. A value proves the instructions: the first limbs come from [`Vpclmul`].
#[derive(Clone, Copy, Debug)]
pub struct EightLimbs(__m512i);

impl Vpclmul {
    /// The instructions, if this CPU has them.
    #[must_use]
    pub fn detect() -> Option<Self> {
        Self::is_there().then_some(Self(()))
    }

    #[cfg(feature = "std")]
    fn is_there() -> bool {
        std::is_x86_feature_detected!("avx512f")
            && std::is_x86_feature_detected!("avx512dq")
            && std::is_x86_feature_detected!("avx512vbmi2")
            && std::is_x86_feature_detected!("vpclmulqdq")
    }

    /// Whether every CPU that runs this build has them.
    #[cfg(not(feature = "std"))]
    fn is_there() -> bool {
        cfg!(all(
            target_feature = "avx512f",
            target_feature = "avx512dq",
            target_feature = "avx512vbmi2",
            target_feature = "vpclmulqdq"
        ))
    }
}

/// Runs `f`, inlined into a function with these target features, which inlines the intrinsics too.
#[target_feature(enable = "avx512f,avx512dq,avx512vbmi2,vpclmulqdq")]
fn compiled<T>(f: impl FnOnce() -> T) -> T {
    f()
}

/// Runs f(a, b) in a function with these target features.
#[target_feature(enable = "avx512f,avx512dq,avx512vbmi2,vpclmulqdq")]
#[inline(never)]
fn called<A, T>(f: impl FnOnce(A, A) -> T, a: A, b: A) -> T {
    f(a, b)
}

/// Operators of one intrinsic each.
macro_rules! operators {
    ($($trait:ident<$type:ty>: fn $name:ident($a:ident, $b:ident) { $body:expr })*) => { $(
        impl $trait<$type> for EightLimbs {
            type Output = Self;

            #[inline(always)]
            fn $name(self, $b: $type) -> Self {
                let $a = self;
                // SAFETY: a limb proves the instructions.
                Self(unsafe { $body })
            }
        }
    )* };
}

operators! {
    BitXor<Self>: fn bitxor(a, b) { _mm512_xor_si512(a.0, b.0) }
    BitAnd<Self>: fn bitand(a, b) { _mm512_and_si512(a.0, b.0) }
    BitOr<Self>: fn bitor(a, b) { _mm512_or_si512(a.0, b.0) }
    Shl<usize>: fn shl(a, n) { _mm512_sll_epi64(a.0, _mm_cvtsi64_si128(n as i64)) }
    Shr<usize>: fn shr(a, n) { _mm512_srl_epi64(a.0, _mm_cvtsi64_si128(n as i64)) }
}

impl EightLimbs {
    #[inline(always)]
    fn proof(self) -> Vpclmul {
        Vpclmul(())
    }
}

impl Limb for EightLimbs {
    const LANES: usize = LANES;

    /// A loop, because `from_fn` is not always inlined.
    #[inline(always)]
    fn each<const N: usize>(self, f: impl Fn(usize) -> Self) -> [Self; N] {
        self.proof().vectorize(|| {
            let mut out = [self; N];
            for i in 0..N {
                out[i] = f(i);
            }
            out
        })
    }

    #[inline(always)]
    fn first(self) -> u64 {
        // SAFETY: a limb proves the instructions.
        unsafe { _mm_cvtsi128_si64(_mm512_castsi512_si128(self.0)) as u64 }
    }

    #[inline(always)]
    fn is_zero(x: &[Self]) -> Self {
        x[0].proof().vectorize(|| {
            let mut any = x[0];
            for &x in &x[1..] {
                any = any | x;
            }
            // SAFETY: a limb proves the instructions.
            Self(unsafe { _mm512_maskz_set1_epi64(_mm512_testn_epi64_mask(any.0, any.0), 1) })
        })
    }

    #[inline(always)]
    fn mask(self) -> Self {
        // SAFETY: a limb proves the instructions.
        Self(unsafe { _mm512_sub_epi64(_mm512_setzero_si512(), self.0) })
    }

    #[inline(always)]
    fn parity(self) -> Self {
        let mut sum = self;
        for n in [32, 16, 8, 4, 2, 1] {
            sum = sum ^ sum >> n;
        }
        // SAFETY: a limb proves the instructions.
        Self(unsafe { _mm512_and_si512(sum.0, _mm512_set1_epi64(1)) })
    }

    #[inline(always)]
    fn write<const N: usize>(words: &mut [u64], a: &[Self; N]) {
        assert!(words.len() == LANES * N, "N vectors");
        a[0].proof().vectorize(|| {
            for (lanes, a) in words.as_chunks_mut::<LANES>().0.iter_mut().zip(a) {
                // SAFETY: a limb proves the instructions; eight words are written.
                unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), a.0) };
            }
        });
    }
}

/// A pair is two vectors: the products of the even lanes and of the odd lanes. A factor is in both vectors.
impl Multiplier for Vpclmul {
    type Limb = EightLimbs;
    type Pair = [EightLimbs; 2];

    const IN_PAIRS: bool = false;

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
    fn splat(self, x: u64) -> EightLimbs {
        // SAFETY: self proves the instructions.
        EightLimbs(unsafe { _mm512_set1_epi64(x as i64) })
    }

    #[inline(always)]
    fn read<const N: usize>(self, words: &[u64]) -> [EightLimbs; N] {
        assert!(words.len() == LANES * N, "N vectors");
        self.vectorize(|| {
            let mut out = [self.splat(0); N];
            for (out, lanes) in out.iter_mut().zip(words.as_chunks::<LANES>().0) {
                // SAFETY: self proves the instructions; eight words are read.
                *out = EightLimbs(unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) });
            }
            out
        })
    }

    #[inline(always)]
    fn limb(self, a: EightLimbs) -> [EightLimbs; 2] {
        [a, a]
    }

    #[inline(always)]
    fn to_limbs(self, [even, odd]: [EightLimbs; 2]) -> [EightLimbs; 2] {
        // SAFETY: self proves the instructions.
        unsafe { [EightLimbs(_mm512_unpacklo_epi64(even.0, odd.0)), EightLimbs(_mm512_unpackhi_epi64(even.0, odd.0))] }
    }

    #[inline(always)]
    fn mul(self, [a, _]: [EightLimbs; 2], [b, _]: [EightLimbs; 2]) -> [EightLimbs; 2] {
        // SAFETY: self proves the instructions.
        unsafe {
            [
                EightLimbs(_mm512_clmulepi64_epi128::<0x00>(a.0, b.0)),
                EightLimbs(_mm512_clmulepi64_epi128::<0x11>(a.0, b.0)),
            ]
        }
    }

    #[inline(always)]
    fn square(self, a: [EightLimbs; 2]) -> [EightLimbs; 2] {
        self.mul(a, a)
    }

    #[inline(always)]
    fn add(self, a: [EightLimbs; 2], b: [EightLimbs; 2]) -> [EightLimbs; 2] {
        [a[0] ^ b[0], a[1] ^ b[1]]
    }
}
