//! Times the modular powers of the system's OpenSSL, by the orders of [`modexp_peers::serve`]. Each problem keeps its
//! `BN_MONT_CTX`, so the preparation of a modulus is not timed. Without the library, the program prints the reason on the
//! standard error and ends.

use modexp_peers::serve::{Numbers, serve};
use modexp_peers::{openssl, powers};
use std::process::ExitCode;

fn main() -> ExitCode {
    match openssl() {
        Ok(library) => {
            let solve = |kind: &str, Numbers { modulus, bases, exponents, .. }: Numbers| {
                (kind == "power").then(|| powers(library.bn, &library.name, &bases[0], &exponents[0], &modulus))
            };
            serve(library.version, solve, |_| None);
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
