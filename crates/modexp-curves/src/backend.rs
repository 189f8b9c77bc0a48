//! The instruction sets for points, and the parts of a curve. `machine` chooses the fields on each of them.

use crate::error::Error;
use crate::in_lanes::PointLanes;
use crate::machine;
use crate::points::{Arithmetic, Elements, Points};
use crate::prime::is_probable_prime_vartime;
use crate::scalar::{Scalars, to_array};
use crate::tower::Tower;
use alloc::boxed::Box;
use alloc::vec::Vec;
use modexp_fields::prime::{Params, Portable};
use modexp_limbs::limb;

/// The instruction set for points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// Digits without carries, for WebAssembly: in wide arithmetic of 57 bits with signs, or of 58, and of 29 bits elsewhere.
    Digits,
    /// Plain integer arithmetic, for every machine.
    Portable,
    /// x86-64: mulx with the carry chains of adx.
    Adx,
    /// x86-64: `Adx`, and AVX-512 IFMA for eight multiplications or pairings side by side, and for single ones spread over the
    /// lanes where that is faster. GF(2^m) takes VPCLMULQDQ if the CPU has it.
    Ifma,
}

impl Backend {
    /// The backends that this machine can run; the last is the fastest.
    pub fn available() -> Vec<Self> {
        [Self::Digits, Self::Portable, Self::Adx, Self::Ifma]
            .into_iter()
            .filter(|backend| backend.is_available())
            .collect()
    }

    pub(crate) fn is_available(self) -> bool {
        machine::is_available(self)
    }
}

/// A curve with its arithmetic.
pub(crate) struct CurveParts {
    pub(crate) single: Box<dyn Arithmetic>,
    pub(crate) eight: Option<Box<dyn Elements>>,
    /// Computes one multiple at a time, where lanes make that faster.
    pub(crate) spread: Option<Box<dyn Elements>>,
    /// Adds many points, where sums have lanes.
    pub(crate) lanes: Option<Box<dyn PointLanes>>,
    pub(crate) scalars: Box<dyn Scalars>,
    /// Limbs of coordinates and scalars.
    pub(crate) limbs: usize,
}

impl CurveParts {
    /// CurveParts without lanes.
    pub(crate) fn new(single: Box<dyn Arithmetic>, scalars: Box<dyn Scalars>, limbs: usize) -> Self {
        Self { single, eight: None, spread: None, lanes: None, scalars, limbs }
    }
}

/// Bits of the longest p and order.
pub(crate) const MAX_BITS: usize = 576;

/// The coefficients of a curve, below p, and the argument of [`Points::scaled`].
#[derive(Clone, Copy)]
pub(crate) struct Equation<'a> {
    pub(crate) p: &'a [u64],
    pub(crate) a: &'a [u64],
    pub(crate) b: &'a [u64],
    pub(crate) u: Option<&'a [u64]>,
}

impl Equation<'_> {
    /// The curve over a field of N limbs.
    pub(crate) fn points<F: Tower, const N: usize>(&self, field: F) -> Points<F> {
        Points::new(field, &to_array::<N>(self.a), &to_array::<N>(self.b)).scaled(self.u)
    }

    /// The curve over a field of N limbs, its type erased.
    pub(crate) fn over<F: Tower, const N: usize>(&self, field: F) -> Box<dyn Arithmetic> {
        Box::new(self.points::<F, N>(field))
    }
}

/// The curve with this equation; p and the order are odd, above 1 and at most 2^576.
pub(crate) fn parts(equation: Equation<'_>, order: &[u64], backend: Backend) -> Result<CurveParts, Error> {
    if !backend.is_available() || !machine::PRIME {
        return Err(Error::BackendUnavailable);
    }
    // numbers of N limbs, of D digits, or of E digits in each of eight lanes
    let parts = match limb::bit_len(equation.p).max(limb::bit_len(order)) {
        0..=192 if machine::ALL_SIZES => machine::curve::<3, 7, 4>(equation, order, backend),
        0..=256 => machine::curve::<4, 9, 5>(equation, order, backend),
        257..=384 => machine::curve::<6, 14, 8>(equation, order, backend),
        385..=512 if machine::ALL_SIZES => machine::curve::<8, 18, 10>(equation, order, backend),
        _ => machine::curve::<9, 20, 12>(equation, order, backend),
    };
    parts.ok_or(Error::BadPrime)
}

/// Whether an odd number above 1 is a probable prime. Variable time.
pub(crate) fn is_prime_vartime(x: &[u64]) -> bool {
    Params::new(&to_array::<9>(x)).is_some_and(|params| is_probable_prime_vartime(&Portable::new(params)))
}
