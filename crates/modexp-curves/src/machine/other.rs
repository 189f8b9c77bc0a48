//! Machines without instructions of their own: the arithmetic of `native`.

mod native;

pub(crate) use native::historical as today;
pub(crate) use native::*;
