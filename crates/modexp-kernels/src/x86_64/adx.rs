//! `adx`: one number in 64-bit limbs, by mulx and the two carry chains of adcx and adox.
//!
//! RADIX is the whole limb and HEADROOM is 0: one constant-time subtraction per product keeps elements at most m. The
//! number of limbs is a multiple of four, so that blocks of 8 and 4 limbs cover an element. [`short`] computes with
//! moduli of up to 512 bits. tools/proofs proves the machine code of products and squares for all operands.

mod blocks;
#[doc(hidden)]
pub mod rows;
mod select;
mod select_wide;
pub mod short;
#[cfg(all(test, feature = "std"))]
mod tests;

use super::ifma::Ifma;
use crate::kernel::Kernel;
use alloc::vec::Vec;
use modexp_limbs::limb;
use zeroize::Zeroizing;

/// The kernel. A value proves that the CPU has bmi2, adx and avx2.
#[derive(Clone, Copy, Debug)]
pub struct Adx {
    /// The proof of AVX-512, to read tables in vectors of eight limbs.
    wide: Option<Ifma>,
}

/// [`Adx::look_up`] by vectors of eight limbs, for entries of at least eight limbs.
/// Public for the fields of modexp-fields.
#[doc(hidden)]
#[inline]
pub fn look_up_wide(_: Ifma, out: &mut [u64], table: &[u64], index: usize) {
    assert!(out.len() >= 8);
    // SAFETY: `Ifma` proves AVX-512; entries have at least eight limbs.
    unsafe { select_wide::select(out, table, core::hint::black_box(index)) }
}

/// out = entry `index[lane]` of `table` in each of eight lanes; word i belongs to lane i mod 8. Reads the whole table.
/// Public for the fields of modexp-fields.
#[doc(hidden)]
#[inline]
pub fn look_up_lanes(_: Ifma, out: &mut [u64], table: &[u64], index: &[usize]) {
    assert!(out.len().is_multiple_of(8) && table.len().is_multiple_of(out.len()));
    let index: [u64; 8] = core::array::from_fn(|lane| index[lane] as u64);
    // SAFETY: `Ifma` proves AVX-512; entries have at least eight limbs.
    unsafe { select_wide::select_lanes(out, table, core::hint::black_box(&index)) }
}

/// The limbs of the modulus, then the two limbs of −m⁻¹ mod 2^128.
#[derive(Clone)]
pub struct AdxModulus(Zeroizing<Vec<u64>>);

impl AdxModulus {
    /// m, and −m⁻¹ mod 2^64.
    fn split(&self) -> (&[u64], u64) {
        let (m, inverse) = self.0.split_at(self.0.len() - 2);
        (m, inverse[0])
    }
}

/// −m⁻¹ mod 2^128 for an odd m of at least two limbs.
fn negated_inverse(m: &[u64]) -> [u64; 2] {
    // a Newton step doubles the 64 correct bits of the inverse
    let low = u128::from(m[0]) | u128::from(m[1]) << 64;
    let inverse = u128::from(limb::inverse_limb(m[0]));
    let inverse = inverse.wrapping_mul(2u128.wrapping_sub(low.wrapping_mul(inverse))).wrapping_neg();
    [inverse as u64, (inverse >> 64) as u64]
}

impl Adx {
    /// The kernel, if this CPU can run it. Without `std`, only a build that requires the three features has the kernel.
    #[must_use]
    pub fn detect() -> Option<Self> {
        #[cfg(feature = "std")]
        let can = std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("adx")
            && std::arch::is_x86_feature_detected!("avx2");
        #[cfg(not(feature = "std"))]
        let can = cfg!(all(target_feature = "bmi2", target_feature = "adx", target_feature = "avx2"));
        can.then(|| Self { wide: Ifma::detect() })
    }

