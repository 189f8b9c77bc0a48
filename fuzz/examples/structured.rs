//! cargo run --release -p modexp-fuzz --example structured -- [MINUTES] [SEED] [BACKENDS]: every call on numbers of structure, on each
//! backend in turn, with counts.

use modexp_core::Backend;
use modexp_fuzz::every_call;
use modexp_fuzz::structured::Random;
use std::time::{Duration, Instant};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let minutes: f64 = arguments.next().map_or(1.0, |text| text.parse().expect("minutes"));
    let seed: u64 = arguments.next().map_or(1, |text| text.parse().expect("a seed"));
    // those of wasm32 too, emulated, or those that are named
    let named: Vec<String> = arguments.collect();
    let all = Backend::available().into_iter().chain(Backend::emulated());
    let backends: Vec<_> = all.filter(|backend| named.is_empty() || named.contains(&backend.name().into())).collect();
    let mut counts = vec![(0_usize, Duration::ZERO); backends.len()];
    let mut problems = 0;
    let start = Instant::now();
    while start.elapsed().as_secs_f64() < 60.0 * minutes {
        for (&backend, (results, time)) in backends.iter().zip(&mut counts) {
            let now = Instant::now();
            let check = || every_call::check(&mut Random(seed + problems), &[backend]);
            *results += std::panic::catch_unwind(check).unwrap_or_else(|_| {
                println!(
                    "seed {}, after {problems} problems and {:.1} s",
                    seed + problems,
                    start.elapsed().as_secs_f64()
                );
                std::process::exit(1)
            });
            *time += now.elapsed();
        }
        problems += 1;
    }
    for (backend, (results, time)) in backends.iter().zip(&counts) {
        let minutes = time.as_secs_f64() / 60.0;
        println!("{}: {problems} problems, {results} results, {minutes:.1} minutes: every call", backend.name());
    }
}
