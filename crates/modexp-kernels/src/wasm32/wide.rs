//! `wide`: one number in 60-bit digits, by `i64.mul_wide_u` of the wide-arithmetic proposal.
//!
//! The compiler makes these of 128-bit integers where the target feature is on; without it the kernel is right, but slow.
//! Wasm has no carry flag: where `i64.add128` does without, `JavaScriptCore` takes four instructions and two registers more
//! than it has. So one digit of each product is shifted up by four bits, B = 2^60, and the upper word of the product is what
//! is above its lowest digit, and the lower word, shifted down, that digit. Both are added to 64-bit columns, nothing is
//! carried from one to the other, and 16 of them fit.
//!
//! **Passes.** Four rows are multiplied by one number, digit by digit from below, with the four columns that they reach kept in
//! registers: a column gets four lower and four upper parts, its old value and a carry, 9·2^60 + 2^4 < 2^64. A square adds the
//! products of different digits once, doubled, 4·(1 + 2) + 1 < 16.
//!
//! **Reduction.** μ = −m⁻¹ mod B^4 makes m·μ ≡ −1, so modulo this multiple the quotient of four columns is these columns
//! themselves, and to clear them adds their product with (m·μ + 1)/B^4 ≤ m four columns higher. Only the last four take the
//! quotient of m itself, which is what brings the value into range again.
//!
//! **Range.** Before the last four columns the value is below (ab/R)·B^4 + m·μ < 2m·B^4 for ab < R·m; adding less than B^4·m
//! to it and dividing by B^4 gives out < 3m. R ≥ 16m, so a, b < 4m are as good as ab < R·m.
//!
//! Measured on Zen 5 in Bun 1.4, ns per product / square: 97/81 at 512 bits, 317/263 at 1024, 1133/888 at 2048, 4110/3190 at
//! 4096. Tried in the same runs: product scanning in 61-bit digits by `i64.add128`, which this replaces, 120/99, 358/262,
//! 1264/1101, 4290/3550; the same for two columns at a time 4 to 10 % slower (spills); three columns at a time without carries,
//! 58-bit digits, 5 to 25 % slower (short loops whose end is mispredicted); four rows with the sums of a column made at its
//! end 3 to 6 % slower, five or six rows 3 to 12 % (spills), passes as functions 5 to 40 %, two digits a turn the same.
#[cfg(all(test, not(miri)))]
mod bounds;
mod columns;
mod modulus;
mod montgomery;
#[cfg(test)]
mod tests;

use crate::kernel::Kernel;
use columns::{RADIX, ROWS};
use modexp_limbs::limb;
use modulus::WideModulus;

/// R ≥ 16m, see above.
const HEADROOM: u32 = 4;

/// The kernel; a value of it proves wide arithmetic.
#[derive(Clone, Copy, Debug)]
pub struct Wide(());

impl Wide {
    /// The kernel, in a build for engines with wide arithmetic.
    #[must_use]
    pub fn detect() -> Option<Self> {
        Some(Self(()))
    }
}

impl Kernel for Wide {
    type Word = u64;
    type Modulus = WideModulus;

    const RADIX: u32 = RADIX;
    const LANES: usize = 1;
    const ENTRIES_PER_PRODUCT: usize = 4;
    const HEADROOM: u32 = HEADROOM;

    fn digits(bits: usize) -> usize {
        (bits + HEADROOM as usize).div_ceil(RADIX as usize).max(ROWS)
    }

    fn scratch_words(digits: usize) -> usize {
        2 * digits
    }

    fn word_step(limbs: usize) -> usize {
        25 * limbs + 300
    }

    fn modulus(self, moduli: &[&[u64]], digits: usize) -> WideModulus {
        WideModulus::new(moduli[0], digits)
    }

    fn mont_mul(self, out: &mut [u64], a: &[u64], b: &[u64], m: &WideModulus, scratch: &mut [u64]) {
        montgomery::mont_mul(out, a, b, m, scratch);
    }

    fn mont_sqr(self, out: &mut [u64], a: &[u64], m: &WideModulus, scratch: &mut [u64]) {
        montgomery::mont_sqr(out, a, m, scratch);
    }

    fn select(self, out: &mut [u64], table: &[u64], index: &[usize]) {
        limb::select(out, table, index[0]);
    }

    fn from_limbs(out: &mut [u64], limbs: &[u64], _lane: usize) {
        modexp_limbs::radix::from_limbs(limbs, RADIX, out.len(), |i, digit| out[i] = digit);
    }

    fn to_limbs(limbs: &mut [u64], a: &[u64], _lane: usize) {
        modexp_limbs::radix::to_limbs(limbs, RADIX, a.len(), |i| a[i]);
    }
}
