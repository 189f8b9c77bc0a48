//! Barreto–Lynn–Scott curves, k = 12.

use super::{Family, G1Map, Integer};
use crate::pairing::final_exponentiation::Op::{self, Div, Frob, Mul, Sqr, X};
use crate::pairing::target::Twist;
use modexp_limbs::hex::{limbs, many};

/// (x − 1)²·(x + p)·(x² + p² − 1) + 3, which is 3·(p⁴ − p² + 1)/r (Hayashida, Hayasaka and Teruya, 2020/875).
const BLS12_CHAIN: &[Op] = &[
    X(1, 0),
    Div(1, 1, 0),
    X(2, 1),
    Div(1, 2, 1),
    X(2, 1),
    Frob(1, 1, 1),
    Mul(1, 1, 2),
    X(2, 1),
    X(2, 2),
    Frob(3, 1, 2),
    Mul(2, 2, 3),
    Div(1, 2, 1),
    Sqr(2, 0),
    Mul(2, 2, 0),
    Mul(0, 1, 2),
];

/// 6u⁶ = 1.
const BLS12_381_U: [u64; 6] =
    limbs("16b948f912607d85dd50643a08d63411bae96d111a4cd30479cb7a289ec0e993f7be6cfb5098ed9aa05211b6ef44d68a");

/// An element of order 8 in GF(p²).
pub(crate) static ROOT_OF_UNITY: [u64; 12] = many::<6, 12>(&[
    "6af0e0437ff400b6831e36d6bd17ffe48395dabc2d3435e77f76e17009241c5ee67992f72ec05f4c81084fbede3cc09",
    "6af0e0437ff400b6831e36d6bd17ffe48395dabc2d3435e77f76e17009241c5ee67992f72ec05f4c81084fbede3cc09",
]);

pub(super) static BLS12_381: Family = Family {
    degree: 12,
    p: &limbs::<6>("1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"),
    order: &limbs::<4>("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001"),
    a: &[0],
    b: &[4],
    twist: Twist::M,
    around: Integer::negative(&[0xd201_0000_0001_0000]),
    terms: &[],
    x: Integer::negative(&[0xd201_0000_0001_0000]),
    chain: BLS12_CHAIN,
    g1_map: Some(G1Map::Beta {
        beta: &limbs::<6>("5f19672fdf76ce51ba69c6076a0f77eaddb3a93be6f89688de17d813620a00022e01fffffffefffe"),
        lambda: Integer::negative(&limbs::<2>("ac45a4010001a4020000000100000000")),
        tells: true,
    }),
    psi: Some(Integer::negative(&[0xd201_0000_0001_0000])),
    digits: Some((1, Integer::negative(&[0xd201_0000_0001_0000]), 4)),
    quarters: None,
    g1: [
        &limbs::<6>("17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb"),
        &limbs::<6>("8b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1"),
    ],
    g1_cofactor: &limbs::<2>("396c8c005555e1568c00aaab0000aaab"),
    g2: [
        &many::<6, 12>(&[
            "24aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8",
            "13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e",
        ]),
        &many::<6, 12>(&[
            "ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801",
            "606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be",
        ]),
    ],
    g2_cofactor: &limbs::<8>(
        "5d543a95414e7f1091d50792876a202cd91de4547085abaa68a205b2e5a7ddfa628f1cb4d9e82ef21537e293a6691ae1616ec6e786f0c70cf1c38e31c7238e5",
    ),
    root_of_unity: &ROOT_OF_UNITY,
    u: [Some(&BLS12_381_U), Some(&BLS12_381_U)],
};
