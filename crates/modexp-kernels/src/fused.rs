//! Kernels on fused multiply-adds of `f64`, for one number or several, in vectors of any number of lanes.
//!
#![doc = include_str!("fused/fused.md")]
#![allow(unsafe_code, reason = "the bottom layer: addresses in elements whose lengths the kernel has checked")]

#[cfg(any(test, all(feature = "emulated", not(target_arch = "wasm32"))))]
// public for the proofs of modules
#[doc(hidden)]
#[allow(missing_docs, reason = "proofs alone use it")]
pub mod abstraction;
pub mod columns;
pub mod digits;
#[cfg(any(test, all(feature = "emulated", not(target_arch = "wasm32"))))]
pub mod emulated;
pub(crate) mod layout;
pub mod machine;
pub mod modulus;
pub(crate) mod montgomery;
#[cfg(all(test, not(miri)))]
mod proofs;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(crate) mod rounding;
pub(crate) mod select;
pub mod shape;
#[cfg(test)]
mod tests;
pub mod vector;

use crate::kernel::Kernel;
use columns::RADIX;
use core::marker::PhantomData;
use layout::Layout;
use machine::Machine;
use modulus::{Constants, FusedModulus, OfLength};
use shape::{Shape, digits_of};

/// The kernel for N numbers in vectors V. Its value proves that the machine has the vectors and rounds once.
#[derive(Clone, Copy, Debug)]
pub struct Fused<V, const N: usize>(PhantomData<V>);

impl<V: Machine, const N: usize> Fused<V, N> {
    /// The longest modulus that fits the columns. Other algorithms are faster already for far shorter moduli.
    pub const MAX_BITS: usize = shape::MAX_BITS;

    /// Returns the kernel if this machine has the vectors and its multiply-add rounds once.
    #[must_use]
    pub fn detect() -> Option<Self> {
        V::detect().then_some(Self(PhantomData))
    }

    /// out = a·b·R⁻¹ mod m.
    #[inline(always)]
    pub(crate) fn product(self, out: &mut [u64], a: &[u64], b: &[u64], m: &impl Constants, scratch: &mut [u64]) {
        check::<V, N>(out, a, b, m, scratch);
        let _rounding = V::round_to_nearest();
        // SAFETY: self proves the instructions; the lengths have been checked
        unsafe { V::mont_mul::<N>(out, a, b, m, scratch) }
    }

    /// out = a²·R⁻¹ mod m.
    #[inline(always)]
    pub(crate) fn square(self, out: &mut [u64], a: &[u64], m: &impl Constants, scratch: &mut [u64]) {
        check::<V, N>(out, a, a, m, scratch);
        let _rounding = V::round_to_nearest();
        // SAFETY: self proves the instructions; the lengths have been checked
        unsafe { V::mont_sqr::<N>(out, a, m, scratch) }
    }

    /// out = columns·R⁻¹ mod m, for one number in each lane.
    #[cfg(any(target_feature = "relaxed-simd", test, feature = "emulated"))]
    #[inline(always)]
    pub fn reduce(self, out: &mut [u64], columns: &mut [u64], m: &impl Constants) {
        let shape = Layout::<V, N>::shape(m.n());
        assert!(N == V::LANES && out.len() == N * m.n() && columns.len() == N * shape.product_columns());
        assert!(m.words().len() >= shape.constant_words() && m.start().len() >= shape.start_words());
        let _rounding = V::round_to_nearest();
        // SAFETY: self proves the instructions; the lengths have been checked
        unsafe { V::reduce::<N>(out, V::at_mut(columns), m) }
    }
}

/// Whether vectors compute (1 + 2^-52)² − (1 + 2^-51) exactly, as 2^-104. A machine that rounds twice computes 0.
#[cfg(any(target_arch = "wasm32", test, feature = "emulated"))]
pub(crate) fn rounds_once<V: vector::FusedVector>() -> bool {
    let x = core::hint::black_box(1.0 + f64::EPSILON);
    let y = core::hint::black_box(-1.0 - 2.0 * f64::EPSILON);
    V::splat_f64(x).fma(V::splat_f64(x), V::splat_f64(y)).within(f64::MIN_POSITIVE, 1.0)
}

/// Checks the lengths that the pointers of `montgomery` rely on.
fn check<V: Machine, const N: usize>(out: &[u64], a: &[u64], b: &[u64], m: &impl Constants, scratch: &[u64]) {
    let words = Fused::<V, N>::words(m.n());
    assert!(out.len() == words && a.len() == words && b.len() == words);
    assert!(scratch.len() >= Fused::<V, N>::scratch_words(m.n()));
    let shape = Layout::<V, N>::shape(m.n());
    assert!(m.words().len() >= shape.constant_words() && m.start().len() >= shape.start_words());
}

/// Computes a product modulo `m`. The compiler knows the length if [`Machine::KNOWS_LENGTHS`] is set.
macro_rules! with_length {
    ($m:ident => $product:expr) => {
        with_length!($m => $product, 1024 2048 3072)
    };
    ($m:ident => $product:expr, $($bits:literal)*) => {
        match $m.n {
            $(n if const { V::KNOWS_LENGTHS && N == 1 } && n == const { digits_of($bits) } => {
                let $m = &OfLength::<{ digits_of($bits) }>($m);
                $product
            })*
            _ => $product,
        }
    };
}

impl<V: Machine, const N: usize> Kernel for Fused<V, N> {
    type Word = u64;
    type Modulus = FusedModulus;

    const RADIX: u32 = RADIX;
    const LANES: usize = N;
    const ENTRIES_PER_PRODUCT: usize = V::ENTRIES_PER_PRODUCT;
    const HEADROOM: u32 = shape::HEADROOM;

    fn digits(bits: usize) -> usize {
        Shape::<V>::digits(bits, N)
    }

    fn words(digits: usize) -> usize {
        V::LANES * Layout::<V, N>::shape(digits).vectors()
    }

    fn scratch_words(digits: usize) -> usize {
        Layout::<V, N>::shape(digits).scratch_words()
    }

    fn word_step(limbs: usize) -> usize {
        25 * limbs + 300
    }

    fn modulus(self, moduli: &[&[u64]], digits: usize) -> FusedModulus {
        FusedModulus::new(moduli, Layout::<V, N>::shape(digits))
    }

    fn mont_mul(self, out: &mut [u64], a: &[u64], b: &[u64], m: &FusedModulus, scratch: &mut [u64]) {
        with_length!(m => self.product(out, a, b, m, scratch));
    }

    fn mont_sqr(self, out: &mut [u64], a: &[u64], m: &FusedModulus, scratch: &mut [u64]) {
        with_length!(m => self.square(out, a, m, scratch));
    }

    fn select(self, out: &mut [u64], table: &[u64], index: &[usize]) {
        let wanted = V::from_lanes(|lane| index[lane % N] as u64);
        // SAFETY: self proves the instructions
        unsafe { V::select(out, table, wanted) }
    }

    fn from_limbs(out: &mut [u64], limbs: &[u64], lane: usize) {
        // an element of one number may have zero digits above the top one
        Layout::<V, N>::shape(out.len() / N).from_limbs(out, limbs, lane);
    }

    fn to_limbs(limbs: &mut [u64], a: &[u64], lane: usize) {
        Layout::<V, N>::shape(a.len() / N).to_limbs(limbs, a, lane);
    }
}
