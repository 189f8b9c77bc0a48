//! Sliding windows for public exponents: odd digits with runs of zeros between them.

use crate::product::Factor;
use alloc::vec;
use alloc::vec::Vec;
use modexp_limbs::limb;

/// Some steps, then a product by base^value for odd `value`, or no product for `value` = 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digit {
    /// Steps before the product.
    pub steps: usize,
    /// The exponent of the factor.
    pub value: i32,
}

/// The digits of an exponent from the top, below 2^window each. Variable time.
pub struct SlidingDigits<'a> {
    exponent: &'a [u64],
    window: usize,
    /// Bits not yet consumed.
    rest: usize,
}

impl<'a> SlidingDigits<'a> {
    /// `window`: 1 to 16.
    pub fn new(exponent: &'a [u64], window: u32) -> Self {
        debug_assert!((1..=16).contains(&window));
        Self { exponent, window: window as usize, rest: limb::bit_len(exponent) }
    }
}

impl Iterator for SlidingDigits<'_> {
    type Item = Digit;

    fn next(&mut self) -> Option<Digit> {
        let start = self.rest;
        while self.rest > 0 {
            // the next 64 bits, or all remaining bits, from the top
            let width = self.rest.min(64);
            let bits = limb::bits_at(self.exponent, self.rest - width, width as u32) << (64 - width);

            // zeros above the next one bit
            let zeros = (bits.leading_zeros() as usize).min(width);
            self.rest -= zeros;
            let window = self.window.min(self.rest);
            if window <= width - zeros && window > 0 {
                // the longest window that ends in a one bit
                let value = bits << zeros >> (64 - window);
                let below = value.trailing_zeros();
                self.rest -= window - below as usize;
                return Some(Digit { steps: start - self.rest, value: (value >> below) as i32 });
            }
        }
        (start > 0).then_some(Digit { steps: start, value: 0 })
    }
}

/// The operations of a power by sliding windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlidingCount {
    /// Digits that are not 0.
    pub digits: usize,
    /// Steps after the first digit.
    pub steps: usize,
    /// The largest digit.
    pub largest: usize,
}

impl SlidingCount {
    /// Counts [`SlidingDigits`]; `window`: 1 to 16. Variable time. It keeps the exponent's next bits in a register, as
    /// a few counts by [`SlidingDigits`] would take as long as a short power.
    pub fn new(exponent: &[u64], window: u32) -> Self {
        debug_assert!((1..=16).contains(&window));
        let mut rest = limb::bit_len(exponent);
        let mut count = Self { digits: 0, steps: rest, largest: 0 };
        while rest > 0 {
            // the next 64 bits, or all remaining bits, from the top
            let width = rest.min(64);
            let low = rest - width;
            let mut bits = limb::bits_at(exponent, low, width as u32) << (64 - width);
            loop {
                let zeros = bits.leading_zeros() as usize;
                if zeros >= rest - low {
                    rest = low;
                    break;
                }
                rest -= zeros;
                let window = (window as usize).min(rest);
                if window > rest - low {
                    break;
                }
                bits <<= zeros;
                let value = bits >> (64 - window);
                let below = value.trailing_zeros() as usize;
                if count.digits == 0 {
                    count.steps -= window - below;
                }
                count.digits += 1;
                count.largest = count.largest.max((value >> below) as usize);
                bits <<= window;
                rest -= window;
            }
        }
        count
    }

    /// Counts [`signed_digits`]. Variable time.
    pub fn signed(exponent: &[u64], window: u32) -> Self {
        let digits = signed_digits(exponent, window);
        Self {
            digits: digits.iter().filter(|digit| digit.value != 0).count(),
            steps: digits.iter().skip(1).map(|digit| digit.steps).sum(),
            largest: digits.iter().map(|digit| digit.value.unsigned_abs()).max().unwrap_or(0) as usize,
        }
    }
}

