//! The families' data: twist, loop, final chain, endomorphisms and generators, and nothing else.

pub(crate) mod bls;
mod bn;

use super::Pairing;
use super::final_exponentiation::Op;
use super::miller::LoopTerm;
use super::target::Twist;
use crate::backend::Backend;
use crate::endomorphism::{Endomorphism, Quarters};
use crate::error::Error;
use modexp_fields::binary::Multiplier;

/// The name of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PairingName {
    /// BLS12-381 of ZCash and Ethereum, at about 120 bits of security.
    Bls12381,
    /// alt_bn128 of Ethereum's precompiles, also called BN254 or bn256, at about 100 bits of security.
    AltBn128,
    /// BN254N of Nogami, MIRACL's curve of 254 bits, at about 100 bits of security.
    Bn254N,
}

impl PairingName {
    /// All names.
    pub const ALL: [Self; 3] = [Self::Bls12381, Self::AltBn128, Self::Bn254N];

    /// The name in its usual form: `BLS12-381`, `alt_bn128`, `BN254N`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Bls12381 => "BLS12-381",
            Self::AltBn128 => "alt_bn128",
            Self::Bn254N => "BN254N",
        }
    }

    /// The data.
    pub(crate) const fn family(self) -> &'static Family {
        match self {
            Self::Bls12381 => &bls::BLS12_381,
            Self::AltBn128 => &bn::ALT_BN128,
            Self::Bn254N => &bn::BN254N,
        }
    }
}

/// An integer n of the data.
#[derive(Clone, Copy, Debug)]
pub struct Integer {
    /// |n|.
    pub magnitude: &'static [u64],
    /// Whether n < 0.
    pub negative: bool,
}

impl Integer {
    /// The integer of this magnitude.
    pub const fn positive(magnitude: &'static [u64]) -> Self {
        Self { magnitude, negative: false }
    }

    /// Minus the integer of this magnitude.
    pub const fn negative(magnitude: &'static [u64]) -> Self {
        Self { magnitude, negative: true }
    }
}

/// The map that makes scalars of G1 shorter.
#[derive(Clone, Copy, Debug)]
pub enum G1Map {
    /// A decomposition by a basis; the subgroup is the curve.
    Basis(&'static Endomorphism),
    /// (x, y) ↦ (β·x, y) multiplies by λ, with half as many bits as the order.
    Beta {
        /// β.
        beta: &'static [u64],
        /// λ.
        lambda: Integer,
        /// Whether the map multiplies no point outside the subgroup by λ.
        tells: bool,
    },
}

/// A family: y² = x³ + a·x + b over GF(p), with a subgroup of prime order; the order divides Φ_k(p).
#[derive(Debug)]
pub struct Family {
    /// k.
    pub degree: usize,
    /// p.
    pub p: &'static [u64],
    /// The order of the groups.
    pub order: &'static [u64],
    /// a.
    pub a: &'static [u64],
    /// b.
    pub b: &'static [u64],
    /// The type of the twist.
    pub twist: Twist,
    /// c_0 of the loop.
    pub around: Integer,
    /// The other terms of the loop.
    pub terms: &'static [LoopTerm],
    /// The parameter of the polynomials, for the final chain.
    pub x: Integer,
    /// The final chain.
    pub chain: &'static [Op],
    /// The map of G1.
    pub g1_map: Option<G1Map>,
    /// The trace of Frobenius less 1: ψ multiplies by it.
    pub psi: Option<Integer>,
    /// (n, λ, count): ψ^n multiplies by λ, with 1/count of the order's bits; scalars have `count` digits.
    pub digits: Option<(usize, Integer, usize)>,
    /// The decomposition into scalars that are shorter than those digits.
    pub quarters: Option<&'static Quarters>,
    /// The generator of G1.
    pub g1: [&'static [u64]; 2],
    /// The points of the curve over the order.
    pub g1_cofactor: &'static [u64],
    /// The generator of G2: coefficients, the lowest first, each in as many limbs as p.
    pub g2: [&'static [u64]; 2],
    /// The points of the twist over the order.
    pub g2_cofactor: &'static [u64],
    /// An element of order 2^s in the twist's field GF(q), q − 1 = 2^s·t with t odd; empty for q = p.
    pub root_of_unity: &'static [u64],
    /// The arguments of `Points::scaled` for G1 and G2.
    pub u: [Option<&'static [u64]>; 2],
}

/// A pairing over GF(2^m), for which the machine chooses the multiplier.
pub trait BinaryFamily {
    /// The pairing on this multiplier.
    ///
    /// # Errors
    /// As the data has them.
    fn pairing<M: Multiplier<Limb = u64>>(&self, multiplier: M, backend: Backend) -> Result<Pairing, Error>;
}
