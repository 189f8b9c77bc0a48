//! Numbers of data, written in hexadecimal digits.

/// The limbs of a number in lower-case hexadecimal digits.
///
/// # Panics
/// If a character is not such a digit.
pub const fn limbs<const N: usize>(hex: &str) -> [u64; N] {
    let digits = hex.as_bytes();
    let mut out = [0; N];
    let mut i = 0;
    while i < digits.len() {
        let digit = digits[digits.len() - 1 - i];
        let value = if digit <= b'9' { digit - b'0' } else { digit - b'a' + 10 };
        assert!(value < 16);
        out[i / 16] |= (value as u64) << (4 * (i % 16));
        i += 1;
    }
    out
}

/// The limbs of coefficients, the lowest first, N of each.
pub const fn many<const N: usize, const M: usize>(coefficients: &[&str]) -> [u64; M] {
    assert!(coefficients.len() * N == M);
    let mut out = [0; M];
    let mut i = 0;
    while i < M {
        out[i] = limbs::<N>(coefficients[i / N])[i % N];
        i += 1;
    }
    out
}
