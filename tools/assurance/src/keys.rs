//! RSA keys to test with.

use modexp_core::{CrtModulus, Modulus};

/// A random prime of `limbs` limbs that begins with two ones and is 1 modulo 2^k, but not modulo 2^(k + 1).
pub fn prime(limbs: usize, k: u32, random: &mut fastrand::Rng) -> Vec<u64> {
    loop {
        let mut p: Vec<u64> = (0..limbs).map(|_| random.u64(..)).collect();
        p[limbs - 1] |= 3 << 62;
        p[0] = p[0] >> (k + 1) << (k + 1) | 1 << k | 1;
        if is_prime(&p) {
            return p;
        }
    }
}

/// Whether p is a prime other than 3: together with 3 it must make a valid key.
#[must_use]
pub fn is_prime(p: &[u64]) -> bool {
    CrtModulus::new(&[p, &[3]]).is_ok()
}

/// The inverse of a common public exponent modulo the order of the group of (p·q·…)^power.
#[must_use]
pub fn private_exponent(primes: &[&[u64]], power: u32) -> Vec<u64> {
    let less_one = |p: &[u64]| [&[p[0] - 1], &p[1..]].concat();
    let order = |p: &[u64]| (1..power).fold(less_one(p), |order, _| times(&order, p));
    let order = primes.iter().fold(vec![1], |product, p| times(&product, &order(p)));
    let order = Modulus::new(&order).expect("not zero");
    [65_537, 257, 17, 5, 3, 11, 13].iter().find_map(|&e| order.inverse(&[e]).ok()).expect("one of them is coprime")
}

/// Returns a·b, which is below 2^n − 1 for the n bits of both lengths together.
#[must_use]
pub fn times(a: &[u64], b: &[u64]) -> Vec<u64> {
    let longest = vec![u64::MAX; a.len() + b.len()];
    Modulus::new(&longest).expect("not zero").mul(a, b)
}
