//! Field elements on the heap that do not outlive their use there.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};
use zeroize::optimization_barrier;

/// Values that are overwritten when they are dropped, all by the one that they began with.
pub(crate) struct Wiped<T: Copy> {
    values: Vec<T>,
    first: T,
}

impl<T: Copy> Wiped<T> {
    /// `count` times the value, which is no secret.
    pub(crate) fn new(value: T, count: usize) -> Self {
        Self { values: vec![value; count], first: value }
    }
}

impl<T: Copy> Deref for Wiped<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.values
    }
}

impl<T: Copy> DerefMut for Wiped<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.values
    }
}

impl<T: Copy> Drop for Wiped<T> {
    fn drop(&mut self) {
        self.values.fill(self.first);
        optimization_barrier(&self.values[..]);
    }
}
