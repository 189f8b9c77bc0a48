//! Proof that columns do not overflow. Sums of products grow with every digit, so that the largest digits everywhere, the
//! quotient's included, with carries as they come from such columns, stand for all others. Debug builds check each addition.

use super::dot::Column;
use super::{Kernel, MASK, ONE_SUM, Wide, add_column};
use std::panic::catch_unwind;
use std::vec;

/// The columns of `scan` for numbers of n digits, all of them `largest`.
fn columns<const SQUARE: bool, const ASIDE: bool>(n: usize, largest: u64) {
    let digits = vec![largest; n];
    let mut carry = 0;
    for k in 0..2 * n - 1 {
        let (first, last) = (k.saturating_sub(n - 1), k.min(n - 1));
        let mut column = Column::<ASIDE>::default();
        add_column::<SQUARE, ASIDE>(&mut column, &digits, &digits, first, last);
        column.add_products(&digits[first..last], &digits[first..last]);
        column.add_carry(carry);
        column.add_product(largest, largest);
        carry = column.carry();
    }
}

fn both<const ASIDE: bool>(n: usize, largest: u64) {
    columns::<false, ASIDE>(n, largest);
    columns::<true, ASIDE>(n, largest);
}

#[test]
fn columns_do_not_overflow() {
    (1..=ONE_SUM).for_each(|n| both::<false>(n, MASK));
    (1..=4 * ONE_SUM + 1).for_each(|n| both::<true>(n, MASK));
    both::<true>(Wide::digits(131_072), MASK);
}

#[test]
fn one_bit_more_overflows() {
    assert!(catch_unwind(|| both::<false>(ONE_SUM, 2 * MASK + 1)).is_err(), "digits of one bit more");
    assert!(catch_unwind(|| both::<true>(4 * ONE_SUM, 2 * MASK + 1)).is_err(), "the same, with carries set aside");
    assert!(catch_unwind(|| columns::<false, false>(2 * ONE_SUM, MASK)).is_err(), "twice as many digits in a sum");
    assert!(catch_unwind(|| columns::<true, false>(2 * ONE_SUM, MASK)).is_err(), "the same, of a square");
}
