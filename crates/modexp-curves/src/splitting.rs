//! Shorter scalars by the structure of a curve, and tests of membership in the subgroup.

use crate::binary::Koblitz;
use crate::endomorphism::{Endomorphism, Quarters};
use crate::points::Elements;
use crate::scalar::Secret;
use alloc::vec;
use alloc::vec::Vec;
use modexp_limbs::limb;
use zeroize::Zeroizing;

/// A panic: the structure of a curve names an operation that its arithmetic does not have.
pub(crate) const MISSING: &str = "the operations of the curve's structure";

/// A map of a curve into itself that multiplies the points of the subgroup by an integer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Map {
    /// (x, y) ↦ (β·x, y).
    Beta(&'static [u64]),
    /// ψ, applied this number of times.
    Psi(usize),
}

impl Map {
    /// Replaces each element by its image.
    ///
    /// # Panics
    /// If the curve does not have this map.
    pub(crate) fn apply(&self, arithmetic: &dyn Elements, elements: &mut [u64]) {
        let elements = elements.chunks_exact_mut(arithmetic.group().words());
        match self {
            Self::Beta(beta) => {
                let map = arithmetic.beta().expect(MISSING);
                let beta = map.constant(beta);
                elements.for_each(|element| map.multiply_x(element, &beta));
            }
            Self::Psi(count) => {
                let psi = arithmetic.psi().expect(MISSING);
                elements.for_each(|element| (0..*count).for_each(|_| psi.apply(element)));
            }
        }
    }
}

/// An integer with a sign.
#[derive(Clone, Debug)]
pub(crate) struct Signed {
    pub(crate) magnitude: Vec<u64>,
    pub(crate) negative: bool,
}

