//! Words and bytes of WebAssembly: known ones, and ones that stand for all their values.

use modexp_kernels::fused::abstraction;
use modexp_kernels::proof::{Int, Parts, Value};

/// A word on the stack, in a local or in a lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Word {
    Known(u64),
    /// A word of n bits that equals this number modulo 2^n. So sums and products need no carry to be cut.
    Any(Value),
    /// The `f64` with this value, which is an integer.
    Float(Value),
}

/// The largest pattern, in bits, before it is reduced.
const LONGEST: u32 = 120;

impl Word {
    pub const ZERO: Self = Self::Known(0);

    /// The word of `bits` bits that equals x modulo 2^bits.
    pub fn of(x: Value, bits: u32) -> Self {
        let (low, high) = x.interval();
        if low == high {
            return Self::Known(low.word(0) & mask(bits));
        }
        let limit = Int::two_to(LONGEST);
        Self::Any(if -limit < low && high < limit { x } else { x.words(bits).1 })
    }

    /// 1 or 0.
    pub fn bit(bit: bool) -> Self {
        Self::Known(bit.into())
    }

    /// A word that control flow or an address depends on.
    pub fn known(self) -> u64 {
        match self {
            Self::Known(x) => x,
            Self::Any(x) => x.to_constant().expect("an address or a branch that depends on data").word(0),
            Self::Float(_) => panic!("an address or a branch that depends on data"),
        }
    }

    /// A number that the word equals modulo 2^bits. A constant is the one nearest to zero.
    pub fn pattern(self, bits: u32) -> Value {
        match self {
            Self::Known(x) => Value::constant(i128::from(sign_extended(x, bits))),
            Self::Any(x) => x,
            Self::Float(x) => abstraction::pattern(abstraction::name(x)),
        }
    }

    /// The word as a number from 0 to 2^bits − 1.
    pub fn unsigned(self, bits: u32) -> Value {
        if let Self::Known(x) = self {
            return Value::constant(u128::from(x));
        }
        let x = self.pattern(bits);
        let (low, high) = x.interval();
        if Int::ZERO <= low && high < Int::two_to(bits) {
            return x;
        }
        // −1 has only ones
        if self.is_mask(bits) { x.scaled(Int::ONE - Int::two_to(bits)) } else { x.words(bits).1 }
    }

    /// The word as a number from −2^(bits − 1) to 2^(bits − 1) − 1.
    pub fn signed(self, bits: u32) -> Value {
        let (x, half) = (self.pattern(bits), Int::two_to(bits - 1));
        let (low, high) = x.interval();
        if -half <= low && high < half {
            return x;
        }
        // the bits of a number with a sign, or of its multiple, below those of others
        let terms = match x.parts() {
            Parts::Sum(constant, terms) if constant.trailing_zeros() >= bits => terms,
            _ => vec![(x, Int::ONE)],
        };
        if let [&(lower, factor)] = terms.iter().filter(|term| term.1.trailing_zeros() < bits).collect::<Vec<_>>()[..]
            && let Parts::Rest { of, bits: length, .. } = lower.parts()
            && factor == Int::two_to(bits - length.min(bits))
            && let number = of.scaled(factor)
            && let (low, high) = number.interval()
            && -half <= low
            && high < half
        {
            return number;
        }
        (x + Value::constant(half)).words(bits).1 - Value::constant(half)
    }

    /// Whether a word is known to be all ones or zero.
    pub fn is_mask(self, bits: u32) -> bool {
        let (low, high) = self.pattern(bits).interval();
        -Int::ONE <= low && high <= Int::ZERO
    }

    /// Whether a word is all ones, for a word that is all ones or zero.
    pub fn all_ones(self, bits: u32) -> Option<bool> {
        self.is_mask(bits).then(|| self.pattern(bits).scaled(-1_i128).choose())
    }

    /// The word in a lane of emulated vectors.
    pub fn name(self) -> u64 {
        match self {
            Self::Known(x) => x,
            Self::Any(x) => abstraction::name_of_pattern(x),
            Self::Float(x) => abstraction::name(x),
        }
    }

    fn of_lane(lane: u64) -> Self {
        if !abstraction::is_name(lane) {
            return Self::Known(lane);
        }
        Self::Float(abstraction::number(lane))
    }

    pub fn add_f64(self, b: Self) -> Self {
        Self::of_lane(abstraction::add_f64(self.name(), b.name()))
    }

    pub fn sub_f64(self, b: Self) -> Self {
        Self::of_lane(abstraction::sub_f64(self.name(), b.name()))
    }

    /// self·b + c, rounded once.
    pub fn fma(self, b: Self, c: Self) -> Self {
        Self::of_lane(abstraction::fma(self.name(), b.name(), c.name()))
    }
}

/// The low `bits` bits of a word.
pub fn mask(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

pub fn sign_extended(x: u64, bits: u32) -> i64 {
    (x << (64 - bits)) as i64 >> (64 - bits)
}

/// A byte of memory or of a vector. A byte of a word that is not known keeps its place in this word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Byte {
    Known(u8),
    Any(Value, u8),
    Float(Value, u8),
}

pub type Vector = [Byte; 16];

impl Byte {
    /// The word that is not known, and the place in it.
    pub fn place(self) -> Option<(Word, usize)> {
        match self {
            Self::Known(_) => None,
            Self::Any(of, at) => Some((Word::Any(of), at.into())),
            Self::Float(of, at) => Some((Word::Float(of), at.into())),
        }
    }
}

/// The lower bytes of a word.
pub fn bytes(word: Word, count: usize) -> impl Iterator<Item = Byte> {
    (0..count as u8).map(move |i| match word {
        Word::Known(x) => Byte::Known((x >> (8 * i)) as u8),
        Word::Any(x) => Byte::Any(x, i),
        Word::Float(x) => Byte::Float(x, i),
    })
}

/// The word of these bytes. Bytes that follow each other in a word are one part of it.
pub fn word(bytes: &[Byte]) -> Word {
    let (mut known, mut sum, mut at) = (0, None, 0);
    while at < bytes.len() {
        let Some((whole, first)) = bytes[at].place() else {
            let Byte::Known(x) = bytes[at] else { unreachable!("a byte without a place is known") };
            known |= u64::from(x) << (8 * at);
            at += 1;
            continue;
        };
        let rest = bytes[at..].iter().zip(first..);
        let count = rest.take_while(|&(byte, i)| byte.place() == Some((whole, i))).count();
        if first == 0 && count == bytes.len() {
            return whole;
        }
        let part = whole.pattern(64);
        let part = if first == 0 { part } else { part.quotient(8 * first as u32) };
        // above the last part, a word has no bits
        let part = if at + count < bytes.len() { part.words(8 * count as u32).1 } else { part };
        let part = part.scaled(Int::two_to(8 * at as u32));
        sum = Some(sum.map_or(part, |sum| sum + part));
        at += count;
    }
    match sum {
        None => Word::Known(known),
        Some(sum) if known == 0 => Word::of(sum, 8 * bytes.len() as u32),
        Some(sum) => Word::of(sum + Value::constant(u128::from(known)), 8 * bytes.len() as u32),
    }
}
