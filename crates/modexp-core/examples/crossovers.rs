//! The figures for the choice of a backend: one power on each backend, and one call on each backend with several lanes.
//!
//! `cargo run --release --example crossovers`

use modexp_core::{Backend, Modulus};
use modexp_limbs::testing::Random;
use std::hint::black_box;
use std::time::Instant;

const SIZES: [usize; 16] = [192, 256, 320, 384, 448, 512, 576, 640, 768, 896, 1024, 1280, 1536, 2048, 3072, 4096];

/// Rounds of some calls on each backend in turn. The least time of a call counts, since other work only adds to it.
const ROUNDS: usize = 12;

/// Prints one line for each size: µs per power on each backend of one lane. For each other backend, the number of
/// powers that the fastest of these computes in the time of one call.
fn main() {
    let (one, many): (Vec<_>, Vec<_>) = Backend::available().into_iter().partition(|backend| backend.lanes() == 1);
    let names = |backends: &[Backend]| {
        backends.iter().map(|backend| format!("{:>9}", backend.name())).collect::<Vec<_>>().concat()
    };
    println!("µs per power, then calls in powers of the fastest\n bits{} |{}", names(&one), names(&many));
    let backends = [one.clone(), many].concat();
    for bits in SIZES {
        let times = times(&backends, bits);
        let (single, calls) = times.split_at(one.len());
        let fastest = single.iter().copied().fold(f64::INFINITY, f64::min);
        let columns =
            |times: &[f64], unit: f64| times.iter().map(|t| format!("{:9.2}", t / unit)).collect::<Vec<_>>().concat();
        println!("{bits:5}{} |{}", columns(single, 1.0), columns(calls, fastest));
    }
}

/// Returns the least µs of a call on each backend, with one power per lane.
fn times(backends: &[Backend], bits: usize) -> Vec<f64> {
    let mut random = Random(bits as u64);
    let mut m = random.bits(bits);
    m[0] |= 1;
    let numbers: Vec<Vec<u64>> = (0..8).map(|_| random.bits(bits)).collect();
    let numbers: Vec<&[u64]> = numbers.iter().map(Vec::as_slice).collect();
    let moduli: Vec<_> = backends.iter().map(|&on| Modulus::with_backend(&m, on).expect("available")).collect();
    let mut least = vec![f64::INFINITY; backends.len()];
    for _ in 0..ROUNDS {
        for (m, least) in moduli.iter().zip(&mut least) {
            let lanes = &numbers[..m.backend().lanes()];
            let start = Instant::now();
            while start.elapsed().as_millis() < 8 {
                let start = Instant::now();
                drop(black_box(m.pow_many(lanes, lanes)));
                *least = least.min(start.elapsed().as_secs_f64() * 1e6);
            }
        }
    }
    least
}
