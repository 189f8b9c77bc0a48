//! Montgomery form: the constants of one modulus per lane, and the way in and out.

use crate::buffer::Buffer;
use crate::group::Group;
use crate::kernel::Kernel;
use crate::limb;
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroizing;

/// Odd moduli above 1, one per lane, ready for Montgomery arithmetic on kernel `K`: elements are x·R mod m.
#[derive(Clone)]
pub(crate) struct MontyParams<K: Kernel> {
    kernel: K,
    modulus: K::Modulus,
    /// Each lane's modulus in limbs, all of one length.
    m: Vec<Zeroizing<Vec<u64>>>,
    digits: usize,
    /// R mod m: one in Montgomery form.
    one: Buffer<K::Word>,
    /// R² mod m: multiplying by it takes a number into Montgomery form.
    rr: Buffer<K::Word>,
    /// The integer 1: multiplying by it takes a number out of Montgomery form.
    unit: Buffer<K::Word>,
}

impl<K: Kernel> MontyParams<K> {
    /// `moduli`: one per lane, odd, above 1, little-endian. Time depends on their lengths alone.
    pub(crate) fn new(kernel: K, moduli: &[&[u64]]) -> Self {
        debug_assert_eq!(moduli.len(), K::LANES);
        debug_assert!(moduli.iter().all(|m| m[0] & 1 == 1 && limb::bit_len(m) > 1));
        let bits = moduli.iter().map(|m| limb::bit_len(m)).max().unwrap_or(0);
        let digits = K::digits(bits);
        let m: Vec<_> = moduli.iter().map(|m| Zeroizing::new(limb::resize(m, bits.div_ceil(64)))).collect();
        let lanes: Vec<&[u64]> = m.iter().map(|m| m.as_slice()).collect();
        let modulus = kernel.modulus(&lanes, digits);

        let mut unit = Buffer::new(K::words(digits));
        for lane in 0..K::LANES {
            K::split(&mut unit, &[1], lane);
        }
        let (one, rr) = Self::powers_of_r(kernel, &modulus, &m, digits);
        Self { kernel, modulus, m, digits, one, rr, unit }
    }

    /// R mod m and R² mod m, by a few dozen doublings and half a dozen squarings.
    fn powers_of_r(
        kernel: K,
        modulus: &K::Modulus,
        m: &[Zeroizing<Vec<u64>>],
        digits: usize,
    ) -> (Buffer<K::Word>, Buffer<K::Word>) {
        let words = K::words(digits);
        let r_bits = K::RADIX as usize * digits;
        // squarings that leave a start of at most 31 doublings
        let steps = (usize::BITS - (r_bits >> 5).leading_zeros()) as usize;
        let start = r_bits >> steps;
        let mut one = Buffer::new(words);
        let mut acc = Buffer::new(words);
        let mut next = Buffer::new(words);
        let mut scratch = Buffer::new(K::scratch_words(digits));

        // one = R mod m and acc = 2^start·R mod m, doubling up from 2^(bits − 1) < m
        for (lane, m) in m.iter().enumerate() {
            let bits = limb::bit_len(m);
            let mut x = Zeroizing::new(vec![0; m.len()]);
            x[(bits - 1) / 64] = 1 << ((bits - 1) % 64);
            for _ in bits - 1..r_bits {
                limb::double_mod(&mut x, m);
            }
            K::split(&mut one, &x, lane);
            for _ in 0..start {
                limb::double_mod(&mut x, m);
            }
            K::split(&mut acc, &x, lane);
        }

        // acc = 2^t·R for t = start, then every prefix of the bits of r_bits
        for step in (0..steps).rev() {
            kernel.mont_sqr(&mut next, &acc, modulus, &mut scratch);
            core::mem::swap(&mut acc, &mut next);
            if r_bits >> step & 1 == 1 {
                for (lane, m) in m.iter().enumerate() {
                    let mut x = canonical::<K>(&acc, m, lane);
                    limb::double_mod(&mut x, m);
                    K::split(&mut acc, &x, lane);
                }
            }
        }
        (one, acc)
    }

