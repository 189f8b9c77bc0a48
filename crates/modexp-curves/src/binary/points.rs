//! Points over GF(2^m) as a group of `modexp-group`, and the other operations that depend on the field. Entries of tables are
//! affine, (0, 0) for the identity.

use super::model::{Affine, LimbOf, Model, read, words_of, write, zero_mask};
use crate::point::Point;
use crate::points::{Arithmetic, BinaryArithmetic, Elements, Frobenius, Psi};
use crate::splitting::MISSING;
use crate::wiped::Wiped;
use alloc::vec;
use alloc::vec::Vec;
use modexp_fields::binary::{Limb, add, cmov};
use modexp_fields::lookup;
use modexp_group::group::{Costs, Group, Inverses, MAX_LANES};
use modexp_limbs::buffer::Buffer;
use modexp_limbs::declassify::declassified;
use modexp_limbs::limb;
use zeroize::Zeroizing;

/// A curve, with each kind of steps.
pub(crate) struct BinaryPoints<C, const N: usize> {
    doubling: Entries<C, N>,
    frobenius: Entries<C, N>,
}

impl<C: Model<N>, const N: usize> BinaryPoints<C, N> {
    /// Words of a coordinate.
    const WORDS: usize = words_of::<C, N>();

    /// The curve with these formulas.
    pub(crate) fn new(curve: C) -> Self {
        let mut identity = vec![0; 3 * Self::WORDS];
        identity[..LimbOf::<C, N>::LANES].fill(1);
        let doubling = Entries { curve: curve.clone(), identity: identity.clone(), tau: false };
        Self { doubling, frobenius: Entries { curve, identity, tau: true } }
    }

    fn curve(&self) -> &C {
        &self.doubling.curve
    }

    /// The value of `f` at a point, which is in all lanes.
    fn with<T>(&self, x: &[u64], y: &[u64], f: impl FnOnce(&C, &Affine<LimbOf<C, N>, N>) -> T) -> T {
        let curve = self.curve();
        let field = curve.field();
        field.vectorize(|| f(curve, &Affine { x: field.from_limbs(limbs(x)), y: field.from_limbs(limbs(y)) }))
    }
}

fn limbs<const N: usize>(x: &[u64]) -> &[u64; N] {
    x.try_into().expect("N limbs")
}

#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn read_affine<C: Model<N>, const N: usize>(curve: &C, words: &[u64]) -> Affine<LimbOf<C, N>, N> {
    let (x, y) = words.split_at(words_of::<C, N>());
    Affine { x: curve.field().read(x), y: curve.field().read(y) }
}

/// 1 where an entry is the identity, else 0.
fn is_identity<C: Model<N>, const N: usize>(curve: &C, entry: &[u64]) -> LimbOf<C, N> {
    let (field, lanes) = (curve.field(), LimbOf::<C, N>::LANES);
    if lanes == 1 {
        return field.splat(limb::is_zero(entry));
    }
    let limbs = entry.chunks_exact(lanes).map(|words| field.lanes(words));
    Limb::is_zero(&[limbs.fold(field.splat(0), |any, limb| any | limb)])
}

/// The affine forms of elements, x and y of each, (0, 0) for the identity, by one inversion.
fn to_affine_many<C: Model<N>, const N: usize>(curve: &C, elements: &[u64]) -> Buffer<u64> {
    let field = curve.field();
    let words = words_of::<C, N>();
    let count = elements.len() / (3 * words);
    let mut products = Wiped::new(field.one(), count);
    let mut out = Buffer::new(2 * words * count);
    field.vectorize(|| {
        // 1 replaces 0; its inverse multiplies X and Y by 0
        let invertible = |z: &[LimbOf<C, N>; N]| {
            let (mut z, zero) = (*z, Limb::is_zero(z));
            z[0] = z[0] | zero;
            (z, zero)
        };
        let mut product = field.one();
        for (before, element) in products.iter_mut().zip(elements.chunks_exact(3 * words)) {
            *before = product;
            product = field.mul(&product, &invertible(&field.read(&element[2 * words..])).0);
        }
        let mut inverse = field.invert(&product);
        for (i, element) in elements.chunks_exact(3 * words).enumerate().rev() {
            let p = read(curve, element);
            let (z, zero) = invertible(&p.z);
            let z_inverse = cmov(&field.mul(&inverse, &products[i]), &field.zero(), zero.mask());
            inverse = field.mul(&inverse, &z);
            let (x, y) = out[2 * words * i..2 * words * (i + 1)].split_at_mut(words);
            Limb::write(x, &field.mul(&p.x, &z_inverse));
            Limb::write(y, &curve.affine_y(&p.y, &z_inverse));
        }
    });
    out
}

