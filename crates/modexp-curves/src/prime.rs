//! Whether a parameter is a prime: the test of Baillie, Pomerance, Selfridge and Wagstaff (1980), variable time.
//!
//! A strong test to the base 2 and a strong Lucas test with Selfridge's parameters: no composite number is known to pass both, and
//! none below 2^64 does.

use modexp_fields::prime::{FieldOps, pow_vartime};
use modexp_limbs::limb;

/// Above all |D| to try: squares have none, and hardly any prime needs one above 200.
const D_END: u64 = 1 << 12;

/// Whether the odd modulus p > 1 of the field passes. No step divides modulo p.
pub(crate) fn is_probable_prime_vartime<F: FieldOps>(field: &F) -> bool {
    is_strong_to_base_2(field) && is_strong_lucas(field)
}

fn same<F: FieldOps>(field: &F, a: &F::Element, b: &F::Element) -> bool {
    field.eq(a, b).lane(0)
}

/// Whether 2^d = 1 or 2^(d·2^i) = −1 for an i below s, where p − 1 = d·2^s and d is odd.
fn is_strong_to_base_2<F: FieldOps>(field: &F) -> bool {
    let mut less_one = field.prime().to_vec();
    less_one[0] -= 1;
    let s = limb::trailing_zeros(&less_one);
    let (one, two) = (field.one(), field.double(&field.one()));
    let minus_one = field.neg(&one);
    let mut power = pow_vartime(field, &two, &limb::shift_right(&less_one, s));
    if same(field, &power, &one) {
        return true;
    }
    for _ in 0..s {
        if same(field, &power, &minus_one) {
            return true;
        }
        power = field.sqr(&power);
    }
    false
}

/// Whether U_d = 0 or V_(d·2^i) = 0 for an i below s, where p + 1 = d·2^s and d is odd, with P = 1 and Q = (1 − D)/4 for the first
/// D of 5, −7, 9, −11, … with the Jacobi symbol (D/p) = −1.
fn is_strong_lucas<F: FieldOps>(field: &F) -> bool {
    let p = field.prime();
    let mut found = None;
    for (i, magnitude) in (5..D_END).step_by(2).enumerate() {
        let negative = i % 2 == 1;
        match jacobi(magnitude, negative, p) {
            -1 => {
                found = Some((magnitude, negative));
                break;
            }
            0 if limb::trim(p) != [magnitude] => return false,
            _ => {}
        }
    }
    let Some((magnitude, negative)) = found else { return false };

    let signed = |magnitude: u64, negative: bool| {
        let mut limbs = alloc::vec![0; p.len()];
        limbs[0] = magnitude;
        let x = reduce_small(field, &limbs);
        if negative { field.neg(&x) } else { x }
    };
    let d_param = signed(magnitude, negative);
    // |1 − D| = |D| ∓ 1
    let q = signed(if negative { magnitude + 1 } else { magnitude - 1 } / 4, !negative);

    let mut order = alloc::vec![0; p.len() + 1];
    order[..p.len()].copy_from_slice(p);
    limb::add_if(&mut order, &limb::resize(&[1], p.len() + 1), 1);
    let s = limb::trailing_zeros(&order);
    let odd = limb::shift_right(&order, s);

    // (p + 1)/2 is 1/2
    let half = field.to_mont(&field.from_limbs(&[&limb::bits_between(&order, 1, 64 * p.len())]));
    let (mut u, mut v, mut q_power) = (field.one(), field.one(), q);
    for i in (0..limb::bit_len(&odd) - 1).rev() {
        u = field.mul(&u, &v);
        v = field.sub(&field.sqr(&v), &field.double(&q_power));
        q_power = field.sqr(&q_power);
        if limb::bits_at(&odd, i, 1) == 1 {
            let (sum, other) = (field.add(&u, &v), field.add(&field.mul(&d_param, &u), &v));
            (u, v) = (field.mul(&sum, &half), field.mul(&other, &half));
            q_power = field.mul(&q_power, &q);
        }
    }
    if field.is_zero(&u).lane(0) {
        return true;
    }
    for _ in 0..s {
        if field.is_zero(&v).lane(0) {
            return true;
        }
        v = field.sub(&field.sqr(&v), &field.double(&q_power));
        q_power = field.sqr(&q_power);
    }
    false
}

/// An integer of any length, reduced modulo p, in Montgomery form.
fn reduce_small<F: FieldOps>(field: &F, limbs: &[u64]) -> F::Element {
    let mut out = field.zero();
    for i in (0..limb::bit_len(limbs)).rev() {
        out = field.double(&out);
        if limb::bits_at(limbs, i, 1) == 1 {
            out = field.add(&out, &field.one());
        }
    }
    out
}

/// The Jacobi symbol (±magnitude/p) for odd numbers.
fn jacobi(magnitude: u64, negative: bool, p: &[u64]) -> i32 {
    // (−1/p) = −1 for p = 3 mod 4; then (magnitude/p) by reciprocity
    let mut sign = if negative && p[0] % 4 == 3 { -1 } else { 1 };
    if magnitude % 4 == 3 && p[0] % 4 == 3 {
        sign = -sign;
    }
    let residue = p.iter().rev().fold(0, |acc, &limb| ((acc << 64 | u128::from(limb)) % u128::from(magnitude)) as _);
    let (mut a, mut b) = (residue as u64, magnitude);
    while a != 0 {
        let twos = a.trailing_zeros();
        a >>= twos;
        if twos % 2 == 1 && matches!(b % 8, 3 | 5) {
            sign = -sign;
        }
        if a % 4 == 3 && b % 4 == 3 {
            sign = -sign;
        }
        (a, b) = (b % a, a);
    }
    if b == 1 { sign } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use modexp_fields::prime::{Params, Portable};

    fn passes(p: &[u64; 4]) -> bool {
        is_probable_prime_vartime(&Portable::new(Params::new(p).expect("odd")))
    }

    #[test]
    fn below_twenty_thousand_the_primes_pass_and_no_other() {
        for p in (3..20_000_u64).step_by(2) {
            let prime = (3..).step_by(2).take_while(|d| d * d <= p).all(|d| p % d != 0);
            assert_eq!(passes(&[p, 0, 0, 0]), prime, "{p}");
        }
    }

    #[test]
    fn numbers_that_pass_one_of_the_tests_fail() {
        // strong pseudoprimes to the base 2, to 2, 3, 5 and 7, and to the first eleven primes; a square of a prime; strong Lucas
        // pseudoprimes
        let composites =
            [2047, 3277, 3_215_031_751, 3_825_123_056_546_413_051, 4_295_098_369 * 65_537, 5459, 5777, 10877];
        for composite in composites {
            assert!(!passes(&[composite, 0, 0, 0]), "{composite}");
        }
        // strong pseudoprimes to the first 12 and 13 primes: 318665857834031151167461 and 3317044064679887385961981
        for composite in [318_665_857_834_031_151_167_461_u128, 3_317_044_064_679_887_385_961_981] {
            assert!(!passes(&[composite as u64, (composite >> 64) as u64, 0, 0]), "{composite}");
        }
        assert!(passes(&[u64::MAX, u64::MAX >> 1, 0, 0]) && !passes(&[u64::MAX, u64::MAX, 0, 0]));
    }
}
