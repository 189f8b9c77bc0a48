//! Residues, one in each of L lanes of vectors of `f64`, in D signed digits of 50 bits. Products are as in
//! [`modexp_kernels::fused`], but the compiler knows the length of numbers. Nothing crosses lanes.
//!
//! **Range.** Residues are of either sign and below 2p in size, and R = 2^(50·D) ≥ 2^16·p. A product is
//! a·b/R + p·(a number between 2^−11.1 and 1.51), see `fused.md`, and |a·b/R| < 2^−14·p: it lies between 0 and 1.52p.
//! Digits are at most 2^49 + 2^12 in size.
//!
//! **Sums.** A sum s of at most five residues of either sign is below 10p in size. Its two leading digits give q, the
//! integer nearest to s/p, where the error of s/p is below 2^−16: p ≥ 2^(50·(D − 2) + 19), so the lower digits of s are
//! at most 5·2^−20·p, and ten times those of p at most 10·2^−20·p. Then |s − q·p| < 0.51p. Its digits are exact in an
//! `f64`, as |digit| ≤ 5·(2^49 + 2^12) + 10·2^49 < 2^53. Each digit carries the integer nearest to digit/2^50.
//!
//! **Double width.** Columns are signed integers of 64 bits. A sum of products adds their columns, without carries and
//! without a multiple of p. Columns have room for [`Floats::TERMS`] products. Factors may be up to 4p, so the sum is
//! below 16·TERMS·2^−16·p·R < 0.27p·R in size, and its reduction lies between −0.27p and 1.78p.
//!
//! `proofs` shows for all primes and operands that products, reductions, halves and s − q·p are right and digits go in again.
//!
//! Two fields have one element in two lanes: [`twin::Twin`] is GF(p), [`gaussian::Gaussian`] is GF(p)\[u]/(u² + 1).

pub(super) mod gaussian;
#[cfg(all(test, not(miri)))]
mod proofs;
#[cfg(test)]
mod tests;
pub(super) mod twin;

use super::inverse;
use super::ops::{Choice, DoubleWidth, FieldOps};
use super::params::Params;
use core::array::from_fn;
use modexp_kernels::fused::columns::{RADIX, ROWS, UNIT, add_rows};
use modexp_kernels::fused::machine::Machine;
use modexp_kernels::fused::modulus::{Constants, FusedModulus};
use modexp_kernels::fused::shape::Shape;
use modexp_kernels::fused::{Fused, digits};
use modexp_limbs::limb;

/// p has at least this number of bits above D − 2 digits, so two digits estimate the size of a number.
const LEAST_LEADING: usize = 20;

/// D digits have at least this number of bits more than p.
const HEADROOM: usize = 16;

/// The most numbers in a sum.
const WEIGHT: i64 = 5;
/// Integers up to this size are exact.
const EXACT: f64 = (1_u64 << f64::MANTISSA_DIGITS) as f64;
const _: () = assert!(WEIGHT * ((1 << 49) + (1 << 12)) + 2 * WEIGHT * (1 << 49) < 1 << f64::MANTISSA_DIGITS);

/// The most that a product of digits adds to columns: 2^49 to its own column, and 2^48 + 2^13 to the column above.
const COLUMN: u64 = 3 * (1 << 48) + (1 << 13);
const _: () = assert!(5400 * COLUMN < 1 << 62);

/// The most digits, and the most vectors of the constants and of the start.
const MAX_DIGITS: usize = 8;
const MAX_CONSTANTS: usize = 2 * MAX_DIGITS + ROWS;
const MAX_START: usize = 4 * MAX_DIGITS + 1;

/// Digit i of the number in each lane.
pub type LaneDigits<const L: usize, const D: usize> = [[u64; L]; D];

/// A field of primes of N limbs on L numbers of D digits.
#[derive(Clone, Copy, Debug)]
pub struct Floats<V: Machine, const L: usize, const N: usize, const D: usize> {
    kernel: Fused<V, L>,
    params: Params<N>,
    constants: Inline<L, D>,
    starts: Starts<L, D>,
    /// −p.
    minus_p: LaneDigits<L, D>,
    /// 2^(50·(D − 2))/p.
    reciprocal: f64,
    /// R mod p.
    one: LaneDigits<L, D>,
    /// R² mod p.
    rr: LaneDigits<L, D>,
}

