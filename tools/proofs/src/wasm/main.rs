//! `wasm FOLDER [--all]`: proves the products of the WebAssembly modules in a folder, for all operands and moduli of their sizes, and
//! prints a table. It runs the instructions that ship on numbers that stand for all inputs ([`modexp_kernels::proof`]).
//!
//! The kernels have no branch that depends on data, so control flow and addresses are known, and one run is the whole program.

mod change;
mod dots;
mod field;
mod instance;
mod kernel;
mod limbs;
mod memory;
mod module;
mod ops;
mod proof;
mod routine;
mod runs;
#[cfg(test)]
mod tests;
mod vector;
mod word;

use dots::DotsProof;
use field::{Field, FieldProof};
use kernel::{KernelProof, Kind, SCALAR, WIDE, WIDE_5, WIDE_9};
use limbs::{Limbs, LimbsProof};
use modexp_kernels::proof::for_each_case;
use module::Module;
use proof::{Proof, controls};
use routine::Operation;
use std::error::Error;
use std::path::Path;
use std::time::Instant;

/// A kernel in a module, and the lengths of moduli: those of each run, and more.
struct Kernel {
    module: &'static str,
    kind: Kind,
    bits: &'static [usize],
    more: &'static [usize],
}

const KERNELS: [Kernel; 5] = [
    Kernel { module: "modexp-simd", kind: SCALAR, bits: &[256], more: &[64, 257] },
    Kernel { module: "modexp-relaxed", kind: SCALAR, bits: &[256], more: &[64, 257] },
    Kernel { module: "modexp-wide", kind: WIDE_5, bits: &[256], more: &[64, 286] },
    Kernel { module: "modexp-wide", kind: WIDE_9, bits: &[512], more: &[518] },
    Kernel { module: "modexp-wide", kind: WIDE, bits: &[704, 768, 1024, 2048], more: &[640, 1536, 3072, 4096] },
];

/// The lengths of moduli for `simd128`: one of each run, and more.
const DOTS: (&[usize], &[usize]) = (&[300, 400], &[512]);

const fn field(radix: u32, digits: usize, curve: &'static str, any_prime: bool) -> Field {
    Field { radix, digits, curve, any_prime }
}

const ELEMENTS: &[Operation] = &[Operation::Product, Operation::Square, Operation::Sum, Operation::Difference];

const WIDE_PRODUCTS: &[Operation] = &[Operation::WideProduct, Operation::Reduction];

const WIDE_SQUARES: &[Operation] = &[Operation::WideSquare];

