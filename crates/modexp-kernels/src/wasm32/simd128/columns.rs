//! Columns of a product in registers: they sum rows of dot products, and rounds of carries make digits of the sums.

use super::lanes::V128;
use super::{BASE, HALF};
use core::hint::black_box;

/// Products that a column holds.
pub(super) const MAX_PRODUCTS: usize = 120;

/// Up to this number n of digits, two rounds of carries leave |d| ≤ 2^12 + n·D²/2^26 + 2 ≤ D. Longer numbers take
/// three.
pub(super) const TWO_ROUNDS: usize = 384;

/// D: the largest digit, except the top digits of quotients and factors. They are at most 2^13 + 2^11.
pub(super) const MAX_DIGIT: i64 = 4200;
pub(super) const MAX_TOP_DIGIT: i64 = BASE + BASE / 4;

// a column and the rounding of its carry fit 32 bits; digits after two rounds are at most D
const _: () = assert!(
    (MAX_PRODUCTS as i64 - 1) * MAX_DIGIT * MAX_DIGIT + MAX_TOP_DIGIT * MAX_DIGIT + MAX_DIGIT + HALF <= i32::MAX as i64
);
const _: () = assert!(
    HALF + 2 + (TWO_ROUNDS as i64 * MAX_DIGIT * MAX_DIGIT + MAX_TOP_DIGIT * MAX_DIGIT) / (BASE * BASE) <= MAX_DIGIT
);

/// 16 or fewer columns, in vectors of four, and their carries that are set aside.
pub(super) struct Columns<const V: usize, const SET_ASIDE: bool> {
    sums: [V128; V],
    aside: [V128; V],
}

impl<const V: usize, const SET_ASIDE: bool> Columns<V, SET_ASIDE> {
    pub(super) fn new(sums: [V128; V]) -> Self {
        Self { sums, aside: [V128::ZERO; V] }
    }

    /// Adds rows of 8 digits each: the digits in `a` times the pairs that begin at `at` for the first row and 8 lower
    /// for each further row. Sets the carries aside between turns of `per_turn` rows.
    #[inline(always)]
    pub(super) fn add_rows(&mut self, a: &[u32], pairs: &[u32], at: usize, rows: usize, per_turn: usize) {
        let mut done = 0;
        loop {
            let turn = if SET_ASIDE { per_turn.min(rows - done) } else { rows };
            self.add_turn(&a[4 * done..], pairs, at - 8 * done, turn);
            done += turn;
            if !SET_ASIDE || done == rows {
                return;
            }
            self.set_aside();
        }
    }

    /// The innermost loop. It takes the even pairs of digits, then the odd pairs. It takes two pairs at a time, four
    /// digits apart: they share all vectors except one.
    #[inline(always)]
    fn add_turn(&mut self, a: &[u32], pairs: &[u32], at: usize, rows: usize) {
        assert!(4 * rows <= a.len() && 8 * rows <= at + 2 && at + 4 * V <= pairs.len());
        // hides that the indices are linear; otherwise the compiler adds up the address of each load
        let opaque = black_box(usize::MAX);
        for odd in 0..2 {
            let mut i = odd;
            let mut j = at - 4 - 2 * odd;
            for _ in 0..rows {
                // SAFETY: i ≤ 4·rows − 3, and `at` − 4 ≥ j ≥ `at` + 2 − 8·rows.
                let (digits, window) = unsafe { (a.get_unchecked(i..i + 3), pairs.get_unchecked(j..j + 4 * V + 4)) };
                let (near, far) = (V128::splat(digits[0]), V128::splat(digits[2]));
                for k in 0..V {
                    let (high, low) = (V128::load(&window[4 * k + 4..]), V128::load(&window[4 * k..]));
                    self.sums[k] = self.sums[k].add_dot(near, high).add_dot(far, low);
                }
                i = (i + 4) & opaque;
                j = j.wrapping_sub(8) & opaque;
            }
        }
    }

