//! Independent exponentiations modulo one number: as many at a time as the machine has lanes, and on all its cores.

use crate::backend::Backend;
use crate::engine::Engine;
use crate::group::Group;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

/// One exponentiation of a batch: base and exponent in limbs.
pub(crate) type Job<'a> = (&'a [u64], &'a [u64]);

/// Who computes which part of a batch modulo one odd number.
pub(crate) struct Batch<'a> {
    single: &'a Engine,
    /// An engine with several lanes, and from how many jobs on it beats `single`.
    wide: Option<(Arc<Engine>, usize)>,
}

impl<'a> Batch<'a> {
    /// For `count` exponentiations modulo the odd number `m`, of which `single` can do one at a time.
    pub(crate) fn new(single: &'a Engine, m: &[u64], count: usize) -> Self {
        let wide = Backend::best_for_many(64 * m.len())
            .filter(|&(_, pays_from)| count >= pays_from)
            .and_then(|(backend, pays_from)| Some((backend.engine(&[m]).ok()?, pays_from)));
        Self { single, wide }
    }

    /// Cuts a batch into parts that [`Batch::run`] does in one go; each part lists positions in `jobs`.
    /// Jobs with exponents of like length share a part, since a part takes as long as its longest.
    pub(crate) fn parts(&self, jobs: &[Job<'_>]) -> Vec<Vec<usize>> {
        let mut order: Vec<usize> = (0..jobs.len()).collect();
        let Some((wide, pays_from)) = &self.wide else {
            return order.into_iter().map(|job| vec![job]).collect();
        };
        order.sort_by_key(|&job| jobs[job].1.len());
        let mut parts: Vec<Vec<usize>> = order.rchunks(wide.lanes()).map(<[usize]>::to_vec).collect();
        if parts.last().is_some_and(|part| part.len() < *pays_from) {
            let rest = parts.pop().unwrap_or_default();
            parts.extend(rest.into_iter().map(|job| vec![job]));
        }
        parts
    }

    /// The powers of one part, in its order.
    pub(crate) fn run(&self, jobs: &[Job<'_>], part: &[usize]) -> Vec<Vec<u64>> {
        let (bases, exponents): (Vec<_>, Vec<_>) = part.iter().map(|&job| jobs[job]).unzip();
        let bits = 64 * exponents.iter().map(|exponent| exponent.len()).max().unwrap_or(0);
        match &self.wide {
            Some((wide, _)) if part.len() > 1 => wide.pow_lanes(&bases, &exponents, bits),
            _ => vec![self.single.pow(bases[0], exponents[0], bits)],
        }
    }

    /// All powers, in the order of `jobs`.
    pub(crate) fn run_all(&self, jobs: &[Job<'_>]) -> Vec<Vec<u64>> {
        let mut powers = vec![Vec::new(); jobs.len()];
        for part in self.parts(jobs) {
            for (job, power) in part.iter().zip(self.run(jobs, &part)) {
                powers[*job] = power;
            }
        }
        powers
    }

    /// All powers, in the order of `jobs`, on all cores.
    #[cfg(feature = "std")]
    pub(crate) fn run_parallel(&self, jobs: &[Job<'_>]) -> Vec<Vec<u64>> {
        use core::sync::atomic::{AtomicUsize, Ordering};

        let parts = self.parts(jobs);
        let next = AtomicUsize::new(0);
        // each thread takes the next part until none is left
        let work = || {
            let mut done = Vec::new();
            while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                done.extend(part.iter().copied().zip(self.run(jobs, part)));
            }
            done
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(parts.len());
        let done = std::thread::scope(|scope| {
            let helpers: Vec<_> =
                (1..threads).filter_map(|_| std::thread::Builder::new().spawn_scoped(scope, work).ok()).collect();
            let mut done = work();
            for helper in helpers {
                match helper.join() {
                    Ok(more) => done.extend(more),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            done
        });

        let mut powers = vec![Vec::new(); jobs.len()];
        for (job, power) in done {
            powers[job] = power;
        }
        powers
    }
}
