//! `relaxed`: products and squares are right for all operands and moduli, and from 0 to 4m.

use crate::instance::Changed;
use crate::kernel::modulus;
use crate::module::Module;
use crate::ops::{Op, binary};
use crate::proof::Proof;
use crate::routine::{Digits, Layout, Operation, Routine};
use crate::runs::in_power;
use crate::word::Word;
use modexp_kernels::fused::columns::{RADIX, ROWS};
use modexp_kernels::proof::{Residues, Value};
use modexp_proofs::fused::{Columns, any_element, any_modulus};
use num_bigint::{BigInt, BigUint};

/// A product at its start.
pub struct RelaxedProof<'m> {
    routine: Routine<'m>,
    m: BigUint,
    /// The addresses of the modulus; f and μ follow.
    moduli: Vec<usize>,
}

impl<'m> RelaxedProof<'m> {
    /// Finds the product, or the square, for moduli of `bits` bits.
    pub fn new(module: &'m Module<'m>, bits: usize, operation: Operation) -> Self {
        let (m, count) = (modulus(bits), (bits + 4).div_ceil(RADIX as usize));
        let layout = Layout { radix: RADIX, count, width: 8, digits: Digits::Floats };
        let routine = in_power(module, &m, layout, operation, 4);
        let has_f_above = |at: &usize| {
            let word = |i: usize| routine.instance.memory.word(at + 8 * (layout.words() + i), 8).known();
            let f = layout.number(&(0..layout.words()).map(word).collect::<Vec<_>>());
            f.is_some_and(|f| ((f << (RADIX as usize * ROWS)) - 1) % BigInt::from(m.clone()) == BigInt::ZERO)
        };
        let moduli: Vec<usize> = routine.places(&layout.digits(&m)).into_iter().filter(has_f_above).collect();
        assert!(!moduli.is_empty(), "the constants of the modulus");
        Self { routine, m, moduli }
    }

    /// The words of an element.
    fn words(&self, digits: &[Value]) -> Vec<Word> {
        let layout = self.routine.layout;
        let mut words = vec![Word::ZERO; layout.words()];
        digits.iter().enumerate().for_each(|(i, &digit)| words[layout.place(i)] = Word::Float(digit));
        words
    }

    /// The scratch space of h vectors of zeros and 3h of columns.
    fn scratch(&self) -> usize {
        let (slots, words) = (&self.routine.arguments, self.routine.layout.words());
        slots.windows(2).find(|pair| pair[1].address() == 4 * words).expect("the scratch space")[0].address()
    }
}

impl<'m> Proof<'m> for RelaxedProof<'m> {
    fn routine(&self) -> &Routine<'m> {
        &self.routine
    }

    fn residues(&self) -> Residues {
        Residues::BLOCK
    }

    fn is_right(&self, changed: Option<&Changed<'m>>) -> bool {
        self.routine.is_right(&self.m, 4, changed)
    }

    fn prove(&self, changed: Option<Changed<'m>>) {
        let layout = self.routine.layout;
        let n = layout.count;
        let modulus = any_modulus(n);
        let mut words = [self.words(&modulus.m), self.words(&modulus.f)].concat();
        words.extend(modulus.mu.iter().flat_map(|&digit| [Word::Float(digit); 2]));
        let mut routine = self.routine.clone();
        routine.put(&self.moduli, &words);

        let a = any_element(n);
        let b = if routine.operation.has_one_operand() { a.clone() } else { any_element(n) };
        let before = self.words(&any_element(layout.words()));
        let (out, after) = routine.run(&self.words(&a), &self.words(&b), &before, changed);
        let digit = |i: usize| match out[layout.place(i)] {
            Word::Float(digit) => digit,
            _ => panic!("a digit that does not depend on the operands"),
        };
        let out: Vec<Value> = (0..layout.words()).map(digit).collect();
        let part = |vector: usize, part: usize| after.memory.word(self.scratch() + 16 * vector + 8 * part, 8);
        Columns::new(n, 2, part, |a, b| binary(Op::Add, 64, a, b), Word::name).check(&out, &a, &b, &modulus);
    }
}
