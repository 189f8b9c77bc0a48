//! Montgomery form: the constants of one modulus per lane, and the way in and out.

use crate::group::Group;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use modexp_kernels::backend::Backend;
use modexp_kernels::buffer::Buffer;
use modexp_kernels::doubling::Doubling;
use modexp_kernels::limb;
use modexp_kernels::prepared::Prepared;
use zeroize::Zeroizing;

/// Odd moduli above 1, one per lane, ready for Montgomery arithmetic: elements are x·R mod m.
#[derive(Clone)]
pub(crate) struct MontyParams {
    kernel: Arc<dyn Prepared>,
    /// Each lane's modulus in limbs, all of one length, with a zero limb above: elements may be a few times m.
    m: Vec<Zeroizing<Vec<u64>>>,
    /// R mod m: one in Montgomery form.
    one: Buffer<u64>,
    /// R² mod m: multiplying by it takes a number into Montgomery form.
    rr: Buffer<u64>,
    /// The integer 1: multiplying by it takes a number out of Montgomery form.
    unit: Buffer<u64>,
}

impl MontyParams {
    /// `moduli`: one per lane, odd, above 1, little-endian; `None` if the backend cannot take them. Time depends on their
    /// lengths alone.
    pub(crate) fn new(backend: Backend, moduli: &[&[u64]]) -> Option<Self> {
        let bits = moduli.iter().map(|m| limb::bit_len(m)).max().unwrap_or(0);
        let limbs = bits.div_ceil(64);
        let m: Vec<_> = moduli.iter().map(|m| Zeroizing::new(limb::resize(limb::trim(m), limbs + 1))).collect();
        let lanes: Vec<&[u64]> = m.iter().map(|m| &m[..limbs]).collect();
        Some(Self::of(backend.prepare(&lanes, bits)?.into(), m))
    }

    fn of(kernel: Arc<dyn Prepared>, m: Vec<Zeroizing<Vec<u64>>>) -> Self {
        debug_assert!(m.iter().all(|m| m[0] & 1 == 1 && limb::bit_len(m) > 1 && m.last() == Some(&0)));
        let mut unit = Buffer::new(kernel.words());
        for lane in 0..kernel.lanes() {
            kernel.split(&mut unit, &[1], lane);
        }
        let (one, rr) = powers_of_r(kernel.as_ref(), &m);
        Self { kernel, m, one, rr, unit }
    }

    /// x·R mod m for one x of any length in each lane.
    pub(crate) fn to_mont(&self, xs: &[&[u64]]) -> Buffer<u64> {
        debug_assert_eq!(xs.len(), self.kernel.lanes());
        let r_bits = self.kernel.r_bits();
        let longest = xs.iter().map(|x| x.len()).max().unwrap_or(0);
        let chunks = (64 * longest).div_ceil(r_bits).max(1);
        let mut out = self.element();
        let mut chunk = self.element();
        let mut scratch = Buffer::new(self.kernel.scratch_words());

        // a chunk of up to R − 1 needs no reduction: multiplying by R² mod m < m brings it in range
        let mut load = |out: &mut [u64], i: usize| {
            for (lane, x) in xs.iter().enumerate() {
                let digits = Zeroizing::new(limb::bits_between(x, i * r_bits, r_bits));
                self.kernel.split(&mut chunk, &digits, lane);
            }
            self.kernel.mont_mul(out, &chunk, &self.rr, &mut scratch);
        };
        load(&mut out, chunks - 1);
        if chunks == 1 {
            return out;
        }

        // longer numbers by Horner's rule: x = Σ x_i·R^i
        let mut shifted = self.element();
        let mut term = self.element();
        let mut scratch = Buffer::new(self.kernel.scratch_words());
        for i in (0..chunks - 1).rev() {
            self.kernel.mont_mul(&mut shifted, &out, &self.rr, &mut scratch);
            load(&mut term, i);
            for (lane, m) in self.m.iter().enumerate() {
                let mut sum = canonical(self.kernel.as_ref(), &shifted, m, lane);
                limb::add_mod(&mut sum, &canonical(self.kernel.as_ref(), &term, m, lane), m);
                self.kernel.split(&mut out, &sum, lane);
            }
        }
        out
    }

    /// a·R⁻¹ mod m in each lane, below m, in as many limbs as the longest modulus.
    pub(crate) fn from_mont(&self, a: &[u64]) -> Vec<Vec<u64>> {
        self.product_lanes(&self.unit, a)
    }

    /// a·b mod m for an element a and one b of any length in each lane.
    pub(crate) fn times_plain(&self, a: &[u64], b: &[&[u64]]) -> Vec<Vec<u64>> {
        let plain_bits = self.kernel.r_bits() - 2 * usize::from(self.kernel.is_lazy());
        if b.iter().any(|b| 64 * b.len() > plain_bits) {
            let product = self.product(a, &self.to_mont(b));
            return self.from_mont(&product);
        }

        // b stays plain, so the product's R⁻¹ takes a out of Montgomery form; a < 4m and b < R/4 keep a·b below R·m
        let mut plain = self.element();
        for (lane, b) in b.iter().enumerate() {
            self.kernel.split(&mut plain, b, lane);
        }
        self.product_lanes(&plain, a)
    }

    /// a·b·R⁻¹ mod m in each lane, below m, for a·b < R·m.
    fn product_lanes(&self, a: &[u64], b: &[u64]) -> Vec<Vec<u64>> {
        let out = self.product(a, b);
        let residue = |(lane, m): (usize, &Zeroizing<Vec<u64>>)| {
            let x = canonical(self.kernel.as_ref(), &out, m, lane);
            x[..m.len() - 1].to_vec()
        };
        self.m.iter().enumerate().map(residue).collect()
    }

