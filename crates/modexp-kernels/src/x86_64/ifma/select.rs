//! Table lookup by whole vectors.

use super::rows::{TILE, each_tile, load_tile, store_tile};
use super::vector::*;

avx512! {
    /// out = entry `index[lane]` of `table` for each number. Reads the whole table. Elements are whole vectors; the
    /// first and the last are zero.
    fn select<const N: usize>(out: &mut [u64], table: &[u64], index: &[usize]) {
        let wanted: [u64; WORDS] = core::array::from_fn(|lane| core::hint::black_box(index[lane * N / WORDS]) as u64);
        let wanted = load(wanted.as_ptr());
        let (words, v) = (out.len(), out.len() / WORDS);
        store(out.as_mut_ptr(), zero());
        store(out.as_mut_ptr().add(words - WORDS), zero());
        each_tile!(1, v - 1, |j, WIDTH| {
            let mut acc = [zero(); TILE];
            for (i, entry) in table.chunks_exact(words).enumerate() {
                let hit = hit(i as u64, wanted);
                let entry = load_tile::<WIDTH>(entry.as_ptr().add(WORDS * j));
                each!(J in 0 1 2 3 4 5 { if J < WIDTH { acc[J] = merge(acc[J], hit, entry[J]); } });
            }
            store_tile::<WIDTH>(out.as_mut_ptr().add(WORDS * j), acc);
        });
    }
}
