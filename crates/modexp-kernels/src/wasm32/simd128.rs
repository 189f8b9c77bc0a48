//! `simd128`: one number in signed 13-bit digits, by `i32x4.dot_i16x8_s`, for engines without fused multiply-add.
//!
//! One dot instruction computes eight products of digits and adds them in pairs; on x86 it is a single `pmaddwd`. With
//! 28-bit digits, `i64x2.extmul_low_i32x4_u` makes two products in three instructions. Per instruction that is 2·28²/3
//! bits of work against 8·13². The price is twice as many digits, so no step works digit by digit.
//!
//! **Digits.** Radix B = 2^13, balanced: |d| ≤ D = 4200 (4096 plus the rest of two rounds of carries). A column holds
//! up to 120 products, 119·D² + 10240·D + D + 2^12 < 2^31, before its carry must be set aside. The 10240 is for the one
//! digit that may be larger, the top digit of a quotient or of a factor. An element is n digits, two to a word.
//!
//! **Product.** Column k of a·b is `Σ a[i]·b[k−i]`. A vector holds columns k to k+3. A row multiplies two digits of a,
//! in every lane, by the pairs `(b[k−i], b[k−i−1])` of the four columns. So b is laid out once as overlapping pairs,
//! and every operand is one load. Blocks of 16 columns stay in registers while the loop goes through all rows.
//!
//! **Reduction.** No quotient digit waits for another digit. With T = a·b, all quotient digits come from the lower half
//! of one product, Q ≡ T·(−m⁻¹) mod R. Only the upper half of T + Q·m is computed. The lower half is 0 modulo R, so it
//! adds only a carry c. Two rounds of carries leave lower digits of at most D. Their sum is below R in absolute value,
//! hence 0. So the rounds carry exactly c out of column n−1, and c depends only on columns n−2 and n−1.
//!
//! **Range.** Q may be any representative modulo R, so its top digit chooses the range of the result. T/R is tm for
//! some 0 ≤ t < 1. The leading digits show whether t is below or above a half, with an error of 2^−20. Below, Q is
//! taken from [R/4, 5R/4) and out = (t + Q/R)·m lies in (0.24m, 1.76m); above, from [−R/8, 7R/8) and out lies in
//! (0.37m, 1.88m). The slack of 10^−4 is needed because digits are not unique. For factors in range t < 1 follows from
//! R ≥ 8m.
//!
//! Measured on Zen 5 in Node 20, ns per product / square / product of `portable` with 32-bit limbs: 143/140/264 at 512
//! bits, 400/368/989 at 1024, 1336/1146/3980 at 2048, 4837/4033/15370 at 4096. Up to 257 bits `scalar` takes half the
//! time. Even and odd pairs of rows in one loop spill registers in V8: 0.21 ns per dot instruction instead of 0.15, the
//! limit of the vector units.

#[cfg(all(test, not(miri)))]
mod bounds;
mod columns;
mod lanes;
mod pairs;
mod products;
#[cfg(test)]
mod tests;

use crate::kernel::Kernel;
use columns::MAX_PRODUCTS;
use core::hint::black_box;
use lanes::{RADIX, V128};
use modexp_limbs::buffer::Buffer;
use modexp_limbs::limb;
use modexp_limbs::word::Word;
use pairs::{lay_out_pairs, pair_words};
use products::{product, product_high, product_low, square};
use zeroize::Zeroizing;

/// The radix, and half of it.
const BASE: i64 = 1 << RADIX;
const HALF: i64 = BASE / 2;

/// The kernel. A value proves that the engine has SIMD128.
#[derive(Clone, Copy, Debug)]
pub struct Simd128(());

/// The modulus and the constants of its reduction.
#[derive(Clone)]
pub struct Simd128Modulus {
    /// m and −m⁻¹ mod R, laid out as pairs.
    m: Buffer<u32>,
    m_inv: Buffer<u32>,
    /// Digits of an element.
    digits: usize,
    /// The digit with the leading bit of m, and half of ⌊m / B^(top−2)⌋.
    top: usize,
    half: Zeroizing<i64>,
}

