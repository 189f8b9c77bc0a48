//! The methods that compute many powers of one base for public exponents, and their costs.
//!
//! At 2000 bits four powers cost about 3,250 products by buckets ([`crate::yao`]), 3,900 by common bits
//! ([`crate::common_bits`]), and 9,300 one by one. In these methods the exponent selects the accumulator to read. So
//! powers by secret exponents use [`crate::comb`] instead.

use crate::common_bits::{MOST_TOGETHER, common_bits};
use crate::group::Group;
use crate::plan::WindowPlan;
use crate::pow::pow_vartime;
use crate::yao::{batch_of_buckets, bucket_products, bucket_window, by_buckets};
use modexp_limbs::buffer::Buffer;
use modexp_limbs::limb;

/// A method to compute powers of one base by public exponents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EachMethod {
    /// One power after the other, by sliding windows.
    Single,
    /// One computation for the bits that up to four exponents share.
    CommonBits,
    /// One bucket for each odd digit of each exponent.
    Buckets,
}

impl EachMethod {
    /// Returns the method with the fewest expected products for these exponents (little-endian limbs). It is never
    /// [`EachMethod::CommonBits`]: buckets are expected to cost less for exponents of any number and length.
    #[must_use]
    pub fn best(exponents: &[&[u64]]) -> Self {
        let few = Self::Buckets.products(exponents) < Self::Single.products(exponents);
        if few { Self::Buckets } else { Self::Single }
    }

    /// Returns the products of all powers, expected for random exponents of these lengths.
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
    pub fn powers(self, group: &dyn Group, base: &[u64], exponents: &[&[u64]]) -> Buffer<u64> {
        let words = group.words();
        if self == Self::Buckets {
            return by_buckets(group, base, exponents);
        }
        let mut powers = Buffer::new(exponents.len() * words);
        let together = if self == Self::Single { 1 } else { MOST_TOGETHER };
        for (exponents, powers) in exponents.chunks(together).zip(powers.chunks_mut(together * words)) {
            if self == Self::Single {
                let plan = WindowPlan::vartime_in(group, exponents[0]);
                powers.copy_from_slice(pow_vartime(group, &plan, base, exponents[0]).value());
            } else {
                common_bits(group, powers, base, exponents);
            }
        }
        powers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counting::Counting;
    use alloc::vec;
    use alloc::vec::Vec;
    use modexp_limbs::testing::Random;

    const METHODS: [EachMethod; 3] = [EachMethod::Single, EachMethod::CommonBits, EachMethod::Buckets];

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
                    let powers = method.powers(&group, &[3], &exponents);
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
                    method.powers(&group, &[3], &exponents);
                    let (made, expected) = (group.take().products(), method.products(&exponents));
                    assert!(made.abs_diff(expected) <= expected / 20, "{method:?} {count} {bits}: {made}, {expected}");
                }
            }
        }
    }
}
