//! A point spread over the lanes of vectors, for one multiple at a time, on curves with a = 0 or a = −3.
//!
//! Lanes 0, 1 and 2 of an element have X, Y and Z, lanes 4 to 7 are 0. The complete formulas of [`weierstrass`](crate::weierstrass)
//! then take two dependent products of vectors, where one lane takes fourteen products. The steps between are permutations, and
//! sums in double width, without carries. With c = 3b, the s and w of those formulas are
//! ```text
//! s = α·Z₁ + δ·X₁    w = α·X₁ + β·Z₁    for α = a·X₂ + c·Z₂, β = c·X₂ − a²·Z₂, δ = a·Z₂
//! ```
//! These are three products, α·(X₁ + Z₁), (δ − α)·X₁ and (β − α)·Z₁. An entry of a table has their factors from Q, so that each
//! entry makes products by constants once.
//!
//! Doublings have one more coordinate, W = c·Z for a = 0 and b·Z for a = −3, and compute the next W as well: a run of them makes
//! one product by a constant.

#[cfg(test)]
mod tests;

use crate::point::Point;
use crate::points::{Beta, Elements, Psi, is_chosen, limbs_of, to_points, write_point};
use crate::tower::Tower;
use crate::weierstrass::{Projective, Weierstrass};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use modexp_fields::prime::{Choice, FieldOps, HIGH_LANES, Permute, Places};
use modexp_group::group::{Costs, Group, Inverses};
use modexp_limbs::buffer::Buffer;
use modexp_limbs::limb;
use zeroize::Zeroizing;

/// Lanes of a vector.
const LANES: usize = 8;
/// A lane that is 0 in elements.
const ZERO: u64 = 4;
/// The lane of Y.
const Y: Choice = lanes(&[1]);

const fn lanes(numbers: &[u8]) -> Choice {
    let (mut bits, mut i) = (0, 0);
    while i < numbers.len() {
        bits |= 1 << numbers[i];
        i += 1;
    }
    Choice::from_bits(bits)
}

/// A curve over F, with points in the lanes of G, which is the same field.
pub(crate) struct SpreadPoints<F: Tower, G: Tower> {
    single: Weierstrass<F>,
    group: Spread<G>,
    psi: Option<PsiOfLanes<G>>,
}

/// ψ(x, y) = (c_x·x^p, c_y·y^p).
struct PsiOfLanes<G: Tower> {
    field: G,
    /// c_x, c_y and 1.
    factors: G::Element,
}

impl<F: Tower, G: Tower + Permute> SpreadPoints<F, G> {
    /// The curve with coefficients a and b, and c_x and c_y if it has ψ. `None` if a is neither 0 nor −3.
    pub(crate) fn for_curve(
        f: F,
        [a, b]: [&[u64]; 2],
        psi: Option<[F::Element; 2]>,
        field: G,
    ) -> Option<Box<dyn Elements>> {
        let [a, b] = [a, b].map(|x| f.to_mont(&f.from_limbs(&[&limb::resize(x, limbs_of(&f))])));
        let (zero, one) = (f.zero(), f.one());
        let triple = |x| f.add(&f.double(x), x);
        let is_zero = |x| f.is_zero(x).lane(0);
        let a_is_zero = is_zero(&a);
        if !a_is_zero && !is_zero(&f.add(&a, &triple(&one))) {
            return None;
        }
        let lanes = |numbers: &[F::Element]| {
            let limbs = |x: &F::Element| {
                let mut limbs = vec![0; limbs_of(&f)];
                f.to_limbs(&mut limbs, &f.from_mont(x), 0);
                limbs
            };
            let numbers: Vec<_> = numbers.iter().map(limbs).collect();
            of_limbs(&field, &numbers.iter().map(|x| &x[..]).collect::<Vec<_>>())
        };
        let c = triple(&b);
        let less = |x: &F::Element, y: &F::Element| f.sub(x, y);
        let [minus_a, minus_c, square] = [f.neg(&a), f.neg(&c), f.sqr(&a)];
        let entry = Linear {
            first: ([0, 1, 2, 0, 2, 0, 0, 0], lanes(&[one, one, one, one, one, a, minus_a, less(&c, &a)])),
            second: Some((
                [ZERO, ZERO, ZERO, ZERO, ZERO, 2, 2, 2],
                lanes(&[zero, zero, zero, zero, zero, c, less(&a, &c), less(&minus_c, &square)]),
            )),
        };
        let with_w = if a_is_zero {
            Linear { first: ([0, 1, 2, 2, ZERO, ZERO, ZERO, ZERO], lanes(&[one, one, one, c])), second: None }
        } else {
            // W − 2X, 2W − X, X − Z, X + Z
            let minus = f.neg(&one);
            Linear {
                first: ([0, 1, 2, 2, 0, 0, 0, 0], lanes(&[one, one, one, b, f.double(&minus), minus, one, one])),
                second: Some((
                    [ZERO, ZERO, ZERO, ZERO, 2, 2, 2, 2],
                    lanes(&[zero, zero, zero, zero, b, f.double(&b), minus, one]),
                )),
            }
        };
        let psi = psi.map(|[c_x, c_y]| PsiOfLanes { field, factors: lanes(&[c_x, c_y, one]) });
        let mut identity = vec![0; G::WORDS];
        field.write(&mut identity, &lanes(&[zero, one]));
        let single = Weierstrass::new(f, &a, &b);
        Some(Box::new(Self { single, group: Spread { field, identity, a_is_zero, entry, with_w }, psi }))
    }

