//! Counts the terms of sums in all formulas: a field that does not reduce sums has limits.

use super::tests::{data, over};
use crate::backend::Backend;
use crate::curve::Curve;
use crate::names::CurveName;
use crate::pairing::build::of_field;
use crate::pairing::models::{Bls12381, Model, Twelve};
use crate::pairing::{Pairing, PairingName};
use crate::scalar::to_array;
use crate::tower::{Tower, prime_field};
use modexp_fields::prime::{
    Choice, FieldOps, GaussianOps, LazyDigits, LazyGaussian, PRODUCT_TERMS, Pair, Params, RESIDUE_TERMS, SQUARE_TERMS,
    SUM_TERMS,
};
use std::sync::atomic::{AtomicU64, Ordering};
use std::vec;
use std::vec::Vec;

/// The most terms of an operand, the most products of two elements in a reduction, and the most terms of a sum that is reduced.
#[derive(Debug, Default)]
struct Most {
    terms: AtomicU64,
    products: AtomicU64,
    residues: AtomicU64,
}

impl Most {
    const fn new() -> Self {
        Self { terms: AtomicU64::new(0), products: AtomicU64::new(0), residues: AtomicU64::new(0) }
    }

    fn numbers(&self) -> [u64; 3] {
        [&self.terms, &self.products, &self.residues].map(|most| most.load(Ordering::Relaxed))
    }
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

prime_field!([F: GaussianOps] Summing<F>, LazyGaussian<Self>, |field| LazyGaussian::new(*field));

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
        Sum { element: self.field.zero(), terms: 0 }
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

/// The elements of the coefficients, and the numbers of their terms.
fn parts<F: FieldOps>(a: &Pair<Summing<F>>) -> (Pair<F>, [u64; 2]) {
    ([a[0].element, a[1].element], [a[0].terms, a[1].terms])
}

impl<F: GaussianOps> Summing<F> {
    /// The result of a reduction of `products` products in each coefficient, for operands of at most `terms` terms.
    fn reduced_pair(&self, terms: u64, products: [u64; 2], elements: Pair<F>) -> Pair<Self> {
        self.most.terms.fetch_max(terms, Ordering::Relaxed);
        self.most.products.fetch_max(products[0].max(products[1]), Ordering::Relaxed);
        elements.map(|element| Sum { element, terms: 1 })
    }

    fn sum_of_products<const T: usize>(
        &self,
        a: [&Pair<Self>; T],
        b: [&Pair<Self>; T],
        elements: impl Fn([&Pair<F>; T], [&Pair<F>; T]) -> Pair<F>,
    ) -> Pair<Self> {
        let (a, b) = (a.map(parts::<F>), b.map(parts::<F>));
        let (mut terms, mut products) = (0, [0; 2]);
        for ((_, a), (_, b)) in a.iter().zip(&b) {
            terms = a.iter().chain(b).fold(terms, |most, &terms| most.max(terms));
            products[0] += a[0] * b[0] + a[1] * b[1];
            products[1] += a[0] * b[1] + a[1] * b[0];
        }
        self.reduced_pair(terms, products, elements(a.each_ref().map(|(x, _)| x), b.each_ref().map(|(x, _)| x)))
    }
}

impl<F: GaussianOps> GaussianOps for Summing<F> {
    fn add_pairs(&self, a: &Pair<Self>, b: &Pair<Self>) -> Pair<Self> {
        [self.add(&a[0], &b[0]), self.add(&a[1], &b[1])]
    }

    fn sub_pairs(&self, a: &Pair<Self>, b: &Pair<Self>) -> Pair<Self> {
        [self.sub(&a[0], &b[0]), self.sub(&a[1], &b[1])]
    }

    fn add_turned(&self, a: &Pair<Self>, n: u32, b: &Pair<Self>) -> Pair<Self> {
        let ((a, [a0, a1]), (b, [b0, b1])) = (parts::<F>(a), parts::<F>(b));
        let [low, high] = self.field.add_turned(&a, n, &b);
        let factor = u64::from(n);
        let terms = [a0 + factor * b0 + b1, a1 + factor * b1 + b0];
        if n > 1 {
            self.most.residues.fetch_max(terms[0].max(terms[1]), Ordering::Relaxed);
            return [low, high].map(|element| Sum { element, terms: 1 });
        }
        [Sum { element: low, terms: terms[0] }, Sum { element: high, terms: terms[1] }]
    }

