//! `modexp-without-relaxed MODULE OUT`: writes the module for engines without relaxed SIMD. It replaces each relaxed instruction by
//! one with as many operands and bytes, but a different result. The code around it first checks that a multiply-add rounds once;
//! the replacement does not. So the two modules differ only in these bytes, and the package carries both in the room of one.

use std::error::Error;
use wasmparser::{Operator, Parser, Payload};

/// The length of `f64x2.relaxed_madd` and `i64x2.relaxed_laneselect`; no other relaxed opcode is shorter.
const RELAXED_BYTES: usize = 3;

/// `v128.bitselect`, a valid lane select, and `nop`.
const BITSELECT: [u8; RELAXED_BYTES] = [0xfd, 0x52, 0x01];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, out] = &arguments[..] else { return Err("usage: modexp-without-relaxed MODULE OUT".into()) };
    let module = std::fs::read(module)?;
    let mut plain = module.clone();
    for payload in Parser::new(0).parse_all(&module) {
        let Payload::CodeSectionEntry(body) = payload? else { continue };
        for operator in body.get_operators_reader()?.into_iter_with_offsets() {
            if let (Operator::F64x2RelaxedMadd | Operator::I64x2RelaxedLaneselect, at) = operator? {
                plain[at..at + RELAXED_BYTES].copy_from_slice(&BITSELECT);
            }
        }
    }
    Ok(std::fs::write(out, plain)?)
}
