//! Scalars in powers of τ for curves over GF(2): τ(x, y) = (x², y²) costs three squarings, and τ² + 2 = μ·τ with μ = ±1 on all
//! points (Koblitz 1991; Solinas, *Efficient arithmetic on Koblitz curves*, 2000).
//!
//! δ = (τ^m − 1)/(τ − 1) maps the subgroup to the identity, and its norm is the order n. So k is reduced modulo δ, to r = r_0 +
//! r_1·τ of half the length, and r is written as Σ s_i·τ^i + top·τ^D with signs s_i = ±1. r is odd (else δ is added), and s_i is
//! the sign that makes (r − s_i)/τ odd again. A window of w signs is an entry of a table of 2^(w − 1) points, or its inverse. r
//! ends in the cycle of ±1 and ±(1 − μ·τ), which gives the top. The operations are the same for all scalars.
//!
//! **Only the last addition needs to handle equal points.** Two numbers of Z\[τ\] that multiply P to the same point differ by a
//! multiple of δ: by 0, or by at least |δ| = √n. An entry e is odd and T, to which it is added, is a multiple of τ, so T ± e is not
//! 0. Before the last window, |T ± e| < |δ|: T + e is the rest of r after a division by τ^w, w ≥ 3, and |r| ≤ 2.21·|δ|.

use crate::points::{Elements, Frobenius};
use crate::scalar::Secret;
use alloc::vec;
use alloc::vec::Vec;
use core::mem::swap;
use modexp_group::accumulator::Accumulator;
use modexp_group::digits::{Digits, write_signed};
use modexp_group::group::{Lookup, MAX_LANES};
use modexp_group::product::{Tables, product};
use modexp_limbs::buffer::Buffer;
use modexp_limbs::declassify::declassified;
use modexp_limbs::limb;
use zeroize::Zeroizing;

/// Signs that one limb gives at once: their powers of τ fit in half a limb.
const AT_ONCE: usize = 32;

/// The constants of a curve for its scalars. Signed numbers are in two's complement.
#[derive(Debug)]
pub(crate) struct Koblitz {
    mu_is_negative: bool,
    /// δ = d_0 + d_1·τ.
    delta: [Vec<u64>; 2],
    /// The coordinates of 2^shift/δ: magnitudes, and whether they are negative.
    inverse: [(Vec<u64>, bool); 2],
    shift: usize,
    /// The number of signs of a scalar, a multiple of the window.
    digits: usize,
    window: u32,
}

/// A scalar for each lane.
struct Signs {
    scalars: Vec<Scalar>,
    steps: usize,
    window: u32,
}

/// Bit i of `bits` is 1 for s_i = +1.
struct Scalar {
    bits: Secret,
    top: Zeroizing<i32>,
}

impl Digits for Signs {
    fn steps(&self) -> usize {
        self.steps + 1
    }

    fn spacing(&self) -> u64 {
        self.window.into()
    }

    fn tables(&self, _step: usize) -> usize {
        1
    }

    fn read(&self, step: usize, _table: usize, index: &mut [usize], signs: &mut [u64]) {
        for ((index, sign), scalar) in index.iter_mut().zip(signs).zip(&self.scalars) {
            write_signed(if step == self.steps { *scalar.top } else { self.window_at(scalar, step) }, index, sign);
        }
    }
}

impl Signs {
    /// The digit of a window below the top.
    fn window_at(&self, scalar: &Scalar, step: usize) -> i32 {
        let signs = limb::bits_at(&scalar.bits, step * self.window as usize, self.window) as i32;
        // the other signs, relative to the highest, number the entries from 1
        let half = 1 << (self.window - 1);
        let negative = ((signs & half) >> (self.window - 1)) - 1;
        let index = ((signs ^ negative) & (half - 1)) + 1;
        (index ^ negative) - negative
    }
}

/// The signs without the lowest window, divided by τ^w.
struct AllButLast<'a>(&'a Signs);

