//! Vectors of any number of lanes in scalar code, so that the unit tests of the kernels and their range assertions run on
//! the host. A lane may hold a set of words, see `abstraction`.

use super::machine::{Machine, products};
use super::modulus::Constants;
use super::vector::{FusedVector, Vector};
use super::{abstraction, montgomery, rounds_once, select};
use std::vec::Vec;

/// N lanes of 64 bits. Columns assert their ranges if CHECKED is set.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Emulated<const N: usize, const CHECKED: bool = { cfg!(test) }>([u64; N]);

impl<const N: usize, const CHECKED: bool> Emulated<N, CHECKED> {
    fn zip(self, b: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self(core::array::from_fn(|i| f(self.0[i], b.0[i])))
    }
}

impl<const N: usize, const CHECKED: bool> Vector for Emulated<N, CHECKED> {
    const LANES: usize = N;

    fn splat(x: u64) -> Self {
        Self([x; N])
    }

    fn from_lanes(lane: impl Fn(usize) -> u64) -> Self {
        Self(core::array::from_fn(lane))
    }

    fn add(self, b: Self) -> Self {
        self.zip(b, abstraction::add)
    }

    fn sub(self, b: Self) -> Self {
        self.zip(b, abstraction::sub)
    }

    fn and(self, b: Self) -> Self {
        self.zip(b, abstraction::and)
    }

    fn shr<const BITS: u32>(self) -> Self {
        Self(self.0.map(|a| abstraction::shr(a, BITS)))
    }

    fn equal(self, b: Self) -> Self {
        self.zip(b, |a, b| u64::from(a == b).wrapping_neg())
    }

    fn or_else(self, b: Self, mask: Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i] & mask.0[i] | b.0[i] & !mask.0[i]))
    }
}

impl<const N: usize, const CHECKED: bool> FusedVector for Emulated<N, CHECKED> {
    const CHECKED: bool = CHECKED;

    fn fma(self, b: Self, c: Self) -> Self {
        Self(core::array::from_fn(|i| abstraction::fma(self.0[i], b.0[i], c.0[i])))
    }

    fn add_f64(self, b: Self) -> Self {
        self.zip(b, abstraction::add_f64)
    }

    fn sub_f64(self, b: Self) -> Self {
        self.zip(b, abstraction::sub_f64)
    }

    fn within(self, low: f64, high: f64) -> bool {
        self.0.into_iter().all(|x| abstraction::within(x, low, high))
    }

    unsafe fn splat_each<const M: usize>(at: *const u64) -> Self {
        // SAFETY: the caller's promise
        Self(core::array::from_fn(|i| unsafe { *at.add(i % M) }))
    }

    fn up<const M: usize>(self, lowest: Self) -> Self {
        Self(core::array::from_fn(|i| if i < M { lowest.0[i] } else { self.0[i - M] }))
    }

    unsafe fn sum_down<const M: usize>(of: impl Fn(usize) -> *const Self, above: u64) -> Self {
        // SAFETY: the caller's promise
        let parts: Vec<Self> = (0..N / M).map(|i| unsafe { Self::load(of(i)) }).collect();
        Self(core::array::from_fn(|j| {
            let lanes = parts.iter().enumerate().filter_map(|(i, part)| part.0.get(M * i + j).copied());
            lanes.chain((j >= M).then_some(above)).reduce(abstraction::add).expect("i = 0")
        }))
    }
}

impl<const LANES: usize, const CHECKED: bool> Machine for Emulated<LANES, CHECKED> {
    const ENTRIES_PER_PRODUCT: usize = 4;

    /// Tests change no modes.
    type Rounding = ();

    fn round_to_nearest() {}

    fn detect() -> bool {
        rounds_once::<Self>()
    }

    products!();
}
