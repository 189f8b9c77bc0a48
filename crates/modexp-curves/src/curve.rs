//! The public type: a curve with its generator.

use crate::backend::{Backend, Equation, MAX_BITS, Parts, is_prime_vartime, parts};
use crate::binary::{self, Koblitz};
use crate::endomorphism::{Endomorphism, QUARTER_BITS};
use crate::error::Error;
#[cfg(any(target_arch = "x86_64", target_feature = "relaxed-simd"))]
use crate::in_lanes::Lanes;
use crate::names::{Kind, Name};
use crate::pairs::ADDS_PAIRS;
use crate::parameters::Parameters;
use crate::point::{Number, Point};
#[cfg(target_feature = "relaxed-simd")]
use crate::points::Arithmetic;
use crate::points::Elements;
use crate::scalar::{Part, Secret};
use crate::splitting::{Map, Membership, Splitting};
use crate::structure::{Form, Structure};
#[cfg(any(target_arch = "x86_64", target_feature = "relaxed-simd"))]
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use modexp_group::accumulator::Accumulator;
use modexp_group::group::MAX_LANES;
use modexp_group::plan::WindowPlan;
use modexp_group::{pairs, pow, straus};
use modexp_limbs::buffer::Buffer;
use modexp_limbs::limb;

/// An elliptic curve with a generator, prepared once and used many times; a copy is cheap.
///
/// Scalars are little-endian slices of 64-bit limbs of any length, empty meaning 0, and count modulo the order. Points are
/// checked: one with a coordinate that is too large, off the curve, or outside the generator's subgroup is an error, whatever the
/// call. That a point which a call returned is in the subgroup is not checked again by this curve and its copies.
///
/// All calls are constant time in scalars and coordinates: time and memory access depend on their lengths alone, on whether a
/// point is the identity, and on whether there is an error. Calls named `_vartime` are not.
///
/// ```
/// use modexp_curves::{Curve, Name};
/// let curve = Curve::named(Name::P256);
/// let (alice, bob) = ([0xa11ce, 7], [0xb0b, 9]);
/// let from_alice = curve.multiply(&alice, &curve.g())?;
/// let from_bob = curve.multiply(&bob, &curve.g())?;
/// assert_eq!(curve.multiply(&alice, &from_bob)?, curve.multiply(&bob, &from_alice)?);
/// # Ok::<(), modexp_curves::Error>(())
/// ```
#[derive(Clone)]
pub struct Curve {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) parts: Parts,
    pub(crate) p: Vec<u64>,
    /// Coefficients of coordinates are below it: p, or 2^m.
    pub(crate) q: Vec<u64>,
    a: Vec<u64>,
    b: Vec<u64>,
    order: Vec<u64>,
    pub(crate) structure: Structure,
    g: Point,
    backend: Backend,
    /// By which points say that they are in the subgroup.
    pub(crate) number: Option<Number>,
}

/// A scalar below 2^bits with its base.
pub(crate) struct Term {
    scalar: Secret,
    base: Buffer<u64>,
}

impl Curve {
    /// A named curve, on the fastest backend of this machine.
    ///
    /// # Panics
    /// In WebAssembly without the feature of its field, `prime` or `binary`.
    pub fn named(name: Name) -> Self {
        let backend = Backend::available().pop().unwrap_or(Backend::Portable);
        Self::named_with_backend(name, backend).expect("named curves are right, and the backend is there")
    }

    /// A named curve on a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] if this machine cannot run it.
    pub fn named_with_backend(name: Name, backend: Backend) -> Result<Self, Error> {
        match name.kind() {
            Kind::Prime(data) => Self::unchecked(&data.parameters(), data.endomorphism, data.u, backend),
            Kind::Binary(parameters) => Self::binary_unchecked(parameters, backend),
        }
    }

    /// The curve with these parameters, on the fastest backend of this machine. That the parameters belong together is checked,
    /// at the cost of about two multiplications; that logarithms are hard on it is not.
    ///
    /// # Errors
    /// [`Error::BadPrime`], [`Error::BadCoefficient`], [`Error::Singular`], [`Error::BadOrder`], and what a bad generator gives.
    pub fn new(parameters: &Parameters<'_>) -> Result<Self, Error> {
        Self::with_backend(parameters, Backend::available().pop().unwrap_or(Backend::Portable))
    }