impl Digits for AllButLast<'_> {
    fn steps(&self) -> usize {
        self.0.steps() - 1
    }

    fn spacing(&self) -> u64 {
        self.0.spacing()
    }

    fn tables(&self, step: usize) -> usize {
        self.0.tables(step + 1)
    }

    fn read(&self, step: usize, table: usize, index: &mut [usize], signs: &mut [u64]) {
        self.0.read(step + 1, table, index, signs);
    }
}

impl Koblitz {
    /// For y² + x·y = x³ + a·x² + 1 over GF(2^m), a in GF(2); `None` if the order is not the norm of δ, or is below 2^63.
    pub(crate) fn new(m: usize, a_is_one: bool, order: &[u64]) -> Option<Self> {
        let mu_is_negative = !a_is_one;
        // two spare bits, and one for the sign
        let limbs = (m / 2 + 8).div_ceil(64);
        // Σ τ^i by Horner's rule
        let mut delta = [vec![0; limbs], vec![0; limbs]];
        for _ in 0..m {
            let [low, high] = &delta;
            let mut next = [negated(&sum(high, high)), sum(low, &signed_if(high, mu_is_negative))];
            limb::add_if(&mut next[0], &limb::resize(&[1], limbs), 1);
            delta = next;
        }
        // (d_0 + μ·d_1) − d_1·τ is its conjugate
        let [d0, d1] = &delta;
        let conjugate = [sum(d0, &signed_if(d1, mu_is_negative)), negated(d1)].map(|x| magnitude(&x));
        let [(e0, e0_negative), (e1, e1_negative)] = &conjugate;
        let norm = {
            // d_0·e_0 − 2·d_1·e_1; e_1 = −d_1 makes the second term a sum
            let ((d0, d0_negative), mut norm) = (magnitude(d0), vec![0; 2 * limbs + 1]);
            let mut squares = norm.clone();
            limb::mul(&mut norm[..2 * limbs], &d0, e0);
            limb::mul(&mut squares[..2 * limbs], e1, e1);
            let twice = sum(&squares, &squares);
            sum(&signed_if(&norm, d0_negative != *e0_negative), &twice)
        };
        // from 64 bits on, an entry is negligible against δ
        if limb::trim(&norm) != order || limb::bit_len(order) < 64 {
            return None;
        }
        let shift = 64 * (order.len() + 1);
        let inverse = [(quotient(e0, shift, order), *e0_negative), (quotient(e1, shift, order), *e1_negative)];
        // |r| ≤ 2.21·|δ|, so its norm is at most 9 after 4 more digits than the order has bits; three digits later r is in the cycle
        let least = limb::bit_len(order) + 7;
        let cost = |window: &u32| (1 << window) + least.div_ceil(*window as usize);
        let window = (3..8).min_by_key(cost)?;
        let digits = least.next_multiple_of(window as usize);
        Some(Self { mu_is_negative, delta, inverse, shift, digits, window })
    }

    /// r_0 and r_1 with k ≡ r_0 + r_1·τ modulo δ and odd r_0, for k below the order.
    fn reduce(&self, k: &[u64]) -> [Secret; 2] {
        let limbs = self.delta[0].len();
        let quotients = self.inverse.each_ref().map(|(inverse, negative)| {
            let mut product = Zeroizing::new(vec![0; k.len() + inverse.len()]);
            limb::mul(&mut product, k, inverse);
            let mut q = Zeroizing::new(limb::bits_between(&product, self.shift, 64 * limbs));
            limb::add_if(&mut q, &limb::resize(&[1], limbs), limb::bits_at(&product, self.shift - 1, 1));
            Zeroizing::new(signed_if(&q, *negative))
        });
        // k − (q_0 + q_1·τ)(d_0 + d_1·τ)
        let times = |i: usize, j: usize| {
            let mut product = Zeroizing::new(vec![0; limbs]);
            limb::mul_low(&mut product, &quotients[i], &self.delta[j]);
            product
        };
        let mut r = [Zeroizing::new(limb::resize(&k[..k.len().min(limbs)], limbs)), Zeroizing::new(vec![0; limbs])];
        limb::sub_if(&mut r[0], &times(0, 0), 1);
        let both = times(1, 1);
        limb::add_if(&mut r[0], &both, 1);
        limb::add_if(&mut r[0], &both, 1);
        limb::sub_if(&mut r[1], &times(0, 1), 1);
        limb::sub_if(&mut r[1], &times(1, 0), 1);
        limb::sub_if(&mut r[1], &Zeroizing::new(signed_if(&both, self.mu_is_negative)), 1);
        let even = r[0][0] & 1 ^ 1;
        for (r, delta) in r.iter_mut().zip(&self.delta) {
            limb::add_if(r, delta, even);
        }
        r
    }

