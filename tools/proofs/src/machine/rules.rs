//! The instructions. Each rule states its result by sums, products and splits, and refuses what the facts leave open.

use super::avx512::is_of_masks;
use super::{Change, Flag, Machine, Word, bound, text};
use iced_x86::{ConditionCode, EncodingKind, FlowControl, Instruction, Mnemonic as M, OpKind, Register};
use modexp_kernels::fused::abstraction;
use modexp_kernels::proof::{Int, Parts, Value};

pub(super) const ZERO: Word = Word::Known(0);
pub(super) const ONES: u64 = u64::MAX;

fn bit(x: bool) -> Word {
    Word::Known(x.into())
}

/// a + b + carry, and its carry.
pub(super) fn add(a: Word, b: Word, carry: Word, bits: u32) -> (Word, Word) {
    if let (Word::Known(a), Word::Known(b), Word::Known(carry)) = (a, b, carry) {
        let sum = u128::from(a) + u128::from(b) + u128::from(carry);
        return (Word::Known(low(sum as u64, bits)), bit(sum >> bits != 0));
    }
    if b == Word::Known(low(ONES, bits)) && carry == ZERO && a.is_bit() {
        // the sum carries if a is 1
        let sum = (Value::constant(1_i128) - a.value()).scaled(u128::from(low(ONES, bits)));
        return (Word::of(sum), a);
    }
    if carry == ZERO
        && matches!(b, Word::Any(_))
        && let Some(of) = before_split(a, bits)
        && a != b
        && (b.is_bit() || of.interval().1 >= Int::two_to(2 * bits - 1))
    {
        let sum = of + b.value();
        let carry = (sum.words(bits).0 - of.words(bits).0).known_in(Int::ZERO, Int::ONE);
        return (Word::of(sum.rest(bits)), Word::of(carry));
    }
    let mut sum = a.value();
    for term in [b, carry] {
        if term != ZERO {
            sum = sum + term.value();
        }
    }
    let most = sum.interval().1 - Int::two_to(bits);
    // a sum of a top limb and carries
    if Int::ZERO <= most
        && most < Int::two_to(8)
        && (bound::is_below(sum, bits, false) || bound::is_below(sum, bits, true))
    {
        return (Word::of(sum.known_below(bits)), Word::Any(ZERO.value()));
    }
    (Word::of(sum.rest(bits)), Word::of(sum.quotient(bits)))
}

/// The number that was split, if x is the rest of a split at `bits`. The split of x + b is then that of this number plus b: its
/// quotient has both carries.
fn before_split(x: Word, bits: u32) -> Option<Value> {
    match x.value().parts() {
        Parts::Rest { of, bits: k, .. } if k == bits => Some(of),
        _ => None,
    }
}

/// a − b − borrow, and its borrow.
fn sub(a: Word, b: Word, borrow: Word, bits: u32) -> (Word, Word) {
    if let (Word::Known(a), Word::Known(b), Word::Known(borrow)) = (a, b, borrow) {
        let difference = i128::from(a) - i128::from(b) - i128::from(borrow);
        return (Word::Known(low(difference as u64, bits)), bit(difference < 0));
    }
    if borrow == ZERO
        && matches!(b, Word::Any(_))
        && b.is_bit()
        && let Some(of) = before_split(a, bits)
    {
        let difference = of - b.value();
        let borrow = (difference.borrow(bits) - of.borrow(bits)).known_in(Int::ZERO, Int::ONE);
        return (Word::of(difference.rest(bits)), Word::of(borrow));
    }
    let mut difference = a.value();
    for term in [b, borrow] {
        if term != ZERO {
            difference = difference - term.value();
        }
    }
    (Word::of(difference.rest(bits)), Word::of(difference.borrow(bits)))
}

pub(super) fn low(x: u64, bits: u32) -> u64 {
    if bits == 64 { x } else { x & ((1 << bits) - 1) }
}

/// The high and the low word of a·b.
fn product(a: Word, b: Word) -> (Word, Word) {
    if let (Word::Known(a), Word::Known(b)) = (a, b) {
        let product = u128::from(a) * u128::from(b);
        return (Word::Known((product >> 64) as u64), Word::Known(product as u64));
    }
    let product = a.value() * b.value();
    (Word::of(product.quotient(64)), Word::of(product.rest(64)))
}

/// A choice that the facts leave open is one case for each answer.
fn choose(x: Word) -> bool {
    match x {
        Word::Known(x) => x != 0,
        x => x.value().choose(),
    }
}

/// x, if it is 0 or 1, for a reason in its interval or in the sums that made it.
fn as_bit(x: Word) -> Option<Word> {
    let value = x.value();
    let (_, most) = value.interval();
    if most > Int::ONE && most < Int::two_to(8) && bound::is_below(value, 1, true) {
        return Some(Word::of(value.known_below(1)));
    }
    (most <= Int::ONE).then_some(x)
}

fn decided(x: Word) -> Word {
    if x.is_bit() && x.known().is_none() { bit(choose(x)) } else { x }
}

