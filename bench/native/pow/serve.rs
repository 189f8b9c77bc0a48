//! Runs the contenders on orders of a different program, by lines on the standard input, so that it can time contenders
//! of several programs in turn. Numbers are hexadecimal, lists have commas, an empty list is a minus sign:
//!
//! ```text
//! clear KIND                                        forgets all problems; the next are of this kind  -> ok
//! add MODULUS BASES EXPONENTS PRIMES TABLE_BYTES    one more problem                                 -> ok
//! contenders                                        who solves these problems                        -> JSON
//! result CONTENDER I                                the results of problem I                         -> list
//! time CONTENDER FIRST COUNT                        COUNT runs, of the problems in turn from FIRST   -> nanoseconds
//! ```
//!
//! Only this program also answers `missing` with the skipped libraries, `clock` with the core's clock in GHz, and
//! `plans BITS …` with the windows for exponents of these lengths.
//!
//! The first line of the output names this program.

use crate::contender::Contender;
use crate::problem::{Kind, Problem};
use modexp_core::{Modulus, WindowPlan};
use modexp_peers::limbs::{from_hex, to_hex};
use serde_json::{Value, json};
use std::hint::black_box;
use std::io::{BufRead, Write, stdin, stdout};
use std::time::Instant;

pub(crate) fn serve() {
    let mut server = Server { kind: Kind::Power, problems: Vec::new() };
    say(concat!("modexp-core ", env!("CARGO_PKG_VERSION")));
    for line in stdin().lock().lines() {
        let line = line.expect("text on the standard input");
        say(&server.answer(&line).unwrap_or_else(|| panic!("an order that cannot be followed: {line:.99}")));
    }
}

fn say(line: &str) {
    let mut out = stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).expect("the reader is there");
}

struct Server {
    kind: Kind,
    /// The contenders of each problem, in the same order.
    problems: Vec<Vec<Box<dyn Contender>>>,
}

impl Server {
    fn answer(&mut self, line: &str) -> Option<String> {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["clear", kind] => {
                self.kind = Kind::by_name(kind)?;
                self.problems.clear();
                Some("ok".to_owned())
            }
            ["add", modulus, bases, exponents, primes, table_bytes] => {
                let problem = Problem {
                    kind: self.kind,
                    modulus: from_hex(modulus)?,
                    bases: list(bases)?,
                    exponents: list(exponents)?,
                    primes: list(primes)?,
                    table_bytes: table_bytes.parse().ok()?,
                };
                self.problems.push(crate::contenders(&problem));
                Some("ok".to_owned())
            }
            ["contenders"] => {
                let all = self.problems.first()?.iter().map(|contender| {
                    json!({ "name": contender.name(), "constantTime": contender.is_constant_time(),
                        "powers": contender.powers() })
                });
                Some(all.collect::<Value>().to_string())
            }
            ["result", contender, i] => {
                let solver =
                    self.problems.get_mut(i.parse::<usize>().ok()?)?.get_mut(contender.parse::<usize>().ok()?)?;
                solver.run();
                let results: Vec<String> = solver.results().iter().map(|limbs| to_hex(limbs)).collect();
                Some(results.join(","))
            }
            ["time", contender, first, count] => {
                let (contender, first, count) =
                    (contender.parse::<usize>().ok()?, first.parse::<usize>().ok()?, count.parse::<usize>().ok()?);
                let problems = self.problems.len();
                let start = Instant::now();
                for i in first..first + count {
                    self.problems[i % problems][contender].run();
                }
                Some(start.elapsed().as_nanos().to_string())
            }
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

fn list(words: &str) -> Option<Vec<Vec<u64>>> {
    if words == "-" { Some(Vec::new()) } else { words.split(',').map(from_hex).collect() }
}
