//! Runs functions. Control flow and addresses are known; data may be words that stand for all their values.

use crate::memory::Memory;
use crate::module::{Function, Module};
use crate::ops::{Op, Unary, binary, count, extend, wide_mul, wide_sum, wrap};
use crate::vector::{self, lane, of_u128};
use crate::word::{Byte, Vector, Word, bytes};
use std::collections::BTreeMap;
use std::rc::Rc;
use wasmparser::{MemArg, Operator, ValType};

/// A value on the stack.
#[derive(Clone, Copy, Debug)]
pub enum Slot {
    Word(Word),
    Vector(Vector),
}

impl Slot {
    pub fn word(self) -> Word {
        match self {
            Self::Word(word) => word,
            Self::Vector(_) => panic!("a vector in place of a word"),
        }
    }

    fn vector(self) -> Vector {
        match self {
            Self::Vector(vector) => vector,
            Self::Word(_) => panic!("a word in place of a vector"),
        }
    }
}

/// A call that begins or ends.
pub struct Call<'c> {
    pub function: u32,
    pub arguments: &'c [Slot],
    pub memory: &'c Memory,
    pub ends: bool,
}

/// Sees calls. If it returns true, the run ends.
pub type Watch<'w> = dyn FnMut(&Call) -> bool + 'w;

/// A function in place of that with this number.
pub type Changed<'m> = (u32, Rc<Function<'m>>);

/// Runs of instructions, by their functions and places.
pub type Trace = BTreeMap<(u32, usize), usize>;

/// A run that the watch has ended.
#[derive(Debug)]
pub struct Ended;

#[derive(Clone)]
pub struct Instance<'m> {
    pub module: &'m Module<'m>,
    pub memory: Memory,
    globals: Vec<Word>,
    /// How often each instruction of a function ran, if it is asked.
    pub trace: Option<Trace>,
    pub changed: Option<Changed<'m>>,
    /// The words that instructions computed, in their order, if it is asked.
    pub computed: Option<Vec<Word>>,
}

struct Label {
    /// The height of the stack below the results, and their number.
    height: usize,
    results: usize,
    /// The next instruction after a branch to this label.
    to: usize,
}

impl<'m> Instance<'m> {
    pub fn new(module: &'m Module<'m>) -> Self {
        let globals = module.globals.iter().map(|&x| Word::Known(x)).collect();
        Self { module, memory: Memory::new(module.memory()), globals, trace: None, changed: None, computed: None }
    }

    /// Calls an export with words.
    pub fn export(&mut self, name: &str, arguments: &[u64], watch: &mut Watch) -> Result<u64, Ended> {
        let function = self.module.exports[name];
        let arguments: Vec<Slot> = arguments.iter().map(|&x| Slot::Word(Word::Known(x))).collect();
        let results = self.call(function, &arguments, watch)?;
        Ok(results.first().map_or(0, |result| result.word().known()))
    }

    pub fn call(&mut self, function: u32, arguments: &[Slot], watch: &mut Watch) -> Result<Vec<Slot>, Ended> {
        assert!(function as usize >= self.module.imported, "an imported function");
        if watch(&Call { function, arguments, memory: &self.memory, ends: false }) {
            return Err(Ended);
        }
        let changed = self.changed.clone();
        let code = match &changed {
            Some((of, code)) if *of == function => code.as_ref(),
            _ => self.module.code(function),
        };
        let mut locals = arguments.to_vec();
        for local in &code.locals[arguments.len()..] {
            locals.push(if *local == ValType::V128 { Slot::Vector(vector::ZERO) } else { Slot::Word(Word::ZERO) });
        }
        let results = self.module.signature(function).results().len();
        let results =
            Frame { instance: self, function, code, locals, stack: vec![], labels: vec![] }.run(results, watch)?;
        if watch(&Call { function, arguments, memory: &self.memory, ends: true }) {
            return Err(Ended);
        }
        Ok(results)
    }
}

struct Frame<'i, 'm> {
    instance: &'i mut Instance<'m>,
    function: u32,
    code: &'i Function<'m>,
    locals: Vec<Slot>,
    stack: Vec<Slot>,
    labels: Vec<Label>,
}

