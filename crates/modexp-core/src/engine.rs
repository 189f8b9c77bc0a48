//! The operations of one odd modulus on one kernel, with numbers as plain limbs. The only place that crosses between
//! integers and Montgomery form; [`crate::backend`] chooses which engine a modulus gets.

use crate::kernel::Kernel;
use crate::monty::MontyParams;
use crate::pow;
use alloc::vec;
use alloc::vec::Vec;

/// Operations modulo odd numbers above 1, one per lane. Arguments may be of any length; results are below m.
/// Where one number is asked for, it is computed in every lane, and the first lane answers.
pub(crate) trait Engine: Send + Sync {
    /// Powers that one call of `pow_lanes` can do.
    fn lanes(&self) -> usize;

    /// a mod m.
    fn reduce(&self, a: &[u64]) -> Vec<u64>;

    /// a·b mod m.
    fn mul(&self, a: &[u64], b: &[u64]) -> Vec<u64>;

    /// a^(2^count) mod m.
    fn square_repeated(&self, a: &[u64], count: u64) -> Vec<u64>;

    /// base^exponent mod m for exponent < 2^bits; constant time in the values.
    fn pow(&self, base: &[u64], exponent: &[u64], bits: usize) -> Vec<u64>;

    /// base^exponent mod m; variable time in the exponent.
    fn pow_vartime(&self, base: &[u64], exponent: &[u64]) -> Vec<u64>;

    /// One power in each lane: 1 to LANES bases and as many exponents, each below 2^bits.
    fn pow_lanes(&self, bases: &[&[u64]], exponents: &[&[u64]], bits: usize) -> Vec<Vec<u64>>;
}

impl<K: Kernel> Engine for MontyParams<K> {
    fn lanes(&self) -> usize {
        K::LANES
    }

    fn reduce(&self, a: &[u64]) -> Vec<u64> {
        first(self.from_mont(&self.to_mont(&vec![a; K::LANES])))
    }

    fn mul(&self, a: &[u64], b: &[u64]) -> Vec<u64> {
        first(self.mul_plain(&vec![a; K::LANES], &vec![b; K::LANES]))
    }

    fn square_repeated(&self, a: &[u64], count: u64) -> Vec<u64> {
        let mut acc = pow::Accumulator::new(self);
        acc.set(&self.to_mont(&vec![a; K::LANES]));
        acc.square(count);
        first(self.from_mont(acc.value()))
    }

    fn pow(&self, base: &[u64], exponent: &[u64], bits: usize) -> Vec<u64> {
        first(self.pow_lanes(&[base], &[exponent], bits))
    }

    fn pow_vartime(&self, base: &[u64], exponent: &[u64]) -> Vec<u64> {
        let base = self.to_mont(&vec![base; K::LANES]);
        first(self.from_mont(pow::pow_vartime(self, &base, exponent).value()))
    }

    fn pow_lanes(&self, bases: &[&[u64]], exponents: &[&[u64]], bits: usize) -> Vec<Vec<u64>> {
        // lanes without work do again what the first lane does
        let mut all_bases = bases.to_vec();
        let mut all_exponents = exponents.to_vec();
        all_bases.resize(K::LANES, bases[0]);
        all_exponents.resize(K::LANES, exponents[0]);

        let acc = pow::pow(self, &self.to_mont(&all_bases), &all_exponents, bits);
        let mut powers = self.from_mont(acc.value());
        powers.truncate(bases.len());
        powers
    }
}

fn first(mut lanes: Vec<Vec<u64>>) -> Vec<u64> {
    lanes.swap_remove(0)
}
