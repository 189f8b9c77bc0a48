//! Conversion of limbs to bytes and text.

use core::fmt::Write as _;

/// Returns big-endian bytes, eight for each limb.
#[must_use]
pub fn to_be_bytes(limbs: &[u64]) -> Vec<u8> {
    limbs.iter().rev().flat_map(|limb| limb.to_be_bytes()).collect()
}

/// Converts any number of big-endian bytes to limbs.
#[must_use]
pub fn from_be_bytes(bytes: &[u8]) -> Vec<u64> {
    bytes.rchunks(8).map(|chunk| chunk.iter().fold(0, |limb, &byte| limb << 8 | u64::from(byte))).collect()
}

/// Returns hexadecimal digits, sixteen for each limb; "0" without limbs.
#[must_use]
pub fn to_hex(limbs: &[u64]) -> String {
    let mut hex = if limbs.is_empty() { "0".to_owned() } else { String::new() };
    for limb in limbs.iter().rev() {
        let _ = write!(hex, "{limb:016x}");
    }
    hex
}

/// Converts hexadecimal digits to limbs. Returns `None` for other text.
#[must_use]
pub fn from_hex(hex: &str) -> Option<Vec<u64>> {
    let chunks = hex.as_bytes().rchunks(16);
    chunks.map(|digits| u64::from_str_radix(core::str::from_utf8(digits).ok()?, 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_text_give_the_limbs_back() {
        for limbs in [vec![], vec![0], vec![1, 2], vec![u64::MAX, 0, 0x0123_4567_89ab_cdef]] {
            assert_eq!(from_be_bytes(&to_be_bytes(&limbs)), limbs);
            let read = from_hex(&to_hex(&limbs));
            assert_eq!(read, Some(if limbs.is_empty() { vec![0] } else { limbs }));
        }
        assert_eq!(from_be_bytes(&[1, 2, 3]), [0x01_0203]);
        assert_eq!(from_hex("10000000000000002"), Some(vec![2, 1]));
        assert_eq!(from_hex("12g4"), None);
    }
}
