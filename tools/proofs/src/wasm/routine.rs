//! Finds the functions of a module that multiply and add. Names are not needed: a run with numbers shows which call computes an
//! operation, and where its operands are.

use crate::instance::{Call, Changed, Instance, Slot, Trace, Watch};
use crate::memory::Memory;
use crate::word::{Word, bytes, mask as word_mask, sign_extended};
use modexp_kernels::proof::Value;
use num_bigint::{BigInt, BigUint};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How the digits of an element are numbers and words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// From 0 to B − 1.
    Unsigned,
    /// From −B/2 to B/2.
    Signed,
    /// `f64` from −B/2 to B/2, and vector i, for vectors 0 to h − 1, has digits i and i + h, or digit i of each of two numbers.
    Floats { numbers: usize },
}

/// How an element lies in memory: `count` digits of `radix` bits, in words of `width` bytes.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    pub radix: u32,
    pub count: usize,
    pub width: usize,
    pub digits: Digits,
}

impl Layout {
    /// `times` elements, one after the other.
    #[must_use]
    pub fn times(self, times: usize) -> Self {
        Self { count: times * self.count, ..self }
    }

    /// R.
    pub fn r(self) -> BigUint {
        BigUint::from(1_u8) << (self.radix as usize * self.count)
    }

    /// Numbers in an element.
    pub fn numbers(self) -> usize {
        if let Digits::Floats { numbers } = self.digits { numbers } else { 1 }
    }

    /// The number of words.
    pub fn words(self) -> usize {
        if let Digits::Floats { numbers } = self.digits {
            (numbers * self.count).next_multiple_of(2)
        } else {
            self.count
        }
    }

    /// The place of digit i of a number among the words.
    pub fn place(self, i: usize, number: usize) -> usize {
        let h = self.words() / 2;
        if let Digits::Floats { numbers } = self.digits { 2 * (i % h) + numbers * (i / h) + number } else { i }
    }

    /// The digits of x, in the order of words. All numbers of an element are x.
    pub fn digits(self, x: &BigUint) -> Vec<u64> {
        let mask = (BigUint::from(1_u8) << self.radix) - 1_u8;
        let digit = |i: usize| u64::try_from((x >> (self.radix as usize * i)) & &mask).expect("a digit");
        let mut carry = 0;
        let mut words = vec![0; self.words()];
        for i in 0..self.count {
            let mut digit = digit(i) + carry;
            if self.digits != Digits::Unsigned {
                carry = if i + 1 < self.count { (digit + (1 << (self.radix - 1))) >> self.radix } else { 0 };
                digit = digit.wrapping_sub(carry << self.radix);
            }
            let is_float = matches!(self.digits, Digits::Floats { .. });
            let word = if is_float { (digit as i64 as f64).to_bits() } else { digit };
            for number in 0..self.numbers() {
                words[self.place(i, number)] = word & word_mask(8 * self.width as u32);
            }
        }
        words
    }

    /// The number, if these words are its digits, and all numbers of the element are equal.
    pub fn number(self, words: &[u64]) -> Option<BigInt> {
        let digit = |i: usize, number: usize| {
            let word = words[self.place(i, number)];
            match self.digits {
                Digits::Unsigned => {
                    word.checked_shr(self.radix).is_none_or(|above| above == 0).then_some(i128::from(word))
                }
                Digits::Signed => Some(sign_extended(word, 8 * self.width as u32).into()),
                Digits::Floats { .. } => {
                    let float = f64::from_bits(word);
                    let is_digit = float.fract() == 0.0 && float.abs() < (2_u64 << self.radix) as f64;
                    is_digit.then_some(float as i128)
                }
            }
        };
        let of = |number: usize| {
            let digits = (0..words.len() / self.numbers()).rev();
            digits.map(|i| digit(i, number)).try_fold(BigInt::ZERO, |x, digit| Some((x << self.radix) + digit?))
        };
        let first = of(0)?;
        (1..self.numbers()).all(|number| of(number).as_ref() == Some(&first)).then_some(first)
    }

    /// The element at an address.
    pub fn read(self, memory: &Memory, at: usize) -> Option<BigUint> {
        let word = |i: usize| memory.word(at + self.width * i, self.width).known();
        let readable = memory.contains(at, self.width * self.words());
        readable.then(|| self.number(&(0..self.words()).map(word).collect::<Vec<_>>()))??.to_biguint()
    }
}

