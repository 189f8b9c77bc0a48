//! Numbers of a fixed number of digits in straight-line code: `scalar`, 257 bits by `i64.mul`, on every engine, and the short forms
//! of `wide`, 286 and 518 bits by `i64.mul_wide_u`.
//!
//! A short number has too few columns for vectors: each step would wait for the step before. Here all columns and
//! quotient digits are local variables.
//!
//! **Product scanning.** Column k is `Σ a[i]·b[k−i]` and the products that the reduction adds to it: at most 2D
//! products and a carry, in a word for digits of 29 bits and in two words for digits of 58 bits. A square adds the products of
//! different digits once, doubled.
//!
//! **Order.** The loops over the products of a column are written out. LLVM then adds each product to the sum at once. From loops
//! that it unrolls, it computes all products of a column first, and an engine keeps them in memory.
//!
//! **Reduction by quotient elimination** (Orup 1995), B = 2^RADIX. With μ = −m⁻¹ mod B and f = (m·μ + 1)/B ≤ m, a number T
//! with the lowest digit d becomes (T + d·m·μ)/B = (T − d)/B + d·f: no multiplication comes between a digit and its
//! use. The code does this D − 1 times. The last digit takes the true quotient q = d·μ mod B and adds q·m.
//!
//! **Range.** The multiples of m·μ sum to less than B^(D − 1)·m·B, and q·m·B^(D − 1) is less than B·m·B^(D − 1). So out < ab/R + 2m
//! for R = B^D ≥ 16m: below 3m for ab < R·m, and so for a, b < 4m.
//!
//! Measured on Zen 3, ns per product / square: at 256 bits `scalar` takes 61/48 in Node 24 and 114/66 in Bun 1.4, five digits of 58 bits
//! 40/35 in V8 15 and 41/37 in Bun. At 512 bits nine of them take 110/91 and 149/127, and the loops of `wide` 211/170 and 195/150. A true
//! quotient for every digit of `scalar` takes 30.0/25.8 on Zen 5 where this code takes 26.8/21.3. Independent products take as long as
//! a chain of products: only the number of instructions counts.

use super::pair::Pair;
use crate::fused::{select, vector::Vector};
use crate::kernel::Kernel;
use core::fmt::Debug;
use core::marker::PhantomData;
use core::ops::{Add, Mul, Shr};
use modexp_limbs::limb;
use modexp_limbs::word::Word;
use zeroize::Zeroizing;

/// R ≥ 16m.
const HEADROOM: u32 = 4;

/// `scalar`, the kernel of every engine.
pub type Scalar = Short<u64, 9>;

/// The sum of a column.
pub trait Column:
    Copy
    + Debug
    + From<u64>
    + Add<Output = Self>
    + Mul<Output = Self>
    + Shr<u32, Output = Self>
    + PartialOrd
    + Send
    + Sync
    + 'static
{
    /// A digit in memory.
    type Word: Word + Into<u64>;

    /// Bits of a digit, B = 2^RADIX.
    const RADIX: u32;

    /// The largest digit.
    const MASK: u64 = (1 << Self::RADIX) - 1;

    /// Whether a square doubles digits, and not the sums of a column: fewer additions, but more values in registers.
    const DOUBLES_DIGITS: bool;

    /// A digit in memory.
    fn pack(digit: u64) -> Self::Word;

    /// The lower 64 bits.
    fn low(self) -> u64;
}

/// In words of 32 bits, table lookups are faster.
impl Column for u64 {
    type Word = u32;

    const RADIX: u32 = 29;
    const DOUBLES_DIGITS: bool = false;

    fn pack(digit: u64) -> u32 {
        digit as u32
    }

    fn low(self) -> u64 {
        self
    }
}

impl Column for u128 {
    type Word = u64;

    const RADIX: u32 = 58;
    const DOUBLES_DIGITS: bool = true;

    fn pack(digit: u64) -> u64 {
        digit
    }

    fn low(self) -> u64 {
        self as u64
    }
}

