//! Prime fields of fixed width: Montgomery arithmetic for curves and pairings.
//!
//! This seam is not [`Kernel`](modexp_kernels::kernel::Kernel). At four limbs a product takes as long as a few additions. So elements are
//! values of a fixed size, the parameters of the prime are inline, and nothing uses the heap or a virtual call. Formulas are written
//! once over [`FieldOps`]. They have no branches: an element may hold eight residues, one in each lane, and residues may be secret.
//!
//! | backend | elements | range |
//! |---|---|---|
//! | [`Portable`] | `[u64; N]` | below p |
//! | `x86_64::Adx` | `[u64; N]` | below p |
//! | [`DigitField`] | `[u64; D]` in radix 2^29, or 2^58 in wide arithmetic | below 2p |
//! | [`LazyDigits`] | `[u64; D]` in radix 2^57 with signs, in wide arithmetic | between −2p and 2p |
//! | [`LazyGaussian`] on [`LazyDigits`] | the two coefficients of a number of GF(p²) | between −2p and 2p |
//! | [`Eight`] on `x86_64::Ifma` | eight numbers in radix 2^52 | below 2p |
//! | `Floats` on relaxed SIMD | two numbers in radix 2^50, of `f64` | between −2p and 2p |
//! | `Twin`, `Gaussian` on `Floats` | one number in both lanes; the two coefficients of a number of GF(p²) | between −2p and 2p |
//!
//! For WebAssembly, `outlined` has fields of some sizes with operations that are compiled as separate functions.
//!
//! The layers: `params` (the prime) → `ops` (the seam) → `portable`, `digits`, `x86_64`, `lanes` (arithmetic) → `inverse`, `power`,
//! `sqrt` (written over the seam). The assembly is in this folder's `x86_64`.

mod digits;
#[cfg(test)]
mod estimates;
#[cfg(any(target_feature = "relaxed-simd", test))]
mod floats;
mod inverse;
mod lanes;
mod limbs;
mod ops;
#[cfg(any(target_arch = "wasm32", test))]
mod outlined;
mod params;
mod portable;
mod power;
mod sqrt;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
pub mod x86_64;

pub use digits::{
    ColumnWord, DigitField, GaussianOps, LazyDigits, LazyGaussian, PRODUCT_TERMS, Pair, RADIX, RESIDUE_TERMS,
    SQUARE_TERMS, SUM_TERMS, SignedWord, WIDE_RADIX, WideWord, Word,
};
pub use inverse::invert_many;
pub use lanes::{Eight, Vectors};
pub use ops::{Choice, FieldOps, HIGH_LANES, Permute, Places, SWAPPED, times};
#[cfg(target_arch = "wasm32")]
pub use outlined::{
    Digits7, Digits9, Digits14, Digits18, Digits20, Digits22, Limbs24, Signed5, Signed7, Wide4, Wide9, Wide10, Wide11,
};
#[cfg(target_feature = "relaxed-simd")]
pub use outlined::{Floats6, Floats8, Gaussian6, Gaussian8, Twin6, Twin8};
pub use params::Params;
pub use portable::Portable;
pub use power::pow_vartime;
pub use sqrt::SquareRoot;