/// The operations that are proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// a·b·R⁻¹ mod m.
    Product,
    /// a²·R⁻¹ mod m.
    Square,
    /// a·b mod m.
    PlainProduct,
    /// a + b mod m.
    Sum,
    /// a − b mod m.
    Difference,
    /// a·b in twice the digits.
    WideProduct,
    /// a² in twice the digits.
    WideSquare,
    /// a·R⁻¹ mod m, for a in twice the digits.
    Reduction,
}

impl Operation {
    pub fn has_one_operand(self) -> bool {
        matches!(self, Self::Square | Self::WideSquare | Self::Reduction)
    }

    pub fn is_sum(self) -> bool {
        matches!(self, Self::Sum | Self::Difference)
    }

    /// Whether the operation multiplies m by a quotient of R.
    pub fn is_reduced(self) -> bool {
        matches!(self, Self::Product | Self::Square | Self::Reduction)
    }

    /// Whether an operand or the result has double width.
    pub fn is_wide(self) -> bool {
        self.widths() != [1, 1]
    }

    /// Elements in an operand, and in the result.
    pub fn widths(self) -> [usize; 2] {
        match self {
            Self::WideProduct | Self::WideSquare => [1, 2],
            Self::Reduction => [2, 1],
            _ => [1, 1],
        }
    }

    /// Whether `out` is the result modulo m.
    fn is_right(self, a: &BigUint, b: &BigUint, out: &BigUint, m: &BigUint, r: &BigUint) -> bool {
        match self {
            Self::Product | Self::Square => (out * r) % m == a * b % m,
            Self::PlainProduct => out % m == a * b % m,
            Self::Sum => out % m == (a + b) % m,
            Self::Difference => (out + b) % m == a % m,
            Self::WideProduct | Self::WideSquare => *out == a * b,
            Self::Reduction => (out * r) % m == a % m,
        }
    }
}

/// The place of a word among those that the code computes, and its lowest bit there.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    index: usize,
    shift: u32,
}

impl Instance<'_> {
    fn words(&self) -> &[Word] {
        self.computed.as_ref().expect("words that were asked for")
    }

    pub fn at(&self, place: Place) -> Value {
        self.words()[place.index].pattern(64).shifted_down(place.shift)
    }
}

/// A call that computes an operation, at its start.
#[derive(Clone)]
pub struct Routine<'m> {
    pub operation: Operation,
    pub instance: Instance<'m>,
    pub function: u32,
    pub arguments: Vec<Slot>,
    pub layout: Layout,
    /// Addresses.
    out: usize,
    a: usize,
    b: usize,
}

/// A call that has not ended: the operands at its arguments.
struct Open {
    index: usize,
    operands: Vec<Option<BigUint>>,
}

/// The instance of a run at the beginning of a call, the function and its arguments. `index` counts the calls that have begun before.
pub fn at_call<'m>(run: impl Fn(&mut Watch) -> Instance<'m>, index: usize) -> (Instance<'m>, u32, Vec<Slot>) {
    let (mut begun, mut start) = (0, None);
    let instance = run(&mut |call| {
        let is_it = !call.ends && begun == index;
        begun += usize::from(!call.ends);
        if is_it {
            start = Some((call.function, call.arguments.to_vec()));
        }
        is_it
    });
    let (function, arguments) = start.expect("the same calls");
    (instance, function, arguments)
}

impl<'m> Routine<'m> {
    /// The first call in a run of a function that computes the operation for operands below `elements`·m; `None` if there is
    /// none. `run` is the same each time.
    pub fn find(
        run: impl Fn(&mut Watch) -> Instance<'m>,
        m: &BigUint,
        layout: Layout,
        operation: Operation,
        elements: u8,
    ) -> Option<Self> {
        // a function may compute it for some operands alone
        let mut others = vec![];
        loop {
            let found = Self::find_except(&run, m, layout, operation, &others)?;
            if found.is_right(m, elements, None) {
                return Some(found);
            }
            others.push(found.function);
        }
    }

