//! Barreto–Naehrig curves.

use super::{Family, G1Map, Integer};
use crate::endomorphism::{Endomorphism, Quarters};
use crate::pairing::final_exponentiation::Op::{self, Div, Frob, Mul, Sqr, X};
use crate::pairing::miller::LoopTerm;
use crate::pairing::target::Twist;
use modexp_limbs::hex::{limbs, many};

/// 2x·(6x² + 3x + 1) times (p⁴ − p² + 1)/r (Fuentes-Castañeda, Knapp and Rodríguez-Henríquez, *Faster hashing to G2*, 2011):
/// with a = 12x³ + 6x² + 6x and b = a − 2x, (a + 6x² + 1) + b·p + a·p² + (b − 1)·p³.
const BN_CHAIN: &[Op] = &[
    X(1, 0),
    Sqr(1, 1),
    Sqr(2, 1),
    Mul(2, 2, 1),
    X(3, 2),
    Sqr(4, 3),
    X(4, 4),
    Mul(4, 4, 3),
    Mul(4, 4, 2),
    Div(1, 4, 1),
    Mul(3, 4, 3),
    Mul(3, 3, 0),
    Div(0, 1, 0),
    Frob(0, 0, 3),
    Frob(1, 1, 1),
    Frob(4, 4, 2),
    Mul(0, 0, 1),
    Mul(0, 0, 3),
    Mul(0, 0, 4),
];

/// 6x + 2 + p − p² + p³ ≡ 0; the line for the last term is 1.
const BN_TERMS: &[LoopTerm] =
    &[LoopTerm { factor: 1, negative: false, power: 1 }, LoopTerm { factor: 1, negative: true, power: 2 }];

pub(super) static ALT_BN128: Family = Family {
    degree: 12,
    p: &limbs::<4>("30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47"),
    order: &limbs::<4>("30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001"),
    a: &[0],
    b: &[3],
    twist: Twist::D,
    around: Integer::positive(&limbs::<2>("19d797039be763ba8")),
    terms: BN_TERMS,
    x: Integer::positive(&[0x44e9_92b4_4a69_09f1]),
    chain: BN_CHAIN,
    g1_map: Some(G1Map::Basis(&Endomorphism {
        beta: &limbs::<4>("30644e72e131a0295e6dd9e7e0acccb0c28f069fbb966e3de4bd44e5607cfd48"),
        lambda: &limbs::<4>("30644e72e131a029048b6e193fd84104cc37a73fec2bc5e9b8ca0b2d36636f23"),
        minus_b1: &[0x89d3_2568_94d2_13e3],
        minus_b2: &limbs::<4>("30644e72e131a029b85045b68181585cb8e665ff8b01169437fd143fdddedaf6"),
        g1: &limbs::<5>("24ccef014a773d2d25398fd0300ff6565149d540fd5e495cc163b4843cb4b9a5f"),
        g2: &limbs::<4>("2d91d232ec7e0b3d76eb9c714773a6ef28fa7d32d2fafba64"),
        bits: 126,
    })),
    psi: None,
    digits: None,
    quarters: Some(&QUARTERS_OF_ALT_BN128),
    g1: [&[1], &[2]],
    g1_cofactor: &[1],
    g2: [
        &many::<4, 8>(&[
            "1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed",
            "198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2",
        ]),
        &many::<4, 8>(&[
            "12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa",
            "90689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b",
        ]),
    ],
    g2_cofactor: &limbs::<4>("30644e72e131a029b85045b68181585e06ceecda572a2489345f2299c0f9fa8d"),
    root_of_unity: &many::<4, 8>(&[
        "b1ffefd8885bf22252522c29527d19f05cfc50e9715370ab0f3a6ca462390c",
        "b20dcb5704e326a0dd3ecd4f30515275398a41a4e1dc5d347cfbbedda71cf82",
    ]),
    u: [
        None,
        Some(&many::<4, 8>(&[
            "64d9517ce7b93a52b0676432eb402c4361ffc11965fe3950c8959a10564a801",
            "bf9ad51a8644e7337a542666f0f99458f62877792164184ec56df1559b4997d",
        ])),
    ],
};

