//! Inverses modulo odd numbers in constant time: Bernstein and Yang, *Fast constant-time gcd computation and modular
//! inversion* (2019/266), with δ = 1/2 at the start, as Wuille proposed (*Bounds on divsteps iterations in safegcd*, 2021).
//!
//! The divsteps run in batches on the lowest bits alone. Each batch gives a 2×2 matrix. The matrix is applied to the
//! whole numbers f, g and, modulo m, to d, e. Numbers are signed, in limbs of [`BATCH`] bits. Only the top limb has a
//! sign. A formula gives the number of divsteps for this δ. After them, for every input, g is zero and f is ±gcd.
//!
//! The batches are inlined into [`invert`], and [`invert`] into its callers, so that loops over constant lengths are
//! unrolled. In WebAssembly one function serves all lengths.

use crate::declassify::declassified;
use crate::{limb, radix};
use alloc::vec;
use alloc::vec::Vec;
use core::{array, mem};
use zeroize::Zeroizing;

/// Divsteps in a batch and bits in a limb: a matrix entry is at most 2^BATCH, so that sums of entry·limb fit `Wide`.
#[cfg(any(not(target_arch = "wasm32"), modexp_wide))]
pub const BATCH: u32 = 60;
/// Divsteps of a row that fits a word (see [`chunk`]).
#[cfg(any(not(target_arch = "wasm32"), modexp_wide))]
const CHUNK: u32 = 20;
/// A limb of a signed number.
#[cfg(any(not(target_arch = "wasm32"), modexp_wide))]
pub type Limb = i64;
#[cfg(any(not(target_arch = "wasm32"), modexp_wide))]
type Wide = i128;

/// Divsteps in a batch and bits in a limb: a matrix entry is at most 2^BATCH, so that sums of entry·limb fit `Wide`.
#[cfg(all(target_arch = "wasm32", not(modexp_wide)))]
pub const BATCH: u32 = 30;
/// Divsteps of a row that fits a word (see [`chunk`]).
#[cfg(all(target_arch = "wasm32", not(modexp_wide)))]
const CHUNK: u32 = 15;
/// A limb of a signed number.
#[cfg(all(target_arch = "wasm32", not(modexp_wide)))]
pub type Limb = i32;
#[cfg(all(target_arch = "wasm32", not(modexp_wide)))]
type Wide = i64;

/// Bits of a part of a row: a signed number of CHUNK bits.
const FIELD: u32 = CHUNK + 1;
const MASK: Wide = (1 << BATCH) - 1;

/// f' = (u·f + v·g)/2^BATCH and g' = (q·f + r·g)/2^BATCH, with |u| + |v| ≤ 2^BATCH and |q| + |r| ≤ 2^BATCH.
struct Matrix {
    u: Limb,
    v: Limb,
    q: Limb,
    r: Limb,
}

impl Matrix {
    #[inline(always)]
    fn times(&self, other: &Matrix) -> Matrix {
        Matrix {
            u: self.u * other.u + self.v * other.q,
            v: self.u * other.v + self.v * other.r,
            q: self.q * other.u + self.r * other.q,
            r: self.q * other.v + self.r * other.r,
        }
    }
}

/// Returns the limbs of the numbers for an m of `bits` bits: one bit more for the sign, and one because −2m < d, e < m.
pub const fn len(bits: usize) -> usize {
    (bits + 2).div_ceil(BATCH as usize)
}

/// `out` = a.
#[inline]
pub fn from_limbs(out: &mut [Limb], a: &[u64]) {
    radix::from_limbs(a, BATCH, out.len(), |i, digit| out[i] = digit as Limb);
}

/// `out` = a ≥ 0.
#[inline]
pub fn to_limbs(out: &mut [u64], a: &[Limb]) {
    radix::to_limbs(out, BATCH, a.len(), |i| (Wide::from(a[i]) & MASK) as u64);
}

