//! Rows of products: digits of one number, each in all lanes, times another number.

use super::vector::*;

/// Columns of a tile. Each takes two accumulators; the other registers hold operands.
pub(super) const TILE: usize = 6;

/// Runs `$body` for each tile of columns `$from` to `$to`: `$j` is its first column, the constant `$width` ≤ TILE its
/// width.
macro_rules! each_tile {
    ($from:expr, $to:expr, |$j:ident, $width:ident| $body:expr) => {{
        let mut $j = $from;
        while $j < $to {
            // avoid a tile of one column: its additions wait for each other
            match $to - $j {
                5 | 10.. => {
                    const $width: usize = 5;
                    $body;
                    $j += 5;
                }
                6 | 9 => {
                    const $width: usize = 6;
                    $body;
                    $j += 6;
                }
                4 | 7 | 8 => {
                    const $width: usize = 4;
                    $body;
                    $j += 4;
                }
                3 => {
                    const $width: usize = 3;
                    $body;
                    $j += 3;
                }
                2 => {
                    const $width: usize = 2;
                    $body;
                    $j += 2;
                }
                _ => {
                    const $width: usize = 1;
                    $body;
                    $j += 1;
                }
            }
        }
    }};
}

pub(super) use each_tile;

#[inline(always)]
pub(super) unsafe fn load_tile<const WIDTH: usize>(p: *const u64) -> [Vector; TILE] {
    let mut x = [zero(); TILE];
    each!(J in 0 1 2 3 4 5 { if J < WIDTH { x[J] = load(p.add(WORDS * J)); } });
    x
}

#[inline(always)]
pub(super) unsafe fn store_tile<const WIDTH: usize>(p: *mut u64, x: [Vector; TILE]) {
    each!(J in 0 1 2 3 4 5 { if J < WIDTH { store(p.add(WORDS * J), x[J]); } });
}

/// The vectors that [`operand`] joins if b is an element: its vectors −1 to WIDTH − 1.
#[inline(always)]
pub(super) unsafe fn vectors<const WIDTH: usize, const STEP: usize>(b: *const u64) -> [Vector; TILE + 1] {
    let mut x = [zero(); TILE + 1];
    each!(J in 0 1 2 3 4 5 6 { if STEP == 1 && J <= WIDTH { x[J] = load(b.add(WORDS * J).sub(WORDS)); } });
    x
}

/// The digits of b in column J, S digits down. In an element it joins every other shift from two vectors, because loads
/// across cache lines limit the speed of rows: five columns take 62 cycles with loads alone, 51 without, 49 with both.
#[inline(always)]
pub(super) unsafe fn operand<const N: usize, const STEP: usize, const J: usize, const S: usize>(
    vectors: &[Vector; TILE + 1],
    b: *const u64,
) -> Vector {
    match S {
        0 if STEP == 1 => vectors[J + 1],
        8 if STEP == 1 => vectors[J],
        1 | 3 | 5 | 7 if STEP == 1 => shift_up::<S>(vectors[J + 1], vectors[J]),
        _ => load(b.add(Groups::<N>::DIGITS * STEP * J).sub(STEP * S)),
    }
}

/// column j of `acc` += the products in column j of (the digits q)·b, for j < WIDTH. b points to column 0. The distance
/// of its digits is STEP words: 1 in an element of one number, 8 in all shifts.
#[inline(always)]
pub(super) unsafe fn tile<const N: usize, const WIDTH: usize, const STEP: usize>(
    acc: [Vector; TILE],
    q: &[Vector; 8],
    b: *const u64,
) -> [Vector; TILE] {
    let block = Groups::<N>::DIGITS;
    let (mut low, mut high) = (acc, [zero(); TILE]);
    let vectors = vectors::<WIDTH, STEP>(b);
    each!(S in 0 1 2 3 4 5 6 7 8 { if S <= block {
        each!(J in 0 1 2 3 4 5 { if J < WIDTH {
            let x = operand::<N, STEP, J, S>(&vectors, b);
            if S < block { low[J] = mul_low(low[J], q[S % 8], x); }
            if S > 0 { high[J] = mul_high(high[J], q[(S + 7) % 8], x); }
        }});
    }});
    each!(J in 0 1 2 3 4 5 { if J < WIDTH { low[J] = add(low[J], high[J]); } });
    low
}

