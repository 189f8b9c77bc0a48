//! The seam between formulas and the arithmetic of a field.

use core::fmt::Debug;
use core::ops::{BitAnd, BitOr, BitXor, Not};
use modexp_kernels::lookup;
use modexp_limbs::limb;

/// A condition for each lane: bit l belongs to lane l. Bits above the lanes of a field have no meaning.
#[derive(Clone, Copy, Debug)]
pub struct Choice(u8);

impl Choice {
    /// One condition for all lanes.
    #[must_use]
    #[inline(always)]
    pub fn splat(choice: bool) -> Self {
        Self((choice as u8).wrapping_neg())
    }

    /// The condition of lane l is bit l of `bits`.
    #[must_use]
    #[inline(always)]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// Bit l is the condition of lane l.
    #[must_use]
    #[inline(always)]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The condition of one lane. A branch on it reveals it.
    #[must_use]
    #[inline(always)]
    pub const fn lane(self, lane: usize) -> bool {
        self.0 >> lane & 1 == 1
    }
}

impl BitAnd for Choice {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Choice {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Choice {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for Choice {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// The source lane of each of eight lanes.
pub type Places = [u64; 8];

/// Low half and high half.
pub(super) type DoubleWidth<T, const N: usize> = [[T; N]; 2];

/// Lanes 4 to 7.
pub const HIGH_LANES: Choice = Choice::from_bits(0xf0);

/// Exchanges lanes 0 to 3 with lanes 4 to 7.
pub const SWAPPED: Places = [4, 5, 6, 7, 0, 1, 2, 3];

/// n·a for n > 0.
#[inline(always)]
pub fn times<T: Copy>(n: u32, a: &T, add: impl Fn(&T, &T) -> T) -> T {
    let mut out = *a;
    for i in (0..n.ilog2()).rev() {
        out = add(&out, &out);
        if n >> i & 1 == 1 {
            out = add(&out, a);
        }
    }
    out
}

/// A field of eight lanes that can exchange their residues.
pub trait Permute: FieldOps {
    /// Lane l of the result is lane from\[l] of a.
    fn permute(&self, a: &Self::Element, from: &Places) -> Self::Element;

    /// Lane l of the result is lane from\[l] of a.
    fn permute_wide(&self, a: &Self::Wide, from: &Places) -> Self::Wide;

    /// `other` in the lanes of `choice`, `a` in the others.
    fn cmov_wide(&self, a: &Self::Wide, other: &Self::Wide, choice: Choice) -> Self::Wide;

    /// out = t·R⁻¹ mod p in lanes 0 to 3, and 0 in the others. An extension field may reduce two coefficients at once.
    #[inline(always)]
    fn redc_low(&self, t: &Self::Wide) -> Self::Element {
        self.cmov(&self.redc(t), &self.zero(), HIGH_LANES)
    }

    /// The integer x < p in all lanes, not in Montgomery form.
    fn splat(&self, x: &[u64]) -> Self::Element;
}

/// Arithmetic modulo an odd prime p, on one residue or on one in each of several lanes.
///
/// A value is the prime together with proof that this CPU can compute with it. Elements are in Montgomery form, x·R mod p,
/// unless a method states otherwise. An element is *in range* if each of its residues is below [`FieldOps::RANGE`]·p. Elements in
/// range give elements in range; a field with a limit [`FieldOps::SUM_TERMS`] does not reduce its sums. R is 2^(all bits of the
/// digits), or 1 if the prime's form allows a reduction without Montgomery's. A [`FieldOps::Wide`] is a product of two elements, or a
/// sum or a difference of at most [`FieldOps::wide_terms`] of them.
///
/// All methods take the same time for all values, unless their name ends in `_vartime`.
pub trait FieldOps: Copy + Debug + Send + Sync + 'static {
    /// Residues, one in each lane.
    type Element: Copy + Debug + Send + Sync + 'static;

    /// Sums of products, one in each lane, before they are reduced.
    type Wide: Copy + Debug + Send + Sync + 'static;

    /// Residues in an element.
    const LANES: usize;

    /// Residues are below RANGE·p.
    const RANGE: u64;

    /// Words of an element in memory.
    const WORDS: usize;

    /// The most elements in a sum, each of either sign, that is an operand of a product. A field that reduces each sum has no limit.
    /// In others a sum of elements is no element, but `mul_sub` and `sqr_sub` give one.
    const SUM_TERMS: u64 = u64::MAX;

    /// Whether [`FieldOps::sum_of_three`] has one reduction and costs less than the products and sums of Karatsuba's algorithm.
    const SUMS_OF_PRODUCTS: bool = false;

    /// Runs `f`, compiled for the instructions of this field. Within it, formulas keep elements in whole vectors; elsewhere the
    /// compiler copies them in parts.
    #[inline(always)]
    fn vectorize<T>(&self, f: impl FnOnce() -> T) -> T {
        f()
    }

    /// p, little-endian limbs.
    fn prime(&self) -> &[u64];

    /// 0.
    fn zero(&self) -> Self::Element;

