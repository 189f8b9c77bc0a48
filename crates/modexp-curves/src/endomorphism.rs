//! Curves with a = 0 have the endomorphism (x, y) ↦ (β·x, y), which multiplies by λ: half the doublings (Gallant, Lambert and
//! Vanstone, *Faster point multiplication on elliptic curves with efficient endomorphisms*, 2001).

/// β³ = 1 mod p, λ³ = 1 mod n, and the short basis (a1, b1), (a2, b2) of {(i, j): i + j·λ = 0 mod n}, by what a decomposition
/// needs of it; limbs are little-endian, as long as p and n need.
#[derive(Debug)]
pub(crate) struct Endomorphism {
    pub(crate) beta: &'static [u64],
    pub(crate) lambda: &'static [u64],
    /// −b1 mod n.
    pub(crate) minus_b1: &'static [u64],
    /// −b2 mod n.
    pub(crate) minus_b2: &'static [u64],
    /// b2·2^SHIFT/n, rounded.
    pub(crate) g1: &'static [u64],
    /// −b1·2^SHIFT/n, rounded.
    pub(crate) g2: &'static [u64],
    /// k = k1 + k2·λ has |k1|, |k2| < 2^bits: half of |a1| + |a2| and of |b1| + |b2|, and the errors of rounding.
    pub(crate) bits: usize,
}

/// Bits of the fractions g1 and g2: 128 more than scalars have, so that c1 and c2 are off by less than 1.
pub(crate) const SHIFT: usize = 384;
