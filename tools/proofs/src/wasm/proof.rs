//! Proofs of routines, and the changes that they must refuse.

use crate::change::changes;
use crate::instance::{Changed, Trace};
use crate::module::Module;
use crate::routine::Routine;
use crate::word::Word;
use modexp_kernels::proof::{Int, Residues, Value, for_each_case, refused_changes};
pub use modexp_proofs::elimination::number;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::rc::Rc;

pub trait Proof<'m> {
    fn routine(&self) -> &Routine<'m>;

    /// The residues that the proof needs: a quotient clears one digit, or several.
    fn residues(&self) -> Residues;

    /// Proves the routine, or one with a changed function. Runs in a case of the domain.
    fn prove(&self, changed: Option<Changed<'m>>);

    /// Whether the routine is right for some numbers.
    fn is_right(&self, changed: Option<&Changed<'m>>) -> bool;
}

/// Any digits.
pub fn any(radix: u32, count: usize) -> Vec<Value> {
    (0..count).map(|_| Value::input(Int::ZERO, Int::two_to(radix) - Int::ONE)).collect()
}

/// Whether a number is a digit.
pub fn is_digit(radix: u32, x: Value) -> bool {
    let (low, high) = x.interval();
    Int::ZERO <= low && high < Int::two_to(radix)
}

pub fn words(digits: &[Value]) -> Vec<Word> {
    digits.iter().map(|&digit| Word::Any(digit)).collect()
}

/// Refused changes.
#[derive(Default)]
pub struct Refused {
    /// Changes of operations on numbers.
    pub operations: usize,
    /// Changes of instructions.
    pub instructions: usize,
    /// Changed instructions that make no difference.
    pub same: usize,
}

/// Makes `operations` operations of each kind wrong, and `instructions` instructions, and fails unless the proof refuses each that
/// makes a difference: a changed function that is proved must be right for numbers, too.
pub fn controls<'m>(proof: &dyn Proof<'m>, operations: usize, instructions: usize) -> Refused {
    let residues = proof.residues();
    let mut refused =
        Refused { operations: refused_changes(residues, operations, || proof.prove(None)), ..Refused::default() };
    let routine = proof.routine();
    let prove = |changed: &Changed<'m>| {
        for_each_case(residues, || proof.prove(Some(changed.clone())));
    };
    refused.change_instructions(routine.instance.module, &routine.trace(), instructions, prove, |changed| {
        proof.is_right(Some(changed))
    });
    refused
}

impl Refused {
    /// Counts changes of `count` instructions among those of a trace, as [`controls`] does.
    pub fn change_instructions<'m>(
        &mut self,
        module: &Module<'m>,
        trace: &Trace,
        count: usize,
        prove: impl Fn(&Changed<'m>),
        is_right: impl Fn(&Changed<'m>) -> bool,
    ) {
        let print = take_hook();
        set_hook(Box::new(|_| {}));
        let all = changes(module, trace);
        let (total, wanted) = (all.len(), all.len().min(count));
        let chosen = all.into_iter().enumerate().filter(|(i, _)| i * wanted % total < wanted).map(|change| change.1);
        let mut wrong = vec![];
        for (function, at, operator) in chosen {
            let mut code = module.code(function).clone();
            code.code[at] = operator;
            let changed = (function, Rc::new(code));
            if catch_unwind(AssertUnwindSafe(|| prove(&changed))).is_err() {
                self.instructions += 1;
            } else if is_right(&changed) {
                self.same += 1;
            } else {
                wrong.push((function, at));
            }
        }
        set_hook(print);
        assert!(wrong.is_empty(), "changes that are not refused: {wrong:?}");
    }
}