    /// The same on a backend of your choice.
    ///
    /// # Errors
    /// The same, and [`Error::BackendUnavailable`] if this machine cannot run it.
    pub fn with_backend(parameters: &Parameters<'_>, backend: Backend) -> Result<Self, Error> {
        let [p, a, b, order] = [parameters.p, parameters.a, parameters.b, parameters.order].map(limb::trim);
        if limb::bit_len(p) > MAX_BITS || is_below(p, &[5]) || p[0] & 1 == 0 {
            return Err(Error::BadPrime);
        }
        if !(is_below(a, p) && is_below(b, p)) {
            return Err(Error::BadCoefficient);
        }
        if !points_can_be(order, parameters.cofactor, p) {
            return Err(Error::BadOrder);
        }
        let curve = Self::unchecked(parameters, None, None, backend)?;
        if !is_prime_vartime(p) {
            return Err(Error::BadPrime);
        }
        curve.validated()
    }

    /// The curve y² + x·y = x³ + a·x² + b over GF(2^m) with these parameters, whose `p` is the polynomial: bit i is the coefficient
    /// of x^i; three or five are 1, and m is a prime from 5 to 575. Checked as by [`Curve::new`].
    ///
    /// # Errors
    /// [`Error::BadPolynomial`], [`Error::BadCoefficient`], [`Error::Singular`], [`Error::BadOrder`], and what a bad generator gives.
    pub fn binary(parameters: &Parameters<'_>) -> Result<Self, Error> {
        Self::binary_with_backend(parameters, Backend::available().pop().unwrap_or(Backend::Portable))
    }

    /// The same on a backend of your choice.
    ///
    /// # Errors
    /// The same, and [`Error::BackendUnavailable`] if this machine cannot run it.
    pub fn binary_with_backend(parameters: &Parameters<'_>, backend: Backend) -> Result<Self, Error> {
        let [p, a, b, order] = [parameters.p, parameters.a, parameters.b, parameters.order].map(limb::trim);
        if !binary::is_field(p) {
            return Err(Error::BadPolynomial);
        }
        let q = binary::q(p);
        if !(is_below(a, &q) && is_below(b, &q)) {
            return Err(Error::BadCoefficient);
        }
        if !points_can_be(order, parameters.cofactor, &q) {
            return Err(Error::BadOrder);
        }
        Self::binary_unchecked(parameters, backend)?.validated()
    }

    /// The curve, unless what takes long to check is wrong.
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

    /// The curve over GF(2^m) that computes with these parts.
    pub(crate) fn binary_of_parts(parts: Parts, parameters: &Parameters<'_>, backend: Backend) -> Self {
        let &Parameters { p, a, b, order, cofactor, .. } = parameters;
        let (a, m) = (limb::trim(a), limb::bit_len(p) - 1);
        let splitting = match (a, limb::trim(b)) {
            ([] | [1], [1]) => Koblitz::new(m, a == [1], limb::trim(order)).map(Splitting::Frobenius),
            _ => None,
        };
        let membership = if cofactor.is_power_of_two() { Membership::Multiples(cofactor) } else { Membership::Order };
        let structure = Structure { degree: 1, cofactor: vec![cofactor], splitting, membership, form: Form::Sec1 };
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
        let structure = Structure::of_cofactor(parameters.cofactor, endomorphism);
        Ok(Self::of_parts(parts, parameters, limb::trim(parameters.p).to_vec(), structure, backend))
    }

    /// Coefficients of coordinates are below q.
    pub(crate) fn of_parts(
        parts: Parts,
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
        Self { inner: Arc::new(Inner { parts, p, q, a, b, order, structure, g, backend, number: Number::next() }) }
    }

