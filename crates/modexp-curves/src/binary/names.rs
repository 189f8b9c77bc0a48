//! The parameters of FIPS 186-4's curves over GF(2^m), which are also those of SEC 2. MIRACL's K-163 is from its benchmark program.

use crate::parameters::Parameters;
use modexp_limbs::hex::limbs;

pub(crate) static B163: Parameters<'static> = Parameters {
    p: &limbs::<3>("800000000000000000000000000000000000000c9"),
    a: &limbs::<3>("1"),
    b: &limbs::<3>("20a601907b8c953ca1481eb10512f78744a3205fd"),
    order: &limbs::<3>("40000000000000000000292fe77e70c12a4234c33"),
    cofactor: &[2],
    x: &limbs::<3>("3f0eba16286a2d57ea0991168d4994637e8343e36"),
    y: &limbs::<3>("d51fbc6c71a0094fa2cdd545b11c5c0c797324f1"),
};

pub(crate) static B233: Parameters<'static> = Parameters {
    p: &limbs::<4>("20000000000000000000000000000000000000004000000000000000001"),
    a: &limbs::<4>("1"),
    b: &limbs::<4>("66647ede6c332c7f8c0923bb58213b333b20e9ce4281fe115f7d8f90ad"),
    order: &limbs::<4>("1000000000000000000000000000013e974e72f8a6922031d2603cfe0d7"),
    cofactor: &[2],
    x: &limbs::<4>("fac9dfcbac8313bb2139f1bb755fef65bc391f8b36f8f8eb7371fd558b"),
    y: &limbs::<4>("1006a08a41903350678e58528bebf8a0beff867a7ca36716f7e01f81052"),
};

pub(crate) static B283: Parameters<'static> = Parameters {
    p: &limbs::<5>("800000000000000000000000000000000000000000000000000000000000000000010a1"),
    a: &limbs::<5>("1"),
    b: &limbs::<5>("27b680ac8b8596da5a4af8a19a0303fca97fd7645309fa2a581485af6263e313b79a2f5"),
    order: &limbs::<5>("3ffffffffffffffffffffffffffffffffffef90399660fc938a90165b042a7cefadb307"),
    cofactor: &[2],
    x: &limbs::<5>("5f939258db7dd90e1934f8c70b0dfec2eed25b8557eac9c80e2e198f8cdbecd86b12053"),
    y: &limbs::<5>("3676854fe24141cb98fe6d4b20d02b4516ff702350eddb0826779c813f0df45be8112f4"),
};

pub(crate) static B571: Parameters<'static> = Parameters {
    p: &limbs::<9>(
        "80000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000425",
    ),
    a: &limbs::<9>("1"),
    b: &limbs::<9>(
        "2f40e7e2221f295de297117b7f3d62f5c6a97ffcb8ceff1cd6ba8ce4a9a18ad84ffabbd8efa59332be7ad6756a66e294afd185a78ff12aa520e4de739baca0c7ffeff7f2955727a",
    ),
    order: &limbs::<9>(
        "3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe661ce18ff55987308059b186823851ec7dd9ca1161de93d5174d66e8382e9bb2fe84e47",
    ),
    cofactor: &[2],
    x: &limbs::<9>(
        "303001d34b856296c16c0d40d3cd7750a93d1d2955fa80aa5f40fc8db7b2abdbde53950f4c0d293cdd711a35b67fb1499ae60038614f1394abfa3b4c850d927e1e7769c8eec2d19",
    ),
    y: &limbs::<9>(
        "37bf27342da639b6dccfffeb73d69d78c6c27a6009cbbca1980f8533921e8a684423e43bab08a576291af8f461bb2a8b3531d2f0485c19b16e2f1516e23dd3c1a4827af1b8ac15b",
    ),
};

pub(crate) static K163: Parameters<'static> = Parameters {
    p: &limbs::<3>("800000000000000000000000000000000000000c9"),
    a: &limbs::<3>("1"),
    b: &limbs::<3>("1"),
    order: &limbs::<3>("4000000000000000000020108a2e0cc0d99f8a5ef"),
    cofactor: &[2],
    x: &limbs::<3>("2fe13c0537bbc11acaa07d793de4e6d5e5c94eee8"),
    y: &limbs::<3>("289070fb05d38ff58321f2e800536d538ccdaa3d9"),
};

pub(crate) static MIRACL_K163: Parameters<'static> = Parameters {
    p: &limbs::<3>("800000000000000000000000000000000000000c9"),
    a: &limbs::<3>("1"),
    b: &limbs::<3>("1"),
    order: &limbs::<3>("4000000000000000000020108a2e0cc0d99f8a5ef"),
    cofactor: &[2],
    x: &limbs::<3>("396c30b475ef87a2b37ca911d272de90e109ca80f"),
    y: &limbs::<3>("3947d0e4c8bb41dc3babb142d2923a253d6e76391"),
};

pub(crate) static K233: Parameters<'static> = Parameters {
    p: &limbs::<4>("20000000000000000000000000000000000000004000000000000000001"),
    a: &limbs::<4>("0"),
    b: &limbs::<4>("1"),
    order: &limbs::<4>("8000000000000000000000000000069d5bb915bcd46efb1ad5f173abdf"),
    cofactor: &[4],
    x: &limbs::<4>("17232ba853a7e731af129f22ff4149563a419c26bf50a4c9d6eefad6126"),
    y: &limbs::<4>("1db537dece819b7f70f555a67c427a8cd9bf18aeb9b56e0c11056fae6a3"),
};

pub(crate) static K283: Parameters<'static> = Parameters {
    p: &limbs::<5>("800000000000000000000000000000000000000000000000000000000000000000010a1"),
    a: &limbs::<5>("0"),
    b: &limbs::<5>("1"),
    order: &limbs::<5>("1ffffffffffffffffffffffffffffffffffe9ae2ed07577265dff7f94451e061e163c61"),
    cofactor: &[4],
    x: &limbs::<5>("503213f78ca44883f1a3b8162f188e553cd265f23c1567a16876913b0c2ac2458492836"),
    y: &limbs::<5>("1ccda380f1c9e318d90f95d07e5426fe87e45c0e8184698e45962364e34116177dd2259"),
};

pub(crate) static K571: Parameters<'static> = Parameters {
    p: &limbs::<9>(
        "80000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000425",
    ),
    a: &limbs::<9>("0"),
    b: &limbs::<9>("1"),
    order: &limbs::<9>(
        "20000000000000000000000000000000000000000000000000000000000000000000000131850e1f19a63e4b391a8db917f4138b630d84be5d639381e91deb45cfe778f637c1001",
    ),
    cofactor: &[4],
    x: &limbs::<9>(
        "26eb7a859923fbc82189631f8103fe4ac9ca2970012d5d46024804801841ca44370958493b205e647da304db4ceb08cbbd1ba39494776fb988b47174dca88c7e2945283a01c8972",
    ),
    y: &limbs::<9>(
        "349dc807f4fbf374f4aeade3bca95314dd58cec9f307a54ffc61efc006d8a2c9d4979c0ac44aea74fbebbb9f772aedcb620b01a7ba7af1b320430c8591984f601cd4c143ef1c7a3",
    ),
};
