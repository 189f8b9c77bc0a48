//! The pairing η_T on the supersingular curves over GF(2^m), k = 4 (Barreto, Galbraith, Ó hÉigeartaigh and Scott, *Efficient pairing
//! computation on supersingular Abelian varieties*, 2004/375). It is broken: Granger, Kleinjung and Zumbrägel, *Breaking
//! '128-bit secure' supersingular binary curves*, 2014/119.
//!
//! GF(2^4m) has s² = s + 1 and t² = t + s above GF(2^m), and ψ(x, y) = (x + s², y + s·x + t) is the distortion map. With n =
//! (m + 1)/2 and T = −(2^n + 1), η_T(P, Q) is the function f_{2^n + 1, −P} at ψ(Q): tangents at 2^i·P, with powers of P's
//! coordinates as coordinates, and a line. Here all factors are raised to the power 2^n, so that the i-th has P's coordinates to
//! the power 2^i and Q's to the power 2^(m − i), which a prepared Q stores. The value is the reduced Tate pairing of P and ψ(Q) to
//! the power 2^((1 − m)/2).

mod build;
#[cfg(test)]
mod counts;
mod parameters;
mod supersingular;

pub(crate) use parameters::{SS2_379, SS2_1223};

use alloc::vec;
use alloc::vec::Vec;
use core::array::from_fn;
use modexp_curves::Point;
use modexp_curves::families::Engine;
use modexp_fields::binary::{BinaryField, Multiplier, Polynomial, add};
use modexp_group::group::{Costs, Group, Inverses};
use modexp_limbs::buffer::Buffer;
use modexp_limbs::declassify::declassified;
use modexp_limbs::limb;
use supersingular::Supersingular;
use zeroize::Zeroizing;

/// An element a + b·s of GF(2^2m).
type Degree2<const N: usize> = [[u64; N]; 2];

/// An element a + b·t of GF(2^4m).
type Degree4<const N: usize> = [Degree2<N>; 2];

/// The pairing, and the group of its values.
pub(crate) struct Eta<M: Multiplier, P, const N: usize> {
    curve: Supersingular<M, P, N>,
    one: Vec<u64>,
}

/// a + b.
#[inline(always)]
fn add2<const N: usize>(a: &Degree2<N>, b: &Degree2<N>) -> Degree2<N> {
    from_fn(|i| add(&a[i], &b[i]))
}

/// a·s.
#[inline(always)]
fn times_s<const N: usize>([a, b]: &Degree2<N>) -> Degree2<N> {
    [*b, add(a, b)]
}

/// a^(2^m): s becomes s + 1.
#[inline(always)]
fn conjugate2<const N: usize>([a, b]: &Degree2<N>) -> Degree2<N> {
    [add(a, b), *b]
}

/// a^(2^2m): t becomes t + 1.
#[inline(always)]
fn conjugate<const N: usize>([a, b]: &Degree4<N>) -> Degree4<N> {
    [add2(a, b), *b]
}

/// a^(2^m): s becomes s + 1, and t becomes t + s + 1, as m ≡ 3 mod 4.
#[inline(always)]
fn frobenius<const N: usize>([a, b]: &Degree4<N>) -> Degree4<N> {
    let [a, b] = [conjugate2(a), conjugate2(b)];
    [add2(&a, &add2(&times_s(&b), &b)), b]
}

fn element<const N: usize>(words: &[u64]) -> [u64; N] {
    words.try_into().expect("N limbs")
}

fn read<const N: usize>(words: &[u64]) -> Degree4<N> {
    from_fn(|i| from_fn(|j| element(&words[(2 * i + j) * N..(2 * i + j + 1) * N])))
}

fn write<const N: usize>(words: &mut [u64], a: &Degree4<N>) {
    for (words, x) in words.chunks_exact_mut(N).zip(a.as_flattened()) {
        words.copy_from_slice(x);
    }
}

impl<M: Multiplier<Limb = u64>, P: Polynomial, const N: usize> Eta<M, P, N> {
    /// The pairing on this curve.
    pub(crate) fn new(curve: Supersingular<M, P, N>) -> Self {
        let mut one = vec![0; 4 * N];
        one[0] = 1;
        Self { curve, one }
    }

    fn field(&self) -> &BinaryField<M, P, N> {
        &self.curve.field
    }

    /// n.
    fn half(&self) -> usize {
        self.field().degree().div_ceil(2)
    }

