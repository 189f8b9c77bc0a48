//! The tests of `ifma`, with eight numbers.

use super::*;
use crate::x86_64::ifma::tests::{check_select, check_sizes, check_very_large};

#[test]
fn products_of_small_moduli() {
    let Some(kernel) = IfmaX8::detect() else { return };
    check_sizes(kernel, 2, 2..130);
}

#[test]
fn products_on_the_seams() {
    let Some(kernel) = IfmaX8::detect() else { return };
    check_sizes(kernel, 2, (3..48).flat_map(|digits| 52 * digits - 5..=52 * digits + 1));
}

#[test]
fn products_of_common_and_large_moduli() {
    let Some(kernel) = IfmaX8::detect() else { return };
    check_sizes(kernel, 2, [1024, 1536, 1792, 2048, 2560, 2900, 3072, 3584, 4096, 8192]);
}

#[test]
fn accumulators_of_very_large_moduli_do_not_overflow() {
    let Some(kernel) = IfmaX8::detect() else { return };
    for bits in [16_636, 26_620, 65_536] {
        check_very_large(kernel, bits);
    }
}

#[test]
fn select_takes_each_lane_from_its_own_entry() {
    let Some(kernel) = IfmaX8::detect() else { return };
    for digits in [8, 12, 20, 40] {
        check_select(kernel, digits);
    }
}
