//! Memory that JavaScript and Rust share.

#[cfg(test)]
mod tests;

use alloc::vec::Vec;
use wasm_bindgen::prelude::wasm_bindgen;
use zeroize::{Zeroize, Zeroizing};

/// The window of memory through which numbers cross.
///
/// Both sides write it: arguments one after the other from its start, as little-endian 64-bit words; the result replaces
/// them, and arguments are zeroed. So a call allocates nothing for its arguments.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct StagingBuffer {
    words: Vec<u64>,
    /// The value of [`StagingBuffer::place`] when `words` was made; 0 before.
    made_at: usize,
}

#[wasm_bindgen]
impl StagingBuffer {
    /// An empty buffer.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes room for `words` words and returns where they are; 0 if there is no memory for them.
    /// Earlier contents are lost.
    ///
    /// # Panics
    /// If the window is not where it was made: a fault in its address would put arguments where calls keep other numbers.
    #[must_use]
    pub fn reserve(&mut self, words: usize) -> usize {
        assert!(self.words.is_empty() && self.made_at == 0 || self.made_at == self.place());
        if self.words.len() < words {
            self.words.zeroize();
            if self.words.try_reserve_exact(words).is_err() {
                return 0;
            }
            self.words.resize(words, 0);
            self.made_at = self.place();
        }
        self.words.as_ptr().addr()
    }
}

impl StagingBuffer {
    /// Changes with each bit of the address and of the length.
    fn place(&self) -> usize {
        self.words.as_ptr().addr() ^ self.words.len().rotate_right(8)
    }

    /// All words, for a host that has no view of the memory. They move when the buffer grows.
    pub fn words(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// The first `bytes` bytes.
    #[must_use]
    pub fn bytes(&self, bytes: usize) -> Zeroizing<Vec<u8>> {
        let words = &self.words[..bytes.div_ceil(8)];
        // all at once: what a growing vector leaves behind would not be zeroed
        let mut all = Zeroizing::new(Vec::with_capacity(8 * words.len()));
        for word in words {
            all.extend(word.to_le_bytes());
        }
        all.truncate(bytes);
        all
    }

    /// Replaces everything by `bytes`, with room made for them.
    pub fn put_bytes(&mut self, bytes: &[u8]) {
        let words = bytes.len().div_ceil(8);
        if self.words.len() < words {
            self.words.zeroize();
            self.words.resize(words, 0);
            self.made_at = self.place();
        }
        for (word, bytes) in self.words.iter_mut().zip(bytes.chunks(8)) {
            let mut whole = [0; 8];
            whole[..bytes.len()].copy_from_slice(bytes);
            *word = u64::from_le_bytes(whole);
        }
    }

    /// Numbers of `counts` words each, one after the other from the start.
    #[must_use]
    pub fn split<const N: usize>(&self, counts: [usize; N]) -> [&[u64]; N] {
        let mut rest = self.words.as_slice();
        counts.map(|count| {
            let (number, after) = rest.split_at(count);
            rest = after;
            number
        })
    }

    /// Replaces the first `used` words, which were arguments, by the numbers in `results`.
    pub fn put<'a>(&mut self, used: usize, results: impl IntoIterator<Item = &'a [u64]>) {
        self.words[..used].zeroize();
        let mut at = 0;
        for result in results {
            self.words[at..at + result.len()].copy_from_slice(result);
            at += result.len();
        }
    }
}

/// Numbers of `words` words each.
#[inline]
#[must_use]
pub fn list(numbers: &[u64], words: usize) -> Vec<&[u64]> {
    numbers.chunks_exact(words).collect()
}
