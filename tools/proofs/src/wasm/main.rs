//! `wasm FOLDER [--all]`: proves the products of the WebAssembly modules in a folder, for all operands and moduli of their sizes, and
//! prints a table. It runs the instructions that ship on numbers that stand for all inputs ([`modexp_kernels::proof`]).
//!
//! The kernels have no branch that depends on data, so control flow and addresses are known, and one run is the whole program.

mod change;
mod controls;
mod instance;
mod kernel;
mod memory;
mod module;
mod ops;
mod product;
#[cfg(test)]
mod tests;
mod vector;
mod word;

use kernel::{Kind, Proof, SCALAR, WIDE, WIDE_5, WIDE_9};
use modexp_kernels::proof::for_each_case;
use module::Module;
use std::error::Error;
use std::path::Path;
use std::time::Instant;

/// A kernel in a module, and the lengths of moduli: those of each run, and more.
struct Target {
    module: &'static str,
    kind: Kind,
    bits: &'static [usize],
    more: &'static [usize],
}

const TARGETS: [Target; 5] = [
    Target { module: "modexp-simd", kind: SCALAR, bits: &[256], more: &[64, 192] },
    Target { module: "modexp-relaxed", kind: SCALAR, bits: &[256], more: &[64, 192] },
    Target { module: "modexp-wide", kind: WIDE_5, bits: &[256], more: &[64, 192] },
    Target { module: "modexp-wide", kind: WIDE_9, bits: &[512], more: &[384] },
    Target { module: "modexp-wide", kind: WIDE, bits: &[768, 1024, 2048], more: &[640, 896, 1536, 3072, 4096] },
];

/// Changes of each kind that a proof must refuse.
const CHANGES: usize = 9;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (folder, all) = match &arguments[..] {
        [folder] => (folder, false),
        [folder, all] if all == "--all" => (folder, true),
        _ => return Err("usage: wasm FOLDER [--all]".into()),
    };
    println!(
        "module          kernel        bits          instructions  seconds  refused changes of operations, instructions; no change"
    );
    for Target { module: name, kind, bits, more } in TARGETS {
        let bytes = std::fs::read(Path::new(folder).join(format!("{name}.wasm")))?;
        let module = Module::new(&bytes)?;
        for (i, &bits) in bits.iter().chain(if all { more } else { &[] }).enumerate() {
            for square in [false, true] {
                // the changes are the same at each size
                prove(name, &Proof::new(&module, kind, bits, square), i == 0);
            }
        }
    }
    Ok(())
}

fn prove(module: &str, proof: &Proof, with_controls: bool) {
    let start = Instant::now();
    assert!(proof.is_right(None), "the product of numbers");
    for_each_case(proof.kind.residues(), || proof.prove(None));
    let operation = if proof.product.is_square() { "square" } else { "product" };
    let (name, seconds) = (proof.kind.name, start.elapsed().as_secs_f64());
    print!(
        "{module:<15} {name:<12} {:>5} {operation:<8} {:>13} {seconds:>8.2}",
        proof.bits,
        proof.product.trace().values().sum::<usize>()
    );
    if with_controls {
        let refused = controls::controls(proof, CHANGES);
        print!("  {}, {}; {}", refused.operations, refused.instructions, refused.same);
    }
    println!();
}
