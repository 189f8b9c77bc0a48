//! The fields of a WebAssembly module, named by the number of 64-bit limbs of their primes.

pub(crate) use modexp_kernels::field::Limbs24 as TwentyFour;
#[cfg(not(modexp_wide))]
pub(crate) use modexp_kernels::field::{
    Digits7 as Three, Digits9 as Four, Digits14 as Six, Digits18 as Eight, Digits20 as Nine, Digits22 as Ten,
};
#[cfg(target_feature = "relaxed-simd")]
pub(crate) use modexp_kernels::field::{
    Floats6 as TwoOfFour, Floats8 as TwoOfSix, Gaussian6 as GaussianOfFour, Gaussian8 as GaussianOfSix,
    Twin6 as TwinOfFour, Twin8 as TwinOfSix,
};
#[cfg(modexp_wide)]
pub(crate) use modexp_kernels::field::{
    Limbs3 as Three, Limbs4 as Four, Limbs6 as Six, Limbs8 as Eight, Limbs9 as Nine, Limbs10 as Ten,
};
