//! Between 64-bit limbs and digits of a kernel's radix.

use crate::limb::bits_at;

/// Calls `put(i, digit)` for digits 0 ≤ i < count of `limbs` in radix 2^radix, radix ≤ 64.
pub fn split(limbs: &[u64], radix: u32, count: usize, mut put: impl FnMut(usize, u64)) {
    for i in 0..count {
        put(i, bits_at(limbs, i * radix as usize, radix));
    }
}

/// The inverse of [`split`]: limbs = Σ digit(i)·2^(radix·i) for digits < 2^radix. Bits beyond `limbs` are dropped.
pub fn join(limbs: &mut [u64], radix: u32, count: usize, mut digit: impl FnMut(usize) -> u64) {
    limbs.fill(0);
    for i in 0..count {
        let (at, shift) = (i * radix as usize / 64, (i * radix as usize % 64) as u32);
        let value = digit(i);
        if let Some(limb) = limbs.get_mut(at) {
            *limb |= value << shift;
        }
        if shift + radix > 64
            && let Some(limb) = limbs.get_mut(at + 1)
        {
            *limb |= value >> (64 - shift);
        }
    }
}
