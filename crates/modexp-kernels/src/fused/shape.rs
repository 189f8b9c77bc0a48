//! The numbers of digits and vectors, and the places of digits in vectors.

use super::columns::{OFFSET, RADIX, ROWS};
use super::digits;
use super::vector::Vector;
use core::marker::PhantomData;

/// The longest modulus. With a longer modulus, the sum of a column could exceed 2^62.
pub(crate) const MAX_BITS: usize = 131_072;

/// Each of 2n products adds up to 2^49 to its column and 2^48 + 1 to the next, so 3n·2^49 + 2n < 2^62.
pub(crate) const MAX_DIGITS: usize = digits_of(MAX_BITS);
const _: () = assert!(3 * MAX_DIGITS < (1 << 13) - 1);

/// R ≥ 16m; see the range in [`super`].
pub(crate) const HEADROOM: u32 = 4;

/// Digits that hold numbers for moduli of up to `bits` bits.
pub(crate) const fn digits_of(bits: usize) -> usize {
    (bits + HEADROOM as usize).div_ceil(RADIX as usize)
}

/// The places of digits and columns in vectors, for one number or several.
pub struct Shape<V> {
    /// Digits of a number.
    pub(crate) n: usize,
    /// Numbers in an element.
    pub(crate) numbers: usize,
    vectors: PhantomData<V>,
}

impl<V> Clone for Shape<V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for Shape<V> {}

impl<V: Vector> Shape<V> {
    pub const fn new(n: usize, numbers: usize) -> Self {
        Self { n, numbers, vectors: PhantomData }
    }

    /// Digits of numbers for moduli of up to `bits` bits.
    pub(crate) fn digits(bits: usize, numbers: usize) -> usize {
        let least = Self::new(0, numbers).least_digits();
        digits_of(bits).max(least)
    }

    /// The least number of digits: the last four are reduced together, and a pass and a lookup take at least three vectors.
    pub(crate) fn least_digits(self) -> usize {
        (2 * self.parts() + 1).max(5)
    }

    /// Lanes of a number.
    pub(crate) const fn parts(self) -> usize {
        V::LANES / self.numbers
    }

    /// Vectors of an element.
    pub(crate) const fn vectors(self) -> usize {
        self.n.div_ceil(self.parts())
    }

    /// Word of digit i of number `number`.
    pub(crate) fn word(self, i: usize, number: usize) -> usize {
        let h = self.vectors();
        V::LANES * (i % h) + self.numbers * (i / h) + number
    }

    /// Column of lane `lane` of column vector k.
    pub(crate) const fn column(self, k: usize, lane: usize) -> usize {
        k + lane / self.numbers * self.vectors()
    }

    /// The part of [`OFFSET`] in lane `lane` of a vector of columns. The lanes that are summed into a column have one OFFSET
    /// together.
    pub(crate) fn offset(self, lane: usize) -> u64 {
        if lane < self.numbers { OFFSET } else { 0 }
    }

    /// Vectors of columns of a product.
    pub(crate) const fn product_columns(self) -> usize {
        2 * self.vectors() + self.zeros()
    }

    /// Zero vectors below the columns: the sums of the lowest columns read them.
    pub(crate) const fn zeros(self) -> usize {
        self.column(0, V::LANES - 1)
    }

    /// Writes the integer `limbs` < R as number `number` of `out`.
    pub(crate) fn from_limbs(self, out: &mut [u64], limbs: &[u64], number: usize) {
        digits::from_limbs(limbs, out.len() / self.numbers, |i, digit| out[self.word(i, number)] = digit.to_bits());
    }

    /// Reads number `number` of `a`, which is not negative, into `limbs`.
    pub(crate) fn to_limbs(self, limbs: &mut [u64], a: &[u64], number: usize) {
        digits::to_limbs(limbs, a.len() / self.numbers, |i| f64::from_bits(a[self.word(i, number)]));
    }

    /// Words of a modulus, its multiple f and μ.
    pub(crate) const fn constant_words(self) -> usize {
        V::LANES * (2 * self.vectors() + ROWS)
    }

    /// Words of the starts of columns.
    pub(crate) const fn start_words(self) -> usize {
        V::LANES * (2 * self.product_columns() + 1)
    }

    /// Words of scratch space: zeros, then the columns.
    pub(crate) const fn scratch_words(self) -> usize {
        V::LANES * (self.zeros() + self.product_columns())
    }
}
