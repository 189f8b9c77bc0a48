//! A product of hundreds of powers with public exponents (Pippenger, in the form of Bernstein, Doumen, Lange and
//! Oosterwijk, *Faster batch forgery identification*, 2012).
//!
//! In each window of bits, all bases with the same digit d are multiplied into bucket d; then Π bucket_d^d takes two
//! products per bucket. So a base costs one product a window, and no table.

use crate::group::Group;
use crate::pow::Accumulator;
use alloc::vec;
use alloc::vec::Vec;
use modexp_kernels::buffer::Buffer;
use modexp_kernels::limb;

/// The widest window considered; its buckets take 16 MiB at 2048 bits.
const WIDEST: u32 = 16;

/// The window that is expected to cost the fewest products.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BucketPlan {
    window: u32,
    products: usize,
}

impl BucketPlan {
    /// For `bases` powers with exponents of `bits` bits.
    pub(crate) fn best(bases: usize, bits: usize) -> Self {
        let plans = (1..=WIDEST).map(|window| Self::new(window, bases, bits));
        plans.min_by_key(|plan| plan.products).unwrap_or(Self { window: 1, products: 0 })
    }

    /// A window costs a product for each digit that is not zero, and one more for each bucket.
    fn new(window: u32, bases: usize, bits: usize) -> Self {
        let buckets = (1 << window) - 1;
        let of_window = (bases - (bases >> window)).saturating_add(buckets);
        Self { window, products: bits.saturating_add(bits.div_ceil(window as usize).saturating_mul(of_window)) }
    }

    pub(crate) fn products(&self) -> usize {
        self.products
    }

    /// Π bases\[i\]^exponents\[i\], the same in all lanes. Variable time.
    pub(crate) fn run<'g, G: Group>(
        &self,
        group: &'g G,
        bases: &[Buffer<u64>],
        exponents: &[&[u64]],
    ) -> Accumulator<'g, G> {
        let bits = exponents.iter().map(|exponent| limb::bit_len(exponent)).max().unwrap_or(0);
        let mut acc = Accumulator::new(group);
        let mut buckets = Buckets::new(group, 1 << self.window);
        let digits = bits.div_ceil(self.window as usize);
        for digit in (0..digits).rev() {
            for (base, exponent) in bases.iter().zip(exponents) {
                let value = limb::bits_at(exponent, digit * self.window as usize, self.window) as usize;
                if value != 0 {
                    buckets.mul(value, base);
                }
            }
            if digit + 1 < digits {
                acc.square(u64::from(self.window));
            }
            if let (_, Some(product)) = buckets.products() {
                acc.mul(product.value());
            }
            buckets.clear();
        }
        acc
    }
}

/// Products of elements by number; those that are one take no product.
pub(crate) struct Buckets<'g, G: Group> {
    group: &'g G,
    products: Buffer<u64>,
    filled: Vec<bool>,
    spare: Buffer<u64>,
    scratch: Buffer<u64>,
}

/// A product that may be one.
pub(crate) type Product<'g, G> = Option<Accumulator<'g, G>>;

impl<'g, G: Group> Buckets<'g, G> {
    /// Buckets 0 to `count` − 1, all one.
    pub(crate) fn new(group: &'g G, count: usize) -> Self {
        Self {
            group,
            products: Buffer::new(count * group.words()),
            filled: vec![false; count],
            spare: Buffer::new(group.words()),
            scratch: Buffer::new(group.scratch_words()),
        }
    }

    /// bucket\[number\] ← bucket\[number\]·factor
    pub(crate) fn mul(&mut self, number: usize, factor: &[u64]) {
        let words = self.group.words();
        let bucket = &mut self.products[number * words..(number + 1) * words];
        if self.filled[number] {
            self.group.mul(&mut self.spare, bucket, factor, &mut self.scratch);
            bucket.copy_from_slice(&self.spare);
        } else {
            bucket.copy_from_slice(factor);
            self.filled[number] = true;
        }
    }

    /// Bucket `number`, unless it is one.
    pub(crate) fn get(&self, number: usize) -> Option<&[u64]> {
        let words = self.group.words();
        self.filled[number].then(|| &self.products[number * words..(number + 1) * words])
    }

    /// Π bucket\[d\] and Π bucket\[d\]^d.
    pub(crate) fn products(&self) -> (Product<'g, G>, Product<'g, G>) {
        let mut from_here_up = None;
        let mut powers = None;
        for number in (0..self.filled.len()).rev() {
            if let Some(bucket) = self.get(number) {
                multiply(self.group, &mut from_here_up, bucket);
            }
            if let Some(product) = from_here_up.as_ref().filter(|_| number > 0) {
                multiply(self.group, &mut powers, product.value());
            }
        }
        (from_here_up, powers)
    }

    /// Makes all buckets one.
    pub(crate) fn clear(&mut self) {
        self.filled.fill(false);
    }
}

/// product ← product·factor, where `None` is one.
pub(crate) fn multiply<'g, G: Group>(group: &'g G, product: &mut Product<'g, G>, factor: &[u64]) {
    if let Some(product) = product {
        product.mul(factor);
    } else {
        product.insert(Accumulator::new(group)).set(factor);
    }
}
