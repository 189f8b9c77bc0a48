//! The contenders at the orders of another program, by lines on the standard input, so that it can time them in turn
//! with those of other programs. Numbers are hexadecimal, lists have commas, an empty list is a minus sign:
//!
//! ```text
//! clear KIND                                        forgets all problems; the next are of this kind  -> ok
//! add MODULUS BASES EXPONENTS PRIMES TABLE_BYTES    one more problem                                 -> ok
//! contenders                                        who solves such problems                         -> JSON
//! result CONTENDER I                                the results of problem I                         -> list
//! time CONTENDER FIRST COUNT                        COUNT runs, of the problems in turn from FIRST   -> nanoseconds
//! ```
//!
//! The first line of the output names this program.

use crate::contender::Contender;
use crate::problem::{Kind, Problem, bytes, limbs};
use serde_json::{Value, json};
use std::io::{BufRead, Write, stdin, stdout};
use std::time::Instant;

pub(crate) fn serve() {
    let mut server = Server { kind: Kind::Power, problems: Vec::new() };
    say(concat!("modexp-core ", env!("CARGO_PKG_VERSION")));
    for line in stdin().lock().lines() {
        let line = line.expect("text on the standard input");
        say(&server.answer(&line).unwrap_or_else(|| panic!("an order that cannot be followed: {line:.99}")));
    }
}

fn say(line: &str) {
    let mut out = stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).expect("somebody listens");
}

struct Server {
    kind: Kind,
    /// The contenders of each problem, in the same order.
    problems: Vec<Vec<Box<dyn Contender>>>,
}

impl Server {
    fn answer(&mut self, line: &str) -> Option<String> {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["clear", kind] => {
                self.kind = Kind::by_name(kind)?;
                self.problems.clear();
                Some("ok".to_owned())
            }
            ["add", modulus, bases, exponents, primes, table_bytes] => {
                let problem = Problem {
                    kind: self.kind,
                    modulus: number(modulus)?,
                    bases: list(bases)?,
                    exponents: list(exponents)?,
                    primes: list(primes)?,
                    table_bytes: table_bytes.parse().ok()?,
                };
                self.problems.push(crate::contenders(&problem));
                Some("ok".to_owned())
            }
            ["contenders"] => {
                let all = self.problems.first()?.iter().map(|contender| {
                    json!({ "name": contender.name(), "constantTime": contender.is_constant_time(),
                        "powers": contender.powers() })
                });
                Some(all.collect::<Value>().to_string())
            }
            ["result", contender, i] => {
                let solver =
                    self.problems.get_mut(i.parse::<usize>().ok()?)?.get_mut(contender.parse::<usize>().ok()?)?;
                solver.run();
                let results: Vec<String> = solver.results().iter().map(|limbs| hex(limbs)).collect();
                Some(results.join(","))
            }
            ["time", contender, first, count] => {
                let (contender, first, count) =
                    (contender.parse::<usize>().ok()?, first.parse::<usize>().ok()?, count.parse::<usize>().ok()?);
                let problems = self.problems.len();
                let start = Instant::now();
                for i in first..first + count {
                    self.problems[i % problems][contender].run();
                }
                Some(start.elapsed().as_nanos().to_string())
            }
            _ => None,
        }
    }
}

fn list(words: &str) -> Option<Vec<Vec<u64>>> {
    if words == "-" { Some(Vec::new()) } else { words.split(',').map(number).collect() }
}

fn number(hex: &str) -> Option<Vec<u64>> {
    let digits = if hex.len() % 2 == 1 { format!("0{hex}") } else { hex.to_owned() };
    let pairs = (0..digits.len()).step_by(2).map(|i| u8::from_str_radix(digits.get(i..i + 2)?, 16).ok());
    Some(limbs(&pairs.collect::<Option<Vec<u8>>>()?))
}

fn hex(limbs: &[u64]) -> String {
    use std::fmt::Write as _;
    bytes(limbs).iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
