//! Residues in D digits in radix 2^RADIX, for WebAssembly: it has no carry flag.
//!
//! A column of a product and of its reduction is one sum of products of two digits, without a carry. The carry from below comes
//! last, so the sum does not wait for it. The code is written over [`ColumnWord`]: [`Word`] sums digits of 29 bits in words, and
//! [`WideWord`] digits of 58 bits in double words, for engines with wide arithmetic. The tests try all operands in words of a few
//! bits, and prove products and sums for all inputs.
//!
//! **Order.** In wide arithmetic, loops over the products of a column are written out, too. LLVM then adds each product to the sum
//! at once. From loops that it unrolls, it computes all products of a column first. An engine keeps them in memory, and takes 1.4
//! times as many instructions for seven digits of 58 bits.
//!
//! **Range.** Residues are below 2p and R = 2^(RADIX·D) ≥ 4p, so that a product needs no last subtraction:
//! a, b < 2p and Q < R give (a·b + Q·p)/R < (2p)²/R + p ≤ 2p. Digits are complete, below 2^RADIX.
//!
//! **Known primes.** P-256, P-384 and P-521 are sums of few powers of two in signed digits, and in digits of 29 bits secp256k1, too.
//! So reductions multiply by 0 or by a shift, except for 977.
//!
//! **Sums.** s = a + b or a − b + 2p is below 4p. Its leading bits give a quotient q, see [`Leading`], with 0 ≤ s − q·p < 2p, and one
//! chain of carries makes the digits of s − q·p.

mod gaussian;
mod lazy;
#[cfg(all(test, not(miri)))]
mod proofs;
#[cfg(test)]
mod tests;
mod word;

use super::inverse;
use super::ops::{Choice, DoubleWidth, FieldOps};
use super::params::Params;
use super::portable::only;
use core::array::from_fn;
pub use gaussian::{GaussianOps, LazyGaussian, Pair, RESIDUE_TERMS, SQUARE_TERMS};
pub use lazy::{LazyDigits, PRODUCT_TERMS, SUM_TERMS};
use modexp_limbs::{limb, radix};
use word::mask;
pub use word::{ColumnWord, MU_BITS, RADIX, SignedWord, WIDE_RADIX, WideWord, Word};

/// The number of leading bits of p that estimate quotients; a shorter p has fewer.
const LEADING: usize = 26;

/// A field of primes of N limbs on D digits.
#[derive(Clone, Copy, Debug)]
pub struct DigitField<C: ColumnWord, const N: usize, const D: usize> {
    params: Params<N>,
    /// −p⁻¹ mod 2^RADIX.
    m0_inv: C::Word,
    p: [C::Word; D],
    /// 2p.
    double_p: [C::Word; D],
    /// R mod p.
    one: [C::Word; D],
    /// R² mod p.
    rr: [C::Word; D],
    leading: Leading,
    /// The index in [`ColumnWord::KNOWN`], or [`ANY`].
    known: usize,
}

/// The index of a prime that is not one of [`ColumnWord::KNOWN`].
const ANY: usize = usize::MAX;

/// Whether a field of D digits may have the prime of this index in [`ColumnWord::KNOWN`].
const fn is_known<C: ColumnWord, const D: usize>(prime: usize) -> bool {
    cfg!(feature = "known-primes") && prime < C::KNOWN.len() && D == C::KNOWN[prime].digits.len()
}

/// Digit i of the prime of this index in [`ColumnWord::KNOWN`]; `None` for [`ANY`].
#[inline(always)]
fn known_digit<C: ColumnWord>(prime: usize, i: usize) -> Option<i64> {
    C::KNOWN.get(prime).map(|known| known.digits.get(i).copied().unwrap_or(0))
}

/// The estimate of ⌊s/p⌋ from the leading bits of s < 4p, which start at bit `shift` of digits `digit` and `digit − 1`.
///
/// q = ⌊(L − 1)·μ/2^58⌋ for these bits L. Columns below may be negative, so it takes 1 from L. `proofs::quotients_of_sums_are_in_range`
/// proves 0 ≤ s − q·p < 2p for every p.
#[derive(Clone, Copy, Debug)]
struct Leading {
    digit: usize,
    shift: u32,
    /// ⌊2^MU_BITS/(leading bits of p + 1)⌋.
    mu: u64,
}