/// columns `from` to `to` of `t` += (the digits at `q`)·b
#[inline(always)]
pub(super) unsafe fn tiles<const N: usize, const STEP: usize>(
    t: *mut u64,
    q: *const u64,
    b: *const u64,
    from: usize,
    to: usize,
) {
    each_tile!(from, to, |j, WIDTH| {
        let t = t.add(WORDS * j);
        let b = b.add(Groups::<N>::DIGITS * STEP * j);
        store_tile::<WIDTH>(t, tile::<N, WIDTH, STEP>(load_tile::<WIDTH>(t), &digits::<N>(q), b));
    });
}

avx512! {
    /// [`tiles`], not inlined. The first-level cache holds 32 KiB of code. With everything inline, the squares and
    /// products of a power are larger.
    #[inline(never)]
    fn shared_tiles<const N: usize, const STEP: usize>(t: *mut u64, q: *const u64, b: *const u64, from: usize, to: usize) {
        tiles::<N, STEP>(t, q, b, from, to);
    }
}

avx512! {
    /// WIDTH columns of `t` += (the digits at `q`)·b, not inlined, as in [`shared_tiles`]. Adds the old values in
    /// memory last, so that the next products of these columns do not wait.
    #[inline(never)]
    fn shared_tile<const N: usize, const STEP: usize, const WIDTH: usize>(t: *mut u64, q: *const u64, b: *const u64) {
        let products = tile::<N, WIDTH, STEP>([zero(); TILE], &digits::<N>(q), b);
        let mut x = load_tile::<WIDTH>(t);
        each!(J in 0 1 2 3 4 5 { if J < WIDTH { x[J] = add(x[J], products[J]); } });
        store_tile::<WIDTH>(t, x);
    }
}

/// [`tiles`], for one number by calls of [`shared_tile`]. So a power at 2048 bits runs 21 KiB of code. With tiles
/// inline in squares it runs 26 KiB, and takes up to a tenth longer if the linker places code so that cache lines
/// compete.
#[inline(always)]
pub(super) unsafe fn called_tiles<const N: usize, const STEP: usize>(
    t: *mut u64,
    q: *const u64,
    b: *const u64,
    from: usize,
    to: usize,
) {
    if N > 1 {
        return tiles::<N, STEP>(t, q, b, from, to);
    }
    each_tile!(from, to, |j, WIDTH| {
        shared_tile::<N, STEP, WIDTH>(t.add(WORDS * j), q, b.add(Groups::<N>::DIGITS * STEP * j));
    });
}

/// acc + one column of q·b, in four chains, because other steps wait for it. b points to the column. `FIRST`: it is
/// column 0, without high products of the last digit.
#[inline(always)]
pub(super) unsafe fn column<const N: usize, const FIRST: bool, const STEP: usize>(
    acc: Vector,
    q: &[Vector; 8],
    b: *const u64,
) -> Vector {
    let block = Groups::<N>::DIGITS;
    let (mut low, mut high) = ([zero(); 2], [zero(); 2]);
    let vectors = vectors::<1, STEP>(b);
    each!(S in 0 1 2 3 4 5 6 7 8 { if S < block || S == block && !FIRST {
        let x = operand::<N, STEP, 0, S>(&vectors, b);
        if S < block { low[S % 2] = mul_low(low[S % 2], q[S % 8], x); }
        if S > 0 { high[S % 2] = mul_high(high[S % 2], q[(S + 7) % 8], x); }
    }});
    add(add(add(low[0], low[1]), add(high[0], high[1])), acc)
}
