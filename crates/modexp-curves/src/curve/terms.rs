//! Sums of multiples: the terms of split scalars on curves with an endomorphism, and the sums of the terms.

use super::Curve;
use crate::endomorphism::QUARTER_BITS;
use crate::machine;
use crate::point::Point;
use crate::points::Elements;
use crate::scalar::{Part, Secret};
use crate::splitting::{Map, Splitting};
use alloc::vec;
use alloc::vec::Vec;
use modexp_group::accumulator::Accumulator;
use modexp_group::straus;
use modexp_limbs::buffer::Buffer;
use modexp_limbs::limb;

/// A scalar below 2^bits with its base.
pub(super) struct Term {
    pub(super) scalar: Secret,
    pub(super) base: Buffer<u64>,
}

impl Curve {
    /// The terms of k·P, with a scalar and a point for each lane: several with shorter scalars where the curve has an endomorphism.
    /// Scalars of several lanes lie one after the other. The base is an element, or several of its multiples.
    fn terms(&self, arithmetic: &dyn Elements, ks: &[&[u64]], base: Buffer<u64>) -> Vec<Term> {
        let all: Vec<Vec<Part>> = ks.iter().map(|k| self.split(k)).collect();
        let (group, images) = (arithmetic.group(), self.images(arithmetic, base));
        let term = |(i, mut base): (usize, Buffer<u64>)| {
            let parts = all.iter().map(|parts: &Vec<Part>| &parts[i]);
            let signs: Vec<u64> = parts.clone().map(|(_, sign)| *sign as u64).collect();
            if self.has_signs() {
                // entries in homogeneous coordinates are elements
                base.chunks_exact_mut(group.words()).for_each(|element| group.invert_entry_if(element, &signs));
            }
            Term { scalar: joined(parts.map(|(scalar, _)| scalar)), base }
        };
        images.into_iter().enumerate().map(term).collect()
    }

    /// k as one scalar for each of [`Curve::images`], with signs: 1 for a negative one, else 0.
    pub(crate) fn split(&self, k: &[u64]) -> Vec<Part> {
        let scalars = &self.inner.parts.scalars;
        let reduced = scalars.reduce(k);
        match &self.inner.structure.splitting {
            None | Some(Splitting::Frobenius(_)) => vec![(reduced, 0)],
            Some(Splitting::Basis(endomorphism)) => scalars.split(&reduced, endomorphism).into(),
            Some(Splitting::Quarters(quarters)) => scalars.quarters(&reduced, quarters).into(),
            Some(Splitting::Digits { digits, .. }) => digits.decompose(&reduced).into_iter().map(|k| (k, 0)).collect(),
        }
    }

    /// Whether scalars that are split may be negative.
    pub(crate) fn has_signs(&self) -> bool {
        matches!(self.inner.structure.splitting, Some(Splitting::Basis(_) | Splitting::Quarters(_)))
    }

    /// Elements in all lanes and their images by the endomorphism, one for each part of a split scalar.
    pub(crate) fn images(&self, arithmetic: &dyn Elements, base: Buffer<u64>) -> Vec<Buffer<u64>> {
        let (map, negative, count) = match &self.inner.structure.splitting {
            None | Some(Splitting::Frobenius(_)) => return vec![base],
            Some(Splitting::Basis(endomorphism)) => (&Map::Beta(endomorphism.beta), false, 2),
            Some(Splitting::Quarters(_)) => (&Map::Psi(1), false, 4),
            Some(Splitting::Digits { map, negative, digits }) => (map, *negative, digits.count),
        };
        let group = arithmetic.group();
        let mut images = vec![base];
        for i in 1..count {
            let mut image = images[i - 1].clone();
            map.apply(arithmetic, &mut image);
            if negative {
                image.chunks_exact_mut(group.words()).for_each(|element| group.invert(element));
            }
            images.push(image);
        }
        images
    }

