//! The tiles: a few digits times a number of any length, added to a loose number.

use super::{MASK, RADIX};
use core::hint::black_box;

/// Zero words below and above a number that tiles multiply, so that all their columns are alike.
pub(super) const PAD: usize = 8;

/// t += x·y for up to 7 digits x; `y` holds `PAD` zeros, the digits, and `PAD` zeros. Its digits below `first` are zero, and
/// t begins there, which is where x·y begins. t is loose, and has two words more than the product has digits.
pub(super) fn add_tile(t: &mut [u64], x: &[u64], y: &[u64], first: usize) {
    let y = &y[first..];
    match x.len() {
        1 => tile::<1>(t, x, y),
        2 => tile::<2>(t, x, y),
        3 => tile::<3>(t, x, y),
        4 => tile::<4>(t, x, y),
        5 => tile::<5>(t, x, y),
        6 => tile::<6>(t, x, y),
        7 => tile::<7>(t, x, y),
        _ => unreachable!("tiles have 1 to 7 digits"),
    }
}

/// The products of up to 6 different digits of x: t += `Σ x[i]·x[j]·B^(i+j)` over i < j.
pub(super) fn add_triangle(t: &mut [u64], x: &[u64]) {
    match *x {
        [_] => {}
        [a, b] => triangle(t, [a, b]),
        [a, b, c] => triangle(t, [a, b, c]),
        [a, b, c, d] => triangle(t, [a, b, c, d]),
        [a, b, c, d, e] => triangle(t, [a, b, c, d, e]),
        [a, b, c, d, e, f] => triangle(t, [a, b, c, d, e, f]),
        _ => unreachable!("triangles have 1 to 6 digits"),
    }
}

/// out = x·y modulo B^n for n digits.
pub(super) fn product_low(out: &mut [u64], x: &[u64], y: &[u64]) {
    let mut carry = 0;
    for k in 0..out.len() {
        let sum = x[..=k].iter().zip(y[..=k].iter().rev()).fold(carry, |sum, (&x, &y)| sum + product(x, y));
        out[k] = sum as u64 & MASK;
        carry = sum >> RADIX;
    }
}

#[inline(always)]
fn product(a: u64, b: u64) -> u128 {
    u128::from(a) * u128::from(b)
}

#[inline(always)]
fn tile<const H: usize>(t: &mut [u64], x: &[u64], y: &[u64]) {
    // the columns of the product, and one for the last carry but a few units
    let count = y.len() - 2 * PAD + H;
    let y = &y[PAD + 1 - H..];
    assert!(x.len() == H && y.len() >= count + H - 1 && t.len() > count);
    // SAFETY: the lengths are as they must be.
    t[count] += unsafe { columns::<H>(t.as_mut_ptr(), x.as_ptr(), y.as_ptr(), count) };
}

/// The loop in which all time is spent: column j of t gets `Σ x[i]·y[j+H−1−i]`. Returns the last carry.
///
/// A function of its own for each H, because the engine's register allocation needs it small. The pointers are hidden from
/// the compiler, which could otherwise know that t does not overlap x, hold x in registers that the engine does not have, and
/// make all products before it adds them; nor does it see that they run linearly, and make of each load's address a sum.
///
/// # Safety
/// x has H words, y has `count` + H − 1 words and t has `count` words.
#[inline(never)]
unsafe fn columns<const H: usize>(t: *mut u64, x: *const u64, y: *const u64, count: usize) -> u64 {
    let opaque = black_box(usize::MAX);
    let (mut t, mut y) = (black_box(t), black_box(y));
    let x = black_box(x);
    let mut carry = 0;
    for _ in 0..count {
        // SAFETY: this is the next of `count` columns.
        unsafe {
            let (x, y) = (&*x.cast::<[u64; H]>(), &*y.cast::<[u64; H]>());
            let mut sum = u128::from(*t);
            for i in 0..H {
                sum += product(x[H - 1 - i], y[i]);
            }
            *t = (sum as u64 & MASK) + carry;
            carry = (sum >> RADIX) as u64;
        }
        t = t.map_addr(|at| (at + 8) & opaque);
        y = y.map_addr(|at| (at + 8) & opaque);
    }
    carry
}

#[inline(never)]
fn triangle<const H: usize>(t: &mut [u64], x: [u64; H]) {
    let t = &mut t[..2 * H];
    let mut carry = 0;
    for k in 1..2 * H - 1 {
        let mut sum = u128::from(t[k]);
        for i in 0..H {
            for j in i + 1..H {
                if i + j == k {
                    sum += product(x[i], x[j]);
                }
            }
        }
        t[k] = (sum as u64 & MASK) + carry;
        carry = (sum >> RADIX) as u64;
    }
    t[2 * H - 1] += carry;
}
