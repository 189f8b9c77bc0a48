//! Points as a group of `modexp-group`, and the other operations of a field, with the field's type erased.
//!
//! Elements are homogeneous coordinates X, Y, Z. Entries of tables are elements, or affine coordinates for tables that are kept:
//! the inversion that makes them affine pays for a base of many multiples. The affine form of the identity is (0, 0), which lies on
//! no curve of odd order.

use crate::machine;
use crate::pairs::add_pairs;
use crate::point::Point;
use crate::tower::{Tower, square_root};
use crate::weierstrass::{Affine, Projective, Weierstrass};
use crate::wiped::Wiped;
use alloc::vec;
use alloc::vec::Vec;
use modexp_fields::prime::{Choice, FieldOps, SquareRoot};
use modexp_group::group::{Costs, Group, Inverses, Pairs};
use modexp_limbs::buffer::Buffer;
use modexp_limbs::declassify::declassified;
use modexp_limbs::limb;
use zeroize::Zeroizing;

/// The operations of a curve that multiples need, with the field's type erased. Coordinates are integers below p in as many limbs
/// as the field has; in an extension their coefficients are one after the other, the lowest first.
pub(crate) trait Elements: Send + Sync {
    /// The group with tables in the form for a few multiples.
    fn group(&self) -> &dyn Inverses;

    /// The group with tables in the form for many multiples: affine coordinates, if the group supports them.
    fn affine_group(&self) -> &dyn Inverses {
        self.group()
    }

    /// The element with one of the points in each lane; their coordinates are below p.
    fn load(&self, points: &[&Point]) -> Buffer<u64>;

    /// The points in all lanes of all elements, by one inversion.
    fn store(&self, elements: &[u64]) -> Vec<Point>;

    /// Whether all lanes hold the identity. A failed addition, of points outside a subgroup of odd order, is not the identity.
    fn is_identity(&self, element: &[u64]) -> bool;

    /// The map (x, y) ↦ (β·x, y), on curves over GF(p) with a = 0.
    fn beta(&self) -> Option<&dyn Beta> {
        None
    }

    /// The map ψ, on curves with it.
    fn psi(&self) -> Option<&dyn Psi> {
        None
    }

    /// The group with (x, y) ↦ (x², y²) as steps, on curves over GF(2^m) with b = 1.
    fn frobenius(&self) -> Option<&dyn Frobenius> {
        None
    }
}

/// The map (x, y) ↦ (β·x, y).
pub(crate) trait Beta {
    /// β, below p, in the form for [`Beta::multiply_x`].
    fn constant(&self, beta: &[u64]) -> Buffer<u64>;

    /// Replaces the element by its image in all lanes, with β from [`Beta::constant`].
    fn multiply_x(&self, element: &mut [u64], beta: &[u64]);
}

/// The map ψ.
pub(crate) trait Psi {
    /// Replaces the element by its image in all lanes.
    fn apply(&self, element: &mut [u64]);
}

/// A group with (x, y) ↦ (x², y²) as steps.
pub(crate) trait Frobenius: Group {
    /// out = a − entry, then a + entry; a is neither ± the entry nor the identity.
    fn difference_and_sum(&self, out: &mut [u64], a: &[u64], entry: &[u64]);
}

/// The other operations of a curve, for the API.
pub(crate) trait Arithmetic: Elements {
    /// Whether the point is on the curve.
    fn is_on_curve(&self, x: &[u64], y: &[u64]) -> bool;

    /// The y of both points with this x; `None` if no point has it.
    fn lift_x(&self, x: &[u64]) -> Option<[Zeroizing<Vec<u64>>; 2]>;

    /// Whether the curve has a singular point.
    fn is_singular(&self) -> bool;

    /// The operations of curves over GF(p).
    fn prime(&self) -> Option<&dyn PrimeArithmetic> {
        None
    }

    /// The operations of curves over GF(2^m).
    fn binary(&self) -> Option<&dyn BinaryArithmetic> {
        None
    }
}

