//! Conversion between 64-bit limbs and digits of a kernel's radix.

/// Calls `put(i, digit)` for digits 0 ≤ i < count of `limbs` in radix 2^radix, radix ≤ 64.
pub fn from_limbs(limbs: &[u64], radix: u32, count: usize, mut put: impl FnMut(usize, u64)) {
    let mut limbs = limbs.iter();
    // the lowest `held` bits of `rest` belong to the next digits
    let (mut rest, mut held) = (0_u64, 0);
    for i in 0..count {
        let digit = if held < radix {
            let limb = limbs.next().copied().unwrap_or(0);
            let digit = rest | limb << held;
            rest = limb.checked_shr(radix - held).unwrap_or(0);
            held += 64;
            digit
        } else {
            let digit = rest;
            rest >>= radix;
            digit
        };
        held -= radix;
        put(i, digit & (u64::MAX >> (64 - radix)));
    }
}

/// The inverse of [`from_limbs`]: limbs = Σ digit(i)·2^(radix·i) for digits < 2^radix. Bits beyond `limbs` are dropped.
pub fn to_limbs(limbs: &mut [u64], radix: u32, count: usize, mut digit: impl FnMut(usize) -> u64) {
    let mut places = limbs.iter_mut();
    // the known low bits of the next limb, and their number
    let (mut limb, mut held) = (0_u64, 0);
    for i in 0..count {
        let value = digit(i);
        limb |= value << held;
        held += radix;
        if held >= 64 {
            let Some(place) = places.next() else { return };
            *place = limb;
            held -= 64;
            limb = value.checked_shr(radix - held).unwrap_or(0);
        }
    }
    for place in places {
        *place = core::mem::take(&mut limb);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limb::bits_at;
    use std::vec;
    use std::vec::Vec;

    #[test]
    fn digits_are_those_bits_and_join_to_the_same_limbs() {
        let limbs: Vec<u64> = (1..8).map(|i| 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(i)).collect();
        for radix in 1..=64 {
            for count in [0, 1, 2, 7, 400 / radix as usize, 448_usize.div_ceil(radix as usize) + 2] {
                let mut digits = vec![0; count];
                from_limbs(&limbs, radix, count, |i, digit| digits[i] = digit);
                let want: Vec<u64> = (0..count).map(|i| bits_at(&limbs, i * radix as usize, radix)).collect();
                assert_eq!(digits, want, "radix 2^{radix}");

                let bits = count * radix as usize;
                for len in [0, 1, 6, 7, 9] {
                    let mut joined = vec![u64::MAX; len];
                    to_limbs(&mut joined, radix, count, |i| digits[i]);
                    let want: Vec<u64> = (0..len)
                        .map(|i| match bits.saturating_sub(64 * i).min(64) {
                            0 => 0,
                            left => bits_at(&limbs, 64 * i, left as u32),
                        })
                        .collect();
                    assert_eq!(joined, want, "radix 2^{radix}, {count} digits");
                }
            }
        }
    }
}
