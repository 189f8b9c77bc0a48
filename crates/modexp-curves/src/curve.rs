//! The public type: a curve with its generator.

mod checks;
mod terms;

use crate::backend::{Backend, CurveParts, Equation, MAX_BITS, is_prime_vartime, parts};
use crate::binary::{self, Koblitz};
use crate::endomorphism::Endomorphism;
use crate::error::Error;
use crate::names::{CurveName, Kind};
use crate::parameters::Parameters;
use crate::point::{CurveId, Point};
use crate::points::Elements;
use crate::scalar::Secret;
use crate::splitting::{Membership, Splitting};
use crate::structure::{Form, Structure};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use checks::check_lengths;
use core::fmt;
use modexp_group::accumulator::Accumulator;
use modexp_group::plan::WindowPlan;
use modexp_group::{pairs, pow, straus};
use modexp_limbs::buffer::Buffer;
use modexp_limbs::limb;

/// An elliptic curve with a generator, prepared once and used many times; a copy is cheap.
///
/// Scalars are little-endian slices of 64-bit limbs of any length, empty meaning 0, and count modulo the order. Every call checks
/// its points: a point with a coordinate that is too large, off the curve, or outside the generator's subgroup is an error. This
/// curve and its copies do not check again that a point of an earlier result is in the subgroup.
///
/// All calls are constant time in scalars and coordinates: time and memory access depend only on their lengths, on whether a point
/// is the identity, and on whether there is an error. Calls named `_vartime` are not constant time.
///
/// ```
/// use modexp_curves::{Curve, CurveName};
/// let curve = Curve::named(CurveName::P256);
/// let (alice, bob) = ([0xa11ce, 7], [0xb0b, 9]);
/// let from_alice = curve.multiply(&alice, &curve.generator())?;
/// let from_bob = curve.multiply(&bob, &curve.generator())?;
/// assert_eq!(curve.multiply(&alice, &from_bob)?, curve.multiply(&bob, &from_alice)?);
/// # Ok::<(), modexp_curves::Error>(())
/// ```
#[derive(Clone)]
pub struct Curve {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) parts: CurveParts,
    pub(crate) p: Vec<u64>,
    /// The bound of a coordinate's coefficients: p, or 2^m.
    pub(crate) q: Vec<u64>,
    a: Vec<u64>,
    b: Vec<u64>,
    order: Vec<u64>,
    pub(crate) structure: Structure,
    g: Point,
    backend: Backend,
    /// Points that are known to be in the subgroup carry this id.
    pub(crate) id: Option<CurveId>,
}

impl Curve {
    /// A named curve, on the fastest backend of this machine.
    ///
    /// # Panics
    /// In WebAssembly without the feature of its field, `prime` or `binary`.
    pub fn named(name: CurveName) -> Self {
        let backend = Backend::available().pop().unwrap_or(Backend::Portable);
        Self::named_with_backend(name, backend).expect("named curves are right, and the backend is there")
    }

    /// A named curve on `backend`.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] if this machine cannot run it.
    pub fn named_with_backend(name: CurveName, backend: Backend) -> Result<Self, Error> {
        match name.kind() {
            Kind::Prime(data) => Self::unchecked(&data.parameters(), data.endomorphism, data.u, backend),
            Kind::Binary(parameters) => Self::binary_unchecked(parameters, backend),
        }
    }

    /// The curve with these parameters, on the fastest backend of this machine. Checks that the parameters belong together, at the
    /// cost of about two multiplications. Does not check that logarithms are hard on the curve.
    ///
    /// # Errors
    /// [`Error::BadPrime`], [`Error::BadCoefficient`], [`Error::Singular`], [`Error::BadOrder`], and the errors of a bad generator.
    pub fn new(parameters: &Parameters<'_>) -> Result<Self, Error> {
        Self::with_backend(parameters, Backend::available().pop().unwrap_or(Backend::Portable))
    }

    /// The curve with these parameters, checked as by [`Curve::new`], on `backend`.
    ///
    /// # Errors
    /// As [`Curve::new`], and [`Error::BackendUnavailable`] if this machine cannot run it.
    pub fn with_backend(parameters: &Parameters<'_>, backend: Backend) -> Result<Self, Error> {
        let [p, a, b, order] = [parameters.p, parameters.a, parameters.b, parameters.order].map(limb::trim);
        if limb::bit_len(p) > MAX_BITS || is_below(p, &[5]) || p[0] & 1 == 0 {
            return Err(Error::BadPrime);
        }
        if !(is_below(a, p) && is_below(b, p)) {
            return Err(Error::BadCoefficient);
        }
        if !points_can_be(order, limb::trim(parameters.cofactor), p) {
            return Err(Error::BadOrder);
        }
        let curve = Self::unchecked(parameters, None, None, backend)?;
        if !is_prime_vartime(p) {
            return Err(Error::BadPrime);
        }
        curve.validated()
    }