impl Frame<'_, '_> {
    fn pop(&mut self) -> Slot {
        self.stack.pop().expect("an operand")
    }

    fn word(&mut self) -> Word {
        self.pop().word()
    }

    fn vector(&mut self) -> Vector {
        self.pop().vector()
    }

    fn known(&mut self) -> usize {
        self.word().known() as u32 as usize
    }

    fn push(&mut self, word: Word) {
        if let Some(computed) = &mut self.instance.computed {
            computed.push(word);
        }
        self.stack.push(Slot::Word(word));
    }

    fn push_vector(&mut self, vector: Vector) {
        self.stack.push(Slot::Vector(vector));
    }

    /// Branches to the label `depth` above. Returns the next instruction.
    fn branch(&mut self, depth: u32) -> usize {
        let at = self.labels.len() - 1 - depth as usize;
        let Label { height, results, to } = self.labels[at];
        let from = self.stack.len() - results;
        self.stack.drain(height..from);
        self.labels.truncate(at + usize::from(to < self.code.code.len() && self.is_loop(to)));
        to
    }

    fn is_loop(&self, to: usize) -> bool {
        to > 0 && matches!(self.code.code[to - 1], Operator::Loop { .. })
    }

    fn run(mut self, results: usize, watch: &mut Watch) -> Result<Vec<Slot>, Ended> {
        let code = self.code;
        let end = code.code.len();
        self.labels.push(Label { height: 0, results, to: end });
        let mut at = 0;
        while at < end {
            let operator = &code.code[at];
            at += 1;
            if let Some(trace) = &mut self.instance.trace {
                *trace.entry((self.function, at - 1)).or_default() += 1;
            }
            match operator {
                Operator::Block { blockty } => {
                    let (operands, results) = self.instance.module.arity(*blockty);
                    self.labels.push(Label { height: self.stack.len() - operands, results, to: code.end(at - 1) + 1 });
                }
                Operator::Loop { blockty } => {
                    let (operands, _) = self.instance.module.arity(*blockty);
                    self.labels.push(Label { height: self.stack.len() - operands, results: operands, to: at });
                }
                Operator::If { blockty } => {
                    let (operands, results) = self.instance.module.arity(*blockty);
                    let (condition, end) = (self.known() != 0, code.end(at - 1));
                    let label = Label { height: self.stack.len() - operands, results, to: end + 1 };
                    match code.otherwise(at - 1) {
                        _ if condition => self.labels.push(label),
                        Some(otherwise) => {
                            self.labels.push(label);
                            at = otherwise + 1;
                        }
                        None => at = end + 1,
                    }
                }
                Operator::Else => {
                    self.labels.pop();
                    at = code.end(at - 1) + 1;
                }
                Operator::End => {
                    self.labels.pop();
                }
                Operator::Br { relative_depth } => at = self.branch(*relative_depth),
                Operator::BrIf { relative_depth } => {
                    if self.known() != 0 {
                        at = self.branch(*relative_depth);
                    }
                }
                Operator::BrTable { targets } => {
                    let index = self.known();
                    let depths: Vec<u32> = targets.targets().collect::<Result<_, _>>().expect("decoded before");
                    at = self.branch(depths.get(index).copied().unwrap_or(targets.default()));
                }
                Operator::Return => at = self.branch(self.labels.len() as u32 - 1),
                Operator::Call { function_index } => self.call(*function_index, watch)?,
                Operator::CallIndirect { .. } => {
                    let index = self.known();
                    let function = self.instance.module.table[index];
                    self.call(function, watch)?;
                }
                _ => self.step(operator),
            }
        }
        Ok(self.stack)
    }

    fn call(&mut self, function: u32, watch: &mut Watch) -> Result<(), Ended> {
        let count = self.instance.module.signature(function).params().len();
        let arguments = self.stack.split_off(self.stack.len() - count);
        let results = self.instance.call(function, &arguments, watch)?;
        self.stack.extend(results);
        Ok(())
    }

    fn address(&mut self, memarg: &MemArg) -> usize {
        self.known() + memarg.offset as usize
    }

