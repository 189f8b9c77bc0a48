//! Residues in D digits with signs, for wide arithmetic: a sum is the sums of the digits.
//!
//! Sums take no carry and no quotient, and may be negative. A product takes sums of elements, and its carries make digits again.
//!
//! **Range.** An element is the result of a product, a conversion or a table. It is between −2p and 2p, and its digits are between
//! −2^RADIX and 2^RADIX. Operands are sums of at most [`SUM_TERMS`] elements, each of either sign. One reduction takes at most
//! [`PRODUCT_TERMS`] products of two elements. Then columns are below 2^127, as `proofs` has it, and R = 2^(RADIX·D) ≥ 2^15·p gives
//! |t/R| ≤ 384·4·p/2^15 < p/16: products are between −p/16 and 17p/16. modexp-curves counts the terms in its formulas.
//!
//! **p = 2^256 − c.** Digits have [`FOLD_RADIX`] bits, and R is 1. 2^260 ≡ 16c, so the upper columns are added to the lower ones by
//! one product each, as libsecp256k1 does: no quotient waits for the digit below it. Elements are between −2^259 and 2^261. In V8 on
//! Zen 3 a product takes 28 ns, and by Montgomery's reduction 40.

use super::gaussian::{GaussianOps, Pair, Products, SQUARE_TERMS, Square, Squares};
use super::word::{FOLD_RADIX, SIGNED_RADIX, SignedWord};
use super::{ColumnWord, DigitField, add_product_column, add_square_column, digitwise, each, first_not_negative};
use crate::prime::inverse;
use crate::prime::ops::{Choice, FieldOps};
use crate::prime::params::Params;
use crate::prime::portable::only;
use core::array::from_fn;
use modexp_limbs::{limb, radix};

type Signed = SignedWord<SIGNED_RADIX>;
type Folded = SignedWord<FOLD_RADIX>;

/// The most elements in a sum that is an operand of a product.
pub const SUM_TERMS: u64 = 16;

/// The most products of two elements in a reduction, for the operands a and b of each product (terms of a)·(terms of b) of them.
pub const PRODUCT_TERMS: u64 = 384;

/// Bits that a prime leaves in the digits.
pub(super) const ROOM: usize = 15;

/// The most bits of c.
pub(super) const FOLD_BITS: usize = 33;

/// A field of primes of N limbs on D digits with signs.
#[derive(Clone, Copy, Debug)]
pub struct LazyDigits<const N: usize, const D: usize> {
    /// The reduction of other primes; `p`, `one` and `rr` are those of this field.
    digits: DigitField<Signed, N, D>,
    /// c for p = 2^256 − c.
    c: Option<u64>,
}

impl<const N: usize, const D: usize> LazyDigits<N, D> {
    /// Whether the digits are those of 256 bits, with room for four more.
    const MAY_FOLD: bool = D * FOLD_RADIX as usize == 260;

    /// The field of this prime; `None` if 2^15·p > 2^(RADIX·D).
    #[must_use]
    pub fn new(params: Params<N>) -> Option<Self> {
        if limb::bit_len(&params.p) + ROOM > SIGNED_RADIX as usize * D {
            return None;
        }
        let mut field = Self { digits: DigitField::new(params)?, c: None };
        let (lowest, others) = params.p.split_first()?;
        let c = lowest.wrapping_neg();
        if Self::MAY_FOLD && c >> FOLD_BITS == 0 && others == [u64::MAX; 3] {
            field.c = Some(c);
            field.digits.p = field.of_limbs(&params.p);
            field.digits.one = from_fn(|i| u64::from(i == 0));
            field.digits.rr = field.digits.one;
        }
        Some(field)
    }

    /// The field with Montgomery's reduction, which GF(p²) takes.
    fn montgomery(&self) -> &DigitField<Signed, N, D> {
        debug_assert!(self.c.is_none(), "p = 2^256 − c has no pairing");
        &self.digits
    }

    fn radix(&self) -> u32 {
        if self.c.is_some() { FOLD_RADIX } else { SIGNED_RADIX }
    }

