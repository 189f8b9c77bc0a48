//! Runs contenders on orders of a different program, by lines on the standard input, so that it can time contenders of
//! several programs in turn. Numbers are hexadecimal, lists have commas, an empty list is a minus sign:
//!
//! ```text
//! clear KIND                                        forgets all problems; the next are of this kind  -> ok
//! add MODULUS BASES EXPONENTS PRIMES TABLE_BYTES    one more problem                                 -> ok
//! contenders                                        who solves these problems                        -> JSON
//! result CONTENDER I                                the results of problem I                         -> list
//! time CONTENDER FIRST COUNT                        COUNT runs, of the problems in turn from FIRST   -> nanoseconds
//! ```
//!
//! The first line of the output names the program.

use crate::contender::Contender;
use crate::limbs::{from_hex, to_hex};
use std::io::{BufRead, Write, stdin, stdout};
use std::time::Instant;

/// The numbers of a problem, little-endian 64-bit limbs.
#[allow(missing_docs, reason = "bench/native/pow/problem.rs says what each kind of problem takes them for")]
pub struct Numbers {
    pub modulus: Vec<u64>,
    pub bases: Vec<Vec<u64>>,
    pub exponents: Vec<Vec<u64>>,
    pub primes: Vec<Vec<u64>>,
    pub table_bytes: usize,
}

/// The contenders of a problem.
pub type List = Vec<Box<dyn Contender>>;

/// Answers all lines. `solve` returns the contenders for a problem of a kind, `more` answers other orders.
///
/// # Panics
/// If an order cannot be followed.
pub fn serve(name: &str, solve: impl Fn(&str, Numbers) -> Option<List>, more: impl Fn(&[&str]) -> Option<String>) {
    let mut server = Server { kind: String::new(), problems: Vec::new(), solve };
    say(name);
    for line in stdin().lock().lines() {
        let line = line.expect("text on the standard input");
        let words: Vec<&str> = line.split(' ').collect();
        let answer = server.answer(&words).or_else(|| more(&words));
        say(&answer.unwrap_or_else(|| panic!("an order that cannot be followed: {line:.99}")));
    }
}

fn say(line: &str) {
    let mut out = stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).expect("the reader is there");
}

struct Server<Solve> {
    kind: String,
    /// The contenders of each problem, in the same order.
    problems: Vec<List>,
    solve: Solve,
}

impl<Solve: Fn(&str, Numbers) -> Option<List>> Server<Solve> {
    fn answer(&mut self, words: &[&str]) -> Option<String> {
        match *words {
            ["clear", kind] => {
                kind.clone_into(&mut self.kind);
                self.problems.clear();
            }
            ["add", modulus, bases, exponents, primes, table_bytes] => {
                let numbers = Numbers {
                    modulus: from_hex(modulus)?,
                    bases: list(bases)?,
                    exponents: list(exponents)?,
                    primes: list(primes)?,
                    table_bytes: table_bytes.parse().ok()?,
                };
                self.problems.push((self.solve)(&self.kind, numbers)?);
            }
            ["contenders"] => {
                let all = self.problems.first()?.iter().map(|contender| {
                    let (name, constant, powers) = (contender.name(), contender.is_constant_time(), contender.powers());
                    format!(r#"{{"name":{name:?},"constantTime":{constant},"powers":{powers}}}"#)
                });
                return Some(format!("[{}]", all.collect::<Vec<_>>().join(",")));
            }
            ["result", contender, i] => {
                let solver =
                    self.problems.get_mut(i.parse::<usize>().ok()?)?.get_mut(contender.parse::<usize>().ok()?)?;
                solver.run();
                return Some(solver.results().iter().map(|limbs| to_hex(limbs)).collect::<Vec<_>>().join(","));
            }
            ["time", contender, first, count] => {
                let (contender, first, count) =
                    (contender.parse::<usize>().ok()?, first.parse::<usize>().ok()?, count.parse::<usize>().ok()?);
                let problems = self.problems.len();
                let start = Instant::now();
                for i in first..first + count {
                    self.problems[i % problems][contender].run();
                }
                return Some(start.elapsed().as_nanos().to_string());
            }
            _ => return None,
        }
        Some("ok".to_owned())
    }
}

fn list(words: &str) -> Option<Vec<Vec<u64>>> {
    if words == "-" { Some(Vec::new()) } else { words.split(',').map(from_hex).collect() }
}
