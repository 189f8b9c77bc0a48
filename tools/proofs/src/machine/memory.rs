//! Memory: what the code has written, over this process's own.

use super::Word;
use std::collections::{HashMap, HashSet};

#[derive(Default)]
pub struct Memory {
    bytes: HashMap<u64, u8>,
    /// Numbers with their lengths in bytes.
    numbers: HashMap<u64, (u64, Word)>,
    /// Bytes of a number that was overwritten in part.
    lost: HashSet<u64>,
}

impl Memory {
    /// The numbers that overlap these bytes.
    fn overlapping(&self, at: u64, size: u64) -> impl Iterator<Item = (u64, u64, Word)> {
        let numbers = (at - 7..at + size).filter_map(|start| self.numbers.get(&start).map(|n| (start, n.0, n.1)));
        numbers.filter(move |&(start, length, _)| start + length > at)
    }

    /// The word of up to 8 bytes.
    pub fn read(&self, at: u64, size: u64) -> Word {
        if let Some((start, length, number)) = self.overlapping(at, size).next() {
            assert!(start == at && size <= length, "a part of a number that is not its lowest");
            return if size == length { number } else { Word::Any(number.value().rest(8 * size as u32)) };
        }
        Word::Known((0..size).fold(0, |word, i| word | u64::from(self.byte(at + i)) << (8 * i)))
    }

    fn byte(&self, at: u64) -> u8 {
        assert!(!self.lost.contains(&at), "a part of a number");
        self.bytes.get(&at).copied().unwrap_or_else(|| {
            // SAFETY: the code reads only memory that a call could read.
            #[allow(unsafe_code, reason = "the code under proof computes this address")]
            unsafe {
                (at as *const u8).read_volatile()
            }
        })
    }

    pub fn write(&mut self, at: u64, size: u64, word: Word) {
        let old: Vec<_> = self.overlapping(at, size).collect();
        for (start, length, _) in old {
            self.lost.extend(start..start + length);
            self.numbers.remove(&start);
        }
        (at..at + size).for_each(|at| {
            self.lost.remove(&at);
        });
        match word {
            Word::Known(word) => {
                (0..size).for_each(|i| {
                    self.bytes.insert(at + i, (word >> (8 * i)) as u8);
                });
            }
            number => {
                self.numbers.insert(at, (size, number));
            }
        }
    }
}
