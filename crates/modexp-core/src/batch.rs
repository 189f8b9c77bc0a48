//! Independent exponentiations modulo one number: as many at a time as the machine has lanes, and on all its cores.

use crate::engine::Engine;
use crate::group::Products;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use modexp_kernels::backend::Backend;

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
        let wide = Backend::best_for_many(64 * m.len(), count)
            .and_then(|(backend, pays_from)| Some((Engine::new(backend, &[m]).ok()?, pays_from)));
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
        let parts = self.parts(jobs);
        in_order(&parts, parts.iter().map(|part| self.run(jobs, part)))
    }

    /// All powers, in the order of `jobs`, on all cores.
    #[cfg(feature = "std")]
    pub(crate) fn run_parallel(&self, jobs: &[Job<'_>]) -> Vec<Vec<u64>> {
        let parts = self.parts(jobs);
        in_order(&parts, crate::threads::map(parts.len(), |i| self.run(jobs, &parts[i])))
    }
}

/// The powers of all parts, in the order of their jobs.
fn in_order(parts: &[Vec<usize>], powers: impl IntoIterator<Item = Vec<Vec<u64>>>) -> Vec<Vec<u64>> {
    let mut ordered = vec![Vec::new(); parts.iter().map(Vec::len).sum()];
    for (part, powers) in parts.iter().zip(powers) {
        for (&job, power) in part.iter().zip(powers) {
            ordered[job] = power;
        }
    }
    ordered
}