impl Simd128 {
    /// The kernel: a build with this module is for engines with SIMD128.
    #[must_use]
    pub fn detect() -> Option<Self> {
        Some(Self(()))
    }
}

impl Kernel for Simd128 {
    type Word = u32;
    type Modulus = Simd128Modulus;

    const RADIX: u32 = RADIX;
    const LANES: usize = 1;
    const ENTRIES_PER_PRODUCT: usize = 4;
    const HEADROOM: u32 = 3;

    /// A multiple of 8, and at least 24, because `scalar` takes shorter numbers.
    fn digits(bits: usize) -> usize {
        (bits + Self::HEADROOM as usize).div_ceil(RADIX as usize).next_multiple_of(8).max(24)
    }

    fn words(digits: usize) -> usize {
        digits / 2
    }

    fn scratch_words(digits: usize) -> usize {
        pair_words(digits) + (digits + 4) + digits / 2 + digits / 2
    }

    fn word_step(limbs: usize) -> usize {
        25 * limbs + 300
    }

    fn modulus(self, moduli: &[&[u64]], digits: usize) -> Simd128Modulus {
        let top = (limb::bit_len(moduli[0]) - 1) / RADIX as usize;
        let leading = match top.checked_sub(2) {
            Some(below) => limb::bits_at(moduli[0], below * RADIX as usize, 3 * RADIX) as i64,
            None => (moduli[0][0] << ((2 - top) * RADIX as usize)) as i64,
        };

        let mut m = Buffer::new(digits / 2);
        from_limbs(&mut m, moduli[0]);
        let mut m_pairs = Buffer::new(pair_words(digits));
        lay_out_pairs(&mut m_pairs, &m);
        let m_inv = negated_inverse(&m_pairs, limb::inverse_limb(moduli[0][0]), digits);
        let mut m_inv_pairs = Buffer::new(pair_words(digits));
        lay_out_pairs(&mut m_inv_pairs, &m_inv);
        Simd128Modulus { m: m_pairs, m_inv: m_inv_pairs, digits, top, half: Zeroizing::new(leading / 2) }
    }

    fn mont_mul(self, out: &mut [u32], a: &[u32], b: &[u32], m: &Simd128Modulus, scratch: &mut [u32]) {
        if m.digits <= MAX_PRODUCTS {
            mont_mul::<false>(out, a, b, m, scratch);
        } else {
            mont_mul::<true>(out, a, b, m, scratch);
        }
    }

    fn mont_sqr(self, out: &mut [u32], a: &[u32], m: &Simd128Modulus, scratch: &mut [u32]) {
        if m.digits <= MAX_PRODUCTS {
            mont_sqr::<false>(out, a, m, scratch);
        } else {
            mont_sqr::<true>(out, a, m, scratch);
        }
    }

    fn select(self, out: &mut [u32], table: &[u32], index: &[usize]) {
        out.fill(0);
        for (i, entry) in table.chunks_exact(out.len()).enumerate() {
            let hit = u32::mask(black_box(i) == index[0]);
            for (out, &word) in out.iter_mut().zip(entry) {
                *out |= word & hit;
            }
        }
    }

    fn from_limbs(out: &mut [u32], limbs: &[u64], _lane: usize) {
        from_limbs(out, limbs);
    }

    fn to_limbs(limbs: &mut [u64], a: &[u32], _lane: usize) {
        let mut carry = 0;
        modexp_limbs::radix::to_limbs(limbs, RADIX, 2 * a.len(), |i| {
            let digit = i64::from(digit_of(a, i)) + carry;
            carry = digit >> RADIX;
            (digit & (BASE - 1)) as u64
        });
    }
}

/// Balanced digits of `limbs`, two to a word. The top digit is not balanced, so that all numbers below R have digits.
fn from_limbs(out: &mut [u32], limbs: &[u64]) {
    let count = 2 * out.len();
    let mut carry = 0;
    let mut even = 0;
    modexp_limbs::radix::from_limbs(limbs, RADIX, count, |i, digit| {
        let digit = digit as i64 + carry;
        carry = if i + 1 < count { (digit + HALF) >> RADIX } else { 0 };
        let digit = (digit - (carry << RADIX)) as u16;
        if i % 2 == 0 {
            even = digit;
        } else {
            out[i / 2] = u32::from(even) | u32::from(digit) << 16;
        }
    });
}

