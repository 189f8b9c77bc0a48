//! `Holes`: carry-less products from integer products. Three zero bits separate the bits of a factor, so a column of four
//! bits holds a sum of up to 15 bits without a carry into the next column (Pornin, BearSSL's GHASH, *ctmul64*).

use super::multiplier::{Multiplier, pairs_of_integers};
use modexp_limbs::limb;

/// Every fourth bit.
const EVERY_FOURTH: u64 = 0x1111_1111_1111_1111;

/// Bits of `a` in integer products: 15 in each class, because the sum of 16 may carry.
const LOW: u32 = 60;

/// Plain integer arithmetic, for every machine.
#[derive(Clone, Copy, Debug)]
pub struct Holes;

impl Multiplier for Holes {
    pairs_of_integers!();
}

/// a·b.
#[inline(never)]
pub(super) fn product(a: u64, b: u64) -> u128 {
    let low = a & ((1 << LOW) - 1);
    let mut out = 0;
    let mut classes = [0; 4];
    for i in 0..4 {
        for j in 0..4 {
            classes[(i + j) % 4] ^= u128::from(low & EVERY_FOURTH << i) * u128::from(b & EVERY_FOURTH << j);
        }
    }
    for (k, class) in classes.into_iter().enumerate() {
        out ^= class & (u128::from(EVERY_FOURTH) << 64 | u128::from(EVERY_FOURTH)) << k;
    }
    for bit in LOW..64 {
        out ^= u128::from(b & limb::mask(a >> bit & 1)) << bit;
    }
    out
}
