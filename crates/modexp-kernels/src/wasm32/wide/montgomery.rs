//! Montgomery products and squares on columns.

use super::columns::{MASK, RADIX, ROWS, SQUARE_ROWS, pass, row, triangle};
use super::modulus::WideModulus;

/// out = a·b·R⁻¹ mod m; a·b < R·m gives out < 3m.
pub(super) fn mont_mul(out: &mut [u64], a: &[u64], b: &[u64], m: &WideModulus, scratch: &mut [u64]) {
    let n = check(out, a, b, m, scratch);
    scratch[..n].fill(0);
    // SAFETY: `check` has compared the lengths
    unsafe {
        let (acc, x) = (scratch.as_mut_ptr(), a.as_ptr());
        let mut r = 0;
        while r + ROWS <= n {
            pass::<ROWS, true>(acc.add(r), x, n, rows(&b[r..]));
            r += ROWS;
        }
        match n - r {
            1 => pass::<1, true>(acc.add(r), x, n, rows(&b[r..])),
            2 => pass::<2, true>(acc.add(r), x, n, rows(&b[r..])),
            3 => pass::<3, true>(acc.add(r), x, n, rows(&b[r..])),
            _ => {}
        }
        reduce(out, acc, m, n);
    }
}

/// out = a²·R⁻¹ mod m; a² < R·m gives out < 3m.
pub(super) fn mont_sqr(out: &mut [u64], a: &[u64], m: &WideModulus, scratch: &mut [u64]) {
    let n = check(out, a, a, m, scratch);
    scratch[..n].fill(0);
    // SAFETY: `check` has compared the lengths
    unsafe {
        let (acc, x) = (scratch.as_mut_ptr(), a.as_ptr());
        let mut r = 0;
        while r + SQUARE_ROWS <= n {
            triangle::<SQUARE_ROWS>(acc.add(2 * r), x.add(r), n - r);
            r += SQUARE_ROWS;
        }
        let (rest, x) = (acc.add(2 * r), x.add(r));
        match n - r {
            1 => triangle::<1>(rest, x, 1),
            2 => triangle::<2>(rest, x, 2),
            3 => triangle::<3>(rest, x, 3),
            _ => {}
        }
        reduce(out, acc, m, n);
    }
}

/// Checks that all arguments except the scratch space have the same number of digits. Returns this number.
fn check(out: &[u64], a: &[u64], b: &[u64], m: &WideModulus, scratch: &[u64]) -> usize {
    let n = m.m.len();
    assert!(n >= ROWS && out.len() == n && a.len() == n && b.len() == n && m.f.len() == n);
    assert!(scratch.len() >= 2 * n);
    n
}

/// The first R digits as rows.
#[inline(always)]
fn rows<const R: usize>(digits: &[u64]) -> [u64; R] {
    core::array::from_fn(|r| row(digits[r]))
}

/// The R digits at `acc` as rows.
///
/// # Safety
/// R words at `acc` are readable.
#[inline(always)]
unsafe fn low_digits<const R: usize>(acc: *const u64) -> [u64; R] {
    // SAFETY: the caller's promise
    core::array::from_fn(|r| row(unsafe { *acc.add(r) }))
}

/// out = acc·R⁻¹ mod m.
///
/// # Safety
/// `acc` has 2n digits.
#[inline(never)]
unsafe fn reduce(out: &mut [u64], acc: *mut u64, m: &WideModulus, n: usize) {
    // SAFETY: the caller's promise
    unsafe {
        let f = m.f.as_ptr();

        // acc = acc/B^R + q·f for q = acc mod B^R
        let mut c = n % ROWS;
        let to = acc.add(ROWS);
        match c {
            1 if n > ROWS => pass::<1, false>(to, f, n, low_digits(acc)),
            2 if n > ROWS => pass::<2, false>(to, f, n, low_digits(acc)),
            3 if n > ROWS => pass::<3, false>(to, f, n, low_digits(acc)),
            _ => {}
        }
        while c < n - ROWS {
            pass::<ROWS, false>(acc.add(c + ROWS), f, n, low_digits(acc.add(c)));
            c += ROWS;
        }

        // the true quotient of the last four columns brings the value below 3m
        let q = quotient(core::array::from_fn(|r| *acc.add(c + r)), *m.mu);
        pass::<ROWS, false>(acc.add(c), m.m.as_ptr(), n, q.map(row));
        for (i, digit) in out.iter_mut().enumerate() {
            *digit = *acc.add(n + i);
        }
    }
}

/// t·μ mod B^4.
#[inline(always)]
fn quotient(t: [u64; ROWS], mu: [u64; ROWS]) -> [u64; ROWS] {
    let mut carry = 0;
    core::array::from_fn(|k| {
        let column = (0..=k).fold(carry, |sum, i| sum + u128::from(t[i]) * u128::from(mu[k - i]));
        carry = column >> RADIX;
        column as u64 & MASK
    })
}
