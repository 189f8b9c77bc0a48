//! Inverses in constant time: Bernstein and Yang, *Fast constant-time gcd computation and modular inversion* (2019/266).
//!
//! The divsteps run in batches of 62 on the lowest bits alone; each batch yields a 2×2 matrix that is then applied to the
//! whole numbers f, g and, modulo p, to d, e. Numbers are signed, in limbs of 62 bits; only the top limb has a sign. After
//! the number of divsteps of Theorem 11.2 g is zero and f is ±1, whatever the number.
//!
//! `opaque` returns its argument; the compiler cannot see that, and so cannot turn a mask into a branch.

use super::ops::FieldOps;
use super::params::{MAX_LIMBS, Params};
use modexp_limbs::{limb, radix};

/// Divsteps in a batch and bits in a limb: a matrix entry is at most 2^BATCH, so the sums below fit 128 bits.
const BATCH: u32 = 62;
const MASK: i128 = (1 << BATCH) - 1;

/// One limb for each of the prime's, and one: 62·(N + 1) ≥ 64·N + 2 for N ≤ 30. The two bits are for the sign, and because
/// d and e reach down to −2p.
type Signed = [i64; MAX_LIMBS + 1];

/// f' = (u·f + v·g)/2^BATCH and g' = (q·f + r·g)/2^BATCH; |u| + |v| and |q| + |r| are at most 2^BATCH.
struct Matrix {
    u: i64,
    v: i64,
    q: i64,
    r: i64,
}

/// out = a⁻¹ mod p as integers, and 0 for 0; a < p gives out < p.
pub(super) fn invert<const N: usize>(a: &[u64; N], params: &Params<N>, opaque: impl Fn(u64) -> u64) -> [u64; N] {
    let p = to_signed(&params.p);
    let p_inv = params.inverse[0].wrapping_neg() as i64 & MASK as i64;
    let (mut f, mut g) = (p, to_signed(a));
    let (mut d, mut e) = ([0; MAX_LIMBS + 1], [0; MAX_LIMBS + 1]);
    e[0] = 1;

    let mut delta = 1;
    for _ in 0..divsteps(limb::bit_len(&params.p)).div_ceil(BATCH as usize) {
        let t = batch(&mut delta, f[0], g[0], &opaque);
        apply_mod::<N>(&mut d, &mut e, &t, &p, p_inv);
        apply::<N>(&mut f, &mut g, &t);
    }
    debug_assert!(g.iter().all(|&limb| limb == 0));

    // d = f·a⁻¹ mod p with f = ±1, and −2p < d < p
    let negative = sign::<N>(&f);
    add_if_negative::<N>(&mut d, &p);
    negate_if::<N>(&mut d, negative);
    add_if_negative::<N>(&mut d, &p);
    let mut out = [0; N];
    radix::to_limbs(&mut out, BATCH, N + 1, |i| d[i] as u64);
    debug_assert_eq!(limb::less(&out, &params.p), 1);
    out
}

/// Divsteps that bring g to 0 for f, g < 2^bits (Theorem 11.2).
fn divsteps(bits: usize) -> usize {
    if bits < 46 { (49 * bits + 80) / 17 } else { (49 * bits + 57) / 17 }
}

