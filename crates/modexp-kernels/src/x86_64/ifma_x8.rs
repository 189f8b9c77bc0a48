//! `ifma_x8`: AVX-512 IFMA on eight numbers, one in each 64-bit lane; nothing crosses lanes.
//!
//! Word 8i + l of an element is digit i of lane l, in radix 2^52: a vector holds one digit of eight numbers. A product
//! is a few thousand independent `vpmadd52`, two per cycle at best. The code must only load their operands in time.
//!
//! **Columns.** A tile of ten columns of the sum stays in 20 registers, low and high products apart, while the loop
//! goes through all rows (product scanning). A row loads one digit of a and eleven of b for 20 multiplications. Only
//! the quotients and the result are stored. A square takes each off-diagonal product once, and doubles the accumulators
//! of the tile before it adds the diagonal and the reduction. Numbers of 512, 1024, 1536, 2048, 3072 and 4096 bits are
//! 1, 2, 3, 4, 6 and 8 tiles long. If tiles of eight or six columns give fewer digits, all tiles have that width.
//!
//! **Quotients.** As in [`super::ifma`], with a block of one digit: M = m·n ≡ −1 mod 2^52, F = (M + 1)/2^52, and the
//! quotient of a column is its low 52 bits. This shortens the chain from column to column from four steps to two, a
//! multiplication and an addition. The last quotient is multiplied by n and by m itself.
//!
//! **Range.** out ≤ T/R + m·n/2^52 + m < T/R + 2m. In range means below 4m, and R ≥ 16m. So two elements in range give
//! out < 3m, and any a < R with b below 2m gives out < 4m.
//!
//! **Lookups.** A power gathers eight entries at once from a table with transposed entries. One permutation chooses
//! among 16 entries for all eight lookups. From 2048 bits on, the table is larger than the first-level cache. At 1024,
//! 2048 and 4096 bits a gather takes 0.28, 0.22 and 0.26 of the time of eight single lookups, which read the whole
//! table each.
//!
//! **Parts.** From 32 digits on, three products of half the digits make the sum before the reduction (`karatsuba`). So
//! a square and a product take 0.98 and 0.93 of the cycles at 2048 bits, 0.94 and 0.86 at 4096.
//!
//! **Accumulators.** A row adds at most 2^52 to each. A carry pass follows every `CARRY_PASS_ROWS` rows. Between two
//! carry passes, low and high of a column together are below 2·(3·CARRY_PASS_ROWS + 16)·2^52 < 2^63, even doubled in a
//! square. Columns of products by parts may be negative.
#![allow(
    unsafe_op_in_unsafe_fn,
    reason = "one contract for the file: a value of IfmaX8 proves the instructions, and mont_mul and mont_sqr have \
              checked that every element and scratch holds the words that `IfmaX8Modulus::digits` implies"
)]
#![allow(clippy::wildcard_imports, reason = "the intrinsics")]
#![allow(clippy::absurd_extreme_comparisons, reason = "conditions on the constants of unrolled loops")]

mod digits;
pub(super) mod karatsuba;
mod product;
mod select;
mod sum;
#[cfg(test)]
mod tests;
mod tile;

use super::ifma::Ifma;
use super::ifma::vector::{MASK, RADIX, Vector};
use crate::kernel::Kernel;
use alloc::vec;
use modexp_limbs::buffer::Buffer;
use modexp_limbs::{limb, radix};
use select::{CHUNK, GATHERED};
use zeroize::Zeroizing;

const LANES: usize = 8;
/// Columns in a tile: the first of these that divides the number of digits.
pub(super) const WIDTHS: [usize; 3] = [10, 8, 6];
/// Rows between two carry passes of a tile.
pub(super) const CARRY_PASS_ROWS: usize = 256;

/// The kernel. A value proves that the CPU has AVX-512 IFMA.
#[derive(Clone, Copy, Debug)]
pub struct IfmaX8(());

/// Eight moduli with the constants of their reduction.
#[derive(Clone)]
pub struct IfmaX8Modulus {
    digits: usize,
    // width, levels and scratch_words follow from digits; they are stored because a product takes as little as 40 ns
    /// Columns of a tile.
    width: usize,
    /// Levels of products by parts.
    levels: usize,
    scratch_words: usize,
    /// m, then a zero digit.
    m: Buffer<u64>,
    /// F.
    f: Buffer<u64>,
    /// n = −m⁻¹ mod 2^52, one digit.
    inverse: Buffer<u64>,
}

impl IfmaX8 {
    /// The kernel, if this CPU can run it.
    #[must_use]
    pub fn detect() -> Option<Self> {
        Ifma::detect().map(|_| Self(()))
    }

    /// The kernel, for a proof that reads its code.
    ///
    /// # Safety
    /// Its operations must not run on a CPU without AVX-512 IFMA.
    #[cfg(feature = "emulated")]
    #[must_use]
    pub const unsafe fn assume() -> Self {
        Self(())
    }
}

impl Kernel for IfmaX8 {
    type Word = u64;
    type Modulus = IfmaX8Modulus;

    const RADIX: u32 = RADIX;
    const LANES: usize = LANES;
    const ENTRIES_PER_PRODUCT: usize = 3;
    const HEADROOM: u32 = 4;