    /// The signs of scalars below the order, one after the other.
    fn signs(&self, ks: &[u64], lanes: usize) -> Signs {
        let scalars = ks.chunks_exact(ks.len() / lanes).map(|k| self.scalar(k)).collect();
        Signs { scalars, steps: self.digits / self.window as usize, window: self.window }
    }

    /// The signs of k, below the order. The lowest limbs of r give the signs of `count` steps. Then S = Σ s_i·τ^i is subtracted
    /// from r, and r is divided by τ^count: it is multiplied by the conjugate and divided by 2^count.
    fn scalar(&self, k: &[u64]) -> Scalar {
        let [mut r0, mut r1] = self.reduce(k);
        let mu = if self.mu_is_negative { -1 } else { 1 };
        let mut signs = Zeroizing::new(vec![0; self.digits.div_ceil(64)]);
        let [mut next0, mut next1] = [&r0, &r1].map(|r| Zeroizing::new(vec![0; r.len()]));
        for at in (0..self.digits).step_by(AT_ONCE) {
            let count = AT_ONCE.min(self.digits - at);
            let (mut low, mut high) = (r0[0] as i64, r1[0] as i64);
            // τ^i, and the sum to subtract
            let (mut tau, mut sum) = ([1, 0], [0, 0]);
            for i in 0..count {
                // r is odd, and (r − s)/τ = r_1 + μ·h − h·τ with h = (r_0 − s)/2
                let positive = (high ^ low >> 1) & 1;
                signs[(at + i) / 64] |= (positive as u64) << ((at + i) % 64);
                let half = (low >> 1).wrapping_add(positive ^ 1);
                (low, high) = (high.wrapping_add(mu * half), half.wrapping_neg());
                let sign = 2 * positive - 1;
                sum = [sum[0] + sign * tau[0], sum[1] + sign * tau[1]];
                tau = [-2 * tau[1], tau[0] + mu * tau[1]];
            }
            combine(&mut next0, [tau[0] + mu * tau[1], 2 * tau[1]], [&r0, &r1], sum, count);
            combine(&mut next1, [-tau[1], tau[0]], [&r0, &r1], sum, count);
            swap(&mut r0, &mut next0);
            swap(&mut r1, &mut next1);
        }
        debug_assert!(r0[0] & 1 == 1 && r1.iter().all(|&limb| limb.wrapping_add(1) <= 2));
        // r = ±1, or ±(1 − μ·τ), whose entry is τ − 1 for μ = 1 and τ + 1 for μ = −1
        let other = (r1[0] & 1) as i32;
        let mut negative = (r0[0] >> 1 & 1) as i32;
        if !self.mu_is_negative {
            negative ^= other;
        }
        let (index, mask) = ((1 << (self.window - 1)) + 1 + other, -negative);
        Scalar { bits: signs, top: Zeroizing::new((index ^ mask) - mask) }
    }

