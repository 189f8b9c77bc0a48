//! Runs the test cases whose names have all the given words, and none of those behind a `!`, and prints for each how many
//! leaks the checker saw and how many different traces of addresses. `--list` only prints the names; `--times 1000` runs
//! each that many times, with other secrets every time. `--remains` prints how many words of memory depend on the secrets
//! after everything is freed, and how many while the result is there.

use modexp_assurance::arena::Arena;
use modexp_assurance::cases::{self, Case};
use modexp_assurance::taint;
use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

#[global_allocator]
static ARENA: Arena = Arena::new();

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let mut option = |name: &str| words.iter().position(|word| word == name).map(|at| words.remove(at) == name);
    let list = option("--list").is_some();
    let left = option("--remains").is_some();
    let times = words.iter().position(|word| word == "--times").map_or(1, |at| {
        words.remove(at);
        words.remove(at).parse().expect("--times takes a number")
    });
    #[cfg(modexp_assurance)]
    modexp_core::declassify::CHECKER.get_or_init(|| taint::reveal);

    println!("watched: {}", taint::watched(taint::is_watched));
    let has =
        |name: &str, word: &str| word.strip_prefix('!').map_or_else(|| name.contains(word), |no| !name.contains(no));
    for case in cases::cases().iter().filter(|case| words.iter().all(|word| has(&case.name, word))) {
        if list {
            println!("{}", case.name);
        } else if left {
            let [after, during] = remains(case);
            println!("{} {after} {during}", case.name);
        } else {
            report(case, times);
        }
    }
}

fn report(case: &Case, times: usize) {
    let mut random = fastrand::Rng::with_seed(1);
    let mut leaks = 0;
    let mut traces = HashSet::new();
    for turn in 0..times {
        ARENA.activate();
        let secrets = Rc::new(case.draw(&mut random));
        taint::watched(|| secrets.iter().for_each(|secret| taint::hide(&secret.limbs[secret.hidden.clone()])));
        let run = case.prepare(Rc::clone(&secrets));
        let (seen, trace) = taint::watched(|| watch(run));
        taint::watched(|| secrets.iter().for_each(|secret| taint::reveal(&secret.limbs)));
        drop(secrets);
        ARENA.deactivate();
        leaks += seen;
        // the first allocations are elsewhere than those that reuse their memory
        if turn > 0 {
            traces.insert(trace);
        }
    }
    println!("{} {leaks} {}", case.name, traces.len());
}

/// The leaks in a run and its trace.
fn watch(run: cases::Run) -> (u64, u64) {
    let before = taint::leaks();
    let _ = taint::trace();
    let result = run();
    let trace = taint::trace();
    let leaks = taint::leaks() - before;
    drop(result);
    (leaks, trace)
}

/// Runs with different secrets after which memory is compared; before them comes one that is not.
const RUNS: usize = 8;

/// How many words of all memory that a call has had are not the same for all secrets: after the result is overwritten and
/// everything is freed, and before that. Whatever digits a secret was in, its words differ from those of another one.
fn remains(case: &Case) -> [usize; 2] {
    let mut random = fastrand::Rng::with_seed(1);
    // by the length of the result: whether there is one is public
    let mut images = BTreeMap::<usize, [Vec<Vec<u64>>; 2]>::new();
    for turn in 0..=RUNS {
        let drawn = case.draw(&mut random);
        forget_the_stack();
        ARENA.activate();
        // at the same addresses each time, which are no secrets
        let mut secrets = Rc::new(drawn.clone());
        let mut result = case.prepare(Rc::clone(&secrets))();
        Rc::get_mut(&mut secrets).expect("the call is over").iter_mut().for_each(|secret| secret.limbs.fill(0));
        ARENA.deactivate();
        let during = ARENA.contents();
        result.fill(0);
        // the first run has allocations that stay
        if turn > 0 {
            let [each_after, each_during] = images.entry(result.len()).or_default();
            each_after.push(ARENA.contents());
            each_during.push(during);
        }
    }
    [0, 1].map(|when| images.values().map(|each| differing(&each[when])).sum())
}

/// Zeros below this frame: unused parts of what is moved to the heap hold what was there.
#[inline(never)]
#[allow(clippy::large_stack_arrays, reason = "the stack is what is meant")]
fn forget_the_stack() {
    core::hint::black_box(&mut [0_u64; 1 << 15]);
}

/// Places where not all images have the same word, but for lengths, counts and masks; beyond an image are zeros.
fn differing(images: &[Vec<u64>]) -> usize {
    let word = |image: &Vec<u64>, i| image.get(i).copied().unwrap_or(0);
    let reveals = |word: u64| [word >> 32, word & 0xffff_ffff].iter().any(|half| (1 << 24..0xffff_ffff).contains(half));
    let longest = images.iter().map(Vec::len).max().unwrap_or(0);
    let changes =
        |&i: &usize| images.iter().any(|image| word(image, i) != word(&images[0], i) && reveals(word(image, i)));
    (0..longest).filter(changes).count()
}
