//! A residue in each of L lanes of vectors of `f64`, in D signed digits of 50 bits: products are those of
//! [`crate::fused`], for numbers of a length that the compiler knows.
//!
//! Nothing crosses lanes. **Range.** Residues are of a size below 2p, of either sign, and R = 2^(50·D) ≥ 2^14·p. So a product is
//! a·b/R + p·(a number between 2^−11.1 and 1.51), see `fused.md`, and |a·b/R| < 2^−12·p: it lies between 0 and 1.52p. Digits are at most
//! 2^49 + 2^12 in size.
//!
//! **Sums.** s = a ± b is of a size below 4p. Its two leading digits give q, the integer nearest to s/p with an error below 2^−19. Then
//! s − q·p is of a size below 0.51p; its digits are exact in an `f64`, |digit| ≤ 2·(2^49 + 2^12) + 4.51·2^49 < 2^52, and each carries the
//! integer nearest to digit/2^50 into the next.
//!
//! **Double width.** Products are reduced at once, so numbers of double width are elements: sums of products spare no reductions here.

use super::inverse;
use super::ops::{Choice, FieldOps};
use super::params::Params;
use crate::fused::columns::{RADIX, ROWS, UNIT};
use crate::fused::machine::Machine;
use crate::fused::modulus::{Constants, FusedModulus};
use crate::fused::shape::Shape;
use crate::fused::{Fused, digits};
use core::array::from_fn;
use modexp_limbs::limb;

/// Bits that p has at least beyond those of D − 2 digits, so that two digits say how large a number is.
const LEAST_LEADING: usize = 20;

/// Bits that p has at most below those of D digits.
const HEADROOM: usize = 14;

/// The most digits, and the most vectors of what products need.
const MAX_DIGITS: usize = 8;
const MAX_CONSTANTS: usize = 2 * MAX_DIGITS + ROWS;
const MAX_START: usize = 4 * MAX_DIGITS + 1;
const MAX_SCRATCH: usize = 2 * MAX_DIGITS;

/// Digit i of the number in each lane.
type Digits<const L: usize, const D: usize> = [[u64; L]; D];

/// A field of primes of N limbs on L numbers of D digits.
#[derive(Clone, Copy, Debug)]
pub struct Floats<V: Machine, const L: usize, const N: usize, const D: usize> {
    kernel: Fused<V, L>,
    params: Params<N>,
    constants: Inline<L, D>,
    /// −p.
    minus_p: Digits<L, D>,
    /// 2^(50·(D − 2))/p.
    reciprocal: f64,
    /// R mod p.
    one: Digits<L, D>,
    /// R² mod p.
    rr: Digits<L, D>,
    /// R/2 mod p.
    half: Digits<L, D>,
}

/// What products need of p, without a heap.
#[derive(Clone, Copy, Debug)]
struct Inline<const L: usize, const D: usize> {
    words: [[u64; L]; MAX_CONSTANTS],
    start: [[u64; L]; MAX_START],
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
    /// The field of this prime; `None` if this machine does not have the vectors, or p does not fill D digits as it must.
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

