//! wasm32: SIMD128. `i8x16.swizzle` looks up 16 bytes in a table of 16, all in registers.
//!
//! López and Dahab's comb (*High-speed software multiplication in F_2^m*, 2000) with windows of four bits and exchanged loops. A table
//! has one byte of u·a for each nibble u, and an instruction looks up 16 nibbles of b. The loop takes bytes 16·q + r of u·a for each r,
//! from above, so the sum moves up by a byte 16 times. No address depends on a coefficient.
#![cfg_attr(not(target_arch = "wasm32"), allow(dead_code, reason = "the host compiles it for its tests alone"))]

mod fields;
mod vector;

use super::multiplier::{Columns, Multiplier, Wide, pairs_of_integers};
use super::polynomial::Polynomial;
use vector::{Vector, from_limbs, interleave, nibbles, swizzle, to_limbs, up, xor};

/// Products by lookups in registers. Elements have three unused bits in their vectors.
#[derive(Clone, Copy, Debug)]
pub struct Swizzle;

impl Multiplier for Swizzle {
    pairs_of_integers!();

    const IN_PAIRS: bool = false;

    #[inline(always)]
    fn product<const N: usize>(self, a: &[u64; N], b: &[u64; N]) -> Columns<u128, N> {
        columns(match N {
            1 => product::<N, 1>(a, b),
            2..=4 => product::<N, 2>(a, b),
            5 | 6 => product::<N, 3>(a, b),
            7..=10 => product::<N, 5>(a, b),
            _ => product::<N, 10>(a, b),
        })
    }

    #[inline(always)]
    fn product_square<const N: usize>(self, a: &[u64; N]) -> Columns<u128, N> {
        columns(square(a))
    }

    #[inline(always)]
    fn mul_mod<P: Polynomial, const N: usize>(self, polynomial: P, a: &[u64; N], b: &[u64; N]) -> Option<[u64; N]> {
        fields::mul(polynomial, a, b)
    }

    #[inline(always)]
    fn sqr_n_mod<P: Polynomial, const N: usize>(self, polynomial: P, a: &[u64; N], n: usize) -> Option<[u64; N]> {
        fields::sqr_n(polynomial, a, n)
    }
}

/// Columns of limbs that do not overlap. The highest limb is the upper half of a pair.
#[inline(always)]
fn columns<const N: usize>(limbs: Wide<u64, N>) -> Columns<u128, N> {
    let mut columns = limbs.map(|half| half.map(u128::from));
    let flat = columns.as_flattened_mut();
    flat[2 * N - 2] |= flat[2 * N - 1] << 64;
    flat[2 * N - 1] = 0;
    columns
}

/// Limbs 2i and 2i + 1 of a, and zeros above a.
#[inline(always)]
fn pair(a: &[u64], i: usize) -> [u64; 2] {
    [2 * i, 2 * i + 1].map(|i| a.get(i).copied().unwrap_or(0))
}

/// The tables of bytes 16·q to 16·q + 15 of u·a, for all u < 16.
#[inline(always)]
fn tables(a: &[u64], q: usize) -> [Vector; 16] {
    let shifted = |n: usize| {
        let [low, high] = pair(a, q);
        let below = if q == 0 { 0 } else { a[2 * q - 1] };
        from_limbs([low << n | below >> 1 >> (63 - n), high << n | low >> 1 >> (63 - n)])
    };
    // multiples by 0 to 3, and by 0, 4, 8 and 12
    let low = transposed(shifted(0), shifted(1));
    let high = transposed(shifted(2), shifted(3));
    core::array::from_fn(|byte| {
        let at = byte as u64 % 4 * 0x0404_0404_0404_0404;
        let all = from_limbs([0x0302_0100_0302_0100 + at; 2]);
        let each = from_limbs([0x0101_0101_0000_0000 + at, 0x0303_0303_0202_0202 + at]);
        xor(swizzle(low[byte / 4], all), swizzle(high[byte / 4], each))
    })
}

/// The bytes of 0, a, b and a + b, position by position.
#[inline(always)]
fn transposed(a: Vector, b: Vector) -> [Vector; 4] {
    let [even, odd] = [interleave(from_limbs([0; 2]), b), interleave(a, xor(a, b))];
    let ([w, x], [y, z]) = (interleave(even[0], odd[0]), interleave(even[1], odd[1]));
    [w, x, y, z]
}

/// a·b, each in V vectors.
#[inline(always)]
fn product<const N: usize, const V: usize>(a: &[u64; N], b: &[u64; N]) -> Wide<u64, N> {
    debug_assert!(2 * V > N || a[N - 1] >> 61 == 0);
    let zero = from_limbs([0; 2]);
    let tables: [[Vector; 16]; V] = core::array::from_fn(|q| tables(a, q));
    let nibbles: [[Vector; 2]; V] = core::array::from_fn(|v| nibbles(from_limbs(pair(b, v))));
    let mut out = [[0; N]; 2];
    let limbs = out.as_flattened_mut();
    for half in 0..2 {
        let mut sum = [zero; N];
        for r in (0..16).rev() {
            for i in (0..N).rev() {
                sum[i] = up(if i == 0 { zero } else { sum[i - 1] }, sum[i]);
            }
            for q in 0..V {
                for v in 0..V {
                    if q + v < N {
                        sum[q + v] = xor(sum[q + v], swizzle(tables[q][r], nibbles[v][half]));
                    }
                }
            }
        }
        let mut below = 0;
        for i in 0..N {
            for (limb, x) in limbs[2 * i..].iter_mut().zip(to_limbs(sum[i])) {
                // the upper nibbles are worth 16
                *limb ^= if half == 0 { x } else { x << 4 | below >> 60 };
                below = x;
            }
        }
    }
    out
}

/// a²: each nibble becomes a byte.
#[inline(always)]
fn square<const N: usize>(a: &[u64; N]) -> Wide<u64, N> {
    let spread = from_limbs([0x1514_1110_0504_0100, 0x5554_5150_4544_4140]);
    let mut out = [[0; N]; 2];
    let limbs = out.as_flattened_mut();
    for i in 0..N.div_ceil(2) {
        let [low, high] = nibbles(from_limbs(pair(a, i))).map(|half| swizzle(spread, half));
        for (limbs, square) in limbs[4 * i..].chunks_mut(2).zip(interleave(low, high)) {
            limbs.copy_from_slice(&to_limbs(square));
        }
    }
    out
}
