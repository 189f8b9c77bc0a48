//! Machines without instructions of their own: the arithmetic of `native`.

mod native;

pub(crate) use native::pairing as pairing_in_lanes;
pub use native::*;
