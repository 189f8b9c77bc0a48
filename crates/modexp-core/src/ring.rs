//! Powers and products of integers in a ring of residues, by the algorithms of `modexp_group`.

use crate::error::Error;
use alloc::vec::Vec;
use modexp_group::accumulator::Accumulator;
use modexp_group::comb::{Comb, CombShape};
use modexp_group::group::{Group, MAX_LANES};
use modexp_group::plan::WindowPlan;
use modexp_group::{pow, straus, yao};
use modexp_limbs::buffer::Buffer;
use modexp_limbs::limb;
use zeroize::{Zeroize, Zeroizing};

/// The residues modulo one number m per lane. The element of x is x·R mod m, where the ring chooses R. Methods take 1 to
/// `lanes` integers of any length. Lanes without an integer take the first.
pub(crate) trait Ring: Send + Sync {
    /// Returns the elements as a group.
    fn group(&self) -> &dyn Group;

    /// x·R mod m in each lane.
    fn to_mont(&self, xs: &[&[u64]]) -> Buffer<u64>;

    /// a·R⁻¹ mod m in each lane, below m, in as many limbs as the longest modulus.
    fn from_mont(&self, a: &[u64]) -> Vec<Vec<u64>>;

    /// a·b·R⁻¹ mod m in each lane, below m, for an element a and integers b.
    fn times_plain(&self, a: &[u64], b: &[&[u64]]) -> Vec<Vec<u64>>;

    /// a⁻¹ mod m in the first lane, or [`Error::NoInverse`].
    fn inverse(&self, a: &[u64]) -> Result<Vec<u64>, Error>;

    /// Returns a shorter exponent with the same powers, and its bits, if the ring shortens exponents of `bits` bits.
    /// Constant time.
    fn shorter_exponent(&self, exponent: &[u64], bits: usize) -> Option<(Zeroizing<Vec<u64>>, usize)>;

    /// base^exponent mod m for exponent < 2^bits and a public base, by products with words; `None` if they are not
    /// faster. Constant time in the exponent.
    fn pow_by_words(&self, base: u64, exponent: &[u64], bits: usize) -> Option<Vec<u64>>;
}