/// BATCH divsteps on the lowest bits of f and g, f odd.
#[inline(always)]
fn batch(delta: &mut i64, mut f: i64, mut g: i64, opaque: &impl Fn(u64) -> u64) -> Matrix {
    let (mut u, mut v, mut q, mut r) = (1_i64, 0_i64, 0_i64, 1_i64);
    for _ in 0..BATCH {
        // if delta > 0 and g is odd: (delta, f, g) ← (−delta, g, −f)
        let odd = (opaque(g as u64 & 1) as i64).wrapping_neg();
        let swap = odd & (delta.wrapping_neg() >> 63);
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
#[inline(always)]
fn swap_and_negate(a: i64, b: i64, swap: i64) -> (i64, i64) {
    let changed = (a ^ b) & swap;
    let (a, b) = (a ^ changed, b ^ changed);
    (a, (b ^ swap).wrapping_sub(swap))
}

/// (f, g) = t·(f, g)/2^BATCH, an exact division.
fn apply<const N: usize>(f: &mut Signed, g: &mut Signed, t: &Matrix) {
    let (mut carry_f, mut carry_g) = (0_i128, 0_i128);
    for i in 0..=N {
        let (f_i, g_i) = (i128::from(f[i]), i128::from(g[i]));
        carry_f += i128::from(t.u) * f_i + i128::from(t.v) * g_i;
        carry_g += i128::from(t.q) * f_i + i128::from(t.r) * g_i;
        if i > 0 {
            f[i - 1] = (carry_f & MASK) as i64;
            g[i - 1] = (carry_g & MASK) as i64;
        } else {
            debug_assert_eq!((carry_f & MASK, carry_g & MASK), (0, 0));
        }
        carry_f >>= BATCH;
        carry_g >>= BATCH;
    }
    f[N] = carry_f as i64;
    g[N] = carry_g as i64;
}

/// (d, e) = t·(d, e)/2^BATCH mod p; −2p < d, e < p before and after.
fn apply_mod<const N: usize>(d: &mut Signed, e: &mut Signed, t: &Matrix, p: &Signed, p_inv: i64) {
    // negative d, e count as d + p, e + p; then subtract the multiple of p that clears the lowest BATCH bits
    let (d_sign, e_sign) = (sign::<N>(d), sign::<N>(e));
    let (u, v, q, r) = (i128::from(t.u), i128::from(t.v), i128::from(t.q), i128::from(t.r));
    let quotient = |a: i64, b: i64| {
        let start = i128::from(a & d_sign) + i128::from(b & e_sign);
        let low = a.wrapping_mul(d[0]).wrapping_add(b.wrapping_mul(e[0]));
        let clear = i128::from(p_inv.wrapping_mul(low).wrapping_add(start as i64)) & MASK;
        start - clear
    };
    let (d_quotient, e_quotient) = (quotient(t.u, t.v), quotient(t.q, t.r));

    let (mut carry_d, mut carry_e) = (0_i128, 0_i128);
    for i in 0..=N {
        let (d_i, e_i, p_i) = (i128::from(d[i]), i128::from(e[i]), i128::from(p[i]));
        carry_d += u * d_i + v * e_i + d_quotient * p_i;
        carry_e += q * d_i + r * e_i + e_quotient * p_i;
        if i > 0 {
            d[i - 1] = (carry_d & MASK) as i64;
            e[i - 1] = (carry_e & MASK) as i64;
        } else {
            debug_assert_eq!((carry_d & MASK, carry_e & MASK), (0, 0));
        }
        carry_d >>= BATCH;
        carry_e >>= BATCH;
    }
    d[N] = carry_d as i64;
    e[N] = carry_e as i64;
}

/// −1 for a negative number, else 0.
fn sign<const N: usize>(a: &Signed) -> i64 {
    core::hint::black_box(a[N] >> 63)
}

/// a = −a where `negative` is −1; a stays where it is 0.
fn negate_if<const N: usize>(a: &mut Signed, negative: i64) {
    let mut carry = 0_i128;
    for i in 0..=N {
        carry += i128::from((a[i] ^ negative).wrapping_sub(negative));
        a[i] = if i < N { (carry & MASK) as i64 } else { carry as i64 };
        carry >>= BATCH;
    }
}

/// a += p where a < 0.
fn add_if_negative<const N: usize>(a: &mut Signed, p: &Signed) {
    let choice = sign::<N>(a);
    let mut carry = 0_i128;
    for i in 0..=N {
        carry += i128::from(a[i]) + i128::from(p[i] & choice);
        a[i] = if i < N { (carry & MASK) as i64 } else { carry as i64 };
        carry >>= BATCH;
    }
}

fn to_signed<const N: usize>(a: &[u64; N]) -> Signed {
    let mut out = [0; MAX_LIMBS + 1];
    radix::from_limbs(a, BATCH, N + 1, |i, digit| out[i] = digit as i64);
    out
}

/// Each element's inverse, and 0 for 0, by one inversion and three products for each (Montgomery's trick); `products` holds
/// as many elements, whose values do not matter.
///
/// # Panics
/// If the lengths differ.
pub fn invert_many<F: FieldOps>(field: &F, elements: &mut [F::Element], products: &mut [F::Element]) {
    assert_eq!(elements.len(), products.len());
    // zeros count as 1, so that they spoil no other inverse
    let mut product = field.one();
    for (element, before) in elements.iter().zip(products.iter_mut()) {
        *before = product;
        let factor = field.cmov(element, &field.one(), field.is_zero(element));
        product = field.mul(&product, &factor);
    }
    let mut inverse = field.invert(&product);
    for (element, before) in elements.iter_mut().zip(products.iter()).rev() {
        let zero = field.is_zero(element);
        let factor = field.cmov(element, &field.one(), zero);
        let one_inverse = field.mul(&inverse, before);
        inverse = field.mul(&inverse, &factor);
        *element = field.cmov(&one_inverse, &field.zero(), zero);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divsteps_are_as_many_as_the_paper_says() {
        // Theorem 11.2 on both sides of 46 bits, and for 2^255 − 19
        assert_eq!([45, 46, 255, 256].map(divsteps), [134, 135, 738, 741]);
    }
}
