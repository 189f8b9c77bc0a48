//! Which kernel computes: the only place that matches on [`Backend`].

use crate::engine::Engine;
use crate::error::Error;
use crate::kernel::Kernel;
use crate::kernels::portable::Portable;
#[cfg(target_arch = "x86_64")]
use crate::kernels::x86_64::adx::Adx;
use crate::monty::MontyParams;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// The instruction sets. Which of them this machine has, [`Backend::available`] tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// Plain Rust: 64-bit limbs natively, 32-bit limbs on wasm32.
    Portable,
    /// x86-64 with BMI2 and ADX: mulx and two carry chains.
    Adx,
}

/// The limb of the portable kernel: what the machine multiplies in one instruction.
#[cfg(target_arch = "wasm32")]
type NativeLimb = u32;
#[cfg(not(target_arch = "wasm32"))]
type NativeLimb = u64;

/// Something to do with a kernel, whichever it is.
trait Visitor {
    type Output;
    fn visit<K: Kernel>(self, kernel: K) -> Self::Output;
}

impl Backend {
    /// Every backend, for whatever architecture.
    const ALL: &[Self] = &[Self::Portable, Self::Adx];

    /// The backends that this machine can run.
    #[must_use]
    pub fn available() -> Vec<Self> {
        Self::ALL.iter().copied().filter(|backend| backend.is_available()).collect()
    }

    /// The fastest backend here for one exponentiation with a modulus of `bits` bits.
    #[must_use]
    pub fn best_for(bits: usize) -> Self {
        let fastest = Self::by_speed(bits).iter().find(|backend| backend.is_available());
        *fastest.unwrap_or(&Self::Portable)
    }

    /// Backends with one lane, the fastest first.
    fn by_speed(_bits: usize) -> &'static [Self] {
        &[Self::Adx]
    }

    /// The backend whose lanes take several exponentiations with moduli of `bits` bits at once, and from how many on
    /// it beats one after the other; `None` if this machine has no such backend.
    pub(crate) fn best_for_many(_bits: usize) -> Option<(Self, usize)> {
        None
    }

    /// The backend's lower-case name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Adx => "adx",
        }
    }

    pub(crate) fn is_available(self) -> bool {
        struct Exists;
        impl Visitor for Exists {
            type Output = ();
            fn visit<K: Kernel>(self, _kernel: K) {}
        }
        self.visit(Exists).is_some()
    }

    /// Prepares odd moduli above 1, one for each lane; the first serves the lanes for which there is none.
    pub(crate) fn engine(self, moduli: &[&[u64]]) -> Result<Arc<dyn Engine>, Error> {
        struct Prepare<'a>(&'a [&'a [u64]]);
        impl Visitor for Prepare<'_> {
            type Output = Arc<dyn Engine>;
            fn visit<K: Kernel>(self, kernel: K) -> Self::Output {
                let mut lanes = self.0.to_vec();
                lanes.resize(K::LANES, self.0[0]);
                Arc::new(MontyParams::new(kernel, &lanes))
            }
        }
        self.visit(Prepare(moduli)).ok_or(Error::BackendUnavailable)
    }

    /// Hands the kernel over, if this machine can run it.
    fn visit<V: Visitor>(self, visitor: V) -> Option<V::Output> {
        match self {
            Self::Portable => Some(visitor.visit(Portable::<NativeLimb>::new())),
            #[cfg(target_arch = "x86_64")]
            Self::Adx => Adx::detect().map(|kernel| visitor.visit(kernel)),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Adx => None,
        }
    }
}
