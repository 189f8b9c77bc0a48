//! Products of a fixed number of limbs: the same rows as for any number, unrolled.
//!
//! Loops cost a short number as much as its products, and so does memory: with the sum in an array of their own, eight
//! 64-bit limbs are squared in 217 cycles on Zen 5 instead of 332, and in 290 with the sum in the caller's slice. Summing
//! up column by column instead of row by row takes 290, too.

use super::{Limb, subtract};

/// out = a·b·R⁻¹ mod m.
pub(super) fn mont_mul<L: Limb, const N: usize>(out: &mut [L; N], a: &[L; N], b: &[L; N], m: &[L; N], m0_inv: L) {
    let mut t = [[L::default(); N]; 2];
    let t = t.as_flattened_mut();
    mul(t, a, b);
    let top = reduce(t, m, m0_inv);
    subtract(out, &t[N..], m, top);
}

/// out = a²·R⁻¹ mod m.
pub(super) fn mont_sqr<L: Limb, const N: usize>(out: &mut [L; N], a: &[L; N], m: &[L; N], m0_inv: L) {
    let mut t = [[L::default(); N]; 2];
    let t = t.as_flattened_mut();
    sqr(t, a);
    let top = reduce(t, m, m0_inv);
    subtract(out, &t[N..], m, top);
}

/// t = a·b, in 2N limbs.
#[inline(always)]
fn mul<L: Limb, const N: usize>(t: &mut [L], a: &[L; N], b: &[L; N]) {
    t[..2 * N].fill(L::default());
    for i in 0..N {
        let mut carry = L::default();
        for j in 0..N {
            (t[i + j], carry) = L::mac(t[i + j], a[j], b[i], carry);
        }
        t[i + N] = carry;
    }
}

/// t = a², in 2N limbs.
#[inline(always)]
fn sqr<L: Limb, const N: usize>(t: &mut [L], a: &[L; N]) {
    // each off-diagonal product once
    t[..2 * N].fill(L::default());
    for i in 0..N {
        let mut carry = L::default();
        for j in i + 1..N {
            (t[i + j], carry) = L::mac(t[i + j], a[j], a[i], carry);
        }
        t[i + N] = carry;
    }

    // t = 2t + Σ a_i²·2^(2i)
    let (mut carry, mut top) = (L::default(), L::default());
    for i in 0..N {
        let (low, high) = L::mac(L::default(), a[i], a[i], L::default());
        let (even, c) = L::adc(t[2 * i], t[2 * i], top);
        let (odd, d) = L::adc(t[2 * i + 1], t[2 * i + 1], c);
        top = d;
        (t[2 * i], carry) = L::adc(even, low, carry);
        (t[2 * i + 1], carry) = L::adc(odd, high, carry);
    }
}

/// t = t + u·m for the u that makes the lowest N limbs zero; returns the carry out of the 2N limbs.
#[inline(always)]
fn reduce<L: Limb, const N: usize>(t: &mut [L], m: &[L; N], m0_inv: L) -> L {
    let mut top = L::default();
    for i in 0..N {
        let u = L::mul_low(t[i], m0_inv);
        let mut carry = L::default();
        for j in 0..N {
            (t[i + j], carry) = L::mac(t[i + j], m[j], u, carry);
        }
        (t[i + N], top) = L::adc(t[i + N], carry, top);
    }
    top
}
