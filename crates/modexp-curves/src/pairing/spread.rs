//! A sextic extension spread over the lanes of vectors, for one pairing at a time.
//!
//! Lane 4i + j has the coefficient of v^j·w^i, as [`Sextic`] orders them; lanes 3 and 7 are 0, where permutations take zeros. A
//! product of two vectors in GF(q), q = p^(k/6), is eight products of GF(q). So a product of GF(p^k) takes three and a square two,
//! with six of eight lanes in use (Karatsuba in both steps). The steps between them are permutations and sums in double width,
//! without carries.
//!
//! The lines of Q come from the field of one lane. Their coefficients are not converted, though that field has a different R: all
//! three then have the same factor of GF(p), which the final exponentiation makes 1.

#[cfg(all(test, target_arch = "x86_64"))]
mod tests;

use super::target::{Coefficient, Gt, Line, Sextic, Step, Target, Twist};
use crate::tower::{Integer, Quadratic, Residue, Tower};
use crate::weierstrass::{Affine, Projective};
use alloc::vec;
use alloc::vec::Vec;
use core::marker::PhantomData;
use modexp_fields::prime::{Choice, FieldOps, HIGH_LANES, Permute, Places, SWAPPED};
use zeroize::Zeroizing;

/// The lanes of g and of h in g + h·w.
const LOW: Choice = Choice::from_bits(0x0f);
const HIGH: Choice = HIGH_LANES;
/// The lanes that are always 0.
const SPARE: Choice = Choice::from_bits(0x88);

/// The most limbs of an element of GF(q).
const MAX_LIMBS: usize = 40;

/// The permutation that moves lane j + 1 of three to lane j.
const NEXT: Places = [1, 2, 0, 3, 5, 6, 4, 7];

/// GF(q)\[v]/(v³ − ρ), \[w]/(w² − v), with coefficients in the lanes of G. ρ is R in F and S in G.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spread<F: FieldOps, R: Residue<F>, G: FieldOps, S> {
    lanes: G,
    /// The extension in one lane.
    single: Sextic<F, R>,
    /// w^(i·(p−1)) for the power of w in each lane.
    gammas: G::Element,
    residue: PhantomData<S>,
}

impl<F: Tower, R: Residue<F>, G: Tower + Permute, S: Residue<G>> Spread<F, R, G, S> {
    /// The extension above F, with its coefficients in the lanes of the same field.
    pub(crate) fn new(single: Sextic<F, R>, lanes: G) -> Self {
        let mut spread = Self { lanes, single, gammas: lanes.zero(), residue: PhantomData };
        let gammas = &single.gammas;
        spread.gammas = spread.of_single(&[[gammas[0], gammas[2], gammas[4]], [gammas[1], gammas[3], gammas[5]]]);
        spread
    }

    fn of_single(&self, a: &Gt<Sextic<F, R>>) -> G::Element {
        let field = self.single.field();
        let mut limbs = Zeroizing::new(vec![0; 6 * F::DEGREE * field.prime().len()]);
        field.to_limbs(&mut limbs, &field.from_mont(a), 0);
        self.to_mont(&self.from_limbs(&[&limbs]))
    }

    fn to_single(&self, a: &G::Element) -> Gt<Sextic<F, R>> {
        let field = self.single.field();
        let mut limbs = Zeroizing::new(vec![0; 6 * F::DEGREE * field.prime().len()]);
        self.to_limbs(&mut limbs, &self.from_mont(a), 0);
        field.to_mont(&field.from_limbs(&[&limbs]))
    }

    /// z + ρ·y.
    #[inline(always)]
    fn add_product(&self, z: &G::Element, y: &G::Element) -> G::Element {
        S::add_product(&self.lanes, z, y)
    }

    /// z + ρ·y in double width.
    #[inline(always)]
    fn add_product_wide(&self, z: &G::Wide, y: &G::Wide) -> G::Wide {
        S::add_product_wide(&self.lanes, z, y)
    }

