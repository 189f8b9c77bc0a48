//! Kachisa–Schaefer–Scott curves, k = 18.

use modexp_curves::families::Op::{Div, Frob, Mul, Sqr, X};
use modexp_curves::families::{Family, G1Map, Integer, LoopTerm, Op, Twist};
use modexp_limbs::hex::{limbs, many};

/// x + 3p − p⁴ ≡ 0; the line for the last term is 1.
const TERMS: &[LoopTerm] = &[LoopTerm { factor: 3, negative: false, power: 1 }];

/// 3·(p⁶ − p³ + 1)/r (Scott et al., *On the final exponentiation for calculating pairings on ordinary elliptic curves*, 2008/490):
/// with u = x² + 5x + 7 and v = x³·u + 16u + 3x, 3 − x²·(3v + 14u) + 7x·(2v + 7u)·p − 49·(v + 3u)·p² + (54 − x²·(5v + 7u))·p³ +
/// 7x·v·p⁴ + 49u·p⁵.
const CHAIN: &[Op] = &[
    // u in r_2, 3 in r_3
    X(1, 0),
    X(2, 1),
    Sqr(3, 1),
    Sqr(3, 3),
    Mul(3, 3, 1),
    Mul(2, 2, 3),
    Sqr(3, 0),
    Mul(3, 3, 0),
    Sqr(4, 3),
    Mul(4, 4, 0),
    Mul(2, 2, 4),
    // x·u, x²·u, v, x·v, x²·v in r_4 … r_8
    X(4, 2),
    X(5, 4),
    X(6, 5),
    Sqr(7, 2),
    Sqr(7, 7),
    Sqr(7, 7),
    Sqr(7, 7),
    Mul(6, 6, 7),
    Sqr(7, 1),
    Mul(7, 7, 1),
    Mul(6, 6, 7),
    X(7, 6),
    X(8, 7),
    // 7x·v in r_9, 7x·(2v + 7u) in r_11
    Sqr(9, 7),
    Mul(9, 9, 7),
    Sqr(9, 9),
    Mul(9, 9, 7),
    Sqr(10, 4),
    Mul(10, 10, 4),
    Sqr(10, 10),
    Mul(10, 10, 4),
    Sqr(11, 10),
    Mul(11, 11, 10),
    Mul(11, 11, 9),
    Sqr(11, 11),
    Mul(11, 11, 10),
    // 49u in r_10
    Sqr(4, 2),
    Mul(4, 4, 2),
    Sqr(4, 4),
    Mul(4, 4, 2),
    Sqr(10, 4),
    Mul(10, 10, 4),
    Sqr(10, 10),
    Mul(10, 10, 4),
    // 49·(v + 3u) in r_1
    Sqr(1, 2),
    Mul(1, 1, 2),
    Mul(1, 1, 6),
    Sqr(2, 1),
    Mul(2, 2, 1),
    Sqr(2, 2),
    Mul(2, 2, 1),
    Sqr(1, 2),
    Mul(1, 1, 2),
    Sqr(1, 1),
    Mul(1, 1, 2),
    // 54 − x²·(5v + 7u) in r_7
    Sqr(4, 5),
    Mul(4, 4, 5),
    Sqr(4, 4),
    Mul(4, 4, 5),
    Sqr(2, 8),
    Sqr(2, 2),
    Mul(2, 2, 8),
    Mul(2, 2, 4),
    Sqr(6, 3),
    Mul(6, 6, 3),
    Sqr(7, 6),
    Mul(7, 7, 6),
    Sqr(7, 7),
    Div(7, 7, 2),
    // 3 − x²·(3v + 14u) in r_3
    Mul(2, 8, 4),
    Sqr(2, 2),
    Mul(2, 2, 8),
    Div(3, 3, 2),
    // the sum
    Frob(11, 11, 1),
    Mul(3, 3, 11),
    Frob(1, 1, 2),
    Div(3, 3, 1),
    Frob(7, 7, 3),
    Mul(3, 3, 7),
    Frob(9, 9, 4),
    Mul(3, 3, 9),
    Frob(10, 10, 5),
    Mul(0, 3, 10),
];

