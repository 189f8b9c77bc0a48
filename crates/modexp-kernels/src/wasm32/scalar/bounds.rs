//! Proof that columns do not overflow. They are sums of products, so the largest digits bound all other digits at every
//! step of the sum. The profile of the tests checks each addition.

use super::{MASK, N, RADIX, Unpacked, column, eliminated};
use std::panic::catch_unwind;

/// Computes all columns of a product or a square, with quotients, if every digit is `largest`.
fn columns<const SQUARE: bool>(largest: u64) {
    let digits: Unpacked = [largest; N];
    let mut carry = 0;
    for k in 0..2 * N - 1 {
        // the products of the last quotient, from column 8 up
        let last = if k + 1 < N { 0 } else { largest * largest };
        carry =
            (column::<SQUARE>(&digits, &digits, k) + eliminated(&[largest; N - 1], &digits, k) + last + carry) >> RADIX;
    }
}

#[test]
fn columns_do_not_overflow() {
    columns::<false>(MASK);
    columns::<true>(MASK);
}

#[test]
fn one_bit_more_overflows() {
    assert!(catch_unwind(|| columns::<false>(2 * MASK + 1)).is_err(), "digits of one bit more");
    assert!(catch_unwind(|| columns::<true>(2 * MASK + 1)).is_err(), "the same, of a square");
}
