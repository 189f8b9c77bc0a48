//! Barreto–Lynn–Scott curves, k = 24.

use modexp_curves::families::Op::{Div, Frob, Mul, Sqr, X};
use modexp_curves::families::{Family, G1Map, Integer, Op, Twist};
use modexp_limbs::hex::{limbs, many};

/// (x − 1)²·(x + p)·(x² + p²)·(x⁴ + p⁴ − 1) + 3, which is 3·(p⁸ − p⁴ + 1)/r.
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

/// A curve y² = x³ + b.
const fn bls24(
    [p, root_of_unity]: [&'static [u64]; 2],
    order: &'static [u64],
    b: &'static [u64],
    x: Integer,
    (beta, lambda): (&'static [u64], Integer),
    [g1, g2]: [[&'static [u64]; 2]; 2],
    [g1_cofactor, g2_cofactor]: [&'static [u64]; 2],
) -> Family {
    Family {
        degree: 24,
        p,
        order,
        a: &[0],
        b,
        twist: Twist::D,
        around: x,
        terms: &[],
        x,
        chain: BLS24_CHAIN,
        g1_map: Some(G1Map::Beta { beta, lambda, tells: true }),
        psi: Some(x),
        digits: Some((1, x, 8)),
        quarters: None,
        g1,
        g1_cofactor,
        g2,
        g2_cofactor,
        root_of_unity,
        u: [None, None],
    }
}

pub(crate) static BLS24_629: Family = bls24(
    [
        &limbs::<10>(
            "15700f15be8c3d4d1727afe4bfe0dff5b6a5cbe41273ac25fa38be8fecb721278aa8dce9f2fed041fd142f8dc33ae164486cb0c174cc2fec2ae47a57554850155aab0355c0002180055558aaaaaaab",
        ),
        &many::<10, 40>(&[
            "0",
            "0",
            "0",
            "8c891ca765077f0e4e6a29790ee8c420a6613ef4bfc70d54ea03272d38d56a2143c63e8da4b2b818cb379c58efedaf0230e27f27921289891aa88f1008679a030482b3de0239505bafca81da94737",
        ]),
    ],
    &limbs::<8>(
        "1010070bc909526d938a3d207dd4a7695ff443892fcc1a59da1a64b45f5e0ffeff7fe7ade1ec3675a7da02f05ffd8f000000000000000000000000000000001",
    ),
    &[10],
    Integer::positive(&[0x8010_000a_0000_0000]),
    (
        &limbs::<10>(
            "15700f15be8c3d4c9697677561c8dbdc09ee265c7ea9dc688f36dd4f29d2ad5c369bb593685558dd271164f9315efda9d8726bde3b80138d3e53a97b15857bbabab0bf533fff5a00155562aaaaaaa9",
        ),
        Integer::negative(&limbs::<4>("1008018521e13c98a5825fd0fa00271000000000000000000000000000000000")),
    ),
    [
        [
            &limbs::<10>(
                "b93bf86c037f92ef46a99c7d89e1715aecf197d0880e6628dcc85c318935d1b0c6623ffd97bce3934fce9984c6e0e2ce905280971c474658697ffbf75c7ff7f49fb08fd161959d06735cceb24397e",
            ),
            &limbs::<10>(
                "144c6ca0201790668b10621d116465907f3b7d465f92dbc07dc4d3c448fdac1e2795e4bee76dd424f5a8b71d128836ecde452d41eb85bdf67839c84c871d0a9004036e249d069fa811f0babcd66631",
            ),
        ],
        [
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
    ],
    [
        &limbs::<2>("155aab0355c00020fff5554eaaaaaaab"),
        &limbs::<32>(
            "335d31d4425ad38afaa6956d671d7f5afc87da57cce8540566e7853fe7916252658cbe449f2f808af4b2e84bb9287f6ae75f8ab4e76ff98b0aecc0a4c5a3b13fd6a0fb3278956d145ce84a0b2a3722d632bdd4a8bd23e62651a6c34771a8ac8540b6aaf4887c62212fdb1dfb43ae53d85c78841d378842603dd7759f5cba6046e33df3a10e0ef48e6156932227d495fff130bba865eb72c61e18fb8bcab8eb911ee40fd4f2e5b536c944705aa4c4ed055116f24df9f751271695f298e522ae2b8d9ed62e117098f7d903a58dc7ed07111d97751c7d2a7f49d72545276e1634647750f45df955d66ac162c3751d15eb5d312f64eaab29166e9e06524",
        ),
    ],
);

/// x = −2⁵¹ − 2²⁸ + 2¹¹ − 1, with RELIC's generators of B24_P509.
pub(crate) static BLS24_509: Family = bls24(
    [
        &limbs::<8>(
            "155556ffff39ca9bfcedf2b4f9c0ecf6cb8ac8495d187e8c32ea0103e01090bb626e85bf7c18a0f0cfcb5c6071bad3d2ee63bd076e8d9300a13d118db8bfd2ab",
        ),
        &many::<8, 32>(&[
            "0",
            "0",
            "0",
            "8fe34a02b967dd15e36690cd384c629355eb580ec434c775e5cd1383872ec8a8fc988b48c790bfbb03b282fc4f5ed3685de65048b03dc85adbc58b94b04421c",
        ]),
    ],
    &limbs::<7>(
        "100000ffff870ff91ce195db5b6f3ebd1e08c94c9e193b724ed58b907ff7c311a80d7cabc647746ae3ecb627c943998457fe001",
    ),
    &[1],
    Integer::negative(&[0x0008_0000_0fff_f801]),
    (
        &limbs::<8>(
            "800008fffbc8bfb95c10064573d512e7608eb809f8837210349069202fc5b46ce35e046a9e458e94683bc19e53f7c63f39dedd94e1dd77d3808",
        ),
        Integer::negative(&limbs::<4>("1000007fffc187fe82305ce962fda007979c865009f8417fe001")),
    ),
    [
        [
            &limbs::<8>(
                "118f08cec4c82dcaa9c240b50ec60aaff53da181abb24f4f1bb96c09c696da1ffb1794746cf9a0582e5ed2ecb5689c3d57a6140ee29d099619c455279c82e2d3",
            ),
            &limbs::<8>(
                "86b48a4539e514dbd0754cfe03ddd7a76f9b894af4f84f523d34d14880e62b69e0bf48700be85cf53e15ba009df292e06f4512eb44eb6d3c8be9388e23bed96",
            ),
        ],
        [
            &many::<8, 32>(&[
                "927879267500f31e123685dfe56521992d6d0eede96f7efa385466503c9ac6bb88ba1fa43b53e8b98e9e7834feb83e1854ef3dc869fc9d41939ff7a1a3b90bb",
                "11382fdd19d128c8c8c5cee368ef3897d40035d21bc430b57262479dc3ea06277c7680ace462dc3780e9140845d431e550106f15748785d7796a1063cff2ca7f",
                "122dbc587bbf831b166c137a1d87a5b3236f3a14022bbf90ca7ed890d3fd516e5b5196c7cbb4d77f10ceb26e17a6c9b6bb259bdb5dccf3a5c4bd8cda65154e75",
                "eff036115647bc93867f07af4b118021e1a6f14b13133571643b1066e1528811644e97e22cc6b9da44b6bba7d573230e4744d30aa22dd5c826606f4770590b2",
            ]),
            &many::<8, 32>(&[
                "83eec575faaca96314a20b6f0304968ddb92c3e2547797b366a74c633c9d35bc52ca825cb1f026e5ea2f022db7d391cf0eeebde10be091bb957691d86fcf59c",
                "e2d3654331c73f199d85b944aba15483c7af9777aa75eb71883281ccb50b06c87cdb93717be728509dbc323191747996d4373e80c9a86e84bd094d3f07a6222",
                "2524e0f4325868a6ddca6ad2bbab86de591215578610d034c30474ed2ef75c8a24b6c1fa06796bff421ffbb99039ac007977b29c657836fe0560a5377ffbf9f",
                "ea98163611e033550f5221eecc454cb6ad046bd547c25d4b75ada44137c794b8a9b2f2d908c573ea3568fc3467c28960fab660e49df297363f3dca0c7e1d77b",
            ]),
        ],
    ],
    [
        &limbs::<2>("155555aaaa805fffaac0154aac"),
        &limbs::<26>(
            "32916e9e0188e2252da44f42f6dc0e90a66e8c7afa49d50688a07f362ba18a01f6d9317009d55daf8cfa9159e35e2736da6417b31c8550dfc6cd766340d92ab85d629676e78e12d5e76ab9fac536661eea6615242264e5f6b46eba0f95191cd226b0cb144cec686a846de323cbe0244a3b6e5ffe49bd01599f13ad869ff3da2e5551fd9c2d885ef8fb95eb7ffd5460ec84fa36a569bcb5bbbc5a21b025ceceead08540c0accb87d9136ecb9c2cedc2d465831d76ac3551ee87bca06b751c18699a1424ff71e791eb953fa79",
        ),
    ],
);
