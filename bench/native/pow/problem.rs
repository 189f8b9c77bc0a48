//! The kinds of problems, and their numbers, equal in every run.

use modexp_core::Modulus;
use modexp_curves::{Curve, CurveName, Pairing};

/// Kinds of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// bases\[0\]^exponents\[0\]
    Power,
    /// bases\[i\]^exponents\[i\]; a contender for fewer powers takes the first.
    Batch,
    /// bases\[0\]^exponents\[i\]
    Outputs,
    /// Π bases\[i\]^exponents\[i\]
    Product,
    /// bases\[0\]^exponents\[0\] with prepared tables of the base.
    Fixed,
    /// bases\[0\]^exponents\[0\] with the two primes of the modulus; the exponent is the inverse of 65537.
    Private,
    /// exponents\[0\]·P on the named curve modulo `modulus`; `bases` are the coordinates of P: BMARK's ER.
    Multiple,
    /// exponents\[0\]·P + exponents\[1\]·G: BMARK's ED.
    Msm,
    /// exponents\[0\]·P with prepared tables of P: BMARK's EP.
    FixedMultiple,
    /// e(P, Q) for P = exponents\[0\]·G1 and Q = exponents\[1\]·G2, of the pairing modulo `modulus`.
    Pairing,
    /// e(P, Q)·e(G1, G2).
    Product2,
    /// exponents\[1\]·P
    G1,
    /// exponents\[0\]·Q
    G2,
    /// e(G1, G2)^exponents\[0\]
    Gt,
    /// Σ (i + 1)·exponents\[2 + i\]·P
    Sum,
}

impl Kind {
    /// Returns whether the problem has points on a curve.
    pub(crate) fn is_of_points(self) -> bool {
        matches!(self, Self::Multiple | Self::Msm | Self::FixedMultiple)
    }

    /// Returns whether the problem has a pairing.
    pub(crate) fn is_of_pairings(self) -> bool {
        self.has_values() || matches!(self, Self::G1 | Self::G2 | Self::Sum)
    }

    /// Returns whether results are judged values of a pairing: 1 if right, else 0.
    pub(crate) fn has_values(self) -> bool {
        matches!(self, Self::Pairing | Self::Product2 | Self::Gt)
    }

    pub(crate) fn by_name(name: &str) -> Option<Self> {
        match name {
            "power" => Some(Self::Power),
            "batch" => Some(Self::Batch),
            "outputs" => Some(Self::Outputs),
            "product" => Some(Self::Product),
            "fixed" => Some(Self::Fixed),
            "private" => Some(Self::Private),
            "multiple" => Some(Self::Multiple),
            "msm" => Some(Self::Msm),
            "fixed-multiple" => Some(Self::FixedMultiple),
            "pairing" => Some(Self::Pairing),
            "product2" => Some(Self::Product2),
            "g1" => Some(Self::G1),
            "g2" => Some(Self::G2),
            "gt" => Some(Self::Gt),
            "sum" => Some(Self::Sum),
            _ => None,
        }
    }
}

/// A problem. All numbers are little-endian 64-bit limbs.
#[derive(Clone)]
pub(crate) struct Problem {
    pub(crate) kind: Kind,
    pub(crate) modulus: Vec<u64>,
    pub(crate) bases: Vec<Vec<u64>>,
    pub(crate) exponents: Vec<Vec<u64>>,
    pub(crate) primes: Vec<Vec<u64>>,
    /// Memory for tables of a base.
    pub(crate) table_bytes: usize,
}

impl Problem {
    /// Creates a power modulo an odd number of `bits` bits. The exponent has `exponent_bits` bits; of 17 bits it is 65537.
    pub(crate) fn power(bits: usize, exponent_bits: usize) -> Self {
        Self::powers(Kind::Power, bits, exponent_bits, 1)
    }

    /// Creates a power modulo an even number.
    pub(crate) fn even(bits: usize, exponent_bits: usize) -> Self {
        let mut problem = Self::power(bits, exponent_bits);
        problem.modulus[0] &= !1;
        problem
    }

    /// Creates `jobs` powers modulo one number.
    pub(crate) fn batch(bits: usize, jobs: usize) -> Self {
        Self::powers(Kind::Batch, bits, bits, jobs)
    }

    fn powers(kind: Kind, bits: usize, exponent_bits: usize, jobs: usize) -> Self {
        let mut random = Random(fastrand::Rng::with_seed((bits << 32 | exponent_bits) as u64));
        let mut modulus = random.number(bits);
        modulus[0] |= 1;
        let mut exponent = || if exponent_bits == 17 { vec![65537] } else { random.number(exponent_bits) };
        let exponents = (0..jobs).map(|_| exponent()).collect();
        let bases = (0..jobs).map(|_| random.number(bits - 1)).collect();
        Self { kind, modulus, bases, exponents, primes: Vec::new(), table_bytes: 0 }
    }

