//! `portable`: plain Rust on 64-bit limbs, for every machine.

use super::inverse;
use super::limbs::{self, on_limbs};
use super::ops::{Choice, DoubleWidth, FieldOps};
use super::params::{HAS_KNOWN_PRIMES, Params, Reduction};
use modexp_kernels::portable::Limb;

/// A field on N limbs that every machine can run. Residues are below p.
#[derive(Clone, Copy, Debug)]
pub struct Portable<const N: usize> {
    params: Params<N>,
    reduction: Reduction,
}

impl<const N: usize> Portable<N> {
    /// The field of this prime.
    #[must_use]
    pub fn new(mut params: Params<N>) -> Self {
        let reduction = Reduction::choose(&mut params);
        Self { params, reduction }
    }
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

impl<const N: usize> FieldOps for Portable<N> {
    type Element = [u64; N];
    type Wide = DoubleWidth<u64, N>;

    const LANES: usize = 1;
    const RANGE: u64 = 1;
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
        limbs::add(a, b, &self.params.p, mask)
    }

    #[inline]
    fn sub(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        debug_assert!(self.in_range(a) && self.in_range(b));
        limbs::sub(a, b, &self.params.p, mask)
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
        Choice::from_bits(1 ^ limbs::any(a) as u8)
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
        if !self.has_room() {
            let product = self.mul_wide(&self.add(a[0], a[1]), &self.add(b[0], b[1]));
            return self.sub_wide(&self.sub_wide(&product, v[0]), v[1]);
        }
        // at least v_0 + v_1; the difference is below 2·p²
        let product = limbs::mul(&limbs::integer_sum(a[0], a[1]), &limbs::integer_sum(b[0], b[1]));
        let (rest, borrow) = limbs::sub_double(&product, v[0]);
        let ([low, high], other) = limbs::sub_double(&rest, v[1]);
        debug_assert!(borrow | other == 0);
        [low, high]
    }

    #[inline]
    fn add_wide(&self, a: &DoubleWidth<u64, N>, b: &DoubleWidth<u64, N>) -> DoubleWidth<u64, N> {
        debug_assert!(self.is_residue(&a[1]) && self.is_residue(&b[1]));
        limbs::add_wide(a, b, &self.params.p, mask)
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
            _ => limbs::redc(t, p, self.params.inverse[0], mask),
        }
    }

    fn from_mont(&self, a: &[u64; N]) -> [u64; N] {
        debug_assert!(self.in_range(a));
        self.redc(&[*a, [0; N]])
    }

    fn invert(&self, a: &[u64; N]) -> [u64; N] {
        // (a·R)⁻¹·R² = a⁻¹·R
        let x = inverse::invert(a, &self.params);
        self.to_mont(&self.to_mont(&x))
    }
}

impl<const N: usize> Portable<N> {
    /// Whether some primes have a reduction of their own; the compiler drops them elsewhere.
    const HAS_OWN_REDUCTIONS: bool = HAS_KNOWN_PRIMES && N == 4;

    /// Whether 2·p² ≤ R·p: factors of products need no reduction after a sum.
    #[inline]
    fn has_room(&self) -> bool {
        self.params.p[N - 1] >> 63 == 0
    }

    fn in_range(&self, a: &[u64; N]) -> bool {
        limbs::less(a, &self.params.p) == 1
    }

    fn is_residue(&self, a: &[u64; N]) -> bool {
        limbs::less(a, &self.params.p) == 1
    }
}