    fn load(&mut self, memarg: &MemArg, from: u32, to: u32, signed: bool) {
        let at = self.address(memarg);
        let word = self.instance.memory.word(at, from as usize / 8);
        self.push(if from == to { word } else { extend(word, from, to, signed) });
    }

    fn load_bytes(&mut self, memarg: &MemArg, count: usize) -> Vector {
        let at = self.address(memarg);
        let mut out = vector::ZERO;
        self.instance.memory.load(at, &mut out[..count]);
        out
    }

    fn store(&mut self, memarg: &MemArg, count: usize) {
        let word = self.word();
        let at = self.address(memarg);
        self.instance.memory.store(at, bytes(word, count));
    }

    fn binary(&mut self, op: Op, bits: u32) {
        let (b, a) = (self.word(), self.word());
        self.push(binary(op, bits, a, b));
    }

    fn extend(&mut self, from: u32, to: u32, signed: bool) {
        let a = self.word();
        self.push(extend(a, from, to, signed));
    }

    fn count(&mut self, op: Unary, bits: u32) {
        let a = self.word();
        self.push(count(op, bits, a));
    }

    fn lanewise(&mut self, operation: impl Fn(&Vector, &Vector) -> Vector) {
        let (b, a) = (self.vector(), self.vector());
        self.push_vector(operation(&a, &b));
    }

    fn floats(&mut self, operation: impl Fn(Word, Word) -> Word) {
        self.lanewise(|a, b| vector::vector(64, |i| operation(lane(a, 64, i), lane(b, 64, i))));
    }

    fn fma(&mut self) {
        let (c, b, a) = (self.vector(), self.vector(), self.vector());
        let lanes = |i| lane(&a, 64, i).fma(lane(&b, 64, i), lane(&c, 64, i));
        self.push_vector(vector::vector(64, lanes));
    }

    fn shift(&mut self, op: Op, bits: u32) {
        let (by, a) = (self.word(), self.vector());
        self.push_vector(vector::shift(op, bits, &a, by));
    }

    fn splat(&mut self, bits: u32) {
        let a = self.word();
        self.push_vector(vector::vector(bits, |_| a));
    }

    fn load_splat(&mut self, memarg: &MemArg, bits: u32) {
        let loaded = self.load_bytes(memarg, bits as usize / 8);
        self.push_vector(vector::vector(bits, |_| lane(&loaded, bits, 0)));
    }

    fn load_extended(&mut self, memarg: &MemArg, bits: u32, signed: bool) {
        let loaded = self.load_bytes(memarg, 8);
        self.push_vector(vector::extended(&loaded, bits, false, signed));
    }

    fn load_lane(&mut self, memarg: &MemArg, bits: u32, i: u8) {
        let a = self.vector();
        let loaded = self.load_bytes(memarg, bits as usize / 8);
        self.push_vector(vector::replace(&a, bits, i.into(), lane(&loaded, bits, 0)));
    }

    fn store_lane(&mut self, memarg: &MemArg, bits: u32, i: u8) {
        let (a, width) = (self.vector(), bits as usize / 8);
        let at = self.address(memarg);
        self.instance.memory.store(at, a[usize::from(i) * width..][..width].iter().copied());
    }

    fn extract(&mut self, bits: u32, i: u8) {
        let a = self.vector();
        self.push(lane(&a, bits, i.into()));
    }

    fn replace(&mut self, bits: u32, i: u8) {
        let (x, a) = (self.word(), self.vector());
        self.push_vector(vector::replace(&a, bits, i.into(), x));
    }

    fn select(&mut self) {
        let (condition, b, a) = (self.word(), self.pop(), self.pop());
        let first = match condition {
            Word::Known(x) => x as u32 != 0,
            _ => condition.unsigned(32).choose(),
        };
        self.stack.push(if first { a } else { b });
    }

    fn compare_f64(&mut self, test: fn(&f64, &f64) -> bool) {
        let [b, a] = [(); 2].map(|()| f64::from_bits(self.word().known()));
        self.push(Word::bit(test(&a, &b)));
    }

