//! Pairings e: G1 × G2 → GT: one engine, with families as data.
//!
//! | module | content |
//! |---|---|
//! | `families` | the data: curves, twists, loops, chains |
//! | `miller` | the loop: lines of Q, and their product at P |
//! | `target` | GF(p^k): products with lines, squares in the cyclotomic subgroup |
//! | `final_exponentiation` | the exponent, by a chain |
//! | `gt` | values from bytes, and tables of their powers |
//! | `many` | pairings and powers eight at a time |
//! | `engine` | the types of a family, erased |
//! | `models` | the towers of families |
//! | `spread` | GF(p^k) in the lanes of vectors, for one pairing |
//! | `build` | a family on a backend |
//! | `clearing` | points of the subgroups from field elements |
//!
//! **Values.** e is f_Q(P)^(c·(p^k − 1)/r) with Q's function f_Q of the optimal ate pairing, or of Tate's for k = 2. The final
//! chain gives the factor c: 3 for BLS and KSS curves, 2x·(6x² + 3x + 1) for BN, else 1. Libraries differ in c: to compare values,
//! take the power by 1/c modulo the order first.

pub(crate) mod build;
mod clearing;
#[cfg(any(test, feature = "testing"))]
pub(crate) mod counts;
mod digits;
pub(crate) mod engine;
pub(crate) mod families;
pub(crate) mod final_exponentiation;
mod gt;
mod many;
pub(crate) mod miller;
pub(crate) mod models;
pub(crate) mod spread;
pub(crate) mod target;

pub use families::PairingName;
pub use gt::GtFixedBase;

use crate::backend::Backend;
use crate::curve::Curve;
use crate::error::Error;
use crate::map_to_curve::Maps;
use crate::point::Point;
use crate::scalar::Part;
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use engine::Engine;
use modexp_group::accumulator::Accumulator;
use modexp_group::plan::WindowPlan;
use modexp_group::{pow, straus};
use modexp_limbs::buffer::Buffer;
use modexp_limbs::limb;
use zeroize::Zeroizing;

/// A pairing with its groups; a copy is cheap.
///
/// Constant time in points and exponents, except for calls named `_vartime` and for whether a point is the identity.
///
/// ```
/// use modexp_curves::{Pairing, PairingName};
/// let e = Pairing::named(PairingName::Bls12381);
/// let (p, q) = (e.g1().generator(), e.g2().generator());
/// let six = e.pair(&e.g1().multiply(&[2], &p)?, &e.g2().multiply(&[3], &q)?)?;
/// assert_eq!(six, e.pair(&p, &q)?.pow(&[6]));
/// // e(2P, 3Q)·e(−6P, Q) = 1, with one final exponentiation
/// let (p2, q3) = (e.g1().multiply(&[2], &p)?, e.g2().multiply(&[3], &q)?);
/// let p6 = e.g1().negate(&e.g1().multiply(&[6], &p)?)?;
/// assert!(e.is_one(&[(&p2, &q3), (&p6, &q)])?);
/// # Ok::<(), modexp_curves::Error>(())
/// ```
#[derive(Clone)]
pub struct Pairing {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    name: &'static str,
    pub(crate) g1: Curve,
    pub(crate) g2: Curve,
    pub(crate) engine: Box<dyn Engine>,
    /// The engine with eight pairings side by side.
    pub(crate) eight: Option<Box<dyn Engine>>,
    /// A Frobenius count, and whether an inversion follows: together they act on GT as the map that splits scalars of G2.
    frobenius: (usize, bool),
    /// The maps to the curves of G1 and G2.
    maps: Option<Maps>,
}

/// A point of G2 with the lines of its pairings.
#[derive(Clone)]
pub struct Prepared {
    inner: Arc<Inner>,
    /// `None` for the identity.
    lines: Option<Buffer<u64>>,
}

/// A value of a pairing: an element of GT, with multiplication as its operation.
#[derive(Clone)]
pub struct Gt {
    inner: Arc<Inner>,
    element: Buffer<u64>,
}

impl Pairing {
    /// A named pairing, on the fastest backend of this machine.
    pub fn named(name: PairingName) -> Self {
        let backend = Backend::available().pop().unwrap_or(Backend::Portable);
        Self::named_with_backend(name, backend).expect("named pairings are right, and the backend is there")
    }