    fn of_limbs(&self, x: &[u64; N]) -> [u64; D] {
        from_fn(|i| limb::bits_at(x, self.radix() as usize * i, self.radix()))
    }

    /// t·R⁻¹ of the number t with column k = acc + … for `add_column(acc, k)`.
    #[inline(always)]
    fn reduce(&self, add_column: impl Fn(u128, usize) -> u128) -> [u64; D] {
        match self.c {
            Some(c) if Self::MAY_FOLD => fold::<Folded, D>(16 * c, add_column),
            _ => self.digits.reduce(add_column),
        }
    }

    /// x mod p in digits of C, for −p ≤ x < 2p.
    fn canonical<C: ColumnWord<Word = u64>>(&self, x: &[u64; D]) -> [u64; D] {
        let p = &self.digits.p;
        let x = first_not_negative::<C, D>(x, &self.add(x, p));
        first_not_negative::<C, D>(&self.sub(&x, p), &x)
    }

    /// x without the bits from 2^256 on, and c for each of them.
    fn without_top(mut x: [u64; D], c: u64) -> [u64; D] {
        const TOP_BITS: u32 = FOLD_RADIX - 4;
        let above = x[D - 1].cast_signed() >> TOP_BITS;
        x[D - 1] &= (1 << TOP_BITS) - 1;
        x[0] = Folded::add(x[0], above.cast_unsigned().wrapping_mul(c));
        x
    }

    /// Whether a product may take it.
    fn is_sum(a: &[u64; D]) -> bool {
        Self::is_sum_of(SUM_TERMS, a)
    }

    fn is_sum_of(terms: u64, a: &[u64; D]) -> bool {
        a.iter().all(|digit| digit.cast_signed().unsigned_abs() <= terms << SIGNED_RADIX)
    }
}

/// acc + column k of a·b + c·d.
#[inline(always)]
pub(super) fn add_two_products<C: ColumnWord, const D: usize>(
    acc: C::Column,
    [a, b, c, d]: [&[C::Word; D]; 4],
    k: usize,
) -> C::Column {
    add_product_column::<C, D>(add_product_column::<C, D>(acc, a, b, k), c, d, k)
}

/// t − q·(2^260 − 16c) in D digits of 52 bits, which may keep a carry in the second one, for the number t with column
/// k = acc + … for `add_column(acc, k)`.
#[inline(always)]
pub(super) fn fold<C: ColumnWord, const D: usize>(
    c_16: C::Word,
    add_column: impl Fn(C::Column, usize) -> C::Column,
) -> [C::Word; D] {
    let zero = C::column(C::word(0));
    let (mut high, mut out) = ([C::word(0); D], [C::word(0); D]);
    let mut acc = zero;
    each!(column k, D, 2 * D - 1, {
        acc = C::add_columns(acc, add_column(zero, k));
        high[k - D] = C::low_digit(acc);
        acc = C::column_carry(acc);
    });
    high[D - 1] = C::low_word(acc);
    acc = zero;
    each!(column k, 0, D, {
        acc = C::add_columns(acc, C::add_folded(add_column(zero, k), high[k], c_16));
        out[k] = C::low_digit(acc);
        acc = C::column_carry(acc);
    });
    let lowest = C::add_folded(C::column(out[0]), C::low_word(acc), c_16);
    out[0] = C::low_digit(lowest);
    out[1] = C::add(out[1], C::low_word(C::column_carry(lowest)));
    out
}

impl<const N: usize, const D: usize> GaussianOps for LazyDigits<N, D> {
    #[inline(always)]
    fn add_pairs(&self, a: &Pair<Self>, b: &Pair<Self>) -> Pair<Self> {
        [self.add(&a[0], &b[0]), self.add(&a[1], &b[1])]
    }

    #[inline(always)]
    fn sub_pairs(&self, a: &Pair<Self>, b: &Pair<Self>) -> Pair<Self> {
        [self.sub(&a[0], &b[0]), self.sub(&a[1], &b[1])]
    }