impl Machine {
    /// Runs one instruction. Returns the address of the next.
    pub(super) fn step(&mut self, i: &Instruction) -> u64 {
        match i.flow_control() {
            FlowControl::Next => {
                if is_of_masks(i) {
                    self.masks_of_lanes(i);
                } else if i.op_count() > 0 && i.op_kind(0) == OpKind::Register && is_vector(i.op0_register())
                    || i.mnemonic() == M::Vzeroupper
                    || (0..i.op_count()).any(|k| i.op_kind(k) == OpKind::Register && is_vector(i.op_register(k)))
                {
                    self.vector(i);
                } else {
                    self.general(i);
                }
                i.next_ip()
            }
            FlowControl::UnconditionalBranch => i.near_branch_target(),
            FlowControl::IndirectBranch => {
                let to = self.concrete(self.operand(i, 0), i);
                self.external(to).map_or(to, |()| self.pop())
            }
            FlowControl::ConditionalBranch => {
                let is_taken = if i.mnemonic() == M::Jrcxz {
                    self.concrete(self.register(Register::RCX), i) == 0
                } else {
                    // the check of an overflow is no choice: its carry is 0
                    let holds = self.condition(i);
                    !bound::is_below(holds.value(), 0, true) && self.concrete(holds, i) != 0
                };
                if is_taken { i.near_branch_target() } else { i.next_ip() }
            }
            FlowControl::Return => self.pop(),
            FlowControl::Call | FlowControl::IndirectCall => {
                let to = if i.flow_control() == FlowControl::Call {
                    i.near_branch_target()
                } else {
                    self.concrete(self.operand(i, 0), i)
                };
                if self.external(to).is_some() {
                    return i.next_ip();
                }
                self.push(Word::Known(i.next_ip()));
                to
            }
            _ => refuse(i),
        }
    }

    pub(super) fn concrete(&self, x: Word, i: &Instruction) -> u64 {
        x.known().unwrap_or_else(|| panic!("control flow or an address depends on operands: {}", text(i)))
    }

    fn push(&mut self, x: Word) {
        let Word::Known(rsp) = self.register(Register::RSP) else { panic!("an address") };
        self.set_register(Register::RSP, Word::Known(rsp - 8));
        self.memory.write(rsp - 8, 8, x);
    }

    fn pop(&mut self) -> u64 {
        self.pop_word().known().expect("a return address")
    }

    fn pop_word(&mut self) -> Word {
        let Word::Known(rsp) = self.register(Register::RSP) else { panic!("an address") };
        self.set_register(Register::RSP, Word::Known(rsp + 8));
        self.memory.read(rsp, 8)
    }

    /// Runs a function of the C library.
    fn external(&mut self, at: u64) -> Option<()> {
        let argument = |machine: &Self, register| machine.register(register).known().expect("a known argument");
        let (to, from, length) = (Register::RDI, Register::RSI, Register::RDX);
        if at == libc::memset as *const () as u64 {
            let (to, byte, length) = (argument(self, to), argument(self, from), argument(self, length));
            assert!(length.is_multiple_of(8), "words");
            let word = Word::Known(u64::from(byte as u8) * (ONES / 255));
            (0..length / 8).for_each(|k| self.memory.write(to + 8 * k, 8, word));
        } else if at == libc::memcpy as *const () as u64 || at == libc::memmove as *const () as u64 {
            let (to, from, length) = (argument(self, to), argument(self, from), argument(self, length));
            assert!(length.is_multiple_of(8), "words");
            let words: Vec<Word> = (0..length / 8).map(|k| self.memory.read(from + 8 * k, 8)).collect();
            words.into_iter().zip(0..).for_each(|(word, k)| self.memory.write(to + 8 * k, 8, word));
        } else {
            return None;
        }
        self.set_register(Register::RAX, self.register(to));
        Some(())
    }

    fn register(&self, register: Register) -> Word {
        let (number, size) = (register.full_register().number(), register.size());
        assert!(!matches!(register, Register::AH | Register::BH | Register::CH | Register::DH));
        let word = match self.low_bytes[number] {
            Some((length, low)) if length == size => return low,
            Some((length, low)) => {
                let bits = 8 * length as u32;
                Word::of(self.registers[number].value().quotient(bits).scaled(Int::two_to(bits)) + low.value())
            }
            None => self.registers[number],
        };
        match (size, word) {
            (8, word) => word,
            (size, Word::Known(word)) => Word::Known(low(word, 8 * size as u32)),
            (size, word) => Word::of(word.value().rest(8 * size as u32)),
        }
    }

    fn set_register(&mut self, register: Register, x: Word) {
        let (number, size) = (register.full_register().number(), register.size());
        assert!(!matches!(register, Register::AH | Register::BH | Register::CH | Register::DH));
        if size >= 4 {
            (self.registers[number], self.low_bytes[number]) = (x, None);
            return;
        }
        match (self.registers[number], x) {
            (Word::Known(old), Word::Known(x)) if self.low_bytes[number].is_none() => {
                self.registers[number] = Word::Known(old & !low(ONES, 8 * size as u32) | x);
            }
            _ => {
                assert!(self.low_bytes[number].is_none_or(|(length, _)| length <= size), "a part of a part");
                self.low_bytes[number] = Some((size, x));
            }
        }
    }

    fn address(&self, i: &Instruction) -> u64 {
        assert!(!matches!(i.memory_segment(), Register::FS | Register::GS), "a segment: {}", text(i));
        let operand = (0..i.op_count()).find(|&k| i.op_kind(k) == OpKind::Memory).expect("an operand in memory");
        let value = |register: Register| {
            if register.is_segment_register() { 0 } else { self.concrete(self.register(register), i) }
        };
        i.virtual_address(operand, 0, |register, _, _| Some(value(register))).expect("an address")
    }