    fn field(&self) -> &G {
        &self.group.field
    }
}

/// The numbers below p in the first lanes, 0 in the others.
fn of_limbs<G: Tower>(field: &G, numbers: &[&[u64]]) -> G::Element {
    let zero = Zeroizing::new(vec![0; numbers[0].len()]);
    let mut all: [&[u64]; LANES] = [&zero; LANES];
    all[..numbers.len()].copy_from_slice(numbers);
    field.to_mont(&field.from_limbs(&all))
}

impl<F: Tower, G: Tower + Permute> Elements for SpreadPoints<F, G> {
    fn group(&self) -> &dyn Inverses {
        &self.group
    }

    fn load(&self, points: &[&Point]) -> Buffer<u64> {
        let (point, limbs) = (points[0], limbs_of(self.single.field()));
        let resized = |x: &[u64]| Zeroizing::new(limb::resize(&x[..x.len().min(limbs)], limbs));
        let (x, y) = (resized(point.x().unwrap_or(&[])), resized(point.y().unwrap_or(&[1])));
        let z = resized(if point.is_identity() { &[] } else { &[1] });
        let mut out = Buffer::new(G::WORDS);
        self.field().write(&mut out, &of_limbs(self.field(), &[&x, &y, &z]));
        out
    }

    fn store(&self, elements: &[u64]) -> Vec<Point> {
        let (field, single) = (self.field(), self.single.field());
        let mut out = Buffer::new(elements.len() / G::WORDS * 3 * F::WORDS);
        for (out, element) in out.chunks_exact_mut(3 * F::WORDS).zip(elements.chunks_exact(G::WORDS)) {
            let integers = field.from_mont(&field.read(element));
            let coordinate = |lane| {
                let mut limbs = Zeroizing::new(vec![0; limbs_of(single)]);
                field.to_limbs(&mut limbs, &integers, lane);
                single.to_mont(&single.from_limbs(&[&limbs]))
            };
            write_point(single, out, &Projective { x: coordinate(0), y: coordinate(1), z: coordinate(2) });
        }
        to_points(&self.single, &out, |coordinates| coordinates)
    }

    fn is_identity(&self, element: &[u64]) -> bool {
        let field = self.field();
        let zero = field.is_zero(&field.read(element));
        is_chosen(zero, 2) && !is_chosen(zero, 1)
    }

    fn beta(&self) -> Option<&dyn Beta> {
        if self.group.a_is_zero { Some(self) } else { None }
    }

    fn psi(&self) -> Option<&dyn Psi> {
        self.psi.as_ref().map(|psi| psi as &dyn Psi)
    }
}

impl<F: Tower, G: Tower + Permute> Beta for SpreadPoints<F, G> {
    fn constant(&self, beta: &[u64]) -> Buffer<u64> {
        let one = limb::resize(&[1], beta.len());
        let mut words = Buffer::new(G::WORDS);
        self.field().write(&mut words, &of_limbs(self.field(), &[beta, &one, &one]));
        words
    }

