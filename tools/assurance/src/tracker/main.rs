//! `tracker PROGRAM ARGUMENTS…`: follows a program instruction by instruction, and its marked secrets
//! ([`modexp_assurance::taint`]) through registers, flags and memory. A branch, an address or a division that depends on a
//! secret is a leak. It checks the actual machine code, including AVX-512 and assembly. It answers like valgrind's
//! memcheck, and at the end prints the leaks as offsets in the program's file.

mod arithmetic;
mod cpu_state;
mod flow;
mod tracee;

use cpu_state::CpuState;
use flow::{Decoded, Flow};
use iced_x86::{Decoder, DecoderOptions, InstructionInfoFactory};
use libc::user_regs_struct as Registers;
use modexp_assurance::taint::request;
use std::collections::HashMap;
use std::io::Result;
use tracee::Tracee;

const LONGEST_INSTRUCTION: usize = 15;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((program, arguments)) = arguments.split_first() else {
        eprintln!("usage: tracker PROGRAM ARGUMENTS…");
        std::process::exit(2);
    };
    let tracee = Tracee::start(program, arguments)?;
    let mut code = HashMap::new();
    let mut factory = InstructionInfoFactory::new();
    let mut flow = Flow::default();
    let mut steps = 0u64;
    // up to the breakpoint before the watched part
    if let Some(code) = tracee.run()? {
        std::process::exit(code);
    }
    let mut cpu = CpuState::new(&tracee)?;
    let mut exit = None;
    while exit.is_none() {
        let decoded = code.entry(cpu.values().rip).or_insert_with_key(|&rip| decode(&tracee, &mut factory, rip));
        exit = cpu.look(decoded)?;
        if exit.is_some() {
            break;
        }
        if decoded.is_client_request()
            && let Some((answer, paused)) = answer(&tracee, &mut flow, cpu.values())
        {
            exit = cpu.answer(answer, paused)?;
            continue;
        }
        flow.follow(decoded, cpu.values());
        steps += 1;
        exit = cpu.pass(decoded)?;
    }
    let mut places: Vec<_> = flow.places.iter().collect();
    places.sort_by_key(|(place, _)| *place);
    for (place, leak) in places {
        eprintln!("{leak:?} at {place:#x}");
    }
    eprintln!("{steps} instructions, {} leaks in {} places", flow.leaks, flow.places.len());
    std::process::exit(exit.unwrap_or(1));
}

fn decode(tracee: &Tracee, factory: &mut InstructionInfoFactory, rip: u64) -> Decoded {
    let mut bytes = [0; LONGEST_INSTRUCTION];
    let length = tracee.read(rip, &mut bytes);
    Decoded::new(factory, Decoder::with_ip(64, &bytes[..length], rip, DecoderOptions::NONE).decode())
}

/// The answer to a client request with its arguments at rax, and whether the program may run freely.
fn answer(tracee: &Tracee, flow: &mut Flow, registers: &Registers) -> Option<(u64, bool)> {
    let mut bytes = [0; 24];
    if tracee.read(registers.rax, &mut bytes) < bytes.len() {
        return None;
    }
    let [what, address, length] =
        [0, 8, 16].map(|at| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap_or_default()));
    let answer = match what {
        request::RUNNING => 1,
        request::COUNT_ERRORS => flow.leaks,
        request::TRACE => std::mem::take(&mut flow.trace),
        request::PAUSE => {
            flow.pause();
            0
        }
        request::MAKE_UNDEFINED | request::MAKE_DEFINED => {
            flow.mark(address, length, what == request::MAKE_UNDEFINED);
            0
        }
        _ => return None,
    };
    flow.answered();
    Some((answer, what == request::PAUSE))
}
