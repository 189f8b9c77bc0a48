//! `modexp-bindgen MODULE FOLDER NAME`: writes `NAME_bg.wasm`, `NAME.js` and `NAME.d.ts` of a compiled module into the folder, as
//! `wasm-bindgen --target web` does. It uses that program's library: this compiles in a fraction of the time, and Cargo.lock keeps
//! it at the version of the crate.
//!
//! `modexp-bindgen --without-relaxed MODULE OUT`: writes the module for engines without relaxed SIMD. It replaces each relaxed
//! instruction by one with as many operands and bytes, but a different result. The code around it first checks that a multiply-add
//! rounds once; the replacement does not. So the two modules differ only in these bytes.

use std::error::Error;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;
use wasmparser::{Operator, Parser, Payload};

/// The length of `f64x2.relaxed_madd` and `i64x2.relaxed_laneselect`; no other relaxed opcode is shorter.
const RELAXED_BYTES: usize = 3;

/// `v128.bitselect`, a valid lane select, and `nop`.
const BITSELECT: [u8; RELAXED_BYTES] = [0xfd, 0x52, 0x01];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["--without-relaxed", module, out] => without_relaxed(module, out),
        [module, folder, name] => generate(module, folder, name),
        _ => Err("usage: modexp-bindgen MODULE FOLDER NAME, or modexp-bindgen --without-relaxed MODULE OUT".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn generate(module: &str, folder: &str, name: &str) -> Result<(), Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    let bindgen = bindgen.typescript(true).omit_default_module_path(false).input_path(module).out_name(name);
    bindgen.web(true).and_then(|bindgen| bindgen.generate(folder)).map_err(|error| format!("{error:?}").into())
}

fn without_relaxed(module: &str, out: &str) -> Result<(), Box<dyn Error>> {
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