/// The other operations of a curve over GF(p).
pub(crate) trait PrimeArithmetic: Arithmetic {
    /// Converts homogeneous coordinates on the curve itself to an element. `map_to_curve` computes them with formulas of its own.
    fn adopt(&self, coordinates: &mut [u64]);

    /// Appends the coordinates of an entry of [`Elements::affine_group`] in `limbs` limbs each, at least those of a coordinate;
    /// both are 0 for the identity.
    fn save_entry(&self, out: &mut Vec<u64>, entry: &[u64], limbs: usize);

    /// The entry of [`Elements::affine_group`] for a point on the curve with these coordinates, below p.
    fn entry(&self, x: &[u64], y: &[u64]) -> Buffer<u64>;

    /// The affine group, if sums of many points add them in pairs.
    fn pairs(&self) -> Option<&dyn Pairs>;
}

/// The other operations of a curve over GF(2^m).
pub(crate) trait BinaryArithmetic {
    /// Whether a point of the curve is a multiple by the cofactor.
    fn is_multiple(&self, x: &[u64], y: &[u64], cofactor: u64) -> bool;

    /// 1 for one of P and −P and 0 for the other; y alone does not distinguish them.
    fn sign(&self, x: &[u64], y: &[u64]) -> u64;
}

/// The isomorphism from y² = x³ + b to y² = x³ + u⁶·b: (x, y) ↦ (u²·x, u³·y).
struct Isomorphism<E> {
    /// u² and u³.
    there: [E; 2],
    /// Their inverses.
    back: [E; 2],
}

/// A curve over a field, with each kind of entries.
pub(crate) struct Points<F: Tower> {
    /// The curve itself, for checks of coordinates. Elements and entries are on the isomorphic curve if `isomorphism` is some.
    curve: Weierstrass<F>,
    isomorphism: Option<Isomorphism<F::Element>>,
    projective: Entries<F, false>,
    affine: Entries<F, true>,
    square_root: Option<SquareRoot<F>>,
    psi: Option<PsiOfCoordinates<F>>,
}

/// ψ(x, y) = (c_x·x^p, c_y·y^p).
struct PsiOfCoordinates<F: Tower> {
    field: F,
    /// c_x and c_y.
    factors: [F::Element; 2],
}

impl<F: Tower> Points<F> {
    /// The curve with these coefficients, integers below p in as many limbs as the field has.
    pub(crate) fn new(field: F, a: &[u64], b: &[u64]) -> Self {
        let [a, b] = [a, b].map(|x| field.to_mont(&field.from_limbs(&[x])));
        let curve = Weierstrass::new(field, &a, &b);
        let mut identity = vec![0; 3 * F::WORDS];
        write_point(&field, &mut identity, &curve.identity());
        Self {
            curve,
            isomorphism: None,
            projective: Entries { curve, identity: identity.clone() },
            affine: Entries { curve, identity },
            square_root: if F::LANES == 1 { square_root(&field, None) } else { None },
            psi: None,
        }
    }

    /// This curve with ψ(x, y) = (c_x·x^p, c_y·y^p).
    pub(crate) fn with_psi(self, factors: [F::Element; 2]) -> Self {
        let field = *self.field();
        Self { psi: Some(PsiOfCoordinates { field, factors }), ..self }
    }

    /// This curve with the element for [`square_root`] in an extension of GF(p).
    pub(crate) fn with_root_of_unity(self, root_of_unity: &[u64]) -> Self {
        let field = *self.field();
        Self { square_root: self.square_root.or_else(|| square_root(&field, Some(root_of_unity))), ..self }
    }

