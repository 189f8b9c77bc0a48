//! Numbers for the tests of several kernels.

use alloc::vec::Vec;
use num_bigint::BigUint;

/// 2^bits.
pub(crate) fn two_to(bits: usize) -> BigUint {
    BigUint::from(1u32) << bits
}

/// Extreme numbers below 2^bits: 2^bits − 1, 2^(bits − 1), 1, and 2^(bits/2) − 1.
pub(crate) fn ends(bits: usize) -> [BigUint; 4] {
    [two_to(bits) - 1u32, two_to(bits) >> 1, BigUint::from(1u32), two_to(bits / 2) - 1u32]
}

/// Two pseudorandom numbers below 2^bits, equal in every run.
pub(crate) fn random_numbers(bits: usize) -> [BigUint; 2] {
    let mut state = bits as u64;
    [(); 2].map(|()| {
        let words: Vec<u32> = (0..bits.div_ceil(32))
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 32) as u32
            })
            .collect();
        BigUint::new(words) % two_to(bits)
    })
}