    fn multiply_x(&self, element: &mut [u64], beta: &[u64]) {
        let field = self.field();
        field.vectorize(|| field.write(element, &field.mul(&field.read(element), &field.read(beta))));
    }
}

impl<G: Tower> Psi for PsiOfLanes<G> {
    fn apply(&self, element: &mut [u64]) {
        let Self { field, factors } = self;
        field.vectorize(|| field.write(element, &field.mul(&field.frobenius(&field.read(element)), factors)));
    }
}

/// Lanes of an element times constants, plus other lanes of it times other constants.
struct Linear<E> {
    first: (Places, E),
    second: Option<(Places, E)>,
}

impl<E> Linear<E> {
    #[inline(always)]
    fn apply<G: Permute<Element = E>>(&self, f: &G, p: &E) -> E {
        let (places, factors) = &self.first;
        let product = f.mul_wide(&f.permute(p, places), factors);
        match &self.second {
            None => f.redc(&product),
            Some((places, factors)) => f.redc(&f.add_wide(&product, &f.mul_wide(&f.permute(p, places), factors))),
        }
    }
}

/// The group of points in lanes.
struct Spread<G: Tower> {
    field: G,
    identity: Vec<u64>,
    /// Whether a = 0; else a = −3.
    a_is_zero: bool,
    /// The map from an element to an entry: X, Y, Z, X, Z, α, δ − α, β − α.
    entry: Linear<G::Element>,
    /// The map from an element to X, Y, Z, W, and for a = −3 W − 2X, 2W − X, X − Z, X + Z.
    with_w: Linear<G::Element>,
}

impl<G: Tower + Permute> Spread<G> {
    /// The sum of an element and an entry.
    #[inline(always)]
    fn add(&self, p: &G::Element, entry: &G::Element) -> G::Element {
        let f = &self.field;
        let a =
            f.add(&f.permute(p, &[0, 1, 2, 0, 1, 0, 0, 2]), &f.permute(p, &[ZERO, ZERO, ZERO, 1, 2, 2, ZERO, ZERO]));
        let b = f.cmov(entry, &f.add(entry, &f.permute(entry, &[1; LANES])), lanes(&[3, 4]));
        // X₁X₂, Y₁Y₂, Z₁Z₂, (X₁ + Y₁)(X₂ + Y₂), (Y₁ + Z₁)(Y₂ + Z₂), and the three products of s and w
        let t = f.mul_wide(&a, &b);

        // X₁Y₂ + X₂Y₁, Y₁Y₂ − s, Y₁Y₂ + s, Y₁Z₂ + Y₂Z₁, w, and u = 3X₁X₂ + a·Z₁Z₂
        let first = f.permute_wide(&t, &[3, 1, 1, 4, 5, 0, 0, 0]);
        let second = f.permute_wide(&t, &[0, 5, 5, 1, 7, 2, 2, 2]);
        let both = f.add_wide(&second, &f.permute_wide(&t, &[1, 6, 6, 2, 0, 0, 0, 0]));
        let sums = f.cmov_wide(&f.sub_wide(&first, &both), &f.add_wide(&first, &both), lanes(&[2]));
        let sums = f.cmov_wide(&sums, &f.add_wide(&first, &second), lanes(&[4]));
        let third = if self.a_is_zero { first } else { f.sub_wide(&first, &second) };
        let u = f.add_wide(&f.add_wide(&third, &third), &third);
        let sums = f.redc(&f.cmov_wide(&sums, &u, lanes(&[5])));

        // the result: s_0·s_1 − s_3·s_4, s_1·s_2 + s_5·s_4, s_3·s_2 + s_0·s_5
        let t = f.mul_wide(&f.permute(&sums, &[0, 1, 3, 3, 5, 0, 0, 0]), &f.permute(&sums, &[1, 2, 2, 4, 4, 5, 0, 0]));
        let other = f.permute_wide(&t, &[3, 4, 5, 0, 0, 0, 0, 0]);
        f.redc_low(&f.cmov_wide(&f.add_wide(&t, &other), &f.sub_wide(&t, &other), lanes(&[0])))
    }

