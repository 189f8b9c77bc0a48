//! Calls of a kernel's product, by the interpreter and by this CPU.

use crate::machine::{Change, Machine, Word};
use modexp_kernels::kernel::Kernel;
use modexp_kernels::proof::residue::Residue;
use modexp_kernels::proof::{Element, Int, Parts, Residues, Value, be_quiet, for_each_case};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// A product or a square of one kernel, with its operands.
pub struct Call<K: Kernel<Word = u64>> {
    kernel: K,
    pub modulus: K::Modulus,
    pub a: Vec<u64>,
    pub b: Vec<u64>,
    pub out: Vec<u64>,
    pub scratch: Vec<u64>,
    is_square: bool,
}

#[inline(never)]
extern "C" fn product<K: Kernel<Word = u64>>(call: &mut Call<K>) {
    call.kernel.mont_mul(&mut call.out, &call.a, &call.b, &call.modulus, &mut call.scratch);
}

#[inline(never)]
extern "C" fn square<K: Kernel<Word = u64>>(call: &mut Call<K>) {
    call.kernel.mont_sqr(&mut call.out, &call.a, &call.modulus, &mut call.scratch);
}

impl<K: Kernel<Word = u64>> Call<K> {
    pub fn new(kernel: K, m: &[u64], a: &[u64], b: &[u64], is_square: bool) -> Self {
        let digits = K::digits(64 * m.len());
        let scratch = vec![0; K::scratch_words(digits)];
        let words = |x: &[u64]| {
            let mut words: Vec<u64> = vec![0; a.len()];
            words[..x.len()].copy_from_slice(x);
            words
        };
        let modulus = kernel.modulus(&vec![m; K::LANES], digits);
        Self { kernel, modulus, a: words(a), b: words(b), out: vec![0; a.len()], scratch, is_square }
    }

    pub fn run(&mut self) {
        if self.is_square { square(self) } else { product(self) }
    }

    pub fn interpret(&self, machine: &mut Machine) {
        let function = if self.is_square { square::<K> as *const () } else { product::<K> as *const () };
        machine.call(function as u64, std::ptr::from_ref(self) as u64);
    }
}

/// The first `length` words that a vector in `x` owns; `own` is a word of `x` that is no address.
pub fn owned<'a, T>(x: &'a T, length: usize, own: Option<&u64>) -> &'a [u64] {
    let words = size_of::<T>() / 8;
    // SAFETY: `x` is a vector and words that are no addresses, all aligned; the vector has this length.
    #[allow(unsafe_code, reason = "the fields of a modulus are private to its kernel")]
    unsafe {
        let words = std::slice::from_raw_parts(std::ptr::from_ref(x).cast::<u64>(), words);
        let at = words
            .iter()
            .find(|&word| *word > 1 << 32 && own.is_none_or(|own| !std::ptr::eq(own, word)))
            .expect("an address");
        std::slice::from_raw_parts(*at as *const u64, length)
    }
}

/// A number in one word, with any value.
pub fn any() -> Value {
    Value::input(Int::ZERO, Int::two_to(64) - Int::ONE)
}

/// Numbers from 0 to `end` − 1.
pub fn any_below(end: Int, count: usize) -> Vec<Value> {
    (0..count).map(|_| Value::input(Int::ZERO, end - Int::ONE)).collect()
}

/// The number that was split and its quotient, if x is the rest of a split at a digit.
pub fn split(radix: u32, x: Value) -> Option<(Value, Value)> {
    match x.parts() {
        Parts::Rest { of, bits, quotient } if bits == radix => Some((of, quotient)),
        _ => None,
    }
}

/// n words.
pub fn words(x: &[Value]) -> Vec<Word> {
    x.iter().map(|&x| Word::Any(x)).collect()
}

pub fn constants(x: &[u64]) -> Vec<Word> {
    x.iter().map(|&x| Word::Any(Value::constant(u128::from(x)))).collect()
}

/// Σ x_i·2^(64i).
pub fn number(x: &[Value]) -> Element {
    Element::number(64, x.iter().map(|x| x.element()))
}