/// Digit `i` of an element.
fn digit_of(a: &[u32], i: usize) -> i16 {
    (a[i / 2] >> (16 * (i % 2))) as i16
}

/// −m⁻¹ mod B^n for the inverse of m modulo 2^64, by Newton's method: if m·y = −1 + e, then y·(2 + m·y) has the error
/// e².
fn negated_inverse(m: &[u32], inverse: u64, n: usize) -> Buffer<u32> {
    let mut y = Buffer::new(n / 2);
    from_limbs(&mut y[..2], &[inverse.wrapping_neg() & ((1 << (4 * RADIX)) - 1)]);
    let mut product = Buffer::new(n / 2);
    let mut pairs = Buffer::new(pair_words(n));
    let mut known = 4;
    while known < n {
        known = n.min(2 * known);
        let product = &mut product[..known / 2];
        product_low::<true>(product, &y, m, -(HALF as i32));
        product[0] = (product[0] & !0xFFFF) | u32::from((digit_of(product, 0) + 2) as u16);
        let pairs = &mut pairs[..pair_words(known)];
        lay_out_pairs(pairs, product);
        product_low::<true>(product, &y, pairs, -(HALF as i32));
        y[..known / 2].copy_from_slice(product);
    }
    y
}

/// out = a·b·R⁻¹ mod m for a·b < R·m; `SET_ASIDE` if columns may sum more than `MAX_PRODUCTS` products.
fn mont_mul<const SET_ASIDE: bool>(
    out: &mut [u32],
    a: &[u32],
    b: &[u32],
    modulus: &Simd128Modulus,
    scratch: &mut [u32],
) {
    let (pairs, rest) = scratch.split_at_mut(pair_words(modulus.digits));
    lay_out_pairs(pairs, b);
    product::<SET_ASIDE>(rest, a, pairs);
    reduce::<SET_ASIDE>(out, rest, modulus);
}

/// out = a²·R⁻¹ mod m for a in range.
fn mont_sqr<const SET_ASIDE: bool>(out: &mut [u32], a: &[u32], modulus: &Simd128Modulus, scratch: &mut [u32]) {
    let n = modulus.digits;
    let (pairs, rest) = scratch.split_at_mut(pair_words(n));
    lay_out_pairs(pairs, a);
    let (t, twice) = rest.split_at_mut(n + 4 + n / 2);
    for (twice, a) in twice.chunks_exact_mut(4).zip(a.chunks_exact(4)) {
        V128::load(a).doubled().store(twice);
    }
    square::<SET_ASIDE>(t, a, twice, pairs);
    reduce::<SET_ASIDE>(out, rest, modulus);
}

/// out = (T + Q·m)/R for the T < R·m in the first words of `scratch`; see the module's documentation.
fn reduce<const SET_ASIDE: bool>(out: &mut [u32], scratch: &mut [u32], modulus: &Simd128Modulus) {
    let n = modulus.digits;
    let (t, rest) = scratch.split_at_mut(n + 4);
    let q = &mut rest[..n / 2];
    t[n..].fill(0);
    let lowest = quotient_range(|i| digit_of(t, n + modulus.top - 2 + i), *modulus.half);
    product_low::<SET_ASIDE>(q, t, &modulus.m_inv, lowest);
    product_high::<SET_ASIDE>(out, t, q, &modulus.m);
}

/// The least top digit of Q: B/4 if t is below a half, else −B/8. `leading` returns the digits of T/R from `top` − 2
/// up.
fn quotient_range(leading: impl Fn(usize) -> i16, half: i64) -> i32 {
    let leading = (0..4).rev().fold(0, |sum, i| (sum << RADIX) + i64::from(leading(i)));
    let below = black_box((leading - half) >> 63) as i32;
    (below & (3 * BASE as i32 / 8)) - BASE as i32 / 8
}
