//! Barreto–Lynn–Scott curves.

use super::{Family, G1Map, negative, positive};
use crate::hex::{limbs, many};
use crate::pairing::final_exponentiation::Op::{self, Div, Frob, Mul, Sqr, X};
use crate::pairing::target::Twist;
use crate::structure::Form;

/// (x − 1)²·(x + p)·(x² + p² − 1) + 3, thrice (p⁴ − p² + 1)/r (Hayashida, Hayasaka and Teruya, 2020/875).
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

pub(super) static BLS12_381: Family = Family {
    degree: 12,
    p: &limbs::<6>("1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"),
    order: &limbs::<4>("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001"),
    a: &[0],
    b: &[4],
    twist: Twist::M,
    around: negative(&[0xd201_0000_0001_0000]),
    terms: &[],
    x: negative(&[0xd201_0000_0001_0000]),
    chain: BLS12_CHAIN,
    g1_map: Some(G1Map::Beta {
        beta: &limbs::<6>("5f19672fdf76ce51ba69c6076a0f77eaddb3a93be6f89688de17d813620a00022e01fffffffefffe"),
        lambda: negative(&limbs::<2>("ac45a4010001a4020000000100000000")),
        tells: true,
    }),
    psi: Some(negative(&[0xd201_0000_0001_0000])),
    digits: Some((1, negative(&[0xd201_0000_0001_0000]), 4)),
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
    form: Form::Zcash,
};

/// (x − 1)²·(x + p)·(x² + p²)·(x⁴ + p⁴ − 1) + 3, thrice (p⁸ − p⁴ + 1)/r.
const BLS24_CHAIN: &[Op] = &[
    X(1, 0),
    Div(1, 1, 0),
    X(2, 1),
    Div(1, 2, 1),
    X(2, 1),
    Frob(1, 1, 1),
    Mul(1, 1, 2),
    X(2, 1),
    X(2, 2),
    Frob(1, 1, 2),
    Mul(1, 1, 2),
    X(2, 1),
    X(2, 2),
    X(2, 2),
    X(2, 2),
    Frob(3, 1, 4),
    Mul(2, 2, 3),
    Div(1, 2, 1),
    Sqr(2, 0),
    Mul(2, 2, 0),
    Mul(0, 1, 2),
];

pub(super) static BLS24_629: Family = Family {
    degree: 24,
    p: &limbs::<10>(
        "15700f15be8c3d4d1727afe4bfe0dff5b6a5cbe41273ac25fa38be8fecb721278aa8dce9f2fed041fd142f8dc33ae164486cb0c174cc2fec2ae47a57554850155aab0355c0002180055558aaaaaaab",
    ),
    order: &limbs::<8>(
        "1010070bc909526d938a3d207dd4a7695ff443892fcc1a59da1a64b45f5e0ffeff7fe7ade1ec3675a7da02f05ffd8f000000000000000000000000000000001",
    ),
    a: &[0],
    b: &[10],
    twist: Twist::D,
    around: positive(&[0x8010_000a_0000_0000]),
    terms: &[],
    x: positive(&[0x8010_000a_0000_0000]),
    chain: BLS24_CHAIN,
    g1_map: Some(G1Map::Beta {
        beta: &limbs::<10>(
            "15700f15be8c3d4c9697677561c8dbdc09ee265c7ea9dc688f36dd4f29d2ad5c369bb593685558dd271164f9315efda9d8726bde3b80138d3e53a97b15857bbabab0bf533fff5a00155562aaaaaaa9",
        ),
        lambda: negative(&limbs::<4>("1008018521e13c98a5825fd0fa00271000000000000000000000000000000000")),
        tells: true,
    }),
    psi: Some(positive(&[0x8010_000a_0000_0000])),
    digits: Some((1, positive(&[0x8010_000a_0000_0000]), 8)),
    g1: [
        &limbs::<10>(
            "b93bf86c037f92ef46a99c7d89e1715aecf197d0880e6628dcc85c318935d1b0c6623ffd97bce3934fce9984c6e0e2ce905280971c474658697ffbf75c7ff7f49fb08fd161959d06735cceb24397e",
        ),
        &limbs::<10>(
            "144c6ca0201790668b10621d116465907f3b7d465f92dbc07dc4d3c448fdac1e2795e4bee76dd424f5a8b71d128836ecde452d41eb85bdf67839c84c871d0a9004036e249d069fa811f0babcd66631",
        ),
    ],
    g1_cofactor: &limbs::<2>("155aab0355c00020fff5554eaaaaaaab"),
    g2: [
        &many::<10, 40>(&[
            "37ef73d3ee62714886d40cd815dd837e15e3705ab78ecf06ba19922cf4dc015ae97f49dbd99787fa95bc23a01e52076cf2db2ba613b01548d10fb74d0ffc478ca3690788d51e26ee87e9c84479d8",
            "485018e09bfabb6db58f6965bd37236119095e52c91c270a7ef7b3b0fcf9c1c1072e5e5734879b63fe1f5009f3944c8eb3c14a9a35b80a8cef24689c7414f735b3969f0dc9956e481d63c3d48bd23",
            "10e8896bd14ad4dc53339c19d2a1602c90dbc472271d58b01a73f1346cd479a3ef74006b9bd4b5ad8f3d606a24e2e38024af8309cd42ce6ca8337def5d7271ac1eb8084a785a11d07bac92887b4354",
            "20ec40ea5cb264bcab12c679f93378abe1e24ffd067ed9d229d21b7833e18403424fa347d9bbf182a1bb56455b6445f91145e030deabf7e37425243402fa249c5543a910feefdc3305a7947dff745",
        ]),
        &many::<10, 40>(&[
            "664d782e96617f7466e6020bd5f8fa89fae51849c1996888e41bb8aba69a71c39fb9e02848e8407775991cbf473404e0d006de565bbe75a09f4bd6e686cc9c2fd9682009ab1a28d717c021e7d3e76",
            "11305845d512a2322f740eb6cf4f7c1f42b044c081c1579af74ae649cc7dd0009bc141f9f1335539eef9d342f70d4e9103489ec0f68da991a27338f9af50c987a6df62394fb4d88e2843102574c1fc",
            "676f699b6dc77271adf7dabfbf5a61aeb7aaac240f6fbecb6432894bc2201dd613b1eb9c3c6001390421cbbb6c3f86b472645dedfa2d48f4e6f8251257ca16bf9d82fb3ede670fcaaf4add7bc507b",
            "31b6f8df3d594471b6e165d7be576241b4d72744ba4b58625c978eb35c413bf6add76ee6dc91d8f33c0c57ff8e6dfb1e7618a4d94f01e1b3e07ccec7e9e24792751cf470ea42e66c549d9ede49057",
        ]),
    ],
    g2_cofactor: &limbs::<32>(
        "335d31d4425ad38afaa6956d671d7f5afc87da57cce8540566e7853fe7916252658cbe449f2f808af4b2e84bb9287f6ae75f8ab4e76ff98b0aecc0a4c5a3b13fd6a0fb3278956d145ce84a0b2a3722d632bdd4a8bd23e62651a6c34771a8ac8540b6aaf4887c62212fdb1dfb43ae53d85c78841d378842603dd7759f5cba6046e33df3a10e0ef48e6156932227d495fff130bba865eb72c61e18fb8bcab8eb911ee40fd4f2e5b536c944705aa4c4ed055116f24df9f751271695f298e522ae2b8d9ed62e117098f7d903a58dc7ed07111d97751c7d2a7f49d72545276e1634647750f45df955d66ac162c3751d15eb5d312f64eaab29166e9e06524",
    ),
    form: Form::Sec1,
};
