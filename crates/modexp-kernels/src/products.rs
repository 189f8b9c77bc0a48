//! What exponentiation needs of arithmetic: a product, a square, and a table look-up that hides its index.
//!
//! The loop of constant-time powers is here and not above because this crate is compiled for speed: in WebAssembly, for
//! size, it cost 20 % of a power of 256 bits, 7 % of one of 1024.

use crate::buffer::Buffer;
use crate::limb;

/// Lanes of the widest kernel.
pub const MAX_LANES: usize = 8;

/// The most that a kernel looks up at once.
const MOST_TOGETHER: usize = if cfg!(target_arch = "x86_64") { 8 } else { 1 };

/// Products of elements of `lanes()` independent groups, which lie side by side in a slice of `words()` words.
pub trait Products {
    /// Independent problems per call.
    fn lanes(&self) -> usize;

    /// Words of an element, all lanes together.
    fn words(&self) -> usize;

    /// Words of scratch space that a product needs.
    fn scratch_words(&self) -> usize;

    /// out = a·b.
    fn mul(&self, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]);

    /// out = a².
    fn sqr(&self, out: &mut [u64], a: &[u64], scratch: &mut [u64]);

    /// a = a^(2^count); `spare` holds an element, whose value does not matter.
    fn sqr_n(&self, a: &mut [u64], count: u64, spare: &mut [u64], scratch: &mut [u64]) {
        for _ in 0..count / 2 {
            self.sqr(spare, a, scratch);
            self.sqr(a, spare, scratch);
        }
        if count % 2 == 1 {
            self.sqr(spare, a, scratch);
            a.copy_from_slice(spare);
        }
    }

    /// out = table\[index\[lane\]\] in each lane, reading the whole table.
    fn select(&self, out: &mut [u64], table: &[u64], index: &[usize]);

    /// Look-ups that [`Products::select_together`] makes at once in a table of so many entries; 1: there is no such thing.
    fn together(&self, _entries: usize) -> usize {
        1
    }

    /// Puts a table in the order in which `select_together` reads it; `spare` holds `together` elements.
    fn arrange(&self, _table: &mut [u64], _spare: &mut [u64]) {}

    /// [`Products::select`] of `together` elements, one after the other in `out`, from a table that has been arranged.
    fn select_together(&self, _out: &mut [u64], _table: &[u64], _index: &[[usize; MAX_LANES]]) {}
}

/// out = base^exponent in each lane, for the exponents that `digits` cuts; `out` holds the neutral element.
///
/// Constant time: every look-up reads the whole table. Only the number and the width of the digits show in the
/// sequence of products and in the memory touched.
pub fn pow(group: &dyn Products, out: &mut [u64], base: &[u64], digits: &Digits) {
    let Some(top) = digits.count().checked_sub(1) else { return };
    let (lanes, words) = (group.lanes(), group.words());
    let together = if MOST_TOGETHER > 1 { group.together(1 << digits.window) } else { 1 };
    let mut room = Buffer::new((words << digits.window) + (2 + together) * aligned(words) + group.scratch_words());
    let (mut acc, rest) = room.split_at_mut(aligned(words));
    let (mut spare, rest) = rest.split_at_mut(aligned(words));
    let (factors, rest) = rest.split_at_mut(together * aligned(words));
    let (table, scratch) = rest.split_at_mut(words << digits.window);

    // base^0, base^1, …, base^(2^window − 1)
    table[..words].copy_from_slice(out);
    table[words..2 * words].copy_from_slice(base);
    for i in 2..1 << digits.window {
        let (done, rest) = table.split_at_mut(i * words);
        let entry = |i: usize| &done[i * words..(i + 1) * words];
        if i % 2 == 0 {
            group.sqr(&mut rest[..words], entry(i / 2), scratch);
        } else {
            group.mul(&mut rest[..words], entry(i - 1), base, scratch);
        }
    }

    group.select(&mut acc[..words], table, &digits.at(top)[..lanes]);
    if together > 1 {
        group.arrange(table, &mut factors[..together * words]);
    }
    let mut index = [[0; MAX_LANES]; MOST_TOGETHER];
    let mut k = 0;
    for i in (0..top).rev() {
        // first what nothing waits for: a look-up and the squares overlap
        if together == 1 {
            group.select(&mut factors[..words], table, &digits.at(i)[..lanes]);
        } else if k == 0 {
            index.iter_mut().zip((0..=i).rev()).for_each(|(index, i)| *index = digits.at(i));
            group.select_together(&mut factors[..together * words], table, &index[..together]);
        }
        group.sqr_n(&mut acc[..words], u64::from(digits.window), &mut spare[..words], scratch);
        group.mul(&mut spare[..words], &acc[..words], &factors[k * words..][..words], scratch);
        core::mem::swap(&mut acc, &mut spare);
        k = if k + 1 < together { k + 1 } else { 0 };
    }
    out.copy_from_slice(&acc[..words]);
}

/// Words of an element and of the gap to the next one that begins at a cache line, if it does.
pub fn aligned(words: usize) -> usize {
    words.next_multiple_of(8)
}

/// Exponents below 2^bits, one in each lane, cut into digits of `window` bits.
#[derive(Clone, Copy)]
pub struct Digits<'a> {
    exponents: &'a [&'a [u64]],
    bits: usize,
    window: u32,
}

impl<'a> Digits<'a> {
    /// `exponents`: little-endian, of any lengths, at most [`MAX_LANES`]; `window`: 1 to 16.
    pub fn new(exponents: &'a [&'a [u64]], bits: usize, window: u32) -> Self {
        debug_assert!(exponents.len() <= MAX_LANES && (1..=16).contains(&window));
        Self { exponents, bits, window }
    }

    /// How many digits.
    fn count(&self) -> usize {
        self.bits.div_ceil(self.window as usize)
    }

    /// Digit i of each exponent.
    #[inline(always)]
    fn at(&self, i: usize) -> [usize; MAX_LANES] {
        let mut digits = [0; MAX_LANES];
        for (digit, exponent) in digits.iter_mut().zip(self.exponents) {
            *digit = limb::bits_at(exponent, i * self.window as usize, self.window) as usize;
        }
        digits
    }
}
