//! Signed digits of integers in radix 2^50, and the multiple of the modulus for quotient elimination.

use super::columns::{MASK, RADIX, ROWS, UNIT};
use modexp_limbs::buffer::Buffer;
use modexp_limbs::limb;

/// Calls `put(i, digit)` for the `count` signed digits of `limbs` < 2^(50·count): |digit| ≤ 2^49, the top one ≤ 2^50.
pub fn from_limbs(limbs: &[u64], count: usize, mut put: impl FnMut(usize, f64)) {
    let mut carry = 0;
    for i in 0..count {
        let column = limb::bits_at(limbs, i * RADIX as usize, RADIX) as i64 + carry;
        carry = if i + 1 < count { round(column) } else { 0 };
        put(i, float(column - (carry << RADIX)));
    }
}

/// limbs = Σ digit(i)·2^(50i) ≥ 0 for any signed digits below 2^51; bits beyond `limbs` are dropped.
pub fn to_limbs(limbs: &mut [u64], count: usize, digit: impl Fn(usize) -> f64) {
    let mut carry = 0;
    modexp_limbs::radix::to_limbs(limbs, RADIX, count, |i| {
        let column = integer(digit(i)) + carry;
        carry = column >> RADIX;
        column as u64 & MASK
    });
}

/// The integer in `x`, |x| < 2^51, without the branches of a saturating conversion.
#[inline]
fn integer(x: f64) -> i64 {
    (x + UNIT).to_bits().wrapping_sub(UNIT.to_bits()) as i64
}

/// x as `f64`, |x| ≤ 2^51, without `as`: for an x that is never negative, the compiler would choose an unsigned
/// conversion, which has a branch.
#[inline]
fn float(x: i64) -> f64 {
    f64::from_bits(UNIT.to_bits().wrapping_add(x as u64)) - UNIT
}

/// x/2^50, to the nearest integer.
#[inline]
fn round(x: i64) -> i64 {
    (x + (1 << (RADIX - 1))) >> RADIX
}

/// Limbs of a number modulo 2^200.
const BLOCK_LIMBS: usize = (ROWS * RADIX as usize).div_ceil(64);

/// Bits of the top limb of a number modulo 2^200.
const TOP_BITS: u32 = ROWS as u32 * RADIX - 64 * (BLOCK_LIMBS as u32 - 1);

/// μ ≡ −m⁻¹ mod 2^200 for an odd modulus m, and f = (m·μ + 1)/2^200. Orup 1995.
pub(crate) struct QuotientElimination {
    /// The digits of μ, −2^199 ≤ μ < 2^199.
    pub(crate) mu: [f64; ROWS],
    limbs: [u64; BLOCK_LIMBS],
    negative: u64,
}

impl QuotientElimination {
    pub(crate) fn new(m: &[u64]) -> Self {
        // limb i of x makes limb i of 1 + m·x zero
        let inverse = limb::inverse_limb(m[0]).wrapping_neg();
        let (mut x, mut sum) = ([0; BLOCK_LIMBS], [1, 0, 0, 0]);
        for i in 0..BLOCK_LIMBS {
            x[i] = inverse.wrapping_mul(sum[i]);
            limb::mac_row(&mut sum[i..], &m[..m.len().min(BLOCK_LIMBS - i)], x[i]);
        }
        x[BLOCK_LIMBS - 1] &= (1 << TOP_BITS) - 1;

        // the top digit keeps its carry; bit 199 decides the sign
        let negative = x[BLOCK_LIMBS - 1] >> (TOP_BITS - 1);
        let mut mu = [0.0; ROWS];
        from_limbs(&x, ROWS, |i, digit| mu[i] = digit);
        mu[ROWS - 1] -= float((negative << RADIX) as i64);
        Self { mu, limbs: x, negative }
    }

    /// Calls `put(i, digit)` for the `count` digits of (m·μ + 1)/2^200, which is at most m/2 in size.
    pub(crate) fn multiple(&self, m: &[u64], count: usize, mut put: impl FnMut(usize, f64)) {
        // the limbs hold 0 ≤ μ < 2^200, so the quotient is at most m; for a negative μ, subtract m
        let mut product = Buffer::new(m.len() + BLOCK_LIMBS);
        limb::mul(&mut product, m, &self.limbs);

        // the low 200 bits of the product are ones, so adding 1 carries into the quotient
        let take = limb::mask(self.negative);
        let mut carry = 1;
        for i in 0..count {
            let quotient = limb::bits_at(&product, (i + ROWS) * RADIX as usize, RADIX) as i64;
            let column = quotient - (limb::bits_at(m, i * RADIX as usize, RADIX) & take) as i64 + carry;
            carry = round(column);
            put(i, float(column - (carry << RADIX)));
        }
        debug_assert_eq!(carry, 0);
    }
}
