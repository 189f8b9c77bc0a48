//! Montgomery products and squares on columns, for one number or several.

use super::columns::{OFFSET, ROWS, SQUARE_ROWS, diagonal_block, pass, propagate_carries, quotient, triangle};
use super::layout::Layout;
use super::machine::Machine;
use super::modulus::Constants;

/// The columns of a·b.
///
/// # Safety
/// `a`, `b` and `scratch` have the lengths for m.
#[inline(always)]
pub(crate) unsafe fn product<V: Machine, const N: usize>(
    a: &[u64],
    b: &[u64],
    m: &impl Constants,
    scratch: &mut [u64],
) -> *mut V {
    let n = m.n();
    let h = Layout::<V, N>::shape(n).vectors();
    // SAFETY: the caller's promise
    unsafe {
        let start = V::at(m.start());
        let acc = begin::<V, N>(scratch, start, n);
        let (x, y) = (V::at(a), V::at(b));
        let mut r = 0;
        while r + ROWS <= n {
            pass(acc.add(r), start.add(r), x, h, Layout::<V, N>::rows::<ROWS>(y, r, h));
            r += ROWS;
        }
        match n - r {
            1 => pass(acc.add(r), start.add(r), x, h, Layout::<V, N>::rows::<1>(y, r, h)),
            2 => pass(acc.add(r), start.add(r), x, h, Layout::<V, N>::rows::<2>(y, r, h)),
            3 => pass(acc.add(r), start.add(r), x, h, Layout::<V, N>::rows::<3>(y, r, h)),
            _ => {}
        }
        acc
    }
}

/// The columns of a².
///
/// # Safety
/// `a` and `scratch` have the lengths for m.
#[inline(always)]
pub(crate) unsafe fn square<V: Machine, const N: usize>(a: &[u64], m: &impl Constants, scratch: &mut [u64]) -> *mut V {
    let shape = Layout::<V, N>::shape(m.n());
    let h = shape.vectors();
    // SAFETY: the caller's promise
    unsafe {
        let start = V::at(m.start()).add(shape.product_columns());
        let acc = begin::<V, N>(scratch, start, m.n());
        let x = V::at(a);

        // rows r of all vectors for each part; the last rows of each are a diagonal block
        for base in (0..shape.parts()).map(|part| part * h) {
            let mut r = 0;
            while h - r >= 5 {
                let k = base + 2 * r;
                triangle(
                    acc.add(k),
                    start.add(k),
                    x.add(r),
                    h - r,
                    Layout::<V, N>::rows::<SQUARE_ROWS>(x, base + r, h),
                );
                r += SQUARE_ROWS;
            }
            let k = base + 2 * r;
            match h - r {
                2 => diagonal_block(acc.add(k), start.add(k), x.add(r), Layout::<V, N>::rows::<2>(x, base + r, h)),
                3 => diagonal_block(acc.add(k), start.add(k), x.add(r), Layout::<V, N>::rows::<3>(x, base + r, h)),
                _ => diagonal_block(acc.add(k), start.add(k), x.add(r), Layout::<V, N>::rows::<4>(x, base + r, h)),
            }
        }
        acc
    }
}

/// Prepares columns in `scratch` above zeros. The first h columns get their start; the passes give it to the others.
///
/// # Safety
/// `scratch` has the length for n digits, and h vectors at `start` are readable.
#[inline(always)]
unsafe fn begin<V: Machine, const N: usize>(scratch: &mut [u64], start: *const V, n: usize) -> *mut V {
    let shape = Layout::<V, N>::shape(n);
    // SAFETY: the caller's promise
    unsafe {
        let zeros = V::at_mut(scratch);
        let acc = zeros.add(shape.zeros());
        // one loop: for zeros alone, the compiler makes a call that costs as much as a pass
        let h = shape.vectors();
        for k in 0..h {
            for part in 0..shape.parts() - 1 {
                V::splat(0).store(zeros.add(part * h + k));
            }
            V::load(start.add(k)).store(acc.add(k));
        }
        acc
    }
}

/// The digits of R complete columns from column c up; `below` is the column below them.
///
/// # Safety
/// The conditions of [`Layout::column`] hold for columns c to c + R − 1.
#[inline(always)]
unsafe fn low_digits<V: Machine, const N: usize, const R: usize>(
    acc: *const V,
    c: usize,
    h: usize,
    below: &mut V,
) -> [V; R] {
    let mut digits = [*below; R];
    for (r, digit) in digits.iter_mut().enumerate() {
        // SAFETY: the caller's promise
        let column = unsafe { Layout::<V, N>::column(acc, c + r, h) };
        *digit = propagate_carries(column, *below);
        *below = column;
    }
    digits
}

/// out = columns·R⁻¹ mod m, below 4m.
///
/// # Safety
/// `acc` comes from [`product`] or [`square`] for m, and `out` is an element.
#[inline(always)]
pub(crate) unsafe fn reduce<V: Machine, const N: usize>(out: &mut [u64], acc: *mut V, m: &impl Constants) {
    let n = m.n();
    let h = Layout::<V, N>::shape(n).vectors();
    // SAFETY: the caller's promise
    unsafe {
        let modulus = V::at(m.words());
        let f = modulus.add(h);
        let mut below = V::splat(OFFSET);

        // acc = acc/2^(50R) + q·f for q = acc mod 2^(50R)
        let mut c = n % ROWS;
        let to = acc.add(ROWS);
        match c {
            1 => pass(to, to, f, h, low_digits::<V, N, 1>(acc, 0, h, &mut below)),
            2 => pass(to, to, f, h, low_digits::<V, N, 2>(acc, 0, h, &mut below)),
            3 => pass(to, to, f, h, low_digits::<V, N, 3>(acc, 0, h, &mut below)),
            _ => {}
        }
        while c < n - ROWS {
            let to = acc.add(c + ROWS);
            pass(to, to, f, h, low_digits::<V, N, ROWS>(acc, c, h, &mut below));
            c += ROWS;
        }

        // the true quotient of the last four columns brings the value below 4m
        let t = low_digits::<V, N, ROWS>(acc, c, h, &mut below);
        let mu = modulus.add(2 * h);
        let mu = [V::load(mu), V::load(mu.add(1)), V::load(mu.add(2)), V::load(mu.add(3))];
        let to = acc.add(c);
        pass(to, to, modulus, h, quotient(t, mu));

        // the four cleared columns are now a multiple of 2^200; the uppermost of them, rounded, is their carry
        let last = V::at(m.start()).add(2 * Layout::<V, N>::shape(n).product_columns());
        let carry = Layout::<V, N>::column(acc, n - 1, h).add(V::load(last));

        let out = V::at_mut(out);
        let last = Layout::<V, N>::upper(acc, n + h - 1, h);
        let mut below = Layout::<V, N>::below(carry, last);
        for j in 0..h - 1 {
            let column = Layout::<V, N>::upper(acc, n + j, h);
            propagate_carries(column, below).store(out.add(j));
            below = column;
        }
        propagate_carries(last, below).store(out.add(h - 1));
    }
}
