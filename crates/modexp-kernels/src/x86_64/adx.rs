//! `adx`: one number in 64-bit limbs, by mulx and the two carry chains of adcx and adox.
//!
//! RADIX is the whole limb and HEADROOM is 0: elements are below m, by one constant-time subtraction per product.
//! Elements have a multiple of four limbs, so that blocks of 8 and 4 limbs cover them.

mod blocks;
mod eight;
mod four;

use crate::kernel::Kernel;
use crate::limb;
use alloc::vec::Vec;
use core::arch::x86_64::{
    _mm256_add_epi64, _mm256_and_si256, _mm256_cmpeq_epi64, _mm256_loadu_si256, _mm256_or_si256, _mm256_set1_epi64x,
    _mm256_setzero_si256, _mm256_storeu_si256,
};
use zeroize::Zeroizing;

/// The kernel; a value of it proves that the CPU has bmi2, adx and avx2.
#[derive(Clone, Copy, Debug)]
pub struct Adx(());

/// The modulus in limbs and, behind it in the same slice, the two limbs of −m⁻¹ mod 2^128.
#[derive(Clone)]
pub struct AdxModulus(Zeroizing<Vec<u64>>);

impl AdxModulus {
    /// m, and −m⁻¹ mod 2^64.
    fn split(&self) -> (&[u64], u64) {
        let (m, inverse) = self.0.split_at(self.0.len() - 2);
        (m, inverse[0])
    }

    /// m and −m⁻¹ as an array, for a modulus of N − 2 limbs.
    fn fixed<const N: usize>(&self) -> &[u64; N] {
        self.0.as_slice().try_into().expect("as many limbs as its elements")
    }
}

impl Adx {
    /// The kernel, on CPUs that can run it. Without `std`, only a build for such CPUs knows.
    #[must_use]
    pub fn detect() -> Option<Self> {
        #[cfg(feature = "std")]
        let can = std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("adx")
            && std::arch::is_x86_feature_detected!("avx2");
        #[cfg(not(feature = "std"))]
        let can = cfg!(all(target_feature = "bmi2", target_feature = "adx", target_feature = "avx2"));
        can.then_some(Self(()))
    }

    /// t = a·b for equal lengths.
    fn mul(self, t: &mut [u64], a: &[u64], b: &[u64]) {
        let n = a.len();
        t[..n].fill(0);
        for (i, block) in a.chunks(8).enumerate() {
            self.strip(&mut t[8 * i..8 * i + block.len() + n], block, b);
        }
    }

    /// t = a².
    fn sqr(self, t: &mut [u64], a: &[u64]) {
        let n = a.len();
        t[..n].fill(0);
        for i in (0..n).step_by(8) {
            let width = (n - i).min(8);
            self.strip_of_square(&mut t[2 * i..n + i + width], &a[i..], width);
        }
        self.double_and_square(t, a);
    }

    /// out = t·R⁻¹ mod m for t < R·m in 2n limbs; out < m.
    fn reduce(self, out: &mut [u64], t: &mut [u64], m: &AdxModulus) {
        let (m, m0_inv) = m.split();
        let n = m.len();
        let mut carry = 0;
        for i in (0..n).step_by(8) {
            let width = (n - i).min(8);
            carry = self.reduce_strip(&mut t[i..i + n + width], m, width, m0_inv, carry);
        }

        // the upper half is below 2m: one subtraction, kept only if it does not borrow
        let t = &t[n..];
        let keep = limb::mask(self.subtract(out, t, m, carry) & 1);
        for (out, &t) in out.iter_mut().zip(t) {
            *out = (t & keep) | (*out & !keep);
        }
    }
}

impl Kernel for Adx {
    type Word = u64;
    type Modulus = AdxModulus;

    const RADIX: u32 = 64;
    const LANES: usize = 1;
    const HEADROOM: u32 = 0;

    fn digits(bits: usize) -> usize {
        bits.div_ceil(256) * 4
    }