    /// This curve, computed on y² = x³ + u⁶·b for a = 0. 3u⁶·b is small, so that additions save the products by it.
    pub(crate) fn scaled(mut self, u: Option<&[u64]>) -> Self {
        let Some(u) = u.filter(|_| Weierstrass::<F>::SMALL_FACTORS) else { return self };
        let field = *self.field();
        let u = self.element(&limb::resize(u, self.limbs()));
        let square = field.sqr(&u);
        let there = [square, field.mul(&square, &u)];
        let inverse = field.invert(&there[1]);
        let back = [field.mul(&inverse, &u), inverse];
        let curve = self.curve.scaled(&field.sqr(&there[1]));
        (self.projective.curve, self.affine.curve) = (curve, curve);
        // ψ on the isomorphic curve: back, ψ, and there
        if let Some(psi) = &mut self.psi {
            let conjugated = |i: usize| field.mul(&psi.factors[i], &field.mul(&there[i], &field.frobenius(&back[i])));
            psi.factors = [conjugated(0), conjugated(1)];
        }
        self.isomorphism = Some(Isomorphism { there, back });
        self
    }

    /// Coordinates on the curve itself, mapped to the isomorphic curve.
    fn there(&self, [x, y]: [F::Element; 2]) -> [F::Element; 2] {
        match &self.isomorphism {
            Some(map) if Weierstrass::<F>::SMALL_FACTORS => {
                self.field().mul_two([&x, &y], [&map.there[0], &map.there[1]])
            }
            _ => [x, y],
        }
    }

    /// Coordinates on the isomorphic curve, mapped to the curve itself.
    fn back(&self, [x, y]: [F::Element; 2]) -> [F::Element; 2] {
        match &self.isomorphism {
            Some(map) if Weierstrass::<F>::SMALL_FACTORS => {
                self.field().mul_two([&x, &y], [&map.back[0], &map.back[1]])
            }
            _ => [x, y],
        }
    }

    /// Limbs of a coordinate.
    fn limbs(&self) -> usize {
        limbs_of(self.field())
    }

    fn field(&self) -> &F {
        self.curve.field()
    }

    /// A coordinate of the point in each lane; the points may omit leading zeros.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    fn coordinates(&self, points: &[&Point], of: fn(&Point) -> &[u64]) -> F::Element {
        let (field, limbs) = (self.field(), self.limbs());
        let mut all = Zeroizing::new(vec![0; F::LANES * limbs]);
        for (lane, point) in all.chunks_exact_mut(limbs).zip(points) {
            let x = of(point);
            let count = x.len().min(limbs);
            lane[..count].copy_from_slice(&x[..count]);
        }
        let lanes: Vec<_> = all.chunks_exact(limbs).collect();
        field.to_mont(&field.from_limbs(&lanes))
    }

    fn element(&self, x: &[u64]) -> F::Element {
        let field = self.field();
        field.to_mont(&field.from_limbs(&[x]))
    }
}

/// One lane of a choice that may be declassified.
pub(crate) fn is_chosen(choice: Choice, lane: usize) -> bool {
    declassified(u64::from(choice.bits()) >> lane & 1) == 1
}

// inlined where formulas are compiled for vectors; in WebAssembly one function is shorter
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn read_point<F: FieldOps>(field: &F, words: &[u64]) -> Projective<F::Element> {
    let coordinate = |i: usize| field.read(&words[i * F::WORDS..(i + 1) * F::WORDS]);
    Projective { x: coordinate(0), y: coordinate(1), z: coordinate(2) }
}

#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(crate) fn write_point<F: FieldOps>(field: &F, words: &mut [u64], p: &Projective<F::Element>) {
    for (words, x) in words.chunks_exact_mut(F::WORDS).zip([&p.x, &p.y, &p.z]) {
        field.write(words, x);
    }
}

/// Entry `index[lane]` of the table in each lane, reading the whole table.
pub(crate) fn select<F: Tower>(field: &F, out: &mut [u64], table: &[u64], index: &[usize]) {
    match index {
        &[index] => field.prime_field().select(out, table, index),
        _ => field.prime_field().select_lanes(out, table, index),
    }
}

/// The lanes with the number 1; each number is 0 or 1.
pub(crate) fn choice_of(choices: &[u64]) -> Choice {
    Choice::from_bits(choices.iter().enumerate().fold(0, |bits, (lane, &choice)| bits | (choice as u8) << lane))
}

