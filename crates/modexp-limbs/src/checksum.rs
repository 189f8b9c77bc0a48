//! CRC-64 (ECMA-182, reflected). It detects every change within 64 consecutive bits. It misses one in 2^64 of the other
//! changes.

/// The remainder of each byte value.
const TABLE: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u64;
        let mut bit = 0;
        while bit < 8 {
            crc = crc >> 1 ^ (crc & 1).wrapping_neg() & 0xc96c_5795_d787_0f42;
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
};

/// Returns the remainder of `bytes`.
// inlined, so that the caller's crate chooses between size and speed
#[inline]
pub fn crc64(bytes: &[u8]) -> u64 {
    let step = |crc: u64, &byte: &u8| crc >> 8 ^ TABLE[(crc as u8 ^ byte) as usize];
    !bytes.iter().fold(!0, step)
}

#[cfg(test)]
mod tests {
    #[test]
    fn crc64_of_the_digits_is_the_published_check_value() {
        assert_eq!(super::crc64(b"123456789"), 0x995d_c9bb_df19_39fa);
    }
}
