//! Products, squares, roots and traces in GF(2^m) are right for all elements.
//!
//! **Symbols.** The code runs once on coefficients that are polynomials over GF(2) in the operands' bits, each by its value at a
//! random point in GF(2^127). Two different polynomials of degree 2 have equal values with a probability of at most 2^−126. All
//! operations on limbs are exact in this domain, so a proof assumes nothing of the code.
//!
//! **Bases.** `Clmul` adds, shifts, moves bits, masks by constants or spread bits and multiplies without carries, so that its products are
//! bilinear, and its squares, roots and half-traces linear. They are right for all elements if they are right for the powers of x.

use super::tests::{any, reference};
use super::*;
use core::array::from_fn;
use core::ops::{BitAnd, BitOr, BitXor, Shl, Shr};
use modexp_limbs::testing::Random;
use std::cell::Cell;
use std::vec::Vec;

/// A coefficient, by its value in GF(2)\[y]/(y^127 + y + 1).
type Coefficient = u128;

/// The coefficients of 64 powers of x.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Symbols([Coefficient; 64]);

std::thread_local! {
    /// The operations of this run, and the one that is wrong.
    static OPERATIONS: Cell<usize> = const { Cell::new(0) };
    static WRONG: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// x, or the result of a wrong operation in its place.
fn changed(x: &Symbols, wrong: impl FnOnce() -> Symbols) -> Symbols {
    let index = OPERATIONS.replace(OPERATIONS.get() + 1);
    if index == WRONG.get() { wrong() } else { *x }
}

fn times(a: Coefficient, b: Coefficient) -> Coefficient {
    match (a, b) {
        (0, _) | (_, 0) => return 0,
        (1, x) | (x, 1) => return x,
        _ => {}
    }
    // out·2^bits
    let moved = |out: Coefficient, bits: usize| {
        let high = out >> (127 - bits);
        (out << bits) & (Coefficient::MAX >> 1) ^ high ^ high << 1
    };
    let mut multiples = [0; 16];
    for u in 1..16 {
        multiples[u] = moved(multiples[u / 2], 1) ^ [0, a][u % 2];
    }
    (0..32).rev().fold(0, |out, i| moved(out, 4) ^ multiples[(b >> (4 * i) & 15) as usize])
}

impl BitXor for Symbols {
    type Output = Self;
    #[inline(never)]
    fn bitxor(self, b: Self) -> Self {
        changed(&Self(from_fn(|i| self.0[i] ^ b.0[i])), || self)
    }
}

impl BitAnd for Symbols {
    type Output = Self;
    #[inline(never)]
    fn bitand(self, b: Self) -> Self {
        changed(&Self(from_fn(|i| times(self.0[i], b.0[i]))), || self)
    }
}

impl BitOr for Symbols {
    type Output = Self;
    #[inline(never)]
    fn bitor(self, b: Self) -> Self {
        changed(&Self(from_fn(|i| self.0[i] ^ b.0[i] ^ times(self.0[i], b.0[i]))), || self)
    }
}

impl Shl<usize> for Symbols {
    type Output = Self;
    #[inline(never)]
    fn shl(self, n: usize) -> Self {
        let by = |n: usize| Self(from_fn(|i| if i < n { 0 } else { self.0[i - n] }));
        changed(&by(n), || by(n + 1))
    }
}

impl Shr<usize> for Symbols {
    type Output = Self;
    #[inline(never)]
    fn shr(self, n: usize) -> Self {
        let by = |n: usize| Self(from_fn(|i| self.0.get(i + n).copied().unwrap_or(0)));
        changed(&by(n), || by(n + 1))
    }
}

impl Limb for Symbols {
    const LANES: usize = 1;

    fn first(self) -> u64 {
        unreachable!("one value of many")
    }

    fn is_zero(_x: &[Self]) -> Self {
        unreachable!("no operation of a proof")
    }

    fn mask(self) -> Self {
        unreachable!("no operation of a proof")
    }

    fn parity(self) -> Self {
        Self(from_fn(|i| if i == 0 { self.0.iter().fold(0, |sum, x| sum ^ x) } else { 0 }))
    }

    fn write<const N: usize>(_words: &mut [u64], _a: &[Self; N]) {
        unreachable!("one value of many")
    }
}

/// A machine on symbols, with products reduced in pairs or not.
#[derive(Clone, Copy, Debug)]
struct Symbolic<const IN_PAIRS: bool>;

/// The symbols of a product of limbs.
fn pair(coefficients: &[Coefficient; 128]) -> [Symbols; 2] {
    [0, 64].map(|first| {
        let right = Symbols(from_fn(|i| coefficients[first + i]));
        let mut wrong = right;
        wrong.0[first / 64 * 62] = 0;
        changed(&right, || wrong)
    })
}

impl<const IN_PAIRS: bool> Multiplier for Symbolic<IN_PAIRS> {
    type Limb = Symbols;
    type Pair = [Symbols; 2];

    const IN_PAIRS: bool = IN_PAIRS;

    fn splat(self, x: u64) -> Symbols {
        Symbols(from_fn(|i| (x >> i & 1).into()))
    }

    fn read<const N: usize>(self, _words: &[u64]) -> [Symbols; N] {
        unreachable!("one value of many")
    }

    fn limb(self, a: Symbols) -> [Symbols; 2] {
        [a, self.splat(0)]
    }

    fn to_limbs(self, a: [Symbols; 2]) -> [Symbols; 2] {
        a
    }

    #[inline(never)]
    fn mul(self, [a, _]: [Symbols; 2], [b, _]: [Symbols; 2]) -> [Symbols; 2] {
        let mut out = [0; 128];
        for i in 0..64 {
            for j in 0..64 {
                out[i + j] ^= times(a.0[i], b.0[j]);
            }
        }
        pair(&out)
    }

    #[inline(never)]
    fn square(self, [a, _]: [Symbols; 2]) -> [Symbols; 2] {
        pair(&from_fn(|i| if i % 2 == 0 { a.0[i / 2] } else { 0 }))
    }

    fn add(self, a: [Symbols; 2], b: [Symbols; 2]) -> [Symbols; 2] {
        from_fn(|i| a[i] ^ b[i])
    }

    fn pair(self, limbs: [Symbols; 2]) -> [Symbols; 2] {
        limbs
    }

    fn and(self, a: [Symbols; 2], b: [Symbols; 2]) -> [Symbols; 2] {
        from_fn(|i| a[i] & b[i])
    }

    fn left(self, a: [Symbols; 2], n: usize) -> [Symbols; 2] {
        a.map(|limb| limb << n)
    }

    fn right(self, a: [Symbols; 2], n: usize) -> [Symbols; 2] {
        a.map(|limb| limb >> n)
    }

    fn up(self, [low, _]: [Symbols; 2]) -> [Symbols; 2] {
        [self.splat(0), low]
    }

    fn down(self, [_, high]: [Symbols; 2]) -> [Symbols; 2] {
        [high, self.splat(0)]
    }
}

/// Any element: the bits below x^m are variables.
fn any_element<const N: usize>(random: &mut Random, m: usize) -> [Symbols; N] {
    let mut coefficient = || u128::from(random.limb()) << 63 ^ u128::from(random.limb() >> 1);
    from_fn(|i| Symbols(from_fn(|j| if 64 * i + j < m { coefficient() } else { 0 })))
}

/// Σ t_i·x^i modulo the polynomial.
fn reduced<P: Polynomial, const N: usize>(polynomial: P, mut t: Vec<Coefficient>) -> [Symbols; N] {
    let (m, middle) = (polynomial.degree(), polynomial.middle());
    for i in (m..t.len()).rev() {
        let high = core::mem::take(&mut t[i]);
        t[i - m] ^= high;
        middle.into_iter().filter(|&k| k > 0).for_each(|k| t[i - m + k] ^= high);
    }
    from_fn(|i| Symbols(from_fn(|j| t.get(64 * i + j).copied().unwrap_or(0))))
}

/// Operands of m bits, with their product and the square of the first.
struct Operands<const N: usize> {
    a: [Symbols; N],
    b: [Symbols; N],
    product: [Symbols; N],
    square: [Symbols; N],
}

impl<const N: usize> Operands<N> {
    fn any(polynomial: impl Polynomial) -> Self {
        let m = polynomial.degree();
        let mut random = Random(m as u64);
        let [a, b] = [(); 2].map(|()| any_element::<N>(&mut random, m));
        let flat = |x: &[Symbols; N]| -> Vec<_> { x.iter().flat_map(|limb| limb.0).take(m).collect() };
        let (mut product, mut square) = (std::vec![0; 2 * m - 1], std::vec![0; 2 * m - 1]);
        let (left, right) = (flat(&a), flat(&b));
        for i in 0..m {
            // a bit is its own square
            square[2 * i] = left[i];
            for j in 0..m {
                product[i + j] ^= times(left[i], right[j]);
            }
        }
        Self { a, b, product: reduced(polynomial, product), square: reduced(polynomial, square) }
    }

    /// Whether products and squares are right.
    fn are_multiplied<const IN_PAIRS: bool>(&self, polynomial: impl Polynomial) -> bool {
        let field = BinaryField::new(Symbolic::<IN_PAIRS>, polynomial).expect("room");
        OPERATIONS.set(0);
        field.mul(&self.a, &self.b) == self.product && field.sqr(&self.a) == self.square
    }
}

fn prove<P: Polynomial, const N: usize>(polynomial: P) {
    let operands = Operands::<N>::any(polynomial);
    assert!(operands.are_multiplied::<true>(polynomial) && operands.are_multiplied::<false>(polynomial));
    let (a, field) = (operands.a, BinaryField::<_, P, N>::new(Symbolic::<true>, polynomial).expect("room"));
    assert_eq!(field.sqr(&field.sqrt(&a)), a);
    let (half, trace) = (field.half_trace(&a), from_fn(|i| if i == 0 { field.trace(&a) } else { field.splat(0) }));
    assert_eq!(add(&field.sqr(&half), &half), add(&a, &trace));
}

/// Makes about 120 operations wrong, one at a time, and returns how many proofs are refused.
fn refused<const N: usize>(polynomial: impl Polynomial) -> usize {
    let operands = Operands::<N>::any(polynomial);
    let is_refused = |wrong: usize| {
        WRONG.set(wrong);
        !operands.are_multiplied::<true>(polynomial)
    };
    assert!(!is_refused(usize::MAX));
    let operations = OPERATIONS.get();
    let refused = (0..operations).step_by(operations.div_ceil(120)).filter(|&wrong| is_refused(wrong)).count();
    WRONG.set(usize::MAX);
    refused
}

#[test]
fn operations_are_right_for_all_elements() {
    prove::<_, 3>(Fixed::<163, 7, 6, 3>);
    prove::<_, 4>(Fixed::<233, 74, 0, 0>);
    prove::<_, 5>(Fixed::<283, 12, 7, 5>);
    prove::<_, 6>(Fixed::<379, 253, 251, 59>);
    prove::<_, 9>(Fixed::<571, 10, 5, 2>);
    prove::<_, 20>(Fixed::<1223, 255, 0, 0>);
    // more limbs than needed, few bits, and exponents close to m
    prove::<_, 9>(any(&[233, 74, 0]));
    prove::<_, 9>(any(&[283, 12, 7, 5, 0]));
    prove::<_, 9>(any(&[409, 87, 0]));
    prove::<_, 9>(any(&[571, 10, 5, 2, 0]));
    prove::<_, 1>(any(&[7, 6, 0]));
    prove::<_, 2>(any(&[127, 126, 0]));
    prove::<_, 2>(any(&[127, 63, 0]));
}

#[test]
fn changed_operations_are_refused() {
    let refused = [
        refused::<3>(Fixed::<163, 7, 6, 3>),
        refused::<4>(Fixed::<233, 74, 0, 0>),
        refused::<5>(Fixed::<283, 12, 7, 5>),
        refused::<4>(any(&[163, 7, 6, 3, 0])),
    ];
    // an operation with 0, or one of bits that are masked later, may be any
    assert!(refused.iter().all(|&refused| refused >= 50), "{refused:?}");
}

/// Proves a bilinear product, and linear squares, roots and half-traces.
#[cfg(target_arch = "x86_64")]
fn prove_on_bases<M: Multiplier<Limb = u64>, P: Polynomial, const N: usize>(multiplier: M, polynomial: P) {
    let field = BinaryField::<M, P, N>::new(multiplier, polynomial).expect("room");
    let m = field.degree();
    let power = |k: usize| -> [u64; N] { from_fn(|i| if k / 64 == i { 1 << (k % 64) } else { 0 }) };
    // x^k, k < 2m − 1
    let next = |last: &[u64; N]| Some(reference(polynomial, last, &power(1)));
    let powers: Vec<[u64; N]> = core::iter::successors(Some(power(0)), next).take(2 * m - 1).collect();
    for i in 0..m {
        let a = power(i);
        for j in 0..m {
            assert_eq!(field.mul(&a, &power(j)), powers[i + j], "x^{i}·x^{j} for m = {m}");
        }
        assert_eq!(field.sqr(&a), powers[2 * i]);
        assert_eq!(field.sqr(&field.sqrt(&a)), a);
        let (half, trace) = (field.half_trace(&a), from_fn(|k| if k == 0 { field.trace(&a) } else { 0 }));
        assert_eq!(add(&field.sqr(&half), &half), add(&a, &trace));
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn operations_by_pclmulqdq_are_right_for_all_elements() {
    let Some(clmul) = x86_64::Clmul::detect() else { return modexp_kernels::testing::assert_not_expected("adx") };
    for clmul in [clmul, clmul.without_pdep()] {
        prove_on_bases::<_, _, 3>(clmul, Fixed::<163, 7, 6, 3>);
        prove_on_bases::<_, _, 4>(clmul, Fixed::<233, 74, 0, 0>);
        prove_on_bases::<_, _, 5>(clmul, Fixed::<283, 12, 7, 5>);
        prove_on_bases::<_, _, 6>(clmul, Fixed::<379, 253, 251, 59>);
        prove_on_bases::<_, _, 9>(clmul, Fixed::<571, 10, 5, 2>);
        prove_on_bases::<_, _, 9>(clmul, any(&[409, 87, 0]));
    }
}