    /// A named pairing on `backend`.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] if this machine cannot run it.
    pub fn named_with_backend(name: PairingName, backend: Backend) -> Result<Self, Error> {
        build::build(name, backend)
    }

    pub(crate) fn new(inner: Inner) -> Self {
        Self { inner: Arc::new(inner) }
    }

    /// The name in its usual form, as by [`PairingName::as_str`].
    pub fn name(&self) -> &'static str {
        self.inner.name
    }

    /// The group of the first arguments.
    pub fn g1(&self) -> &Curve {
        &self.inner.g1
    }

    /// The group of the second arguments.
    pub fn g2(&self) -> &Curve {
        &self.inner.g2
    }

    /// The order of the three groups, without leading zeros.
    pub fn order(&self) -> &[u64] {
        self.g1().order()
    }

    /// e(P, Q), which is 1 if P or Q is the identity.
    ///
    /// # Errors
    /// As [`Curve::multiply`], for P in G1 and for Q in G2.
    pub fn pair(&self, p: &Point, q: &Point) -> Result<Gt, Error> {
        self.product(&[(p, q)])
    }

    /// Π e(P_i, Q_i), with one final exponentiation; 1 for none.
    ///
    /// # Errors
    /// As [`Pairing::pair`].
    pub fn product(&self, pairs: &[(&Point, &Point)]) -> Result<Gt, Error> {
        let prepared = pairs.iter().map(|(_, q)| self.prepare(q)).collect::<Result<Vec<_>, _>>()?;
        let pairs: Vec<_> = pairs.iter().zip(&prepared).map(|((p, _), q)| (*p, q)).collect();
        self.product_prepared(&pairs)
    }

    /// Whether Π e(P_i, Q_i) is 1.
    ///
    /// # Errors
    /// As [`Pairing::pair`].
    pub fn is_one(&self, pairs: &[(&Point, &Point)]) -> Result<bool, Error> {
        Ok(self.product(pairs)?.is_one())
    }

    /// Q with the lines of its pairings, for [`Pairing::product_prepared`].
    ///
    /// # Errors
    /// As [`Curve::multiply`] in G2.
    pub fn prepare(&self, q: &Point) -> Result<Prepared, Error> {
        self.g2().check(q)?;
        let lines = (!q.is_identity()).then(|| self.inner.engine.prepare(&[q]));
        Ok(Prepared { inner: self.inner.clone(), lines })
    }

    /// Π e(P_i, Q_i) for prepared points Q_i.
    ///
    /// # Errors
    /// As [`Curve::multiply`] in G1.
    ///
    /// # Panics
    /// If a pairing of a different name prepared a point.
    pub fn product_prepared(&self, pairs: &[(&Point, &Prepared)]) -> Result<Gt, Error> {
        for (p, q) in pairs {
            assert_eq!(q.inner.name, self.name(), "points of one pairing");
            self.g1().check(p)?;
        }
        let others = pairs.iter().filter(|(p, _)| !p.is_identity());
        let pairs: Vec<_> = others.filter_map(|(p, q)| Some(([*p], &q.lines.as_ref()?[..]))).collect();
        let pairs: Vec<_> = pairs.iter().map(|(p, lines)| (&p[..], *lines)).collect();
        Ok(Gt { inner: self.inner.clone(), element: self.inner.engine.product(&pairs) })
    }
}

impl Inner {
    /// Maps the base of one part of an exponent to the base of the next part.
    fn image(&self, engine: &dyn Engine, element: &mut [u64]) {
        let (count, inverted) = self.frobenius;
        engine.frobenius(element, count);
        if inverted {
            engine.group().invert(element);
        }
    }

