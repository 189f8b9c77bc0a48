//! The constants of moduli: their digits, their multiples for quotient elimination, and the biases of all columns.

use super::columns::{HIGH_BIAS, LOW_BIAS, ROWS, SQUARE_ROWS};
use super::digits::QuotientElimination;
use super::shape::{MAX_BITS, MAX_DIGITS, Shape};
use super::vector::Vector;
use modexp_limbs::buffer::Buffer;

/// The constants that products read. The compiler may know their length.
pub trait Constants {
    /// n, the number of digits; R = 2^(50n).
    fn n(&self) -> usize;

    /// m, then f, h vectors each; then μ, 4 vectors.
    fn words(&self) -> &[u64];

    /// The start of the columns of a product, then of a square: minus all biases that the passes add. Then a vector: minus
    /// the biases that the last pass leaves in column n − 1.
    fn start(&self) -> &[u64];
}

/// One odd modulus m < 2^(50n − 4) per lane.
#[derive(Clone)]
pub struct FusedModulus {
    pub(crate) n: usize,
    pub(crate) words: Buffer<u64>,
    pub(crate) start: Buffer<u64>,
}

impl Constants for FusedModulus {
    #[inline(always)]
    fn n(&self) -> usize {
        self.n
    }

    #[inline(always)]
    fn words(&self) -> &[u64] {
        &self.words
    }

    #[inline(always)]
    fn start(&self) -> &[u64] {
        &self.start
    }
}

/// A modulus of D digits. The compiler knows D.
pub(crate) struct OfLength<'a, const D: usize>(pub(crate) &'a FusedModulus);

impl<const D: usize> Constants for OfLength<'_, D> {
    #[inline(always)]
    fn n(&self) -> usize {
        D
    }

    #[inline(always)]
    fn words(&self) -> &[u64] {
        self.0.words()
    }

    #[inline(always)]
    fn start(&self) -> &[u64] {
        self.0.start()
    }
}

impl FusedModulus {
    /// `moduli`: one for each number of `shape`.
    pub fn new<V: Vector>(moduli: &[&[u64]], shape: Shape<V>) -> Self {
        let n = shape.n;
        debug_assert!(n >= shape.least_digits());
        // with more digits, a column could reach 2^62
        assert!(n <= MAX_DIGITS, "a modulus of at most {MAX_BITS} bits");
        let element = V::LANES * shape.vectors();
        let mut words: Buffer<u64> = Buffer::new(shape.constant_words());
        for (number, m) in moduli.iter().enumerate() {
            let elimination = QuotientElimination::new(m);
            let (true_words, rest) = words.split_at_mut(element);
            let (f_words, mu) = rest.split_at_mut(element);
            shape.from_limbs(true_words, m, number);
            elimination.multiple(m, n, |i, digit| f_words[shape.word(i, number)] = digit.to_bits());
            for (vector, digit) in mu.chunks_exact_mut(V::LANES).zip(elimination.mu) {
                // in all lanes of the number
                vector.iter_mut().skip(number).step_by(shape.numbers).for_each(|word| *word = digit.to_bits());
            }
        }

        let columns = V::LANES * shape.product_columns();
        let mut start = Buffer::new(shape.start_words());
        let (product, rest) = start.split_at_mut(columns);
        let (square, last) = rest.split_at_mut(columns);
        take_biases_off(shape, product, last, product_passes);
        last.fill(0);
        take_biases_off(shape, square, last, square_passes);
        Self { n, words, start }
    }
}

/// A pass over `columns` columns from `base` up adds [`LOW_BIAS`] to each, and [`HIGH_BIAS`] to the column above each.
struct Pass {
    base: usize,
    columns: usize,
}

/// The passes of a product.
fn product_passes<V: Vector>(shape: Shape<V>, put: &mut dyn FnMut(Pass)) {
    for r in (0..shape.n).step_by(ROWS) {
        put(Pass { base: r, columns: shape.vectors() + ROWS.min(shape.n - r) - 1 });
    }
}

/// The passes of a square.
fn square_passes<V: Vector>(shape: Shape<V>, put: &mut dyn FnMut(Pass)) {
    let h = shape.vectors();
    let triangles = (h - 2) / SQUARE_ROWS;
    for family in 0..shape.parts() {
        for i in 0..=triangles {
            let left = h - SQUARE_ROWS * i;
            let rows = if i < triangles { SQUARE_ROWS } else { left };
            put(Pass { base: family * h + 2 * SQUARE_ROWS * i, columns: left + rows - 1 });
        }
    }
}

/// The passes of the reduction, except the last.
fn elimination_passes<V: Vector>(shape: Shape<V>, put: &mut dyn FnMut(Pass)) {
    let (n, h) = (shape.n, shape.vectors());
    if !n.is_multiple_of(ROWS) {
        put(Pass { base: ROWS, columns: h + n % ROWS - 1 });
    }
    for base in (n % ROWS + ROWS..n).step_by(ROWS) {
        put(Pass { base, columns: h + ROWS - 1 });
    }
}

/// Writes the start of the columns: minus the biases of these passes and of the reduction. Columns below n are read before
/// the last pass of the reduction, so their start omits that pass. Subtracts its biases in column n − 1 from `last`.
fn take_biases_off<V: Vector>(
    shape: Shape<V>,
    start: &mut [u64],
    last: &mut [u64],
    passes: fn(Shape<V>, &mut dyn FnMut(Pass)),
) {
    let (n, h) = (shape.n, shape.vectors());
    // first, in lane 0, the differences between the biases of neighbouring columns
    let mut put = |pass: Pass| {
        let mut add = |at: usize, bias: u64| {
            if let Some(step) = start.get_mut(V::LANES * at) {
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

    let mut sum = 0_u64;
    for (k, vector) in start.chunks_exact_mut(V::LANES).enumerate() {
        sum = sum.wrapping_add(vector[0]);
        let low = if (n - ROWS..n + h - 1).contains(&k) { LOW_BIAS } else { 0 };
        let high = if (n - ROWS + 1..n + h).contains(&k) { HIGH_BIAS } else { 0 };
        let of_last = low.wrapping_add(high);
        for (lane, start) in vector.iter_mut().enumerate() {
            let column = shape.column(k, lane);
            *start = shape.offset(lane).wrapping_sub(sum);
            if column >= n {
                *start = start.wrapping_sub(of_last);
            } else if column + 1 == n {
                // the parts of a column are summed in the number's lowest lane
                let last = &mut last[lane % shape.numbers];
                *last = last.wrapping_sub(of_last);
            }
        }
    }
}
