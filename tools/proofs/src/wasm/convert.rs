//! Conversions of kernels: the number of limbs is the number of digits.

use crate::instance::{Changed, Instance, Slot, Trace, Watch};
use crate::memory::Memory;
use crate::module::Module;
use crate::proof::{is_digit, number};
use crate::routine::{Digits, Layout, at_call};
use crate::runs::powers;
use crate::word::{Word, bytes};
use modexp_kernels::proof::{Element, Int, Residues, Value, for_each_case};
use num_bigint::BigUint;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The largest digit of `simd128` that goes in.
const LARGEST: i128 = 4200;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    ToLimbs,
    FromLimbs,
}

/// A conversion at its start.
pub struct Conversion<'m> {
    instance: Instance<'m>,
    function: u32,
    arguments: Vec<Slot>,
    layout: Layout,
    to_limbs: bool,
    /// The address of the digits, and that and the number of limbs.
    digits: usize,
    limbs: [usize; 2],
}

/// The numbers at the arguments of a call: in digits, and in limbs for an argument and the next one.
struct Numbers {
    digits: Vec<Option<BigUint>>,
    limbs: Vec<Option<BigUint>>,
}

impl Numbers {
    fn of(arguments: &[usize], memory: &Memory, layout: Layout) -> Self {
        let limbs = |pair: &[usize]| {
            let is_slice = (2..70).contains(&pair[1]) && memory.contains(pair[0], 8 * pair[1]);
            is_slice.then(|| BigUint::from_bytes_le(memory.known(pair[0], 8 * pair[1])))
        };
        Self {
            digits: arguments.iter().map(|&at| layout.read(memory, at)).collect(),
            limbs: arguments.windows(2).map(limbs).collect(),
        }
    }
}

impl<'m> Conversion<'m> {
    /// The first conversion of a number of more than a limb, in a power modulo m.
    pub fn new(module: &'m Module<'m>, m: &BigUint, layout: Layout, direction: Direction) -> Self {
        let to_limbs = direction == Direction::ToLimbs;
        let run = |watch: &mut Watch| powers(module, m, layout.numbers(), watch);
        let (mut begun, mut open, mut found) = (0, vec![], None);
        run(&mut |call| {
            let arguments: Vec<usize> = call.arguments.iter().map(Slot::address).collect();
            let numbers = (4..9).contains(&arguments.len()).then(|| Numbers::of(&arguments, call.memory, layout));
            if !call.ends {
                open.push((begun, numbers));
                begun += 1;
                return false;
            }
            let (index, before) = open.pop().expect("a call that began");
            let (Some(before), Some(after)) = (before, numbers) else { return false };
            let (from, to) = if to_limbs { (&before.digits, &after.limbs) } else { (&before.limbs, &after.digits) };
            let old = if to_limbs { &before.limbs } else { &before.digits };
            let is_conversion = |&(i, j): &(usize, usize)| {
                from[i]
                    .as_ref()
                    .is_some_and(|x| x.bits() > 100 && to[j].as_ref() == Some(x) && old[j].as_ref() != Some(x))
            };
            let places = (0..from.len()).flat_map(|i| (0..to.len()).map(move |j| (i, j))).find(is_conversion);
            found = places.map(|(i, j)| {
                let (digits, limbs) = if to_limbs { (i, j) } else { (j, i) };
                (index, arguments[digits], [arguments[limbs], arguments[limbs + 1]])
            });
            found.is_some()
        });
        let (index, digits, limbs) = found.expect("a conversion in a power");
        let (instance, function, arguments) = at_call(run, index);
        Self { instance, function, arguments, layout, to_limbs, digits, limbs }
    }

    /// The address, the number and the bytes of words before, or after the conversion.
    fn words(&self, after: bool) -> (usize, usize, usize) {
        let [limbs, count] = self.limbs;
        if self.to_limbs == after { (limbs, count, 8) } else { (self.digits, self.layout.words(), self.layout.width) }
    }

    fn run(&self, words: &[Word], changed: Option<Changed<'m>>) -> (Vec<Word>, Trace) {
        let mut instance = self.instance.clone();
        (instance.changed, instance.trace) = (changed, Some(Trace::new()));
        let (from, _, width) = self.words(false);
        instance.memory.store(from, words.iter().flat_map(|&word| bytes(word, width)));
        instance.call(self.function, &self.arguments, &mut |_| false).expect("no watch");
        let (to, count, width) = self.words(true);
        let out = (0..count).map(|i| instance.memory.stored(to + width * i, width)).collect();
        (out, instance.trace.expect("a trace"))
    }

