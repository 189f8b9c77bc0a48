//! The integer instructions, on words and on lanes of 8 to 64 bits.

use crate::word::{Word, mask, sign_extended};
use modexp_kernels::proof::{Int, Parts, Value};
use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    Shl,
    ShrU,
    ShrS,
    Rotl,
    Rotr,
    DivU,
    DivS,
    RemU,
    RemS,
    Eq,
    Ne,
    LtU,
    LtS,
    GtU,
    GtS,
    LeU,
    LeS,
    GeU,
    GeS,
}

/// a op b for words of `bits` bits.
pub fn binary(op: Op, bits: u32, a: Word, b: Word) -> Word {
    match (a, b) {
        (Word::Known(a), Word::Known(b)) => Word::Known(concrete(op, bits, a, b) & mask(bits)),
        _ => any(op, bits, a, b),
    }
}

fn concrete(op: Op, bits: u32, a: u64, b: u64) -> u64 {
    let signed = |x| sign_extended(x, bits);
    let by = (b % u64::from(bits)) as u32;
    let rotated = |by: u32| if by == 0 { a } else { a << by | a >> (bits - by) };
    match op {
        Op::Add => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        Op::Mul => a.wrapping_mul(b),
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Shl => a << by,
        Op::ShrU => a >> by,
        Op::ShrS => (signed(a) >> by) as u64,
        Op::Rotl => rotated(by),
        Op::Rotr => rotated((bits - by) % bits),
        Op::DivU => a / b,
        Op::DivS => (signed(a) / signed(b)) as u64,
        Op::RemU => a % b,
        Op::RemS => (signed(a) % signed(b)) as u64,
        Op::Eq => (a == b).into(),
        Op::Ne => (a != b).into(),
        Op::LtU => (a < b).into(),
        Op::LtS => (signed(a) < signed(b)).into(),
        Op::GtU => (a > b).into(),
        Op::GtS => (signed(a) > signed(b)).into(),
        Op::LeU => (a <= b).into(),
        Op::LeS => (signed(a) <= signed(b)).into(),
        Op::GeU => (a >= b).into(),
        Op::GeS => (signed(a) >= signed(b)).into(),
    }
}

fn any(op: Op, bits: u32, a: Word, b: Word) -> Word {
    let by = || (b.known() % u64::from(bits)) as u32;
    let below = |a: Value, b: Value| (a - b).borrow(bits);
    let not = |bit: Value| Value::constant(1_i128) - bit;
    let is_zero = |x: Word| below(x.unsigned(bits), Value::constant(1_i128));
    let x = match op {
        // a new quotient would be equal, but not known to be
        Op::ShrU | Op::ShrS if by() == 0 => return a,
        Op::Add => a.pattern(bits) + b.pattern(bits),
        Op::Sub => a.pattern(bits) - b.pattern(bits),
        Op::Mul => a.pattern(bits) * b.pattern(bits),
        Op::And => and(bits, a, b),
        Op::Or => or(bits, a, b),
        Op::Xor => xor(bits, a, b),
        Op::Shl => shl(bits, a, by()),
        Op::ShrU => a.unsigned(bits).quotient(by()),
        Op::ShrS if bits == COLUMN => shr_column(a.signed(bits), by()),
        Op::ShrS => a.signed(bits).quotient(by()),
        Op::Eq => is_zero(any(Op::Sub, bits, a, b)),
        Op::Ne => not(is_zero(any(Op::Sub, bits, a, b))),
        Op::LtU => below(a.unsigned(bits), b.unsigned(bits)),
        Op::GtU => below(b.unsigned(bits), a.unsigned(bits)),
        Op::LeU => not(below(b.unsigned(bits), a.unsigned(bits))),
        Op::GeU => not(below(a.unsigned(bits), b.unsigned(bits))),
        Op::LtS => below(a.signed(bits), b.signed(bits)),
        Op::GtS => below(b.signed(bits), a.signed(bits)),
        Op::LeS => not(below(b.signed(bits), a.signed(bits))),
        Op::GeS => not(below(a.signed(bits), b.signed(bits))),
        Op::Rotl | Op::Rotr | Op::DivU | Op::DivS | Op::RemU | Op::RemS => panic!("{op:?} of data"),
    };
    Word::of(x, bits)
}

/// The bits of a column of `simd128`, which rounds its carries.
const COLUMN: u32 = 32;

