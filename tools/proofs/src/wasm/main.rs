//! `wasm FOLDER [--all] [WORDS]`: proves the products of the WebAssembly modules in a folder, for all operands and moduli of their
//! sizes, and prints a table, or only the rows that begin with WORDS. It runs the instructions that ship on numbers that stand for all inputs ([`modexp_kernels::proof`]).
//!
//! The kernels have no branch that depends on data, so control flow and addresses are known, and one run is the whole program.

mod change;
mod convert;
mod dots;
mod field;
mod instance;
mod kernel;
mod memory;
mod module;
mod ops;
mod proof;
mod relaxed;
mod routine;
mod runs;
mod select;
#[cfg(test)]
mod tests;
mod vector;
mod word;

use convert::Conversion;
use dots::DotsProof;
use field::{Field, FieldProof};
use instance::{Changed, Trace};
use kernel::{KernelProof, Kind, SCALAR, WIDE, WIDE_5, WIDE_9, modulus};
use modexp_kernels::proof::for_each_case;
use module::Module;
use proof::{Proof, Refused, controls};
use relaxed::RelaxedProof;
use routine::{Layout, Operation};
use select::Lookup;
use std::error::Error;
use std::fmt::Debug;
use std::path::PathBuf;
use std::time::Instant;

/// A kernel in a module, and the lengths of moduli: those of each run, and more.
struct Kernel {
    module: &'static str,
    kind: Kind,
    bits: &'static [usize],
    more: &'static [usize],
}

const KERNELS: [Kernel; 7] = [
    Kernel { module: "modexp-simd", kind: SCALAR, bits: &[256], more: &[64, 257] },
    Kernel { module: "modexp-relaxed", kind: SCALAR, bits: &[256], more: &[64, 257] },
    Kernel { module: "modexp-relaxed-wide", kind: WIDE_5, bits: &[256], more: &[64, 286] },
    Kernel { module: "modexp-relaxed-wide", kind: WIDE_9, bits: &[512], more: &[345, 518] },
    Kernel { module: "modexp-wide", kind: WIDE_5, bits: &[256], more: &[64, 286] },
    Kernel { module: "modexp-wide", kind: WIDE_9, bits: &[512], more: &[518] },
    Kernel { module: "modexp-wide", kind: WIDE, bits: &[704, 768, 1024, 2048], more: &[640, 1536, 3072, 4096] },
];

/// The lengths of moduli of each run, and more.
type Lengths = (&'static [usize], &'static [usize]);

/// The lengths for `simd128`. Columns of more than 1557 bits set carries aside.
const DOTS: Lengths = (&[300, 1600], &[400, 512, 1024, 1536, 2048, 3072, 4096]);

/// `relaxed` and `relaxed_x2`: the module, the numbers in an element, and the lengths.
const RELAXED: [(&str, &str, usize, Lengths); 4] = [
    ("modexp-relaxed", "relaxed", 1, (&[300, 400], &[392, 512, 1024, 2048, 4096])),
    ("modexp-relaxed", "relaxed_x2", 2, (&[256], &[300, 400, 512, 1024, 2048, 4096])),
    ("modexp-relaxed-wide", "relaxed", 1, (&[300], &[600, 1024, 2048, 4096])),
    ("modexp-relaxed-wide", "relaxed_x2", 2, (&[300], &[400, 512, 1024, 2048, 4096])),
];

/// Table lookups: the module, the kernel, the length of a modulus, bytes of a word and numbers in an element.
const LOOKUPS: [(&str, &str, usize, usize, usize); 9] = [
    ("modexp-simd", "scalar", 256, 4, 1),
    ("modexp-simd", "simd128", 300, 4, 1),
    ("modexp-relaxed", "relaxed", 300, 8, 1),
    ("modexp-relaxed", "relaxed_x2", 256, 8, 2),
    ("modexp-relaxed-wide", "relaxed", 300, 8, 1),
    ("modexp-relaxed-wide", "relaxed_x2", 300, 8, 2),
    ("modexp-relaxed-wide", "wide, short", 256, 8, 1),
    ("modexp-wide", "wide, short", 256, 8, 1),
    ("modexp-wide", "wide", 704, 8, 1),
];

/// The digits of a kernel for moduli of this length.
type LayoutOf = fn(usize) -> Layout;

