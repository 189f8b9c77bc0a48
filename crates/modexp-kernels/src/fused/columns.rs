//! Columns of products in radix 2^50, and their conversion to digits, on any vectors.
//!
//! The arithmetic and its bounds are described in the documentation of [`super`].

use super::vector::FusedVector;

/// Bits of a digit.
pub const RADIX: u32 = 50;

/// The low bits of a column, which stay in its digit.
pub const MASK: u64 = (1 << RADIX) - 1;

/// Rows of a pass, and digits of the quotient of a block.
pub const ROWS: usize = 4;

/// 1.5·2^102: a sum in [2^102, 2^103) is a multiple of 2^50 = 2^RADIX.
const SPLIT: f64 = 1.5 * (1_u128 << 102) as f64;

/// 1.5·2^52: a sum in [2^52, 2^53] is an integer, and its pattern is linear in it.
pub const UNIT: f64 = 1.5 * (1_u64 << 52) as f64;

/// The biases of a column: a pass adds LOW_BIAS to it, and HIGH_BIAS to the column above.
pub const LOW_BIAS: u64 = UNIT.to_bits();
pub const HIGH_BIAS: u64 = SPLIT.to_bits();

/// A column of value x, |x| < 2^62, is stored as x + OFFSET ≥ 0. 2^62 makes it positive, and 2^49 makes
/// `propagate_carries` round to the nearest digit.
pub const OFFSET: u64 = (1 << 62) + (1 << (RADIX - 1));

/// The least top digit of a quotient: 2^48, plus 2^40 for the error of rounding.
pub(crate) const LIFT: u64 = (1 << 48) + (1 << 40);

/// The pattern of [`UNIT`], minus the part of OFFSET in `(column & MASK) + (below >> RADIX)`.
const DIGIT: u64 = UNIT.to_bits() - (1 << (RADIX - 1)) - (1 << (62 - RADIX));

/// SPLIT + UNIT, read from memory. V8 would move a constant from an integer register in each iteration of a loop.
#[inline(always)]
pub(super) fn split_and_unit<V: FusedVector>() -> V {
    static SUM: f64 = SPLIT + UNIT;
    // SAFETY: a static
    V::splat_f64(unsafe { (&raw const SUM).read_volatile() })
}

/// A column of a pass, the sum of R rows: low + 2^50·high = Σ x_r·y_r with |low| ≤ R·2^49, plus the biases [`LOW_BIAS`]
/// and [`HIGH_BIAS`]. |Σ x_r·y_r| ≤ 2^101, for the first few rows too.
#[derive(Clone, Copy)]
pub(super) struct Column<V> {
    pub(super) low: V,
    pub(super) high: V,
}

impl<V: FusedVector> Column<V> {
    /// No row.
    #[inline(always)]
    fn empty() -> Self {
        Self { low: V::splat_f64(UNIT), high: V::splat_f64(SPLIT) }
    }

    /// The first row; `sum` is SPLIT + UNIT.
    #[inline(always)]
    fn first(x: V, y: V, sum: V) -> Self {
        // high = 1.5·2^102 + x·y to the nearest 2^50; low = 1.5·2^52 + the exact rest
        let high = x.fma(y, V::splat_f64(SPLIT));
        Self { low: x.fma(y, sum.sub_f64(high)), high }.checked()
    }

    /// Adds a row.
    #[inline(always)]
    fn and(self, x: V, y: V) -> Self {
        let high = x.fma(y, self.high);
        Self { low: self.low.add_f64(x.fma(y, self.high.sub_f64(high))), high }.checked()
    }

    #[inline(always)]
    fn checked(self) -> Self {
        let Self { low, high } = self;
        if V::CHECKED {
            assert!(high.within(SPLIT / 1.5, SPLIT / 0.75), "the high part left its binade: {high:?}");
            assert!(low.within(UNIT / 1.5, UNIT / 0.75), "the low part left its binade: {low:?}");
        }
        self
    }
}

/// The column of R rows; `sum` is SPLIT + UNIT.
#[inline(always)]
pub(super) fn column<V: FusedVector, const R: usize>(x: [V; R], y: [V; R], sum: V) -> Column<V> {
    let mut column = Column::first(x[0], y[0], sum);
    for r in 1..R {
        column = column.and(x[r], y[r]);
    }
    column
}

/// A pass of R rows over the columns. Each row is one column ahead of the row before. So all rows multiply the same digit,
/// which is loaded once, and no row waits for another.
struct RowPass<V, const R: usize> {
    /// The next column and the columns above it. Entry r has rows r + 1 and up.
    open: [Column<V>; R],
    /// The carry of the column before.
    carry: V,
    sum: V,
}

impl<V: FusedVector, const R: usize> RowPass<V, R> {
    #[inline(always)]
    fn new() -> Self {
        Self { open: [Column::empty(); R], carry: V::splat(0), sum: split_and_unit() }
    }

