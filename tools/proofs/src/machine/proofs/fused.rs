//! `fma`, `fma_x2` and `fma_x4`: products from 0 to 4m.

use super::call::{Call, Operands, Proof, is_same_as_cpu, prove, refused_changes};
use crate::fused::{Columns, any_element, any_modulus};
use crate::machine::{Machine, Word};
use modexp_kernels::fused::Fused;
use modexp_kernels::fused::abstraction::{add, name, number};
use modexp_kernels::fused::modulus::Constants;
use modexp_kernels::kernel::Kernel;
use modexp_kernels::proof::{Residues, Value, refuses_rounding_down};
use modexp_kernels::x86_64::fma::Quad;

/// Lanes of a vector.
const LANES: usize = 4;

/// A product or a square of N numbers for moduli of `limbs` limbs.
struct Fma<const N: usize> {
    limbs: usize,
    is_square: bool,
}

impl<const N: usize> Fma<N> {
    const PARTS: usize = LANES / N;

    fn digits(&self) -> usize {
        Fused::<Quad, N>::digits(64 * self.limbs)
    }

    /// Vectors of an element.
    fn h(&self) -> usize {
        self.digits().div_ceil(Self::PARTS)
    }

    /// The word of digit i of a number.
    fn word(&self, i: usize, lane: usize) -> usize {
        LANES * (i % self.h()) + N * (i / self.h()) + lane
    }

    /// The words of an element.
    fn words(&self, numbers: &[Vec<Value>]) -> Vec<Word> {
        let mut words = vec![Word::Known(0); LANES * self.h()];
        for (lane, digits) in numbers.iter().enumerate() {
            digits.iter().enumerate().for_each(|(i, &digit)| words[self.word(i, lane)] = Word::Lane(name(digit)));
        }
        words
    }
}

impl<const N: usize> Proof for Fma<N> {
    type Kernel = Fused<Quad, N>;

    fn call(&self, operands: Operands) -> Call<Fused<Quad, N>> {
        let kernel = Fused::<Quad, N>::detect().expect("a CPU with avx2 and fma");
        let mut m = operands.words(self.limbs);
        m[0] |= 1;
        let element = || {
            let mut words = vec![0; Fused::<Quad, N>::words(self.digits())];
            (0..N).for_each(|lane| Fused::<Quad, N>::from_limbs(&mut words, &operands.words(self.limbs), lane));
            words
        };
        Call::new(kernel, &m, &element(), &element(), self.is_square)
    }

    fn residues(&self) -> Residues {
        Residues::BLOCK
    }

    /// Lanes of constants are numbers.
    fn hide(&self, _call: &Call<Fused<Quad, N>>, _machine: &mut Machine) {}

    fn prove(&self, call: &Call<Fused<Quad, N>>, machine: &mut Machine) {
        let (n, h) = (self.digits(), self.h());
        let moduli: Vec<_> = (0..N).map(|_| any_modulus(n)).collect();
        let of = |pick: fn(usize) -> Vec<Value>| (0..N).map(|_| pick(n)).collect::<Vec<_>>();
        let a = of(any_element);
        let b = if self.is_square { a.clone() } else { of(any_element) };
        let [m, f] = [0, 1].map(|k| {
            self.words(&moduli.iter().map(|x| if k == 0 { x.m.clone() } else { x.f.clone() }).collect::<Vec<_>>())
        });
        // a digit of μ is in all lanes of its number
        let mu = (0..LANES * moduli[0].mu.len()).map(|i| Word::Lane(name(moduli[i % N].mu[i / LANES])));
        machine.hide(call.modulus.words(), &[m, f, mu.collect()].concat());
        machine.hide(&call.a, &self.words(&a));
        machine.hide(&call.b, &self.words(&b));
        call.interpret(machine);

        let [out, scratch] = [&call.out, &call.scratch].map(|words| machine.words(words));
        for lane in 0..N {
            let out: Vec<Value> = (0..Self::PARTS * h).map(|i| number(out[self.word(i, lane)].name())).collect();
            let part = |vector: usize, part: usize| scratch[LANES * vector + N * part + lane].name();
            Columns::new(n, Self::PARTS, part, add, |name| name).check(&out, &a[lane], &b[lane], &moduli[lane]);
        }
    }
}

fn prove_sizes<const N: usize>(limbs: &[usize]) {
    for &limbs in limbs {
        for is_square in [false, true] {
            let proof = Fma::<N> { limbs, is_square };
            for operands in [Operands::Random, Operands::Largest] {
                assert!(is_same_as_cpu(&proof, operands, None));
            }
            prove(&format!("fma, {N} numbers of {limbs} limbs, square: {is_square}"), &proof);
        }
    }
}

/// One number of 10 to 13 digits; products of 16 limbs know their length.
#[test]
fn fma_is_right() {
    prove_sizes::<1>(&[7, 8, 9, 10, 16]);

    prove_sizes::<2>(&[4, 8]);
    prove_sizes::<4>(&[4, 8]);
}

#[test]
#[ignore = "a minute"]
fn all_sizes_of_fma_are_right() {
    prove_sizes::<1>(&[11, 12, 17, 24, 32, 48, 64]);
    prove_sizes::<2>(&[5, 6, 7, 9, 10, 16, 32]);
    prove_sizes::<4>(&[5, 6, 7, 9, 10, 16, 32]);
}

#[test]
fn changed_fma_is_refused() {
    for is_square in [false, true] {
        let (refused, without_effect) = refused_changes(&Fma::<1> { limbs: 7, is_square }, 20);
        println!("{refused} refused, {without_effect} without an effect");
        assert!(refused >= 50);
        let proof = Fma::<1> { limbs: 7, is_square };
        let run = || proof.prove(&proof.call(Operands::Random), &mut Machine::new(None));
        assert!(refuses_rounding_down(Residues::BLOCK, run));
    }
}