/// f = gcd(m, a), and d = a⁻¹ mod m if the gcd is 1. m > 1 is odd and has at most `bits` bits. On entry g = a < m, and
/// f, d and e are 0. All five numbers have the same length, at least [`len`] limbs.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
#[cfg_attr(target_arch = "wasm32", inline(never))]
pub fn invert(m: &[Limb], bits: usize, [f, g, d, e]: [&mut [Limb]; 4]) {
    let m_inv = limb::inverse_limb(m[0] as u64) as Limb;
    f.copy_from_slice(m);
    e[0] = 1;

    // hidden from the compiler, which turns a mask into a branch if it knows that the mask comes from one bit
    let one = core::hint::black_box(1);
    let mut zeta = -1;
    for _ in 0..divsteps(bits).div_ceil(BATCH as usize) {
        let t = batch(&mut zeta, f[0], g[0], one);
        apply_mod(d, e, &t, m, m_inv);
        apply(f, g, &t);
    }
    debug_assert!(g.iter().all(|&limb| limb == 0));

    // d = f·a⁻¹ mod m with f = ±1, and −2m < d < m
    let negative = sign(f);
    negate_if(f, negative);
    add_if_negative(d, m);
    negate_if(d, negative);
    add_if_negative(d, m);
}

/// Returns a⁻¹ mod m for odd m > 1 and a < m, in as many limbs as m, or `None` if a and m have a common factor. Zeroes
/// its buffers. Inlined, so that the caller's crate sets the optimization level.
#[inline]
pub fn inverse(a: &[u64], m: &[u64]) -> Option<Vec<u64>> {
    let bits = limb::bit_len(m);
    let n = len(bits);
    let mut numbers = Zeroizing::new(vec![0; 5 * n]);
    let mut parts = numbers.chunks_exact_mut(n);
    let [modulus, f, g, d, e] = array::from_fn(|_| parts.next().unwrap_or_default());
    from_limbs(modulus, m);
    from_limbs(g, a);
    invert(modulus, bits, [f, g, d, e]);

    let off = f.iter().skip(1).fold(f[0] ^ 1, |off, &limb| off | limb);
    let mut out = Zeroizing::new(vec![0; m.len()]);
    to_limbs(&mut out, d);
    (declassified(off as u64) == 0).then(|| mem::take(&mut *out))
}

/// Returns the number of divsteps that brings g to 0 for 0 ≤ g ≤ f < 2^bits from δ = 1/2: *Generic formula for
/// hddivsteps* (Wuille and others, 2021). It follows from the convex hull of all (f, g) that n divsteps may leave.
const fn divsteps(bits: usize) -> usize {
    (45907 * bits + 26313) / 19929
}

/// Makes BATCH divsteps on the lowest bits of f and g, f odd; `zeta` is −(δ + 1/2), `one` is 1.
#[inline(always)]
fn batch(zeta: &mut i64, f: Limb, g: Limb, one: i64) -> Matrix {
    let mut t = Matrix { u: 1, v: 0, q: 0, r: 1 };
    for i in 0..BATCH / CHUNK {
        let rest = |a: Limb, b: Limb| a.wrapping_mul(f).wrapping_add(b.wrapping_mul(g)) >> (i * CHUNK);
        let next = chunk(zeta, rest(t.u, t.v), rest(t.q, t.r), one);
        t = next.times(&t);
    }
    t
}

