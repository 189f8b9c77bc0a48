//! Numbers of num-bigint and crypto-bigint, converted to limbs and back and used as moduli.

use crypto_bigint::{BoxedUint, U64, U256};
use modexp_core::{Error, Modulus, crypto_bigint as boxed, num_bigint as big};
use num_bigint::BigUint;
use proptest::prelude::*;

proptest! {
    #[test]
    fn there_and_back_is_the_same_number(limbs in prop::collection::vec(any::<u64>(), 0..9)) {
        let bytes: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
        let x = BigUint::from_bytes_le(&bytes);
        prop_assert_eq!(big::from_limbs(&limbs), x.clone());
        prop_assert_eq!(big::from_limbs(&big::to_limbs(&x)), x);

        let y = boxed::from_limbs(&limbs);
        prop_assert_eq!(boxed::to_limbs(&y)[..limbs.len()].to_vec(), limbs.clone());
        prop_assert_eq!(y.to_le_bytes()[..bytes.len()].to_vec(), bytes);
    }

    #[test]
    fn moduli_of_both_libraries_are_the_same(m in prop::collection::vec(1u64.., 4), a in any::<u64>()) {
        let [by_big, by_boxed, by_uint] = [
            Modulus::try_from(&big::from_limbs(&m)),
            Modulus::try_from(&boxed::from_limbs(&m)),
            Modulus::try_from(&U256::from_words(boxed::from_limbs(&m).as_words().try_into().expect("256 bits"))),
        ]
        .map(|m| m.expect("not zero"));
        prop_assert_eq!(by_big.limbs(), &m[..]);
        prop_assert_eq!(by_boxed.limbs(), by_uint.limbs());
        prop_assert_eq!(by_big.pow(&[a], &[a]), by_uint.pow(&boxed::to_limbs(&U64::from_u64(a)), &[a]));
    }
}

#[test]
fn zero_is_no_modulus_and_leading_zeros_are_room() {
    assert_eq!(big::to_limbs(&BigUint::ZERO), []);
    assert_eq!(boxed::to_limbs(&U256::ZERO), [0; 4]);
    let errors = [
        Modulus::try_from(&BigUint::ZERO).err(),
        Modulus::try_from(&U256::ZERO).err(),
        Modulus::try_from(&BoxedUint::zero_with_precision(512)).err(),
    ];
    assert_eq!(errors, [Some(Error::ZeroModulus); 3]);
    assert_eq!(Modulus::try_from(&U256::ONE).map(|m| m.bit_len()), Ok(1));
}