    /// The curve y² + x·y = x³ + a·x² + b over GF(2^m) with these parameters, checked as by [`Curve::new`]. `p` is the polynomial:
    /// bit i is the coefficient of x^i; three or five are 1, and m is a prime from 5 to 575.
    ///
    /// # Errors
    /// [`Error::BadPolynomial`], [`Error::BadCoefficient`], [`Error::Singular`], [`Error::BadOrder`], and the errors of a bad
    /// generator.
    pub fn binary(parameters: &Parameters<'_>) -> Result<Self, Error> {
        Self::binary_with_backend(parameters, Backend::available().pop().unwrap_or(Backend::Portable))
    }

    /// The curve over GF(2^m) with these parameters, checked as by [`Curve::binary`], on `backend`.
    ///
    /// # Errors
    /// As [`Curve::binary`], and [`Error::BackendUnavailable`] if this machine cannot run it.
    pub fn binary_with_backend(parameters: &Parameters<'_>, backend: Backend) -> Result<Self, Error> {
        let [p, a, b, order] = [parameters.p, parameters.a, parameters.b, parameters.order].map(limb::trim);
        if !binary::is_field(p) {
            return Err(Error::BadPolynomial);
        }
        let q = binary::q(p);
        if !(is_below(a, &q) && is_below(b, &q)) {
            return Err(Error::BadCoefficient);
        }
        if !points_can_be(order, limb::trim(parameters.cofactor), &q) {
            return Err(Error::BadOrder);
        }
        Self::binary_unchecked(parameters, backend)?.validated()
    }

    /// The curve, if the slow checks find no error.
    fn validated(self) -> Result<Self, Error> {
        let single = &self.inner.parts.single;
        if single.is_singular() {
            return Err(Error::Singular);
        }
        if !is_prime_vartime(self.order()) {
            return Err(Error::BadOrder);
        }
        self.check_coordinates(&self.inner.g)?;
        let fast = self.for_multiples();
        if !self.have_order(fast, &fast.load(&[&self.inner.g])) {
            return Err(Error::BadOrder);
        }
        Ok(self)
    }

    fn binary_unchecked(parameters: &Parameters<'_>, backend: Backend) -> Result<Self, Error> {
        let &Parameters { p, a, b, order, .. } = parameters;
        let parts = binary::parts(p, a, b, order, backend)?;
        Ok(Self::binary_of_parts(parts, parameters, backend))
    }

    /// The curve over GF(2^m) that computes with `parts`.
    pub(crate) fn binary_of_parts(parts: CurveParts, parameters: &Parameters<'_>, backend: Backend) -> Self {
        let &Parameters { p, a, b, order, cofactor, .. } = parameters;
        let (a, cofactor, m) = (limb::trim(a), limb::trim(cofactor), limb::bit_len(p) - 1);
        let splitting = match (a, limb::trim(b)) {
            ([] | [1], [1]) => Koblitz::new(m, a == [1], limb::trim(order)).map(Splitting::Frobenius),
            _ => None,
        };
        let membership = match cofactor {
            &[cofactor] if cofactor.is_power_of_two() => Membership::Multiples(cofactor),
            _ => Membership::Order,
        };
        let structure = Structure { degree: 1, cofactor: cofactor.to_vec(), splitting, membership, form: Form::Sec1 };
        Self::of_parts(parts, parameters, binary::q(p), structure, backend)
    }

    fn unchecked(
        parameters: &Parameters<'_>,
        endomorphism: Option<&'static Endomorphism>,
        u: Option<&[u64]>,
        backend: Backend,
    ) -> Result<Self, Error> {
        let equation = Equation { p: parameters.p, a: parameters.a, b: parameters.b, u };
        let parts = parts(equation, parameters.order, backend)?;
        let structure = Structure::of_cofactor(limb::trim(parameters.cofactor), endomorphism);
        Ok(Self::of_parts(parts, parameters, limb::trim(parameters.p).to_vec(), structure, backend))
    }

