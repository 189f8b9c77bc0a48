//! `scalar`: one number of up to 257 bits in nine digits of 29 bits, by `i64.mul`, on every engine.
//!
//! A short number has too few columns for vectors: each step would wait for the step before. Here all columns and
//! quotient digits are local variables, and a product is straight-line code.
//!
//! **Product scanning.** Column k is `Σ a[i]·b[k−i]` and the products that the reduction adds to it: at most 18
//! products and a carry, 18·(2^29 − 1)² + 2^35 < 2^64. A square sums the products of different digits once, and doubles
//! the sum.
//!
//! **Reduction by quotient elimination** (Orup 1995), B = 2^29. With μ = −m⁻¹ mod B and f = (m·μ + 1)/B ≤ m, a number T
//! with the lowest digit d becomes (T + d·m·μ)/B = (T − d)/B + d·f: no multiplication comes between a digit and its
//! use. The code does this eight times. The last digit takes the true quotient q = d·μ mod B and adds q·m.
//!
//! **Range.** The multiples of m·μ sum to less than B^8·m·B, and q·m·B^8 is less than B·m·B^8. So out < ab/R + 2m for
//! R = 2^261 ≥ 16m: below 3m for ab < R·m, and so for a, b < 4m.
//!
//! Measured on Zen 5, least ns of many short runs per product / square at 256 bits: 30/24 in Node 24, where `relaxed`
//! takes 43/42; 33/26 in Node 26; 49/33 in Bun 1.4, where `wide` takes 44/37, and more time to prepare. At 384 bits
//! `relaxed` is faster. A true quotient for every digit takes 30.0/25.8 where this code takes 26.8/21.3. Independent
//! products take as long as a chain of products: only the number of instructions counts.

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

/// Words of an element, one digit in each. Zeros above the digits fill whole vectors.
const WORDS: usize = 12;

/// R ≥ 16m.
const HEADROOM: u32 = 4;

type Unpacked = [u64; N];

/// Digits in memory: 32-bit words make table lookups faster.
type Packed = [u32; N];

/// The kernel. Every engine can run it.
#[derive(Clone, Copy, Debug)]
pub struct Scalar(());

/// The modulus and the constants of its reduction.
#[derive(Clone)]
pub struct ScalarModulus {
    m: Zeroizing<Unpacked>,
    /// f = (m·μ + 1)/B.
    f: Zeroizing<Unpacked>,
    /// μ = −m⁻¹ mod B.
    mu: u64,
}

impl Scalar {
    /// Bits of the longest modulus.
    pub const MAX_BITS: usize = N * RADIX as usize - HEADROOM as usize;

    /// The kernel.
    #[must_use]
    pub fn detect() -> Option<Self> {
        Some(Self(()))
    }
}

impl Kernel for Scalar {
    type Word = u32;
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
        let mu = limb::inverse_limb(moduli[0][0]).wrapping_neg() & MASK;

        // m·μ + 1 is a multiple of B
        let mut f = Zeroizing::new([0; N]);
        let mut carry = (m[0] * mu + 1) >> RADIX;
        for i in 1..N {
            let column = m[i] * mu + carry;
            f[i - 1] = column & MASK;
            carry = column >> RADIX;
        }
        f[N - 1] = carry;
        ScalarModulus { m, f, mu }
    }

    fn mont_mul(self, out: &mut [u32], a: &[u32], b: &[u32], m: &ScalarModulus, _scratch: &mut [u32]) {
        product::<false>(packed_mut(out), packed(a), packed(b), m);
    }

    fn mont_sqr(self, out: &mut [u32], a: &[u32], m: &ScalarModulus, _scratch: &mut [u32]) {
        product::<true>(packed_mut(out), packed(a), packed(a), m);
    }

    fn select(self, out: &mut [u32], table: &[u32], index: &[usize]) {
        select::select(out, table, Pair::splat(index[0] as u64));
    }

    fn from_limbs(out: &mut [u32], limbs: &[u64], _lane: usize) {
        modexp_limbs::radix::from_limbs(limbs, RADIX, N, |i, digit| out[i] = digit as u32);
    }

    fn to_limbs(limbs: &mut [u64], a: &[u32], _lane: usize) {
        modexp_limbs::radix::to_limbs(limbs, RADIX, N, |i| a[i].into());
    }
}

fn packed(a: &[u32]) -> &Packed {
    a.first_chunk().expect("an element")
}

fn packed_mut(a: &mut [u32]) -> &mut Packed {
    a.first_chunk_mut().expect("an element")
}

/// `Σ x[i]·y[k−i]` over from ≤ i < to.
#[inline(always)]
fn dot(x: &Unpacked, y: &Unpacked, k: usize, from: usize, to: usize) -> u64 {
    let mut sum = 0;
    for i in from..to {
        sum += x[i] * y[k - i];
    }
    sum
}

/// Column k of a·b, or of a² if `SQUARE`.
#[inline(always)]
fn column<const SQUARE: bool>(a: &Unpacked, b: &Unpacked, k: usize) -> u64 {
    let from = (k + 1).saturating_sub(N);
    if !SQUARE {
        return dot(a, b, k, from, k.min(N - 1) + 1);
    }
    let doubled = 2 * dot(a, a, k, from, k.div_ceil(2));
    if k.is_multiple_of(2) { doubled + a[k / 2] * a[k / 2] } else { doubled }
}

/// out = T·R⁻¹ mod m for T = a·b, or for T = a² if `SQUARE`.
#[inline(never)]
fn product<const SQUARE: bool>(out: &mut Packed, a: &Packed, b: &Packed, modulus: &ScalarModulus) {
    let (a, b) = (&a.map(u64::from), &b.map(u64::from));
    debug_assert!(a.iter().chain(b).all(|&digit| digit <= MASK), "digits are below 2^29");
    let ScalarModulus { m, f, mu } = modulus;
    let mut d = [0; N - 1];
    let mut carry = 0;

    // written out, because the compiler keeps d in locals only in this form
    macro_rules! eliminated_columns {
        ($($k:literal)*) => {$(
            let sum = column::<SQUARE>(a, b, $k) + eliminated(&d, f, $k) + carry;
            d[$k] = sum & MASK;
            carry = sum >> RADIX;
        )*};
    }
    eliminated_columns!(0 1 2 3 4 5 6 7);

    let sum = column::<SQUARE>(a, b, N - 1) + eliminated(&d, f, N - 1) + carry;
    let q = sum.wrapping_mul(*mu) & MASK;
    carry = (sum + q * m[0]) >> RADIX;

    macro_rules! result_columns {
        ($($k:literal)*) => {$(
            let sum = column::<SQUARE>(a, b, $k) + eliminated(&d, f, $k) + q * m[$k + 1 - N] + carry;
            out[$k - N] = (sum & MASK) as u32;
            carry = sum >> RADIX;
        )*};
    }
    result_columns!(9 10 11 12 13 14 15 16);
    out[N - 1] = carry as u32;
    debug_assert!(carry <= MASK, "the top digit is below 2^29");
}

/// The products that the eliminated digits add to column k: `Σ d[i]·f[k−1−i]`.
#[inline(always)]
fn eliminated(d: &[u64; N - 1], f: &Unpacked, k: usize) -> u64 {
    let mut sum = 0;
    for i in k.saturating_sub(N)..k.min(N - 1) {
        sum += d[i] * f[k - 1 - i];
    }
    sum
}

#[cfg(test)]
mod bounds;
#[cfg(test)]
mod tests;
