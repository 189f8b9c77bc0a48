//! The named curves: their parameters, and nothing else.
//!
//! Sources: SEC 2 versions 1 and 2, FIPS 186-4, RFC 5639; MIRACL's curves are those of its benchmark program.

use crate::binary::names as binary;
use crate::endomorphism::Endomorphism;
use crate::parameters::Parameters;
use modexp_limbs::hex::limbs;

/// The name of a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CurveName {
    /// secp160r1 of SEC 2, at 80 bits of security: for old data alone.
    Secp160r1,
    /// P-192 of FIPS 186-4, at 96 bits of security: for old data alone.
    P192,
    /// P-224 of FIPS 186-4.
    P224,
    /// P-256 of FIPS 186-4.
    P256,
    /// P-384 of FIPS 186-4.
    P384,
    /// P-521 of FIPS 186-4.
    P521,
    /// secp256k1 of SEC 2, Bitcoin's and Ethereum's curve.
    Secp256k1,
    /// brainpoolP256r1 of RFC 5639.
    BrainpoolP256r1,
    /// The curve of 160 bits of MIRACL's benchmark.
    Miracl160,
    /// The curve of 192 bits of MIRACL's benchmark.
    Miracl192,
    /// The curve of 224 bits of MIRACL's benchmark.
    Miracl224,
    /// The curve of 256 bits of MIRACL's benchmark.
    Miracl256,
    /// B-163 of FIPS 186-4, sect163r2 of SEC 2, at 80 bits of security: for old data alone.
    B163,
    /// B-233 of FIPS 186-4, sect233r1 of SEC 2, over GF(2^233).
    B233,
    /// B-283 of FIPS 186-4, sect283r1 of SEC 2, over GF(2^283).
    B283,
    /// B-571 of FIPS 186-4, sect571r1 of SEC 2, over GF(2^571).
    B571,
    /// K-163 of FIPS 186-4, sect163k1 of SEC 2, at 80 bits of security: for old data alone.
    K163,
    /// K-233 of FIPS 186-4, sect233k1 of SEC 2, over GF(2^233).
    K233,
    /// K-283 of FIPS 186-4, sect283k1 of SEC 2, over GF(2^283).
    K283,
    /// K-571 of FIPS 186-4, sect571k1 of SEC 2, over GF(2^571).
    K571,
    /// K-163 with the generator of MIRACL's benchmark.
    MiraclK163,
}

/// The parameters of a curve with cofactor 1. Limbs are little-endian, as many as p or the order needs.
pub(crate) struct Data {
    pub(crate) p: &'static [u64],
    pub(crate) a: &'static [u64],
    pub(crate) b: &'static [u64],
    pub(crate) order: &'static [u64],
    pub(crate) x: &'static [u64],
    pub(crate) y: &'static [u64],
    pub(crate) endomorphism: Option<&'static Endomorphism>,
    /// 3b·u⁶ = 1.
    pub(crate) u: Option<&'static [u64]>,
}

/// The parameters of a curve, by its field.
pub(crate) enum Kind {
    /// GF(p).
    Prime(&'static Data),
    /// GF(2^m).
    Binary(&'static Parameters<'static>),
}

impl Data {
    pub(crate) const fn parameters(&self) -> Parameters<'static> {
        let &Self { p, a, b, order, x, y, .. } = self;
        Parameters { p, a, b, order, cofactor: &[1], x, y }
    }
}

impl CurveName {
    /// All names.
    pub const ALL: [Self; 21] = [
        Self::Secp160r1,
        Self::P192,
        Self::P224,
        Self::P256,
        Self::P384,
        Self::P521,
        Self::Secp256k1,
        Self::BrainpoolP256r1,
        Self::Miracl160,
        Self::Miracl192,
        Self::Miracl224,
        Self::Miracl256,
        Self::B163,
        Self::B233,
        Self::B283,
        Self::B571,
        Self::K163,
        Self::K233,
        Self::K283,
        Self::K571,
        Self::MiraclK163,
    ];