        let all = |x: &[u64; N]| from_numbers(|_| x);
        let mut p = [0.0; D];
        digits::from_limbs(&params.p, D, |i, digit| p[i] = digit);
        let leading = p[D - 1] * (1_u64 << RADIX) as f64 + p[D - 2];
        Some(Self {
            kernel,
            constants,
            minus_p: p.map(|digit| [(0.0 - digit).to_bits(); L]),
            reciprocal: 1.0 / leading,
            one: all(&params.power_of_two(radix * D)),
            rr: all(&params.power_of_two(2 * radix * D)),
            half: all(&params.power_of_two(radix * D - 1)),
            params,
        })
    }

    /// The number congruent to x, of a size below 0.51p, for digits of numbers of a size below 4p.
    #[inline(always)]
    fn reduced(&self, x: impl Fn(usize) -> V) -> Digits<L, D> {
        let unit = V::splat_f64(UNIT);
        let radix = (1_u64 << RADIX) as f64;
        let leading = x(D - 1).fma(V::splat_f64(radix), x(D - 2));
        let q = leading.fma(V::splat_f64(self.reciprocal), unit).sub_f64(unit);
        let mut out = [[0; L]; D];
        let mut carry = V::splat_f64(0.0);
        for i in 0..D {
            let column = q.fma(V::read(&self.minus_p[i]), x(i));
            debug_assert!(column.within(-UNIT / 1.5, UNIT / 1.5), "exact");
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

    /// a·b/R. One function, which several operations call: it is long.
    #[inline(never)]
    fn product(&self, a: &Digits<L, D>, b: &Digits<L, D>) -> Digits<L, D> {
        let mut out = [[0; L]; D];
        let mut scratch = [[0; L]; MAX_SCRATCH];
        self.kernel.product(
            out.as_flattened_mut(),
            a.as_flattened(),
            b.as_flattened(),
            &self.constants,
            scratch.as_flattened_mut(),
        );
        out
    }

    /// The integers whose Montgomery form this is, below p.
    fn integers(&self, a: &Digits<L, D>) -> [[u64; N]; L] {
        let mut one = [[0; L]; D];
        one[0] = [1.0_f64.to_bits(); L];
        // above 0, at most p + p/2
        let product = self.product(a, &one);
        from_fn(|lane| {
            let mut number = [0; N];
            digits::to_limbs(&mut number, D, |i| f64::from_bits(product[i][lane]));
            limb::reduce_once(&mut number, &self.params.p, 0);
            number
        })
    }

    /// Whether lanes are of a size below 2p, in digits that products may have.
    fn in_range(&self, a: &Digits<L, D>) -> bool {
        let most = ((1_u64 << (RADIX - 1)) + (1 << 12)) as f64;
        let radix = (1_u64 << RADIX) as f64;
        (0..L).all(|lane| {
            let digit = |i: usize| f64::from_bits(a[i][lane]);
            let leading = digit(D - 1) * radix + digit(D - 2);
            (0..D).all(|i| digit(i).abs() <= most) && (leading * self.reciprocal).abs() < 2.0
        })
    }
}

/// The digits of a number below R for each lane.
fn from_numbers<'a, const L: usize, const N: usize, const D: usize>(
    number: impl Fn(usize) -> &'a [u64; N],
) -> Digits<L, D> {
    let mut out = [[0; L]; D];
    for lane in 0..L {
        digits::from_limbs(number(lane), D, |i, digit| out[i][lane] = digit.to_bits());
    }
    out
}

