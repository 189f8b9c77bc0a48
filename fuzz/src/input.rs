//! Makes numbers from bytes. Any bytes are valid. Zeros follow after their end.
//!
//! A change here changes the meaning of every input of the corpus. packages/modexp-js/test/shared/input.ts must change
//! too. `corpus/numbers.txt` checks that both agree.

use num_bigint::BigUint;

/// Bits of the kernels' digits.
const DIGITS: [usize; 7] = [13, 32, 50, 52, 61, 64, 28];

/// The unread bytes.
pub struct Input<'a>(pub &'a [u8]);

/// base^exponent mod modulus.
#[derive(Debug, PartialEq, Eq)]
pub struct Problem {
    /// Any number.
    pub base: BigUint,
    /// Any number.
    pub exponent: BigUint,
    /// At least 1.
    pub modulus: BigUint,
}

fn two_to(k: usize) -> BigUint {
    BigUint::from(1u8) << k
}

/// Returns `bits` bits: a digit of ones, a digit of zeros, and so on from the bottom.
fn alternating(bits: usize, digit: usize) -> BigUint {
    let ones = two_to(digit) - 1u8;
    (0..bits).step_by(2 * digit).fold(BigUint::ZERO, |x, at| x | &ones << at) % two_to(bits)
}

impl Input<'_> {
    /// Reads the next byte.
    pub fn byte(&mut self) -> usize {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        usize::from(*first)
    }

    /// Reads a number below `limit` ≤ 256.
    pub fn below(&mut self, limit: usize) -> usize {
        self.byte() % limit
    }

    /// Reads a length of 1 to `limit` bits. It is small, or next to a whole number of digits.
    fn bits(&mut self, limit: usize) -> usize {
        let kind = self.below(8);
        let count = self.byte();
        let bits = match DIGITS.get(kind) {
            Some(digit) => digit * (1 + count / 3 % (limit / digit).max(1)) + count % 3 - 1,
            None => count + 1,
        };
        bits.clamp(1, limit)
    }

    /// Reads a number below 2^limit.
    pub fn number(&mut self, limit: usize) -> BigUint {
        let kind = self.below(9);
        let bits = self.bits(limit);
        let small = |input: &mut Self| BigUint::from(input.byte());
        let x = match kind {
            0 => small(self),
            1 => (two_to(bits) - 1u8) ^ small(self),
            2 => two_to(bits - 1) | small(self),
            3 => alternating(bits, DIGITS[self.below(7)]),
            4 => (two_to(bits) - 1u8) ^ alternating(bits, DIGITS[self.below(7)]),
            5 => {
                // all ones except in one digit
                let digit = DIGITS[self.below(7)];
                (two_to(bits) - 1u8) ^ ((two_to(digit) - 1u8) << (digit * (self.byte() % (bits / digit + 1))))
            }
            6 => {
                // runs of equal bits
                let (mut x, mut at) = (BigUint::ZERO, 0);
                while at < bits {
                    let run = self.byte();
                    if run >= 128 {
                        x |= (two_to(run % 128 + 1) - 1u8) << at;
                    }
                    at += run % 128 + 1;
                }
                x
            }
            _ => {
                let (now, rest) = self.0.split_at(bits.div_ceil(8).min(self.0.len()));
                self.0 = rest;
                BigUint::from_bytes_le(now)
            }
        };
        x % two_to(bits)
    }

    /// Reads a number of 1 to `limit` bits. Most are odd.
    pub fn modulus(&mut self, limit: usize) -> BigUint {
        let kind = self.below(8);
        let x = self.number(limit);
        let m = match kind {
            0 => x,
            1 => two_to(x.bits() as usize),
            _ => x | BigUint::from(1u8),
        };
        if m == BigUint::ZERO { BigUint::from(1u8) } else { m }
    }

    /// Reads a base for this modulus. It may be next to the modulus.
    pub fn base(&mut self, m: &BigUint, limit: usize) -> BigUint {
        match self.below(8) {
            0 => m - 1u8,
            1 => m * self.byte() + self.byte(),
            2 => (m >> 1u8) + self.below(3),
            _ => self.number(limit),
        }
    }

    /// Reads a problem. Long moduli have short exponents.
    pub fn problem(&mut self) -> Problem {
        let kind = self.below(8);
        let limit = if self.below(8) == 0 { 2100 } else { 700 };
        match kind {
            // b^(bk) mod (b + 1) is 1 or b
            0 => {
                let base = self.number(270);
                let exponent = &base * self.below(4);
                Problem { modulus: &base + 1u8, base, exponent }
            }
            // (m − 1)^e is 1 or m − 1
            1 => {
                let modulus = self.modulus(limit);
                Problem { base: &modulus - 1u8, exponent: self.number(140), modulus }
            }
            _ => {
                let modulus = self.modulus(limit);
                let base = self.base(&modulus, limit + 70);
                let exponent = self.number(if modulus.bits() > 700 { 40 } else { 200 });
                Problem { base, exponent, modulus }
            }
        }
    }
}