    /// The name as in the standard: `P-256`, `secp256k1`; MIRACL's are `miracl-160` and so on.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Secp160r1 => "secp160r1",
            Self::P192 => "P-192",
            Self::P224 => "P-224",
            Self::P256 => "P-256",
            Self::P384 => "P-384",
            Self::P521 => "P-521",
            Self::Secp256k1 => "secp256k1",
            Self::BrainpoolP256r1 => "brainpoolP256r1",
            Self::Miracl160 => "miracl-160",
            Self::Miracl192 => "miracl-192",
            Self::Miracl224 => "miracl-224",
            Self::Miracl256 => "miracl-256",
            Self::B163 => "B-163",
            Self::B233 => "B-233",
            Self::B283 => "B-283",
            Self::B571 => "B-571",
            Self::K163 => "K-163",
            Self::K233 => "K-233",
            Self::K283 => "K-283",
            Self::K571 => "K-571",
            Self::MiraclK163 => "miracl-k163",
        }
    }

    /// Whether the curve is over GF(2^m). WebAssembly has these curves by the feature `binary`, the others by `prime`.
    pub fn is_binary(self) -> bool {
        matches!(self.kind(), Kind::Binary(_))
    }

    pub(crate) fn kind(self) -> Kind {
        match self {
            Self::Secp160r1 => Kind::Prime(&SECP160R1),
            Self::P192 => Kind::Prime(&P192),
            Self::P224 => Kind::Prime(&P224),
            Self::P256 => Kind::Prime(&P256),
            Self::P384 => Kind::Prime(&P384),
            Self::P521 => Kind::Prime(&P521),
            Self::Secp256k1 => Kind::Prime(&SECP256K1),
            Self::BrainpoolP256r1 => Kind::Prime(&BRAINPOOL_P256R1),
            Self::Miracl160 => Kind::Prime(&MIRACL160),
            Self::Miracl192 => Kind::Prime(&MIRACL192),
            Self::Miracl224 => Kind::Prime(&MIRACL224),
            Self::Miracl256 => Kind::Prime(&MIRACL256),
            Self::B163 => Kind::Binary(&binary::B163),
            Self::B233 => Kind::Binary(&binary::B233),
            Self::B283 => Kind::Binary(&binary::B283),
            Self::B571 => Kind::Binary(&binary::B571),
            Self::K163 => Kind::Binary(&binary::K163),
            Self::K233 => Kind::Binary(&binary::K233),
            Self::K283 => Kind::Binary(&binary::K283),
            Self::K571 => Kind::Binary(&binary::K571),
            Self::MiraclK163 => Kind::Binary(&binary::MIRACL_K163),
        }
    }
}

static SECP160R1: Data = Data {
    p: &limbs::<3>("ffffffffffffffffffffffffffffffff7fffffff"),
    a: &limbs::<3>("ffffffffffffffffffffffffffffffff7ffffffc"),
    b: &limbs::<3>("1c97befc54bd7a8b65acf89f81d4d4adc565fa45"),
    order: &limbs::<3>("100000000000000000001f4c8f927aed3ca752257"),
    x: &limbs::<3>("4a96b5688ef573284664698968c38bb913cbfc82"),
    y: &limbs::<3>("23a628553168947d59dcc912042351377ac5fb32"),
    endomorphism: None,
    u: None,
};

static P192: Data = Data {
    p: &limbs::<3>("fffffffffffffffffffffffffffffffeffffffffffffffff"),
    a: &limbs::<3>("fffffffffffffffffffffffffffffffefffffffffffffffc"),
    b: &limbs::<3>("64210519e59c80e70fa7e9ab72243049feb8deecc146b9b1"),
    order: &limbs::<3>("ffffffffffffffffffffffff99def836146bc9b1b4d22831"),
    x: &limbs::<3>("188da80eb03090f67cbf20eb43a18800f4ff0afd82ff1012"),
    y: &limbs::<3>("7192b95ffc8da78631011ed6b24cdd573f977a11e794811"),
    endomorphism: None,
    u: None,
};

static P224: Data = Data {
    p: &limbs::<4>("ffffffffffffffffffffffffffffffff000000000000000000000001"),
    a: &limbs::<4>("fffffffffffffffffffffffffffffffefffffffffffffffffffffffe"),
    b: &limbs::<4>("b4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4"),
    order: &limbs::<4>("ffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d"),
    x: &limbs::<4>("b70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21"),
    y: &limbs::<4>("bd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34"),
    endomorphism: None,
    u: None,
};

static P256: Data = Data {
    p: &limbs::<4>("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"),
    a: &limbs::<4>("ffffffff00000001000000000000000000000000fffffffffffffffffffffffc"),
    b: &limbs::<4>("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b"),
    order: &limbs::<4>("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"),
    x: &limbs::<4>("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"),
    y: &limbs::<4>("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"),
    endomorphism: None,
    u: None,
};

static P384: Data = Data {
    p: &limbs::<6>("fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffff"),
    a: &limbs::<6>("fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000fffffffc"),
    b: &limbs::<6>("b3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aef"),
    order: &limbs::<6>(
        "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973",
    ),
    x: &limbs::<6>("aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7"),
    y: &limbs::<6>("3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5f"),
    endomorphism: None,
    u: None,
};

