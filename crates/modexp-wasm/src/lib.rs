//! The WebAssembly surface of `modexp-core`: what crosses between JavaScript and the kernels, and nothing else.
//!
//! Only numbers cross. Big integers lie in a [`Stage`], one window of memory that both sides write: arguments one after
//! the other from its start, as little-endian 64-bit words; the result replaces them, and arguments are zeroed. So a
//! call allocates nothing for its arguments, and the module imports nothing but wasm-bindgen's `throw`.
//!
//! Without `std`: its panic messages alone would be a third of the file. A panic or a failed allocation is a trap, after
//! which the caller drops the instance and makes another.
#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

#[cfg(target_arch = "wasm32")]
mod runtime;

use alloc::vec::Vec;
use modexp_core::{Backend, Modulus};
use wasm_bindgen::prelude::wasm_bindgen;
use zeroize::{Zeroize, Zeroizing};

/// The window of memory through which numbers cross.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Stage {
    words: Vec<u64>,
}

#[wasm_bindgen]
impl Stage {
    /// An empty stage.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes room for `words` words and returns where they are; 0 if there is no memory for them.
    /// What was written before is gone.
    #[must_use]
    pub fn reserve(&mut self, words: usize) -> usize {
        if self.words.len() < words {
            self.words.zeroize();
            if self.words.try_reserve_exact(words).is_err() {
                return 0;
            }
            self.words.resize(words, 0);
        }
        self.words.as_ptr().addr()
    }

    /// Numbers of `counts` words each, one after the other from the start.
    fn split<const N: usize>(&self, counts: [usize; N]) -> [&[u64]; N] {
        let mut rest = self.words.as_slice();
        counts.map(|count| {
            let (number, after) = rest.split_at(count);
            rest = after;
            number
        })
    }

    /// Replaces the first `used` words, which were arguments, by the numbers in `results`.
    fn put<'a>(&mut self, used: usize, results: impl IntoIterator<Item = &'a [u64]>) {
        self.words[..used].zeroize();
        let mut at = 0;
        for result in results {
            self.words[at..at + result.len()].copy_from_slice(result);
            at += result.len();
        }
    }
}

/// A modulus, prepared. Arguments are counted in words of the [`Stage`]; results have as many words as the modulus.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Context(Modulus);

#[wasm_bindgen]
impl Context {
    /// Prepares the modulus of `words` words on the stage; `None` if it is 0.
    #[must_use]
    pub fn prepare(stage: &mut Stage, words: usize) -> Option<Self> {
        let [m] = stage.split([words]);
        let context = Modulus::new(m).ok().map(Self);
        stage.put(words, []);
        context
    }

    /// base, exponent → base^exponent, constant time in the values; exponent < 2^bits.
    pub fn pow(&self, stage: &mut Stage, base: usize, exponent: usize, bits: usize) {
        let [b, e] = stage.split([base, exponent]);
        let power = Zeroizing::new(self.0.pow_bounded_exp(b, e, bits));
        stage.put(base + exponent, [power.as_slice()]);
    }

    /// base, exponent → base^exponent, variable time.
    pub fn pow_vartime(&self, stage: &mut Stage, base: usize, exponent: usize) {
        let [b, e] = stage.split([base, exponent]);
        let power = self.0.pow_vartime(b, e);
        stage.put(base + exponent, [power.as_slice()]);
    }

    /// `count` bases, then `count` exponents, each of the given number of words → the powers in the same order.
    pub fn pow_many(&self, stage: &mut Stage, count: usize, base: usize, exponent: usize) {
        let [b, e] = stage.split([count * base, count * exponent]);
        let powers = self.0.pow_many(&list(b, base), &list(e, exponent));
        let powers = Zeroizing::new(powers.unwrap_or_default());
        stage.put(count * (base + exponent), powers.iter().map(Vec::as_slice));
    }

    /// `count` bases, then `count` exponents, each of the given number of words → the product of the powers.
    pub fn pow_product(&self, stage: &mut Stage, count: usize, base: usize, exponent: usize) {
        let [b, e] = stage.split([count * base, count * exponent]);
        let product = self.0.pow_product(&list(b, base), &list(e, exponent));
        let product = Zeroizing::new(product.unwrap_or_default());
        stage.put(count * (base + exponent), [product.as_slice()]);
    }

    /// A base, then `count` exponents of the given number of words → the powers in the same order.
    pub fn pow_each(&self, stage: &mut Stage, base: usize, count: usize, exponent: usize) {
        let [b, e] = stage.split([base, count * exponent]);
        let powers = Zeroizing::new(self.0.pow_each(b, &list(e, exponent)));
        stage.put(base + count * exponent, powers.iter().map(Vec::as_slice));
    }

    /// a → a^(2^count).
    pub fn square_repeated(&self, stage: &mut Stage, a: usize, count: u64) {
        let [x] = stage.split([a]);
        let power = Zeroizing::new(self.0.square_repeated(x, count));
        stage.put(a, [power.as_slice()]);
    }

    /// a → a⁻¹; false if there is none.
    pub fn inverse(&self, stage: &mut Stage, a: usize) -> bool {
        let [x] = stage.split([a]);
        let inverse = self.0.inverse(x).map(Zeroizing::new);
        stage.put(a, inverse.iter().map(|inverse| inverse.as_slice()));
        inverse.is_ok()
    }
}

/// Numbers of `words` words each.
fn list(numbers: &[u64], words: usize) -> Vec<&[u64]> {
    numbers.chunks_exact(words).collect()
}

/// Writes the name of the kernel for moduli of `bits` bits onto the stage and returns its length in bytes.
#[wasm_bindgen]
#[must_use]
pub fn kernel(stage: &mut Stage, bits: usize) -> usize {
    let name = Backend::best_for(bits).name();
    for (word, bytes) in stage.words.iter_mut().zip(name.as_bytes().chunks(8)) {
        let mut whole = [0; 8];
        whole[..bytes.len()].copy_from_slice(bytes);
        *word = u64::from_le_bytes(whole);
    }
    name.len()
}
