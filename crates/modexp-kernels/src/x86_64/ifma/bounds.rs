//! Proof that accumulators of 64 bits do not overflow, for `ifma`, `ifma_x2` and `ifma_x8`. The proof makes the
//! additions of the code to a column, in the same order and from the same constants. When the code changes, the last
//! test fails until somebody compares the two.

use super::super::ifma_x8::{self, karatsuba};
use super::reduction::CARRY_PASS_BLOCKS;
use super::vector::{Groups, RADIX, WORDS};
use super::{Ifma, IfmaX2, Kernel};
use std::vec;

/// The constants of the bounds.
#[derive(Clone, Copy)]
struct Constants {
    radix: u32,
    carry_pass_rows: usize,
    /// Digits of a block.
    block: usize,
}

/// The largest value of an accumulator, or `None` if it does not fit.
fn fits(x: u128) -> Option<u128> {
    (x < 1 << 64).then_some(x)
}

impl Constants {
    /// The sum that a block of rows or a quotient adds to a lane of a column: a low and a high product for each digit.
    fn rows(self) -> u128 {
        2 * self.block as u128 * self.digit()
    }

    /// A bound for a digit, and for a low or a high product of two digits.
    fn digit(self) -> u128 {
        (1 << self.radix) - 1
    }

    /// A column after `carry_pass`: a digit, and the carry of the lane below.
    fn after_carry_pass(self, column: u128) -> u128 {
        self.digit() + (column >> self.radix)
    }

    /// `mul_of` for numbers of v vectors. `None` if an accumulator may overflow.
    fn product(self, v: usize) -> Option<()> {
        let mut t = vec![self.digit(); 2 * v + 1];
        for i in 0..v {
            // the first column of the row and of the quotient before it, and its carry; then their other columns
            fits(t[i] + 2 * self.rows() + (1 << (64 - self.radix)))?;
            for column in &mut t[i + 1..=i + v] {
                *column = fits(*column + 2 * self.rows())?;
            }
            self.carry_pass(&mut t, i);
        }
        self.finish(&t, &vec![0; 2 * v + 1], v)
    }

    /// `sqr_of`. The columns start from the squares. A second sum takes the off-diagonal products, and its readers
    /// double it.
    fn square(self, v: usize) -> Option<()> {
        let mut t = vec![2 * self.digit(); 2 * v + 1];
        let mut once = vec![0; 2 * v + 1];
        let mut rows_done = 0;
        for i in 0..v {
            // rows up to k are complete when block i needs columns 2k and 2k + 1
            while rows_done <= i.div_ceil(2) && rows_done < v {
                self.square_rows(&mut once, rows_done, v)?;
                rows_done += 1;
            }
            fits(t[i] + 2 * once[i] + self.rows() + (1 << (64 - self.radix)))?;
            for column in &mut t[i + 1..=i + v] {
                *column = fits(*column + self.rows())?;
            }
            self.carry_pass(&mut t, i);
        }
        for k in rows_done..v {
            self.square_rows(&mut once, k, v)?;
        }
        self.finish(&t, &once, v)
    }

    fn square_rows(self, once: &mut [u128], k: usize, v: usize) -> Option<()> {
        for column in &mut once[2 * k..=k + v] {
            *column = fits(*column + self.rows())?;
        }
        if k % self.carry_pass_rows == self.carry_pass_rows - 1 {
            once[2 * k + 2..].iter_mut().for_each(|column| *column = self.after_carry_pass(*column));
        }
        Some(())
    }

    fn carry_pass(self, t: &mut [u128], i: usize) {
        if i % self.carry_pass_rows == self.carry_pass_rows - 1 {
            t[i + 1..].iter_mut().for_each(|column| *column = self.after_carry_pass(*column));
        }
    }

    /// Adds the products of the last quotient, and the carries.
    fn finish(self, t: &[u128], once: &[u128], v: usize) -> Option<()> {
        (v..2 * v).try_for_each(|j| fits(t[j] + 2 * once[j] + self.rows() + (1 << (64 - self.radix))).map(|_| ()))
    }

    fn holds(self, v: usize) -> bool {
        self.product(v).is_some() && self.square(v).is_some()
    }
}

/// Bits of the longest modulus in the proof.
const BITS: usize = 131_072;

fn constants<const N: usize>() -> Constants {
    Constants { radix: RADIX, carry_pass_rows: CARRY_PASS_BLOCKS, block: Groups::<N>::DIGITS }
}

#[test]
fn accumulators_have_room() {
    for v in 1..=Ifma::digits(BITS) / WORDS {
        assert!(constants::<1>().holds(v), "{v} vectors");
    }
    for v in 1..=IfmaX2::digits(BITS) / Groups::<2>::DIGITS {
        assert!(constants::<2>().holds(v), "{v} vectors of two numbers");
    }
}

