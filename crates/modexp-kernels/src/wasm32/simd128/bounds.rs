//! Proof that columns and digits do not overflow. A column is a sum of products, so the largest digits with equal signs
//! bound all other digits at every step of the sum. The emulated lanes check each addition. The largest column bounds
//! the digits after the rounds of carries.

use super::columns::*;
use super::pairs::PAIRS_BELOW;
use super::*;
use std::panic::catch_unwind;
use std::vec;
use std::vec::Vec;

/// A number of n digits: `top` above n − 1 times `digit`.
fn number(n: usize, digit: i64, top: i64) -> Vec<u32> {
    let at = |i: usize| (if i + 1 < n { digit } else { top }) as u16;
    (0..n / 2).map(|i| u32::from(at(2 * i)) | u32::from(at(2 * i + 1)) << 16).collect()
}

fn pairs(digits: &[u32]) -> Vec<u32> {
    let mut pairs = vec![0; pair_words(2 * digits.len())];
    lay_out_pairs(&mut pairs, digits);
    pairs
}

/// Computes all sums of a product, a square and their reduction, with n digits of the largest size each.
fn sums<const SET_ASIDE: bool>(n: usize, digit: i64, top: i64) {
    let (plain, topped) = (number(n, digit, digit), number(n, digit, top));
    let mut t = vec![0; n + 4];
    product::<SET_ASIDE>(&mut t, &topped, &pairs(&plain));
    product::<SET_ASIDE>(&mut t, &plain, &pairs(&topped));
    let twice = number(n, 2 * digit, 2 * digit);
    square::<SET_ASIDE>(&mut t, &plain, &twice, &pairs(&plain));

    let mut t = number(2 * n, digit, digit);
    t.extend([0; 4]);
    let mut out = vec![0; n / 2];
    product_low::<SET_ASIDE>(&mut out, &t, &pairs(&plain), 0);
    product_high::<SET_ASIDE>(&mut out, &t, &topped, &pairs(&plain));
}

fn sums_of(n: usize, digit: i64, top: i64) {
    if n <= MAX_PRODUCTS { sums::<false>(n, digit, top) } else { sums::<true>(n, digit, top) }
}

/// Adds the rows that end in a block, and then a turn of rows, with all digits `digit`.
fn turn(digit: i64, rows: usize) {
    let n = 8 * rows + 16;
    let (a, b) = (number(n, digit, digit), pairs(&number(n, MAX_DIGIT, MAX_DIGIT)));
    let mut columns = Columns::<4, true>::new([V128::ZERO; 4]);
    columns.add_end(&a, &b, PAIRS_BELOW + n);
    columns.add_rows(&a[8..], &b, PAIRS_BELOW + n - 16, rows, rows);
}

#[test]
fn turns_have_room() {
    turn(MAX_DIGIT, TURN);
    turn(2 * MAX_DIGIT, TURN_DOUBLED);
}

#[test]
fn columns_of_all_sizes_have_room() {
    let longest = Simd128::digits(131_072);
    for n in (24..=512).step_by(8).chain([longest]) {
        sums_of(n, MAX_DIGIT, MAX_TOP_DIGIT);
        sums_of(n, -MAX_DIGIT, -MAX_TOP_DIGIT);
    }
}

/// The largest digit after `rounds` rounds of carries of columns with n products.
fn left(n: usize, rounds: usize, digit: i64) -> i64 {
    let column = n as i64 * digit * digit + MAX_TOP_DIGIT * digit + digit;
    (0..rounds).fold(column, |largest, _| HALF + ((largest + HALF) >> RADIX))
}

#[test]
fn carries_leave_digits() {
    for n in 1..=Simd128::digits(131_072) {
        let rounds = if Carries::new(n).three { 3 } else { 2 };
        assert!(left(n, rounds, MAX_DIGIT) <= MAX_DIGIT, "{n} digits");
        // the carry out of a column, in 32 bits
        assert!(left(n, 0, MAX_DIGIT) >> RADIX < i64::from(i32::MAX));
    }
}

/// The top digits of a quotient bound the results, as multiples of m.
#[test]
fn quotients_bring_results_into_range() {
    let (below, above) = (i64::from(quotient_range(|_| 0, 1)), i64::from(quotient_range(|_| 1, 0)));
    assert!((below + BASE - 1).max(above + BASE - 1) <= MAX_TOP_DIGIT);
    // in units of 1/BASE, plus one because digits are not unique and leading digits are not exact
    let results = |lowest: i64, t: [i64; 2]| [t[0] + lowest - 1, t[1] + lowest + BASE + 1];
    let [low, high] = results(below, [0, HALF + 1]);
    assert!(low > 0 && high < 2 * BASE);
    let [low, high] = results(above, [HALF - 1, BASE]);
    assert!(low > 0 && high < 2 * BASE);
}

#[test]
fn broken_bounds_are_refused() {
    assert!(catch_unwind(|| sums_of(MAX_PRODUCTS, 2 * MAX_DIGIT, MAX_TOP_DIGIT)).is_err(), "digits of one bit more");
    assert!(catch_unwind(|| sums_of(512, 2 * MAX_DIGIT, MAX_TOP_DIGIT)).is_err(), "the same, with carries set aside");
    assert!(
        catch_unwind(|| sums::<false>(MAX_PRODUCTS + 8, MAX_DIGIT, MAX_TOP_DIGIT)).is_err(),
        "a row more in a column"
    );
    assert!(catch_unwind(|| turn(MAX_DIGIT, TURN + 1)).is_err(), "a row more in a turn");
    assert!(catch_unwind(|| turn(2 * MAX_DIGIT, TURN_DOUBLED + 1)).is_err(), "the same, of doubled digits");
    assert!(left(2 * TWO_ROUNDS, 2, MAX_DIGIT) > MAX_DIGIT, "two rounds of carries where three are needed");
    assert!(left(TWO_ROUNDS, 2, 2 * MAX_DIGIT) > MAX_DIGIT, "carries of digits of one bit more");
}