    /// The power of the base in each lane by its exponent.
    fn power<'a>(&self, engine: &'a dyn Engine, base: &[u64], ks: &[&[u64]]) -> Accumulator<'a> {
        let group = engine.group();
        let all: Vec<Vec<Part>> = ks.iter().map(|k| self.g2.split(k)).collect();
        let (parts, bits) = (all[0].len(), self.g2.scalar_bits());
        let window = straus::window_of_images(group, parts, bits);
        // the images of a table of powers are the tables of the images
        let mut powers = straus::multiples(group, base, window);
        let mut tables = Vec::with_capacity(parts);
        for i in 0..parts {
            if i > 0 {
                powers.chunks_exact_mut(group.words()).for_each(|element| self.image(engine, element));
            }
            let mut table = powers.clone();
            if self.g2.has_signs() {
                let signs: Vec<u64> = all.iter().map(|parts| parts[i].1 as u64).collect();
                table.chunks_exact_mut(group.words()).for_each(|element| group.invert_entry_if(element, &signs));
            }
            tables.push(table);
        }
        let scalars: Vec<&[u64]> = (0..parts).flat_map(|i| all.iter().map(move |parts| &parts[i].0[..])).collect();
        straus::product_of_multiples(group, tables, &scalars, bits, window)
    }
}

impl Gt {
    /// The product of two values.
    ///
    /// # Panics
    /// If `other` belongs to a pairing of a different name.
    #[must_use]
    pub fn multiply(&self, other: &Self) -> Self {
        self.assert_same(other);
        let mut product = Accumulator::new(self.inner.engine.group());
        product.set(&self.element);
        product.mul(&other.element);
        self.with_value(product.value())
    }

    /// The inverse.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut inverse = self.clone();
        self.inner.engine.group().invert(&mut inverse.element);
        inverse
    }

    /// The power by k, which counts modulo the order.
    #[must_use]
    pub fn pow(&self, k: &[u64]) -> Self {
        self.with_value(self.inner.power(&*self.inner.engine, &self.element, &[k]).value())
    }

    /// The power by k, which counts modulo the order. Variable time in k.
    #[must_use]
    pub fn pow_vartime(&self, k: &[u64]) -> Self {
        let (engine, group) = (&*self.inner.engine, self.inner.engine.group());
        let parts = self.inner.g2.split(k);
        let mut bases: Vec<Buffer<u64>> = Vec::with_capacity(parts.len());
        for _ in &parts {
            let mut base = bases.last().unwrap_or(&self.element).clone();
            if !bases.is_empty() {
                self.inner.image(engine, &mut base);
            }
            bases.push(base);
        }
        for (base, (_, sign)) in bases.iter_mut().zip(&parts) {
            if *sign == 1 {
                group.invert(base);
            }
        }
        let scalars: Vec<&[u64]> = parts.iter().map(|(scalar, _)| &scalar[..]).collect();
        let power = match (&scalars[..], &bases[..]) {
            (&[scalar], [base]) => pow::pow_vartime(group, &WindowPlan::vartime_in(group, scalar), base, scalar),
            _ => straus::product_vartime(group, &bases, &scalars),
        };
        self.with_value(power.value())
    }

    /// Whether the value is 1.
    pub fn is_one(&self) -> bool {
        self.inner.engine.equal(&self.element, self.inner.engine.group().identity())
    }

    /// The coefficients over GF(p) as big-endian bytes, the highest first, in the order of the tower.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (p, len) = (self.inner.g1.p(), self.inner.g1.byte_len());
        let coefficients = self.inner.engine.coefficients(&self.element, 0);
        // the whole capacity at the start: growth would leave a copy
        let mut out = Vec::with_capacity(coefficients.len() / p.len() * len);
        for coefficient in coefficients.chunks_exact(p.len()).rev() {
            out.extend_from_slice(&Zeroizing::new(limb::to_be_bytes(coefficient, len)));
        }
        out
    }

    fn with_value(&self, value: &[u64]) -> Self {
        let mut element = Buffer::new(value.len());
        element.copy_from_slice(value);
        Self { inner: self.inner.clone(), element }
    }

    fn assert_same(&self, other: &Self) {
        assert_eq!(self.inner.name, other.inner.name, "values of one pairing");
    }
}

/// Constant time.
impl PartialEq for Gt {
    fn eq(&self, other: &Self) -> bool {
        self.inner.name == other.inner.name && self.inner.engine.equal(&self.element, &other.element)
    }
}

impl Eq for Gt {}

impl fmt::Debug for Pairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pairing").field("name", &self.name()).field("backend", &self.g1().backend()).finish()
    }
}

impl fmt::Debug for Prepared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prepared").field("name", &self.inner.name).finish_non_exhaustive()
    }
}

impl fmt::Debug for Gt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gt").field("name", &self.inner.name).finish_non_exhaustive()
    }
}
