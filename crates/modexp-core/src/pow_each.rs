//! One base, many exponents, with public exponents: all powers share the chain base, base², base⁴, ….
//!
//! Two methods are here. *Common bits* is that of *Fast big-integer multi-output exponentiation*: the bits that
//! exponents have in common are taken out, the largest sets of exponents first, and their power is computed once.
//! *Buckets* is Yao's (1976) with sliding windows: base^(2^i) goes into the bucket of the odd digit that begins at bit i,
//! and Π bucket_d^d is the power; it costs bits/(w + 1) + 2^(w − 1) products for each exponent, where common bits take up to
//! bits/2 and, for k exponents, 2^k accumulators. At 2000 bits four powers cost about 3,250 products by buckets, 3,900 by
//! common bits, and 9,300 one by one.
//!
//! With secret exponents neither will do, since which accumulator is touched would show; [`crate::comb`] serves there.

use crate::buckets::Buckets;
use crate::group::Group;
use crate::pow::{self, Accumulator};
use crate::window::WindowPlan;
use alloc::vec;
use alloc::vec::Vec;
use modexp_kernels::buffer::Buffer;
use modexp_kernels::limb;

/// Exponents that the common-bits method takes together.
const MOST_TOGETHER: usize = 4;

/// The widest window of the bucket method.
const WIDEST: u32 = 12;

/// Buckets that are in use at a time: 16 MiB at 2048 bits.
const MAX_BUCKETS: usize = 1 << 16;

/// How the powers of one base are computed when the exponents are public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EachMethod {
    /// One power after the other, by sliding windows.
    Single,
    /// The bits that up to four exponents have in common are used once.
    CommonBits,
    /// A bucket for every odd digit of every exponent.
    Buckets,
}

impl EachMethod {
    /// The method expected to cost these exponents (little-endian limbs) the fewest products. It is not
    /// [`EachMethod::CommonBits`]: buckets are expected to cost less, whatever the number and length of the exponents.
    #[must_use]
    pub fn best(exponents: &[&[u64]]) -> Self {
        let few = Self::Buckets.products(exponents) < Self::Single.products(exponents);
        if few { Self::Buckets } else { Self::Single }
    }

    /// Products of all powers, expected for random exponents of these lengths.
    #[must_use]
    pub fn products(self, exponents: &[&[u64]]) -> usize {
        let bits = || exponents.iter().map(|exponent| limb::bit_len(exponent));
        let longest = bits().max().unwrap_or(0);
        match self {
            Self::Single => exponents.iter().map(|exponent| WindowPlan::vartime(exponent).products()).sum(),
            Self::CommonBits => exponents
                .chunks(MOST_TOGETHER)
                .map(|together| {
                    let sets = 1 << together.len();
                    let longest = together.iter().map(|exponent| limb::bit_len(exponent)).max().unwrap_or(0);
                    longest + longest - longest / sets + together.len() * sets / 2
                })
                .sum(),
            Self::Buckets => {
                let window = bucket_window(longest);
                let batches = exponents.len().div_ceil(batch_of_buckets(window));
                batches * longest + bits().map(|bits| bucket_products(bits, window)).sum::<usize>()
            }
        }
    }

    /// base^exponents\[i\] for each i, the same in all lanes, one after the other. Variable time.
    pub(crate) fn run<G: Group>(self, group: &G, base: &[u64], exponents: &[&[u64]]) -> Buffer<u64> {
        let words = group.words();
        if self == Self::Buckets {
            return by_buckets(group, base, exponents);
        }
        let mut powers = Buffer::new(exponents.len() * words);
        let together = if self == Self::Single { 1 } else { MOST_TOGETHER };
        for (exponents, powers) in exponents.chunks(together).zip(powers.chunks_mut(together * words)) {
            if self == Self::Single {
                let plan = WindowPlan::vartime(exponents[0]);
                powers.copy_from_slice(pow::pow_vartime(group, &plan, base, exponents[0]).value());
            } else {
                common_bits(group, powers, base, exponents);
            }
        }
        powers
    }
}

/// The powers of up to four exponents by their common bits.
fn common_bits<G: Group>(group: &G, powers: &mut [u64], base: &[u64], exponents: &[&[u64]]) {
    let limbs = exponents.iter().map(|exponent| limb::trim(exponent).len()).max().unwrap_or(0);
    let bits = exponents.iter().map(|exponent| limb::bit_len(exponent)).max().unwrap_or(0);
    let mut rests: Vec<Vec<u64>> = exponents.iter().map(|exponent| limb::resize(limb::trim(exponent), limbs)).collect();
    let members = |set: usize| (0..exponents.len()).filter(move |i| set >> i & 1 == 1);

    // z = x_i & x_j & …; x_i ← x_i − z for each of them: all four, then the threes, then the pairs, then what is left
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
        square.square(u64::from(bit > 0));
        for &set in sets.iter().filter(|&&set| limb::bits_at(&common[set], bit, 1) == 1) {
            buckets.mul(set, square.value());
        }
    }

    // base^x_i is the product over the sets that i belongs to
    for (i, result) in powers.chunks_exact_mut(group.words()).enumerate() {
        for &set in sets.iter().filter(|&set| set >> i & 1 == 1) {
            buckets.mul_by(power + i, set);
        }
        result.copy_from_slice(buckets.get(power + i).unwrap_or(group.one()));
    }
}

