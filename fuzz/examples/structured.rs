//! `cargo run --release -p modexp-fuzz --example structured -- [MINUTES] [SEED] [BACKENDS]` checks every call on structured
//! numbers, on each backend for the same time, and prints counts.

use modexp_core::Backend;
use modexp_fuzz::every_call;
use modexp_fuzz::structured::Random;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The seed of the current problem.
static CURRENT: AtomicU64 = AtomicU64::new(0);

fn main() {
    let mut arguments = std::env::args().skip(1);
    let minutes: f64 = arguments.next().map_or(1.0, |text| text.parse().expect("minutes"));
    let seed: u64 = arguments.next().map_or(1, |text| text.parse().expect("a seed"));
    // the named backends, or all with the emulated backends of wasm32
    let named: Vec<String> = arguments.collect();
    let all = Backend::available().into_iter().chain(Backend::emulated());
    let backends: Vec<_> = all.filter(|backend| named.is_empty() || named.contains(&backend.name().into())).collect();
    // problems, results and time of each backend
    let mut counts = vec![(0_u64, 0_usize, Duration::ZERO); backends.len()];
    let start = Instant::now();
    // a release build aborts at a panic
    std::panic::set_hook(Box::new(move |panic| {
        let (found, seconds) = (CURRENT.load(Ordering::Relaxed), start.elapsed().as_secs_f64());
        eprintln!("seed {found}, after {} problems and {seconds:.1} s: {panic}", found - seed);
    }));
    while start.elapsed().as_secs_f64() < 60.0 * minutes {
        // all get the same time: emulated backends take a hundred times longer
        let next = counts.iter_mut().zip(&backends).min_by_key(|((_, _, time), _)| *time);
        let ((problems, results, time), &backend) = next.expect("there is one backend at least");
        let now = Instant::now();
        CURRENT.store(seed + *problems, Ordering::Relaxed);
        *results += every_call::check(&mut Random(seed + *problems), &[backend]);
        *problems += 1;
        *time += now.elapsed();
    }
    for (backend, (problems, results, time)) in backends.iter().zip(&counts) {
        let minutes = time.as_secs_f64() / 60.0;
        println!("{}: {problems} problems, {results} results, {minutes:.1} minutes: every call", backend.name());
    }
}
