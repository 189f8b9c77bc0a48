//! Products and squares, block by block.

use super::modulus::IfmaModulus;
use super::reduction::{CARRY_PASS_BLOCKS, Last, Reduction, carry_pass, finish};
use super::rows::{TILE, called_tiles, column, shared_tiles};
use super::scratch::Scratch;
use super::square::{Squared, shared_square_rows, square_rows, square_tile};
use super::vector::*;

avx512! {
    /// out = a·b·R⁻¹ mod m
    fn mul<const N: usize>(out: *mut u64, a: *const u64, b: *const u64, m: &IfmaModulus<N>, s: Scratch) {
        match (N, m.vectors) {
            (1, 5) => mul_of::<N, 1, 5>(out, a, b, m, s),
            (1, _) => mul_of::<N, 1, 0>(out, a, b, m, s),
            (_, 5) => mul_of::<N, WORDS, 5>(out, a, b, m, s),
            _ => mul_of::<N, WORDS, 0>(out, a, b, m, s),
        }
    }

    /// out = a²·R⁻¹ mod m
    fn sqr<const N: usize>(out: *mut u64, a: *const u64, m: &IfmaModulus<N>, s: Scratch) {
        match (N, m.vectors) {
            (1, 5) => sqr_of::<N, 1, 5>(out, a, m, s),
            (1, _) => sqr_of::<N, 1, 0>(out, a, m, s),
            (_, 5) => sqr_of::<N, WORDS, 5>(out, a, m, s),
            _ => sqr_of::<N, WORDS, 0>(out, a, m, s),
        }
    }
}

/// columns `from` to `to` of `t` += (the digits at `row`)·b; `V` as in [`mul_of`]
#[inline(always)]
unsafe fn rows<const N: usize, const STEP: usize, const V: usize>(
    t: *mut u64,
    row: *const u64,
    b: *const u64,
    from: usize,
    to: usize,
) {
    if V == 0 {
        shared_tiles::<N, STEP>(t, row, b, from, to);
    } else {
        called_tiles::<N, STEP>(t, row, b, from, to);
    }
}

/// [`square_rows`]; `V` as in [`sqr_of`]
#[inline(always)]
unsafe fn square<const N: usize, const STEP: usize, const V: usize, const FROM: usize>(
    t: *mut u64,
    x: Squared,
    k: usize,
    v: usize,
) {
    if V == 0 {
        shared_square_rows::<N, STEP, FROM>(t, x, k, v);
    } else {
        square_rows::<N, STEP, FROM>(t, x, k, v);
    }
}

/// Runs `$block` for i from 1 to v − 3; unrolled if V > 0.
macro_rules! each_block {
    ($v:ident, |$i:ident| $block:expr) => {
        if V == 0 {
            for $i in 1..$v.max(2) - 2 {
                $block;
            }
        } else {
            each!(I in 1 2 3 4 5 6 7 8 { if I + 2 < V { let $i = I; $block; } });
        }
    };
}

/// out = a·b·R⁻¹ mod m, for numbers of V vectors, or of any length if V = 0.
#[inline(always)]
unsafe fn mul_of<const N: usize, const STEP: usize, const V: usize>(
    out: *mut u64,
    a: *const u64,
    b: *const u64,
    m: &IfmaModulus<N>,
    s: Scratch,
) {
    let v = if V == 0 { m.vectors } else { V };
    let b = s.columns::<N, STEP>(b, v);
    let mut reduction = Reduction::new(m);
    let x = column::<N, true, STEP>(zero(), &digits::<N>(a), b);
    for i in 1..=2 * v {
        store(s.column(i), if i < v - 1 { reduction.start } else { zero() });
    }
    if v == 1 {
        rows::<N, STEP, V>(s.column(0), a, b, 1, 2);
        let (q, carry) = Last::new(x, m).quotient(None);
        return finish::<N, V, false>(out, s, &lanes::<N>(q), carry, m, v);
    }

    // first the lowest column of a block, then the other columns of the row and of the quotient before it
    reduction.first(s, x);
    if v > 2 {
        rows::<N, STEP, V>(s.column(0), a, b, 1, v + 1);
    }
    for i in 1..v.max(2) - 2 {
        let row = a.add(WORDS * i);
        let x = column::<N, true, STEP>(load(s.column(i)), &digits::<N>(row), b);
        reduction.next(s, i, x);
        rows::<N, STEP, V>(s.column(i), row, b, 1, v + 1);
        reduction.apply::<V>(s, i - 1, 1, v + 1);
        if i % CARRY_PASS_BLOCKS == CARRY_PASS_BLOCKS - 1 {
            carry_pass::<N>(s.t, i + 1, 2 * v + 1);
        }
    }

    // the last two blocks: first the columns that their quotients need
    let (i, last) = (v - 2, v - 1);
    let (row, last_row) = (a.add(WORDS * i), a.add(WORDS * last));
    if v > 2 {
        let x = column::<N, true, STEP>(load(s.column(i)), &digits::<N>(row), b);
        reduction.next(s, i, x);
    }
    let mut x = column::<N, true, STEP>(load(s.column(last)), &digits::<N>(last_row), b);
    x = column::<N, false, STEP>(x, &digits::<N>(row), b.add(Groups::<N>::DIGITS * STEP));
    if v > 2 {
        x = reduction.column(x, s, i - 1);
    }
    let known = Last::new(x, m);
    rows::<N, STEP, V>(s.column(i), row, b, 2, v + 1);
    if v > 2 {
        reduction.apply::<V>(s, i - 1, 2, v + 1);
    }
    let (q, carry) = known.quotient(Some((reduction.q, reduction.carry)));
    rows::<N, STEP, V>(s.column(last), last_row, b, 1, v + 1);
    reduction.apply::<V>(s, i, 1, v + 1);
    finish::<N, V, false>(out, s, &lanes::<N>(q), carry, m, v);
}

