//! `adx`: mulx, adcx and adox on 64-bit limbs. Three, four and six limbs have assembly of whole products, seven to ten
//! limbs have assembly of rows. For other sizes, the compiler translates `limbs` for a CPU with mulx.

use super::{rows, sums};
use crate::prime::inverse;
use crate::prime::limbs::{self, on_limbs};
use crate::prime::ops::{Choice, DoubleWidth, FieldOps};
use crate::prime::params::{Params, Reduction};
use core::any::Any;
use core::arch::asm;

/// A field on N limbs; a value proves that the CPU has bmi2 and adx.
#[derive(Clone, Copy, Debug)]
pub struct Adx<const N: usize> {
    kernel: modexp_kernels::x86_64::adx::Adx,
    pub(super) params: Params<N>,
    pub(super) reduction: Reduction,
}

impl<const N: usize> Adx<N> {
    /// The field of this prime, if this CPU has the instructions.
    #[must_use]
    pub fn detect(mut params: Params<N>) -> Option<Self> {
        let kernel = modexp_kernels::x86_64::adx::Adx::detect()?;
        let reduction = Reduction::choose(&mut params);
        Some(Self { kernel, params, reduction })
    }

    /// Whether the prime has a special reduction, which is cheaper.
    #[must_use]
    pub const fn has_own_reduction(&self) -> bool {
        !matches!(self.reduction, Reduction::Any)
    }

    fn in_range(&self, a: &[u64; N]) -> bool {
        limbs::less(a, &self.params.p) == 1
    }

    /// Whether p < R/4: then a product of two numbers below 2p is below R·p, and factors need no reduction after a sum.
    #[inline(always)]
    fn has_two_spare_bits(&self) -> bool {
        self.params.p[N - 1] >> 62 == 0
    }
}

/// x, with a value that the compiler cannot know.
#[inline(always)]
fn opaque(mut x: u64) -> u64 {
    // SAFETY: no instruction.
    unsafe { asm!("/* {0} */", inout(reg) x, options(pure, nomem, nostack, preserves_flags)) };
    x
}

/// All ones for 1, zero for 0.
#[inline(always)]
fn mask(bit: u64) -> u64 {
    opaque(bit).wrapping_neg()
}

/// out = a·b.
#[target_feature(enable = "bmi2,adx")]
#[inline]
fn mul_wide<const N: usize>(a: &[u64; N], b: &[u64; N]) -> DoubleWidth<u64, N> {
    if rows::has(N) {
        // SAFETY: the target features.
        unsafe { rows::mul(a, b) }
    } else {
        limbs::mul(a, b)
    }
}

/// out = a².
#[target_feature(enable = "bmi2,adx")]
#[inline]
fn sqr_wide<const N: usize>(a: &[u64; N]) -> DoubleWidth<u64, N> {
    if rows::has(N) { mul_wide(a, a) } else { limbs::sqr(a) }
}

/// out = t·R⁻¹ mod p; t < R·p gives out < p.
#[target_feature(enable = "bmi2,adx")]
#[inline]
fn redc<const N: usize>(t: &DoubleWidth<u64, N>, params: &Params<N>) -> [u64; N] {
    if rows::has(N) {
        // SAFETY: the target features.
        unsafe { rows::redc(t, params, mask) }
    } else {
        limbs::redc(t, &params.p, params.inverse[0], mask)
    }
}

#[target_feature(enable = "bmi2,adx")]
fn mul<const N: usize>(a: &[u64; N], b: &[u64; N], params: &Params<N>) -> [u64; N] {
    redc(&mul_wide(a, b), params)
}

#[target_feature(enable = "bmi2,adx")]
fn sqr<const N: usize>(a: &[u64; N], params: &Params<N>) -> [u64; N] {
    redc(&sqr_wide(a), params)
}

/// `x` as a `U`, which is the same type for the right N. The compiler does the comparison.
#[inline(always)]
fn same<T: 'static, U: 'static>(x: &T) -> &U {
    (x as &dyn Any).downcast_ref().expect("the same N")
}

/// The method for three, four or six limbs, or `$other`.
macro_rules! by_size {
    ($self:ident, $method:ident, ($($arg:ident),*), $other:expr) => {
        match N {
            3 => *same(&same::<_, Adx<3>>($self).$method($(same($arg)),*)),
            4 => *same(&same::<_, Adx<4>>($self).$method($(same($arg)),*)),
            6 => *same(&same::<_, Adx<6>>($self).$method($(same($arg)),*)),
            // SAFETY: `Adx` proves bmi2 and adx.
            _ => unsafe { $other },
        }
    };
}

impl<const N: usize> Adx<N> {
    /// out = a·b·R⁻¹ mod p; a·b < R·p gives out < p.
    #[inline(always)]
    fn product(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        by_size!(self, product_of, (a, b), mul(a, b, &self.params))
    }

