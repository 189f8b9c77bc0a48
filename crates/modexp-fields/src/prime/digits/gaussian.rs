//! GF(p)\[u]/(u² + 1) on digits with signs: a sum of products takes one reduction for each coefficient.
//!
//! **Order.** Both coefficients go through their columns together: a_0·b_0, a_1·b_1 and (a_0 + a_1)(b_0 + b_1) of a column are sums in
//! registers (Karatsuba), and no product of double width is in memory. The two reductions do not wait for each other.
//!
//! **Range.** A coefficient of Σ a_i·b_i is a sum of two products of GF(p) for each i, and counts as these: at most
//! [`PRODUCT_TERMS`](super::PRODUCT_TERMS), so that products are between −p/16 and 17p/16. [`GaussianOps::reduce_pair`] gives this range
//! to a sum of at most [`RESIDUE_TERMS`] elements by an estimate of ⌊s/p⌋ from its leading bits, for p of at least 26 bits. `proofs` has
//! all columns of these operations, and modexp-curves counts the terms of all formulas of pairings.

use super::{ColumnWord, DigitField, add_product_column, digitwise, each};
use crate::prime::ops::{Choice, FieldOps};
use core::array::from_fn;

/// A number of GF(p²): the coefficients of 1 and u.
pub type Pair<F> = [<F as FieldOps>::Element; 2];

/// A field of primes p ≡ 3 mod 4 with the operations of GF(p²). Operands are sums of at most `SUM_TERMS` elements.
pub trait GaussianOps: FieldOps {
    /// a + b.
    fn add_pairs(&self, a: &Pair<Self>, b: &Pair<Self>) -> Pair<Self>;

    /// a − b.
    fn sub_pairs(&self, a: &Pair<Self>, b: &Pair<Self>) -> Pair<Self>;

    /// a + (n + u)·b, which is an element for n > 1.
    fn add_turned(&self, a: &Pair<Self>, n: u32, b: &Pair<Self>) -> Pair<Self>;

    /// The element a mod p, for a sum a of at most [`RESIDUE_TERMS`] elements.
    fn reduce_pair(&self, a: &Pair<Self>) -> Pair<Self>;

    /// a·b.
    fn mul_pairs(&self, a: &Pair<Self>, b: &Pair<Self>) -> Pair<Self>;

    /// a_0·b_0 + a_1·b_1 + a_2·b_2.
    fn three_products(&self, a: [&Pair<Self>; 3], b: [&Pair<Self>; 3]) -> Pair<Self>;

    /// a².
    fn sqr_pair(&self, a: &Pair<Self>) -> Pair<Self>;

    /// a² + (n + u)·b² and 2ab.
    fn sqr_sum(&self, n: u32, a: &Pair<Self>, b: &Pair<Self>) -> [Pair<Self>; 2];
}

/// The most elements in a sum that [`GaussianOps::reduce_pair`] takes.
pub const RESIDUE_TERMS: u64 = 24;

/// M numbers of double width.
pub(super) trait Columns<C: ColumnWord, const M: usize> {
    /// Column k of each.
    fn at(&self, k: usize) -> [C::Column; M];
}

/// The coefficients of Σ a_i·b_i.
pub(super) struct Products<'a, C: ColumnWord, const T: usize, const D: usize> {
    a: [&'a [[C::Word; D]; 2]; T],
    b: [&'a [[C::Word; D]; 2]; T],
    /// The sums of the coefficients of a_i and b_i.
    sums: [[[C::Word; D]; 2]; T],
}

impl<'a, C: ColumnWord, const T: usize, const D: usize> Products<'a, C, T, D> {
    #[inline(always)]
    pub(super) fn new(a: [&'a [[C::Word; D]; 2]; T], b: [&'a [[C::Word; D]; 2]; T]) -> Self {
        let mut sums = [[[C::word(0); D]; 2]; T];
        each!(term t, 0, T, {
            sums[t] = [sum::<C, D>(&a[t][0], &a[t][1]), sum::<C, D>(&b[t][0], &b[t][1])];
        });
        Self { a, b, sums }
    }
}

impl<C: ColumnWord, const T: usize, const D: usize> Columns<C, 2> for Products<'_, C, T, D> {
    // Karatsuba
    #[inline(always)]
    fn at(&self, k: usize) -> [C::Column; 2] {
        let zero = C::column(C::word(0));
        let (mut low, mut high, mut cross) = (zero, zero, zero);
        each!(term t, 0, T, {
            low = add_product_column::<C, D>(low, &self.a[t][0], &self.b[t][0], k);
            high = add_product_column::<C, D>(high, &self.a[t][1], &self.b[t][1], k);
            cross = add_product_column::<C, D>(cross, &self.sums[t][0], &self.sums[t][1], k);
        });
        [C::sub_columns(low, high), C::sub_columns(cross, C::add_columns(low, high))]
    }
}