/// The most digits: `each` writes them out.
const MAX_DIGITS: usize = 23;

/// Runs `$body` for each digit or column `$k` from `$from` to `$to`, written out.
macro_rules! each {
    (digit $k:ident, $from:expr, $to:expr, $body:block) => {
        if C::WRITTEN_OUT {
            each!(@ $k, $from, $to, $body, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22);
        } else {
            for $k in $from..$to $body
        }
    };
    (column $k:ident, $from:expr, $to:expr, $body:block) => {
        each!(@ $k, $from, $to, $body,
            0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44);
    };
    (term $k:ident, $from:expr, $to:expr, $body:block) => {
        each!(@ $k, $from, $to, $body, 0 1 2 3);
    };
    (@ $k:ident, $from:expr, $to:expr, $body:block, $($i:literal)*) => {
        $(if $from <= $i && $i < $to {
            let $k = $i;
            $body
        })*
    };
}

use each;

/// Calls a method for the field's prime, with its index in [`ColumnWord::KNOWN`].
macro_rules! by_prime {
    ($field:ident.$method:ident($($argument:expr),*)) => {
        // drops the cases that a field or a module does not need
        match $field.known {
            0 if is_known::<C, D>(0) => $field.$method::<0>($($argument),*),
            1 if is_known::<C, D>(1) => $field.$method::<1>($($argument),*),
            2 if is_known::<C, D>(2) => $field.$method::<2>($($argument),*),
            3 if is_known::<C, D>(3) => $field.$method::<3>($($argument),*),
            _ => $field.$method::<ANY>($($argument),*),
        }
    };
}

impl<C: ColumnWord, const N: usize, const D: usize> DigitField<C, N, D> {
    /// The field of this prime; `None` if 4p > 2^(RADIX·D).
    #[must_use]
    pub fn new(params: Params<N>) -> Option<Self> {
        const { assert!(D >= 2 && D <= MAX_DIGITS) }
        let bits = C::RADIX as usize * D;
        if limb::bit_len(&params.p) + 2 > bits {
            return None;
        }
        // 2p may have a bit more than N limbs
        let double_p = from_fn(|i| {
            let offset = C::RADIX as usize * i;
            let below = if i == 0 { 0 } else { limb::bits_at(&params.p, offset - 1, 1) };
            C::word((limb::bits_at(&params.p, offset, C::RADIX) << 1 | below) & mask::<C>())
        });
        Some(Self {
            m0_inv: C::word(params.inverse[0] & mask::<C>()),
            p: digits::<C, N, D>(&params.p),
            double_p,
            one: digits::<C, N, D>(&params.power_of_two(bits)),
            rr: digits::<C, N, D>(&params.power_of_two(2 * bits)),
            leading: Leading::new(&params.p, C::RADIX),
            known: C::KNOWN.iter().position(|known| known.is::<C>(&params.p, D)).unwrap_or(ANY),
            params,
        })
    }

    /// s − q·p in digits, for columns of a number 0 ≤ s < 4p.
    #[inline(always)]
    fn reduce_sum(&self, s: impl Fn(usize) -> C::Word) -> [C::Word; D] {
        by_prime!(self.reduce_sum_by(s))
    }

    /// s − q·p in digits, by multiples of the prime of index P in [`ColumnWord::KNOWN`].
    #[inline(always)]
    fn reduce_sum_by<const P: usize>(&self, s: impl Fn(usize) -> C::Word) -> [C::Word; D] {
        let Leading { digit, shift, mu } = self.leading;
        let q = C::estimate(s(digit), s(digit - 1), shift, mu);
        let mut out = [C::word(0); D];
        let mut carry = C::word(0);
        for i in 0..D {
            let column = C::add(self.sub_multiple::<P>(s(i), q, i), carry);
            carry = C::signed_carry(column);
            out[i] = if i < D - 1 { C::digit(column) } else { C::top_digit(column) };
        }
        out
    }

