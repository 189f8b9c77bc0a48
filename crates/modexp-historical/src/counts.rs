//! The cost of the pairings over GF(p), in products.

use crate::families::{bls24, kss, mnt, tate};
use crate::models::{Eighteen, Six, TwentyFour, Two};
use crate::names::PairingName as Name;
use modexp_curves::counts::{assert_documented, row};

#[test]
fn pairings_cost_the_products_that_the_documentation_says() {
    assert_documented(&[
        row::<Two, 8>(Name::Ssp512.as_str(), &tate::SSP512),
        row::<Two, 24>(Name::Ssp1536.as_str(), &tate::SSP1536),
        row::<Two, 8>(Name::Cp512.as_str(), &tate::CP512),
        row::<Six, 3>(Name::Mnt160.as_str(), &mnt::MNT160),
        row::<Eighteen, 8>(Name::Kss18P511.as_str(), &kss::KSS18_511),
        row::<Eighteen, 8>(Name::Kss18P508.as_str(), &kss::KSS18_508),
        row::<TwentyFour, 10>(Name::Bls24P629.as_str(), &bls24::BLS24_629),
        row::<TwentyFour, 8>(Name::Bls24P509.as_str(), &bls24::BLS24_509),
    ]);
}