/// out = a²·R⁻¹ mod m, for numbers of V vectors, or of any length if V = 0.
#[inline(always)]
unsafe fn sqr_of<const N: usize, const STEP: usize, const V: usize>(
    out: *mut u64,
    a: *const u64,
    m: &IfmaModulus<N>,
    s: Scratch,
) {
    let v = if V == 0 { m.vectors } else { V };
    let squared = Squared { a, columns: s.columns::<N, STEP>(a, v) };
    let mut reduction = Reduction::new(m);
    let once = square_tile::<N, STEP, 0, 1>([zero(); TILE], squared, 0)[0];
    let (even, odd) = squares::<N>(a, 0);
    let x = add(add(once, once), even);
    for i in 1..=2 * v {
        store(s.off_diagonal.add(WORDS * i), zero());
    }
    store(s.column(1), if 1 < v - 1 { add(odd, reduction.start) } else { odd });
    if v == 1 {
        square::<N, STEP, V, 1>(s.off_diagonal, squared, 0, v);
        let (q, carry) = Last::new(x, m).quotient(None);
        return finish::<N, V, true>(out, s, &lanes::<N>(q), carry, m, v);
    }

    // as in mul_of; columns 2k and 2k + 1 are ready after rows 0 to k
    reduction.first(s, x);
    square::<N, STEP, V, 1>(s.off_diagonal, squared, 0, v);
    for k in 1..v {
        let (even, odd) = squares::<N>(a, k);
        store(s.column(2 * k), if 2 * k < v - 1 { add(even, reduction.start) } else { even });
        store(s.column(2 * k + 1), if 2 * k + 1 < v - 1 { add(odd, reduction.start) } else { odd });
    }
    store(s.column(2 * v), zero());
    each_block!(v, |i| {
        reduction.next(s, i, s.square_column(i));
        if i % 2 == 1 {
            square::<N, STEP, V, 0>(s.off_diagonal, squared, i.div_ceil(2), v);
        }
        reduction.apply::<V>(s, i - 1, 1, v + 1);
        if i % CARRY_PASS_BLOCKS == CARRY_PASS_BLOCKS - 1 {
            carry_pass::<N>(s.t, i + 1, 2 * v + 1);
        }
    });

    let (i, last) = (v - 2, v - 1);
    if v > 2 {
        reduction.next(s, i, s.square_column(i));
    }
    let mut x = s.square_column(last);
    if last % 2 == 0 {
        // the first column of rows last/2
        let once = square_tile::<N, STEP, 0, 1>([zero(); TILE], squared, last / 2)[0];
        x = add(x, add(once, once));
    }
    if v > 2 {
        x = reduction.column(x, s, i - 1);
    }
    let known = Last::new(x, m);
    if last % 2 == 0 {
        square::<N, STEP, V, 1>(s.off_diagonal, squared, last / 2, v);
    }
    if v > 2 {
        reduction.apply::<V>(s, i - 1, 2, v + 1);
    }
    let (q, carry) = known.quotient(Some((reduction.q, reduction.carry)));
    for k in v.div_ceil(2)..v {
        square::<N, STEP, V, 0>(s.off_diagonal, squared, k, v);
    }
    reduction.apply::<V>(s, i, 1, v + 1);
    finish::<N, V, true>(out, s, &lanes::<N>(q), carry, m, v);
}
