//! Powers of a few public exponents by their common bits: the method of *Fast big-integer multi-output exponentiation*.
//!
//! The method removes the bits that sets of exponents share, the largest sets first, and computes the power by these
//! bits once. It takes up to bits/2 products per exponent, and 2^k accumulators for k exponents.

use crate::accumulator::Accumulator;
use crate::buckets::Buckets;
use crate::group::Group;
use alloc::vec;
use alloc::vec::Vec;
use modexp_limbs::limb;

/// The most exponents of one call.
pub(crate) const MOST_TOGETHER: usize = 4;

/// Computes the powers of up to four exponents by their common bits.
pub(crate) fn common_bits(group: &dyn Group, powers: &mut [u64], base: &[u64], exponents: &[&[u64]]) {
    let limbs = exponents.iter().map(|exponent| limb::trim(exponent).len()).max().unwrap_or(0);
    let bits = exponents.iter().map(|exponent| limb::bit_len(exponent)).max().unwrap_or(0);
    let mut rests: Vec<Vec<u64>> = exponents.iter().map(|exponent| limb::resize(limb::trim(exponent), limbs)).collect();
    let members = |set: usize| (0..exponents.len()).filter(move |i| set >> i & 1 == 1);

    // z = x_i & x_j & …, x_i ← x_i − z for each set {i, j, …}, the largest sets first
    let sets_of = |count| (1_usize..1 << exponents.len()).filter(move |set| set.count_ones() as usize == count);
    let sets: Vec<usize> = (1..=exponents.len()).rev().flat_map(sets_of).collect();
    let mut common = vec![Vec::new(); 1 << exponents.len()];
    for &set in &sets {
        let z: Vec<u64> = (0..limbs).map(|l| members(set).fold(u64::MAX, |z, i| z & rests[i][l])).collect();
        for i in members(set) {
            rests[i].iter_mut().zip(&z).for_each(|(rest, z)| *rest ^= z);
        }
        common[set] = z;
    }

    // base^z for each set, from the lowest bit up
    let power = 1 << exponents.len();
    let mut buckets = Buckets::new(group, power + exponents.len());
    let mut square = Accumulator::new(group);
    square.set(base);
    for bit in 0..bits {
        square.step(u64::from(bit > 0));
        for &set in sets.iter().filter(|&&set| limb::bits_at(&common[set], bit, 1) == 1) {
            buckets.mul(set, square.value());
        }
    }

    // base^x_i is the product over the sets that contain i
    for (i, result) in powers.chunks_exact_mut(group.words()).enumerate() {
        for &set in sets.iter().filter(|&set| set >> i & 1 == 1) {
            buckets.mul_by(power + i, set);
        }
        result.copy_from_slice(buckets.get(power + i).unwrap_or(group.identity()));
    }
}
