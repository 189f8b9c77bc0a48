//! What a product needs of its moduli: their digits, their multiples for quotient elimination, and the biases of all
//! columns.

use super::columns::{HIGH_BIAS, LOW_BIAS, ROWS, SQUARE_ROWS};
use super::digits::QuotientElimination;
use super::shape::{MAX_BITS, MAX_DIGITS, MIN_DIGITS, Shape};
use crate::wasm32::pair::Pair;
use modexp_limbs::buffer::Buffer;

/// One odd modulus m < 2^(50n − 4) per lane.
#[derive(Clone)]
pub struct FusedModulus {
    /// R = 2^(50n).
    pub(crate) n: usize,
    /// m, then f, h pairs each; then μ, 4 pairs.
    pub(crate) words: Buffer<u64>,
    /// The start of the columns of a product, then of a square: minus all biases that the passes add.
    pub(crate) start: Buffer<u64>,
    /// Minus the biases that the last pass leaves in column n − 1.
    pub(crate) last: Pair,
}

impl FusedModulus {
    /// `moduli`: one for each lane of `shape`.
    pub(crate) fn new(moduli: &[&[u64]], shape: Shape) -> Self {
        let n = shape.n;
        debug_assert!(n >= MIN_DIGITS);
        // with more digits, a column could reach 2^62
        assert!(n <= MAX_DIGITS, "a modulus of at most {MAX_BITS} bits");
        let h = shape.pairs();
        let mut words: Buffer<u64> = Buffer::new(2 * (2 * h + ROWS));
        for (lane, m) in moduli.iter().enumerate() {
            let elimination = QuotientElimination::new(m);
            let (true_words, rest) = words.split_at_mut(2 * h);
            let (f_words, mu) = rest.split_at_mut(2 * h);
            shape.from_limbs(true_words, m, lane);
            elimination.multiple(m, n, |i, digit| f_words[shape.word(i, lane)] = digit.to_bits());
            for (pair, digit) in mu.chunks_exact_mut(2).zip(elimination.mu) {
                // a single number has its multipliers in both lanes
                let lanes = if shape.lanes == 1 { 0..2 } else { lane..lane + 1 };
                pair[lanes].fill(digit.to_bits());
            }
        }

        let mut start = Buffer::new(4 * shape.product_columns());
        let (product, square) = start.split_at_mut(2 * shape.product_columns());
        let last = take_biases_off(shape, product, product_passes);
        take_biases_off(shape, square, square_passes);
        Self { n, words, start, last }
    }
}

/// A pass over `columns` columns from `base` up adds [`LOW_BIAS`] to these and [`HIGH_BIAS`] to each one above.
struct Pass {
    base: usize,
    columns: usize,
}

/// The passes of a product.
fn product_passes(shape: Shape, put: &mut dyn FnMut(Pass)) {
    for r in (0..shape.n).step_by(ROWS) {
        put(Pass { base: r, columns: shape.pairs() + ROWS.min(shape.n - r) - 1 });
    }
}

/// The passes of a square.
fn square_passes(shape: Shape, put: &mut dyn FnMut(Pass)) {
    let h = shape.pairs();
    let triangles = (h - 2) / SQUARE_ROWS;
    for family in 0..2 / shape.lanes {
        for i in 0..=triangles {
            let left = h - SQUARE_ROWS * i;
            let rows = if i < triangles { SQUARE_ROWS } else { left };
            put(Pass { base: family * h + 2 * SQUARE_ROWS * i, columns: left + rows - 1 });
        }
    }
}

/// The passes of the reduction without the last.
fn elimination_passes(shape: Shape, put: &mut dyn FnMut(Pass)) {
    let (n, h) = (shape.n, shape.pairs());
    if !n.is_multiple_of(ROWS) {
        put(Pass { base: ROWS, columns: h + n % ROWS - 1 });
    }
    for base in (n % ROWS + ROWS..n).step_by(ROWS) {
        put(Pass { base, columns: h + ROWS - 1 });
    }
}

/// Writes the start of the columns: minus the biases of these passes and of the reduction. Columns below n are read before
/// the last pass of the reduction, so their start leaves that pass out. Returns minus what it adds to column n − 1.
fn take_biases_off(shape: Shape, start: &mut [u64], passes: fn(Shape, &mut dyn FnMut(Pass))) -> Pair {
    let (n, h) = (shape.n, shape.pairs());
    // first, in lane 0, the differences between the biases of neighbouring columns
    let mut put = |pass: Pass| {
        let mut add = |at: usize, bias: u64| {
            if let Some(step) = start.get_mut(2 * at) {
                *step = step.wrapping_add(bias);
            }
        };
        add(pass.base, LOW_BIAS);
        add(pass.base + 1, HIGH_BIAS);
        add(pass.base + pass.columns, LOW_BIAS.wrapping_neg());
        add(pass.base + pass.columns + 1, HIGH_BIAS.wrapping_neg());
    };
    passes(shape, &mut put);
    elimination_passes(shape, &mut put);

    let mut last = [0_u64; 2];
    let mut sum = 0_u64;
    for (k, pair) in start.chunks_exact_mut(2).enumerate() {
        sum = sum.wrapping_add(pair[0]);
        let low = if (n - ROWS..n + h - 1).contains(&k) { LOW_BIAS } else { 0 };
        let high = if (n - ROWS + 1..n + h).contains(&k) { HIGH_BIAS } else { 0 };
        let of_last = low.wrapping_add(high);
        for (lane, start) in pair.iter_mut().enumerate() {
            let column = shape.column(k, lane);
            *start = shape.offset(lane).wrapping_sub(sum);
            if column >= n {
                *start = start.wrapping_sub(of_last);
            } else if column + 1 == n {
                // the parts of one number's column are summed in lane 0
                let last = &mut last[lane % shape.lanes];
                *last = last.wrapping_sub(of_last);
            }
        }
    }
    Pair::new(last[0], last[1])
}