    /// The instructions of the conversion.
    pub fn trace(&self) -> Trace {
        let (from, count, width) = self.words(false);
        let words: Vec<Word> = (0..count).map(|i| self.instance.memory.word(from + width * i, width)).collect();
        self.run(&words, None).1
    }

    /// Proves the conversion of each number below R that limbs and digits have.
    pub fn prove(&self, changed: Option<&Changed<'m>>) {
        for_each_case(Residues::DIGIT, || self.check(changed));
    }

    fn check(&self, changed: Option<&Changed<'m>>) {
        let Layout { radix, count, digits, .. } = self.layout;
        let bits = radix as usize * count;
        let below = |bits: u32| Value::input(Int::ZERO, Int::two_to(bits) - Int::ONE);
        let x: Vec<Value> = match digits {
            _ if !self.to_limbs => {
                (0..self.limbs[1]).map(|i| below(bits.saturating_sub(64 * i).min(64) as u32)).collect()
            }
            Digits::Unsigned => (0..count).map(|_| below(radix)).collect(),
            _ => (0..count).map(|_| Value::input((-LARGEST).into(), LARGEST.into())).collect(),
        };
        // the parts of limbs in digits have names before the code cuts them in another order
        for (i, limb) in x.iter().enumerate().filter(|_| !self.to_limbs) {
            let places = (1..count).filter_map(|k| (k * radix as usize).checked_sub(64 * i));
            places.filter(|place| (1..64).contains(place)).for_each(|place| {
                let _ = limb.quotient(place as u32);
            });
        }
        let words: Vec<Word> = x.iter().map(|&x| Word::Any(x)).collect();
        let out: Vec<Value> = self.run(&words, changed.cloned()).0.iter().map(|word| word.pattern(64)).collect();
        let [from, to] = if self.to_limbs { [radix, 64] } else { [64, radix] };
        let (value, result) = (number(from, &x), number(to, &out));
        if self.to_limbs {
            // a number from 0 to R has no multiple of R, nor one of the length of the limbs, that the code may drop
            let numbers: HashSet<Element> = Value::all().into_iter().map(|x| x.1).collect();
            let is_dropped = |bits: usize| numbers.contains(&((value - result) * Element::two_to(bits).inverse()));
            assert!(out.iter().all(|&limb| is_digit(64, limb)), "limbs");
            assert!(value == result || is_dropped(bits) || is_dropped(64 * self.limbs[1]), "the same number");
            return;
        }
        assert_eq!(result, value);
        assert!(out[..count - 1].iter().all(|&digit| is_digit(radix, digit)), "digits that go in");
    }

    /// Whether the conversion is right for some numbers.
    pub fn is_right(&self, changed: &Changed<'m>) -> bool {
        let bits = self.layout.radix as usize * self.layout.count;
        let limit = BigUint::from(1_u8) << bits.min(64 * self.limbs[1]).min(64 * (self.limbs[1] - 1) + 20);
        let mut seed = BigUint::from(3_u8);
        (0..20).all(|i| {
            seed = (&seed * &seed + 12_345_u32) % &limit;
            let x = if i == 0 { &limit - 1_u8 } else { seed.clone() };
            let limbs =
                |x: &BigUint| x.iter_u64_digits().chain(std::iter::repeat(0)).take(self.limbs[1]).collect::<Vec<_>>();
            let words = if self.to_limbs { self.layout.digits(&x) } else { limbs(&x) };
            let words: Vec<Word> = words.into_iter().map(Word::Known).collect();
            let out = catch_unwind(AssertUnwindSafe(|| {
                self.run(&words, Some(changed.clone())).0.iter().map(|word| word.known()).collect::<Vec<_>>()
            }));
            let number = |out: Vec<u64>| {
                let is_limbs = self
                    .to_limbs
                    .then(|| BigUint::from_bytes_le(&out.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<_>>()));
                is_limbs.or_else(|| self.layout.number(&out)?.to_biguint())
            };
            out.ok().and_then(number) == Some(x)
        })
    }
}
