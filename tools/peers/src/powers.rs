//! The powers of OpenSSL and its descendants, as contenders.

use crate::contender::{Computation, Contender, Time};
use crate::{Bn, Method, Modulus, Number};
use core::cell::RefCell;
use std::rc::Rc;

/// Creates a contender. `compute` writes the result to a number.
pub fn filling(bn: Bn, name: String, time: Time, compute: impl Fn(&mut Number) + 'static) -> Box<dyn Contender> {
    let out = Rc::new(RefCell::new(bn.number(&[])));
    let power = Rc::clone(&out);
    let read = move |(): &()| vec![out.borrow().limbs()];
    Computation::boxed(name, time, move || compute(&mut power.borrow_mut()), read)
}

/// Returns contenders for base^exponent mod modulus. An odd modulus is prepared.
#[must_use]
pub fn powers(bn: Bn, library: &str, base: &[u64], exponent: &[u64], modulus: &[u64]) -> Vec<Box<dyn Contender>> {
    let contender = |time, method: Method| {
        let modulus = Modulus::new(bn, modulus);
        let (base, exponent) = (bn.number(base), bn.number(exponent));
        filling(bn, format!("{library} {}", method.name()), time, move |out| {
            modulus.pow(method, out, &base, &exponent);
        })
    };
    if modulus[0] & 1 == 1 {
        vec![contender(Time::Constant, Method::MontConsttime), contender(Time::Variable, Method::Mont)]
    } else {
        vec![contender(Time::Variable, Method::ModExp)]
    }
}
