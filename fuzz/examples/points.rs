//! `cargo run --release -p modexp-fuzz --example points -- [CASES] [SEED]` compares CASES cases on each named curve with
//! OpenSSL, on all backends, and prints counts.

use modexp_curves::{Backend, CurveName};
use modexp_fuzz::points::Points;
use modexp_fuzz::structured::Random;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let cases: usize = arguments.next().map_or(1000, |text| text.parse().expect("a number of cases"));
    let seed: u64 = arguments.next().map_or(1, |text| text.parse().expect("a seed"));
    let backends = Backend::available();
    for name in CurveName::ALL {
        let mut points = Points::new(name, &backends).expect("OpenSSL is installed");
        let mut random = Random(seed);
        let results: usize = (0..cases).map(|_| points.check(&mut random)).sum();
        println!("{}: {cases} cases, {results} results on {backends:?}", name.as_str());
    }
}
