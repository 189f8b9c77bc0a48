//! `ifma`: AVX-512 IFMA on one number, eight digits in radix 2^52 to a vector; `ifma_x2`: on two numbers, four digits
//! of each.
//!
//! `vpmadd52luq` and `vpmadd52huq` add the low and the high 52 bits of eight products of 52-bit digits to eight 64-bit
//! accumulators, two instructions per cycle. For a single number, Montgomery's quotient limits the speed. Digit by
//! digit, the quotient leaves the vector, is multiplied by −m⁻¹, and goes back to all lanes. Nothing else can run for
//! these 30 cycles or so.
//!
//! **A block of eight quotients without a multiplication** (quotient elimination, Orup 1995). Let B = 2^416, the weight
//! of one vector. (With two numbers B = 2^208, and a block has four quotients. The numbers share each instruction and
//! do not interact.) Every odd m has a Montgomery-friendly multiple M = m·n with M ≡ −1 mod B, n < B. With
//! F = (M + 1)/B and Q = T mod B,
//!
//! ```text
//! (T + Q·M)/B = ⌊T/B⌋ + Q·F
//! ```
//!
//! So the eight quotient digits are the lowest vector itself, after its carries are propagated, and F has no more
//! digits than m. Either n or B − n is below B/2. In the second case M ≡ +1, F = (M − 1)/B, and Q = −T mod B. Q
//! consists of the complements of the digits of T, if B^(v−1) − 1 is added to T beforehand. `complement` selects this
//! case. It takes no time.
//!
//! **The last block** uses m itself, Q = −T·m⁻¹ mod B, since M is eight digits too long for a result. Let T = X + Q'·F
//! with Q' the quotient of the block before. Then Q = X·n' + Q'·(n'·F mod B) mod B with n' = −m⁻¹ mod B. X is known one
//! block ahead, so the chain of this block is no longer than the others.
//!
//! **Range.** Over all blocks, out ≤ T/R + m/2 + m. In range means below 4m, and R ≥ 16m. So two elements in range give
//! out < m + 1.5m, and any a < R with b below 2.5m gives out < 4m.
//!
//! **Columns.** Row i of a product is digit a_i in all lanes times b, i digits up. The code takes rows in blocks of
//! eight. The operand contains the shift s within a block: it is the vector of b's digits from 8j − s up. An element
//! has a zero vector before and after its digits, so the operand is one unaligned load, or the code joins it from two
//! aligned loads. It feeds two multiplications (low products of digit s, high products of digit s − 1). Aligned tables
//! hold all shifts of F and m, and of one factor if two numbers share a vector. Six columns at a time stay in registers
//! (`tile`).
//!
//! **Order.** The core looks about a hundred vector instructions ahead. The lowest column of a block comes first, then
//! its carries. The other columns and the next rows of a·b fill the wait. Compilers would order the instructions by
//! register pressure. So each multiplication is an `asm!` statement, and the compiler keeps their order.
//!
//! **Accumulators.** A column gains 16 products below 2^52 from each block of rows and from each quotient: 2^63 in 64
//! blocks. A square doubles the rows, which gives 1.5·2^63. So `carry_pass` runs every 64 blocks. Smaller numbers never
//! need it.
#![allow(
    unsafe_op_in_unsafe_fn,
    reason = "one contract for these files: a value of Vectors proves the instructions, and mont_mul and mont_sqr have \
              checked that every element, table and scratch holds the words that `IfmaModulus::vectors` implies"
)]
#![allow(clippy::absurd_extreme_comparisons, reason = "conditions on the constants of unrolled loops")]
#![allow(clippy::wildcard_imports, reason = "the intrinsics, and the helpers that give them names")]

#[cfg(all(test, not(miri)))]
mod bounds;
pub mod modulus;
mod product;
mod reduction;
mod rows;
mod scratch;
mod select;
mod square;
#[cfg(test)]
pub(super) mod tests;
pub(super) mod vector;

use crate::kernel::Kernel;
use modexp_limbs::radix;
use modulus::IfmaModulus;
use scratch::Scratch;
use vector::{Groups, MASK, RADIX, WORDS};

/// Zero words before and after an element's digits.
const PAD: usize = WORDS;

/// The kernel for N numbers, 1 or 2, side by side in each vector. A value proves that the CPU has AVX-512 IFMA.
#[derive(Clone, Copy, Debug)]
pub struct Vectors<const N: usize>(());

/// The kernel for one number.
pub type Ifma = Vectors<1>;

/// The kernel for two numbers.
pub type IfmaX2 = Vectors<2>;

