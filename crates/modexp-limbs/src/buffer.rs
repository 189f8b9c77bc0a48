//! Working memory: zeroed when it is dropped, and aligned to cache lines.
//!
//! A 64-byte vector operand that crosses a cache line halves the speed of the AVX-512 kernels. So kernels read and
//! write only elements of a [`Buffer`].

use alloc::vec;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};
use zeroize::{DefaultIsZeroes, optimization_barrier};

const CACHE_LINE: usize = 64;

/// A slice of words that begins at a cache line and is zeroed on drop.
pub struct Buffer<W: DefaultIsZeroes> {
    words: Vec<W>,
    start: usize,
    len: usize,
}

impl<W: DefaultIsZeroes> Buffer<W> {
    /// Creates `len` zero words.
    pub fn new(len: usize) -> Self {
        let line = CACHE_LINE / size_of::<W>();
        let words = vec![W::default(); len + line];
        // Miri and const evaluation may return usize::MAX; alignment only matters for speed
        let start = words.as_ptr().align_offset(CACHE_LINE).min(line);
        Self { words, start, len }
    }
}

// Inlined, also in code that is compiled for size: `pow` calls it ten times per product.
impl<W: DefaultIsZeroes> Deref for Buffer<W> {
    type Target = [W];

    #[inline(always)]
    fn deref(&self) -> &[W] {
        &self.words[self.start..self.start + self.len]
    }
}

impl<W: DefaultIsZeroes> DerefMut for Buffer<W> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [W] {
        &mut self.words[self.start..self.start + self.len]
    }
}

// Writes whole vectors: `Zeroizing` writes word by word and takes 3 % of a power of 256 bits.
impl<W: DefaultIsZeroes> Drop for Buffer<W> {
    fn drop(&mut self) {
        self.words.fill(W::default());
        optimization_barrier(&self.words[..]);
    }
}

impl<W: DefaultIsZeroes> Clone for Buffer<W> {
    fn clone(&self) -> Self {
        let mut copy = Self::new(self.len);
        copy.copy_from_slice(self);
        copy
    }
}