    /// For a = 0: 2XY·(Y² − 3ZW), (Y² − 3ZW)(Y² + ZW) + 8Y²·ZW, 8Y²·YZ, 8Y²·YW.
    #[inline(always)]
    fn double_zero(&self, p: &G::Element) -> G::Element {
        let f = &self.field;
        // Y², XY, YZ, YW, ZW
        let t = f.mul_wide(
            &f.permute(p, &[1, 0, 1, 1, 2, ZERO, ZERO, ZERO]),
            &f.permute(p, &[1, 1, 2, 3, 3, ZERO, ZERO, ZERO]),
        );
        // 2XY, Y² + ZW, ZW, YZ, YW, Y² − 3ZW, 8Y²
        let sums = f.permute_wide(&t, &[1, 0, 4, 2, 3, 0, 0, 5]);
        let twice = |a: &G::Wide, of: Choice| f.cmov_wide(a, &f.add_wide(a, a), of);
        let sums = twice(&twice(&twice(&sums, lanes(&[0, 6])), lanes(&[6])), lanes(&[6]));
        let zw = f.permute_wide(&t, &[5, 4, 5, 5, 5, 4, 5, 5]);
        let less = f.sub_wide(&sums, &f.add_wide(&zw, &f.add_wide(&zw, &zw)));
        let sums = f.redc(&f.cmov_wide(&f.add_wide(&sums, &zw), &less, lanes(&[5])));

        let t = f.mul_wide(&f.permute(&sums, &[5, 5, 6, 6, 6, 7, 7, 7]), &f.permute(&sums, &[0, 1, 2, 3, 4, 7, 7, 7]));
        f.redc_low(
            &f.add_wide(&f.permute_wide(&t, &[0, 1, 3, 4, 5, 5, 5, 5]), &f.permute_wide(&t, &[5, 2, 5, 5, 5, 5, 5, 5])),
        )
    }

    /// For a = −3: with m = Z(W − 2X), n = X(2W − X) − 3Z² and q = (X − Z)(X + Z) the sum is 2XY·(Y² − 3m) − 2YZ·3n,
    /// (Y² − 3m)(Y² + 3m) + 3q·3n, 4Y²·2YZ, 4Y²·2YW.
    #[inline(always)]
    fn double_minus_three(&self, p: &G::Element) -> G::Element {
        let f = &self.field;
        // m, n + 3Z², Z², q, Y², XY, YZ, YW
        let t = f.mul_wide(&f.permute(p, &[2, 0, 2, 6, 1, 0, 1, 1]), &f.permute(p, &[4, 5, 2, 7, 1, 1, 2, 3]));
        // 2XY, Y² − 3m, 2YZ, 3n, Y² + 3m, 3q, 4Y², 2YW
        let sums = f.permute_wide(&t, &[5, 4, 6, 1, 4, 3, 4, 7]);
        let other = f.permute_wide(&t, &[0, 0, 0, 2, 0, 0, 0, 0]);
        let other = f.add_wide(&other, &f.add_wide(&other, &other));
        let sums = f.cmov_wide(&sums, &f.sub_wide(&sums, &other), lanes(&[1, 3]));
        let sums = f.cmov_wide(&sums, &f.add_wide(&sums, &other), lanes(&[4]));
        let twice = f.add_wide(&sums, &sums);
        let multiples = f.cmov_wide(&twice, &f.add_wide(&twice, &sums), lanes(&[3, 5]));
        let multiples = f.cmov_wide(&multiples, &f.add_wide(&twice, &twice), lanes(&[6]));
        let sums = f.redc(&f.cmov_wide(&multiples, &sums, lanes(&[1, 4])));

        let t = f.mul_wide(&f.permute(&sums, &[0, 1, 6, 6, 2, 5, 0, 0]), &f.permute(&sums, &[1, 4, 2, 7, 3, 3, 0, 0]));
        // X, Y, Z, W, and the values of them that the next doubling needs
        let xyzw = f.permute_wide(&t, &[0, 1, 2, 3, 0, 0, 0, 0]);
        let other = f.permute_wide(&t, &[4, 5, 0, 0, 0, 0, 0, 0]);
        let xyzw = f.cmov_wide(&xyzw, &f.add_wide(&xyzw, &other), lanes(&[1]));
        let xyzw = f.cmov_wide(&xyzw, &f.sub_wide(&xyzw, &other), lanes(&[0]));
        let first = f.permute_wide(&xyzw, &[0, 1, 2, 3, 3, 3, 0, 0]);
        let second = f.permute_wide(&xyzw, &[0, 0, 0, 0, 0, 0, 2, 2]);
        let out = f.cmov_wide(&first, &f.add_wide(&first, &first), lanes(&[5]));
        let out = f.cmov_wide(&out, &f.sub_wide(&out, &second), lanes(&[4, 5, 6]));
        let out = f.cmov_wide(&out, &f.sub_wide(&out, &second), lanes(&[4]));
        f.redc(&f.cmov_wide(&out, &f.add_wide(&out, &second), lanes(&[7])))
    }

