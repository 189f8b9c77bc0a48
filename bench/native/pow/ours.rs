//! modexp-core, on each backend.

use crate::case::Case;
use crate::contender::Contender;
use modexp_core::{Backend, Modulus};

/// Numbers in a batch.
const BATCH: u64 = 8;

pub(crate) fn contenders(case: &Case) -> Vec<Box<dyn Contender>> {
    let mut contenders: Vec<Box<dyn Contender>> = Vec::new();
    for backend in Backend::available() {
        let modulus = Modulus::with_backend(&case.modulus, backend).expect("an available backend");
        for secret in [true, false] {
            contenders.push(Box::new(One {
                modulus: modulus.clone(),
                secret,
                base: case.base.clone(),
                exponent: case.exponent.clone(),
                exponent_bits: case.exponent_bits,
                power: Vec::new(),
            }));
        }
    }

    let mut jobs = vec![(case.base.clone(), case.exponent.clone())];
    jobs.extend((1..BATCH).map(|i| case.other_job(i)));
    let modulus = Modulus::new(&case.modulus).expect("a modulus that is not zero");
    contenders.push(Box::new(Many { modulus, jobs, powers: Vec::new() }));
    contenders
}

/// One power at a time.
struct One {
    modulus: Modulus,
    secret: bool,
    base: Vec<u64>,
    exponent: Vec<u64>,
    exponent_bits: usize,
    power: Vec<u64>,
}

impl Contender for One {
    fn name(&self) -> String {
        let call = if self.secret { "pow" } else { "pow_vartime" };
        format!("modexp {} {call}", self.modulus.backend().name())
    }

    fn run(&mut self) {
        self.power = if self.secret {
            self.modulus.pow_bounded_exp(&self.base, &self.exponent, self.exponent_bits)
        } else {
            self.modulus.pow_vartime(&self.base, &self.exponent)
        };
    }

    fn result(&self) -> Vec<u64> {
        self.power.clone()
    }
}

/// A batch on the fastest backends, on one core.
struct Many {
    modulus: Modulus,
    jobs: Vec<(Vec<u64>, Vec<u64>)>,
    powers: Vec<Vec<u64>>,
}

impl Contender for Many {
    fn name(&self) -> String {
        format!("modexp pow_many of {BATCH}, each")
    }

    fn numbers(&self) -> u32 {
        BATCH as u32
    }

    fn run(&mut self) {
        let (bases, exponents): (Vec<&[u64]>, Vec<&[u64]>) =
            self.jobs.iter().map(|(base, exponent)| (base.as_slice(), exponent.as_slice())).unzip();
        self.powers = self.modulus.pow_many(&bases, &exponents).expect("as many bases as exponents");
    }

    fn result(&self) -> Vec<u64> {
        self.powers[0].clone()
    }
}
