//! The choice of a kernel. No other file matches on [`Backend`].

mod choice;

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
use crate::aarch64;
use crate::erased::{self, ErasedKernel};
use crate::kernel::Kernel;
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128", not(target_feature = "relaxed-simd"))))]
use crate::portable::Portable;
#[cfg(not(target_arch = "wasm32"))]
use crate::portable::short::PortableShort;
#[cfg(any(
    all(target_arch = "wasm32", target_feature = "simd128"),
    all(feature = "emulated", not(target_arch = "wasm32"))
))]
use crate::wasm32;
#[cfg(target_arch = "x86_64")]
use crate::x86_64;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// An instruction set. [`Backend::available`] returns the instruction sets of this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// Plain Rust: 64-bit limbs natively, 32-bit limbs on wasm32. Modules with SIMD128 but without relaxed SIMD do not
    /// contain it.
    Portable,
    /// x86-64 with BMI2 and ADX: mulx and two carry chains.
    Adx,
    /// x86-64 with AVX2 and FMA, and aarch64: exact products in floating point, in the lanes of a vector.
    Fma,
    /// [`Backend::Fma`] for two numbers at a time.
    FmaX2,
    /// [`Backend::Fma`] for four numbers at a time, one in each lane. Only x86-64 has four lanes.
    FmaX4,
    /// x86-64 with AVX-512 IFMA: one number in the vectors, in 52-bit digits; in 51-bit digits up to 1628 bits.
    Ifma,
    /// [`Backend::Ifma`] for two numbers at a time.
    IfmaX2,
    /// [`Backend::Ifma`] for eight numbers at a time, one in each lane.
    IfmaX8,
    /// WebAssembly with relaxed SIMD and a multiply-add that rounds once: exact products in floating point.
    Relaxed,
    /// [`Backend::Relaxed`] for two numbers at a time.
    RelaxedX2,
    /// WebAssembly with wide arithmetic: 60-bit digits; 58-bit digits up to 286 bits and from 385 to 518 bits.
    Wide,
    /// WebAssembly with SIMD128.
    Simd128,
    /// WebAssembly for short moduli: scalar code.
    Scalar,
}

/// The limb of the portable kernel: the widest that the machine multiplies in one instruction.
#[cfg(all(target_arch = "wasm32", any(target_feature = "relaxed-simd", not(target_feature = "simd128"))))]
type NativeLimb = u32;
#[cfg(not(target_arch = "wasm32"))]
type NativeLimb = u64;

/// A function over any kernel.
trait Visitor {
    type Output;
    fn visit<K: Kernel>(self, kernel: K) -> Self::Output;
}

impl Backend {
    /// Every backend, of all architectures.
    const ALL: &[Self] = &[
        Self::Portable,
        Self::Adx,
        Self::Fma,
        Self::FmaX2,
        Self::FmaX4,
        Self::Ifma,
        Self::IfmaX2,
        Self::IfmaX8,
        Self::Relaxed,
        Self::RelaxedX2,
        Self::Wide,
        Self::Simd128,
        Self::Scalar,
    ];

    /// The backends that this machine can run.
    #[must_use]
    pub fn available() -> Vec<Self> {
        Self::ALL.iter().copied().filter(|backend| backend.is_native()).collect()
    }

    /// The backends of wasm32, emulated on other architectures for tests. They are slow, and `best_for` never returns
    /// them.
    #[cfg(all(feature = "emulated", not(target_arch = "wasm32")))]
    #[must_use]
    pub fn emulated() -> Vec<Self> {
        Self::ALL.iter().copied().filter(|backend| backend.is_emulated()).collect()
    }

    /// Whether this is a backend of wasm32 on another architecture.
    fn is_emulated(self) -> bool {
        let of_wasm32 = matches!(self, Self::Relaxed | Self::RelaxedX2 | Self::Wide | Self::Simd128 | Self::Scalar);
        cfg!(not(target_arch = "wasm32")) && of_wasm32
    }

    /// Whether this machine runs the backend without emulation.
    fn is_native(self) -> bool {
        !self.is_emulated() && self.is_available()
    }

