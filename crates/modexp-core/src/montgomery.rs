//! Montgomery form: the constants of one modulus per lane, and the conversion of numbers to and from Montgomery form.

mod constants;
mod lucas;
mod small_base;

use crate::error::Error;
use crate::ring::{Ring, in_lanes};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use constants::{elements, powers_of_r};
use modexp_group::group::{Group, MAX_LANES, aligned};
use modexp_kernels::backend::Backend;
use modexp_kernels::erased::ErasedKernel;
use modexp_limbs::buffer::Buffer;
use modexp_limbs::{limb, safegcd};
use zeroize::Zeroizing;

/// The Montgomery parameters of odd moduli above 1, one per lane. Elements are x·R mod m.
pub(crate) struct MontyParams {
    kernel: Arc<dyn ErasedKernel>,
    /// The lanes' moduli in limbs, one after the other, each with a zero limb above: elements may be a few times m.
    m: Zeroizing<Vec<u64>>,
    /// Two elements; see [`Constant`].
    constants: Buffer<u64>,
}

/// The constant elements of a modulus.
#[derive(Clone, Copy)]
enum Constant {
    /// R² mod m: a product by it converts a number to Montgomery form.
    Rr,
    /// The integer 1: a product by it converts a number from Montgomery form.
    Unit,
}

impl MontyParams {
    /// `moduli`: odd, above 1, little-endian. Lanes without a modulus take the first. Returns `None` if the backend
    /// cannot take them. Time depends only on their lengths.
    pub(crate) fn new(backend: Backend, moduli: &[&[u64]]) -> Option<Self> {
        let moduli = &in_lanes(moduli)[..backend.lanes()];
        let bits = moduli.iter().map(|m| limb::bit_len(m)).max().unwrap_or(0);
        let limbs = bits.div_ceil(64);
        debug_assert!(moduli.iter().all(|m| m[0] & 1 == 1 && limb::bit_len(m) > 1));
        let mut m = Zeroizing::new(vec![0; moduli.len() * (limbs + 1)]);
        for (lane, modulus) in m.chunks_exact_mut(limbs + 1).zip(moduli) {
            let modulus = limb::trim(modulus);
            lane[..modulus.len()].copy_from_slice(modulus);
        }
        let mut lanes: [&[u64]; MAX_LANES] = [&[]; MAX_LANES];
        for (lane, m) in lanes.iter_mut().zip(m.chunks_exact(limbs + 1)) {
            *lane = &m[..limbs];
        }
        let mut kernel = backend.erased(&lanes[..moduli.len()], bits)?;

        let mut one = Buffer::new(kernel.words());
        let mut constants = Buffer::new(2 * aligned(kernel.words()));
        let [rr, unit] = elements(&mut constants, kernel.words());
        for lane in 0..kernel.lanes() {
            kernel.from_limbs(unit, &[1], lane);
        }
        powers_of_r(kernel.as_ref(), &m, &mut one, rr);
        // this is the only reference; moving the kernel out of a box would leave a copy of the modulus behind
        Arc::get_mut(&mut kernel)?.set_identity(one);
        Some(Self { kernel, m, constants })
    }

    /// Returns the modulus of each lane, with its zero limb.
    fn moduli(&self) -> impl Iterator<Item = &[u64]> {
        self.m.chunks_exact(self.m.len() / self.kernel.lanes())
    }

    fn constant(&self, which: Constant) -> &[u64] {
        let words = self.kernel.words();
        &self.constants[which as usize * aligned(words)..][..words]
    }

    /// Replaces x = 0 by m. So a secret 0 is not all zero digits: products by m are nonzero multiples of m, except on
    /// kernels that always subtract m. On AMD EPYC products of zeros take 0.01 to 0.06 % less time, with equal code.
    fn avoid_zero(&self, x: &mut [u64], m: &[u64]) {
        let zero = limb::is_zero(x);
        limb::add_if(&mut x[..m.len()], m, zero);
    }

    /// 2^capacity·R mod m, in range.
    fn shift(&self) -> Buffer<u64> {
        let half = self.capacity() / 2;
        let mut power = vec![0; half / 64 + 1];
        power[half / 64] = 1 << (half % 64);
        let root = self.to_mont(&[&power]);
        self.product(&root, &root)
    }

