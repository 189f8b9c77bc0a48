//! Runs the contenders on orders of a different program, see [`modexp_peers::serve`].
//!
//! Only this program also answers `missing` with the skipped libraries, `clock` with the core's clock in GHz, and
//! `plans BITS …` with the windows for exponents of these lengths.

use crate::problem::{Kind, Problem};
use modexp_core::{Modulus, WindowPlan};
use modexp_peers::serve::{List, Numbers};
use serde_json::{Value, json};
use std::hint::black_box;
use std::time::Instant;

pub(crate) fn serve() {
    modexp_peers::serve::serve(concat!("modexp-core ", env!("CARGO_PKG_VERSION")), solve, more);
}

fn solve(kind: &str, numbers: Numbers) -> Option<List> {
    let Numbers { modulus, bases, exponents, primes, table_bytes } = numbers;
    let kind = Kind::by_name(kind)?;
    Some(crate::contenders(&Problem { kind, modulus, bases, exponents, primes, table_bytes }))
}

fn more(words: &[&str]) -> Option<String> {
    match *words {
        ["missing"] => {
            let missing = crate::peers::missing().into_iter();
            Some(missing.map(|(name, why)| json!({ "name": name, "why": why })).collect::<Value>().to_string())
        }
        ["clock"] => Some(clock().to_string()),
        ["plans", ref bits @ ..] => {
            let plans: Option<Vec<Value>> = bits.iter().map(|bits| Some(plans(bits.parse().ok()?))).collect();
            Some(json!(plans?).to_string())
        }
        _ => None,
    }
}

/// Returns the clock cycles per nanosecond. On current processors each multiplication of a chain takes three cycles.
fn clock() -> f64 {
    const CHAIN: u32 = 1 << 20;
    const LATENCY: f64 = 3.0;
    let shortest = (0..64).map(|_| {
        let mut x = black_box(3_u64);
        let start = Instant::now();
        for _ in 0..CHAIN {
            x = x.wrapping_mul(x);
        }
        black_box(x);
        start.elapsed().as_nanos()
    });
    LATENCY * f64::from(CHAIN) / shortest.min().map_or(f64::NAN, |ns| ns as f64)
}

/// Returns the products of an exponent of `bits` bits by each method, with the window. The products of m-ary digits and
/// sliding windows are expected numbers.
fn plans(bits: usize) -> Value {
    let secret = Modulus::new(&[u64::MAX; 32]).expect("not zero").plan(bits);
    let best = |model: fn(usize, u32) -> f64| {
        let products = (1..=13).map(|window| (window, model(bits, window)));
        products
            .min_by(|(_, a), (_, b)| a.total_cmp(b))
            .map(|(window, products)| json!({ "window": window, "products": products }))
    };
    json!({
        "bits": bits,
        "fixedWindow": { "window": secret.window, "products": secret.products() },
        "mAry": best(WindowPlan::m_ary_model),
        "slidingWindow": best(WindowPlan::sliding_model),
        "fiveAry": { "window": 5, "products": WindowPlan::m_ary_model(bits, 5) },
    })
}
