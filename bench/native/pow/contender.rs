//! The seam between the libraries and the measurement.

use crate::case::Case;

/// One library's way to do one case. Whatever the library can prepare for a modulus has been prepared.
pub(crate) trait Contender {
    /// Library and function.
    fn name(&self) -> String;

    /// Numbers that one run computes.
    fn numbers(&self) -> u32 {
        1
    }

    /// Computes.
    fn run(&mut self);

    /// What the last run computed, in as many limbs as the modulus; the first of several.
    fn result(&self) -> Vec<u64>;

    /// Criterion's name for it.
    fn id(&self, case: &Case) -> String {
        format!("{}/{}", case.name(), self.name())
    }
}
