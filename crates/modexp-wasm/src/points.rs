//! Points, tables and sums: the exports that all modules of curves and pairings have.
//!
//! A point in the buffer is a word, 0 for the identity and 1 for others, and x and y in the number of words of a coordinate. A
//! call that fails returns a `code`, or puts it into the buffer where it returns an object.

use crate::{StagingBuffer, list};
use alloc::vec;
use alloc::vec::Vec;
use modexp_curves::{Backend, Curve, Error, FixedBase, Point};
use wasm_bindgen::prelude::wasm_bindgen;
use zeroize::Zeroizing;

/// 0 if a call has a result; else why not.
pub fn code<T>(result: &Result<T, Error>) -> u32 {
    match result {
        Ok(_) => 0,
        Err(Error::BadPrime | Error::BadPolynomial) => 1,
        Err(Error::BadCoefficient) => 2,
        Err(Error::Singular) => 3,
        Err(Error::BadOrder) => 4,
        Err(Error::BadCoordinate) => 5,
        Err(Error::NotOnCurve) => 6,
        Err(Error::NotInSubgroup) => 7,
        Err(Error::BadEncoding) => 8,
        Err(Error::CorruptTable) => 9,
        Err(Error::TableVersion) => 10,
        Err(Error::OtherCurve) => 11,
        Err(Error::BadLength) => 12,
        Err(Error::NotVerified) => 13,
        Err(Error::WrongHash) => 14,
        Err(_) => 15,
    }
}

/// Returns the object of a result. Zeroes the first `used` words of the buffer, and writes the result's code into the first one.
pub fn object<T>(buffer: &mut StagingBuffer, used: usize, result: Result<T, Error>) -> Option<T> {
    buffer.put(used, [&[u64::from(code(&result))][..]]);
    result.ok()
}

/// Whether this machine has the instructions of at least one field. An addon omits plain arithmetic.
#[must_use]
pub fn is_available() -> bool {
    !Backend::available().is_empty()
}

/// A curve, prepared.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Context(Curve);

impl Context {
    /// Wraps a curve.
    #[must_use]
    pub fn new(curve: Curve) -> Self {
        Self(curve)
    }
}

#[wasm_bindgen]
impl Context {
    /// Words of a coordinate.
    #[must_use]
    pub fn words(&self) -> usize {
        coordinate_words(&self.0)
    }

    /// Writes p, a, b, order, x, y in one word more than coordinates have, then the cofactor in the words that it has, and returns
    /// how many these are.
    #[must_use]
    pub fn parameters(&self, buffer: &mut StagingBuffer) -> usize {
        let curve = &self.0;
        let g = curve.generator();
        let [x, y] = [g.x(), g.y()].map(Option::unwrap_or_default);
        let mut words = Vec::new();
        for number in [curve.p(), curve.a(), curve.b(), curve.order(), x, y] {
            push(&mut words, number, self.words() + 1);
        }
        words.extend_from_slice(curve.cofactor());
        buffer.put(0, [&words[..]]);
        curve.cofactor().len()
    }

    /// `count` scalars of `scalar` words, then as many points → Σ k_i·P_i, constant time unless `vartime`; or a code.
    #[must_use]
    pub fn msm(&self, buffer: &mut StagingBuffer, count: usize, scalar: usize, vartime: bool) -> u32 {
        let (scalars, points) = self.terms(buffer, count, scalar);
        let (scalars, all) = (list(scalars, scalar), references(&points));
        let sum = if vartime { self.0.msm_vartime(&scalars, &all) } else { self.0.msm(&scalars, &all) };
        self.put(buffer, count * (scalar + self.point_words()), sum.map(|sum| vec![sum]))
    }

    /// `count` scalars of `scalar` words, then as many points → each k_i·P_i; or a code.
    #[must_use]
    pub fn multiply_many(&self, buffer: &mut StagingBuffer, count: usize, scalar: usize) -> u32 {
        let (scalars, points) = self.terms(buffer, count, scalar);
        let products = self.0.multiply_many(&list(scalars, scalar), &references(&points));
        self.put(buffer, count * (scalar + self.point_words()), products)
    }