/// The coefficients (a_0 + a_1)(a_0 − a_1) and 2a_0·a_1 of a².
pub(super) struct Square<C: ColumnWord, const D: usize> {
    factors: [[C::Word; D]; 4],
}

impl<C: ColumnWord, const D: usize> Square<C, D> {
    #[inline(always)]
    pub(super) fn new(a: &[[C::Word; D]; 2]) -> Self {
        let difference = digitwise::<C, D>(|i| C::sub(a[0][i], a[1][i]));
        Self { factors: [sum::<C, D>(&a[0], &a[1]), difference, digitwise::<C, D>(|i| C::double(a[0][i])), a[1]] }
    }
}

impl<C: ColumnWord, const D: usize> Columns<C, 2> for Square<C, D> {
    #[inline(always)]
    fn at(&self, k: usize) -> [C::Column; 2] {
        let (zero, [sum, difference, twice, high]) = (C::column(C::word(0)), &self.factors);
        [add_product_column::<C, D>(zero, sum, difference, k), add_product_column::<C, D>(zero, twice, high, k)]
    }
}

/// The coefficients of a² + (n + u)·b² and of 2ab = (a + b)² − a² − b².
pub(super) struct Squares<C: ColumnWord, const D: usize> {
    /// The squares of a, b and a + b.
    squares: [Square<C, D>; 3],
    n: u32,
}

impl<C: ColumnWord, const D: usize> Squares<C, D> {
    #[inline(always)]
    pub(super) fn new(n: u32, a: &[[C::Word; D]; 2], b: &[[C::Word; D]; 2]) -> Self {
        let all = [sum::<C, D>(&a[0], &b[0]), sum::<C, D>(&a[1], &b[1])];
        Self { squares: [Square::new(a), Square::new(b), Square::new(&all)], n }
    }
}

impl<C: ColumnWord, const D: usize> Columns<C, 4> for Squares<C, D> {
    #[inline(always)]
    fn at(&self, k: usize) -> [C::Column; 4] {
        let [a, b, all] = &self.squares;
        let ([a0, a1], [b0, b1], [s0, s1]) = (a.at(k), b.at(k), all.at(k));
        [
            C::add_columns(a0, C::sub_columns(C::multiple_column(b0, self.n), b1)),
            C::add_columns(a1, C::add_columns(b0, C::multiple_column(b1, self.n))),
            C::sub_columns(s0, C::add_columns(a0, b0)),
            C::sub_columns(s1, C::add_columns(a1, b1)),
        ]
    }
}

