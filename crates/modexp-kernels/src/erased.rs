//! A kernel with its modulus, its type erased: the group that all algorithms work with.
//!
//! So each algorithm is compiled once, not once for each kernel, and the WebAssembly stays small. A product takes 12 ns
//! to several µs, the indirect call 1 ns. Elements are `u64` words for every kernel. A kernel of 32-bit words reads two
//! words in each of them.

use crate::kernel::{Kernel, MAX_RANGE};
use alloc::sync::Arc;
use bytemuck::{cast_slice, cast_slice_mut};
use modexp_group::group::{Costs, Gather, Group, MAX_LANES};
use modexp_limbs::buffer::Buffer;
#[cfg(debug_assertions)]
use modexp_limbs::limb;

/// [`Kernel`] for one modulus per lane; the same equations and ranges hold. The product of a and b is a·b·R⁻¹ mod m.
pub trait ErasedKernel: Group + Send + Sync {
    /// R = 2^r_bits.
    fn r_bits(&self) -> usize;

    /// Bits of the integers that an element holds, see [`Kernel::capacity`].
    fn capacity(&self) -> usize;

    /// Elements in range are below 2^range·m, or at most m if the range is 0, see [`Kernel::RANGE`].
    fn range(&self) -> u32;

    /// Writes the integer `limbs` < 2^capacity to lane `lane` of `out`.
    fn from_limbs(&self, out: &mut [u64], limbs: &[u64], lane: usize);

    /// Writes lane `lane` of `a` to `limbs`, which is long enough.
    fn to_limbs(&self, limbs: &mut [u64], a: &[u64], lane: usize);

    /// See [`Kernel::word_step`].
    fn word_step(&self, limbs: usize) -> usize;

    /// Sets the identity of the group: R mod m in each lane.
    fn set_identity(&mut self, one: Buffer<u64>);
}

/// Erases the type of `kernel` for odd moduli above 1 of at most `bits` bits, one per lane. Does not set the identity.
pub fn erase<K: Kernel>(kernel: K, moduli: &[&[u64]], bits: usize) -> Arc<dyn ErasedKernel> {
    const { assert!(K::RANGE <= MAX_RANGE) }
    debug_assert_eq!(moduli.len(), K::LANES);
    let digits = K::digits(bits);
    let modulus = kernel.modulus(moduli, digits);
    Arc::new(Erased {
        modulus,
        kernel,
        digits,
        identity: None,
        #[cfg(debug_assertions)]
        bounds: bounds::<K>(moduli, digits),
    })
}

/// The largest integer in range of each lane, in one limb more than RADIX · digits bits take.
#[cfg(debug_assertions)]
fn bounds<K: Kernel>(moduli: &[&[u64]], digits: usize) -> alloc::vec::Vec<alloc::vec::Vec<u64>> {
    let bound = |m: &&[u64]| {
        let mut bound = limb::resize(m, (K::RADIX as usize * digits).div_ceil(64) + 1);
        for _ in 0..K::RANGE {
            let half = bound.clone();
            limb::add_if(&mut bound, &half, 1);
        }
        // 2^RANGE·m − 1, which does not borrow because m is odd; or m itself
        bound[0] -= u64::from(K::RANGE > 0);
        bound
    };
    moduli.iter().map(bound).collect()
}

struct Erased<K: Kernel> {
    kernel: K,
    modulus: K::Modulus,
    digits: usize,
    /// R mod m in each lane, which `set_identity` sets.
    identity: Option<Buffer<u64>>,
    #[cfg(debug_assertions)]
    bounds: alloc::vec::Vec<alloc::vec::Vec<u64>>,
}

/// Kernel words in a `u64`.
const fn per_word<W>() -> usize {
    size_of::<u64>() / size_of::<W>()
}