    pub(super) fn operand(&self, i: &Instruction, k: u32) -> Word {
        match i.op_kind(k) {
            OpKind::Register => self.register(i.op_register(k)),
            OpKind::Memory => self.memory.read(self.address(i), i.memory_size().size() as u64),
            _ => Word::Known(low(i.immediate(k), self.size(i))),
        }
    }

    /// The bits of an instruction's operands.
    fn size(&self, i: &Instruction) -> u32 {
        8 * match i.op_kind(0) {
            OpKind::Register => i.op0_register().size() as u32,
            OpKind::Memory => i.memory_size().size() as u32,
            _ => 8,
        }
    }

    pub(super) fn put(&mut self, i: &Instruction, x: Word) {
        match i.op_kind(0) {
            OpKind::Register => self.set_register(i.op0_register(), x),
            OpKind::Memory => {
                let at = self.address(i);
                if matches!(x, Word::Known(_)) || !self.is_changed(Change::Store) {
                    self.memory.write(at, i.memory_size().size() as u64, x);
                }
            }
            _ => refuse(i),
        }
    }

    /// The source operand `k`, or a different register in its place.
    fn source(&mut self, i: &Instruction, k: u32) -> Word {
        let x = self.operand(i, k);
        if matches!(x, Word::Any(_)) && i.op_kind(k) == OpKind::Register && self.is_changed(Change::Register) {
            let others = &self.registers;
            return *others.iter().find(|&&other| matches!(other, Word::Any(_)) && other != x).unwrap_or(&x);
        }
        x
    }

    fn carry_in(&mut self, flag: Flag, i: &Instruction) -> Word {
        let flag = flag.unwrap_or_else(|| panic!("a flag that no rule gives: {}", text(i)));
        if matches!(flag, Word::Any(_)) && self.is_changed(Change::CarryIn) { ZERO } else { flag }
    }

    fn carry_out(&mut self, flag: Word) -> Word {
        let is_changed = matches!(flag, Word::Any(_)) && self.is_changed(Change::CarryOut);
        if is_changed { ZERO } else { flag }
    }

    /// The flags of a result, apart from carry and overflow.
    fn set_result(&mut self, x: Word, bits: u32) {
        (self.zero, self.sign) = match x.known().map_or(x, Word::Known) {
            Word::Known(x) => (Some(bit(x == 0)), Some(bit(x >> (bits - 1) & 1 == 1))),
            Word::Any(x) if x.interval().0 > Int::ZERO => (Some(ZERO), None),
            Word::Any(x) if x.interval().1 == Int::ONE => (Some(Word::of(Value::constant(1_i128) - x)), None),
            Word::Any(_) | Word::Signed(_) | Word::Lane(_) => (None, None),
        };
    }

    fn condition(&self, i: &Instruction) -> Word {
        let flag = |flag: Flag| flag.unwrap_or_else(|| panic!("a flag that no rule gives: {}", text(i)));
        let not = |x: Word| match x {
            Word::Known(x) => Word::Known(1 - x),
            x => Word::of(Value::constant(1_i128) - x.value()),
        };
        let or = |a: Word, b: Word| bit(choose(a) | choose(b));
        let less = || bit(choose(flag(self.sign)) != choose(flag(self.overflow)));
        match i.condition_code() {
            ConditionCode::b => flag(self.carry),
            ConditionCode::ae => not(flag(self.carry)),
            ConditionCode::e => flag(self.zero),
            ConditionCode::ne => not(flag(self.zero)),
            ConditionCode::be => or(flag(self.carry), flag(self.zero)),
            ConditionCode::a => not(or(flag(self.carry), flag(self.zero))),
            ConditionCode::s => flag(self.sign),
            ConditionCode::ns => not(flag(self.sign)),
            ConditionCode::o => flag(self.overflow),
            ConditionCode::no => not(flag(self.overflow)),
            ConditionCode::l => less(),
            ConditionCode::ge => not(less()),
            ConditionCode::le => or(less(), flag(self.zero)),
            ConditionCode::g => not(or(less(), flag(self.zero))),
            _ => refuse(i),
        }
    }

    /// −bit as a mask.
    pub(super) fn mask_of(&mut self, x: Word) -> Word {
        match x {
            Word::Known(x) => Word::Known(x.wrapping_neg()),
            x => {
                let x = x.value();
                assert!(x.interval().1 <= Int::ONE, "a bit");
                let mask = x.scaled(u128::from(ONES));
                self.masks.insert(mask, x);
                Word::of(mask)
            }
        }
    }

    pub(super) fn not(&mut self, x: Word, bits: u32) -> Word {
        match x {
            Word::Known(x) => Word::Known(low(!x, bits)),
            x => {
                let x = x.value();
                let not = Value::constant(Int::two_to(bits) - Int::ONE) - x;
                if let Some(&bit) = self.masks.get(&x) {
                    self.masks.insert(not, Value::constant(1_i128) - bit);
                }
                if bits == u64::BITS {
                    self.complements.insert(not, x);
                }
                Word::of(not)
            }
        }
    }

