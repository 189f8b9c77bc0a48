//! An element that products replace in place.

use crate::group::{Group, aligned};
use modexp_limbs::buffer::Buffer;

/// One buffer for the element, the next element and the group's scratch space.
pub struct Accumulator<'g> {
    group: &'g dyn Group,
    words: usize,
    room: Buffer<u64>,
    /// Whether the value is in the second of the two elements.
    second: bool,
}

/// The parts of an [`Accumulator`], for a loop.
pub(crate) struct AccumulatorMut<'a> {
    pub(crate) value: &'a mut [u64],
    pub(crate) tmp: &'a mut [u64],
    pub(crate) scratch: &'a mut [u64],
    second: &'a mut bool,
}

impl AccumulatorMut<'_> {
    /// Makes `tmp` the value.
    pub(crate) fn swap(&mut self) {
        core::mem::swap(&mut self.value, &mut self.tmp);
        *self.second = !*self.second;
    }
}

impl<'g> Accumulator<'g> {
    /// Starts at the identity.
    pub fn new(group: &'g dyn Group) -> Self {
        let words = group.words();
        let mut room = Buffer::new(2 * aligned(words) + group.scratch_words());
        room[..words].copy_from_slice(group.identity());
        Self { group, words, room, second: false }
    }

    /// Returns the group.
    pub fn group(&self) -> &'g dyn Group {
        self.group
    }

    /// Returns the element.
    pub fn value(&self) -> &[u64] {
        let words = self.words;
        &self.room[if self.second { aligned(words) } else { 0 }..][..words]
    }

    pub(crate) fn parts(&mut self) -> AccumulatorMut<'_> {
        let words = self.words;
        let (first, rest) = self.room.split_at_mut(aligned(words));
        let (second, scratch) = rest.split_at_mut(aligned(words));
        let (first, second) = (&mut first[..words], &mut second[..words]);
        let (value, tmp) = if self.second { (second, first) } else { (first, second) };
        AccumulatorMut { value, tmp, scratch, second: &mut self.second }
    }

    /// Returns the scratch space for operations of the group.
    pub fn scratch(&mut self) -> &mut [u64] {
        self.parts().scratch
    }

    /// value = element.
    pub fn set(&mut self, element: &[u64]) {
        self.parts().value.copy_from_slice(element);
    }

    /// value = the result of `count` steps of the group, by default value^(2^count).
    pub fn step(&mut self, count: u64) {
        let group = self.group;
        let AccumulatorMut { value, tmp, scratch, .. } = self.parts();
        group.step(value, count, tmp, scratch);
    }

    /// value = value·factor.
    pub fn mul(&mut self, factor: &[u64]) {
        let group = self.group;
        let mut parts = self.parts();
        group.mul(parts.tmp, parts.value, factor, parts.scratch);
        parts.swap();
    }

    /// value = value·entry.
    pub fn mul_entry(&mut self, entry: &[u64]) {
        let group = self.group;
        let mut parts = self.parts();
        group.mul_entry(parts.tmp, parts.value, entry, parts.scratch);
        parts.swap();
    }
}
