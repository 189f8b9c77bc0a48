//! Proof that no sum of a column overflows its word. Sums grow with each of their terms, so the largest parts of
//! products with the largest old columns bound all other sums. Debug builds check each addition.

use super::columns::{MASK, ROWS, RowPass, SQUARE_ROWS};
use std::panic::catch_unwind;

/// Adds R rows of products with lower parts `low` and upper parts `high` to columns of `old`, until the sums stop
/// growing. Returns the largest column that is not cut to a digit.
fn largest<const R: usize>(low: u64, high: u64, old: u64) -> u64 {
    let mut row_pass = RowPass::<R>::new();
    loop {
        let before = row_pass.sums;
        row_pass.step(old, R, |_| [low, high]);
        let mut top = 0;
        row_pass.finish(|_| old, |_, column| top = column);
        if row_pass.sums == before {
            return top;
        }
        assert!(row_pass.sums.iter().zip(before).all(|(&sum, before)| sum >= before), "sums grow");
    }
}

/// Runs [`largest`], and again on columns that the first pass leaves.
fn twice<const R: usize>(low: u64, high: u64) {
    let top = largest::<R>(low, high, MASK);
    largest::<R>(low, high, top);
}

/// The largest upper part of a product of two digits, and of a digit and a doubled digit.
const HIGH: u64 = ((MASK as u128 * MASK as u128) / (MASK as u128 + 1)) as u64;
const DOUBLED: u64 = ((MASK as u128 * 2 * MASK as u128) / (MASK as u128 + 1)) as u64;

#[test]
fn columns_do_not_overflow() {
    twice::<1>(MASK, HIGH);
    twice::<2>(MASK, HIGH);
    twice::<3>(MASK, HIGH);
    twice::<ROWS>(MASK, HIGH);
    twice::<1>(MASK, DOUBLED);
    twice::<2>(MASK, DOUBLED);
    twice::<3>(MASK, DOUBLED);
    twice::<SQUARE_ROWS>(MASK, DOUBLED);
}

#[test]
fn one_bit_or_row_more_overflows() {
    assert!(catch_unwind(|| twice::<ROWS>(2 * MASK + 1, 2 * HIGH)).is_err(), "products of one bit more");
    assert!(catch_unwind(|| twice::<SQUARE_ROWS>(2 * MASK + 1, 2 * DOUBLED)).is_err(), "the same, of a square");
    assert!(catch_unwind(|| twice::<{ SQUARE_ROWS + 1 }>(MASK, DOUBLED)).is_err(), "another row of a square");
    assert!(catch_unwind(|| twice::<{ 2 * ROWS }>(MASK, HIGH)).is_err(), "twice the rows of a product");
}
