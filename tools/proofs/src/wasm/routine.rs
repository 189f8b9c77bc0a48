//! Finds the products in a module. A name is not needed: a run with numbers shows which call multiplies, and where its operands are.

use crate::instance::{Call, Changed, Ended, Instance, Slot, Trace, Watch};
use crate::memory::Memory;
use crate::module::Module;
use crate::word::{Word, bytes};
use modexp_kernels::proof::Value;
use num_bigint::BigUint;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How an element lies in memory: `count` digits of `radix` bits, in words of `width` bytes.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    pub radix: u32,
    pub count: usize,
    pub width: usize,
}

impl Layout {
    /// R.
    pub fn r(self) -> BigUint {
        BigUint::from(1_u8) << (self.radix as usize * self.count)
    }

    pub fn digits(self, x: &BigUint) -> Vec<u64> {
        let mask = (BigUint::from(1_u8) << self.radix) - 1_u8;
        let digit = |i: usize| u64::try_from((x >> (self.radix as usize * i)) & &mask).expect("a digit");
        (0..self.count).map(digit).collect()
    }

    pub fn number(self, digits: &[u64]) -> BigUint {
        digits.iter().rev().fold(BigUint::ZERO, |x, digit| (x << self.radix) + digit)
    }

    fn read(self, memory: &Memory, at: usize) -> Option<BigUint> {
        let digit = |i: usize| memory.word(at + self.width * i, self.width).known();
        let readable = memory.contains(at, self.width * self.count);
        readable.then(|| self.number(&(0..self.count).map(digit).collect::<Vec<_>>()))
    }
}

/// A call that computes out = a·b·R⁻¹ mod m, or a², at its start.
#[derive(Clone)]
pub struct Product<'m> {
    pub instance: Instance<'m>,
    pub function: u32,
    pub arguments: Vec<Slot>,
    pub layout: Layout,
    /// Addresses.
    out: usize,
    a: usize,
    b: usize,
}

/// Runs a power in `module`. Returns it, unless the watch has ended the run.
pub fn power<'m>(
    module: &'m Module<'m>,
    m: &BigUint,
    base: &BigUint,
    exponent: u64,
    watch: &mut Watch,
) -> (Instance<'m>, Result<BigUint, Ended>) {
    let mut instance = Instance::new(module);
    let result = power_in(&mut instance, m, base, exponent, watch);
    (instance, result)
}

fn power_in(
    instance: &mut Instance,
    m: &BigUint,
    base: &BigUint,
    exponent: u64,
    watch: &mut Watch,
) -> Result<BigUint, Ended> {
    let words = m.bits().div_ceil(64) as usize;
    let buffer = instance.export("stagingbuffer_new", &[], watch)?;
    let at = instance.export("stagingbuffer_reserve", &[buffer, 2 * words as u64 + 64], watch)? as usize;
    let put = |instance: &mut Instance, numbers: &[&BigUint]| {
        for (number, at) in numbers.iter().zip((at..).step_by(8 * words)) {
            let limbs = number.iter_u64_digits().chain(std::iter::repeat(0)).take(words);
            instance.memory.store(at, limbs.flat_map(|limb| bytes(Word::Known(limb), 8)));
        }
    };
    put(instance, &[m]);
    let context = instance.export("context_prepare", &[buffer, words as u64], watch)?;
    assert!(context != 0, "a context");
    put(instance, &[base, &BigUint::from(exponent)]);
    instance.export("context_pow", &[context, buffer, words as u64, 1, 64], watch)?;
    Ok(BigUint::from_bytes_le(instance.memory.known(at, 8 * words)))
}

/// A call that may be a product: the numbers at its arguments.
struct Open {
    index: usize,
    numbers: Vec<Option<BigUint>>,
}

impl<'m> Product<'m> {
    /// The first product modulo m, or the first square, in a power.
    pub fn find(module: &'m Module<'m>, m: &BigUint, layout: Layout, square: bool) -> Self {
        let base = (m >> 1_u8) - 12_345_u32;
        let (mut begun, mut open, mut found) = (0, Vec::<Open>::new(), None);
        let mut watch = |call: &Call| {
            let read = || call.arguments.iter().map(|slot| layout.read(call.memory, address(slot))).collect::<Vec<_>>();
            if !call.ends {
                let is_candidate = (3..10).contains(&call.arguments.len());
                open.push(Open { index: begun, numbers: if is_candidate { read() } else { vec![] } });
                begun += 1;
                return false;
            }
            let Open { index, numbers } = open.pop().expect("a call that began");
            found = multiplied(&numbers, &read(), m, layout, square).map(|places| (index, places));
            found.is_some()
        };
        let end = power(module, m, &base, 0xfedc_ba98_7654_3210, &mut watch).1;
        let (index, places) = found.unwrap_or_else(|| panic!("no product of {layout:?}: {end:?}"));

        let (mut begun, mut at_start) = (0, None);
        let (instance, _) = power(module, m, &base, 0xfedc_ba98_7654_3210, &mut |call| {
            let is_it = !call.ends && begun == index;
            begun += usize::from(!call.ends);
            if is_it {
                at_start = Some((call.function, call.arguments.to_vec()));
            }
            is_it
        });
        let (function, arguments) = at_start.expect("the same calls");
        let [out, a, b] = places.map(|place| address(&arguments[place]));
        Self { instance, function, arguments, layout, out, a, b }
    }