    /// The curve that computes with `parts`; coefficients of coordinates are below q.
    pub(crate) fn of_parts(
        parts: CurveParts,
        parameters: &Parameters<'_>,
        q: Vec<u64>,
        structure: Structure,
        backend: Backend,
    ) -> Self {
        let &Parameters { p, a, b, order, x, y, .. } = parameters;
        let limbs = parts.limbs;
        let [p, a, b, order] = [p, a, b, order].map(|x| limb::trim(x).to_vec());
        let g = Point::new(limb::trim(x), limb::trim(y));
        debug_assert!(p.len() <= limbs && order.len() <= limbs);
        Self { inner: Arc::new(Inner { parts, p, q, a, b, order, structure, g, backend, id: CurveId::next() }) }
    }

    /// The generator.
    pub fn generator(&self) -> Point {
        self.trusted(self.inner.g.clone())
    }

    /// p, or the bits of the polynomial over GF(2^m), without leading zeros.
    pub fn p(&self) -> &[u64] {
        &self.inner.p
    }

    /// a, without leading zeros.
    pub fn a(&self) -> &[u64] {
        &self.inner.a
    }

    /// b, without leading zeros.
    pub fn b(&self) -> &[u64] {
        &self.inner.b
    }

    /// The order of the generator, without leading zeros.
    pub fn order(&self) -> &[u64] {
        &self.inner.order
    }

    /// The number of points over the order.
    pub fn cofactor(&self) -> &[u64] {
        limb::trim(&self.inner.structure.cofactor)
    }

    /// Coefficients of a coordinate: 1, except for curves over an extension of GF(p). A point's coordinate has them one after the
    /// other, the lowest first, each in as many limbs as p.
    pub fn degree(&self) -> usize {
        self.inner.structure.degree
    }

    /// Bytes of an encoded coordinate.
    pub fn byte_len(&self) -> usize {
        // of q − 1; q = 2^m over GF(2^m)
        let bits = limb::bit_len(&self.inner.q) - usize::from(self.is_binary());
        self.degree() * bits.div_ceil(8)
    }

    /// Whether the coordinates are in GF(2^m).
    pub fn is_binary(&self) -> bool {
        // q is 2^m, or an odd prime
        self.inner.q[0] & 1 == 0
    }

    /// The instructions of its arithmetic.
    pub fn backend(&self) -> Backend {
        self.inner.backend
    }

    /// k·P.
    ///
    /// # Errors
    /// [`Error::BadCoordinate`], [`Error::NotOnCurve`] or [`Error::NotInSubgroup`] for a bad point.
    pub fn multiply(&self, k: &[u64], p: &Point) -> Result<Point, Error> {
        self.msm(&[k], &[p])
    }

    /// k·P. Variable time in k and P.
    ///
    /// # Errors
    /// As [`Curve::multiply`].
    pub fn multiply_vartime(&self, k: &[u64], p: &Point) -> Result<Point, Error> {
        self.msm_vartime(&[k], &[p])
    }

    /// Each k_i·P_i: eight at a time where the backend has lanes.
    ///
    /// # Errors
    /// As [`Curve::multiply`], and [`Error::LengthMismatch`] unless there are as many scalars as points.
    pub fn multiply_many(&self, ks: &[&[u64]], points: &[&Point]) -> Result<Vec<Point>, Error> {
        self.check_all(ks, points)?;
        let (single, eight) = (self.for_multiples(), &self.inner.parts.eight);
        let mut out = Vec::with_capacity(points.len());
        let mut done = 0;
        let least = self.least_lanes();
        if let Some(eight) = eight.as_deref().filter(|_| points.len() >= least) {
            done = points.len();
            if (1..least).contains(&(done % LANES)) {
                done -= done % LANES;
            }
            for index in in_lanes(done) {
                let products = self.sum(eight, &index.map(|i| ks[i]), &index.map(|i| points[i]));
                let count = LANES.min(done - index[0]);
                out.extend(self.points(eight, products.value()).into_iter().take(count));
            }
        }
        // one inversion for all
        let group = single.group();
        let mut elements = Buffer::new(group.words() * (points.len() - done));
        for (element, i) in elements.chunks_exact_mut(group.words()).zip(done..) {
            element.copy_from_slice(self.sum(single, &[ks[i]], &[points[i]]).value());
        }
        out.extend(self.points(single, &elements));
        Ok(out)
    }

    /// Σ k_i·P_i, and the identity for none.
    ///
    /// # Errors
    /// As [`Curve::multiply_many`].
    pub fn msm(&self, ks: &[&[u64]], points: &[&Point]) -> Result<Point, Error> {
        self.check_all(ks, points)?;
        let single = self.for_multiples();
        Ok(only(self.points(single, self.sum(single, ks, points).value())))
    }