impl<C: Model<N>, const N: usize> Elements for BinaryPoints<C, N> {
    fn group(&self) -> &dyn Inverses {
        &self.doubling
    }

    fn psi(&self) -> Option<&dyn Psi> {
        if C::PSI.is_some() { Some(&self.doubling) } else { None }
    }

    fn frobenius(&self) -> Option<&dyn Frobenius> {
        if self.curve().is_koblitz() { Some(&self.frobenius) } else { None }
    }

    fn load(&self, points: &[&Point]) -> Buffer<u64> {
        let lanes = LimbOf::<C, N>::LANES;
        let mut out = Buffer::new(3 * Self::WORDS);
        out.copy_from_slice(&self.doubling.identity);
        for (lane, point) in points.iter().enumerate() {
            let (Some(x), Some(y)) = (point.x(), point.y()) else { continue };
            out[lane] = 0;
            for (out, x) in out.chunks_exact_mut(Self::WORDS).zip([x, y, &[1]]) {
                for (out, &limb) in out.chunks_exact_mut(lanes).zip(x) {
                    out[lane] = limb;
                }
            }
        }
        out
    }

    fn store(&self, elements: &[u64]) -> Vec<Point> {
        let (affine, lanes) = (to_affine_many(self.curve(), elements), LimbOf::<C, N>::LANES);
        let mut points = Vec::with_capacity(lanes * elements.len() / (3 * Self::WORDS));
        for (words, element) in affine.chunks_exact(2 * Self::WORDS).zip(elements.chunks_exact(3 * Self::WORDS)) {
            for lane in 0..lanes {
                let of = |words: &[u64]| -> [u64; N] { core::array::from_fn(|i| words[i * lanes + lane]) };
                let identity = declassified(limb::is_zero(&of(&element[2 * Self::WORDS..]))) == 1;
                let (x, y) = words.split_at(Self::WORDS);
                points.push(if identity { Point::IDENTITY } else { Point::new(&of(x), &of(y)) });
            }
        }
        points
    }

    fn is_identity(&self, element: &[u64]) -> bool {
        declassified(limb::is_zero(&element[2 * Self::WORDS..])) == 1
    }
}

impl<C: Model<N>, const N: usize> Arithmetic for BinaryPoints<C, N> {
    fn is_on_curve(&self, x: &[u64], y: &[u64]) -> bool {
        declassified(self.with(x, y, C::is_on_curve).first()) == 1
    }

    fn lift_x(&self, x: &[u64]) -> Option<[Zeroizing<Vec<u64>>; 2]> {
        let (y, exists) = self.with(x, x, |curve, p| curve.lift_x(&p.x));
        let other = add(&y, &self.curve().sum_of_ys(&self.curve().field().from_limbs(limbs(x))));
        (declassified(exists.first()) == 1).then(|| [y, other].map(|y| Zeroizing::new(y.map(Limb::first).to_vec())))
    }

    fn is_singular(&self) -> bool {
        self.curve().is_singular().first() == 1
    }

    fn binary(&self) -> Option<&dyn BinaryArithmetic> {
        Some(self)
    }
}

impl<C: Model<N>, const N: usize> BinaryArithmetic for BinaryPoints<C, N> {
    fn is_multiple(&self, x: &[u64], y: &[u64], cofactor: u64) -> bool {
        declassified(self.with(x, y, |curve, p| curve.is_multiple(p, cofactor)).first()) == 1
    }

    fn sign(&self, x: &[u64], y: &[u64]) -> u64 {
        self.with(x, y, C::sign).first()
    }
}

/// The group with doublings as steps, or with the Frobenius map τ. With τ, products by entries are of points that differ and are
/// not the identity: all those of `koblitz` are.
struct Entries<C, const N: usize> {
    curve: C,
    identity: Vec<u64>,
    tau: bool,
}

impl<C: Model<N>, const N: usize> Group for Entries<C, N> {
    fn lanes(&self) -> usize {
        LimbOf::<C, N>::LANES
    }

    fn words(&self) -> usize {
        3 * words_of::<C, N>()
    }

    fn identity(&self) -> &[u64] {
        &self.identity
    }

    fn costs(&self) -> Costs {
        let [mul, mul_entry, double] = C::COSTS;
        let step = if self.tau { 2 } else { double };
        Costs { mul, mul_entry, step, entries_per_product: 60, gathered_entries_per_product: 60 }
    }

    fn mul(&self, out: &mut [u64], a: &[u64], b: &[u64], _scratch: &mut [u64]) {
        let curve = &self.curve;
        curve.field().vectorize(|| write(out, &curve.add(&read(curve, a), &read(curve, b))));
    }

