//! `portable`: plain Rust on 64-bit limbs, for every machine.

use super::inverse;
use super::limbs::{self, on_limbs};
use super::ops::{Choice, DoubleWidth, FieldOps, times};
use super::params::{HAS_KNOWN_PRIMES, Params, Reduction};
use core::array::from_fn;
use modexp_kernels::portable::Limb;

/// A field on N limbs that every machine can run. Residues are below RANGE·p, for RANGE 1 or 2. With 2, a product needs no last
/// subtraction: in wide arithmetic it takes .65 of the time at four limbs.
#[derive(Clone, Copy, Debug)]
pub struct Portable<const N: usize, const RANGE: u64 = 1> {
    params: Params<N>,
    /// RANGE·p.
    bound: [u64; N],
    /// See [`reciprocal`].
    reciprocal: u64,
    reduction: Reduction,
}

impl<const N: usize> Portable<N> {
    /// The field of this prime.
    #[must_use]
    pub fn new(mut params: Params<N>) -> Self {
        let reduction = Reduction::choose(&mut params);
        Self { params, bound: params.p, reciprocal: 0, reduction }
    }
}

impl<const N: usize> Portable<N, 2> {
    /// The field of this prime; `None` if 4p > R: a product of two residues must be below R·p.
    #[must_use]
    pub fn below_2p(params: Params<N>) -> Option<Self> {
        let bound = limbs::add_limbs(&params.p, &params.p, 0).0;
        let top = params.p[N - 1];
        (top >> 62 == 0).then_some(Self { params, bound, reciprocal: reciprocal(top), reduction: Reduction::Any })
    }
}

/// The bits of x + top·2^64 that are not below the upper 24 bits of `upper`, the upper limb of p.
#[inline(always)]
fn leading(upper: u64, x: u64, top: u64) -> u64 {
    let shift = 40 - upper.leading_zeros();
    x >> shift | top << (64 - shift)
}

/// ⌊2^48/(t + 1)⌋ for the upper 24 bits t of p; 0 if the upper limb has fewer than 26 bits.
fn reciprocal(upper: u64) -> u64 {
    if upper >> 25 == 0 { 0 } else { (1 << 48) / (leading(upper, upper, 0) + 1) }
}

/// An estimate of ⌊s/p⌋ by the leading bits of s.
#[inline(always)]
fn estimate(leading: u64, reciprocal: u64) -> u64 {
    (leading * reciprocal) >> 48
}

/// The only integer of the list, of N limbs.
pub(super) fn only<const N: usize>(x: &[&[u64]]) -> [u64; N] {
    assert!(x.len() == 1, "a number for each lane");
    x[0].try_into().expect("as many limbs as the prime")
}

/// All ones for 1, zero for 0.
#[inline(always)]
fn mask(bit: u64) -> u64 {
    <u64 as Limb>::mask_of(bit)
}

impl<const N: usize, const RANGE: u64> FieldOps for Portable<N, RANGE> {
    type Element = [u64; N];
    type Wide = DoubleWidth<u64, N>;

    const LANES: usize = 1;
    const RANGE: u64 = RANGE;
    const WORDS: usize = N;

    fn prime(&self) -> &[u64] {
        &self.params.p
    }

    fn zero(&self) -> [u64; N] {
        [0; N]
    }

    fn one(&self) -> [u64; N] {
        self.params.one
    }

    // modules of curves are kept small: conversions and inverses call it, and would hold copies
    #[cfg_attr(modexp_wide, inline(never))]
    #[cfg_attr(not(modexp_wide), inline)]
    fn mul(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        self.redc(&self.mul_wide(a, b))
    }

    #[inline]
    fn sqr(&self, a: &[u64; N]) -> [u64; N] {
        self.redc(&self.sqr_wide(a))
    }

    #[inline]
    fn add(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        debug_assert!(self.in_range(a) && self.in_range(b));
        limbs::add(a, b, &self.bound, mask)
    }

    #[inline]
    fn sub(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        debug_assert!(self.in_range(a) && self.in_range(b));
        limbs::sub(a, b, &self.bound, mask)
    }

    #[inline]
    fn add_times(&self, a: &[u64; N], n: u32, b: &[u64; N]) -> [u64; N] {
        debug_assert!(n < 16 && self.in_range(a) && self.in_range(b));
        if self.reciprocal == 0 || n == 1 {
            return self.add(a, &times(n, b, |a, b| self.add(a, b)));
        }
        let (sum, top) = limbs::add_multiple(a, n.into(), b, 0);
        self.below_2p_of(&sum, top)
    }

    #[inline]
    fn half(&self, a: &[u64; N]) -> [u64; N] {
        debug_assert!(self.in_range(a));
        limbs::half(a, &self.params.p, mask)
    }

    #[inline]
    fn cmov(&self, a: &[u64; N], other: &[u64; N], choice: Choice) -> [u64; N] {
        limbs::select(a, other, mask(u64::from(choice.bits() & 1)))
    }

