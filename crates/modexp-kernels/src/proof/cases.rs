//! Runs of a proof: one for each answer to the choices that the facts leave open, and one for each change that must be refused.

use super::{DOMAIN, Domain, Int, Residues, Value, with};
use std::boxed::Box;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind, set_hook, take_hook};
use std::sync::Once;
use std::vec;
use std::vec::Vec;

/// A way to make one operation wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// The quotient of a split is 0.
    Carry,
    /// The quotient of a split is too large by 1.
    Estimate,
    /// The rest of a split lacks its top bit.
    Mask,
    /// A sum lacks its second term.
    Term,
    /// The rest of a split is too large by 1.
    Unit,
    /// A product counts twice.
    Twice,
    /// All floats are rounded down.
    Rounding,
}

/// The changes of one operation.
const CHANGES: [Change; 6] = [Change::Carry, Change::Estimate, Change::Mask, Change::Term, Change::Unit, Change::Twice];

/// The number of operations of each kind.
pub type Events = [usize; CHANGES.len()];

/// One run.
#[derive(Clone, Default)]
pub(super) struct Case {
    /// Quotients of splits, by the index of the split.
    decisions: Vec<(usize, Int)>,
    /// The operation that is wrong, by its kind and index.
    change: Option<(Change, usize)>,
    events: Events,
    /// The wrong number.
    changed: Option<Value>,
}

/// Ends a run at a choice.
struct Open {
    index: usize,
    least: Int,
    most: Int,
}

/// Ends a run with decisions that no input has.
struct Impossible;

impl Case {
    pub(super) fn decided(&self, index: usize) -> Option<Int> {
        self.decisions.iter().find(|decision| decision.0 == index).map(|decision| decision.1)
    }

    pub(super) fn impossible(&self) -> ! {
        assert!(!self.decisions.is_empty(), "facts that contradict each other");
        resume_unwind(Box::new(Impossible))
    }

    pub(super) fn undecided(&self, index: usize, least: Int, most: Int) -> ! {
        resume_unwind(Box::new(Open { index, least, most }))
    }

    pub(super) fn is_next(&mut self, change: Change) -> bool {
        let index = self.events[change as usize];
        self.events[change as usize] += 1;
        self.change == Some((change, index))
    }

    pub(super) fn rounds_down(&self) -> bool {
        self.change.is_some_and(|change| change.0 == Change::Rounding)
    }

    pub(super) fn change_to(&mut self, x: Value) {
        self.changed = Some(x);
    }

    pub(super) fn changed(&self) -> Option<Value> {
        self.changed
    }
}

/// Runs `run` for each case. Returns the operations of the longest run, and whether a change had an effect.
fn attempt(residues: Residues, change: Option<(Change, usize)>, run: &dyn Fn()) -> std::thread::Result<(Events, bool)> {
    let (mut events, mut has_effect, mut proved) = (Events::default(), false, 0);
    let mut open = vec![Vec::new()];
    while let Some(decisions) = open.pop() {
        let case = Case { decisions: decisions.clone(), change, ..Case::default() };
        DOMAIN.set(Domain::new(residues, case));
        let result = catch_unwind(AssertUnwindSafe(run));
        with(|d| {
            events.iter_mut().zip(d.cases.events).for_each(|(most, events)| *most = events.max(*most));
            has_effect |= d.cases.changed().is_some_and(|changed| d.is_checked(changed));
        });
        match result {
            Ok(()) => proved += 1,
            Err(end) => match end.downcast::<Open>() {
                Ok(choice) => {
                    let mut answer = choice.least;
                    while answer <= choice.most {
                        let mut decisions = decisions.clone();
                        decisions.push((choice.index, answer));
                        open.push(decisions);
                        answer = answer + Int::ONE;
                    }
                }
                Err(end) if end.is::<Impossible>() => {}
                Err(end) => return Err(end),
            },
        }
    }
    assert!(proved > 0 || change.is_some(), "a proof of no case");
    Ok((events, has_effect))
}

/// Runs a proof for each case.
pub fn for_each_case(residues: Residues, run: impl Fn()) -> Events {
    attempt(residues, None, &run).unwrap_or_else(|end| resume_unwind(end)).0
}

/// Makes `count` operations of each kind wrong, one at a time, and fails unless each proof is refused. Operations without
/// an effect are not counted. Returns the number of refused changes.
pub fn refused_changes(residues: Residues, count: usize, run: impl Fn()) -> usize {
    let events = for_each_case(residues, &run);
    be_quiet(true);
    let mut refused = 0;
    for change in CHANGES {
        let of_kind = events[change as usize];
        let mut index = 0;
        for wanted in 0..count.min(of_kind) {
            index = index.max(wanted * of_kind / count.min(of_kind));
            while index < of_kind {
                let result = attempt(residues, Some((change, index)), &run);
                index += 1;
                match result {
                    Err(_) => {
                        refused += 1;
                        break;
                    }
                    Ok((_, has_effect)) if has_effect => {
                        be_quiet(false);
                        panic!("{change:?} {} is not refused", index - 1);
                    }
                    Ok(_) => {}
                }
            }
        }
    }
    be_quiet(false);
    refused
}

/// Whether a proof is refused on a machine that rounds floats down.
pub fn refuses_rounding_down(residues: Residues, run: impl Fn()) -> bool {
    for_each_case(residues, &run);
    be_quiet(true);
    let result = attempt(residues, Some((Change::Rounding, 0)), &run);
    be_quiet(false);
    result.is_err()
}

std::thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Whether the panics of this thread print nothing. Their traces would take longer than the proofs.
pub fn be_quiet(quiet: bool) {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let print = take_hook();
        set_hook(Box::new(move |panic| {
            if !QUIET.get() {
                print(panic);
            }
        }));
    });
    QUIET.set(quiet);
}
