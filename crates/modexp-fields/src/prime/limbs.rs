//! Arithmetic on N limbs of any size, for `portable`, and for the sizes of `adx` without assembly.
//!
//! **Range.** Residues are below p, and p may fill its limbs: an additional bit of a sum is a carry. Products and sums
//! before the reduction are below R·p with R = 2^(BITS·N).
//!
//! Functions that choose take `mask`: all ones for 1 and zero for 0, in a way that the compiler cannot turn into a branch.

use super::ops::DoubleWidth;
use modexp_kernels::portable::Limb;
pub(super) use modexp_kernels::portable::short::{mul, sqr};

/// Whether a < b, as a limb of 0 or 1.
#[inline(always)]
pub(super) fn less<L: Limb, const N: usize>(a: &[L; N], b: &[L; N]) -> L {
    sub_limbs(a, b).1
}

/// a + b, and the carry.
#[inline(always)]
pub(super) fn add_limbs<L: Limb, const N: usize>(a: &[L; N], b: &[L; N], mut carry: L) -> ([L; N], L) {
    let mut out = [L::default(); N];
    for i in 0..N {
        (out[i], carry) = L::adc(a[i], b[i], carry);
    }
    (out, carry)
}

/// a − b, and the borrow.
#[inline(always)]
fn sub_limbs<L: Limb, const N: usize>(a: &[L; N], b: &[L; N]) -> ([L; N], L) {
    sub_limbs_from(a, b, L::default())
}

#[inline(always)]
fn sub_limbs_from<L: Limb, const N: usize>(a: &[L; N], b: &[L; N], mut borrow: L) -> ([L; N], L) {
    let mut out = [L::default(); N];
    for i in 0..N {
        (out[i], borrow) = L::sbb(a[i], b[i], borrow);
    }
    (out, borrow)
}

/// a − b, and the borrow.
#[inline(always)]
pub(super) fn sub_double<L: Limb, const N: usize>(
    a: &DoubleWidth<L, N>,
    b: &DoubleWidth<L, N>,
) -> (DoubleWidth<L, N>, L) {
    let (low, borrow) = sub_limbs(&a[0], &b[0]);
    let (high, borrow) = sub_limbs_from(&a[1], &b[1], borrow);
    ([low, high], borrow)
}

/// `other` where `mask` is all ones, `a` where it is zero.
#[inline(always)]
pub(super) fn select<L: Limb, const N: usize>(a: &[L; N], other: &[L; N], mask: L) -> [L; N] {
    core::array::from_fn(|i| (a[i] & !mask) | (other[i] & mask))
}

/// a + carry·2^(BITS·N) mod p, if that is below 2p.
#[inline(always)]
fn reduce_once<L: Limb, const N: usize>(a: &[L; N], carry: L, p: &[L; N], mask: impl Fn(L) -> L) -> [L; N] {
    let (less_p, borrow) = sub_limbs(a, p);
    let (_, below) = L::sbb(carry, L::default(), borrow);
    let out = select(&less_p, a, mask(below));
    debug_assert!(less(&out, p) != L::default(), "a residue below 2p before the subtraction");
    out
}

/// out = a + b mod p; a, b < p gives out < p.
#[inline(always)]
pub(super) fn add<L: Limb, const N: usize>(a: &[L; N], b: &[L; N], p: &[L; N], mask: impl Fn(L) -> L) -> [L; N] {
    add_and_reduce(a, b, p, mask)
}

/// out = a − b mod p; a, b < p gives out < p.
#[inline(always)]
pub(super) fn sub<L: Limb, const N: usize>(a: &[L; N], b: &[L; N], p: &[L; N], mask: impl Fn(L) -> L) -> [L; N] {
    let (difference, borrow) = sub_limbs(a, b);
    let under = mask(borrow);
    let (out, _) = add_limbs(&difference, &p.map(|p| p & under), L::default());
    out
}

/// out = a/2 mod p; a < p gives out < p.
#[inline(always)]
pub(super) fn half<const N: usize>(a: &[u64; N], p: &[u64; N], mask: impl Fn(u64) -> u64) -> [u64; N] {
    let odd = mask(a[0] & 1);
    let (even, carry) = add_limbs(a, &p.map(|p| p & odd), 0);
    core::array::from_fn(|i| even[i] >> 1 | even.get(i + 1).unwrap_or(&carry) << 63)
}

/// 1 unless a is 0.
#[inline(always)]
pub(super) fn any<L: Limb, const N: usize>(a: &[L; N]) -> L {
    let any = a.iter().fold(L::default(), |any, &limb| any | limb);
    // 0 − any borrows unless any is 0
    L::sbb(L::default(), any, L::default()).1
}