    /// An instruction that is no control flow.
    #[allow(clippy::too_many_lines, reason = "a rule for each instruction")]
    fn step(&mut self, operator: &Operator) {
        use Operator as O;
        if let Some((op, bits)) = of_words(operator) {
            return self.binary(op, bits);
        }
        if let Some((op, bits)) = of_lanes(operator) {
            return match op {
                Op::Shl | Op::ShrU | Op::ShrS => self.shift(op, bits),
                Op::Add | Op::Sub | Op::Mul => self.lanewise(|a, b| vector::lanewise(op, bits, a, b)),
                _ => self.lanewise(|a, b| vector::compare(op, bits, a, b)),
            };
        }
        match operator {
            O::Drop => drop(self.pop()),
            O::Select | O::TypedSelect { .. } => self.select(),
            O::LocalGet { local_index } => self.stack.push(self.locals[*local_index as usize]),
            O::LocalSet { local_index } => self.locals[*local_index as usize] = self.pop(),
            O::LocalTee { local_index } => self.locals[*local_index as usize] = *self.stack.last().expect("an operand"),
            O::GlobalGet { global_index } => self.push(self.instance.globals[*global_index as usize]),
            O::GlobalSet { global_index } => self.instance.globals[*global_index as usize] = self.word(),
            O::I32Const { value } => self.push(Word::Known(u64::from(*value as u32))),
            O::I64Const { value } => self.push(Word::Known(*value as u64)),
            O::F64Const { value } => self.push(Word::Known(value.bits())),
            O::V128Const { value } => self.push_vector(of_u128(value.i128() as u128)),

            O::I32Load { memarg } => self.load(memarg, 32, 32, false),
            O::I32Load8U { memarg } => self.load(memarg, 8, 32, false),
            O::I32Load8S { memarg } => self.load(memarg, 8, 32, true),
            O::I32Load16U { memarg } => self.load(memarg, 16, 32, false),
            O::I32Load16S { memarg } => self.load(memarg, 16, 32, true),
            O::I64Load { memarg } | O::F64Load { memarg } => self.load(memarg, 64, 64, false),
            O::I64Load8U { memarg } => self.load(memarg, 8, 64, false),
            O::I64Load16U { memarg } => self.load(memarg, 16, 64, false),
            O::I64Load32U { memarg } => self.load(memarg, 32, 64, false),
            O::I64Load32S { memarg } => self.load(memarg, 32, 64, true),
            O::I32Store { memarg } | O::I64Store32 { memarg } => self.store(memarg, 4),
            O::I32Store8 { memarg } | O::I64Store8 { memarg } => self.store(memarg, 1),
            O::I32Store16 { memarg } | O::I64Store16 { memarg } => self.store(memarg, 2),
            O::I64Store { memarg } | O::F64Store { memarg } => self.store(memarg, 8),
            O::V128Load { memarg } => {
                let loaded = self.load_bytes(memarg, 16);
                self.push_vector(loaded);
            }
            O::V128Load32Zero { memarg } => {
                let loaded = self.load_bytes(memarg, 4);
                self.push_vector(loaded);
            }
            O::V128Load64Zero { memarg } => {
                let loaded = self.load_bytes(memarg, 8);
                self.push_vector(loaded);
            }
            O::V128Load8Splat { memarg } => self.load_splat(memarg, 8),
            O::V128Load16Splat { memarg } => self.load_splat(memarg, 16),
            O::V128Load32Splat { memarg } => self.load_splat(memarg, 32),
            O::V128Load64Splat { memarg } => self.load_splat(memarg, 64),
            O::V128Load8x8U { memarg } => self.load_extended(memarg, 8, false),
            O::V128Load16x4S { memarg } => self.load_extended(memarg, 16, true),
            O::V128Load16x4U { memarg } => self.load_extended(memarg, 16, false),
            O::V128Load32x2S { memarg } => self.load_extended(memarg, 32, true),
            O::V128Load32x2U { memarg } => self.load_extended(memarg, 32, false),
            O::V128Load32Lane { memarg, lane } => self.load_lane(memarg, 32, *lane),
            O::V128Load64Lane { memarg, lane } => self.load_lane(memarg, 64, *lane),
            O::V128Store32Lane { memarg, lane } => self.store_lane(memarg, 32, *lane),
            O::V128Store64Lane { memarg, lane } => self.store_lane(memarg, 64, *lane),
            O::V128Store { memarg } => {
                let a = self.vector();
                let at = self.address(memarg);
                self.instance.memory.store(at, a);
            }
            O::MemorySize { .. } => self.push(Word::Known(self.instance.memory.pages() as u64)),
            O::MemoryGrow { .. } => {
                let (more, pages) = (self.known(), self.instance.memory.pages());
                self.instance.memory.grow(more);
                self.push(Word::Known(pages as u64));
            }
            O::MemoryCopy { .. } => {
                let [count, from, to] = [(); 3].map(|()| self.known());
                let mut copy = vec![Byte::Known(0); count];
                self.instance.memory.load(from, &mut copy);
                self.instance.memory.store(to, copy);
            }
            O::MemoryFill { .. } => {
                let [count, byte, to] = [(); 3].map(|()| self.known());
                self.instance.memory.store(to, std::iter::repeat_n(Byte::Known(byte as u8), count));
            }

            O::I32Eqz => {
                self.push(Word::ZERO);
                self.binary(Op::Eq, 32);
            }
            O::I64Eqz => {
                self.push(Word::ZERO);
                self.binary(Op::Eq, 64);
            }
            O::I32Clz => self.count(Unary::Clz, 32),
            O::I32Ctz => self.count(Unary::Ctz, 32),
            O::I32Popcnt => self.count(Unary::Popcnt, 32),
            O::I64Clz => self.count(Unary::Clz, 64),
            O::I64Ctz => self.count(Unary::Ctz, 64),
            O::I64Popcnt => self.count(Unary::Popcnt, 64),
            O::I32WrapI64 => {
                let a = self.word();
                self.push(wrap(a, 32));
            }
            O::I64ExtendI32U => self.extend(32, 64, false),
            O::I64ExtendI32S | O::I64Extend32S => self.extend(32, 64, true),
            O::I32Extend8S => self.extend(8, 32, true),
            O::I32Extend16S => self.extend(16, 32, true),
            O::I64Extend8S => self.extend(8, 64, true),
            O::I64Extend16S => self.extend(16, 64, true),
            O::Nop | O::F64ReinterpretI64 | O::I64ReinterpretF64 => {}
            O::I64MulWideU | O::I64MulWideS => {
                let (b, a) = (self.word(), self.word());
                let (low, high) = wide_mul(a, b, matches!(operator, O::I64MulWideS));
                self.push(low);
                self.push(high);
            }
            O::I64Add128 | O::I64Sub128 => {
                let [b1, b0, a1, a0] = [(); 4].map(|()| self.word());
                let (low, high) = wide_sum((a0, a1), (b0, b1), matches!(operator, O::I64Sub128));
                self.push(low);
                self.push(high);
            }

            O::F64Add => {
                let (b, a) = (self.word(), self.word());
                self.push(a.add_f64(b));
            }
            O::F64Sub => {
                let (b, a) = (self.word(), self.word());
                self.push(a.sub_f64(b));
            }
            O::F64Ge => self.compare_f64(f64::ge),
            O::F64Le => self.compare_f64(f64::le),
            O::F64Gt => self.compare_f64(f64::gt),
            O::F64Lt => self.compare_f64(f64::lt),
            O::F64Eq => self.compare_f64(f64::eq),
            O::F64Ne => self.compare_f64(f64::ne),
            O::F64x2Add => self.floats(Word::add_f64),
            O::F64x2Sub => self.floats(Word::sub_f64),
            O::F64x2RelaxedMadd => self.fma(),

            O::I8x16Shuffle { lanes } => self.lanewise(|a, b| vector::shuffle(a, b, lanes)),
            O::I8x16Swizzle => self.lanewise(vector::swizzle),
            O::I8x16Splat => self.splat(8),
            O::I16x8Splat => self.splat(16),
            O::I32x4Splat => self.splat(32),
            O::I64x2Splat | O::F64x2Splat => self.splat(64),
            O::I8x16ExtractLaneU { lane } => self.extract(8, *lane),
            O::I16x8ExtractLaneU { lane } => self.extract(16, *lane),
            O::I32x4ExtractLane { lane } => self.extract(32, *lane),
            O::I64x2ExtractLane { lane } | O::F64x2ExtractLane { lane } => self.extract(64, *lane),
            O::I16x8ReplaceLane { lane } => self.replace(16, *lane),
            O::I32x4ReplaceLane { lane } => self.replace(32, *lane),
            O::I64x2ReplaceLane { lane } | O::F64x2ReplaceLane { lane } => self.replace(64, *lane),
            O::V128And => self.lanewise(|a, b| vector::bitwise(Op::And, a, b)),
            O::V128Or => self.lanewise(|a, b| vector::bitwise(Op::Or, a, b)),
            O::V128Xor => self.lanewise(|a, b| vector::bitwise(Op::Xor, a, b)),
            O::V128Not => {
                self.push_vector(of_u128(u128::MAX));
                self.lanewise(|a, b| vector::bitwise(Op::Xor, a, b));
            }
            O::V128AndNot => {
                self.push_vector(of_u128(u128::MAX));
                self.lanewise(|a, b| vector::bitwise(Op::Xor, a, b));
                self.lanewise(|a, b| vector::bitwise(Op::And, a, b));
            }
            O::V128Bitselect | O::I64x2RelaxedLaneselect => {
                let (by, b, a) = (self.vector(), self.vector(), self.vector());
                self.push_vector(vector::select(&a, &b, &by));
            }
            O::V128AnyTrue => {
                let a = self.vector();
                self.push(Word::bit((0..2).any(|i| lane(&a, 64, i).known() != 0)));
            }
            O::I8x16AllTrue => self.of_vector(|a| vector::all_true(a, 8)),
            O::I32x4AllTrue => self.of_vector(|a| vector::all_true(a, 32)),
            O::I64x2AllTrue => self.of_vector(|a| vector::all_true(a, 64)),
            O::I8x16Bitmask => self.of_vector(|a| vector::bitmask(a, 8)),
            O::I32x4Bitmask => self.of_vector(|a| vector::bitmask(a, 32)),
            O::I64x2Bitmask => self.of_vector(|a| vector::bitmask(a, 64)),
            O::I16x8NarrowI32x4S => self.lanewise(|a, b| vector::narrow(a, b, 32, true)),
            O::I16x8NarrowI32x4U => self.lanewise(|a, b| vector::narrow(a, b, 32, false)),
            O::I32x4DotI16x8S => self.lanewise(vector::dot),
            _ => match extension(operator) {
                Some((bits, high, signed, false)) => {
                    let a = self.vector();
                    self.push_vector(vector::extended(&a, bits, high, signed));
                }
                Some((bits, high, signed, true)) => {
                    self.lanewise(|a, b| vector::extended_product(a, b, bits, high, signed));
                }
                None => panic!("an instruction without a rule: {operator:?}"),
            },
        }
    }

