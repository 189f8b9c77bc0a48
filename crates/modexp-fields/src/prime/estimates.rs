//! Proves the range of an estimated quotient for every number and every modulus with the same leading bits.

use core::ops::Range;

/// The range of the quotients q(L), or `None` unless 0 ≤ s − q·p < 2p for every number 0 ≤ s < `bound`·p and every modulus p.
///
/// L is what the estimate reads of s, and q does not decrease with L. `last_below(k)` is the greatest L of a number that may be below
/// k·p, and `first_from(k)` the least L of a number that may be k·p or more.
pub(super) fn quotients(
    bound: i64,
    last_below: impl Fn(i64) -> i64,
    first_from: impl Fn(i64) -> i64,
    q: impl Fn(i64) -> i64,
) -> Option<Range<i64>> {
    let (least, most) = (q(first_from(0)), q(last_below(bound)));
    let is_never_too_large = (1..=most).all(|k| q(last_below(k)) < k);
    let lacks_less_than_2 = (least..bound - 2).all(|k| q(first_from(k + 2)) > k);
    (is_never_too_large && lacks_less_than_2).then_some(least..most + 1)
}

/// An estimate by leading bits: L those of s, and t those of p. s and p are in units of the lowest of these bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leading {
    /// s < `bound`·p.
    pub bound: i64,
    /// L + from/8 ≤ s < L + to/8.
    pub eighths: (i64, i64),
    /// t ≤ p < t + 1, or p = t.
    pub is_cut: bool,
}

impl Leading {
    /// [`quotients`] for every p of the leading bits t.
    pub fn quotients(self, t: i64, q: impl Fn(i64) -> i64) -> Option<Range<i64>> {
        let (from, to) = self.eighths;
        let end = t + i64::from(self.is_cut);
        let last_below = |k: i64| (8 * k * end - from - 1).div_euclid(8);
        let first_from = |k: i64| (8 * k * t - to).div_euclid(8) + 1;
        quotients(self.bound, last_below, first_from, q)
    }
}
