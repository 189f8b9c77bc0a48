//! `wasm compile LIBRARY MODULE CODE` writes the machine code that the wasmtime in a shared library makes of a .wasm.
//! `wasm run LIBRARY CODE [PRIMES …] [WORDS …]` runs its calls under a checker of secrets, and prints a line for each whose
//! name has all words: its name, the leaks that the checker saw, and how many verdicts the call publishes, each of which
//! is one. PRIMES are four primes in hexadecimal, separated by commas, for the private operations of two keys; they have
//! their highest and lowest words in common, which are public. `wasm curves LIBRARY CODE NAME …` and `wasm pairings …` do the same
//! for the curves or pairings of these names in another module.
//!
//! What is checked is the machine code that Cranelift makes of the very bytes that the package ships. They say nothing of
//! what is public, so a comparison whose outcome a call returns (a result verified, an inverse exists) is reported as a leak.
#![allow(unsafe_code, reason = "calls into a C library")]

mod calls;
mod curves;
mod engine;

use calls::{Key, calls, private_operation};
use curves::{Report, curve_reports, pairing_reports};
use engine::Module;
use modexp_assurance::taint;
use std::ffi::CString;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [compile, library, path, to] if compile == "compile" => {
            let wasm = std::fs::read(path).expect("the module can be read");
            let module = Module::compile(&c_string(library), &wasm).expect("the library compiles the module");
            std::fs::write(to, module.save()).expect("the machine code can be written");
        }
        [what, library, path, rest @ ..] if ["run", "curves", "pairings"].contains(&&what[..]) => {
            let saved = std::fs::read(path).expect("the machine code can be read");
            let module = Module::load(&c_string(library), &saved).expect("the library can run the machine code");
            println!("watched: {}", taint::is_watched());
            match &what[..] {
                "curves" => print(curve_reports(&module, rest)),
                "pairings" => print(pairing_reports(&module, rest)),
                _ => report(&module, rest),
            }
        }
        _ => {
            eprintln!("usage: wasm compile LIBRARY MODULE CODE, wasm run|curves|pairings LIBRARY CODE …");
            std::process::exit(2);
        }
    }
}

fn c_string(path: &str) -> CString {
    CString::new(path).expect("a path")
}

fn print(reports: Vec<Report>) {
    for Report { name, leaks, verdicts } in reports {
        println!("curves/{name} {leaks} {verdicts}");
    }
}

/// Runs the calls whose names have all words.
fn report(module: &Module, rest: &[String]) {
    let (primes, words): (Vec<_>, Vec<_>) = rest.iter().partition(|argument| argument.contains(','));
    let wanted = |name: &str| words.iter().all(|word| name.contains(word.as_str()));
    for call in calls().iter().filter(|call| wanted(&call.name())) {
        let (kernel, leaks) = call.run(module);
        println!("{kernel}/{} {leaks} 0", call.name());
    }
    for primes in primes {
        let primes: Vec<Vec<u64>> = primes.split(',').map(limbs).collect();
        let [p, q, r, s] = &primes[..] else { panic!("four primes of one size") };
        let name = format!("{}/private_key_op", 128 * p.len());
        if wanted(&name) {
            let (kernel, leaks) = private_operation(module, &Key { p, q }, &Key { p: r, q: s });
            println!("{kernel}/{name} {leaks} 2");
        }
    }
}

/// A number in hexadecimal.
fn limbs(hex: &str) -> Vec<u64> {
    let chunks = hex.as_bytes().rchunks(16);
    chunks.map(|digits| u64::from_str_radix(str::from_utf8(digits).expect("text"), 16).expect("digits")).collect()
}