    /// acc = old + a complete column + the carry of the column before.
    ///
    /// # Safety
    /// `old` is readable, `acc` is writable.
    #[inline(always)]
    unsafe fn put(&mut self, acc: *mut V, old: *const V, column: Column<V>) {
        // SAFETY: the caller's promise
        unsafe { V::load(old).add(self.carry).add(column.low).store(acc) };
        self.carry = column.high;
    }

    /// Adds digit x times all rows, which completes the column at `acc`.
    ///
    /// # Safety
    /// `acc` is readable and writable.
    #[inline(always)]
    unsafe fn step(&mut self, acc: *mut V, x: V, y: [V; R]) {
        let complete = self.with_row(0, x, y);
        // SAFETY: the caller's promise
        unsafe { self.put(acc, acc, complete) };
        for r in 1..R {
            self.open[r - 1] = self.with_row(r, x, y);
        }
    }

    /// Open column r with row r added. Row R − 1 is the first row of the uppermost column.
    #[inline(always)]
    fn with_row(&self, r: usize, x: V, y: [V; R]) -> Column<V> {
        if r + 1 == R { Column::first(x, y[r], self.sum) } else { self.open[r].and(x, y[r]) }
    }

    /// [`RowPass::step`] for `len` digits.
    ///
    /// # Safety
    /// `len` vectors at `x` are readable, and at `acc` readable and writable.
    #[inline(always)]
    unsafe fn steps(&mut self, mut acc: *mut V, mut x: *const V, mut len: usize, y: [V; R]) {
        // SAFETY: the caller's promise
        unsafe {
            while len > 0 {
                self.step(acc, V::load(x), y);
                acc = acc.add(1);
                x = x.add(1);
                len -= 1;
            }
        }
    }

    /// The R columns above the last digit.
    ///
    /// # Safety
    /// R vectors at `acc` are writable and at `fresh` readable.
    #[inline(always)]
    unsafe fn finish(mut self, acc: *mut V, fresh: *const V) {
        // SAFETY: the caller's promise
        unsafe {
            for r in 0..R - 1 {
                self.put(acc.add(r), fresh.add(r), self.open[r]);
            }
            V::load(fresh.add(R - 1)).add(self.carry).store(acc.add(R - 1));
        }
    }
}

/// acc += Σ_{r < R} x·y_r·2^(50r) for `len` vectors x of digits. The columns from `len` up start from `fresh`, not `acc`.
///
/// |x_j·y_r| ≤ 2^99. Adds the biases of `len + R − 1` columns.
///
/// # Safety
/// `len` vectors at `x` are readable, `len + R` vectors at `acc` are writable and at `fresh` readable.
#[inline(always)]
pub(crate) unsafe fn pass<V: FusedVector, const R: usize>(
    acc: *mut V,
    fresh: *const V,
    x: *const V,
    len: usize,
    y: [V; R],
) {
    let mut row_pass = RowPass::new();
    // SAFETY: the caller's promise
    unsafe {
        row_pass.steps(acc, x, len, y);
        row_pass.finish(acc.add(len), fresh.add(len));
    }
}

/// columns += Σ_{r < R} x·y_r·2^(50r) and the biases of `pass`, for vectors with one number in each lane.
///
/// # Panics
/// If `columns` has fewer than R vectors more than `x`.
#[cfg(any(target_feature = "relaxed-simd", test, feature = "emulated"))]
#[inline(always)]
pub fn add_rows<V: FusedVector, const R: usize>(columns: &mut [u64], x: &[u64], y: [V; R]) {
    let len = x.len() / V::LANES;
    assert!(columns.len() >= V::LANES * (len + R));
    let acc = V::at_mut(columns);
    // SAFETY: the lengths have been checked
    unsafe { pass(acc, acc, V::at(x), len, y) }
}

impl<V: FusedVector> RowPass<V, 1> {
    /// Column k of the square of L digits.
    ///
    /// # Safety
    /// As for [`diagonal_block`].
    #[inline(always)]
    unsafe fn square_column<const L: usize, const K: usize>(
        &mut self,
        acc: *mut V,
        fresh: *const V,
        x: *const V,
        y: [V; L],
        y2: [V; L],
    ) {
        // rows r ≤ K/2, from the lowest that still has a digit K − r
        let (first, last) = ((K + 1).saturating_sub(L), K / 2);
        let last_y = if 2 * last == K { y[last] } else { y2[last] };
        // SAFETY: the caller's promise
        unsafe {
            let old = if K < L { acc.add(K).cast_const() } else { fresh.add(K) };
            let last_x = V::load(x.add(K - last));
            let complete = if first == last {
                column([last_x], [last_y], self.sum)
            } else {
                column([V::load(x.add(K - first)), last_x], [y2[first], last_y], self.sum)
            };
            self.put(acc.add(K), old, complete);
        }
    }
}

/// 2·y, which is exact.
#[inline(always)]
fn doubled<V: FusedVector, const R: usize>(mut y: [V; R]) -> [V; R] {
    for y in &mut y {
        *y = y.add_f64(*y);
    }
    y
}

