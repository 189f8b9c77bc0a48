//! Independent exponentiations modulo one number, in all lanes and on all cores of the machine.

use crate::error::Error;
use crate::modulus::Modulus;
use crate::montgomery::MontyParams;
use crate::multi::same_length;
use crate::ring::Ring;
use alloc::collections::BinaryHeap;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use modexp_kernels::backend::Backend;
use modexp_limbs::limb;

/// The base and the exponent of one exponentiation, in limbs.
type Job<'a> = (&'a [u64], &'a [u64]);

impl Modulus {
    /// bases\[i\]^exponents\[i\] mod m for each i, several at a time if the machine has lanes for them.
    /// Constant time: only the number of exponents and the lengths of the slices are public.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] if the numbers of bases and exponents differ.
    pub fn pow_many(&self, bases: &[&[u64]], exponents: &[&[u64]]) -> Result<Vec<Vec<u64>>, Error> {
        self.pow_batch(bases, exponents, |batch, jobs| batch.all_powers(jobs))
    }

    /// [`Modulus::pow_many`] on all cores of the machine.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] if the numbers of bases and exponents differ.
    #[cfg(feature = "std")]
    pub fn pow_many_parallel(&self, bases: &[&[u64]], exponents: &[&[u64]]) -> Result<Vec<Vec<u64>>, Error> {
        self.pow_batch(bases, exponents, |batch, jobs| batch.all_powers_parallel(jobs))
    }

    fn pow_batch(
        &self,
        bases: &[&[u64]],
        exponents: &[&[u64]],
        run: impl Fn(&Batch<'_>, &[Job<'_>]) -> Vec<Vec<u64>>,
    ) -> Result<Vec<Vec<u64>>, Error> {
        same_length(bases, exponents)?;
        let jobs: Vec<Job<'_>> = bases.iter().copied().zip(exponents.iter().copied()).collect();
        let [odd, two] = self.residues.parts();
        let high = odd.map(|odd| run(&Batch { single: odd, wide: self.lanes(jobs.len()) }, &jobs));
        let low = two.map(|two| run(&Batch { single: two, wide: None }, &jobs));
        Ok(self.residues.combine_each(jobs.len(), [high, low]))
    }

    /// Returns a ring with lanes modulo the odd part of m, for `count` numbers, and the least count for which it is
    /// faster than the modulus' own. `None` if none is faster, or if the caller chose a backend with one lane.
    pub(crate) fn lanes(&self, count: usize) -> Option<(Arc<dyn Ring>, usize)> {
        let odd = self.residues.odd.as_ref()?;
        let (backend, pays_from) = self.backend_for_many(count)?;
        if odd.group().lanes() > 1 {
            return Some((odd.clone(), pays_from));
        }
        Some((Arc::new(MontyParams::new(backend, &[odd.modulus()])?), pays_from))
    }

    /// Returns the backend for [`Modulus::lanes`], and the least count for which it is faster.
    pub(crate) fn backend_for_many(&self, count: usize) -> Option<(Backend, usize)> {
        let odd = self.residues.odd.as_ref()?;
        if odd.group().lanes() > 1 {
            return Some((self.backend(), 2));
        }
        if self.backend() != Backend::best_for(self.bit_len()) {
            return None;
        }
        Backend::best_for_many(limb::bit_len(odd.modulus()), count)
    }
}

/// The rings for the parts of a batch.
struct Batch<'a> {
    single: &'a dyn Ring,
    /// A ring with several lanes, and the least number of jobs for which it is faster than `single`.
    wide: Option<(Arc<dyn Ring>, usize)>,
}

impl Batch<'_> {
    /// Cuts a batch into parts that [`Batch::powers`] computes at once. Each part lists positions in `jobs`.
    /// Jobs with exponents of similar length share a part, since a part takes as long as its longest exponent.
    fn parts(&self, jobs: &[Job<'_>]) -> Vec<Vec<usize>> {
        let Some((wide, pays_from)) = &self.wide else {
            return (0..jobs.len()).map(|job| vec![job]).collect();
        };
        let lengths: BinaryHeap<_> =
            jobs.iter().enumerate().map(|(job, (_, exponent))| (exponent.len(), job)).collect();
        let order: Vec<usize> = lengths.into_sorted_vec().into_iter().map(|(_, job)| job).collect();
        let mut parts: Vec<Vec<usize>> = order.rchunks(wide.lanes()).map(<[usize]>::to_vec).collect();
        if parts.last().is_some_and(|part| part.len() < *pays_from) {
            let rest = parts.pop().unwrap_or_default();
            parts.extend(rest.into_iter().map(|job| vec![job]));
        }
        parts
    }

    /// Computes the powers of one part, in its order.
    fn powers(&self, jobs: &[Job<'_>], part: &[usize]) -> Vec<Vec<u64>> {
        let (bases, exponents): (Vec<_>, Vec<_>) = part.iter().map(|&job| jobs[job]).unzip();
        let bits = 64 * exponents.iter().map(|exponent| exponent.len()).max().unwrap_or(0);
        match &self.wide {
            Some((wide, _)) if part.len() > 1 => wide.pow_lanes(&bases, &exponents, bits),
            _ => vec![self.single.pow(bases[0], exponents[0], bits)],
        }
    }

    /// Computes all powers, in the order of `jobs`.
    fn all_powers(&self, jobs: &[Job<'_>]) -> Vec<Vec<u64>> {
        let parts = self.parts(jobs);
        in_order(&parts, parts.iter().map(|part| self.powers(jobs, part)))
    }

    /// Computes all powers on all cores, in the order of `jobs`.
    #[cfg(feature = "std")]
    fn all_powers_parallel(&self, jobs: &[Job<'_>]) -> Vec<Vec<u64>> {
        let parts = self.parts(jobs);
        in_order(&parts, crate::threads::map(parts.len(), |i| self.powers(jobs, &parts[i])))
    }
}

/// Sorts the powers of all parts into the order of their jobs.
fn in_order(parts: &[Vec<usize>], powers: impl IntoIterator<Item = Vec<Vec<u64>>>) -> Vec<Vec<u64>> {
    let mut ordered = vec![Vec::new(); parts.iter().map(Vec::len).sum()];
    for (part, powers) in parts.iter().zip(powers) {
        for (&job, power) in part.iter().zip(powers) {
            ordered[job] = power;
        }
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;
    use modexp_limbs::testing::Random;

    #[test]
    fn a_backend_that_was_asked_for_computes_batches_too() {
        let mut m = Random(16).bits(1000);
        for low in [1, 6] {
            m[0] = m[0] & !7 | low;
            for backend in Backend::available() {
                let of_batch = |m: &Modulus| m.lanes(100).map_or(1, |(part, _)| part.lanes());
                let forced = Modulus::with_backend(&m, backend).expect("available");
                let best = Modulus::new(&m).expect("not zero");
                let want = if backend == best.backend() { of_batch(&best) } else { backend.lanes() };
                assert_eq!(of_batch(&forced), want, "{backend:?}");
            }
            let many = Backend::best_for_many(1000, 100).map_or(1, |(backend, _)| backend.lanes());
            assert_eq!(Modulus::new(&m).expect("not zero").lanes(100).map_or(1, |(part, _)| part.lanes()), many);
        }
    }
}