static P521: Data = Data {
    p: &limbs::<9>(
        "1ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    ),
    a: &limbs::<9>(
        "1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc",
    ),
    b: &limbs::<9>(
        "51953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00",
    ),
    order: &limbs::<9>(
        "1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409",
    ),
    x: &limbs::<9>(
        "c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66",
    ),
    y: &limbs::<9>(
        "11839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd16650",
    ),
    endomorphism: None,
    u: None,
};

static SECP256K1: Data = Data {
    p: &limbs::<4>("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f"),
    a: &limbs::<4>("0"),
    b: &limbs::<4>("7"),
    order: &limbs::<4>("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"),
    x: &limbs::<4>("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
    y: &limbs::<4>("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"),
    endomorphism: Some(&SECP256K1_ENDOMORPHISM),
    u: Some(&limbs::<4>("8173cd5af27e500109febad74242018899ac4dec2b7a6ac3c7fe0dc9952624da")),
};

static BRAINPOOL_P256R1: Data = Data {
    p: &limbs::<4>("a9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377"),
    a: &limbs::<4>("7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9"),
    b: &limbs::<4>("26dc5c6ce94a4b44f330b5d9bbd77cbf958416295cf7e1ce6bccdc18ff8c07b6"),
    order: &limbs::<4>("a9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7"),
    x: &limbs::<4>("8bd2aeb9cb7e57cb2c4b482ffc81b7afb9de27e1e3bd23c23a4453bd9ace3262"),
    y: &limbs::<4>("547ef835c3dac4fd97f8461a14611dc9c27745132ded8e545c1d54c72f046997"),
    endomorphism: None,
    u: None,
};

static MIRACL160: Data = Data {
    p: &limbs::<3>("d9c574c2ae564498f71d2de9e371f8cd3943ac29"),
    a: &limbs::<3>("d9c574c2ae564498f71d2de9e371f8cd3943ac26"),
    b: &limbs::<3>("5ffb743f36241263f07bd09325bd458edfd4f468"),
    order: &limbs::<3>("d9c574c2ae564498f71e2d49d2f2a824b7cd76fd"),
    x: &limbs::<3>("1"),
    y: &limbs::<3>("cf65573794c0d0c494310ed3008679f01afaf63a"),
    endomorphism: None,
    u: None,
};

static MIRACL192: Data = Data {
    p: &limbs::<3>("b1ddd4f0f4a6a5cd96eafc0e12c6e80fedbbb7fe1576ee53"),
    a: &limbs::<3>("b1ddd4f0f4a6a5cd96eafc0e12c6e80fedbbb7fe1576ee50"),
    b: &limbs::<3>("a59f552241e22179d156427814e22aca736ed8475f8e9f57"),
    order: &limbs::<3>("b1ddd4f0f4a6a5cd96eafc0c7182f9b80f02aa17b80c6175"),
    x: &limbs::<3>("1"),
    y: &limbs::<3>("264f848e11497c9f8ad4468a8e36d59f7ec363b340b10e20"),
    endomorphism: None,
    u: None,
};

static MIRACL224: Data = Data {
    p: &limbs::<4>("f923bcec0d87b21f032fe7a6fe406a7181c49cb4872c32204f8102ed"),
    a: &limbs::<4>("f923bcec0d87b21f032fe7a6fe406a7181c49cb4872c32204f8102ea"),
    b: &limbs::<4>("a511fc66af0149d5dc2bb788d8ccfdddd4154a480cffeb0e007cd5c0"),
    order: &limbs::<4>("f923bcec0d87b21f032fe7a6fe42394f8a1771b7a2820beb7a610d97"),
    x: &limbs::<4>("1"),
    y: &limbs::<4>("3e598e1d75b261d501ab3abd989da77d2fb0bddf67b84b3535263276"),
    endomorphism: None,
    u: None,
};

static MIRACL256: Data = Data {
    p: &limbs::<4>("fef78369de60b5a5af30597f10b7bfac9b3dccf0ce580705f52d1b1e8194748b"),
    a: &limbs::<4>("fef78369de60b5a5af30597f10b7bfac9b3dccf0ce580705f52d1b1e81947488"),
    b: &limbs::<4>("3821be831f74997abebbcd83aa03a9895b02f96593ea2b781e739c8aa7f44916"),
    order: &limbs::<4>("fef78369de60b5a5af30597f10b7bfac38b0a70e34bb1be132c67cdb23967be7"),
    x: &limbs::<4>("1"),
    y: &limbs::<4>("7164f6c4e76ee927dc3a8319cee4b272cf6dfc519b59617bc4d568b7aaf352fe"),
    endomorphism: None,
    u: None,
};

/// The lattice (3086d221a7d46bcde86c90e49284eb15, −e4437ed6010e88286f547fa90abfe4c3), (114ca50f7a8e2f3f657c1108d9d44cfd8,
/// 3086d221a7d46bcde86c90e49284eb15) of the extended Euclidean algorithm.
static SECP256K1_ENDOMORPHISM: Endomorphism = Endomorphism {
    beta: &limbs::<4>("7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501ee"),
    lambda: &limbs::<4>("5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72"),
    minus_b1: &limbs::<4>("e4437ed6010e88286f547fa90abfe4c3"),
    minus_b2: &limbs::<4>("fffffffffffffffffffffffffffffffe8a280ac50774346dd765cda83db1562c"),
    g1: &limbs::<4>("3086d221a7d46bcde86c90e49284eb153daa8a1471e8ca7fe893209a45dbb031"),
    g2: &limbs::<4>("e4437ed6010e88286f547fa90abfe4c4221208ac9df506c61571b4ae8ac47f71"),
    bits: 128,
};
