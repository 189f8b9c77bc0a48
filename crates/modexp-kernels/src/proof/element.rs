//! GF(P) for a random prime P of 127 bits: the values of polynomials at a random point.
//!
//! A polynomial over the integers that is not zero vanishes modulo few primes. So each process chooses P at random.

use super::int::{Int, wide_mul};
use super::random::Random;
use core::ops::{Add, Mul, Neg, Sub};
use std::sync::OnceLock;

/// An element x of GF(P), as x·2^128 mod P.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Element(u128);

struct Prime {
    p: u128,
    /// −P⁻¹ mod 2^128.
    inverse: u128,
    /// 2^256 mod P.
    rr: u128,
}

static PRIME: OnceLock<Prime> = OnceLock::new();

fn prime() -> &'static Prime {
    PRIME.get_or_init(|| {
        let mut random = Random::new();
        loop {
            let prime = Prime::of((random.wide() >> 1) | (1 << 126) | 1);
            if (0..40).all(|_| prime.is_probable_prime(random.wide())) {
                return prime;
            }
        }
    })
}

impl Prime {
    fn of(p: u128) -> Self {
        let inverse = (0..7).fold(1_u128, |x, _| x.wrapping_mul(2_u128.wrapping_sub(p.wrapping_mul(x))));
        let rr = (0..256).fold(1, |x, _| if 2 * x < p { 2 * x } else { 2 * x - p });
        Self { p, inverse: inverse.wrapping_neg(), rr }
    }

    /// a·b·2^−128 mod P, for a < 2^128 and b < P.
    fn mul(&self, a: u128, b: u128) -> u128 {
        let (high, low) = wide_mul(a, b);
        let (up, down) = wide_mul(low.wrapping_mul(self.inverse), self.p);
        let sum = high + up + u128::from(low.checked_add(down).is_none());
        if sum < self.p { sum } else { sum - self.p }
    }

    fn pow(&self, base: u128, exponent: u128) -> u128 {
        (0..128).rev().fold(self.mul(1, self.rr), |x, i| {
            let square = self.mul(x, x);
            if exponent >> i & 1 == 1 { self.mul(square, base) } else { square }
        })
    }

    /// Miller and Rabin's test.
    fn is_probable_prime(&self, base: u128) -> bool {
        let (one, base) = (self.mul(1, self.rr), self.mul(base, self.rr));
        let zeros = (self.p - 1).trailing_zeros();
        let mut x = self.pow(base, (self.p - 1) >> zeros);
        base == 0
            || x == one
            || (0..zeros).any(|_| {
                let minus_one = x == self.p - one;
                x = self.mul(x, x);
                minus_one
            })
    }
}

impl Element {
    pub const ZERO: Self = Self(0);

    pub fn random(random: &mut Random) -> Self {
        Self(prime().mul(random.wide(), prime().rr))
    }

    /// 2^k.
    pub fn two_to(k: usize) -> Self {
        let two = Self::from(Int::two_to(1));
        Self(prime().pow(two.0, k as u128))
    }

    #[must_use]
    pub fn inverse(self) -> Self {
        assert!(self.0 != 0, "zero has no inverse");
        Self(prime().pow(self.0, prime().p - 2))
    }

    /// Σ x_i·2^(radix·i).
    pub fn number(radix: usize, digits: impl DoubleEndedIterator<Item = Self>) -> Self {
        let base = Self::two_to(radix);
        digits.rev().fold(Self::ZERO, |x, digit| x * base + digit)
    }
}

impl From<Int> for Element {
    fn from(x: Int) -> Self {
        let shift = Self(prime().rr);
        let part = |x: u64| Self(prime().mul(x.into(), prime().rr));
        let two_to_64 = Self(prime().mul(1 << 64, shift.0));
        let magnitude = |x: Int| (0..4).rev().fold(Self::ZERO, |sum, i| sum * two_to_64 + part(x.word(i)));
        if x < Int::ZERO { -magnitude(-x) } else { magnitude(x) }
    }
}

impl Add for Element {
    type Output = Self;
    fn add(self, b: Self) -> Self {
        let sum = self.0 + b.0;
        Self(if sum < prime().p { sum } else { sum - prime().p })
    }
}

impl Neg for Element {
    type Output = Self;
    fn neg(self) -> Self {
        Self(if self.0 == 0 { 0 } else { prime().p - self.0 })
    }
}

impl Sub for Element {
    type Output = Self;
    fn sub(self, b: Self) -> Self {
        self + -b
    }
}

impl Mul for Element {
    type Output = Self;
    fn mul(self, b: Self) -> Self {
        Self(prime().mul(self.0, b.0))
    }
}
