//! `adx` and `portable`: products below m.

use super::call::{
    Call, Operands, Proof, any, constants, is_same_as_cpu, lowest_of_inverse, number, owned, prove, refused_changes,
    words,
};
use crate::machine::Machine;
use modexp_kernels::kernel::Kernel;
use modexp_kernels::portable::Portable;
use modexp_kernels::proof::{Element, Residues, Value};
use modexp_kernels::x86_64::adx::Adx;
use std::marker::PhantomData;

/// A kernel on limbs of 64 bits with products below m.
trait Limbs: Kernel<Word = u64> + Copy {
    /// The kernel of this CPU.
    fn detected() -> Self;

    /// The places of m's n limbs and of −m⁻¹ mod 2^64.
    fn places(m: &Self::Modulus, n: usize) -> [&[u64]; 2];
}

impl Limbs for Adx {
    fn detected() -> Self {
        Self::detect().expect("a CPU with adx")
    }

    fn places(m: &Self::Modulus, n: usize) -> [&[u64]; 2] {
        let words = owned(m, n + 1, None);
        [&words[..n], &words[n..]]
    }
}

impl Limbs for Portable<u64> {
    fn detected() -> Self {
        Self::new()
    }

    fn places(m: &Self::Modulus, n: usize) -> [&[u64]; 2] {
        let inverse = m.m0_inv();
        [owned(m, n, Some(inverse)), std::slice::from_ref(inverse)]
    }
}

/// A product or a square of n limbs.
struct Long<K> {
    n: usize,
    is_square: bool,
    kernel: PhantomData<K>,
}

impl<K: Limbs> Long<K> {
    fn new(n: usize, is_square: bool) -> Self {
        Self { n, is_square, kernel: PhantomData }
    }
}

impl<K: Limbs> Proof for Long<K> {
    type Kernel = K;

    fn call(&self, operands: Operands) -> Call<K> {
        let mut m = operands.words(self.n);
        m[0] |= 1;
        m[self.n - 1] |= 1 << 63;
        let below = |mut x: Vec<u64>| {
            x[self.n - 1] = x[self.n - 1].min(m[self.n - 1] - 1);
            x
        };
        let (a, b) = (below(operands.words(self.n)), below(operands.words(self.n)));
        Call::new(K::detected(), &m, &a, &b, self.is_square)
    }

    fn residues(&self) -> Residues {
        Residues::DIGIT
    }

    fn hide(&self, call: &Call<K>, machine: &mut Machine) {
        let [m, inverse] = K::places(&call.modulus, self.n);
        for x in [m, inverse, &call.a, &call.b] {
            machine.hide(x, &constants(x));
        }
    }

    fn prove(&self, call: &Call<K>, machine: &mut Machine) {
        let n = self.n;
        let [a, b, m] = [(); 3].map(|()| (0..n).map(|_| any()).collect::<Vec<_>>());
        let inverse = lowest_of_inverse(&m, any(), self.residues());
        machine.hide(&call.a, &words(&a));
        machine.hide(&call.b, &words(&b));
        let places = K::places(&call.modulus, n);
        machine.hide(places[0], &words(&m));
        machine.hide(places[1], &words(&[inverse]));
        call.interpret(machine);

        let values = |at: &[u64]| machine.words(at).into_iter().map(|x| x.value()).collect::<Vec<_>>();
        let (out, t) = (values(&call.out), values(&call.scratch[n..]));
        let b = if self.is_square { &a } else { &b };
        is_product_below_m(&out, &t, &a, b, &m);
    }
}

/// T·R = a·b + Q·m for 0 ≤ Q < R, where T has the limbs t and a carry. So T < 2m for a·b < R·m. Checks that out = T or T − m,
/// below m.
fn is_product_below_m(out: &[Value], t: &[Value], a: &[Value], b: &[Value], m: &[Value]) {
    let n = m.len();
    let quotients = m[0].multipliers();
    assert_eq!(quotients.len(), n);
    assert!(quotients.iter().all(|q| q.interval().1.word(1) == 0), "quotients of a word");
    let r = Element::two_to(64 * n);
    let sum = number(a) * number(b) + number(&quotients) * number(m);
    let carries = [Element::ZERO, r].map(|carry| (number(t) + carry) * r == sum);

    // T − m in limbs; `borrow` counts R
    let (mut borrow, mut less_m) = (Value::default(), Vec::new());
    for (&t, &m) in t.iter().zip(m) {
        let difference = t - m - borrow;
        less_m.push(difference.rest(64));
        borrow = difference.borrow(64);
    }
    match (carries, borrow.choose()) {
        ([true, false], true) => assert_eq!(out, t, "T < m"),
        ([true, false], false) | ([false, true], true) => assert_eq!(out, less_m, "m ≤ T < 2m"),
        ([false, true], false) => {} // T ≥ R + m, which is above 2m
        (carries, borrow) => panic!("no product of {n} limbs: {carries:?} {borrow}"),
    }
}

fn prove_sizes<K: Limbs>(name: &str, sizes: &[usize]) {
    for &n in sizes {
        for is_square in [false, true] {
            let proof = Long::<K>::new(n, is_square);
            assert!(is_same_as_cpu(&proof, Operands::Random, None));
            assert!(is_same_as_cpu(&proof, Operands::Largest, None));
            prove(&format!("{name}, {n} limbs, square: {is_square}"), &proof);
        }
    }
}

fn refuse_changes<K: Limbs>() {
    for is_square in [false, true] {
        let (refused, without_effect) = refused_changes(&Long::<K>::new(4, is_square), 20);
        println!("{refused} refused, {without_effect} without an effect");
        assert!(refused >= 50);
    }
}

#[test]
fn adx_is_right() {
    prove_sizes::<Adx>("adx", &[4, 8, 12]);
}

#[test]
fn portable_is_right() {
    prove_sizes::<Portable<u64>>("portable", &[1, 2, 3, 4, 8, 9]);
}

#[test]
#[ignore = "minutes"]
fn all_sizes_of_adx_are_right() {
    prove_sizes::<Adx>("adx", &[16, 20, 24, 28, 32, 64]);
}

#[test]
#[ignore = "minutes"]
fn all_sizes_of_portable_are_right() {
    prove_sizes::<Portable<u64>>("portable", &[5, 6, 7, 10, 11, 12, 16, 17, 24, 32]);
}

#[test]
fn changed_adx_is_refused() {
    refuse_changes::<Adx>();
}

#[test]
fn changed_portable_is_refused() {
    refuse_changes::<Portable<u64>>();
}
