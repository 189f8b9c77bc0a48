//! Where the program is, and what its registers hold there. To stop it takes microseconds, so it is stopped only at
//! instructions whose addresses or direction come from registers or flags that have changed since the last stop; between
//! two stops there is one path, which is followed without it.

use crate::flow::{Decoded, value, writes};
use crate::tracee::Tracee;
use iced_x86::{ConditionCode, FlowControl, Instruction, Mnemonic, Register};
use libc::user_regs_struct as Registers;
use std::io::{Error, Result};

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

pub struct Course<'a> {
    tracee: &'a Tracee,
    /// The program has stopped here.
    stopped: u64,
    /// The registers of the stop, but `rip` is that of the instruction to be followed next.
    values: Registers,
    /// General registers that have changed since the stop, one bit each.
    stale: u16,
    stale_flags: bool,
    /// Whether the next instruction is not the one at which the program has stopped.
    behind: bool,
}

impl<'a> Course<'a> {
    /// From where the program has stopped.
    pub fn new(tracee: &'a Tracee) -> Result<Self> {
        let values = tracee.registers()?;
        Ok(Self { tracee, stopped: values.rip, values, stale: 0, stale_flags: false, behind: false })
    }

    /// The registers: all of them at a stop, else those from which the instruction's addresses and direction come.
    pub fn values(&self) -> &Registers {
        &self.values
    }

    /// Lets the program come up to the next instruction if that needs registers that are not known; the exit code if it ends.
    pub fn look(&mut self, decoded: &Decoded) -> Result<Option<i32>> {
        let known = match Next::of(&decoded.instruction) {
            Next::At(_) => !decoded.is_client_request(),
            Next::Either { .. } => !self.stale_flags,
            Next::Again { .. } => !self.is_stale(Register::RCX),
            Next::Stepped => false,
        } && !decoded.address_registers().any(|register| self.is_stale(register));
        if known || !self.behind {
            return Ok(None);
        }
        let goal = self.values.rip;
        let mut at = self.stopped;
        if at == goal {
            // once round a loop
            if let Some(exit) = self.tracee.step()? {
                return Ok(Some(exit));
            }
            at = self.tracee.registers()?.rip;
        }
        if at != goal
            && let Some(exit) = self.tracee.run_to(goal)?
        {
            return Ok(Some(exit));
        }
        self.arrive()?;
        Ok(None)
    }

    /// Reads the registers of a stop, where those that were known on the way must be what they were thought to be.
    fn arrive(&mut self) -> Result<()> {
        let here = Self::new(self.tracee)?;
        for register in GENERAL.into_iter().filter(|&register| !self.is_stale(register)) {
            if value(register, &self.values) != value(register, &here.values) {
                return Err(Error::other(format!("{register:?} is not what it should be at {:#x}", here.stopped)));
            }
        }
        *self = here;
        Ok(())
    }

    /// Goes past an instruction for which `look` has been called; the exit code if the program ends by it.
    pub fn pass(&mut self, decoded: &Decoded) -> Result<Option<i32>> {
        let rip = match Next::of(&decoded.instruction) {
            Next::At(address) => address,
            Next::Either { condition, taken, not_taken } => {
                if holds(condition, self.values.eflags) {
                    taken
                } else {
                    not_taken
                }
            }
            Next::Again { rdi, rsi, next } => {
                self.values.rip = if self.repeat(rdi, rsi) { self.values.rip } else { next };
                self.behind = true;
                return Ok(None);
            }
            Next::Stepped => return self.step(),
        };
        let instruction = &decoded.instruction;
        let moves_stack = matches!(instruction.mnemonic(), Mnemonic::Push | Mnemonic::Pop | Mnemonic::Call);
        if moves_stack {
            self.values.rsp = self.values.rsp.wrapping_add_signed(instruction.stack_pointer_increment().into());
        }
        for register in decoded.written_registers() {
            if !(moves_stack && register == Register::RSP) {
                self.stale |= 1 << register.number();
            }
        }
        self.stale_flags |= instruction.rflags_modified() != 0;
        self.values.rip = rip;
        self.behind = true;
        Ok(None)
    }

