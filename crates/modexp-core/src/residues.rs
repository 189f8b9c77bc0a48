//! The residues modulo m = odd · 2^k: a ring for each part, and the combination of their residues.

use crate::error::Error;
use crate::montgomery::MontyParams;
use crate::power_of_two::PowerOfTwo;
use crate::ring::Ring;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::mem;
use modexp_group::group::Group;
use modexp_kernels::backend::Backend;
use modexp_limbs::limb;
use zeroize::Zeroizing;

/// A value for the odd part of m, and a value for the power of two. `None` for a part that is 1.
pub(crate) type PerPart<T> = [Option<T>; 2];

/// The parts of m ≥ 1. Both are `None` for m = 1, where everything is 0. They are pointers: the unused room of an absent value would
/// take old words of the stack to the heap.
#[derive(Clone)]
pub(crate) struct Residues {
    pub(crate) odd: Option<Arc<MontyParams>>,
    pub(crate) two: Option<Arc<PowerOfTwo>>,
    /// odd⁻¹ mod 2^k; empty if a part is 1.
    odd_inv: Zeroizing<Vec<u64>>,
    /// The limbs of m.
    limbs: usize,
}

impl Residues {
    /// Creates the residues modulo m ≥ 1, which has no leading zero limbs.
    pub(crate) fn new(m: &[u64], backend: Backend) -> Result<Self, Error> {
        let k = limb::trailing_zeros(m);
        let shifted = Zeroizing::new(limb::shift_right(m, k));
        let odd_m = limb::trim(&shifted);

        let two = (k > 0).then(|| Arc::new(PowerOfTwo::new(k)));
        let (mut odd, mut odd_inv) = (None, Vec::new());
        if limb::bit_len(odd_m) > 1 {
            let params = MontyParams::new(backend, &[odd_m]).ok_or(Error::BackendUnavailable)?;
            odd = Some(Arc::new(params));
            odd_inv = two.as_ref().map_or(Ok(Vec::new()), |two| two.inverse(odd_m))?;
        }
        Ok(Self { odd, two, odd_inv: Zeroizing::new(odd_inv), limbs: m.len() })
    }

    /// Returns the rings of both parts.
    pub(crate) fn parts(&self) -> PerPart<&dyn Ring> {
        [self.odd.as_deref().map(|odd| odd as &dyn Ring), self.two.as_deref().map(|two| two as &dyn Ring)]
    }

    /// Returns the number below m with these residues modulo the parts.
    pub(crate) fn combine(&self, residues: PerPart<Zeroizing<Vec<u64>>>) -> Vec<u64> {
        match (residues, &self.odd, &self.two) {
            ([Some(high), Some(low)], Some(odd), Some(two)) => self.combine_both(odd.modulus(), two, &high, &low),
            ([Some(mut high), _], ..) => mem::take(&mut *high),
            ([_, Some(low)], ..) => limb::resize(&low, self.limbs),
            _ => vec![0; self.limbs],
        }
    }

    /// Returns the x < odd·2^k with x ≡ high mod odd and x ≡ low mod 2^k, by the Chinese remainder theorem.
    fn combine_both(&self, odd: &[u64], two: &PowerOfTwo, high: &[u64], low: &[u64]) -> Vec<u64> {
        // x = high + odd·((low − high)·odd⁻¹ mod 2^k)
        let mut difference = Zeroizing::new(low.to_vec());
        limb::sub_if(&mut difference, &Zeroizing::new(two.reduce(high)), 1);
        let mut factor = Zeroizing::new(vec![0; difference.len()]);
        two.mul(&mut factor, &difference, &self.odd_inv, &mut []);
        let mut x = Zeroizing::new(vec![0; odd.len() + factor.len()]);
        limb::mul(&mut x, odd, &factor);
        let high = Zeroizing::new(limb::resize(high, x.len()));
        limb::add_if(&mut x, &high, 1);
        limb::resize(&x, self.limbs)
    }

    /// Returns the `count` numbers below m with these residues modulo the parts.
    pub(crate) fn combine_each(&self, count: usize, mut residues: PerPart<Vec<Vec<u64>>>) -> Vec<Vec<u64>> {
        let mut take = |i: usize| {
            residues.each_mut().map(|part| part.as_mut().map(|part| Zeroizing::new(mem::take(&mut part[i]))))
        };
        (0..count).map(|i| self.combine(take(i))).collect()
    }
}
