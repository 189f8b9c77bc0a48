//! The families that a module of WebAssembly with current pairings omits.

mod bls24;
mod eta;
mod kss;
mod mnt;
mod tate;

use super::{Family, G1Map, Integer, Kind, PairingName, negative, positive};

pub(super) const fn kind(name: PairingName) -> Kind {
    Kind::Prime(match name {
        PairingName::Ssp512 => &tate::SSP512,
        PairingName::Ssp1536 => &tate::SSP1536,
        PairingName::Cp512 => &tate::CP512,
        PairingName::Mnt160 => &mnt::MNT160,
        PairingName::Kss18P511 => &kss::KSS18_511,
        PairingName::Kss18P508 => &kss::KSS18_508,
        PairingName::Bls24P629 => &bls24::BLS24_629,
        PairingName::Bls24P509 => &bls24::BLS24_509,
        PairingName::Ss2M379 => return Kind::Binary(&eta::SS2_379),
        PairingName::Ss2M1223 => return Kind::Binary(&eta::SS2_1223),
        _ => panic!("a pairing of today"),
    })
}