    fn sqr(&self, out: &mut [u64], a: &[u64], _scratch: &mut [u64]) {
        let curve = &self.curve;
        write(out, &curve.doubled(&read(curve, a)));
    }

    fn step(&self, a: &mut [u64], count: u64, _tmp: &mut [u64], _scratch: &mut [u64]) {
        let curve = &self.curve;
        curve.field().vectorize(|| {
            let mut p = read(curve, a);
            if self.tau {
                p = curve.frobenius(&p, count as usize);
            } else {
                for _ in 0..count {
                    p = curve.double(&p);
                }
            }
            write(a, &p);
        });
    }

    fn entry_words(&self) -> usize {
        2 * words_of::<C, N>()
    }

    fn to_entries(&self, elements: Buffer<u64>) -> Buffer<u64> {
        to_affine_many(&self.curve, &elements)
    }

    fn from_entry(&self, out: &mut [u64], entry: &[u64]) {
        let curve = &self.curve;
        let field = curve.field();
        field.vectorize(|| {
            let (identity, lanes) = (is_identity(curve, entry), LimbOf::<C, N>::LANES);
            let (affine, z) = out.split_at_mut(entry.len());
            affine.copy_from_slice(entry);
            Limb::write(&mut affine[..lanes], &[field.lanes(&entry[..lanes]) | identity]);
            z.fill(0);
            Limb::write(&mut z[..lanes], &[identity ^ field.splat(1)]);
        });
    }

    fn mul_entry(&self, out: &mut [u64], a: &[u64], entry: &[u64], _scratch: &mut [u64]) {
        let curve = &self.curve;
        let (p, q) = (read(curve, a), read_affine(curve, entry));
        // two functions, each small enough for the compiler to inline
        let sum = if self.tau {
            curve.field().vectorize(|| curve.add_distinct(&p, &q))
        } else {
            curve.field().vectorize(|| curve.add_mixed(&p, &q).cmov(&p, is_identity(curve, entry).mask()))
        };
        write(out, &sum);
    }

    fn select(&self, out: &mut [u64], table: &[u64], index: &[usize]) {
        if LimbOf::<C, N>::LANES == 1 {
            return lookup::select(out, table, index[0]);
        }
        let field = self.curve.field();
        field.vectorize(|| {
            let lanes: [u64; MAX_LANES] = core::array::from_fn(|lane| index[lane] as u64);
            let index = field.lanes(&lanes[..index.len()]);
            let mut selected = [field.zero(); 2];
            for (i, entry) in table.chunks_exact(out.len()).enumerate() {
                let is_this = zero_mask(&[index ^ field.splat(i as u64)]);
                let Affine { x, y } = read_affine(&self.curve, entry);
                selected = [cmov(&selected[0], &x, is_this), cmov(&selected[1], &y, is_this)];
            }
            out.chunks_exact_mut(out.len() / 2).zip(&selected).for_each(|(out, x)| Limb::write(out, x));
        });
    }

    fn inverses(&self) -> Option<&dyn Inverses> {
        Some(self)
    }
}

impl<C: Model<N>, const N: usize> Inverses for Entries<C, N> {
    fn invert(&self, a: &mut [u64]) {
        let curve = &self.curve;
        curve.field().vectorize(|| write(a, &curve.negate(&read(curve, a))));
    }

    fn invert_entry_if(&self, entry: &mut [u64], choices: &[u64]) {
        let curve = &self.curve;
        let field = curve.field();
        field.vectorize(|| {
            let q = read_affine(curve, entry);
            // the identity, (0, 0), is its own inverse
            let changes = if C::NO_SUM_AT_ZERO { field.splat(1) } else { is_identity(curve, entry) ^ field.splat(1) };
            let mask = (field.lanes(choices) & changes).mask();
            Limb::write(&mut entry[words_of::<C, N>()..], &cmov(&q.y, &add(&q.y, &curve.sum_of_ys(&q.x)), mask));
        });
    }
}

impl<C: Model<N>, const N: usize> Psi for Entries<C, N> {
    fn apply(&self, element: &mut [u64]) {
        let (curve, psi) = (&self.curve, C::PSI.expect(MISSING));
        curve.field().vectorize(|| write(element, &psi(curve, &read(curve, element))));
    }
}

impl<C: Model<N>, const N: usize> Frobenius for Entries<C, N> {
    fn difference_and_sum(&self, out: &mut [u64], a: &[u64], entry: &[u64]) {
        let curve = &self.curve;
        let both = curve.field().vectorize(|| curve.difference_and_sum(&read(curve, a), &read_affine(curve, entry)));
        out.chunks_exact_mut(self.words()).zip(&both).for_each(|(out, p)| write(out, p));
    }
}