/// Conversions: the module, the kernel, the length of a modulus, the digits, and whether limbs become digits, too.
const CONVERSIONS: [(&str, &str, usize, LayoutOf, bool); 5] = [
    ("modexp-simd", "scalar", 256, |bits| SCALAR.layout(bits), true),
    ("modexp-simd", "simd128", 300, dots::layout, false),
    ("modexp-relaxed-wide", "wide, short", 256, |bits| WIDE_5.layout(bits), true),
    ("modexp-wide", "wide, short", 256, |bits| WIDE_5.layout(bits), true),
    ("modexp-wide", "wide", 704, |bits| WIDE.layout(bits), true),
];

const fn field(radix: u32, digits: usize, curve: &'static str, any_prime: bool) -> Field {
    Field { radix, digits, curve, any_prime, terms: 0 }
}

/// A field on digits with signs, and sums of `SUM_TERMS` elements.
const fn lazy(radix: u32, digits: usize, curve: &'static str, any_prime: bool) -> Field {
    Field { radix, digits, curve, any_prime, terms: 16 }
}

const PRODUCTS: &[Operation] = &[Operation::Product, Operation::Square];

const ELEMENTS: &[Operation] = &[Operation::Product, Operation::Square, Operation::Sum, Operation::Difference];

/// Where residues are no Montgomery residues. The compiler knows bit 1 of a square to be 0, and the proof does not.
const PLAIN: &[Operation] = &[Operation::PlainProduct];

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
    ("modexp-curves-wide", &[ELEMENTS], &[field(58, 10, "P-521", false)]),
    (
        "modexp-curves-wide",
        &[PRODUCTS],
        &[lazy(57, 5, "brainpoolP256r1", true), lazy(57, 5, "P-256", false), lazy(57, 7, "P-384", false)],
    ),
    ("modexp-curves-wide", &[PLAIN], &[lazy(52, 5, "secp256k1", false)]),
    ("modexp-pairings-wide", &[PRODUCTS], &[lazy(57, 5, "alt_bn128", true), lazy(57, 7, "BLS12-381", true)]),
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

/// The arguments of the command line.
struct Run {
    folder: PathBuf,
    all: bool,
    /// The start of the rows.
    row: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (options, words): (Vec<_>, Vec<_>) = arguments.into_iter().partition(|argument| argument.starts_with("--"));
    let run = match (&options.join(" ")[..], &words[..]) {
        (all @ ("" | "--all"), [folder, row @ ..]) => {
            Run { folder: folder.into(), all: !all.is_empty(), row: row.join(" ") }
        }
        _ => return Err("usage: wasm FOLDER [--all] [WORDS]".into()),
    };
    println!(
        "module                          numbers           operation     instructions  seconds  refused changes of operations, of instructions; no change"
    );
    let all = run.all;
    for Kernel { module, kind, bits, more } in KERNELS {
        for (i, &bits) in bits.iter().chain(if all { more } else { &[] }).enumerate() {
            // the changes are the same at each size
            let changes = (i == 0).then(|| run.changes());
            run.prove(module, &format!("{:<12} {bits:>4}", kind.name), PRODUCTS, changes, |module, operation| {
                Box::new(KernelProof::new(module, kind, bits, operation))
            })?;
        }
    }
    for (i, &bits) in DOTS.0.iter().chain(if all { DOTS.1 } else { &[] }).enumerate() {
        let changes = (i == 0 || all && i == 1).then(|| run.changes());
        run.prove("modexp-simd", &format!("{:<12} {bits:>4}", "simd128"), PRODUCTS, changes, |module, operation| {
            Box::new(DotsProof::new(module, bits, operation))
        })?;
    }
    for (module, name, numbers, (bits, more)) in RELAXED {
        for (i, &bits) in bits.iter().chain(if all { more } else { &[] }).enumerate() {
            let changes = (i == 0).then(|| run.changes());
            let row = format!("{name:<12} {bits:>4}");
            run.prove(module, &row, PRODUCTS, changes, |module, operation| {
                Box::new(RelaxedProof::new(module, numbers, bits, operation))
            })?;
        }
    }
    for (module, kernel, bits, width, numbers) in LOOKUPS {
        let row = format!("{kernel:<12} {bits:>4}");
        run.rows(module, &row, &[format_args!("Lookup")], |module, _| {
            let lookup = Lookup::new(module, &modulus(bits), width, numbers);
            let start = Instant::now();
            lookup.prove(None);
            print_times(&lookup.trace(), start);
            let mut refused = Refused { operations: lookup.refused_entries(), ..Refused::default() };
            let (prove, is_right) =
                (|changed: &Changed| lookup.prove(Some(changed)), |changed: &Changed| lookup.is_right(changed));
            refused.change_instructions(module, &lookup.trace(), run.changes().1, prove, is_right);
            print_refused(&refused);
        })?;
    }
    for (module, kernel, bits, layout, from_limbs) in CONVERSIONS {
        let row = format!("{kernel:<12} {bits:>4}");
        let conversions = [convert::Direction::ToLimbs, convert::Direction::FromLimbs];
        run.rows(module, &row, &conversions[..=usize::from(from_limbs)], |module, direction| {
            let conversion = Conversion::new(module, &modulus(bits), layout(bits), direction);
            let start = Instant::now();
            conversion.prove(None);
            print_times(&conversion.trace(), start);
            let mut refused = Refused::default();
            let (prove, is_right) =
                (|changed: &Changed| conversion.prove(Some(changed)), |changed: &Changed| conversion.is_right(changed));
            refused.change_instructions(module, &conversion.trace(), run.changes().1, prove, is_right);
            print_refused(&refused);
        })?;
    }
    for &(module, operations, fields) in FIELDS.iter().chain(if all { MORE_FIELDS } else { &[] }) {
        for (&field, operation) in
            fields.iter().flat_map(|field| operations.concat().into_iter().map(move |each| (field, each)))
        {
            // a change of the quotient that a sum estimates is not refused
            let changes = (!operation.is_sum()).then(|| run.changes());
            run.prove(module, field.curve, &[operation], changes, |module, operation| {
                Box::new(FieldProof::new(module, field, operation))
            })?;
        }
    }
    Ok(())
}

