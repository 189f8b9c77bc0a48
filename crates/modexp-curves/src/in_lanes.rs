//! A curve's group over a different field, with lanes that add the pairs of a sum of many points.

use crate::pairs::{add_pairs, coordinate_words};
use crate::points::PrimeArithmetic;
use crate::tower::Tower;
use crate::weierstrass::Weierstrass;
use alloc::vec;
use alloc::vec::Vec;
use core::array::from_fn;
use modexp_group::group::{Costs, Group, Inverses, MAX_LANES, Pairs};
use modexp_limbs::buffer::Buffer;

/// Points in the form that a field with lanes adds, with the field's type erased. Each is x and y in the words of one lane.
pub(crate) trait PointLanes: Send + Sync {
    /// Words of a point.
    fn words(&self) -> usize;

    /// Writes points from coordinates: integers below p, and 0 and 0 for the identity.
    fn load(&self, points: &mut [u64], coordinates: &[u64]);

    /// Writes the coordinates of a point.
    fn store(&self, coordinates: &mut [u64], point: &[u64]);

    /// −P.
    fn negate(&self, point: &mut [u64]);

    /// [`add_pairs`].
    fn add_pairs(&self, points: &mut [u64], pairs: &[(u32, u32)]);
}

impl<F: Tower> PointLanes for Weierstrass<F> {
    fn words(&self) -> usize {
        2 * coordinate_words::<F>()
    }

    fn load(&self, points: &mut [u64], coordinates: &[u64]) {
        let (f, words) = (self.field(), coordinate_words::<F>());
        let limbs = coordinates.len() / (points.len() / words);
        // one coordinate in each lane
        for (points, coordinates) in points.chunks_mut(F::LANES * words).zip(coordinates.chunks(F::LANES * limbs)) {
            let count = points.len() / words;
            let lanes: Vec<&[u64]> = (0..F::LANES).map(|lane| &coordinates[lane % count * limbs..][..limbs]).collect();
            let at: [usize; MAX_LANES] = from_fn(|lane| lane * words);
            f.scatter(points, &at[..count], &f.to_mont(&f.from_limbs(&lanes)));
        }
    }

    fn store(&self, coordinates: &mut [u64], point: &[u64]) {
        let (f, words) = (self.field(), coordinate_words::<F>());
        let limbs = coordinates.len() / 2;
        // both coordinates side by side
        let at: [usize; MAX_LANES] = from_fn(|lane| lane % 2 * words);
        let both = f.from_mont(&f.gather(point, &at[..F::LANES]));
        for (lane, coordinate) in coordinates.chunks_exact_mut(limbs).enumerate() {
            f.to_limbs(coordinate, &both, lane);
        }
    }

    fn negate(&self, point: &mut [u64]) {
        let (f, y) = (self.field(), coordinate_words::<F>());
        let negated = f.neg(&f.gather(point, &[y; MAX_LANES][..F::LANES]));
        f.scatter(point, &[y], &negated);
    }

    fn add_pairs(&self, points: &mut [u64], pairs: &[(u32, u32)]) {
        add_pairs(self, points, pairs);
    }
}

/// A group with points as entries, which lanes add; its elements are those of `single`. Not for secret entries.
pub(crate) struct InLanes<'a> {
    single: &'a dyn PrimeArithmetic,
    lanes: &'a dyn PointLanes,
    /// Limbs of a coordinate.
    limbs: usize,
}

impl<'a> InLanes<'a> {
    pub(crate) fn new(single: &'a dyn PrimeArithmetic, lanes: &'a dyn PointLanes, limbs: usize) -> Self {
        Self { single, lanes, limbs }
    }

    fn group(&self) -> &dyn Inverses {
        self.single.affine_group()
    }

    /// An entry of the group without lanes.
    fn entry(&self, entry: &[u64]) -> Buffer<u64> {
        let mut coordinates = vec![0; 2 * self.limbs];
        self.lanes.store(&mut coordinates, entry);
        let (x, y) = coordinates.split_at(self.limbs);
        self.single.entry(x, y)
    }
}

impl Group for InLanes<'_> {
    fn words(&self) -> usize {
        self.group().words()
    }

    fn identity(&self) -> &[u64] {
        self.group().identity()
    }

    fn costs(&self) -> Costs {
        self.group().costs()
    }

    fn mul(&self, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        self.group().mul(out, a, b, scratch);
    }

    fn sqr(&self, out: &mut [u64], a: &[u64], scratch: &mut [u64]) {
        self.group().sqr(out, a, scratch);
    }

    fn step(&self, a: &mut [u64], count: u64, tmp: &mut [u64], scratch: &mut [u64]) {
        self.group().step(a, count, tmp, scratch);
    }

    fn entry_words(&self) -> usize {
        self.lanes.words()
    }

    fn to_entries(&self, elements: Buffer<u64>) -> Buffer<u64> {
        let affine = self.group().to_entries(elements);
        let words = self.group().entry_words();
        let mut coordinates = Vec::with_capacity(affine.len() / words * 2 * self.limbs);
        for entry in affine.chunks_exact(words) {
            self.single.save_entry(&mut coordinates, entry, self.limbs);
        }
        let mut entries = Buffer::new(affine.len() / words * self.lanes.words());
        self.lanes.load(&mut entries, &coordinates);
        entries
    }

    fn from_entry(&self, out: &mut [u64], entry: &[u64]) {
        self.group().from_entry(out, &self.entry(entry));
    }

    fn mul_entry(&self, out: &mut [u64], a: &[u64], entry: &[u64], scratch: &mut [u64]) {
        self.group().mul_entry(out, a, &self.entry(entry), scratch);
    }

    fn select(&self, out: &mut [u64], table: &[u64], index: &[usize]) {
        modexp_limbs::limb::select(out, table, index[0]);
    }

    fn inverses(&self) -> Option<&dyn Inverses> {
        Some(self)
    }
}

impl Inverses for InLanes<'_> {
    fn invert(&self, a: &mut [u64]) {
        self.group().invert(a);
    }

    fn invert_entry_if(&self, entry: &mut [u64], choices: &[u64]) {
        if choices[0] == 1 {
            self.lanes.negate(entry);
        }
    }
}

impl Pairs for InLanes<'_> {
    fn multiply_pairs(&self, entries: &mut [u64], pairs: &[(u32, u32)]) {
        self.lanes.add_pairs(entries, pairs);
    }
}