impl<const N: usize> Vectors<N> {
    /// The kernel, if this CPU can run it.
    #[must_use]
    pub fn detect() -> Option<Self> {
        #[cfg(feature = "std")]
        let found = std::is_x86_feature_detected!("avx512f")
            && std::is_x86_feature_detected!("avx512ifma")
            && std::is_x86_feature_detected!("avx512dq")
            && std::is_x86_feature_detected!("avx512bw");
        #[cfg(not(feature = "std"))]
        let found = cfg!(all(
            target_feature = "avx512f",
            target_feature = "avx512ifma",
            target_feature = "avx512dq",
            target_feature = "avx512bw"
        ));
        found.then_some(Self(()))
    }

    /// The kernel, for a proof that reads its code.
    ///
    /// # Safety
    /// Its operations must not run on a CPU without AVX-512 IFMA.
    #[cfg(feature = "emulated")]
    #[must_use]
    pub const unsafe fn assume() -> Self {
        Self(())
    }
}

impl<const N: usize> Kernel for Vectors<N> {
    type Word = u64;
    type Modulus = IfmaModulus<N>;

    const RADIX: u32 = RADIX;
    const LANES: usize = N;
    const ENTRIES_PER_PRODUCT: usize = 3;
    const HEADROOM: u32 = 4;

    fn digits(bits: usize) -> usize {
        let block = Groups::<N>::DIGITS;
        (bits + Self::HEADROOM as usize).div_ceil(RADIX as usize * block) * block
    }

    fn words(digits: usize) -> usize {
        N * digits + 2 * PAD
    }

    fn scratch_words(digits: usize) -> usize {
        Scratch::words::<N>(digits / Groups::<N>::DIGITS)
    }

    fn word_step(limbs: usize) -> usize {
        30 * limbs
    }

    fn modulus(self, moduli: &[&[u64]], digits: usize) -> IfmaModulus<N> {
        IfmaModulus::new(moduli, digits, RADIX, true)
    }

    fn mont_mul(self, out: &mut [u64], a: &[u64], b: &[u64], m: &IfmaModulus<N>, scratch: &mut [u64]) {
        m.check(out, a, scratch);
        m.check(out, b, scratch);
        let (out, a, b) = (out[PAD..].as_mut_ptr(), a[PAD..].as_ptr(), b[PAD..].as_ptr());
        // SAFETY: self proves the instructions; the lengths have been checked.
        unsafe { product::mul(out, a, b, m, Scratch::new(scratch, m.vectors)) }
    }

    fn mont_sqr(self, out: &mut [u64], a: &[u64], m: &IfmaModulus<N>, scratch: &mut [u64]) {
        m.check(out, a, scratch);
        let (out, a) = (out[PAD..].as_mut_ptr(), a[PAD..].as_ptr());
        // SAFETY: self proves the instructions; the lengths have been checked.
        unsafe { product::sqr(out, a, m, Scratch::new(scratch, m.vectors)) }
    }

    fn select(self, out: &mut [u64], table: &[u64], index: &[usize]) {
        assert!(table.len().is_multiple_of(out.len()) && out.len().is_multiple_of(WORDS));
        // SAFETY: self proves the instructions; `table` holds whole elements as long as `out`, in whole vectors.
        unsafe { select::select::<N>(out, table, index) }
    }

    fn from_limbs(out: &mut [u64], limbs: &[u64], lane: usize) {
        let digits = (out.len() - 2 * PAD) / N;
        out[..PAD].fill(0);
        out[PAD + N * digits..].fill(0);
        radix::from_limbs(limbs, RADIX, digits, |i, digit| out[word::<N>(i, lane)] = digit);
    }

    fn to_limbs(limbs: &mut [u64], a: &[u64], lane: usize) {
        radix::to_limbs(limbs, RADIX, (a.len() - 2 * PAD) / N, |i| a[word::<N>(i, lane)]);
    }
}

/// The word of an element with digit i of number `lane`.
fn word<const N: usize>(i: usize, lane: usize) -> usize {
    let block = Groups::<N>::DIGITS;
    PAD + i / block * WORDS + lane * block + i % block
}

impl<const N: usize> IfmaModulus<N> {
    fn check(&self, out: &[u64], a: &[u64], scratch: &[u64]) {
        let words = WORDS * self.vectors + 2 * PAD;
        assert!(out.len() >= words && a.len() >= words && scratch.len() >= Scratch::words::<N>(self.vectors));
        debug_assert!(a[..words].iter().all(|&digit| digit <= MASK));
        debug_assert!(a[..PAD].iter().chain(&a[words - PAD..words]).all(|&digit| digit == 0));
    }
}
