//! Inverse modulo an odd number in constant time: Bernstein and Yang, *Fast constant-time gcd computation and modular
//! inversion* (2019/266).
//!
//! The divsteps run in batches on the lowest bits. Each batch gives a 2×2 matrix, which is applied to the whole numbers
//! f, g and, modulo m, to d, e. Numbers are signed, in limbs of BATCH bits; only the top limb has a sign. After the
//! number of divsteps of Theorem 11.2, for every input, g is zero and f is ± the greatest common divisor.

use alloc::vec;
use alloc::vec::Vec;
use core::mem;
use modexp_limbs::declassify::declassified;
use modexp_limbs::limb;
use modexp_limbs::radix;
use zeroize::Zeroizing;

/// Divsteps in a batch and bits in a limb: a matrix entry is at most 2^BATCH, so entry·limb sums fit `Wide`.
#[cfg(not(target_arch = "wasm32"))]
const BATCH: u32 = 62;
#[cfg(not(target_arch = "wasm32"))]
type Limb = i64;
#[cfg(not(target_arch = "wasm32"))]
type Wide = i128;

#[cfg(target_arch = "wasm32")]
const BATCH: u32 = 30;
#[cfg(target_arch = "wasm32")]
type Limb = i32;
#[cfg(target_arch = "wasm32")]
type Wide = i64;

const MASK: Wide = (1 << BATCH) - 1;

/// f' = (u·f + v·g)/2^BATCH and g' = (q·f + r·g)/2^BATCH; |u| + |v| and |q| + |r| are at most 2^BATCH.
struct Matrix {
    u: Limb,
    v: Limb,
    q: Limb,
    r: Limb,
}

/// a⁻¹ mod m for odd m > 1 and a < m, in as many limbs as m; `None` where a and m have a common factor.
/// Constant time in the values.
pub(crate) fn inverse_odd(a: &[u64], m: &[u64]) -> Option<Vec<u64>> {
    let bits = limb::bit_len(m);
    // one bit for the sign and one because d, e reach down to −2m
    let n = (bits + 2).div_ceil(BATCH as usize);
    let m_limbs = Zeroizing::new(to_signed(m, n));
    let m_inv = (limb::inverse_limb(m[0]) as Wide & MASK) as Limb;
    let mut f = m_limbs.clone();
    let mut g = Zeroizing::new(to_signed(a, n));
    let mut d = Zeroizing::new(vec![0; n]);
    let mut e = Zeroizing::new(vec![0; n]);
    e[0] = 1;

    let mut delta = 1;
    for _ in 0..divsteps(bits).div_ceil(BATCH as usize) {
        let t = batch(&mut delta, f[0], g[0]);
        apply_mod(&mut d, &mut e, &t, &m_limbs, m_inv);
        apply(&mut f, &mut g, &t);
    }
    debug_assert!(g.iter().all(|&limb| limb == 0));

    // d = f·a⁻¹ mod m with f = ±1, and −2m < d < m
    let f_negative = sign(&f);
    negate_if(&mut f, f_negative);
    let off = f.iter().skip(1).fold(f[0] ^ 1, |off, &limb| off | limb);
    add_if_negative(&mut d, &m_limbs);
    negate_if(&mut d, f_negative);
    add_if_negative(&mut d, &m_limbs);

    let mut out = Zeroizing::new(vec![0; m.len()]);
    radix::to_limbs(&mut out, BATCH, n, |i| (Wide::from(d[i]) & MASK) as u64);
    (declassified(off as u64) == 0).then(|| mem::take(&mut *out))
}

/// Divsteps that bring g to 0 for f, g < 2^bits (Theorem 11.2).
fn divsteps(bits: usize) -> usize {
    if bits < 46 { (49 * bits + 80) / 17 } else { (49 * bits + 57) / 17 }
}

