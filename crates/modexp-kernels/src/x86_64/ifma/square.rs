//! The products of different digits in a square. They are computed once and doubled later.

use super::reduction::{CARRY_PASS_BLOCKS, carry_pass};
use super::rows::{TILE, load_tile, operand, shared_tiles, store_tile, vectors};
use super::vector::*;

/// The number to square.
#[derive(Clone, Copy)]
pub(super) struct Squared {
    /// Its digits.
    pub(super) a: *const u64,
    /// Column 0 of the operand for rows: the digits, or all their shifts.
    pub(super) columns: *const u64,
}

/// `acc` + the products a_i·a_j, i in vector k, i < j, in columns 2k + FROM to 2k + WIDTH
#[inline(always)]
pub(super) unsafe fn square_tile<const N: usize, const STEP: usize, const FROM: usize, const WIDTH: usize>(
    acc: [Vector; TILE],
    x: Squared,
    k: usize,
) -> [Vector; TILE] {
    let block = Groups::<N>::DIGITS;
    let (mut low, mut high) = (acc, [zero(); TILE]);
    let q = digits::<N>(x.a.add(WORDS * k));
    let columns = x.columns.add(block * STEP * k);
    let vectors = vectors::<WIDTH, STEP>(columns);
    each!(S in 0 1 2 3 4 5 6 7 8 { if S <= block {
        each!(J in 0 1 2 3 4 5 { if J >= FROM && J < WIDTH && 2 * S < block * (J + 1) {
            // With block = 8/N, lane l of a number holds digit block·(k + J) − S + l. It is above block·k + S for l >
            // 2S − block·J, and above block·k + S − 1 for l ≥ 2S − block·J.
            let y = operand::<N, STEP, J, S>(&vectors, columns);
            if 2 * S >= block * J && J < 2 {
                low[J] = mul_low_in(Groups::<N>::lanes_from(2 * S + 1 - block * J), low[J], q[S % 8], y);
            } else if S < block {
                low[J] = mul_low(low[J], q[S % 8], y);
            }
            if 2 * S > block * J && J < 2 {
                high[J] = mul_high_in(Groups::<N>::lanes_from(2 * S - block * J), high[J], q[(S + 7) % 8], y);
            } else if S > 0 {
                high[J] = mul_high(high[J], q[(S + 7) % 8], y);
            }
        }});
    }});
    each!(J in 0 1 2 3 4 5 { if J >= FROM && J < WIDTH { low[J] = add(low[J], high[J]); } });
    low
}

/// `t` += the products a_i·a_j, i in vector k, i < j, for a of v vectors, without columns 2k + j with j < FROM
#[inline(always)]
pub(super) unsafe fn square_rows<const N: usize, const STEP: usize, const FROM: usize>(
    t: *mut u64,
    x: Squared,
    k: usize,
    v: usize,
) {
    let diagonal = t.add(2 * WORDS * k);
    match v - k {
        1 => store_tile::<2>(diagonal, square_tile::<N, STEP, FROM, 2>(load_tile::<2>(diagonal), x, k)),
        2 => store_tile::<3>(diagonal, square_tile::<N, STEP, FROM, 3>(load_tile::<3>(diagonal), x, k)),
        3 => store_tile::<4>(diagonal, square_tile::<N, STEP, FROM, 4>(load_tile::<4>(diagonal), x, k)),
        4 => store_tile::<5>(diagonal, square_tile::<N, STEP, FROM, 5>(load_tile::<5>(diagonal), x, k)),
        5 => store_tile::<6>(diagonal, square_tile::<N, STEP, FROM, 6>(load_tile::<6>(diagonal), x, k)),
        _ => {
            store_tile::<4>(diagonal, square_tile::<N, STEP, FROM, 4>(load_tile::<4>(diagonal), x, k));
            shared_tiles::<N, STEP>(t.add(WORDS * k), x.a.add(WORDS * k), x.columns, k + 4, v + 1);
        }
    }
    if k % CARRY_PASS_BLOCKS == CARRY_PASS_BLOCKS - 1 {
        carry_pass::<N>(t, 2 * k + 2, 2 * v + 1);
    }
}

avx512! {
    /// [`square_rows`], not inlined, as in [`shared_tiles`].
    #[inline(never)]
    fn shared_square_rows<const N: usize, const STEP: usize, const FROM: usize>(t: *mut u64, x: Squared, k: usize, v: usize) {
        square_rows::<N, STEP, FROM>(t, x, k, v);
    }
}
