//! Proof that accumulators of 64 bits do not overflow and that digits fit the operands of a multiplication. The proof
//! makes the additions of the code to a column. When the code changes, the last test fails until somebody compares the
//! two.

use super::columns::{BLOCK, MOST, RADIX};
use crate::x86_64::ifma::bounds::fingerprint;

/// Larger than any carry: digits are below 2^radix + CARRY.
const CARRY: u128 = 1 << 13;

/// Whether digits and accumulators fit, for numbers of v vectors.
fn holds(radix: u32, v: u128) -> bool {
    let digit = (1 << radix) - 1 + CARRY;
    // low products are below 2^52; high products are doubled once for each bit of 52 − radix
    let high = ((digit * digit) >> 52) << (52 - radix);
    let rows = BLOCK as u128 * ((1 << 52) - 1 + high);
    let carry = CARRY + (1 << radix);

    let product = v * rows + v * rows + carry;
    // the products of different digits twice, the squares of digits, and the quotients
    let square = 2 * v * rows + high + (1 << 52) + v * rows + carry;
    // the last quotient: its known part, the quotient before, the carry
    let last = 2 * rows + (1 << 52) + high;
    digit < 1 << 52 && [product, square, last].iter().all(|&column| column < 1 << 64 && column >> radix < CARRY)
}

#[test]
fn digits_and_accumulators_have_room() {
    assert!((2..=MOST as u128).all(|v| holds(RADIX, v)));
    assert!(!holds(RADIX + 1, 2), "digits of one bit more");
    assert!(!holds(RADIX, 64 * MOST as u128), "numbers of 64 times the length");
}

/// The sum of the last block is a multiple of B. `last` sums only its uppermost lane, which is −c mod 2^51 if the other
/// lanes carry c. It adds `up`, which rounds up to the carry into the next block. This is correct for every c ≤ `up`.
fn rounds_up(up: u128, c: u128) -> bool {
    [1_u128, 1 << 12].iter().all(|&next| ((next << RADIX) - c + up) >> RADIX == next)
}

#[test]
fn the_last_carry_is_rounded_up() {
    let mask = (1 << RADIX) - 1;
    for up in [mask, mask - 1, CARRY] {
        assert!((0..=CARRY).all(|c| rounds_up(up, c)), "{up:#x}: there is room to spare");
    }
    assert!(!rounds_up(CARRY - 1, CARRY), "less than the largest carry");
    assert!(!rounds_up(mask + 1, 0), "a unit of the next digit");
}

#[test]
fn the_code_is_that_which_is_followed_here() {
    let found = fingerprint(&[include_str!("columns.rs"), include_str!("product.rs")]);
    assert_eq!(
        found, 0x427a_c606_0e67_c095,
        "columns.rs or product.rs changed: compare with `holds` above what a block adds to a column, then write {found:#x} here"
    );
}
