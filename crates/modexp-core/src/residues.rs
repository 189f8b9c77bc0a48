//! The residues modulo m = odd · 2^k: arithmetic modulo each part, and the combination of their residues.

pub(crate) mod arithmetic;
pub(crate) mod power_of_two;

use crate::error::Error;
use crate::residues::arithmetic::Arithmetic;
use crate::residues::power_of_two::PowerOfTwo;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::slice;
use modexp_kernels::backend::Backend;
use modexp_limbs::declassify::declassified;
use modexp_limbs::{limb, safegcd};
use zeroize::Zeroizing;

/// The cases of m = odd · 2^k.
#[derive(Clone)]
pub(crate) enum Residues {
    /// m = 1: everything is 0.
    Zero,
    Odd(Arc<Arithmetic>),
    PowerOfTwo(Two),
    Even(Even),
}

impl Residues {
    /// Creates the residues modulo m ≥ 1, which has no leading zero limbs.
    pub(crate) fn new(m: &[u64], backend: Backend) -> Result<Self, Error> {
        let (bits, k) = (limb::bit_len(m), limb::trailing_zeros(m));
        if bits == 1 {
            return Ok(Self::Zero);
        }
        if k == 0 {
            return Ok(Self::Odd(Arithmetic::new(backend, &[m])?));
        }
        let two = Two::new(k);
        if k == bits - 1 {
            return Ok(Self::PowerOfTwo(two));
        }
        let odd = Zeroizing::new(limb::trim(&Zeroizing::new(limb::shift_right(m, k))).to_vec());
        let (part, odd_inv) = (Arithmetic::new(backend, &[&odd])?, Zeroizing::new(two.inverse(&odd)?));
        Ok(Self::Even(Even { parts: [part, two.part.clone()], odd, two, odd_inv }))
    }

    /// Returns the arithmetic modulo the odd part of m and modulo the power of two. Omits a part 1.
    pub(crate) fn parts(&self) -> &[Arc<Arithmetic>] {
        match self {
            Self::Zero => &[],
            Self::Odd(part) => slice::from_ref(part),
            Self::PowerOfTwo(two) => slice::from_ref(&two.part),
            Self::Even(even) => &even.parts,
        }
    }

    /// Returns the number below m, of `limbs` limbs, with these residues modulo the parts, in the order of
    /// [`Residues::parts`].
    pub(crate) fn combine(&self, parts: &[Zeroizing<Vec<u64>>], limbs: usize) -> Vec<u64> {
        match (self, parts) {
            (Self::Even(even), [high, low]) => even.combine(high, low, limbs),
            (_, [x]) => limb::resize(x, limbs),
            _ => vec![0; limbs],
        }
    }

    /// a⁻¹ mod m for a < m; 0 modulo 1.
    pub(crate) fn inverse(&self, a: &[u64], m: &[u64]) -> Result<Vec<u64>, Error> {
        let odd_inverse = |m: &[u64], a: &[u64]| safegcd::inverse(a, m).ok_or(Error::NoInverse);
        match self {
            Self::Zero => Ok(vec![0]),
            Self::Odd(_) => odd_inverse(m, a),
            Self::PowerOfTwo(two) => Ok(limb::resize(&Zeroizing::new(two.inverse(a)?), m.len())),
            Self::Even(even) => {
                let low = Zeroizing::new(even.two.inverse(a)?);
                let residue = Zeroizing::new(even.parts[0].reduce(a));
                let high = Zeroizing::new(odd_inverse(&even.odd, &residue)?);
                Ok(even.combine(&high, &low, m.len()))
            }
        }
    }
}

/// Arithmetic modulo 2^k.
#[derive(Clone)]
pub(crate) struct Two {
    pub(crate) group: PowerOfTwo,
    pub(crate) part: Arc<Arithmetic>,
}

impl Two {
    fn new(k: usize) -> Self {
        let group = PowerOfTwo::new(k);
        Self { part: Arc::new(Arithmetic::PowerOfTwo(group.clone())), group }
    }

    /// a⁻¹ mod 2^k.
    fn inverse(&self, a: &[u64]) -> Result<Vec<u64>, Error> {
        let a = Zeroizing::new(self.group.reduce(a));
        if declassified(a[0] & 1) == 1 { Ok(self.group.inverse(&a)) } else { Err(Error::NoInverse) }
    }
}

/// m = odd · 2^k with odd > 1 and k > 0, by the Chinese remainder theorem.
#[derive(Clone)]
pub(crate) struct Even {
    /// The arithmetic modulo the odd part and modulo 2^k.
    pub(crate) parts: [Arc<Arithmetic>; 2],
    pub(crate) odd: Zeroizing<Vec<u64>>,
    pub(crate) two: Two,
    /// odd⁻¹ mod 2^k
    odd_inv: Zeroizing<Vec<u64>>,
}

impl Even {
    /// Returns the x < odd·2^k with x ≡ high mod odd and x ≡ low mod 2^k, in `limbs` limbs.
    pub(crate) fn combine(&self, high: &[u64], low: &[u64], limbs: usize) -> Vec<u64> {
        // x = high + odd·((low − high)·odd⁻¹ mod 2^k)
        let mut difference = Zeroizing::new(low.to_vec());
        let high_low = Zeroizing::new(self.two.group.reduce(high));
        limb::sub_if(&mut difference, &high_low, 1);
        let mut factor = Zeroizing::new(vec![0; difference.len()]);
        limb::mul_low(&mut factor, &difference, &self.odd_inv);
        let factor = Zeroizing::new(self.two.group.reduce(&factor));
        let mut x = Zeroizing::new(vec![0; self.odd.len() + factor.len()]);
        limb::mul(&mut x, &self.odd, &factor);
        limb::add_if(&mut x, &Zeroizing::new(limb::resize(high, self.odd.len() + factor.len())), 1);
        limb::resize(&x, limbs)
    }
}
