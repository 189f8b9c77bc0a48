//! What the algorithms need of a group: its products, by [`Products`], and its neutral element.
//!
//! Two are here: residues modulo an odd number in Montgomery form ([`crate::monty::MontyParams`]), and residues modulo
//! a power of two ([`crate::pow2::PowerOfTwo`]). The algorithms of `pow` run over any other that can do these.

pub(crate) use modexp_kernels::products::Products;

/// `lanes()` independent groups, whose elements lie side by side in a slice of `words()` words.
pub(crate) trait Group: Products {
    /// The neutral element.
    fn one(&self) -> &[u64];

    /// The products without what stands around them.
    fn products(&self) -> &dyn Products;

    /// Entries of a table that [`Products::select`] looks through in the time of a product.
    fn entries_per_product(&self) -> usize {
        8 * self.words() / self.lanes()
    }

    /// The same for tables of [`products::pow`](modexp_kernels::products::pow). Look-ups that go together take 0.25 of the
    /// time on ifma_x8.
    fn entries_per_product_of_pow(&self) -> usize {
        let one_by_one = self.entries_per_product();
        let together = cfg!(target_arch = "x86_64") && self.products().together(16) > 1;
        if together { 2 * one_by_one } else { one_by_one }
    }
}
