//! The vector operations that eight residues need.

use crate::prime::ops::{Choice, Places};
use core::array::from_fn;
use core::fmt::Debug;
use modexp_limbs::limb;

/// Lanes of a vector.
pub(super) const LANES: usize = 8;

/// Vectors of eight 64-bit lanes. A value proves that this CPU has the instructions.
pub trait Vectors: Copy + Debug + Send + Sync + 'static {
    /// Eight lanes.
    type Vector: Copy + Debug + Send + Sync + 'static;

    /// Bits of a digit.
    const RADIX: u32;

    /// Runs `f` compiled for these instructions.
    fn vectorize<T>(self, f: impl FnOnce() -> T) -> T;

    /// One value for each lane.
    fn from_lanes(self, lanes: [u64; LANES]) -> Self::Vector;

    /// The value of each lane.
    fn to_lanes(self, x: Self::Vector) -> [u64; LANES];

    /// a + b mod 2^64.
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// a − b mod 2^64.
    fn sub(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// acc + (a·b mod 2^RADIX) for digits a, b.
    fn mul_low(self, acc: Self::Vector, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// acc + ⌊a·b/2^RADIX⌋ for digits a, b.
    fn mul_high(self, acc: Self::Vector, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// column·m0_inv mod 2^RADIX, for any column.
    fn quotient(self, column: Self::Vector, m0_inv: Self::Vector) -> Self::Vector;

    /// a mod 2^RADIX.
    fn digit(self, a: Self::Vector) -> Self::Vector;

    /// ⌊a/2^RADIX⌋ for a signed a.
    fn carry(self, a: Self::Vector) -> Self::Vector;

    /// a, which is a digit because it is the top one of a number below 4p.
    fn top_digit(self, a: Self::Vector) -> Self::Vector;

    /// a | b.
    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// a ⊕ b.
    fn xor(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// The lanes of a that are negative.
    fn negative(self, a: Self::Vector) -> Choice;

    /// The lanes of a that are 0.
    fn zero_lanes(self, a: Self::Vector) -> Choice;

    /// Lane l of the result is lane from\[l] of a.
    fn permute(self, a: Self::Vector, from: &Places) -> Self::Vector;

    /// `b` in the lanes of `choice`, `a` in the others.
    fn blend(self, choice: Choice, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// D vectors; lane l has the D words from `at[l]` on.
    ///
    /// # Panics
    /// If `words` ends earlier, or `at` has fewer places than lanes.
    #[inline(always)]
    fn gather<const D: usize>(self, words: &[u64], at: &[usize]) -> [Self::Vector; D] {
        from_fn(|i| self.from_lanes(from_fn(|lane| words[at[lane] + i])))
    }

    /// out = entry `index` of `table`, with entries as long as `out`; reads the whole table.
    fn select(self, out: &mut [u64], table: &[u64], index: usize) {
        limb::select(out, table, index);
    }

    /// out = entry `index[l]` of `table` in lane l; reads the whole table.
    fn select_lanes(self, out: &mut [u64], table: &[u64], index: &[usize]) {
        limb::select_lanes(out, table, index);
    }

    /// Writes lane l of all vectors from `at[l]` on, for each place of `at`.
    ///
    /// # Panics
    /// If `words` ends earlier.
    #[inline(always)]
    fn scatter<const D: usize>(self, words: &mut [u64], at: &[usize], a: &[Self::Vector; D]) {
        for (i, a) in a.iter().enumerate() {
            for (&at, word) in at.iter().zip(self.to_lanes(*a)) {
                words[at + i] = word;
            }
        }
    }
}
