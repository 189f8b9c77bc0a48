//! `cargo bench`: base^exponent mod modulus on every backend of this machine beside the libraries that a user would
//! pick instead.
//!
//! All contenders of a size first agree on the result; then Criterion times each by itself, and [`table`] times them in
//! turn, round after round, so that they share the machine's moods. The table of medians and ratios is printed at the
//! end and written to `target/bench-pow.json`.
//!
//! `cargo bench -- --quick` takes about two minutes; `cargo bench -- 2048/2048` runs one size. Without `--bench`, as in
//! `cargo test --benches`, every contender runs once.

mod case;
mod contender;
mod ours;
#[cfg(feature = "peers")]
mod peers;
mod table;

use case::Case;
use contender::Contender;
use criterion::{Criterion, SamplingMode};
use std::time::Duration;
use table::Table;

/// Modulus and exponent bits.
const SIZES: [(usize, usize); 14] = [
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

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let measured = has("--bench") && !has("--test") && !has("--list");
    let filter = arguments.iter().find(|argument| !argument.starts_with('-')).cloned().unwrap_or_default();
    let budget = if has("--quick") { Duration::from_millis(700) } else { Duration::from_secs(6) };

    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();
    let mut table = Table::default();

    for (bits, exponent_bits) in SIZES {
        let case = Case::new(bits, exponent_bits);
        let mut contenders: Vec<_> = contenders(&case).into_iter().filter(|c| c.id(&case).contains(&filter)).collect();
        if contenders.is_empty() {
            continue;
        }
        agree(&case, &mut contenders);

        let mut group = criterion.benchmark_group(case.name());
        group.sampling_mode(SamplingMode::Flat);
        for contender in &mut contenders {
            group.bench_function(contender.name(), |bencher| bencher.iter(|| contender.run()));
        }
        group.finish();

        if measured {
            table.measure(&case, &mut contenders, budget);
        }
    }
    criterion.final_summary();

    if measured {
        table.print();
        match table.write_json() {
            Ok(path) => println!("written to {}", path.display()),
            Err(error) => eprintln!("the table could not be written: {error}"),
        }
    }
}

fn contenders(case: &Case) -> Vec<Box<dyn Contender>> {
    #[cfg_attr(not(feature = "peers"), allow(unused_mut, reason = "nobody joins them"))]
    let mut contenders = ours::contenders(case);
    #[cfg(feature = "peers")]
    contenders.extend(peers::contenders(case));
    contenders
}

/// Panics unless all results are equal.
fn agree(case: &Case, contenders: &mut [Box<dyn Contender>]) {
    let mut expected = None;
    for contender in contenders {
        contender.run();
        let result = contender.result();
        let expected = expected.get_or_insert_with(|| result.clone());
        assert_eq!(&result, expected, "{} disagrees at {}", contender.name(), case.name());
    }
}
