//! A number as overlapping pairs of digits, so that a row of a product needs one load for every four columns.

use super::lanes::V128;

/// Zero pairs below and above the pairs of a number.
pub(super) const PAIRS_BELOW: usize = 8;
const PAIRS_ABOVE: usize = 16;

/// Words of the pairs of a number of `digits` digits.
pub(super) const fn pair_words(digits: usize) -> usize {
    PAIRS_BELOW + digits + PAIRS_ABOVE
}

/// Word `PAIRS_BELOW` + k of `pairs` = digits k and k−1 of `digits`, for every k; digits outside are zero.
pub(super) fn lay_out_pairs(pairs: &mut [u32], digits: &[u32]) {
    pairs[..PAIRS_BELOW].fill(0);
    let (body, above) = pairs[PAIRS_BELOW..].split_at_mut(2 * digits.len());
    let mut before = V128::ZERO;
    for (pairs, digits) in body.chunks_exact_mut(8).zip(digits.chunks_exact(4)) {
        let digits = V128::load(digits);
        let up = digits.one_digit_up(before);
        digits.zip_low(up).store(pairs);
        digits.zip_high(up).store(&mut pairs[4..]);
        before = digits;
    }
    above.fill(0);
    V128::ZERO.zip_low(V128::ZERO.one_digit_up(before)).store(above);
}