/// Makes CHUNK divsteps on the lowest bits of f and g, f odd, like s2n-bignum (Harrison, 2023): one word holds (f, u,
/// v) and one holds (g, q, r), so that one operation changes all three.
#[inline(always)]
fn chunk(zeta: &mut i64, f: Limb, g: Limb, one: i64) -> Matrix {
    // from the bottom: f, −u·2^CHUNK, −v·2^CHUNK; CHUNK halvings leave them in [−2^CHUNK, 2^CHUNK), a bit less than u, v
    let low = |a: Limb| (a as u64 & ((1 << CHUNK) - 1)) as i64;
    let (mut f, mut g) = (low(f) - (1 << (FIELD + CHUNK)), low(g) - (1 << (2 * FIELD + CHUNK)));
    for _ in 0..CHUNK {
        // if g is odd: g ← g − f for δ > 0, else g + f
        let positive = *zeta >> 63;
        let odd = -(g & one);
        g += ((f ^ positive) - positive) & odd;
        // if g is odd and δ > 0: f ← the old g, δ ← −δ
        let swap = positive & odd;
        f += g & swap;
        *zeta = (*zeta ^ swap) - 1;
        g >>= 1;
    }
    let ([u, v], [q, r]) = (entries(f), entries(g));
    Matrix { u, v, q, r }
}

/// Returns u and v of a row. The part below a field is a signed number, so the field is rounded.
#[inline(always)]
fn entries(row: i64) -> [Limb; 2] {
    let half = 1 << CHUNK;
    let u = (row + half) << (64 - 2 * FIELD) >> (64 - FIELD);
    let v = (row + half + (half << FIELD)) >> (2 * FIELD);
    [-u as Limb, -v as Limb]
}

/// (f, g) = t·(f, g)/2^BATCH, an exact division.
#[inline]
fn apply(f: &mut [Limb], g: &mut [Limb], t: &Matrix) {
    let (mut carry_f, mut carry_g): (Wide, Wide) = (0, 0);
    for i in 0..f.len() {
        let (f_i, g_i) = (Wide::from(f[i]), Wide::from(g[i]));
        carry_f += Wide::from(t.u) * f_i + Wide::from(t.v) * g_i;
        carry_g += Wide::from(t.q) * f_i + Wide::from(t.r) * g_i;
        put(f, i, &mut carry_f);
        put(g, i, &mut carry_g);
    }
    let top = f.len() - 1;
    f[top] = carry_f as Limb;
    g[top] = carry_g as Limb;
}

/// (d, e) = t·(d, e)/2^BATCH mod m; −2m < d, e < m before and after.
#[inline]
fn apply_mod(d: &mut [Limb], e: &mut [Limb], t: &Matrix, m: &[Limb], m_inv: Limb) {
    // negative d, e count as d + m, e + m; then subtract the multiple of m that makes the lowest BATCH bits zero
    let (d_sign, e_sign) = (sign(d), sign(e));
    let quotient = |a: Limb, b: Limb| {
        let start = Wide::from(a & d_sign) + Wide::from(b & e_sign);
        let low = a.wrapping_mul(d[0]).wrapping_add(b.wrapping_mul(e[0]));
        let clear = Wide::from(m_inv.wrapping_mul(low).wrapping_add(start as Limb)) & MASK;
        start - clear
    };
    let (d_quotient, e_quotient) = (quotient(t.u, t.v), quotient(t.q, t.r));

    let (mut carry_d, mut carry_e): (Wide, Wide) = (0, 0);
    for i in 0..d.len() {
        let (d_i, e_i, m_i) = (Wide::from(d[i]), Wide::from(e[i]), Wide::from(m[i]));
        carry_d += Wide::from(t.u) * d_i + Wide::from(t.v) * e_i + d_quotient * m_i;
        carry_e += Wide::from(t.q) * d_i + Wide::from(t.r) * e_i + e_quotient * m_i;
        put(d, i, &mut carry_d);
        put(e, i, &mut carry_e);
    }
    let top = d.len() - 1;
    d[top] = carry_d as Limb;
    e[top] = carry_e as Limb;
}

/// Moves the lowest BATCH bits of the carry to limb i − 1. For i = 0 these bits are zero.
#[inline]
fn put(a: &mut [Limb], i: usize, carry: &mut Wide) {
    if i > 0 {
        a[i - 1] = (*carry & MASK) as Limb;
    } else {
        debug_assert_eq!(*carry & MASK, 0);
    }
    *carry >>= BATCH;
}

