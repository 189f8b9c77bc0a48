//! Conversions of other libraries' numbers to limbs and back. Each library has a module behind the feature of its name.

/// Numbers of the crate [num-bigint](https://docs.rs/num-bigint). They have no leading zeros, so their length reveals a
/// little of their value. Keep secrets in limbs or bytes.
///
/// ```
/// use modexp_core::Modulus;
/// use modexp_core::num_bigint::{from_limbs, to_limbs};
/// use num_bigint::BigUint;
///
/// let m = Modulus::try_from(&BigUint::from(1_000_000_007_u32))?;
/// let [base, exponent] = [2_u32, 100].map(BigUint::from);
/// let power = from_limbs(&m.pow(&to_limbs(&base), &to_limbs(&exponent)));
/// assert_eq!(power, BigUint::from(976_371_285_u32));
/// # Ok::<(), modexp_core::Error>(())
/// ```
#[cfg(feature = "num-bigint")]
pub mod num_bigint {
    use crate::{Error, Modulus};
    use alloc::vec::Vec;
    use num_bigint::BigUint;

    /// Returns the limbs of x, little-endian, without leading zeros; 0 has no limbs.
    #[must_use]
    pub fn to_limbs(x: &BigUint) -> Vec<u64> {
        x.to_u64_digits()
    }

    /// Converts little-endian limbs to a number. Any limb may be zero.
    #[must_use]
    pub fn from_limbs(limbs: &[u64]) -> BigUint {
        BigUint::new(limbs.iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]).collect())
    }

    impl TryFrom<&BigUint> for Modulus {
        type Error = Error;

        /// [`Modulus::new`]; [`Error::ZeroModulus`] for 0.
        fn try_from(m: &BigUint) -> Result<Self, Error> {
            Self::new(&to_limbs(m))
        }
    }
}

/// Numbers of the crate [crypto-bigint](https://docs.rs/crypto-bigint). Conversions are constant-time: they copy all
/// limbs of the type.
///
/// ```
/// use crypto_bigint::{BoxedUint, U256};
/// use modexp_core::Modulus;
/// use modexp_core::crypto_bigint::{from_limbs, to_limbs};
///
/// let m = Modulus::try_from(&U256::from_u64(1_000_000_007))?;
/// let power = m.pow(&to_limbs(&U256::from_u64(2)), &to_limbs(&BoxedUint::from(100_u64)));
/// assert_eq!(from_limbs(&power), BoxedUint::from(976_371_285_u64));
/// # Ok::<(), modexp_core::Error>(())
/// ```
#[cfg(feature = "crypto-bigint")]
pub mod crypto_bigint {
    use crate::{Error, Modulus};
    use alloc::vec::Vec;
    use crypto_bigint::{BoxedUint, Limb, Uint, Word};
    use zeroize::Zeroizing;

    /// Words of the library in a limb. On 32-bit machines its words are shorter.
    const WORDS: usize = 64 / Word::BITS as usize;

    /// Returns all limbs of a `Uint` or `BoxedUint`, little-endian.
    #[must_use]
    pub fn to_limbs(x: &impl AsRef<[Limb]>) -> Vec<u64> {
        let limb = |words: &[Limb]| words.iter().rev().fold(0, |limb, word| join(limb, word.0));
        x.as_ref().chunks(WORDS).map(limb).collect()
    }

    /// Converts little-endian limbs to a number with room for all of them.
    #[must_use]
    pub fn from_limbs(limbs: &[u64]) -> BoxedUint {
        let words = |&limb: &u64| (0..WORDS).map(move |i| (limb >> (Word::BITS as usize * i % 64)) as Word);
        BoxedUint::from_words(limbs.iter().flat_map(words))
    }

    /// Returns the limb with `word` shifted in from below.
    #[allow(clippy::unnecessary_cast, reason = "on 32-bit machines a word is shorter")]
    fn join(limb: u64, word: Word) -> u64 {
        limb.checked_shl(Word::BITS).unwrap_or(0) | word as u64
    }

    impl<const LIMBS: usize> TryFrom<&Uint<LIMBS>> for Modulus {
        type Error = Error;

        /// [`Modulus::new`]; [`Error::ZeroModulus`] for 0.
        fn try_from(m: &Uint<LIMBS>) -> Result<Self, Error> {
            Self::new(&Zeroizing::new(to_limbs(m)))
        }
    }

    impl TryFrom<&BoxedUint> for Modulus {
        type Error = Error;

        /// [`Modulus::new`]; [`Error::ZeroModulus`] for 0.
        fn try_from(m: &BoxedUint) -> Result<Self, Error> {
            Self::new(&Zeroizing::new(to_limbs(m)))
        }
    }
}
