//! Chooses the field of a curve as a type: its limbs, its polynomial and its multiplier.

use super::formulas::Formulas;
use super::points::BinaryPoints;
use crate::backend::{Backend, CurveParts};
use crate::error::Error;
use crate::machine;
use crate::points::Arithmetic;
use crate::scalar::{scalars, to_array};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use modexp_fields::binary::{Any, BinaryField, Fixed, Holes, Multiplier, Polynomial};
use modexp_limbs::limb;

/// The largest m: elements leave a bit of nine limbs free.
const MAX_DEGREE: usize = 575;

/// 2^m, the number of elements of a field.
pub(crate) fn q(polynomial: &[u64]) -> Vec<u64> {
    let m = limb::bit_len(polynomial) - 1;
    let mut q = vec![0; m / 64 + 1];
    q[m / 64] = 1 << (m % 64);
    q
}

/// Whether `polynomial` is irreducible, of three or five terms and of prime degree m from 5 to 575. Variable time.
pub(crate) fn is_field(polynomial: &[u64]) -> bool {
    let Some(any) = Any::from_bits(polynomial) else { return false };
    let m = any.degree();
    let is_prime = (3..m).step_by(2).take_while(|d| d * d <= m).all(|d| m % d != 0);
    (5..=MAX_DEGREE).contains(&m)
        && is_prime
        && BinaryField::<_, _, 9>::new(Holes, any).is_some_and(|field| field.is_irreducible())
}

/// The curve y² + x·y = x³ + a·x² + b with coefficients of fewer bits than the polynomial, and an odd order above 1.
pub(crate) fn parts(
    polynomial: &[u64],
    a: &[u64],
    b: &[u64],
    order: &[u64],
    backend: Backend,
) -> Result<CurveParts, Error> {
    if !backend.is_available() || !machine::BINARY {
        return Err(Error::BackendUnavailable);
    }
    let any = Any::from_bits(polynomial).filter(|any| any.degree() <= MAX_DEGREE).ok_or(Error::BadPolynomial)?;
    machine::binary(any, a, b, order, backend).ok_or(Error::BadOrder)
}

/// The curve on a multiplier. If `STANDARD`, the fields of standards have polynomials that the compiler knows. A module of
/// WebAssembly is small: it has one field of nine limbs.
pub(crate) fn of_multiplier<M: Multiplier, const STANDARD: bool>(
    m: M,
    any: Any,
    a: &[u64],
    b: &[u64],
    order: &[u64],
) -> Option<CurveParts> {
    let standard = match (any.degree(), any.middle()) {
        (163, [7, 6, 3]) if STANDARD => of_size::<_, _, 3>(m, Fixed::<163, 7, 6, 3>, a, b, order),
        (233, [74, 0, 0]) if STANDARD => of_size::<_, _, 4>(m, Fixed::<233, 74, 0, 0>, a, b, order),
        (283, [12, 7, 5]) if STANDARD => of_size::<_, _, 5>(m, Fixed::<283, 12, 7, 5>, a, b, order),
        (571, [10, 5, 2]) if STANDARD && machine::ALL_SIZES => {
            of_size::<_, _, 9>(m, Fixed::<571, 10, 5, 2>, a, b, order)
        }
        _ => None,
    };
    standard.or_else(|| match any.degree() + 1 {
        0..=256 if machine::ALL_SIZES => of_size::<_, _, 4>(m, any, a, b, order),
        257..=320 if machine::ALL_SIZES => of_size::<_, _, 5>(m, any, a, b, order),
        _ => of_size::<_, _, 9>(m, any, a, b, order),
    })
}

/// The curve over a field of N limbs.
pub(super) fn of_size<M: Multiplier, P: Polynomial, const N: usize>(
    multiplier: M,
    polynomial: P,
    a: &[u64],
    b: &[u64],
    order: &[u64],
) -> Option<CurveParts> {
    if limb::trim(order).len() > N {
        return None;
    }
    let field = BinaryField::<M, P, N>::new(multiplier, polynomial)?;
    let scalars = if machine::ALL_SIZES { scalars::<N>(order)? } else { scalars::<9>(order)? };
    let single: Box<dyn Arithmetic> = Box::new(BinaryPoints::new(Formulas::new(field, &to_array(a), &to_array(b))));
    Some(CurveParts::new(single, scalars, N))
}
