//! Field elements on the heap that are overwritten after use.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};
use zeroize::optimization_barrier;

/// Values that are overwritten by their initial value when they are dropped.
pub(crate) struct Wiped<T: Copy> {
    values: Vec<T>,
    first: T,
}

impl<T: Copy> Wiped<T> {
    /// Creates `count` copies of `value`, which is not a secret.
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