impl<K: Kernel> Erased<K> {
    /// An element in the kernel's words.
    fn element<'a>(&self, a: &'a [u64]) -> &'a [K::Word] {
        &cast_slice(a)[..K::words(self.digits)]
    }

    fn element_mut<'a>(&self, a: &'a mut [u64]) -> &'a mut [K::Word] {
        &mut cast_slice_mut(a)[..K::words(self.digits)]
    }

    /// Checks in debug builds that every lane of `a` is in range.
    fn assert_in_range(&self, a: &[u64]) {
        #[cfg(debug_assertions)]
        for (lane, bound) in self.bounds.iter().enumerate() {
            let mut x = alloc::vec![0; bound.len()];
            K::to_limbs(&mut x, self.element(a), lane);
            assert_eq!(limb::less(bound, &x), 0, "an element is out of range");
        }
        let _ = a;
    }
}

impl<K: Kernel> Group for Erased<K> {
    fn lanes(&self) -> usize {
        K::LANES
    }

    fn words(&self) -> usize {
        K::words(self.digits).div_ceil(per_word::<K::Word>())
    }

    fn scratch_words(&self) -> usize {
        K::scratch_words(self.digits).div_ceil(per_word::<K::Word>())
    }

    fn identity(&self) -> &[u64] {
        self.identity.as_deref().unwrap_or(&[])
    }

    fn costs(&self) -> Costs {
        let entries = K::ENTRIES_PER_PRODUCT * self.words() / K::LANES;
        // gathered lookups on ifma_x8 take about a quarter of the time; this counts a half
        let gathered = if K::gathers(16) > 1 { 2 * entries } else { entries };
        Costs { gathered_entries_per_product: gathered, ..Costs::of_residues(entries) }
    }

    // inlined into `mul_entry`, too
    #[inline(always)]
    fn mul(&self, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        let (a, b) = (self.element(a), self.element(b));
        self.kernel.mont_mul(self.element_mut(out), a, b, &self.modulus, cast_slice_mut(scratch));
        self.assert_in_range(out);
    }

    fn sqr(&self, out: &mut [u64], a: &[u64], scratch: &mut [u64]) {
        let a = self.element(a);
        self.kernel.mont_sqr(self.element_mut(out), a, &self.modulus, cast_slice_mut(scratch));
        self.assert_in_range(out);
    }

    fn step(&self, a: &mut [u64], count: u64, tmp: &mut [u64], scratch: &mut [u64]) {
        let (x, tmp) = (self.element_mut(a), self.element_mut(tmp));
        self.kernel.mont_sqr_n(x, count, tmp, &self.modulus, cast_slice_mut(scratch));
        self.assert_in_range(a);
    }

    fn select(&self, out: &mut [u64], table: &[u64], index: &[usize]) {
        // the last word of an entry may be half empty, in the table too
        self.kernel.select(cast_slice_mut(out), cast_slice(table), index);
    }

    fn gathers(&self, entries: usize) -> Option<(&dyn Gather, usize)> {
        let at_once = K::gathers(entries);
        (at_once > 1).then_some((self as &dyn Gather, at_once))
    }
}

impl<K: Kernel> Gather for Erased<K> {
    fn scatter(&self, table: &mut [u64], tmp: &mut [u64]) {
        self.kernel.scatter(cast_slice_mut(table), cast_slice_mut(tmp));
    }

    fn gather(&self, out: &mut [u64], table: &[u64], index: &[[usize; MAX_LANES]]) {
        self.kernel.gather(cast_slice_mut(out), cast_slice(table), index);
    }
}

impl<K: Kernel> ErasedKernel for Erased<K> {
    fn r_bits(&self) -> usize {
        K::RADIX as usize * self.digits
    }

    fn capacity(&self) -> usize {
        K::capacity(self.digits)
    }

    fn range(&self) -> u32 {
        K::RANGE
    }

    fn from_limbs(&self, out: &mut [u64], limbs: &[u64], lane: usize) {
        K::from_limbs(self.element_mut(out), limbs, lane);
    }

    fn to_limbs(&self, limbs: &mut [u64], a: &[u64], lane: usize) {
        K::to_limbs(limbs, self.element(a), lane);
    }

    fn word_step(&self, limbs: usize) -> usize {
        K::word_step(limbs)
    }

    fn set_identity(&mut self, one: Buffer<u64>) {
        self.identity = Some(one);
    }
}
