//! Published data, in the folder that the environment variable `MODEXP_VECTORS` names.

use num_bigint::BigUint;
use serde_json::Value;
use std::path::PathBuf;

/// Reads a file of the folder; `None` without the folder.
pub fn text(file: &str) -> Option<String> {
    let Some(folder) = std::env::var_os("MODEXP_VECTORS").filter(|folder| !folder.is_empty()) else {
        println!("MODEXP_VECTORS is not set: nothing to compare with");
        return None;
    };
    let path = PathBuf::from(folder).join("curves").join(file);
    Some(std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

pub fn json(file: &str) -> Option<Value> {
    text(file).map(|text| serde_json::from_str(&text).expect("JSON"))
}

pub fn str_of<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} of {value}"))
}

pub fn array_of<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().unwrap_or_else(|| panic!("{key} of {value}"))
}

pub fn bytes(hex: &str) -> Vec<u8> {
    let hex = hex.trim().trim_start_matches("0x");
    let hex = if hex.len() % 2 == 1 { format!("0{hex}") } else { hex.to_owned() };
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).expect("hexadecimal digits")).collect()
}

pub fn limbs(hex: &str) -> Vec<u64> {
    BigUint::from_bytes_be(&bytes(hex)).to_u64_digits()
}
