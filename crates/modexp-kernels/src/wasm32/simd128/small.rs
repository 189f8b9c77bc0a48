//! Moduli of up to 257 bits: 20 digits, every loop unrolled, all columns in registers.

use super::lanes::Lanes;
use super::{BASE, Carries, Columns, Simd128Modulus, digit_of, quotient_range};
use crate::buffer::Buffer;

/// Digits of an element.
pub(super) const DIGITS: usize = 20;

/// Vectors of an element's columns.
const VECTORS: usize = DIGITS / 4;

/// A number as overlapping pairs of digits (k, k−1): vector i of the first array begins with k = 4i, vector i of the second
/// with k = 4i − 2.
type Pairs = [[Lanes; VECTORS + 1]; 2];

/// The pairs of a number of at least 20 digits, of which those above are ignored.
pub(super) fn lay_out_pairs(digits: &[u32]) -> Buffer<u32> {
    let mut words = Buffer::new(8 * (VECTORS + 1));
    for (words, &pairs) in words.chunks_exact_mut(4).zip(pairs(digits).as_flattened()) {
        pairs.store(words);
    }
    words
}

/// The pairs that `lay_out_pairs` stored.
#[inline(always)]
fn stored(words: &[u32]) -> Pairs {
    let words = &words[..8 * (VECTORS + 1)];
    core::array::from_fn(|odd| core::array::from_fn(|i| Lanes::load(&words[4 * (odd * (VECTORS + 1) + i)..])))
}

#[inline(always)]
fn pairs(digits: &[u32]) -> Pairs {
    let digits = &digits[..DIGITS / 2];
    let digits =
        [Lanes::load(digits), Lanes::load(&digits[4..]), Lanes::new([digits[8] as i32, digits[9] as i32, 0, 0])];
    let mut even = [Lanes::ZERO; VECTORS + 1];
    let mut before = Lanes::ZERO;
    for (even, digits) in even.chunks_exact_mut(2).zip(digits) {
        let up = digits.one_digit_up(before);
        even[0] = digits.zip_low(up);
        even[1] = digits.zip_high(up);
        before = digits;
    }
    let odd = core::array::from_fn(|i| even[i].two_columns_up(if i > 0 { even[i - 1] } else { Lanes::ZERO }));
    [even, odd]
}

/// sums += the columns of a·b, `sums` beginning at column 4·`FROM`; columns that have no place are left out.
#[inline(always)]
fn add_product<const FROM: usize, const V: usize>(sums: &mut [Lanes; V], a: [Lanes; 3], b: &Pairs) {
    for row in 0..VECTORS {
        let (first, second) = match row % 2 {
            0 => (a[row / 2].splat_lane::<0>(), a[row / 2].splat_lane::<1>()),
            _ => (a[row / 2].splat_lane::<2>(), a[row / 2].splat_lane::<3>()),
        };
        for k in 0..=VECTORS {
            if row + k >= FROM && row + k < FROM + V {
                let sum = &mut sums[row + k - FROM];
                *sum = sum.add_dot(first, b[0][k]).add_dot(second, b[1][k]);
            }
        }
    }
}

/// The words of 20 digits.
#[inline(always)]
fn narrow(digits: &[Lanes]) -> [Lanes; 3] {
    [Lanes::narrow(digits[0], digits[1]), Lanes::narrow(digits[2], digits[3]), Lanes::narrow(digits[4], Lanes::ZERO)]
}

#[inline(always)]
fn carry<const V: usize>(sums: [Lanes; V]) -> [Lanes; V] {
    Carries::new(DIGITS).digits(&Columns::<V, false>::new(sums))
}

/// out = a·b·R⁻¹ mod m for a·b < R·m; see the module above.
pub(super) fn mont_mul(out: &mut [u32], a: &[u32], b: &[u32], modulus: &Simd128Modulus) {
    let out = &mut out[..DIGITS / 2];
    let a = &a[..DIGITS / 2];
    let a = [Lanes::load(a), Lanes::load(&a[4..]), Lanes::new([a[8] as i32, a[9] as i32, 0, 0])];

    // T = a·b
    let mut t = [Lanes::ZERO; 2 * VECTORS];
    add_product::<0, { 2 * VECTORS }>(&mut t, a, &pairs(b));
    let t = carry(t);

    // digits 16 to 39 of T, and zeros above
    let mut leading = [0; 16];
    for (i, words) in leading[..12].chunks_exact_mut(4).enumerate() {
        Lanes::narrow(t[2 * i + 4], t[2 * i + 5]).store(words);
    }
    let lowest = quotient_range(|i| digit_of(&leading, modulus.top + 2 + i), modulus.half);

    // Q ≡ T·(−m⁻¹) modulo R
    let mut q = [Lanes::ZERO; VECTORS];
    add_product::<0, VECTORS>(&mut q, narrow(&t), &stored(&modulus.m_inv));
    let mut q = carry(q);
    let lowest = Lanes::new([0, 0, 0, lowest]);
    q[4] = q[4].minus(lowest).and(Lanes::new([-1, -1, -1, BASE as i32 - 1])).plus(lowest);

    // (T + Q·m)/R, with the four columns below R for their carry
    let mut sums: [Lanes; VECTORS + 1] = core::array::from_fn(|i| t[VECTORS - 1 + i]);
    add_product::<{ VECTORS - 1 }, { VECTORS + 1 }>(&mut sums, narrow(&q), &stored(&modulus.m));
    let [low, middle, high] = narrow(&carry(sums)[1..]);
    low.store(out);
    middle.store(&mut out[4..]);
    let mut last = [0; 4];
    high.store(&mut last);
    out[8..].copy_from_slice(&last[..2]);
}