/// A way to write k·P as a sum of terms with shorter scalars.
#[derive(Debug)]
pub(crate) enum Splitting {
    /// k = k_1 + k_2·λ by a reduced basis (Gallant, Lambert and Vanstone).
    Basis(&'static Endomorphism),
    /// k = Σ k_i·λ^i by a reduced basis, where ψ multiplies by λ.
    Quarters(&'static Quarters),
    /// k = Σ k_i·|λ|^i, where the map multiplies by ±|λ| (Galbraith and Scott, *Exponentiation in pairing-friendly groups
    /// using homomorphisms*, 2008/117).
    Digits { map: Map, negative: bool, digits: PublicBase },
    /// k = Σ ±τ^i.
    Frobenius(Koblitz),
}

/// A test of membership in the subgroup.
#[derive(Debug)]
pub(crate) enum Membership {
    /// All points of the curve are in the subgroup.
    All,
    /// A point of the subgroup times the order is the identity.
    Order,
    /// `map` multiplies the points of the subgroup, and no others, by `multiplier` (Scott, *A note on group membership
    /// tests*, 2021/1130).
    Map { map: Map, multiplier: Signed },
    /// x·(P + ψ(P) + ψ²(P) − 2ψ³(P)) = −P exactly for the points of the subgroup: the resultant of this condition and
    /// of ψ's characteristic polynomial is coprime to the cofactor (Dai, Lin, Zhao and Zhou, *Fast subgroup membership
    /// testings for G1, G2 and GT on pairing-friendly curves*, 2022/348).
    Quarters(&'static Quarters),
    /// The points of the subgroup are the multiples of points by the cofactor; the formulas of the curve test this.
    Multiples(u64),
}

/// Scalars below an order in a public base.
#[derive(Debug)]
pub(crate) struct PublicBase {
    base: Vec<u64>,
    /// ⌊2^shift/base⌋ + 1.
    reciprocal: Vec<u64>,
    shift: usize,
    /// Digits of a scalar.
    pub(crate) count: usize,
    /// Bits of a digit.
    pub(crate) bits: usize,
}

impl PublicBase {
    /// `count` digits for each scalar below the order; the last digit takes the rest. Variable time.
    pub(crate) fn new(base: &[u64], count: usize, order: &[u64]) -> Self {
        let base = limb::trim(base).to_vec();
        // (k·(2^shift/base + 1))/2^shift is off by less than 1/base for k < 2^(shift − bits of the base)
        let shift = limb::bit_len(order) + limb::bit_len(&base);
        let mut reciprocal = vec![0; shift / 64 + 1];
        let mut rest = vec![0; base.len() + 1];
        let wide_base = limb::resize(&base, base.len() + 1);
        for i in (0..=shift).rev() {
            let twice = rest.clone();
            limb::add_if(&mut rest, &twice, 1);
            rest[0] |= u64::from(i == shift);
            if limb::less(&rest, &wide_base) == 0 {
                limb::sub_if(&mut rest, &wide_base, 1);
                reciprocal[i / 64] |= 1 << (i % 64);
            }
        }
        let one = limb::resize(&[1], reciprocal.len());
        limb::add_if(&mut reciprocal, &one, 1);
        let mut digits = Self { base, reciprocal, shift, count, bits: 0 };
        let mut top = order.to_vec();
        for _ in 1..count {
            top = digits.divide(&top).0.to_vec();
        }
        digits.bits = limb::bit_len(&digits.base).max(limb::bit_len(&top));
        digits
    }

    /// ⌊k/base⌋ and k mod base, as long as k.
    fn divide(&self, k: &[u64]) -> (Secret, Secret) {
        let mut product = Zeroizing::new(vec![0; k.len() + self.reciprocal.len()]);
        limb::mul(&mut product, k, &self.reciprocal);
        let quotient = Zeroizing::new(limb::bits_between(&product, self.shift, 64 * k.len()));
        let mut multiple = Zeroizing::new(vec![0; k.len() + self.base.len()]);
        limb::mul(&mut multiple, &quotient, &self.base);
        let mut rest = Zeroizing::new(k.to_vec());
        limb::sub_if(&mut rest, &multiple[..k.len()], 1);
        (quotient, rest)
    }

    /// The digits of k, the lowest first.
    pub(crate) fn decompose(&self, k: &[u64]) -> Vec<Secret> {
        let mut rest = Zeroizing::new(k.to_vec());
        let mut out = Vec::with_capacity(self.count);
        for _ in 1..self.count {
            let (quotient, digit) = self.divide(&rest);
            out.push(digit);
            rest = quotient;
        }
        out.push(rest);
        let limbs = self.bits.div_ceil(64);
        for digit in &mut out {
            digit.resize(limbs, 0);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use modexp_limbs::testing::Random;
    use num_bigint::BigUint;

    fn big(limbs: &[u64]) -> BigUint {
        limbs.iter().rev().fold(BigUint::ZERO, |acc, &limb| acc << 64 | BigUint::from(limb))
    }

    #[test]
    fn digits_are_those_of_the_base() {
        let mut random = Random(5);
        for (base_bits, count) in [(64, 4), (127, 2), (80, 2), (33, 8), (2, 100)] {
            for _ in 0..20 {
                let (base, order) = (random.bits(base_bits), random.bits(base_bits * count));
                let digits = PublicBase::new(&base, count, &order);
                let mut less_one = order.clone();
                limb::sub_if(&mut less_one, &limb::resize(&[1], order.len()), 1);
                let multiple = limb::resize(&(big(&base) * (count as u64 - 1)).to_u64_digits(), order.len());
                for k in [less_one, limb::resize(&[0], order.len()), limb::resize(&base, order.len()), multiple] {
                    if limb::less(&k, &order) == 0 {
                        continue;
                    }
                    let all = digits.decompose(&k);
                    let value = all.iter().rev().fold(BigUint::ZERO, |acc, digit| acc * big(&base) + big(digit));
                    assert_eq!(value, big(&k));
                    assert!(all[..count - 1].iter().all(|digit| big(digit) < big(&base)));
                    assert!(all.iter().all(|digit| limb::bit_len(digit) <= digits.bits));
                }
            }
        }
    }
}
