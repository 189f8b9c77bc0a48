//! k = 2: Tate pairings for which p alone gives the security, with p twice as long. The curves of type 1 are their own twists, and
//! (x, y) ↦ (−x, √−1·y) is the distortion map.

use modexp_curves::families::Op::X;
use modexp_curves::families::{Family, Integer, Twist};
use modexp_limbs::hex::limbs;

pub(crate) static SSP512: Family = Family {
    degree: 2,
    p: &limbs::<8>(
        "b83dfb800c851836f9b95087f2642ef80b044116a536a5d5c35f02a297b82515f98c5e7d90ae1524653d8298402f5f35ae20d87a03e791e8dc6c070d564ec663",
    ),
    order: &limbs::<3>("8000000000000000000000000000000000020001"),
    a: &limbs::<8>(
        "b83dfb800c851836f9b95087f2642ef80b044116a536a5d5c35f02a297b82515f98c5e7d90ae1524653d8298402f5f35ae20d87a03e791e8dc6c070d564ec660",
    ),
    b: &[0x0],
    twist: Twist::M,
    // the order less 1: the last line is in GF(p)
    around: Integer::positive(&limbs::<3>("8000000000000000000000000000000000020000")),
    terms: &[],
    // (p + 1)/r
    x: Integer::positive(&limbs::<6>(
        "1707bf700190a306df372a10fe4c85df01602c03a8d74f98292f1d69ec44b74eab1c7a90ff46c73ffc986c664",
    )),
    chain: &[X(0, 0)],
    g1_map: None,
    psi: None,
    digits: None,
    quarters: None,
    g1: [
        &limbs::<8>(
            "6a1b59b8b84c40d9662138034bf9376f99223954eb8db00719ae241638ecbb907395838052a582d84786600043b038a558d327f6d5f7805cf01388289e88df8",
        ),
        &limbs::<8>(
            "54409a7da60b032b280fc199f4bc84dcca7e5c77940c4e672b89044f871d3cbb096f92edce847d540aecd9ac08f1f8c43ecbbcb024fb8c85f665dd03f3e99c7",
        ),
    ],
    g1_cofactor: &limbs::<6>(
        "1707bf700190a306df372a10fe4c85df01602c03a8d74f98292f1d69ec44b74eab1c7a90ff46c73ffc986c664",
    ),
    g2: [
        &limbs::<8>(
            "6a1b59b8b84c40d9662138034bf9376f99223954eb8db00719ae241638ecbb907395838052a582d84786600043b038a558d327f6d5f7805cf01388289e88df8",
        ),
        &limbs::<8>(
            "54409a7da60b032b280fc199f4bc84dcca7e5c77940c4e672b89044f871d3cbb096f92edce847d540aecd9ac08f1f8c43ecbbcb024fb8c85f665dd03f3e99c7",
        ),
    ],
    g2_cofactor: &limbs::<6>(
        "1707bf700190a306df372a10fe4c85df01602c03a8d74f98292f1d69ec44b74eab1c7a90ff46c73ffc986c664",
    ),
    root_of_unity: &[],
    u: [None, None],
};