    /// a·b·R⁻¹ mod m in each lane, below m, for a·b < R·m.
    fn product_lanes(&self, a: &[u64], b: &[u64]) -> Vec<Vec<u64>> {
        let words = aligned(self.kernel.words());
        let mut room = Buffer::new(words + self.kernel.scratch_words());
        let (out, scratch) = room.split_at_mut(words);
        self.kernel.mul(out, a, b, scratch);
        let residue = |(lane, m): (usize, &[u64])| {
            let mut x = canonical(self.kernel.as_ref(), out, m, lane);
            // removes the zero limb above
            x.pop();
            core::mem::take(&mut *x)
        };
        self.moduli().enumerate().map(residue).collect()
    }

    /// a·b·R⁻¹, in range, for a·b < R·m.
    fn product(&self, a: &[u64], b: &[u64]) -> Buffer<u64> {
        let mut out = self.element();
        let mut scratch = Buffer::new(self.kernel.scratch_words());
        self.kernel.mul(&mut out, a, b, &mut scratch);
        out
    }

    /// Returns whether every number below 2m is an element in range.
    fn takes_double(&self) -> bool {
        let full = || self.moduli().any(|m| limb::bit_len(m) == self.capacity());
        self.kernel.range() > 0 && !(self.is_short() && full())
    }

    /// Returns the modulus of the first lane, in as many limbs as the longest modulus.
    pub(crate) fn modulus(&self) -> &[u64] {
        &self.m[..self.m.len() / self.kernel.lanes() - 1]
    }

    /// Returns the bits of the numbers x that an element holds and with a·x < R·m for every element a in range: x is
    /// below R/2^range, so below R if a ≤ m.
    fn plain_bits(&self) -> usize {
        let bits = self.kernel.r_bits() - self.kernel.range() as usize;
        if self.is_short() { bits.min(self.capacity()) } else { bits }
    }

    /// Returns whether some numbers below R do not fit an element. They fit on all kernels of wasm32, where the check
    /// would make the modules larger.
    fn is_short(&self) -> bool {
        cfg!(not(target_arch = "wasm32")) && self.kernel.capacity() < self.kernel.r_bits()
    }

    /// Returns the bits of the integers that an element holds.
    fn capacity(&self) -> usize {
        if self.is_short() { self.kernel.capacity() } else { self.kernel.r_bits() }
    }

    /// Returns the element a, reduced below m.
    fn reduced(&self, a: &[u64]) -> Buffer<u64> {
        let mut out = self.element();
        for (lane, m) in self.moduli().enumerate() {
            self.kernel.from_limbs(&mut out, &canonical(self.kernel.as_ref(), a, m, lane), lane);
        }
        out
    }

    /// Creates a zero element.
    fn element(&self) -> Buffer<u64> {
        Buffer::new(self.kernel.words())
    }
}

impl Ring for MontyParams {
    fn group(&self) -> &dyn Group {
        self.kernel.as_ref()
    }

