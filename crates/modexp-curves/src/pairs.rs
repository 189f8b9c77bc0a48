//! Sums of many pairs of affine points: 3 products for each pair and one inversion for all give the slopes' denominators, and 2M +
//! S give each sum. That is half the cost of an addition without inversion. The lanes of a field add different pairs. Variable
//! time.

use crate::tower::Tower;
use crate::weierstrass::{Affine, Weierstrass};
use alloc::vec::Vec;
use core::array::from_fn;
use modexp_fields::prime::{Choice, FieldOps};
use modexp_group::group::MAX_LANES;

/// Pairs that share an inversion; with their points they fit in the second-level cache.
const AT_ONCE: usize = 1 << 11;

/// The lanes that do not use the line through both points.
#[derive(Clone, Copy)]
struct Exceptions {
    /// Both points are equal: the tangent.
    tangent: Choice,
    /// The sum is the identity.
    opposite: Choice,
    /// The second point is the identity.
    first: Choice,
    /// The first point is the identity.
    second: Choice,
}

/// One pair for each lane, half added.
struct Begun<E> {
    /// The slopes' denominators, or 1 for a sum without one.
    denominator: E,
    /// The product of the earlier denominators.
    before: E,
    /// `None` in most cases.
    exceptions: Option<Exceptions>,
}

/// entry i = entry i + entry j for each of the pairs (i, j): x and y of a point, and (0, 0) for the identity.
pub(crate) fn add_pairs<F: Tower>(curve: &Weierstrass<F>, entries: &mut [u64], pairs: &[(u32, u32)]) {
    let mut begun = Vec::with_capacity(AT_ONCE.min(pairs.len()).div_ceil(F::LANES));
    for pairs in pairs.chunks(AT_ONCE) {
        curve.field().vectorize(|| add_chunk(curve, entries, pairs, &mut begun));
    }
}

#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn add_chunk<F: Tower>(
    curve: &Weierstrass<F>,
    entries: &mut [u64],
    pairs: &[(u32, u32)],
    begun: &mut Vec<Begun<F::Element>>,
) {
    let f = curve.field();
    begun.clear();
    let mut product = f.one();
    for pairs in pairs.chunks(F::LANES) {
        let (denominator, exceptions) = begin(f, entries, &in_lanes::<F>(pairs));
        begun.push(Begun { denominator, before: product, exceptions });
        product = f.mul(&product, &denominator);
    }

    let mut inverse = f.invert(&product);
    for (pairs, begun) in pairs.chunks(F::LANES).zip(begun.iter()).rev() {
        let [at, other] = in_lanes::<F>(pairs);
        let (p, q) = (read(f, entries, &at), read(f, entries, &other));
        let reciprocal = f.mul(&inverse, &begun.before);
        inverse = f.mul(&inverse, &begun.denominator);
        let rise = f.sub(&q.y, &p.y);
        let sum = match &begun.exceptions {
            None => third(f, &p, &q, &f.mul(&rise, &reciprocal)),
            Some(exceptions) => {
                let rise = f.cmov(&rise, &curve.tangent(&p.x), exceptions.tangent);
                let sum = third(f, &p, &q, &f.mul(&rise, &reciprocal));
                let identity = Affine { x: f.zero(), y: f.zero() };
                let others = [(identity, exceptions.opposite), (p, exceptions.first), (q, exceptions.second)];
                others.into_iter().fold(sum, |sum, (other, choice)| Affine {
                    x: f.cmov(&sum.x, &other.x, choice),
                    y: f.cmov(&sum.y, &other.y, choice),
                })
            }
        };
        write(f, entries, &at[..pairs.len()], &sum);
    }
}

/// The offsets of the points of each pair, a pair for each lane; spare lanes repeat the first pair.
#[inline(always)]
fn in_lanes<F: FieldOps>(pairs: &[(u32, u32)]) -> [[usize; MAX_LANES]; 2] {
    let words = 2 * coordinate_words::<F>();
    let pair = |lane: usize| *pairs.get(lane).unwrap_or(&pairs[0]);
    [from_fn(|lane| words * pair(lane).0 as usize), from_fn(|lane| words * pair(lane).1 as usize)]
}

/// Words of a coordinate in one lane.
pub(crate) const fn coordinate_words<F: FieldOps>() -> usize {
    F::WORDS / F::LANES
}

#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn read<F: FieldOps>(f: &F, entries: &[u64], at: &[usize; MAX_LANES]) -> Affine<F::Element> {
    let at = &at[..F::LANES];
    Affine { x: f.gather(entries, at), y: f.gather(&entries[coordinate_words::<F>()..], at) }
}

#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn write<F: FieldOps>(f: &F, entries: &mut [u64], at: &[usize], p: &Affine<F::Element>) {
    f.scatter(entries, at, &p.x);
    f.scatter(&mut entries[coordinate_words::<F>()..], at, &p.y);
}

/// The slopes' denominators of the sums of these points, or 1 for a sum without one; and the lanes that are exceptions.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn begin<F: FieldOps>(f: &F, entries: &[u64], at: &[[usize; MAX_LANES]; 2]) -> (F::Element, Option<Exceptions>) {
    let any = |choice: Choice| (0..F::LANES).any(|lane| choice.lane(lane));
    let (p_x, q_x) = (f.gather(entries, &at[0][..F::LANES]), f.gather(entries, &at[1][..F::LANES]));
    let difference = f.sub(&q_x, &p_x);
    let same = f.is_zero(&difference);
    // the identity has x = 0, as few other points do
    let (p_zero, q_zero) = (f.is_zero(&p_x), f.is_zero(&q_x));
    if !any(same | p_zero | q_zero) {
        return (difference, None);
    }
    let (p, q) = (read(f, entries, &at[0]), read(f, entries, &at[1]));
    let first = q_zero & f.is_zero(&q.y);
    let second = p_zero & f.is_zero(&p.y) & !first;
    let same = same & !first & !second;
    let opposite = same & f.is_zero(&f.add(&p.y, &q.y));
    let tangent = same & !opposite;
    let denominator = f.cmov(&difference, &f.double(&p.y), tangent);
    let denominator = f.cmov(&denominator, &f.one(), first | second | opposite);
    (denominator, Some(Exceptions { tangent, opposite, first, second }))
}

/// The inverse of the third point of the line with this slope through p and q.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn third<F: FieldOps>(f: &F, p: &Affine<F::Element>, q: &Affine<F::Element>, slope: &F::Element) -> Affine<F::Element> {
    let x = f.sqr_sub(slope, &f.add(&p.x, &q.x));
    let y = f.mul_sub(slope, &f.sub(&p.x, &x), &p.y);
    Affine { x, y }
}
