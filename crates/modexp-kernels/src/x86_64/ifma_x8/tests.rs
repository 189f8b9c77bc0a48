//! Runs the tests of `ifma` on eight numbers.

use super::*;
use crate::testing::assert_not_expected;
use crate::x86_64::ifma::tests::{check_select, check_sizes, check_very_large};
use core::array::from_fn;

#[test]
fn products_of_small_moduli() {
    let Some(kernel) = IfmaX8::detect() else { return assert_not_expected("ifma_x8") };
    check_sizes(kernel, 2, 2..130);
}

#[test]
fn products_at_boundary_sizes() {
    let Some(kernel) = IfmaX8::detect() else { return assert_not_expected("ifma_x8") };
    check_sizes(kernel, 2, (3..48).flat_map(|digits| 52 * digits - 5..=52 * digits + 1));
}

#[test]
fn products_of_common_and_large_moduli() {
    let Some(kernel) = IfmaX8::detect() else { return assert_not_expected("ifma_x8") };
    check_sizes(kernel, 2, [1024, 1536, 1792, 2048, 2560, 2900, 3072, 3584, 4096, 8192]);
}

#[test]
fn accumulators_of_very_large_moduli_do_not_overflow() {
    let Some(kernel) = IfmaX8::detect() else { return assert_not_expected("ifma_x8") };
    for bits in [16_636, 26_620, 65_536] {
        check_very_large(kernel, bits);
    }
}

#[test]
fn select_takes_each_lane_from_its_own_entry() {
    let Some(kernel) = IfmaX8::detect() else { return assert_not_expected("ifma_x8") };
    for digits in [8, 12, 20, 40] {
        check_select(kernel, digits);
    }
}

#[test]
fn gather_finds_what_selects_find() {
    let Some(kernel) = IfmaX8::detect() else { return assert_not_expected("ifma_x8") };
    for (digits, entries) in [(6, 16), (10, 32), (20, 64), (24, 16)] {
        let words = IfmaX8::words(digits);
        let mut table = Buffer::new(entries * words);
        table.iter_mut().enumerate().for_each(|(i, word)| *word = i as u64);
        let plain = table.clone();
        assert_eq!(IfmaX8::gathers(entries), GATHERED);
        let mut found = Buffer::new(GATHERED * words);
        kernel.scatter(&mut table, &mut found);

        let mut wanted = Buffer::new(words);
        for shift in 0..entries {
            let index: [[usize; LANES]; GATHERED] =
                from_fn(|look| from_fn(|lane| (shift + 5 * lane + 41 * look) % entries));
            kernel.gather(&mut found, &table, &index);
            for (found, index) in found.chunks_exact(words).zip(&index) {
                kernel.select(&mut wanted, &plain, index);
                assert_eq!(found, &wanted[..], "{digits} digits, {index:?}");
            }
        }
    }
}
