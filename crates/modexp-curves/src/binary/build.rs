//! Chooses the field of a curve as a type: its limbs, its polynomial and its multiplier.

use super::formulas::Formulas;
use super::model::Model;
use super::points::BinaryPoints;
use crate::backend::{Backend, CurveParts};
use crate::error::Error;
use crate::machine;
use crate::points::{Arithmetic, Elements};
use crate::scalar::{scalars_of, to_array};
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

/// A curve with the field's type erased.
pub(crate) trait Erased {
    /// Whether fields may have any polynomial, or only those of standards.
    const ANY_POLYNOMIAL: bool = true;

    fn erase<C: Model<N>, const N: usize>(points: BinaryPoints<C, N>) -> Self;
}

impl Erased for Box<dyn Arithmetic> {
    fn erase<C: Model<N>, const N: usize>(points: BinaryPoints<C, N>) -> Self {
        Box::new(points)
    }
}

/// Lanes multiply: their code has no other operations. In the addon of Node they serve standards.
impl Erased for Box<dyn Elements> {
    const ANY_POLYNOMIAL: bool = cfg!(not(modexp_addon));

    fn erase<C: Model<N>, const N: usize>(points: BinaryPoints<C, N>) -> Self {
        Box::new(points)
    }
}

/// The curve on a multiplier, with its scalars; see [`of_multiplier`].
pub(crate) fn parts_of_multiplier<M: Multiplier, const STANDARD: bool>(
    m: M,
    any: Any,
    a: &[u64],
    b: &[u64],
    order: &[u64],
) -> Option<CurveParts> {
    let (single, limbs) = of_multiplier::<_, _, STANDARD>(m, any, a, b)?;
    if limb::trim(order).len() > limbs {
        return None;
    }
    Some(CurveParts::new(single, scalars_of(limbs, order)?, limbs))
}

/// The curve on a multiplier, and the limbs of its field. If `STANDARD`, the fields of standards have polynomials that the compiler
/// knows. A module of WebAssembly is small: it has one field of nine limbs.
pub(crate) fn of_multiplier<T: Erased, M: Multiplier, const STANDARD: bool>(
    m: M,
    any: Any,
    a: &[u64],
    b: &[u64],
) -> Option<(T, usize)> {
    let standard = match (any.degree(), any.middle()) {
        (163, [7, 6, 3]) if STANDARD => of_size::<_, _, _, 3>(m, Fixed::<163, 7, 6, 3>, a, b),
        (233, [74, 0, 0]) if STANDARD => of_size::<_, _, _, 4>(m, Fixed::<233, 74, 0, 0>, a, b),
        (283, [12, 7, 5]) if STANDARD => of_size::<_, _, _, 5>(m, Fixed::<283, 12, 7, 5>, a, b),
        (571, [10, 5, 2]) if STANDARD && machine::ALL_SIZES => of_size::<_, _, _, 9>(m, Fixed::<571, 10, 5, 2>, a, b),
        _ => None,
    };
    standard.or_else(|| match any.degree() + 1 {
        _ if !T::ANY_POLYNOMIAL => None,
        0..=256 if machine::ALL_SIZES => of_size::<_, _, _, 4>(m, any, a, b),
        257..=320 if machine::ALL_SIZES => of_size::<_, _, _, 5>(m, any, a, b),
        _ => of_size::<_, _, _, 9>(m, any, a, b),
    })
}

/// The curve over a field of N limbs.
pub(super) fn of_size<T: Erased, M: Multiplier, P: Polynomial, const N: usize>(
    multiplier: M,
    polynomial: P,
    a: &[u64],
    b: &[u64],
) -> Option<(T, usize)> {
    let field = BinaryField::<M, P, N>::new(multiplier, polynomial)?;
    Some((T::erase(BinaryPoints::new(Formulas::new(field, &to_array(a), &to_array(b)))), N))
}