/// BATCH divsteps on the lowest bits of f and g, f odd.
fn batch(delta: &mut Limb, f: Limb, g: Limb) -> Matrix {
    let (mut f, mut g) = (f, g);
    let (mut u, mut v, mut q, mut r): (Limb, Limb, Limb, Limb) = (1, 0, 0, 1);
    for _ in 0..BATCH {
        // if delta > 0 and g is odd: (delta, f, g) ← (−delta, g, −f)
        let odd = core::hint::black_box(g & 1).wrapping_neg();
        let swap = odd & (delta.wrapping_neg() >> (Limb::BITS - 1));
        *delta = (*delta ^ swap) - swap;
        (f, g) = swap_and_negate(f, g, swap);
        (u, q) = swap_and_negate(u, q, swap);
        (v, r) = swap_and_negate(v, r, swap);

        // delta ← delta + 1; g ← (g + (g mod 2)·f)/2, the matrix doubled instead of f
        *delta += 1;
        g = g.wrapping_add(f & odd) >> 1;
        q = q.wrapping_add(u & odd);
        r = r.wrapping_add(v & odd);
        u = u.wrapping_shl(1);
        v = v.wrapping_shl(1);
    }
    Matrix { u, v, q, r }
}

/// (a, b) if swap is 0, (b, −a) if it is −1.
fn swap_and_negate(a: Limb, b: Limb, swap: Limb) -> (Limb, Limb) {
    let changed = (a ^ b) & swap;
    let (a, b) = (a ^ changed, b ^ changed);
    (a, (b ^ swap).wrapping_sub(swap))
}

/// (f, g) = t·(f, g)/2^BATCH, an exact division.
fn apply(f: &mut [Limb], g: &mut [Limb], t: &Matrix) {
    let (mut carry_f, mut carry_g): (Wide, Wide) = (0, 0);
    for i in 0..f.len() {
        let (f_i, g_i) = (Wide::from(f[i]), Wide::from(g[i]));
        carry_f += Wide::from(t.u) * f_i + Wide::from(t.v) * g_i;
        carry_g += Wide::from(t.q) * f_i + Wide::from(t.r) * g_i;
        if i > 0 {
            f[i - 1] = (carry_f & MASK) as Limb;
            g[i - 1] = (carry_g & MASK) as Limb;
        } else {
            debug_assert_eq!((carry_f & MASK, carry_g & MASK), (0, 0));
        }
        carry_f >>= BATCH;
        carry_g >>= BATCH;
    }
    let top = f.len() - 1;
    f[top] = carry_f as Limb;
    g[top] = carry_g as Limb;
}

/// (d, e) = t·(d, e)/2^BATCH mod m; −2m < d, e < m before and after.
fn apply_mod(d: &mut [Limb], e: &mut [Limb], t: &Matrix, m: &[Limb], m_inv: Limb) {
    // add m to negative d, e; then subtract the multiple of m that makes the lowest BATCH bits zero
    let (d_sign, e_sign) = (sign(d), sign(e));
    let (u, v, q, r) = (Wide::from(t.u), Wide::from(t.v), Wide::from(t.q), Wide::from(t.r));
    let quotient = |a: Limb, b: Limb, a_wide: Wide, b_wide: Wide| {
        let start = Wide::from(a & d_sign) + Wide::from(b & e_sign);
        let low = a_wide * Wide::from(d[0]) + b_wide * Wide::from(e[0]);
        let clear = (Wide::from(m_inv) * (low & MASK) + start) & MASK;
        start - clear
    };
    let d_quotient = quotient(t.u, t.v, u, v);
    let e_quotient = quotient(t.q, t.r, q, r);

    let (mut carry_d, mut carry_e): (Wide, Wide) = (0, 0);
    for i in 0..d.len() {
        let (d_i, e_i, m_i) = (Wide::from(d[i]), Wide::from(e[i]), Wide::from(m[i]));
        carry_d += u * d_i + v * e_i + d_quotient * m_i;
        carry_e += q * d_i + r * e_i + e_quotient * m_i;
        if i > 0 {
            d[i - 1] = (carry_d & MASK) as Limb;
            e[i - 1] = (carry_e & MASK) as Limb;
        } else {
            debug_assert_eq!((carry_d & MASK, carry_e & MASK), (0, 0));
        }
        carry_d >>= BATCH;
        carry_e >>= BATCH;
    }
    let top = d.len() - 1;
    d[top] = carry_d as Limb;
    e[top] = carry_e as Limb;
}

/// −1 for a negative number, else 0.
fn sign(a: &[Limb]) -> Limb {
    core::hint::black_box(a[a.len() - 1] >> (Limb::BITS - 1))
}