/// Rows of a pass of a square: the pass doubles y, which leaves room for three products.
pub(crate) const SQUARE_ROWS: usize = 3;

/// acc += Σ_{r < 3} (x_r·y_r·2^(100r) + Σ_{r < j < len} 2·x_j·y_r·2^(50(j + r))): three rows of a square.
///
/// # Safety
/// `len` ≥ 3 vectors at `x` are readable, `len + 3` vectors at `acc` are writable and at `fresh` readable.
#[inline(always)]
pub(crate) unsafe fn triangle<V: FusedVector>(
    acc: *mut V,
    fresh: *const V,
    x: *const V,
    len: usize,
    y: [V; SQUARE_ROWS],
) {
    debug_assert!(len >= 3);
    let y2 = doubled(y);
    let mut row_pass = RowPass::new();
    let sum = row_pass.sum;
    // SAFETY: the caller's promise
    unsafe {
        let x_1 = V::load(x.add(1));
        let x_2 = V::load(x.add(2));
        row_pass.put(acc, acc, column([V::load(x)], [y[0]], sum));
        row_pass.put(acc.add(1), acc.add(1), column([x_1], [y2[0]], sum));
        row_pass.put(acc.add(2), acc.add(2), column([x_1, x_2], [y[1], y2[0]], sum));
        row_pass.open[0] = column([x_2], [y2[1]], sum);
        row_pass.open[1] = column([x_2], [y[2]], sum);
        row_pass.steps(acc.add(3), x.add(3), len - 3, y2);
        row_pass.finish(acc.add(len), fresh.add(len));
    }
}

/// The last L ≤ 4 rows of a square: as [`triangle`] for len = L and L rows.
///
/// # Safety
/// L vectors at `x` are readable, 2L vectors at `acc` are writable and at `fresh` readable.
#[inline(always)]
pub(crate) unsafe fn diagonal_block<V: FusedVector, const L: usize>(
    acc: *mut V,
    fresh: *const V,
    x: *const V,
    y: [V; L],
) {
    let y2 = doubled(y);
    const { assert!(L <= 4, "as many columns as are written out") };
    let mut row_pass = RowPass::<V, 1>::new();
    // SAFETY: the caller's promise
    unsafe {
        // written out, because the compiler does not unroll a loop of seven columns and keeps the rows in memory
        macro_rules! columns {
            ($($k:literal)*) => {$(
                if $k < 2 * L - 1 {
                    row_pass.square_column::<L, $k>(acc, fresh, x, y, y2);
                }
            )*};
        }
        columns!(0 1 2 3 4 5 6);
        row_pass.finish(acc.add(2 * L - 1), fresh.add(2 * L - 1));
    }
}

/// −m⁻¹ mod 2^200 times t, modulo 2^200: the digits of the quotient that makes four columns of digits `t` zero.
///
/// The top digit is in [LIFT, LIFT + 2^50), not the nearest to 0; see the range in [`super`].
#[inline(always)]
pub(crate) fn quotient<V: FusedVector>(t: [V; ROWS], mu: [V; ROWS]) -> [V; ROWS] {
    let sum = split_and_unit();
    let c_0 = column([mu[0]], [t[0]], sum);
    let c_1 = column([mu[1], mu[0]], [t[0], t[1]], sum);
    let c_2 = column([mu[2], mu[1], mu[0]], [t[0], t[1], t[2]], sum);
    let c_3 = column([mu[3], mu[2], mu[1], mu[0]], t, sum);
    let start = V::splat(OFFSET.wrapping_sub(LOW_BIAS).wrapping_sub(HIGH_BIAS));
    let u_0 = c_0.low.add(V::splat(OFFSET.wrapping_sub(LOW_BIAS)));
    let u_1 = c_1.low.add(c_0.high).add(start);
    let u_2 = c_2.low.add(c_1.high).add(start);
    let u_3 = c_3.low.add(c_2.high).add(start);

    let top = u_3.sub(V::splat((1 << (RADIX - 1)) + LIFT)).and(V::splat(MASK));
    let top = top.add(u_2.shr::<RADIX>()).add(V::splat(UNIT.to_bits() + LIFT - (1 << (62 - RADIX))));
    [
        propagate_carries(u_0, V::splat(OFFSET)),
        propagate_carries(u_1, u_0),
        propagate_carries(u_2, u_1),
        top.sub_f64(V::splat_f64(UNIT)),
    ]
}

/// The digits of a vector of columns: the low bits of `column` plus the carry of `below`, |digit| ≤ 2^49 + 2^12.
#[inline(always)]
pub(crate) fn propagate_carries<V: FusedVector>(column: V, below: V) -> V {
    let pattern = column.and(V::splat(MASK)).add(below.shr::<RADIX>()).add(V::splat(DIGIT));
    pattern.sub_f64(V::splat_f64(UNIT))
}