    /// Bytes of k, then of an encoded P → k·P, encoded; returns the length, or 2^31 and a code.
    #[must_use]
    pub fn multiply_bytes(&self, buffer: &mut StagingBuffer, k: usize, p: usize) -> u32 {
        let bytes = buffer.bytes(k + p);
        let (k, p) = bytes.split_at(k);
        put_bytes(buffer, bytes.len(), self.0.multiply_bytes(k, p))
    }

    /// P, Q → P + Q; or a code.
    #[must_use]
    pub fn add(&self, buffer: &mut StagingBuffer) -> u32 {
        let [p, q] = buffer.split([self.point_words(); 2]).map(|words| point(&self.0, words));
        self.put(buffer, 2 * self.point_words(), self.0.add(&p, &q).map(|sum| vec![sum]))
    }

    /// P → −P; or a code, which says what is wrong with P.
    #[must_use]
    pub fn negate(&self, buffer: &mut StagingBuffer) -> u32 {
        let [p] = buffer.split([self.point_words()]).map(|words| point(&self.0, words));
        self.put(buffer, self.point_words(), self.0.negate(&p).map(|negated| vec![negated]))
    }

    /// P → its encoding; returns the length, or 2^31 and a code.
    #[must_use]
    pub fn encode(&self, buffer: &mut StagingBuffer, compressed: bool) -> u32 {
        let [p] = buffer.split([self.point_words()]).map(|words| point(&self.0, words));
        put_bytes(buffer, 8 * self.point_words(), self.0.encode(&p, compressed))
    }

    /// The first `bytes` bytes, an encoding → its point; or a code.
    #[must_use]
    pub fn decode(&self, buffer: &mut StagingBuffer, bytes: usize) -> u32 {
        let point = self.0.decode(&buffer.bytes(bytes));
        self.put(buffer, bytes.div_ceil(8), point.map(|point| vec![point]))
    }

    /// P → tables of its multiples in at most `bytes` bytes, or in the usual number for 0; or a code.
    #[must_use]
    pub fn fixed_base(&self, buffer: &mut StagingBuffer, bytes: usize) -> Option<Tables> {
        let [p] = buffer.split([self.point_words()]).map(|words| point(&self.0, words));
        let tables = self.0.fixed_base(&p, (bytes > 0).then_some(bytes));
        object(buffer, self.point_words(), tables.map(Tables))
    }

    /// The tables that `save` wrote, from the first `bytes` bytes; or a code.
    #[must_use]
    pub fn load(&self, buffer: &mut StagingBuffer, bytes: usize) -> Option<Tables> {
        let tables = self.0.fixed_base_from_bytes(&buffer.bytes(bytes));
        object(buffer, bytes.div_ceil(8), tables.map(Tables))
    }

    /// `count` points → the same, checked and prepared for many sums; or a code.
    #[must_use]
    pub fn bases(&self, buffer: &mut StagingBuffer, count: usize) -> Option<Bases> {
        let points = self.terms(buffer, count, 0).1;
        let bases = self.0.bases(&references(&points));
        object(buffer, (count * self.point_words()).max(1), bases.map(Bases))
    }

    fn point_words(&self) -> usize {
        point_words(&self.0)
    }

    fn terms<'a>(&self, buffer: &'a StagingBuffer, count: usize, scalar: usize) -> (&'a [u64], Vec<Point>) {
        let [scalars, points] = buffer.split([count * scalar, count * self.point_words()]);
        (scalars, points.chunks_exact(self.point_words()).map(|words| point(&self.0, words)).collect())
    }

    fn put(&self, buffer: &mut StagingBuffer, used: usize, result: Result<Vec<Point>, Error>) -> u32 {
        let code = code(&result);
        put_points(buffer, used, &self.0, &result.unwrap_or_default());
        code
    }
}

/// Tables of the multiples of one point.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Tables(FixedBase);