    /// Σ k_i·P_i, and the identity for none. Variable time in scalars and points. For 256 points or more, 128 sums of subsets,
    /// chosen by a hash of the points, check that all are in the subgroup. A point outside passes with probability 2^−128.
    ///
    /// # Errors
    /// As [`Curve::multiply_many`].
    pub fn msm_vartime(&self, ks: &[&[u64]], points: &[&Point]) -> Result<Point, Error> {
        check_lengths(ks, points)?;
        let entries = self.check_points_vartime(points)?;
        Ok(self.msm_of_checked_vartime(ks, points, entries.as_deref()))
    }

    /// Σ k_i·P_i for the points of `entries`, one for each scalar; `None` on curves that do not add pairs of points.
    fn msm_of_entries_vartime(&self, ks: &[&[u64]], entries: &[u64]) -> Option<Point> {
        self.with_pairs(|group| {
            let parts = ks.iter().flat_map(|k| self.split(k));
            let (scalars, signs): (Vec<Secret>, Vec<u64>) = parts.map(|(k, sign)| (k, sign as u64)).unzip();
            let scalars: Vec<&[u64]> = scalars.iter().map(|scalar| &scalar[..]).collect();
            let sum = pairs::product_vartime(group, entries, &scalars, &signs);
            self.point(sum.value())
        })
    }

    /// Σ k_i·P_i for checked points, one for each scalar, with the result of [`Curve::check_points_vartime`].
    pub(crate) fn msm_of_checked_vartime(&self, ks: &[&[u64]], points: &[&Point], entries: Option<&[u64]>) -> Point {
        if let Some(sum) = entries.and_then(|entries| self.msm_of_entries_vartime(ks, entries)) {
            return sum;
        }
        let single = self.for_multiples();
        let terms = self.all_terms(single, ks, points, &|base| base);
        if terms.len() < MANY_TERMS
            && let Some(sum) = self.sum_by_frobenius(single, &terms)
        {
            return only(self.points(single, sum.value()));
        }
        let terms = terms.into_iter();
        let (scalars, bases): (Vec<_>, Vec<_>) = terms.map(|term| (term.scalar, term.base)).unzip();
        let scalars: Vec<&[u64]> = scalars.iter().map(|scalar| &scalar[..]).collect();
        let group = single.group();
        let sum = match (&scalars[..], &bases[..]) {
            (&[scalar], [base]) => pow::pow_vartime(group, &WindowPlan::vartime_in(group, scalar), base, scalar),
            _ => straus::product_vartime(group, &bases, &scalars),
        };
        only(self.points(single, sum.value()))
    }

    /// P + Q.
    ///
    /// # Errors
    /// As [`Curve::multiply`].
    pub fn add(&self, p: &Point, q: &Point) -> Result<Point, Error> {
        self.check(p)?;
        self.check(q)?;
        Ok(self.trusted(self.sum_of(p, q)))
    }

    /// P + Q for points that were checked.
    fn sum_of(&self, p: &Point, q: &Point) -> Point {
        let single = &self.inner.parts.single;
        let mut sum = Accumulator::new(single.group());
        sum.set(&single.load(&[p]));
        sum.mul(&single.load(&[q]));
        only(single.store(sum.value()))
    }

    /// P + Q, for points of the curve that may be outside the subgroup, on a curve of odd order.
    pub(crate) fn add_on_curve(&self, p: &Point, q: &Point) -> Result<Point, Error> {
        self.check_coordinates(p)?;
        self.check_coordinates(q)?;
        debug_assert!(self.inner.structure.cofactor[0] & 1 == 1);
        Ok(self.sum_of(p, q))
    }

    /// −P.
    ///
    /// # Errors
    /// As [`Curve::multiply`].
    pub fn negate(&self, p: &Point) -> Result<Point, Error> {
        self.check(p)?;
        let single = &self.inner.parts.single;
        let mut element = single.load(&[p]);
        single.group().invert(&mut element);
        Ok(self.point(&element))
    }

    /// The point P, marked as in the subgroup after a check: later calls do not check it again.
    ///
    /// # Errors
    /// As [`Curve::multiply`].
    pub fn checked(&self, p: Point) -> Result<Point, Error> {
        self.check(&p)?;
        Ok(self.trusted(p))
    }