    /// out = a·b.
    #[inline(always)]
    fn product_wide(&self, a: &[u64; N], b: &[u64; N]) -> DoubleWidth<u64, N> {
        by_size!(self, wide_product_of, (a, b), mul_wide(a, b))
    }
}

impl<const N: usize> FieldOps for Adx<N> {
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

    #[inline]
    fn mul(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        debug_assert!(self.in_range(a) && self.in_range(b));
        self.product(a, b)
    }

    #[inline]
    fn sqr(&self, a: &[u64; N]) -> [u64; N] {
        debug_assert!(self.in_range(a));
        by_size!(self, square_of, (a), sqr(a, &self.params))
    }

    #[inline]
    fn add(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        debug_assert!(self.in_range(a) && self.in_range(b));
        sums::add(a, b, &self.params.p, mask)
    }

    #[inline]
    fn sub(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        debug_assert!(self.in_range(a) && self.in_range(b));
        sums::sub(a, b, &self.params.p, mask)
    }

    #[inline]
    fn half(&self, a: &[u64; N]) -> [u64; N] {
        debug_assert!(self.in_range(a));
        sums::half(a, &self.params.p, mask)
    }

    #[inline]
    fn cmov(&self, a: &[u64; N], other: &[u64; N], choice: Choice) -> [u64; N] {
        sums::select(a, other, u64::from(choice.bits() & 1), mask)
    }

    #[inline]
    fn is_zero(&self, a: &[u64; N]) -> Choice {
        debug_assert!(self.in_range(a));
        Choice::from_bits(1 ^ limbs::any(a) as u8)
    }

    #[inline]
    fn mul_wide(&self, a: &[u64; N], b: &[u64; N]) -> DoubleWidth<u64, N> {
        debug_assert!(self.in_range(a) && self.in_range(b));
        self.product_wide(a, b)
    }

    #[inline]
    fn sqr_wide(&self, a: &[u64; N]) -> DoubleWidth<u64, N> {
        debug_assert!(self.in_range(a));
        by_size!(self, wide_square_of, (a), sqr_wide(a))
    }

    #[inline]
    fn mul_sum(&self, a: &[u64; N], b: &[u64; N], c: &[u64; N]) -> [u64; N] {
        debug_assert!([a, b, c].map(|x| self.in_range(x)) == [true; 3]);
        let sum = if self.has_two_spare_bits() { limbs::integer_sum(a, b) } else { self.add(a, b) };
        self.product(&sum, c)
    }

    #[inline]
    fn mul_sum_wide(&self, a: &[u64; N], b: &[u64; N], c: &[u64; N]) -> DoubleWidth<u64, N> {
        debug_assert!([a, b, c].map(|x| self.in_range(x)) == [true; 3]);
        let sum = if self.has_two_spare_bits() { limbs::integer_sum(a, b) } else { self.add(a, b) };
        self.product_wide(&sum, c)
    }

    on_limbs!();

    #[inline]
    fn cross_wide(&self, a: [&[u64; N]; 2], b: [&[u64; N]; 2], v: [&DoubleWidth<u64, N>; 2]) -> DoubleWidth<u64, N> {
        debug_assert!([a[0], a[1], b[0], b[1]].map(|x| self.in_range(x)) == [true; 4]);
        if !self.has_two_spare_bits() {
            let product = self.mul_wide(&self.add(a[0], a[1]), &self.add(b[0], b[1]));
            return self.sub_wide(&self.sub_wide(&product, v[0]), v[1]);
        }
        // below 4p², and at least v_0 + v_1
        let product = self.product_wide(&limbs::integer_sum(a[0], a[1]), &limbs::integer_sum(b[0], b[1]));
        let (rest, borrow) = limbs::sub_double(&product, v[0]);
        let (cross, other) = limbs::sub_double(&rest, v[1]);
        debug_assert!(borrow | other == 0 && self.in_range(&cross[1]));
        cross
    }

    #[inline]
    fn add_wide(&self, a: &DoubleWidth<u64, N>, b: &DoubleWidth<u64, N>) -> DoubleWidth<u64, N> {
        debug_assert!(self.in_range(&a[1]) && self.in_range(&b[1]));
        sums::add_wide(a, b, &self.params.p, mask)
    }

    #[inline]
    fn sub_wide(&self, a: &DoubleWidth<u64, N>, b: &DoubleWidth<u64, N>) -> DoubleWidth<u64, N> {
        debug_assert!(self.in_range(&a[1]) && self.in_range(&b[1]));
        sums::sub_wide(a, b, &self.params.p, mask)
    }

    #[inline]
    fn redc(&self, t: &DoubleWidth<u64, N>) -> [u64; N] {
        debug_assert!(self.in_range(&t[1]));
        by_size!(self, reduction_of, (t), redc(t, &self.params))
    }

    fn select(&self, out: &mut [u64], table: &[u64], index: usize) {
        self.kernel.look_up(out, table, index);
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
