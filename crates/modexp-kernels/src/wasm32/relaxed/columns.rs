//! Columns of products in radix 2^50, and what turns them into digits again; shared by `relaxed` and `relaxed_x2`.
//!
//! The arithmetic and its bounds are described in the documentation of [`super`].

use crate::wasm32::pair::Pair;

/// Bits of a digit.
pub(crate) const RADIX: u32 = 50;

/// The low bits of a column that stay in its digit.
pub(crate) const MASK: u64 = (1 << RADIX) - 1;

/// Rows of a pass, and digits of the quotient of a block.
pub(crate) const ROWS: usize = 4;

/// 1.5·2^102: a sum in [2^102, 2^103) is a multiple of 2^50 = 2^RADIX.
const SPLIT: f64 = 1.5 * (1_u128 << 102) as f64;

/// 1.5·2^52: a sum in [2^52, 2^53] is an integer, and its pattern is linear in it.
pub(crate) const UNIT: f64 = 1.5 * (1_u64 << 52) as f64;

/// What one column of one pass adds to the column beyond its value, and to the column above.
pub(crate) const LOW_BIAS: u64 = UNIT.to_bits();
pub(crate) const HIGH_BIAS: u64 = SPLIT.to_bits();

/// A column of value x is kept as x + OFFSET ≥ 0, where |x| < 2^62: 2^62 makes it positive, and 2^49 makes
/// [`settle`] round to the nearest digit.
pub(crate) const OFFSET: u64 = (1 << 62) + (1 << (RADIX - 1));

/// The least top digit of a quotient: 2^48, and 2^40 for what rounding leaves.
pub(crate) const LIFT: u64 = (1 << 48) + (1 << 40);

/// OFFSET's share in `(column & MASK) + (below >> RADIX)`, taken off, and the pattern of [`UNIT`] put on.
const DIGIT: u64 = UNIT.to_bits() - (1 << (RADIX - 1)) - (1 << (62 - RADIX));

/// One column of a pass: (low, high) with low + 2^50·high = Σ x_r·y_r and |low| ≤ R·2^49, plus the biases
/// [`LOW_BIAS`] and [`HIGH_BIAS`]. |Σ x_r·y_r| ≤ 2^101, also of the first few.
#[inline(always)]
pub(super) fn column<const R: usize>(x: [Pair; R], y: [Pair; R]) -> (Pair, Pair) {
    // high = 1.5·2^102 + x_0·y_0 to the nearest 2^50; low = 1.5·2^52 + what that left, exactly
    let mut high = x[0].fma(y[0], Pair::splat_f64(SPLIT));
    let mut low = x[0].fma(y[0], Pair::splat_f64(SPLIT + UNIT).sub_f64(high));
    for r in 1..R {
        let sum = x[r].fma(y[r], high);
        low = low.add_f64(x[r].fma(y[r], high.sub_f64(sum)));
        high = sum;
        debug_assert!(high.within(SPLIT / 1.5, SPLIT / 0.75), "the high part left its binade: {high:?}");
    }
    debug_assert!(high.within(SPLIT / 1.5, SPLIT / 0.75), "the high part left its binade: {high:?}");
    debug_assert!(low.within(UNIT / 1.5, UNIT / 0.75), "the low part left its binade: {low:?}");
    (low, high)
}

/// A row of columns being added to, from the lowest up.
struct Sweep {
    /// What the column before hands up.
    high: Pair,
}

impl Sweep {
    /// acc = old + Σ x_r·y_r + what the column before hands up.
    ///
    /// # Safety
    /// `old` is readable, `acc` is writable, and so are the pairs that `x` and `y` were made from.
    #[inline(always)]
    unsafe fn step<const R: usize>(&mut self, acc: *mut Pair, old: *const Pair, x: [Pair; R], y: [Pair; R]) {
        let (low, high) = column(x, y);
        // SAFETY: the caller's promise
        unsafe { Pair::load(old).add(self.high).add(low).store(acc) };
        self.high = high;
    }
}