    /// a·b: 3M.
    #[inline(always)]
    fn mul2(&self, a: &Degree2<N>, b: &Degree2<N>) -> Degree2<N> {
        let f = self.field();
        let low = f.mul(&a[0], &b[0]);
        let all = f.mul(&add(&a[0], &a[1]), &add(&b[0], &b[1]));
        [add(&low, &f.mul(&a[1], &b[1])), add(&low, &all)]
    }

    /// a².
    #[inline(always)]
    fn sqr2(&self, [a, b]: &Degree2<N>) -> Degree2<N> {
        let [a, b] = [self.field().sqr(a), self.field().sqr(b)];
        [add(&a, &b), b]
    }

    /// a·b: 9M.
    #[inline(always)]
    fn mul(&self, a: &Degree4<N>, b: &Degree4<N>) -> Degree4<N> {
        let low = self.mul2(&a[0], &b[0]);
        let all = self.mul2(&add2(&a[0], &a[1]), &add2(&b[0], &b[1]));
        [add2(&low, &times_s(&self.mul2(&a[1], &b[1]))), add2(&low, &all)]
    }

    /// f·(line + t): 6M.
    #[inline(always)]
    fn mul_line(&self, [a, b]: &Degree4<N>, line: &Degree2<N>) -> Degree4<N> {
        let high = add2(&add2(a, b), &self.mul2(b, line));
        [add2(&self.mul2(a, line), &times_s(b)), high]
    }

    /// a²: 4S.
    #[inline(always)]
    fn sqr(&self, [a, b]: &Degree4<N>) -> Degree4<N> {
        let [a, b] = [self.sqr2(a), self.sqr2(b)];
        [add2(&a, &times_s(&b)), b]
    }

    /// Π f_i over pairs of P and prepared Q: 7M a line and 2S a step of P.
    #[inline(always)]
    fn miller(&self, points: &mut [u64], lines: &[&[u64]]) -> Degree4<N> {
        let f = self.field();
        let mut value: Degree4<N> = [[f.one(), f.zero()], [f.zero(); 2]];
        for i in 0..=self.half() {
            for (p, lines) in points.chunks_exact_mut(2 * N).zip(lines) {
                let [u, v] = [0, 1].map(|j| element::<N>(&p[j * N..(j + 1) * N]));
                let [x, y] = [0, 1].map(|j| element::<N>(&lines[(2 * i + j) * N..(2 * i + j + 1) * N]));
                let line = if i < self.half() {
                    // the tangent at −2^i·P to the power 2^(m − i); all terms that depend on the parity of i cancel
                    let (uu, vv) = (f.sqr(&u), f.sqr(&v));
                    p[..N].copy_from_slice(&uu);
                    p[N..].copy_from_slice(&vv);
                    [add(&f.mul(&uu, &add(&x, &u)), &add(&add(&u, &v), &y)), add(&x, &uu)]
                } else {
                    // the line through −P and −2^n·P, with slope u + 1
                    let mut slope = u;
                    slope[0] ^= 1;
                    let sum = add(&x, &slope);
                    let mut low = add(&f.mul(&slope, &sum), &add(&y, &v));
                    low[0] ^= 1 ^ self.curve.b;
                    [low, sum]
                };
                value = self.mul_line(&value, &line);
            }
        }
        value
    }

    /// a^((2^2m − 1)·(2^m + 1 − 2^n)).
    #[inline(always)]
    fn final_exponentiation(&self, value: &Degree4<N>) -> Degree4<N> {
        let f = self.field();
        // the conjugate over a is its square over the norm, which is in GF(2^2m)
        let [a, b] = value;
        let norm = add2(&self.mul2(a, &add2(a, b)), &times_s(&self.sqr2(b)));
        let below = f.invert(&add(&f.mul(&norm[0], &add(&norm[0], &norm[1])), &f.sqr(&norm[1])));
        let inverse = conjugate2(&norm).map(|x| f.mul(&x, &below));
        let unit = self.sqr(&conjugate(value)).map(|x| self.mul2(&x, &inverse));

        let mut power = conjugate(&unit).map(|x| x.map(|x| f.sqr_n(&x, self.half())));
        if self.curve.b == 1 {
            // n ≡ 2 mod 4, and t^(2^n) = t + 1
            power = conjugate(&power);
        }
        self.mul(&self.mul(&frobenius(&unit), &unit), &power)
    }
}

