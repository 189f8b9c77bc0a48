//! The data of the families over GF(p).

pub(crate) mod bls24;
pub(crate) mod kss;
pub(crate) mod mnt;
pub(crate) mod tate;