pub(super) static BN254N: Family = Family {
    degree: 12,
    p: &limbs::<4>("2523648240000001ba344d80000000086121000000000013a700000000000013"),
    order: &limbs::<4>("2523648240000001ba344d8000000007ff9f800000000010a10000000000000d"),
    a: &[0],
    b: &[2],
    twist: Twist::D,
    around: Integer::negative(&limbs::<2>("18300000000000004")),
    terms: BN_TERMS,
    x: Integer::negative(&[0x4080_0000_0000_0001]),
    chain: BN_CHAIN,
    g1_map: Some(G1Map::Basis(&Endomorphism {
        beta: &limbs::<4>("49b36240000000024909000000000006cd80000000000007"),
        lambda: &limbs::<4>("9366c48000000005b696800000000013a700000000000016"),
        minus_b1: &limbs::<2>("61818000000000020400000000000003"),
        minus_b2: &limbs::<4>("2523648240000001ba344d8000000007ff9f800000000010200000000000000c"),
        g1: &limbs::<4>("37937ca688a6b4904b90d84edf5049d26699586f1d5570955"),
        g2: &limbs::<5>("2a01fab7e04a017b9c0eb31ff36bf3357c9c375f2f9246c37f5f8a95175f72594"),
        bits: 126,
    })),
    psi: None,
    digits: None,
    quarters: Some(&QUARTERS_OF_BN254N),
    g1: [&limbs::<4>("2523648240000001ba344d80000000086121000000000013a700000000000012"), &[1]],
    g1_cofactor: &[1],
    g2: [
        &many::<4, 8>(&[
            "709c6776299080ba18b8f699e70e6ea3c281d9a853a5c75e1938b07d677f1de",
            "2420e103b8df886de081595f9795b931998398a2d278bad5fb6a35bf403535fb",
        ]),
        &many::<4, 8>(&[
            "b90d0421e0d646f689b71e1ea69bb51c77e396c31ce327ad0fcf00e129f438d",
            "89897a1498f1af571721a7cd445d72a3c32ffa8509697c07d67cc7f801cd05c",
        ]),
    ],
    g2_cofactor: &limbs::<4>("2523648240000001ba344d8000000008c2a2800000000016ad00000000000019"),
    root_of_unity: &many::<4, 8>(&[
        "1439ab09c60b248f398c5d77b755f92b9edc5f19d2873545be471151a747e4e",
        "1439ab09c60b248f398c5d77b755f92b9edc5f19d2873545be471151a747e4e",
    ]),
    u: [
        Some(&limbs::<4>("1953a84a110a13da799c6fc6c8156c97333e76b994b191b5a0270b6031866b9a")),
        Some(&many::<4, 8>(&[
            "72d29758a0d0d9e020bf8cc3b514df3b1459fcb6363d0c42ffc8302d9572662",
            "24e8b047ca8657f6904b9462bf5d787ce9bd8fa61a0009fd65f04216357e5071",
        ])),
    ],
};

/// The decomposition of scalars of G2.
pub(super) static QUARTERS_OF_ALT_BN128: Quarters = Quarters {
    x: &[0x44e9_92b4_4a69_09f1],
    x_is_negative: false,
    g: [
        (&limbs::<4>("c444fab18d269b9dd0cb46fd5190625456c360e54f622ca461b6d725d618793d"), false),
        (&limbs::<6>("13d00631561b2572922df9f942d7d77c7001378f5ee78976d882d2528f09500d7f8b9ece7089bae3f"), false),
        (&limbs::<5>("9e80318ab0d92b94916fcfca16bebbe436510546a93478ab4d3332d00d310989f429c1dd301d0567"), false),
        (&limbs::<4>("c444fab18d269b9af7ae23ce89afae7ce80999d0d827bdb1d20f03f8a668bed8"), true),
    ],
};

/// The decomposition of scalars of G2.
pub(super) static QUARTERS_OF_BN254N: Quarters = Quarters {
    x: &[0x4080_0000_0000_0001],
    x_is_negative: true,
    g: [
        (&limbs::<4>("e00a8e7f56e007e5b09fe7fdf43ba9982d9a2c7fee406dd9e4b3ce0bb6414809"), false),
        (&limbs::<6>("152aff56a8054abf9da75db2da3d6885101e5fd3997d41cb1f79f52a0ba607a024a34eaab02d66676"), true),
        (&limbs::<5>("a957fab5402a55fced3aed96d1eb44295f40f136ee84e09be33c9c9bff5d312fdf738dfad5add0a3"), true),
        (&limbs::<4>("e00a8e7f56e007e929d7b2667ea6f29ce6a7b16de3450b004e4954fd8b98515e"), true),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endomorphism::{QUARTER_BITS, QUARTERS};
    use crate::scalar::scalars;
    use alloc::vec::Vec;
    use modexp_limbs::limb;
    use modexp_limbs::testing::Random;
    use num_bigint::BigInt;

    fn big(limbs: &[u64], negative: bool) -> BigInt {
        let magnitude = limbs.iter().rev().fold(BigInt::ZERO, |acc, &limb| (acc << 64) + limb);
        if negative { -magnitude } else { magnitude }
    }

    #[test]
    fn quarters_are_short_and_add_up_to_the_scalar() {
        let mut random = Random(6);
        for (family, quarters) in [(&ALT_BN128, &QUARTERS_OF_ALT_BN128), (&BN254N, &QUARTERS_OF_BN254N)] {
            let (order, x) = (big(family.order, false), big(quarters.x, quarters.x_is_negative));
            let lambda: BigInt = &x * &x * 6;
            let value = |digits: &[BigInt]| digits.iter().rev().fold(BigInt::ZERO, |acc, digit| acc * &lambda + digit);
            for row in QUARTERS {
                assert_eq!(value(&row.map(|(alpha, beta)| &x * alpha + beta)) % &order, BigInt::ZERO);
            }

            let mut ks: Vec<Vec<u64>> = [&BigInt::ZERO, &(&order - 1), &(&order >> 1), &lambda, &(&lambda - 1)]
                .map(|k| limb::resize(&k.to_u64_digits().1, 4))
                .to_vec();
            ks.extend((0..500).map(|_| limb::resize(&random.bits(253), 4)));
            for k in ks {
                let parts = scalars::<4>(family.order).expect("an odd order").quarters(&k, quarters);
                assert!(parts.iter().all(|(part, _)| limb::bit_len(part) <= QUARTER_BITS));
                let parts = parts.map(|(part, negative)| big(&part, negative == 1));
                assert_eq!((value(&parts) - big(&k, false)) % &order, BigInt::ZERO, "{k:x?}");
            }
        }
    }
}
