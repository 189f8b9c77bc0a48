//! `wide`: one number in 61-bit digits, by `i64.mul_wide_u` and `i64.add128` of the wide-arithmetic proposal.
//!
//! The compiler makes these of 128-bit integers where the target feature is on; without it the kernel is right, but slow.
//! Wasm has no carry flag, so a carry per product would cost more than the product: digits have three bits less than a word,
//! B = 2^61, and a column of `n` ≤ 31 products of each kind is summed in 128 bits without any carry,
//! 62·(2^61 − 1)² + 2^67 < 2^128. Longer columns move what is above a digit aside after every 62 products.
//!
//! **Product scanning.** Column k of a·b + q·m is `Σ a[i]·b[k−i] + Σ q[i]·m[k−i]`. For k < n the quotient digit `q[k]` makes
//! it 0 mod B; the columns from n up are the result. The two sums of the next column do not need the quotient digit that is
//! still being made, but for the last product, so the processor makes them meanwhile. A square sums the products of different
//! digits once, and doubles the sum.
//!
//! **Range.** q < R, so out = (ab + qm)/R < ab/R + m, which is below 2m for ab < R·m.
//!
//! Measured on Zen 5 in Bun 1.4, ns per product / square: 51/45 at 256 bits, 123/111 at 512, 364/262 at 1024, 1250/1170 at
//! 2048, 2550/2150 at 3072, 4450/3550 at 4096; `simd128` takes 610/550 at 1024 and 1970/1700 at 2048 there. Tried: 64-bit
//! limbs with a carry per product (2.6 cycles per product of digits in `JavaScriptCore`); both sums in one loop (2.4, for the
//! engine spills); tiles of six rows that keep the carries of their columns apart, with a multiple of m that makes the digits
//! themselves the quotient (1.4 in the loop alone, no faster as a whole, and at the mercy of register allocation).

#[cfg(all(test, not(miri)))]
mod bounds;
mod dot;
#[cfg(test)]
mod tests;

use crate::buffer::Buffer;
use crate::kernel::Kernel;
use crate::limb;
use dot::Column;

/// Bits of a digit, B = 2^RADIX.
const RADIX: u32 = 61;

/// The largest digit.
const MASK: u64 = (1 << RADIX) - 1;

/// Digits up to which a column fits 128 bits.
const ONE_SUM: usize = 31;

/// The kernel; a value of it proves wide arithmetic.
#[derive(Clone, Copy, Debug)]
pub struct Wide(());

/// The digits of the modulus, and −m⁻¹ mod B.
#[derive(Clone)]
pub struct WideModulus {
    m: Buffer<u64>,
    m0_inv: u64,
}

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
    const HEADROOM: u32 = 2;

    fn scratch_words(digits: usize) -> usize {
        digits
    }

    fn modulus(self, moduli: &[&[u64]], digits: usize) -> WideModulus {
        let mut m = Buffer::new(digits);
        Self::split(&mut m, moduli[0], 0);
        WideModulus { m, m0_inv: limb::inverse_limb(moduli[0][0]).wrapping_neg() & MASK }
    }

    fn mont_mul(self, out: &mut [u64], a: &[u64], b: &[u64], m: &WideModulus, scratch: &mut [u64]) {
        if m.m.len() <= ONE_SUM {
            scan::<false, false>(out, a, b, m, scratch);
        } else {
            scan::<false, true>(out, a, b, m, scratch);
        }
    }

    fn mont_sqr(self, out: &mut [u64], a: &[u64], m: &WideModulus, scratch: &mut [u64]) {
        if m.m.len() <= ONE_SUM {
            scan::<true, false>(out, a, a, m, scratch);
        } else {
            scan::<true, true>(out, a, a, m, scratch);
        }
    }

    fn select(self, out: &mut [u64], table: &[u64], index: &[usize]) {
        limb::select(out, table, index[0]);
    }

    fn split(out: &mut [u64], limbs: &[u64], _lane: usize) {
        crate::radix::split(limbs, RADIX, out.len(), |i, digit| out[i] = digit);
    }

    fn join(limbs: &mut [u64], a: &[u64], _lane: usize) {
        crate::radix::join(limbs, RADIX, a.len(), |i| a[i]);
    }
}

/// out = (T + q·m)/R for T = a·b, or for T = a² if `SQUARE`; `ASIDE` if columns may be too long for one sum.
#[inline(never)]
fn scan<const SQUARE: bool, const ASIDE: bool>(
    out: &mut [u64],
    a: &[u64],
    b: &[u64],
    modulus: &WideModulus,
    q: &mut [u64],
) {
    let m = &*modulus.m;
    let n = m.len();
    let q = &mut q[..n];
    let out = &mut out[..n];
    let mut carry = 0;

    // q[k] makes column k zero
    for k in 0..n {
        let mut column = Column::<ASIDE>::default();
        add_column::<SQUARE, ASIDE>(&mut column, a, b, 0, k);
        column.add_products(&q[..k], &m[1..=k]);
        column.add_carry(carry);
        q[k] = column.digit().wrapping_mul(modulus.m0_inv) & MASK;
        column.add_product(q[k], m[0]);
        carry = column.carry();
    }

    for k in n..2 * n - 1 {
        let mut column = Column::<ASIDE>::default();
        let first = k + 1 - n;
        add_column::<SQUARE, ASIDE>(&mut column, a, b, first, n - 1);
        column.add_products(&q[first..], &m[first..]);
        column.add_carry(carry);
        out[k - n] = column.digit();
        carry = column.carry();
    }
    out[n - 1] = carry as u64;
}

/// Adds the products of digits `first` to `last` of a with digits `last` to `first` of b, which is a if `SQUARE`.
#[inline(always)]
fn add_column<const SQUARE: bool, const ASIDE: bool>(
    column: &mut Column<ASIDE>,
    a: &[u64],
    b: &[u64],
    first: usize,
    last: usize,
) {
    if !SQUARE {
        column.add_products(&a[first..=last], &b[first..=last]);
        return;
    }
    let half = (last - first).div_ceil(2);
    column.add_doubled(&a[first..first + half], &a[last + 1 - half..=last]);
    if (last - first).is_multiple_of(2) {
        column.add_product(a[first + half], a[first + half]);
    }
}