    /// The same with arithmetic in eight lanes.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn with_eight(self, eight: Box<dyn Elements>) -> Self {
        self.with(|parts| parts.eight = Some(eight))
    }

    /// The same with single multiples on points that are spread over lanes, where there are such.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn with_spread(self, spread: Option<Box<dyn Elements>>) -> Self {
        self.with(|parts| parts.spread = spread)
    }

    /// The same with sums of many points in these lanes.
    #[cfg(any(target_arch = "x86_64", target_feature = "relaxed-simd"))]
    pub(crate) fn with_lanes(self, lanes: Box<dyn Lanes>) -> Self {
        self.with(|parts| parts.lanes = Some(lanes))
    }

    /// The same with everything else on another field.
    #[cfg(target_feature = "relaxed-simd")]
    pub(crate) fn with_single(self, single: Box<dyn Arithmetic>) -> Self {
        self.with(|parts| parts.single = single)
    }

    #[cfg(any(target_arch = "x86_64", target_feature = "relaxed-simd"))]
    fn with(self, change: impl FnOnce(&mut Parts)) -> Self {
        let mut inner = Arc::into_inner(self.inner).expect("the only owner");
        change(&mut inner.parts);
        Self { inner: Arc::new(inner) }
    }

    /// The generator.
    pub fn g(&self) -> Point {
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

    /// Coefficients of a coordinate: 1 but for curves over an extension of GF(p). A point's coordinate has them one after the
    /// other, the lowest first, each in as many limbs as p.
    pub fn degree(&self) -> usize {
        self.inner.structure.degree
    }

    /// Bytes of an encoded coordinate.
    pub fn byte_len(&self) -> usize {
        // of q − 1, where q = 2^m
        let bits = limb::bit_len(&self.inner.q) - usize::from(self.is_binary());
        self.degree() * bits.div_ceil(8)
    }

    /// Whether the coordinates are in GF(2^m).
    pub fn is_binary(&self) -> bool {
        // q is 2^m, or an odd prime
        self.inner.q[0] & 1 == 0
    }

    /// The instructions that it computes with.
    pub fn backend(&self) -> Backend {
        self.inner.backend
    }

    /// k·P.
    ///
    /// # Errors
    /// [`Error::BadCoordinate`], [`Error::NotOnCurve`] or [`Error::NotInSubgroup`] for such a point.
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

    /// Σ k_i·P_i, and the identity for none. Variable time in scalars and points. Whether 256 points or more are in the subgroup is
    /// checked by 128 sums of subsets that a hash of the points chooses, which one outside passes with probability 2^−128.
    ///
    /// # Errors
    /// As [`Curve::multiply_many`].
    pub fn msm_vartime(&self, ks: &[&[u64]], points: &[&Point]) -> Result<Point, Error> {
        check_lengths(ks, points)?;
        let entries = self.check_points_vartime(points)?;
        Ok(self.msm_of_checked_vartime(ks, points, entries.as_deref()))
    }

    /// Σ k_i·P_i for the entries of as many points as scalars.
    fn msm_of_entries_vartime(&self, ks: &[&[u64]], entries: &[u64]) -> Point {
        let parts = ks.iter().flat_map(|k| self.split(k));
        let (scalars, signs): (Vec<Secret>, Vec<u64>) = parts.map(|(k, sign)| (k, sign as u64)).unzip();
        let scalars: Vec<&[u64]> = scalars.iter().map(|scalar| &scalar[..]).collect();
        self.with_bulk_group(|group| {
            let sum = pairs::product_vartime(group, entries, &scalars, &signs);
            self.point(sum.value())
        })
    }

    /// Σ k_i·P_i for points that were checked, as many as scalars, and what [`Curve::check_points_vartime`] made of them.
    pub(crate) fn msm_of_checked_vartime(&self, ks: &[&[u64]], points: &[&Point], entries: Option<&[u64]>) -> Point {
        // the compiler shall leave the other way out where it is not taken
        if ADDS_PAIRS && let Some(entries) = entries {
            return self.msm_of_entries_vartime(ks, entries);
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

    /// The same point, which is known from now on to be in the subgroup, as one that a call returned: for a point of many calls.
    ///
    /// # Errors
    /// As [`Curve::multiply`].
    pub fn checked(&self, p: Point) -> Result<Point, Error> {
        self.check(&p)?;
        Ok(self.trusted(p))
    }

    /// The same point, which the caller knows to be in the subgroup, as from bytes that only this program writes. That it is on the
    /// curve is checked by each call; results for points outside the subgroup are wrong.
    #[must_use]
    pub fn trusted(&self, mut p: Point) -> Point {
        p.set_in_subgroup(self.inner.number);
        p
    }

    /// Whether no call checks again that P is in the subgroup: the identity, and points that calls returned.
    pub fn is_known(&self, p: &Point) -> bool {
        p.is_identity() || p.is_known_in_subgroup(self.inner.number)
    }

    /// Whether P is the identity, or its coordinates are in the field and satisfy the curve's
    /// equation.
    pub fn is_on_curve(&self, p: &Point) -> bool {
        self.check_coordinates(p).is_ok()
    }

    /// Whether P is a multiple of the generator: computed, whatever is known of it.
    pub fn is_in_subgroup(&self, p: &Point) -> bool {
        self.is_on_curve(p) && (p.is_identity() || self.are_members(self.for_multiples(), &[p]))
    }

    /// Multiples that are worth the lanes.
    fn least_lanes(&self) -> usize {
        if self.degree() == 1 { 3 } else { 4 }
    }

    /// What computes single multiples.
    pub(crate) fn for_multiples(&self) -> &dyn Elements {
        let Parts { single, spread, .. } = &self.inner.parts;
        spread.as_deref().unwrap_or(&**single)
    }

    /// The points of elements of the subgroup.
    pub(crate) fn points(&self, arithmetic: &dyn Elements, elements: &[u64]) -> Vec<Point> {
        let mut points = arithmetic.store(elements);
        for point in &mut points {
            point.set_in_subgroup(self.inner.number);
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

    /// Fails unless P is a multiple of the generator.
    pub(crate) fn check(&self, p: &Point) -> Result<(), Error> {
        self.check_coordinates(p)?;
        if self.is_known(p) || self.are_members(self.for_multiples(), &[p]) {
            Ok(())
        } else {
            Err(Error::NotInSubgroup)
        }
    }

    /// Whether points of the curve, one for each lane, are in the subgroup.
    fn are_members(&self, arithmetic: &dyn Elements, points: &[&Point]) -> bool {
        match &self.inner.structure.membership {
            Membership::All => true,
            Membership::Order => self.have_order(arithmetic, &arithmetic.load(points)),
            &Membership::Multiples(cofactor) => points.iter().all(|p| {
                let [x, y] = [p.x(), p.y()].map(|x| self.resized(x.unwrap_or_default()));
                self.inner.parts.single.is_multiple(&x, &y, cofactor)
            }),
            Membership::Map { map, multiplier } => {
                let (group, element) = (arithmetic.group(), arithmetic.load(points));
                let plan = WindowPlan::vartime_in(group, &multiplier.magnitude);
                let mut difference = pow::pow_vartime(group, &plan, &element, &multiplier.magnitude);
                let mut image = element;
                map.apply(arithmetic, &mut image);
                if !multiplier.negative {
                    group.invert(&mut image);
                }
                difference.mul(&image);
                arithmetic.is_identity(difference.value())
            }
            Membership::Quarters(quarters) => {
                let (group, mut element) = (arithmetic.group(), arithmetic.load(points));
                let mut sum = Accumulator::new(group);
                sum.set(&element);
                let mut image = element.clone();
                for i in 1..=3 {
                    arithmetic.psi(&mut image);
                    if i == 3 {
                        group.invert(&mut image);
                        sum.mul(&image);
                    }
                    sum.mul(&image);
                }
                let plan = WindowPlan::vartime_in(group, quarters.x);
                let mut multiple = pow::pow_vartime(group, &plan, sum.value(), quarters.x);
                if quarters.x_is_negative {
                    group.invert(&mut element);
                }
                multiple.mul(&element);
                arithmetic.is_identity(multiple.value())
            }
        }
    }

    fn check_all(&self, ks: &[&[u64]], points: &[&Point]) -> Result<(), Error> {
        check_lengths(ks, points)?;
        self.check_points(points)
    }

    /// Fails unless all are multiples of the generator: eight at a time where the backend has lanes.
    pub(crate) fn check_points(&self, points: &[&Point]) -> Result<(), Error> {
        points.iter().try_for_each(|p| self.check_coordinates(p))?;
        self.check_members(points)
    }

    /// Fails unless the points, which are on the curve, are multiples of the generator.
    pub(crate) fn check_members(&self, points: &[&Point]) -> Result<(), Error> {
        let points: Vec<&Point> = points.iter().copied().filter(|p| !self.is_known(p)).collect();
        let (single, eight) = (self.for_multiples(), &self.inner.parts.eight);
        let all = match eight {
            Some(eight) if points.len() >= self.least_lanes() => {
                in_lanes(points.len()).all(|index| self.are_members(&**eight, &index.map(|i| points[i])))
            }
            _ => points.iter().all(|p| self.are_members(single, &[p])),
        };
        if all { Ok(()) } else { Err(Error::NotInSubgroup) }
    }

    pub(crate) fn check_coordinates(&self, p: &Point) -> Result<(), Error> {
        let (Some(x), Some(y)) = (p.x(), p.y()) else { return Ok(()) };
        self.check_coordinate(x)?;
        self.check_coordinate(y)?;
        let on_curve = self.inner.parts.single.is_on_curve(&self.resized(x), &self.resized(y));
        if on_curve { Ok(()) } else { Err(Error::NotOnCurve) }
    }

    /// A coordinate that fits, in as many limbs as coordinates have.
    pub(crate) fn resized(&self, x: &[u64]) -> Secret {
        let limbs = self.coordinate_limbs();
        Secret::new(limb::resize(&x[..x.len().min(limbs)], limbs))
    }

    /// Limbs of a coordinate.
    pub(crate) fn coordinate_limbs(&self) -> usize {
        self.inner.structure.degree * self.inner.parts.limbs
    }

    /// Fails unless the coefficients are in the field.
    pub(crate) fn check_coordinate(&self, x: &[u64]) -> Result<(), Error> {
        // no longer than the longest is decided by lengths; the rest in constant time
        let limbs = self.inner.parts.limbs;
        let (low, high) = x.split_at(x.len().min(self.coordinate_limbs()));
        let low = zeroize::Zeroizing::new(limb::resize(low, self.coordinate_limbs()));
        let q = limb::resize(&self.inner.q, limbs);
        let below_q = low.chunks_exact(limbs).fold(limb::is_zero(high), |below, x| below & limb::less(x, &q));
        if modexp_limbs::declassify::declassified(below_q) == 1 { Ok(()) } else { Err(Error::BadCoordinate) }
    }

    /// Whether the order times an element of the curve is the identity in all lanes.
    fn have_order(&self, arithmetic: &dyn Elements, element: &[u64]) -> bool {
        let (group, order) = (arithmetic.group(), &self.inner.order[..]);
        let orders = [order; MAX_LANES];
        let multiple = pow::pow(group, element, &orders[..group.lanes()], limb::bit_len(order));
        arithmetic.is_identity(multiple.value())
    }

    /// The terms of k·P, with a scalar and a point for each lane: two with half the bits where the curve has an endomorphism.
    /// Scalars of several lanes lie one after the other.
    /// The base is an element, or several of its multiples.
    fn terms(&self, arithmetic: &dyn Elements, ks: &[&[u64]], base: Buffer<u64>) -> Vec<Term> {
        let all: Vec<Vec<Part>> = ks.iter().map(|k| self.split(k)).collect();
        let (group, images) = (arithmetic.group(), self.images(arithmetic, base));
        let term = |(i, mut base): (usize, Buffer<u64>)| {
            let parts = all.iter().map(|parts: &Vec<Part>| &parts[i]);
            let signs: Vec<u64> = parts.clone().map(|(_, sign)| *sign as u64).collect();
            if self.has_signs() {
                // entries in homogeneous coordinates are elements
                base.chunks_exact_mut(group.words()).for_each(|element| group.invert_entry_if(element, &signs));
            }
            Term { scalar: joined(parts.map(|(scalar, _)| scalar)), base }
        };
        images.into_iter().enumerate().map(term).collect()
    }

    /// k as one scalar for each of [`Curve::images`], with signs: 1 for a negative one, else 0.
    pub(crate) fn split(&self, k: &[u64]) -> Vec<Part> {
        let scalars = &self.inner.parts.scalars;
        let reduced = scalars.reduce(k);
        match &self.inner.structure.splitting {
            None | Some(Splitting::Frobenius(_)) => vec![(reduced, 0)],
            Some(Splitting::Basis(endomorphism)) => scalars.split(&reduced, endomorphism).into(),
            Some(Splitting::Quarters(quarters)) => scalars.quarters(&reduced, quarters).into(),
            Some(Splitting::Digits { digits, .. }) => digits.of(&reduced).into_iter().map(|k| (k, 0)).collect(),
        }
    }

    /// Whether scalars that are split may be negative.
    pub(crate) fn has_signs(&self) -> bool {
        matches!(self.inner.structure.splitting, Some(Splitting::Basis(_) | Splitting::Quarters(_)))
    }

    /// Elements in all lanes and their images by the endomorphism, which multiply by what makes scalars shorter.
    pub(crate) fn images(&self, arithmetic: &dyn Elements, base: Buffer<u64>) -> Vec<Buffer<u64>> {
        let (map, negative, count) = match &self.inner.structure.splitting {
            None | Some(Splitting::Frobenius(_)) => return vec![base],
            Some(Splitting::Basis(endomorphism)) => (&Map::Beta(endomorphism.beta), false, 2),
            Some(Splitting::Quarters(_)) => (&Map::Psi(1), false, 4),
            Some(Splitting::Digits { map, negative, digits }) => (map, *negative, digits.count),
        };
        let group = arithmetic.group();
        let mut images = vec![base];
        for i in 1..count {
            let mut image = images[i - 1].clone();
            map.apply(arithmetic, &mut image);
            if negative {
                image.chunks_exact_mut(group.words()).for_each(|element| group.invert(element));
            }
            images.push(image);
        }
        images
    }

    /// The terms of Σ k_i·P_i, a point in each lane at a time; `table` makes their bases.
    fn all_terms(
        &self,
        arithmetic: &dyn Elements,
        ks: &[&[u64]],
        points: &[&Point],
        table: &dyn Fn(Buffer<u64>) -> Buffer<u64>,
    ) -> Vec<Term> {
        let lanes = arithmetic.group().lanes();
        let mut terms = Vec::with_capacity(self.scalar_count() * ks.len() / lanes);
        for (ks, points) in ks.chunks(lanes).zip(points.chunks(lanes)) {
            terms.append(&mut self.terms(arithmetic, ks, table(arithmetic.load(points))));
        }
        terms
    }

    /// Bits of the scalars of terms.
    pub(crate) fn scalar_bits(&self) -> usize {
        match &self.inner.structure.splitting {
            None | Some(Splitting::Frobenius(_)) => limb::bit_len(&self.inner.order),
            Some(Splitting::Basis(endomorphism)) => endomorphism.bits,
            Some(Splitting::Quarters(_)) => QUARTER_BITS,
            Some(Splitting::Digits { digits, .. }) => digits.bits,
        }
    }

    /// Scalars of a multiple.
    fn scalar_count(&self) -> usize {
        match &self.inner.structure.splitting {
            None | Some(Splitting::Frobenius(_)) => 1,
            Some(Splitting::Basis(_)) => 2,
            Some(Splitting::Quarters(_)) => 4,
            Some(Splitting::Digits { digits, .. }) => digits.count,
        }
    }

    /// Σ k_i·P_i in each lane, a point in each lane at a time, constant time.
    fn sum<'a>(&self, arithmetic: &'a dyn Elements, ks: &[&[u64]], points: &[&Point]) -> Accumulator<'a> {
        if let Some(Splitting::Frobenius(_)) = &self.inner.structure.splitting
            && let Some(sum) = self.sum_by_frobenius(arithmetic, &self.all_terms(arithmetic, ks, points, &|base| base))
        {
            return sum;
        }
        // the images of a table of multiples are the tables of the images
        let (group, bits) = (arithmetic.group(), self.scalar_bits());
        let window = straus::window_of_images(group, self.scalar_count(), bits);
        let table = |base: Buffer<u64>| straus::multiples(group, &base, window);
        let terms = self.all_terms(arithmetic, ks, points, &table).into_iter();
        let (scalars, tables): (Vec<_>, Vec<_>) = terms.map(|term| (term.scalar, term.base)).unzip();
        let scalars = scalars.iter().flat_map(|scalar| scalar.chunks_exact(scalar.len() / group.lanes()));
        straus::product_of_multiples(group, tables, &scalars.collect::<Vec<_>>(), bits, window)
    }

    /// The same one by one, where a multiple takes no doublings that several could share.
    fn sum_by_frobenius<'a>(&self, arithmetic: &'a dyn Elements, terms: &[Term]) -> Option<Accumulator<'a>> {
        if cfg!(all(target_arch = "wasm32", not(feature = "binary"))) {
            return None;
        }
        let Some(Splitting::Frobenius(koblitz)) = &self.inner.structure.splitting else { return None };
        let group = arithmetic.frobenius_group()?;
        let mut multiples = terms.iter().map(|term| koblitz.multiple(arithmetic, group, &term.scalar, &term.base));
        let mut sum = multiples.next().unwrap_or_else(|| Accumulator::new(group));
        multiples.for_each(|multiple| sum.mul(multiple.value()));
        Some(sum)
    }
}