#[test]
fn accumulators_have_no_room_for_one_bit_more() {
    let v = Ifma::digits(BITS) / WORDS;
    let right = constants::<1>();
    assert!(!Constants { radix: right.radix + 1, ..right }.holds(v), "digits of one bit more");
    assert!(
        !Constants { carry_pass_rows: 2 * right.carry_pass_rows, ..right }.holds(v),
        "carries passed on half as often"
    );
    assert!(!Constants { block: 2 * right.block, ..right }.holds(v), "twice the digits in a block");
}

/// The bounds of `ifma_x8`. Its columns have a sign.
#[derive(Clone, Copy)]
struct LaneBounds {
    radix: u32,
    carry_pass_rows: usize,
    width: usize,
    /// Digits and levels of the longest product by parts.
    most: usize,
    levels: usize,
}

impl LaneBounds {
    fn digit(self) -> i128 {
        (1 << self.radix) - 1
    }

    /// The sum that `count` rows add to a column: low and high products.
    fn rows(self, count: usize) -> i128 {
        2 * count as i128 * self.digit()
    }

    /// A column after `carry_pass`: a digit, and the carry of the column below.
    fn after_carry_pass(self) -> i128 {
        self.digit() + (1 << (64 - self.radix))
    }

    /// The rows and the diagonal block of a tile. A square doubles them and adds the square of a digit.
    fn sum(self) -> i128 {
        2 * (self.after_carry_pass() + self.rows(self.carry_pass_rows + self.width)) + self.digit()
    }

    /// The smallest and the largest column of a product by parts: x·y − z_0 − z_2, the column's old value, and both
    /// sums.
    fn parts(self) -> (i128, i128) {
        let base = (0..self.levels).fold(self.most, |n, _| karatsuba::half(n, self.width));
        (0..self.levels).fold((0, self.rows(base)), |(least, largest), _| {
            let spread = largest - least;
            (-2 * spread, 2 * spread + 2 * self.digit() + 1)
        })
    }

    /// Whether a tile has room for the sum, the rows of quotients with one more row and their triangle, and the carry.
    fn fits(self) -> bool {
        let (least, largest) = self.parts();
        let column =
            self.sum().max(largest) + self.rows(self.carry_pass_rows + 1 + self.width) + (1 << (64 - self.radix));
        least >= i128::from(i64::MIN) && column <= i128::from(i64::MAX)
    }
}

#[test]
fn tiles_have_room() {
    let (most, levels) = (karatsuba::MOST, karatsuba::LEVELS);
    for width in ifma_x8::WIDTHS {
        assert!(LaneBounds { radix: RADIX, carry_pass_rows: ifma_x8::CARRY_PASS_ROWS, width, most, levels }.fits());
        let found = |n| karatsuba::levels(n, width);
        assert!((1..=most).all(|n| found(n) <= levels) && found(most + 1) == 0);
    }
    let right =
        LaneBounds { radix: RADIX, carry_pass_rows: ifma_x8::CARRY_PASS_ROWS, width: ifma_x8::WIDTHS[0], most, levels };
    assert!(!LaneBounds { radix: RADIX + 1, ..right }.fits(), "digits of one bit more");
    assert!(
        !LaneBounds { carry_pass_rows: 2 * right.carry_pass_rows, ..right }.fits(),
        "carries passed on half as often"
    );
    assert!(!LaneBounds { most: 2 * most, ..right }.fits(), "products by parts of twice the length");
    assert!(!LaneBounds { levels: levels + 1, ..right }.fits(), "one level more");
}

/// Code without comments and layout, as a number.
fn fingerprint(sources: &[&str]) -> u64 {
    let code =
        sources.iter().flat_map(|source| source.split("#[cfg(test)]\nmod tests {").next().expect("code").lines());
    let code = code.filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| line.split_whitespace());
    code.flat_map(str::bytes)
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[test]
fn the_code_is_that_which_is_followed_here() {
    let ifma =
        [include_str!("product.rs"), include_str!("reduction.rs"), include_str!("rows.rs"), include_str!("square.rs")];
    let ifma_x8 = [
        include_str!("../ifma_x8.rs"),
        include_str!("../ifma_x8/digits.rs"),
        include_str!("../ifma_x8/karatsuba.rs"),
        include_str!("../ifma_x8/product.rs"),
        include_str!("../ifma_x8/sum.rs"),
        include_str!("../ifma_x8/tile.rs"),
    ];
    for (files, found, expected) in [
        ("product.rs, reduction.rs, rows.rs or square.rs", fingerprint(&ifma), 0xd8b5_9653_4d7d_a269),
        (
            "ifma_x8.rs, its digits.rs, karatsuba.rs, product.rs, sum.rs or tile.rs",
            fingerprint(&ifma_x8),
            0x79ae_b912_f3e7_8996,
        ),
    ] {
        assert_eq!(
            found, expected,
            "{files} changed: compare with Constants and LaneBounds above what a block adds to a column and when carries \
             are passed on, then write {found:#x} here"
        );
    }
}