/// Returns the digits of an exponent from the top, odd and with |digit| < 2^window, for groups that invert: the width-w
/// non-adjacent form (Solinas 2000), w = window + 1. On average window + 2 bits have one digit. Variable time.
pub fn signed_digits(exponent: &[u64], window: u32) -> Vec<Digit> {
    let width = window as usize + 1;
    let bits = limb::bit_len(exponent);
    let mut positions = Vec::with_capacity(bits / (width + 1) + 2);
    let (mut at, mut carry) = (0, 0);
    while at < bits || carry == 1 {
        if limb::bits_at(exponent, at, 1) == carry {
            at += 1;
            continue;
        }
        let value = (limb::bits_at(exponent, at, width as u32) + carry) as i32;
        carry = (value >> window) as u64;
        positions.push((at, value - ((carry as i32) << width)));
        at += width;
    }

    let mut above = positions.last().map_or(0, |&(position, _)| position);
    let mut digits: Vec<Digit> = Vec::with_capacity(positions.len() + 1);
    for (position, value) in positions.into_iter().rev() {
        digits.push(Digit { steps: above - position, value });
        above = position;
    }
    if above > 0 {
        digits.push(Digit { steps: above, value: 0 });
    }
    digits
}

/// The factors of several exponents, interleaved with one chain of steps (Möller, *Algorithms for
/// multi-exponentiation*, 2001). Entry i of an exponent's table is base^(2i − 1), in the order of `pow::odd_powers`.
pub struct Interleaved<'a> {
    exponents: Vec<Cursor<'a>>,
    /// The remaining steps, then the steps that wait for a factor.
    position: usize,
    waiting: u64,
    /// The next exponent to read.
    next: usize,
}

/// The remaining digits of an exponent. The product by `value` comes when `position` steps are left.
struct Cursor<'a> {
    digits: Source<'a>,
    position: usize,
    value: i32,
}

enum Source<'a> {
    Unsigned(SlidingDigits<'a>),
    Signed(vec::IntoIter<Digit>),
}

impl Cursor<'_> {
    fn advance(&mut self) {
        let digit = match &mut self.digits {
            Source::Unsigned(digits) => digits.next(),
            Source::Signed(digits) => digits.next(),
        };
        self.value = 0;
        if let Some(digit) = digit {
            self.position -= digit.steps;
            self.value = digit.value;
        }
    }
}

impl<'a> Interleaved<'a> {
    /// Uses windows of `window` bits, with signs if the group inverts.
    pub fn new(exponents: &[&'a [u64]], window: u32, signed: bool) -> Self {
        let cursor = |exponent: &&'a [u64]| {
            let (digits, position) = if signed {
                let digits = signed_digits(exponent, window);
                let position = digits.iter().map(|digit| digit.steps).sum();
                (Source::Signed(digits.into_iter()), position)
            } else {
                (Source::Unsigned(SlidingDigits::new(exponent, window)), limb::bit_len(exponent))
            };
            let mut cursor = Cursor { digits, position, value: 0 };
            cursor.advance();
            cursor
        };
        let exponents: Vec<_> = exponents.iter().map(cursor).collect();
        let position = exponents.iter().filter(|e| e.value != 0).map(|e| e.position).max().unwrap_or(0);
        Self { exponents, position, waiting: 0, next: 0 }
    }
}

impl Iterator for Interleaved<'_> {
    type Item = Factor;

    fn next(&mut self) -> Option<Factor> {
        loop {
            while let Some(cursor) = self.exponents.get_mut(self.next) {
                if cursor.value != 0 && cursor.position == self.position {
                    let digit = cursor.value / 2 + cursor.value.signum();
                    cursor.advance();
                    return Some(Factor { steps: core::mem::take(&mut self.waiting), table: self.next, digit });
                }
                self.next += 1;
            }
            let left = self.exponents.iter().filter(|cursor| cursor.value != 0).map(|cursor| cursor.position).max();
            if left.is_none() && self.position == 0 {
                return None;
            }
            let position = left.unwrap_or(0);
            self.waiting += (self.position - position) as u64;
            self.position = position;
            self.next = 0;
            if left.is_none() {
                return Some(Factor { steps: core::mem::take(&mut self.waiting), table: 0, digit: 0 });
            }
        }
    }
}
