//! The CPU state of the tracked program: the next instruction and the registers. Stopping the program takes
//! microseconds. So it stops only if an address or a branch depends on a value that is unknown since the last stop; no
//! instruction is passed twice between two stops.

use crate::arithmetic::{CARRY, FLAGS, OVERFLOW, PARITY, SIGN, ZERO, compute};
use crate::flow::{Decoded, general_mut, value, writes};
use crate::tracee::Tracee;
use iced_x86::{ConditionCode, FlowControl, Instruction, Mnemonic, Register};
use libc::user_regs_struct as Registers;
use std::collections::HashSet;
use std::io::{Error, Result};

/// The known registers of the program.
pub struct CpuState<'a> {
    tracee: &'a Tracee,
    /// The registers; `rip` is the address of the next instruction to follow.
    values: Registers,
    /// The unknown general registers, one bit each.
    unknown: u16,
    flags_unknown: bool,
    /// The instructions since the last stop.
    passed: HashSet<u64>,
    /// The stack pointers and return addresses of the entered functions.
    returns: Vec<(u64, u64)>,
}

impl<'a> CpuState<'a> {
    /// Starts where the program has stopped.
    pub fn new(tracee: &'a Tracee) -> Result<Self> {
        let values = tracee.registers()?;
        Ok(Self { tracee, values, unknown: 0, flags_unknown: false, passed: HashSet::new(), returns: Vec::new() })
    }

    /// The registers: all of them at a stop, else the inputs of the instruction's addresses and direction.
    pub fn values(&self) -> &Registers {
        &self.values
    }

    /// Runs the program up to the next instruction if that needs an unknown value; returns the exit code at its end.
    pub fn look(&mut self, decoded: &Decoded) -> Result<Option<i32>> {
        if self.passed.is_empty() {
            return Ok(None);
        }
        let is_clear = match self.next(&decoded.instruction) {
            Next::At(next) => !decoded.is_client_request() && !self.passed.contains(&next),
            Next::Branch(next) => !self.flags_unknown && !self.passed.contains(&next),
            Next::Again { .. } => self.is_known(Register::RCX),
            Next::Followed => false,
        };
        if is_clear && decoded.address_registers().all(|register| self.is_known(register)) {
            return Ok(None);
        }
        let exit = self.tracee.run_to(self.values.rip)?;
        if exit.is_none() {
            let here = self.tracee.registers()?;
            self.compare(&here)?;
            self.start_from(here);
        }
        Ok(exit)
    }

    /// Checks at a stop that the known values are correct.
    fn compare(&self, here: &Registers) -> Result<()> {
        let differs = |register| value(register, &self.values) != value(register, here);
        let wrong = GENERAL.into_iter().find(|&register| self.is_known(register) && differs(register));
        if let Some(register) = wrong {
            return Err(Error::other(format!("{register:?} is not what it should be at {:#x}", here.rip)));
        }
        if !self.flags_unknown && (here.eflags ^ self.values.eflags) & FLAGS != 0 {
            return Err(Error::other(format!("the flags are not what they should be at {:#x}", here.rip)));
        }
        Ok(())
    }

    /// Starts from a stop with these registers.
    fn start_from(&mut self, here: Registers) {
        self.values = here;
        self.unknown = 0;
        self.flags_unknown = false;
        self.passed.clear();
    }

    /// Passes an instruction after `look`; returns the exit code if the program ends.
    pub fn pass(&mut self, decoded: &Decoded) -> Result<Option<i32>> {
        let instruction = &decoded.instruction;
        let next = match self.next(instruction) {
            Next::At(next) | Next::Branch(next) => next,
            Next::Again { rdi, rsi, next } => {
                self.passed.insert(self.values.rip);
                self.values.rip = if self.repeat(rdi, rsi) { self.values.rip } else { next };
                return Ok(None);
            }
            Next::Followed => {
                let exit = self.step()?;
                if instruction.flow_control() == FlowControl::IndirectCall {
                    self.returns.push((self.values.rsp, instruction.next_ip()));
                }
                return Ok(exit);
            }
        };
        self.passed.insert(self.values.rip);
        self.write(decoded);
        self.values.rip = next;
        Ok(None)
    }

    /// Updates the registers that an instruction writes.
    fn write(&mut self, decoded: &Decoded) {
        let instruction = &decoded.instruction;
        let results = compute(instruction, &self.values, |register| self.is_known(register));
        let rsp = self.values.rsp.wrapping_add_signed(instruction.stack_pointer_increment().into());
        for register in decoded.written_registers() {
            self.unknown |= 1 << register.number();
        }
        if let Some(result) = results.value {
            self.know(instruction.op0_register(), result);
        }
        if matches!(instruction.mnemonic(), Mnemonic::Push | Mnemonic::Pop | Mnemonic::Call | Mnemonic::Ret) {
            self.know(Register::RSP, rsp);
        }
        match instruction.mnemonic() {
            Mnemonic::Call => self.returns.push((rsp, instruction.next_ip())),
            Mnemonic::Ret => drop(self.returns.pop()),
            _ => {}
        }
        if instruction.rflags_modified() != 0 {
            self.flags_unknown = results.flags.is_none();
            self.values.eflags = self.values.eflags & !FLAGS | results.flags.unwrap_or_default();
        }
    }