/// A field in pairs of lanes: [`Floats`], or a type that compiles its operations as functions.
pub trait Pairs<const N: usize, const D: usize>:
    FieldOps<Element = LaneDigits<2, D>, Wide = DoubleWidth<[u64; 2], D>>
{
    /// The vector of a pair of digits.
    type Vectors: Machine;

    /// The field itself.
    fn floats(&self) -> &Floats<Self::Vectors, 2, N, D>;

    /// out_i = a_i·b_i·R⁻¹ mod p; every number is in both lanes.
    fn mul_twins(&self, a: [&LaneDigits<2, D>; 2], b: [&LaneDigits<2, D>; 2]) -> [LaneDigits<2, D>; 2];
}

impl<V: Machine, const N: usize, const D: usize> Pairs<N, D> for Floats<V, 2, N, D> {
    type Vectors = V;

    fn floats(&self) -> &Self {
        self
    }

    #[inline(always)]
    fn mul_twins(&self, a: [&LaneDigits<2, D>; 2], b: [&LaneDigits<2, D>; 2]) -> [LaneDigits<2, D>; 2] {
        let [a, b] = [a, b].map(|[zero, one]| {
            let mut out = [[0; 2]; D];
            for i in 0..D {
                joined(V::read(&zero[i]), V::read(&one[i])).write(&mut out[i]);
            }
            out
        });
        let product = self.mul(&a, &b);
        let mut out = [product; 2];
        for (lane, out) in out.iter_mut().enumerate() {
            for i in 0..D {
                V::splat(product[i][lane]).write(&mut out[i]);
            }
        }
        out
    }
}

/// `zero` in lane 0, `one` in lane 1.
#[inline(always)]
fn joined<V: Machine>(zero: V, one: V) -> V {
    zero.or_else(one, V::from_lanes(|lane| (lane as u64).wrapping_sub(1)))
}

/// The constants of p that products read, without a heap.
#[derive(Clone, Copy, Debug)]
struct Inline<const L: usize, const D: usize> {
    words: [[u64; L]; MAX_CONSTANTS],
    start: [[u64; L]; MAX_START],
}

/// The initial columns, which cancel the biases.
#[derive(Clone, Copy, Debug)]
struct Starts<const L: usize, const D: usize> {
    /// For a product.
    product: DoubleWidth<[u64; L], D>,
    /// For a sum of two products.
    two_products: DoubleWidth<[u64; L], D>,
    /// For a reduction.
    reduction: DoubleWidth<[u64; L], D>,
}

impl<const L: usize, const D: usize> Constants for Inline<L, D> {
    #[inline(always)]
    fn n(&self) -> usize {
        D
    }

    #[inline(always)]
    fn words(&self) -> &[u64] {
        self.words.as_flattened()
    }

    #[inline(always)]
    fn start(&self) -> &[u64] {
        self.start.as_flattened()
    }
}

impl<V: Machine, const L: usize, const N: usize, const D: usize> Floats<V, L, N, D> {
    /// The most products in a sum of double width. Together with a reduction, which has one quotient digit of up to
    /// 1.26·2^50, they leave columns below 2^62, see [`COLUMN`].
    pub const TERMS: usize = 5400 / D - 2;

    /// The field of this prime; `None` if this machine does not have the vectors, or p has too few or too many bits.
    #[must_use]
    pub fn new(params: Params<N>) -> Option<Self> {
        const { assert!(V::LANES == L && D >= 5 && D <= MAX_DIGITS) }
        let (kernel, radix) = (Fused::detect()?, RADIX as usize);
        let bits = limb::bit_len(&params.p);
        // an integer below 2p has N limbs
        let room = radix * D - HEADROOM;
        if bits < radix * (D - 2) + LEAST_LEADING || bits > room.min(64 * N - 1) {
            return None;
        }
        let modulus = FusedModulus::new::<V>(&[&params.p[..]; L], Shape::new(D, L));
        let mut constants = Inline { words: [[0; L]; _], start: [[0; L]; _] };
        constants.words.as_flattened_mut()[..modulus.words().len()].copy_from_slice(modulus.words());
        constants.start.as_flattened_mut()[..modulus.start().len()].copy_from_slice(modulus.start());

        // the biases alone
        let mut biases = [[[0; L]; D]; 2];
        Self::add_product(&mut biases, &[[0; L]; D], |_| V::splat(0));
        let biases = |half: usize, i: usize| V::read(&biases[half][i]);
        let mut start = [[[0; L]; D]; 2];
        start.as_flattened_mut().as_flattened_mut().copy_from_slice(&modulus.start()[..2 * L * D]);
        let starts = Starts {
            product: each_column(|half, i| V::splat(0).sub(biases(half, i))),
            two_products: each_column(|half, i| V::splat(0).sub(biases(half, i)).sub(biases(half, i))),
            reduction: each_column(|half, i| V::read(&start[half][i]).add(biases(half, i))),
        };

        let all = |x: &[u64; N]| from_numbers(|_| x);
        let mut p = [0.0; D];
        digits::from_limbs(&params.p, D, |i, digit| p[i] = digit);
        let leading = p[D - 1] * (1_u64 << RADIX) as f64 + p[D - 2];
        Some(Self {
            kernel,
            constants,
            starts,
            minus_p: p.map(|digit| [(0.0 - digit).to_bits(); L]),
            reciprocal: 1.0 / leading,
            one: all(&params.power_of_two(radix * D)),
            rr: all(&params.power_of_two(2 * radix * D)),
            params,
        })
    }

