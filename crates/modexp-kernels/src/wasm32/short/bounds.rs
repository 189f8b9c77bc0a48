//! Proof that columns do not overflow. They are sums of products, so the largest digits bound all other digits at every
//! step of the sum. The profile of the tests checks each addition.

use super::{Column, MAX_DIGITS, add_eliminated, column, product};
use std::panic::catch_unwind;

/// Computes all columns of a product or a square of the most digits, with quotients, if every digit is `largest`.
fn columns<C: Column, const SQUARE: bool>(largest: u64) {
    const D: usize = MAX_DIGITS;
    let digits = [largest; D];
    let mut carry = C::from(0);
    for k in 0..2 * D - 1 {
        // the products of the last quotient, from column 8 up
        let last = if k + 1 < D { C::from(0) } else { product(largest, largest) };
        let sum = add_eliminated(column::<C, D, SQUARE>(&digits, &digits, k), &digits, &digits, k) + last + carry;
        carry = sum >> C::RADIX;
    }
}

/// Columns do not overflow on these digits, and do on digits of one bit more.
fn largest<C: Column>(digit: u64) {
    columns::<C, false>(digit);
    columns::<C, true>(digit);
    assert!(catch_unwind(|| columns::<C, false>(2 * digit + 1)).is_err(), "digits of one bit more");
    assert!(catch_unwind(|| columns::<C, true>(2 * digit + 1)).is_err(), "the same, of a square");
}

#[test]
fn columns_do_not_overflow() {
    largest::<u64>(u64::MASK);
    // digits of 58 bits, which nine digits of 512 bits need, have three bits to spare
    largest::<u128>(8 * u128::MASK + 7);
}
