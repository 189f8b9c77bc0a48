//! Prints the time of one Montgomery product and one square, by kernel and size: `cargo run --release -p
//! modexp-bench-kernels`, with sizes in bits as arguments. `--loop KERNEL BITS multiply|square COUNT` only runs COUNT
//! products, for a profiler or for `perf stat`.

use modexp_bench_kernels::{Entry, Product, entries, median, race};
use std::time::{Duration, Instant};

const SIZES: [usize; 7] = [256, 512, 1024, 2048, 3072, 4096, 8192];
const ROUNDS: usize = 9;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, kernel, bits, product, count] = arguments.as_slice()
        && flag == "--loop"
    {
        return run_loop(kernel, bits, product, count);
    }
    let sizes: Vec<usize> = arguments.iter().filter_map(|argument| argument.parse().ok()).collect();
    let sizes = if sizes.is_empty() { SIZES.to_vec() } else { sizes };

    println!("ns per product and number (median of {ROUNDS} interleaved rounds)");
    println!("{:>14} {:>6} {:>10} {:>10} {:>7}", "kernel", "bits", "multiply", "square", "ratio");
    for bits in sizes {
        let entries: Vec<Entry> = entries().into_iter().filter(|entry| bits <= entry.max_bits).collect();
        let times = race(2 * entries.len(), ROUNDS..=ROUNDS, Duration::MAX, |i| {
            time(&entries[i / 2], bits, [Product::Multiply, Product::Square][i % 2])
        });
        for (entry, times) in entries.iter().zip(times.chunks(2)) {
            let [multiply, square] = [0, 1].map(|i| median(&times[i]));
            println!("{:>14} {bits:>6} {multiply:>10.1} {square:>10.1} {:>7.2}", entry.name, square / multiply);
        }
    }
}

/// Returns the nanoseconds per product and number.
fn time(entry: &Entry, bits: usize, product: Product) -> f64 {
    let count = (400_000_000 / (bits * bits)).clamp(20, 20_000);
    let start = Instant::now();
    std::hint::black_box((entry.run)(bits, product, count));
    start.elapsed().as_secs_f64() * 1e9 / (count * entry.lanes) as f64
}

fn run_loop(kernel: &str, bits: &str, product: &str, count: &str) {
    let entry = entries().into_iter().find(|entry| entry.name == kernel);
    let product = if product == "square" { Product::Square } else { Product::Multiply };
    match (entry, bits.parse(), count.parse()) {
        (Some(entry), Ok(bits), Ok(count)) => println!("{:x}", (entry.run)(bits, product, count)),
        _ => eprintln!("usage: kernels --loop KERNEL BITS multiply|square COUNT, KERNEL one of those in the table"),
    }
}