    fn find_except(
        run: impl Fn(&mut Watch) -> Instance<'m>,
        m: &BigUint,
        layout: Layout,
        operation: Operation,
        others: &[u32],
    ) -> Option<Self> {
        let (mut begun, mut open, mut found) = (0, Vec::<Open>::new(), None);
        let [of_operand, of_result] = operation.widths().map(|times| layout.times(times));
        run(&mut |call: &Call| {
            let read = |layout: Layout| {
                call.arguments.iter().map(|slot| layout.read(call.memory, slot.address())).collect::<Vec<_>>()
            };
            if !call.ends {
                let operands = if (2..10).contains(&call.arguments.len()) { read(of_operand) } else { vec![] };
                open.push(Open { index: begun, operands });
                begun += 1;
                return false;
            }
            let Open { index, operands } = open.pop().expect("a call that began");
            if !operands.is_empty() && !others.contains(&call.function) {
                found = places(operation, &operands, &read(of_result), m, &layout.r()).map(|places| (index, places));
            }
            found.is_some()
        });
        let (index, places) = found?;
        let (instance, function, arguments) = at_call(run, index);
        let [out, a, b] = places.map(|place| arguments[place].address());
        Some(Self { operation, instance, function, arguments, layout, out, a, b })
    }

    /// The instructions of the call.
    pub fn trace(&self) -> Trace {
        let mut instance = self.instance.clone();
        instance.trace = Some(Trace::new());
        instance.call(self.function, &self.arguments, &mut |_| false).expect("no watch");
        instance.trace.expect("a trace")
    }

    /// The places of these words. A place that is not found is not read.
    pub fn places(&self, known: &[u64]) -> Vec<usize> {
        let places = self.instance.memory.find(&known.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>());
        assert!(!places.is_empty(), "a constant of the modulus is not in memory");
        places
    }

    /// Puts words in these places.
    pub fn put(&mut self, places: &[usize], words: &[Word]) {
        for &at in places {
            self.instance.memory.store(at, words.iter().flat_map(|&word| bytes(word, 8)));
        }
    }

    /// The digits of the result for these operands, in whole words, and the instance after the call. `before` are the words in place
    /// of the result before.
    pub fn run(
        &self,
        a: &[Word],
        b: &[Word],
        before: &[Word],
        changed: Option<Changed<'m>>,
    ) -> (Vec<Word>, Instance<'m>) {
        let mut instance = self.instance.clone();
        instance.computed = Some(vec![]);
        instance.changed = changed;
        let width = self.layout.width;
        for (at, digits) in [(self.out, before), (self.b, b), (self.a, a)] {
            instance.memory.store(at, digits.iter().flat_map(|&digit| bytes(digit, width)));
        }
        instance.call(self.function, &self.arguments, &mut |_| false).expect("no watch");
        let out = (0..before.len()).map(|i| instance.memory.stored(self.out + width * i, width)).collect();
        (out, instance)
    }

    /// The words below the scratch space's copy of the result.
    pub fn columns_below(&self, out: &[Value], count: usize, memory: &Memory) -> Vec<Value> {
        let width = self.layout.width;
        let value = |at: usize| memory.stored(at, width).pattern(64);
        let has_copy = |at: usize| (0..out.len()).all(|i| value(at + width * i) == out[i]);
        let mut starts = self.arguments.iter().map(|slot| slot.address().saturating_add(width * out.len()));
        let copy = starts.find(|&at| memory.contains(at, width * out.len()) && has_copy(at)).expect("columns");
        (1..=count).rev().map(|i| value(copy - width * i)).collect()
    }

    /// The digits of Q in words that the code computes, for out·R = t + Q·m.
    pub fn quotients(&self, m: &BigUint) -> Option<Vec<Place>> {
        let (layout, operation) = (self.layout, self.operation);
        self.computed(m, |a, b, out| {
            let (r, reduced) = (layout.r(), if operation == Operation::Reduction { a.clone() } else { a * b });
            // a result below m may lack a multiple of R in Q
            layout.digits(&((out * &r + m * &r * &r - reduced) / m % r))
        })
    }