impl<C: ColumnWord, const N: usize, const D: usize> DigitField<C, N, D> {
    /// t·R⁻¹ of each number t.
    #[inline(always)]
    pub(super) fn reduce_each<const M: usize>(&self, columns: &impl Columns<C, M>) -> [[C::Word; D]; M] {
        let zero = C::column(C::word(0));
        let (mut q, mut out) = ([[C::word(0); D]; M], [[C::word(0); D]; M]);
        let mut acc = [zero; M];
        each!(column k, 0, D, {
            let sums = columns.at(k);
            each!(term m, 0, M, {
                let sum = self.add_multiples::<{ super::ANY }>(sums[m], &q[m], k, 0, k);
                acc[m] = C::add_columns(acc[m], sum);
                q[m][k] = C::quotient(acc[m], self.m0_inv);
                acc[m] = C::column_carry(self.add_multiple::<{ super::ANY }>(acc[m], q[m][k], 0));
            });
        });
        each!(column k, D, 2 * D - 1, {
            let sums = columns.at(k);
            each!(term m, 0, M, {
                let sum = self.add_multiples::<{ super::ANY }>(sums[m], &q[m], k, k + 1 - D, D);
                acc[m] = C::add_columns(acc[m], sum);
                out[m][k - D] = C::low_digit(acc[m]);
                acc[m] = C::column_carry(acc[m]);
            });
        });
        each!(term m, 0, M, {
            out[m][D - 1] = C::low_word(acc[m]);
        });
        out
    }
}

/// a + b.
#[inline(always)]
fn sum<C: ColumnWord, const D: usize>(a: &[C::Word; D], b: &[C::Word; D]) -> [C::Word; D] {
    digitwise::<C, D>(|i| C::add(a[i], b[i]))
}

/// GF(p)\[u]/(u² + 1).
#[derive(Clone, Copy, Debug)]
pub struct LazyGaussian<P>(P);

impl<P: GaussianOps> LazyGaussian<P> {
    /// The extension by a root of −1.
    pub fn new(prime: P) -> Self {
        Self(prime)
    }

    /// GF(p).
    #[inline]
    pub fn prime_field(&self) -> &P {
        &self.0
    }

    /// s·a for s of GF(p).
    #[inline]
    pub fn scale(&self, a: &Pair<P>, s: &P::Element) -> Pair<P> {
        [self.0.mul(&a[0], s), self.0.mul(&a[1], s)]
    }

    /// a_0 − a_1·u.
    #[inline]
    pub fn conjugate(&self, a: &Pair<P>) -> Pair<P> {
        [a[0], self.0.neg(&a[1])]
    }
}

impl<P: GaussianOps> FieldOps for LazyGaussian<P> {
    type Element = Pair<P>;
    /// Products are reduced at once.
    type Wide = Pair<P>;

    const LANES: usize = P::LANES;
    const RANGE: u64 = P::RANGE;
    const WORDS: usize = 2 * P::WORDS;
    const SUM_TERMS: u64 = P::SUM_TERMS;
    const SUMS_OF_PRODUCTS: bool = true;

    fn prime(&self) -> &[u64] {
        self.0.prime()
    }

    #[inline]
    fn zero(&self) -> Pair<P> {
        [self.0.zero(); 2]
    }

    #[inline]
    fn one(&self) -> Pair<P> {
        [self.0.one(), self.0.zero()]
    }

    #[inline]
    fn mul(&self, a: &Pair<P>, b: &Pair<P>) -> Pair<P> {
        self.0.mul_pairs(a, b)
    }

    #[inline]
    fn sqr(&self, a: &Pair<P>) -> Pair<P> {
        self.0.sqr_pair(a)
    }

    #[inline]
    fn add(&self, a: &Pair<P>, b: &Pair<P>) -> Pair<P> {
        self.0.add_pairs(a, b)
    }

    #[inline]
    fn sub(&self, a: &Pair<P>, b: &Pair<P>) -> Pair<P> {
        self.0.sub_pairs(a, b)
    }

    #[inline]
    fn reduce_sum(&self, a: &Pair<P>) -> Pair<P> {
        self.0.reduce_pair(a)
    }

    #[inline]
    fn mul_sub(&self, a: &Pair<P>, b: &Pair<P>, c: &Pair<P>) -> Pair<P> {
        self.reduce_sum(&self.sub(&self.mul(a, b), c))
    }

    #[inline]
    fn sqr_sub(&self, a: &Pair<P>, c: &Pair<P>) -> Pair<P> {
        self.reduce_sum(&self.sub(&self.sqr(a), c))
    }

    #[inline]
    fn half(&self, a: &Pair<P>) -> Pair<P> {
        [self.0.half(&a[0]), self.0.half(&a[1])]
    }