pub(crate) static CP512: Family = Family {
    degree: 2,
    p: &limbs::<8>(
        "8d5006492b424c09d2febe717ee382a57ebe3a352fc383e1ac79f21ddb43706cfb192333a7e9cf644636332e83d90a1e56efbae8715aa07883483f8267e80ed3",
    ),
    order: &limbs::<3>("8000000000000000000000000000000000020001"),
    a: &limbs::<8>(
        "8d5006492b424c09d2febe717ee382a57ebe3a352fc383e1ac79f21ddb43706cfb192333a7e9cf644636332e83d90a1e56efbae8715aa07883483f8267e80ed0",
    ),
    b: &limbs::<8>(
        "609993837367998001c95b87a6ba872135e26906db4c192d6e038486177a3edf6c50b9bb20df881f2bd05842f598f3e037b362dbf89f0a62e5871d41d951bf8e",
    ),
    twist: Twist::M,
    // the order less 1: the last line is in GF(p)
    around: Integer::positive(&limbs::<3>("8000000000000000000000000000000000020000")),
    terms: &[],
    // (p + 1)/r
    x: Integer::positive(&limbs::<6>(
        "11aa00c9256849813a5fd7ce2fdc7054afd7809e7f7fd948c4b9c1c1e76ffeff7e57845f12d43ab024a400ed4",
    )),
    chain: &[X(0, 0)],
    g1_map: None,
    psi: None,
    digits: None,
    quarters: None,
    g1: [
        &limbs::<8>(
            "7575fca3b9ee4f0387a5598bcc649f267545c1213369b29844ba8436c2381f0fd54a196457376d38efce5620888b208179879ed3d4bd7df59e468b7d0bea7e20",
        ),
        &limbs::<8>(
            "3669920dbea81eb0722e90aa26106537066c36ec083b6704c716ec151b455ca87bd0d8f111650b36eb11cae58afa9d964e0437d6bfa65e6cf073fb4e61327375",
        ),
    ],
    g1_cofactor: &limbs::<6>(
        "11aa00c9256849813a5fd7ce2fdc7054afd7809e7f7fd948c4b9c1c1e76ffeff4ecab83c950112decb41d6eda",
    ),
    g2: [
        &limbs::<8>(
            "281b57d700930bf55d97e785e7ac99ee2cc2acec5d6661985cf55995cc72f7fb89f038d3b11311e6cdfd13e2ba16873a7f203109bde8831d0983f4c15ab17a98",
        ),
        &limbs::<8>(
            "3c51042e2171613dc9cbe4fb76771bcbd63545065618edcd9a8cddcd2d97e935a68dbfe307245e8b184a48d7a65bf78de4493de8db31b9ccb32738d4cfc79188",
        ),
    ],
    g2_cofactor: &limbs::<6>(
        "11aa00c9256849813a5fd7ce2fdc7054afd7809e7f7fd948c4b9c1c1e76ffeffade4508190a762817e062aece",
    ),
    root_of_unity: &[],
    u: [None, None],
};

