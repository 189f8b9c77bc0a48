//! The laws of pairings for each family.

#[macro_use]
#[path = "../../modexp-curves/tests/pairings/mod.rs"]
mod pairings;

use modexp_historical::{PairingName, named_with_backend};

families! {
    crate::named_with_backend,
    ssp_512: Ssp512,
    ssp_1536: Ssp1536,
    cp_512: Cp512,
    mnt_160: Mnt160,
    kss18_511: Kss18P511,
    kss18_508: Kss18P508,
    bls24_629: Bls24P629,
    bls24_509: Bls24P509,
    ss2_379: Ss2M379,
    ss2_1223: Ss2M1223,
}
