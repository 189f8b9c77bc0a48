//! `relaxed_x2`: two numbers on fused multiply-adds, one in each lane; their moduli may differ.
//!
//! The arithmetic and its bounds are those of [`super::relaxed`]. Here pair j holds digit j of both numbers. So a
//! column is complete in its own lane, and a row multiplies by a loaded pair instead of one digit in both lanes.

use super::pair::Pair;
use super::relaxed::columns::RADIX;
use super::relaxed::fused;
use super::relaxed::modulus::FusedModulus;
use super::relaxed::montgomery::{self, Layout};
use super::relaxed::shape::{self, Shape};
use super::select;
use crate::kernel::Kernel;

/// The kernel for two numbers.
#[derive(Clone, Copy, Debug)]
pub struct RelaxedX2(());

impl RelaxedX2 {
    /// The longest modulus that columns have room for.
    pub const MAX_BITS: usize = shape::MAX_BITS;

    /// Some if this engine's relaxed multiply-add rounds once.
    #[must_use]
    pub fn detect() -> Option<Self> {
        fused().then_some(Self(()))
    }
}

/// Digit j of both numbers in pair j.
struct Twins;

impl Layout for Twins {
    const LANES: usize = 2;

    #[inline(always)]
    unsafe fn rows<const R: usize>(y: *const Pair, r: usize, _h: usize) -> [Pair; R] {
        // SAFETY: the caller's promise
        core::array::from_fn(|i| unsafe { Pair::load(y.add(r + i)) })
    }

    #[inline(always)]
    unsafe fn column(acc: *const Pair, k: usize, _h: usize) -> Pair {
        // SAFETY: the caller's promise
        unsafe { Pair::load(acc.add(k)) }
    }

    #[inline(always)]
    unsafe fn upper(acc: *const Pair, k: usize, _h: usize) -> Pair {
        // SAFETY: the caller's promise
        unsafe { Pair::load(acc.add(k)) }
    }

    #[inline(always)]
    fn below(carry: Pair, _last: Pair) -> Pair {
        carry
    }
}

impl Kernel for RelaxedX2 {
    type Word = u64;
    type Modulus = FusedModulus;

    const RADIX: u32 = RADIX;
    const LANES: usize = 2;
    const ENTRIES_PER_PRODUCT: usize = 4;
    const HEADROOM: u32 = shape::HEADROOM;

    fn digits(bits: usize) -> usize {
        shape::digits(bits)
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
        montgomery::mont_mul::<Twins>(out, a, b, m, scratch);
    }

    fn mont_sqr(self, out: &mut [u64], a: &[u64], m: &FusedModulus, scratch: &mut [u64]) {
        montgomery::mont_sqr::<Twins>(out, a, m, scratch);
    }

    fn select(self, out: &mut [u64], table: &[u64], index: &[usize]) {
        select::select(out, table, [index[0], index[1]]);
    }

    fn from_limbs(out: &mut [u64], limbs: &[u64], lane: usize) {
        Shape::of_words(out.len(), Self::LANES).from_limbs(out, limbs, lane);
    }

    fn to_limbs(limbs: &mut [u64], a: &[u64], lane: usize) {
        Shape::of_words(a.len(), Self::LANES).to_limbs(limbs, a, lane);
    }
}
