//! Products by blocks of 16 columns: the whole product, the square, the lower half, and the upper half of a sum.

use super::BASE;
use super::columns::{Carries, Columns, TURN, TURN_DOUBLED, store_block};
use super::lanes::V128;
use super::pairs::PAIRS_BELOW;

/// Columns of a block: four vectors.
const BLOCK: usize = 16;

/// The first n words of t = the 2n digits of a·b, with b as pairs.
pub(super) fn product<const SET_ASIDE: bool>(t: &mut [u32], a: &[u32], b: &[u32]) {
    let n = 2 * a.len();
    let mut carries = Carries::new(n);
    for (block, t) in t[..n].chunks_exact_mut(8).enumerate() {
        let column = BLOCK * block;
        let mut columns = Columns::<4, SET_ASIDE>::new([V128::ZERO; 4]);
        if column + BLOCK <= n {
            columns.add_rows(a, b, PAIRS_BELOW + column, column / 8, TURN);
            add_lower_triangle(&mut columns, &a[column / 2..], b);
        } else if column < n || column + BLOCK == 2 * n {
            // the block with column n, or the last block, which has fewer rows
            let first = column.saturating_sub(n) / 8;
            columns.add_rows(&a[4 * first..], b, PAIRS_BELOW + column - 8 * first, n / 8 - first, TURN);
        } else {
            let first = (column - n) / 8;
            columns.add_end(&a[4 * first..], b, PAIRS_BELOW + n);
            columns.add_rows(&a[4 * first + 8..], b, PAIRS_BELOW + n - BLOCK, n / 8 - first - 2, TURN);
        }
        store_block(t, carries.digits(&columns));
    }
}

/// Adds the 16 rows that begin in this block; b is zero below its digit 0.
#[inline(always)]
fn add_lower_triangle<const SET_ASIDE: bool>(columns: &mut Columns<4, SET_ASIDE>, a: &[u32], b: &[u32]) {
    let window = &b[PAIRS_BELOW - 2..PAIRS_BELOW + BLOCK];
    let even = core::array::from_fn(|i| V128::load(&window[2 + 4 * i..]));
    let odd = core::array::from_fn(|i| V128::load(&window[4 * i..]));
    columns.add_beginning::<4>(a, even, odd);
}

/// The first n words of t = the 2n digits of a²; `twice` has the doubled digits of a, `pairs` is a as pairs.
///
/// In the block of columns from c up, rows i < c/2 multiply only digits above i: they count twice. The rest is the
/// square of the 16 digits from c/2 up.
pub(super) fn square<const SET_ASIDE: bool>(t: &mut [u32], a: &[u32], twice: &[u32], pairs: &[u32]) {
    let n = 2 * a.len();
    let mut carries = Carries::new(n);
    for (block, t) in t[..n].chunks_exact_mut(8).enumerate() {
        let column = BLOCK * block;
        let mut columns = Columns::<4, SET_ASIDE>::new([V128::ZERO; 4]);
        let first = column.saturating_sub(n) / 8;
        let twice = &twice[4 * first..];
        if column >= n && block >= first + 2 {
            columns.add_end(twice, pairs, PAIRS_BELOW + n);
            columns.add_rows(&twice[8..], pairs, PAIRS_BELOW + n - BLOCK, block - first - 2, TURN_DOUBLED);
        } else {
            columns.add_rows(twice, pairs, PAIRS_BELOW + column - 8 * first, block - first, TURN_DOUBLED);
        }

        let digits = &a[column / 4..];
        let window = &pairs[PAIRS_BELOW + column / 2..][..BLOCK];
        let mut even: [V128; 4] = core::array::from_fn(|i| V128::load(&window[4 * i..]));
        even[0] = even[0].and(V128::new([0xFFFF, -1, -1, -1]));
        let odd = core::array::from_fn(|i| even[i].two_columns_up(if i > 0 { even[i - 1] } else { V128::ZERO }));
        if digits.len() < 8 {
            columns.add_beginning::<2>(digits, even, odd);
        } else {
            columns.add_beginning::<4>(digits, even, odd);
        }
        store_block(t, carries.digits(&columns));
    }
}

/// out ≡ a·b modulo B^n for n digits of out, at least n digits of a, and b as pairs. The top digit of out is in
/// `lowest` to `lowest` + B − 1.
pub(super) fn product_low<const SET_ASIDE: bool>(out: &mut [u32], a: &[u32], b: &[u32], lowest: i32) {
    let n = 2 * out.len();
    let lowest = V128::new([0, 0, 0, lowest]);
    let top = |digits: V128| digits.minus(lowest).and(V128::new([-1, -1, -1, BASE as i32 - 1])).plus(lowest);
    let mut carries = Carries::new(n);
    let mut blocks = out.chunks_exact_mut(8);
    for (block, out) in blocks.by_ref().enumerate() {
        let column = BLOCK * block;
        let mut columns = Columns::<4, SET_ASIDE>::new([V128::ZERO; 4]);
        columns.add_rows(a, b, PAIRS_BELOW + column, column / 8, TURN);
        add_lower_triangle(&mut columns, &a[column / 2..], b);
        let mut digits = carries.digits(&columns);
        if column + BLOCK == n {
            digits[3] = top(digits[3]);
        }
        store_block(out, digits);
    }

    // half a block
    let out = blocks.into_remainder();
    if !out.is_empty() {
        let mut columns = Columns::<2, SET_ASIDE>::new([V128::ZERO; 2]);
        columns.add_rows(a, b, PAIRS_BELOW + n - 8, n / 8, TURN);
        let digits = carries.digits(&columns);
        V128::narrow(digits[0], top(digits[1])).store(out);
    }
}

/// out = (t + q·m)/B^n, a whole number, for n digits of q, 2n digits of t and m as pairs.
pub(super) fn product_high<const SET_ASIDE: bool>(out: &mut [u32], t: &[u32], q: &[u32], m: &[u32]) {
    let n = 2 * out.len();
    let mut carries = Carries::new(n);

    // the carry out of column n−1
    let mut columns = Columns::<1, SET_ASIDE>::new([V128::widen(&t[n / 2 - 2..])]);
    columns.add_rows(q, m, PAIRS_BELOW + n - 4, n / 8, TURN);
    carries.digits(&columns);

    let t = &t[n / 2..n];
    let mut blocks = out.chunks_exact_mut(8);
    for (block, out) in blocks.by_ref().enumerate() {
        let (t, q) = (&t[8 * block..], &q[8 * block..]);
        let mut columns = Columns::<4, SET_ASIDE>::new(core::array::from_fn(|i| V128::widen(&t[2 * i..])));
        columns.add_end(q, m, PAIRS_BELOW + n);
        columns.add_rows(&q[8..], m, PAIRS_BELOW + n - BLOCK, n / 8 - 2 * block - 2, TURN);
        store_block(out, carries.digits(&columns));
    }

    // half a block
    let out = blocks.into_remainder();
    if !out.is_empty() {
        let (t, q) = (&t[n / 2 - 4..], &q[n / 2 - 4..]);
        let mut columns = Columns::<2, SET_ASIDE>::new([V128::widen(t), V128::widen(&t[2..])]);
        columns.add_rows(q, m, PAIRS_BELOW + n, 1, TURN);
        let digits = carries.digits(&columns);
        V128::narrow(digits[0], digits[1]).store(out);
    }
}