    /// The word, if it is known, or if it is a mask: then the answer to its bit.
    fn as_mask(&self, x: Word) -> Option<u64> {
        x.known().or_else(|| {
            let Word::Any(x) = x else { return None };
            self.masks.get(&x).map(|bit| if bit.choose() { ONES } else { 0 })
        })
    }

    fn and(&self, a: Word, b: Word, i: &Instruction) -> Word {
        let (Some(mask), x) = (match self.as_mask(b) {
            Some(mask) => (Some(mask), a),
            None => (self.as_mask(a), b),
        }) else {
            refuse(i)
        };
        match x {
            Word::Known(x) => Word::Known(x & mask),
            Word::Any(_) if mask == 0 => ZERO,
            Word::Any(_) if mask == ONES => x,
            Word::Any(x) if (mask + 1).is_power_of_two() => Word::of(x.rest(mask.trailing_ones())),
            Word::Any(x) if (!mask + 1).is_power_of_two() => {
                let bits = mask.trailing_zeros();
                Word::of(x.quotient(bits).scaled(Int::two_to(bits)))
            }
            Word::Any(_) | Word::Signed(_) | Word::Lane(_) => refuse(i),
        }
    }

    fn or(&self, a: Word, b: Word, i: &Instruction) -> Word {
        match (a.known(), b.known()) {
            _ if matches!((a, b), (Word::Any(_), Word::Any(_))) && a.is_bit() && b.is_bit() => {
                // two carries of one limb: at most one of them is 1
                let sum = a.value() + b.value();
                if sum.interval().1 <= Int::ONE {
                    return Word::of(sum);
                }
                if bound::is_below(sum, 1, false) {
                    return Word::of(sum.known_below(1));
                }
                bit(choose(a) | choose(b))
            }
            (Some(a), Some(b)) => Word::Known(a | b),
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ => {
                // no bit is in both
                let (x, y) = (a.value(), b.value());
                let apart = |x: Value, y: Value| y.interval().1 < Int::two_to(x.grain().min(64));
                if apart(x, y) || apart(y, x) { Word::of(x + y) } else { refuse(i) }
            }
        }
    }

    fn xor(&mut self, a: Word, b: Word, bits: u32, i: &Instruction) -> Word {
        let ones = low(ONES, bits);
        match (a, b) {
            (Word::Known(a), Word::Known(b)) => Word::Known(a ^ b),
            _ if a == b => ZERO,
            (Word::Known(0), x) | (x, Word::Known(0)) => x,
            (Word::Known(mask), x) | (x, Word::Known(mask)) if mask == ones => self.not(x, bits),
            (Word::Known(1), x) | (x, Word::Known(1)) if x.is_bit() => Word::of(Value::constant(1_i128) - x.value()),
            _ if a.is_bit() && b.is_bit() => bit(choose(a) ^ choose(b)),
            _ => refuse(i),
        }
    }