/// The kernel on D digits, with columns of type C.
#[derive(Clone, Copy, Debug)]
pub struct Short<C, const D: usize>(PhantomData<C>);

/// The modulus and the constants of its reduction.
#[derive(Clone)]
pub struct ShortModulus<const D: usize> {
    m: Zeroizing<[u64; D]>,
    /// f = (m·μ + 1)/B.
    f: Zeroizing<[u64; D]>,
    /// μ = −m⁻¹ mod B.
    mu: Zeroizing<u64>,
}

impl<C: Column, const D: usize> Short<C, D> {
    /// Bits of the longest modulus.
    pub const MAX_BITS: usize = D * C::RADIX as usize - HEADROOM as usize;

    /// The kernel. Every engine can run it on columns of one word; a build with columns of two words is for engines with wide
    /// arithmetic.
    #[must_use]
    pub fn detect() -> Option<Self> {
        Some(Self(PhantomData))
    }
}

impl<C: Column, const D: usize> Kernel for Short<C, D> {
    type Word = C::Word;
    type Modulus = ShortModulus<D>;

    const RADIX: u32 = C::RADIX;
    const LANES: usize = 1;
    const ENTRIES_PER_PRODUCT: usize = 4;
    const HEADROOM: u32 = HEADROOM;

    fn digits(_bits: usize) -> usize {
        D
    }

    /// Zeros above the digits fill whole vectors.
    fn words(_digits: usize) -> usize {
        D.next_multiple_of(size_of::<Pair>() / size_of::<C::Word>())
    }

    fn scratch_words(_digits: usize) -> usize {
        0
    }

    fn word_step(limbs: usize) -> usize {
        25 * limbs + 300
    }

    fn modulus(self, moduli: &[&[u64]], _digits: usize) -> ShortModulus<D> {
        const { assert!(D >= 2 && D <= MAX_DIGITS) }
        assert!(limb::bit_len(moduli[0]) <= Self::MAX_BITS, "a modulus of at most {} bits", Self::MAX_BITS);
        let mut m = Zeroizing::new([0; D]);
        modexp_limbs::radix::from_limbs(moduli[0], C::RADIX, D, |i, digit| m[i] = digit);
        let mu = Zeroizing::new(limb::inverse_limb(moduli[0][0]).wrapping_neg() & C::MASK);

        // m·μ + 1 is a multiple of B
        let mut f = Zeroizing::new([0; D]);
        let mut carry = (product::<C>(m[0], *mu) + C::from(1)) >> C::RADIX;
        for i in 1..D {
            let column = product::<C>(m[i], *mu) + carry;
            f[i - 1] = column.low() & C::MASK;
            carry = column >> C::RADIX;
        }
        f[D - 1] = carry.low();
        ShortModulus { m, f, mu }
    }

    fn mont_mul(
        self,
        out: &mut [C::Word],
        a: &[C::Word],
        b: &[C::Word],
        m: &ShortModulus<D>,
        _scratch: &mut [C::Word],
    ) {
        mont_product::<C, D, false>(packed_mut(out), packed(a), packed(b), m);
    }

    fn mont_sqr(self, out: &mut [C::Word], a: &[C::Word], m: &ShortModulus<D>, _scratch: &mut [C::Word]) {
        mont_product::<C, D, true>(packed_mut(out), packed(a), packed(a), m);
    }

    fn select(self, out: &mut [C::Word], table: &[C::Word], index: &[usize]) {
        select::select(out, table, Pair::splat(index[0] as u64));
    }

    fn from_limbs(out: &mut [C::Word], limbs: &[u64], _lane: usize) {
        modexp_limbs::radix::from_limbs(limbs, C::RADIX, D, |i, digit| out[i] = C::pack(digit));
    }

    fn to_limbs(limbs: &mut [u64], a: &[C::Word], _lane: usize) {
        modexp_limbs::radix::to_limbs(limbs, C::RADIX, D, |i| a[i].into());
    }
}

