//! `wide`: one number in 61-bit digits, by `i64.mul_wide_u` and `i64.add128` of the wide-arithmetic proposal.
//!
//! The compiler makes these from 128-bit integers where the target feature is on. A carry from limb to limb is what is
//! expensive on this machine, because it has no carry flag: so digits have three bits less than a word, B = 2^61, and
//! columns are independent of each other.
//!
//! **Tiles.** A tile adds H ≤ 7 digits x times a number y to a number t. Its column is d = t + Σ x·y, at most
//! 2^64 + 7·(2^61 − 1)² < 2^125, and it leaves d mod B plus the previous column's ⌊d/B⌋ < 7·2^61, which fits the word: t
//! is a *loose* number, of words instead of digits. H = 7 only in the last tile of a product; tiles of up to 6 leave words
//! of at most 7·2^61 + 16, so that the few units which go beyond a tile's end never overflow.
//!
//! **Reduction.** With μ = −m⁻¹ mod B^6 and m″ = (μm + 1)/B^6 ≤ m, T + q·μm has zeros in the place of the h ≤ 6 lowest
//! digits q of T, and the rest is T/B^h with q·m″·B^(6−h) added: the quotient is the digits themselves, there is no chain of
//! products from one to the next. The price is a number that is 6 digits too long. So the last 7 digits go the usual way,
//! with q ≡ T·(−m⁻¹) mod B^7, and make it short again: out < ab/R + m + m·2/B.
//!
//! **Range.** ab < R·m. Leading digits tell out < 1.5m or not, give or take 2^−55; if not, m is subtracted.
//!
//! Measured: see the table in the benchmark of kernels. Tried: product scanning with whole 64-bit limbs and with 61-bit
//! digits, whose loops are short and of varying length (2.3 to 2.7 cycles per digit product in JavaScriptCore, a tile of
//! six takes 1.45), 60-bit digits (one digit more at 1024 and 2048 bits).

#[cfg(test)]
mod tests;
mod tile;

use crate::buffer::Buffer;
use crate::kernel::{Kernel, Word};
use crate::limb;
use core::hint::black_box;
use tile::{PAD, add_tile, add_triangle};

/// Bits of a digit, B = 2^RADIX.
const RADIX: u32 = 61;

/// The largest digit.
const MASK: u64 = (1 << RADIX) - 1;

/// Digits of a friendly step of the reduction, and of the last step.
const STEP: usize = 6;
const LAST: usize = 7;

/// Words above the 2n of a product: the reduction's excess, and the ends of tiles.
const SPARE: usize = 16;

/// The kernel; a value of it proves wide arithmetic.
#[derive(Clone, Copy, Debug)]
pub struct Wide(());

/// What the kernel keeps of a modulus.
#[derive(Clone)]
pub struct WideModulus {
    /// m, and m″ if R has more than 6 digits, with zeros around them.
    m: Buffer<u64>,
    friendly: Buffer<u64>,
    /// −m⁻¹ modulo B^7, or modulo R if that is less.
    m_inv: Buffer<u64>,
    /// The digit with the leading bit of m, and 1.5·⌊m / B^(top−1)⌋.
    top: usize,
    limit: u128,
}

impl Wide {
    /// The kernel, in a build for engines with wide arithmetic.
    #[must_use]
    pub fn detect() -> Option<Self> {
        Some(Self(()))
    }
}

impl Kernel for Wide {
    type Word = u64;
    type Modulus = WideModulus;

    const RADIX: u32 = RADIX;
    const LANES: usize = 1;
    const HEADROOM: u32 = 2;

    fn scratch_words(digits: usize) -> usize {
        padded(digits) + 2 * digits + SPARE
    }

    fn modulus(self, moduli: &[&[u64]], digits: usize) -> WideModulus {
        let n = digits;
        let m0_inv = limb::inverse_limb(moduli[0][0]).wrapping_neg();
        let mut m = Buffer::<u64>::new(padded(n));
        Self::split(&mut m[PAD..PAD + n], moduli[0], 0);

        // 1 + μm by one digit of μ after the other; after six, what is left above them is m″
        let mut t = Buffer::<u64>::new(n + SPARE);
        t[0] = 1;
        let mut m_inv = Buffer::<u64>::new(LAST.min(n));
        let mut friendly = Buffer::<u64>::new(padded(n));
        for i in 0..m_inv.len() {
            if i == STEP {
                friendly[PAD..PAD + n].copy_from_slice(&t[STEP..STEP + n]);
            }
            m_inv[i] = t[i].wrapping_mul(m0_inv) & MASK;
            add_tile(&mut t[i..], &m_inv[i..=i], &m, 0);
            settle(&mut t[i..i + n + 2]);
        }

        let top = (limb::bit_len(moduli[0]) - 1) / RADIX as usize;
        let leading = u128::from(m[PAD + top]) << RADIX | u128::from(m[PAD + top - 1]);
        WideModulus { m, friendly, m_inv, top, limit: leading + leading / 2 }
    }

    fn mont_mul(self, out: &mut [u64], a: &[u64], b: &[u64], m: &WideModulus, scratch: &mut [u64]) {
        let (b, t) = padded_copy(scratch, b);
        for (i, end) in parts(a.len(), STEP) {
            add_tile(&mut t[i..], &a[i..end], b, 0);
        }
        reduce(out, t, m);
    }

