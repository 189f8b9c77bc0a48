//! `wide`: one number in 60-bit digits, by `i64.mul_wide_u` of the wide-arithmetic proposal. `short` has
//! faster code for 256 and 512 bits.
//!
//! The compiler makes this instruction of 128-bit integers if the target feature is on. Without it the kernel is
//! correct, but slow. Wasm has no carry flag: for `i64.add128`, `JavaScriptCore` takes four instructions, and two
//! registers too many. So the kernel does not carry between words. It shifts one factor of each product up by
//! four bits, with B = 2^60. Then the upper word of the product is the part above its lowest digit, and the lower word,
//! shifted down, is this digit. Both are added to 64-bit columns. A column holds 16 of them.
//!
//! **Passes.** A pass multiplies four rows by one number, digit by digit from the lowest, and keeps the four columns of
//! the rows in registers. A column is the sum of four lower and four upper parts, its old value and a carry, 9·2^60 +
//! 2^4 < 2^64. A square adds the products of different digits once, doubled, 4·(1 + 2) + 1 < 16.
//!
//! **Reduction** (quotient elimination, Orup 1995). μ = −m⁻¹ mod B^4 makes m·μ ≡ −1. So modulo this multiple the
//! quotient of four columns is these columns themselves. To make them zero, the code adds their product with
//! f = (m·μ + 1)/B^4 ≤ m four columns higher. Only the last four columns take the quotient of m itself, which brings the
//! value into range again.
//!
//! **Range.** Before the last four columns the value is below (ab/R)·B^4 + m·μ < 2m·B^4 for ab < R·m. Adding less than
//! B^4·m to it and dividing by B^4 gives out < 3m. Since R ≥ 16m, a, b < 4m give ab < R·m too.
//!
//! Measured on Zen 5 in Bun 1.4, ns per product / square: 97/81 at 512 bits, 317/263 at 1024, 1133/888 at 2048,
//! 4110/3190 at 4096. Product scanning in 61-bit digits by `i64.add128` takes 120/99, 358/262, 1264/1101 and 4290/3550.
#[cfg(all(test, not(miri)))]
mod bounds;
mod columns;
mod modulus;
mod montgomery;
#[cfg(test)]
mod tests;

use crate::kernel::Kernel;
use crate::lookup;
use columns::{RADIX, ROWS};
use modulus::WideModulus;

/// R ≥ 16m, see above.
const HEADROOM: u32 = 4;

/// The kernel. A value proves that the engine has wide arithmetic.
#[derive(Clone, Copy, Debug)]
pub struct Wide(());

impl Wide {
    /// The kernel: a build with this module is for engines with wide arithmetic.
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
        lookup::select(out, table, index[0]);
    }

    fn from_limbs(out: &mut [u64], limbs: &[u64], _lane: usize) {
        modexp_limbs::radix::from_limbs(limbs, RADIX, out.len(), |i, digit| out[i] = digit);
    }

    fn to_limbs(limbs: &mut [u64], a: &[u64], _lane: usize) {
        modexp_limbs::radix::to_limbs(limbs, RADIX, a.len(), |i| a[i]);
    }
}