/// Lanes of the backends that have several.
pub(crate) const LANES: usize = 8;

/// Numbers below `count`, one for each lane; the last of them is repeated in the lanes that are left.
pub(crate) fn in_lanes(count: usize) -> impl Iterator<Item = [usize; LANES]> {
    (0..count).step_by(LANES).map(move |first| core::array::from_fn(|lane| (first + lane).min(count - 1)))
}

fn check_lengths(ks: &[&[u64]], points: &[&Point]) -> Result<(), Error> {
    if ks.len() == points.len() { Ok(()) } else { Err(Error::LengthMismatch { left: ks.len(), right: points.len() }) }
}

/// Terms that buckets are better for than τ.
const MANY_TERMS: usize = 32;

/// The scalars of all lanes one after the other.
fn joined<'a>(scalars: impl Iterator<Item = &'a Secret>) -> Secret {
    let mut joined = Secret::default();
    let scalars: Vec<&Secret> = scalars.collect();
    joined.reserve_exact(scalars.iter().map(|scalar| scalar.len()).sum());
    for scalar in scalars {
        joined.extend_from_slice(scalar);
    }
    joined
}

/// The one point of a list.
pub(crate) fn only(points: Vec<Point>) -> Point {
    points.into_iter().next().unwrap_or(Point::IDENTITY)
}

