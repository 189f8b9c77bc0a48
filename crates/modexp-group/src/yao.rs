//! Many powers of one base for public exponents, by digit buckets (Yao 1976) with sliding windows.
//!
//! base^(2^i) is multiplied into the bucket of the odd digit that begins at bit i, and Π bucket_d^d is the power. This
//! takes bits/(w + 1) + 2^(w − 1) products for each exponent, and one chain of squarings for all. Four powers of 2000 bits cost about
//! 3,250 products, 3,900 by the bits that the exponents share (*Fast big-integer multi-output exponentiation*), and 9,300 one by one.
//!
//! The exponent selects the bucket, so powers by secret exponents use [`crate::comb`] instead.

use crate::buckets::Buckets;
use crate::group::Group;
use alloc::vec;
use modexp_limbs::buffer::Buffer;
use modexp_limbs::limb;

/// The widest window.
const WIDEST: u32 = 12;

/// The most buckets in use at a time: 16 MiB at 2048 bits.
const MAX_BUCKETS: usize = 1 << 16;

/// Computes the powers of any number of exponents by digit buckets, one after the other.
pub fn by_buckets(group: &dyn Group, base: &[u64], exponents: &[&[u64]]) -> Buffer<u64> {
    let words = group.words();
    let window = bucket_window(exponents.iter().map(|exponent| limb::bit_len(exponent)).max().unwrap_or(0));
    let batch = batch_of_buckets(window);
    let mut powers = Buffer::new(exponents.len() * words);
    for (exponents, powers) in exponents.chunks(batch).zip(powers.chunks_mut(batch * words)) {
        batch_by_buckets(group, powers, base, exponents, window);
    }
    powers
}

/// Computes the powers of a batch of exponents with at most [`MAX_BUCKETS`] buckets.
fn batch_by_buckets(group: &dyn Group, powers: &mut [u64], base: &[u64], exponents: &[&[u64]], window: u32) {
    let half = 1 << (window - 1);
    let bits = exponents.iter().map(|exponent| limb::bit_len(exponent)).max().unwrap_or(0);
    // after the buckets of digits: one for base^(2^bit), and one for each power
    let square = exponents.len() * half;
    let mut buckets = Buckets::new(group, square + 1 + exponents.len());
    buckets.set(square, base);
    // the first bit at which the next digit of each exponent may begin
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
        result.copy_from_slice(buckets.get(power).unwrap_or(group.identity()));
    }
}

/// Returns the window with the fewest products for an exponent of `bits` bits.
pub(crate) fn bucket_window(bits: usize) -> u32 {
    (1..=WIDEST).min_by_key(|&window| bucket_products(bits, window)).unwrap_or(1)
}

/// Returns the products for one exponent of `bits` bits, without the squarings: one for each digit, and two for each of
/// 2^(window − 1) buckets. A bucket's first digit saves one.
pub(crate) fn bucket_products(bits: usize, window: u32) -> usize {
    bits / (window as usize + 1) + (1 << (window - 1))
}

/// Returns the number of exponents of a batch.
pub(crate) fn batch_of_buckets(window: u32) -> usize {
    MAX_BUCKETS >> (window - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counting::Counting;
    use alloc::vec::Vec;
    use modexp_limbs::testing::Random;

    #[test]
    fn the_powers_cost_what_is_expected() {
        let mut random = Random(8);
        let group = Counting::<1>::new();
        for count in [0, 1, 2, 3, 4, 5, 8] {
            for bits in [1, 2, 17, 64, 256, 2000, 20_000] {
                let mut exponents: Vec<Vec<u64>> = (0..count).map(|i| random.bits(bits - i.min(bits - 1))).collect();
                if count == 5 {
                    exponents[0] = vec![0; 3];
                    exponents[1] = exponents[2].clone();
                }
                let exponents: Vec<&[u64]> = exponents.iter().map(Vec::as_slice).collect();
                group.take();
                let powers = by_buckets(&group, &[3], &exponents);
                let made = group.take().products();
                assert_eq!(powers.len(), count);
                for (power, exponent) in powers.chunks(1).zip(&exponents) {
                    assert_eq!(power, [Counting::<1>::reference(3, exponent)], "{bits} bits");
                }
                if count > 1 && count != 5 && bits >= 256 {
                    let expected = bits + count * bucket_products(bits, bucket_window(bits));
                    assert!(made.abs_diff(expected) <= expected / 20, "{count} {bits}: {made}, {expected}");
                }
            }
        }
    }

    #[test]
    fn batches_fill_the_buckets() {
        for window in 1..=WIDEST {
            assert_eq!(batch_of_buckets(window) << (window - 1), MAX_BUCKETS, "{window}");
        }
    }
}