    fn to_mont(&self, xs: &[&[u64]]) -> Buffer<u64> {
        debug_assert!(xs.len() <= self.kernel.lanes());
        let xs = &in_lanes(xs)[..self.kernel.lanes()];
        let capacity = self.capacity();
        let longest = xs.iter().map(|x| x.len()).max().unwrap_or(0);
        let chunks = (64 * longest).div_ceil(capacity).max(1);
        let mut out = self.element();
        let limbs = self.m.len() / self.kernel.lanes();
        let [words, length] = [self.kernel.words(), longest.max(limbs)].map(aligned);
        let mut room = Buffer::new(words + 2 * length + self.kernel.scratch_words());
        let (chunk, rest) = room.split_at_mut(words);
        let (integers, scratch) = rest.split_at_mut(2 * length);

        // x·R² < R·m keeps the product in range. R² mod m may be a few times m, so either x is smaller than R by this
        // factor, or R² is reduced
        let reduced = (64 * longest > self.plain_bits()).then(|| self.reduced(self.constant(Constant::Rr)));
        let rr = reduced.as_deref().unwrap_or(self.constant(Constant::Rr));
        if chunks == 1 {
            for (lane, (x, m)) in xs.iter().zip(self.moduli()).enumerate() {
                let copy = &mut integers[..length];
                copy.fill(0);
                copy[..x.len()].copy_from_slice(x);
                self.avoid_zero(copy, m);
                self.kernel.from_limbs(chunk, copy, lane);
            }
            self.kernel.mul(&mut out, chunk, rr, scratch);
            return out;
        }

        // longer numbers by Horner's rule: x = Σ x_i·2^(capacity·i)
        let shift = self.is_short().then(|| self.shift());
        let shift = shift.as_deref().unwrap_or(rr);
        let (mut shifted, mut term) = (self.element(), self.element());
        let (sum, other) = integers.split_at_mut(limbs);
        for i in (0..chunks).rev() {
            for (lane, x) in xs.iter().enumerate() {
                let digits = Zeroizing::new(limb::bits_between(x, i * capacity, capacity));
                self.kernel.from_limbs(chunk, &digits, lane);
            }
            if i + 1 == chunks {
                self.kernel.mul(&mut out, chunk, rr, scratch);
                continue;
            }
            self.kernel.mul(&mut shifted, &out, shift, scratch);
            self.kernel.mul(&mut term, chunk, rr, scratch);
            for (lane, m) in self.moduli().enumerate() {
                canonical_into(sum, self.kernel.as_ref(), &shifted, m, lane);
                canonical_into(&mut other[..limbs], self.kernel.as_ref(), &term, m, lane);
                limb::add_mod(sum, &other[..limbs], m);
                self.avoid_zero(sum, m);
                self.kernel.from_limbs(&mut out, sum, lane);
            }
        }
        out
    }

    fn from_mont(&self, a: &[u64]) -> Vec<Vec<u64>> {
        self.product_lanes(self.constant(Constant::Unit), a)
    }

    fn times_plain(&self, a: &[u64], b: &[&[u64]]) -> Vec<Vec<u64>> {
        if b.iter().any(|b| 64 * b.len() > self.plain_bits()) {
            let product = self.product(a, &self.to_mont(b));
            return self.from_mont(&product);
        }

        // b is plain, so the product's factor R⁻¹ converts a from Montgomery form
        let mut plain = self.element();
        for (lane, b) in in_lanes(b)[..self.kernel.lanes()].iter().enumerate() {
            self.kernel.from_limbs(&mut plain, b, lane);
        }
        self.product_lanes(&plain, a)
    }

    fn inverse(&self, a: &[u64]) -> Result<Vec<u64>, Error> {
        let ring: &dyn Ring = self;
        safegcd::inverse(&Zeroizing::new(ring.reduce(a)), self.modulus()).ok_or(Error::NoInverse)
    }

    fn shorter_exponent(&self, _exponent: &[u64], _bits: usize) -> Option<(Zeroizing<Vec<u64>>, usize)> {
        // the order of the group is unknown
        None
    }

    fn pow_by_words(&self, base: u64, exponent: &[u64], bits: usize) -> Option<Vec<u64>> {
        small_base::pow(self, base, exponent, bits)
    }
}

/// Returns the residue of lane `lane` of a, in range, as an integer below m; m has a zero limb above.
fn canonical(kernel: &dyn ErasedKernel, a: &[u64], m: &[u64], lane: usize) -> Zeroizing<Vec<u64>> {
    let mut x = Zeroizing::new(vec![0; m.len()]);
    canonical_into(&mut x, kernel, a, m, lane);
    x
}

/// x = the residue of lane `lane` of a, in range, as an integer below m; x is as long as m.
fn canonical_into(x: &mut [u64], kernel: &dyn ErasedKernel, a: &[u64], m: &[u64], lane: usize) {
    kernel.to_limbs(x, a, lane);
    reduce(x, m, kernel.range());
}

/// x = x mod m; equal lengths, for x < 2^range·m, or x ≤ m if range is 0.
fn reduce(x: &mut [u64], m: &[u64], range: u32) {
    for _ in 0..((1 << range) - 1).max(1) {
        let below = limb::less(x, m);
        limb::sub_if(x, m, 1 ^ below);
    }
    debug_assert_eq!(limb::less(x, m), 1);
}

