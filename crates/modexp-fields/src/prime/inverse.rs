//! Inverses in constant time, of one element and of many.

use super::ops::FieldOps;
use super::params::{MAX_LIMBS, Params};
use modexp_limbs::{limb, safegcd};

/// A number for [`safegcd`].
type Signed = [safegcd::Limb; safegcd::len(64 * MAX_LIMBS)];

/// out = a⁻¹ mod p as integers, and 0 for 0; a < p gives out < p.
pub(super) fn invert<const N: usize>(a: &[u64; N], params: &Params<N>) -> [u64; N] {
    let n = safegcd::len(64 * N);
    let [mut p, mut f, mut g, mut d, mut e]: [Signed; 5] = [[0; _]; 5];
    safegcd::from_limbs(&mut p[..n], &params.p);
    safegcd::from_limbs(&mut g[..n], a);
    let numbers = [&mut f[..n], &mut g[..n], &mut d[..n], &mut e[..n]];
    safegcd::invert(&p[..n], limb::bit_len(&params.p), numbers);
    let mut out = [0; N];
    safegcd::to_limbs(&mut out, &d[..n]);
    debug_assert_eq!(limb::less(&out, &params.p), 1);
    out
}

/// a⁻¹ of a field of one lane, and 0 for 0.
pub(super) fn invert_on_limbs<F: FieldOps, const N: usize>(
    field: &F,
    a: &F::Element,
    params: &Params<N>,
) -> F::Element {
    let mut x = [0; N];
    field.to_limbs(&mut x, &field.from_mont(a), 0);
    field.to_mont(&field.from_limbs(&[&invert(&x, params)]))
}

/// Inverts each element, and leaves 0 as 0, by one inversion and three products per element (Montgomery's trick).
/// `products` is scratch space of equal length.
///
/// # Panics
/// If the lengths differ.
pub fn invert_many<F: FieldOps>(field: &F, elements: &mut [F::Element], products: &mut [F::Element]) {
    assert_eq!(elements.len(), products.len());
    // zeros count as 1, so that the other inverses are right
    let mut product = field.one();
    for (element, before) in elements.iter().zip(products.iter_mut()) {
        *before = product;
        let factor = field.cmov(element, &field.one(), field.is_zero(element));
        product = field.mul(&product, &factor);
    }
    let mut inverse = field.invert(&product);
    for (element, before) in elements.iter_mut().zip(products.iter()).rev() {
        let zero = field.is_zero(element);
        let factor = field.cmov(element, &field.one(), zero);
        let one_inverse = field.mul(&inverse, before);
        inverse = field.mul(&inverse, &factor);
        *element = field.cmov(&one_inverse, &field.zero(), zero);
    }
}
