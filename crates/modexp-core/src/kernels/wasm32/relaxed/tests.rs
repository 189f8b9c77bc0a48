//! Both kernels on the host, in emulated lanes, with their range assertions on.

use super::super::relaxed_x2::RelaxedX2;
use super::*;
use alloc::vec;
use alloc::vec::Vec;
use num_bigint::BigUint;

fn limbs(x: &BigUint) -> Vec<u64> {
    x.to_u64_digits()
}

fn element<K: Kernel<Word = u64>>(xs: &[&BigUint], n: usize) -> Vec<u64> {
    let mut out = vec![0; K::words(n)];
    for (lane, x) in xs.iter().enumerate() {
        K::split(&mut out, &limbs(x), lane);
    }
    out
}

fn value<K: Kernel<Word = u64>>(a: &[u64], lane: usize) -> BigUint {
    let mut limbs = vec![0; a.len()];
    K::join(&mut limbs, a, lane);
    limbs.iter().rev().fold(BigUint::ZERO, |x, &limb| (x << 64) + limb)
}

fn random(bits: u64, seed: &mut u64) -> BigUint {
    let mut x = BigUint::ZERO;
    for _ in 0..bits.div_ceil(64) {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        x = (x << 64) + (*seed ^ (*seed >> 29));
    }
    x & ((BigUint::from(1u8) << bits) - 1u8)
}

/// Products and squares of numbers at the ends of the range, for these moduli in the lanes.
fn check<K: Kernel<Word = u64>>(kernel: K, moduli: &[&BigUint], seed: &mut u64) {
    let bits = moduli.iter().map(|m| m.bits()).max().unwrap_or(0);
    let n = K::digits(bits as usize);
    let m_limbs: Vec<Vec<u64>> = moduli.iter().map(|m| limbs(m)).collect();
    let m_limbs: Vec<&[u64]> = m_limbs.iter().map(Vec::as_slice).collect();
    let params = kernel.modulus(&m_limbs, n);
    let mut scratch = vec![u64::MAX; K::scratch_words(n)];
    let r = BigUint::from(1u8) << (K::RADIX as usize * n);

    let mut numbers = |m: &BigUint| {
        [
            BigUint::ZERO,
            BigUint::from(1u8),
            m - 1u8,
            m.clone(),
            m * 2u8 - 1u8,
            &r % m,
            random(m.bits(), seed),
            (BigUint::from(1u8) << (m.bits() - 1)) - 1u8,
        ]
    };
    let numbers: Vec<[BigUint; 8]> = moduli.iter().map(|m| numbers(m)).collect();
    let mut out = vec![0; K::words(n)];
    for i in 0..8 {
        let a: Vec<&BigUint> = numbers.iter().map(|x| &x[i]).collect();
        for j in 0..8 {
            let b: Vec<&BigUint> = numbers.iter().map(|x| &x[(j + i) % 8]).collect();
            kernel.mont_mul(&mut out, &element::<K>(&a, n), &element::<K>(&b, n), &params, &mut scratch);
            for (lane, m) in moduli.iter().enumerate() {
                let got = value::<K>(&out, lane);
                assert!(got < *m * 2u8, "range, m = {m:x}");
                assert_eq!(got * &r % *m, a[lane] * b[lane] % *m, "m = {m:x}, a = {:x}, b = {:x}", a[lane], b[lane]);
            }
        }
        kernel.mont_sqr(&mut out, &element::<K>(&a, n), &params, &mut scratch);
        for (lane, m) in moduli.iter().enumerate() {
            let got = value::<K>(&out, lane);
            assert!(got < *m * 2u8, "range, m = {m:x}");
            assert_eq!(got * &r % *m, a[lane] * a[lane] % *m, "m = {m:x}, a = {:x}", a[lane]);
        }
    }
}

const SIZES: [u64; 13] = [1019, 1020, 1024, 1045, 1046, 1047, 1048, 1996, 1997, 2048, 3072, 4096, 8192];

#[test]
fn products_and_squares_of_all_sizes() {
    let mut seed = 1;
    for bits in (2..700).chain(SIZES) {
        let top = BigUint::from(1u8) << (bits - 1);
        let moduli = [random(bits, &mut seed) | &top | BigUint::from(1u8), &top * 2u8 - 1u8, &top + 1u8];
        for m in &moduli {
            check(Relaxed(()), &[m], &mut seed);
        }
        check(RelaxedX2::detect().unwrap(), &[&moduli[0], &moduli[1]], &mut seed);
        check(RelaxedX2::detect().unwrap(), &[&moduli[2], &BigUint::from(3u8)], &mut seed);
    }
}