    #[allow(clippy::too_many_lines, reason = "one arm for each instruction")]
    fn general(&mut self, i: &Instruction) {
        let bits = self.size(i);
        match i.mnemonic() {
            M::Mov | M::Movzx => {
                let x = self.source(i, 1);
                self.put(i, x);
            }
            M::Movsxd | M::Movsx => {
                let from = match i.op_kind(1) {
                    OpKind::Memory => i.memory_size().size(),
                    _ => i.op1_register().size(),
                };
                let x = self.concrete(self.operand(i, 1), i);
                let shift = 64 - 8 * from as u32;
                self.put(i, Word::Known(low(((x << shift) as i64 >> shift) as u64, bits)));
            }
            M::Lea => self.lea(i),
            M::Push => {
                let x = self.operand(i, 0);
                self.push(x);
            }
            M::Pop => {
                let x = self.pop_word();
                self.put(i, x);
            }
            M::Add | M::Adc | M::Adcx | M::Adox | M::Inc => {
                let old = self.carry;
                let carry = match i.mnemonic() {
                    M::Adc | M::Adcx => self.carry_in(old, i),
                    M::Adox => self.carry_in(self.overflow, i),
                    _ => ZERO,
                };
                let a = self.operand(i, 0);
                let b = if i.mnemonic() == M::Inc { Word::Known(1) } else { self.source(i, 1) };
                let (sum, carry) = add(a, b, carry, bits);
                let carry = Some(self.carry_out(carry));
                match i.mnemonic() {
                    M::Adcx => self.carry = carry,
                    M::Adox => self.overflow = carry,
                    mnemonic => {
                        self.carry = if mnemonic == M::Inc { old } else { carry };
                        self.overflow = None;
                        self.set_result(sum, bits);
                    }
                }
                self.put(i, sum);
            }
            M::Sub | M::Sbb | M::Cmp | M::Dec | M::Neg => {
                let old = self.carry;
                let borrow = if i.mnemonic() == M::Sbb { self.carry_in(old, i) } else { ZERO };
                let (a, b) = match i.mnemonic() {
                    M::Neg => (ZERO, self.operand(i, 0)),
                    M::Dec => (self.operand(i, 0), Word::Known(1)),
                    _ => (self.operand(i, 0), self.source(i, 1)),
                };
                let is_same = i.op_count() == 2 && i.op_kind(1) == OpKind::Register && a == b;
                let (difference, borrow) = if is_same && bits == 64 {
                    // 0, or a mask of the borrow
                    (self.mask_of(borrow), borrow)
                } else if bits == 64
                    && a == ZERO
                    && borrow == ZERO
                    && let Some(b) = as_bit(b)
                {
                    (self.mask_of(b), b)
                } else if i.mnemonic() == M::Sbb && a.is_bit() && b.is_bit() {
                    sub(decided(a), decided(b), decided(borrow), bits)
                } else {
                    sub(a, b, borrow, bits)
                };
                let flag = Some(self.carry_out(borrow));
                self.carry = if i.mnemonic() == M::Dec { old } else { flag };
                // lengths and addresses alone
                self.overflow = match (a, b, difference) {
                    (Word::Known(a), Word::Known(b), Word::Known(x)) => {
                        Some(bit(((a ^ b) & (a ^ x)) >> (bits - 1) & 1 == 1))
                    }
                    _ => None,
                };
                self.set_result(difference, bits);
                if i.mnemonic() == M::Cmp && a == b {
                    self.zero = Some(Word::Known(1));
                }
                if i.mnemonic() != M::Cmp {
                    self.put(i, difference);
                }
            }
            M::And | M::Or | M::Xor | M::Test => {
                let (a, b) = (self.operand(i, 0), self.operand(i, 1));
                let same = i.op_kind(1) == OpKind::Register && a == b;
                let x = match i.mnemonic() {
                    M::Xor if same && i.op0_register() == i.op1_register() => ZERO,
                    M::Xor => self.xor(a, b, bits, i),
                    M::Or if same => a,
                    M::Or => self.or(a, b, i),
                    _ if same => a,
                    _ => self.and(a, b, i),
                };
                (self.carry, self.overflow) = (Some(ZERO), Some(ZERO));
                self.set_result(x, bits);
                if i.mnemonic() != M::Test {
                    self.put(i, x);
                }
            }
            M::Not => {
                let x = self.operand(i, 0);
                let not = self.not(x, bits);
                self.put(i, not);
            }
            M::Mulx | M::Mul => {
                let is_mulx = i.mnemonic() == M::Mulx;
                assert_eq!(bits, 64, "{}", text(i));
                let (a, b) = if is_mulx {
                    (self.register(Register::RDX), self.source(i, 2))
                } else {
                    (self.register(Register::RAX), self.source(i, 0))
                };
                let (mut high, mut low) = product(a, b);
                if matches!(high, Word::Any(_)) && self.is_changed(Change::Halves) {
                    (high, low) = (low, high);
                }
                if is_mulx {
                    self.set_register(i.op1_register(), low);
                    self.set_register(i.op0_register(), high);
                } else {
                    self.set_register(Register::RAX, low);
                    self.set_register(Register::RDX, high);
                    let flag = high.known().map(|high| bit(high != 0));
                    (self.carry, self.overflow, self.zero, self.sign) = (flag, flag, None, None);
                }
            }
            M::Imul => {
                let (a, b) = match i.op_count() {
                    2 => (self.operand(i, 0), self.source(i, 1)),
                    3 => (self.operand(i, 1), self.operand(i, 2)),
                    _ => refuse(i),
                };
                let x = match (a, b) {
                    (Word::Known(a), Word::Known(b)) => Word::Known(low(a.wrapping_mul(b), bits)),
                    _ => Word::of((a.value() * b.value()).rest(bits)),
                };
                let flag = match (a, b) {
                    (Word::Known(a), Word::Known(b)) if bits == 64 => {
                        Some(bit((a as i64).checked_mul(b as i64).is_none()))
                    }
                    _ => None,
                };
                (self.carry, self.overflow, self.zero, self.sign) = (flag, flag, None, None);
                self.put(i, x);
            }
            M::Shl | M::Shr | M::Sar | M::Shlx | M::Shrx | M::Ror | M::Rorx | M::Shld | M::Shrd => self.shift(i, bits),
            M::Div => {
                // lengths alone
                let [a, d] = [Register::RAX, Register::RDX].map(|r| self.concrete(self.register(r), i));
                let by = self.concrete(self.operand(i, 0), i);
                if bits == 8 {
                    // the quotient is in al, the remainder in ah
                    let a = low(a, 16);
                    self.set_register(Register::AX, Word::Known((a / by) | ((a % by) << 8)));
                    (self.carry, self.overflow, self.zero, self.sign) = (None, None, None, None);
                    return;
                }
                let (dividend, by) = (u128::from(low(d, bits)) << bits | u128::from(low(a, bits)), u128::from(by));
                self.set_register(Register::RAX, Word::Known(low((dividend / by) as u64, bits)));
                self.set_register(Register::RDX, Word::Known(low((dividend % by) as u64, bits)));
                (self.carry, self.overflow, self.zero, self.sign) = (None, None, None, None);
            }
            M::Clc => self.carry = Some(ZERO),
            M::Stc => self.carry = Some(Word::Known(1)),
            // the mode at the start of a program
            M::Stmxcsr | M::Vstmxcsr => self.put(i, Word::Known(0x1f80)),
            M::Nop | M::Endbr64 | M::Prefetcht0 => {}
            _ if i.condition_code() != ConditionCode::None && i.op_count() == 2 => {
                let (a, b) = (self.operand(i, 0), self.operand(i, 1));
                let holds = self.condition(i);
                let x = if a == b || choose(holds) { b } else { a };
                self.put(i, x);
            }
            _ if i.condition_code() != ConditionCode::None => {
                let holds = self.condition(i);
                self.put(i, holds);
            }
            _ => refuse(i),
        }
    }

