//! The modulus: its digits, and its multiple for quotient elimination.

use super::columns::{MASK, RADIX, ROWS};
use modexp_limbs::buffer::Buffer;
use modexp_limbs::limb;
use zeroize::Zeroizing;

/// Limbs of a number modulo B^4.
const BLOCK_LIMBS: usize = (ROWS * RADIX as usize).div_ceil(64);

/// Bits of the top limb of a number modulo B^4.
const TOP_BITS: u32 = ROWS as u32 * RADIX - 64 * (BLOCK_LIMBS as u32 - 1);

/// An odd modulus m < 2^(60n − 4).
#[derive(Clone)]
pub struct WideModulus {
    /// The digits of m.
    pub(super) m: Buffer<u64>,
    /// The digits of f = (m·μ + 1)/B^4, which is at most m.
    pub(super) f: Buffer<u64>,
    /// The digits of μ = −m⁻¹ mod B^4.
    pub(super) mu: Zeroizing<[u64; ROWS]>,
}

impl WideModulus {
    /// Takes `m` in n digits.
    pub(super) fn new(m: &[u64], n: usize) -> Self {
        let mut digits = Buffer::new(n);
        modexp_limbs::radix::from_limbs(m, RADIX, n, |i, digit| digits[i] = digit);

        // limb i of x makes limb i of 1 + m·x zero
        let inverse = limb::inverse_limb(m[0]).wrapping_neg();
        let (mut x, mut sum) = ([0; BLOCK_LIMBS], [0; BLOCK_LIMBS]);
        sum[0] = 1;
        for i in 0..BLOCK_LIMBS {
            x[i] = inverse.wrapping_mul(sum[i]);
            limb::mac_row(&mut sum[i..], &m[..m.len().min(BLOCK_LIMBS - i)], x[i]);
        }
        x[BLOCK_LIMBS - 1] &= (1 << TOP_BITS) - 1;

        // the low four digits of m·μ are B^4 − 1, so the 1 carries into digit 4
        let mut product = Buffer::new(m.len() + BLOCK_LIMBS);
        limb::mul(&mut product, m, &x);
        let mut f = Buffer::new(n);
        let mut carry = 1;
        for i in 0..n {
            let column = limb::bits_at(&product, (i + ROWS) * RADIX as usize, RADIX) + carry;
            f[i] = column & MASK;
            carry = column >> RADIX;
        }
        debug_assert_eq!(carry, 0);
        let mu = Zeroizing::new(core::array::from_fn(|i| limb::bits_at(&x, i * RADIX as usize, RADIX)));
        Self { m: digits, f, mu }
    }
}
