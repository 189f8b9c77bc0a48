//! `relaxed` and `relaxed_x2`: products and squares are right for all operands and moduli, and from 0 to 4m.

use crate::instance::{Changed, Slot};
use crate::kernel::modulus;
use crate::module::Module;
use crate::ops::{Op, binary};
use crate::proof::Proof;
use crate::routine::{Digits, Layout, Operation, Routine};
use crate::runs::in_power;
use crate::word::Word;
use modexp_kernels::fused::columns::{RADIX, ROWS};
use modexp_kernels::proof::{Residues, Value};
use modexp_proofs::elimination::AnyModulus;
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
    /// Finds the product, or the square, of one number or two, for moduli of `bits` bits.
    pub fn new(module: &'m Module<'m>, numbers: usize, bits: usize, operation: Operation) -> Self {
        let (m, count) = (modulus(bits), (bits + 4).div_ceil(RADIX as usize));
        let layout = Layout { radix: RADIX, count, width: 8, digits: Digits::Floats { numbers } };
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
    fn words(&self, numbers: &[Vec<Value>]) -> Vec<Word> {
        let layout = self.routine.layout;
        let mut words = vec![Word::ZERO; layout.words()];
        for (number, digits) in numbers.iter().enumerate() {
            digits.iter().enumerate().for_each(|(i, &digit)| words[layout.place(i, number)] = Word::Float(digit));
        }
        words
    }

    /// The scratch space: for two parts of a number, h vectors of zeros and 3h of columns, else 2h of columns.
    fn scratch(&self, parts: usize) -> usize {
        let (slots, words) = (&self.routine.arguments, self.routine.layout.words());
        let is_scratch = |pair: &&[Slot]| pair[1].address() == 2 * parts * words;
        slots.windows(2).find(is_scratch).expect("the scratch space")[0].address()
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
        let (n, numbers) = (layout.count, layout.numbers());
        let parts = 2 / numbers;
        let moduli: Vec<_> = (0..numbers).map(|_| any_modulus(n)).collect();
        let of = |pick: fn(&AnyModulus) -> &Vec<Value>| {
            self.words(&moduli.iter().map(|m| pick(m).clone()).collect::<Vec<_>>())
        };
        let mut words = [of(|modulus| &modulus.m), of(|modulus| &modulus.f)].concat();
        words.extend((0..2 * ROWS).map(|i| Word::Float(moduli[i % numbers].mu[i / 2])));
        let mut routine = self.routine.clone();
        routine.put(&self.moduli, &words);

        let any = |count: usize| (0..numbers).map(|_| any_element(count)).collect::<Vec<_>>();
        let a = any(n);
        let b = if routine.operation.has_one_operand() { a.clone() } else { any(n) };
        let before = self.words(&any(layout.words() / numbers));
        let (out, after) = routine.run(&self.words(&a), &self.words(&b), &before, changed);
        for (number, modulus) in moduli.iter().enumerate() {
            let digit = |i: usize| match out[layout.place(i, number)] {
                Word::Float(digit) => digit,
                _ => panic!("a digit that does not depend on the operands"),
            };
            let out: Vec<Value> = (0..layout.words() / numbers).map(digit).collect();
            let scratch = self.scratch(parts);
            let part = |vector: usize, part: usize| {
                after.memory.word(scratch + 16 * vector + 8 * (numbers * part + number), 8)
            };
            let columns = Columns::new(n, parts, part, |a, b| binary(Op::Add, 64, a, b), Word::name);
            columns.check(&out, &a[number], &b[number], modulus);
        }
    }
}
