//! The operations of one modulus on one kernel, with numbers as plain limbs. This file converts between integers and
//! the elements of a group. [`Backend`] names the kernel.

mod residue_comb;

use crate::error::Error;
use crate::montgomery::MontyParams;
use crate::residues::power_of_two::PowerOfTwo;
use crate::small_base;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use modexp_group::accumulator::Accumulator;
use modexp_group::comb::CombShape;
#[cfg(feature = "bench")]
use modexp_group::each::EachMethod;
use modexp_group::group::{Costs, Group, MAX_LANES};
use modexp_group::plan::WindowPlan;
use modexp_group::{pow, straus, yao};
use modexp_kernels::backend::Backend;
use modexp_limbs::buffer::Buffer;
use modexp_limbs::limb;
pub(crate) use residue_comb::ResidueComb;
use zeroize::{Zeroize, Zeroizing};

/// The group of residues modulo one number per lane, with the conversion of integers to elements and back.
#[derive(Clone)]
pub(crate) enum Arithmetic {
    Odd(MontyParams),
    PowerOfTwo(PowerOfTwo),
}

impl Arithmetic {
    /// Creates the arithmetic of odd moduli above 1, one for each lane. Lanes without a modulus take the first modulus.
    pub(crate) fn new(backend: Backend, moduli: &[&[u64]]) -> Result<Arc<Self>, Error> {
        let all = in_lanes(moduli);
        let odd = MontyParams::new(backend, &all[..backend.lanes()]).ok_or(Error::BackendUnavailable)?;
        Ok(Arc::new(Self::Odd(odd)))
    }

    /// Converts one x of any length in each lane to an element.
    fn to_elements(&self, xs: &[&[u64]]) -> Buffer<u64> {
        match self {
            Self::Odd(odd) => odd.to_mont(xs),
            Self::PowerOfTwo(two) => {
                let mut out = Buffer::new(two.words());
                out.copy_from_slice(&Zeroizing::new(two.reduce(xs[0])));
                out
            }
        }
    }

    /// Returns the residue of each lane, as an integer below its modulus.
    fn to_integers(&self, a: &[u64]) -> Vec<Vec<u64>> {
        match self {
            Self::Odd(odd) => odd.from_mont(a),
            Self::PowerOfTwo(_) => vec![a.to_vec()],
        }
    }

    /// a·b mod m for one a and one b of any length in each lane.
    fn mul_plain(&self, a: &[&[u64]], b: &[&[u64]]) -> Vec<Vec<u64>> {
        self.times_plain(&self.to_elements(a), b)
    }

    /// a·b mod m for an element a and one b of any length in each lane.
    fn times_plain(&self, a: &[u64], b: &[&[u64]]) -> Vec<Vec<u64>> {
        match self {
            Self::Odd(odd) => odd.times_plain(a, b),
            Self::PowerOfTwo(two) => {
                let mut out = vec![0; two.words()];
                two.mul(&mut out, a, &self.to_elements(b), &mut []);
                vec![out]
            }
        }
    }

    /// Returns whether the modulus is odd.
    pub(crate) fn is_odd(&self) -> bool {
        matches!(self, Self::Odd(_))
    }

    /// Returns the residues as a group.
    pub(crate) fn group(&self) -> &dyn Group {
        match self {
            Self::Odd(odd) => odd.group(),
            Self::PowerOfTwo(two) => two,
        }
    }

    /// Returns the number of residues of an element.
    pub(crate) fn lanes(&self) -> usize {
        self.group().lanes()
    }

    /// Returns the costs of the operations.
    pub(crate) fn costs(&self) -> Costs {
        self.group().costs()
    }
}

/// Returns k if `exponent` is 2^k + 1 for 1 ≤ k < 64, like the common public exponents 3, 17 and 65537.
fn fermat_exponent(exponent: &[u64]) -> Option<u64> {
    let [e] = limb::trim(exponent) else { return None };
    let power = e - 1;
    (power.is_power_of_two() && power > 1).then(|| u64::from(power.trailing_zeros()))
}

/// Operations modulo one number per lane. Arguments may have any length; results are below m.
/// An operation with a single result computes it in every lane and returns the result of the first lane.
impl Arithmetic {
    /// a mod m.
    pub(crate) fn reduce(&self, a: &[u64]) -> Vec<u64> {
        first(self.to_integers(&self.to_elements(&in_lanes(&[a])[..self.lanes()])))
    }

