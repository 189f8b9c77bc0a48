//! Exhaustive tests of the kernels. The host emulates the vectors of wasm32.
//!
//! Published test vectors do not reach the largest digits of these kernels. So these tests try all operands of a small
//! set. The portable kernel runs on digits of 2 to 4 bits (`tiny`). In the other kernels the instructions fix the
//! digit: they run on all numbers of few different digits (`alphabet`), and models of their reductions at radix 2 to 32
//! (`model`).

mod alphabet;
mod model;
mod tiny;

use crate::kernel::Kernel;
use alloc::vec;
use alloc::vec::Vec;
use num_bigint::BigUint;

/// A kernel with one modulus in all lanes, and the memory of a product.
struct KernelUnderTest<K: Kernel> {
    kernel: K,
    modulus: K::Modulus,
    m: BigUint,
    /// R mod m.
    r: BigUint,
    /// Elements are below this bound: m + 1, a multiple of m, or 2^capacity.
    range: BigUint,
    digits: usize,
    out: Vec<K::Word>,
    scratch: Vec<K::Word>,
}

impl<K: Kernel> KernelUnderTest<K> {
    fn new(kernel: K, m: &BigUint, digits: usize) -> Self {
        let limbs = m.to_u64_digits();
        Self {
            kernel,
            modulus: kernel.modulus(&vec![limbs.as_slice(); K::LANES], digits),
            m: m.clone(),
            r: (BigUint::from(1u8) << (K::RADIX as usize * digits)) % m,
            range: ((m << (K::HEADROOM / 2)) + u8::from(K::HEADROOM == 0))
                .min(BigUint::from(1u8) << K::capacity(digits)),
            digits,
            out: vec![K::Word::default(); K::words(digits)],
            scratch: vec![K::Word::default(); K::scratch_words(digits)],
        }
    }

    /// The elements of `numbers`, each with one number in all lanes.
    fn elements(&self, numbers: &[BigUint]) -> Vec<Vec<K::Word>> {
        let all_lanes = |x: &BigUint| {
            let (mut element, limbs) = (vec![K::Word::default(); K::words(self.digits)], x.to_u64_digits());
            for lane in 0..K::LANES {
                K::from_limbs(&mut element, &limbs, lane);
            }
            element
        };
        numbers.iter().map(all_lanes).collect()
    }

    /// Fails unless `out` is x·R⁻¹ mod m, in range, in every lane.
    fn check(&self, x: &BigUint, case: impl Fn() -> alloc::string::String) {
        let want = x % &self.m;
        for lane in 0..K::LANES {
            let mut limbs = vec![0; K::capacity(self.digits).div_ceil(64)];
            K::to_limbs(&mut limbs, &self.out, lane);
            let got = limbs.iter().rev().fold(BigUint::ZERO, |x, &limb| (x << 64u32) + limb);
            assert!(got < self.range, "out of range: {}", case());
            assert_eq!(&got * &self.r % &self.m, want, "{}", case());
        }
    }

    /// Checks all products and squares of `numbers`, which are in range. Returns their number.
    fn all_pairs(&mut self, numbers: &[BigUint]) -> usize {
        let elements = self.elements(numbers);
        for (a, x) in numbers.iter().zip(&elements) {
            for (b, y) in numbers.iter().zip(&elements) {
                self.kernel.mont_mul(&mut self.out, x, y, &self.modulus, &mut self.scratch);
                self.check(&(a * b), || alloc::format!("{a:x}·{b:x} mod {:x}", self.m));
            }
            self.kernel.mont_sqr(&mut self.out, x, &self.modulus, &mut self.scratch);
            self.check(&(a * a), || alloc::format!("{a:x}² mod {:x}", self.m));
        }
        numbers.len() * (numbers.len() + 1)
    }
}
