//! The interface between the libraries and the measurement.

/// One library's way to solve one problem. Whatever the library can prepare for a modulus or a base has been prepared.
pub(crate) trait Contender {
    /// Library and function.
    fn name(&self) -> &str;

    /// Whether its author says that it takes the same time for all values of the same lengths.
    fn is_constant_time(&self) -> bool;

    /// Computes.
    fn run(&mut self);

    /// What the last run computed, little-endian, of any number of limbs. One that does a part of the problem gives the
    /// first results.
    fn results(&self) -> Vec<Vec<u64>>;

    /// Powers in a run, over which its time is divided.
    fn powers(&self) -> u32;
}

/// Whether a function hides the values that it computes with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Time {
    Constant,
    Variable,
}

/// A contender that is a closure: `compute` solves the problem, `read` returns the results.
pub(crate) struct Computation<T> {
    name: String,
    time: Time,
    powers: u32,
    compute: Box<dyn FnMut() -> T>,
    read: Box<Read<T>>,
    last: Option<T>,
}

type Read<T> = dyn Fn(&T) -> Vec<Vec<u64>>;

impl<T: 'static> Computation<T> {
    /// One that gives the answer to the whole problem.
    pub(crate) fn boxed(
        name: impl Into<String>,
        time: Time,
        compute: impl FnMut() -> T + 'static,
        read: impl Fn(&T) -> Vec<Vec<u64>> + 'static,
    ) -> Box<dyn Contender> {
        Self::boxed_each(1, name, time, compute, read)
    }

    /// One whose time is divided among `powers` powers.
    pub(crate) fn boxed_each(
        powers: usize,
        name: impl Into<String>,
        time: Time,
        compute: impl FnMut() -> T + 'static,
        read: impl Fn(&T) -> Vec<Vec<u64>> + 'static,
    ) -> Box<dyn Contender> {
        let (compute, read) = (Box::new(compute), Box::new(read));
        Box::new(Self { name: name.into(), time, powers: powers as u32, compute, read, last: None })
    }
}

impl<T> Contender for Computation<T> {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_constant_time(&self) -> bool {
        self.time == Time::Constant
    }

    fn run(&mut self) {
        self.last = Some((self.compute)());
    }

    fn results(&self) -> Vec<Vec<u64>> {
        (self.read)(self.last.as_ref().expect("has run"))
    }

    fn powers(&self) -> u32 {
        self.powers
    }
}

/// Whether two lists of results say the same as far as both go; leading zero limbs do not matter.
pub(crate) fn agree(a: &[Vec<u64>], b: &[Vec<u64>]) -> bool {
    let trim = |x: &[u64]| x[..x.iter().rposition(|&limb| limb != 0).map_or(0, |top| top + 1)].to_vec();
    a.iter().zip(b).all(|(a, b)| trim(a) == trim(b))
}
