//! `wasm compile LIBRARY MODULE CODE` writes the machine code that the shared library's wasmtime makes from a .wasm. `wasm run
//! LIBRARY CODE [PRIMES …] [WORDS …]` runs its calls under a checker of secrets. It prints a line for each call with all words in
//! its name: the name, the leaks that the checker saw, and the number of declassified verdicts (each is a leak). PRIMES
//! are four primes in hexadecimal, separated by commas, for the private operations of two keys; their highest and lowest words
//! agree and are public. `wasm curves LIBRARY CODE NAME …` and `wasm pairings …` run the calls of the curves or pairings NAME … in
//! a module.
//!
//! The checker sees the machine code that Cranelift makes from exactly the shipped bytes. They do not mark public values, so a
//! declassified comparison (a result verified, an inverse exists) counts as a leak.
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

/// Runs the calls with all words in their names.
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