    fn reduce_pair(&self, a: &Pair<Self>) -> Pair<Self> {
        let (a, terms) = parts::<F>(a);
        self.most.residues.fetch_max(terms[0].max(terms[1]), Ordering::Relaxed);
        self.reduced_pair(0, [0; 2], self.field.reduce_pair(&a))
    }

    fn add_to_triple(&self, a: &Pair<Self>, n: i32, b: &Pair<Self>) -> Pair<Self> {
        let ((a, [a0, a1]), (b, [b0, b1])) = (parts::<F>(a), parts::<F>(b));
        let factor = u64::from(n.unsigned_abs());
        let terms = (3 * a0 + factor * b0).max(3 * a1 + factor * b1);
        self.most.residues.fetch_max(terms, Ordering::Relaxed);
        self.reduced_pair(0, [0; 2], self.field.add_to_triple(&a, n, &b))
    }

    fn mul_pairs(&self, a: &Pair<Self>, b: &Pair<Self>) -> Pair<Self> {
        self.sum_of_products([a], [b], |[a], [b]| self.field.mul_pairs(a, b))
    }

    fn three_products(&self, a: [&Pair<Self>; 3], b: [&Pair<Self>; 3]) -> Pair<Self> {
        self.sum_of_products(a, b, |a, b| self.field.three_products(a, b))
    }

    fn sqr_pair(&self, a: &Pair<Self>) -> Pair<Self> {
        let (a, [a0, a1]) = parts::<F>(a);
        self.reduced_pair(a0.max(a1), [(a0 + a1).pow(2), 2 * a0 * a1], self.field.sqr_pair(&a))
    }

