//! The libraries that a user would pick instead. One that this machine does not have takes no part.

mod bn;
mod gmp;
mod openssl;
mod pure;
mod rug;

use crate::contender::{Computation, Contender, Time};
use crate::problem::{Kind, Problem, limbs};

pub(crate) fn contenders(problem: &Problem) -> Vec<Box<dyn Contender>> {
    let mut contenders = openssl::contenders(problem);
    if problem.kind == Kind::Power {
        contenders.extend(bn::powers(bn::aws_lc(), "aws-lc", problem));
        contenders.extend(gmp::contenders(problem));
        contenders.extend(rug::contenders(problem));
        contenders.extend(pure::contenders(problem));
    }
    contenders
}

/// A contender with one result, which `read` gives as big-endian bytes.
fn peer<T: 'static>(
    name: impl Into<String>,
    time: Time,
    compute: impl FnMut() -> T + 'static,
    read: impl Fn(&T) -> Vec<u8> + 'static,
) -> Box<dyn Contender> {
    Computation::boxed(name, time, compute, move |power| vec![limbs(&read(power))])
}
