//! Points over GF(2^m) as a group of `modexp-group`, and what else depends on the field. Entries of tables are affine, (0, 0) for the
//! identity.

use super::model::{Affine, Model, Projective};
use crate::point::Point;
use crate::points::Arithmetic;
use alloc::vec;
use alloc::vec::Vec;
use modexp_group::group::{Costs, Group};
use modexp_kernels::binary::{BinaryField, add};
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
    /// The curve with these formulas.
    pub(crate) fn new(curve: C) -> Self {
        let mut identity = vec![0; 3 * N];
        identity[0] = 1;
        let doubling = Entries { curve: curve.clone(), identity: identity.clone(), tau: false };
        Self { doubling, frobenius: Entries { curve, identity, tau: true } }
    }

    fn curve(&self) -> &C {
        &self.doubling.curve
    }

    /// What a function finds for a point.
    fn with<T>(&self, x: &[u64], y: &[u64], f: impl FnOnce(&C, &Affine<N>) -> T) -> T {
        let (curve, p) = (self.curve(), Affine { x: element(x), y: element(y) });
        curve.field().run(|| f(curve, &p))
    }
}

fn element<const N: usize>(x: &[u64]) -> [u64; N] {
    x.try_into().expect("N limbs")
}

fn read<const N: usize>(words: &[u64]) -> Projective<N> {
    let coordinate = |i: usize| element(&words[i * N..(i + 1) * N]);
    Projective { x: coordinate(0), y: coordinate(1), z: coordinate(2) }
}

fn write<const N: usize>(words: &mut [u64], p: &Projective<N>) {
    for (words, x) in words.chunks_exact_mut(N).zip([&p.x, &p.y, &p.z]) {
        words.copy_from_slice(x);
    }
}

fn read_affine<const N: usize>(words: &[u64]) -> Affine<N> {
    let (x, y) = words.split_at(N);
    Affine { x: element(x), y: element(y) }
}

/// The affine forms of elements, x and y of each, (0, 0) for the identity, by one inversion.
fn to_affine_many<C: Model<N>, const N: usize>(curve: &C, elements: &[u64]) -> Buffer<u64> {
    let field = curve.field();
    let count = elements.len() / (3 * N);
    let mut products = Zeroizing::new(Vec::with_capacity(count + 1));
    let mut out = Buffer::new(2 * N * count);
    field.run(|| {
        let mut product = BinaryField::<C::Multiplier, C::Polynomial, N>::ONE;
        products.push(product);
        for p in elements.chunks_exact(3 * N).map(read::<N>) {
            // 1 in place of 0, whose inverse multiplies X and Y by 0
            let mut z = p.z;
            z[0] |= limb::is_zero(&p.z);
            product = field.mul(&product, &z);
            products.push(product);
        }
        let mut inverse = field.invert(&product);
        for (i, words) in elements.chunks_exact(3 * N).enumerate().rev() {
            let p = read::<N>(words);
            let zero = limb::is_zero(&p.z);
            let mut z = p.z;
            z[0] |= zero;
            let z_inverse = field.mul(&inverse, &products[i]).map(|limb| limb & limb::mask(zero ^ 1));
            inverse = field.mul(&inverse, &z);
            let (x, y) = out[2 * N * i..2 * N * (i + 1)].split_at_mut(N);
            x.copy_from_slice(&field.mul(&p.x, &z_inverse));
            y.copy_from_slice(&curve.affine_y(&p.y, &z_inverse));
        }
    });
    out
}

impl<C: Model<N>, const N: usize> Arithmetic for BinaryPoints<C, N> {
    fn group(&self) -> &dyn Group {
        &self.doubling
    }

    fn affine_group(&self) -> &dyn Group {
        &self.doubling
    }

    fn frobenius_group(&self) -> Option<&dyn Group> {
        self.curve().is_koblitz().then_some(&self.frobenius)
    }

    fn difference_and_sum(&self, out: &mut [u64], a: &[u64], entry: &[u64]) {
        let curve = self.curve();
        let both = curve.field().run(|| curve.difference_and_sum(&read(a), &read_affine(entry)));
        out.chunks_exact_mut(3 * N).zip(&both).for_each(|(out, p)| write(out, p));
    }

    fn load(&self, points: &[&Point]) -> Buffer<u64> {
        let mut out = Buffer::new(3 * N);
        out[0] = 1;
        if let &[point] = points
            && let (Some(x), Some(y)) = (point.x(), point.y())
        {
            out[0] = 0;
            for (out, x) in out.chunks_exact_mut(N).zip([x, y, &[1]]) {
                let count = x.len().min(N);
                out[..count].copy_from_slice(&x[..count]);
            }
        }
        out
    }

    fn store(&self, elements: &[u64]) -> Vec<Point> {
        let affine = to_affine_many(self.curve(), elements);
        let points = affine.chunks_exact(2 * N).zip(elements.chunks_exact(3 * N)).map(|(words, element)| {
            let identity = declassified(limb::is_zero(&element[2 * N..])) == 1;
            let (x, y) = words.split_at(N);
            if identity { Point::IDENTITY } else { Point::new(x, y) }
        });
        points.collect()
    }

