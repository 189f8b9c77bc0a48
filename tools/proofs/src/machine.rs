//! An interpreter of x86-64 machine code on numbers that stand for all operands.
//!
//! It reads the code of a function from this process and runs it on registers and memory of its own. Memory that the code has not
//! written is this process's memory; `hide` puts numbers over operands. Control flow and addresses are concrete, because the
//! code is constant-time: a branch or an address that needs an operand is refused, as is an instruction without a rule.

mod avx512;
mod bound;
mod memory;
#[cfg(test)]
mod proofs;
mod rules;

use avx512::Mask;
use iced_x86::{Decoder, DecoderOptions, FastFormatter, Instruction, Register};
use memory::Memory;
use modexp_kernels::fused::abstraction;
use modexp_kernels::proof::{Int, Value};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// A word of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// This number.
    Known(u64),
    /// A number in 0 … 2^64 − 1.
    Any(Value),
    /// A number in −2^63 … 2^63 − 1, which may be negative.
    Signed(Value),
    /// The name of a number in a lane of a vector, see [`abstraction`].
    Lane(u64),
}

impl Word {
    /// x, which fits a word.
    fn of(x: Value) -> Self {
        let (low, high) = x.interval();
        assert!(Int::ZERO <= low && high < Int::two_to(64), "no word: {low:?} to {high:?}");
        Self::Any(x)
    }

    /// The number in the domain.
    #[must_use]
    pub fn value(self) -> Value {
        match self {
            Self::Known(x) => Value::constant(u128::from(x)),
            Self::Any(x) => x,
            Self::Signed(_) => panic!("a number with a sign in the place of a word"),
            Self::Lane(_) => panic!("a lane in the place of a word"),
        }
    }

    /// x, which fits a word with a sign.
    fn of_signed(x: Value) -> Self {
        let (low, high) = x.interval();
        if low >= Int::ZERO {
            return Self::of(x);
        }
        assert!(-Int::two_to(63) <= low && high < Int::two_to(63), "no word: {low:?} to {high:?}");
        Self::Signed(x)
    }

    /// The number, with its sign if it has one. A word from 2^63 up is positive.
    fn signed(self) -> Value {
        match self {
            Self::Signed(x) => x,
            x => x.value(),
        }
    }

    /// The lane of this name, or of this number.
    #[must_use]
    pub fn of_name(name: u64) -> Self {
        if abstraction::is_name(name) { Self::Lane(name) } else { Self::Known(name) }
    }

    /// The name of a lane, or its number.
    #[must_use]
    pub fn name(self) -> u64 {
        match self {
            Self::Known(x) | Self::Lane(x) => x,
            Self::Any(_) | Self::Signed(_) => panic!("a word in the place of a lane"),
        }
    }

    /// The word, if the facts give it.
    fn known(self) -> Option<u64> {
        match self {
            Self::Known(x) => Some(x),
            Self::Any(x) => x.to_constant().map(|x| x.word(0)),
            Self::Signed(_) | Self::Lane(_) => None,
        }
    }

    fn is_bit(self) -> bool {
        self.value().interval().1 <= Int::ONE
    }
}

/// A flag: a bit, or a bit that no rule gives.
type Flag = Option<Word>;

/// A way to run one instruction wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// An addition with carry ignores it.
    CarryIn,
    /// An addition leaves no carry.
    CarryOut,
    /// A product of two words exchanges its halves.
    Halves,
    /// The first source register is a different one.
    Register,
    /// A store is lost.
    Store,
}

impl Change {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::CarryIn, Self::CarryOut, Self::Halves, Self::Register, Self::Store];
}

/// The function returns to this address.
const END: u64 = 0x5eed_0000;

