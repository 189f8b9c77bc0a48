//! `scalar`: one number of up to 258 bits in nine digits of 29 bits, by `i64.mul`, on every engine.
//!
//! So short a number has too few columns for vectors: each step would wait for the one before. Here all columns and
//! quotient digits are local variables, and a product is one piece of code without a loop.
//!
//! **Product scanning.** Column k of a·b + q·m is `Σ a[i]·b[k−i] + Σ q[i]·m[k−i]`. For k < 9 the quotient digit `q[k]` makes
//! it 0 mod B = 2^29; the columns from 9 up are the result. A column is at most 18 products and a carry,
//! 18·(2^29 − 1)² + 2^35 < 2^64. A square sums the products of different digits once, and doubles the sum.
//!
//! **Range.** R = 2^261 ≥ 8m and q < R, so out = (ab + qm)/R < ab/R + m: below 2m for ab < R·m, and below 3m for a, b < 4m.
//!
//! Measured on Zen 5, ns per product / square at 256 bits: 38/31 in Node 24, where `relaxed` takes 45/45; 33/27 in Node
//! 20, where `simd128` takes 59/59; 57/45 in Bun 1.4, where `wide` takes 44/37. But `wide` takes longer to prepare: a
//! power of 256 bits takes 18.9 µs with `scalar` and 19.7 with `wide`. At 384 bits `relaxed` is faster.

use super::pair::Pair;
use crate::fused::{select, vector::Vector};
use crate::kernel::Kernel;
use modexp_limbs::limb;
use zeroize::Zeroizing;

/// Bits of a digit, B = 2^RADIX.
const RADIX: u32 = 29;

/// The largest digit.
const MASK: u64 = (1 << RADIX) - 1;

/// Digits of a number.
const N: usize = 9;

/// Words of an element: a zero above the digits makes them pairs.
const WORDS: usize = N + 1;

/// R ≥ 8m.
const HEADROOM: u32 = 3;

type Digits = [u64; N];

/// The kernel. Every engine can run it.
#[derive(Clone, Copy, Debug)]
pub struct Scalar(());

/// The digits of the modulus, and −m⁻¹ mod B.
#[derive(Clone)]
pub struct ScalarModulus {
    m: Zeroizing<Digits>,
    m0_inv: u64,
}

impl Scalar {
    /// The longest modulus that nine digits have room for.
    pub const MAX_BITS: usize = N * RADIX as usize - HEADROOM as usize;

    /// The kernel.
    #[must_use]
    pub fn detect() -> Option<Self> {
        Some(Self(()))
    }
}

impl Kernel for Scalar {
    type Word = u64;
    type Modulus = ScalarModulus;

    const RADIX: u32 = RADIX;
    const LANES: usize = 1;
    const ENTRIES_PER_PRODUCT: usize = 4;
    const HEADROOM: u32 = HEADROOM;

    fn digits(_bits: usize) -> usize {
        N
    }

    fn words(_digits: usize) -> usize {
        WORDS
    }

    fn scratch_words(_digits: usize) -> usize {
        0
    }

    fn word_step(limbs: usize) -> usize {
        25 * limbs + 300
    }

    fn modulus(self, moduli: &[&[u64]], _digits: usize) -> ScalarModulus {
        assert!(limb::bit_len(moduli[0]) <= Self::MAX_BITS, "a modulus of at most {} bits", Self::MAX_BITS);
        let mut m = Zeroizing::new([0; N]);
        modexp_limbs::radix::from_limbs(moduli[0], RADIX, N, |i, digit| m[i] = digit);
        ScalarModulus { m, m0_inv: limb::inverse_limb(moduli[0][0]).wrapping_neg() & MASK }
    }

    fn mont_mul(self, out: &mut [u64], a: &[u64], b: &[u64], m: &ScalarModulus, _scratch: &mut [u64]) {
        product::<false>(digits_mut(out), digits(a), digits(b), m);
    }

    fn mont_sqr(self, out: &mut [u64], a: &[u64], m: &ScalarModulus, _scratch: &mut [u64]) {
        product::<true>(digits_mut(out), digits(a), digits(a), m);
    }

    fn select(self, out: &mut [u64], table: &[u64], index: &[usize]) {
        select::select(out, table, Pair::splat(index[0] as u64));
    }

    fn from_limbs(out: &mut [u64], limbs: &[u64], _lane: usize) {
        modexp_limbs::radix::from_limbs(limbs, RADIX, N, |i, digit| out[i] = digit);
    }

    fn to_limbs(limbs: &mut [u64], a: &[u64], _lane: usize) {
        modexp_limbs::radix::to_limbs(limbs, RADIX, N, |i| a[i]);
    }
}

fn digits(a: &[u64]) -> &Digits {
    a.first_chunk().expect("an element")
}

fn digits_mut(a: &mut [u64]) -> &mut Digits {
    a.first_chunk_mut().expect("an element")
}

/// `sum + Σ x[i]·y[k−i]` over from ≤ i < to.
#[inline(always)]
fn add_dot(mut sum: u64, x: &Digits, y: &Digits, k: usize, from: usize, to: usize) -> u64 {
    for i in from..to {
        sum += x[i] * y[k - i];
    }
    sum
}

/// Column k of a·b, or of a² if `SQUARE`.
#[inline(always)]
fn column<const SQUARE: bool>(a: &Digits, b: &Digits, k: usize) -> u64 {
    let from = (k + 1).saturating_sub(N);
    if !SQUARE {
        return add_dot(0, a, b, k, from, k.min(N - 1) + 1);
    }
    let doubled = 2 * add_dot(0, a, a, k, from, k.div_ceil(2));
    if k.is_multiple_of(2) { doubled + a[k / 2] * a[k / 2] } else { doubled }
}

/// out = (T + q·m)/R for T = a·b, or for T = a² if `SQUARE`.
#[inline(never)]
fn product<const SQUARE: bool>(out: &mut Digits, a: &Digits, b: &Digits, modulus: &ScalarModulus) {
    debug_assert!(a.iter().chain(b).all(|&digit| digit <= MASK), "digits are below 2^29");
    let m = &*modulus.m;
    let mut q = [0; N];
    let mut carry = 0;

    // written out, because the compiler keeps q in locals only in this form
    macro_rules! zero_columns {
        ($($k:literal)*) => {$(
            let mut sum = add_dot(column::<SQUARE>(a, b, $k), &q, m, $k, 0, $k) + carry;
            q[$k] = sum.wrapping_mul(modulus.m0_inv) & MASK;
            sum += q[$k] * m[0];
            carry = sum >> RADIX;
        )*};
    }
    zero_columns!(0 1 2 3 4 5 6 7 8);

    macro_rules! result_columns {
        ($($k:literal)*) => {$(
            let sum = add_dot(column::<SQUARE>(a, b, $k), &q, m, $k, $k + 1 - N, N) + carry;
            out[$k - N] = sum & MASK;
            carry = sum >> RADIX;
        )*};
    }
    result_columns!(9 10 11 12 13 14 15 16);
    out[N - 1] = carry;
    debug_assert!(carry <= MASK, "the top digit is below 2^29");
}

#[cfg(test)]
mod bounds;
#[cfg(test)]
mod tests;
