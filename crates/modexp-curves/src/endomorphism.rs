//! Curves with a = 0 have the endomorphism (x, y) ↦ (β·x, y), which multiplies by λ and halves the doublings (Gallant, Lambert and
//! Vanstone, *Faster point multiplication on elliptic curves with efficient endomorphisms*, 2001).

/// β³ = 1 mod p, λ³ = 1 mod n, and constants of the short basis (a1, b1), (a2, b2) of {(i, j): i + j·λ = 0 mod n} for the
/// decomposition. Limbs are little-endian, as many as p and n need.
#[derive(Debug)]
pub struct Endomorphism {
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

/// On a BN curve with parameter x, ψ multiplies the points of G2 by λ = 6x² with x + 1 + x·λ + x·λ² = 2x·λ³ mod n: a quarter of the
/// doublings (Galbraith and Scott, *Exponentiation in pairing-friendly groups using homomorphisms*, 2008/117).
#[derive(Debug)]
pub struct Quarters {
    /// |x|.
    pub(crate) x: &'static [u64],
    pub(crate) x_is_negative: bool,
    /// The first row of the inverse of [`QUARTERS`] times 2^SHIFT, rounded: magnitudes, and whether they are negative.
    pub(crate) g: [(&'static [u64], bool); 4],
}

/// A basis of {(i_0, …, i_3): Σ i_j·λ^j = 0 mod n}; (α, β) is α·x + β.
pub(crate) const QUARTERS: [[(i8, i8); 4]; 4] = [
    [(1, 1), (1, 0), (1, 0), (-2, 0)],
    [(2, 1), (-1, 0), (-1, -1), (-1, 0)],
    [(2, 0), (2, 1), (2, 1), (2, 1)],
    [(1, -1), (4, 2), (-2, 1), (1, -1)],
];

/// Half of the sum of a column of [`QUARTERS`] is at most 4·|x| + 2 < 2^65; one bit more is for rounding errors.
pub(crate) const QUARTER_BITS: usize = 66;

/// Bits of the fractions g1, g2 and g: 128 more than scalars have, so that c1, c2 and c are off by less than 1.
pub(crate) const SHIFT: usize = 384;
