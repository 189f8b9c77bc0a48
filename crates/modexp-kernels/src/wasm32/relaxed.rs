//! `relaxed`: one number on fused multiply-adds (`f64x2.relaxed_madd`), two digits of 50 bits to a vector.
//!
#![doc = include_str!("relaxed.md")]

#[cfg(not(target_arch = "wasm32"))]
pub(super) mod abstraction;
#[cfg(all(test, not(miri)))]
mod bounds;
pub(crate) mod columns;
pub(super) mod digits;
pub(super) mod modulus;
pub(super) mod montgomery;
pub(super) mod shape;

use super::pair::Pair;
use super::select;
use crate::kernel::Kernel;
use columns::RADIX;

use modulus::FusedModulus;
use montgomery::Layout;
use shape::Shape;

/// The kernel for one number. Its value proves that the engine fuses.
#[derive(Clone, Copy, Debug)]
pub struct Relaxed(());

impl Relaxed {
    /// The longest modulus that columns have room for. Other algorithms are faster already for far shorter moduli.
    pub const MAX_BITS: usize = shape::MAX_BITS;

    /// Some if this engine's relaxed multiply-add rounds once.
    #[must_use]
    pub fn detect() -> Option<Self> {
        fused().then_some(Self(()))
    }
}

/// Whether the engine computes (1 + 2^-52)² − (1 + 2^-51) as 2^-104, its value, and not as 0: an engine may round twice.
pub(crate) fn fused() -> bool {
    let x = core::hint::black_box(1.0 + f64::EPSILON);
    let y = core::hint::black_box(-1.0 - 2.0 * f64::EPSILON);
    let left = Pair::splat_f64(x).fma(Pair::splat_f64(x), Pair::splat_f64(y));
    left.low() != 0 && left.high() != 0
}

/// One number of n digits in h = ⌈n/2⌉ pairs: pair j has digits j and j + h. Pair k of the columns has parts of columns
/// k and k + h. So column k is the sum of lane 0 of pair k and lane 1 of pair k − h.
struct Halves;

impl Layout for Halves {
    const LANES: usize = 1;

    #[inline(always)]
    unsafe fn rows<const R: usize>(y: *const Pair, r: usize, h: usize) -> [Pair; R] {
        // one address after the other, since the compiler makes slow vector code of four at once
        let mut word = if r < h { 2 * r } else { 2 * (r - h) + 1 };
        core::array::from_fn(|_| {
            // SAFETY: the caller's promise
            let digit = unsafe { Pair::splat(*y.cast::<u64>().add(word)) };
            word += 2;
            if word == 2 * h {
                word = 1;
            }
            digit
        })
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
}

impl Kernel for Relaxed {
    type Word = u64;
    type Modulus = FusedModulus;

    const RADIX: u32 = RADIX;
    const LANES: usize = 1;
    const ENTRIES_PER_PRODUCT: usize = 4;
    const HEADROOM: u32 = shape::HEADROOM;

    fn digits(bits: usize) -> usize {
        shape::digits(bits)
    }

    fn words(digits: usize) -> usize {
        2 * Shape::new(digits, Self::LANES).pairs()
    }

    fn scratch_words(digits: usize) -> usize {
        Shape::new(digits, Self::LANES).scratch_words()
    }

    fn word_step(limbs: usize) -> usize {
        25 * limbs + 300
    }

    fn modulus(self, moduli: &[&[u64]], digits: usize) -> FusedModulus {
        FusedModulus::new(moduli, Shape::new(digits, Self::LANES))
    }

    fn mont_mul(self, out: &mut [u64], a: &[u64], b: &[u64], m: &FusedModulus, scratch: &mut [u64]) {
        montgomery::mont_mul::<Halves>(out, a, b, m, scratch);
    }

    fn mont_sqr(self, out: &mut [u64], a: &[u64], m: &FusedModulus, scratch: &mut [u64]) {
        montgomery::mont_sqr::<Halves>(out, a, m, scratch);
    }

    fn select(self, out: &mut [u64], table: &[u64], index: &[usize]) {
        select::select(out, table, [index[0]; 2]);
    }

    fn from_limbs(out: &mut [u64], limbs: &[u64], lane: usize) {
        Shape::of_words(out.len(), Self::LANES).from_limbs(out, limbs, lane);
    }

    fn to_limbs(limbs: &mut [u64], a: &[u64], lane: usize) {
        Shape::of_words(a.len(), Self::LANES).to_limbs(limbs, a, lane);
    }
}

#[cfg(test)]
mod tests;
