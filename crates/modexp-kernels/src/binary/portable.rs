//! `Holes`: carry-less products from integer products of numbers with three zero bits between any two that may be ones: up to 15
//! bits add up in a column of four without a carry into the next (Pornin, BearSSL's GHASH, *ctmul64*).

use super::multiplier::Multiplier;
use modexp_limbs::limb;

/// Every fourth bit.
const EVERY_FOURTH: u64 = 0x1111_1111_1111_1111;

/// Bits of `a` that go through integer products: 15 in each class, as 16 may add up to a carry.
const LOW: u32 = 60;

/// Plain integer arithmetic, for every machine.
#[derive(Clone, Copy, Debug)]
pub struct Holes;

impl Multiplier for Holes {
    type Pair = u128;

    #[inline(always)]
    fn limb(self, a: u64) -> u128 {
        a.into()
    }

    #[inline(always)]
    fn pair(self, [low, high]: [u64; 2]) -> u128 {
        u128::from(high) << 64 | u128::from(low)
    }

    #[inline(always)]
    fn to_limbs(self, a: u128) -> [u64; 2] {
        [a as u64, (a >> 64) as u64]
    }

    #[inline(always)]
    fn mul(self, a: u128, b: u128) -> u128 {
        product(a as u64, b as u64)
    }

    #[inline(always)]
    fn square(self, a: u128) -> u128 {
        self.pair([spread(a as u64 & 0xffff_ffff), spread(a as u64 >> 32)])
    }

    #[inline(always)]
    fn add(self, a: u128, b: u128) -> u128 {
        a ^ b
    }

    #[inline(always)]
    fn and(self, a: u128, b: u128) -> u128 {
        a & b
    }

    #[inline(always)]
    fn left(self, a: u128, n: usize) -> u128 {
        self.pair(self.to_limbs(a).map(|limb| limb << n))
    }

    #[inline(always)]
    fn right(self, a: u128, n: usize) -> u128 {
        self.pair(self.to_limbs(a).map(|limb| limb >> n))
    }

    #[inline(always)]
    fn up(self, a: u128) -> u128 {
        a << 64
    }

    #[inline(always)]
    fn down(self, a: u128) -> u128 {
        a >> 64
    }
}

/// a·b.
#[inline(never)]
fn product(a: u64, b: u64) -> u128 {
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

/// The 32 bits of a, each at twice its position.
#[inline(always)]
fn spread(a: u64) -> u64 {
    let a = (a | a << 16) & 0x0000_ffff_0000_ffff;
    let a = (a | a << 8) & 0x00ff_00ff_00ff_00ff;
    let a = (a | a << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    let a = (a | a << 2) & 0x3333_3333_3333_3333;
    (a | a << 1) & 0x5555_5555_5555_5555
}
