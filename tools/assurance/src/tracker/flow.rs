//! Where secrets flow: which bytes of memory, registers and flags come from a secret.
//!
//! All outputs of an instruction are secret if any input is secret. Plain moves go byte by byte, so public neighbours of a
//! secret stay public; the result of an instruction that ignores the value of its equal operands is public.

use iced_x86::{
    Code, EncodingKind, FlowControl, Instruction, InstructionInfoFactory, Mnemonic, OpAccess, Register, UsedMemory,
    UsedRegister,
};
use libc::user_regs_struct as Registers;
use std::collections::{HashMap, HashSet};

const PAGE: u64 = 4096;

/// An instruction and all that it reads and writes.
pub struct Decoded {
    pub instruction: Instruction,
    pub registers: Vec<UsedRegister>,
    pub memory: Vec<UsedMemory>,
}

impl Decoded {
    pub fn new(factory: &mut InstructionInfoFactory, instruction: Instruction) -> Self {
        let info = factory.info(&instruction);
        Self { instruction, registers: info.used_registers().to_vec(), memory: info.used_memory().to_vec() }
    }

    pub fn is_client_request(&self) -> bool {
        self.instruction.code() == Code::Xchg_rm64_r64
            && self.instruction.op0_register() == Register::RBX
            && self.instruction.op1_register() == Register::RBX
    }

    fn is_string(&self) -> bool {
        self.instruction.is_string_instruction()
    }
}

/// How the time of an instruction reveals a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leak {
    Branch,
    Address,
    Division,
}

/// The secret bytes, by page.
#[derive(Clone, Default)]
struct Memory(HashMap<u64, Box<[bool; PAGE as usize]>>);

impl Memory {
    fn mark(&mut self, address: u64, bytes: u64, secret: bool) {
        for at in address..address + bytes {
            let page = self.0.entry(at / PAGE).or_insert_with(|| Box::new([false; PAGE as usize]));
            page[(at % PAGE) as usize] = secret;
        }
    }

    fn is_secret(&self, address: u64, bytes: u64) -> bool {
        (address..address + bytes).any(|at| self.0.get(&(at / PAGE)).is_some_and(|page| page[(at % PAGE) as usize]))
    }
}

/// The state of one process.
#[derive(Default)]
pub struct Flow {
    /// One bit for each byte of a register.
    general: [u64; 16],
    masks: [u64; 8],
    vectors: [u64; 32],
    /// The flags of iced's `RflagsBits`.
    flags: u32,
    memory: Memory,
    /// The memory that the program itself marked.
    marked: Memory,
    pub leaks: u64,
    pub places: HashSet<(u64, Leak)>,
    pub trace: u64,
}

impl Flow {
    /// The program marks memory as secret or public.
    pub fn mark(&mut self, address: u64, bytes: u64, secret: bool) {
        self.memory.mark(address, bytes, secret);
        self.marked.mark(address, bytes, secret);
    }

    /// The program runs unseen: its marked memory stays marked, everything else is overwritten.
    pub fn pause(&mut self) {
        self.general = [0; 16];
        self.masks = [0; 8];
        self.vectors = [0; 32];
        self.flags = 0;
        self.memory = self.marked.clone();
    }

    /// A checker's answer is in rdx.
    pub fn answered(&mut self) {
        self.general[Register::RDX.number()] = 0;
    }

    /// Follows one instruction that is about to be executed.
    pub fn follow(&mut self, decoded: &Decoded, values: &Registers) {
        let instruction = &decoded.instruction;
        self.note(values.rip);
        let addresses: Vec<u64> = decoded.memory.iter().map(|memory| self.address(memory, values)).collect();

        let mut secret = self.flags & instruction.rflags_read() != 0;
        let equal_operands = instruction.op_count() >= 2
            && instruction.op0_register() != Register::None
            && (1..instruction.op_count()).all(|i| instruction.op_register(i) == instruction.op0_register());
        if !(equal_operands && depends_on_no_value(instruction.mnemonic())) {
            secret |=
                decoded.registers.iter().any(|used| reads(used.access()) && self.read(decoded, used.register()) != 0);
        }
        for (memory, &address) in decoded.memory.iter().zip(&addresses) {
            secret |= reads(memory.access()) && self.memory.is_secret(address, size(memory));
        }

        match instruction.flow_control() {
            FlowControl::Next if secret && matches!(instruction.mnemonic(), Mnemonic::Div | Mnemonic::Idiv) => {
                self.leak(values.rip, Leak::Division);
            }
            FlowControl::ConditionalBranch | FlowControl::IndirectBranch | FlowControl::IndirectCall if secret => {
                self.leak(values.rip, Leak::Branch);
                secret = false;
            }
            _ => {}
        }
        self.write(decoded, &addresses, secret);
    }

