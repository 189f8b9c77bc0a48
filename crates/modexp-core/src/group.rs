//! What exponentiation needs of a group: a product, a square, and a table look-up that hides its index.
//!
//! Two are here: residues modulo an odd number in Montgomery form ([`crate::monty::MontyParams`]), and residues modulo
//! a power of two ([`crate::pow2::PowerOfTwo`]). The algorithms of `pow` run over any other that can do these three.

use crate::kernel::Word;

/// `LANES` independent groups, whose elements lie side by side in a slice of `words()` words.
pub(crate) trait Group {
    /// The storage cell of an element.
    type Word: Word;

    /// Independent problems per call.
    const LANES: usize;

    /// Words of an element, all lanes together.
    fn words(&self) -> usize;

    /// Words of scratch space for one product.
    fn scratch_words(&self) -> usize;

    /// The neutral element.
    fn one(&self) -> &[Self::Word];

    /// out = a·b.
    fn mul(&self, out: &mut [Self::Word], a: &[Self::Word], b: &[Self::Word], scratch: &mut [Self::Word]);

    /// out = a².
    fn sqr(&self, out: &mut [Self::Word], a: &[Self::Word], scratch: &mut [Self::Word]);

    /// out = table[index[lane]] in each lane, reading the whole table.
    fn select(&self, out: &mut [Self::Word], table: &[Self::Word], index: &[usize]);
}
