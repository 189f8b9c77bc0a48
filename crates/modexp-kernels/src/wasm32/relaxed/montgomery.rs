//! Montgomery products and squares on columns, for one number or for two.

use super::columns::{OFFSET, ROWS, SQUARE_ROWS, diagonal_block, pass, propagate_carries, quotient, triangle};
use super::modulus::FusedModulus;
use super::shape::Shape;
use crate::wasm32::pair::Pair;

/// Where the digits of one number or of two are.
pub(crate) trait Layout {
    /// Numbers in an element.
    const LANES: usize;

    /// R digits from digit r up, as multipliers.
    ///
    /// # Safety
    /// `y` is an element of h pairs and more than r + R − 1 digits.
    unsafe fn rows<const R: usize>(y: *const Pair, r: usize, h: usize) -> [Pair; R];

    /// Column k, the sum of its parts, in the lanes of [`Layout::rows`].
    ///
    /// # Safety
    /// Pairs k − h and k at `acc` are readable.
    unsafe fn column(acc: *const Pair, k: usize, h: usize) -> Pair;

    /// The columns of pair j of the result of n digits, each the sum of its parts.
    ///
    /// # Safety
    /// Pairs n − h and n + h at `acc` are readable.
    unsafe fn upper(acc: *const Pair, k: usize, h: usize) -> Pair;

    /// The columns below those of the result's pair 0; `last` is the result's last pair.
    fn below(carry: Pair, last: Pair) -> Pair;
}

/// out = a·b·R⁻¹ mod m; a, b < 4m or a·b < R·m gives out < 4m.
pub(crate) fn mont_mul<L: Layout>(out: &mut [u64], a: &[u64], b: &[u64], m: &FusedModulus, scratch: &mut [u64]) {
    let n = m.n;
    let h = Shape::new(n, L::LANES).pairs();
    check::<L>(out, a, b, m, scratch);
    // SAFETY: `check` has compared the lengths
    unsafe {
        let start = Pair::at(&m.start);
        let acc = begin(scratch, start, h);
        let (x, y) = (Pair::at(a), Pair::at(b));
        let mut r = 0;
        while r + ROWS <= n {
            pass::<ROWS>(acc.add(r), start.add(r), x, h, L::rows::<ROWS>(y, r, h));
            r += ROWS;
        }
        match n - r {
            1 => pass::<1>(acc.add(r), start.add(r), x, h, L::rows::<1>(y, r, h)),
            2 => pass::<2>(acc.add(r), start.add(r), x, h, L::rows::<2>(y, r, h)),
            3 => pass::<3>(acc.add(r), start.add(r), x, h, L::rows::<3>(y, r, h)),
            _ => {}
        }
        reduce::<L>(out, acc, m, h);
    }
}

/// out = a²·R⁻¹ mod m; a < 4m gives out < 4m.
pub(crate) fn mont_sqr<L: Layout>(out: &mut [u64], a: &[u64], m: &FusedModulus, scratch: &mut [u64]) {
    let shape = Shape::new(m.n, L::LANES);
    let h = shape.pairs();
    check::<L>(out, a, a, m, scratch);
    // SAFETY: `check` has compared the lengths
    unsafe {
        let start = Pair::at(&m.start).add(shape.product_columns());
        let acc = begin(scratch, start, h);
        let x = Pair::at(a);

        // rows r of all pairs, then rows h + r, h columns higher; the last rows of each are a diagonal block
        for base in (0..2 / L::LANES).map(|family| family * h) {
            let mut r = 0;
            while h - r >= 5 {
                let k = base + 2 * r;
                triangle(acc.add(k), start.add(k), x.add(r), h - r, L::rows::<SQUARE_ROWS>(x, base + r, h));
                r += SQUARE_ROWS;
            }
            let k = base + 2 * r;
            match h - r {
                2 => diagonal_block::<2>(acc.add(k), start.add(k), x.add(r), L::rows::<2>(x, base + r, h)),
                3 => diagonal_block::<3>(acc.add(k), start.add(k), x.add(r), L::rows::<3>(x, base + r, h)),
                _ => diagonal_block::<4>(acc.add(k), start.add(k), x.add(r), L::rows::<4>(x, base + r, h)),
            }
        }
        reduce::<L>(out, acc, m, h);
    }
}