    /// Moves the carries out of the columns. Each column then holds one digit.
    #[inline(always)]
    fn set_aside(&mut self) {
        for (sum, aside) in self.sums.iter_mut().zip(&mut self.aside) {
            *aside = aside.plus(sum.carry());
            *sum = sum.digit();
        }
    }
}

impl<const SET_ASIDE: bool> Columns<4, SET_ASIDE> {
    /// Adds the rows that begin inside the block: 4·ROWS digits of `a`. The first digit meets `b[0]` in column 0.
    /// `even` and `odd` are the pairs from 0 and from −2 up, with zeros below `b[0]`.
    #[inline(always)]
    pub(super) fn add_beginning<const ROWS: usize>(&mut self, a: &[u32], even: [V128; 4], odd: [V128; 4]) {
        let a = &a[..2 * ROWS];
        for row in 0..ROWS {
            let (first, second) = (V128::splat(a[2 * row]), V128::splat(a[2 * row + 1]));
            for k in 0..4 {
                if k >= row {
                    self.sums[k] = self.sums[k].add_dot(first, even[k - row]).add_dot(second, odd[k - row]);
                }
            }
        }
    }

    /// Adds the rows that end inside the block: 16 digits of `a`. The first digit meets `b[n]` in column 0; `end` is
    /// the place of this pair.
    #[inline(always)]
    pub(super) fn add_end(&mut self, a: &[u32], pairs: &[u32], end: usize) {
        let a = &a[..8];
        let window = &pairs[end - 14..end + 4];
        let even: [V128; 4] = core::array::from_fn(|i| V128::load(&window[14 - 4 * i..]));
        let odd: [V128; 4] = core::array::from_fn(|i| V128::load(&window[12 - 4 * i..]));
        for row in 0..4 {
            let (first, second) = (V128::splat(a[2 * row]), V128::splat(a[2 * row + 1]));
            for k in 0..4 {
                if k <= row {
                    self.sums[k] = self.sums[k].add_dot(first, even[row - k]).add_dot(second, odd[row - k]);
                }
            }
        }
    }
}

/// The rounds of carries. They go up the columns vector by vector.
pub(super) struct Carries {
    first: V128,
    second: V128,
    third: V128,
    pub(super) three: bool,
}

impl Carries {
    /// Takes columns of up to `n` products.
    pub(super) fn new(n: usize) -> Self {
        Self { first: V128::ZERO, second: V128::ZERO, third: V128::ZERO, three: n > TWO_ROUNDS }
    }

    /// The digits of the next vectors of columns.
    #[inline(always)]
    pub(super) fn digits<const V: usize, const SET_ASIDE: bool>(
        &mut self,
        columns: &Columns<V, SET_ASIDE>,
    ) -> [V128; V] {
        let mut digits = [V128::ZERO; V];
        for i in 0..V {
            let mut carry = columns.sums[i].carry();
            if SET_ASIDE {
                carry = carry.plus(columns.aside[i]);
            }
            let mut sum = columns.sums[i].digit().plus(carry.one_column_up(self.first));
            self.first = carry;

            let carry = sum.carry();
            sum = sum.digit().plus(carry.one_column_up(self.second));
            self.second = carry;

            if SET_ASIDE && self.three {
                let carry = sum.carry();
                sum = sum.digit().plus(carry.one_column_up(self.third));
                self.third = carry;
            }
            digits[i] = sum;
        }
        digits
    }
}

/// Stores the digits of a block of 16 columns as 8 words.
pub(super) fn store_block(out: &mut [u32], digits: [V128; 4]) {
    let out = &mut out[..8];
    V128::narrow(digits[0], digits[1]).store(out);
    V128::narrow(digits[2], digits[3]).store(&mut out[4..]);
}

/// Rows of 8 digits in one turn, next to 16 rows that begin or end in the block.
pub(super) const TURN: usize = MAX_PRODUCTS / 8 - 2;
pub(super) const TURN_DOUBLED: usize = (MAX_PRODUCTS / 8 - 4) / 2;
