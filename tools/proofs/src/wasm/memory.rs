//! Linear memory. Some bytes belong to words that are not known.

use crate::word::{Byte, Word, word};
use std::collections::HashMap;

#[derive(Clone)]
pub struct Memory {
    known: Vec<u8>,
    any: HashMap<usize, Byte>,
}

pub const PAGE: usize = 1 << 16;

impl Memory {
    pub fn new(known: Vec<u8>) -> Self {
        Self { known, any: HashMap::new() }
    }

    pub fn pages(&self) -> usize {
        self.known.len() / PAGE
    }

    pub fn grow(&mut self, pages: usize) {
        self.known.resize(self.known.len() + pages * PAGE, 0);
    }

    pub fn contains(&self, at: usize, count: usize) -> bool {
        at.checked_add(count).is_some_and(|end| end <= self.known.len())
    }

    pub fn load(&self, at: usize, out: &mut [Byte]) {
        assert!(self.contains(at, out.len()), "a load out of bounds");
        for (i, byte) in out.iter_mut().enumerate() {
            let any = if self.any.is_empty() { None } else { self.any.get(&(at + i)) };
            *byte = any.copied().unwrap_or(Byte::Known(self.known[at + i]));
        }
    }

    pub fn store(&mut self, at: usize, bytes: impl IntoIterator<Item = Byte>) {
        for (at, byte) in (at..).zip(bytes) {
            assert!(self.contains(at, 1), "a store out of bounds");
            match byte {
                Byte::Known(x) => {
                    self.known[at] = x;
                    if !self.any.is_empty() {
                        self.any.remove(&at);
                    }
                }
                any => {
                    self.any.insert(at, any);
                }
            }
        }
    }

    /// The word of `count` bytes.
    pub fn word(&self, at: usize, count: usize) -> Word {
        if self.any.is_empty() {
            let mut bytes = [0; 8];
            bytes[..count].copy_from_slice(&self.known[at..at + count]);
            return Word::Known(u64::from_le_bytes(bytes));
        }
        let mut bytes = [Byte::Known(0); 8];
        self.load(at, &mut bytes[..count]);
        word(&bytes[..count])
    }

    /// The word that was stored here, with the bits that did not fit.
    pub fn stored(&self, at: usize, count: usize) -> Word {
        let place = |i: usize| self.any.get(&(at + i)).and_then(|byte| byte.place());
        match place(0) {
            Some((whole, 0)) if (0..count).all(|i| place(i) == Some((whole, i))) => whole,
            _ => self.word(at, count),
        }
    }

    /// The bytes. None may belong to a word that is not known.
    pub fn known(&self, at: usize, count: usize) -> &[u8] {
        assert!((at..at + count).all(|at| !self.any.contains_key(&at)), "bytes that are not known");
        &self.known[at..at + count]
    }

    /// The places of these bytes.
    pub fn find(&self, bytes: &[u8]) -> Vec<usize> {
        let starts = self.known.windows(bytes.len()).enumerate();
        starts.filter(|(_, window)| *window == bytes).map(|(at, _)| at).collect()
    }
}
