//! GF(p)\[u]/(u² + 1) on digits with signs: a sum of products takes one reduction for each coefficient.
//!
//! **Order.** Both coefficients go through their columns together: (a_0 + a_1)·b_0, a_1·(b_0 + b_1) and a_0·(b_1 − b_0) of a column are
//! sums in registers, and no product of double width is in memory. The first of them begins the sums of both coefficients, so that
//! Karatsuba's sums of columns are not needed. The two reductions do not wait for each other.
//!
//! **Range.** A coefficient of Σ a_i·b_i is a sum of two products of GF(p) for each i, and counts as these: at most
//! [`PRODUCT_TERMS`](super::PRODUCT_TERMS), so that products are between −p/16 and 17p/16. [`GaussianOps::reduce_pair`] gives this range
//! to a sum of at most [`RESIDUE_TERMS`] elements by an estimate of ⌊s/p⌋ from its leading bits, for p of at least 26 bits. `proofs` has
//! all columns of these operations, and modexp-curves counts the terms of all formulas of pairings.

use super::{ColumnWord, DigitField, add_product_column, digitwise, each, sub_product_column};
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

    /// The element 3a + n·b mod p, for a sum of at most [`RESIDUE_TERMS`] elements.
    fn add_to_triple(&self, a: &Pair<Self>, n: i32, b: &Pair<Self>) -> Pair<Self>;

    /// a·b.
    fn mul_pairs(&self, a: &Pair<Self>, b: &Pair<Self>) -> Pair<Self>;

    /// a_0·b_0 + a_1·b_1 + a_2·b_2.
    fn three_products(&self, a: [&Pair<Self>; 3], b: [&Pair<Self>; 3]) -> Pair<Self>;

    /// a².
    fn sqr_pair(&self, a: &Pair<Self>) -> Pair<Self>;

    /// a² + (n + u)·b² and 2ab, for 0 < n < 10 and sums of at most [`SQUARE_TERMS`] elements.
    fn sqr_sum(&self, n: u32, a: &Pair<Self>, b: &Pair<Self>) -> [Pair<Self>; 2];
}

/// The most elements in a sum that [`GaussianOps::reduce_pair`] takes.
pub const RESIDUE_TERMS: u64 = 24;

/// The most elements in a sum that [`GaussianOps::sqr_sum`] takes.
pub const SQUARE_TERMS: u64 = 2;

/// M numbers of double width.
pub(super) trait Columns<C: ColumnWord, const M: usize> {
    /// Column k of each.
    fn at(&self, k: usize) -> [C::Column; M];
}

/// The factors of (a_0 + a_1)·b_0 − a_1·(b_0 + b_1) and (a_0 + a_1)·b_0 + a_0·(b_1 − b_0), the coefficients of a·b.
struct Product<C: ColumnWord, const D: usize> {
    /// a_0 + a_1, a_1 and a_0.
    a: [[C::Word; D]; 3],
    /// b_0, b_0 + b_1 and b_1 − b_0.
    b: [[C::Word; D]; 3],
}

impl<C: ColumnWord, const D: usize> Product<C, D> {
    #[inline(always)]
    fn new(a: &[[C::Word; D]; 2], b: &[[C::Word; D]; 2]) -> Self {
        let difference = digitwise::<C, D>(|i| C::sub(b[1][i], b[0][i]));
        Self { a: [sum::<C, D>(&a[0], &a[1]), a[1], a[0]], b: [b[0], sum::<C, D>(&b[0], &b[1]), difference] }
    }

    /// acc + column k of the product in both coefficients.
    #[inline(always)]
    fn add_common(&self, acc: C::Column, k: usize) -> C::Column {
        add_product_column::<C, D>(acc, &self.a[0], &self.b[0], k)
    }

    /// Column k of the coefficients of acc + a·b, for their sums with [`Product::add_common`].
    #[inline(always)]
    fn add_others(&self, [low, high]: [C::Column; 2], k: usize) -> [C::Column; 2] {
        [
            sub_product_column::<C, D>(low, &self.a[1], &self.b[1], k),
            add_product_column::<C, D>(high, &self.a[2], &self.b[2], k),
        ]
    }
}