    fn know(&mut self, register: Register, result: u64) {
        let register = register.full_register();
        self.unknown &= !(1 << register.number());
        *general_mut(register, &mut self.values) = result;
    }

    /// Whether the register of an address is known. Only general registers can be unknown; the others do not change.
    fn is_known(&self, register: Register) -> bool {
        general(register).is_none_or(|register| self.unknown >> register.number() & 1 == 0)
    }

    /// One turn of `rep stos` or `rep movs`, with rising addresses; returns whether a further turn follows.
    fn repeat(&mut self, rdi: u64, rsi: u64) -> bool {
        let values = &mut self.values;
        if values.rcx > 0 {
            values.rcx -= 1;
            values.rdi += rdi;
            values.rsi += rsi;
        }
        values.rcx > 0
    }

    /// Passes a client request with this answer, and then, if the program is to run freely, runs it up to the next breakpoint.
    pub fn answer(&mut self, answer: u64, freely: bool) -> Result<Option<i32>> {
        self.tracee.set_registers(&Registers { rdx: answer, ..self.values })?;
        let exit = self.step()?;
        if !freely || exit.is_some() {
            return Ok(exit);
        }
        self.returns.clear();
        let exit = self.tracee.run()?;
        if exit.is_none() {
            self.start_from(self.tracee.registers()?);
        }
        Ok(exit)
    }

    /// Single-steps one instruction in hardware. On virtual machines this takes several times as long as a breakpoint.
    fn step(&mut self) -> Result<Option<i32>> {
        let exit = self.tracee.step()?;
        if exit.is_none() {
            self.start_from(self.tracee.registers()?);
        }
        Ok(exit)
    }

    fn next(&self, instruction: &Instruction) -> Next {
        let next = instruction.next_ip();
        match instruction.flow_control() {
            FlowControl::Next if !instruction.is_string_instruction() => Next::At(next),
            FlowControl::UnconditionalBranch if instruction.is_jmp_short_or_near() => {
                Next::At(instruction.near_branch_target())
            }
            FlowControl::Call if instruction.is_call_near() => Next::At(instruction.near_branch_target()),
            FlowControl::ConditionalBranch if instruction.is_jcc_short_or_near() => {
                let is_taken = holds(instruction.condition_code(), self.values.eflags);
                Next::Branch(if is_taken { instruction.near_branch_target() } else { next })
            }
            FlowControl::Return => match self.returns.last() {
                Some(&(rsp, to)) if self.is_known(Register::RSP) && rsp == self.values.rsp => Next::At(to),
                _ => Next::Followed,
            },
            FlowControl::Next if instruction.has_rep_prefix() => {
                let bytes = instruction.memory_size().size() as u64;
                match instruction.mnemonic() {
                    Mnemonic::Stosb | Mnemonic::Stosq => Next::Again { rdi: bytes, rsi: 0, next },
                    Mnemonic::Movsb | Mnemonic::Movsq => Next::Again { rdi: bytes, rsi: bytes, next },
                    _ => Next::Followed,
                }
            }
            _ => Next::Followed,
        }
    }
}

/// The next instruction.
enum Next {
    At(u64),
    /// A branch with known flags.
    Branch(u64),
    /// This instruction again, while rcx counts.
    Again {
        rdi: u64,
        rsi: u64,
        next: u64,
    },
    /// Only the processor knows it, or a system call.
    Followed,
}

/// Whether a condition holds with these flags.
fn holds(condition: ConditionCode, flags: u64) -> bool {
    let [carry, parity, zero, sign, overflow] = [CARRY, PARITY, ZERO, SIGN, OVERFLOW].map(|flag| flags & flag != 0);
    match condition {
        ConditionCode::None => true,
        ConditionCode::o => overflow,
        ConditionCode::no => !overflow,
        ConditionCode::b => carry,
        ConditionCode::ae => !carry,
        ConditionCode::e => zero,
        ConditionCode::ne => !zero,
        ConditionCode::be => carry || zero,
        ConditionCode::a => !(carry || zero),
        ConditionCode::s => sign,
        ConditionCode::ns => !sign,
        ConditionCode::p => parity,
        ConditionCode::np => !parity,
        ConditionCode::l => sign != overflow,
        ConditionCode::ge => sign == overflow,
        ConditionCode::le => zero || sign != overflow,
        ConditionCode::g => !zero && sign == overflow,
    }
}

impl Decoded {
    /// The registers of the addresses.
    fn address_registers(&self) -> impl Iterator<Item = Register> {
        self.memory.iter().flat_map(|memory| [memory.base(), memory.index()])
    }

    fn written_registers(&self) -> impl Iterator<Item = Register> {
        self.registers.iter().filter(|used| writes(used.access())).filter_map(|used| general(used.register()))
    }
}

/// The whole general register that contains this one.
fn general(register: Register) -> Option<Register> {
    let full = register.full_register();
    full.is_gpr().then_some(full)
}

const GENERAL: [Register; 16] = [
    Register::RAX,
    Register::RCX,
    Register::RDX,
    Register::RBX,
    Register::RSP,
    Register::RBP,
    Register::RSI,
    Register::RDI,
    Register::R8,
    Register::R9,
    Register::R10,
    Register::R11,
    Register::R12,
    Register::R13,
    Register::R14,
    Register::R15,
];
