//! Proofs for all kernels: the product and the sums of a limb fit two limbs, and results are in range.

use crate::kernel::Kernel;
use crate::portable::{Limb, Portable};
use crate::wasm32::relaxed::Relaxed;
use crate::wasm32::relaxed::RelaxedX2;
use crate::wasm32::short::Scalar;
use crate::wasm32::simd128::Simd128;
use crate::wasm32::wide::Wide;
use num_bigint::BigUint;

/// acc + a·b + carry grows with each term, and its largest value is the largest number of two limbs.
#[test]
fn a_product_and_two_limbs_fit_two_limbs() {
    assert_eq!(<u32 as Limb>::mac(u32::MAX, u32::MAX, u32::MAX, u32::MAX), (u32::MAX, u32::MAX));
    assert_eq!(<u64 as Limb>::mac(u64::MAX, u64::MAX, u64::MAX, u64::MAX), (u64::MAX, u64::MAX));
    assert_eq!(modexp_limbs::limb::mac(u64::MAX, u64::MAX, u64::MAX, u64::MAX), (u64::MAX, u64::MAX));
    assert_eq!(<u32 as Limb>::adc(u32::MAX, u32::MAX, 1), (u32::MAX, 1));
    assert_eq!(<u64 as Limb>::adc(u64::MAX, u64::MAX, 1), (u64::MAX, 1));
}

/// Whether a row of a product or a reduction, n limbs plus a limb times n limbs, fits n + 1 limbs. Then the two carry
/// chains of `adx` end in the new top limb.
fn row_fits(n: u32, limb_bits: u32, window_bits: u32) -> bool {
    let one = BigUint::from(1u8);
    let window = (&one << (n * window_bits)) - 1u8;
    let row = ((&one << limb_bits) - 1u8) * ((&one << (n * limb_bits)) - 1u8);
    window + row < one << ((n + 1) * limb_bits)
}

#[test]
fn the_carry_chains_of_a_row_end_in_its_top_limb() {
    for n in 1..=32 {
        assert!(row_fits(n, 64, 64));
        assert!(!row_fits(n, 64, 65), "a window of one bit more for each limb");
    }
}

/// Results in units of m/64, for factors up to `range`·m: (a·b)/R, and `added` by the reduction.
fn out(headroom: u32, range: u64, added: u64) -> u64 {
    (64 * range * range).div_ceil(1 << headroom) + added
}

/// Whether results stay in range, below 2^⌊HEADROOM/2⌋·m. The documentation of each kernel states the value that its
/// reduction adds.
fn stays_in_range(headroom: u32, added: u64) -> bool {
    let range = 1 << (headroom / 2);
    // and a·b < R·m, so that T/R < m
    range * range <= 1 << headroom && out(headroom, range, added) <= 64 * range
}

#[test]
fn results_are_in_range() {
    let eliminated_and_true_quotients = 64 * 151 / 100 + 1;
    for (headroom, added) in [
        (Relaxed::HEADROOM, eliminated_and_true_quotients),
        (RelaxedX2::HEADROOM, eliminated_and_true_quotients),
        (Wide::HEADROOM, 128),
        (Scalar::HEADROOM, 64 + 64),
        #[cfg(target_arch = "x86_64")]
        (crate::x86_64::adx::short::AdxFour::HEADROOM, 64 + 1),
        #[cfg(target_arch = "x86_64")]
        (crate::x86_64::ifma::Ifma::HEADROOM, 64 + 32),
        #[cfg(target_arch = "x86_64")]
        (crate::x86_64::ifma_short::IfmaShort::HEADROOM, 64 + 64 + 1),
        #[cfg(target_arch = "x86_64")]
        (crate::x86_64::ifma::IfmaX2::HEADROOM, 64 + 32),
        #[cfg(target_arch = "x86_64")]
        (crate::x86_64::ifma_x8::IfmaX8::HEADROOM, 64 + 64),
    ] {
        assert!(stays_in_range(headroom, added));
        assert!(!stays_in_range(headroom, added + (64 << (headroom / 2))), "a result of one bit more");
    }
    assert_eq!(<Portable<u64> as Kernel>::HEADROOM, 0, "at most m, by a subtraction");
    assert_eq!(Simd128::HEADROOM / 2, 1, "below 2m, which its own bounds show");
}

/// The reduction of `relaxed`: the sum of quotient elimination and of the last quotient, in units of 2^-48 m.
#[test]
fn the_last_quotient_of_relaxed_makes_results_positive_and_small() {
    use crate::fused::columns::{LIFT, RADIX};
    let unit = |top_digit: i128| top_digit << (48 - RADIX as i128 + 2) >> 2;
    let eliminated = (1_i128 << 46) + (1 << 12);
    // digits below the top digit are not unique: one unit of the top digit more or less
    let (least, most) = (unit(LIFT as i128 - 1), unit(LIFT as i128 + (1 << RADIX) + 1));
    assert!(least - eliminated > 0, "T stays positive");
    assert!(100 * (most + eliminated) < 151 << 48, "T stays below T_0/R + 1.51 m");
    assert!(unit((LIFT >> 1) as i128) - eliminated <= 0, "half the lift is too little");
}

/// The largest number of `bits` bits.
fn ones(bits: u32) -> BigUint {
    (BigUint::from(1u8) << bits) - 1u8
}

/// Montgomery's reduction of the low half alone, in fields of n limbs, leaves at most p. So with a high half below p
/// one subtraction is enough. Quotients of one more bit break this bound.
#[test]
fn the_low_half_of_a_field_reduces_to_at_most_p() {
    for n in [3, 4, 6] {
        for p in [ones(64 * n), BigUint::from(3u8)] {
            let reduced = |quotient_bits| (ones(64 * n) + ones(quotient_bits) * &p) >> (64 * n);
            assert!(reduced(64 * n) <= p);
            assert!(reduced(64 * n + 1) > p, "a quotient of one bit more");
        }
    }
}

/// A row of P-256: its quotient u is the lowest limb, and u·p is u shifted by 96 bits less u, and u·p_3 three limbs up.
#[test]
fn a_row_of_p256_ends_in_its_top_limb() {
    let p = BigUint::parse_bytes(b"ffffffff00000001000000000000000000000000ffffffffffffffffffffffff", 16).unwrap();
    let top = &p >> 192;
    assert_eq!((&top << 192) + ones(96), p);
    assert_eq!(&p & ones(64), ones(64), "-1, so that the quotient is the limb");
    let limb = |bits| ones(bits) * &top + ones(64) + 1u8;
    assert!(limb(64) <= ones(128));
    assert!(limb(65) > ones(128), "a quotient of one bit more");
}

/// Whether two folds leave a number below 2p with an overflow of one bit, for p = 2^256 − c and every c of `bits` bits.
/// A fold adds c times the part above 256 bits to the part below.
fn fold_fits(bits: u32) -> bool {
    let c = ones(bits);
    let p = ones(256) + 1u8 - &c;
    let once = ones(256) + &c * (&p - 1u8);
    let above = &once >> 256;
    let twice = ones(256) + &c * &above;
    above <= ones(64) && twice < &p * 2u8 && &twice - ones(256) + &c <= ones(256)
}

#[test]
fn two_folds_reduce_to_below_twice_the_prime() {
    assert!(fold_fits(64));
    assert!(!fold_fits(65), "a c of one bit more");
}
