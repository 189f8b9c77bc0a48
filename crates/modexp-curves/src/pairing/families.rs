//! The families' data: twist, loop, final chain, endomorphisms and generators, and nothing else.

mod bls;
mod bn;
mod historical;

use super::final_exponentiation::Op;
use super::miller::LoopTerm;
use super::target::Twist;
use crate::endomorphism::{Endomorphism, Quarters};
use crate::machine;
use crate::parameters::Parameters;
use crate::structure::Form;

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
    /// MIRACL's supersingular curve modulo a prime of 512 bits, k = 2, of type 1; 80 bits of security: for old data alone.
    Ssp512,
    /// MIRACL's supersingular curve modulo a prime of 1536 bits, k = 2, of type 1.
    Ssp1536,
    /// MIRACL's Cocks–Pinch curve of 512 bits, k = 2; 80 bits of security: for old data alone.
    Cp512,
    /// MIRACL's Miyaji–Nakabayashi–Takano curve of 160 bits, k = 6; 80 bits of security: for old data alone.
    Mnt160,
    /// MIRACL's Kachisa–Schaefer–Scott curve of 511 bits, k = 18.
    Kss18P511,
    /// RELIC's Kachisa–Schaefer–Scott curve of 508 bits, k = 18.
    Kss18P508,
    /// MIRACL's Barreto–Lynn–Scott curve of 629 bits, k = 24.
    Bls24P629,
    /// RELIC's Barreto–Lynn–Scott curve of 509 bits, k = 24, at about 192 bits of security.
    Bls24P509,
    /// MIRACL's supersingular curve over GF(2^379), k = 4, of type 1, η_T; made for 80 bits of security and broken: for old data alone.
    Ss2M379,
    /// MIRACL's supersingular curve over GF(2^1223), k = 4, of type 1, η_T; made for 128 bits of security and broken, with about 59
    /// left (Granger, Kleinjung and Zumbrägel, 2014/119): for old data alone.
    Ss2M1223,
}

impl PairingName {
    /// All names.
    pub const ALL: [Self; 13] = [
        Self::Bls12381,
        Self::AltBn128,
        Self::Bn254N,
        Self::Ssp512,
        Self::Ssp1536,
        Self::Cp512,
        Self::Mnt160,
        Self::Kss18P511,
        Self::Kss18P508,
        Self::Bls24P629,
        Self::Bls24P509,
        Self::Ss2M379,
        Self::Ss2M1223,
    ];

    /// The name in its usual form: `BLS12-381`, `alt_bn128`, `SSP-512`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Bls12381 => "BLS12-381",
            Self::AltBn128 => "alt_bn128",
            Self::Bn254N => "BN254N",
            Self::Ssp512 => "SSP-512",
            Self::Ssp1536 => "SSP-1536",
            Self::Cp512 => "CP-512",
            Self::Mnt160 => "MNT-160",
            Self::Kss18P511 => "KSS18-511",
            Self::Kss18P508 => "KSS18-508",
            Self::Bls24P629 => "BLS24-629",
            Self::Bls24P509 => "BLS24-509",
            Self::Ss2M379 => "SS2-379",
            Self::Ss2M1223 => "SS2-1223",
        }
    }
}

/// An integer of the data.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Integer {
    pub(crate) magnitude: &'static [u64],
    pub(crate) negative: bool,
}

const fn positive(magnitude: &'static [u64]) -> Integer {
    Integer { magnitude, negative: false }
}

const fn negative(magnitude: &'static [u64]) -> Integer {
    Integer { magnitude, negative: true }
}

/// The map that makes scalars of G1 shorter.
#[derive(Clone, Copy, Debug)]
pub(crate) enum G1Map {
    /// A decomposition by a basis; the subgroup is the curve.
    Basis(&'static Endomorphism),
    /// (x, y) ↦ (β·x, y) multiplies by λ, with half as many bits as the order; `tells` is whether that distinguishes the subgroup.
    Beta { beta: &'static [u64], lambda: Integer, tells: bool },
}

/// A family: y² = x³ + a·x + b over GF(p), with a subgroup of prime order; the order divides Φ_k(p).
#[derive(Debug)]
pub(crate) struct Family {
    /// k.
    pub(crate) degree: usize,
    pub(crate) p: &'static [u64],
    pub(crate) order: &'static [u64],
    pub(crate) a: &'static [u64],
    pub(crate) b: &'static [u64],
    pub(crate) twist: Twist,
    /// c_0 of the loop.
    pub(crate) around: Integer,
    pub(crate) terms: &'static [LoopTerm],
    /// The parameter of the polynomials, for the final chain.
    pub(crate) x: Integer,
    pub(crate) chain: &'static [Op],
    pub(crate) g1_map: Option<G1Map>,
    /// The trace of Frobenius less 1: ψ multiplies by it.
    pub(crate) psi: Option<Integer>,
    /// (n, λ, count): ψ^n multiplies by λ, with 1/count of the order's bits; scalars have `count` digits.
    pub(crate) digits: Option<(usize, Integer, usize)>,
    /// The decomposition into scalars that are shorter than those digits.
    pub(crate) quarters: Option<&'static Quarters>,
    pub(crate) g1: [&'static [u64]; 2],
    pub(crate) g1_cofactor: &'static [u64],
    /// Coefficients, the lowest first, each in as many limbs as p.
    pub(crate) g2: [&'static [u64]; 2],
    pub(crate) g2_cofactor: &'static [u64],
    /// The arguments of [`Points::scaled`](crate::points::Points::scaled) for G1 and G2.
    pub(crate) u: [Option<&'static [u64]>; 2],
    pub(crate) form: Form,
}

impl PairingName {
    pub(crate) const fn kind(self) -> Kind {
        Kind::Prime(match self {
            Self::Bls12381 => &bls::BLS12_381,
            Self::AltBn128 => &bn::ALT_BN128,
            Self::Bn254N => &bn::BN254N,
            _ if machine::HISTORICAL => return historical::kind(self),
            _ => panic!("no data of a pairing that the module does not have"),
        })
    }

    /// The data of a pairing over GF(p).
    pub(crate) const fn family(self) -> &'static Family {
        match self.kind() {
            Kind::Prime(family) => family,
            Kind::Binary(_) => panic!("the engine of GF(2^m) has no family"),
        }
    }
}

/// The data of a pairing, by its field.
pub(crate) enum Kind {
    /// GF(p).
    Prime(&'static Family),
    /// GF(2^m): y² + y = x³ + a·x + b, a = 1.
    Binary(&'static Parameters<'static>),
}