/// The affine forms of elements, (0, 0) for the identity.
fn to_affine_many<F: Tower>(curve: &Weierstrass<F>, elements: &[u64]) -> Wiped<Affine<F::Element>> {
    let field = curve.field();
    let (zero, count) = (field.zero(), elements.len() / (3 * F::WORDS));
    let mut points = Wiped::new(curve.identity(), count);
    field.vectorize(|| {
        for (point, words) in points.iter_mut().zip(elements.chunks_exact(3 * F::WORDS)) {
            *point = read_point(field, words);
        }
    });
    let mut affine = Wiped::new(Affine { x: zero, y: zero }, count);
    let [mut inverses, mut products] = [(); 2].map(|()| Wiped::new(zero, count));
    field.vectorize(|| curve.to_affine_many(&mut affine, &points, &mut inverses, &mut products));
    affine
}

/// The points in all lanes of elements; `back` maps coordinates to the curve itself.
pub(crate) fn to_points<F: Tower>(
    curve: &Weierstrass<F>,
    elements: &[u64],
    back: impl Fn([F::Element; 2]) -> [F::Element; 2],
) -> Vec<Point> {
    let field = curve.field();
    let affine = to_affine_many(curve, elements);
    let mut out = Vec::with_capacity(F::LANES * affine.len());
    for (words, affine) in elements.chunks_exact(3 * F::WORDS).zip(affine.iter()) {
        let (identity, [x, y]) = field.vectorize(|| {
            let identity = curve.is_identity(&read_point(field, words));
            (identity, back([affine.x, affine.y]).map(|x| field.from_mont(&x)))
        });
        for lane in 0..F::LANES {
            let limbs = |x| {
                let mut limbs = vec![0; limbs_of::<F>(field)];
                field.to_limbs(&mut limbs, x, lane);
                limbs
            };
            let point =
                if is_chosen(identity, lane) { Point::IDENTITY } else { Point::from_limbs(limbs(&x), limbs(&y)) };
            out.push(point);
        }
    }
    out
}

/// Limbs of a coordinate.
pub(crate) fn limbs_of<F: Tower>(field: &F) -> usize {
    F::DEGREE * field.prime().len()
}

impl<F: Tower> Elements for Points<F> {
    fn group(&self) -> &dyn Inverses {
        &self.projective
    }

    fn affine_group(&self) -> &dyn Inverses {
        // lanes keep no tables
        if F::LANES == 1 { &self.affine } else { &self.projective }
    }

    fn load(&self, points: &[&Point]) -> Buffer<u64> {
        debug_assert_eq!(points.len(), F::LANES);
        let coordinate = |of| self.coordinates(points, of);
        let [x, y] =
            self.there([coordinate(|point| point.x().unwrap_or(&[])), coordinate(|point| point.y().unwrap_or(&[1]))]);
        let point = Projective { x, y, z: coordinate(|point| if point.is_identity() { &[] } else { &[1] }) };
        let mut out = Buffer::new(3 * F::WORDS);
        write_point(self.field(), &mut out, &point);
        out
    }

    fn store(&self, elements: &[u64]) -> Vec<Point> {
        to_points(&self.projective.curve, elements, |coordinates| self.back(coordinates))
    }

    fn is_identity(&self, element: &[u64]) -> bool {
        let field = self.field();
        let identity = field.vectorize(|| {
            let p = read_point(field, element);
            self.curve.is_identity(&p) & !field.is_zero(&p.y)
        });
        (0..F::LANES).all(|lane| is_chosen(identity, lane))
    }

    fn beta(&self) -> Option<&dyn Beta> {
        if F::DEGREE == 1 && self.curve.a_is_zero() { Some(self) } else { None }
    }

    fn psi(&self) -> Option<&dyn Psi> {
        self.psi.as_ref().map(|psi| psi as &dyn Psi)
    }
}

impl<F: Tower> Beta for Points<F> {
    fn constant(&self, beta: &[u64]) -> Buffer<u64> {
        let mut words = Buffer::new(F::WORDS);
        self.field().write(&mut words, &self.element(beta));
        words
    }

