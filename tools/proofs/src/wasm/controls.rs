//! Changes that a proof must refuse.

use crate::change::changes;
use crate::kernel::Proof;
use modexp_kernels::proof::{for_each_case, refused_changes};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::rc::Rc;

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

/// Makes `count` operations of each kind wrong, and `count` instructions, and fails unless the proof refuses each that makes a
/// difference: a changed function that is proved must be right for numbers, too.
pub fn controls(proof: &Proof, count: usize) -> Refused {
    let residues = proof.kind.residues();
    let mut refused =
        Refused { operations: refused_changes(residues, count, || proof.prove(None)), ..Refused::default() };
    let print = take_hook();
    set_hook(Box::new(|_| {}));
    let module = proof.product.instance.module;
    let all = changes(module, &proof.product.trace());
    let (total, wanted) = (all.len(), all.len().min(count));
    let mut wrong = vec![];
    for (function, at, operator) in
        all.into_iter().enumerate().filter(|(i, _)| i * wanted % total < wanted).map(|x| x.1)
    {
        let mut code = module.code(function).clone();
        code.code[at] = operator;
        let code = Rc::new(code);
        let changed = || Some((function, code.clone()));
        let run = || for_each_case(residues, || proof.prove(changed()));
        if catch_unwind(AssertUnwindSafe(run)).is_err() {
            refused.instructions += 1;
        } else if proof.is_right(changed().as_ref()) {
            refused.same += 1;
        } else {
            wrong.push((function, at));
        }
    }
    set_hook(print);
    assert!(wrong.is_empty(), "changes that are not refused: {wrong:?}");
    refused
}
