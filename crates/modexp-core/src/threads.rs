//! Runs independent pieces of work on all cores.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::panic::resume_unwind;
use std::thread;

/// Returns the number of threads that run at a time.
pub(crate) fn count() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Returns work(0), work(1), …, work(count − 1). Each thread takes the next number until none remains, so the times of
/// pieces may differ.
pub(crate) fn map<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= count {
                return done;
            }
            done.push((i, work(i)));
        }
    };

    let mut done = thread::scope(|scope| {
        // if no more threads can start, the existing ones do all the work
        let helpers =
            (1..self::count().min(count)).filter_map(|_| thread::Builder::new().spawn_scoped(scope, take).ok());
        let helpers: Vec<_> = helpers.collect();
        let mut done = take();
        for helper in helpers {
            match helper.join() {
                Ok(more) => done.extend(more),
                Err(panic) => resume_unwind(panic),
            }
        }
        done
    });
    done.sort_unstable_by_key(|&(i, _)| i);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn map_keeps_the_order() {
        for count in [0, 1, 2, 1000] {
            let want: Vec<usize> = (0..count).map(|i| i * i).collect();
            assert_eq!(map(count, |i| i * i), want);
        }
    }

    #[test]
    #[should_panic(expected = "piece 7")]
    fn map_hands_a_panic_on() {
        map(20, |i| assert!(i != 7, "piece {i}"));
    }
}
