//! The libraries that a user would pick instead. One that this machine does not have takes no part.

mod bn;
mod gmp;
mod pure;
#[cfg(feature = "rug")]
mod rug;

use crate::case::Case;
use crate::contender::Contender;

pub(crate) fn contenders(case: &Case) -> Vec<Box<dyn Contender>> {
    let mut contenders = bn::contenders(case);
    contenders.extend(gmp::contenders(case));
    #[cfg(feature = "rug")]
    contenders.extend(rug::contenders(case));
    contenders.extend(pure::contenders(case));
    contenders
}

/// Gives a result as big-endian bytes.
type Read<T> = dyn Fn(&T) -> Vec<u8>;

/// A contender that is a closure: `run` computes, `read` gives the result of `len` limbs.
struct Peer<T> {
    name: String,
    power: Option<T>,
    run: Box<dyn FnMut() -> T>,
    read: Box<Read<T>>,
    len: usize,
}

impl<T> Contender for Peer<T> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn run(&mut self) {
        self.power = Some((self.run)());
    }

    fn result(&self) -> Vec<u64> {
        crate::case::limbs(&(self.read)(self.power.as_ref().expect("has run")), self.len)
    }
}

/// A boxed [`Peer`].
fn peer<T: 'static>(
    name: impl Into<String>,
    case: &Case,
    run: impl FnMut() -> T + 'static,
    read: impl Fn(&T) -> Vec<u8> + 'static,
) -> Box<dyn Contender> {
    let (run, read) = (Box::new(run), Box::new(read));
    Box::new(Peer { name: name.into(), power: None, run, read, len: case.modulus.len() })
}