    /// Creates the private operation of an RSA key of `bits` bits.
    pub(crate) fn private(bits: usize) -> Self {
        let mut random = Random(fastrand::Rng::with_seed(bits as u64));
        let (p, q) = (random.prime(bits / 2), random.prime(bits / 2));
        let minus_one = |p: &[u64]| [&[p[0] - 1], &p[1..]].concat();
        let order = Modulus::new(&product(&minus_one(&p), &minus_one(&q))).expect("not zero");
        let d = order.inverse(&[65537]).expect("the primes are chosen so");
        let bases = vec![random.number(bits - 1)];
        let (modulus, primes) = (product(&p, &q), vec![p, q]);
        Self { kind: Kind::Private, modulus, bases, exponents: vec![d], primes, table_bytes: 0 }
    }

    /// Creates multiples of a point of a named curve.
    pub(crate) fn points(kind: Kind, name: CurveName) -> Self {
        let curve = Curve::named(name);
        let order = curve.order();
        let mut random = Random(fastrand::Rng::with_seed(order[0]));
        // below the order
        let mut scalar = || random.number(bit_len(order) - 1);
        let p = curve.multiply(&scalar(), &curve.generator()).expect("the generator is a point");
        let bases = [p.x(), p.y()].map(|x| x.expect("not the identity").to_vec()).into();
        let exponents = vec![scalar(), scalar()];
        Self { kind, modulus: curve.p().to_vec(), bases, exponents, primes: Vec::new(), table_bytes: 0 }
    }

    /// Creates two scalars for a pairing.
    pub(crate) fn pairing(kind: Kind, e: &Pairing) -> Self {
        Self::of_pairing(kind, e, 2)
    }

    /// Creates a sum of `count` points of a pairing's first group.
    pub(crate) fn sum(e: &Pairing, count: usize) -> Self {
        Self::of_pairing(Kind::Sum, e, 2 + count)
    }

    fn of_pairing(kind: Kind, e: &Pairing, scalars: usize) -> Self {
        let mut random = Random(fastrand::Rng::with_seed(e.order()[0]));
        let exponents = (0..scalars).map(|_| random.number(bit_len(e.order()) - 1)).collect();
        let modulus = e.g1().p().to_vec();
        Self { kind, modulus, bases: Vec::new(), exponents, primes: Vec::new(), table_bytes: 0 }
    }

    pub(crate) fn is_odd(&self) -> bool {
        self.modulus[0] & 1 == 1
    }

    /// Returns the bits of the longest exponent.
    pub(crate) fn exponent_bits(&self) -> usize {
        self.exponents.iter().map(|exponent| bit_len(exponent)).max().unwrap_or(0)
    }
}

fn bit_len(limbs: &[u64]) -> usize {
    let top = limbs.iter().rposition(|&limb| limb != 0);
    top.map_or(0, |top| 64 * (top + 1) - limbs[top].leading_zeros() as usize)
}

/// Returns a·b, which is below 2^n − 1 for the n bits of both lengths together.
fn product(a: &[u64], b: &[u64]) -> Vec<u64> {
    let longest = vec![u64::MAX; a.len() + b.len()];
    Modulus::new(&longest).expect("not zero").mul(a, b)
}

/// A source of pseudorandom numbers, equal in every run.
struct Random(fastrand::Rng);

impl Random {
    /// Returns a number of exactly `bits` bits.
    fn number(&mut self, bits: usize) -> Vec<u64> {
        let mut number: Vec<u64> = (0..bits.div_ceil(64)).map(|_| self.0.u64(..)).collect();
        let top = (bits - 1) % 64;
        if let Some(last) = number.last_mut() {
            *last = (*last | 1 << 63) >> (63 - top);
        }
        number
    }

    /// Returns a probable prime p of `bits` bits, with its two top bits set and p − 1 coprime to 65537. `bits` is a
    /// multiple of 64.
    fn prime(&mut self, bits: usize) -> Vec<u64> {
        let mut p = self.number(bits);
        p[0] |= 1;
        p[bits / 64 - 1] |= 3 << 62;
        loop {
            p[0] = p[0].wrapping_add(2);
            let m = Modulus::new(&p).expect("not zero");
            let order = [&[p[0] - 1], &p[1..]].concat();
            let is_one = |x: &[u64]| x[0] == 1 && x[1..].iter().all(|&limb| limb == 0);
            let suits = || Modulus::new(&order).is_ok_and(|order| order.inverse(&[65537]).is_ok());
            if is_one(&m.pow_vartime(&[2], &order)) && suits() {
                return p;
            }
        }
    }
}
