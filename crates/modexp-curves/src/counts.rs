//! Fields that count products, and with them the cost of multiplications and pairings. They are for tests.

#[cfg(test)]
mod sums;
#[cfg(test)]
pub(crate) mod tests;

pub use crate::binary::counts::CountingMultiplier;
pub use crate::pairing::counts::{assert_documented, row};

use crate::tower::{Tower, prime_field};
use core::sync::atomic::{AtomicUsize, Ordering};
use modexp_fields::prime::{Choice, FieldOps, Permute, Places};

/// The calls of a field.
#[derive(Debug, Default)]
pub struct Counts {
    pub(crate) products: AtomicUsize,
    pub(crate) squares: AtomicUsize,
    sums: AtomicUsize,
    inversions: AtomicUsize,
    /// Products in double width.
    pub(crate) wide: AtomicUsize,
    /// Their reductions.
    pub(crate) reductions: AtomicUsize,
    /// The most products that a reduced sum had.
    pub(crate) most_terms: AtomicUsize,
}

/// A sum of `terms` products in each lane, each with any sign.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sum<W> {
    sum: W,
    terms: [usize; 8],
}

impl<W> Sum<W> {
    fn with(&self, other: &Self, sum: W) -> Self {
        Self { sum, terms: core::array::from_fn(|lane| self.terms[lane] + other.terms[lane]) }
    }
}

/// A field that counts its calls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counting<F> {
    pub(crate) field: F,
    pub(crate) counts: &'static Counts,
}

prime_field!([F: FieldOps] Counting<F>);

impl<F: FieldOps> Counting<F> {
    /// One product in each lane where neither factor is the number 0.
    fn terms(&self, a: &F::Element, b: &F::Element) -> [usize; 8] {
        let [a, b] = [a, b].map(|x| {
            let mut words = std::vec![0; F::WORDS];
            self.field.write(&mut words, x);
            words
        });
        let is_some = |words: &[u64], lane| words.iter().skip(lane).step_by(F::LANES).any(|&word| word != 0);
        core::array::from_fn(|lane| usize::from(lane < F::LANES && is_some(&a, lane) && is_some(&b, lane)))
    }
}

pub(crate) fn count(counter: &AtomicUsize) {
    counter.fetch_add(1, Ordering::Relaxed);
}

impl<F: FieldOps> FieldOps for Counting<F> {
    type Element = F::Element;
    type Wide = Sum<F::Wide>;

    const LANES: usize = F::LANES;
    const RANGE: u64 = F::RANGE;
    const WORDS: usize = F::WORDS;

    fn prime(&self) -> &[u64] {
        self.field.prime()
    }

    fn zero(&self) -> F::Element {
        self.field.zero()
    }

    fn one(&self) -> F::Element {
        self.field.one()
    }

    fn mul(&self, a: &F::Element, b: &F::Element) -> F::Element {
        count(&self.counts.products);
        self.field.mul(a, b)
    }

    fn sqr(&self, a: &F::Element) -> F::Element {
        count(&self.counts.squares);
        self.field.sqr(a)
    }

    fn add(&self, a: &F::Element, b: &F::Element) -> F::Element {
        count(&self.counts.sums);
        self.field.add(a, b)
    }

    fn sub(&self, a: &F::Element, b: &F::Element) -> F::Element {
        count(&self.counts.sums);
        self.field.sub(a, b)
    }

    fn half(&self, a: &F::Element) -> F::Element {
        count(&self.counts.sums);
        self.field.half(a)
    }

    fn cmov(&self, a: &F::Element, other: &F::Element, choice: Choice) -> F::Element {
        self.field.cmov(a, other, choice)
    }

    fn is_zero(&self, a: &F::Element) -> Choice {
        self.field.is_zero(a)
    }

    fn mul_wide(&self, a: &F::Element, b: &F::Element) -> Self::Wide {
        count(&self.counts.wide);
        Sum { sum: self.field.mul_wide(a, b), terms: self.terms(a, b) }
    }

    fn sqr_wide(&self, a: &F::Element) -> Self::Wide {
        count(&self.counts.wide);
        Sum { sum: self.field.sqr_wide(a), terms: self.terms(a, a) }
    }

    fn add_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
        a.with(b, self.field.add_wide(&a.sum, &b.sum))
    }

    fn sub_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
        a.with(b, self.field.sub_wide(&a.sum, &b.sum))
    }

    fn redc(&self, t: &Self::Wide) -> F::Element {
        count(&self.counts.reductions);
        self.counts.most_terms.fetch_max(t.terms.into_iter().max().unwrap_or(0), Ordering::Relaxed);
        self.field.redc(&t.sum)
    }

    fn read(&self, words: &[u64]) -> F::Element {
        self.field.read(words)
    }

    fn write(&self, words: &mut [u64], a: &F::Element) {
        self.field.write(words, a);
    }

    fn from_limbs(&self, x: &[&[u64]]) -> F::Element {
        self.field.from_limbs(x)
    }

    fn to_limbs(&self, out: &mut [u64], a: &F::Element, lane: usize) {
        self.field.to_limbs(out, a, lane);
    }

    fn to_mont(&self, a: &F::Element) -> F::Element {
        count(&self.counts.products);
        self.field.to_mont(a)
    }

    fn from_mont(&self, a: &F::Element) -> F::Element {
        count(&self.counts.products);
        self.field.from_mont(a)
    }

    fn invert(&self, a: &F::Element) -> F::Element {
        count(&self.counts.inversions);
        self.field.invert(a)
    }
}

impl<F: Permute> Permute for Counting<F> {
    fn permute(&self, a: &F::Element, from: &Places) -> F::Element {
        self.field.permute(a, from)
    }

    fn permute_wide(&self, a: &Self::Wide, from: &Places) -> Self::Wide {
        Sum { sum: self.field.permute_wide(&a.sum, from), terms: from.map(|lane| a.terms[lane as usize]) }
    }

    fn cmov_wide(&self, a: &Self::Wide, other: &Self::Wide, choice: Choice) -> Self::Wide {
        let terms = core::array::from_fn(|lane| if choice.lane(lane) { other.terms[lane] } else { a.terms[lane] });
        Sum { sum: self.field.cmov_wide(&a.sum, &other.sum, choice), terms }
    }

    fn splat(&self, x: &[u64]) -> F::Element {
        self.field.splat(x)
    }
}

/// Products, squares, sums and inversions of a call.
pub fn counted<T>(counts: &Counts, call: impl Fn() -> T) -> [usize; 4] {
    let all = [&counts.products, &counts.squares, &counts.sums, &counts.inversions];
    for counter in all {
        counter.store(0, Ordering::Relaxed);
    }
    call();
    all.map(|counter| counter.load(Ordering::Relaxed))
}