    fn is_on_curve(&self, x: &[u64], y: &[u64]) -> bool {
        declassified(self.with(x, y, C::is_on_curve)) == 1
    }

    fn is_multiple(&self, x: &[u64], y: &[u64], cofactor: u64) -> bool {
        declassified(self.with(x, y, |curve, p| curve.is_multiple(p, cofactor))) == 1
    }

    fn lift_x(&self, x: &[u64]) -> Option<[Zeroizing<Vec<u64>>; 2]> {
        let (y, exists) = self.with(x, x, |curve, p| curve.lift_x(&p.x));
        let other = add(&y, &self.curve().sum_of_ys(&element(x)));
        (declassified(exists) == 1).then(|| [y, other].map(|y| Zeroizing::new(y.to_vec())))
    }

    fn sign(&self, x: &[u64], y: &[u64]) -> Option<u64> {
        Some(self.with(x, y, C::sign))
    }

    fn is_identity(&self, element: &[u64]) -> bool {
        declassified(limb::is_zero(&element[2 * N..])) == 1
    }

    fn save_entry(&self, out: &mut Vec<u64>, entry: &[u64], limbs: usize) {
        entry.chunks_exact(N).for_each(|x| out.extend_from_slice(&x[..limbs]));
    }

    fn entry(&self, x: &[u64], y: &[u64]) -> Buffer<u64> {
        let mut entry = Buffer::new(2 * N);
        entry[..N].copy_from_slice(x);
        entry[N..].copy_from_slice(y);
        entry
    }

    fn load_entry(&self, x: &[u64], y: &[u64]) -> Option<Buffer<u64>> {
        let identity = limb::is_zero(x) & limb::is_zero(y);
        (declassified(identity | self.with(x, y, C::is_on_curve)) == 1).then(|| self.entry(x, y))
    }

    fn psi(&self, a: &mut [u64]) {
        debug_assert!(C::HAS_PSI, "a curve that has it");
        if C::HAS_PSI {
            let curve = self.curve();
            curve.field().run(|| write(a, &curve.psi(&read(a))));
        }
    }

    fn is_singular(&self) -> bool {
        self.curve().is_singular() == 1
    }
}

/// The group whose steps are doublings, or the Frobenius map τ. Of the latter, products by entries are of points that differ and are
/// not the identity: all of `koblitz` are.
struct Entries<C, const N: usize> {
    curve: C,
    identity: Vec<u64>,
    tau: bool,
}

impl<C: Model<N>, const N: usize> Group for Entries<C, N> {
    fn words(&self) -> usize {
        3 * N
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
        curve.field().run(|| write(out, &curve.add(&read::<N>(a), &read(b))));
    }

    fn sqr(&self, out: &mut [u64], a: &[u64], _scratch: &mut [u64]) {
        let curve = &self.curve;
        curve.field().run(|| write(out, &curve.double(&read::<N>(a))));
    }

    fn step(&self, a: &mut [u64], count: u64, _tmp: &mut [u64], _scratch: &mut [u64]) {
        let curve = &self.curve;
        curve.field().run(|| {
            let mut p = read::<N>(a);
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
        2 * N
    }

    fn to_entries(&self, elements: Buffer<u64>) -> Buffer<u64> {
        to_affine_many(&self.curve, &elements)
    }

    fn from_entry(&self, out: &mut [u64], entry: &[u64]) {
        let (affine, z) = out.split_at_mut(2 * N);
        affine.copy_from_slice(entry);
        let identity = limb::is_zero(entry);
        affine[0] |= identity;
        z.fill(0);
        z[0] = identity ^ 1;
    }

    fn mul_entry(&self, out: &mut [u64], a: &[u64], entry: &[u64], _scratch: &mut [u64]) {
        let (curve, p, q) = (&self.curve, read::<N>(a), read_affine(entry));
        // two functions for the compiler, neither of which is too large to inline
        let sum = if self.tau {
            curve.field().run(|| curve.add_distinct(&p, &q))
        } else {
            curve.field().run(|| curve.add_mixed(&p, &q).cmov(&p, limb::mask(limb::is_zero(entry))))
        };
        write(out, &sum);
    }

    fn select(&self, out: &mut [u64], table: &[u64], index: &[usize]) {
        limb::select(out, table, index[0]);
    }

    fn inverts(&self) -> bool {
        true
    }

    fn invert(&self, a: &mut [u64]) {
        let curve = &self.curve;
        curve.field().run(|| write(a, &curve.negate(&read::<N>(a))));
    }

    fn invert_entry_if(&self, entry: &mut [u64], choices: &[u64]) {
        // the identity, (0, 0), is its own inverse
        let changes = if C::NO_SUM_AT_ZERO { 1 } else { limb::is_zero(entry) ^ 1 };
        let mask = limb::mask(choices[0] & changes);
        let (x, y) = entry.split_at_mut(N);
        let sum = self.curve.sum_of_ys(&element(x));
        y.iter_mut().zip(sum).for_each(|(y, sum)| *y ^= sum & mask);
    }
}
