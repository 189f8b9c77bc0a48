//! Sums of many pairs of affine points: 3 products for each pair and one inversion for all give the slopes' denominators, and
//! 2M + S the sum, which is half of what an addition without inversion takes. Variable time.

use crate::weierstrass::{Affine, Weierstrass};
use alloc::vec::Vec;
use modexp_kernels::field::FieldOps;

/// Whether points are added so. Of the modules of WebAssembly, where it takes room, the one with the pairings of today does it.
pub(crate) const ADDS_PAIRS: bool = cfg!(any(not(target_arch = "wasm32"), feature = "current-pairings"));

/// Pairs that share an inversion: with their points they stay in the second cache.
const AT_ONCE: usize = 1 << 11;

/// How two points are added.
#[derive(Clone, Copy)]
enum Case {
    /// By the line through both.
    Chord,
    /// By the tangent: they are the same.
    Tangent,
    /// The sum is the identity.
    Opposite,
    /// The second one is the identity.
    First,
    /// The first one is the identity.
    Second,
}

/// entry i = entry i + entry j for each of the pairs (i, j): x and y, and (0, 0) for the identity. In one lane.
pub(crate) fn add_pairs<F: FieldOps>(curve: &Weierstrass<F>, entries: &mut [u64], pairs: &[(u32, u32)]) {
    debug_assert_eq!(F::LANES, 1);
    let mut begun = Vec::with_capacity(AT_ONCE.min(pairs.len()));
    for pairs in pairs.chunks(AT_ONCE) {
        add_chunk(curve, entries, pairs, &mut begun);
    }
}

/// A pair's denominator, the product of those before it, and its case.
type Begun<E> = (E, E, Case);

fn add_chunk<F: FieldOps>(
    curve: &Weierstrass<F>,
    entries: &mut [u64],
    pairs: &[(u32, u32)],
    begun: &mut Vec<Begun<F::Element>>,
) {
    let f = curve.field();
    let read = |entries: &[u64], i: u32| {
        let (x, y) = entries[2 * F::WORDS * i as usize..][..2 * F::WORDS].split_at(F::WORDS);
        Affine { x: f.read(x), y: f.read(y) }
    };
    begun.clear();
    let mut product = f.one();
    for &(i, j) in pairs {
        let (case, denominator) = denominator(f, &read(entries, i), &read(entries, j));
        begun.push((denominator, product, case));
        product = f.mul(&product, &denominator);
    }

    let mut inverse = f.invert(&product);
    for (&(i, j), (denominator, before, case)) in pairs.iter().zip(begun.iter()).rev() {
        let (p, q) = (read(entries, i), read(entries, j));
        let reciprocal = f.mul(&inverse, before);
        inverse = f.mul(&inverse, denominator);
        let sum = match case {
            Case::Chord => third(f, &p, &q, &f.mul(&f.sub(&q.y, &p.y), &reciprocal)),
            Case::Tangent => third(f, &p, &q, &f.mul(&curve.tangent(&p.x), &reciprocal)),
            Case::Opposite => Affine { x: f.zero(), y: f.zero() },
            Case::First => p,
            Case::Second => q,
        };
        let (x, y) = entries[2 * F::WORDS * i as usize..][..2 * F::WORDS].split_at_mut(F::WORDS);
        f.write(x, &sum.x);
        f.write(y, &sum.y);
    }
}

/// The case of p + q, and the slope's denominator; 1 where there is none.
fn denominator<F: FieldOps>(f: &F, p: &Affine<F::Element>, q: &Affine<F::Element>) -> (Case, F::Element) {
    let zero = |x: &F::Element| f.is_zero(x).lane(0);
    let is_identity = |p: &Affine<F::Element>| zero(&p.x) && zero(&p.y);
    if is_identity(q) {
        return (Case::First, f.one());
    }
    if is_identity(p) {
        return (Case::Second, f.one());
    }
    let difference = f.sub(&q.x, &p.x);
    if !zero(&difference) {
        (Case::Chord, difference)
    } else if zero(&f.add(&p.y, &q.y)) {
        (Case::Opposite, f.one())
    } else {
        (Case::Tangent, f.double(&p.y))
    }
}

/// The inverse of the third point of the line with this slope through p and q.
fn third<F: FieldOps>(f: &F, p: &Affine<F::Element>, q: &Affine<F::Element>, slope: &F::Element) -> Affine<F::Element> {
    let x = f.sub(&f.sub(&f.sqr(slope), &p.x), &q.x);
    let y = f.sub(&f.mul(slope, &f.sub(&p.x, &x)), &p.y);
    Affine { x, y }
}