/// a = −a if `negative` is −1; a does not change if it is 0.
fn negate_if(a: &mut [Limb], negative: Limb) {
    let mut carry: Wide = 0;
    let top = a.len() - 1;
    for (i, limb) in a.iter_mut().enumerate() {
        carry += Wide::from((*limb ^ negative).wrapping_sub(negative));
        *limb = if i < top { (carry & MASK) as Limb } else { carry as Limb };
        carry >>= BATCH;
    }
}

/// a += m if a < 0.
fn add_if_negative(a: &mut [Limb], m: &[Limb]) {
    let choice = sign(a);
    let mut carry: Wide = 0;
    let top = a.len() - 1;
    for (i, (limb, &m)) in a.iter_mut().zip(m).enumerate() {
        carry += Wide::from(*limb) + Wide::from(m & choice);
        *limb = if i < top { (carry & MASK) as Limb } else { carry as Limb };
        carry >>= BATCH;
    }
}

fn to_signed(a: &[u64], n: usize) -> Vec<Limb> {
    let mut out = vec![0; n];
    radix::from_limbs(a, BATCH, n, |i, digit| out[i] = digit as Limb);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use modexp_limbs::testing::Random;
    use num_bigint::BigInt;

    #[test]
    fn a_batch_makes_the_divsteps_of_the_definition() {
        let mut random = Random(21);
        for start in [-70, -7, -1, 0, 1, 2, 3, 8, 62] {
            for _ in 0..50 {
                let f = random.limb() as Limb >> 2 | 1;
                let g = random.limb() as Limb >> 2;
                let mut delta = start;
                let t = batch(&mut delta, f, g);

                // section 8 of the paper, on whole numbers
                let (mut d, mut x, mut y) = (start, Wide::from(f), Wide::from(g));
                for _ in 0..BATCH {
                    (d, x, y) =
                        if d > 0 && y % 2 != 0 { (1 - d, y, (y - x) >> 1) } else { (1 + d, x, (y + (y & 1) * x) >> 1) };
                }
                let image = |a: Limb, b: Limb| (Wide::from(a) * Wide::from(f) + Wide::from(b) * Wide::from(g)) >> BATCH;
                assert_eq!((delta, image(t.u, t.v), image(t.q, t.r)), (d, x, y), "delta {start}, f {f}, g {g}");
            }
        }
    }

    #[test]
    fn multiples_of_d_and_e_stay_in_range() {
        let whole = |a: &[Limb]| a.iter().rev().fold(BigInt::ZERO, |x, &limb| (x << BATCH) + limb);
        let mut random = Random(22);
        for bits in [2, 61, 64, 122, 200, 521] {
            for _ in 0..40 {
                let mut m = random.bits(bits);
                m[0] |= 1;
                let n = (bits + 2).div_ceil(BATCH as usize);
                let (m_limbs, m_inv) = (to_signed(&m, n), (limb::inverse_limb(m[0]) as Wide & MASK) as Limb);
                let m = whole(&m_limbs);
                let mut ends = [to_signed(&[0], n), to_signed(&[1], n)];
                for round in 0..20 {
                    // any divsteps: equal numbers and 0 give the largest matrices
                    let f = random.limb() as Limb >> 2 | 1;
                    let g = [random.limb() as Limb >> 2, f, 0][round % 3];
                    let t = batch(&mut 1, f, g);
                    let [x, y] = [0, 1].map(|i| whole(&ends[i]));
                    let [d, e] = &mut ends;
                    apply_mod(d, e, &t, &m_limbs, m_inv);
                    for (found, (a, b)) in ends.iter().zip([(t.u, t.v), (t.q, t.r)]) {
                        let found = whole(found);
                        assert!(-2 * &m < found && found < m, "{found} of {m}");
                        let left = (found << BATCH) - (&x * a + &y * b);
                        assert_eq!(left % &m, BigInt::ZERO, "modulo {m}");
                    }
                }
            }
        }
    }

    #[test]
    fn divsteps_are_as_many_as_the_paper_says() {
        // Theorem 11.2 on both sides of 46 bits, and for 2^255 − 19
        assert_eq!([45, 46, 255, 256].map(divsteps), [134, 135, 738, 741]);
    }
}
