//! Pairings of a family on a field, as the API calls them, with the types of the fields erased.

use super::final_exponentiation::FinalExponentiation;
use super::miller::Lines;
use super::target::{Coefficient, Gt, Line, Target};
use crate::point::Point;
use crate::points::{choice_of, select};
use crate::tower::Tower;
use crate::weierstrass::Affine;
use crate::wiped::Wiped;
use alloc::vec;
use alloc::vec::Vec;
use modexp_fields::prime::FieldOps;
use modexp_group::group::{Costs, Group, Inverses};
use modexp_limbs::buffer::Buffer;
use modexp_limbs::declassify::declassified;
use modexp_limbs::limb;
use zeroize::Zeroizing;

/// Pairings with the fields' types erased, one in each lane. Points are checked and not the identity; each lane has one.
pub trait Engine: Send + Sync {
    /// The coefficients of the lines of Q.
    fn prepare(&self, q: &[&Point]) -> Buffer<u64>;

    /// Π e(P_i, Q_i), for the lines of each Q_i.
    fn product(&self, pairs: &[(&[&Point], &[u64])]) -> Buffer<u64>;

    /// GT.
    fn group(&self) -> &dyn Inverses;

    /// a^(p^count).
    fn frobenius(&self, a: &mut [u64], count: usize);

    /// The coefficients over GF(p) in one lane, the lowest first, in the order of the tower, each in as many limbs as the field.
    fn coefficients(&self, a: &[u64], lane: usize) -> Zeroizing<Vec<u64>>;

    /// The element with these coefficients for each lane; they are below p.
    fn from_coefficients(&self, coefficients: &[&[u64]]) -> Buffer<u64>;

    /// Whether the order of a divides Φ_k(p), so that squares and inverses are those of GT.
    fn is_cyclotomic(&self, a: &[u64]) -> bool;

    /// Whether a = b.
    fn equal(&self, a: &[u64], b: &[u64]) -> bool;
}

/// A family above a field.
pub(crate) struct Pairings<T: Target> {
    lines: Lines<T>,
    exponentiation: FinalExponentiation,
    gt: GtGroup<T>,
}

impl<T: Target> Pairings<T> {
    pub(crate) fn new(lines: Lines<T>, exponentiation: FinalExponentiation) -> Self {
        let field = lines.target.field();
        let mut one = vec![0; T::Field::WORDS];
        field.write(&mut one, &field.one());
        Self { gt: GtGroup { target: lines.target, one }, lines, exponentiation }
    }

    fn affine<F: Tower>(field: &F, points: &[&Point]) -> Affine<F::Element> {
        let limbs = F::DEGREE * field.prime().len();
        let coordinate = |of: fn(&Point) -> Option<&[u64]>| {
            let lanes: Vec<_> =
                points.iter().map(|p| Zeroizing::new(limb::resize(of(p).unwrap_or(&[]), limbs))).collect();
            let lanes: Vec<&[u64]> = lanes.iter().map(|x| &x[..]).collect();
            field.to_mont(&field.from_limbs(&lanes))
        };
        Affine { x: coordinate(Point::x), y: coordinate(Point::y) }
    }
}

/// Words of a coefficient of a line.
const fn words<T: Target>() -> usize {
    <T::Twist as FieldOps>::WORDS
}

impl<T: Target> Engine for Pairings<T> {
    fn prepare(&self, q: &[&Point]) -> Buffer<u64> {
        let f = self.lines.target.twist();
        let mut out = Buffer::new(3 * words::<T>() * self.lines.count());
        let mut rest = out.chunks_exact_mut(words::<T>());
        self.lines.prepare(&Self::affine(f, q), |line| {
            for coefficient in [&line.a, &line.b, &line.c] {
                f.write(rest.next().expect("as many lines as counted"), coefficient);
            }
        });
        out
    }

    fn product(&self, pairs: &[(&[&Point], &[u64])]) -> Buffer<u64> {
        let target = &self.lines.target;
        let f = target.twist();
        let zero = f.prime_field().zero();
        let mut points = Wiped::new(Affine { x: zero, y: zero }, pairs.len());
        for (point, (p, _)) in points.iter_mut().zip(pairs) {
            *point = Self::affine(f.prime_field(), p);
        }
        let mut lines: Vec<_> = pairs.iter().map(|(_, lines)| lines.chunks_exact(words::<T>())).collect();
        let value = self.lines.evaluate(&points, |i| {
            let mut next = || -> Coefficient<T> { f.read(lines[i].next().expect("as many lines as counted")) };
            Line { a: next(), b: next(), c: next() }
        });
        self.gt.to_words(&self.exponentiation.exponentiate(target, &value))
    }

