//! The digits of public integers, for loops.

use alloc::vec::Vec;
use modexp_limbs::limb;

/// The digits −1, 0, 1 of an integer above 0, the highest first and left out: the binary digits, or those of the non-adjacent form
/// if fewer of them are not 0.
pub(crate) fn signed_bits(n: &[u64]) -> Vec<i8> {
    let mut three = limb::resize(n, n.len() + 1);
    let once = three.clone();
    limb::add_if(&mut three, &once, 1);
    limb::add_if(&mut three, &once, 1);
    let bit = |x: &[u64], i: usize| limb::bits_at(x, i, 1) as i8;
    let non_adjacent = |i: usize| bit(&three, i + 1) - bit(n, i + 1);
    let weight = |digit: &dyn Fn(usize) -> i8| (0..=limb::bit_len(n)).filter(|&i| digit(i) != 0).count();
    if weight(&|i| bit(n, i)) <= weight(&non_adjacent) {
        return (0..limb::bit_len(n) - 1).rev().map(|i| bit(n, i)).collect();
    }
    (0..limb::bit_len(&three) - 2).rev().map(non_adjacent).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_of_the_integer() {
        for n in (1..2000).chain([0xd201_0000_0001_0000, 0x44e9_92b4_4a69_09f1]) {
            let value = signed_bits(&[n]).iter().fold(1_i128, |value, &digit| 2 * value + i128::from(digit));
            assert_eq!(value, i128::from(n));
        }
    }
}