    fn digits(bits: usize) -> usize {
        let digits = (bits + Self::HEADROOM as usize).div_ceil(RADIX as usize);
        WIDTHS.iter().map(|&width| digits.next_multiple_of(width)).min().unwrap_or(digits)
    }

    fn scratch_words(digits: usize) -> usize {
        LANES * product::scratch_digits(digits)
    }

    fn word_step(limbs: usize) -> usize {
        30 * limbs
    }

    fn modulus(self, moduli: &[&[u64]], digits: usize) -> IfmaX8Modulus {
        let mut m = Buffer::new(LANES * (digits + 1));
        let mut f = Buffer::new(LANES * digits);
        let mut inverse = Buffer::new(LANES);
        for (lane, modulus) in moduli.iter().enumerate() {
            let n = limb::inverse_limb(modulus[0]).wrapping_neg() & MASK;
            let mut multiple = Zeroizing::new(vec![0; modulus.len() + 1]);
            limb::mul(&mut multiple, modulus, &[n]);
            let mut one = vec![0; multiple.len()];
            one[0] = 1;
            limb::add_if(&mut multiple, &one, 1);
            Self::from_limbs(&mut m, modulus, lane);
            Self::from_limbs(&mut f, &Zeroizing::new(limb::shift_right(&multiple, RADIX as usize)), lane);
            inverse[lane] = n;
        }
        let width = width(digits);
        let levels = karatsuba::levels(digits, width);
        IfmaX8Modulus { digits, width, levels, scratch_words: Self::scratch_words(digits), m, f, inverse }
    }

    fn mont_mul(self, out: &mut [u64], a: &[u64], b: &[u64], m: &IfmaX8Modulus, scratch: &mut [u64]) {
        m.check(out, a, scratch);
        m.check(out, b, scratch);
        // SAFETY: self proves the instructions; the lengths have been checked.
        unsafe { product::mul::<false>(out.as_mut_ptr(), a.as_ptr(), b.as_ptr(), m, scratch.as_mut_ptr()) }
    }

    fn mont_sqr(self, out: &mut [u64], a: &[u64], m: &IfmaX8Modulus, scratch: &mut [u64]) {
        m.check(out, a, scratch);
        // SAFETY: self proves the instructions; the lengths have been checked.
        unsafe { product::mul::<true>(out.as_mut_ptr(), a.as_ptr(), a.as_ptr(), m, scratch.as_mut_ptr()) }
    }

    fn select(self, out: &mut [u64], table: &[u64], index: &[usize]) {
        assert!(table.len().is_multiple_of(out.len()) && out.len().is_multiple_of(2 * LANES));
        let wanted: [u64; LANES] = core::array::from_fn(|lane| core::hint::black_box(index[lane]) as u64);
        // SAFETY: self proves the instructions; `table` holds whole elements as long as `out`, in pairs of vectors.
        unsafe { select::select(out, table, &wanted) }
    }

    fn gathers(entries: usize) -> usize {
        if entries.is_multiple_of(CHUNK) { GATHERED } else { 1 }
    }

    fn scatter(self, table: &mut [u64], tmp: &mut [u64]) {
        assert!(tmp.len().is_multiple_of(GATHERED * LANES) && table.len().is_multiple_of(tmp.len()));
        // SAFETY: self proves the instructions; `tmp` holds eight elements of whole vectors, `table` a multiple of
        // eight.
        unsafe { select::scatter(table, tmp, tmp.len() / GATHERED / LANES) }
    }

    fn gather(self, out: &mut [u64], table: &[u64], index: &[[usize; LANES]]) {
        assert!(index.len() == GATHERED && out.len().is_multiple_of(GATHERED * LANES));
        assert!(table.len().is_multiple_of(CHUNK * out.len() / GATHERED));
        let wanted =
            core::array::from_fn(|lane| core::array::from_fn(|look| core::hint::black_box(index[look][lane]) as u64));
        // SAFETY: self proves the instructions; `out` holds GATHERED elements, and `table` whole chunks of elements.
        unsafe { select::gather(out, table, &wanted) }
    }

    fn from_limbs(out: &mut [u64], limbs: &[u64], lane: usize) {
        radix::from_limbs(limbs, RADIX, out.len() / LANES, |i, digit| out[LANES * i + lane] = digit);
    }

    fn to_limbs(limbs: &mut [u64], a: &[u64], lane: usize) {
        radix::to_limbs(limbs, RADIX, a.len() / LANES, |i| a[LANES * i + lane]);
    }
}

/// The width of the tiles for numbers of `digits` digits.
fn width(digits: usize) -> usize {
    *WIDTHS.iter().find(|&width| digits.is_multiple_of(*width)).expect("digits of such numbers")
}

impl IfmaX8Modulus {
    /// m with a zero digit above, F, and n, each in vectors.
    #[must_use]
    pub fn constants(&self) -> [&[u64]; 3] {
        [&self.m, &self.f, &self.inverse]
    }

    fn check(&self, out: &[u64], a: &[u64], scratch: &[u64]) {
        let words = LANES * self.digits;
        assert!(out.len() >= words && a.len() >= words && scratch.len() >= self.scratch_words);
        debug_assert!(a.iter().all(|&digit| digit <= MASK));
    }
}