    fn group(&self) -> &dyn Inverses {
        &self.gt
    }

    fn frobenius(&self, a: &mut [u64], count: usize) {
        let target = &self.gt.target;
        target.field().vectorize(|| {
            let power = (0..count).fold(self.gt.read(a), |a, _| target.frobenius(&a));
            target.field().write(a, &power);
        });
    }

    fn coefficients(&self, a: &[u64], lane: usize) -> Zeroizing<Vec<u64>> {
        let field = self.gt.target.field();
        let mut out = Zeroizing::new(vec![0; T::Field::DEGREE * field.prime().len()]);
        field.vectorize(|| field.to_limbs(&mut out, &field.from_mont(&self.gt.read(a)), lane));
        out
    }

    fn from_coefficients(&self, coefficients: &[&[u64]]) -> Buffer<u64> {
        let field = self.gt.target.field();
        self.gt.to_words(&field.to_mont(&field.from_limbs(coefficients)))
    }

    fn is_cyclotomic(&self, a: &[u64]) -> bool {
        let target = &self.gt.target;
        let field = target.field();
        let is_cyclotomic = field.vectorize(|| {
            let f = self.gt.read(a);
            // Φ_2(p) = p + 1 and Φ_6(q) = q² − q + 1
            let degree = T::Field::DEGREE;
            let power = |f, count| (0..count).fold(f, |power, _| target.frobenius(&power));
            let (left, right) = if degree == 2 {
                (field.mul(&power(f, 1), &f), field.one())
            } else {
                let once = power(f, degree / 6);
                (field.mul(&power(once, degree / 6), &f), once)
            };
            field.eq(&left, &right) & !field.is_zero(&f)
        });
        declassified(u64::from(is_cyclotomic.lane(0))) == 1
    }

    fn equal(&self, a: &[u64], b: &[u64]) -> bool {
        let field = self.gt.target.field();
        let same = field.vectorize(|| field.eq(&self.gt.read(a), &self.gt.read(b)));
        declassified(u64::from(same.lane(0))) == 1
    }
}

/// GT as a group: inverses are conjugates.
struct GtGroup<T: Target> {
    target: T,
    one: Vec<u64>,
}

impl<T: Target> GtGroup<T> {
    fn read(&self, words: &[u64]) -> Gt<T> {
        let field = self.target.field();
        field.vectorize(|| field.read(words))
    }

    fn write(&self, words: &mut [u64], a: &Gt<T>) {
        let field = self.target.field();
        field.vectorize(|| field.write(words, a));
    }

    fn to_words(&self, a: &Gt<T>) -> Buffer<u64> {
        let mut out = Buffer::new(self.words());
        self.write(&mut out, a);
        out
    }
}

impl<T: Target> Group for GtGroup<T> {
    fn lanes(&self) -> usize {
        T::Field::LANES
    }

    fn words(&self) -> usize {
        T::Field::WORDS
    }

    fn identity(&self) -> &[u64] {
        &self.one
    }

    fn costs(&self) -> Costs {
        // products in the field of the twist; k = 2 has 3 and 2
        Costs { mul: 3, mul_entry: 3, step: 1, entries_per_product: 16, gathered_entries_per_product: 16 }
    }

    fn mul(&self, out: &mut [u64], a: &[u64], b: &[u64], _scratch: &mut [u64]) {
        self.write(out, &self.target.multiply(&self.read(a), &self.read(b)));
    }

    fn sqr(&self, out: &mut [u64], a: &[u64], _scratch: &mut [u64]) {
        self.target.field().vectorize(|| self.write(out, &self.target.cyclotomic_sqr(&self.read(a))));
    }

    fn select(&self, out: &mut [u64], table: &[u64], index: &[usize]) {
        select(self.target.field(), out, table, index);
    }

    fn inverses(&self) -> Option<&dyn Inverses> {
        Some(self)
    }
}

impl<T: Target> Inverses for GtGroup<T> {
    fn invert(&self, a: &mut [u64]) {
        self.target.field().vectorize(|| self.write(a, &self.target.conjugate(&self.read(a))));
    }

    fn invert_entry_if(&self, entry: &mut [u64], choices: &[u64]) {
        let field = self.target.field();
        field.vectorize(|| {
            let now = self.read(entry);
            self.write(entry, &field.cmov(&now, &self.target.conjugate(&now), choice_of(choices)));
        });
    }
}