    #[inline(always)]
    fn add_turned(&self, a: &Pair<Self>, n: u32, b: &Pair<Self>) -> Pair<Self> {
        let factor = u64::from(n);
        let low = digitwise::<Signed, D>(|i| a[0][i].wrapping_add(b[0][i].wrapping_mul(factor)).wrapping_sub(b[1][i]));
        let high = digitwise::<Signed, D>(|i| a[1][i].wrapping_add(b[1][i].wrapping_mul(factor)).wrapping_add(b[0][i]));
        if n > 1 { self.reduce_pair(&[low, high]) } else { [low, high] }
    }

    #[inline(always)]
    fn reduce_pair(&self, a: &Pair<Self>) -> Pair<Self> {
        [self.montgomery().reduce_sum(|i| a[0][i]), self.montgomery().reduce_sum(|i| a[1][i])]
    }

    #[inline(always)]
    fn add_to_triple(&self, a: &Pair<Self>, n: i32, b: &Pair<Self>) -> Pair<Self> {
        let field = self.montgomery();
        [field.add_to_triple(&a[0], n, &b[0]), field.add_to_triple(&a[1], n, &b[1])]
    }

    #[inline(always)]
    fn mul_pairs(&self, a: &Pair<Self>, b: &Pair<Self>) -> Pair<Self> {
        debug_assert!(a.iter().chain(b).all(Self::is_sum));
        self.montgomery().reduce_each(&Products::new([a], [b]))
    }

    #[inline(always)]
    fn three_products(&self, a: [&Pair<Self>; 3], b: [&Pair<Self>; 3]) -> Pair<Self> {
        debug_assert!(a.into_iter().chain(b).flatten().all(Self::is_sum));
        self.montgomery().reduce_each(&Products::new(a, b))
    }

    #[inline(always)]
    fn sqr_pair(&self, a: &Pair<Self>) -> Pair<Self> {
        debug_assert!(a.iter().all(Self::is_sum));
        self.montgomery().reduce_each(&Square::new(a))
    }

    #[inline(always)]
    fn sqr_sum(&self, n: u32, a: &Pair<Self>, b: &Pair<Self>) -> [Pair<Self>; 2] {
        debug_assert!((1..10).contains(&n) && a.iter().chain(b).all(|a| Self::is_sum_of(SQUARE_TERMS, a)));
        let [a0, a1, b0, b1] = self.montgomery().reduce_each(&Squares::new(n, a, b));
        [[a0, a1], [b0, b1]]
    }
}

impl<const N: usize, const D: usize> FieldOps for LazyDigits<N, D> {
    type Element = [u64; D];
    /// Products are reduced at once.
    type Wide = [u64; D];

    const LANES: usize = 1;
    const RANGE: u64 = 2;
    const WORDS: usize = D;
    const SUM_TERMS: u64 = SUM_TERMS;

    fn prime(&self) -> &[u64] {
        &self.digits.params.p
    }

    fn zero(&self) -> [u64; D] {
        [0; D]
    }

    fn one(&self) -> [u64; D] {
        self.digits.one
    }

    // long: conversions and inverses call it, and would hold copies
    #[inline(never)]
    fn mul(&self, a: &[u64; D], b: &[u64; D]) -> [u64; D] {
        debug_assert!(Self::is_sum(a) && Self::is_sum(b));
        self.reduce(|acc, k| add_product_column::<Signed, D>(acc, a, b, k))
    }

    #[inline]
    fn sqr(&self, a: &[u64; D]) -> [u64; D] {
        debug_assert!(Self::is_sum(a));
        self.reduce(|acc, k| add_square_column::<Signed, D>(acc, a, k))
    }

    #[inline(never)]
    fn mul_add_mul(&self, a: &[u64; D], b: &[u64; D], c: &[u64; D], d: &[u64; D]) -> [u64; D] {
        debug_assert!([a, b, c, d].into_iter().all(Self::is_sum));
        self.reduce(|acc, k| add_two_products::<Signed, D>(acc, [a, b, c, d], k))
    }