    #[inline]
    fn is_zero(&self, a: &[u64; N]) -> Choice {
        debug_assert!(self.in_range(a));
        let p = &self.params.p;
        let multiple = limbs::any(a) & if RANGE == 1 { 1 } else { limbs::any(&from_fn::<_, N, _>(|i| a[i] ^ p[i])) };
        Choice::from_bits(1 ^ multiple as u8)
    }

    #[inline]
    fn mul_wide(&self, a: &[u64; N], b: &[u64; N]) -> DoubleWidth<u64, N> {
        debug_assert!(self.in_range(a) && self.in_range(b));
        limbs::mul(a, b)
    }

    #[inline]
    fn sqr_wide(&self, a: &[u64; N]) -> DoubleWidth<u64, N> {
        debug_assert!(self.in_range(a));
        // a short square in WebAssembly: the compiler computes each product once
        if cfg!(target_arch = "wasm32") && N <= 4 { limbs::mul(a, a) } else { limbs::sqr(a) }
    }

    #[inline]
    fn mul_sum(&self, a: &[u64; N], b: &[u64; N], c: &[u64; N]) -> [u64; N] {
        self.redc(&self.mul_sum_wide(a, b, c))
    }

    #[inline]
    fn mul_sum_wide(&self, a: &[u64; N], b: &[u64; N], c: &[u64; N]) -> DoubleWidth<u64, N> {
        debug_assert!([a, b, c].map(|x| self.in_range(x)) == [true; 3]);
        let sum = if self.has_room() { limbs::integer_sum(a, b) } else { self.add(a, b) };
        limbs::mul(&sum, c)
    }

    on_limbs!();

    #[inline]
    fn cross_wide(&self, a: [&[u64; N]; 2], b: [&[u64; N]; 2], v: [&DoubleWidth<u64, N>; 2]) -> DoubleWidth<u64, N> {
        debug_assert!([a[0], a[1], b[0], b[1]].map(|x| self.in_range(x)) == [true; 4]);
        if RANGE == 1 && !self.has_room() {
            let product = self.mul_wide(&self.add(a[0], a[1]), &self.add(b[0], b[1]));
            return self.sub_wide(&self.sub_wide(&product, v[0]), v[1]);
        }
        // at least v_0 + v_1; the difference is below 2·(RANGE·p)²
        let product = limbs::mul(&limbs::integer_sum(a[0], a[1]), &limbs::integer_sum(b[0], b[1]));
        let (rest, borrow) = limbs::sub_double(&product, v[0]);
        let ([low, high], other) = limbs::sub_double(&rest, v[1]);
        debug_assert!(borrow | other == 0);
        let p = &self.params.p;
        [low, if self.has_room() { high } else { limbs::sub(&high, p, p, mask) }]
    }

    #[inline]
    fn add_wide(&self, a: &DoubleWidth<u64, N>, b: &DoubleWidth<u64, N>) -> DoubleWidth<u64, N> {
        debug_assert!(self.is_residue(&a[1]) && self.is_residue(&b[1]));
        limbs::add_wide(a, b, &self.params.p, mask)
    }

    #[inline]
    fn add_times_wide(&self, a: &DoubleWidth<u64, N>, n: u32, b: &DoubleWidth<u64, N>) -> DoubleWidth<u64, N> {
        debug_assert!(n < 16 && self.is_residue(&a[1]) && self.is_residue(&b[1]));
        if self.reciprocal == 0 || n == 1 {
            return self.add_wide(a, &times(n, b, |a, b| self.add_wide(a, b)));
        }
        let (low, carry) = limbs::add_multiple(&a[0], n.into(), &b[0], 0);
        let (high, top) = limbs::add_multiple(&a[1], n.into(), &b[1], carry);
        let p = &self.params.p;
        [low, limbs::sub(&self.below_2p_of(&high, top), p, p, mask)]
    }

    #[inline]
    fn sub_wide(&self, a: &DoubleWidth<u64, N>, b: &DoubleWidth<u64, N>) -> DoubleWidth<u64, N> {
        debug_assert!(self.is_residue(&a[1]) && self.is_residue(&b[1]));
        limbs::sub_wide(a, b, &self.params.p, mask)
    }

    // elsewhere the compiler may leave a call in each product
    #[inline(always)]
    fn redc(&self, t: &DoubleWidth<u64, N>) -> [u64; N] {
        debug_assert!(self.is_residue(&t[1]));
        let p = &self.params.p;
        match self.reduction {
            Reduction::P256 if Self::HAS_OWN_REDUCTIONS => limbs::redc_p256(t, mask),
            Reduction::Fold if Self::HAS_OWN_REDUCTIONS => limbs::fold(t, p[0].wrapping_neg(), mask),
            _ if RANGE == 1 => limbs::redc(t, p, self.params.inverse[0], mask),
            _ => limbs::redc_below_2p(t, p, self.params.inverse[0]),
        }
    }

    fn from_mont(&self, a: &[u64; N]) -> [u64; N] {
        debug_assert!(self.in_range(a));
        self.residue(&self.redc(&[*a, [0; N]]))
    }