/// Checks the lengths that the pointers below rely on.
fn check<L: Layout>(out: &[u64], a: &[u64], b: &[u64], m: &FusedModulus, scratch: &[u64]) {
    let shape = Shape::new(m.n, L::LANES);
    let words = 2 * shape.pairs();
    assert!(out.len() == words && a.len() == words && b.len() == words);
    assert!(scratch.len() >= shape.scratch_words());
}

/// The columns in `scratch`, above h zeros. The first h columns have their start; the passes give it to the others.
///
/// # Safety
/// `scratch` has [`Shape::scratch_words`], and h pairs at `start` are readable.
#[inline(always)]
unsafe fn begin(scratch: &mut [u64], start: *const Pair, h: usize) -> *mut Pair {
    // SAFETY: the caller's promise
    unsafe {
        let zeros = Pair::at_mut(scratch);
        let acc = zeros.add(h);
        for k in 0..h {
            Pair::splat(0).store(zeros.add(k));
            Pair::load(start.add(k)).store(acc.add(k));
        }
        acc
    }
}

/// The digits of R complete columns from column c up; `below` is the column below them.
///
/// # Safety
/// Pairs c − h to c + R − 1 at `acc` are readable.
#[inline(always)]
unsafe fn low_digits<L: Layout, const R: usize>(acc: *const Pair, c: usize, h: usize, below: &mut Pair) -> [Pair; R] {
    core::array::from_fn(|r| {
        // SAFETY: the caller's promise
        let column = unsafe { L::column(acc, c + r, h) };
        let digit = propagate_carries(column, *below);
        *below = column;
        digit
    })
}

/// out = columns·R⁻¹ mod m, below 4m.
///
/// # Safety
/// `acc` comes from [`begin`], and its n + h columns are complete but for the reduction.
#[inline(never)]
unsafe fn reduce<L: Layout>(out: &mut [u64], acc: *mut Pair, m: &FusedModulus, h: usize) {
    let n = m.n;
    // SAFETY: the caller's promise
    unsafe {
        let modulus = Pair::at(&m.words);
        let f = modulus.add(h);
        let mut below = Pair::splat(OFFSET);

        // acc = acc/2^(50R) + q·f for q = acc mod 2^(50R)
        let mut c = n % ROWS;
        let to = acc.add(ROWS);
        match c {
            1 => pass::<1>(to, to, f, h, low_digits::<L, 1>(acc, 0, h, &mut below)),
            2 => pass::<2>(to, to, f, h, low_digits::<L, 2>(acc, 0, h, &mut below)),
            3 => pass::<3>(to, to, f, h, low_digits::<L, 3>(acc, 0, h, &mut below)),
            _ => {}
        }
        while c < n - ROWS {
            let to = acc.add(c + ROWS);
            pass::<ROWS>(to, to, f, h, low_digits::<L, ROWS>(acc, c, h, &mut below));
            c += ROWS;
        }

        // the true quotient of the last four columns brings the value below 4m
        let t = low_digits::<L, ROWS>(acc, c, h, &mut below);
        let mu = core::array::from_fn(|i| Pair::load(modulus.add(2 * h + i)));
        let to = acc.add(c);
        pass::<ROWS>(to, to, modulus, h, quotient(t, mu));

        // the four cleared columns are now a multiple of 2^200; the uppermost of them, rounded, is their carry
        let carry = L::column(acc, n - 1, h).add(m.last);

        let out = Pair::at_mut(out);
        let last = L::upper(acc, n + h - 1, h);
        let mut below = L::below(carry, last);
        for j in 0..h - 1 {
            let column = L::upper(acc, n + j, h);
            propagate_carries(column, below).store(out.add(j));
            below = column;
        }
        propagate_carries(last, below).store(out.add(h - 1));
    }
}