    fn is_stale(&self, register: Register) -> bool {
        self.stale >> register.number() & 1 == 1
    }

    /// One turn of `rep stos` or `rep movs`, by which the addresses rise; whether another follows.
    fn repeat(&mut self, rdi: u64, rsi: u64) -> bool {
        let values = &mut self.values;
        if values.rcx > 0 {
            values.rcx -= 1;
            values.rdi += rdi;
            values.rsi += rsi;
        }
        values.rcx > 0
    }

    /// Goes past a client request with this answer to it, and then, if the program is to run freely, up to its next breakpoint.
    pub fn answer(&mut self, answer: u64, freely: bool) -> Result<Option<i32>> {
        self.tracee.set_registers(&Registers { rdx: answer, ..self.values })?;
        let mut exit = self.step()?;
        if freely && exit.is_none() {
            exit = self.tracee.run()?;
            if exit.is_none() {
                *self = Self::new(self.tracee)?;
            }
        }
        Ok(exit)
    }

    /// One instruction by the processor's own means, which takes several times as long as a breakpoint on virtual machines.
    fn step(&mut self) -> Result<Option<i32>> {
        let exit = self.tracee.step()?;
        if exit.is_none() {
            *self = Self::new(self.tracee)?;
        }
        Ok(exit)
    }
}

/// Where an instruction leads.
enum Next {
    At(u64),
    Either {
        condition: ConditionCode,
        taken: u64,
        not_taken: u64,
    },
    /// To itself as long as rcx counts.
    Again {
        rdi: u64,
        rsi: u64,
        next: u64,
    },
    /// To where only the processor knows, or to itself, or into the system.
    Stepped,
}

impl Next {
    fn of(instruction: &Instruction) -> Self {
        let next = instruction.next_ip();
        match instruction.flow_control() {
            FlowControl::Next if !instruction.is_string_instruction() => Self::At(next),
            FlowControl::UnconditionalBranch if instruction.is_jmp_short_or_near() => {
                Self::At(instruction.near_branch_target())
            }
            FlowControl::Call if instruction.is_call_near() => Self::At(instruction.near_branch_target()),
            FlowControl::ConditionalBranch if instruction.is_jcc_short_or_near() => Self::Either {
                condition: instruction.condition_code(),
                taken: instruction.near_branch_target(),
                not_taken: next,
            },
            FlowControl::Next if instruction.has_rep_prefix() => {
                let bytes = instruction.memory_size().size() as u64;
                match instruction.mnemonic() {
                    Mnemonic::Stosb | Mnemonic::Stosq => Self::Again { rdi: bytes, rsi: 0, next },
                    Mnemonic::Movsb | Mnemonic::Movsq => Self::Again { rdi: bytes, rsi: bytes, next },
                    _ => Self::Stepped,
                }
            }
            _ => Self::Stepped,
        }
    }
}

/// Whether a condition holds with these flags.
fn holds(condition: ConditionCode, flags: u64) -> bool {
    let [carry, parity, zero, sign, overflow] = [0, 2, 6, 7, 11].map(|bit| flags >> bit & 1 == 1);
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
    /// The general registers from which addresses come.
    fn address_registers(&self) -> impl Iterator<Item = Register> {
        self.memory.iter().flat_map(|memory| [memory.base(), memory.index()]).filter_map(general)
    }

    fn written_registers(&self) -> impl Iterator<Item = Register> {
        self.registers.iter().filter(|used| writes(used.access())).filter_map(|used| general(used.register()))
    }
}

/// The whole general register that this one is a part of.
fn general(register: Register) -> Option<Register> {
    let full = register.full_register();
    full.is_gpr().then_some(full)
}
