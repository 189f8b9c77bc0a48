//! A product of hundreds of powers with public exponents (Pippenger, in the form of Bernstein, Doumen, Lange and
//! Oosterwijk, *Faster batch forgery identification*, 2012).
//!
//! In each window of bits, all bases with the same digit d are multiplied into bucket d. Then Π bucket_d^d takes two
//! products per bucket. So a base costs one product per window and needs no table.

use crate::accumulator::Accumulator;
use crate::group::Group;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use modexp_limbs::buffer::Buffer;
use modexp_limbs::limb;

/// The widest window considered; its buckets take 16 MiB at 2048 bits.
const WIDEST: u32 = 16;

/// The window with the fewest expected products.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BucketPlan {
    window: u32,
    products: usize,
}

impl BucketPlan {
    /// Returns the plan for `bases` powers with exponents of `bits` bits.
    pub(crate) fn best(bases: usize, bits: usize) -> Self {
        let plans = (1..=WIDEST).map(|window| Self::new(window, bases, bits));
        plans.min_by_key(|plan| plan.products).unwrap_or(Self { window: 1, products: 0 })
    }

    /// Counts the products of a window: one for each nonzero digit, and one for each bucket.
    fn new(window: u32, bases: usize, bits: usize) -> Self {
        let buckets = (1 << window) - 1;
        let of_window = (bases - (bases >> window)).saturating_add(buckets);
        Self { window, products: bits.saturating_add(bits.div_ceil(window as usize).saturating_mul(of_window)) }
    }

    pub(crate) fn products(&self) -> usize {
        self.products
    }

    /// Π bases\[i\]^exponents\[i\], the same in all lanes. Variable time.
    pub(crate) fn product<'g>(
        &self,
        group: &'g dyn Group,
        bases: &[Buffer<u64>],
        exponents: &[&[u64]],
    ) -> Accumulator<'g> {
        let bits = exponents.iter().map(|exponent| limb::bit_len(exponent)).max().unwrap_or(0);
        let mut acc = Accumulator::new(group);
        // the last bucket is for the product of powers
        let power = 1 << self.window;
        let mut buckets = Buckets::new(group, power + 1);
        let digits = bits.div_ceil(self.window as usize);
        for digit in (0..digits).rev() {
            for (base, exponent) in bases.iter().zip(exponents) {
                let value = limb::bits_at(exponent, digit * self.window as usize, self.window) as usize;
                if value != 0 {
                    buckets.mul(value, base);
                }
            }
            if digit + 1 < digits {
                acc.step(u64::from(self.window));
            }
            buckets.product_of_powers(1..power, false, power);
            if let Some(product) = buckets.get(power) {
                acc.mul(product);
            }
            buckets.clear();
        }
        acc
    }
}

/// Numbered products of elements. Products by the identity are not computed.
pub(crate) struct Buckets<'g> {
    group: &'g dyn Group,
    products: Buffer<u64>,
    filled: Vec<bool>,
    tmp: Buffer<u64>,
    scratch: Buffer<u64>,
}

impl<'g> Buckets<'g> {
    /// Creates buckets 0 to `count` − 1, each the identity.
    pub(crate) fn new(group: &'g dyn Group, count: usize) -> Self {
        Self {
            group,
            products: Buffer::new(count * group.words()),
            filled: vec![false; count],
            tmp: Buffer::new(group.words()),
            scratch: Buffer::new(group.scratch_words()),
        }
    }

    fn place(&self, number: usize) -> Range<usize> {
        let words = self.group.words();
        number * words..(number + 1) * words
    }

    /// bucket\[number\] ← bucket\[number\]·factor
    pub(crate) fn mul(&mut self, number: usize, factor: &[u64]) {
        if !self.filled[number] {
            return self.set(number, factor);
        }
        let place = self.place(number);
        self.group.mul(&mut self.tmp, &self.products[place.clone()], factor, &mut self.scratch);
        self.products[place].copy_from_slice(&self.tmp);
    }

    /// bucket\[number\] ← value
    pub(crate) fn set(&mut self, number: usize, value: &[u64]) {
        let place = self.place(number);
        self.products[place].copy_from_slice(value);
        self.filled[number] = true;
    }

    /// bucket\[number\] ← bucket\[number\]·bucket\[other\]
    pub(crate) fn mul_by(&mut self, number: usize, other: usize) {
        if !self.filled[other] {
            return;
        }
        let (place, factor) = (self.place(number), self.place(other));
        if core::mem::replace(&mut self.filled[number], true) {
            let [a, b] = [place.clone(), factor].map(|place| &self.products[place]);
            self.group.mul(&mut self.tmp, a, b, &mut self.scratch);
            self.products[place].copy_from_slice(&self.tmp);
        } else {
            self.products.copy_within(factor, place.start);
        }
    }

    /// bucket\[number\] ← bucket\[number\]²
    pub(crate) fn square(&mut self, number: usize) {
        if self.filled[number] {
            let place = self.place(number);
            self.group.sqr(&mut self.tmp, &self.products[place.clone()], &mut self.scratch);
            self.products[place].copy_from_slice(&self.tmp);
        }
    }

    /// Returns bucket `number`, or `None` for the identity.
    pub(crate) fn get(&self, number: usize) -> Option<&[u64]> {
        self.filled[number].then(|| &self.products[self.place(number)])
    }

    /// bucket\[out\] ← Π bucket\[numbers.start + d\]^(d + 1) over all buckets in `numbers`, or ^(2d + 1) if `odd`.
    /// Multiplies each bucket in `numbers` by all above it. Bucket `out` must be the identity and outside `numbers`.
    pub(crate) fn product_of_powers(&mut self, numbers: Range<usize>, odd: bool, out: usize) {
        for number in numbers.clone().rev() {
            if number + 1 < numbers.end {
                self.mul_by(number, number + 1);
            }
            if odd && number == numbers.start {
                self.square(out);
            }
            self.mul_by(out, number);
        }
    }

    /// Makes all buckets the identity.
    pub(crate) fn clear(&mut self) {
        self.filled.fill(false);
    }
}