    fn invert(&self, a: &[u64; N]) -> [u64; N] {
        // (a·R)⁻¹·R² = a⁻¹·R
        let x = inverse::invert(&self.residue(a), &self.params);
        self.to_mont(&self.to_mont(&x))
    }
}

impl<const N: usize, const RANGE: u64> Portable<N, RANGE> {
    /// Whether some primes have a reduction of their own; the compiler drops them elsewhere.
    const HAS_OWN_REDUCTIONS: bool = HAS_KNOWN_PRIMES && RANGE == 1 && N == 4;

    /// a mod p, for a in range.
    #[inline]
    fn residue(&self, a: &[u64; N]) -> [u64; N] {
        if RANGE == 1 { *a } else { limbs::sub(a, &self.params.p, &self.params.p, mask) }
    }

    /// Whether 2·(RANGE·p)² ≤ R·p: factors of products need no reduction after a sum.
    #[inline]
    fn has_room(&self) -> bool {
        self.params.p[N - 1] >> (65 - 2 * RANGE) == 0
    }

    /// s = x + top·R modulo p, below 2p, for s < 32p. `quotients_of_small_multiples_are_in_range` proves 0 ≤ s − q·p < 2p for every p.
    #[inline]
    fn below_2p_of(&self, x: &[u64; N], top: u64) -> [u64; N] {
        let quotient = estimate(leading(self.params.p[N - 1], x[N - 1], top), self.reciprocal);
        let (multiple, _) = limbs::add_multiple(&[0; N], quotient, &self.params.p, 0);
        limbs::sub_limbs(x, &multiple).0
    }

    fn in_range(&self, a: &[u64; N]) -> bool {
        limbs::less(a, &self.bound) == 1
    }

    fn is_residue(&self, a: &[u64; N]) -> bool {
        limbs::less(a, &self.params.p) == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prime::estimates::Leading;
    use crate::prime::tests::{each_prime, from_limbs, limbs_of, params};
    use core::ops::Range;
    use num_bigint::BigUint;

    /// Reduces the least and the greatest number with each quotient; returns whether the field estimates quotients.
    fn reduces<const N: usize>(p: &BigUint) -> bool {
        let Some(field) = Portable::<N, 2>::below_2p(params(p)).filter(|field| field.reciprocal != 0) else {
            return false;
        };
        for quotient in 0..32_u32 {
            for x in [p * quotient, p * (quotient + 1) - 1_u32] {
                let limbs = limbs_of(&x, N + 1);
                let out = from_limbs(&field.below_2p_of(&only(&[&limbs[..N]]), limbs[N]));
                assert!(out < p * 2_u32 && out <= x && (&x - &out) % p == BigUint::ZERO, "{x:x} modulo {p:x}");
            }
        }
        true
    }

    #[test]
    fn quotients_of_small_multiples_are_right_at_their_ends() {
        let mut fields = [0; 2];
        each_prime(|p, n| match n {
            4 => fields[0] += usize::from(reduces::<4>(p)),
            6 => fields[1] += usize::from(reduces::<6>(p)),
            _ => {}
        });
        assert!(fields.iter().all(|&count| count > 0), "{fields:?}");
    }

    /// Whether each sum s = a + n·b < `bound`·p has a quotient from 0 to 31, for each t of some leading bits of p.
    fn all_quotients(bound: i64, mut leading_bits: Range<u64>, q: impl Fn(u64, u64) -> u64) -> bool {
        let of = Leading { bound, eighths: (0, 8), is_cut: true };
        leading_bits.all(|t| of.quotients(t as i64, |l| q(t, l as u64) as i64) == Some(0..32))
    }

    /// Residues below 2p and n < 16 give s < 32p.
    #[test]
    fn quotients_of_small_multiples_are_in_range() {
        // the leading bits of p begin at bit 38 here
        let all = 1 << 23..1 << 24;
        let of = |t: u64| reciprocal(t << 38);
        assert!(all_quotients(32, all.clone(), |t, l| estimate(l, of(t))));

        // at other places, each bit of s comes to its place
        for shift in 2..=38 {
            assert_eq!(reciprocal((1 << (24 + shift)) - 1), of((1 << 24) - 1));
            for bit in 0..29 + shift {
                let s = 1_u128 << bit;
                assert_eq!(u128::from(leading(1 << (23 + shift), s as u64, (s >> 64) as u64)), s >> shift);
            }
        }

        let refused = |q: &dyn Fn(u64, u64) -> u64| !all_quotients(32, all.clone(), q);
        assert!(refused(&|t, l| estimate(l, (1 << 48) / t)), "the divisor t");
        assert!(refused(&|t, l| estimate(l, of(t) + 1)), "one unit more");
        assert!(refused(&|t, l| estimate(l, of(t) - (of(t) >> 4))), "a 16th less");
        assert!(refused(&|t, l| estimate(2 * l, of(t))), "a shift of a bit less");
        assert!(!all_quotients(34, all.clone(), |t, l| estimate(l, of(t))), "a term more");
    }
}
