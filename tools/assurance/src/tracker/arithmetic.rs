//! Computes simple instructions on known general registers: addresses and loop counters.

use crate::flow::value;
use iced_x86::{Instruction, Mnemonic, OpKind, Register};
use libc::user_regs_struct as Registers;

pub const CARRY: u64 = 1;
pub const PARITY: u64 = 1 << 2;
pub const ZERO: u64 = 1 << 6;
pub const SIGN: u64 = 1 << 7;
pub const OVERFLOW: u64 = 1 << 11;

/// The flags that conditional branches test.
pub const FLAGS: u64 = CARRY | PARITY | ZERO | SIGN | OVERFLOW;

/// The known results of an instruction.
#[derive(Default)]
pub struct Results {
    /// The value of the first operand, if the instruction writes it.
    pub value: Option<u64>,
    pub flags: Option<u64>,
}

/// The results of an instruction on a general register of 32 or 64 bits, if `is_known` holds for its inputs.
pub fn compute(instruction: &Instruction, values: &Registers, is_known: impl Fn(Register) -> bool) -> Results {
    let to = instruction.op0_register();
    if !(to.is_gpr32() || to.is_gpr64()) {
        return Results::default();
    }
    let mask = u64::MAX >> (64 - 8 * to.size());
    let operand = |i| match instruction.op_kind(i) {
        OpKind::Memory => None,
        OpKind::Register => {
            let register = instruction.op_register(i);
            (register.size() == to.size() && is_known(register)).then(|| value(register, values) & mask)
        }
        _ => Some(instruction.immediate(i) & mask),
    };
    let same = instruction.op1_register() == to;
    let both = || operand(0).zip(operand(1));
    let logic = |result| Results { value: Some(result), flags: Some(signs(result, mask)) };
    match instruction.mnemonic() {
        Mnemonic::Mov => Results { value: operand(1), flags: None },
        Mnemonic::Lea => {
            let address = |register: Register, _, _| is_known(register).then(|| value(register, values));
            Results { value: instruction.virtual_address(1, 0, address).map(|address| address & mask), flags: None }
        }
        Mnemonic::Xor if same => logic(0),
        Mnemonic::Xor => both().map_or_else(Results::default, |(a, b)| logic(a ^ b)),
        Mnemonic::Or => both().map_or_else(Results::default, |(a, b)| logic(a | b)),
        Mnemonic::And => both().map_or_else(Results::default, |(a, b)| logic(a & b)),
        Mnemonic::Test => both().map_or_else(Results::default, |(a, b)| Results { value: None, ..logic(a & b) }),
        Mnemonic::Add => both().map_or_else(Results::default, |(a, b)| sum(a, b, mask)),
        Mnemonic::Sub => both().map_or_else(Results::default, |(a, b)| difference(a, b, mask)),
        Mnemonic::Cmp => {
            both().map_or_else(Results::default, |(a, b)| Results { value: None, ..difference(a, b, mask) })
        }
        // these leave the carry unchanged
        Mnemonic::Inc => Results { value: operand(0).map(|a| a.wrapping_add(1) & mask), flags: None },
        Mnemonic::Dec => Results { value: operand(0).map(|a| a.wrapping_sub(1) & mask), flags: None },
        _ => Results::default(),
    }
}

fn sum(a: u64, b: u64, mask: u64) -> Results {
    let result = a.wrapping_add(b) & mask;
    let overflow = (a ^ result) & (b ^ result);
    results(result, result < a, overflow, mask)
}

fn difference(a: u64, b: u64, mask: u64) -> Results {
    let result = a.wrapping_sub(b) & mask;
    let overflow = (a ^ b) & (a ^ result);
    results(result, a < b, overflow, mask)
}

/// The highest bit of `overflow` is the overflow flag.
fn results(result: u64, carry: bool, overflow: u64, mask: u64) -> Results {
    let overflow = if overflow & (mask ^ mask >> 1) == 0 { 0 } else { OVERFLOW };
    Results { value: Some(result), flags: Some(signs(result, mask) | u64::from(carry) | overflow) }
}

/// The flags that depend only on the result.
fn signs(result: u64, mask: u64) -> u64 {
    let flag = |is_set, flag| if is_set { flag } else { 0 };
    flag(result == 0, ZERO)
        | flag(result & (mask ^ mask >> 1) != 0, SIGN)
        | flag((result as u8).count_ones().is_multiple_of(2), PARITY)
}
