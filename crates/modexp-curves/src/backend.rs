//! Which arithmetic a curve computes with: the one place that knows instruction sets.

use crate::error::Error;
use crate::points::{Arithmetic, Points};
use crate::scalar::{Scalars, scalars, to_array};
use alloc::boxed::Box;
use alloc::vec::Vec;
#[cfg(target_arch = "x86_64")]
use modexp_kernels::field::{
    Eight,
    x86_64::{Adx, Ifma},
};
use modexp_kernels::field::{FieldOps, Params, Portable};
use modexp_limbs::limb;

/// The instructions that points are computed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// Plain integer arithmetic, for every machine and WebAssembly.
    Portable,
    /// x86-64: mulx with the carry chains of adx.
    Adx,
    /// x86-64: `Adx`, and eight multiplications side by side by AVX-512 IFMA.
    Ifma,
}

impl Backend {
    /// Those that this machine can run; the last is the fastest.
    pub fn available() -> Vec<Self> {
        [Self::Portable, Self::Adx, Self::Ifma].into_iter().filter(|backend| backend.is_available()).collect()
    }

    #[cfg(target_arch = "x86_64")]
    fn is_available(self) -> bool {
        let adx = || Params::new(&[3]).and_then(Adx::detect).is_some();
        match self {
            Self::Portable => true,
            Self::Adx => adx(),
            Self::Ifma => adx() && Ifma::detect().is_some(),
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn is_available(self) -> bool {
        self == Self::Portable
    }
}

/// A curve with its arithmetic.
pub(crate) struct Parts {
    pub(crate) single: Box<dyn Arithmetic>,
    pub(crate) eight: Option<Box<dyn Arithmetic>>,
    pub(crate) scalars: Box<dyn Scalars>,
    /// Limbs of coordinates and scalars.
    pub(crate) limbs: usize,
}

/// Bits of the longest p and order.
pub(crate) const MAX_BITS: usize = 576;

/// The curve with these coefficients, below p; p and the order are odd, above 1 and at most 2^576.
pub(crate) fn parts(p: &[u64], a: &[u64], b: &[u64], order: &[u64], backend: Backend) -> Result<Parts, Error> {
    if !backend.is_available() {
        return Err(Error::BackendUnavailable);
    }
    match limb::bit_len(p).max(limb::bit_len(order)) {
        0..=192 => of_size::<3, 4>(p, a, b, order, backend),
        193..=256 => of_size::<4, 5>(p, a, b, order, backend),
        257..=384 => of_size::<6, 8>(p, a, b, order, backend),
        385..=512 => of_size::<8, 10>(p, a, b, order, backend),
        _ => of_size::<9, 12>(p, a, b, order, backend),
    }
    .ok_or(Error::BadPrime)
}

/// The same on N limbs, or on D digits in each of eight lanes.
fn of_size<const N: usize, const D: usize>(
    p: &[u64],
    a: &[u64],
    b: &[u64],
    order: &[u64],
    backend: Backend,
) -> Option<Parts> {
    let params = Params::new(&to_array::<N>(p))?;
    let [a, b] = [a, b].map(to_array::<N>);
    let scalars = scalars::<N>(order)?;
    let portable = || of_field(Portable::new(params), &a, &b);
    #[cfg(target_arch = "x86_64")]
    let (single, eight) = {
        let adx = || Some(of_field(Adx::detect(params)?, &a, &b));
        let eight = || Some(of_field(Eight::<_, N, D>::new(Ifma::detect()?, params)?, &a, &b));
        match backend {
            Backend::Portable => (portable(), None),
            Backend::Adx => (adx()?, None),
            Backend::Ifma => (adx()?, Some(eight()?)),
        }
    };
    #[cfg(not(target_arch = "x86_64"))]
    let (single, eight) = {
        debug_assert_eq!(backend, Backend::Portable);
        (portable(), None)
    };
    Some(Parts { single, eight, scalars, limbs: N })
}

/// The curve over a field, its type erased.
pub(crate) fn of_field<F: FieldOps>(field: F, a: &[u64], b: &[u64]) -> Box<dyn Arithmetic> {
    Box::new(Points::new(field, a, b))
}
