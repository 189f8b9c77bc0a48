//! Runs the test cases with names that have all given words and none of the words after a `!`. Prints for each the number
//! of leaks that the checker saw and the number of different address traces. `--list` only prints the names. `--times
//! 1000` runs each 1000 times with different secrets. `--remains` prints the number of words in memory that depend on the
//! secrets, after everything is freed and while the result is live.

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
        // the first allocations have other addresses than those that reuse their memory
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

/// Runs with different secrets for the comparison of memory; a first run before them is not compared.
const RUNS: usize = 8;

/// The number of words in the call's memory that differ between secrets: after the result is overwritten and everything
/// is freed, and before that. This finds a secret in any radix.
fn remains(case: &Case) -> [usize; 2] {
    let mut random = fastrand::Rng::with_seed(1);
    // by the length of the result: whether a result exists is public
    let mut images = BTreeMap::<usize, [Vec<Vec<u64>>; 2]>::new();
    for turn in 0..=RUNS {
        let drawn = case.draw(&mut random);
        forget_the_stack();
        ARENA.activate();
        // at the same address each time, which is not secret
        let mut secrets = Rc::new(drawn.clone());
        let mut result = case.prepare(Rc::clone(&secrets))();
        Rc::get_mut(&mut secrets).expect("the call is over").iter_mut().for_each(|secret| secret.limbs.fill(0));
        ARENA.deactivate();
        let during = ARENA.contents();
        result.fill(0);
        // the first run makes permanent allocations
        if turn > 0 {
            let [each_after, each_during] = images.entry(result.len()).or_default();
            each_after.push(ARENA.contents());
            each_during.push(during);
        }
    }
    [0, 1].map(|when| images.values().map(|each| differing(&each[when])).sum())
}

/// Zeroes the stack below this frame: unused parts of values that move to the heap would hold old data.
#[inline(never)]
#[allow(clippy::large_stack_arrays, reason = "the stack is what is meant")]
fn forget_the_stack() {
    core::hint::black_box(&mut [0_u64; 1 << 15]);
}

/// Counts the places where the images differ, except for lengths, counts and masks. Images are padded with zeros.
fn differing(images: &[Vec<u64>]) -> usize {
    let word = |image: &Vec<u64>, i| image.get(i).copied().unwrap_or(0);
    let reveals = |word: u64| [word >> 32, word & 0xffff_ffff].iter().any(|half| (1 << 24..0xffff_ffff).contains(half));
    let longest = images.iter().map(Vec::len).max().unwrap_or(0);
    let changes =
        |&i: &usize| images.iter().any(|image| word(image, i) != word(&images[0], i) && reveals(word(image, i)));
    (0..longest).filter(changes).count()
}