    /// An address, or a sum of words without flags.
    fn lea(&mut self, i: &Instruction) {
        let (base, index) = (i.memory_base(), i.memory_index());
        let part = |register: Register| match register {
            Register::None => ZERO,
            register => self.register(register),
        };
        if base == Register::RIP || (part(base).known().is_some() && part(index).known().is_some()) {
            let at = self.address(i);
            let bits = self.size(i);
            return self.put(i, Word::Known(low(at, bits)));
        }
        assert_eq!(self.size(i), 64, "{}", text(i));
        let mut sum = part(base).value() + part(index).value().scaled(i128::from(i.memory_index_scale()));
        let displacement = i.memory_displacement64() as i64;
        if displacement != 0 {
            sum = sum + Value::constant(i128::from(displacement));
        }
        let x = Word::of(sum.rest(64));
        self.put(i, x);
    }

    fn shift(&mut self, i: &Instruction, bits: u32) {
        let is_double = matches!(i.mnemonic(), M::Shld | M::Shrd);
        let has_flags = !matches!(i.mnemonic(), M::Shlx | M::Shrx | M::Rorx);
        let (from, by) = if has_flags { (0, if is_double { 2 } else { 1 }) } else { (1, 2) };
        let x = self.operand(i, from);
        let by = self.concrete(self.operand(i, by), i) as u32 % bits;
        if by == 0 {
            return self.put(i, x);
        }
        let shifted = match (i.mnemonic(), x) {
            (M::Shl | M::Shlx, Word::Known(x)) => Word::Known(low(x << by, bits)),
            (M::Shr | M::Shrx, Word::Known(x)) => Word::Known(x >> by),
            (M::Sar, Word::Known(x)) if bits == 64 => Word::Known((x as i64 >> by) as u64),
            (M::Ror | M::Rorx, Word::Known(x)) if bits == 64 => Word::Known(x.rotate_right(by)),
            (M::Shl | M::Shlx, Word::Any(x)) => Word::of(x.rest(bits - by).scaled(Int::two_to(by))),
            (M::Shr | M::Shrx, Word::Any(x)) => Word::of(x.quotient(by)),
            // the low bits of a second word come in at the top, or its top bits at the bottom
            (M::Shrd, x) => {
                let above = self.operand(i, 1).value().rest(by);
                Word::of(x.value().quotient(by) + above.scaled(Int::two_to(bits - by)))
            }
            (M::Shld, x) => {
                let below = self.operand(i, 1).value().quotient(bits - by);
                Word::of(x.value().rest(bits - by).scaled(Int::two_to(by)) + below)
            }
            _ => refuse(i),
        };
        if has_flags {
            // the last bit that is shifted out
            self.carry = match (i.mnemonic(), x) {
                (M::Shr, Word::Known(x)) => Some(Word::Known(x >> (by - 1) & 1)),
                (M::Shr | M::Shrd, Word::Any(x)) if by == 1 => Some(Word::of(x.rest(1))),
                _ => None,
            };
            self.overflow = None;
            self.set_result(shifted, bits);
        }
        self.put(i, shifted);
    }

    pub(super) fn lanes(&self, i: &Instruction, k: u32, lanes: usize) -> Vec<Word> {
        match i.op_kind(k) {
            OpKind::Register if is_vector(i.op_register(k)) => {
                let lane = |lane: &Option<Word>| lane.unwrap_or_else(|| panic!("a lane with a value: {}", text(i)));
                self.vectors[i.op_register(k).number()][..lanes].iter().map(lane).collect()
            }
            OpKind::Register => vec![self.register(i.op_register(k))],
            OpKind::Memory if i.is_broadcast() => vec![self.memory.read(self.address(i), 8); lanes],
            OpKind::Memory => {
                let at = self.address(i);
                let words = (i.memory_size().size() / 8).max(1);
                (0..words as u64).map(|lane| self.memory.read(at + 8 * lane, 8)).collect()
            }
            _ => refuse(i),
        }
    }