    fn scratch_words(digits: usize) -> usize {
        2 * digits
    }

    fn modulus(self, moduli: &[&[u64]], digits: usize) -> AdxModulus {
        let mut m = Zeroizing::new(limb::resize(moduli[0], digits + 2));
        // a Newton step doubles the 64 bits that are right
        let low = u128::from(m[0]) | u128::from(m[1]) << 64;
        let inverse = u128::from(limb::inverse_limb(m[0]));
        let inverse = inverse.wrapping_mul(2u128.wrapping_sub(low.wrapping_mul(inverse))).wrapping_neg();
        (m[digits], m[digits + 1]) = (inverse as u64, (inverse >> 64) as u64);
        AdxModulus(m)
    }

    fn mont_mul(self, out: &mut [u64], a: &[u64], b: &[u64], m: &AdxModulus, scratch: &mut [u64]) {
        if let (Ok(out), Ok(a), Ok(b)) = (out.try_into(), a.try_into(), b.try_into()) {
            return self.mont_mul_4(out, a, b, m.fixed());
        }
        if let (Ok(out), Ok(a), Ok(b)) = (out.try_into(), a.try_into(), b.try_into()) {
            return self.mont_mul_8(out, a, b, m.fixed());
        }
        let t = &mut scratch[..2 * a.len()];
        self.mul(t, a, b);
        self.reduce(out, t, m);
    }

    fn mont_sqr(self, out: &mut [u64], a: &[u64], m: &AdxModulus, scratch: &mut [u64]) {
        debug_assert_eq!(out.len(), a.len());
        let (to, from) = (out.as_mut_ptr(), a.as_ptr());
        match (out.len(), a.len()) {
            // SAFETY: both have four limbs.
            (4, 4) => unsafe { self.mont_sqr_n_4(to.cast(), from.cast(), 1, m.fixed()) },
            // SAFETY: both have eight limbs.
            (8, 8) => unsafe { self.mont_sqr_n_8(to.cast(), from.cast(), 1, m.fixed()) },
            (_, n) => {
                let t = &mut scratch[..2 * n];
                self.sqr(t, a);
                self.reduce(out, t, m);
            }
        }
    }

    fn mont_sqr_n(self, a: &mut [u64], count: u64, _spare: &mut [u64], m: &AdxModulus, scratch: &mut [u64]) {
        if count == 0 {
            return;
        }
        let limbs = a.as_mut_ptr();
        match a.len() {
            // SAFETY: four limbs, which no one else reads or writes.
            4 => unsafe { self.mont_sqr_n_4(limbs.cast(), limbs.cast(), count, m.fixed()) },
            // SAFETY: eight limbs, which no one else reads or writes.
            8 => unsafe { self.mont_sqr_n_8(limbs.cast(), limbs.cast(), count, m.fixed()) },
            n => {
                let t = &mut scratch[..2 * n];
                for _ in 0..count {
                    self.sqr(t, a);
                    self.reduce(a, t, m);
                }
            }
        }
    }

    fn select(self, out: &mut [u64], table: &[u64], index: &[usize]) {
        // SAFETY: `Adx` proves avx2.
        unsafe { select_avx2(out, table, index[0]) }
    }

    fn split(out: &mut [u64], limbs: &[u64], _lane: usize) {
        let n = out.len().min(limbs.len());
        out[..n].copy_from_slice(&limbs[..n]);
        out[n..].fill(0);
    }

    fn join(limbs: &mut [u64], a: &[u64], _lane: usize) {
        let n = a.len().min(limbs.len());
        limbs[..n].copy_from_slice(&a[..n]);
        limbs[n..].fill(0);
    }
}