    /// The backend's lower-case name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Adx => "adx",
            Self::Fma => "fma",
            Self::FmaX2 => "fma_x2",
            Self::FmaX4 => "fma_x4",
            Self::Ifma => "ifma",
            Self::IfmaX2 => "ifma_x2",
            Self::IfmaX8 => "ifma_x8",
            Self::Relaxed => "relaxed",
            Self::RelaxedX2 => "relaxed_x2",
            Self::Wide => "wide",
            Self::Simd128 => "simd128",
            Self::Scalar => "scalar",
        }
    }

    /// Bits of the longest modulus that the backend takes.
    fn max_bits(self) -> usize {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Fma | Self::FmaX2 | Self::FmaX4 => x86_64::fma::Fma::MAX_BITS,
            #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
            Self::Fma | Self::FmaX2 => aarch64::fma::Fma::MAX_BITS,
            #[cfg(any(
                all(target_arch = "wasm32", target_feature = "relaxed-simd"),
                all(feature = "emulated", not(target_arch = "wasm32"))
            ))]
            Self::Relaxed => wasm32::relaxed::Relaxed::MAX_BITS,
            #[cfg(any(
                all(target_arch = "wasm32", target_feature = "relaxed-simd"),
                all(feature = "emulated", not(target_arch = "wasm32"))
            ))]
            Self::RelaxedX2 => wasm32::relaxed::RelaxedX2::MAX_BITS,
            #[cfg(any(
                all(target_arch = "wasm32", target_feature = "simd128"),
                all(feature = "emulated", not(target_arch = "wasm32"))
            ))]
            Self::Scalar => wasm32::short::Scalar::MAX_BITS,
            // `relaxed` is faster for longer moduli
            #[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd", modexp_wide_short))]
            Self::Wide => WideNine::MAX_BITS,
            _ => usize::MAX,
        }
    }

    /// Exponentiations at a time.
    #[must_use]
    pub fn lanes(self) -> usize {
        struct Lanes;
        impl Visitor for Lanes {
            type Output = usize;
            fn visit<K: Kernel>(self, _kernel: K) -> usize {
                K::LANES
            }
        }
        self.visit(0, Lanes).unwrap_or(1)
    }

    /// Whether this machine can run the backend.
    #[must_use]
    pub fn is_available(self) -> bool {
        struct Exists;
        impl Visitor for Exists {
            type Output = ();
            fn visit<K: Kernel>(self, _kernel: K) {}
        }
        self.visit(0, Exists).is_some()
    }

    /// The kernel for odd moduli above 1 of at most `bits` bits, one for each lane, all with the same number of limbs.
    /// `None` if this machine cannot run the kernel, or if the moduli are too long for the kernel.
    #[must_use]
    pub fn erased(self, moduli: &[&[u64]], bits: usize) -> Option<Arc<dyn ErasedKernel>> {
        struct Erase<'a>(&'a [&'a [u64]], usize);
        impl Visitor for Erase<'_> {
            type Output = Arc<dyn ErasedKernel>;
            fn visit<K: Kernel>(self, kernel: K) -> Self::Output {
                erased::erase(kernel, self.0, self.1)
            }
        }
        if bits > self.max_bits() {
            return None;
        }
        self.visit(bits, Erase(moduli, bits))
    }

    /// Calls `visitor` with the kernel for moduli of `bits` bits, if this machine can run it.
    fn visit<V: Visitor>(self, bits: usize, visitor: V) -> Option<V::Output> {
        #[cfg(all(target_arch = "wasm32", not(modexp_wide_short)))]
        let _ = bits;
        match self {
            #[cfg(not(target_arch = "wasm32"))]
            Self::Portable if (129..=256).contains(&bits) => Some(visitor.visit(PortableShort::<NativeLimb, 4>::new())),
            #[cfg(not(target_arch = "wasm32"))]
            Self::Portable if (257..=384).contains(&bits) => Some(visitor.visit(PortableShort::<NativeLimb, 6>::new())),
            #[cfg(not(target_arch = "wasm32"))]
            Self::Portable if (385..=512).contains(&bits) => Some(visitor.visit(PortableShort::<NativeLimb, 8>::new())),
            // the module with SIMD128 has other kernels for every engine and size
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128", not(target_feature = "relaxed-simd"))))]
            Self::Portable => Some(visitor.visit(Portable::<NativeLimb>::new())),
            #[cfg(target_arch = "x86_64")]
            Self::Adx if bits <= x86_64::adx::short::AdxFour::MAX_BITS => {
                x86_64::adx::short::AdxFour::detect().map(|kernel| visitor.visit(kernel))
            }
            #[cfg(target_arch = "x86_64")]
            Self::Adx if bits <= x86_64::adx::short::AdxEight::MAX_BITS => {
                x86_64::adx::short::AdxEight::detect().map(|kernel| visitor.visit(kernel))
            }
            #[cfg(target_arch = "x86_64")]
            Self::Adx => x86_64::adx::Adx::detect().map(|kernel| visitor.visit(kernel)),
            #[cfg(target_arch = "x86_64")]
            Self::Fma => x86_64::fma::Fma::detect().map(|kernel| visitor.visit(kernel)),
            #[cfg(target_arch = "x86_64")]
            Self::FmaX2 => x86_64::fma::FmaX2::detect().map(|kernel| visitor.visit(kernel)),
            #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
            Self::Fma => aarch64::fma::Fma::detect().map(|kernel| visitor.visit(kernel)),
            #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
            Self::FmaX2 => aarch64::fma::FmaX2::detect().map(|kernel| visitor.visit(kernel)),
            #[cfg(target_arch = "x86_64")]
            Self::FmaX4 => x86_64::fma::FmaX4::detect().map(|kernel| visitor.visit(kernel)),
            #[cfg(target_arch = "x86_64")]
            Self::Ifma if bits <= x86_64::ifma_short::IfmaShort::MAX_BITS => {
                x86_64::ifma_short::IfmaShort::detect().map(|kernel| visitor.visit(kernel))
            }
            #[cfg(target_arch = "x86_64")]
            Self::Ifma => x86_64::ifma::Ifma::detect().map(|kernel| visitor.visit(kernel)),
            #[cfg(target_arch = "x86_64")]
            Self::IfmaX2 => x86_64::ifma::IfmaX2::detect().map(|kernel| visitor.visit(kernel)),
            #[cfg(target_arch = "x86_64")]
            Self::IfmaX8 => x86_64::ifma_x8::IfmaX8::detect().map(|kernel| visitor.visit(kernel)),
            #[cfg(any(
                all(target_arch = "wasm32", target_feature = "relaxed-simd"),
                all(feature = "emulated", not(target_arch = "wasm32"))
            ))]
            Self::Relaxed => wasm32::relaxed::Relaxed::detect().map(|kernel| visitor.visit(kernel)),
            #[cfg(any(
                all(target_arch = "wasm32", target_feature = "relaxed-simd"),
                all(feature = "emulated", not(target_arch = "wasm32"))
            ))]
            Self::RelaxedX2 => wasm32::relaxed::RelaxedX2::detect().map(|kernel| visitor.visit(kernel)),
            #[cfg(any(
                all(target_arch = "wasm32", modexp_wide_short),
                all(feature = "emulated", not(target_arch = "wasm32"))
            ))]
            Self::Wide => visit_wide(bits, visitor),
            // modules with relaxed SIMD or wide arithmetic have other kernels for long moduli
            #[cfg(any(
                all(
                    target_arch = "wasm32",
                    target_feature = "simd128",
                    not(any(target_feature = "relaxed-simd", modexp_wide))
                ),
                all(feature = "emulated", not(target_arch = "wasm32"))
            ))]
            Self::Simd128 => wasm32::simd128::Simd128::detect().map(|kernel| visitor.visit(kernel)),
            // with wide arithmetic, `wide` is faster for short moduli too
            #[cfg(any(
                all(target_arch = "wasm32", target_feature = "simd128", not(modexp_wide_short)),
                all(feature = "emulated", not(target_arch = "wasm32"))
            ))]
            Self::Scalar => wasm32::short::Scalar::detect().map(|kernel| visitor.visit(kernel)),
            // a backend of a different architecture, or of a target feature that this build does not have
            #[allow(unreachable_patterns, reason = "there is none where those of wasm32 are emulated")]
            _ => None,
        }
    }
}

