//! Counts the terms of sums in all formulas: a field that does not reduce sums has limits.

use super::tests::{data, over};
use crate::curve::Curve;
use crate::names::CurveName;
use crate::scalar::to_array;
use crate::tower::{Tower, prime_field};
use modexp_fields::prime::{Choice, FieldOps, LazyDigits, PRODUCT_TERMS, Params, SUM_TERMS};
use std::sync::atomic::{AtomicU64, Ordering};
use std::vec;
use std::vec::Vec;

/// The most terms of an operand, and the most products of two elements in a reduction.
#[derive(Debug, Default)]
struct Most {
    terms: AtomicU64,
    products: AtomicU64,
}

/// A field that counts the terms of each sum. It writes their number behind the words of the element.
#[derive(Clone, Copy, Debug)]
struct Summing<F> {
    field: F,
    most: &'static Most,
}

/// A sum and the number of its terms.
#[derive(Clone, Copy, Debug)]
struct Sum<E> {
    element: E,
    terms: u64,
}

prime_field!([F: FieldOps] Summing<F>);

impl<F: FieldOps> Summing<F> {
    /// The result of a reduction of the products of these factors.
    fn reduced(&self, factors: &[[&Sum<F::Element>; 2]], element: F::Element) -> Sum<F::Element> {
        let products = factors.iter().map(|[a, b]| a.terms * b.terms).sum();
        let terms = factors.as_flattened().iter().map(|a| a.terms).max().expect("factors");
        self.most.products.fetch_max(products, Ordering::Relaxed);
        self.most.terms.fetch_max(terms, Ordering::Relaxed);
        Sum { element, terms: 1 }
    }
}

impl<F: FieldOps> FieldOps for Summing<F> {
    type Element = Sum<F::Element>;
    type Wide = Sum<F::Element>;

    const LANES: usize = 1;
    const RANGE: u64 = F::RANGE;
    const WORDS: usize = F::WORDS + 1;
    const SUM_TERMS: u64 = F::SUM_TERMS;

    fn prime(&self) -> &[u64] {
        self.field.prime()
    }

    fn zero(&self) -> Self::Element {
        Sum { element: self.field.zero(), terms: 1 }
    }

    fn one(&self) -> Self::Element {
        Sum { element: self.field.one(), terms: 1 }
    }

    fn mul(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        self.reduced(&[[a, b]], self.field.mul(&a.element, &b.element))
    }

    fn sqr(&self, a: &Self::Element) -> Self::Element {
        self.reduced(&[[a, a]], self.field.sqr(&a.element))
    }

    fn mul_add_mul(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element, d: &Self::Element) -> Self::Element {
        let element = self.field.mul_add_mul(&a.element, &b.element, &c.element, &d.element);
        self.reduced(&[[a, b], [c, d]], element)
    }

    fn mul_sub_mul(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element, d: &Self::Element) -> Self::Element {
        self.mul_add_mul(a, b, &self.neg(c), d)
    }

    fn mul_sub_sqr(&self, a: &Self::Element, b: &Self::Element, c: &Self::Element) -> Self::Element {
        self.mul_sub_mul(a, b, c, c)
    }

    fn add(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        Sum { element: self.field.add(&a.element, &b.element), terms: a.terms + b.terms }
    }

    fn sub(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        Sum { element: self.field.sub(&a.element, &b.element), terms: a.terms + b.terms }
    }

    fn neg(&self, a: &Self::Element) -> Self::Element {
        Sum { element: self.field.neg(&a.element), ..*a }
    }

    /// (a + p)/2 for an odd a.
    fn half(&self, a: &Self::Element) -> Self::Element {
        Sum { element: self.field.half(&a.element), terms: a.terms.div_ceil(2) + 1 }
    }

    fn cmov(&self, a: &Self::Element, other: &Self::Element, choice: Choice) -> Self::Element {
        Sum { element: self.field.cmov(&a.element, &other.element, choice), terms: a.terms.max(other.terms) }
    }