    /// The places of words among those that the code computes, for `expected` words of the operands and the result; `None` if one is
    /// not there.
    pub fn computed(
        &self,
        m: &BigUint,
        expected: impl Fn(&BigUint, &BigUint, &BigUint) -> Vec<u64>,
    ) -> Option<Vec<Place>> {
        let layout = self.layout;
        let [of_operand, _] = self.operation.widths().map(|times| layout.times(times));
        let known = |x: &[u64]| x.iter().copied().map(Word::Known).collect::<Vec<_>>();
        let mut places: Option<Vec<Vec<Place>>> = None;
        for seed in 3_u32..19 {
            let [a, b] = [seed, 7 + seed].map(|x| BigUint::from(x).pow(m.bits() as u32) % m);
            let b = if self.operation.has_one_operand() { &a } else { &b };
            let [a_digits, b_digits] = [&a, b].map(|x| known(&of_operand.digits(x)));
            let (out, instance) = self.run(&a_digits, &b_digits, &known(&vec![0; layout.words()]), None);
            let out = layout.number(&out.iter().map(|word| word.known()).collect::<Vec<_>>());
            let wanted = expected(&a, b, &out.and_then(|out| out.to_biguint()).expect("digits"));
            if wanted.is_empty() {
                return Some(vec![]);
            }
            let computed: Vec<u64> = instance.words().iter().map(|word| word.known()).collect();
            let found = |word: &u64, place: &Place| computed[place.index] == word << place.shift;
            places = Some(match places {
                None => {
                    let all = |index| (0..=64 - layout.radix).map(move |shift| Place { index, shift });
                    let of = |word| (0..computed.len()).flat_map(all).filter(|place| found(word, place)).collect();
                    wanted.iter().map(of).collect()
                }
                Some(mut places) => {
                    places.iter_mut().zip(&wanted).for_each(|(places, word)| places.retain(|place| found(word, place)));
                    places
                }
            });
        }
        // a word without a carry that is rarely 1 comes before the word
        places?.iter().map(|places| places.last().copied()).collect()
    }

    /// Whether the result is right and in its range for some operands below `elements`·m.
    pub fn is_right(&self, m: &BigUint, elements: u8, changed: Option<&Changed<'m>>) -> bool {
        let (layout, operation, mut seed) = (self.layout, self.operation, BigUint::from(3_u8));
        let [of_operand, of_result] = operation.widths().map(|times| layout.times(times));
        let digits = |layout: Layout, x: &BigUint| layout.digits(x).into_iter().map(Word::Known).collect::<Vec<_>>();
        let range = m * elements;
        let limit = if operation == Operation::Reduction { m * layout.r() } else { range.clone() };
        let ones = (BigUint::from(1_u8) << (limit.bits() - 1)) - 1_u8;
        let mut next = |i: usize| {
            seed = (&seed * &seed + 12_345_u32) % &limit;
            let edges = [BigUint::ZERO, &limit - 1_u8, m - 1_u8, ones.clone(), m.clone()];
            edges.get(i).cloned().unwrap_or(seed.clone())
        };
        (0..40).all(|i| {
            let (a, b) = (next(i % 8), next(i / 8));
            let b = if operation.has_one_operand() { &a } else { &b };
            let before = digits(of_result, &BigUint::ZERO);
            let out = catch_unwind(AssertUnwindSafe(|| {
                let (out, _) = self.run(&digits(of_operand, &a), &digits(of_operand, b), &before, changed.cloned());
                out.iter().map(|word| word.known()).collect::<Vec<_>>()
            }));
            let number = out.ok().and_then(|out| layout.number(&out)?.to_biguint());
            let is_in_range = |out: &BigUint| of_result.count > layout.count || *out <= range;
            number.is_some_and(|out| is_in_range(&out) && operation.is_right(&a, b, &out, m, &layout.r()))
        })
    }
}

impl Slot {
    /// The word as an address; none for a word that is not known.
    pub fn address(&self) -> usize {
        match self {
            Self::Word(Word::Known(at)) => usize::try_from(*at).expect("an address"),
            _ => usize::MAX,
        }
    }
}

/// The arguments out, a and b of a call that has computed the operation.
fn places(
    operation: Operation,
    before: &[Option<BigUint>],
    after: &[Option<BigUint>],
    m: &BigUint,
    r: &BigUint,
) -> Option<[usize; 3]> {
    let is_any = |x: &BigUint| x % m != BigUint::ZERO;
    let numbers = |x: &[Option<BigUint>]| -> Vec<(usize, BigUint)> {
        x.iter().cloned().enumerate().filter_map(|(i, x)| x.filter(is_any).map(|x| (i, x))).collect()
    };
    let operands = numbers(before);
    for (out, result) in numbers(after) {
        for (i, a) in &operands {
            for (j, b) in &operands {
                let are_operands = if operation.has_one_operand() { i == j } else { i != j && a != b };
                // neither a copy nor a change of digits: an operand is R then
                let is_trivial = [a, b].iter().any(|x| *x % m == r % m || &result % m == *x % m);
                if are_operands && !is_trivial && operation.is_right(a, b, &result, m, r) {
                    return Some([out, *i, *j]);
                }
            }
        }
    }
    None
}