    /// The coefficients of a·b modulo v³ − ρ in each half, from v_j = a_j·b_j and m_j = (a_j + a_{j+1})·(b_j + b_{j+1}).
    #[inline(always)]
    fn cubic(&self, v: &G::Wide, m: &G::Wide) -> G::Wide {
        let f = &self.lanes;
        // n_j = a_j·b_{j+1} + a_{j+1}·b_j; the coefficients are v_0 + ρ·n_1, n_0 + ρ·v_2, n_2 + v_1
        let n = f.sub_wide(&f.sub_wide(m, v), &f.permute_wide(v, &NEXT));
        let z =
            f.add_wide(&f.permute_wide(v, &[0, 3, 1, 3, 4, 7, 5, 7]), &f.permute_wide(&n, &[3, 0, 2, 3, 7, 4, 6, 7]));
        let y =
            f.add_wide(&f.permute_wide(v, &[3, 2, 3, 3, 7, 6, 7, 7]), &f.permute_wide(&n, &[1, 3, 3, 3, 5, 7, 7, 7]));
        self.add_product_wide(&z, &y)
    }

    /// a_j + a_{j+1} in each half.
    #[inline(always)]
    fn pairs(&self, a: &G::Element) -> G::Element {
        self.lanes.add(a, &self.lanes.permute(a, &NEXT))
    }

    /// The product with x in all lanes, in double width.
    #[inline(always)]
    fn by_all(&self, a: &G::Element, x: &F::Element) -> G::Wide {
        // without conversion, see above
        let mut limbs = Zeroizing::new([0; MAX_LIMBS]);
        let limbs = &mut limbs[..F::DEGREE * self.prime().len()];
        self.single.twist().to_limbs(limbs, x, 0);
        self.lanes.mul_wide(a, &self.lanes.splat(limbs))
    }
}

impl<F: Tower, R: Residue<F>, G: Tower + Permute, S: Residue<G>> FieldOps for Spread<F, R, G, S> {
    type Element = G::Element;
    type Wide = G::Wide;

    const LANES: usize = 1;
    const RANGE: u64 = G::RANGE;
    const WORDS: usize = G::WORDS;

    #[inline(always)]
    fn vectorize<T>(&self, f: impl FnOnce() -> T) -> T {
        self.lanes.vectorize(f)
    }

    fn prime(&self) -> &[u64] {
        self.lanes.prime()
    }

    fn zero(&self) -> Self::Element {
        self.lanes.zero()
    }

    fn one(&self) -> Self::Element {
        self.lanes.cmov(&self.lanes.zero(), &self.lanes.one(), Choice::from_bits(1))
    }

    fn mul(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        self.redc(&self.mul_wide(a, b))
    }

    fn sqr(&self, a: &Self::Element) -> Self::Element {
        self.redc(&self.sqr_wide(a))
    }

    fn add(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        self.lanes.add(a, b)
    }

    fn sub(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        self.lanes.sub(a, b)
    }

    fn half(&self, a: &Self::Element) -> Self::Element {
        self.lanes.half(a)
    }

    fn cmov(&self, a: &Self::Element, other: &Self::Element, choice: Choice) -> Self::Element {
        let all = Choice::from_bits((choice.bits() & 1).wrapping_neg());
        self.lanes.cmov(a, other, all)
    }

    fn is_zero(&self, a: &Self::Element) -> Choice {
        // 0 unless a lane is not 0
        let others = !(self.lanes.is_zero(a) | SPARE).bits();
        Choice::from_bits(((u32::from(others).wrapping_sub(1)) >> 31) as u8)
    }

    // Karatsuba: (g + h)(g' + h') − g·g' − h·h' is the coefficient of w
    #[inline(never)]
    fn mul_wide(&self, a: &Self::Element, b: &Self::Element) -> Self::Wide {
        let f = &self.lanes;
        f.vectorize(|| {
            let pairs = [self.pairs(a), self.pairs(b)];
            // g + h in the lanes of g, and its pairs in those of h
            let sum = |a: &G::Element, pairs: &G::Element| {
                let other = f.permute(&f.cmov(a, pairs, LOW), &SWAPPED);
                f.add(&f.cmov(a, pairs, HIGH), &other)
            };
            let both = self.cubic(&f.mul_wide(a, b), &f.mul_wide(&pairs[0], &pairs[1]));
            let product = f.mul_wide(&sum(a, &pairs[0]), &sum(b, &pairs[1]));
            let swapped = f.permute_wide(&product, &SWAPPED);
            // in the lanes of h
            let all = self.cubic(&swapped, &product);

            // g·g' + v·h·h', and the rest of the product of the sums
            let t = f.add_wide(&both, &f.permute_wide(&both, &[3, 4, 5, 3, 0, 1, 2, 3]));
            let out = f.cmov_wide(&t, &f.sub_wide(&all, &t), HIGH);
            self.add_product_wide(&out, &f.permute_wide(&both, &[6, 3, 3, 3, 3, 3, 3, 3]))
        })
    }

