//! The interface between the libraries and the measurement.

/// One library's method for one problem. Everything that the library can prepare for a modulus or a base is prepared.
pub trait Contender {
    /// Returns the library and the function.
    fn name(&self) -> &str;

    /// Returns whether its author states that it takes the same time for all values of the same lengths.
    fn is_constant_time(&self) -> bool;

    /// Solves the problem.
    fn run(&mut self);

    /// Returns the results of the last run, little-endian, of any number of limbs. A contender that solves a part of
    /// the problem returns the first results.
    fn results(&self) -> Vec<Vec<u64>>;

    /// Returns the number of powers in a run. It divides the time.
    fn powers(&self) -> u32;
}

/// Whether a function's time depends on its values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Time {
    /// Equal for all values of the same lengths.
    Constant,
    /// Different for different values.
    Variable,
}

/// A contender that is a closure: `compute` solves the problem, `read` returns the results.
pub struct Computation<T> {
    name: String,
    time: Time,
    powers: u32,
    compute: Box<dyn FnMut() -> T>,
    read: Box<Read<T>>,
    last: Option<T>,
}

type Read<T> = dyn Fn(&T) -> Vec<Vec<u64>>;

impl<T: 'static> Computation<T> {
    /// Creates a contender for the whole problem.
    pub fn boxed(
        name: impl Into<String>,
        time: Time,
        compute: impl FnMut() -> T + 'static,
        read: impl Fn(&T) -> Vec<Vec<u64>> + 'static,
    ) -> Box<dyn Contender> {
        Self::boxed_each(1, name, time, compute, read)
    }

    /// Creates a contender with its time divided by `powers`.
    pub fn boxed_each(
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

/// Returns whether two lists of results agree up to the shorter length, without leading zero limbs.
#[must_use]
pub fn agree(a: &[Vec<u64>], b: &[Vec<u64>]) -> bool {
    let trim = |x: &[u64]| x[..x.iter().rposition(|&limb| limb != 0).map_or(0, |top| top + 1)].to_vec();
    a.iter().zip(b).all(|(a, b)| trim(a) == trim(b))
}