    fn of_vector(&mut self, operation: impl Fn(&Vector) -> Word) {
        let a = self.vector();
        let word = operation(&a);
        self.push(wrap(word, 32));
    }
}

/// An instruction on two words.
fn of_words(operator: &Operator) -> Option<(Op, u32)> {
    macro_rules! table {
        ($($i32:ident $i64:ident $op:ident,)*) => {
            match operator {
                $(Operator::$i32 => (Op::$op, 32), Operator::$i64 => (Op::$op, 64),)*
                _ => return None,
            }
        };
    }
    Some(table! {
        I32Add I64Add Add, I32Sub I64Sub Sub, I32Mul I64Mul Mul, I32And I64And And, I32Or I64Or Or, I32Xor I64Xor Xor,
        I32Shl I64Shl Shl, I32ShrU I64ShrU ShrU, I32ShrS I64ShrS ShrS, I32Rotl I64Rotl Rotl, I32Rotr I64Rotr Rotr,
        I32DivU I64DivU DivU, I32DivS I64DivS DivS, I32RemU I64RemU RemU, I32RemS I64RemS RemS,
        I32Eq I64Eq Eq, I32Ne I64Ne Ne, I32LtU I64LtU LtU, I32LtS I64LtS LtS, I32GtU I64GtU GtU, I32GtS I64GtS GtS,
        I32LeU I64LeU LeU, I32LeS I64LeS LeS, I32GeU I64GeU GeU, I32GeS I64GeS GeS,
    })
}

