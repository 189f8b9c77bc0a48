//! Table lookups: the entry of each index, for all tables of a length.

use crate::instance::{Changed, Instance, Slot, Trace, Watch};
use crate::memory::Memory;
use crate::module::Module;
use crate::routine::at_call;
use crate::runs::powers;
use crate::word::{Word, bytes};
use modexp_kernels::proof::{Int, Residues, Value, be_quiet, for_each_case};
use num_bigint::BigUint;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Words of a lookup in memory, of `width` bytes.
#[derive(Clone, Copy, Debug)]
struct Places {
    width: usize,
    out: usize,
    table: usize,
    /// 32 bits for each number of an element.
    index: usize,
    /// Words of an entry.
    words: usize,
    entries: usize,
    numbers: usize,
}

impl Places {
    /// The places of a call that has just made a lookup of an entry after the first. Slices out, table and index are arguments, or the
    /// last two are in a structure.
    fn of(Open { arguments, before, .. }: &Open, memory: &Memory, width: usize, numbers: usize) -> Option<Self> {
        let of_arguments: Vec<[usize; 2]> = arguments.windows(2).map(|pair| [pair[0], pair[1]]).collect();
        let word = |at: usize| memory.word(at, 4).known() as usize;
        let in_structures = arguments.iter().flat_map(|at| (0..3).map(move |i| at.saturating_add(8 * i)));
        let readable = in_structures.filter(|&at| memory.contains(at, 8));
        let all: Vec<[usize; 2]> =
            of_arguments.iter().copied().chain(readable.map(|at| [word(at), word(at + 4)])).collect();
        let indices = all.iter().filter(|slice| slice[1] == numbers && memory.contains(slice[0], 4 * numbers));
        let lookups = indices.flat_map(|&[index, _]| all.iter().map(move |&table| (index, table)));
        let mut places = lookups.flat_map(|(index, [table, all])| {
            let is_table = move |length: usize| (4..all).contains(&length) && all % length == 0;
            let outs = of_arguments.iter().filter(move |slice| all < 1 << 20 && is_table(slice[1]));
            outs.map(move |&[out, length]| Self {
                width,
                out,
                table,
                index,
                words: 8 * length / width,
                entries: all / length,
                numbers,
            })
        });
        places.find(|places| {
            let fits = |at: usize, count: usize| memory.contains(at, places.width * places.words * count);
            let index = |number: usize| word(places.index + 4 * number);
            let is_in_memory = fits(places.out, 1) && fits(places.table, places.entries);
            is_in_memory && index(0) > 0 && places.is_entry(memory, index) && !places.is_entry(before, index)
        })
    }

    fn word(self, memory: &Memory, at: usize, i: usize) -> Word {
        memory.word(at + self.width * i, self.width)
    }

    /// Whether each word of the result is that of its number's entry. Words of numbers alternate.
    fn is_entry(self, memory: &Memory, index: impl Fn(usize) -> usize) -> bool {
        (0..self.words).all(|i| {
            let entry = index(i % self.numbers);
            entry < self.entries
                && self.word(memory, self.out, i) == self.word(memory, self.table, self.words * entry + i)
        })
    }
}

/// A lookup at its start.
pub struct Lookup<'m> {
    instance: Instance<'m>,
    function: u32,
    arguments: Vec<Slot>,
    /// The calls that begin or end until the lookup has ended.
    events: usize,
    places: Places,
}

/// A call that has not ended.
struct Open {
    number: usize,
    /// Calls that have begun or ended since.
    events: usize,
    arguments: Vec<usize>,
    before: Memory,
}

/// The most calls that a lookup makes before its end, begun or ended.
const MOST_EVENTS: usize = 4;

