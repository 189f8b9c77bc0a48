//! The scratch space of a product.

use super::modulus::shifted_words;
use super::vector::*;

/// Two quotients, 2·vectors + 1 columns of the sum, 2·vectors + 1 columns of a square's products, and a factor in all
/// shifts. Only two numbers need the shifts: the digits of one number are consecutive words.
#[derive(Clone, Copy)]
pub(super) struct Scratch {
    quotients: *mut u64,
    pub(super) t: *mut u64,
    pub(super) off_diagonal: *mut u64,
    shifts: *mut u64,
}

impl Scratch {
    pub(super) fn words<const N: usize>(vectors: usize) -> usize {
        let shifts = if N == 1 { 0 } else { shifted_words::<N>(vectors) };
        (2 + 2 * (2 * vectors + 1)) * WORDS + shifts
    }

    pub(super) fn new(scratch: &mut [u64], vectors: usize) -> Self {
        let (quotients, columns) = scratch.split_at_mut(2 * WORDS);
        let (t, columns) = columns.split_at_mut((2 * vectors + 1) * WORDS);
        let (off_diagonal, shifts) = columns.split_at_mut((2 * vectors + 1) * WORDS);
        Self {
            quotients: quotients.as_mut_ptr(),
            t: t.as_mut_ptr(),
            off_diagonal: off_diagonal.as_mut_ptr(),
            shifts: shifts.as_mut_ptr(),
        }
    }

    /// Returns column 0 of the operand for rows of the element b, of v vectors: b itself, or its shifts.
    #[inline(always)]
    pub(super) unsafe fn columns<const N: usize, const STEP: usize>(self, b: *const u64, v: usize) -> *const u64 {
        if STEP == 1 {
            return b;
        }
        let block = Groups::<N>::DIGITS;
        let mut below = zero();
        for j in 0..=v {
            let x = load(b.add(WORDS * j));
            let to = self.shifts.add(WORDS * block * j);
            store(to, below);
            store(to.add(WORDS), shift_in::<3>(x, below));
            store(to.add(2 * WORDS), shift_in::<2>(x, below));
            store(to.add(3 * WORDS), shift_in::<1>(x, below));
            below = x;
        }
        store(self.shifts.add(WORDS * block * (v + 1)), below);
        self.shifts.add(WORDS * block)
    }

    /// The quotient of block i. The quotient of block i + 2 takes its place.
    #[inline(always)]
    pub(super) unsafe fn quotient(self, i: usize) -> *mut u64 {
        self.quotients.add(WORDS * (i % 2))
    }

    /// Column i of the sum.
    #[inline(always)]
    pub(super) unsafe fn column(self, i: usize) -> *mut u64 {
        self.t.add(WORDS * i)
    }

    /// Column i of the sum + 2·column i of a square's products.
    #[inline(always)]
    pub(super) unsafe fn square_column(self, i: usize) -> Vector {
        let once = load(self.off_diagonal.add(WORDS * i));
        add(load(self.column(i)), add(once, once))
    }
}
