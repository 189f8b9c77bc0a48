//! Arithmetic on N limbs of any size, for `portable`, and for the sizes of `adx` without assembly.
//!
//! **Range.** Residues are below p, and p may fill its limbs: an additional bit of a sum is a carry. Products and sums
//! before the reduction are below R·p with R = 2^(BITS·N).
//!
//! Functions that choose take `mask`: all ones for 1 and zero for 0, in a way that the compiler cannot turn into a branch.

use super::ops::DoubleWidth;
use super::params::P256;
use core::array::from_fn;
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

/// a + b as an integer below R.
#[inline(always)]
pub(super) fn integer_sum<L: Limb, const N: usize>(a: &[L; N], b: &[L; N]) -> [L; N] {
    let (sum, carry) = add_limbs(a, b, L::default());
    debug_assert!(carry == L::default());
    sum
}

/// a − b, and the borrow.
#[inline(always)]
pub(super) fn sub_limbs<L: Limb, const N: usize>(a: &[L; N], b: &[L; N]) -> ([L; N], L) {
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
    from_fn(|i| (a[i] & !mask) | (other[i] & mask))
}

/// out = a + b mod p; a < p and b ≤ p give out < p.
#[inline(always)]
pub(super) fn add<L: Limb, const N: usize>(a: &[L; N], b: &[L; N], p: &[L; N], mask: impl Fn(L) -> L) -> [L; N] {
    sub(a, &sub_limbs(p, b).0, p, mask)
}

/// out = a − b mod p; b ≤ p and a < p + b give out < p.
#[inline(always)]
pub(super) fn sub<L: Limb, const N: usize>(a: &[L; N], b: &[L; N], p: &[L; N], mask: impl Fn(L) -> L) -> [L; N] {
    let (difference, borrow) = sub_limbs(a, b);
    add_if(&difference, p, mask(borrow))
}

/// a + p where `mask` is all ones, a where it is zero, without the carry.
#[inline(always)]
fn add_if<L: Limb, const N: usize>(a: &[L; N], p: &[L; N], mask: L) -> [L; N] {
    add_limbs(a, &p.map(|p| p & mask), L::default()).0
}

/// out = a/2 mod p; a < p gives out < p.
#[inline(always)]
pub(super) fn half<const N: usize>(a: &[u64; N], p: &[u64; N], mask: impl Fn(u64) -> u64) -> [u64; N] {
    let odd = mask(a[0] & 1);
    let (even, carry) = add_limbs(a, &p.map(|p| p & odd), 0);
    from_fn(|i| even[i] >> 1 | even.get(i + 1).unwrap_or(&carry) << 63)
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
    add(&t[1], &window(t, |window| row(window, p, m0_inv)), p, mask)
}

/// A row of [`redc`].
#[inline(always)]
fn row<L: Limb, const N: usize>(window: &mut [L; N], p: &[L; N], m0_inv: L) {
    let u = L::mul_low(window[0], m0_inv);
    let (_, mut carry) = L::mac(window[0], p[0], u, L::default());
    for j in 1..N {
        (window[j - 1], carry) = L::mac(window[j], p[j], u, carry);
    }
    window[N - 1] = carry;
}

/// out = t·R⁻¹ mod p for P-256 in four limbs of 64 bits; t < R·p gives out < p.
#[inline(always)]
pub(super) fn redc_p256<L: Limb, const N: usize>(t: &DoubleWidth<L, N>, mask: impl Fn(L) -> L) -> [L; N] {
    add(&t[1], &window(t, p256_row), &from_fn(|i| L::limb_at(&P256, i)), mask)
}

/// A row of [`redc_p256`]. The quotient is the lowest limb, since −p⁻¹ mod 2^64 = 1.
#[inline(always)]
fn p256_row<L: Limb, const N: usize>(window: &mut [L; N]) {
    // p = p_3·2^192 + 2^96 − 1
    let [two_to_32, p_3] = [1 << 32, P256[3]].map(|x| L::limb_at(&[x], 0));
    let [u, w_1, w_2, w_3] = from_fn(|i| window[i]);
    let mut carry;
    (window[0], carry) = L::mac(w_1, two_to_32, u, L::default());
    (window[1], carry) = L::adc(w_2, carry, L::default());
    (window[2], window[3]) = L::mac(w_3, p_3, u, carry);
}