/// The engine has one lane.
impl<M: Multiplier<Limb = u64>, P: Polynomial, const N: usize> Engine for Eta<M, P, N> {
    /// The coordinates of Q to the powers 2^(m − i) for i < n, and again to the power 2^n for i = n.
    fn prepare(&self, q: &[&Point]) -> Buffer<u64> {
        let (f, half, q) = (self.field(), self.half(), q[0]);
        let mut out = Buffer::new(2 * N * (half + 1));
        f.vectorize(|| {
            for (j, x) in [q.x(), q.y()].into_iter().enumerate() {
                let x = Zeroizing::new(limb::resize(x.unwrap_or_default(), N));
                let mut power = f.sqr_n(&element(&x), half);
                for i in (0..=half).rev() {
                    out[(2 * i + j) * N..(2 * i + j + 1) * N].copy_from_slice(&power);
                    if i < half {
                        power = f.sqr(&power);
                    }
                }
            }
        });
        out
    }

    fn product(&self, pairs: &[(&[&Point], &[u64])]) -> Buffer<u64> {
        let mut points = Buffer::new(2 * N * pairs.len());
        for (words, (p, _)) in points.chunks_exact_mut(2 * N).zip(pairs) {
            for (words, x) in words.chunks_exact_mut(N).zip([p[0].x(), p[0].y()]) {
                words.copy_from_slice(&Zeroizing::new(limb::resize(x.unwrap_or_default(), N)));
            }
        }
        let lines: Vec<&[u64]> = pairs.iter().map(|(_, lines)| *lines).collect();
        let mut out = Buffer::new(4 * N);
        self.field().vectorize(|| write(&mut out, &self.final_exponentiation(&self.miller(&mut points, &lines))));
        out
    }

    fn group(&self) -> &dyn Inverses {
        self
    }

    /// a^(2^n) = a^(−1 − 2^m), for `count` = n.
    fn frobenius(&self, a: &mut [u64], count: usize) {
        debug_assert_eq!(count, self.half());
        let value = read(a);
        self.field().vectorize(|| write(a, &conjugate(&self.mul(&value, &frobenius(&value)))));
    }

    fn coefficients(&self, a: &[u64], _lane: usize) -> Zeroizing<Vec<u64>> {
        Zeroizing::new(a.to_vec())
    }

    fn from_coefficients(&self, coefficients: &[&[u64]]) -> Buffer<u64> {
        let mut out = Buffer::new(coefficients[0].len());
        out.copy_from_slice(coefficients[0]);
        out
    }

    /// Whether the order divides Φ_4(2^m) = 2^2m + 1.
    fn is_cyclotomic(&self, a: &[u64]) -> bool {
        let a = read(a);
        let norm = self.field().vectorize(|| self.mul(&a, &conjugate(&a)));
        declassified(limb::equal(norm.as_flattened().as_flattened(), &self.one)) == 1
    }

    fn equal(&self, a: &[u64], b: &[u64]) -> bool {
        declassified(limb::equal(a, b)) == 1
    }
}

/// Inverses are conjugates.
impl<M: Multiplier<Limb = u64>, P: Polynomial, const N: usize> Group for Eta<M, P, N> {
    fn words(&self) -> usize {
        4 * N
    }

    fn identity(&self) -> &[u64] {
        &self.one
    }

    fn costs(&self) -> Costs {
        // a square is a quarter of a product
        Costs { mul: 9, mul_entry: 9, step: 1, entries_per_product: 60, gathered_entries_per_product: 60 }
    }

    fn mul(&self, out: &mut [u64], a: &[u64], b: &[u64], _scratch: &mut [u64]) {
        self.field().vectorize(|| write(out, &self.mul(&read(a), &read(b))));
    }

    fn sqr(&self, out: &mut [u64], a: &[u64], _scratch: &mut [u64]) {
        self.field().vectorize(|| write(out, &self.sqr(&read(a))));
    }

    fn select(&self, out: &mut [u64], table: &[u64], index: &[usize]) {
        limb::select(out, table, index[0]);
    }

    fn inverses(&self) -> Option<&dyn Inverses> {
        Some(self)
    }
}

impl<M: Multiplier<Limb = u64>, P: Polynomial, const N: usize> Inverses for Eta<M, P, N> {
    fn invert(&self, a: &mut [u64]) {
        self.invert_entry_if(a, &[1]);
    }

    fn invert_entry_if(&self, entry: &mut [u64], choices: &[u64]) {
        // a + b·t becomes a + b + b·t
        let mask = limb::mask(choices[0]);
        let (a, b) = entry.split_at_mut(2 * N);
        a.iter_mut().zip(b).for_each(|(a, b)| *a ^= *b & mask);
    }
}
