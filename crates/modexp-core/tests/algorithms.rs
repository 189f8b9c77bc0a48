//! Every way of exponentiating agrees with the plain one, on every backend.

mod common;

use common::{big, limbs, on_all_backends, two_to};
use modexp_core::{Error, Modulus};
use num_bigint::BigUint;

/// Numbers that look random, the same in every run.
struct Random(u64);

impl Random {
    fn limb(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Below 2^bits.
    fn below(&mut self, bits: usize) -> BigUint {
        let limbs: Vec<u64> = (0..bits.div_ceil(64)).map(|_| self.limb()).collect();
        big(&limbs) >> (64 * bits.div_ceil(64) - bits)
    }

    /// Limbs of a number below 2^bits.
    fn limbs(&mut self, bits: usize) -> Vec<u64> {
        limbs(&self.below(bits))
    }
}

/// Moduli of all kinds: odd, even, powers of two, 1.
fn moduli(random: &mut Random) -> Vec<BigUint> {
    let one = BigUint::from(1u32);
    let mut moduli = vec![one.clone(), one.clone() << 1u32, two_to(64), two_to(130), two_to(65) - &one];
    for bits in [61, 64, 127, 204, 256, 521] {
        moduli.push(random.below(bits) | &one | two_to(bits - 1));
        moduli.push((random.below(bits) | &one) << (bits / 3));
    }
    moduli
}

fn slices(numbers: &[Vec<u64>]) -> Vec<&[u64]> {
    numbers.iter().map(Vec::as_slice).collect()
}

/// Π bases[i]^exponents[i] by single powers.
fn product_of_pows(m: &Modulus, bases: &[Vec<u64>], exponents: &[Vec<u64>]) -> Vec<u64> {
    let powers = bases.iter().zip(exponents).map(|(base, exponent)| m.pow(base, exponent));
    powers.fold(m.reduce(&[1]), |acc, power| m.mul(&acc, &power))
}

#[test]
fn pow_product_is_the_product_of_pows() {
    let mut random = Random(1);
    for m in moduli(&mut random) {
        for m in on_all_backends(&m) {
            for (count, bits) in [(0, 64), (1, 0), (1, 200), (2, 256), (3, 64), (16, 100), (40, 33), (300, 16)] {
                let mut bases: Vec<_> = (0..count).map(|_| random.limbs(600)).collect();
                let mut exponents: Vec<_> = (0..count).map(|_| random.limbs(bits)).collect();
                // zero, one and repeated inputs
                if count >= 3 {
                    bases[0] = vec![];
                    bases[1] = vec![1];
                    bases[2] = bases[count - 1].clone();
                    exponents[1] = vec![0, 0, 0];
                    exponents[2] = exponents[count - 1].clone();
                }
                let want = product_of_pows(&m, &bases, &exponents);
                let (bases, exponents) = (slices(&bases), slices(&exponents));
                assert_eq!(m.pow_product(&bases, &exponents).as_ref(), Ok(&want), "{m:?} {count} {bits}");
                assert_eq!(m.pow_product_vartime(&bases, &exponents), Ok(want), "{m:?} {count} {bits}");
            }
        }
    }
}

#[test]
fn pow_product_wants_as_many_bases_as_exponents() {
    let m = Modulus::new(&[35]).expect("not zero");
    let want = Err(Error::LengthMismatch { left: 2, right: 1 });
    assert_eq!(m.pow_product(&[&[1], &[2]], &[&[3]]), want);
    assert_eq!(m.pow_product_vartime(&[&[1], &[2]], &[&[3]]), want);
}