    fn multiply_x(&self, element: &mut [u64], beta: &[u64]) {
        let field = self.field();
        field.vectorize(|| {
            let p = read_point(field, element);
            write_point(field, element, &Projective { x: field.mul(&p.x, &field.read(beta)), ..p });
        });
    }
}

impl<F: Tower> Psi for PsiOfCoordinates<F> {
    fn apply(&self, element: &mut [u64]) {
        let Self { field, factors: [c_x, c_y] } = self;
        field.vectorize(|| {
            let p = read_point(field, element);
            let [x, y, z] = [p.x, p.y, p.z].map(|x| field.frobenius(&x));
            write_point(field, element, &Projective { x: field.mul(&x, c_x), y: field.mul(&y, c_y), z });
        });
    }
}

impl<F: Tower> Arithmetic for Points<F> {
    fn is_on_curve(&self, x: &[u64], y: &[u64]) -> bool {
        is_chosen(self.curve.is_on_curve(&Affine { x: self.element(x), y: self.element(y) }), 0)
    }

    fn lift_x(&self, x: &[u64]) -> Option<[Zeroizing<Vec<u64>>; 2]> {
        let field = self.field();
        let (root, is_root) = self.square_root.as_ref()?.sqrt(field, &self.curve.right_side(&self.element(x)));
        let limbs = |y: &F::Element| {
            let mut limbs = Zeroizing::new(vec![0; self.limbs()]);
            field.to_limbs(&mut limbs, &field.from_mont(y), 0);
            limbs
        };
        is_chosen(is_root, 0).then(|| [limbs(&root), limbs(&field.neg(&root))])
    }

    fn is_singular(&self) -> bool {
        self.curve.is_singular().lane(0)
    }

    fn prime(&self) -> Option<&dyn PrimeArithmetic> {
        Some(self)
    }
}

impl<F: Tower> PrimeArithmetic for Points<F> {
    fn adopt(&self, coordinates: &mut [u64]) {
        let field = self.field();
        field.vectorize(|| {
            let p = read_point(field, coordinates);
            let [x, y] = self.there([p.x, p.y]);
            write_point(field, coordinates, &Projective { x, y, ..p });
        });
    }

    fn save_entry(&self, out: &mut Vec<u64>, entry: &[u64], limbs: usize) {
        let field = self.field();
        let (x, y) = entry.split_at(F::WORDS);
        for x in self.back([field.read(x), field.read(y)]) {
            let at = out.len();
            out.resize(at + self.limbs(), 0);
            field.to_limbs(&mut out[at..], &field.from_mont(&x), 0);
            out.truncate(at + limbs);
        }
    }

    fn entry(&self, x: &[u64], y: &[u64]) -> Buffer<u64> {
        let mut entry = Buffer::new(2 * F::WORDS);
        let coordinates = self.there([self.element(x), self.element(y)]);
        for (words, x) in entry.chunks_exact_mut(F::WORDS).zip(&coordinates) {
            self.field().write(words, x);
        }
        entry
    }

    fn pairs(&self) -> Option<&dyn Pairs> {
        if machine::PAIRS && F::LANES == 1 { Some(&self.affine) } else { None }
    }
}

/// The group with entries in affine or in homogeneous coordinates.
struct Entries<F: Tower, const AFFINE: bool> {
    curve: Weierstrass<F>,
    identity: Vec<u64>,
}

impl<F: Tower, const AFFINE: bool> Entries<F, AFFINE> {
    const COORDINATES: usize = if AFFINE { 2 } else { 3 };

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn read(&self, words: &[u64]) -> Projective<F::Element> {
        read_point(self.curve.field(), words)
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn write(&self, words: &mut [u64], p: &Projective<F::Element>) {
        write_point(self.curve.field(), words, p);
    }

    /// Runs `f` compiled for the instructions of the field.
    #[inline(always)]
    fn vectorize<T>(&self, f: impl FnOnce() -> T) -> T {
        self.curve.field().vectorize(f)
    }

    /// The point of an entry, and whether it is the identity; then its coordinates have no meaning.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn read_affine(&self, words: &[u64]) -> (Affine<F::Element>, Choice) {
        let field = self.curve.field();
        let (x, y) = words.split_at(F::WORDS);
        let (x, y) = (field.read(x), field.read(y));
        (Affine { x, y }, field.is_zero(&x) & field.is_zero(&y))
    }
}