/// A split of x at `bits`, in which a constant term of x is only in the rest: a carry that rounds to the nearest, and its digit, have
/// one split. The rest equals x modulo 2^bits.
fn without_constant(x: Value, bits: u32) -> (Value, Value) {
    // a long sum becomes one number when it is a term, and has no constant then
    let x = x + Value::default();
    let constant = match x.parts() {
        Parts::Sum(constant, _) => constant,
        _ => Int::ZERO,
    };
    let turns = (constant + Int::two_to(bits - 1) - Int::ONE) >> bits;
    let (quotient, rest) = (x - Value::constant(constant)).words(bits);
    (quotient + Value::constant(turns), rest + Value::constant(constant - (turns << bits)))
}

/// ⌊x/2^by⌋ for a column.
fn shr_column(x: Value, by: u32) -> Value {
    let (quotient, rest) = without_constant(x, by);
    if is_below(by, rest) {
        return x.quotient(by);
    }
    let (low, high) = x.interval();
    (quotient + rest.quotient(by)).known_in(low >> by, high >> by)
}

fn is_below(bits: u32, x: Value) -> bool {
    Int::ZERO <= x.interval().0 && x.interval().1 < Int::two_to(bits)
}

fn shl(bits: u32, a: Word, by: u32) -> Value {
    let (x, room) = (a.pattern(bits), Int::two_to(bits - by));
    let (low, high) = x.interval();
    // bits that leave the word are cut before, so that the others need no new number
    let cut = || if bits == COLUMN { without_constant(x, bits - by).1 } else { x.words(bits - by).1 };
    let x = if -room <= low && high < room { x } else { cut() };
    x.scaled(Int::two_to(by))
}

/// a & b for a constant with its ones in one place, or a word of ones or zeros.
fn and(bits: u32, a: Word, b: Word) -> Value {
    for (x, constant) in [(a, b), (b, a)] {
        if let Word::Known(constant) = constant
            && constant != 0
            && !x.is_mask(bits)
        {
            // where the turns are known, the lower bits are those of the number that a shift cuts
            let (low, high) = x.pattern(bits).interval();
            let x = if low >> bits == high >> bits { x.unsigned(bits) } else { x.pattern(bits) };
            let from = constant.trailing_zeros();
            // a square is 0 or 1 modulo 4, so compilers leave this bit out
            let is_square = x.grain() >= from && x.shifted_down(from).is_square();
            let constant = if is_square && from < 63 { constant | 2 << from } else { constant };
            let to = 64 - constant.leading_zeros();
            assert!(constant >> from == mask(to - from), "a mask {constant:#x} in parts");
            let x = if to == bits && from == 0 { x } else { x.rest(to) };
            return if from == 0 { x } else { x - x.rest(from) };
        }
    }
    match (a.all_ones(bits), b.all_ones(bits)) {
        (Some(false), _) | (_, Some(false)) => Value::default(),
        (Some(true), _) => b.pattern(bits),
        (_, Some(true)) => a.pattern(bits),
        _ => both_bits(a, b).unwrap_or_else(|| panic!("and of {a:?} and {b:?}")),
    }
}

/// a·b for two bits.
fn both_bits(a: Word, b: Word) -> Option<Value> {
    let [a, b] = [a, b].map(|x| x.pattern(64));
    let is_bit = |x: Value| x.interval().0 >= Int::ZERO && x.interval().1 <= Int::ONE;
    (is_bit(a) && is_bit(b)).then(|| a * b)
}

/// The bits of the terms of x, if these are numbers without a sign in bits of their own.
fn places(x: Value) -> Option<Vec<Range<u32>>> {
    let terms = match x.parts() {
        Parts::Sum(Int::ZERO, terms) => terms,
        Parts::Sum(..) => return None,
        _ => vec![(x, Int::ONE)],
    };
    let place = |&(atom, factor): &(Value, Int)| {
        let (low, high) = atom.interval();
        let from = factor.trailing_zeros();
        let bits = (0..=64).find(|&bits| high < Int::two_to(bits))?;
        (Int::ZERO <= low && factor == Int::two_to(from)).then_some(from..from + bits)
    };
    let places: Vec<_> = terms.iter().map(place).collect::<Option<_>>()?;
    let is_apart = |(i, x): (usize, &Range<u32>)| places[..i].iter().all(|y| x.end <= y.start || y.end <= x.start);
    places.iter().enumerate().all(is_apart).then_some(places)
}