/// Returns −1 for a negative number, else 0.
#[inline]
fn sign(a: &[Limb]) -> Limb {
    core::hint::black_box(a[a.len() - 1] >> (Limb::BITS - 1))
}

/// a = −a if `negative` is −1; a = a if it is 0.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;
    use num_bigint::BigInt;

    fn to_signed(a: &[u64], n: usize) -> Vec<Limb> {
        let mut out = vec![0; n];
        from_limbs(&mut out, a);
        out
    }

    /// The divstep of section 8 of the paper, on whole numbers; `delta` is 2δ.
    fn divstep(delta: i64, f: Wide, g: Wide) -> (i64, Wide, Wide) {
        if delta > 0 && g % 2 != 0 { (2 - delta, g, (g - f) >> 1) } else { (2 + delta, f, (g + (g & 1) * f) >> 1) }
    }

    #[test]
    fn a_batch_makes_the_divsteps_of_the_definition() {
        let mut random = Random(21);
        for start in [-141, -15, -3, -1, 1, 3, 5, 17, 125] {
            for _ in 0..50 {
                let f = random.limb() as Limb >> 2 | 1;
                let g = random.limb() as Limb >> 2;
                let mut zeta = -(start + 1) / 2;
                let t = batch(&mut zeta, f, g, 1);

                let (mut d, mut x, mut y) = (start, Wide::from(f), Wide::from(g));
                for _ in 0..BATCH {
                    (d, x, y) = divstep(d, x, y);
                }
                let image = |a: Limb, b: Limb| (Wide::from(a) * Wide::from(f) + Wide::from(b) * Wide::from(g)) >> BATCH;
                assert_eq!((-2 * zeta - 1, image(t.u, t.v), image(t.q, t.r)), (d, x, y), "2δ = {start}, f {f}, g {g}");
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
                let n = len(bits);
                let (m_limbs, m_inv) = (to_signed(&m, n), limb::inverse_limb(m[0]) as Limb);
                let m = whole(&m_limbs);
                let mut ends = [to_signed(&[0], n), to_signed(&[1], n)];
                for round in 0..20 {
                    // any divsteps: equal numbers and 0 give the largest matrices
                    let f = random.limb() as Limb >> 2 | 1;
                    let g = [random.limb() as Limb >> 2, f, 0][round % 3];
                    let t = batch(&mut -1, f, g, 1);
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
    fn a_number_times_its_inverse_is_one() {
        let integer = |a: &[u64]| a.iter().rev().fold(BigInt::ZERO, |x, &limb| (x << 64) + limb);
        let mut random = Random(23);
        for bits in [2, 3, 61, 62, 63, 64, 65, 124, 256, 521] {
            for _ in 0..40 {
                let mut m = random.bits(bits);
                m[0] |= 1;
                let mut a = random.bits(bits - 1);
                a.resize(m.len(), 0);
                let product = inverse(&a, &m).map(|x| integer(&x) * integer(&a) % integer(&m));
                let (mut gcd, mut rest) = (integer(&m), integer(&a));
                while rest != BigInt::ZERO {
                    (gcd, rest) = (rest.clone(), gcd % rest);
                }
                let want = (gcd == BigInt::from(1)).then_some(gcd);
                assert_eq!(product, want, "{a:x?} modulo {m:x?}");
            }
        }
    }

    #[test]
    fn divsteps_are_as_many_as_the_formula_says_and_enough() {
        assert_eq!([64, 255, 256].map(divsteps), [148, 588, 591]);
        for start in (1..1 << 11).step_by(2) {
            let bits = limb::bit_len(&[start as u64]);
            for a in 0..start {
                let (mut delta, mut f, mut g) = (1, start, a);
                for _ in 0..divsteps(bits) {
                    (delta, f, g) = divstep(delta, f, g);
                }
                assert_eq!(g, 0, "gcd({start}, {a})");
            }
        }
    }
}