    #[inline(always)]
    fn mul_sub_mul(&self, a: &[u64; D], b: &[u64; D], c: &[u64; D], d: &[u64; D]) -> [u64; D] {
        self.mul_add_mul(a, b, &self.neg(c), d)
    }

    #[inline(always)]
    fn mul_sub_sqr(&self, a: &[u64; D], b: &[u64; D], c: &[u64; D]) -> [u64; D] {
        self.mul_sub_mul(a, b, c, c)
    }

    #[inline(always)]
    fn add(&self, a: &[u64; D], b: &[u64; D]) -> [u64; D] {
        digitwise::<Signed, D>(|i| Signed::add(a[i], b[i]))
    }

    #[inline(always)]
    fn sub(&self, a: &[u64; D], b: &[u64; D]) -> [u64; D] {
        digitwise::<Signed, D>(|i| Signed::sub(a[i], b[i]))
    }

    /// a/2. Adding p makes an odd a even.
    #[inline]
    fn half(&self, a: &[u64; D]) -> [u64; D] {
        let odd = limb::mask(Signed::odd(a[0]));
        let even = digitwise::<Signed, D>(|i| Signed::add(a[i], self.digits.p[i] & odd));
        let top = self.radix() - 1;
        digitwise::<Signed, D>(|i| {
            let above = if i + 1 < D { Signed::odd(even[i + 1]) << top } else { 0 };
            Signed::add((even[i].cast_signed() >> 1).cast_unsigned(), above)
        })
    }

    #[inline]
    fn cmov(&self, a: &[u64; D], other: &[u64; D], choice: Choice) -> [u64; D] {
        let mask = limb::mask(u64::from(choice.bits() & 1));
        digitwise::<Signed, D>(|i| Signed::select(a[i], other[i], mask))
    }

    fn is_zero(&self, a: &[u64; D]) -> Choice {
        let integer = self.from_mont(a);
        Choice::from_bits(limb::is_zero(&integer) as u8)
    }

    fn wide_terms(&self) -> u64 {
        SUM_TERMS
    }

    #[inline]
    fn mul_wide(&self, a: &[u64; D], b: &[u64; D]) -> [u64; D] {
        self.mul(a, b)
    }

    #[inline]
    fn sqr_wide(&self, a: &[u64; D]) -> [u64; D] {
        self.sqr(a)
    }

    #[inline]
    fn add_wide(&self, a: &[u64; D], b: &[u64; D]) -> [u64; D] {
        self.add(a, b)
    }

    #[inline]
    fn sub_wide(&self, a: &[u64; D], b: &[u64; D]) -> [u64; D] {
        self.sub(a, b)
    }

    fn redc(&self, t: &[u64; D]) -> [u64; D] {
        self.mul(t, &self.one())
    }

    #[inline]
    fn read(&self, words: &[u64]) -> [u64; D] {
        words.try_into().expect("D words")
    }

    #[inline]
    fn write(&self, words: &mut [u64], a: &[u64; D]) {
        words.copy_from_slice(a);
    }

    fn from_limbs(&self, x: &[&[u64]]) -> [u64; D] {
        self.of_limbs(&only(x))
    }

    fn to_limbs(&self, out: &mut [u64], a: &[u64; D], lane: usize) {
        assert!(out.len() == N && lane == 0);
        radix::to_limbs(out, self.radix(), D, |i| a[i]);
    }

    fn to_mont(&self, a: &[u64; D]) -> [u64; D] {
        self.mul(a, &self.digits.rr)
    }

    fn from_mont(&self, a: &[u64; D]) -> [u64; D] {
        let mut unit = self.zero();
        unit[0] = 1;
        // (a·1 + Q·p)/R is between 0 and p, and the folded number between −2^192 and 2^256 + 2^192
        let integer = self.mul(a, &unit);
        match self.c {
            Some(c) => self.canonical::<Folded>(&Self::without_top(integer, c)),
            None => self.canonical::<Signed>(&integer),
        }
    }

    /// Inverts on limbs.
    fn invert(&self, a: &[u64; D]) -> [u64; D] {
        inverse::invert_on_limbs(self, a, &self.digits.params)
    }
}
