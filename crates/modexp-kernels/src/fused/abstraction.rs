//! Words that stand for all inputs, in emulated lanes: the kernels themselves run on them in proofs.
//!
//! An emulated lane may hold the name of a [`Value`] instead of a word, a pattern that does not occur in a float or column
//! of a test. A *number* is an `f64` of this value, which is an integer. A *pattern* is a word equal to this value
//! modulo 2^64. The bits of numbers in one binade are linear in them, so each of the two is read as the other.
//!
//! A sum that does not fit a 53-bit significand must stay in one binade, where it is rounded to a multiple of a unit.
//! A term that is added and subtracted again cancels, which makes the split of a product exact.

use crate::proof::{Int, Parts, Value};

/// The upper bits of names. They make quiet NaNs that no arithmetic produces.
const NUMBER: u64 = 0x7ff9_4d58;
const PATTERN: u64 = 0x7ff9_4d59;

/// The `f64` with this value.
pub fn name(x: Value) -> u64 {
    NUMBER << 32 | u64::from(x.id())
}

pub fn name_of_pattern(x: Value) -> u64 {
    // nearest to zero, so that equal words have equal names
    let turns = x.interval().0 >> 64;
    PATTERN << 32 | u64::from(x.join(64, Value::constant(-turns)).id())
}

pub fn is_name(word: u64) -> bool {
    word >> 33 == NUMBER >> 1
}

/// Whether a word, as `f64`, is in low..=high.
pub fn within(word: u64, low: f64, high: f64) -> bool {
    if !is_name(word) {
        return (low..=high).contains(&f64::from_bits(word));
    }
    let (from, to) = number(word).interval();
    Int::from(low as i128) <= from && to <= Int::from(high as i128)
}

pub fn fma(a: u64, b: u64, c: u64) -> u64 {
    if let Some(k) = fraction(b)
        && is_name(a)
    {
        // in units of 2^−k
        return name(number(rounded(number(a) + number(c).scaled(Int::two_to(k)))).shifted_down(k));
    }
    if [a, b, c].into_iter().any(is_name) {
        let (a, b) = (number(a), number(b));
        let product = power_of_two(b).and_then(|k| whole(a, k)).map(|whole| whole * b.shifted_down(b.grain()));
        return rounded(product.unwrap_or_else(|| a * b) + number(c));
    }
    f64::from_bits(a).mul_add(f64::from_bits(b), f64::from_bits(c)).to_bits()
}

/// The k > 0 with x = ±2^k.
fn power_of_two(x: Value) -> Option<u32> {
    let constant = x.to_constant()?;
    (1..=64).find(|&k| constant == Int::two_to(k) || constant == -Int::two_to(k))
}

/// x·2^k by of − rest, for x = factor·(the quotient of a split) + constant: where `of` is subtracted again, the rest is left.
fn whole(x: Value, k: u32) -> Option<Value> {
    let (constant, (atom, factor)) = match x.parts() {
        Parts::Sum(constant, terms) if terms.len() == 1 => (constant, terms[0]),
        _ => (Int::ZERO, (x, Int::ONE)),
    };
    match atom.parts() {
        Parts::Quotient { of, bits, rest } if bits == k => {
            Some(of.join(0, rest.scaled(-1_i128)).scaled(factor).join(k, Value::constant(constant)))
        }
        _ => None,
    }
}

/// The k > 0 with x = 2^−k.
fn fraction(x: u64) -> Option<u32> {
    let exponent = 1023 - (x >> 52) as i64;
    (x << 12 == 0 && (1..=64).contains(&exponent)).then_some(exponent as u32)
}

pub fn add_f64(a: u64, b: u64) -> u64 {
    if is_name(a) || is_name(b) {
        return rounded(number(a) + number(b));
    }
    (f64::from_bits(a) + f64::from_bits(b)).to_bits()
}

pub fn sub_f64(a: u64, b: u64) -> u64 {
    if is_name(a) || is_name(b) {
        return rounded(number(a) - number(b));
    }
    (f64::from_bits(a) - f64::from_bits(b)).to_bits()
}

pub fn add(a: u64, b: u64) -> u64 {
    if is_name(a) || is_name(b) {
        return name_of_pattern(pattern(a) + pattern(b));
    }
    a.wrapping_add(b)
}

pub fn sub(a: u64, b: u64) -> u64 {
    if is_name(a) || is_name(b) {
        return name_of_pattern(pattern(a) - pattern(b));
    }
    a.wrapping_sub(b)
}

pub fn and(a: u64, b: u64) -> u64 {
    if is_name(a) || is_name(b) {
        assert!(!is_name(b) && (b + 1).is_power_of_two(), "a mask of low bits");
        return name_of_pattern(pattern(a).rest(b.trailing_ones()));
    }
    a & b
}

pub fn shr(a: u64, bits: u32) -> u64 {
    if is_name(a) {
        return name_of_pattern(unsigned(a).quotient(bits));
    }
    a >> bits
}

/// A word as a number.
pub fn number(word: u64) -> Value {
    if word >> 32 == NUMBER {
        return Value::of_id(word as u32);
    }
    if !is_name(word) {
        let constant = f64::from_bits(word) as i128;
        assert_eq!((constant as f64).to_bits(), word, "a constant that is no integer");
        return Value::constant(constant);
    }
    let bits = unsigned(word);
    let (low, high) = bits.interval();
    let exponent = low >> 52;
    assert!(high <= (exponent + Int::ONE) << 52, "bits of numbers beyond one binade");
    let unit = u32::try_from(exponent.to_i128() - 1023 - 52).expect("an integer");
    let above = bits.join(52, Value::constant(Int::ONE - exponent));
    above.scaled(Int::two_to(unit))
}

/// A number that a word is equal to modulo 2^64.
pub fn pattern(word: u64) -> Value {
    if word >> 32 == PATTERN {
        return Value::of_id(word as u32);
    }
    if !is_name(word) {
        return Value::constant(u128::from(word));
    }
    let x = number(word);
    let exponent = binade(x).expect("bits of numbers beyond one binade");
    x.shifted_down(exponent - 52).join(52, Value::constant(i128::from(exponent) + 1022))
}

/// A pattern as a number from 0 to 2^64 − 1.
fn unsigned(word: u64) -> Value {
    let x = pattern(word);
    let (low, high) = x.interval();
    assert!(Int::ZERO <= low && high < Int::two_to(64), "a pattern that wraps");
    x
}

/// The e with 2^e ≤ x ≤ 2^(e + 1), for e ≥ 52.
fn binade(x: Value) -> Option<u32> {
    let (low, high) = x.interval();
    let exponent = low.ilog2()?;
    (exponent >= 52 && high <= Int::two_to(exponent + 1)).then_some(exponent)
}

/// Rounds the exact result as a processor does.
fn rounded(exact: Value) -> u64 {
    let (low, high) = exact.interval();
    let most = Int::two_to((53 + exact.grain()).min(200));
    if -most <= low && high <= most {
        return name(exact);
    }
    name(exact.rounded(binade(exact).expect("a rounded sum left its binade") - 52))
}
