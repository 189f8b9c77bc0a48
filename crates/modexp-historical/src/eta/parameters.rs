//! η_T in characteristic 2: the supersingular curves y² + y = x³ + x + b of MIRACL's benchmark, k = 4. The benchmark has no
//! generators: these points have the lowest power of x as x, and an even y.

use super::build::Ss2;
use crate::names::PairingName;
use modexp_curves::Parameters;
use modexp_fields::binary::Fixed;
use modexp_limbs::hex::limbs;

/// x^379 + x^253 + x^251 + x^59 + 1; the order is 2^379 + 2^190 + 1.
pub(crate) static SS2_379: Ss2<Fixed<379, 253, 251, 59>, 6, 8> = Ss2 {
    name: PairingName::Ss2M379.as_str(),
    polynomial: Fixed,
    parameters: Parameters {
        p: &limbs::<6>(
            "80000000000000000000000000000002800000000000000000000000000000000000000000000000800000000000001",
        ),
        a: &[1],
        b: &[1],
        order: &limbs::<6>(
            "80000000000000000000000000000000000000000000000400000000000000000000000000000000000000000000001",
        ),
        cofactor: &[1],
        x: &limbs::<6>("2000000000000000000000000000000000000000000"),
        y: &limbs::<6>(
            "7ef9bf979aea936fd3ccbdd9931a68a3a204f17d7fe73c46dae52962f6a20249375a30b97f2df6ebb4672b41ac64a82",
        ),
    },
};

/// x^1223 + x^255 + 1; the order is (2^1223 + 2^612 + 1)/5.
pub(crate) static SS2_1223: Ss2<Fixed<1223, 255, 0, 0>, 20, 24> = Ss2 {
    name: PairingName::Ss2M1223.as_str(),
    polynomial: Fixed,
    parameters: Parameters {
        p: &limbs::<20>(
            "800000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000008000000000000000000000000000000000000000000000000000000000000001",
        ),
        a: &[1],
        b: &[0],
        order: &limbs::<20>(
            "199999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999ccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccd",
        ),
        cofactor: &[5],
        x: &[2],
        y: &limbs::<20>(
            "143711a6e46069d3cf8317c512dc7a21ea5ee810e127fa132525ca2b43bd80906fcd863fdedc50354b803587afa99164b08234c23e19959cf651b9ba2c005c7042cbfe4a3c52c1faee2b9a6a077144a6624cac1151f37853f8dbbdc8283523d219f10955c4a21a05c1af912d6972386b0bb396316dec6ce8d18a3311b58f379d94de481a2ea90b76b4155cdddba1084799fbf442d77a3f1de",
        ),
    },
};