/// A curve y² = x³ + 2.
const fn family(
    [p, root_of_unity]: [&'static [u64]; 2],
    order: &'static [u64],
    x: Integer,
    beta: &'static [u64],
    lambda: Integer,
    [g1, g2]: [[&'static [u64]; 2]; 2],
    [g1_cofactor, g2_cofactor]: [&'static [u64]; 2],
) -> Family {
    Family {
        degree: 18,
        p,
        order,
        a: &[0],
        b: &[2],
        twist: Twist::D,
        around: x,
        terms: TERMS,
        x,
        chain: CHAIN,
        // 7 divides both the cofactor and the value of φ's test
        g1_map: Some(G1Map::Beta { beta, lambda, tells: false }),
        // ψ does not distinguish G2 from its curve
        psi: None,
        // p³ ≡ −(x³ + 18), and β belongs to x³ + 18
        digits: Some((3, Integer { negative: !lambda.negative, ..lambda }, 2)),
        quarters: None,
        g1,
        g1_cofactor,
        g2,
        g2_cofactor,
        root_of_unity,
        u: [None, None],
    }
}

pub(crate) static KSS18_511: Family = family(
    [
        &limbs::<8>(
            "6b5a6e1d11e5108caccd56558145c710554eeff9af413df697c385a6e6516bae211b5ff0fab2ebaa158830e019751e0e2c2dac611d8e26ec036085796084958d",
        ),
        &many::<8, 24>(&[
            "31c4c6ebef725a69a7fbbb1c7d311128afe32d848177c91986ff41928fc505f36b579de77e9469509e811fdd96154eb1887b5be9ce9d7d24b61159dbb4102ebf",
            "0",
            "0",
        ]),
    ],
    &limbs::<6>("3d0bf00007a1c6041585c6109046d58b977c7f66a8313fc6ff461832480226a0cf5b1714cce143790adf7ec23e03001"),
    Integer::positive(&limbs::<2>("15000000007004210")),
    &limbs::<8>(
        "1ad69b8744794422e3a1b6d755e1281cfb9c8a1bb48e2fead593b46b8c639d8752bde982f480b08cccf48f6c36eb77c9f36dc70b3f34517cb1868e6f8d400f67",
    ),
    Integer::positive(&limbs::<4>("242d00000242e5568b0c0fe39f5219715f09605bb39861012")),
    [
        [
            &limbs::<8>(
                "3da748b53550eabaa55ed9b9941241676b7666b6c0707faf5ffe709fb3ef59a1a702daaddf8f016bf3cb90d6c193b97768cd35571ae9d528ae6e63f2b6dd38f7",
            ),
            &limbs::<8>(
                "441b671d68312e847aca451437cedb11c3639d9ce35140923e37dce8c22158ff807ee511b9260c204dd20aa54e461e02aa7a2255f5e0897f122f8c213d994c44",
            ),
        ],
        [
            &many::<8, 24>(&[
                "158198569a3e08655c8ddfdea41a7ca9c8e04aa4905b54663e80faaae56520e2bd141703cd84387fc901fa0bad030fe8ee4865ce013a5d5294932e0765147051",
                "5a501c751d6eb882737e786e39ccfd4d64fcf9aeb0f34f8007b7d817cc5950c91800ba2b320fa8446a9769c9e8a6fdfd3b7475192c9b0fa53fab032b9f492f05",
                "5e8add486935cd2fcf0bb6fb988e3f0411dfb094a9b5ad942593477173525f4937308ada154e8e87446a88a61cdf33f9e1769ef7f6b73d466a9d2e159c79e2b1",
            ]),
            &many::<8, 24>(&[
                "4236f0516eb377a1393f210b8b636de6e6f21ccf7066522569630ad1e81c8e0cfcf15511f7fb165d050e2c771b105249d3e5d11932f2cebe536b4b5b2a660c4d",
                "584b36779fd88c93944a29809ab492c74bc8196e69744bd86439604d20f9b3d9331cdbe9ecd595644710efa06758666d8cd033d598b9bb5ec645078735b5e3e",
                "5b7e518dbcf402c5bcfccaf16dedaa9bdd632e66192a448d9102e32070028303b4f6009ba82cc899c99655219ac006e4e6a0d4f74797804a877c9561b2d77324",
            ]),
        ],
    ],
    [
        &limbs::<3>("1c230000012c2b10d93320905af2328e8d"),
        &limbs::<19>(
            "4f2abc4ed60f17998147e554920b6b9bf6bf26a0edf5a5bbf8aedfbf6d5de46d2f4851c68629df8d2f0c192ce4e2748545a90666dad311fb007f3d2b4e1c96553c16e72b2d8a05ca50c170fa8a8158abd9e3f5a9256e5f12a8770d9323ba1cc6c91725cdce0e804c715600b84f5efddc08e841463d45cc04876d9821bd94c750351c1c5a2df701900bbcee0fae07bcd0b",
        ),
    ],
);

/// x = −2⁶⁴ − 2⁵¹ + 2⁴⁶ + 2¹² (Aranha et al., *Implementing pairings at the 192-bit security level*, 2012/232); RELIC's points of
/// K18_P508 with u³ = 2: (−x, −y·√−1) with u for −u.
pub(crate) static KSS18_508: Family = family(
    [
        &limbs::<8>(
            "c33b72b87e5a44df420b8a16e4727d4a5524c027b6231a491e008fc121f07073d3f6eb93785360e0b1b3d5304d0957e6b5cc3a8f69c137acd1cccf628bc1b1d",
        ),
        &many::<8, 24>(&[
            "4d0b9504358ddbe8a5c32846c762b5d4c31cb7f254ea8fda4116fbb8337bacb233d1a5ce12a968ece1b739b10bfcf33c326639a3b5866f92ef94721a8920098",
            "0",
            "0",
        ]),
    ],
    &limbs::<6>("bf33e1c9934e7868ece51d291e5644da8a2f179cee74854ee6819b240f20ce4e7d19f4cdaba6eaea5b0e3000000001"),
    Integer::negative(&limbs::<2>("10007bffffffff000")),
    &limbs::<8>(
        "30cedcae1f9691387b51bb2418e040181440481bf474d80a3a6b09138fb553df3c8ee9700e7633fbaecbd88fe5fe1d4d4b07ef46b49d5d0598c004431e319ed",
    ),
    Integer::negative(&limbs::<4>("1001740b431d14bfd17f4bd000300173fffffffefffffffee")),
    [
        [
            &limbs::<8>(
                "3add59eac7b6a0abc781139ce46388ab3426c6619c27187cb1f2b48ac92e04608afbd25da121edb06015cb5d2bcf369c03c163605bba21faf7d550960553784",
            ),
            &limbs::<8>(
                "8773227730cbe52483bf6aaaa9e4fe2870b463fa14d92c31d0f99c6b6ee13106a0e8c87ad7631f8ecce0dd6189b4c2232c644e4b857f325923fc8a80a947ffa",
            ),
        ],
        [
            &many::<8, 24>(&[
                "beb9bf2dcda0e93fd87a44284663219204c1123baf1f7ed4b90a360276b3acc5829eeee0a35d885bae08e3ec835f87ad127a900c2fb8e73d52c536dcac39d90",
                "ae31cbe29a26ef9a326fc66011a14b6de0c28b0e117dd8eb86741147bdc64fee7676a00f3e824baaef393cc9bed562d2e5b2f307278ace7f75a9664f06331fc",
                "1b881662961667a1a57e729121703ff0d175be4f4fc03d4e30d4d75989322aee9addbe453b88daa34716b6b4af1d600a0a4166b6f93554d54174dc4970e3e07",
            ]),
            &many::<8, 24>(&[
                "b5229f1f8b0651e5fb487292c19d799fb2806532a05ae3d4c16f0549c86fb0992615b4a9fb2a2fc4f058daec26ab714ff9ba8a23ca3e22dbed752c7d6f31528",
                "1469aab72155979210e39b72147d4fb1b19f66b5038a52f14c558c6cb63a6c985f93df0f44dd01ad99b54e8abb76b831fb79db993983c2b9dae8f2144930ebe",
                "4dfc899d95970932840570eb18e9ce4bad098a9d6b986dde04a41a22a9cac9f48b16ac18c69658440b99882bb78a702fcf376fe3fed9b932456e3a15d7d34fb",
            ]),
        ],
    ],
    [
        &limbs::<3>("10565283d505534a492adc6aaabb051b1d"),
        &limbs::<18>(
            "9806e5e0ce73547f36e994f52b22dd8416121b7a9ba69d6384dfd0b9b51d54e2090c657ef80a51d82e653a1e7902c7fb690ac973c4ca83469894f5f75495b65b1185a9ad5af835e3f2b54a4e90cda9f00ff09aff09ac5bf7b13acce2e862bb30718d4d9806d5488eb4bda0b0d5a5b770050c4fa6c9148da1c77bebe19701967daa73f47b10d257f2a942f1860dceb6b",
        ),
    ],
);