    // complex squaring: g² + v·h² = (g + h)(g + v·h) − g·h − v·g·h
    #[inline(never)]
    fn sqr_wide(&self, a: &Self::Element) -> Self::Wide {
        let f = &self.lanes;
        f.vectorize(|| {
            let x = f.add(a, &f.permute(a, &[3, 3, 3, 3, 0, 1, 2, 3]));
            let swapped = f.permute(a, &SWAPPED);
            let shifted = f.permute(a, &[3, 3, 3, 3, 3, 4, 5, 3]);
            let y = self.add_product(&f.add(&swapped, &shifted), &f.permute(a, &[3, 3, 3, 3, 6, 3, 3, 3]));
            // g·h, and the product of the sums
            let both = self.cubic(&f.mul_wide(&x, &y), &f.mul_wide(&self.pairs(&x), &self.pairs(&y)));
            let t = f.permute_wide(&both, &SWAPPED);
            let low = f.add_wide(&both, &f.permute_wide(&both, &[3, 0, 1, 3, 3, 3, 3, 3]));
            let out = f.cmov_wide(&f.sub_wide(&t, &low), &f.add_wide(&t, &t), HIGH);
            let last = f.permute_wide(&both, &[2, 3, 3, 3, 3, 3, 3, 3]);
            let negative = f.sub_wide(&f.sub_wide(&last, &last), &last);
            self.add_product_wide(&out, &negative)
        })
    }

    fn wide_terms(&self) -> u64 {
        self.lanes.wide_terms()
    }

    fn add_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
        self.lanes.add_wide(a, b)
    }

    fn sub_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
        self.lanes.sub_wide(a, b)
    }

    #[inline(always)]
    fn redc(&self, t: &Self::Wide) -> Self::Element {
        self.lanes.cmov(&self.lanes.redc(t), &self.lanes.zero(), SPARE)
    }

    fn read(&self, words: &[u64]) -> Self::Element {
        self.lanes.read(words)
    }

    fn write(&self, words: &mut [u64], a: &Self::Element) {
        self.lanes.write(words, a);
    }

    fn from_limbs(&self, x: &[&[u64]]) -> Self::Element {
        assert!(x.len() == 1, "one number");
        let zero = vec![0; x[0].len() / 6];
        let mut parts: Vec<&[u64]> = x[0].chunks_exact(zero.len()).collect();
        parts.insert(3, &zero);
        parts.push(&zero);
        self.lanes.from_limbs(&parts)
    }

    fn to_limbs(&self, out: &mut [u64], a: &Self::Element, lane: usize) {
        assert!(lane == 0, "one lane");
        let each = out.len() / 6;
        for (out, lane) in out.chunks_exact_mut(each).zip([0, 1, 2, 4, 5, 6]) {
            self.lanes.to_limbs(out, a, lane);
        }
    }

    fn to_mont(&self, a: &Self::Element) -> Self::Element {
        self.lanes.to_mont(a)
    }

    fn from_mont(&self, a: &Self::Element) -> Self::Element {
        self.lanes.from_mont(a)
    }

    fn invert(&self, a: &Self::Element) -> Self::Element {
        self.of_single(&self.single.field().invert(&self.to_single(a)))
    }
}

impl<F: Tower, R: Residue<F>, G: Tower + Permute, S: Residue<G>> Tower for Spread<F, R, G, S> {
    type Prime = G::Prime;
    type Gaussian = Quadratic<Self, Integer<-1>>;

    const DEGREE: usize = 6 * F::DEGREE;

    fn gaussian(&self) -> Self::Gaussian {
        Quadratic::new(*self)
    }

    fn prime_field(&self) -> &G::Prime {
        self.lanes.prime_field()
    }

    fn scale(&self, a: &Self::Element, s: &<G::Prime as FieldOps>::Element) -> Self::Element {
        self.lanes.scale(a, s)
    }

    fn frobenius(&self, a: &Self::Element) -> Self::Element {
        self.lanes.mul(&self.lanes.frobenius(a), &self.gammas)
    }
}