    pub fn is_square(&self) -> bool {
        self.a == self.b
    }

    /// Puts words in all places with these known ones. A place that is not found is not read.
    pub fn replace(&mut self, known: &[u64], words: &[Word]) {
        let of_bytes: Vec<u8> = known.iter().flat_map(|word| word.to_le_bytes()).collect();
        let places = self.instance.memory.find(&of_bytes);
        assert!(!places.is_empty(), "a constant of the modulus is not in memory");
        for at in places {
            self.instance.memory.store(at, words.iter().flat_map(|&word| bytes(word, 8)));
        }
    }

    /// The digits of the result for these factors, in whole words, and the memory after the call. `before` are the words in place
    /// of the result before, which the product must not read.
    pub fn run(&self, a: &[Word], b: &[Word], before: &[Word], changed: Option<Changed<'m>>) -> (Vec<Word>, Memory) {
        let mut instance = self.instance.clone();
        instance.changed = changed;
        let width = self.layout.width;
        for (at, digits) in [(self.out, before), (self.b, b), (self.a, a)] {
            instance.memory.store(at, digits.iter().flat_map(|&digit| bytes(digit, width)));
        }
        instance.call(self.function, &self.arguments, &mut |_| false).expect("no watch");
        (self.words(&instance.memory, self.out), instance.memory)
    }

    fn words(&self, memory: &Memory, at: usize) -> Vec<Word> {
        let Layout { width, count, .. } = self.layout;
        (0..count).map(|i| memory.stored(at + width * i, width)).collect()
    }

    /// The words below the scratch space's copy of the result.
    pub fn columns_below(&self, out: &[Value], count: usize, memory: &Memory) -> Vec<Value> {
        let width = self.layout.width;
        let value = |at: usize| memory.stored(at, width).pattern(64);
        let has_copy = |at: usize| (0..out.len()).all(|i| value(at + width * i) == out[i]);
        let mut starts = self.arguments.iter().map(|slot| address(slot).saturating_add(width * out.len()));
        let copy = starts.find(|&at| memory.contains(at, width * out.len()) && has_copy(at)).expect("columns");
        (1..=count).rev().map(|i| value(copy - width * i)).collect()
    }

    /// The instructions of the product.
    pub fn trace(&self) -> Trace {
        let mut instance = self.instance.clone();
        instance.trace = Some(Trace::new());
        instance.call(self.function, &self.arguments, &mut |_| false).expect("no watch");
        instance.trace.expect("a trace")
    }

    /// Whether the product is right for some factors below 4m.
    pub fn is_right(&self, m: &BigUint, changed: Option<&Changed<'m>>) -> bool {
        let (layout, mut seed) = (self.layout, BigUint::from(3_u8));
        let words = |x: &BigUint| layout.digits(x).into_iter().map(Word::Known).collect::<Vec<_>>();
        let limit = m << 2_u8;
        let mut next = |i: usize| {
            seed = (&seed * &seed + 12_345_u32) % &limit;
            match i {
                0 => BigUint::ZERO,
                1 => &limit - 1_u8,
                2 => m - 1_u8,
                // digits of ones
                3 => (BigUint::from(1_u8) << m.bits()) - 1_u8,
                _ => seed.clone(),
            }
        };
        (0..40).all(|i| {
            let (a, b) = (next(i % 8), next(i / 8));
            let b = if self.is_square() { &a } else { &b };
            let out = catch_unwind(AssertUnwindSafe(|| {
                let (out, _) = self.run(&words(&a), &words(b), &words(&BigUint::ZERO), changed.cloned());
                out.iter().map(|word| word.known()).collect::<Vec<_>>()
            }));
            out.is_ok_and(|out| {
                let x = layout.number(&out);
                out.iter().all(|digit| digit >> layout.radix == 0) && x < m * 3_u8 && (x * layout.r()) % m == &a * b % m
            })
        })
    }
}

fn address(slot: &Slot) -> usize {
    match slot {
        Slot::Word(Word::Known(at)) => usize::try_from(*at).expect("an address"),
        _ => usize::MAX,
    }
}

/// The arguments out, a and b of a call that has multiplied.
fn multiplied(
    before: &[Option<BigUint>],
    after: &[Option<BigUint>],
    m: &BigUint,
    layout: Layout,
    square: bool,
) -> Option<[usize; 3]> {
    let r = layout.r();
    for (out, result) in after.iter().enumerate() {
        let Some(result) = result.as_ref().filter(|x| **x != BigUint::ZERO && **x < r) else { continue };
        let result = result * &r % m;
        for (i, a) in before.iter().enumerate() {
            let Some(a) = a.as_ref().filter(|x| **x != BigUint::ZERO && **x < r) else { continue };
            for (j, b) in before.iter().enumerate().skip(i) {
                let Some(b) = b.as_ref().filter(|b| (*b == a) == square && (i == j) == square) else { continue };
                // neither a copy nor a change of digits: a factor is R then
                if a * b % m == result && result != a * &r % m && result != b * &r % m {
                    return Some([out, i, j]);
                }
            }
        }
    }
    None
}
