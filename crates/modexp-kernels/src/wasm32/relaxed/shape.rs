//! Where the digits of one number or of two lie in pairs, and how many there are.

use super::columns::{OFFSET, RADIX};
use super::digits;

/// The longest modulus: with a longer one, the sum of a column could exceed 2^62. Other algorithms are faster already
/// for far shorter moduli.
pub(crate) const MAX_BITS: usize = 131_072;

/// Each of 2n products adds up to 2^49 to its column and 2^48 + 1 to the next, so 3n·2^49 + 2n < 2^62.
pub(crate) const MAX_DIGITS: usize = (MAX_BITS + HEADROOM as usize).div_ceil(RADIX as usize);
const _: () = assert!(3 * MAX_DIGITS < (1 << 13) - 1);

/// R ≥ 16m; see the range in [`super`].
pub(crate) const HEADROOM: u32 = 4;

/// Digits of elements for moduli of up to `bits` bits.
pub(crate) fn digits(bits: usize) -> usize {
    (bits + HEADROOM as usize).div_ceil(RADIX as usize).max(MIN_DIGITS)
}

/// The least number of digits: the last four are reduced together, and a pass is at least three pairs long.
pub(crate) const MIN_DIGITS: usize = 5;

/// Where digits and columns lie in pairs, for one number or for two.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    /// Digits of a number.
    pub(crate) n: usize,
    /// Numbers in an element.
    pub(crate) lanes: usize,
}

impl Shape {
    pub(crate) fn new(n: usize, lanes: usize) -> Self {
        Self { n, lanes }
    }

    /// The shape of elements of so many words. It gives one number an even number of digits; the top one may be 0.
    pub(crate) fn of_words(words: usize, lanes: usize) -> Self {
        Self { n: words / lanes, lanes }
    }

    /// Pairs of an element.
    pub(crate) fn pairs(self) -> usize {
        if self.lanes == 1 { self.n.div_ceil(2) } else { self.n }
    }

    /// Word of digit i of number `lane`.
    pub(crate) fn word(self, i: usize, lane: usize) -> usize {
        let h = self.pairs();
        if i < h { 2 * i + lane } else { 2 * (i - h) + 1 }
    }

    /// Column of lane `lane` of column pair k.
    pub(crate) fn column(self, k: usize, lane: usize) -> usize {
        if self.lanes == 1 { k + lane * self.pairs() } else { k }
    }

    /// The part of [`OFFSET`] in lane `lane` of a pair of columns: the lanes that are summed into a column have one OFFSET
    /// together.
    pub(crate) fn offset(self, lane: usize) -> u64 {
        if lane < self.lanes { OFFSET } else { 0 }
    }

    /// Column pairs of a product.
    pub(crate) fn product_columns(self) -> usize {
        2 * self.pairs() + self.column(0, 1)
    }

    /// Writes the integer `limbs` < R into lane `lane` of `out`.
    pub(crate) fn from_limbs(self, out: &mut [u64], limbs: &[u64], lane: usize) {
        digits::from_limbs(limbs, out.len() / self.lanes, |i, digit| out[self.word(i, lane)] = digit.to_bits());
    }

    /// Reads lane `lane` of `a`, which is not negative, into `limbs`.
    pub(crate) fn to_limbs(self, limbs: &mut [u64], a: &[u64], lane: usize) {
        digits::to_limbs(limbs, a.len() / self.lanes, |i| f64::from_bits(a[self.word(i, lane)]));
    }

    /// Words of scratch space: a zero for each pair of an element, then the columns.
    pub(crate) fn scratch_words(self) -> usize {
        2 * (self.pairs() + self.product_columns())
    }
}
