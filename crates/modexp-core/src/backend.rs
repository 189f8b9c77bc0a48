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
    pub fn best_for(_bits: usize) -> Self {
        if Self::Adx.is_available() {
            return Self::Adx;
        }
        Self::Portable
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
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Adx => Adx::detect().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Adx => false,
        }
    }

    /// Prepares odd moduli above 1, one for each lane; the first serves the lanes for which there is none.
    pub(crate) fn engine(self, moduli: &[&[u64]]) -> Result<Arc<dyn Engine>, Error> {
        match self {
            Self::Portable => engine(Some(Portable::<NativeLimb>::new()), moduli),
            #[cfg(target_arch = "x86_64")]
            Self::Adx => engine(Adx::detect(), moduli),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Adx => Err(Error::BackendUnavailable),
        }
    }
}

/// The engine of a kernel that this machine has.
fn engine<K: Kernel>(kernel: Option<K>, moduli: &[&[u64]]) -> Result<Arc<dyn Engine>, Error> {
    let kernel = kernel.ok_or(Error::BackendUnavailable)?;
    let mut lanes = moduli.to_vec();
    lanes.resize(K::LANES, moduli[0]);
    Ok(Arc::new(MontyParams::new(kernel, &lanes)))
}