    /// a·b·R⁻¹, in range, for a·b < R·m.
    fn product(&self, a: &[u64], b: &[u64]) -> Buffer<u64> {
        let mut out = self.element();
        let mut scratch = Buffer::new(self.kernel.scratch_words());
        self.kernel.mont_mul(&mut out, a, b, &mut scratch);
        out
    }

    /// The modulus of one lane.
    pub(crate) fn limbs_of_lane(&self, lane: usize) -> &[u64] {
        &self.m[lane]
    }

    /// Writes the integer `limbs` < R into one lane of `out`.
    pub(crate) fn split_lane(&self, out: &mut [u64], limbs: &[u64], lane: usize) {
        self.kernel.split(out, limbs, lane);
    }

    /// Reads one lane of `a`, which is below 2m, into `limbs`, which is one limb longer than m.
    pub(crate) fn join_lane(&self, limbs: &mut [u64], a: &[u64], lane: usize) {
        self.kernel.join(limbs, a, lane);
    }

    /// A zero element.
    fn element(&self) -> Buffer<u64> {
        Buffer::new(self.kernel.words())
    }
}

/// R mod m and R² mod m.
fn powers_of_r(kernel: &dyn Prepared, m: &[Zeroizing<Vec<u64>>]) -> (Buffer<u64>, Buffer<u64>) {
    let r_bits = kernel.r_bits();
    // squarings that leave a start of a few steps of doublings; start·2^steps ≥ r_bits + 3
    let steps = (usize::BITS - (r_bits / MOST_DOUBLINGS).leading_zeros()) as usize;
    let start = (r_bits + 3).div_ceil(1 << steps);
    let mut one = Buffer::new(kernel.words());
    let mut acc = Buffer::new(kernel.words());
    let mut next = Buffer::new(kernel.words());
    let mut scratch = Buffer::new(kernel.scratch_words());

    // one = R mod m and acc = 2^start·R mod m, doubling up from 2^(bits − 1) < m
    for (lane, m) in m.iter().enumerate() {
        let doubling = Doubling::new(m);
        let bits = limb::bit_len(m);
        let mut x = Zeroizing::new(vec![0; m.len()]);
        x[(bits - 1) / 64] = 1 << ((bits - 1) % 64);
        doubling.run(&mut x, r_bits + 1 - bits);
        kernel.split(&mut one, &x, lane);
        doubling.run(&mut x, start);
        kernel.split(&mut acc, &x, lane);
    }

    // acc = 2^(start·2^steps)·R mod m
    for _ in 0..steps {
        kernel.mont_sqr(&mut next, &acc, &mut scratch);
        core::mem::swap(&mut acc, &mut next);
    }

    // 2^rest as a plain number takes it to R²: acc < 4m and 2^rest < R/4 keep the product below R·m
    let rest = 2 * r_bits - (start << steps);
    let mut power = vec![0; rest / 64 + 1];
    power[rest / 64] = 1 << (rest % 64);
    for lane in 0..m.len() {
        kernel.split(&mut next, &power, lane);
    }
    let mut rr = Buffer::new(kernel.words());
    kernel.mont_mul(&mut rr, &acc, &next, &mut scratch);
    (one, rr)
}

/// Doublings that are cheaper than a squaring and half of them.
const MOST_DOUBLINGS: usize = 256;

/// The residue of lane `lane`, which is in range, as an integer below m; m has a zero limb above.
fn canonical(kernel: &dyn Prepared, a: &[u64], m: &[u64], lane: usize) -> Zeroizing<Vec<u64>> {
    let mut x = Zeroizing::new(vec![0; m.len()]);
    kernel.join(&mut x, a, lane);
    // below 4m where the kernel is lazy
    for _ in 0..if kernel.is_lazy() { 3 } else { 1 } {
        let below = limb::less(&x, m);
        limb::sub_if(&mut x, m, 1 ^ below);
    }
    debug_assert_eq!(limb::less(&x, m), 1);
    x
}

impl Group for MontyParams {
    fn lanes(&self) -> usize {
        self.kernel.lanes()
    }

    fn words(&self) -> usize {
        self.kernel.words()
    }

    fn scratch_words(&self) -> usize {
        self.kernel.scratch_words()
    }

    fn one(&self) -> &[u64] {
        &self.one
    }

    fn mul(&self, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        self.kernel.mont_mul(out, a, b, scratch);
    }

    fn sqr(&self, out: &mut [u64], a: &[u64], scratch: &mut [u64]) {
        self.kernel.mont_sqr(out, a, scratch);
    }

    fn sqr_n(&self, a: &mut [u64], count: u64, spare: &mut [u64], scratch: &mut [u64]) {
        self.kernel.mont_sqr_n(a, count, spare, scratch);
    }

    /// Measured at 2048 bits: 345 on adx, 75 on ifma, whose products are so fast that memory holds it up.
    fn entries_per_product(&self) -> usize {
        let words = self.words() / self.lanes();
        // an element takes more memory than its numbers where the kernel works on vectors of short digits
        let has_short_digits = self.kernel.r_bits() < 64 * words;
        match has_short_digits {
            true if cfg!(target_arch = "x86_64") => 3 * words / 2,
            true => 4 * words,
            false => 8 * words,
        }
    }

    fn select(&self, out: &mut [u64], table: &[u64], index: &[usize]) {
        self.kernel.select(out, table, index);
    }
}