    /// out ≡ x mod p, |out| < 0.51p, for a sum x of at most [`WEIGHT`] numbers below 2p in size.
    #[inline(always)]
    fn reduced(&self, x: impl Fn(usize) -> V) -> LaneDigits<L, D> {
        let unit = V::splat_f64(UNIT);
        let radix = (1_u64 << RADIX) as f64;
        let leading = x(D - 1).fma(V::splat_f64(radix), x(D - 2));
        self.less_multiple(leading.fma(V::splat_f64(self.reciprocal), unit).sub_f64(unit), x)
    }

    /// x − q·p.
    #[inline(always)]
    fn less_multiple(&self, q: V, x: impl Fn(usize) -> V) -> LaneDigits<L, D> {
        Self::carried(|i| {
            let column = q.fma(V::read(&self.minus_p[i]), x(i));
            debug_assert!(column.within(-EXACT, EXACT), "exact");
            column
        })
    }

    /// The number of the digits x(i), |x(i)| < 2^53, after a carry from each digit into the next.
    #[inline(always)]
    fn carried(x: impl Fn(usize) -> V) -> LaneDigits<L, D> {
        let unit = V::splat_f64(UNIT);
        let radix = (1_u64 << RADIX) as f64;
        let mut out = [[0; L]; D];
        let mut carry = V::splat_f64(0.0);
        for i in 0..D {
            let column = x(i);
            if i + 1 == D {
                column.add_f64(carry).write(&mut out[i]);
            } else {
                let above = column.fma(V::splat_f64(1.0 / radix), unit).sub_f64(unit);
                above.fma(V::splat_f64(-radix), column).add_f64(carry).write(&mut out[i]);
                carry = above;
            }
        }
        out
    }

    /// columns += x·y and biases, for y of the digits y(i).
    #[inline(always)]
    fn add_product(columns: &mut DoubleWidth<[u64; L], D>, x: &LaneDigits<L, D>, y: impl Fn(usize) -> V) {
        let (columns, x) = (columns.as_flattened_mut().as_flattened_mut(), x.as_flattened());
        let mut r = 0;
        while r + ROWS <= D {
            add_rows::<V, ROWS>(&mut columns[L * r..], x, from_fn(|i| y(r + i)));
            r += ROWS;
        }
        match D - r {
            1 => add_rows::<V, 1>(&mut columns[L * r..], x, from_fn(|i| y(r + i))),
            2 => add_rows::<V, 2>(&mut columns[L * r..], x, from_fn(|i| y(r + i))),
            3 => add_rows::<V, 3>(&mut columns[L * r..], x, from_fn(|i| y(r + i))),
            _ => {}
        }
    }

    /// a/2 mod p.
    #[inline(always)]
    fn half_in(&self, a: &LaneDigits<L, D>) -> LaneDigits<L, D> {
        let (unit, two) = (V::splat_f64(UNIT), V::splat_f64(2.0));
        // x = 2·quotient + rest, |rest| ≤ 1
        let halved = |x: V| {
            let quotient = x.fma(V::splat_f64(0.5), unit).sub_f64(unit);
            (quotient, V::splat_f64(0.0).sub_f64(quotient).fma(two, x))
        };
        // below 3p in size, and even
        let (_, odd) = halved(V::read(&a[0]));
        let even = |i: usize| odd.fma(V::read(&self.minus_p[i]), V::read(&a[i]));
        Self::carried(|i| {
            let (half, _) = halved(even(i));
            if i + 1 == D {
                return half;
            }
            let (_, above) = halved(even(i + 1));
            above.fma(V::splat_f64((1_u64 << (RADIX - 1)) as f64), half)
        })
    }

