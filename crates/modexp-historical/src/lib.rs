//! The pairings of MIRACL's benchmark that are of historical interest, with the API of [`modexp_curves::Pairing`].
//!
//! ```
//! use modexp_historical::{PairingName, named};
//!
//! let e = named(PairingName::Mnt160);
//! let (p, q) = (e.g1().generator(), e.g2().generator());
//! let six = e.pair(&e.g1().multiply(&[2], &p)?, &e.g2().multiply(&[3], &q)?)?;
//! assert_eq!(six, e.pair(&p, &q)?.pow(&[6]));
//! # Ok::<(), modexp_curves::Error>(())
//! ```
//!
//! A family over GF(p) is data, in `families`, and a tower, in `models` and `quadratic`; the engine is that of `modexp-curves`. `eta`
//! has η_T over GF(2^m), with an engine of its own.
#![no_std]
#![allow(clippy::must_use_candidate, reason = "every function returns a value that is its only effect")]

extern crate alloc;
#[cfg(test)]
extern crate std;

#[cfg(test)]
mod counts;
mod eta;
mod families;
mod models;
mod names;
mod quadratic;

pub use names::PairingName;

use families::{bls24, kss, mnt, tate};
use models::{Eighteen, Six, TwentyFour, Two};
use modexp_curves::families::{pairing, pairing_over_binary_field};
use modexp_curves::{Backend, Error, Pairing};

/// A named pairing, on the fastest backend of this machine.
pub fn named(name: PairingName) -> Pairing {
    let backend = Backend::available().pop().unwrap_or(Backend::Portable);
    named_with_backend(name, backend).expect("named pairings are right, and the backend is there")
}

/// A named pairing on `backend`.
///
/// # Errors
/// [`Error::BackendUnavailable`] if this machine cannot run it.
pub fn named_with_backend(name: PairingName, backend: Backend) -> Result<Pairing, Error> {
    use PairingName as Name;
    let text = name.as_str();
    match name {
        Name::Ssp512 => pairing::<Two, 8, 10>(text, &tate::SSP512, backend),
        Name::Cp512 => pairing::<Two, 8, 10>(text, &tate::CP512, backend),
        Name::Ssp1536 => pairing::<Two, 24, 30>(text, &tate::SSP1536, backend),
        Name::Mnt160 => pairing::<Six, 3, 4>(text, &mnt::MNT160, backend),
        Name::Kss18P511 => pairing::<Eighteen, 8, 10>(text, &kss::KSS18_511, backend),
        Name::Kss18P508 => pairing::<Eighteen, 8, 10>(text, &kss::KSS18_508, backend),
        Name::Bls24P629 => pairing::<TwentyFour, 10, 13>(text, &bls24::BLS24_629, backend),
        Name::Bls24P509 => pairing::<TwentyFour, 8, 10>(text, &bls24::BLS24_509, backend),
        Name::Ss2M379 => pairing_over_binary_field(&eta::SS2_379, backend),
        Name::Ss2M1223 => pairing_over_binary_field(&eta::SS2_1223, backend),
    }
}