impl<F: Tower, const AFFINE: bool> Group for Entries<F, AFFINE> {
    fn lanes(&self) -> usize {
        F::LANES
    }

    fn words(&self) -> usize {
        3 * F::WORDS
    }

    fn identity(&self) -> &[u64] {
        &self.identity
    }

    fn costs(&self) -> Costs {
        // mul, mul_entry and step in products of the field
        let (mul, mul_entry) = (14, if AFFINE { 13 } else { 14 });
        Costs { mul, mul_entry, step: 8, entries_per_product: 60, gathered_entries_per_product: 60 }
    }

    fn mul(&self, out: &mut [u64], a: &[u64], b: &[u64], _scratch: &mut [u64]) {
        self.vectorize(|| self.write(out, &self.curve.add(&self.read(a), &self.read(b))));
    }

    fn sqr(&self, out: &mut [u64], a: &[u64], _scratch: &mut [u64]) {
        self.vectorize(|| self.write(out, &self.curve.double_n(&self.read(a), 1)));
    }

    fn step(&self, a: &mut [u64], count: u64, _tmp: &mut [u64], _scratch: &mut [u64]) {
        self.vectorize(|| self.write(a, &self.curve.double_n(&self.read(a), count as usize)));
    }

    fn entry_words(&self) -> usize {
        Self::COORDINATES * F::WORDS
    }

    fn to_entries(&self, elements: Buffer<u64>) -> Buffer<u64> {
        if !AFFINE {
            return elements;
        }
        let field = self.curve.field();
        let affine = to_affine_many(&self.curve, &elements);
        let mut entries = Buffer::new(2 * F::WORDS * affine.len());
        for (entry, point) in entries.chunks_exact_mut(2 * F::WORDS).zip(affine.iter()) {
            let (x, y) = entry.split_at_mut(F::WORDS);
            field.vectorize(|| {
                field.write(x, &point.x);
                field.write(y, &point.y);
            });
        }
        entries
    }

    fn from_entry(&self, out: &mut [u64], entry: &[u64]) {
        if AFFINE {
            let curve = &self.curve;
            self.vectorize(|| {
                let (p, identity) = self.read_affine(entry);
                self.write(out, &curve.cmov(&curve.to_projective(&p), &curve.identity(), identity));
            });
        } else {
            out.copy_from_slice(entry);
        }
    }

    fn mul_entry(&self, out: &mut [u64], a: &[u64], entry: &[u64], scratch: &mut [u64]) {
        if AFFINE {
            self.vectorize(|| {
                let ((q, identity), p) = (self.read_affine(entry), self.read(a));
                self.write(out, &self.curve.cmov(&self.curve.add_mixed(&p, &q), &p, identity));
            });
        } else {
            self.mul(out, a, entry, scratch);
        }
    }

    fn select(&self, out: &mut [u64], table: &[u64], index: &[usize]) {
        select(self.curve.field(), out, table, index);
    }

    fn inverses(&self) -> Option<&dyn Inverses> {
        Some(self)
    }
}

impl<F: Tower, const AFFINE: bool> Inverses for Entries<F, AFFINE> {
    fn invert(&self, a: &mut [u64]) {
        self.vectorize(|| self.write(a, &self.curve.negate(&self.read(a))));
    }

    fn invert_entry_if(&self, entry: &mut [u64], choices: &[u64]) {
        let field = self.curve.field();
        let y = &mut entry[F::WORDS..2 * F::WORDS];
        self.vectorize(|| {
            let now = field.read(y);
            field.write(y, &field.cmov(&now, &field.neg(&now), choice_of(choices)));
        });
    }
}

impl<F: Tower> Pairs for Entries<F, true> {
    fn multiply_pairs(&self, entries: &mut [u64], pairs: &[(u32, u32)]) {
        add_pairs(&self.curve, entries, pairs);
    }
}
