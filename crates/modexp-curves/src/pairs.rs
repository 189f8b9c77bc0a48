//! Sums of many pairs of affine points: 3 products for each pair and one inversion for all give the slopes' denominators, and
//! 2M + S the sum, which is half of what an addition without inversion takes. Where a field has lanes, each adds its own pairs. Variable
//! time.

use crate::points::Arithmetic;
use crate::weierstrass::{Affine, Weierstrass};
use alloc::vec;
use alloc::vec::Vec;
use core::array::from_fn;
use modexp_group::group::{Costs, Group, MAX_LANES};
use modexp_kernels::field::{Choice, FieldOps};
use modexp_limbs::buffer::Buffer;

/// Whether points are added so. Of the modules of WebAssembly, where it takes room, the one with the pairings of today does it.
pub(crate) const ADDS_PAIRS: bool = cfg!(any(not(target_arch = "wasm32"), feature = "current-pairings"));

/// Whether there may be fields with lanes for it.
pub(crate) const HAS_LANES: bool = cfg!(any(not(target_arch = "wasm32"), target_feature = "relaxed-simd"));

/// Pairs that share an inversion: with their points they stay in the second cache.
const AT_ONCE: usize = 1 << 11;

/// The lanes that are not added by the line through both points.
#[derive(Clone, Copy)]
struct Exceptions {
    /// They are the same: by the tangent.
    tangent: Choice,
    /// The sum is the identity.
    opposite: Choice,
    /// The second one is the identity.
    first: Choice,
    /// The first one is the identity.
    second: Choice,
}

/// As many pairs as there are lanes, half added.
struct Begun<E> {
    /// The slopes' denominators, and 1 where there is none.
    denominator: E,
    /// The product of those before.
    before: E,
    /// In most cases none.
    exceptions: Option<Exceptions>,
}

/// entry i = entry i + entry j for each of the pairs (i, j): x and y of a point, and (0, 0) for the identity.
pub(crate) fn add_pairs<F: FieldOps>(curve: &Weierstrass<F>, entries: &mut [u64], pairs: &[(u32, u32)]) {
    let mut begun = Vec::with_capacity(AT_ONCE.min(pairs.len()).div_ceil(F::LANES));
    for pairs in pairs.chunks(AT_ONCE) {
        curve.field().run(|| add_chunk(curve, entries, pairs, &mut begun));
    }
}