    /// a = 2^count·a.
    #[inline(always)]
    fn double_n(&self, a: &mut [u64], count: u64, double: impl Fn(&G::Element) -> G::Element) {
        let f = &self.field;
        f.vectorize(|| {
            let mut p = self.with_w.apply(f, &f.read(a));
            for _ in 0..count {
                p = double(&p);
            }
            f.write(a, &f.cmov(&p, &f.zero(), HIGH_LANES));
        });
    }
}

impl<G: Tower + Permute> Group for Spread<G> {
    fn words(&self) -> usize {
        G::WORDS
    }

    // for one entry
    fn scratch_words(&self) -> usize {
        G::WORDS
    }

    fn identity(&self) -> &[u64] {
        &self.identity
    }

    fn costs(&self) -> Costs {
        Costs { mul: 3, mul_entry: 2, step: 2, entries_per_product: 16, gathered_entries_per_product: 16 }
    }

    fn mul(&self, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        let (f, entry) = (&self.field, &mut scratch[..G::WORDS]);
        f.vectorize(|| f.write(entry, &self.entry.apply(f, &f.read(b))));
        self.mul_entry(out, a, entry, &mut []);
    }

    fn sqr(&self, out: &mut [u64], a: &[u64], scratch: &mut [u64]) {
        out.copy_from_slice(a);
        self.step(out, 1, &mut [], scratch);
    }

    // two functions, each small enough for the compiler to inline
    fn step(&self, a: &mut [u64], count: u64, _tmp: &mut [u64], _scratch: &mut [u64]) {
        if self.a_is_zero {
            self.double_n(a, count, |p| self.double_zero(p));
        } else {
            self.double_n(a, count, |p| self.double_minus_three(p));
        }
    }

    fn to_entries(&self, mut elements: Buffer<u64>) -> Buffer<u64> {
        let f = &self.field;
        for words in elements.chunks_exact_mut(G::WORDS) {
            f.vectorize(|| f.write(words, &self.entry.apply(f, &f.read(words))));
        }
        elements
    }

    fn from_entry(&self, out: &mut [u64], entry: &[u64]) {
        let f = &self.field;
        f.vectorize(|| f.write(out, &f.cmov(&f.read(entry), &f.zero(), HIGH_LANES)));
    }

    fn mul_entry(&self, out: &mut [u64], a: &[u64], entry: &[u64], _scratch: &mut [u64]) {
        let f = &self.field;
        f.vectorize(|| f.write(out, &self.add(&f.read(a), &f.read(entry))));
    }

    fn select(&self, out: &mut [u64], table: &[u64], index: &[usize]) {
        self.field.prime_field().select(out, table, index[0]);
    }

    fn inverses(&self) -> Option<&dyn Inverses> {
        Some(self)
    }
}

impl<G: Tower + Permute> Inverses for Spread<G> {
    fn invert(&self, a: &mut [u64]) {
        self.invert_entry_if(a, &[1]);
    }

    fn invert_entry_if(&self, entry: &mut [u64], choices: &[u64]) {
        let f = &self.field;
        let choice = Choice::from_bits((choices[0] as u8).wrapping_neg()) & Y;
        f.vectorize(|| {
            let now = f.read(entry);
            f.write(entry, &f.cmov(&now, &f.neg(&now), choice));
        });
    }
}