    /// k·P in each lane for k below the order, one after the other, and P in the subgroup with Z = 1, or the identity; constant
    /// time.
    pub(crate) fn multiple<'g>(
        &self,
        arithmetic: &dyn Elements,
        group: &'g dyn Frobenius,
        k: &[u64],
        base: &[u64],
    ) -> Accumulator<'g> {
        let mut acc = Accumulator::new(group);
        let (lanes, entry_words) = (group.lanes(), group.entry_words());
        // z is 0 in a lane with the identity, and 1 in the others
        let is_identity = |lane: usize| declassified(base[entry_words + lane]) == 0;
        if (0..lanes).all(is_identity) {
            return acc;
        }
        let table = self.table(group, base, acc.scratch());
        let signs = self.signs(k, lanes);
        product(&mut acc, Tables::Plain(&[&table]), &AllButLast(&signs));
        acc.step(signs.spacing());
        let (mut entry, mut sum) = (Buffer::<u64>::new(entry_words), Buffer::<u64>::new(group.words()));
        let (mut index, mut sign) = ([0; MAX_LANES], [0; MAX_LANES]);
        let (index, sign) = (&mut index[..lanes], &mut sign[..lanes]);
        signs.read(0, 0, index, sign);
        group.look_up(&mut entry, Lookup { table: &table, index, signs: sign });
        arithmetic.affine_group().mul_entry(&mut sum, acc.value(), &entry, &mut []);
        for (i, (sum, identity)) in sum.iter_mut().zip(group.identity()).enumerate() {
            if is_identity(i % lanes) {
                *sum = *identity;
            }
        }
        acc.set(&sum);
        acc
    }

    /// The entries: an unused one, Σ ±τ^i for all signs except the highest, 1, and τ ± 1.
    fn table(&self, group: &dyn Frobenius, base: &[u64], scratch: &mut [u64]) -> Buffer<u64> {
        let (count, words) = (1 << (self.window - 1), group.words());
        let mut table = Buffer::new((count + 3) * words);
        table[..words].copy_from_slice(group.identity());
        let (sums, others) = table[words..].split_at_mut(count * words);
        sums[..words].copy_from_slice(base);
        others[..words].copy_from_slice(base);
        let (mut point, mut tmp) = (Buffer::<u64>::new(words), Buffer::new(words));
        for length in 1..self.window {
            // backwards, so that no entry is overwritten before it is read
            for i in (0..1 << (length - 1)).rev() {
                point.copy_from_slice(&sums[i * words..(i + 1) * words]);
                group.step(&mut point, 1, &mut tmp, scratch);
                let both = &mut sums[2 * i * words..2 * (i + 1) * words];
                group.difference_and_sum(both, &point, &base[..group.entry_words()]);
            }
            if length == 1 {
                let which = usize::from(self.mu_is_negative) * words;
                others[words..].copy_from_slice(&sums[which..which + words]);
            }
        }
        group.to_entries(table)
    }
}

/// out = (Σ factors_i·(r_i − s_i))/2^shift, which is exact, for signed r.
fn combine(out: &mut [u64], factors: [i64; 2], r: [&[u64]; 2], s: [i64; 2], shift: usize) {
    let times = |x: [i128; 2]| i128::from(factors[0]) * x[0] + i128::from(factors[1]) * x[1];
    let top = out.len() - 1;
    let mut carry = -times(s.map(i128::from));
    for i in 0..=top {
        let limbs = r.map(|r| if i == top { i128::from(r[i] as i64) } else { i128::from(r[i]) });
        carry += times(limbs);
        out[i] = carry as u64 >> shift;
        if i > 0 {
            out[i - 1] |= (carry as u64) << (64 - shift);
        }
        carry >>= 64;
    }
    // the bits below the sign
    out[top] |= (carry as u64) << (64 - shift);
}

/// a + b modulo 2^(64·len).
fn sum(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut out = a.to_vec();
    limb::add_if(&mut out, b, 1);
    out
}

/// −a.
fn negated(a: &[u64]) -> Vec<u64> {
    let mut out = vec![0; a.len()];
    limb::sub_if(&mut out, a, 1);
    out
}

