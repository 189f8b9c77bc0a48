//! Which kernel computes: the only place that matches on [`Backend`].

use crate::engine::Engine;
use crate::error::Error;
use crate::kernel::Kernel;
use crate::kernels;
use crate::monty::MontyParams;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

/// The instruction sets. Which of them this machine has, [`Backend::available`] tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// Plain Rust: 64-bit limbs natively, 32-bit limbs on wasm32.
    Portable,
}

/// The limb of the portable kernel: what the machine multiplies in one instruction.
#[cfg(target_arch = "wasm32")]
type NativeLimb = u32;
#[cfg(not(target_arch = "wasm32"))]
type NativeLimb = u64;

impl Backend {
    /// Every backend that exists for this architecture.
    const ALL: &[Self] = &[Self::Portable];

    /// The backends that this machine can run.
    #[must_use]
    pub fn available() -> Vec<Self> {
        Self::ALL.iter().copied().filter(|backend| backend.engine(&[3]).is_ok()).collect()
    }

    /// The fastest backend here for one exponentiation with a modulus of `bits` bits.
    #[must_use]
    pub fn best_for(_bits: usize) -> Self {
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
        }
    }

    /// Prepares an odd modulus above 1.
    pub(crate) fn engine(self, m: &[u64]) -> Result<Arc<dyn Engine>, Error> {
        match self {
            Self::Portable => Ok(prepare(kernels::portable::Portable::<NativeLimb>::new(), m)),
        }
    }
}

/// The engine of `m` on kernel `kernel`, the same modulus in every lane.
fn prepare<K: Kernel>(kernel: K, m: &[u64]) -> Arc<dyn Engine> {
    Arc::new(MontyParams::new(kernel, &vec![m; K::LANES]))
}
