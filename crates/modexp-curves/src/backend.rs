//! The instruction sets for points, and the fields on them. `pairing/build.rs` and `binary/build.rs` choose the fields of towers
//! and of GF(2^m).

use crate::error::Error;
use crate::in_lanes::Lanes;
#[cfg(target_arch = "x86_64")]
use crate::points::SpreadPoints;
use crate::points::{Arithmetic, Elements, Points};
use crate::prime::is_probable_prime_vartime;
use crate::scalar::{Scalars, scalars, to_array};
use crate::tower::Tower;
#[cfg(target_arch = "wasm32")]
use crate::wasm_fields;
#[cfg(any(target_arch = "x86_64", target_feature = "relaxed-simd"))]
use crate::weierstrass::Weierstrass;
use alloc::boxed::Box;
use alloc::vec::Vec;
#[cfg(not(target_arch = "wasm32"))]
use modexp_kernels::field::{Digits, RADIX, Word};
#[cfg(target_arch = "x86_64")]
use modexp_kernels::field::{
    Eight,
    x86_64::{Adx, Ifma},
};
use modexp_kernels::field::{Params, Portable};
use modexp_limbs::limb;

/// The instruction set for points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// Digits of 29 bits, for WebAssembly without wide arithmetic.
    Digits,
    /// Plain integer arithmetic, for every machine, and WebAssembly with wide arithmetic.
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

    #[cfg(target_arch = "x86_64")]
    pub(crate) fn is_available(self) -> bool {
        let adx = || Params::new(&[3]).and_then(Adx::detect).is_some();
        match self {
            Self::Digits | Self::Portable => true,
            Self::Adx => adx(),
            Self::Ifma => adx() && Ifma::detect().is_some(),
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    pub(crate) fn is_available(self) -> bool {
        match self {
            Self::Digits => cfg!(not(all(target_arch = "wasm32", modexp_wide))),
            // a module has one of them, so that it is small
            Self::Portable => cfg!(any(not(target_arch = "wasm32"), modexp_wide)),
            Self::Adx | Self::Ifma => false,
        }
    }
}

/// A curve with its arithmetic.
pub(crate) struct Parts {
    pub(crate) single: Box<dyn Arithmetic>,
    pub(crate) eight: Option<Box<dyn Elements>>,
    /// Computes one multiple at a time, where lanes make that faster.
    pub(crate) spread: Option<Box<dyn Elements>>,
    /// Adds many points, where sums have lanes.
    pub(crate) lanes: Option<Box<dyn Lanes>>,
    pub(crate) scalars: Box<dyn Scalars>,
    /// Limbs of coordinates and scalars.
    pub(crate) limbs: usize,
}

impl Parts {
    /// Parts without lanes.
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
    /// The curve over a field of N limbs, its type erased.
    pub(crate) fn over<F: Tower, const N: usize>(&self, field: F) -> Box<dyn Arithmetic> {
        Box::new(Points::new(field, &to_array::<N>(self.a), &to_array::<N>(self.b)).scaled(self.u))
    }
}

/// The curve with this equation; p and the order are odd, above 1 and at most 2^576.
pub(crate) fn parts(equation: Equation<'_>, order: &[u64], backend: Backend) -> Result<Parts, Error> {
    if !backend.is_available() || cfg!(all(target_arch = "wasm32", not(feature = "prime"))) {
        return Err(Error::BackendUnavailable);
    }
    of_bits(limb::bit_len(equation.p).max(limb::bit_len(order)), equation, order, backend).ok_or(Error::BadPrime)
}

/// The parts for numbers of `bits` bits. A module of WebAssembly has two sizes: their fields are compiled for speed, the rest for
/// size.
#[cfg(target_arch = "wasm32")]
fn of_bits(bits: usize, equation: Equation<'_>, order: &[u64], _backend: Backend) -> Option<Parts> {
    if bits <= 256 {
        let single = equation.over::<_, 4>(wasm_fields::Four::new(Params::new(&to_array(equation.p))?)?);
        return Some(Parts::new(single, scalars::<4>(order)?, 4));
    }
    let single = equation.over::<_, 9>(wasm_fields::Nine::new(Params::new(&to_array(equation.p))?)?);
    Some(Parts::new(single, scalars::<9>(order)?, 9))
}

/// The parts for numbers of `bits` bits.
#[cfg(not(target_arch = "wasm32"))]
fn of_bits(bits: usize, equation: Equation<'_>, order: &[u64], backend: Backend) -> Option<Parts> {
    match bits {
        0..=192 => of_size::<3, 7, 4>(equation, order, backend),
        193..=256 => of_size::<4, 9, 5>(equation, order, backend),
        257..=384 => of_size::<6, 14, 8>(equation, order, backend),
        385..=512 => of_size::<8, 18, 10>(equation, order, backend),
        _ => of_size::<9, 20, 12>(equation, order, backend),
    }
}

/// The parts on N limbs, on D digits, or on E digits in each of eight lanes.
#[cfg(not(target_arch = "wasm32"))]
fn of_size<const N: usize, const D: usize, const E: usize>(
    equation: Equation<'_>,
    order: &[u64],
    backend: Backend,
) -> Option<Parts> {
    let params = Params::new(&to_array::<N>(equation.p))?;
    let scalars = scalars::<N>(order)?;
    let single = match backend {
        Backend::Digits => equation.over::<_, N>(Digits::<Word<RADIX>, N, D>::new(params)?),
        Backend::Portable => equation.over::<_, N>(Portable::new(params)),
        #[cfg(target_arch = "x86_64")]
        Backend::Adx | Backend::Ifma => equation.over::<_, N>(Adx::detect(params)?),
        #[cfg(not(target_arch = "x86_64"))]
        Backend::Adx | Backend::Ifma => return None,
    };
    #[cfg(target_arch = "x86_64")]
    if backend == Backend::Ifma {
        let field = Eight::<_, N, E>::new(Ifma::detect()?, params)?;
        let lanes = Some(lanes_of(field, [equation.a, equation.b], N));
        let one = Adx::detect(params)?;
        // for these primes, one lane is as fast
        let spread =
            if one.has_own_reduction() { None } else { SpreadPoints::of(one, [equation.a, equation.b], None, field) };
        return Some(Parts { single, eight: Some(equation.over::<_, N>(field)), spread, lanes, scalars, limbs: N });
    }
    Some(Parts::new(single, scalars, N))
}

/// Whether an odd number above 1 is a probable prime. Variable time.
pub(crate) fn is_prime_vartime(x: &[u64]) -> bool {
    Params::new(&to_array::<9>(x)).is_some_and(|params| is_probable_prime_vartime(&Portable::new(params)))
}

/// Adds points of the curve with these coefficients in the lanes of a field. A coordinate has `limbs` limbs.
#[cfg(any(target_arch = "x86_64", target_feature = "relaxed-simd"))]
pub(crate) fn lanes_of<F: Tower>(field: F, coefficients: [&[u64]; 2], limbs: usize) -> Box<dyn Lanes> {
    let [a, b] = coefficients.map(|x| field.to_mont(&field.from_limbs(&[&limb::resize(x, limbs)])));
    Box::new(Weierstrass::new(field, &a, &b))
}