/// Operations modulo one number per lane. Arguments may have any length; results are below m.
/// An operation with a single result computes it in every lane and returns the result of the first lane.
impl dyn Ring + '_ {
    /// Returns the number of residues of an element.
    pub(crate) fn lanes(&self) -> usize {
        self.group().lanes()
    }

    /// a·R⁻¹ mod m in the first lane.
    pub(crate) fn from_mont_first(&self, a: &[u64]) -> Vec<u64> {
        first(self.from_mont(a))
    }

    /// a mod m.
    pub(crate) fn reduce(&self, a: &[u64]) -> Vec<u64> {
        self.from_mont_first(&self.to_mont(&[a]))
    }

    /// a·b mod m.
    pub(crate) fn mul(&self, a: &[u64], b: &[u64]) -> Vec<u64> {
        first(self.times_plain(&self.to_mont(&[a]), &[b]))
    }

    /// a^(2^count) mod m.
    pub(crate) fn square_repeated(&self, a: &[u64], count: u64) -> Vec<u64> {
        let mut acc = Accumulator::new(self.group());
        acc.set(&self.to_mont(&[a]));
        acc.step(count);
        self.from_mont_first(acc.value())
    }

    /// base^exponent mod m for exponent < 2^bits; constant time in the values.
    pub(crate) fn pow(&self, base: &[u64], exponent: &[u64], bits: usize) -> Vec<u64> {
        first(self.pow_lanes(&[base], &[exponent], bits))
    }

    /// base^exponent mod m; variable time in the exponent, and in whether the base is small.
    pub(crate) fn pow_vartime(&self, base: &[u64], exponent: &[u64]) -> Vec<u64> {
        if let Some((exponent, _)) = self.shorter_exponent(exponent, limb::bit_len(exponent)) {
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

    /// base^(2^k + 1) mod m, constant time in the base. The last factor is the plain base, so that the product also
    /// converts the result from Montgomery form.
    fn pow_fermat(&self, base: &[u64], k: u64) -> Vec<u64> {
        let mut acc = Accumulator::new(self.group());
        acc.set(&self.to_mont(&[base]));
        acc.step(k);
        first(self.times_plain(acc.value(), &[base]))
    }

    /// base^exponent mod m for exponent < 2^bits and a public base; constant time in the exponent.
    pub(crate) fn pow_small_base(&self, base: u64, exponent: &[u64], bits: usize) -> Vec<u64> {
        self.pow_by_words(base, exponent, bits).unwrap_or_else(|| self.pow(&[base], exponent, bits))
    }

    /// base^exponent mod m by the method and window of `plan`; variable time in the exponent.
    pub(crate) fn pow_vartime_by(&self, plan: &WindowPlan, base: &[u64], exponent: &[u64]) -> Vec<u64> {
        let base = self.to_mont(&[base]);
        self.from_mont_first(pow::pow_vartime(self.group(), plan, &base, exponent).value())
    }

    /// Computes one power in each lane, for 1 to `lanes` bases and exponents below 2^bits. Returns one for each exponent.
    pub(crate) fn pow_lanes(&self, bases: &[&[u64]], exponents: &[&[u64]], bits: usize) -> Vec<Vec<u64>> {
        if let Some((exponent, bits)) = self.shorter_exponent(exponents[0], bits) {
            debug_assert_eq!(exponents.len(), 1, "a ring with lanes shortens no exponents");
            return self.pow_lanes(bases, &[&exponent], bits);
        }
        let (group, count) = (self.group(), exponents.len());
        let exponents = in_lanes(exponents);
        let power = pow::pow(group, &self.to_mont(bases), &exponents[..group.lanes()], bits);
        let mut powers = self.from_mont(power.value());
        keep(&mut powers, count);
        powers
    }

    /// Π bases\[i\]^exponents\[i\] mod m for exponents below 2^bits, one for each base.
    pub(crate) fn pow_product(&self, bases: &[&[u64]], exponents: &[&[u64]], bits: usize) -> Vec<u64> {
        // each lane takes a part of the powers; 0^0 = 1 fills the others
        let (mut bases, mut exponents) = (bases.to_vec(), exponents.to_vec());
        bases.resize(bases.len().next_multiple_of(self.lanes()), &[]);
        exponents.resize(bases.len(), &[]);
        let bases: Vec<_> = bases.chunks(self.lanes()).map(|xs| self.to_mont(xs)).collect();
        let product = straus::product(self.group(), &bases, &exponents, bits);
        let mut parts = self.from_mont(product.value());
        while parts.len() > 1 {
            let half = parts.len() / 2;
            let factors: Vec<&[u64]> = parts.iter().map(Vec::as_slice).collect();
            let products = self.times_plain(&self.to_mont(&factors[..half]), &factors[half..]);
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
        let bases: Vec<_> = bases.iter().map(|base| self.to_mont(&[base])).collect();
        self.from_mont_first(straus::product_vartime(self.group(), &bases, exponents).value())
    }

    /// base^exponents\[i\] mod m for each i, exponents below 2^bits.
    pub(crate) fn pow_each(&self, base: &[u64], exponents: &[&[u64]], bits: usize) -> Vec<Vec<u64>> {
        let scan = self.group().costs().entries_per_product;
        let shape = CombShape::best_for_few(bits, exponents.len(), scan);
        let single = WindowPlan::constant_time_in(self.group(), bits);
        let single = (3 * single.squarings + 4 * single.multiplications).saturating_mul(exponents.len());
        if single <= shape.cost_of_few(exponents.len(), scan) {
            let mut powers = Vec::with_capacity(exponents.len());
            for chunk in exponents.chunks(self.lanes()) {
                powers.append(&mut self.pow_lanes(&[base], chunk, bits));
            }
            return powers;
        }
        self.pow_by_comb(&self.comb(base, shape), exponents)
    }

    /// Computes the tables of `g`.
    pub(crate) fn comb(&self, g: &[u64], shape: CombShape) -> Comb {
        Comb::new(self.group(), &self.to_mont(&[g]), shape)
    }

    /// Creates the tables from saved entries, which are residues modulo a multiple of m. The entries have equal lengths
    /// and come one after the other.
    pub(crate) fn comb_from(&self, shape: CombShape, entries: &[u64]) -> Comb {
        let limbs = entries.len() / shape.entries();
        Comb::from_entries(self.group(), shape, |i| self.to_mont(&[&entries[i * limbs..(i + 1) * limbs]]))
    }

    /// g^exponents\[i\] mod m for each i and the comb of g; constant time in the values.
    pub(crate) fn pow_by_comb(&self, comb: &Comb, exponents: &[&[u64]]) -> Vec<Vec<u64>> {
        let mut all = Vec::with_capacity(exponents.len());
        for chunk in exponents.chunks(self.lanes()) {
            let mut exponents = chunk.to_vec();
            exponents.resize(self.lanes(), &[]);
            let mut powers = self.from_mont(comb.pow(self.group(), &exponents).value());
            keep(&mut powers, chunk.len());
            all.append(&mut powers);
        }
        all
    }

    /// base^exponents\[i\] mod m for each i by buckets; variable time in the exponents.
    pub(crate) fn pow_by_buckets(&self, base: &[u64], exponents: &[&[u64]]) -> Vec<Vec<u64>> {
        let base = self.to_mont(&[base]);
        let powers = yao::by_buckets(self.group(), &base, exponents);
        powers.chunks_exact(self.group().words()).map(|power| self.from_mont_first(power)).collect()
    }
}

/// Returns k if `exponent` is 2^k + 1 for 1 ≤ k < 64, like the common public exponents 3, 17 and 65537.
fn fermat_exponent(exponent: &[u64]) -> Option<u64> {
    let [e] = limb::trim(exponent) else { return None };
    let power = e - 1;
    (power.is_power_of_two() && power > 1).then(|| u64::from(power.trailing_zeros()))
}

/// Returns a number for each possible lane. Lanes without work repeat the work of the first.
pub(crate) fn in_lanes<'a>(numbers: &[&'a [u64]]) -> [&'a [u64]; MAX_LANES] {
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
