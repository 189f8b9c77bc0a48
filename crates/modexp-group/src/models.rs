//! The literature's expected costs of m-ary digits (like the fixed windows of CPython's `pow`) and of sliding windows.
//!
//! Ji and Wan, *Adaptive Modular Exponentiation Methods v.s. Python's Power Function*, give the average number of
//! products for an exponent of k bits as T(k, m) = 2^m − 2 + k − m + (1 − 2^−m)(k − m)/m by m-ary digits and as
//! T'(k, m) = 2^(m−1) + k + k/(m + 1) by sliding windows of up to m bits. The cheapest windows are:
//!
//! | m | T(k, m): k from | T'(k, m): k from |
//! |---|---|---|
//! | 1 | 1 | 1 |
//! | 2 | 6 | 7 |
//! | 3 | 35 | 25 |
//! | 4 | 122 | 81 |
//! | 5 | 369 | 241 |
//! | 6 | 1044 | 673 |
//! | 7 | 2823 | 1793 |
//! | 8 | 7371 | 4609 |
//!
//! The middle column is the paper's Table I. For each k, its Table II gives the window m + 1 instead of the right
//! column's m (at a tie the wider one). Counts of real products agree with T', so the right column is correct.
//! `pow_vartime` counts the products of the given exponent and never takes more.

use crate::plan::WindowPlan;

impl WindowPlan {
    /// T(k, m) for exponents of `bits` bits and digits of `window` bits, 1 to 63.
    #[must_use]
    pub fn m_ary_model(bits: usize, window: u32) -> f64 {
        let window = window.clamp(1, 63);
        let (k, m, powers) = (bits as f64, f64::from(window), (1_u64 << window) as f64);
        powers - 2.0 + k - m + (1.0 - 1.0 / powers) * (k - m) / m
    }

    /// T'(k, m) for exponents of `bits` bits and sliding windows of up to `window` bits, 1 to 63.
    #[must_use]
    pub fn sliding_model(bits: usize, window: u32) -> f64 {
        let window = window.clamp(1, 63);
        let (k, m) = (bits as f64, f64::from(window));
        (1_u64 << window) as f64 / 2.0 + k + k / (m + 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counting::{Counting, Counts};
    use crate::group::Costs;
    use crate::pow::pow_vartime;
    use alloc::vec;
    use alloc::vec::Vec;
    use modexp_limbs::limb;
    use modexp_limbs::testing::Random;

    /// The lengths up to 12,000 bits at which the best of `windows` by `model` changes; at a tie the first is best.
    fn boundaries(model: fn(usize, u32) -> f64, windows: &[u32]) -> Vec<usize> {
        let best = |bits: usize| windows.iter().min_by(|&&v, &&w| model(bits, v).total_cmp(&model(bits, w)));
        (1..12_000).filter(|&bits| bits == 1 || best(bits) != best(bits - 1)).collect()
    }

    #[test]
    fn table_one_holds_and_table_two_is_one_too_high() {
        // the only tie: windows of 1 and 2 bits for an exponent of 6 bits; Table I has the wider
        let m_ary = boundaries(WindowPlan::m_ary_model, &[8, 7, 6, 5, 4, 3, 2, 1]);
        assert_eq!(m_ary, [1, 6, 35, 122, 369, 1044, 2823, 7371]);
        let sliding = boundaries(WindowPlan::sliding_model, &[1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(sliding, [1, 7, 25, 81, 241, 673, 1793, 4609, 11_521]);
    }

    #[test]
    fn models_are_the_average_of_counted_products() {
        let mut random = Random(11);
        let group = Counting::<1>::new();
        for bits in [20, 24, 80, 240, 369, 672, 1044, 1792, 2823, 4608, 7371] {
            // in tables I and II the boundaries are at these lengths
            let exponents: Vec<_> = (0..200_000 / bits.max(1000)).map(|_| random.bits(bits)).collect();
            for window in 1..=9 {
                let mut counted = [0, 0];
                for exponent in &exponents {
                    let power = [Counting::<1>::reference(3, exponent)];
                    let plans = [WindowPlan::m_ary(exponent, window), WindowPlan::sliding_window(exponent, window)];
                    for (plan, counted) in plans.iter().zip(&mut counted) {
                        assert_eq!(pow_vartime(&group, plan, &[3], exponent).value(), power);
                        *counted += counted_as_planned(&group, plan);
                    }
                }
                let average = counted.map(|products| products as f64 / exponents.len() as f64);
                // the paper also counts the squarings and the product of the first window, and unused odd powers
                let [m_ary, sliding] = average;
                let first = f64::from(window) + 1.0;
                let (t, t_sliding) = (WindowPlan::m_ary_model(bits, window), WindowPlan::sliding_model(bits, window));
                if bits.is_multiple_of(window as usize) {
                    assert!((m_ary - t).abs() <= 0.02 * t + 2.0, "{bits} {window}: {m_ary} {t}");
                }
                if 1 << window < bits {
                    assert!(
                        (sliding - t_sliding + first).abs() <= 0.02 * t + 2.0,
                        "{bits} {window}: {sliding} {t_sliding}"
                    );
                }
            }
        }
    }

    fn counted_as_planned(group: &Counting<1>, plan: &WindowPlan) -> usize {
        let Counts { squarings, multiplications } = group.take();
        assert_eq!((squarings, multiplications), (plan.squarings, plan.multiplications), "{plan:?}");
        plan.products()
    }

    #[test]
    fn vartime_makes_no_more_products_than_any_fixed_window() {
        let mut random = Random(12);
        for bits in (1..=700_usize).chain((701..20_000).step_by(113)).chain([20_000]) {
            let ones = {
                let mut ones = vec![u64::MAX; bits.div_ceil(64)];
                limb::clear_above(&mut ones, bits);
                ones
            };
            for exponent in [random.bits(bits), ones] {
                let products = WindowPlan::vartime(&exponent).products();
                let best = (1..=9).map(|window| WindowPlan::m_ary(&exponent, window).products()).min();
                assert!(Some(products) <= best, "{bits} bits: {products} {best:?}");
                assert!(
                    products <= WindowPlan::constant_time(bits, &Costs::of_residues(usize::MAX), false).products(),
                    "{bits} bits: {products}"
                );
            }
        }
    }
}