/// acc += Σ_{r < R} x·y_r·2^(50r) for `len` pairs x of digits. The columns from `len` up start from `fresh`, not `acc`.
///
/// |x_j·y_r| ≤ 2^99. Adds the biases of `len + R − 1` columns.
///
/// # Safety
/// `len` ≥ R − 1 pairs at `x` are readable, `len + R` pairs at `acc` are writable and at `fresh` readable.
#[inline(always)]
pub(crate) unsafe fn pass<const R: usize>(
    acc: *mut Pair,
    fresh: *const Pair,
    x: *const Pair,
    len: usize,
    y: [Pair; R],
) {
    debug_assert!(len + 1 >= R);
    let mut sweep = Sweep { high: Pair::splat(0) };
    // SAFETY: the caller's promise: x is read below `len`, acc and fresh below len + R
    unsafe {
        let at = |j: usize| Pair::load(x.add(j));

        // the lowest columns: row r joins at column r
        if R > 1 {
            sweep.step(acc, acc, [at(0)], [y[0]]);
        }
        if R > 2 {
            sweep.step(acc.add(1), acc.add(1), [at(1), at(0)], [y[0], y[1]]);
        }
        if R > 3 {
            sweep.step(acc.add(2), acc.add(2), [at(2), at(1), at(0)], [y[0], y[1], y[2]]);
        }

        full(&mut sweep, acc.add(R - 1), x.add(R - 1), len + 1 - R, y);

        // the highest: row r leaves after column r + len − 1
        let (acc, fresh, x) = (acc.add(len), fresh.add(len), x.add(len));
        let at = |j: usize| Pair::load(x.sub(j));
        if R > 3 {
            sweep.step(acc, fresh, [at(1), at(2), at(3)], [y[1], y[2], y[3]]);
            sweep.step(acc.add(1), fresh.add(1), [at(1), at(2)], [y[2], y[3]]);
        } else if R > 2 {
            sweep.step(acc, fresh, [at(1), at(2)], [y[1], y[2]]);
        }
        if R > 1 {
            sweep.step(acc.add(R - 2), fresh.add(R - 2), [at(1)], [y[R - 1]]);
        }
        Pair::load(fresh.add(R - 1)).add(sweep.high).store(acc.add(R - 1));
    }
}

/// Columns in which all rows take part: acc_k += Σ_r x_{k−r}·y_r.
#[inline(always)]
unsafe fn full<const R: usize>(sweep: &mut Sweep, mut acc: *mut Pair, x: *const Pair, mut count: usize, y: [Pair; R]) {
    // SAFETY: the caller's promise
    unsafe {
        // from the lowest digit, because wasm's loads take no negative offsets
        let mut x = x.sub(R - 1);
        while count > 0 {
            sweep.step(acc, acc, core::array::from_fn(|r| Pair::load(x.add(R - 1 - r))), y);
            acc = acc.add(1);
            x = x.add(1);
            count -= 1;
        }
    }
}

/// Rows of a pass of a square: y is doubled there, which leaves room for three products.
pub(crate) const SQUARE_ROWS: usize = 3;

/// acc += Σ_{r < 3} (x_r·y_r·2^(100r) + Σ_{r < j < len} 2·x_j·y_r·2^(50(j + r))): three rows of a square.
///
/// # Safety
/// `len` ≥ 5 pairs at `x` are readable, `len + 3` pairs at `acc` are writable and at `fresh` readable.
#[inline(always)]
pub(crate) unsafe fn triangle(acc: *mut Pair, fresh: *const Pair, x: *const Pair, len: usize, y: [Pair; SQUARE_ROWS]) {
    debug_assert!(len >= 5);
    let y2 = y.map(|y| y.add_f64(y));
    let mut sweep = Sweep { high: Pair::splat(0) };
    // SAFETY: the caller's promise
    unsafe {
        let at = |j: usize| Pair::load(x.add(j));
        sweep.step(acc, acc, [at(0)], [y[0]]);
        sweep.step(acc.add(1), acc.add(1), [at(1)], [y2[0]]);
        sweep.step(acc.add(2), acc.add(2), [at(2), at(1)], [y2[0], y[1]]);
        sweep.step(acc.add(3), acc.add(3), [at(3), at(2)], [y2[0], y2[1]]);
        sweep.step(acc.add(4), acc.add(4), [at(4), at(3), at(2)], [y2[0], y2[1], y[2]]);

        full(&mut sweep, acc.add(5), x.add(5), len - 5, y2);

        let (acc, fresh, x) = (acc.add(len), fresh.add(len), x.add(len));
        let at = |j: usize| Pair::load(x.sub(j));
        sweep.step(acc, fresh, [at(1), at(2)], [y2[1], y2[2]]);
        sweep.step(acc.add(1), fresh.add(1), [at(1)], [y2[2]]);
        Pair::load(fresh.add(2)).add(sweep.high).store(acc.add(2));
    }
}