/// out = entry `index` of `table`, reading the whole table; entries are as long as `out`, a multiple of four limbs.
#[target_feature(enable = "avx2")]
fn select_avx2(out: &mut [u64], table: &[u64], index: usize) {
    let len = out.len();
    for (i, out) in out.chunks_mut(16).enumerate() {
        match out.len() {
            16 => select_columns::<4>(out, table, len, 16 * i, index),
            12 => select_columns::<3>(out, table, len, 16 * i, index),
            8 => select_columns::<2>(out, table, len, 16 * i, index),
            _ => select_columns::<1>(out, table, len, 16 * i, index),
        }
    }
}

/// out = limbs `column` … `column` + 4V of entry `index`, with the 4V limbs in registers while all entries go by.
#[target_feature(enable = "avx2")]
fn select_columns<const V: usize>(out: &mut [u64], table: &[u64], len: usize, column: usize, index: usize) {
    debug_assert_eq!(out.len(), 4 * V);
    let index = _mm256_set1_epi64x(index as i64);
    let one = _mm256_set1_epi64x(1);
    let mut entry = _mm256_setzero_si256();
    let mut acc = [_mm256_setzero_si256(); V];
    for limbs in table.chunks_exact(len) {
        let hit = _mm256_cmpeq_epi64(entry, index);
        let (columns, _) = limbs[column..column + 4 * V].as_chunks::<4>();
        for (acc, limbs) in acc.iter_mut().zip(columns) {
            // SAFETY: four limbs are 32 bytes, and the load may be unaligned.
            let limbs = unsafe { _mm256_loadu_si256(limbs.as_ptr().cast()) };
            *acc = _mm256_or_si256(*acc, _mm256_and_si256(limbs, hit));
        }
        entry = _mm256_add_epi64(entry, one);
    }
    let (columns, _) = out.as_chunks_mut::<4>();
    for (acc, out) in acc.iter().zip(columns) {
        // SAFETY: four limbs are 32 bytes, and the store may be unaligned.
        unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), *acc) };
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    fn big(a: &[u64]) -> BigUint {
        BigUint::from_slice(&a.iter().flat_map(|&a| [a as u32, (a >> 32) as u32]).collect::<Vec<_>>())
    }

    /// Every limb one of 0, 1, 2^63, 2^64 − 1 or random: long carry chains are common.
    struct Rng(u64);

    impl Rng {
        fn next(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = self.0;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        }

        fn limbs(&mut self, n: usize) -> Vec<u64> {
            let style = self.next() % 4;
            let pick = |r: u64, x: u64| match (style, r % 8) {
                (1, 0..6) | (3, 3) => u64::MAX,
                (2, 0..6) | (3, 2) => 0,
                (3, 0) => 1,
                (3, 1) => 1 << 63,
                _ => x,
            };
            (0..n).map(|_| pick(self.next(), self.next())).collect()
        }
    }

    fn adx() -> Adx {
        Adx::detect().expect("these tests need bmi2, adx and avx2")
    }

    /// Checks a product and a square of each number with each modulus against `num-bigint`.
    fn check(kernel: Adx, m: &[u64], a: &[u64], b: &[u64]) {
        let digits = m.len();
        let modulus = kernel.modulus(&[m], digits);
        let mut scratch = alloc::vec![u64::MAX; Adx::scratch_words(digits)];
        let mut out = alloc::vec![0; digits];
        let r = BigUint::from(1u8) << (64 * digits);
        let big_m = big(m);

        kernel.mont_mul(&mut out, a, b, &modulus, &mut scratch);
        assert!(big(&out) < big_m, "product not reduced, {digits} limbs");
        assert_eq!(big(&out) * &r % &big_m, big(a) * big(b) % &big_m, "product, {digits} limbs, m {m:x?}");
        kernel.mont_sqr(&mut out, b, &modulus, &mut scratch);
        assert!(big(&out) < big_m, "square not reduced, {digits} limbs");
        assert_eq!(big(&out) * &r % &big_m, big(b) * big(b) % &big_m, "square, {digits} limbs, m {m:x?}");
    }

    /// a·R⁻¹-squared `count` times, by single squares.
    fn repeated(kernel: Adx, a: &[u64], count: u64, modulus: &AdxModulus, scratch: &mut [u64]) -> Vec<u64> {
        let (mut a, mut next) = (a.to_vec(), a.to_vec());
        for _ in 0..count {
            kernel.mont_sqr(&mut next, &a, modulus, scratch);
            core::mem::swap(&mut a, &mut next);
        }
        a
    }

    #[test]
    fn many_squares_are_single_squares_one_after_another() {
        let kernel = adx();
        let mut rng = Rng(3);
        for digits in [4, 8, 12, 16, 20, 32] {
            for count in [0, 1, 2, 5, 64] {
                let mut m = rng.limbs(digits);
                m[0] |= 1;
                m[digits - 1] |= 2;
                let modulus = kernel.modulus(&[&m], digits);
                let mut scratch = alloc::vec![u64::MAX; Adx::scratch_words(digits)];
                let mut a = below(&rng.limbs(digits), &m);
                let expected = repeated(kernel, &a, count, &modulus, &mut scratch);
                kernel.mont_sqr_n(&mut a, count, &mut [], &modulus, &mut scratch);
                assert_eq!(a, expected, "{count} squares, {digits} limbs");
            }
        }
    }

    fn below(x: &[u64], m: &[u64]) -> Vec<u64> {
        let mut limbs = (big(x) % big(m)).to_u64_digits();
        limbs.resize(m.len(), 0);
        limbs
    }

    #[test]
    fn products_and_squares_agree_with_num_bigint() {
        let kernel = adx();
        let mut rng = Rng(1);
        for digits in (4..=72).step_by(4).chain([96, 100, 128, 132, 256, 1028]) {
            for _ in 0..if digits > 100 { 20 } else { 400 } {
                let mut m = rng.limbs(digits);
                m[0] |= 1;
                // moduli shorter than the element, too
                let top = if rng.next().is_multiple_of(4) { rng.next() as usize % digits } else { digits - 1 };
                m[top + 1..].fill(0);
                m[top] |= 3;
                let a = rng.limbs(digits);
                let b = below(&rng.limbs(digits), &m);
                check(kernel, &m, &a, &b);
            }
        }
    }

    #[test]
    fn select_takes_every_entry_of_every_length() {
        let kernel = adx();
        let mut rng = Rng(2);
        for digits in (4..=52).step_by(4) {
            let table = rng.limbs(33 * digits);
            let mut out = alloc::vec![0; digits];
            for (i, entry) in table.chunks_exact(digits).enumerate() {
                kernel.select(&mut out, &table, &[i]);
                assert_eq!(out, entry, "entry {i}, {digits} limbs");
            }
        }
    }

    #[test]
    fn bounds_hold_at_the_extremes() {
        let kernel = adx();
        for digits in (4..=40).step_by(4).chain([64, 96, 128, 132, 256]) {
            let ones = alloc::vec![u64::MAX; digits];
            let mut near = ones.clone();
            near[0] -= 58;
            let mut half = ones.clone();
            half[digits - 1] >>= 1;
            let mut power = alloc::vec![0; digits];
            (power[0], power[digits - 1]) = (1, 1 << 63);
            let mut alternating = ones.clone();
            alternating.iter_mut().skip(1).step_by(2).for_each(|limb| *limb = 0);
            let mut three = alloc::vec![0; digits];
            three[0] = 3;

            for m in [&ones, &near, &half, &power, &alternating, &three] {
                let mut most = m.clone();
                most[0] -= 1;
                let mut one = alloc::vec![0; digits];
                one[0] = 1;
                for b in [&most, &one, &alloc::vec![0; digits], &below(&alternating, m)] {
                    // a < R suffices where b < m
                    for a in [&ones, &most, &one, b] {
                        check(kernel, m, a, b);
                    }
                }
            }
        }
    }
}
