//! Replays the corpus on a stable compiler.

use modexp_core::Backend;
use modexp_fuzz::corpus;
use modexp_fuzz::every_call;
use modexp_fuzz::input::{Input, Problem};
use modexp_fuzz::points::Points;
use modexp_fuzz::structured::Random;
use modexp_fuzz::targets::ALL;
use std::time::{Duration, Instant};

#[test]
fn every_input_of_the_corpus_passes() {
    for (name, target) in ALL {
        let inputs = corpus::inputs(name);
        assert!(inputs.len() >= 20, "{name} has inputs");
        for input in &inputs {
            target(input);
        }
        println!("{} passes: corpus of the fuzzer, {name}", inputs.len());
    }
}

/// Each backend takes its turn, until a limit of seconds or problems. `cargo run --example structured` takes longer.
#[test]
fn every_call_on_numbers_of_structure() {
    for backend in Backend::available().into_iter().chain([Backend::Wide]) {
        let start = Instant::now();
        let (mut problems, mut results) = (0, 0);
        while problems < 2000 && start.elapsed() < Duration::from_secs(5) {
            results += every_call::check(&mut Random(problems), &[backend]);
            problems += 1;
        }
        assert!(problems > 0 && results >= 4 * problems as usize, "{backend:?}");
        println!("{results} passes: every call on numbers of structure, {}", backend.name());
    }
}

/// A few cases on each curve; `cargo run --example points` takes more.
#[test]
fn points_are_openssls() {
    let backends = modexp_curves::Backend::available();
    for name in modexp_curves::CurveName::ALL {
        let Some(mut points) = Points::new(name, &backends) else {
            println!("OpenSSL is missing: no points to compare with");
            return;
        };
        let mut random = Random(name.as_str().len() as u64);
        let results: usize = (0..40).map(|_| points.check(&mut random)).sum();
        println!("{results} passes: multiples of points of {} against OpenSSL", name.as_str());
    }
}

/// The fuzzer notices a wrong library.
#[test]
fn peers_agree_on_a_known_power() {
    let [base, exponent, modulus] = [3u32, 200, 1_000_000_007].map(num_bigint::BigUint::from);
    for (name, pow) in modexp_fuzz::peers::available() {
        assert_eq!(pow(&base, &exponent, &modulus), base.modpow(&exponent, &modulus), "{name}");
    }
}

/// A line of numbers.txt has an input, and the base, exponent and modulus of its problem.
#[test]
fn inputs_are_the_numbers_that_they_were() {
    let text = std::fs::read_to_string(corpus::folder().join("numbers.txt")).expect("it is committed");
    for line in text.lines() {
        let (input, want) = line.split_once(' ').expect("input and numbers");
        let Problem { base, exponent, modulus } = Input(&corpus::from_hex(input)).problem();
        assert_eq!(format!("{base:x} {exponent:x} {modulus:x}"), want, "{input}");
    }
}