    /// Columns of a·b.
    #[inline(always)]
    fn product_columns(&self, a: &LaneDigits<L, D>, b: &LaneDigits<L, D>) -> DoubleWidth<[u64; L], D> {
        let mut columns = self.starts.product;
        Self::add_product(&mut columns, a, |i| V::read(&b[i]));
        columns
    }

    /// t with the start of a reduction.
    #[inline(always)]
    fn to_reduce(&self, t: &DoubleWidth<[u64; L], D>) -> DoubleWidth<[u64; L], D> {
        each_column(|half, i| V::read(&t[half][i]).add(V::read(&self.starts.reduction[half][i])))
    }

    /// The integers below p with the Montgomery form `a`.
    fn integers(&self, a: &LaneDigits<L, D>) -> [[u64; N]; L] {
        let mut one = [[0; L]; D];
        one[0] = [1.0_f64.to_bits(); L];
        // between 0 and 1.52p
        let product = self.mul(a, &one);
        from_fn(|lane| {
            let mut number = [0; N];
            digits::to_limbs(&mut number, D, |i| f64::from_bits(product[i][lane]));
            limb::reduce_once(&mut number, &self.params.p, 0);
            number
        })
    }

    /// Whether each lane is below 2p in size, with digits in the range of a product.
    fn in_range(&self, a: &LaneDigits<L, D>) -> bool {
        let most = ((1_u64 << (RADIX - 1)) + (1 << 12)) as f64;
        let radix = (1_u64 << RADIX) as f64;
        (0..L).all(|lane| {
            let digit = |i: usize| f64::from_bits(a[i][lane]);
            let leading = digit(D - 1) * radix + digit(D - 2);
            (0..D).all(|i| digit(i).abs() <= most) && (leading * self.reciprocal).abs() < 2.0
        })
    }

    /// Whether columns are within the bound for sums of TERMS products.
    fn is_sum_of_products(t: &DoubleWidth<[u64; L], D>) -> bool {
        let most = (D * Self::TERMS) as u64 * COLUMN;
        t.as_flattened().as_flattened().iter().all(|&column| (column as i64).unsigned_abs() <= most)
    }
}

/// The columns `column(half, i)` of a number of double width.
#[inline(always)]
fn each_column<V: Machine, const L: usize, const D: usize>(
    column: impl Fn(usize, usize) -> V,
) -> DoubleWidth<[u64; L], D> {
    let mut out = [[[0; L]; D]; 2];
    for half in 0..2 {
        for i in 0..D {
            column(half, i).write(&mut out[half][i]);
        }
    }
    out
}

/// The digits of a number below R for each lane.
fn from_numbers<'a, const L: usize, const N: usize, const D: usize>(
    number: impl Fn(usize) -> &'a [u64; N],
) -> LaneDigits<L, D> {
    let mut out = [[0; L]; D];
    for lane in 0..L {
        digits::from_limbs(number(lane), D, |i, digit| out[i][lane] = digit.to_bits());
    }
    out
}

impl<V: Machine, const L: usize, const N: usize, const D: usize> FieldOps for Floats<V, L, N, D> {
    type Element = LaneDigits<L, D>;
    type Wide = DoubleWidth<[u64; L], D>;

    const LANES: usize = L;
    const RANGE: u64 = 2;
    const WORDS: usize = L * D;

    fn prime(&self) -> &[u64] {
        &self.params.p
    }

    fn zero(&self) -> Self::Element {
        [[0; L]; D]
    }

    fn one(&self) -> Self::Element {
        self.one
    }

    fn mul(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        self.redc(&self.mul_wide(a, b))
    }

    fn sqr(&self, a: &Self::Element) -> Self::Element {
        self.redc(&self.sqr_wide(a))
    }

    fn add(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        debug_assert!(self.in_range(a) && self.in_range(b));
        self.reduced(|i| V::read(&a[i]).add_f64(V::read(&b[i])))
    }

    fn sub(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        debug_assert!(self.in_range(a) && self.in_range(b));
        self.reduced(|i| V::read(&a[i]).sub_f64(V::read(&b[i])))
    }

