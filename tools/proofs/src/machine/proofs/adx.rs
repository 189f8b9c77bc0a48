//! `adx`: products below m, and the short forms in their range.

use super::call::{
    Call, Operands, Proof, any, constants, is_same_as_cpu, lowest_of_inverse, number, owned, prove, refused_changes,
    words,
};
use crate::machine::Machine;
use modexp_kernels::proof::{Element, Residues, Value};
use modexp_kernels::x86_64::adx::Adx;

/// A product or a square of n limbs.
struct Long {
    n: usize,
    is_square: bool,
}

impl Proof for Long {
    type Kernel = Adx;

    fn call(&self, operands: Operands) -> Call<Adx> {
        let mut m = operands.words(self.n);
        m[0] |= 1;
        m[self.n - 1] |= 1 << 63;
        let below = |mut x: Vec<u64>| {
            x[self.n - 1] = x[self.n - 1].min(m[self.n - 1] - 1);
            x
        };
        let (a, b) = (below(operands.words(self.n)), below(operands.words(self.n)));
        Call::new(Adx::detect().expect("a CPU with adx"), &m, &a, &b, self.is_square)
    }

    fn residues(&self) -> Residues {
        Residues::DIGIT
    }

    fn hide(&self, call: &Call<Adx>, machine: &mut Machine) {
        for x in [owned(&call.modulus, self.n + 2), &call.a[..], &call.b[..]] {
            machine.hide(x, &constants(x));
        }
    }

    fn prove(&self, call: &Call<Adx>, machine: &mut Machine) {
        let n = self.n;
        let [a, b, mut m] = [n, n, n + 2].map(|n| (0..n).map(|_| any()).collect::<Vec<_>>());
        m[n] = lowest_of_inverse(&m, m[n + 1], self.residues());
        machine.hide(&call.a, &words(&a));
        machine.hide(&call.b, &words(&b));
        machine.hide(owned(&call.modulus, n + 2), &words(&m));
        call.interpret(machine);

        let values = |at: &[u64]| machine.words(at).into_iter().map(|x| x.value()).collect::<Vec<_>>();
        let (out, t) = (values(&call.out), values(&call.scratch[n..]));
        let b = if self.is_square { &a } else { &b };
        is_product_below_m(&out, &t, &a, b, &m[..n]);
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

#[test]
fn products_of_many_limbs_are_right() {
    for n in [4, 8, 12] {
        for is_square in [false, true] {
            let proof = Long { n, is_square };
            assert!(is_same_as_cpu(&proof, Operands::Random, None));
            assert!(is_same_as_cpu(&proof, Operands::Largest, None));
            prove(&format!("adx, {n} limbs, square: {is_square}"), &proof);
        }
    }
}

#[test]
fn changed_products_of_many_limbs_are_refused() {
    for is_square in [false, true] {
        let (refused, without_effect) = refused_changes(&Long { n: 4, is_square }, 20);
        println!("{refused} refused, {without_effect} without an effect");
        assert!(refused >= 50);
    }
}