#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn add_chunk<F: FieldOps>(
    curve: &Weierstrass<F>,
    entries: &mut [u64],
    pairs: &[(u32, u32)],
    begun: &mut Vec<Begun<F::Element>>,
) {
    let f = curve.field();
    begun.clear();
    let mut product = f.one();
    for pairs in pairs.chunks(F::LANES) {
        let [p, q] = in_lanes::<F>(pairs).map(|at| read(f, entries, &at));
        let (denominator, exceptions) = begin(f, &p, &q);
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

/// Where the points of each pair are, a pair for each lane: the first one's again where there are fewer.
#[inline(always)]
fn in_lanes<F: FieldOps>(pairs: &[(u32, u32)]) -> [[usize; MAX_LANES]; 2] {
    let words = 2 * coordinate_words::<F>();
    let pair = |lane: usize| *pairs.get(lane).unwrap_or(&pairs[0]);
    [from_fn(|lane| words * pair(lane).0 as usize), from_fn(|lane| words * pair(lane).1 as usize)]
}

/// Words of a coordinate in one lane.
const fn coordinate_words<F: FieldOps>() -> usize {
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

/// The slopes' denominators of p + q, 1 where there is none; and the lanes that are exceptions.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn begin<F: FieldOps>(f: &F, p: &Affine<F::Element>, q: &Affine<F::Element>) -> (F::Element, Option<Exceptions>) {
    let any = |choice: Choice| (0..F::LANES).any(|lane| choice.lane(lane));
    let difference = f.sub(&q.x, &p.x);
    let same = f.is_zero(&difference);
    // the identity's x is 0, that of few other points
    let (p_zero, q_zero) = (f.is_zero(&p.x), f.is_zero(&q.x));
    if !any(same | p_zero | q_zero) {
        return (difference, None);
    }
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
    let x = f.sub(&f.sub(&f.sqr(slope), &p.x), &q.x);
    let y = f.sub(&f.mul(slope, &f.sub(&p.x, &x)), &p.y);
    Affine { x, y }
}

/// Points in the form in which a field with lanes adds them: its type ends here. Each is x and y in the words of one lane.
pub(crate) trait Lanes: Send + Sync {
    /// Words of a point.
    fn words(&self) -> usize;

    /// Writes points, whose coordinates are given as integers below p, and 0 and 0 for the identity.
    fn load(&self, points: &mut [u64], coordinates: &[u64]);

    /// Writes the coordinates of a point.
    fn store(&self, coordinates: &mut [u64], point: &[u64]);

    /// −P.
    fn negate(&self, point: &mut [u64]);

    /// [`add_pairs`].
    fn add_pairs(&self, points: &mut [u64], pairs: &[(u32, u32)]);
}

impl<F: FieldOps> Lanes for Weierstrass<F> {
    fn words(&self) -> usize {
        2 * coordinate_words::<F>()
    }

    fn load(&self, points: &mut [u64], coordinates: &[u64]) {
        let (f, words) = (self.field(), coordinate_words::<F>());
        let limbs = coordinates.len() / (points.len() / words);
        // one coordinate in each lane
        for (points, coordinates) in points.chunks_mut(F::LANES * words).zip(coordinates.chunks(F::LANES * limbs)) {
            let count = points.len() / words;
            let lanes: Vec<&[u64]> = (0..F::LANES).map(|lane| &coordinates[lane % count * limbs..][..limbs]).collect();
            let at: [usize; MAX_LANES] = from_fn(|lane| lane * words);
            f.scatter(points, &at[..count], &f.to_mont(&f.from_limbs(&lanes)));
        }
    }

    fn store(&self, coordinates: &mut [u64], point: &[u64]) {
        let (f, words) = (self.field(), coordinate_words::<F>());
        let limbs = coordinates.len() / 2;
        // both coordinates side by side
        let at: [usize; MAX_LANES] = from_fn(|lane| lane % 2 * words);
        let both = f.from_mont(&f.gather(point, &at[..F::LANES]));
        for (lane, coordinate) in coordinates.chunks_exact_mut(limbs).enumerate() {
            f.to_limbs(coordinate, &both, lane);
        }
    }

    fn negate(&self, point: &mut [u64]) {
        let (f, y) = (self.field(), coordinate_words::<F>());
        let negated = f.neg(&f.gather(point, &[y; MAX_LANES][..F::LANES]));
        f.scatter(point, &[y], &negated);
    }

    fn add_pairs(&self, points: &mut [u64], pairs: &[(u32, u32)]) {
        add_pairs(self, points, pairs);
    }
}

/// A group whose entries are points that lanes add: elements are those of `single`. Not for secret entries.
pub(crate) struct InLanes<'a> {
    single: &'a dyn Arithmetic,
    lanes: &'a dyn Lanes,
    /// Limbs of a coordinate.
    limbs: usize,
}

impl<'a> InLanes<'a> {
    pub(crate) fn new(single: &'a dyn Arithmetic, lanes: &'a dyn Lanes, limbs: usize) -> Self {
        Self { single, lanes, limbs }
    }

    fn group(&self) -> &dyn Group {
        self.single.affine_group()
    }

    /// An entry of the group without lanes.
    fn entry(&self, entry: &[u64]) -> Buffer<u64> {
        let mut coordinates = vec![0; 2 * self.limbs];
        self.lanes.store(&mut coordinates, entry);
        let (x, y) = coordinates.split_at(self.limbs);
        self.single.entry(x, y)
    }
}

impl Group for InLanes<'_> {
    fn words(&self) -> usize {
        self.group().words()
    }

    fn identity(&self) -> &[u64] {
        self.group().identity()
    }

    fn costs(&self) -> Costs {
        self.group().costs()
    }

    fn mul(&self, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        self.group().mul(out, a, b, scratch);
    }

    fn sqr(&self, out: &mut [u64], a: &[u64], scratch: &mut [u64]) {
        self.group().sqr(out, a, scratch);
    }

    fn step(&self, a: &mut [u64], count: u64, tmp: &mut [u64], scratch: &mut [u64]) {
        self.group().step(a, count, tmp, scratch);
    }

    fn entry_words(&self) -> usize {
        self.lanes.words()
    }

    fn to_entries(&self, elements: Buffer<u64>) -> Buffer<u64> {
        let affine = self.group().to_entries(elements);
        let words = self.group().entry_words();
        let mut coordinates = Vec::with_capacity(affine.len() / words * 2 * self.limbs);
        for entry in affine.chunks_exact(words) {
            self.single.save_entry(&mut coordinates, entry, self.limbs);
        }
        let mut entries = Buffer::new(affine.len() / words * self.lanes.words());
        self.lanes.load(&mut entries, &coordinates);
        entries
    }

    fn from_entry(&self, out: &mut [u64], entry: &[u64]) {
        self.group().from_entry(out, &self.entry(entry));
    }

    fn mul_entry(&self, out: &mut [u64], a: &[u64], entry: &[u64], scratch: &mut [u64]) {
        self.group().mul_entry(out, a, &self.entry(entry), scratch);
    }

    fn select(&self, out: &mut [u64], table: &[u64], index: &[usize]) {
        modexp_limbs::limb::select(out, table, index[0]);
    }

    fn multiplies_pairs(&self) -> bool {
        true
    }

    fn multiply_pairs(&self, entries: &mut [u64], pairs: &[(u32, u32)]) {
        self.lanes.add_pairs(entries, pairs);
    }

    fn inverts(&self) -> bool {
        true
    }

    fn invert(&self, a: &mut [u64]) {
        self.group().invert(a);
    }

    fn invert_entry_if(&self, entry: &mut [u64], choices: &[u64]) {
        if choices[0] == 1 {
            self.lanes.negate(entry);
        }
    }
}