    /// out = entry `index` of `table`; entries are as long as `out`. Reads the whole table.
    /// Public for the fields of modexp-fields.
    #[doc(hidden)]
    pub fn look_up(self, out: &mut [u64], table: &[u64], index: usize) {
        match self.wide {
            Some(wide) if out.len() >= 8 => look_up_wide(wide, out, table, index),
            // SAFETY: `Adx` proves avx2.
            _ if out.len().is_multiple_of(4) => unsafe { select::select(out, table, core::hint::black_box(index)) },
            _ => limb::select(out, table, index),
        }
    }

    /// t = a·b for equal lengths.
    fn mul(self, t: &mut [u64], a: &[u64], b: &[u64]) {
        let n = a.len();
        t[..n].fill(0);
        for (i, block) in a.chunks(8).enumerate() {
            self.row_block(&mut t[8 * i..8 * i + block.len() + n], block, b);
        }
    }

    /// t = a².
    fn sqr(self, t: &mut [u64], a: &[u64]) {
        let n = a.len();
        t[..n].fill(0);
        for i in (0..n).step_by(8) {
            let width = (n - i).min(8);
            self.row_block_of_square(&mut t[2 * i..n + i + width], &a[i..], width);
        }
        self.double_and_square(t, a);
    }

    /// out = t·R⁻¹ mod m for t < R·m in 2n limbs; out < m.
    fn reduce(self, out: &mut [u64], t: &mut [u64], m: &AdxModulus) {
        let (m, m0_inv) = m.split();
        let n = m.len();
        let mut carry = 0;
        for i in (0..n).step_by(8) {
            let width = (n - i).min(8);
            carry = self.reduce_row_block(&mut t[i..i + n + width], m, width, m0_inv, carry);
        }

        // the upper half is below 2m: subtract m once, and keep the difference unless it borrows
        let t = &t[n..];
        let keep = limb::mask(self.subtract(out, t, m, carry) & 1);
        for (out, &t) in out.iter_mut().zip(t) {
            *out = (t & keep) | (*out & !keep);
        }
    }
}

impl Kernel for Adx {
    type Word = u64;
    type Modulus = AdxModulus;

    const RADIX: u32 = 64;
    const LANES: usize = 1;
    const HEADROOM: u32 = 0;

    fn digits(bits: usize) -> usize {
        bits.div_ceil(256) * 4
    }

    fn scratch_words(digits: usize) -> usize {
        2 * digits
    }

    fn modulus(self, moduli: &[&[u64]], digits: usize) -> AdxModulus {
        let mut m = Zeroizing::new(limb::resize(moduli[0], digits + 2));
        let inverse = negated_inverse(&m);
        m[digits..].copy_from_slice(&inverse);
        AdxModulus(m)
    }

    fn mont_mul(self, out: &mut [u64], a: &[u64], b: &[u64], m: &AdxModulus, scratch: &mut [u64]) {
        let t = &mut scratch[..2 * a.len()];
        self.mul(t, a, b);
        self.reduce(out, t, m);
    }

    fn mont_sqr(self, out: &mut [u64], a: &[u64], m: &AdxModulus, scratch: &mut [u64]) {
        let t = &mut scratch[..2 * a.len()];
        self.sqr(t, a);
        self.reduce(out, t, m);
    }

    fn mont_sqr_n(self, a: &mut [u64], count: u64, _tmp: &mut [u64], m: &AdxModulus, scratch: &mut [u64]) {
        let t = &mut scratch[..2 * a.len()];
        for _ in 0..count {
            self.sqr(t, a);
            self.reduce(a, t, m);
        }
    }

    fn select(self, out: &mut [u64], table: &[u64], index: &[usize]) {
        self.look_up(out, table, index[0]);
    }

    fn from_limbs(out: &mut [u64], limbs: &[u64], _lane: usize) {
        let n = out.len().min(limbs.len());
        out[..n].copy_from_slice(&limbs[..n]);
        out[n..].fill(0);
    }

    fn to_limbs(limbs: &mut [u64], a: &[u64], _lane: usize) {
        let n = a.len().min(limbs.len());
        limbs[..n].copy_from_slice(&a[..n]);
        limbs[n..].fill(0);
    }
}
