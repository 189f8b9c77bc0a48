//! What exponentiation needs of a group: a product, a square, and a table look-up that hides its index.
//!
//! Two are here: residues modulo an odd number in Montgomery form ([`crate::monty::MontyParams`]), and residues modulo
//! a power of two ([`crate::pow2::PowerOfTwo`]). The algorithms of `pow` run over any other that can do these three.

/// `lanes()` independent groups, whose elements lie side by side in a slice of `words()` words.
pub(crate) trait Group {
    /// Independent problems per call.
    fn lanes(&self) -> usize;

    /// Words of an element, all lanes together.
    fn words(&self) -> usize;

    /// Words of scratch space for one product.
    fn scratch_words(&self) -> usize;

    /// The neutral element.
    fn one(&self) -> &[u64];

    /// out = a·b.
    fn mul(&self, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]);

    /// out = a².
    fn sqr(&self, out: &mut [u64], a: &[u64], scratch: &mut [u64]);

    /// a = a^(2^count); `spare` holds an element.
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

    /// Entries of a table that [`Group::select`] looks through in the time of a product.
    fn entries_per_product(&self) -> usize {
        8 * self.words() / self.lanes()
    }

    /// out = table[index[lane]] in each lane, reading the whole table.
    fn select(&self, out: &mut [u64], table: &[u64], index: &[usize]);
}