    /// The point P, which the caller knows to be in the subgroup, such as a point from bytes that only this program writes. Each
    /// call still checks that it is on the curve; results for points outside the subgroup are wrong.
    #[must_use]
    pub fn trusted(&self, mut p: Point) -> Point {
        p.set_in_subgroup(self.inner.id);
        p
    }

    /// Whether later calls omit the check that P is in the subgroup: it is the identity, or a call returned it.
    pub fn is_known(&self, p: &Point) -> bool {
        p.is_identity() || p.is_known_in_subgroup(self.inner.id)
    }

    /// Whether P is the identity, or its coordinates are in the field and satisfy the curve's equation.
    pub fn is_on_curve(&self, p: &Point) -> bool {
        self.check_coordinates(p).is_ok()
    }

    /// Whether P is a multiple of the generator. Always computes it, even for known points.
    pub fn is_in_subgroup(&self, p: &Point) -> bool {
        self.is_on_curve(p) && (p.is_identity() || self.are_members(self.for_multiples(), &[p]))
    }

    /// The least number of multiples that lanes compute faster.
    fn least_lanes(&self) -> usize {
        if self.degree() == 1 { 3 } else { 4 }
    }

    /// The arithmetic for single multiples.
    pub(crate) fn for_multiples(&self) -> &dyn Elements {
        let CurveParts { single, spread, .. } = &self.inner.parts;
        spread.as_deref().unwrap_or(&**single)
    }

    /// The points of elements of the subgroup.
    pub(crate) fn points(&self, arithmetic: &dyn Elements, elements: &[u64]) -> Vec<Point> {
        let mut points = arithmetic.store(elements);
        for point in &mut points {
            point.set_in_subgroup(self.inner.id);
        }
        points
    }

    /// The point of an element of the subgroup.
    pub(crate) fn point(&self, element: &[u64]) -> Point {
        only(self.points(&*self.inner.parts.single, element))
    }

    /// k modulo the order.
    pub(crate) fn reduce(&self, k: &[u64]) -> Secret {
        self.inner.parts.scalars.reduce(k)
    }
}

/// Lanes of the backends that have several.
pub(crate) const LANES: usize = 8;

/// Numbers below `count`, one for each lane; the remaining lanes repeat the last number.
pub(crate) fn in_lanes(count: usize) -> impl Iterator<Item = [usize; LANES]> {
    (0..count).step_by(LANES).map(move |first| core::array::from_fn(|lane| (first + lane).min(count - 1)))
}

/// From this number of terms on, buckets are faster than τ.
const MANY_TERMS: usize = 32;

/// The one point of a list.
pub(crate) fn only(points: Vec<Point>) -> Point {
    points.into_iter().next().unwrap_or(Point::IDENTITY)
}

/// a < b, of any lengths. Variable time.
fn is_below(a: &[u64], b: &[u64]) -> bool {
    let (a, b) = (limb::trim(a), limb::trim(b));
    a.len() < b.len() || a.len() == b.len() && limb::less(a, b) == 1
}

/// Whether an odd order above 4·√p, times the cofactor, may be the number of points of a curve over GF(p) by Hasse's theorem,
/// |order·cofactor − p − 1| ≤ 2·√p. As the order is above 4·√p, no other multiple of it is in that range: the cofactor is right.
fn points_can_be(order: &[u64], cofactor: &[u64], p: &[u64]) -> bool {
    if limb::bit_len(order) > MAX_BITS || cofactor.len() > p.len() || order.is_empty() || order[0] & 1 == 0 {
        return false;
    }
    let square = |x: &[u64]| {
        let mut square = vec![0; 2 * x.len()];
        limb::mul(&mut square, x, x);
        square
    };
    let times = |x: &[u64], factor: &[u64]| {
        let mut product = vec![0; x.len() + factor.len()];
        limb::mul(&mut product, x, factor);
        product
    };
    let limbs = (order.len() + cofactor.len()).max(p.len() + 1);
    let points = limb::resize(limb::trim(&times(order, cofactor)), limbs);
    let mut trace = limb::resize(p, limbs);
    limb::add_if(&mut trace, &limb::resize(&[1], limbs), 1);
    let negative = limb::less(&trace, &points);
    let (mut larger, smaller) = if negative == 1 { (points, trace) } else { (trace, points) };
    limb::sub_if(&mut larger, &smaller, 1);
    is_below(&times(p, &[16]), &square(order)) && !is_below(&times(p, &[4]), &square(&larger))
}

impl fmt::Debug for Curve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Curve").field("bits", &limb::bit_len(&self.inner.p)).field("backend", &self.backend()).finish()
    }
}
