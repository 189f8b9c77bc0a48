//! Fields with operations that this crate compiles as separate functions. The crates above it are compiled for size.

use super::digits::{DigitField, GaussianOps, LazyDigits, Pair as Complex, RADIX, WIDE_RADIX, WideWord, Word};
#[cfg(target_feature = "relaxed-simd")]
use super::floats::{Floats, LaneDigits, Pairs, gaussian::Gaussian, twin::Twin};
#[cfg(target_feature = "relaxed-simd")]
use super::ops::DoubleWidth;
use super::ops::{Choice, FieldOps};
use super::params::Params;
use super::portable::Portable;
#[cfg(target_feature = "relaxed-simd")]
use modexp_kernels::wasm32::pair::Pair;

/// `sums` is the attribute of a field's sums, if they are not functions.
macro_rules! outlined {
    ($($(#[$doc:meta])* $name:ident: $field:ty, $params:ty, $new:expr $(, sums $sums:tt)? $(, { $($more:tt)* })?;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name($field);

        impl $name {
            /// The field of this prime; `None` if it has too many bits.
            #[must_use]
            pub fn new(params: $params) -> Option<Self> {
                let new: fn($params) -> Option<$field> = $new;
                new(params).map(Self)
            }
        }

        outlined!(@ $name, $field, [$($sums)?] { $($($more)*)? });
    )*};
    (@ $name:ident, $field:ty, [] { $($more:tt)* }) => {
        outlined!(@ $name, $field, [(inline(never))] { $($more)* });
    };
    (@ $name:ident, $field:ty, [($sums:meta)] { $($more:tt)* }) => {
        impl FieldOps for $name {
            type Element = <$field as FieldOps>::Element;
            type Wide = <$field as FieldOps>::Wide;

            const LANES: usize = <$field as FieldOps>::LANES;
            const RANGE: u64 = <$field as FieldOps>::RANGE;
            const WORDS: usize = <$field as FieldOps>::WORDS;
            const SUM_TERMS: u64 = <$field as FieldOps>::SUM_TERMS;

            outlined! { #[inline(never)]
                fn prime(&self) -> &[u64];
                fn zero(&self) -> Self::Element;
                fn one(&self) -> Self::Element;
                fn mul(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;
                fn sqr(&self, a: &Self::Element) -> Self::Element;
                fn half(&self, a: &Self::Element) -> Self::Element;
                fn cmov(&self, a: &Self::Element, other: &Self::Element, choice: Choice) -> Self::Element;
                fn is_zero(&self, a: &Self::Element) -> Choice;
                fn wide_terms(&self) -> u64;
                fn mul_wide(&self, a: &Self::Element, b: &Self::Element) -> Self::Wide;
                fn sqr_wide(&self, a: &Self::Element) -> Self::Wide;
                fn add_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide;
                fn sub_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide;
                fn redc(&self, t: &Self::Wide) -> Self::Element;
                fn read(&self, words: &[u64]) -> Self::Element;
                fn write(&self, words: &mut [u64], a: &Self::Element) -> ();
                fn select(&self, out: &mut [u64], table: &[u64], index: usize) -> ();
                fn gather(&self, words: &[u64], at: &[usize]) -> Self::Element;
                fn scatter(&self, words: &mut [u64], at: &[usize], a: &Self::Element) -> ();
                fn from_limbs(&self, x: &[&[u64]]) -> Self::Element;
                fn to_limbs(&self, out: &mut [u64], a: &Self::Element, lane: usize) -> ();
                fn to_mont(&self, a: &Self::Element) -> Self::Element;
                fn from_mont(&self, a: &Self::Element) -> Self::Element;
                fn invert(&self, a: &Self::Element) -> Self::Element;
                $($more)*
            }
            outlined! { #[$sums]
                fn add(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;
                fn sub(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;
            }
        }
    };
    (#$attribute:tt $($(#[$doc:meta])* $visible:vis fn $method:ident(&self $(, $argument:ident: $type:ty)*) -> $result:ty;)*) => {$(
        $(#[$doc])*
        #$attribute
        $visible fn $method(&self $(, $argument: $type)*) -> $result {
            self.0.$method($($argument),*)
        }
    )*};
}

outlined! {
    /// Primes of up to 192 bits in seven digits.
    Digits7: DigitField<Word<RADIX>, 3, 7>, Params<3>, DigitField::new;
    /// Primes of up to 256 bits in nine digits.
    Digits9: DigitField<Word<RADIX>, 4, 9>, Params<4>, DigitField::new;
    /// Primes of up to 384 bits in fourteen digits.
    Digits14: DigitField<Word<RADIX>, 6, 14>, Params<6>, DigitField::new;
    /// Primes of up to 512 bits in eighteen digits.
    Digits18: DigitField<Word<RADIX>, 8, 18>, Params<8>, DigitField::new;
    /// Primes of up to 576 bits in twenty digits.
    Digits20: DigitField<Word<RADIX>, 9, 20>, Params<9>, DigitField::new;
    /// Primes of up to 636 bits in 22 digits.
    Digits22: DigitField<Word<RADIX>, 10, 22>, Params<10>, DigitField::new;
    /// Primes of up to 192 bits in four wide digits.
    Wide4: DigitField<WideWord<WIDE_RADIX>, 3, 4>, Params<3>, DigitField::new;
    /// Primes of up to 256 bits in five digits with signs, for wide arithmetic.
    Signed5: LazyDigits<4, 5>, Params<4>, LazyDigits::new, sums (inline(always)), {
        fn mul_add_mul(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element, d: &Self::Element) -> Self::Element;
        fn mul_sub_mul(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element, d: &Self::Element) -> Self::Element;
        fn mul_sub_sqr(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element) -> Self::Element;
    };
    /// Primes of up to 384 bits in seven digits with signs, for wide arithmetic.
    Signed7: LazyDigits<6, 7>, Params<6>, LazyDigits::new, sums (cfg_attr(
        target_arch = "wasm32",
        cfg_attr(feature = "known-primes", inline(always)),
        cfg_attr(not(feature = "known-primes"), inline(never))
    )), {
        fn mul_add_mul(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element, d: &Self::Element) -> Self::Element;
        fn mul_sub_mul(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element, d: &Self::Element) -> Self::Element;
        fn mul_sub_sqr(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element) -> Self::Element;
    };
    /// Primes of up to 512 bits in nine wide digits.
    Wide9: DigitField<WideWord<WIDE_RADIX>, 8, 9>, Params<8>, DigitField::new;
    /// Primes of up to 576 bits in ten wide digits.
    Wide10: DigitField<WideWord<WIDE_RADIX>, 9, 10>, Params<9>, DigitField::new;
    /// Primes of up to 636 bits in eleven wide digits.
    Wide11: DigitField<WideWord<WIDE_RADIX>, 10, 11>, Params<10>, DigitField::new;
    /// Primes of up to 1536 bits in 24 limbs, for all engines: a word cannot hold their columns of digits.
    Limbs24: Portable<24>, Params<24>, |params| Some(Portable::new(params));
}

/// The operations of GF(p²) as functions.
macro_rules! gaussian_ops {
    ($($name:ident)*) => {$(
        impl GaussianOps for $name {
            outlined! { #[inline(never)]
                fn add_pairs(&self, a: &Complex<Self>, b: &Complex<Self>) -> Complex<Self>;
                fn sub_pairs(&self, a: &Complex<Self>, b: &Complex<Self>) -> Complex<Self>;
                fn add_turned(&self, a: &Complex<Self>, n: u32, b: &Complex<Self>) -> Complex<Self>;
                fn reduce_pair(&self, a: &Complex<Self>) -> Complex<Self>;
                fn add_to_triple(&self, a: &Complex<Self>, n: i32, b: &Complex<Self>) -> Complex<Self>;
                fn mul_pairs(&self, a: &Complex<Self>, b: &Complex<Self>) -> Complex<Self>;
                fn three_products(&self, a: [&Complex<Self>; 3], b: [&Complex<Self>; 3]) -> Complex<Self>;
                fn sqr_pair(&self, a: &Complex<Self>) -> Complex<Self>;
                fn sqr_sum(&self, n: u32, a: &Complex<Self>, b: &Complex<Self>) -> [Complex<Self>; 2];
            }
        }
    )*};
}

gaussian_ops!(Signed5 Signed7);

#[cfg(target_feature = "relaxed-simd")]
outlined! {
    /// Two residues modulo a prime of 220 to 255 bits, in six digits.
    Floats6: Floats<Pair, 2, 4, 6>, Params<4>, Floats::new;
    /// Two residues modulo a prime of 320 to 383 bits, in eight digits.
    Floats8: Floats<Pair, 2, 6, 8>, Params<6>, Floats::new;
}

/// The quadratic extension of a field of pairs. Operations on each coefficient alone call the function of the pairs.
#[cfg(target_feature = "relaxed-simd")]
macro_rules! gaussian {
    ($($(#[$doc:meta])* $name:ident, $twin:ident: $pairs:ident, $n:literal, $d:literal;)*) => {$(
        impl Pairs<$n, $d> for $pairs {
            type Vectors = Pair;

            #[inline]
            fn floats(&self) -> &Floats<Pair, 2, $n, $d> {
                &self.0
            }

            #[inline(never)]
            fn mul_twins(&self, a: [&LaneDigits<2, $d>; 2], b: [&LaneDigits<2, $d>; 2]) -> [LaneDigits<2, $d>; 2] {
                self.0.mul_twins(a, b)
            }
        }

        /// GF(p), with each number in both lanes.
        pub type $twin = Twin<$pairs, $n, $d>;

        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name(Gaussian<$pairs, $n, $d>);

        impl $name {
            /// The extension by a root u of −1.
            #[must_use]
            pub fn new(prime: $twin) -> Self {
                Self(Gaussian::new(prime))
            }

            /// GF(p).
            #[inline]
            pub fn prime_field(&self) -> &$twin {
                self.0.prime_field()
            }

            /// s·a for s of GF(p).
            #[inline]
            pub fn scale(&self, a: &LaneDigits<2, $d>, s: &LaneDigits<2, $d>) -> LaneDigits<2, $d> {
                self.0.scale(a, s)
            }

            outlined! { #[inline(never)]
                /// a_0 − a_1·u.
                pub fn conjugate(&self, a: &LaneDigits<2, $d>) -> LaneDigits<2, $d>;
                /// a + (n + u)·b.
                pub fn add_turned(&self, a: &LaneDigits<2, $d>, n: u32, b: &LaneDigits<2, $d>) -> LaneDigits<2, $d>;
                /// a + (n + u)·b in double width.
                pub fn add_turned_wide(&self, a: &DoubleWidth<[u64; 2], $d>, n: u32, b: &DoubleWidth<[u64; 2], $d>) -> DoubleWidth<[u64; 2], $d>;
            }
        }

        impl FieldOps for $name {
            type Element = LaneDigits<2, $d>;
            type Wide = DoubleWidth<[u64; 2], $d>;

            const LANES: usize = 1;
            const RANGE: u64 = Gaussian::<$pairs, $n, $d>::RANGE;
            const WORDS: usize = Gaussian::<$pairs, $n, $d>::WORDS;

            outlined! { #[inline(never)]
                fn mul(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;
                fn sqr(&self, a: &Self::Element) -> Self::Element;
                fn mul_wide(&self, a: &Self::Element, b: &Self::Element) -> Self::Wide;
                fn sqr_wide(&self, a: &Self::Element) -> Self::Wide;
                fn mul_add_mul(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element, d: &Self::Element) -> Self::Element;
                fn mul_sub_mul(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element, d: &Self::Element) -> Self::Element;
                fn mul_sub_sqr(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element) -> Self::Element;
                fn invert(&self, a: &Self::Element) -> Self::Element;
            }

            outlined! { #[inline]
                fn prime(&self) -> &[u64];
                fn zero(&self) -> Self::Element;
                fn one(&self) -> Self::Element;
                fn add(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;
                fn sub(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;
                fn half(&self, a: &Self::Element) -> Self::Element;
                fn cmov(&self, a: &Self::Element, other: &Self::Element, choice: Choice) -> Self::Element;
                fn is_zero(&self, a: &Self::Element) -> Choice;
                fn wide_terms(&self) -> u64;
                fn add_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide;
                fn sub_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide;
                fn redc(&self, t: &Self::Wide) -> Self::Element;
                fn read(&self, words: &[u64]) -> Self::Element;
                fn write(&self, words: &mut [u64], a: &Self::Element) -> ();
                fn from_limbs(&self, x: &[&[u64]]) -> Self::Element;
                fn to_limbs(&self, out: &mut [u64], a: &Self::Element, lane: usize) -> ();
                fn to_mont(&self, a: &Self::Element) -> Self::Element;
                fn from_mont(&self, a: &Self::Element) -> Self::Element;
            }
        }
    )*};
}

#[cfg(target_feature = "relaxed-simd")]
gaussian! {
    /// The extension of primes of 220 to 255 bits.
    Gaussian6, Twin6: Floats6, 4, 6;
    /// The extension of primes of 320 to 383 bits.
    Gaussian8, Twin8: Floats8, 6, 8;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prime::tests::{check, each_prime, params};
    use num_bigint::BigUint;

    #[test]
    fn they_compute_modulo_every_prime() {
        each_prime(|p, n| match n {
            3 => {
                check(&Digits7::new(params(p)).expect("room"));
                check(&Wide4::new(params(p)).expect("room"));
            }
            4 => {
                check(&Digits9::new(params(p)).expect("room"));
                check(&Signed5::new(params(p)).expect("room"));
            }
            6 => {
                check(&Digits14::new(params(p)).expect("room"));
                check(&Signed7::new(params(p)).expect("room"));
            }
            8 => {
                check(&Digits18::new(params(p)).expect("room"));
                check(&Wide9::new(params(p)).expect("room"));
                check(&Digits20::new(params(p)).expect("room"));
                check(&Wide10::new(params(p)).expect("room"));
            }
            _ => {
                let (field, wide) = (Digits22::new(params(p)), Wide11::new(params(p)));
                assert_eq!([field.is_some(), wide.is_some()], [p.bits() <= 636; 2]);
                if let (Some(field), Some(wide)) = (field, wide) {
                    check(&field);
                    check(&wide);
                }
            }
        });
        // the largest prime below 2^1536
        let p = (BigUint::from(1_u8) << 1536_u32) - 3453_u32;
        check(&Limbs24::new(params(&p)).expect("room"));
    }
}