    fn write(&mut self, decoded: &Decoded, addresses: &[u64], secret: bool) {
        let instruction = &decoded.instruction;
        match instruction.mnemonic() {
            // upper halves of vectors become zero: secret bytes may stay marked
            Mnemonic::Vzeroupper | Mnemonic::Vzeroall => return,
            Mnemonic::Syscall => {
                for register in [Register::RAX, Register::RCX, Register::R11] {
                    self.general[register.number()] = 0;
                }
                return;
            }
            _ => {}
        }
        let bytewise = self.bytewise_move(decoded, addresses);
        self.flags &= !instruction.rflags_modified();
        if secret {
            self.flags |= instruction.rflags_written() | instruction.rflags_undefined();
        }
        for used in &decoded.registers {
            if !writes(used.access()) || decoded.is_string() && !is_accumulator(used.register()) {
                continue;
            }
            if used.register().full_register() == Register::RSP && instruction.is_stack_instruction() {
                continue;
            }
            let written = bytes_of(used.register());
            // a write of 32 bits or of a vector's low part clears the rest, but not in the oldest encodings
            let clears = if used.register().is_vector_register() {
                instruction.encoding() != EncodingKind::Legacy
            } else {
                used.register().size() >= 4
            };
            // a bit scan of zero keeps the old result, which no compiler relies on
            let scan = matches!(instruction.mnemonic(), Mnemonic::Bsf | Mnemonic::Bsr);
            let keep = is_conditional(used.access()) && !scan;
            if let Some(old) = self.register_mut(used.register()) {
                let above = if clears { 0 } else { *old & !written };
                let kept = if keep { *old & written } else { 0 };
                *old = above | kept | bytewise.unwrap_or(if secret { u64::MAX } else { 0 }) & written;
            }
        }
        for (memory, &address) in decoded.memory.iter().zip(addresses) {
            if !writes(memory.access()) {
                continue;
            }
            if let Some(bytes) = bytewise {
                for i in 0..size(memory) {
                    self.memory.mark(address + i, 1, bytes >> i & 1 == 1);
                }
            } else if secret || !is_conditional(memory.access()) {
                self.memory.mark(address, size(memory), secret);
            }
        }
    }

    /// The secret bytes of an unmasked move.
    fn bytewise_move(&self, decoded: &Decoded, addresses: &[u64]) -> Option<u64> {
        let instruction = &decoded.instruction;
        // a saved register may have a public byte next to unused ones
        let saves = matches!(instruction.mnemonic(), Mnemonic::Push | Mnemonic::Pop);
        let moves = is_move(instruction.mnemonic()) && instruction.op_count() == 2 && !instruction.has_op_mask();
        if !moves && !saves {
            return None;
        }
        if let (Some(memory), Some(&address)) = (decoded.memory.first(), addresses.first())
            && reads(memory.access())
        {
            return Some(
                (0..size(memory)).filter(|&i| self.memory.is_secret(address + i, 1)).fold(0, |set, i| set | 1 << i),
            );
        }
        let source = if saves { instruction.op0_register() } else { instruction.op1_register() };
        (source != Register::None).then(|| self.register(source) >> bytes_of(source).trailing_zeros())
    }

    /// The secret bytes that an instruction reads of a register.
    fn read(&self, decoded: &Decoded, register: Register) -> u64 {
        let implied = register.full_register() == Register::RSP && decoded.instruction.is_stack_instruction()
            || decoded.is_string() && !is_accumulator(register);
        if implied { 0 } else { self.register(register) }
    }

    /// The secret bytes of a register.
    fn register(&self, register: Register) -> u64 {
        let full = register.full_register();
        let whole = if full.is_gpr() {
            self.general[full.number()]
        } else if full.is_k() {
            self.masks[full.number()]
        } else if full.is_vector_register() {
            self.vectors[full.number()]
        } else {
            0
        };
        whole & bytes_of(register)
    }

    fn register_mut(&mut self, register: Register) -> Option<&mut u64> {
        let full = register.full_register();
        if full.is_gpr() {
            Some(&mut self.general[full.number()])
        } else if full.is_k() {
            Some(&mut self.masks[full.number()])
        } else if full.is_vector_register() {
            Some(&mut self.vectors[full.number()])
        } else {
            None
        }
    }