/// The last L ≤ 4 rows of a square: as [`triangle`] for len = L and L rows.
///
/// # Safety
/// L pairs at `x` are readable, 2L pairs at `acc` are writable and at `fresh` readable.
#[inline(always)]
pub(crate) unsafe fn corner<const L: usize>(acc: *mut Pair, fresh: *const Pair, x: *const Pair, y: [Pair; L]) {
    let y2 = y.map(|y| y.add_f64(y));
    const { assert!(L <= 4, "as many columns as are written out") };
    let mut sweep = Sweep { high: Pair::splat(0) };
    // SAFETY: the caller's promise
    unsafe {
        let mut column = |k: usize| {
            let old = if k < L { acc.add(k).cast_const() } else { fresh.add(k) };
            // rows r ≤ k/2, from the lowest that still has a digit j = k − r
            let first = (k + 1).saturating_sub(L);
            let at = |r: usize| Pair::load(x.add(k - r));
            let by = |r: usize| if 2 * r == k { y[r] } else { y2[r] };
            if k / 2 == first {
                sweep.step(acc.add(k), old, [at(first)], [by(first)]);
            } else {
                sweep.step(acc.add(k), old, [at(first), at(first + 1)], [by(first), by(first + 1)]);
            }
        };
        // written out: a loop of seven columns stays one, with the rows in memory
        macro_rules! columns {
            ($($k:literal)*) => {$(
                if $k < 2 * L - 1 {
                    column($k);
                }
            )*};
        }
        columns!(0 1 2 3 4 5 6);
        Pair::load(fresh.add(2 * L - 1)).add(sweep.high).store(acc.add(2 * L - 1));
    }
}

/// −m⁻¹ mod 2^200 times t, modulo 2^200: the digits of the quotient that clears four columns of digits `t`.
///
/// The top digit is taken from [LIFT, LIFT + 2^50) instead of the nearest to 0; see the range in [`super`].
#[inline(always)]
pub(crate) fn quotient(t: [Pair; ROWS], mu: [Pair; ROWS]) -> [Pair; ROWS] {
    let (low_0, high_0) = column([mu[0]], [t[0]]);
    let (low_1, high_1) = column([mu[1], mu[0]], [t[0], t[1]]);
    let (low_2, high_2) = column([mu[2], mu[1], mu[0]], [t[0], t[1], t[2]]);
    let (low_3, _) = column([mu[3], mu[2], mu[1], mu[0]], t);
    let start = Pair::splat(OFFSET.wrapping_sub(LOW_BIAS).wrapping_sub(HIGH_BIAS));
    let u_0 = low_0.add(Pair::splat(OFFSET.wrapping_sub(LOW_BIAS)));
    let u_1 = low_1.add(high_0).add(start);
    let u_2 = low_2.add(high_1).add(start);
    let u_3 = low_3.add(high_2).add(start);

    let top = u_3.sub(Pair::splat((1 << (RADIX - 1)) + LIFT)).and(Pair::splat(MASK));
    let top = top.add(u_2.shr::<RADIX>()).add(Pair::splat(UNIT.to_bits() + LIFT - (1 << (62 - RADIX))));
    [settle(u_0, Pair::splat(OFFSET)), settle(u_1, u_0), settle(u_2, u_1), top.sub_f64(Pair::splat_f64(UNIT))]
}

/// The digits of a pair of columns: what stays of `column` and what `below` hands up, |digit| ≤ 2^49 + 2^12.
#[inline(always)]
pub(crate) fn settle(column: Pair, below: Pair) -> Pair {
    let pattern = column.and(Pair::splat(MASK)).add(below.shr::<RADIX>()).add(Pair::splat(DIGIT));
    pattern.sub_f64(Pair::splat_f64(UNIT))
}