fn packed<W, const D: usize>(a: &[W]) -> &[W; D] {
    a.first_chunk().expect("an element")
}

fn packed_mut<W, const D: usize>(a: &mut [W]) -> &mut [W; D] {
    a.first_chunk_mut().expect("an element")
}

/// The most digits: `each` writes them and the columns of their product out.
const MAX_DIGITS: usize = 9;

/// Runs `$body` for each `$i` from `$from` to `$to`, written out.
macro_rules! each {
    ($i:ident, $from:expr, $to:expr, $body:block) => {
        each!(@ $i, $from, $to, $body, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);
    };
    (@ $i:ident, $from:expr, $to:expr, $body:block, $($n:literal)*) => {
        $(if $from <= $n && $n < $to {
            let $i = $n;
            $body
        })*
    };
}

#[inline(always)]
fn product<C: Column>(a: u64, b: u64) -> C {
    C::from(a) * C::from(b)
}

/// Column k of a·b, or of a² if `SQUARE`.
#[inline(always)]
fn column<C: Column, const D: usize, const SQUARE: bool>(a: &[u64; D], b: &[u64; D], k: usize) -> C {
    let (from, mut sum) = ((k + 1).saturating_sub(D), C::from(0));
    if !SQUARE {
        each!(i, from, D.min(k + 1), {
            sum = sum + product(a[i], b[k - i]);
        });
        return sum;
    }
    each!(i, from, k.div_ceil(2), {
        sum = sum + product(if C::DOUBLES_DIGITS { 2 * a[i] } else { a[i] }, a[k - i]);
    });
    let doubled = if C::DOUBLES_DIGITS { sum } else { sum + sum };
    if k.is_multiple_of(2) { doubled + product(a[k / 2], a[k / 2]) } else { doubled }
}

/// acc + the products that the eliminated digits add to column k: `Σ d[i]·f[k−1−i]`.
#[inline(always)]
fn add_eliminated<C: Column, const D: usize>(mut acc: C, d: &[u64; D], f: &[u64; D], k: usize) -> C {
    each!(i, k.saturating_sub(D), k.min(D - 1), {
        acc = acc + product(d[i], f[k - 1 - i]);
    });
    acc
}

/// out = T·R⁻¹ mod m for T = a·b, or for T = a² if `SQUARE`.
#[inline(never)]
fn mont_product<C: Column, const D: usize, const SQUARE: bool>(
    out: &mut [C::Word; D],
    a: &[C::Word; D],
    b: &[C::Word; D],
    modulus: &ShortModulus<D>,
) {
    let (a, b) = (&a.map(Into::into), &b.map(Into::into));
    debug_assert!(a.iter().chain(b).all(|&digit| digit <= C::MASK), "digits are below 2^{}", C::RADIX);
    let ShortModulus { m, f, mu } = modulus;
    let zero = C::from(0);
    // the last digit is never eliminated
    let mut d = [0; D];
    let mut carry = zero;
    each!(k, 0, D - 1, {
        let sum = add_eliminated(column::<C, D, SQUARE>(a, b, k), &d, f, k) + carry;
        d[k] = sum.low() & C::MASK;
        carry = sum >> C::RADIX;
    });

    let sum = add_eliminated(column::<C, D, SQUARE>(a, b, D - 1), &d, f, D - 1) + carry;
    let q = sum.low().wrapping_mul(**mu) & C::MASK;
    carry = (sum + product(q, m[0])) >> C::RADIX;

    each!(k, D, 2 * D - 1, {
        let sum = add_eliminated(column::<C, D, SQUARE>(a, b, k), &d, f, k) + product(q, m[k + 1 - D]) + carry;
        out[k - D] = C::pack(sum.low() & C::MASK);
        carry = sum >> C::RADIX;
    });
    out[D - 1] = C::pack(carry.low());
    debug_assert!(carry <= C::from(C::MASK), "the top digit is below 2^{}", C::RADIX);
}

#[cfg(test)]
mod bounds;
#[cfg(test)]
mod tests;
