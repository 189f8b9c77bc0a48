//! Kachisa–Schaefer–Scott curves, k = 18.

use super::{Family, G1Map, Integer, positive};
use crate::hex::{limbs, many};
use crate::pairing::final_exponentiation::Op::{self, Div, Frob, Mul, Sqr, X};
use crate::pairing::miller::Term;
use crate::pairing::target::Twist;
use crate::structure::Form;

/// x + 3p − p⁴ ≡ 0; the line that the last term would add is 1.
const TERMS: &[Term] = &[Term { factor: 3, negative: false, power: 1 }];

/// Thrice (p⁶ − p³ + 1)/r (Scott et al., *On the final exponentiation for calculating pairings on ordinary elliptic curves*,
/// 2008/490): with u = x² + 5x + 7 and v = x³·u + 16u + 3x,
/// 3 − x²·(3v + 14u) + 7x·(2v + 7u)·p − 49·(v + 3u)·p² + (54 − x²·(5v + 7u))·p³ + 7x·v·p⁴ + 49u·p⁵.
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

/// What both curves have in common; y² = x³ + 2.
const fn family(
    p: &'static [u64],
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
        // 7 divides the cofactor and φ's test alike
        g1_map: Some(G1Map::Beta { beta, lambda, tells: false }),
        // nor does ψ tell G2 from its curve
        psi: None,
        // p³ ≡ −(x³ + 18), and β belongs to x³ + 18
        digits: Some((3, Integer { negative: !lambda.negative, ..lambda }, 2)),
        g1,
        g1_cofactor,
        g2,
        g2_cofactor,
        form: Form::Sec1,
    }
}

pub(super) static KSS18_511: Family = family(
    &limbs::<8>(
        "6b5a6e1d11e5108caccd56558145c710554eeff9af413df697c385a6e6516bae211b5ff0fab2ebaa158830e019751e0e2c2dac611d8e26ec036085796084958d",
    ),
    &limbs::<6>("3d0bf00007a1c6041585c6109046d58b977c7f66a8313fc6ff461832480226a0cf5b1714cce143790adf7ec23e03001"),
    positive(&limbs::<2>("15000000007004210")),
    &limbs::<8>(
        "1ad69b8744794422e3a1b6d755e1281cfb9c8a1bb48e2fead593b46b8c639d8752bde982f480b08cccf48f6c36eb77c9f36dc70b3f34517cb1868e6f8d400f67",
    ),
    positive(&limbs::<4>("242d00000242e5568b0c0fe39f5219715f09605bb39861012")),
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