    /// acc − q·p_i for a small q and the prime of index P in [`ColumnWord::KNOWN`].
    #[inline(always)]
    fn sub_multiple<const P: usize>(&self, acc: C::Word, q: C::Word, i: usize) -> C::Word {
        match known_digit::<C>(P, i) {
            None => C::mul_sub(acc, q, self.p[i]),
            Some(0) => acc,
            Some(digit) if digit > 0 => C::mul_sub(acc, q, C::word(digit as u64)),
            Some(digit) => C::sub(acc, C::mul_sub(C::word(0), q, C::word(digit.unsigned_abs()))),
        }
    }

    #[inline(always)]
    fn add_in(&self, a: &[C::Word; D], b: &[C::Word; D]) -> [C::Word; D] {
        self.reduce_sum(|i| C::add(a[i], b[i]))
    }

    /// a/2. Adding p makes an odd a even, and leaves it below 3p.
    #[inline(always)]
    fn half_in(&self, a: &[C::Word; D]) -> [C::Word; D] {
        let odd = limb::mask(C::odd(a[0]));
        let mut even = [C::word(0); D];
        let mut carry = C::word(0);
        for i in 0..D {
            let column = C::add(C::add(a[i], C::select(C::word(0), self.p[i], odd)), carry);
            carry = C::carry(column);
            even[i] = if i < D - 1 { C::digit(column) } else { C::top_digit(column) };
        }
        from_fn(|i| C::half(even[i], if i + 1 < D { even[i + 1] } else { C::word(0) }))
    }

    #[inline(always)]
    fn sub_in(&self, a: &[C::Word; D], b: &[C::Word; D]) -> [C::Word; D] {
        self.reduce_sum(|i| C::add(C::sub(a[i], b[i]), self.double_p[i]))
    }

    /// acc + q·p_i for a quotient q and the prime of index P in [`ColumnWord::KNOWN`].
    #[inline(always)]
    fn add_multiple<const P: usize>(&self, acc: C::Column, q: C::Word, i: usize) -> C::Column {
        match known_digit::<C>(P, i) {
            None => C::add_product(acc, q, self.p[i]),
            Some(0) => acc,
            Some(digit) if digit > 0 => C::add_product(acc, q, C::word(digit as u64)),
            Some(digit) => C::sub_product(acc, q, C::word(digit.unsigned_abs())),
        }
    }

    /// acc + `Σ q[i]·p[k−i]` over from ≤ i < to.
    #[inline(always)]
    fn add_multiples<const P: usize>(
        &self,
        mut acc: C::Column,
        q: &[C::Word; D],
        k: usize,
        from: usize,
        to: usize,
    ) -> C::Column {
        if P == ANY {
            each!(digit i, from, to, {
                acc = self.add_multiple::<P>(acc, q[i], k - i);
            });
        } else {
            // goes by the digits of p, because most of them are 0
            each!(column j, 0, D, {
                if from + j <= k && k < to + j {
                    acc = self.add_multiple::<P>(acc, q[k - j], j);
                }
            });
        }
        acc
    }

    /// t·R⁻¹ of the number t with column k = acc + … for `add_column(acc, k)`.
    #[inline(always)]
    fn reduce(&self, add_column: impl Fn(C::Column, usize) -> C::Column) -> [C::Word; D] {
        by_prime!(self.reduce_by(add_column))
    }