#[wasm_bindgen]
impl Tables {
    /// Memory of the tables.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.table_bytes()
    }

    /// Writes their point into the buffer.
    pub fn point(&self, buffer: &mut StagingBuffer) {
        put_points(buffer, 0, self.0.curve(), core::slice::from_ref(self.0.point()));
    }

    /// `count` scalars of `scalar` words → each k_i·P, constant time.
    pub fn multiply_many(&self, buffer: &mut StagingBuffer, count: usize, scalar: usize) {
        let [scalars] = buffer.split([count * scalar]);
        let products = self.0.multiply_many(&list(scalars, scalar));
        put_points(buffer, count * scalar, self.0.curve(), &products);
    }

    /// A scalar of `scalar` words → k·P, variable time.
    pub fn multiply_vartime(&self, buffer: &mut StagingBuffer, scalar: usize) {
        let [k] = buffer.split([scalar]);
        let product = self.0.multiply_vartime(k);
        put_points(buffer, scalar, self.0.curve(), &[product]);
    }

    /// Writes the tables into the buffer and returns how many bytes they are.
    #[must_use]
    pub fn save(&self, buffer: &mut StagingBuffer) -> usize {
        let bytes = Zeroizing::new(self.0.to_bytes());
        buffer.put_bytes(&bytes);
        bytes.len()
    }
}

/// Points that many sums have in common.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Bases(modexp_curves::Bases);

#[wasm_bindgen]
impl Bases {
    /// `count` scalars of `scalar` words, as many as points → Σ k_i·P_i, variable time.
    ///
    /// # Panics
    /// If there are fewer or more.
    pub fn msm_vartime(&self, buffer: &mut StagingBuffer, count: usize, scalar: usize) {
        let [scalars] = buffer.split([count * scalar]);
        let sum = self.0.msm_vartime(&list(scalars, scalar)).expect("as many scalars as points");
        put_points(buffer, count * scalar, self.0.curve(), &[sum]);
    }
}

fn references(points: &[Point]) -> Vec<&Point> {
    points.iter().collect()
}

// Values of the first word of a point: points that calls returned are in the subgroup.
const IDENTITY: u64 = 0;
const POINT: u64 = 1;
const IN_SUBGROUP: u64 = 2;

/// The point in these words.
#[must_use]
pub fn point(curve: &Curve, words: &[u64]) -> Point {
    let (kind, coordinates) = words.split_at(1);
    let (x, y) = coordinates.split_at(coordinates.len() / 2);
    match kind[0] {
        IDENTITY => Point::IDENTITY,
        IN_SUBGROUP => curve.trusted(Point::new(x, y)),
        _ => Point::new(x, y),
    }
}

/// Words of a point.
#[must_use]
pub fn point_words(curve: &Curve) -> usize {
    2 * coordinate_words(curve) + 1
}

fn coordinate_words(curve: &Curve) -> usize {
    curve.degree() * curve.p().len()
}

/// Replaces the first `used` words by points.
pub fn put_points(buffer: &mut StagingBuffer, used: usize, curve: &Curve, points: &[Point]) {
    let mut words = Zeroizing::new(Vec::with_capacity(points.len() * point_words(curve)));
    for point in points {
        words.push(match point {
            _ if point.is_identity() => IDENTITY,
            _ if curve.is_known(point) => IN_SUBGROUP,
            _ => POINT,
        });
        for coordinate in [point.x(), point.y()] {
            push(&mut words, coordinate.unwrap_or_default(), coordinate_words(curve));
        }
    }
    buffer.put(used, [&words[..]]);
}

/// Appends a number in `words` words.
fn push(words: &mut Vec<u64>, number: &[u64], count: usize) {
    words.extend((0..count).map(|i| number.get(i).copied().unwrap_or(0)));
}

/// Replaces the first `used` bytes by others.
pub fn put_bytes(buffer: &mut StagingBuffer, used: usize, bytes: Result<Vec<u8>, Error>) -> u32 {
    buffer.put(used.div_ceil(8), []);
    let code = code(&bytes);
    let bytes = Zeroizing::new(bytes.unwrap_or_default());
    buffer.put_bytes(&bytes);
    if code == 0 { bytes.len() as u32 } else { 1 << 31 | code }
}