    /// 1.
    fn one(&self) -> Self::Element;

    /// out = a·b·R⁻¹ mod p; a, b in range give out in range.
    fn mul(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;

    /// out = a²·R⁻¹ mod p; a in range gives out in range.
    fn sqr(&self, a: &Self::Element) -> Self::Element;

    /// out_i = a_i·b_i·R⁻¹ mod p. A field may compute both products at once.
    #[inline(always)]
    fn mul_two(&self, a: [&Self::Element; 2], b: [&Self::Element; 2]) -> [Self::Element; 2] {
        [self.mul(a[0], b[0]), self.mul(a[1], b[1])]
    }

    /// out_i = a_i²·R⁻¹ mod p.
    #[inline(always)]
    fn sqr_two(&self, a: [&Self::Element; 2]) -> [Self::Element; 2] {
        [self.sqr(a[0]), self.sqr(a[1])]
    }

    /// out = a + b mod p; a, b in range give out in range.
    fn add(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;

    /// out = a − b mod p; a, b in range give out in range.
    fn sub(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;

    /// out = −a mod p; a in range gives out in range.
    fn neg(&self, a: &Self::Element) -> Self::Element {
        self.sub(&self.zero(), a)
    }

    /// out = 2a mod p; a in range gives out in range.
    fn double(&self, a: &Self::Element) -> Self::Element {
        self.add(a, a)
    }

    /// out = a + n·b mod p for 0 < n < 16; a, b in range give out in range.
    #[inline(always)]
    fn add_times(&self, a: &Self::Element, n: u32, b: &Self::Element) -> Self::Element {
        self.add(a, &times(n, b, |a, b| self.add(a, b)))
    }

    /// out = 3a + 2b mod p in range; a, b in range.
    #[inline(always)]
    fn triple_and_double(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        self.reduce_sum(&self.add_times(a, 2, &self.add(a, b)))
    }

    /// out = 3a − 2b mod p in range; a, b in range.
    #[inline(always)]
    fn triple_less_double(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        self.reduce_sum(&self.add_times(a, 2, &self.sub(a, b)))
    }

    /// The element a mod p, for a sum of few elements. A field that reduces each sum returns a.
    #[inline(always)]
    fn reduce_sum(&self, a: &Self::Element) -> Self::Element {
        *a
    }

    /// out = a·b·R⁻¹ − c mod p in range.
    #[inline(always)]
    fn mul_sub(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element) -> Self::Element {
        if Self::SUM_TERMS < u64::MAX { self.mul_sub_mul(a, b, c, &self.one()) } else { self.sub(&self.mul(a, b), c) }
    }

    /// out = a²·R⁻¹ − c mod p in range.
    #[inline(always)]
    fn sqr_sub(&self, a: &Self::Element, c: &Self::Element) -> Self::Element {
        if Self::SUM_TERMS < u64::MAX { self.mul_sub(a, a, c) } else { self.sub(&self.sqr(a), c) }
    }

    /// out = a/2 mod p; a in range gives out in range.
    fn half(&self, a: &Self::Element) -> Self::Element;

    /// `other` in the lanes of `choice`, `a` in the others.
    fn cmov(&self, a: &Self::Element, other: &Self::Element, choice: Choice) -> Self::Element;

    /// Whether a ≡ 0 mod p, for a in range.
    fn is_zero(&self, a: &Self::Element) -> Choice;

    /// Whether a ≡ b mod p, for a, b in range.
    fn eq(&self, a: &Self::Element, b: &Self::Element) -> Choice {
        self.is_zero(&self.sub(a, b))
    }

    /// The most products in a sum of type [`FieldOps::Wide`], each of either sign.
    fn wide_terms(&self) -> u64 {
        u64::MAX
    }

    /// out = a·b in double width; a, b in range.
    fn mul_wide(&self, a: &Self::Element, b: &Self::Element) -> Self::Wide;

    /// out = a² in double width; a in range.
    fn sqr_wide(&self, a: &Self::Element) -> Self::Wide;

    /// out = (a + b)·c·R⁻¹ mod p; a, b, c in range give out in range.
    #[inline(always)]
    fn mul_sum(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element) -> Self::Element {
        self.mul(&self.add(a, b), c)
    }

    /// out = (a + b)·c in double width; a, b, c in range.
    #[inline(always)]
    fn mul_sum_wide(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element) -> Self::Wide {
        self.mul_wide(&self.add(a, b), c)
    }

    /// out = (a·b + c·d)·R⁻¹ mod p; a, b, c, d in range give out in range.
    #[inline(always)]
    fn mul_add_mul(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element, d: &Self::Element) -> Self::Element {
        let [ab, cd] = self.mul_two([a, c], [b, d]);
        self.add(&ab, &cd)
    }

    /// out = (a·b − c·d)·R⁻¹ mod p; a, b, c, d in range give out in range.
    #[inline(always)]
    fn mul_sub_mul(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element, d: &Self::Element) -> Self::Element {
        let [ab, cd] = self.mul_two([a, c], [b, d]);
        self.sub(&ab, &cd)
    }

    /// out = (a·b − c²)·R⁻¹ mod p; a, b, c in range give out in range.
    #[inline(always)]
    fn mul_sub_sqr(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element) -> Self::Element {
        self.sub(&self.mul(a, b), &self.sqr(c))
    }

    /// out = (a_0·b_0 + a_1·b_1 + a_2·b_2)·R⁻¹ mod p; a_i, b_i in range give out in range.
    #[inline(always)]
    fn sum_of_three(&self, a: [&Self::Element; 3], b: [&Self::Element; 3]) -> Self::Element {
        self.redc(&self.sum_of_three_wide(a, b))
    }

    /// out = a_0·b_0 + a_1·b_1 + a_2·b_2 in double width; a_i, b_i in range.
    #[inline(always)]
    fn sum_of_three_wide(&self, a: [&Self::Element; 3], b: [&Self::Element; 3]) -> Self::Wide {
        let two = self.add_wide(&self.mul_wide(a[0], b[0]), &self.mul_wide(a[1], b[1]));
        self.add_wide(&two, &self.mul_wide(a[2], b[2]))
    }

    /// out = a_0·b_1 + a_1·b_0 in double width by one product (Karatsuba), for v_i = a_i·b_i of [`FieldOps::mul_wide`]; a, b in range.
    /// It counts as a sum of three products.
    #[inline(always)]
    fn cross_wide(&self, a: [&Self::Element; 2], b: [&Self::Element; 2], v: [&Self::Wide; 2]) -> Self::Wide {
        let product = self.mul_wide(&self.add(a[0], a[1]), &self.add(b[0], b[1]));
        self.sub_wide(&self.sub_wide(&product, v[0]), v[1])
    }

    /// out ≡ a + b mod p.
    fn add_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide;

    /// out ≡ a + n·b mod p for 0 < n < 16.
    #[inline(always)]
    fn add_times_wide(&self, a: &Self::Wide, n: u32, b: &Self::Wide) -> Self::Wide {
        self.add_wide(a, &times(n, b, |a, b| self.add_wide(a, b)))
    }

    /// out ≡ a − b mod p.
    fn sub_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide;

    /// out = t·R⁻¹ mod p, in range.
    fn redc(&self, t: &Self::Wide) -> Self::Element;

    /// The element that [`FieldOps::write`] wrote into these words.
    ///
    /// # Panics
    /// If their number is not [`FieldOps::WORDS`].
    fn read(&self, words: &[u64]) -> Self::Element;

    /// Writes an element into [`FieldOps::WORDS`] words; each word belongs to one lane, word i to lane i mod LANES.
    ///
    /// # Panics
    /// If their number is not [`FieldOps::WORDS`].
    fn write(&self, words: &mut [u64], a: &Self::Element);

    /// out = entry `index` of `table`, with entries as long as `out`; reads the whole table. For fields of one lane. An entry may hold
    /// elements of extensions.
    #[inline]
    fn select(&self, out: &mut [u64], table: &[u64], index: usize) {
        lookup::select(out, table, index);
    }

    /// Word i of `out` is word i of entry `index[i mod LANES]`; reads the whole table.
    #[inline]
    fn select_lanes(&self, out: &mut [u64], table: &[u64], index: &[usize]) {
        limb::select_lanes(out, table, index);
    }

    /// The element with the WORDS/LANES words from `at[l]` on in lane l.
    #[inline]
    fn gather(&self, words: &[u64], at: &[usize]) -> Self::Element {
        debug_assert!(Self::LANES == 1, "fields of several lanes have their own");
        self.read(&words[at[0]..at[0] + Self::WORDS])
    }

    /// Writes the words of lane l from `at[l]` on, for `at.len()` lanes.
    #[inline]
    fn scatter(&self, words: &mut [u64], at: &[usize], a: &Self::Element) {
        debug_assert!(Self::LANES == 1, "fields of several lanes have their own");
        self.write(&mut words[at[0]..at[0] + Self::WORDS], a);
    }

    /// The element of the integers `x`, not in Montgomery form: one for each lane, or one for all. Each is below p and has as many
    /// limbs as the field.
    ///
    /// # Panics
    /// If their number or a length differs.
    fn from_limbs(&self, x: &[&[u64]]) -> Self::Element;

    /// Writes the integer in one lane, below p as `from_mont` gives it, to `out`, which has as many limbs as the field.
    ///
    /// # Panics
    /// If the length or the lane is not of this field.
    fn to_limbs(&self, out: &mut [u64], a: &Self::Element, lane: usize);

    /// out = a·R mod p, from an integer to Montgomery form; a in range gives out in range.
    fn to_mont(&self, a: &Self::Element) -> Self::Element;

    /// out = a·R⁻¹ mod p, from Montgomery form to an integer; a in range gives out < p.
    fn from_mont(&self, a: &Self::Element) -> Self::Element;

    /// out = a⁻¹ mod p, and 0 for 0; a in range gives out in range.
    fn invert(&self, a: &Self::Element) -> Self::Element;
}