/// k_0 with k = k_0 + 2^64·k_1 = −1/m mod 2^128, for the two lowest limbs of m and k_1.
pub fn lowest_of_inverse(m: &[Value], k_1: Value, residues: Residues) -> Value {
    let above = any();
    let mut lowest = (*m[0].residue()).clone();
    if residues.words > 1 {
        lowest.add_multiple(&m[1].residue(), Int::two_to(64));
    }
    let mut k = Residue::zero(residues.words);
    k.add_multiple(&lowest.inverse(), -Int::ONE);
    if residues.words > 1 {
        k.add_multiple(&k_1.residue(), -Int::two_to(64));
    }
    Value::known(Int::ZERO, Int::two_to(64) - Int::ONE, above.element(), Some(k))
}

/// A proof of a call: it prepares a machine, and states the end.
pub trait Proof {
    type Kernel: Kernel<Word = u64>;

    /// A call with these operands, or with random ones.
    fn call(&self, operands: Operands) -> Call<Self::Kernel>;

    /// Puts numbers over the operands, runs the machine, and checks the result.
    fn prove(&self, call: &Call<Self::Kernel>, machine: &mut Machine);

    /// Puts constants over the operands.
    fn hide(&self, call: &Call<Self::Kernel>, machine: &mut Machine);

    fn residues(&self) -> Residues;

    /// Whether this CPU has the kernel's instructions.
    fn runs_here(&self) -> bool {
        true
    }
}

#[derive(Clone, Copy, Debug)]
pub enum Operands {
    Random,
    /// All limbs have only ones.
    Largest,
}

impl Operands {
    pub fn words(self, n: usize) -> Vec<u64> {
        (0..n).map(|_| if matches!(self, Self::Random) { fastrand::u64(..) } else { u64::MAX }).collect()
    }
}

/// Proves a call for all operands. Returns its number of instructions.
pub fn prove(name: &str, proof: &impl Proof) -> [usize; 5] {
    let (start, steps, events) = (Instant::now(), std::cell::Cell::new(0), std::cell::Cell::new([0; 5]));
    for_each_case(proof.residues(), || {
        let mut machine = Machine::new(None);
        proof.prove(&proof.call(Operands::Random), &mut machine);
        steps.set(machine.steps);
        events.set(machine.events);
    });
    println!("{name}: {} instructions, {:.2} s", steps.get(), start.elapsed().as_secs_f64());
    events.get()
}

/// The interpreter leaves the same words as this CPU, if the code can run here. With a change, returns whether they are equal.
pub fn is_same_as_cpu<P: Proof>(proof: &P, operands: Operands, change: Option<(Change, usize)>) -> bool {
    let same = std::cell::Cell::new(true);
    for_each_case(proof.residues(), || {
        let mut call = proof.call(operands);
        let interpret = |change| {
            let mut machine = Machine::new(change);
            proof.hide(&call, &mut machine);
            call.interpret(&mut machine);
            machine.words(&call.out).into_iter().map(|x| x.value().to_constant()).collect::<Vec<_>>()
        };
        let found = interpret(change);
        let wanted = if proof.runs_here() {
            call.run();
            call.out.iter().map(|&x| Some(Int::from(u128::from(x)))).collect()
        } else {
            interpret(None)
        };
        same.set(same.get() && found == wanted);
    });
    same.get()
}

/// Runs instructions wrong, up to `count` of each kind, and fails unless each proof is refused. Changes without an effect on
/// numbers are not counted. Returns the refused ones, and those without an effect.
pub fn refused_changes(proof: &impl Proof, count: usize) -> (usize, usize) {
    let events = prove("without a change", proof);
    let (mut refused, mut without_effect) = (0, 0);
    be_quiet(true);
    for (change, events) in Change::ALL.into_iter().zip(events) {
        for k in 0..count.min(events) {
            let at = k * events / count.min(events);
            let run = || {
                for_each_case(proof.residues(), || {
                    proof.prove(&proof.call(Operands::Random), &mut Machine::new(Some((change, at))));
                })
            };
            if catch_unwind(AssertUnwindSafe(run)).is_err() {
                refused += 1;
                continue;
            }
            for operands in [Operands::Random, Operands::Largest, Operands::Random, Operands::Random] {
                let same = catch_unwind(AssertUnwindSafe(|| is_same_as_cpu(proof, operands, Some((change, at)))));
                if !same.unwrap_or(false) {
                    be_quiet(false);
                    panic!("{change:?} {at} is not refused");
                }
            }
            without_effect += 1;
        }
    }
    be_quiet(false);
    // wrong operations of the domain
    refused += modexp_kernels::proof::refused_changes(proof.residues(), count / 2, || {
        proof.prove(&proof.call(Operands::Random), &mut Machine::new(None));
    });
    (refused, without_effect)
}