/// a < b, of any lengths. Variable time.
fn is_below(a: &[u64], b: &[u64]) -> bool {
    let (a, b) = (limb::trim(a), limb::trim(b));
    a.len() < b.len() || a.len() == b.len() && limb::less(a, b) == 1
}

/// Whether an odd number of this order above 4·√p, times the cofactor, may be the number of points of a curve over GF(p) by
/// Hasse's theorem, |order·cofactor − p − 1| ≤ 2·√p. As the order is above 4·√p, no other multiple of it is in that range, so
/// that the cofactor is the right one.
fn points_can_be(order: &[u64], cofactor: u64, p: &[u64]) -> bool {
    if limb::bit_len(order) > MAX_BITS || order.is_empty() || order[0] & 1 == 0 {
        return false;
    }
    let square = |x: &[u64]| {
        let mut square = vec![0; 2 * x.len()];
        limb::mul(&mut square, x, x);
        square
    };
    let times = |x: &[u64], factor: u64| {
        let mut product = vec![0; x.len() + 1];
        limb::mul(&mut product, x, &[factor]);
        product
    };
    let limbs = order.len().max(p.len()) + 2;
    let points = limb::resize(limb::trim(&times(order, cofactor)), limbs);
    let mut trace = limb::resize(p, limbs);
    limb::add_if(&mut trace, &limb::resize(&[1], limbs), 1);
    let negative = limb::less(&trace, &points);
    let (mut larger, smaller) = if negative == 1 { (points, trace) } else { (trace, points) };
    limb::sub_if(&mut larger, &smaller, 1);
    is_below(&times(p, 16), &square(order)) && !is_below(&times(p, 4), &square(&larger))
}

impl fmt::Debug for Curve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Curve").field("bits", &limb::bit_len(&self.inner.p)).field("backend", &self.backend()).finish()
    }
}