pub(crate) static SSP1536: Family = Family {
    degree: 2,
    p: &limbs::<24>(
        "83093742908d4d529cef06c72191a05d5e6073fe861e637d7747c5f154989d1de125ace7f997ad228b84eb0a0d0d719e34e83dbd68219bce952167753c07b5df0611625004d2959d9a5a42ab197dcf3fa8bb79d93c4f23d5437d6ea2c29d00a4d98bf0bd32e7fe4e8154dc52bca7785f13d71c425551390b52972c085099a435ec00764313622a1c3a96fe4a97ef944dd3f62c726c5abbbdf0b6c4e5d07763421da034ae92b0effd8a8c98f08f182516c5159c215cdabf599329a51dd30571b3",
    ),
    order: &limbs::<4>("8000000000000000000000000000000000000000000000000000020000000001"),
    a: &limbs::<24>(
        "83093742908d4d529cef06c72191a05d5e6073fe861e637d7747c5f154989d1de125ace7f997ad228b84eb0a0d0d719e34e83dbd68219bce952167753c07b5df0611625004d2959d9a5a42ab197dcf3fa8bb79d93c4f23d5437d6ea2c29d00a4d98bf0bd32e7fe4e8154dc52bca7785f13d71c425551390b52972c085099a435ec00764313622a1c3a96fe4a97ef944dd3f62c726c5abbbdf0b6c4e5d07763421da034ae92b0effd8a8c98f08f182516c5159c215cdabf599329a51dd30571b0",
    ),
    b: &[0x0],
    twist: Twist::M,
    // the order less 1: the last line is in GF(p)
    around: Integer::positive(&limbs::<4>("8000000000000000000000000000000000000000000000000000020000000000")),
    terms: &[],
    // (p + 1)/r
    x: Integer::positive(&limbs::<21>(
        "106126e85211a9aa539de0d8e432340babcc0e7fd0c3cc6faee8f87ca5f7725b54bbbe7de38c3ebee164ad00490346d95fd32bfc679aa8029708cea26c981a77064fb3c8a6cdd411e36688d584793a96cad10ce6351a0ac319f434764054488b5741cef8be9e019424732eb40a6ee109e4adbd540fa43899e5484f37822ec07596f62045187571f182e85ace872ae0376040e3510d06083b388463d1dd30571b4",
    )),
    chain: &[X(0, 0)],
    g1_map: None,
    psi: None,
    digits: None,
    quarters: None,
    g1: [
        &limbs::<24>(
            "e009cf7f1905aae62e916bbd2a2f4cc9ccdd58c382f11ac44225ea4be975433d9a4f982b2e45abda806b91efe1514af0adcc143c41ca753b6ac06aaaf0df550e3d5b7c6045e2111196868e288add690ac55d0ebb3779c3c73ce2dd1e9f40744d5297b5b465bee7086f62d586e1eec6701f2889d9861cfaeac84055fbf3bf12a3ea7a09647dddce00eafac2d2ddb6a54341a63c0ce0aa6a504926a7d499159a833af9f34746556198c538f50208290a6c29ae18ee2fa667126c6e78f1f611f50",
        ),
        &limbs::<24>(
            "23bfaafdc37c30a629b4e580f8607720bab840e0e29e60571f1b970f7938244703d610e74337e4a8c51f6e612a40766a5bd11719bbf2494f402e318ede4d558feddc704302cc4212629cc6d399fb5f78a9af9ac732e2902f48f424280ddbd813a50d9ab3dce2559199bebfbdfadafd8a35660b87360a021f140ddd245d7f0d5d8eed169541671c0d5b62257f14bab3a506222d82a5ce6158a77a94e61eb3999dd75149a82106d7c2dad5728142ae8dab5a27c3ce5aae58da6ddaae19a6c425b0",
        ),
    ],
    g1_cofactor: &limbs::<21>(
        "106126e85211a9aa539de0d8e432340babcc0e7fd0c3cc6faee8f87ca5f7725b54bbbe7de38c3ebee164ad00490346d95fd32bfc679aa8029708cea26c981a77064fb3c8a6cdd411e36688d584793a96cad10ce6351a0ac319f434764054488b5741cef8be9e019424732eb40a6ee109e4adbd540fa43899e5484f37822ec07596f62045187571f182e85ace872ae0376040e3510d06083b388463d1dd30571b4",
    ),
    g2: [
        &limbs::<24>(
            "e009cf7f1905aae62e916bbd2a2f4cc9ccdd58c382f11ac44225ea4be975433d9a4f982b2e45abda806b91efe1514af0adcc143c41ca753b6ac06aaaf0df550e3d5b7c6045e2111196868e288add690ac55d0ebb3779c3c73ce2dd1e9f40744d5297b5b465bee7086f62d586e1eec6701f2889d9861cfaeac84055fbf3bf12a3ea7a09647dddce00eafac2d2ddb6a54341a63c0ce0aa6a504926a7d499159a833af9f34746556198c538f50208290a6c29ae18ee2fa667126c6e78f1f611f50",
        ),
        &limbs::<24>(
            "23bfaafdc37c30a629b4e580f8607720bab840e0e29e60571f1b970f7938244703d610e74337e4a8c51f6e612a40766a5bd11719bbf2494f402e318ede4d558feddc704302cc4212629cc6d399fb5f78a9af9ac732e2902f48f424280ddbd813a50d9ab3dce2559199bebfbdfadafd8a35660b87360a021f140ddd245d7f0d5d8eed169541671c0d5b62257f14bab3a506222d82a5ce6158a77a94e61eb3999dd75149a82106d7c2dad5728142ae8dab5a27c3ce5aae58da6ddaae19a6c425b0",
        ),
    ],
    g2_cofactor: &limbs::<21>(
        "106126e85211a9aa539de0d8e432340babcc0e7fd0c3cc6faee8f87ca5f7725b54bbbe7de38c3ebee164ad00490346d95fd32bfc679aa8029708cea26c981a77064fb3c8a6cdd411e36688d584793a96cad10ce6351a0ac319f434764054488b5741cef8be9e019424732eb40a6ee109e4adbd540fa43899e5484f37822ec07596f62045187571f182e85ace872ae0376040e3510d06083b388463d1dd30571b4",
    ),
    root_of_unity: &[],
    u: [None, None],
};