    #[inline]
    fn cmov(&self, a: &Pair<P>, other: &Pair<P>, choice: Choice) -> Pair<P> {
        [self.0.cmov(&a[0], &other[0], choice), self.0.cmov(&a[1], &other[1], choice)]
    }

    #[inline]
    fn is_zero(&self, a: &Pair<P>) -> Choice {
        self.0.is_zero(&a[0]) & self.0.is_zero(&a[1])
    }

    fn wide_terms(&self) -> u64 {
        RESIDUE_TERMS
    }

    #[inline]
    fn mul_wide(&self, a: &Pair<P>, b: &Pair<P>) -> Pair<P> {
        self.mul(a, b)
    }

    #[inline]
    fn sqr_wide(&self, a: &Pair<P>) -> Pair<P> {
        self.sqr(a)
    }

    #[inline]
    fn add_wide(&self, a: &Pair<P>, b: &Pair<P>) -> Pair<P> {
        self.add(a, b)
    }

    #[inline]
    fn sub_wide(&self, a: &Pair<P>, b: &Pair<P>) -> Pair<P> {
        self.sub(a, b)
    }

    #[inline]
    fn redc(&self, t: &Pair<P>) -> Pair<P> {
        self.reduce_sum(t)
    }

    #[inline]
    fn mul_add_mul(&self, a: &Pair<P>, b: &Pair<P>, c: &Pair<P>, d: &Pair<P>) -> Pair<P> {
        self.reduce_sum(&self.add(&self.mul(a, b), &self.mul(c, d)))
    }

    #[inline]
    fn mul_sub_mul(&self, a: &Pair<P>, b: &Pair<P>, c: &Pair<P>, d: &Pair<P>) -> Pair<P> {
        self.reduce_sum(&self.sub(&self.mul(a, b), &self.mul(c, d)))
    }

    #[inline]
    fn mul_sub_sqr(&self, a: &Pair<P>, b: &Pair<P>, c: &Pair<P>) -> Pair<P> {
        self.reduce_sum(&self.sub(&self.mul(a, b), &self.sqr(c)))
    }

    #[inline]
    fn sum_of_three(&self, a: [&Pair<P>; 3], b: [&Pair<P>; 3]) -> Pair<P> {
        self.0.three_products(a, b)
    }

    #[inline]
    fn sum_of_three_wide(&self, a: [&Pair<P>; 3], b: [&Pair<P>; 3]) -> Pair<P> {
        self.0.three_products(a, b)
    }

    #[inline]
    fn read(&self, words: &[u64]) -> Pair<P> {
        let (low, high) = words.split_at(P::WORDS);
        [self.0.read(low), self.0.read(high)]
    }

    #[inline]
    fn write(&self, words: &mut [u64], a: &Pair<P>) {
        let (low, high) = words.split_at_mut(P::WORDS);
        self.0.write(low, &a[0]);
        self.0.write(high, &a[1]);
    }

    fn from_limbs(&self, x: &[&[u64]]) -> Pair<P> {
        assert!(x.len() == 1, "one number");
        let (low, high) = x[0].split_at(x[0].len() / 2);
        [self.0.from_limbs(&[low]), self.0.from_limbs(&[high])]
    }

    fn to_limbs(&self, out: &mut [u64], a: &Pair<P>, lane: usize) {
        let half = out.len() / 2;
        let (low, high) = out.split_at_mut(half);
        self.0.to_limbs(low, &a[0], lane);
        self.0.to_limbs(high, &a[1], lane);
    }

    fn to_mont(&self, a: &Pair<P>) -> Pair<P> {
        from_fn(|i| self.0.to_mont(&a[i]))
    }

    fn from_mont(&self, a: &Pair<P>) -> Pair<P> {
        from_fn(|i| self.0.from_mont(&a[i]))
    }

    // (a_0 − a_1·u)/(a_0² + a_1²)
    fn invert(&self, a: &Pair<P>) -> Pair<P> {
        let norm = self.0.mul_add_mul(&a[0], &a[0], &a[1], &a[1]);
        self.scale(&self.conjugate(a), &self.0.invert(&norm))
    }
}