impl<F: Tower, R: Residue<F>, G: Tower + Permute, S: Residue<G>> Target for Spread<F, R, G, S> {
    type Twist = F;
    type Field = Self;

    fn field(&self) -> &Self {
        self
    }

    fn twist(&self) -> &F {
        self.single.twist()
    }

    fn kind(&self) -> Twist {
        self.single.kind()
    }

    fn gamma(&self) -> &F::Element {
        self.single.gamma()
    }

    fn twisted(&self, a: &F::Element, b: &F::Element) -> [F::Element; 2] {
        self.single.twisted(a, b)
    }

    fn tangent(&self, r: &Projective<F::Element>, three_b: &F::Element) -> Step<Self> {
        self.single.tangent(r, three_b)
    }

    fn chord(&self, r: &Projective<F::Element>, q: &Affine<F::Element>) -> Step<Self> {
        self.single.chord(r, q)
    }

    // f·1, f·w or f·v, and f·v·w, each times its coefficient
    fn mul_line(&self, a: &Gt<Self>, line: &Line<Coefficient<Self>>) -> Gt<Self> {
        let f = &self.lanes;
        f.vectorize(|| {
            let times = |z: &Places, y: &Places| self.add_product(&f.permute(a, z), &f.permute(a, y));
            let by_vw = times(&[3, 3, 4, 3, 3, 0, 1, 3], &[5, 6, 3, 3, 2, 3, 3, 3]);
            let (first, middle, last) = match self.kind() {
                // A + B·w + C·v·w
                Twist::D => (&line.a, times(&[3, 4, 5, 3, 0, 1, 2, 3], &[6, 3, 3, 3, 3, 3, 3, 3]), &line.c),
                // C + B·v + A·v·w
                Twist::M => (&line.c, times(&[3, 0, 1, 3, 3, 4, 5, 3], &[2, 3, 3, 3, 6, 3, 3, 3]), &line.a),
            };
            let sum = f.add_wide(&self.by_all(a, first), &self.by_all(&middle, &line.b));
            self.redc(&f.add_wide(&sum, &self.by_all(&by_vw, last)))
        })
    }

    fn conjugate(&self, a: &Gt<Self>) -> Gt<Self> {
        self.lanes.cmov(a, &self.lanes.neg(a), HIGH)
    }

    fn frobenius(&self, a: &Gt<Self>) -> Gt<Self> {
        Tower::frobenius(self, a)
    }

    // Granger and Scott's squares, see `target`: (a + b·s)² from a·b and (a + b)(a + ρ·b)
    fn cyclotomic_sqr(&self, x: &Gt<Self>) -> Gt<Self> {
        let f = &self.lanes;
        f.vectorize(|| {
            // a = g_0, h_0, g_1 and b = h_1, g_2, h_2
            const A: Places = [0, 4, 1, 3, 0, 4, 1, 3];
            const B_HIGH: Places = [3, 3, 3, 3, 5, 2, 6, 3];
            let b_high = f.permute(x, &B_HIGH);
            let left = f.add(&f.permute(x, &A), &b_high);
            let right = self.add_product(&f.permute(x, &[5, 2, 6, 3, 0, 4, 1, 3]), &b_high);
            let t = f.mul_wide(&left, &right);
            // for g, a·b + ρ·a·b − (a + b)(a + ρ·b) = −a² − ρ·b²; for h, 2a·b, and ρ times that for h_0
            let single = f.permute_wide(&t, &[0, 1, 2, 3, 3, 0, 1, 3]);
            let other = f.permute_wide(&t, &[4, 5, 6, 3, 3, 0, 1, 3]);
            let z = f.cmov_wide(&f.add_wide(&single, &other), &f.sub_wide(&single, &other), LOW);
            let y = f.permute_wide(&t, &[0, 1, 2, 3, 2, 3, 3, 3]);
            let y = f.add_wide(&y, &f.permute_wide(&t, &[3, 3, 3, 3, 2, 3, 3, 3]));
            let t = self.redc(&self.add_product_wide(&z, &y));
            // 3t + 2x, which is negative for g
            let out = f.add(&f.double(&f.add(&t, x)), &t);
            f.cmov(&out, &f.neg(&out), LOW)
        })
    }
}