impl<'m> Lookup<'m> {
    /// The first lookup of an entry after the first, in a power modulo m, or in `numbers` powers side by side.
    pub fn new(module: &'m Module<'m>, m: &BigUint, width: usize, numbers: usize) -> Self {
        let run = |watch: &mut Watch| powers(module, m, numbers, watch);
        let (mut begun, mut open, mut found) = (0, Vec::<Open>::new(), None);
        run(&mut |call| {
            found = open.iter_mut().find_map(|of| {
                of.events += 1;
                let is_candidate = of.arguments.len() >= 6 && of.events <= MOST_EVENTS;
                let places = is_candidate.then(|| Places::of(of, call.memory, width, numbers)).flatten()?;
                Some((of.number, of.events, places))
            });
            if call.ends {
                open.pop();
            } else {
                let arguments = call.arguments.iter().map(Slot::address).collect();
                open.push(Open { number: begun, events: 0, arguments, before: call.memory.clone() });
                begun += 1;
            }
            found.is_some()
        });
        let (number, events, places) = found.expect("a lookup in a power");
        let (instance, function, arguments) = at_call(run, number);
        Self { instance, function, arguments, events, places }
    }

    /// Runs until the lookup has ended.
    fn look_up(&self, instance: &mut Instance<'m>) {
        let mut events = 0;
        let end = instance.call(self.function, &self.arguments, &mut |_| {
            events += 1;
            // the first is the beginning of this call
            events > self.events
        });
        assert!(end.is_err(), "the watch ends the run");
    }

    /// The instructions of the lookup.
    pub fn trace(&self) -> Trace {
        let mut instance = self.instance.clone();
        instance.trace = Some(Trace::new());
        self.look_up(&mut instance);
        instance.trace.expect("a trace")
    }

    /// The instance after a lookup of this index, and of the next ones for other numbers, in a table of these words.
    fn run(&self, index: usize, word: impl Fn(usize) -> Word, changed: Option<Changed<'m>>) -> Instance<'m> {
        let Places { width, table, words, entries, numbers, .. } = self.places;
        let mut instance = self.instance.clone();
        instance.changed = changed;
        for i in 0..words * entries {
            instance.memory.store(table + width * i, bytes(word(i), width));
        }
        for k in 0..numbers {
            let index = Word::Known(((index + k) % entries) as u64);
            instance.memory.store(self.places.index + 4 * k, bytes(index, 4));
        }
        self.look_up(&mut instance);
        instance
    }

    /// Checks that each lookup gives the entry `ahead` of its index.
    fn check(&self, ahead: usize, word: impl Fn(usize) -> Word, changed: Option<&Changed<'m>>) {
        for index in 0..self.places.entries {
            let after = self.run(index, &word, changed.cloned());
            let entry = |k: usize| (index + k + ahead) % self.places.entries;
            assert!(self.places.is_entry(&after.memory, entry), "entry {index}");
        }
    }

    /// Proves the lookup of each index.
    pub fn prove(&self, changed: Option<&Changed<'m>>) {
        self.prove_ahead(0, changed);
    }

    fn prove_ahead(&self, ahead: usize, changed: Option<&Changed<'m>>) {
        for_each_case(Residues::DIGIT, || {
            let most = Int::two_to(8 * self.places.width as u32) - Int::ONE;
            let any = |_| Word::Any(Value::input(Int::ZERO, most));
            let table: Vec<Word> = (0..self.places.words * self.places.entries).map(any).collect();
            self.check(ahead, |i| table[i], changed);
        });
    }

    /// The refused proofs that lookups give other entries.
    pub fn refused_entries(&self) -> usize {
        be_quiet(true);
        let is_refused = |&ahead: &usize| catch_unwind(AssertUnwindSafe(|| self.prove_ahead(ahead, None))).is_err();
        let refused = (1..self.places.entries).filter(is_refused).count();
        be_quiet(false);
        assert!(refused + 1 == self.places.entries, "another entry is proved");
        refused
    }

    /// Whether each lookup is right in a table of numbers.
    pub fn is_right(&self, changed: &Changed<'m>) -> bool {
        let word =
            |i: usize| Word::Known((i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - 8 * self.places.width));
        catch_unwind(AssertUnwindSafe(|| self.check(0, word, Some(changed)))).is_ok()
    }
}
