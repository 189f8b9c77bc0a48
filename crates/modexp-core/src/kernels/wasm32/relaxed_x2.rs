//! `relaxed_x2`: two numbers on fused multiply-adds, one in each lane; their moduli may differ.
//!
//! The arithmetic is that of [`super::relaxed`], and so are its bounds. Here pair j holds digit j of both numbers, so a
//! column is complete in its own lane, and a row is multiplied by a loaded pair instead of a spread digit.

use super::relaxed::columns::{OFFSET, RADIX};
use super::relaxed::lanes::Pair;
use super::relaxed::montgomery::{self, FusedModulus, Layout};
use super::relaxed::{digits, fused};
use crate::kernel::Kernel;

/// The kernel for two numbers.
#[derive(Clone, Copy, Debug)]
pub struct RelaxedX2(());

impl RelaxedX2 {
    /// The longest modulus that columns have room for.
    pub const MAX_BITS: usize = montgomery::MAX_BITS;

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

    fn pairs(n: usize) -> usize {
        n
    }

    #[inline(always)]
    fn weight(k: usize, _lane: usize, _h: usize) -> usize {
        k
    }

    #[inline(always)]
    unsafe fn digit(y: *const Pair, i: usize, _h: usize) -> Pair {
        // SAFETY: the caller's promise
        unsafe { Pair::load(y.add(i)) }
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

    fn offset(_lane: usize) -> u64 {
        OFFSET
    }

    fn word(i: usize, lane: usize, _h: usize) -> usize {
        2 * i + lane
    }
}

impl Kernel for RelaxedX2 {
    type Word = u64;
    type Modulus = FusedModulus;

    const RADIX: u32 = RADIX;
    const LANES: usize = 2;
    const HEADROOM: u32 = montgomery::HEADROOM;

    fn digits(bits: usize) -> usize {
        montgomery::digits(bits)
    }

    fn scratch_words(digits: usize) -> usize {
        2 * montgomery::columns::<Twins>(digits)
    }

    fn modulus(self, moduli: &[&[u64]], digits: usize) -> FusedModulus {
        FusedModulus::new::<Twins>(moduli, digits)
    }

    fn mont_mul(self, out: &mut [u64], a: &[u64], b: &[u64], m: &FusedModulus, scratch: &mut [u64]) {
        montgomery::mont_mul::<Twins>(out, a, b, m, scratch);
    }

    fn mont_sqr(self, out: &mut [u64], a: &[u64], m: &FusedModulus, scratch: &mut [u64]) {
        montgomery::mont_sqr::<Twins>(out, a, m, scratch);
    }

    fn select(self, out: &mut [u64], table: &[u64], index: &[usize]) {
        montgomery::select(out, table, [index[0], index[1]]);
    }

    fn split(out: &mut [u64], limbs: &[u64], lane: usize) {
        let n = out.len() / 2;
        digits::split(limbs, n, |i, digit| out[Twins::word(i, lane, n)] = digit.to_bits());
    }

    fn join(limbs: &mut [u64], a: &[u64], lane: usize) {
        let n = a.len() / 2;
        digits::join(limbs, n, |i| f64::from_bits(a[Twins::word(i, lane, n)]));
    }
}
