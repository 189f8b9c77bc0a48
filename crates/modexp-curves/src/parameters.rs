//! The parameters of a curve.

/// The parameters of a curve y² = x³ + a·x + b over the integers modulo p, or y² + x·y = x³ + a·x² + b over GF(2^m), with a generator.
/// All are little-endian limbs of any length.
#[derive(Clone, Copy, Debug)]
pub struct Parameters<'a> {
    /// A prime from 5 up to 2^576; for [`Curve::binary`](crate::Curve::binary) the polynomial, bit i the coefficient of x^i.
    pub p: &'a [u64],
    /// Below p.
    pub a: &'a [u64],
    /// Below p; 4a³ + 27b² ≠ 0 mod p.
    pub b: &'a [u64],
    /// The order of the generator, an odd prime above 4·√p.
    pub order: &'a [u64],
    /// The number of points over the order.
    pub cofactor: &'a [u64],
    /// The generator's x, below p.
    pub x: &'a [u64],
    /// The generator's y, below p.
    pub y: &'a [u64],
}