    /// a·b mod m.
    pub(crate) fn mul(&self, a: &[u64], b: &[u64]) -> Vec<u64> {
        first(self.mul_plain(&in_lanes(&[a])[..self.lanes()], &in_lanes(&[b])[..self.lanes()]))
    }

    /// a^(2^count) mod m.
    pub(crate) fn square_repeated(&self, a: &[u64], count: u64) -> Vec<u64> {
        let mut acc = Accumulator::new(self.group());
        acc.set(&self.to_elements(&in_lanes(&[a])[..self.lanes()]));
        acc.step(count);
        first(self.to_integers(acc.value()))
    }

    /// base^exponent mod m for exponent < 2^bits; constant time in the values.
    pub(crate) fn pow(&self, base: &[u64], exponent: &[u64], bits: usize) -> Vec<u64> {
        first(self.pow_lanes(&[base], &[exponent], bits))
    }

    /// base^exponent mod m; variable time in the exponent, and in whether the base is small.
    pub(crate) fn pow_vartime(&self, base: &[u64], exponent: &[u64]) -> Vec<u64> {
        if let Some((exponent, _)) = self.short_exponent(exponent, limb::bit_len(exponent)) {
            return self.pow_vartime(base, &exponent);
        }
        if let Some(k) = fermat_exponent(exponent) {
            return self.pow_fermat(base, k);
        }
        if let [small] = limb::trim(base)
            && let Some(power) = self.pow_by_words(*small, exponent, limb::bit_len(exponent))
        {
            return power;
        }
        self.pow_vartime_by(&WindowPlan::vartime(exponent), base, exponent)
    }

    /// Returns a shorter exponent with the same powers, and its bits, if the group shortens exponents of `bits` bits.
    fn short_exponent(&self, exponent: &[u64], bits: usize) -> Option<(Zeroizing<Vec<u64>>, usize)> {
        match self {
            Self::PowerOfTwo(two) if bits > two.exponent_bits() => {
                Some((two.short_exponent(exponent), two.exponent_bits()))
            }
            _ => None,
        }
    }

    /// base^(2^k + 1) mod m, constant time in the base. The last factor is the plain base, so that the product also
    /// converts the result from Montgomery form.
    fn pow_fermat(&self, base: &[u64], k: u64) -> Vec<u64> {
        let all = in_lanes(&[base]);
        let bases = &all[..self.lanes()];
        let mut acc = Accumulator::new(self.group());
        acc.set(&self.to_elements(bases));
        acc.step(k);
        first(self.times_plain(acc.value(), bases))
    }

    /// base^exponent mod m for exponent < 2^bits and a public base; constant time in the exponent.
    pub(crate) fn pow_small_base(&self, base: u64, exponent: &[u64], bits: usize) -> Vec<u64> {
        self.pow_by_words(base, exponent, bits).unwrap_or_else(|| self.pow(&[base], exponent, bits))
    }

    /// [`Arithmetic::pow_small_base`] by products with words; `None` if they are not faster.
    fn pow_by_words(&self, base: u64, exponent: &[u64], bits: usize) -> Option<Vec<u64>> {
        let Self::Odd(odd) = self else { return None };
        let window = small_base::window(base, odd.limbs().len(), odd.word_step()).filter(|_| self.lanes() == 1)?;
        Some(small_base::pow(odd, base, window, exponent, bits))
    }

    /// base^exponent mod m by the method and window of `plan`; variable time in the exponent.
    pub(crate) fn pow_vartime_by(&self, plan: &WindowPlan, base: &[u64], exponent: &[u64]) -> Vec<u64> {
        let base = self.to_elements(&in_lanes(&[base])[..self.lanes()]);
        first(self.to_integers(pow::pow_vartime(self.group(), plan, &base, exponent).value()))
    }

    /// Computes one power in each lane, for 1 to [`Arithmetic::lanes`] bases and exponents below 2^bits.
    pub(crate) fn pow_lanes(&self, bases: &[&[u64]], exponents: &[&[u64]], bits: usize) -> Vec<Vec<u64>> {
        if let Some((exponent, bits)) = self.short_exponent(exponents[0], bits) {
            return self.pow_lanes(bases, &[&exponent], bits);
        }
        let [all_bases, all_exponents] = [bases, exponents].map(in_lanes);
        let lanes = self.lanes();
        let power = pow::pow(self.group(), &self.to_elements(&all_bases[..lanes]), &all_exponents[..lanes], bits);
        let mut powers = self.to_integers(power.value());
        keep(&mut powers, bases.len());
        powers
    }