    fn half(&self, a: &Self::Element) -> Self::Element {
        debug_assert!(self.in_range(a));
        let out = self.half_in(a);
        debug_assert!(self.in_range(&out));
        out
    }

    fn cmov(&self, a: &Self::Element, other: &Self::Element, choice: Choice) -> Self::Element {
        let mask = V::from_lanes(|lane| limb::mask(u64::from(choice.bits() >> lane & 1)));
        let mut out = self.zero();
        for (out, (a, other)) in out.iter_mut().zip(a.iter().zip(other)) {
            V::read(other).or_else(V::read(a), mask).write(out);
        }
        out
    }

    fn is_zero(&self, a: &Self::Element) -> Choice {
        debug_assert!(self.in_range(a));
        // below p in size, only 0 is a multiple of p, and all its digits are 0
        let (a, unit) = (self.reduced(|i| V::read(&a[i])), V::splat_f64(UNIT));
        let mut zero = V::splat(u64::MAX);
        for digit in &a {
            zero = zero.and(V::read(digit).add_f64(unit).equal(unit));
        }
        let mut lanes = [0; L];
        zero.write(&mut lanes);
        Choice::from_bits(lanes.iter().enumerate().fold(0, |bits, (lane, &mask)| bits | (mask as u8 & 1) << lane))
    }

    fn wide_terms(&self) -> u64 {
        Self::TERMS as u64
    }

    fn mul_wide(&self, a: &Self::Element, b: &Self::Element) -> Self::Wide {
        debug_assert!(self.in_range(a) && self.in_range(b));
        self.product_columns(a, b)
    }

    fn sqr_wide(&self, a: &Self::Element) -> Self::Wide {
        self.mul_wide(a, a)
    }

    fn add_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
        each_column(|half, i| V::read(&a[half][i]).add(V::read(&b[half][i])))
    }

    fn sub_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
        each_column(|half, i| V::read(&a[half][i]).sub(V::read(&b[half][i])))
    }

    fn redc(&self, t: &Self::Wide) -> Self::Element {
        debug_assert!(Self::is_sum_of_products(t));
        let mut columns = self.to_reduce(t);
        let mut out = self.zero();
        let columns = columns.as_flattened_mut().as_flattened_mut();
        self.kernel.reduce(out.as_flattened_mut(), columns, &self.constants);
        debug_assert!(self.in_range(&out));
        out
    }

    fn read(&self, words: &[u64]) -> Self::Element {
        assert!(words.len() == Self::WORDS, "D vectors");
        let mut out = self.zero();
        out.as_flattened_mut().copy_from_slice(words);
        out
    }

    fn write(&self, words: &mut [u64], a: &Self::Element) {
        assert!(words.len() == Self::WORDS, "D vectors");
        words.copy_from_slice(a.as_flattened());
    }

    #[inline]
    fn gather(&self, words: &[u64], at: &[usize]) -> Self::Element {
        let lanes: [&[u64]; L] = from_fn(|lane| &words[at[lane]..at[lane] + D]);
        from_fn(|i| from_fn(|lane| lanes[lane][i]))
    }

    #[inline]
    fn scatter(&self, words: &mut [u64], at: &[usize], a: &Self::Element) {
        for (lane, &at) in at.iter().enumerate() {
            words[at..at + D].iter_mut().zip(a).for_each(|(word, a)| *word = a[lane]);
        }
    }

    fn from_limbs(&self, x: &[&[u64]]) -> Self::Element {
        assert!(x.len() == 1 || x.len() == L, "one number for each lane, or one for all");
        from_numbers::<L, N, D>(|lane| x[lane % x.len()].try_into().expect("as many limbs as the prime"))
    }

    fn to_limbs(&self, out: &mut [u64], a: &Self::Element, lane: usize) {
        assert!(out.len() == N && lane < L);
        digits::to_limbs(out, D, |i| f64::from_bits(a[i][lane]));
    }

    fn to_mont(&self, a: &Self::Element) -> Self::Element {
        self.mul(a, &self.rr)
    }

    fn from_mont(&self, a: &Self::Element) -> Self::Element {
        debug_assert!(self.in_range(a));
        let integers = self.integers(a);
        from_numbers(|lane| &integers[lane])
    }

    fn invert(&self, a: &Self::Element) -> Self::Element {
        debug_assert!(self.in_range(a));
        let inverses = self.integers(a).map(|x| inverse::invert(&x, &self.params));
        self.to_mont(&from_numbers(|lane| &inverses[lane]))
    }
}