    fn is_zero(&self, a: &Self::Element) -> Choice {
        self.reduced(&[[a, &self.one()]], a.element);
        self.field.is_zero(&a.element)
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
        self.mul(t, &self.one())
    }

    fn read(&self, words: &[u64]) -> Self::Element {
        let (terms, words) = words.split_last().expect("words");
        Sum { element: self.field.read(words), terms: *terms }
    }

    fn write(&self, words: &mut [u64], a: &Self::Element) {
        let (terms, words) = words.split_last_mut().expect("words");
        self.field.write(words, &a.element);
        *terms = a.terms;
    }

    fn from_limbs(&self, x: &[&[u64]]) -> Self::Element {
        Sum { element: self.field.from_limbs(x), terms: 1 }
    }

    fn to_limbs(&self, out: &mut [u64], a: &Self::Element, lane: usize) {
        self.field.to_limbs(out, &a.element, lane);
    }

    fn to_mont(&self, a: &Self::Element) -> Self::Element {
        self.reduced(&[[a, &self.one()]], self.field.to_mont(&a.element))
    }

    fn from_mont(&self, a: &Self::Element) -> Self::Element {
        self.reduced(&[[a, &self.one()]], self.field.from_mont(&a.element))
    }

    fn invert(&self, a: &Self::Element) -> Self::Element {
        self.reduced(&[[a, &self.one()]], self.field.invert(&a.element))
    }
}

/// Compares the operations of a named curve over digits with signs with those of its usual field.
fn check<const N: usize, const D: usize>(name: CurveName, most: &'static Most) {
    let params = Params::new(&to_array::<N>(data(name).p)).expect("odd");
    let curve = over::<_, N>(name, Summing { field: LazyDigits::<N, D>::new(params).expect("room"), most });
    let usual = Curve::named(name);

    let k: Vec<u64> = curve.order().iter().map(|limb| limb / 3).collect();
    let g = curve.generator();
    let p = curve.multiply(&[5], &g).expect("good");
    assert_eq!(p, usual.multiply(&[5], &g).expect("good"));
    assert!(curve.is_on_curve(&p));
    assert_eq!(curve.add(&p, &g), usual.add(&p, &g));
    assert_eq!(curve.multiply(&k, &p), usual.multiply(&k, &p));
    assert_eq!(curve.multiply_many(&[&k, &k], &[&p, &g]), usual.multiply_many(&[&k, &k], &[&p, &g]));
    assert_eq!(curve.multiply_vartime(&k, &p), usual.multiply_vartime(&k, &p));
    for n in [2, 40] {
        let (scalars, points) = (vec![k.as_slice(); n], vec![&p; n]);
        assert_eq!(curve.msm(&scalars, &points), usual.msm(&scalars, &points));
        assert_eq!(curve.msm_vartime(&scalars, &points), usual.msm_vartime(&scalars, &points));
    }
    let tables = curve.fixed_base(&p, None).expect("good");
    assert_eq!(Ok(tables.multiply(&k)), usual.multiply(&k, &p));
    let encoded = curve.encode(&p, true).expect("good");
    assert_eq!(curve.decode(&encoded), Ok(p));
}

#[test]
fn operations_keep_the_limits_of_sums() {
    static MOST: Most = Most { terms: AtomicU64::new(0), products: AtomicU64::new(0) };
    check::<4, 5>(CurveName::Secp256k1, &MOST);
    check::<4, 5>(CurveName::P256, &MOST);
    check::<4, 5>(CurveName::BrainpoolP256r1, &MOST);
    check::<6, 7>(CurveName::P384, &MOST);
    let [terms, products] = [&MOST.terms, &MOST.products].map(|most| most.load(Ordering::Relaxed));
    // w, and (t_1 − s)(t_1 + s) + u·w, for a = −3
    assert_eq!((terms, products), (15, 259));
    assert!(terms <= SUM_TERMS && products <= PRODUCT_TERMS);
}