/// An instruction on the lanes of two vectors, or on those of a vector and a count.
fn of_lanes(operator: &Operator) -> Option<(Op, u32)> {
    use Operator as O;
    Some(match operator {
        O::I8x16Add => (Op::Add, 8),
        O::I16x8Add => (Op::Add, 16),
        O::I32x4Add => (Op::Add, 32),
        O::I64x2Add => (Op::Add, 64),
        O::I8x16Sub => (Op::Sub, 8),
        O::I16x8Sub => (Op::Sub, 16),
        O::I32x4Sub => (Op::Sub, 32),
        O::I64x2Sub => (Op::Sub, 64),
        O::I16x8Mul => (Op::Mul, 16),
        O::I32x4Mul => (Op::Mul, 32),
        O::I64x2Mul => (Op::Mul, 64),
        O::I8x16Shl => (Op::Shl, 8),
        O::I16x8Shl => (Op::Shl, 16),
        O::I32x4Shl => (Op::Shl, 32),
        O::I64x2Shl => (Op::Shl, 64),
        O::I8x16ShrU => (Op::ShrU, 8),
        O::I16x8ShrU => (Op::ShrU, 16),
        O::I32x4ShrU => (Op::ShrU, 32),
        O::I64x2ShrU => (Op::ShrU, 64),
        O::I16x8ShrS => (Op::ShrS, 16),
        O::I32x4ShrS => (Op::ShrS, 32),
        O::I64x2ShrS => (Op::ShrS, 64),
        O::I8x16Eq => (Op::Eq, 8),
        O::I16x8Eq => (Op::Eq, 16),
        O::I32x4Eq => (Op::Eq, 32),
        O::I64x2Eq => (Op::Eq, 64),
        O::I32x4Ne => (Op::Ne, 32),
        O::I64x2Ne => (Op::Ne, 64),
        O::I32x4LtU => (Op::LtU, 32),
        O::I32x4LtS => (Op::LtS, 32),
        O::I32x4GtU => (Op::GtU, 32),
        O::I32x4GtS => (Op::GtS, 32),
        O::I64x2LtS => (Op::LtS, 64),
        O::I64x2GtS => (Op::GtS, 64),
        _ => return None,
    })
}

