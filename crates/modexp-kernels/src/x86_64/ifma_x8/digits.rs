//! Digits in memory, one vector each: their addresses, and the sum of the halves of a number.

use super::{LANES, Vector};
use crate::x86_64::ifma::vector::{MASK, RADIX, add, each, load, splat, store, zero};
use core::arch::x86_64::*;

/// digit i of p
#[inline(always)]
pub(super) fn at(p: *const u64, i: usize) -> *const u64 {
    p.wrapping_add(LANES * i)
}

/// digit i of p
#[inline(always)]
pub(super) fn at_mut(p: *mut u64, i: usize) -> *mut u64 {
    p.wrapping_add(LANES * i)
}

/// out = a_0 + a_1 mod B, some digits at a time.
pub(super) struct Adder {
    out: *mut u64,
    a: *const u64,
    h: usize,
    n: usize,
    done: usize,
    carry: Vector,
}

impl Adder {
    #[inline(always)]
    pub(super) unsafe fn new(out: *mut u64, a: *const u64, h: usize, n: usize) -> Self {
        Self { out, a, h, n, done: 0, carry: zero() }
    }

    /// Adds the next WIDTH/2 digits, if any are left. a_1 ends at the end of a step.
    #[inline(always)]
    pub(super) unsafe fn step<const WIDTH: usize>(&mut self) {
        if self.done == self.h {
            return;
        }
        let (low, high) = (at(self.a, self.done), at(self.a, self.done + self.h));
        each!(K in 0 1 2 3 4 { if 2 * K < WIDTH {
            let high = if self.done + self.h < self.n { load(at(high, K)) } else { zero() };
            let sum = add(add(load(at(low, K)), high), self.carry);
            store(at_mut(self.out, self.done + K), _mm512_and_si512(sum, splat(MASK)));
            self.carry = _mm512_srli_epi64::<RADIX>(sum);
        }});
        self.done += WIDTH / 2;
    }

    /// Adds the remaining digits.
    #[inline(always)]
    pub(super) unsafe fn finish<const WIDTH: usize>(&mut self) {
        while self.done < self.h {
            self.step::<WIDTH>();
        }
    }

    /// The lanes with a sum of at least B, before it was taken mod B.
    #[inline(always)]
    pub(super) unsafe fn over(&self) -> __mmask8 {
        debug_assert_eq!(self.done, self.h);
        _mm512_test_epi64_mask(self.carry, self.carry)
    }
}