    /// Vectors as lanes of words.
    fn vector(&mut self, i: &Instruction) {
        if let Some(bits) = self.open_mask(i) {
            let lanes = self.where_bits(i, &bits);
            self.vectors[i.op0_register().number()] = lanes.map(Some);
            return;
        }
        if i.mnemonic() == M::Vzeroupper {
            self.vectors.iter_mut().take(16).for_each(|vector| vector[2..].fill(Some(ZERO)));
            return;
        }
        let register = (0..i.op_count()).map(|k| i.op_register(k)).find(|&r| is_vector(r)).expect("a vector");
        let lanes = register.size() / 8;
        let is_old = i.encoding() == EncodingKind::Legacy;
        let result: Vec<Word> = match i.mnemonic() {
            M::Movups
            | M::Movaps
            | M::Movdqu
            | M::Movdqa
            | M::Movupd
            | M::Movapd
            | M::Vmovups
            | M::Vmovaps
            | M::Vmovdqu
            | M::Vmovdqa
            | M::Vmovupd
            | M::Vmovapd
            | M::Vmovdqu64
            | M::Vmovdqa64 => self.lanes(i, 1, lanes),
            M::Vmovsd if i.op_count() != 2 => refuse(i),
            M::Movq | M::Vmovq | M::Vmovsd => {
                let low = self.lanes(i, 1, 1)[0];
                if i.op_kind(0) == OpKind::Register && is_vector(i.op0_register()) {
                    vec![low, ZERO]
                } else {
                    vec![low]
                }
            }
            M::Vpbroadcastq | M::Vbroadcastsd => vec![self.lanes(i, 1, 1)[0]; lanes],
            M::Pxor
            | M::Xorps
            | M::Xorpd
            | M::Pand
            | M::Andps
            | M::Andpd
            | M::Por
            | M::Orps
            | M::Pandn
            | M::Andnps
            | M::Vpxor
            | M::Vxorps
            | M::Vxorpd
            | M::Vpand
            | M::Vandps
            | M::Vpor
            | M::Vorps
            | M::Vpandn
            | M::Vandnps
            | M::Paddq
            | M::Vpaddq
            | M::Psubq
            | M::Vpsubq
            | M::Vaddpd
            | M::Vsubpd => self.lane_by_lane(i, lanes),
            M::Pcmpeqd | M::Vpcmpeqd if i.op_register(i.op_count() - 1) == i.op_register(i.op_count() - 2) => {
                vec![Word::Known(ONES); lanes]
            }
            M::Pshufd if i.immediate8() == 0x44 => vec![self.lanes(i, 1, 2)[0]; 2],
            M::Punpcklqdq if i.op0_register() == i.op1_register() => vec![self.lanes(i, 1, 2)[0]; 2],
            _ => self.fused_vector(i, lanes),
        };
        match i.op_kind(0) {
            OpKind::Memory if self.masked_lanes(i) == 0 => {
                let at = self.address(i);
                for (lane, x) in result.into_iter().take(i.memory_size().size() / 8).enumerate() {
                    if matches!(x, Word::Known(_)) || !self.is_changed(Change::Store) {
                        self.memory.write(at + 8 * lane as u64, 8, x);
                    }
                }
            }
            OpKind::Memory => refuse(i),
            OpKind::Register if is_vector(i.op0_register()) => {
                let is_masked = self.masked_lanes(i);
                let vector = &mut self.vectors[i.op0_register().number()];
                let old = *vector;
                if !is_old {
                    vector.fill(Some(ZERO));
                }
                for (lane, x) in result.into_iter().enumerate() {
                    let kept = if i.zeroing_masking() { Some(ZERO) } else { old[lane] };
                    vector[lane] = if is_masked >> lane & 1 == 1 { kept } else { Some(x) };
                }
            }
            _ => self.put(i, result[0]),
        }
    }

    /// The instructions of AVX2, most of them of the kernels on `f64`.
    fn fused_vector(&mut self, i: &Instruction, lanes: usize) -> Vec<Word> {
        match i.mnemonic() {
            M::Vbroadcasti128 | M::Vbroadcastf128 => [self.lanes(i, 1, 2), self.lanes(i, 1, 2)].concat(),
            M::Vmovd => vec![self.lanes(i, 1, 1)[0], ZERO],
            M::Vpermq | M::Vpermpd if lanes == 4 && i.op_kind(2) == OpKind::Immediate8 => {
                let (x, order) = (self.lanes(i, 1, 4), i.immediate8());
                (0..4).map(|lane| x[usize::from(order >> (2 * lane) & 3)]).collect()
            }
            M::Vpblendd | M::Vblendps | M::Vblendpd => {
                let (a, b, by) = (self.lanes(i, 1, lanes), self.lanes(i, 2, lanes), i.immediate8());
                let is_second = |lane: usize| match by >> (2 * lane) & 3 {
                    _ if i.mnemonic() == M::Vblendpd => by >> lane & 1 == 1,
                    0 => false,
                    3 => true,
                    _ => refuse(i),
                };
                (0..lanes).map(|lane| if is_second(lane) { b[lane] } else { a[lane] }).collect()
            }
            M::Vextracti128 | M::Vextractf128 => {
                self.lanes(i, 1, 4)[2 * usize::from(i.immediate8() & 1)..][..2].to_vec()
            }
            M::Vinserti128 | M::Vinsertf128 => {
                let (mut x, half) = (self.lanes(i, 1, 4), self.lanes(i, 2, 2));
                x[2 * usize::from(i.immediate8() & 1)..][..2].copy_from_slice(&half);
                x
            }
            M::Vaddsd => {
                let (a, b) = (self.lanes(i, 1, 2), self.lanes(i, 2, 1)[0]);
                vec![Word::of_name(abstraction::add_f64(a[0].name(), b.name())), a[1]]
            }
            M::Vperm2i128 | M::Vperm2f128 => {
                let x = [self.lanes(i, 1, 4), self.lanes(i, 2, 4)].concat();
                let half = |by: u8| if by & 8 == 8 { &[ZERO; 2][..] } else { &x[2 * usize::from(by & 3)..][..2] };
                [half(i.immediate8()), half(i.immediate8() >> 4)].concat()
            }
            M::Vfmadd132pd | M::Vfmadd213pd | M::Vfmadd231pd => {
                let [a, b, c] = [0, 1, 2].map(|k| self.lanes(i, k, lanes));
                let (x, y, z) = match i.mnemonic() {
                    M::Vfmadd132pd => (a, c, b),
                    M::Vfmadd213pd => (b, a, c),
                    _ => (b, c, a),
                };
                let fma = |lane: usize| abstraction::fma(x[lane].name(), y[lane].name(), z[lane].name());
                (0..lanes).map(|lane| Word::of_name(fma(lane))).collect()
            }
            M::Vpunpcklqdq => {
                let (a, b) = (self.lanes(i, 1, lanes), self.lanes(i, 2, lanes));
                (0..lanes).step_by(2).flat_map(|lane| [a[lane], b[lane]]).collect()
            }
            M::Vpcmpeqq => {
                let pairs = self.lanes(i, 1, lanes).into_iter().zip(self.lanes(i, 2, lanes));
                let is_equal = |(a, b): (Word, Word)| self.concrete(a, i) == self.concrete(b, i);
                pairs.map(|pair| Word::Known(if is_equal(pair) { ONES } else { 0 })).collect()
            }
            M::Vpblendvb | M::Vblendvpd => {
                let [a, b, by] = [1, 2, 3].map(|k| self.lanes(i, k, lanes));
                let choice = |lane: usize| match self.concrete(by[lane], i) {
                    0 => a[lane],
                    ONES => b[lane],
                    _ => refuse(i),
                };
                (0..lanes).map(choice).collect()
            }
            M::Vpsrlq => {
                let by = match i.op_kind(2) {
                    OpKind::Immediate8 => u64::from(i.immediate8()),
                    _ => self.concrete(self.lanes(i, 2, 1)[0], i),
                };
                let shifted = |x: Word| match x {
                    Word::Any(x) => Word::of(x.quotient(by as u32)),
                    x => Word::of_name(abstraction::shr(x.name(), by as u32)),
                };
                self.lanes(i, 1, lanes).into_iter().map(shifted).collect()
            }
            _ => self.wide_vector(i, lanes),
        }
    }