/// Fields of a module, and their operations that are functions.
type Fields = (&'static str, &'static [&'static [Operation]], &'static [Field]);

/// The code for P-256, secp256k1, P-384 and P-521 has these primes in it.
const FIELDS: &[Fields] = &[
    (
        "modexp-curves-simd",
        &[ELEMENTS],
        &[
            field(29, 9, "brainpoolP256r1", true),
            field(29, 9, "miracl-192", true),
            field(29, 9, "P-256", false),
            field(29, 9, "secp256k1", false),
            field(29, 14, "P-384", false),
            field(29, 20, "P-521", false),
        ],
    ),
    ("modexp-curves-wide", &[ELEMENTS], &[field(58, 7, "P-384", false), field(58, 10, "P-521", false)]),
];

/// Fields of the modules that `--all` proves, too.
const MORE_FIELDS: &[Fields] = &[
    (
        "pairings-relaxed/modexp-pairings-simd",
        &[ELEMENTS, WIDE_PRODUCTS],
        &[field(29, 9, "alt_bn128", true), field(29, 14, "BLS12-381", true)],
    ),
    (
        "modexp-historical-pairings-simd",
        &[ELEMENTS, WIDE_PRODUCTS, WIDE_SQUARES],
        &[field(29, 7, "MNT-160", true), field(29, 18, "KSS18-508", true)],
    ),
    ("modexp-historical-pairings-simd", &[ELEMENTS, WIDE_PRODUCTS], &[field(29, 22, "BLS24-629", true)]),
    (
        "modexp-historical-pairings-wide",
        &[ELEMENTS, WIDE_PRODUCTS, WIDE_SQUARES],
        &[field(58, 4, "MNT-160", true), field(58, 9, "KSS18-508", true)],
    ),
    ("modexp-historical-pairings-wide", &[ELEMENTS, WIDE_PRODUCTS], &[field(58, 11, "BLS24-629", true)]),
];

const SUMS: &[Operation] = &[Operation::Sum, Operation::Difference];

/// Fields on limbs of a module, and their operations. Products modulo P-256 and secp256k1 have reductions of their own.
const LIMBS: &[(&str, &[Operation], Limbs)] = &[
    ("modexp-curves-wide", ELEMENTS, Limbs { curve: "brainpoolP256r1", any_prime: true, range: 1 }),
    ("modexp-curves-wide", SUMS, Limbs { curve: "P-256", any_prime: false, range: 1 }),
    ("modexp-curves-wide", SUMS, Limbs { curve: "secp256k1", any_prime: false, range: 1 }),
];

/// Fields on limbs that `--all` proves, too.
const MORE_LIMBS: &[(&str, &[Operation], Limbs)] =
    &[("modexp-pairings-wide", ELEMENTS, Limbs { curve: "alt_bn128", any_prime: true, range: 2 })];

/// Changes that a proof must refuse: of operations of each kind, and of instructions.
const CHANGES: (usize, usize) = (3, 6);

/// The changes with `--all`.
const ALL_CHANGES: (usize, usize) = (9, 50);

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (folder, all) = match &arguments[..] {
        [folder] => (folder, false),
        [folder, all] if all == "--all" => (folder, true),
        _ => return Err("usage: wasm FOLDER [--all]".into()),
    };
    let changes = if all { ALL_CHANGES } else { CHANGES };
    let read = |name: &str| std::fs::read(Path::new(folder).join(format!("{name}.wasm")));
    println!(
        "module                          numbers           operation     instructions  seconds  refused changes of operations, of instructions; no change"
    );
    for Kernel { module: name, kind, bits, more } in KERNELS {
        let bytes = read(name)?;
        let module = Module::new(&bytes)?;
        for (i, &bits) in bits.iter().chain(if all { more } else { &[] }).enumerate() {
            for operation in [Operation::Product, Operation::Square] {
                // the changes are the same at each size
                let proof = KernelProof::new(&module, kind, bits, operation);
                prove(&format!("{name:<31} {:<12} {bits:>4}", kind.name), &proof, (i == 0).then_some(changes));
            }
        }
    }
    let bytes = read("modexp-simd")?;
    let module = Module::new(&bytes)?;
    for (i, &bits) in DOTS.0.iter().chain(if all { DOTS.1 } else { &[] }).enumerate() {
        for operation in [Operation::Product, Operation::Square] {
            let proof = DotsProof::new(&module, bits, operation);
            prove(&format!("{:<31} {:<12} {bits:>4}", "modexp-simd", "simd128"), &proof, (i == 0).then_some(changes));
        }
    }
    for &(name, operations, fields) in FIELDS.iter().chain(if all { MORE_FIELDS } else { &[] }) {
        let bytes = read(name)?;
        let module = Module::new(&bytes)?;
        let operations: Vec<Operation> = operations.concat();
        for (&field, &operation) in fields.iter().flat_map(|field| operations.iter().map(move |each| (field, each))) {
            let label = format!("{name:<31} {:<16}", field.curve);
            // a change of the quotient that a sum estimates is not refused
            prove(&label, &FieldProof::new(&module, field, operation), (!operation.is_sum()).then_some(changes));
        }
    }
    for &(name, operations, field) in LIMBS.iter().chain(if all { MORE_LIMBS } else { &[] }) {
        let bytes = read(name)?;
        let module = Module::new(&bytes)?;
        for &operation in operations {
            let proof = LimbsProof::new(&module, field, operation);
            // most operations on numbers are those of rules, and wrong ones may have no effect
            prove(&format!("{name:<31} {:<16}", field.curve), &proof, Some((CHANGES.0, changes.1)));
        }
    }
    Ok(())
}

fn prove(label: &str, proof: &dyn Proof, changes: Option<(usize, usize)>) {
    let start = Instant::now();
    assert!(proof.is_right(None), "the result for numbers");
    for_each_case(proof.residues(), || proof.prove(None));
    let (operation, seconds) = (proof.routine().operation, start.elapsed().as_secs_f64());
    let instructions: usize = proof.routine().trace().values().sum();
    print!("{label} {:<12} {instructions:>12} {seconds:>8.2}", format!("{operation:?}"));
    if let Some((operations, instructions)) = changes {
        let refused = controls(proof, operations, instructions);
        print!("  {}, {}; {}", refused.operations, refused.instructions, refused.same);
    }
    println!();
}
