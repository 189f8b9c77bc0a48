//! AVX-512 IFMA: eight residues in 52-bit digits, see [`Eight`](crate::prime::Eight).

#![allow(clippy::wildcard_imports, reason = "the intrinsics")]

use crate::prime::lanes::Vectors;
use crate::prime::ops::{Choice, Places};
use core::arch::x86_64::*;
use modexp_kernels::x86_64::adx::{look_up_lanes, look_up_wide};
use modexp_kernels::x86_64::ifma;

const RADIX: u32 = 52;

/// The vectors of AVX-512; a value proves that the CPU has them, and IFMA.
#[derive(Clone, Copy, Debug)]
pub struct Ifma(ifma::Ifma);

impl Ifma {
    /// The vectors, if this CPU has them.
    #[must_use]
    pub fn detect() -> Option<Self> {
        ifma::Ifma::detect().map(Self)
    }
}

/// `f`, inlined into a function for these instructions: the intrinsics are then inlined too.
#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512bw")]
fn compiled<T>(f: impl FnOnce() -> T) -> T {
    f()
}

/// Methods of one intrinsic each.
macro_rules! intrinsics {
    ($(fn $name:ident($($arg:ident),*) -> $out:ty { $($body:tt)* })*) => { $(
        #[inline(always)]
        fn $name(self, $($arg: __m512i),*) -> $out {
            // SAFETY: self proves the instructions.
            unsafe { $($body)* }
        }
    )* };
}

/// The mask of the first lanes.
const fn first(lanes: usize) -> u8 {
    (0xff_u16 >> (8 - lanes)) as u8
}

impl Ifma {
    /// Moves lane l of vector i to lane i of vector l: pairs of lanes first, then blocks of 128 bits in two steps.
    #[inline(always)]
    fn transposed(self, rows: &[__m512i; 8]) -> [__m512i; 8] {
        let mut out = *rows;
        // SAFETY: self proves the instructions.
        unsafe {
            for i in [0, 2, 4, 6] {
                out[i] = _mm512_unpacklo_epi64(rows[i], rows[i + 1]);
                out[i + 1] = _mm512_unpackhi_epi64(rows[i], rows[i + 1]);
            }
            for odd in [0, 1] {
                let pairs = [out[odd], out[2 + odd], out[4 + odd], out[6 + odd]];
                let low = [
                    _mm512_shuffle_i64x2::<0x88>(pairs[0], pairs[1]),
                    _mm512_shuffle_i64x2::<0x88>(pairs[2], pairs[3]),
                ];
                let high = [
                    _mm512_shuffle_i64x2::<0xdd>(pairs[0], pairs[1]),
                    _mm512_shuffle_i64x2::<0xdd>(pairs[2], pairs[3]),
                ];
                out[odd] = _mm512_shuffle_i64x2::<0x88>(low[0], low[1]);
                out[2 + odd] = _mm512_shuffle_i64x2::<0x88>(high[0], high[1]);
                out[4 + odd] = _mm512_shuffle_i64x2::<0xdd>(low[0], low[1]);
                out[6 + odd] = _mm512_shuffle_i64x2::<0xdd>(high[0], high[1]);
            }
        }
        out
    }
}

impl Vectors for Ifma {
    type Vector = __m512i;

    const RADIX: u32 = RADIX;

    fn select(self, out: &mut [u64], table: &[u64], index: usize) {
        look_up_wide(self.0, out, table, index);
    }

    fn select_lanes(self, out: &mut [u64], table: &[u64], index: &[usize]) {
        look_up_lanes(self.0, out, table, index);
    }

    #[inline(always)]
    fn vectorize<T>(self, f: impl FnOnce() -> T) -> T {
        // SAFETY: self proves the instructions.
        unsafe { compiled(f) }
    }

    #[inline(always)]
    fn from_lanes(self, lanes: [u64; 8]) -> __m512i {
        // SAFETY: self proves the instructions; eight words are read.
        unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
    }

    #[inline(always)]
    fn to_lanes(self, x: __m512i) -> [u64; 8] {
        let mut lanes = [0; 8];
        // SAFETY: self proves the instructions; eight words are written.
        unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), x) };
        lanes
    }

    intrinsics! {
        fn add(a, b) -> __m512i { _mm512_add_epi64(a, b) }
        fn sub(a, b) -> __m512i { _mm512_sub_epi64(a, b) }
        fn mul_low(acc, a, b) -> __m512i { _mm512_madd52lo_epu64(acc, a, b) }
        fn mul_high(acc, a, b) -> __m512i { _mm512_madd52hi_epu64(acc, a, b) }
        // the multiplication reads 52 bits of each
        fn quotient(column, m0_inv) -> __m512i { _mm512_madd52lo_epu64(_mm512_setzero_si512(), column, m0_inv) }
        fn digit(a) -> __m512i { _mm512_and_si512(a, _mm512_set1_epi64((1 << RADIX) - 1)) }
        fn carry(a) -> __m512i { _mm512_srai_epi64::<RADIX>(a) }
        fn or(a, b) -> __m512i { _mm512_or_si512(a, b) }
        fn xor(a, b) -> __m512i { _mm512_xor_si512(a, b) }
        fn negative(a) -> Choice { Choice::from_bits(_mm512_movepi64_mask(a)) }
        fn zero_lanes(a) -> Choice { Choice::from_bits(_mm512_testn_epi64_mask(a, a)) }
    }

    #[inline(always)]
    fn top_digit(self, a: __m512i) -> __m512i {
        a
    }

    /// Loads up to eight words of each lane at a time.
    #[inline(always)]
    fn gather<const D: usize>(self, words: &[u64], at: &[usize]) -> [__m512i; D] {
        let mut out = [self.from_lanes([0; 8]); D];
        for start in (0..D).step_by(8) {
            let count = (D - start).min(8);
            let mut rows = [self.from_lanes([0; 8]); 8];
            for (row, &at) in rows.iter_mut().zip(&at[..8]) {
                let words = &words[at + start..][..count];
                // SAFETY: self proves the instructions; `count` words are read.
                *row = unsafe { _mm512_maskz_loadu_epi64(first(count), words.as_ptr().cast()) };
            }
            out[start..start + count].copy_from_slice(&self.transposed(&rows)[..count]);
        }
        out
    }

    #[inline(always)]
    fn scatter<const D: usize>(self, words: &mut [u64], at: &[usize], a: &[__m512i; D]) {
        for start in (0..D).step_by(8) {
            let count = (D - start).min(8);
            let mut columns = [self.from_lanes([0; 8]); 8];
            columns[..count].copy_from_slice(&a[start..start + count]);
            for (row, &at) in self.transposed(&columns).iter().zip(at) {
                let words = &mut words[at + start..][..count];
                // SAFETY: self proves the instructions; `count` words are written.
                unsafe { _mm512_mask_storeu_epi64(words.as_mut_ptr().cast(), first(count), *row) };
            }
        }
    }

    #[inline(always)]
    fn permute(self, a: __m512i, from: &Places) -> __m512i {
        // SAFETY: self proves the instructions; eight words are read.
        unsafe { _mm512_permutexvar_epi64(_mm512_loadu_si512(from.as_ptr().cast()), a) }
    }

    #[inline(always)]
    fn blend(self, choice: Choice, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: self proves the instructions.
        unsafe { _mm512_mask_blend_epi64(choice.bits(), a, b) }
    }
}