/// out = t·R⁻¹ mod p; t < R·p gives out < p. `m0_inv` is −p⁻¹ modulo one limb.
#[inline(always)]
pub(super) fn redc<L: Limb, const N: usize>(
    t: &DoubleWidth<L, N>,
    p: &[L; N],
    m0_inv: L,
    mask: impl Fn(L) -> L,
) -> [L; N] {
    debug_assert!(less(&t[1], p) != L::default(), "t < R·p");
    let [mut window, high] = *t;

    // N times: window = (window + u·p)/β; at the end at most p
    for _ in 0..N {
        let u = L::mul_low(window[0], m0_inv);
        let (_, mut carry) = L::mac(window[0], p[0], u, L::default());
        for j in 1..N {
            (window[j - 1], carry) = L::mac(window[j], p[j], u, carry);
        }
        window[N - 1] = carry;
    }

    add_and_reduce(&window, &high, p, mask)
}

/// out = a + b mod p; a ≤ p and b < p give out < p.
#[inline(always)]
pub(super) fn add_and_reduce<L: Limb, const N: usize>(
    a: &[L; N],
    b: &[L; N],
    p: &[L; N],
    mask: impl Fn(L) -> L,
) -> [L; N] {
    let (sum, carry) = add_limbs(a, b, L::default());
    reduce_once(&sum, carry, p, mask)
}

/// out ≡ a + b mod R·p; a, b < R·p give out < R·p.
#[inline(always)]
pub(super) fn add_wide<L: Limb, const N: usize>(
    a: &DoubleWidth<L, N>,
    b: &DoubleWidth<L, N>,
    p: &[L; N],
    mask: impl Fn(L) -> L,
) -> DoubleWidth<L, N> {
    let (low, carry) = add_limbs(&a[0], &b[0], L::default());
    let (high, carry) = add_limbs(&a[1], &b[1], carry);
    [low, reduce_once(&high, carry, p, mask)]
}

/// out ≡ a − b mod R·p; a, b < R·p give out < R·p.
#[inline(always)]
pub(super) fn sub_wide<L: Limb, const N: usize>(
    a: &DoubleWidth<L, N>,
    b: &DoubleWidth<L, N>,
    p: &[L; N],
    mask: impl Fn(L) -> L,
) -> DoubleWidth<L, N> {
    let ([low, high], borrow) = sub_double(a, b);
    let under = mask(borrow);
    [low, add_limbs(&high, &p.map(|p| p & under), L::default()).0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use modexp_kernels::testing::tiny::Tiny;

    type Number<const BITS: u32> = [Tiny<BITS>; 2];

    fn limbs<const BITS: u32>(x: u32) -> Number<BITS> {
        [x, x >> BITS].map(|x| Tiny((x & ((1 << BITS) - 1)) as u8))
    }

    fn value<const BITS: u32>(x: Number<BITS>) -> u32 {
        u32::from(x[0].0) + (u32::from(x[1].0) << BITS)
    }

    fn mask<const BITS: u32>(bit: Tiny<BITS>) -> Tiny<BITS> {
        <Tiny<BITS> as Limb>::mask_of(bit)
    }

    /// Tests every odd modulus of two limbs, with all pairs of residues and all numbers below R·p.
    fn all_moduli<const BITS: u32>() {
        let (beta, r) = (1 << BITS, 1 << (2 * BITS));
        let wide = |x: u32| [limbs::<BITS>(x % r), limbs(x / r)];
        let wide_value = |x: &DoubleWidth<Tiny<BITS>, 2>| value(x[0]) + r * value(x[1]);
        for p_value in (3..r).step_by(2) {
            let p = limbs::<BITS>(p_value);
            let inverse = (0..beta).find(|x| (x * p_value + 1) % beta == 0).expect("p is odd");
            let m0_inv = Tiny(inverse as u8);
            for t in 0..r * p_value {
                let out = value(redc(&wide(t), &p, m0_inv, mask));
                assert!(out < p_value && (out * r) % p_value == t % p_value, "{t} modulo {p_value}");
            }
            for x in 0..p_value {
                let a = limbs(x);
                assert_eq!(wide_value(&sqr(&a)), x * x);
                assert_eq!(any(&a).0, u8::from(x != 0));
                for y in 0..p_value {
                    let b = limbs(y);
                    assert_eq!(value(add(&a, &b, &p, mask)), (x + y) % p_value);
                    assert_eq!(value(sub(&a, &b, &p, mask)), (p_value + x - y) % p_value);
                    assert_eq!(wide_value(&mul(&a, &b)), x * y);
                    assert_eq!(less(&a, &b).0, u8::from(x < y));

                    // numbers of double width near each other and near the ends
                    for (low, other) in [(0, 0), (r - 1, 0), (1, r - 1), (r - 1, r - 1)] {
                        let (c, d) = (x * r + low, y * r + other);
                        let (sum, difference) = (c + d, c + r * p_value - d);
                        assert_eq!(wide_value(&add_wide(&wide(c), &wide(d), &p, mask)), sum % (r * p_value));
                        assert_eq!(wide_value(&sub_wide(&wide(c), &wide(d), &p, mask)), difference % (r * p_value));
                    }
                }
            }
        }
    }

    #[test]
    fn every_modulus_of_two_tiny_limbs_has_every_sum_product_and_reduction() {
        all_moduli::<2>();
        all_moduli::<3>();
    }
}