/// −a for a public condition, else a.
fn signed_if(a: &[u64], negative: bool) -> Vec<u64> {
    if negative { negated(a) } else { a.to_vec() }
}

/// |a|, and whether a < 0. Variable time.
fn magnitude(a: &[u64]) -> (Vec<u64>, bool) {
    let negative = a.last().is_some_and(|top| top >> 63 == 1);
    (signed_if(a, negative), negative)
}

/// ⌊a·2^shift/n⌋. Variable time.
fn quotient(a: &[u64], shift: usize, n: &[u64]) -> Vec<u64> {
    let bits = shift + 64 * a.len();
    let n = limb::resize(n, n.len() + 1);
    let (mut rest, mut out) = (vec![0; n.len()], vec![0; bits.div_ceil(64)]);
    for i in (0..bits).rev() {
        rest = sum(&rest, &rest);
        rest[0] |= if i >= shift { limb::bits_at(a, i - shift, 1) } else { 0 };
        if limb::less(&rest, &n) == 0 {
            limb::sub_if(&mut rest, &n, 1);
            out[i / 64] |= 1 << (i % 64);
        }
    }
    limb::trim(&out).to_vec()
}

#[cfg(test)]
mod values {
    use super::*;
    use num_bigint::{BigInt, BigUint};

    fn big(x: &[u64]) -> BigInt {
        let (magnitude, negative) = magnitude(x);
        let value =
            BigInt::from(magnitude.iter().rev().fold(BigUint::ZERO, |acc, &limb| acc << 64 | BigUint::from(limb)));
        if negative { -value } else { value }
    }

    fn modulo(x: BigInt, n: &BigInt) -> BigInt {
        (x % n + n) % n
    }

    impl Koblitz {
        fn mu(&self) -> BigInt {
            BigInt::from(if self.mu_is_negative { -1 } else { 1 })
        }

        /// τ multiplies points of the subgroup by this integer: −d_0/d_1.
        pub(crate) fn eigenvalue(&self, n: &BigInt) -> BigInt {
            let [d0, d1] = self.delta.each_ref().map(|d| big(d));
            let tau = modulo(-d0 * modulo(d1, n).modinv(n).expect("a prime"), n);
            assert_eq!(modulo(&tau * &tau + 2 - self.mu() * &tau, n), BigInt::from(0));
            tau
        }

        /// Σ ±τ^i for all signs except the highest.
        pub(crate) fn entries(&self, tau: &BigInt) -> Vec<BigInt> {
            let next = |last: &Vec<BigInt>| Some(last.iter().flat_map(|x| [x * tau - 1, x * tau + 1]).collect());
            core::iter::successors(Some(vec![BigInt::from(1)]), next).nth(self.window as usize - 1).expect("endless")
        }

        /// Whether the lowest digit of k is this entry, or its inverse.
        pub(crate) fn ends_with(&self, k: &[u64], entry: &BigInt, entries: &[BigInt]) -> bool {
            let digit = self.signs(k, 1).digit(0, 0);
            &entries[digit.unsigned_abs() as usize - 1] * digit.signum() == *entry
        }

        /// The sum of the digits of k.
        pub(crate) fn value(&self, k: &[u64], tau: &BigInt, n: &BigInt) -> BigInt {
            let signs = self.signs(k, 1);
            let mut table = vec![BigInt::from(0)];
            table.extend(self.entries(tau));
            table.extend([BigInt::from(1), if self.mu_is_negative { tau + 1 } else { tau - 1 }]);
            (0..signs.steps()).rev().fold(BigInt::from(0), |acc, step| {
                let digit = signs.digit(step, 0);
                assert!(digit != 0 && (digit.unsigned_abs() as usize) < table.len());
                let entry = &table[digit.unsigned_abs() as usize] * digit.signum();
                modulo(acc * tau.pow(self.window) + entry, n)
            })
        }
    }
}
