//! The committed inputs: a file for each target, with one input per line, in hexadecimal.

use std::path::{Path, PathBuf};

/// Returns the folder of the files.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

/// Reads the inputs of a target.
///
/// # Panics
/// If they cannot be read.
#[must_use]
pub fn inputs(target: &str) -> Vec<Vec<u8>> {
    let path = folder().join(format!("{target}.txt"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(from_hex).collect()
}

/// Converts a line to bytes.
///
/// # Panics
/// If it is not hexadecimal.
#[must_use]
pub fn from_hex(line: &str) -> Vec<u8> {
    let digit = |at: usize| u8::from_str_radix(&line[at..at + 2], 16).unwrap_or_else(|error| panic!("{line}: {error}"));
    (0..line.len()).step_by(2).map(digit).collect()
}
