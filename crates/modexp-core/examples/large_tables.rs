//! Tables for exponents of millions of bits. They have the sizes of the tables in *Fast big-integer multi-output
//! exponentiation*, which have a power for every single bit: 8 bytes of table for each bit of the exponent.
//!
//! `cargo run --release --example large_tables [k]` makes tables for up to 2^k bits; the default k is 24. It compares
//! each power with a power without tables. 2^28 bits take 2 GiB and minutes.

mod random;

use modexp_core::{FixedBaseOptions, Modulus};
use random::Random;
use std::time::Instant;

const MODULUS_BITS: usize = 2048;

/// log2 of the bits of an exponent, and MiB of the published table.
const PUBLISHED: [(u32, usize); 5] = [(20, 8), (22, 32), (24, 128), (26, 512), (28, 2048)];

fn main() {
    let largest = std::env::args().nth(1).map_or(24, |k| k.parse().expect("the largest k"));
    let mut random = Random(1);
    let m = Modulus::new(&random.odd(MODULUS_BITS)).expect("not zero");
    let g = random.bits(MODULUS_BITS);

    println!("{MODULUS_BITS} bits, {}; published and ours in MiB, the rest in seconds", m.backend().name());
    println!("exponent  published    ours    making   no table   secret   public");
    for (k, published) in PUBLISHED.into_iter().filter(|&(k, _)| k <= largest) {
        let (exponent, options) =
            (random.bits(1 << k), FixedBaseOptions::new(1 << k).with_table_bytes(published << 20));
        let (base, making) = timed(|| m.fixed_base(&g, options).expect("within the limits"));
        let (want, without) = timed(|| m.pow_vartime(&g, &exponent));
        let (power, secret) = timed(|| base.pow(&exponent).expect("short enough"));
        assert_eq!(power, want);
        let (power, public) = timed(|| base.pow_vartime(&exponent).expect("short enough"));
        assert_eq!(power, want);
        let mib = base.table_bytes() as f64 / f64::from(1 << 20);
        println!("    2^{k} {published:10} {mib:7.1} {making:9.3} {without:10.3} {secret:8.3} {public:8.3}");
    }
}

/// Returns the result of `run` and its time in seconds.
fn timed<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let result = run();
    (result, start.elapsed().as_secs_f64())
}
