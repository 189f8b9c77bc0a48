//! Runs the tests of `ifma` on short moduli.

use super::*;
use crate::testing::assert_not_expected;
use crate::x86_64::ifma::tests::{check_carries, check_select, check_sizes};
use alloc::vec;

#[test]
fn products_of_small_moduli() {
    let Some(kernel) = IfmaShort::detect() else { return assert_not_expected("ifma") };
    check_sizes(kernel, 1, 2..130);
}

#[test]
fn products_at_boundary_sizes() {
    let Some(kernel) = IfmaShort::detect() else { return assert_not_expected("ifma") };
    check_sizes(kernel, 1, (3..=31).flat_map(|digits| 51 * digits - 5..=51 * digits + 1));
    check_sizes(kernel, 1, (3..=25).flat_map(|limbs| 64 * limbs - 1..=64 * limbs + 1));
    check_sizes(kernel, 1, [IfmaShort::MAX_BITS - 1, IfmaShort::MAX_BITS]);
}

#[test]
fn carries_run_through_whole_vectors() {
    let Some(kernel) = IfmaShort::detect() else { return assert_not_expected("ifma") };
    check_carries(kernel, &[200, 400, 520, 828, 1024, IfmaShort::MAX_BITS]);
}

#[test]
fn select_reads_the_wanted_entries() {
    let Some(kernel) = IfmaShort::detect() else { return assert_not_expected("ifma") };
    for digits in [16, 24, 32] {
        check_select(kernel, digits);
    }
}

#[test]
fn from_limbs_propagates_carries() {
    let mut element = vec![0; IfmaShort::words(16)];
    // the largest carry runs through all digits above, which are 51 ones
    element[PAD..PAD + 5].fill(MASK);
    element[PAD] = MASK + (1 << 13);
    let mut limbs = vec![0; 5];
    IfmaShort::to_limbs(&mut limbs, &element, 0);
    let mut propagated = vec![0; IfmaShort::words(16)];
    IfmaShort::from_limbs(&mut propagated, &limbs, 0);
    assert_eq!(propagated[PAD..PAD + 6], [(1 << 13) - 1, 0, 0, 0, 0, 1]);
}