    pub(super) fn lane_by_lane(&mut self, i: &Instruction, lanes: usize) -> Vec<Word> {
        let (a, b) = (i.op_count() - 2, i.op_count() - 1);
        let is_same = i.op_kind(b) == OpKind::Register && i.op_register(a) == i.op_register(b);
        if is_same
            && matches!(
                i.mnemonic(),
                M::Pxor | M::Xorps | M::Xorpd | M::Vpxor | M::Vpxorq | M::Vpxord | M::Vxorps | M::Vxorpd
            )
        {
            return vec![ZERO; lanes];
        }
        let (a, b) = (self.lanes(i, a, lanes), self.lanes(i, b, lanes));
        let pairs = a.into_iter().zip(b);
        let lane = |(a, b): (Word, Word)| match i.mnemonic() {
            M::Vaddpd => Word::of_name(abstraction::add_f64(a.name(), b.name())),
            M::Vsubpd => Word::of_name(abstraction::sub_f64(a.name(), b.name())),
            mnemonic if matches!(a, Word::Lane(_)) || matches!(b, Word::Lane(_)) => {
                let (a, b) = (a.name(), b.name());
                Word::of_name(match mnemonic {
                    M::Vpaddq => abstraction::add(a, b),
                    M::Vpsubq => abstraction::sub(a, b),
                    M::Vpand | M::Vandps if abstraction::is_name(b) => abstraction::and(b, a),
                    M::Vpand | M::Vandps => abstraction::and(a, b),
                    _ => refuse(i),
                })
            }
            M::Vpaddq if matches!(a, Word::Signed(_)) || matches!(b, Word::Signed(_)) => {
                Word::of_signed(a.signed() + b.signed())
            }
            // ones are −1
            M::Vpsubq if matches!(b, Word::Any(b) if self.masks.contains_key(&b)) => {
                Word::of_signed(a.signed() + self.masks[&b.value()])
            }
            M::Vpsubq if i.op0_register().is_zmm() && a != ZERO => Word::of_signed(a.signed() - b.signed()),
            M::Vpandq | M::Vpandd if matches!(a, Word::Signed(_)) => match b {
                Word::Known(mask) if (mask + 1).is_power_of_two() => Word::of(a.signed().rest(mask.trailing_ones())),
                _ => refuse(i),
            },
            M::Pand | M::Andps | M::Andpd | M::Vpand | M::Vandps | M::Vpandq | M::Vpandd => self.and(a, b, i),
            M::Por | M::Orps | M::Vpor | M::Vorps | M::Vporq | M::Vpord => self.or(a, b, i),
            M::Pandn | M::Andnps | M::Vpandn | M::Vandnps => {
                let not = self.not(a, 64);
                self.and(not, b, i)
            }
            M::Paddq | M::Vpaddq => add(a, b, ZERO, 64).0,
            M::Psubq | M::Vpsubq if a == ZERO && b.is_bit() => self.mask_of(b),
            M::Psubq | M::Vpsubq => sub(a, b, ZERO, 64).0,
            _ => self.xor(a, b, 64, i),
        };
        pairs.map(lane).collect()
    }
}

fn is_vector(register: Register) -> bool {
    register.is_xmm() || register.is_ymm() || register.is_zmm()
}

pub(super) fn refuse(i: &Instruction) -> ! {
    panic!("no rule for {}", text(i))
}