/// a | b for words without a common bit, or with one that is all ones or zero.
fn or(bits: u32, a: Word, b: Word) -> Value {
    for (high, low) in [(a, b), (b, a)] {
        let (high, low) = (high.pattern(bits), low.pattern(bits));
        let (least, most) = low.interval();
        if Int::ZERO <= least && most < Int::two_to(high.grain().min(bits)) {
            return high + low;
        }
    }
    let [a_bits, b_bits] = [a, b].map(|x| places(x.pattern(bits)));
    if let (Some(a_bits), Some(b_bits)) = (a_bits, b_bits)
        && a_bits.iter().all(|x| b_bits.iter().all(|y| x.end <= y.start || y.end <= x.start))
    {
        return a.pattern(bits) + b.pattern(bits);
    }
    match (a.all_ones(bits), b.all_ones(bits)) {
        (Some(true), _) | (_, Some(true)) => Value::constant(-1_i128),
        (Some(false), _) => b.pattern(bits),
        (_, Some(false)) => a.pattern(bits),
        _ => {
            let both = both_bits(a, b).unwrap_or_else(|| panic!("or of {a:?} and {b:?}"));
            a.pattern(bits) + b.pattern(bits) - both
        }
    }
}

/// a ^ b for words without a common bit, or with one that is all ones or zero.
fn xor(bits: u32, a: Word, b: Word) -> Value {
    for (x, mask) in [(a, b), (b, a)] {
        match mask.all_ones(bits) {
            Some(true) => return Value::constant(-1_i128) - x.pattern(bits),
            Some(false) => return x.pattern(bits),
            None => {}
        }
    }
    match both_bits(a, b) {
        Some(both) => a.pattern(bits) + b.pattern(bits) - both.scaled(2_i128),
        None => or(bits, a, b),
    }
}

/// The number of two words.
fn double((low, high): (Word, Word)) -> Value {
    if let (Word::Any(low), Word::Any(high)) = (low, high)
        && let Parts::Rest { of, bits: 64, quotient } = low.parts()
        && quotient == high
    {
        return of;
    }
    low.unsigned(64).join(64, high.pattern(64))
}

/// Two words that equal x modulo 2^128.
fn halves(x: Value) -> (Word, Word) {
    // a word of ones is −1 and 2^64, which goes to the upper word as it is
    let (half, mut above) = (Int::two_to(63), Value::default());
    if let Parts::Sum(_, terms) = x.parts() {
        for (term, factor) in terms.into_iter().filter(|term| Word::Any(term.0).is_mask(64)) {
            above = above.join(0, term.scaled((factor + half) >> 64));
        }
    }
    let (high, low) = x.join(64, above.scaled(-1_i128)).words(64);
    (Word::of(low, 64), Word::of(high.join(0, above), 64))
}

/// a·b as low and high word.
pub fn wide_mul(a: Word, b: Word, signed: bool) -> (Word, Word) {
    match (a, b) {
        (Word::Known(a), Word::Known(b)) => {
            let product = if signed {
                (i128::from(a as i64) * i128::from(b as i64)) as u128
            } else {
                u128::from(a) * u128::from(b)
            };
            (Word::Known(product as u64), Word::Known((product >> 64) as u64))
        }
        _ if signed => halves(a.signed(64) * b.signed(64)),
        _ => halves(a.unsigned(64) * b.unsigned(64)),
    }
}

/// a + b, or a − b, of two words each.
pub fn wide_sum(a: (Word, Word), b: (Word, Word), subtract: bool) -> (Word, Word) {
    if let ((Word::Known(a0), Word::Known(a1)), (Word::Known(b0), Word::Known(b1))) = (a, b) {
        let join = |low: u64, high: u64| u128::from(high) << 64 | u128::from(low);
        let (a, b) = (join(a0, a1), join(b0, b1));
        let sum = if subtract { a.wrapping_sub(b) } else { a.wrapping_add(b) };
        return (Word::Known(sum as u64), Word::Known((sum >> 64) as u64));
    }
    let (a, b) = (double(a), double(b));
    halves(if subtract { a - b } else { a + b })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    Clz,
    Ctz,
    Popcnt,
}

/// The counts of bits in known words.
pub fn count(op: Unary, bits: u32, a: Word) -> Word {
    let a = a.known() & mask(bits);
    Word::Known(u64::from(match op {
        Unary::Clz => a.leading_zeros() - (64 - bits),
        Unary::Ctz => a.trailing_zeros().min(bits),
        Unary::Popcnt => a.count_ones(),
    }))
}

/// The lower `from` bits of a word, extended to `to` bits.
pub fn extend(a: Word, from: u32, to: u32, signed: bool) -> Word {
    match (a, signed) {
        (Word::Known(a), false) => Word::Known(a & mask(from)),
        (Word::Known(a), true) => Word::Known(sign_extended(a, from) as u64 & mask(to)),
        (a, false) => Word::of(a.unsigned(from), to),
        (a, true) => Word::of(a.signed(from), to),
    }
}

/// The lower `bits` bits of a word.
pub fn wrap(a: Word, bits: u32) -> Word {
    match a {
        Word::Known(a) => Word::Known(a & mask(bits)),
        a => Word::of(a.pattern(64), bits),
    }
}