impl<V: Machine, const L: usize, const N: usize, const D: usize> FieldOps for Floats<V, L, N, D> {
    type Element = Digits<L, D>;
    type Wide = Digits<L, D>;

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
        debug_assert!(self.in_range(a) && self.in_range(b));
        let out = self.product(a, b);
        debug_assert!(self.in_range(&out));
        out
    }

    fn sqr(&self, a: &Self::Element) -> Self::Element {
        debug_assert!(self.in_range(a));
        let mut out = self.zero();
        let mut scratch = [[0; L]; MAX_SCRATCH];
        self.kernel.square(out.as_flattened_mut(), a.as_flattened(), &self.constants, scratch.as_flattened_mut());
        debug_assert!(self.in_range(&out));
        out
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
        self.mul(a, &self.half)
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
        // of a size below p, 0 is the only multiple of p, and all its digits are 0
        let (a, unit) = (self.reduced(|i| V::read(&a[i])), V::splat_f64(UNIT));
        let mut zero = V::splat(u64::MAX);
        for digit in &a {
            zero = zero.and(V::read(digit).add_f64(unit).equal(unit));
        }
        let mut lanes = [0; L];
        zero.write(&mut lanes);
        Choice::from_bits(lanes.iter().enumerate().fold(0, |bits, (lane, &mask)| bits | (mask as u8 & 1) << lane))
    }

    fn mul_wide(&self, a: &Self::Element, b: &Self::Element) -> Self::Wide {
        self.mul(a, b)
    }

    fn sqr_wide(&self, a: &Self::Element) -> Self::Wide {
        self.sqr(a)
    }

    fn add_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
        self.add(a, b)
    }

    fn sub_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
        self.sub(a, b)
    }

    fn redc(&self, t: &Self::Wide) -> Self::Element {
        *t
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
        let inverses = self.integers(a).map(|x| inverse::invert(&x, &self.params, core::hint::black_box));
        self.to_mont(&from_numbers(|lane| &inverses[lane]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::tests::{check, each_prime, params};
    use crate::fused::emulated::Emulated;
    use num_bigint::BigInt;

    #[test]
    fn they_compute_modulo_every_prime_that_fills_their_digits() {
        let mut checked = 0;
        each_prime(|p, n| match n {
            4 => {
                let field = Floats::<Emulated<2>, 2, 4, 6>::new(params(p));
                assert_eq!(field.is_some(), (220..=255).contains(&p.bits()));
                checked += usize::from(field.inspect(|field| check(field)).is_some());
            }
            6 => {
                let field = Floats::<Emulated<2>, 2, 6, 8>::new(params(p));
                assert_eq!(field.is_some(), (320..=383).contains(&p.bits()));
                checked += usize::from(field.inspect(|field| check(field)).is_some());
            }
            _ => {}
        });
        assert_eq!(checked, 6);
    }

    /// Σ digit_i·2^(50i), which may be negative.
    fn value<const L: usize, const D: usize>(a: &Digits<L, D>, lane: usize) -> BigInt {
        a.iter().rev().fold(BigInt::ZERO, |sum, digit| (sum << RADIX) + f64::from_bits(digit[lane]) as i64)
    }

    #[test]
    fn sums_of_the_largest_digits_are_exact() {
        let mut sums = 0;
        each_prime(|p, n| {
            let Some(field) = (n == 6).then(|| Floats::<Emulated<2>, 2, 6, 8>::new(params(p))).flatten() else {
                return;
            };
            let (p, most) = (BigInt::from(p.clone()), (1_i64 << (RADIX - 1)) + (1 << 12));
            // the six lower digits as large as they may be, of all signs; the others up to the range
            let top = |share: i64| ((&p * share) >> (6 * RADIX)) / 16;
            let element = |signs: u64, share: i64| {
                let leading = top(share);
                let high = (&leading + (1_i64 << (RADIX - 1))) >> RADIX;
                let low = &leading - (&high << RADIX);
                let digit = |i: usize| match i {
                    7 => i64::try_from(&high).expect("a digit"),
                    6 => i64::try_from(&low).expect("a digit"),
                    _ => {
                        if signs >> i & 1 == 1 {
                            most
                        } else {
                            -most
                        }
                    }
                };
                from_fn(|i| [(digit(i) as f64).to_bits(), (digit(i) as f64).to_bits()])
            };
            for signs in 0..64 {
                for (left, right) in [(31, 31), (-31, 31), (31, -31), (-31, -31), (0, 0), (16, 0), (8, -24)] {
                    let (a, b) = (element(signs, left), element(signs * 7 % 64, right));
                    let (x, y) = (value(&a, 0), value(&b, 0));
                    for (got, want) in [(field.add(&a, &b), &x + &y), (field.sub(&a, &b), &x - &y)] {
                        let number = value(&got, 1);
                        assert_eq!((&number - &want) % &p, BigInt::ZERO);
                        assert!(&number * 100 <= &p * 51 && &number * 100 >= &p * -51, "of a size below 0.51p");
                        let small =
                            |digit: &[u64; 2]| f64::from_bits(digit[0]).abs() <= ((1_i64 << (RADIX - 1)) + 5) as f64;
                        assert!(got.iter().all(small), "{got:?}");
                        assert_eq!(field.is_zero(&got).lane(1), want % &p == BigInt::ZERO);
                        sums += 1;
                    }
                }
            }
        });
        assert!(sums >= 64 * 14);
    }
}
