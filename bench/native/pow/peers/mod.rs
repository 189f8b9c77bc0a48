//! The libraries that a user would pick instead. The program names each library that this machine lacks, and skips it.

mod bn;
mod gmp;
#[cfg(feature = "peers")]
mod pure;

use crate::contender::{Computation, Contender, Time};
use crate::problem::{Kind, Problem};
use modexp_peers::{gmp, openssl};

/// Returns the contenders of the installed libraries.
pub(crate) fn contenders(problem: &Problem) -> Vec<Box<dyn Contender>> {
    let mut contenders = openssl().map_or_else(|_| Vec::new(), |openssl| bn::openssl(openssl, problem));
    if problem.kind == Kind::Power {
        #[cfg(feature = "peers")]
        contenders.extend(bn::powers(modexp_peers::aws_lc(), "aws-lc", problem));
        contenders.extend(gmp().map_or_else(|_| Vec::new(), |gmp| gmp::powers(gmp, problem)));
        #[cfg(feature = "peers")]
        contenders.extend(pure::contenders(problem));
    }
    contenders
}

/// Returns the skipped libraries, each with the reason.
pub(crate) fn missing() -> Vec<(&'static str, &'static str)> {
    let system = [("OpenSSL", openssl().err()), ("GMP", gmp().err())];
    let mut missing: Vec<_> = system.into_iter().filter_map(|(name, why)| Some((name, why?))).collect();
    if cfg!(not(feature = "peers")) {
        missing.push(("aws-lc and libraries in Rust", "built without the feature `peers`"));
    }
    missing
}

/// Creates a contender with one result. `read` returns it as limbs.
fn peer<T: 'static>(
    name: impl Into<String>,
    time: Time,
    compute: impl FnMut() -> T + 'static,
    read: impl Fn(&T) -> Vec<u64> + 'static,
) -> Box<dyn Contender> {
    Computation::boxed(name, time, compute, move |power| vec![read(power)])
}