    /// Π bases\[i\]^exponents\[i\] mod m for exponents below 2^bits, one for each base.
    pub(crate) fn pow_product(&self, bases: &[&[u64]], exponents: &[&[u64]], bits: usize) -> Vec<u64> {
        // each lane takes a part of the powers; 0^0 = 1 fills the others
        let (mut bases, mut exponents) = (bases.to_vec(), exponents.to_vec());
        bases.resize(bases.len().next_multiple_of(self.lanes()), &[]);
        exponents.resize(bases.len(), &[]);
        let bases: Vec<_> = bases.chunks(self.lanes()).map(|xs| self.to_elements(xs)).collect();
        let product = straus::product(self.group(), &bases, &exponents, bits);
        let mut parts = self.to_integers(product.value());
        while parts.len() > 1 {
            let half = parts.len() / 2;
            let lanes = |i: usize| (0..self.lanes()).map(|lane| parts[i + lane % half].as_slice()).collect::<Vec<_>>();
            let products = self.mul_plain(&lanes(0), &lanes(half));
            core::mem::replace(&mut parts, products).zeroize();
            keep(&mut parts, half);
        }
        first(parts)
    }

    /// Π bases\[i\]^exponents\[i\] mod m; variable time in the exponents.
    pub(crate) fn pow_product_vartime(&self, bases: &[&[u64]], exponents: &[&[u64]]) -> Vec<u64> {
        if self.lanes() > 1 {
            let bits = exponents.iter().map(|exponent| limb::bit_len(exponent)).max().unwrap_or(0);
            return self.pow_product(bases, exponents, bits);
        }
        let bases: Vec<_> = bases.iter().map(|base| self.to_elements(&[base])).collect();
        first(self.to_integers(straus::product_vartime(self.group(), &bases, exponents).value()))
    }

    /// base^exponents\[i\] mod m for each i, exponents below 2^bits.
    pub(crate) fn pow_each(&self, base: &[u64], exponents: &[&[u64]], bits: usize) -> Vec<Vec<u64>> {
        let scan = self.costs().entries_per_product;
        let shape = CombShape::best_for_few(bits, exponents.len(), scan);
        let single = WindowPlan::constant_time_in(self.group(), bits);
        let single = (3 * single.squarings + 4 * single.multiplications).saturating_mul(exponents.len());
        if single <= shape.cost_of_few(exponents.len(), scan) {
            let mut powers = Vec::with_capacity(exponents.len());
            for chunk in exponents.chunks(self.lanes()) {
                powers.append(&mut self.pow_lanes(&vec![base; chunk.len()], chunk, bits));
            }
            return powers;
        }
        self.comb(base, shape).pow(exponents)
    }

    /// base^exponents\[i\] mod m for each i by one method; variable time in the exponents.
    #[cfg(feature = "bench")]
    pub(crate) fn pow_each_vartime(&self, method: EachMethod, base: &[u64], exponents: &[&[u64]]) -> Vec<Vec<u64>> {
        let base = self.to_elements(&in_lanes(&[base])[..self.lanes()]);
        let powers = method.run(self.group(), &base, exponents);
        powers.chunks_exact(self.group().words()).map(|power| first(self.to_integers(power))).collect()
    }

    /// base^exponents\[i\] mod m for each i by buckets; variable time in the exponents.
    pub(crate) fn pow_by_buckets(&self, base: &[u64], exponents: &[&[u64]]) -> Vec<Vec<u64>> {
        let base = self.to_elements(&in_lanes(&[base])[..self.lanes()]);
        let powers = yao::by_buckets(self.group(), &base, exponents);
        powers.chunks_exact(self.group().words()).map(|power| first(self.to_integers(power))).collect()
    }
}

/// Returns a number for each possible lane. Lanes without work repeat the work of the first.
fn in_lanes<'a>(numbers: &[&'a [u64]]) -> [&'a [u64]; MAX_LANES] {
    core::array::from_fn(|lane| *numbers.get(lane).unwrap_or(&numbers[0]))
}

/// Returns the result of the first lane and zeroes the others.
fn first(mut lanes: Vec<Vec<u64>>) -> Vec<u64> {
    keep(&mut lanes, 1);
    lanes.swap_remove(0)
}

/// Keeps the first `count` results. Zeroes the others, as the results of repeated work are secrets too.
fn keep(lanes: &mut Vec<Vec<u64>>, count: usize) {
    lanes[count..].iter_mut().for_each(Zeroize::zeroize);
    lanes.truncate(count);
}