    /// The terms of Σ k_i·P_i, with one point in each lane at a time; `table` makes their bases.
    pub(super) fn all_terms(
        &self,
        arithmetic: &dyn Elements,
        ks: &[&[u64]],
        points: &[&Point],
        table: &dyn Fn(Buffer<u64>) -> Buffer<u64>,
    ) -> Vec<Term> {
        let lanes = arithmetic.group().lanes();
        let mut terms = Vec::with_capacity(self.scalar_count() * ks.len() / lanes);
        for (ks, points) in ks.chunks(lanes).zip(points.chunks(lanes)) {
            terms.append(&mut self.terms(arithmetic, ks, table(arithmetic.load(points))));
        }
        terms
    }

    /// Bits of a term's scalar.
    pub(crate) fn scalar_bits(&self) -> usize {
        match &self.inner.structure.splitting {
            None | Some(Splitting::Frobenius(_)) => limb::bit_len(&self.inner.order),
            Some(Splitting::Basis(endomorphism)) => endomorphism.bits,
            Some(Splitting::Quarters(_)) => QUARTER_BITS,
            Some(Splitting::Digits { digits, .. }) => digits.bits,
        }
    }

    /// The number of scalars for one multiple.
    fn scalar_count(&self) -> usize {
        match &self.inner.structure.splitting {
            None | Some(Splitting::Frobenius(_)) => 1,
            Some(Splitting::Basis(_)) => 2,
            Some(Splitting::Quarters(_)) => 4,
            Some(Splitting::Digits { digits, .. }) => digits.count,
        }
    }

    /// Σ k_i·P_i in each lane, with one point in each lane at a time, constant time.
    pub(super) fn sum<'a>(&self, arithmetic: &'a dyn Elements, ks: &[&[u64]], points: &[&Point]) -> Accumulator<'a> {
        if let Some(Splitting::Frobenius(_)) = &self.inner.structure.splitting
            && let Some(sum) = self.sum_by_frobenius(arithmetic, &self.all_terms(arithmetic, ks, points, &|base| base))
        {
            return sum;
        }
        // the images of a table of multiples are the tables of the images
        let (group, bits) = (arithmetic.group(), self.scalar_bits());
        let window = straus::window_of_images(group, self.scalar_count(), bits);
        let table = |base: Buffer<u64>| straus::multiples(group, &base, window);
        let terms = self.all_terms(arithmetic, ks, points, &table).into_iter();
        let (scalars, tables): (Vec<_>, Vec<_>) = terms.map(|term| (term.scalar, term.base)).unzip();
        let scalars = scalars.iter().flat_map(|scalar| scalar.chunks_exact(scalar.len() / group.lanes()));
        straus::product_of_multiples(group, tables, &scalars.collect::<Vec<_>>(), bits, window)
    }

    /// The sum of the terms' multiples one by one, where a multiple takes no doublings that several could share; else `None`.
    pub(super) fn sum_by_frobenius<'a>(&self, arithmetic: &'a dyn Elements, terms: &[Term]) -> Option<Accumulator<'a>> {
        if !machine::BINARY {
            return None;
        }
        let Some(Splitting::Frobenius(koblitz)) = &self.inner.structure.splitting else { return None };
        let group = arithmetic.frobenius()?;
        let mut multiples = terms.iter().map(|term| koblitz.multiple(arithmetic, group, &term.scalar, &term.base));
        let mut sum = multiples.next().unwrap_or_else(|| Accumulator::new(group));
        multiples.for_each(|multiple| sum.mul(multiple.value()));
        Some(sum)
    }
}

/// The scalars of all lanes one after the other.
fn joined<'a>(scalars: impl Iterator<Item = &'a Secret>) -> Secret {
    let mut joined = Secret::default();
    let scalars: Vec<&Secret> = scalars.collect();
    joined.reserve_exact(scalars.iter().map(|scalar| scalar.len()).sum());
    for scalar in scalars {
        joined.extend_from_slice(scalar);
    }
    joined
}
