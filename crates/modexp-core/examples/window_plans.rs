//! Compares CPython's fixed windows of 5 bits with the adaptive windows of `pow_vartime`: products and time.
//!
//! `cargo run --release --example window_plans`

mod random;

use modexp_core::{Method, Modulus, WindowPlan};
use random::Random;
use std::time::Instant;

const EXPONENTS: usize = 51;

fn main() {
    println!("bits   5-ary products   m-ary (window)   sliding (window)   saved   5-ary ms   sliding ms   saved");
    let mut random = Random(1);
    for bits in [1024, 1536, 2048, 3072, 4096] {
        let m = Modulus::new(&random.odd(bits)).expect("not zero");
        let base = random.bits(bits);
        let (mut fixed, mut m_ary, mut sliding) = (Vec::new(), Vec::new(), Vec::new());
        let (mut fixed_ms, mut sliding_ms) = (Vec::new(), Vec::new());
        for _ in 0..EXPONENTS {
            let exponent = random.bits(bits);
            let five = WindowPlan::m_ary(&exponent, 5);
            let best = (1..=10).map(|window| WindowPlan::m_ary(&exponent, window)).min_by_key(WindowPlan::products);
            let ours = WindowPlan::vartime(&exponent);
            let timed = |plan: &WindowPlan, times: &mut Vec<f64>| {
                let start = Instant::now();
                let power = m.pow_vartime_by(plan, &base, &exponent);
                times.push(start.elapsed().as_secs_f64() * 1e3);
                power
            };
            assert_eq!(timed(&five, &mut fixed_ms), timed(&ours, &mut sliding_ms));
            fixed.push(five);
            m_ary.extend(best);
            sliding.push(ours);
        }
        let [fixed, m_ary, sliding] = [fixed, m_ary, sliding].map(|mut plans| {
            plans.sort_by_key(WindowPlan::products);
            plans[plans.len() / 2]
        });
        let [fixed_ms, sliding_ms] = [fixed_ms, sliding_ms].map(|mut times| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        });
        assert_eq!((fixed.method, sliding.method), (Method::MAry, Method::SlidingWindow));
        let saved = |ours: f64, theirs: f64| 100.0 * (1.0 - ours / theirs);
        let count = |plan: &WindowPlan| f64::from(u32::try_from(plan.products()).expect("a few thousand"));
        println!(
            "{bits:4} {:16} {:12} ({}) {:14} ({}) {:8.2} % {fixed_ms:8.4} {sliding_ms:12.4} {:7.2} %",
            fixed.products(),
            m_ary.products(),
            m_ary.window,
            sliding.products(),
            sliding.window,
            saved(count(&sliding), count(&fixed)),
            saved(sliding_ms, fixed_ms),
        );
    }
}
