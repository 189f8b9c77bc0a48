//! The modulus: x^m + x^k + 1, or x^m + x^j + x^k + x^l + 1.

use core::fmt::Debug;

/// A sparse polynomial of an odd degree.
pub trait Polynomial: Copy + Debug + Send + Sync + 'static {
    /// Whether the compiler knows the polynomial.
    const KNOWN: bool = false;

    /// m.
    fn degree(self) -> usize;

    /// The exponents between m and 0, the highest first; zeros after the first of a trinomial.
    fn middle(self) -> [usize; 3];
}

/// A polynomial that the compiler knows.
#[derive(Clone, Copy, Debug)]
pub struct Fixed<const M: usize, const J: usize, const K: usize, const L: usize>;

impl<const M: usize, const J: usize, const K: usize, const L: usize> Polynomial for Fixed<M, J, K, L> {
    const KNOWN: bool = true;

    #[inline(always)]
    fn degree(self) -> usize {
        M
    }

    #[inline(always)]
    fn middle(self) -> [usize; 3] {
        [J, K, L]
    }
}

/// A polynomial that is known at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Any {
    degree: usize,
    middle: [usize; 3],
}

impl Any {
    /// `polynomial`, as one that is known at run time.
    #[inline(always)]
    #[cfg(any(all(target_arch = "wasm32", target_feature = "simd128"), test))]
    pub(super) fn from_polynomial<P: Polynomial>(polynomial: P) -> Self {
        Self { degree: polynomial.degree(), middle: polynomial.middle() }
    }

    /// The polynomial with the bits of `bits` as coefficients; `None` unless it has three or five terms, the constant term 1 and
    /// an odd degree.
    #[must_use]
    pub fn from_bits(bits: &[u64]) -> Option<Self> {
        let exponents = || (0..64 * bits.len()).rev().filter(|&i| bits[i / 64] >> (i % 64) & 1 == 1);
        let count = exponents().count();
        let degree = exponents().next()?;
        let mut middle = [0; 3];
        for (place, exponent) in middle.iter_mut().zip(exponents().skip(1)) {
            *place = exponent;
        }
        let fits = matches!(count, 3 | 5) && bits[0] & 1 == 1 && degree % 2 == 1;
        fits.then_some(Self { degree, middle })
    }
}

impl Polynomial for Any {
    #[inline(always)]
    fn degree(self) -> usize {
        self.degree
    }

    #[inline(always)]
    fn middle(self) -> [usize; 3] {
        self.middle
    }
}