    fn sqr_sum(&self, n: u32, a: &Pair<Self>, b: &Pair<Self>) -> [Pair<Self>; 2] {
        let ((a, [a0, a1]), (b, [b0, b1])) = (parts::<F>(a), parts::<F>(b));
        let [first, second] = self.field.sqr_sum(n, &a, &b);
        let n = u64::from(n);
        let terms = [a0, a1, b0, b1].into_iter().fold(0, u64::max);
        assert!(terms <= SQUARE_TERMS && (1..10).contains(&n), "{terms} terms");
        // a_0² − a_1² + n·(b_0² − b_1²) − 2b_0·b_1 and 2a_0·a_1 + 2n·b_0·b_1 + b_0² − b_1²
        let low = a0 * a0 + a1 * a1 + n * (b0 * b0 + b1 * b1) + 2 * b0 * b1;
        let high = 2 * a0 * a1 + 2 * n * b0 * b1 + b0 * b0 + b1 * b1;
        [
            self.reduced_pair(terms, [low, high], first),
            self.reduced_pair(terms, [2 * (a0 * b0 + a1 * b1), 2 * (a0 * b1 + a1 * b0)], second),
        ]
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
    static MOST: Most = Most::new();
    check::<4, 5>(CurveName::Secp256k1, &MOST);
    check::<4, 5>(CurveName::P256, &MOST);
    check::<4, 5>(CurveName::BrainpoolP256r1, &MOST);
    check::<6, 7>(CurveName::P384, &MOST);
    let [terms, products, _] = MOST.numbers();
    // w, and (t_1 − s)(t_1 + s) + u·w, for a = −3
    assert_eq!((terms, products), (15, 259));
    assert!(terms <= SUM_TERMS && products <= PRODUCT_TERMS);
}

/// Compares the operations of a curve of a pairing with those of its usual field.
fn check_group(curve: &Curve, usual: &Curve, k: &[u64]) {
    let g = curve.generator();
    let p = curve.multiply(&[5], &g).expect("good");
    assert_eq!(p, usual.multiply(&[5], &g).expect("good"));
    assert!(curve.is_on_curve(&p) && curve.is_in_subgroup(&p));
    assert_eq!(curve.add(&p, &g), usual.add(&p, &g));
    assert_eq!(curve.multiply(k, &p), usual.multiply(k, &p));
    assert_eq!(curve.multiply_vartime(k, &p), usual.multiply_vartime(k, &p));
    assert_eq!(curve.multiply_many(&[k, k], &[&p, &g]), usual.multiply_many(&[k, k], &[&p, &g]));
    for n in [2, 40] {
        let (scalars, points) = (vec![k; n], vec![&p; n]);
        assert_eq!(curve.msm(&scalars, &points), usual.msm(&scalars, &points));
        assert_eq!(curve.msm_vartime(&scalars, &points), usual.msm_vartime(&scalars, &points));
    }
    assert_eq!(Ok(curve.fixed_base(&p, None).expect("good").multiply(k)), usual.multiply(k, &p));
    for compressed in [false, true] {
        let encoded = curve.encode(&p, compressed).expect("good");
        assert_eq!(curve.decode(&encoded), Ok(p.clone()));
    }
}

/// Compares the operations of a named pairing over digits with signs with those of its usual field.
fn check_pairing<M: Model, const N: usize, const D: usize>(name: PairingName, most: &'static Most) {
    let family = name.family();
    let params = Params::new(&to_array::<N>(family.p)).expect("odd");
    let field = Summing { field: LazyDigits::<N, D>::new(params).expect("room"), most };
    let e = of_field::<M, _, N>(name.as_str(), family, field, Backend::Portable);
    let usual = Pairing::named(name);

    let k: Vec<u64> = e.order().iter().map(|limb| limb / 3).collect();
    check_group(e.g1(), usual.g1(), &k);
    check_group(e.g2(), usual.g2(), &k);

    let (p, q) = (e.g1().generator(), e.g2().generator());
    let (p_5, q_7) = (e.g1().multiply(&[5], &p).expect("good"), e.g2().multiply(&[7], &q).expect("good"));
    let (value, other) = (e.pair(&p_5, &q_7).expect("good"), usual.pair(&p_5, &q_7).expect("good"));
    assert_eq!(value.to_bytes(), other.to_bytes());
    let pairs = [(&p, &q), (&p_5, &q), (&p, &q_7)];
    let product = e.product(&pairs).expect("good");
    assert_eq!(product.to_bytes(), usual.product(&pairs).expect("good").to_bytes());
    let prepared = e.prepare(&q_7).expect("good");
    assert_eq!(e.product_prepared(&[(&p_5, &prepared)]).expect("good").to_bytes(), other.to_bytes());

    for (a, b) in [
        (value.multiply(&product), other.multiply(&usual.product(&pairs).expect("good"))),
        (value.inverse(), other.inverse()),
        (value.pow(&k), other.pow(&k)),
        (value.pow_vartime(&k), other.pow_vartime(&k)),
        (value.fixed_base(None).pow(&k), other.pow(&k)),
        (e.gt_from_bytes(&value.to_bytes()).expect("good").pow(&k), other.pow(&k)),
    ] {
        assert_eq!(a.to_bytes(), b.to_bytes());
    }
    if name == PairingName::Bls12381 {
        let u: Vec<u64> = family.p.iter().map(|limb| limb / 5).collect();
        assert_eq!(e.map_to_g1(&u), usual.map_to_g1(&u));
        let u = [u.clone(), u].concat();
        assert_eq!(e.map_to_g2(&u), usual.map_to_g2(&u));
    }
}

#[test]
fn pairings_keep_the_limits_of_sums() {
    static MOST: [Most; 3] = [const { Most::new() }; 3];
    check_pairing::<Bls12381, 6, 7>(PairingName::Bls12381, &MOST[0]);
    check_pairing::<Twelve<9>, 4, 5>(PairingName::AltBn128, &MOST[1]);
    check_pairing::<Twelve<1>, 4, 5>(PairingName::Bn254N, &MOST[2]);
    // v² of a doubling; (a_0 + a_1)(a_0 + v·a_1) for numbers of degree 12; 3 times a number of two terms by 9 + u
    assert_eq!(MOST.each_ref().map(Most::numbers), [[5, 100, 13], [5, 100, 21], [5, 100, 13]]);
    const { assert!(5 <= SUM_TERMS && 100 <= PRODUCT_TERMS && 21 <= RESIDUE_TERMS) }
}
