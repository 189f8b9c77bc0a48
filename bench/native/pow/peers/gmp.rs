//! The system's GMP.

use super::peer;
use crate::contender::{Contender, Time};
use crate::problem::Problem;
use core::cell::RefCell;
use modexp_peers::{Gmp, Powm};
use std::rc::Rc;

pub(super) fn powers(gmp: &'static Gmp, problem: &Problem) -> Vec<Box<dyn Contender>> {
    let contender = |name: &str, time, powm| {
        let numbers = [&problem.bases[0], &problem.exponents[0], &problem.modulus];
        let [base, exponent, modulus] = numbers.map(|limbs| gmp.integer(limbs));
        let out = Rc::new(RefCell::new(gmp.integer(&[])));
        let power = Rc::clone(&out);
        let run = move || gmp.powm(powm, &mut power.borrow_mut(), &base, &exponent, &modulus);
        peer(format!("GMP {} of the system, {name}", gmp.version), time, run, move |()| out.borrow().limbs())
    };
    let mut contenders = vec![contender("mpz_powm", Time::Variable, Powm::Vartime)];
    if problem.is_odd() {
        contenders.push(contender("mpz_powm_sec", Time::Constant, Powm::Secure));
    }
    contenders
}
