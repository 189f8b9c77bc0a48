//! Adds rows of a product to columns of one digit each.

/// Bits of a digit, B = 2^RADIX.
pub(super) const RADIX: u32 = 60;

/// The largest digit.
pub(super) const MASK: u64 = (1 << RADIX) - 1;

/// The shift of a row, which aligns the upper word of a product with the digit above.
const SHIFT: u32 = 64 - RADIX;

/// Rows of a pass, and digits of a block's quotient.
pub(super) const ROWS: usize = 4;

/// Rows of a pass of a square. The products of a square are doubled.
pub(super) const SQUARE_ROWS: usize = 4;

/// A digit as a row.
#[inline(always)]
pub(super) fn row(digit: u64) -> u64 {
    debug_assert!(digit <= MASK, "a digit is below B");
    digit << SHIFT
}

/// x·y/2^SHIFT for a row y, as its lowest digit and the part above it.
#[inline(always)]
fn product(x: u64, y: u64) -> [u64; 2] {
    let product = u128::from(y) * u128::from(x);
    [product as u64 >> SHIFT, (product >> 64) as u64]
}

/// A pass of R rows: the sums of the incomplete columns, from the lowest up.
pub(super) struct RowPass<const R: usize> {
    pub(super) sums: [u64; R],
}

impl<const R: usize> RowPass<R> {
    pub(super) fn new() -> Self {
        Self { sums: [0; R] }
    }

    /// Adds `old` and `Σ_{r < rows} products(r)·B^r`. Removes and returns the lowest digit, which is then complete.
    ///
    /// A column is the sum of a lower and an upper part of each row, its old value and a carry.
    #[inline(always)]
    pub(super) fn step(&mut self, old: u64, rows: usize, products: impl Fn(usize) -> [u64; 2]) -> u64 {
        let mut next = [0; R];
        let mut column = self.sums[0] + old;
        for r in 0..R {
            if r + 1 < R {
                next[r] += self.sums[r + 1];
            }
            if r < rows {
                let [low, high] = products(r);
                next[r] += high;
                if r == 0 {
                    column += low;
                } else {
                    next[r - 1] += low;
                }
            }
        }
        next[0] += column >> RADIX;
        self.sums = next;
        column & MASK
    }

    /// Calls `put(k, column)` for each column above the last digit of the number. The uppermost column is not cut to a
    /// digit, so it has no carry.
    #[inline(always)]
    pub(super) fn finish(&self, old: impl Fn(usize) -> u64, mut put: impl FnMut(usize, u64)) {
        let mut carry = 0;
        for (k, sum) in self.sums.iter().enumerate() {
            let column = old(k) + sum + carry;
            put(k, if k + 1 < R { column & MASK } else { column });
            carry = column >> RADIX;
        }
    }
}

/// acc += `Σ_{r < R} x·y_r·B^r` for `len` digits x. The columns of acc from `len` up start from 0 if `FRESH`.
///
/// # Safety
/// `len` digits at `x` are readable, `len` + R digits at `acc` are writable.
#[inline(always)]
pub(super) unsafe fn pass<const R: usize, const FRESH: bool>(acc: *mut u64, x: *const u64, len: usize, y: [u64; R]) {
    let mut row_pass = RowPass::<R>::new();
    // SAFETY: the caller's promise
    unsafe {
        let acc = full::<R, false>(&mut row_pass, acc, x, len, y);
        row_pass.finish(|k| if FRESH { 0 } else { *acc.add(k) }, |k, column| *acc.add(k) = column);
    }
}

/// Adds the products of `count` digits x, doubled if `DOUBLE`, and completes `count` columns. Returns the address of
/// the next column.
///
/// # Safety
/// `count` digits at `x` are readable and at `acc` writable.
#[inline(always)]
unsafe fn full<const R: usize, const DOUBLE: bool>(
    row_pass: &mut RowPass<R>,
    mut acc: *mut u64,
    mut x: *const u64,
    mut count: usize,
    y: [u64; R],
) -> *mut u64 {
    // SAFETY: the caller's promise
    unsafe {
        while count > 0 {
            let digit = if DOUBLE { *x * 2 } else { *x };
            *acc = row_pass.step(*acc, R, |r| product(digit, y[r]));
            acc = acc.add(1);
            x = x.add(1);
            count -= 1;
        }
    }
    acc
}

/// acc += `Σ_{r < R} (x_r·x_r·B^(2r) + Σ_{r < j < len} 2·x_j·x_r·B^(j + r))`: R rows of a square.
///
/// # Safety
/// `len` ≥ R digits at `x` are readable, `len` + R digits at `acc` are writable. Columns of acc from `len` up start
/// from 0.
#[inline(always)]
pub(super) unsafe fn triangle<const R: usize>(acc: *mut u64, x: *const u64, len: usize) {
    const { assert!(R <= SQUARE_ROWS && SQUARE_ROWS == 4, "as many rows as are written out") };
    debug_assert!(len >= R);
    let mut row_pass = RowPass::<R>::new();
    // SAFETY: the caller's promise
    unsafe {
        let y: [u64; R] = core::array::from_fn(|r| row(*x.add(r)));
        // written out, because the compiler keeps the sums in locals only in this form
        macro_rules! rows_up_to {
            ($($j:literal)*) => {$(
                if $j < R {
                    let digit = *x.add($j);
                    let factor = |r| if r == $j { digit } else { digit * 2 };
                    *acc.add($j) = row_pass.step(*acc.add($j), $j + 1, |r| product(factor(r), y[r]));
                }
            )*};
        }
        rows_up_to!(0 1 2 3);
        let acc = full::<R, true>(&mut row_pass, acc.add(R), x.add(R), len - R, y);
        row_pass.finish(|_| 0, |k, column| *acc.add(k) = column);
    }
}