    fn mont_sqr(self, out: &mut [u64], a: &[u64], m: &WideModulus, scratch: &mut [u64]) {
        let (above, t) = padded_copy(scratch, a);

        // each product of two different digits once
        for (i, end) in parts(a.len(), STEP) {
            add_triangle(&mut t[2 * i..], &a[i..end]);
            if end < a.len() {
                above[PAD + i..PAD + end].fill(0);
                add_tile(&mut t[i + end..], &a[i..end], above, end);
            }
        }

        double_and_add_squares(t, a);
        reduce(out, t, m);
    }

    fn select(self, out: &mut [u64], table: &[u64], index: &[usize]) {
        out.fill(0);
        for (i, entry) in table.chunks_exact(out.len()).enumerate() {
            let hit = u64::mask(black_box(i) == index[0]);
            for (out, &word) in out.iter_mut().zip(entry) {
                *out |= word & hit;
            }
        }
    }

    fn split(out: &mut [u64], limbs: &[u64], _lane: usize) {
        crate::radix::split(limbs, RADIX, out.len(), |i, digit| out[i] = digit);
    }

    fn join(limbs: &mut [u64], a: &[u64], _lane: usize) {
        crate::radix::join(limbs, RADIX, a.len(), |i| a[i]);
    }
}

/// Words of a number of n digits with zeros around it.
const fn padded(n: usize) -> usize {
    n + 2 * PAD
}

/// Cuts a copy of `a` with zeros around it from `scratch`, and words of zero for its product with another number.
fn padded_copy<'s>(scratch: &'s mut [u64], a: &[u64]) -> (&'s mut [u64], &'s mut [u64]) {
    let (copy, t) = scratch.split_at_mut(padded(a.len()));
    copy.fill(0);
    copy[PAD..PAD + a.len()].copy_from_slice(a);
    let t = &mut t[..2 * a.len() + SPARE];
    t.fill(0);
    (copy, t)
}

/// The ranges that cut 0..n into the fewest parts of up to `most`, of nearly equal lengths.
fn parts(n: usize, most: usize) -> impl Iterator<Item = (usize, usize)> {
    let count = n.div_ceil(most);
    (0..count).map(move |i| (n * i / count, n * (i + 1) / count))
}

/// t = 2t + Σ a_i²·B^(2i) for the sum t of products of different digits; t stays loose.
fn double_and_add_squares(t: &mut [u64], a: &[u64]) {
    let mut carry = 0;
    for (t, &a) in t.chunks_exact_mut(2).zip(a) {
        // below 2^65 + 2^122
        let even = (u128::from(t[0]) << 1) + u128::from(a) * u128::from(a);
        t[0] = (even as u64 & MASK) + carry;
        // below 2^65 + 2^62
        let odd = (u128::from(t[1]) << 1) + (even >> RADIX);
        t[1] = odd as u64 & MASK;
        carry = (odd >> RADIX) as u64;
    }
}

/// Makes the words of t digits and returns what was carried out of them, at most 7 for words of up to 2^64 − 8.
fn settle(t: &mut [u64]) -> u64 {
    let mut carry = 0;
    for t in t {
        let word = *t + carry;
        *t = word & MASK;
        carry = word >> RADIX;
    }
    carry
}

/// out = t·R⁻¹ mod m for the loose t < R·m in 2n + SPARE words; out < 1.5m, give or take 2^−55.
fn reduce(out: &mut [u64], t: &mut [u64], m: &WideModulus) {
    let n = out.len();
    let last = n.saturating_sub(LAST);

    // the lowest digits of t are the quotient of m″
    for (i, end) in parts(last, STEP) {
        t[end] += settle(&mut t[i..end]);
        let (q, above) = t[i..].split_at_mut(STEP);
        add_tile(above, &q[..end - i], &m.friendly, 0);
    }

    // q = t·(−m⁻¹) mod B^7, after which t + q·m is zero up to digit n
    t[n] += settle(&mut t[last..n]);
    let mut q = [0; LAST];
    let q = &mut q[..n - last];
    tile::product_low(q, &t[last..n], &m.m_inv);
    add_tile(&mut t[last..], q, &m.m, 0);
    t[n] += settle(&mut t[last..n]);
    debug_assert!(t[last..n].iter().all(|&digit| digit == 0));

    // out = t − m or t; the leading digits leave out less than nine units of their last place
    let leading = u128::from(t[n + m.top - 1])
        + (u128::from(t[n + m.top]) << RADIX)
        + (u128::from(t[n + m.top + 1]) << (2 * RADIX));
    let below = (leading.wrapping_sub(m.limit) >> 127) as u64;
    let keep = black_box(below).wrapping_sub(1);
    let mut carry = 0;
    for ((out, &t), &m) in out.iter_mut().zip(&t[n..]).zip(&m.m[PAD..]) {
        let digit = (t & MASK) as i64 + carry - (m & keep) as i64;
        *out = digit as u64 & MASK;
        carry = (t >> RADIX) as i64 + (digit >> RADIX);
    }
    debug_assert!(carry == 0 && t[2 * n..].iter().all(|&word| word == 0));
}
