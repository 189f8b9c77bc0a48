//! Times the modular powers of the system's OpenSSL. It reads orders from the standard input, line by line:
//!
//! ```text
//! clear                        forgets all inputs                                     -> ok
//! add BASE EXPONENT MODULUS    adds an input, in hexadecimal                          -> ok
//! result METHOD I              the power of input I                                   -> hexadecimal
//! time METHOD FIRST COUNT      COUNT powers, of the inputs in turn from FIRST on      -> nanoseconds in all
//! ```
//!
//! METHOD is `consttime` (`BN_mod_exp_mont_consttime`) or `vartime` (`BN_mod_exp_mont`). Each input keeps its
//! `BN_MONT_CTX`, so the preparation of a modulus is not timed. The first line of the output is the version of the
//! library. Without the library, the program prints the reason on the standard error and ends.

use modexp_peers::limbs::{from_hex, to_hex};
use modexp_peers::{Bn, Method, Modulus, Number, openssl};
use std::io::{BufRead, Write, stdin, stdout};
use std::process::ExitCode;
use std::time::Instant;

struct Input {
    base: Number,
    exponent: Number,
    modulus: Modulus,
    power: Number,
}

fn main() -> ExitCode {
    let library = match openssl() {
        Ok(library) => library,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::FAILURE;
        }
    };
    let mut inputs = Vec::new();
    say(library.version);
    for line in stdin().lock().lines() {
        let line = line.expect("text on the standard input");
        let words: Vec<&str> = line.split(' ').collect();
        let answer = answer(library.bn, &mut inputs, &words);
        say(&answer.unwrap_or_else(|| panic!("an order that cannot be followed: {line:.99}")));
    }
    ExitCode::SUCCESS
}

fn say(line: &str) {
    let mut out = stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).expect("the reader is there");
}

fn answer(bn: Bn, inputs: &mut Vec<Input>, words: &[&str]) -> Option<String> {
    match *words {
        ["clear"] => inputs.clear(),
        ["add", base, exponent, modulus] => inputs.push(Input {
            base: bn.number(&from_hex(base)?),
            exponent: bn.number(&from_hex(exponent)?),
            modulus: Modulus::new(bn, &from_hex(modulus)?),
            power: bn.number(&[]),
        }),
        ["result", by, i] => {
            let input = inputs.get_mut(i.parse::<usize>().ok()?)?;
            power(method(by)?, input);
            return Some(to_hex(&input.power.limbs()));
        }
        ["time", by, first, count] => {
            let (by, first, count) = (method(by)?, first.parse::<usize>().ok()?, count.parse::<usize>().ok()?);
            let all = inputs.len();
            let start = Instant::now();
            for i in first..first + count {
                power(by, &mut inputs[i % all]);
            }
            return Some(start.elapsed().as_nanos().to_string());
        }
        _ => return None,
    }
    Some("ok".to_owned())
}

fn method(name: &str) -> Option<Method> {
    match name {
        "consttime" => Some(Method::MontConsttime),
        "vartime" => Some(Method::Mont),
        _ => None,
    }
}

fn power(method: Method, Input { base, exponent, modulus, power }: &mut Input) {
    modulus.pow(method, power, base, exponent);
}