/// Registers, flags and memory. Their words may be numbers of the domain.
pub struct Machine {
    registers: [Word; 16],
    /// The lowest bytes of a register, with their number, if the code has written them alone.
    low_bytes: [Option<(usize, Word)>; 16],
    vectors: Vec<[Option<Word>; 8]>,
    /// The registers of masks.
    lane_masks: [Option<Mask>; 8],
    /// The bits of each mask that a test of words has made.
    pub tested: Vec<[Word; 8]>,
    /// The bits of masks that were moved to registers.
    moved_masks: HashMap<Value, [Word; 8]>,
    /// The bits that chose these numbers, and what they are if the bit is 1.
    choices: HashMap<Value, (Word, Value)>,
    /// The word of each complement.
    complements: HashMap<Value, Value>,
    carry: Flag,
    overflow: Flag,
    zero: Flag,
    sign: Flag,
    memory: Memory,
    /// The bits that made these masks of all ones or zeros.
    masks: HashMap<Value, Value>,
    decoded: HashMap<u64, Instruction>,
    /// The number of instructions.
    pub steps: usize,
    /// The instructions of each kind that a change could make wrong.
    pub events: [usize; Change::ALL.len()],
    change: Option<(Change, usize)>,
}

impl Machine {
    /// A machine that makes an instruction of this kind wrong: the one with this index.
    #[must_use]
    pub fn new(change: Option<(Change, usize)>) -> Self {
        // the caller leaves any words
        let any = || Word::Any(Value::input(Int::ZERO, Int::two_to(64) - Int::ONE));
        Self {
            registers: std::array::from_fn(|_| any()),
            low_bytes: [None; 16],
            vectors: vec![[None; 8]; 32],
            lane_masks: Default::default(),
            tested: Vec::new(),
            moved_masks: HashMap::new(),
            choices: HashMap::new(),
            complements: HashMap::new(),
            carry: None,
            overflow: None,
            zero: None,
            sign: None,
            memory: Memory::default(),
            masks: HashMap::new(),
            decoded: HashMap::new(),
            steps: 0,
            events: Default::default(),
            change,
        }
    }

    /// Puts these words in the place of `at`.
    pub fn hide(&mut self, at: &[u64], words: &[Word]) {
        assert_eq!(at.len(), words.len());
        for (at, &word) in at.iter().zip(words) {
            self.memory.write(std::ptr::from_ref(at) as u64, 8, word);
        }
    }

    /// The words that the code has left in the place of `at`.
    #[must_use]
    pub fn words(&self, at: &[u64]) -> Vec<Word> {
        at.iter().map(|at| self.memory.read(std::ptr::from_ref(at) as u64, 8)).collect()
    }

    /// Runs a function of one argument.
    pub fn call(&mut self, function: u64, argument: u64) {
        let stack = vec![0_u64; 1 << 14];
        let top = stack.as_ptr_range().end as u64 & !63;
        let rsp = top - 8;
        self.registers[Register::RSP.number()] = Word::Known(rsp);
        self.registers[Register::RDI.number()] = Word::Known(argument);
        self.memory.write(rsp, 8, Word::Known(END));
        let mut at = function;
        let run = || {
            while at != END {
                let instruction = *self.decoded.entry(at).or_insert_with(|| decode(at));
                self.steps += 1;
                at = self.step(&instruction);
            }
        };
        if let Err(end) = catch_unwind(AssertUnwindSafe(run)) {
            let reason = end.downcast_ref::<String>().cloned();
            match reason.or_else(|| end.downcast_ref::<&str>().map(ToString::to_string)) {
                Some(reason) => panic!("{reason}, at {}", text(&decode(at))),
                None => resume_unwind(end),
            }
        }
        assert_eq!(self.registers[Register::RSP.number()], Word::Known(top), "the stack of the caller");
    }

    /// Whether this instruction is the one to run wrong.
    fn is_changed(&mut self, change: Change) -> bool {
        let index = self.events[change as usize];
        self.events[change as usize] += 1;
        self.change == Some((change, index))
    }
}

fn decode(at: u64) -> Instruction {
    // SAFETY: code of this process; an instruction has at most 15 bytes, and code is not the end of its mapping.
    #[allow(unsafe_code, reason = "the code of a function is no Rust object")]
    let code = unsafe { std::slice::from_raw_parts(at as *const u8, 15) };
    Decoder::with_ip(64, code, at, DecoderOptions::NONE).decode()
}

/// The text of an instruction.
fn text(instruction: &Instruction) -> String {
    let mut text = String::new();
    FastFormatter::new().format(instruction, &mut text);
    format!("{:#x}: {text}", instruction.ip())
}