    /// x·R mod m for one x of any length in each lane.
    pub(crate) fn to_mont(&self, xs: &[&[u64]]) -> Buffer<K::Word> {
        debug_assert_eq!(xs.len(), K::LANES);
        let r_bits = K::RADIX as usize * self.digits;
        let longest = xs.iter().map(|x| x.len()).max().unwrap_or(0);
        let chunks = (64 * longest).div_ceil(r_bits).max(1);
        let mut out = self.element();
        let mut chunk = self.element();
        let mut scratch = Buffer::new(K::scratch_words(self.digits));

        // a chunk of up to R − 1 needs no reduction: multiplying by R² mod m < m brings it in range
        let mut load = |out: &mut [K::Word], i: usize| {
            for (lane, x) in xs.iter().enumerate() {
                let digits = Zeroizing::new(limb::bits_between(x, i * r_bits, r_bits));
                K::split(&mut chunk, &digits, lane);
            }
            self.kernel.mont_mul(out, &chunk, &self.rr, &self.modulus, &mut scratch);
        };
        load(&mut out, chunks - 1);
        if chunks == 1 {
            return out;
        }

        // longer numbers by Horner's rule: x = Σ x_i·R^i
        let mut shifted = self.element();
        let mut term = self.element();
        let mut scratch = Buffer::new(K::scratch_words(self.digits));
        for i in (0..chunks - 1).rev() {
            self.kernel.mont_mul(&mut shifted, &out, &self.rr, &self.modulus, &mut scratch);
            load(&mut term, i);
            for (lane, m) in self.m.iter().enumerate() {
                let mut sum = canonical::<K>(&shifted, m, lane);
                limb::add_mod(&mut sum, &canonical::<K>(&term, m, lane), m);
                K::split(&mut out, &sum, lane);
            }
        }
        out
    }

    /// a·R⁻¹ mod m in each lane, below m, in as many limbs as the longest modulus.
    pub(crate) fn from_mont(&self, a: &[K::Word]) -> Vec<Vec<u64>> {
        self.product_lanes(&self.unit, a)
    }

    /// a·b mod m for one a and one b of any length in each lane.
    pub(crate) fn mul_plain(&self, a: &[&[u64]], b: &[&[u64]]) -> Vec<Vec<u64>> {
        let a = self.to_mont(a);
        let plain_bits = K::RADIX as usize * self.digits - usize::from(K::HEADROOM > 0);
        if b.iter().any(|b| 64 * b.len() > plain_bits) {
            let product = self.product(&a, &self.to_mont(b));
            return self.from_mont(&product);
        }

        // b stays plain, so the product's R⁻¹ takes a out of Montgomery form. Where elements are below 2m,
        // b < R/2 keeps the product below 2m·b/R + m < 2m.
        let mut plain = self.element();
        for (lane, b) in b.iter().enumerate() {
            K::split(&mut plain, b, lane);
        }
        self.product_lanes(&plain, &a)
    }

    /// a·b·R⁻¹ mod m in each lane, below m, for a·b < R·m.
    fn product_lanes(&self, a: &[K::Word], b: &[K::Word]) -> Vec<Vec<u64>> {
        let out = self.product(a, b);
        self.m.iter().enumerate().map(|(lane, m)| canonical::<K>(&out, m, lane).to_vec()).collect()
    }

    /// a·b·R⁻¹, in range, for a·b < R·m.
    fn product(&self, a: &[K::Word], b: &[K::Word]) -> Buffer<K::Word> {
        let mut out = self.element();
        let mut scratch = Buffer::new(K::scratch_words(self.digits));
        self.kernel.mont_mul(&mut out, a, b, &self.modulus, &mut scratch);
        out
    }

    /// A zero element.
    fn element(&self) -> Buffer<K::Word> {
        Buffer::new(K::words(self.digits))
    }
}

/// The residue of lane `lane`, which is below 2m, as an integer below m.
fn canonical<K: Kernel>(a: &[K::Word], m: &[u64], lane: usize) -> Zeroizing<Vec<u64>> {
    // one limb more, because 2m may need a bit more than m
    let mut x = Zeroizing::new(vec![0; m.len() + 1]);
    K::join(&mut x, a, lane);
    let carry = x.pop().unwrap_or(0);
    limb::reduce_once(&mut x, m, carry);
    x
}

impl<K: Kernel> Group for MontyParams<K> {
    type Word = K::Word;
    const LANES: usize = K::LANES;

    fn words(&self) -> usize {
        K::words(self.digits)
    }

    fn scratch_words(&self) -> usize {
        K::scratch_words(self.digits)
    }

    fn one(&self) -> &[K::Word] {
        &self.one
    }

    fn mul(&self, out: &mut [K::Word], a: &[K::Word], b: &[K::Word], scratch: &mut [K::Word]) {
        self.kernel.mont_mul(out, a, b, &self.modulus, scratch);
    }

    fn sqr(&self, out: &mut [K::Word], a: &[K::Word], scratch: &mut [K::Word]) {
        self.kernel.mont_sqr(out, a, &self.modulus, scratch);
    }

    fn select(&self, out: &mut [K::Word], table: &[K::Word], index: &[usize]) {
        self.kernel.select(out, table, index);
    }
}