/// An instruction that extends half of the lanes: their bits, which half, whether they are signed, and whether it multiplies.
fn extension(operator: &Operator) -> Option<(u32, bool, bool, bool)> {
    use Operator as O;
    Some(match operator {
        O::I16x8ExtendLowI8x16S => (8, false, true, false),
        O::I16x8ExtendLowI8x16U => (8, false, false, false),
        O::I16x8ExtendHighI8x16S => (8, true, true, false),
        O::I16x8ExtendHighI8x16U => (8, true, false, false),
        O::I32x4ExtendLowI16x8S => (16, false, true, false),
        O::I32x4ExtendLowI16x8U => (16, false, false, false),
        O::I32x4ExtendHighI16x8S => (16, true, true, false),
        O::I32x4ExtendHighI16x8U => (16, true, false, false),
        O::I64x2ExtendLowI32x4S => (32, false, true, false),
        O::I64x2ExtendLowI32x4U => (32, false, false, false),
        O::I64x2ExtendHighI32x4S => (32, true, true, false),
        O::I64x2ExtendHighI32x4U => (32, true, false, false),
        O::I64x2ExtMulLowI32x4S => (32, false, true, true),
        O::I64x2ExtMulLowI32x4U => (32, false, false, true),
        O::I64x2ExtMulHighI32x4S => (32, true, true, true),
        O::I64x2ExtMulHighI32x4U => (32, true, false, true),
        O::I32x4ExtMulLowI16x8S => (16, false, true, true),
        O::I32x4ExtMulHighI16x8S => (16, true, true, true),
        _ => return None,
    })
}