    /// t·R⁻¹ by multiples of the prime of index P in [`ColumnWord::KNOWN`]. Columns of known primes have signs.
    #[inline(always)]
    fn reduce_by<const P: usize>(&self, add_column: impl Fn(C::Column, usize) -> C::Column) -> [C::Word; D] {
        let m0_inv = C::KNOWN.get(P).map_or(self.m0_inv, |known| C::word(known.m0_inv));
        let carry = if P == ANY { C::column_carry } else { C::signed_column_carry };
        let zero = C::column(C::word(0));
        let (mut q, mut out) = ([C::word(0); D], [C::word(0); D]);
        let mut acc = zero;
        each!(column k, 0, D, {
            let mut sum = add_column(zero, k);
            sum = self.add_multiples::<P>(sum, &q, k, 0, k);
            acc = C::add_columns(acc, sum);
            // the multiple of p that makes the column zero
            q[k] = C::quotient(acc, m0_inv);
            acc = carry(self.add_multiple::<P>(acc, q[k], 0));
        });
        each!(column k, D, 2 * D - 1, {
            let mut sum = add_column(zero, k);
            sum = self.add_multiples::<P>(sum, &q, k, k + 1 - D, D);
            acc = C::add_columns(acc, sum);
            out[k - D] = C::low_digit(acc);
            acc = carry(acc);
        });
        out[D - 1] = C::top_digit(C::low_word(add_column(acc, 2 * D - 1)));
        out
    }

    /// a·b·R⁻¹.
    #[inline(always)]
    fn mul_in(&self, a: &[C::Word; D], b: &[C::Word; D]) -> [C::Word; D] {
        self.reduce(|acc, k| add_product_column::<C, D>(acc, a, b, k))
    }

    /// a²·R⁻¹.
    #[inline(always)]
    fn sqr_in(&self, a: &[C::Word; D]) -> [C::Word; D] {
        self.reduce(|acc, k| add_square_column::<C, D>(acc, a, k))
    }

    /// The digits of the number of double width with these columns.
    #[inline(always)]
    fn wide(&self, add_column: impl Fn(C::Column, usize) -> C::Column) -> DoubleWidth<C::Word, D> {
        let zero = C::column(C::word(0));
        let mut out = [[C::word(0); D]; 2];
        let mut acc = zero;
        each!(column k, 0, 2 * D - 1, {
            acc = C::add_columns(acc, add_column(zero, k));
            out[k / D][k % D] = C::low_digit(acc);
            acc = C::column_carry(acc);
        });
        out[1][D - 1] = C::top_digit(C::low_word(acc));
        out
    }

    /// The difference of two numbers of double width below R·p, or their sum, modulo R·p, from its columns.
    #[inline(always)]
    fn reduce_wide(&self, column: impl Fn(usize, usize) -> C::Word, difference: bool) -> DoubleWidth<C::Word, D> {
        let mut low = [C::word(0); D];
        let mut carry = C::word(0);
        for i in 0..D {
            let sum = C::add(column(0, i), carry);
            low[i] = C::digit(sum);
            carry = C::signed_carry(sum);
        }
        let mut high = from_fn(|i| column(1, i));
        high[0] = C::add(high[0], carry);
        let high = if difference {
            first_not_negative::<C, D>(&high, &from_fn(|i| C::add(high[i], self.p[i])))
        } else {
            first_not_negative::<C, D>(&from_fn(|i| C::sub(high[i], self.p[i])), &high)
        };
        [low, high]
    }

    /// a mod p, for a ≤ p.
    #[inline(always)]
    fn canonical(&self, a: &[C::Word; D]) -> [C::Word; D] {
        first_not_negative::<C, D>(&from_fn(|i| C::sub(a[i], self.p[i])), a)
    }

    /// Whether each digit is below 2^RADIX and the number is below 2p.
    fn in_range(&self, a: &[C::Word; D]) -> bool {
        Self::below(a, &self.double_p)
    }

    fn below(a: &[C::Word; D], bound: &[C::Word; D]) -> bool {
        let number = |x: &[C::Word; D]| from_fn::<u64, D, _>(|i| C::value(x[D - 1 - i]));
        number(a).iter().all(|&digit| digit <= mask::<C>()) && number(a) < number(bound)
    }
}

impl Leading {
    fn new(p: &[u64], radix: u32) -> Self {
        let (bits, radix) = (limb::bit_len(p), radix as usize);
        // 2p has its top bit in this digit
        let digit = (bits / radix).max(1);
        let lowest = bits.saturating_sub(LEADING).max(radix * (digit - 1));
        let leading = limb::bits_at(p, lowest, (bits - lowest) as u32);
        Self { digit, shift: (lowest - radix * (digit - 1)) as u32, mu: (1 << MU_BITS) / (leading + 1) }
    }
}

