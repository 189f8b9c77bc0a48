//! `relaxed`: one number on fused multiply-adds (`f64x2.relaxed_madd`), two digits of 50 bits to a vector.
//!
#![doc = include_str!("relaxed.md")]

pub(super) mod columns;
pub(super) mod digits;
pub(super) mod lanes;
pub(super) mod montgomery;

use crate::kernel::Kernel;
use columns::RADIX;
use lanes::Pair;
use montgomery::{FusedModulus, Layout};

/// The kernel for one number. Its value proves that the engine fuses.
#[derive(Clone, Copy, Debug)]
pub struct Relaxed(());

impl Relaxed {
    /// The longest modulus that columns have room for. Far below, other algorithms are faster.
    pub const MAX_BITS: usize = montgomery::MAX_BITS;

    /// Some if this engine's relaxed multiply-add rounds once.
    #[must_use]
    pub fn detect() -> Option<Self> {
        fused().then_some(Self(()))
    }
}

/// Whether (1 + 2^-52)² − (1 + 2^-51), which is 2^-104, comes out as that or as 0: the engine is free to round twice.
pub(crate) fn fused() -> bool {
    let x = core::hint::black_box(1.0 + f64::EPSILON);
    let y = core::hint::black_box(-1.0 - 2.0 * f64::EPSILON);
    let left = Pair::splat_f64(x).fma(Pair::splat_f64(x), Pair::splat_f64(y));
    left.low() != 0 && left.high() != 0
}

/// One number of n digits in h = ⌈n/2⌉ pairs: digits j and j + h in pair j. Pair k of the columns holds parts of columns
/// k and k + h, so that column k is the sum of lane 0 of pair k and lane 1 of pair k − h.
struct Halves;

impl Layout for Halves {
    const LANES: usize = 1;

    fn pairs(n: usize) -> usize {
        n.div_ceil(2)
    }

    #[inline(always)]
    fn weight(k: usize, lane: usize, h: usize) -> usize {
        k + lane * h
    }

    #[inline(always)]
    unsafe fn digit(y: *const Pair, i: usize, h: usize) -> Pair {
        // SAFETY: the caller's promise
        unsafe { Pair::splat(*y.cast::<u64>().add(Self::word(i, 0, h))) }
    }

    #[inline(always)]
    unsafe fn column(acc: *const Pair, k: usize, h: usize) -> Pair {
        // SAFETY: the caller's promise
        unsafe { Pair::splat(*acc.add(k).cast::<u64>()).add(Pair::splat(*acc.add(k).sub(h).cast::<u64>().add(1))) }
    }

    #[inline(always)]
    unsafe fn upper(acc: *const Pair, k: usize, h: usize) -> Pair {
        // SAFETY: the caller's promise
        unsafe { Pair::load(acc.add(k)).add(Pair::load(acc.add(k - h)).high_low(Pair::splat(columns::OFFSET))) }
    }

    #[inline(always)]
    fn below(carry: Pair, last: Pair) -> Pair {
        Pair::new(carry.low(), last.low())
    }

    fn offset(lane: usize) -> u64 {
        if lane == 0 { columns::OFFSET } else { 0 }
    }

    #[inline(always)]
    fn word(i: usize, _lane: usize, h: usize) -> usize {
        if i < h { 2 * i } else { 2 * (i - h) + 1 }
    }
}

impl Kernel for Relaxed {
    type Word = u64;
    type Modulus = FusedModulus;

    const RADIX: u32 = RADIX;
    const LANES: usize = 1;
    const HEADROOM: u32 = montgomery::HEADROOM;

    fn digits(bits: usize) -> usize {
        montgomery::digits(bits)
    }

    fn words(digits: usize) -> usize {
        2 * Halves::pairs(digits)
    }

    fn scratch_words(digits: usize) -> usize {
        2 * montgomery::columns::<Halves>(digits)
    }

    fn modulus(self, moduli: &[&[u64]], digits: usize) -> FusedModulus {
        FusedModulus::new::<Halves>(moduli, digits)
    }

    fn mont_mul(self, out: &mut [u64], a: &[u64], b: &[u64], m: &FusedModulus, scratch: &mut [u64]) {
        montgomery::mont_mul::<Halves>(out, a, b, m, scratch);
    }

    fn mont_sqr(self, out: &mut [u64], a: &[u64], m: &FusedModulus, scratch: &mut [u64]) {
        montgomery::mont_sqr::<Halves>(out, a, m, scratch);
    }

    fn select(self, out: &mut [u64], table: &[u64], index: &[usize]) {
        montgomery::select(out, table, [index[0]; 2]);
    }

    fn split(out: &mut [u64], limbs: &[u64], _lane: usize) {
        let h = out.len() / 2;
        digits::split(limbs, 2 * h, |i, digit| out[Halves::word(i, 0, h)] = digit.to_bits());
    }

    fn join(limbs: &mut [u64], a: &[u64], _lane: usize) {
        let h = a.len() / 2;
        digits::join(limbs, 2 * h, |i| f64::from_bits(a[Halves::word(i, 0, h)]));
    }
}

#[cfg(test)]
mod tests;
