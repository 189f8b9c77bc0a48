//! Products and squares of some fields, compiled in this crate as functions, because the code above is compiled for size.

use super::super::field::BinaryField;
use super::super::polynomial::{Any, Fixed, Polynomial};
use super::Swizzle;

macro_rules! fields {
    ($($degree:pat, $n:literal, $type:ty, $polynomial:expr => $mul:ident, $sqr_n:ident;)*) => {
        /// a·b, if one of the functions is for this polynomial's degree.
        #[inline(always)]
        pub(super) fn mul<P: Polynomial, const N: usize>(
            polynomial: P,
            a: &[u64; N],
            b: &[u64; N],
        ) -> Option<[u64; N]> {
            let mut out = [0; N];
            match (polynomial.degree(), N) {
                $(($degree, $n) => $mul(&mut out, a, b, Any::from_polynomial(polynomial)),)*
                _ => return None,
            }
            Some(out)
        }

        /// a^(2^n), if one of the functions is for this polynomial's degree.
        #[inline(always)]
        pub(super) fn sqr_n<P: Polynomial, const N: usize>(polynomial: P, a: &[u64; N], n: usize) -> Option<[u64; N]> {
            let mut out = [0; N];
            match (polynomial.degree(), N) {
                $(($degree, $n) => $sqr_n(&mut out, a, n, Any::from_polynomial(polynomial)),)*
                _ => return None,
            }
            Some(out)
        }

        $(
            #[inline(never)]
            fn $mul(out: &mut [u64], a: &[u64], b: &[u64], any: Any) {
                let of: fn(Any) -> $type = $polynomial;
                let [a, b] = [a, b].map(|x| x.try_into().expect("as many limbs"));
                out.copy_from_slice(&BinaryField::<_, _, $n>::untraced(Swizzle, of(any)).reduced_product(a, b));
            }

            #[inline(never)]
            fn $sqr_n(out: &mut [u64], a: &[u64], n: usize, any: Any) {
                let of: fn(Any) -> $type = $polynomial;
                let a = a.try_into().expect("as many limbs");
                out.copy_from_slice(&BinaryField::<_, _, $n>::untraced(Swizzle, of(any)).sqr_inlined(a, n));
            }
        )*
    };
}

fields! {
    163, 3, Fixed<163, 7, 6, 3>, |_| Fixed => mul_163, sqr_n_163;
    233, 4, Fixed<233, 74, 0, 0>, |_| Fixed => mul_233, sqr_n_233;
    283, 5, Fixed<283, 12, 7, 5>, |_| Fixed => mul_283, sqr_n_283;
    379, 6, Fixed<379, 253, 251, 59>, |_| Fixed => mul_379, sqr_n_379;
    571, 9, Fixed<571, 10, 5, 2>, |_| Fixed => mul_571, sqr_n_571;
    1223, 20, Fixed<1223, 255, 0, 0>, |_| Fixed => mul_1223, sqr_n_1223;
    _, 9, Any, |any| any => mul_any, sqr_n_any;
}
