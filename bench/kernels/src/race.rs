//! Times several contenders in turn, round after round, so that a disturbance of the machine slows all of them.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

/// Returns the sorted times of each of `count` contenders. `time` times one turn of a contender. There are at least the first number
/// of `rounds`, at most the last, and none that begins after `budget`.
pub fn race(
    count: usize,
    rounds: RangeInclusive<usize>,
    budget: Duration,
    mut time: impl FnMut(usize) -> f64,
) -> Vec<Vec<f64>> {
    let start = Instant::now();
    let mut times = vec![Vec::new(); count];
    for round in 0..*rounds.end() {
        if round >= *rounds.start() && start.elapsed() > budget {
            break;
        }
        for i in 0..count {
            // each round begins with a different contender
            let i = (i + round) % count;
            times[i].push(time(i));
        }
    }
    for times in &mut times {
        times.sort_by(f64::total_cmp);
    }
    times
}

/// Returns the middle one of sorted times.
#[must_use]
pub fn median(times: &[f64]) -> f64 {
    times[times.len() / 2]
}