#[cfg(test)]
mod tests {
    use super::*;
    use modexp_kernels::kernel::MAX_RANGE;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn every_integer_in_range_is_reduced() {
        let reduced = |x: u64, m: u64, range: u32| {
            let mut out = [x, 0];
            catch_unwind(AssertUnwindSafe(|| reduce(&mut out, &[m, 0], range))).is_ok_and(|()| out == [x % m, 0])
        };
        for m in (3..64).step_by(2) {
            assert!((0..=m).all(|x| reduced(x, m, 0)));
            for range in 1..=MAX_RANGE {
                assert!((0..m << range).all(|x| reduced(x, m, range)));
            }
            assert!(!reduced(4 * m - 1, m, 1) && !reduced(2 * m, m, 0), "a range of a bit less");
        }
    }

    #[test]
    fn zero_is_an_element_like_others() {
        for backend in Backend::available() {
            for limbs in [1, 4, 8, 9, 16, 32] {
                let m = vec![u64::MAX - 58; limbs];
                let params = MontyParams::new(backend, &vec![m.as_slice(); backend.lanes()]).expect("odd");
                let mut multiple = vec![0; 3 * limbs];
                multiple[limbs..2 * limbs].copy_from_slice(&m);
                for zero in [&[][..], &[0], &vec![0; limbs], &vec![0; 3 * limbs], &m, &multiple] {
                    let mut x = params.to_mont(&vec![zero; backend.lanes()]);
                    for _ in 0..3 {
                        x = params.product(&x, &x);
                        let keeps = params.kernel.range() > 0 || backend == Backend::Adx && limbs <= 4;
                        assert_eq!(x.iter().any(|&word| word != 0), keeps, "{backend:?} {limbs}");
                    }
                    assert!(params.from_mont(&x).concat().iter().all(|&limb| limb == 0), "{backend:?} {limbs}");
                }
            }
        }
    }

    #[test]
    fn elements_hold_plain_numbers_but_for_two_bits() {
        for backend in Backend::available() {
            for limbs in [4, 8, 16] {
                let m = vec![u64::MAX; limbs];
                let params = MontyParams::new(backend, &vec![m.as_slice(); backend.lanes()]).expect("odd");
                let bits = params.plain_bits();
                assert!((params.capacity() - 2..=params.capacity()).contains(&bits), "{backend:?} {limbs}: {bits}");
            }
        }
    }

    /// Multiplies the largest element in range by the largest plain number. Debug builds check the product's range.
    #[test]
    fn plain_numbers_take_every_element_to_one_in_range() {
        for backend in Backend::available().into_iter().chain(Backend::emulated()) {
            for bits in [60, 190, 250, 380, 500, 507, 1000, 1620, 2000] {
                if backend == Backend::Scalar && bits > 250 {
                    continue;
                }
                let m = limb::resize(&limb::bits_between(&[u64::MAX; 32], 0, bits), bits / 64 + 1);
                let lanes = backend.lanes();
                let params = MontyParams::new(backend, &vec![limb::trim(&m); lanes]).expect("odd");
                // 2^range·m − 1, or m
                let mut largest = limb::resize(&m, m.len() + 1);
                for _ in 0..params.kernel.range() {
                    let half = largest.clone();
                    limb::add_if(&mut largest, &half, 1);
                }
                largest[0] -= u64::from(params.kernel.range() > 0);
                let plain = limb::bits_between(&[u64::MAX; 40], 0, params.plain_bits());
                let (mut a, mut x) = (params.element(), params.element());
                for lane in 0..lanes {
                    params.kernel.from_limbs(&mut a, &largest, lane);
                    params.kernel.from_limbs(&mut x, &plain, lane);
                }
                let product = params.product(&a, &x);
                assert!(params.from_mont(&product).iter().all(|x| limb::less(x, limb::trim(&m)) == 1), "{backend:?}");
            }
        }
    }

    #[test]
    fn look_ups_among_a_few_hundred_entries_take_as_long_as_a_product() {
        for backend in Backend::available() {
            let m = vec![u64::MAX; 32];
            let params = MontyParams::new(backend, &vec![m.as_slice(); backend.lanes()]).expect("odd");
            let costs = params.group().costs();
            assert!((100..400).contains(&costs.entries_per_product), "{backend:?}");
            let gathered = if backend == Backend::IfmaX8 { 2 } else { 1 } * costs.entries_per_product;
            assert_eq!(costs.gathered_entries_per_product, gathered, "{backend:?}");
        }
    }
}