/// out\[i] = f(i), written out: loops that the compiler does not unroll keep sums in memory.
#[inline(always)]
fn digitwise<C: ColumnWord, const D: usize>(f: impl Fn(usize) -> C::Word) -> [C::Word; D] {
    let mut out = [C::word(0); D];
    each!(column i, 0, D, {
        out[i] = f(i);
    });
    out
}

/// acc + column k of a·b.
#[inline(always)]
fn add_product_column<C: ColumnWord, const D: usize>(
    mut acc: C::Column,
    a: &[C::Word; D],
    b: &[C::Word; D],
    k: usize,
) -> C::Column {
    each!(digit i, (k + 1).saturating_sub(D), D.min(k + 1), {
        acc = C::add_product(acc, a[i], b[k - i]);
    });
    acc
}

/// acc − column k of a·b.
#[inline(always)]
fn sub_product_column<C: ColumnWord, const D: usize>(
    mut acc: C::Column,
    a: &[C::Word; D],
    b: &[C::Word; D],
    k: usize,
) -> C::Column {
    each!(digit i, (k + 1).saturating_sub(D), D.min(k + 1), {
        acc = C::sub_product(acc, a[i], b[k - i]);
    });
    acc
}

/// acc + column k of a², each off-diagonal product once, by a doubled digit.
#[inline(always)]
fn add_square_column<C: ColumnWord, const D: usize>(mut acc: C::Column, a: &[C::Word; D], k: usize) -> C::Column {
    each!(digit i, (k + 1).saturating_sub(D), k.div_ceil(2), {
        acc = C::add_product(acc, C::double(a[i]), a[k - i]);
    });
    if k.is_multiple_of(2) && k / 2 < D { C::add_product(acc, a[k / 2], a[k / 2]) } else { acc }
}

/// `first` unless it is negative, else `second`, which is then not negative.
#[inline(always)]
fn first_not_negative<C: ColumnWord, const D: usize>(first: &[C::Word; D], second: &[C::Word; D]) -> [C::Word; D] {
    let (mut a, mut b) = (*first, *second);
    for i in 1..D {
        a[i] = C::add(a[i], C::signed_carry(a[i - 1]));
        b[i] = C::add(b[i], C::signed_carry(b[i - 1]));
    }
    let mask = limb::mask(C::negative(a[D - 1]));
    for i in 0..D {
        let x = C::select(a[i], b[i], mask);
        a[i] = if i < D - 1 { C::digit(x) } else { C::top_digit(x) };
    }
    a
}

fn digits<C: ColumnWord, const N: usize, const D: usize>(x: &[u64; N]) -> [C::Word; D] {
    from_fn(|i| C::word(limb::bits_at(x, C::RADIX as usize * i, C::RADIX)))
}

impl<C: ColumnWord, const N: usize, const D: usize> FieldOps for DigitField<C, N, D> {
    type Element = [C::Word; D];
    type Wide = DoubleWidth<C::Word, D>;

    const LANES: usize = 1;
    const RANGE: u64 = 2;
    const WORDS: usize = D.div_ceil(C::PER_WORD);

    fn prime(&self) -> &[u64] {
        &self.params.p
    }

    fn zero(&self) -> Self::Element {
        [C::word(0); D]
    }

    fn one(&self) -> Self::Element {
        self.one
    }

    // long: conversions and inverses call it, and would hold copies
    #[inline(never)]
    fn mul(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        debug_assert!(self.in_range(a) && self.in_range(b));
        let out = self.mul_in(a, b);
        debug_assert!(self.in_range(&out));
        out
    }

    fn sqr(&self, a: &Self::Element) -> Self::Element {
        debug_assert!(self.in_range(a));
        let out = self.sqr_in(a);
        debug_assert!(self.in_range(&out));
        out
    }

    fn add(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        debug_assert!(self.in_range(a) && self.in_range(b));
        let out = self.add_in(a, b);
        debug_assert!(self.in_range(&out));
        out
    }