/// (t_low + Q·p)/R ≤ p for the low half of t. A call of `row` is window = (window + u·p)/β for the quotient u.
#[inline(always)]
fn window<L: Limb, const N: usize>(t: &DoubleWidth<L, N>, row: impl Fn(&mut [L; N])) -> [L; N] {
    let mut window = t[0];
    for _ in 0..N {
        row(&mut window);
    }
    window
}

/// out = t mod p for p = R − c and c < β; t < R·p gives out < p.
#[inline(always)]
pub(super) fn fold<L: Limb, const N: usize>(t: &DoubleWidth<L, N>, c: L, mask: impl Fn(L) -> L) -> [L; N] {
    // c more than t modulo p: the low half and c times the high half, with a limb above
    let [mut out, high] = *t;
    let mut carry = c;
    for i in 0..N {
        (out[i], carry) = L::mac(out[i], c, high[i], carry);
    }

    // s = this number without the limb above, and c times this limb: c ≤ s < R + c²
    (out[0], carry) = L::mac(out[0], c, carry, L::default());
    for limb in &mut out[1..] {
        (*limb, carry) = L::adc(*limb, carry, L::default());
    }

    // s − R if that is not negative, else s − R + p
    let mut difference = [L::default(); N];
    difference[0] = c & !mask(carry);
    sub_limbs(&out, &difference).0
}

/// out ≡ a + b mod R·p; a, b < R·p give out < R·p.
#[inline(always)]
pub(super) fn add_wide<L: Limb, const N: usize>(
    a: &DoubleWidth<L, N>,
    b: &DoubleWidth<L, N>,
    p: &[L; N],
    mask: impl Fn(L) -> L,
) -> DoubleWidth<L, N> {
    let (rest, _) = sub_double(&[[L::default(); N], *p], b);
    sub_wide(a, &rest, p, mask)
}

/// out ≡ a − b mod R·p; a < R·p and b ≤ R·p give out < R·p.
#[inline(always)]
pub(super) fn sub_wide<L: Limb, const N: usize>(
    a: &DoubleWidth<L, N>,
    b: &DoubleWidth<L, N>,
    p: &[L; N],
    mask: impl Fn(L) -> L,
) -> DoubleWidth<L, N> {
    let ([low, high], borrow) = sub_double(a, b);
    [low, add_if(&high, p, mask(borrow))]
}

/// The operations of [`FieldOps`](super::ops::FieldOps) that fields on N limbs have in common: sums of two products with one
/// reduction instead of two, and conversions of one number.
macro_rules! on_limbs {
    () => {
        #[inline]
        fn mul_add_mul(&self, a: &[u64; N], b: &[u64; N], c: &[u64; N], d: &[u64; N]) -> [u64; N] {
            self.redc(&self.add_wide(&self.mul_wide(a, b), &self.mul_wide(c, d)))
        }

        #[inline]
        fn mul_sub_mul(&self, a: &[u64; N], b: &[u64; N], c: &[u64; N], d: &[u64; N]) -> [u64; N] {
            self.redc(&self.sub_wide(&self.mul_wide(a, b), &self.mul_wide(c, d)))
        }

        #[inline]
        fn mul_sub_sqr(&self, a: &[u64; N], b: &[u64; N], c: &[u64; N]) -> [u64; N] {
            self.redc(&self.sub_wide(&self.mul_wide(a, b), &self.sqr_wide(c)))
        }

        #[inline]
        fn read(&self, words: &[u64]) -> [u64; N] {
            words.try_into().expect("N words")
        }

        #[inline]
        fn write(&self, words: &mut [u64], a: &[u64; N]) {
            words.copy_from_slice(a);
        }

        fn from_limbs(&self, x: &[&[u64]]) -> [u64; N] {
            $crate::prime::portable::only(x)
        }

        fn to_limbs(&self, out: &mut [u64], a: &[u64; N], lane: usize) {
            assert!(lane == 0, "one lane");
            out.copy_from_slice(a);
        }

        fn to_mont(&self, a: &[u64; N]) -> [u64; N] {
            self.mul(a, &self.params.rr)
        }
    };
}
pub(super) use on_limbs;

#[cfg(all(test, not(miri)))]
mod proofs;

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