impl Run {
    /// Changes that a proof must refuse: of operations of each kind, and of instructions.
    fn changes(&self) -> (usize, usize) {
        if self.all { (9, 50) } else { (3, 6) }
    }

    /// Proves operations of a module, and prints their rows.
    fn prove(
        &self,
        name: &str,
        numbers: &str,
        operations: &[Operation],
        changes: Option<(usize, usize)>,
        proof: impl for<'m> Fn(&'m Module<'m>, Operation) -> Box<dyn Proof<'m> + 'm>,
    ) -> Result<(), Box<dyn Error>> {
        self.rows(name, numbers, operations, |module, operation| report(&*proof(module, operation), changes))
    }

    /// Prints the rows of operations of a module.
    fn rows<O: Copy + Debug>(
        &self,
        name: &str,
        numbers: &str,
        operations: &[O],
        report: impl for<'m> Fn(&'m Module<'m>, O),
    ) -> Result<(), Box<dyn Error>> {
        let bytes = std::fs::read(self.folder.join(format!("{name}.wasm")))?;
        let module = Module::new(&bytes)?;
        for &operation in operations {
            let row = format!("{name:<31} {numbers:<17} {:<12}", format!("{operation:?}"));
            if row.split_whitespace().collect::<Vec<_>>().join(" ").starts_with(&self.row) {
                print!("{row}");
                report(&module, operation);
                println!();
            }
        }
        Ok(())
    }
}

/// Proves a routine, and prints the rest of its row.
fn report(proof: &dyn Proof, changes: Option<(usize, usize)>) {
    let start = Instant::now();
    assert!(proof.is_right(None), "the result for numbers");
    for_each_case(proof.residues(), || proof.prove(None));
    print_times(&proof.routine().trace(), start);
    if let Some((operations, instructions)) = changes {
        print_refused(&controls(proof, operations, instructions));
    }
}

fn print_times(trace: &Trace, start: Instant) {
    let instructions: usize = trace.values().sum();
    print!(" {instructions:>12} {:>8.2}", start.elapsed().as_secs_f64());
}

fn print_refused(refused: &Refused) {
    print!("  {}, {}; {}", refused.operations, refused.instructions, refused.same);
}
