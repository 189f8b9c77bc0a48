//! `cargo bench`: base^exponent mod modulus, multiples of points on elliptic curves, on every backend of this machine, and
//! pairings, compared with the libraries that a user would pick instead.
//!
//! All contenders of a problem first agree on the result. Then Criterion times each alone, and [`table`] times them in
//! turn, round after round, so that a disturbance of the machine slows all of them. The program prints a table of
//! medians and ratios at the end and writes it to `target/bench-pow.json`.
//!
//! `cargo bench -- --quick` takes about three minutes; `cargo bench -- 2048/2048` runs one size, `cargo bench -- P-256` one
//! curve, `cargo bench -- BLS12-381` one pairing. Without `--bench`, as in `cargo test --benches`, every contender runs
//! once. With `--serve` the contenders wait for orders, see [`serve`].

mod curves;
mod ours;
mod pairings;
mod peers;
mod problem;
mod serve;
mod table;

use criterion::{Criterion, SamplingMode};
use modexp_curves::{CurveName, Pairing};
use modexp_peers::contender::{self, Contender};
use problem::{Kind, Problem};
use std::time::Duration;
use table::Table;

/// Modulus and exponent bits; the modulus is odd.
const POWERS: [(usize, usize); 14] = [
    (256, 96),
    (256, 256),
    (512, 160),
    (512, 512),
    (1024, 160),
    (1024, 1024),
    (2048, 17),
    (2048, 256),
    (2048, 768),
    (2048, 2048),
    (2048, 20_000),
    (3072, 3072),
    (4096, 4096),
    (8192, 8192),
];

/// Modulus and exponent bits; the modulus is even.
const EVEN: [(usize, usize); 2] = [(512, 512), (2048, 2048)];

/// Bits of RSA keys.
const KEYS: [usize; 2] = [2048, 4096];

/// Bits of moduli and exponents of batches.
const BATCHES: [usize; 4] = [256, 1024, 2048, 4096];

/// Powers in the largest batch.
const JOBS: usize = 16;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    if has("--serve") {
        return serve::serve();
    }
    let measured = has("--bench") && !has("--test") && !has("--list");
    let filter = arguments.iter().find(|argument| !argument.starts_with('-')).cloned().unwrap_or_default();
    let budget = if has("--quick") { Duration::from_millis(700) } else { Duration::from_secs(6) };

    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();
    let mut table = Table::default();
    let missing = peers::missing();
    for (name, why) in &missing {
        println!("left out: {name} ({why})");
    }

    for (name, problem) in problems() {
        let problem = problem();
        let mut contenders = contenders(&problem);
        contenders.retain(|contender| format!("{name}/{}", contender.name()).contains(&filter));
        if contenders.is_empty() {
            continue;
        }
        check(&name, problem.kind, &mut contenders);

        let mut group = criterion.benchmark_group(&name);
        group.sampling_mode(SamplingMode::Flat);
        for contender in &mut contenders {
            group.bench_function(contender.name().to_owned(), |bencher| bencher.iter(|| contender.run()));
        }
        group.finish();

        if measured {
            table.measure(name, &mut contenders, budget);
        }
    }
    criterion.final_summary();

    if measured {
        table.print();
        for (name, why) in &missing {
            println!("left out: {name} ({why})");
        }
        match table.write_json() {
            Ok(path) => println!("written to {}", path.display()),
            Err(error) => eprintln!("the table could not be written: {error}"),
        }
    }
}

type Make = Box<dyn Fn() -> Problem>;

/// Returns all problems by name. Each is made when its turn comes.
fn problems() -> Vec<(String, Make)> {
    let mut problems: Vec<(String, Make)> = Vec::new();
    for (bits, exponent_bits) in POWERS {
        problems.push((format!("{bits}/{exponent_bits}"), Box::new(move || Problem::power(bits, exponent_bits))));
    }
    for (bits, exponent_bits) in EVEN {
        let name = format!("{bits}/{exponent_bits} even modulus");
        problems.push((name, Box::new(move || Problem::even(bits, exponent_bits))));
    }
    for bits in BATCHES {
        problems.push((format!("{bits}/{bits} batches"), Box::new(move || Problem::batch(bits, JOBS))));
    }
    for bits in KEYS {
        problems.push((format!("RSA-{bits} private operation"), Box::new(move || Problem::private(bits))));
    }
    for curve in CurveName::ALL {
        for (row, kind) in curves::ROWS {
            problems.push((format!("{} {row}", curve.as_str()), Box::new(move || Problem::points(kind, curve))));
        }
    }
    for pairing in pairings::all() {
        for (row, kind) in pairings::ROWS {
            let (name, pairing) = (format!("{} {row}", pairing.name()), pairing.clone());
            problems.push((name, Box::new(move || Problem::pairing(kind, &pairing))));
        }
    }
    for (pairing, logs) in pairings::SUMS {
        for log in logs {
            let name = format!("{} sum of 2^{log}", pairing.as_str());
            problems.push((name, Box::new(move || Problem::sum(&Pairing::named(pairing), 1 << log))));
        }
    }
    problems
}

fn contenders(problem: &Problem) -> Vec<Box<dyn Contender>> {
    if problem.kind.is_of_points() {
        return curves::contenders(problem);
    }
    if problem.kind.is_of_pairings() {
        return pairings::contenders(problem);
    }
    let mut contenders = ours::contenders(problem);
    contenders.extend(peers::contenders(problem));
    contenders
}

/// Panics unless all results are equal. The result of a judged contender must be 1.
fn check(name: &str, kind: Kind, contenders: &mut [Box<dyn Contender>]) {
    let mut longest: Vec<Vec<u64>> = if kind.has_values() { vec![vec![1]] } else { Vec::new() };
    for contender in contenders {
        contender.run();
        let results = contender.results();
        assert!(contender::agree(&results, &longest), "{} disagrees at {name}", contender.name());
        if results.len() > longest.len() {
            longest = results;
        }
    }
}
