//! Integers of 256 bits: the ends of intervals. An overflow panics.

use core::ops::{Add, Mul, Neg, Shl, Shr, Sub};

/// high·2^128 + low. The order of the fields is the order of the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Int {
    high: i128,
    low: u128,
}

impl Int {
    pub const ZERO: Self = Self { high: 0, low: 0 };
    pub const ONE: Self = Self { high: 0, low: 1 };

    /// 2^k.
    pub fn two_to(k: u32) -> Self {
        Self::ONE << k
    }

    fn abs(self) -> Self {
        if self.high < 0 { -self } else { self }
    }

    /// |self| mod 2^128 and whether self is negative, for |self| < 2^128.
    pub fn magnitude(self) -> (u128, bool) {
        let abs = self.abs();
        assert!(abs.high == 0, "a number of more than 128 bits");
        (abs.low, self.high < 0)
    }

    /// self as `i128`.
    pub fn to_i128(self) -> i128 {
        assert!(self.high == (self.low as i128) >> 127, "a number of more than 128 bits");
        self.low as i128
    }

    /// The largest k with 2^k dividing self; 255 for 0.
    pub fn trailing_zeros(self) -> u32 {
        if self.low == 0 { (128 + self.high.trailing_zeros()).min(255) } else { self.low.trailing_zeros() }
    }

    /// ⌊log2⌋ of a positive number.
    pub fn ilog2(self) -> Option<u32> {
        if self.high > 0 {
            Some(128 + self.high.ilog2())
        } else {
            (self.high == 0).then(|| self.low.checked_ilog2())?
        }
    }

    /// The word i of 64 bits, in two's complement.
    pub fn word(self, i: usize) -> u64 {
        match i {
            0 | 1 => (self.low >> (64 * i)) as u64,
            _ => (self.high >> (64 * (i - 2)).min(127)) as u64,
        }
    }
}

impl From<i128> for Int {
    fn from(x: i128) -> Self {
        Self { high: x >> 127, low: x as u128 }
    }
}

impl From<u128> for Int {
    fn from(x: u128) -> Self {
        Self { high: 0, low: x }
    }
}

impl Add for Int {
    type Output = Self;
    fn add(self, b: Self) -> Self {
        let (low, carry) = self.low.overflowing_add(b.low);
        let high = self.high.checked_add(b.high).and_then(|high| high.checked_add(carry.into()));
        Self { high: high.expect("a sum of 256 bits"), low }
    }
}

impl Neg for Int {
    type Output = Self;
    fn neg(self) -> Self {
        let (low, borrow) = 0_u128.overflowing_sub(self.low);
        Self { high: 0_i128.checked_sub(self.high).expect("a number of 256 bits") - i128::from(borrow), low }
    }
}

impl Sub for Int {
    type Output = Self;
    fn sub(self, b: Self) -> Self {
        self + -b
    }
}

/// a·b, upper and lower half.
pub fn wide_mul(a: u128, b: u128) -> (u128, u128) {
    let halves = |x: u128| (x >> 64, x & u128::from(u64::MAX));
    let ((a_1, a_0), (b_1, b_0)) = (halves(a), halves(b));
    let (low, cross) = (a_0 * b_0, a_1 * b_0);
    let (over, under) = halves(a_0 * b_1);
    let middle = (low >> 64) + (cross & u128::from(u64::MAX)) + under;
    let high = a_1 * b_1 + (cross >> 64) + over + (middle >> 64);
    (high, middle << 64 | low & u128::from(u64::MAX))
}

impl Mul for Int {
    type Output = Self;
    fn mul(self, b: Self) -> Self {
        // one factor has at most 128 bits, without its power of two
        let (long, short) = if self.abs() > b.abs() { (self, b) } else { (b, self) };
        let zeros = short.trailing_zeros().min(254);
        let ((y, under), x) = ((short >> zeros).magnitude(), long.abs());
        let (carry, low) = wide_mul(x.low, y);
        let (none, upper) = wide_mul(x.high as u128, y);
        let high = upper.checked_add(carry).filter(|_| none == 0).and_then(|high| i128::try_from(high).ok());
        let product = Self { high: high.expect("a product of 256 bits"), low } << zeros;
        if under == (long < Self::ZERO) { product } else { -product }
    }
}

impl Shl<u32> for Int {
    type Output = Self;
    fn shl(self, k: u32) -> Self {
        let shifted = match k {
            0 => self,
            1..128 => Self { high: self.high << k | (self.low >> (128 - k)) as i128, low: self.low << k },
            _ => Self { high: (self.low as i128).checked_shl(k - 128).expect("a shift"), low: 0 },
        };
        assert!(shifted >> k == self, "a number of 256 bits");
        shifted
    }
}

/// ⌊self/2^k⌋.
impl Shr<u32> for Int {
    type Output = Self;
    fn shr(self, k: u32) -> Self {
        match k {
            0 => self,
            1..128 => Self { high: self.high >> k, low: (self.high as u128) << (128 - k) | self.low >> k },
            _ => Self::from(self.high >> (k - 128).min(127)),
        }
    }
}