/// The powers of any number of exponents by digit buckets, one after the other.
pub(crate) fn by_buckets(group: &dyn Group, base: &[u64], exponents: &[&[u64]]) -> Buffer<u64> {
    let words = group.words();
    let window = bucket_window(exponents.iter().map(|exponent| limb::bit_len(exponent)).max().unwrap_or(0));
    let batch = batch_of_buckets(window);
    let mut powers = Buffer::new(exponents.len() * words);
    for (exponents, powers) in exponents.chunks(batch).zip(powers.chunks_mut(batch * words)) {
        batch_by_buckets(group, powers, base, exponents, window);
    }
    powers
}

/// The powers of so many exponents that their buckets find room.
fn batch_by_buckets(group: &dyn Group, powers: &mut [u64], base: &[u64], exponents: &[&[u64]], window: u32) {
    let half = 1 << (window - 1);
    let bits = exponents.iter().map(|exponent| limb::bit_len(exponent)).max().unwrap_or(0);
    // behind those of the digits base^(2^bit), and one for each power
    let square = exponents.len() * half;
    let mut buckets = Buckets::new(group, square + 1 + exponents.len());
    buckets.set(square, base);
    // where the next digit of each exponent may begin
    let mut starts = vec![0; exponents.len()];
    for bit in 0..bits {
        if bit > 0 {
            buckets.square(square);
        }
        for (i, exponent) in exponents.iter().enumerate() {
            if starts[i] > bit {
                continue;
            }
            let digit = limb::bits_at(exponent, bit, window) as usize;
            if digit & 1 == 1 {
                starts[i] = bit + window as usize;
                buckets.mul_by(i * half + digit / 2, square);
            }
        }
    }

    for (i, result) in powers.chunks_exact_mut(group.words()).enumerate() {
        let power = square + 1 + i;
        buckets.product_of_powers(i * half..(i + 1) * half, true, power);
        result.copy_from_slice(buckets.get(power).unwrap_or(group.one()));
    }
}

/// The window that costs an exponent of `bits` bits the fewest products.
fn bucket_window(bits: usize) -> u32 {
    (1..=WIDEST).min_by_key(|&window| bucket_products(bits, window)).unwrap_or(1)
}

/// Products for one exponent of `bits` bits beside the squarings: its digits, and two for each of 2^(window − 1)
/// buckets, of which the first digit in it saves one.
fn bucket_products(bits: usize, window: u32) -> usize {
    bits / (window as usize + 1) + (1 << (window - 1))
}

/// Exponents whose buckets are in use at a time.
fn batch_of_buckets(window: u32) -> usize {
    MAX_BUCKETS >> (window - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counting::{Counting, Random};

    const METHODS: [EachMethod; 3] = [EachMethod::Single, EachMethod::CommonBits, EachMethod::Buckets];

    #[test]
    fn batches_fill_the_buckets() {
        for window in 1..=WIDEST {
            assert_eq!(batch_of_buckets(window) << (window - 1), MAX_BUCKETS, "{window}");
        }
    }

    #[test]
    fn each_method_gives_the_powers() {
        let mut random = Random(7);
        let group = Counting::<1>::new();
        for count in [0, 1, 2, 3, 4, 5, 9] {
            for bits in [1, 2, 17, 64, 200, 1000] {
                let mut exponents: Vec<Vec<u64>> = (0..count).map(|i| random.bits(bits - i.min(bits - 1))).collect();
                if count > 2 {
                    exponents[0] = vec![0; 3];
                    exponents[1] = exponents[2].clone();
                }
                let exponents: Vec<&[u64]> = exponents.iter().map(Vec::as_slice).collect();
                for method in METHODS {
                    let powers = method.run(&group, &[3], &exponents);
                    assert_eq!(powers.len(), count);
                    for (power, exponent) in powers.chunks(1).zip(&exponents) {
                        assert_eq!(power, [Counting::<1>::reference(3, exponent)], "{method:?} {bits} bits");
                    }
                }
            }
        }
    }

    #[test]
    fn buckets_are_expected_to_cost_less_than_common_bits() {
        for count in 1..=33 {
            for bits in (1..700).chain((700..30_000).step_by(501)) {
                let exponent = vec![u64::MAX; usize::div_ceil(bits, 64)];
                let exponent = limb::bits_between(&exponent, 0, bits);
                let exponents = vec![&exponent[..]; count];
                let [common, buckets] = [EachMethod::CommonBits, EachMethod::Buckets].map(|m| m.products(&exponents));
                assert!(buckets <= common, "{count} of {bits} bits: {buckets}, {common}");
            }
        }
    }

    #[test]
    fn each_method_costs_what_it_is_expected_to() {
        let mut random = Random(8);
        let group = Counting::<1>::new();
        for count in [2, 3, 4, 8] {
            for bits in [256, 2000, 20_000] {
                let exponents: Vec<Vec<u64>> = (0..count).map(|_| random.bits(bits)).collect();
                let exponents: Vec<&[u64]> = exponents.iter().map(Vec::as_slice).collect();
                group.take();
                for method in METHODS {
                    method.run(&group, &[3], &exponents);
                    let (made, expected) = (group.take().products(), method.products(&exponents));
                    assert!(made.abs_diff(expected) <= expected / 20, "{method:?} {count} {bits}: {made}, {expected}");
                }
            }
        }
    }
}
