//! Medians of interleaved runs, and their ratios to OpenSSL's.

use crate::contender::Contender;
use modexp_bench_kernels::{median, race};
use serde_json::{Value, json};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Ratios compare with the first contender of this library, its constant-time function if it has one. Without the
/// library they compare with the first contender.
const BASELINE: &str = "OpenSSL";

/// A timing shorter than this is repeated.
const SHORTEST: Duration = Duration::from_millis(1);

/// Fewest and most rounds of a size.
const ROUNDS: RangeInclusive<usize> = 3..=51;

/// The measured sizes.
#[derive(Default)]
pub(crate) struct Table {
    sizes: Vec<Size>,
}

struct Size {
    name: String,
    baseline: String,
    rows: Vec<Row>,
}

struct Row {
    name: String,
    /// Median and quartiles, in microseconds per number.
    median: f64,
    lower: f64,
    upper: f64,
    /// Median over the baseline's median.
    ratio: f64,
}

impl Table {
    /// Times the contenders in turn, in rounds that together take about `budget`.
    pub(crate) fn measure(&mut self, name: String, contenders: &mut [Box<dyn Contender>], budget: Duration) {
        let repeats: Vec<u32> = contenders.iter_mut().map(|contender| repeats(contender.as_mut())).collect();
        let times = race(contenders.len(), ROUNDS, budget, |i| {
            let time = time(contenders[i].as_mut(), repeats[i]);
            time.as_secs_f64() * 1e6 / f64::from(repeats[i] * contenders[i].powers())
        });
        let baseline = contenders.iter().position(|contender| contender.name().starts_with(BASELINE)).unwrap_or(0);
        let unit = median(&times[baseline]);
        let rows = contenders.iter().zip(&times).map(|(contender, times)| Row {
            name: contender.name().to_owned(),
            median: median(times),
            lower: times[times.len() / 4],
            upper: times[3 * times.len() / 4],
            ratio: median(times) / unit,
        });
        let baseline = contenders[baseline].name().to_owned();
        self.sizes.push(Size { name, baseline, rows: rows.collect() });
    }

    /// Prints microseconds and ratios by size.
    pub(crate) fn print(&self) {
        println!("\nMedians of interleaved runs, per power; one core, but for pow_many_parallel.");
        for size in &self.sizes {
            println!("\n{:<52} {:>12} {:>8}   quartiles, µs", size.name, "µs", "ratio");
            for row in &size.rows {
                let Row { name, median, lower, upper, ratio } = row;
                println!("  {name:<50} {median:>12.2} {ratio:>7.3}×   {lower:.2} … {upper:.2}");
            }
            println!("  ratios to {}", size.baseline);
        }
    }

    /// Writes the table as JSON, and returns the path.
    pub(crate) fn write_json(&self) -> std::io::Result<PathBuf> {
        let row = |row: &Row| {
            json!({ "contender": row.name, "microseconds": row.median, "lowerQuartile": row.lower,
                "upperQuartile": row.upper, "ratio": row.ratio })
        };
        let size = |size: &Size| {
            let rows: Vec<Value> = size.rows.iter().map(row).collect();
            json!({ "size": size.name, "baseline": size.baseline, "rows": rows })
        };
        let sizes: Vec<Value> = self.sizes.iter().map(size).collect();
        let report = json!({ "cpu": cpu(), "sizes": sizes });

        let path = target_directory().join("bench-pow.json");
        std::fs::write(&path, format!("{report:#}\n"))?;
        Ok(path)
    }
}

/// Returns the number of runs that take at least `SHORTEST` together.
fn repeats(contender: &mut dyn Contender) -> u32 {
    let mut repeats = 1;
    while repeats < 1 << 20 && time(contender, repeats) < SHORTEST {
        repeats *= 2;
    }
    repeats
}

fn time(contender: &mut dyn Contender, repeats: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..repeats {
        contender.run();
    }
    start.elapsed()
}

/// Returns the folder `target`. This program is two levels below it.
fn target_directory() -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    program.ancestors().nth(3).map_or_else(std::env::temp_dir, PathBuf::from)
}

/// Returns the processor's name, if the system reports it.
fn cpu() -> Option<String> {
    let info = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = info.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(": ")?.1.to_owned())
}