    fn sub(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        debug_assert!(self.in_range(a) && self.in_range(b));
        let out = self.sub_in(a, b);
        debug_assert!(self.in_range(&out));
        out
    }

    fn half(&self, a: &Self::Element) -> Self::Element {
        debug_assert!(self.in_range(a));
        let out = self.half_in(a);
        debug_assert!(self.in_range(&out));
        out
    }

    fn cmov(&self, a: &Self::Element, other: &Self::Element, choice: Choice) -> Self::Element {
        let mask = limb::mask(u64::from(choice.bits() & 1));
        from_fn(|i| C::select(a[i], other[i], mask))
    }

    fn is_zero(&self, a: &Self::Element) -> Choice {
        debug_assert!(self.in_range(a));
        // 0 or p
        let (mut any, mut differ) = (0, 0);
        for i in 0..D {
            any |= C::value(a[i]);
            differ |= C::value(a[i]) ^ C::value(self.p[i]);
        }
        Choice::from_bits((limb::is_zero(&[any]) | limb::is_zero(&[differ])) as u8)
    }

    fn mul_wide(&self, a: &Self::Element, b: &Self::Element) -> Self::Wide {
        debug_assert!(self.in_range(a) && self.in_range(b));
        self.wide(|acc, k| add_product_column::<C, D>(acc, a, b, k))
    }

    fn sqr_wide(&self, a: &Self::Element) -> Self::Wide {
        debug_assert!(self.in_range(a));
        self.wide(|acc, k| add_square_column::<C, D>(acc, a, k))
    }

    fn add_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
        debug_assert!(Self::below(&a[1], &self.p) && Self::below(&b[1], &self.p));
        self.reduce_wide(|half, i| C::add(a[half][i], b[half][i]), false)
    }

    fn sub_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
        debug_assert!(Self::below(&a[1], &self.p) && Self::below(&b[1], &self.p));
        self.reduce_wide(|half, i| C::sub(a[half][i], b[half][i]), true)
    }

    #[inline(never)]
    fn redc(&self, t: &Self::Wide) -> Self::Element {
        debug_assert!(Self::below(&t[1], &self.p));
        let out = self.reduce(|acc, k| C::add_columns(acc, C::column(t[k / D][k % D])));
        debug_assert!(self.in_range(&out));
        out
    }

    #[inline]
    fn read(&self, words: &[u64]) -> Self::Element {
        assert!(words.len() == Self::WORDS, "a word for each PER_WORD digits");
        let bits = 64 / C::PER_WORD;
        from_fn(|i| C::word(words[i / C::PER_WORD] >> (bits * (i % C::PER_WORD)) & mask::<C>()))
    }

    #[inline]
    fn write(&self, words: &mut [u64], a: &Self::Element) {
        assert!(words.len() == Self::WORDS, "a word for each PER_WORD digits");
        let digit = |i: usize| if i < D { C::value(a[i]) } else { 0 };
        for (i, word) in words.iter_mut().enumerate() {
            let first = C::PER_WORD * i;
            *word = digit(first) | if C::PER_WORD == 2 { digit(first + 1) << 32 } else { 0 };
        }
    }

    fn from_limbs(&self, x: &[&[u64]]) -> Self::Element {
        digits::<C, N, D>(&only(x))
    }

    fn to_limbs(&self, out: &mut [u64], a: &Self::Element, lane: usize) {
        assert!(out.len() == N && lane == 0);
        radix::to_limbs(out, C::RADIX, D, |i| C::value(a[i]));
    }

    fn to_mont(&self, a: &Self::Element) -> Self::Element {
        self.mul(a, &self.rr)
    }

    fn from_mont(&self, a: &Self::Element) -> Self::Element {
        debug_assert!(self.in_range(a));
        // (a·1 + Q·p)/R < 1 + p. `redc` is a bit faster, but modules of curves have no other use for it
        let mut unit = self.zero();
        unit[0] = C::word(1);
        self.canonical(&self.mul(a, &unit))
    }

    /// Inverts on limbs.
    fn invert(&self, a: &Self::Element) -> Self::Element {
        inverse::invert_on_limbs(self, a, &self.params)
    }
}
