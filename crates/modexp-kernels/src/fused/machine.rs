//! The vectors of a machine: their detection, and products compiled for its instructions.

use super::modulus::Constants;
use super::vector::FusedVector;

/// Vectors of a machine, with products in its instructions. The macro `products` writes the products.
pub trait Machine: FusedVector {
    /// Table entries that a lookup reads in the time of a product, see
    /// [`Kernel::ENTRIES_PER_PRODUCT`](crate::kernel::Kernel::ENTRIES_PER_PRODUCT).
    const ENTRIES_PER_PRODUCT: usize;

    /// Whether products of one number are compiled again for moduli of 1024, 2048 and 3072 bits: 10 KB of code each.
    const KNOWS_LENGTHS: bool = false;

    /// While a value exists, this thread rounds to the nearest.
    type Rounding;

    /// Makes this thread round to the nearest.
    fn round_to_nearest() -> Self::Rounding;

    /// Whether this machine has the instructions, and its multiply-add rounds once.
    fn detect() -> bool;

    /// out = a·b·R⁻¹ mod m; a, b < 4m or a·b < R·m gives out < 4m.
    ///
    /// # Safety
    /// The machine has the instructions; `out`, `a`, `b` and `scratch` have the lengths for m.
    unsafe fn mont_mul<const N: usize>(out: &mut [u64], a: &[u64], b: &[u64], m: &impl Constants, scratch: &mut [u64]);

    /// out = a²·R⁻¹ mod m; a < 4m gives out < 4m.
    ///
    /// # Safety
    /// As for [`Machine::mont_mul`].
    unsafe fn mont_sqr<const N: usize>(out: &mut [u64], a: &[u64], m: &impl Constants, scratch: &mut [u64]);

    /// out = columns·R⁻¹ mod m, below 4m.
    ///
    /// # Safety
    /// The machine has the instructions, and the conditions of `montgomery::reduce` hold.
    unsafe fn reduce<const N: usize>(out: &mut [u64], acc: *mut Self, m: &impl Constants);

    /// out = entry `wanted` of `table` in each lane.
    ///
    /// # Safety
    /// The machine has the instructions.
    unsafe fn select(out: &mut [u64], table: &[u64], wanted: Self);
}

/// The products of [`Machine`], compiled with an attribute: `#[target_feature(enable = "…")]` for instructions that
/// some builds lack.
#[allow(unused_macros, reason = "not every build has vectors of `f64`")]
macro_rules! products {
    ($(#[$feature:meta])?) => {
        $(#[$feature])?
        unsafe fn mont_mul<const N: usize>(
            out: &mut [u64],
            a: &[u64],
            b: &[u64],
            m: &impl Constants,
            scratch: &mut [u64],
        ) {
            // SAFETY: the caller's promise
            unsafe { Self::reduce::<N>(out, montgomery::product::<Self, N>(a, b, m, scratch), m) }
        }

        $(#[$feature])?
        unsafe fn mont_sqr<const N: usize>(out: &mut [u64], a: &[u64], m: &impl Constants, scratch: &mut [u64]) {
            // SAFETY: the caller's promise
            unsafe { Self::reduce::<N>(out, montgomery::square::<Self, N>(a, m, scratch), m) }
        }

        #[inline(never)]
        $(#[$feature])?
        unsafe fn reduce<const N: usize>(out: &mut [u64], acc: *mut Self, m: &impl Constants) {
            // SAFETY: the caller's promise
            unsafe { montgomery::reduce::<Self, N>(out, acc, m) }
        }

        $(#[$feature])?
        unsafe fn select(out: &mut [u64], table: &[u64], wanted: Self) {
            select::select(out, table, wanted);
        }
    };
}

#[allow(unused_imports, reason = "not every build has vectors of `f64`")]
pub(crate) use products;