/// The coefficients of Σ a_i·b_i.
pub(super) struct Products<C: ColumnWord, const T: usize, const D: usize> {
    products: [Product<C, D>; T],
}

impl<C: ColumnWord, const T: usize, const D: usize> Products<C, T, D> {
    #[inline(always)]
    pub(super) fn new(a: [&[[C::Word; D]; 2]; T], b: [&[[C::Word; D]; 2]; T]) -> Self {
        Self { products: from_fn(|t| Product::new(a[t], b[t])) }
    }
}

impl<C: ColumnWord, const T: usize, const D: usize> Columns<C, 2> for Products<C, T, D> {
    // one product of three is in both coefficients, so no column is added to a different column
    #[inline(always)]
    fn at(&self, k: usize) -> [C::Column; 2] {
        let mut common = C::column(C::word(0));
        each!(term t, 0, T, {
            common = self.products[t].add_common(common, k);
        });
        let mut columns = [common; 2];
        each!(term t, 0, T, {
            columns = self.products[t].add_others(columns, k);
        });
        columns
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

/// The coefficients of a² + (n + u)·b² = (a + u·b)(a + (1 − n·u)·b) − (1 − (n − 1)·u)·ab and of 2ab.
pub(super) struct Squares<C: ColumnWord, const D: usize> {
    /// a·b.
    half: Product<C, D>,
    /// (a + u·b)(a + (1 − n·u)·b).
    product: Product<C, D>,
    n: u32,
}

impl<C: ColumnWord, const D: usize> Squares<C, D> {
    #[inline(always)]
    pub(super) fn new(n: u32, a: &[[C::Word; D]; 2], b: &[[C::Word; D]; 2]) -> Self {
        let left = [digitwise::<C, D>(|i| C::sub(a[0][i], b[1][i])), sum::<C, D>(&a[1], &b[0])];
        let right = [
            digitwise::<C, D>(|i| C::add(C::add(a[0][i], b[0][i]), C::multiple(b[1][i], n.cast_signed()))),
            digitwise::<C, D>(|i| C::sub(C::add(a[1][i], b[1][i]), C::multiple(b[0][i], n.cast_signed()))),
        ];
        Self { half: Product::new(a, b), product: Product::new(&left, &right), n }
    }
}

impl<C: ColumnWord, const D: usize> Columns<C, 4> for Squares<C, D> {
    #[inline(always)]
    fn at(&self, k: usize) -> [C::Column; 4] {
        let zero = C::column(C::word(0));
        let [low, high] = self.half.add_others([self.half.add_common(zero, k); 2], k);
        let common = self.product.add_common(zero, k);
        let (mut first, mut second) = (C::sub_columns(common, low), C::sub_columns(common, high));
        if self.n > 1 {
            first = C::sub_columns(first, C::multiple_column(high, self.n - 1));
            second = C::add_columns(second, C::multiple_column(low, self.n - 1));
        }
        let [first, second] = self.product.add_others([first, second], k);
        [first, second, C::add_columns(low, low), C::add_columns(high, high)]
    }
}

impl<C: ColumnWord, const N: usize, const D: usize> DigitField<C, N, D> {
    /// 3a + n·b − q·p in digits.
    #[inline(always)]
    pub(super) fn add_to_triple(&self, a: &[C::Word; D], n: i32, b: &[C::Word; D]) -> [C::Word; D] {
        self.reduce_sum(|i| C::add(C::multiple(a[i], 3), C::multiple(b[i], n)))
    }

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
    fn triple_and_double(&self, a: &Pair<P>, b: &Pair<P>) -> Pair<P> {
        self.0.add_to_triple(a, 2, b)
    }

    #[inline]
    fn triple_less_double(&self, a: &Pair<P>, b: &Pair<P>) -> Pair<P> {
        self.0.add_to_triple(a, -2, b)
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