/// The kernels of wide arithmetic for 256 and for 512 bits.
#[cfg(any(all(target_arch = "wasm32", modexp_wide_short), all(feature = "emulated", not(target_arch = "wasm32"))))]
type WideFive = wasm32::short::Short<u128, 5>;
#[cfg(any(all(target_arch = "wasm32", modexp_wide_short), all(feature = "emulated", not(target_arch = "wasm32"))))]
type WideNine = wasm32::short::Short<u128, 9>;

/// Calls `visitor` with the kernel of wide arithmetic for moduli of `bits` bits. In `JavaScriptCore`, a product of 384 bits in nine
/// digits takes 1.2 times as long as in loops. A module with relaxed SIMD does not contain the loops.
#[cfg(any(all(target_arch = "wasm32", modexp_wide_short), all(feature = "emulated", not(target_arch = "wasm32"))))]
fn visit_wide<V: Visitor>(bits: usize, visitor: V) -> Option<V::Output> {
    if bits <= WideFive::MAX_BITS {
        return WideFive::detect().map(|kernel| visitor.visit(kernel));
    }
    #[cfg(any(modexp_wide, not(target_arch = "wasm32")))]
    if !(385..=WideNine::MAX_BITS).contains(&bits) {
        return wasm32::wide::Wide::detect().map(|kernel| visitor.visit(kernel));
    }
    WideNine::detect().map(|kernel| visitor.visit(kernel))
}
