//! Long lists of public points: checks them together, and brings them into the form that their sums take.
//!
//! If one point is outside the subgroup, the sum of a random subset is outside with probability 1/2 or more: of two subsets that
//! differ in that point alone, at most one has its sum inside. So if [`SUBSETS`] sums are inside, all points are, except with
//! probability 2^−128. Unlike for sums with random coefficients, a factor 2 or 3 of the cofactor does not matter. A hash of all
//! points gives the subsets (Fiat and Shamir), so that no one can choose points for known subsets, and results do not vary.
//! gnark-crypto checks lists by sums of this kind; buckets (see [`modexp_group::pairs`]) make 128 sums for the price of about a
//! dozen.

use crate::backend::CurveParts;
use crate::curve::Curve;
use crate::error::Error;
use crate::in_lanes::InLanes;
use crate::machine;
use crate::point::Point;
use crate::splitting::Membership;
use alloc::vec::Vec;
use modexp_group::group::Pairs;
use modexp_group::pairs;
use modexp_limbs::buffer::Buffer;
use sha2::{Digest, Sha256};

/// The number of sums that must be in the subgroup: the exponent of the error.
const SUBSETS: usize = 128;

/// Limbs with a bit for each subset.
const CHOICE: usize = SUBSETS / 64;

/// Limbs of a hash.
const HASH: usize = 4;

/// From this number of points on, sums of pairs are faster.
const MANY_POINTS: usize = 32;

/// From this number of points on, the sums of all subsets are faster than single checks.
const MANY_CHECKS: usize = 256;

impl Curve {
    /// Fails unless all points are multiples of the generator. For many points returns their entries in affine coordinates, each
    /// followed by its images. Variable time.
    pub(crate) fn check_points_vartime(&self, points: &[&Point]) -> Result<Option<Buffer<u64>>, Error> {
        if points.len() >= MANY_POINTS
            && let Some(entries) = self.with_pairs(|group| self.check_many_vartime(group, points))
        {
            return entries.map(Some);
        }
        self.check_points(points)?;
        Ok(None)
    }

    /// The result of `f` on the group that adds pairs of points; `None` for curves without it.
    pub(crate) fn with_pairs<T>(&self, f: impl FnOnce(&dyn Pairs) -> T) -> Option<T> {
        // lets the compiler omit `f` where no curve adds pairs
        if !machine::PAIRS {
            return None;
        }
        let CurveParts { single, lanes, .. } = &self.inner.parts;
        let single = single.prime()?;
        match lanes {
            Some(lanes) if machine::LANES => Some(f(&InLanes::new(single, &**lanes, self.coordinate_limbs()))),
            _ => single.pairs().map(f),
        }
    }

    fn check_many_vartime(&self, group: &dyn Pairs, points: &[&Point]) -> Result<Buffer<u64>, Error> {
        points.iter().try_for_each(|p| self.check_coordinates(p))?;
        let entries = self.entries(group, points);
        // if the order is even, (0, 0) may be a point, so that it does not only mean the identity
        let is_odd = self.cofactor()[0] & 1 == 1;
        let checks = points.iter().filter(|p| !self.is_known(p)).count();
        if checks >= MANY_CHECKS && is_odd && !matches!(self.inner.structure.membership, Membership::All) {
            let sums = self.sums_of_subsets(group, points, &entries);
            self.check_members(&sums.iter().collect::<Vec<_>>())?;
        } else {
            self.check_members(points)?;
        }
        Ok(entries)
    }

    fn entries(&self, group: &dyn Pairs, points: &[&Point]) -> Buffer<u64> {
        let single = &*self.inner.parts.single;
        let count = self.split(&[]).len();
        let mut elements = Buffer::new(count * points.len() * group.words());
        for (elements, point) in elements.chunks_exact_mut(count * group.words()).zip(points) {
            let images = self.images(single, single.load(&[point]));
            for (element, image) in elements.chunks_exact_mut(group.words()).zip(&images) {
                element.copy_from_slice(image);
            }
        }
        group.to_entries(elements)
    }

    /// The sums of [`SUBSETS`] subsets of points with these entries.
    fn sums_of_subsets(&self, group: &dyn Pairs, points: &[&Point], entries: &[u64]) -> Vec<Point> {
        let words = group.entry_words();
        // without the images
        let mut bases = Buffer::new(words * points.len());
        let stride = entries.len() / points.len();
        for (base, entries) in bases.chunks_exact_mut(words).zip(entries.chunks_exact(stride)) {
            base.copy_from_slice(&entries[..words]);
        }
        let choices = self.choices(points);
        let choices: Vec<&[u64]> = choices.chunks_exact(CHOICE).take(points.len()).collect();
        let sums = pairs::subset_products_vartime(group, &bases, &choices, SUBSETS);
        let mut elements = Buffer::new(group.words() * sums.len());
        for (element, sum) in elements.chunks_exact_mut(group.words()).zip(&sums) {
            element.copy_from_slice(sum.value());
        }
        self.inner.parts.single.store(&elements)
    }

    /// The subsets of each point, a bit for each subset, in [`CHOICE`] limbs; the end may have unused limbs.
    fn choices(&self, points: &[&Point]) -> Vec<u64> {
        let mut hash = Sha256::new();
        for point in points {
            for coordinate in [point.x(), point.y()] {
                for limb in self.resized(coordinate.unwrap_or_default()).iter() {
                    hash.update(limb.to_le_bytes());
                }
            }
        }
        let seed = hash.finalize();
        let mut choices = Vec::with_capacity(CHOICE * points.len() + HASH);
        for i in 0..(CHOICE * points.len()).div_ceil(HASH) as u64 {
            let hash: [u8; 8 * HASH] = Sha256::new().chain_update(seed).chain_update(i.to_le_bytes()).finalize().into();
            choices.extend(hash.as_chunks().0.iter().copied().map(u64::from_be_bytes));
        }
        choices
    }
}
