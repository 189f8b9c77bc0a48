//! Runs the subjects of which the name has all the given words, and prints for each how many leaks the checker saw and
//! how many different traces of addresses. `--list` only prints the names; `--times 1000` runs each that many times,
//! with other secrets every time.

use modexp_assurance::arena::Arena;
use modexp_assurance::subjects::{self, Subject};
use modexp_assurance::taint;
use std::collections::HashSet;
use std::rc::Rc;

#[global_allocator]
static ARENA: Arena = Arena::new();

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let mut option = |name: &str| words.iter().position(|word| word == name).map(|at| words.remove(at) == name);
    let list = option("--list").is_some();
    let times = words.iter().position(|word| word == "--times").map_or(1, |at| {
        words.remove(at);
        words.remove(at).parse().expect("--times takes a number")
    });
    #[cfg(modexp_assurance)]
    modexp_core::publish::PUBLISHED.get_or_init(|| taint::reveal);

    println!("watched: {}", taint::watched(taint::is_watched));
    for subject in subjects::subjects().iter().filter(|subject| words.iter().all(|word| subject.name.contains(word))) {
        if list {
            println!("{}", subject.name);
        } else {
            report(subject, times);
        }
    }
}

fn report(subject: &Subject, times: usize) {
    let mut random = fastrand::Rng::with_seed(1);
    let mut leaks = 0;
    let mut traces = HashSet::new();
    for turn in 0..times {
        ARENA.activate();
        let secrets = Rc::new(subject.draw(&mut random));
        taint::watched(|| secrets.iter().for_each(|secret| taint::hide(&secret.limbs[secret.hidden.clone()])));
        let run = subject.prepare(Rc::clone(&secrets));
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
    println!("{} {leaks} {}", subject.name, traces.len());
}

/// The leaks in a run and its trace.
fn watch(run: subjects::Run) -> (u64, u64) {
    let before = taint::leaks();
    let _ = taint::trace();
    let result = run();
    let trace = taint::trace();
    let leaks = taint::leaks() - before;
    drop(result);
    (leaks, trace)
}