    /// The address of an operand; it is a leak if it comes from a secret.
    fn address(&mut self, memory: &UsedMemory, values: &Registers) -> u64 {
        for register in [memory.base(), memory.index()] {
            if self.register(register) != 0 {
                self.leak(values.rip, Leak::Address);
            }
        }
        let address = memory.virtual_address(0, |register, _, _| Some(value(register, values))).unwrap_or(0);
        self.note(address);
        address
    }

    /// Adds an address of an instruction or of data to the trace.
    fn note(&mut self, address: u64) {
        self.trace = (self.trace.rotate_left(5) ^ address).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn leak(&mut self, place: u64, leak: Leak) {
        self.leaks += 1;
        self.places.insert((place, leak));
    }
}

fn reads(access: OpAccess) -> bool {
    matches!(access, OpAccess::Read | OpAccess::CondRead | OpAccess::ReadWrite | OpAccess::ReadCondWrite)
}

pub fn writes(access: OpAccess) -> bool {
    matches!(access, OpAccess::Write | OpAccess::CondWrite | OpAccess::ReadWrite | OpAccess::ReadCondWrite)
}

fn is_conditional(access: OpAccess) -> bool {
    matches!(access, OpAccess::CondWrite | OpAccess::ReadCondWrite)
}

/// Only the accumulator of a string instruction carries data; the rest are addresses and the count.
fn is_accumulator(register: Register) -> bool {
    register.full_register() == Register::RAX
}

fn size(memory: &UsedMemory) -> u64 {
    memory.memory_size().size() as u64
}

/// The bytes of the full register that this register covers.
fn bytes_of(register: Register) -> u64 {
    match register {
        Register::AH | Register::BH | Register::CH | Register::DH => 2,
        _ if register.size() >= 64 => u64::MAX,
        _ => (1 << register.size()) - 1,
    }
}

/// Whether the result is the same for all values if all operands are one register; flags may still depend on it.
fn depends_on_no_value(mnemonic: Mnemonic) -> bool {
    use Mnemonic::{Pcmpeqb, Pcmpeqd, Pxor, Sbb, Sub, Vpcmpeqb, Vpcmpeqd, Vpxor, Vpxord, Vpxorq, Vxorps, Xor, Xorps};
    matches!(
        mnemonic,
        Xor | Sub | Sbb | Pxor | Xorps | Vpxor | Vpxord | Vpxorq | Vxorps | Pcmpeqb | Pcmpeqd | Vpcmpeqb | Vpcmpeqd
    )
}

fn is_move(mnemonic: Mnemonic) -> bool {
    use Mnemonic::{
        Mov, Movapd, Movaps, Movdqa, Movdqu, Movupd, Movups, Vmovapd, Vmovaps, Vmovdqa, Vmovdqa32, Vmovdqa64, Vmovdqu,
        Vmovdqu8, Vmovdqu32, Vmovdqu64, Vmovupd, Vmovups,
    };
    matches!(
        mnemonic,
        Mov | Movapd
            | Movaps
            | Movdqa
            | Movdqu
            | Movupd
            | Movups
            | Vmovapd
            | Vmovaps
            | Vmovdqa
            | Vmovdqa32
            | Vmovdqa64
            | Vmovdqu
            | Vmovdqu8
            | Vmovdqu32
            | Vmovdqu64
            | Vmovupd
            | Vmovups
    )
}

pub fn value(register: Register, values: &Registers) -> u64 {
    match register {
        Register::FS => values.fs_base,
        Register::GS => values.gs_base,
        Register::RIP => values.rip,
        _ if register.is_gpr() => *general_mut(register, &mut { *values }),
        _ => 0,
    }
}

/// The whole value of a general register.
pub fn general_mut(register: Register, values: &mut Registers) -> &mut u64 {
    match register.full_register() {
        Register::RAX => &mut values.rax,
        Register::RCX => &mut values.rcx,
        Register::RDX => &mut values.rdx,
        Register::RBX => &mut values.rbx,
        Register::RSP => &mut values.rsp,
        Register::RBP => &mut values.rbp,
        Register::RSI => &mut values.rsi,
        Register::RDI => &mut values.rdi,
        Register::R8 => &mut values.r8,
        Register::R9 => &mut values.r9,
        Register::R10 => &mut values.r10,
        Register::R11 => &mut values.r11,
        Register::R12 => &mut values.r12,
        Register::R13 => &mut values.r13,
        Register::R14 => &mut values.r14,
        _ => &mut values.r15,
    }
}
