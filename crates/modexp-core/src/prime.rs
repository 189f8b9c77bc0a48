//! The primality test of Baillie, Pomerance, Selfridge and Wagstaff (1980).
//!
//! It consists of a strong test to the base 2 and a strong Lucas test with Selfridge's parameters. No composite number
//! below 2^64 passes both, and no larger one is known. Tests to fixed bases alone accept some constructed composites.
//!
//! Constant time for a prime p: the time depends only on the length of p and the number of factors 2 in p − 1. For a
//! composite number, the time also depends on the test that it fails.

use crate::modulus::Modulus;
use crate::residues::Residues;
use alloc::vec::Vec;
use modexp_limbs::declassify::declassified;
use modexp_limbs::limb;
use zeroize::Zeroizing;

/// Numbers D in a batch. The first batch suffices for all primes except one in 2^30.
const AT_ONCE: usize = 64;

/// The bound of |D|. Squares have no D. Only specially constructed primes of some ten thousand bits have no D below it.
const D_END: u64 = 1 << 15;

/// Returns whether the odd number p > 1 passes.
pub(crate) fn is_probable_prime(p: &Modulus) -> bool {
    let Residues { odd: Some(params), two: None, .. } = &p.residues else { return false };
    declassified(is_strong_to_base_2(p)) == 1
        && lucas_parameter(p).is_some_and(|v1| declassified(params.is_strong_lucas(&v1)) == 1)
}

/// Returns 1 if 2^d = 1 mod p or 2^(d·2^i) = −1 mod p for some i < s, else 0. Here p − 1 = d·2^s and d is odd.
pub(crate) fn is_strong_to_base_2(p: &Modulus) -> u64 {
    let m = p.limbs();
    let mut minus_one = Zeroizing::new(m.to_vec());
    minus_one[0] ^= 1;
    let mut low = 1;
    let mut s = 0;
    for i in 0..64 * m.len() {
        low &= limb::bits_at(&minus_one, i, 1) ^ 1;
        s += low;
    }
    let s = declassified(s) as usize;

    let bits = p.bit_len() - s;
    let d = Zeroizing::new(limb::bits_between(&minus_one, s, bits));
    let mut power = Zeroizing::new(p.pow_bounded_exp(&[2], &d, bits));
    let mut passes = limb::equal(&power, &limb::resize(&[1], m.len())) | limb::equal(&power, &minus_one);
    for _ in 1..s {
        power = Zeroizing::new(p.square(&power));
        passes |= limb::equal(&power, &minus_one);
    }
    passes
}

/// Returns 1/Q − 2 mod p for P = 1 and Q = (1 − D)/4. D is the first of 5, −7, 9, −11, … with Jacobi symbol (D/p) = −1.
/// `None` without such a D, or if p ≠ |D'| has a common factor with an earlier D'.
fn lucas_parameter(p: &Modulus) -> Option<Zeroizing<Vec<u64>>> {
    let (mut magnitude, mut is_negative, mut divided) = (0, 0, 0);
    let mut first = 5;
    // all ones until D is found
    let mut open = u64::MAX;
    while declassified(open) != 0 && first < D_END {
        for i in 0..AT_ONCE as u64 {
            let (size, minus) = (first + 2 * i, i & 1);
            let symbol = jacobi(size, minus, p.limbs());
            // a symbol 0 means a common factor, for a prime p only p itself
            let is_p = limb::equal(&limb::resize(&[size], p.limbs().len()), p.limbs());
            divided |= open & limb::mask(limb::is_zero(&[symbol]) & (is_p ^ 1));
            let found = open & limb::mask(symbol >> 1);
            // |Q| = (size ∓ 1)/4, and Q < 0 if D > 0
            magnitude |= found & ((size + 2 * minus - 1) / 4);
            is_negative |= found & (minus ^ 1);
            open &= !found;
        }
        first += 2 * AT_ONCE as u64;
    }
    if declassified(open | divided) != 0 {
        return None;
    }

    let m = p.limbs();
    let mut v1 = Zeroizing::new(p.inverse(&[magnitude]).ok()?);
    let mut opposite = Zeroizing::new(m.to_vec());
    limb::sub_if(&mut opposite, &v1, 1);
    let keep = limb::mask(is_negative);
    v1.iter_mut().zip(&*opposite).for_each(|(x, &y)| *x ^= (*x ^ y) & keep);
    let borrow = limb::sub_if(&mut v1, &limb::resize(&[2], m.len()), 1);
    limb::add_if(&mut v1, m, borrow);
    Some(v1)
}

/// Returns the Jacobi symbol (±size/p) for odd `size` below 2^15, sign − if `minus` is 1, and odd p: 1, 0, or 2 for −1.
fn jacobi(size: u64, minus: u64, p: &[u64]) -> u64 {
    // p mod size by digits of 16 bits, with the quotient by its inverse: x·size < 2^47
    let inverse = (1 << 47) / size + 1;
    let mut a = 0;
    for i in (0..4 * p.len()).rev() {
        let x = a << 16 | limb::bits_at(p, 16 * i, 16);
        a = x - ((x * inverse) >> 47) * size;
    }

    // (−1/p) = −1 if p = 3 mod 4, and (size/p) = −(p/size) if p = size = 3 mod 4
    let three = p[0] >> 1 & 1;
    let mut flips = three & (minus ^ size >> 1);
    let mut b = size;
    // each step halves a; if a is odd, it first subtracts the smaller of a and b from the larger
    for _ in 0..2 * (64 - size.leading_zeros()) {
        let odd = limb::mask(a & 1);
        let swap = odd & limb::mask(limb::less(&[a], &[b]));
        flips ^= swap & (a & b) >> 1;
        let changed = (a ^ b) & swap;
        (a, b) = (a ^ changed, b ^ changed);
        a = (a - (b & odd)) >> 1;
        flips ^= b >> 1 ^ b >> 2;
    }
    (1 + (flips & 1)) & limb::mask(limb::equal(&[b], &[1]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use modexp_kernels::backend::Backend;
    use modexp_limbs::testing::Random;
    use num_bigint::BigUint;

    fn passes(p: &[u64]) -> bool {
        is_probable_prime(&Modulus::new(p).expect("not zero"))
    }

    fn from_decimal(digits: &str) -> Vec<u64> {
        digits.parse::<BigUint>().expect("digits").to_u64_digits()
    }

    /// Returns (d/p) for a prime p by Euler's criterion; 2 for −1.
    fn euler(d: i64, p: u64) -> u64 {
        let base = d.rem_euclid(p as i64) as u64;
        match Modulus::new(&[p]).expect("not zero").pow(&[base], &[(p - 1) / 2])[0] {
            power if power == p - 1 => 2,
            power => power,
        }
    }

    #[test]
    fn primes_below_two_to_the_16_and_only_they_pass() {
        const END: usize = 1 << 16;
        let mut composite = vec![false; END];
        for n in (3..END).step_by(2) {
            assert_eq!(passes(&[n as u64]), !composite[n], "{n}");
            (n * n..END).step_by(2 * n).for_each(|multiple| composite[multiple] = true);
        }
    }

    #[test]
    fn each_half_of_the_test_is_passed_by_its_pseudoprimes_alone() {
        let halves = |n: u64| {
            let m = Modulus::new(&[n]).expect("not zero");
            let params = m.residues.odd.as_ref().expect("odd");
            let lucas = lucas_parameter(&m).is_some_and(|v1| params.is_strong_lucas(&v1) == 1);
            (is_strong_to_base_2(&m) == 1, lucas)
        };
        let composites =
            || (9..60_000_u64).step_by(2).filter(|n| (3..).step_by(2).take_while(|d| d * d <= *n).any(|d| n % d == 0));
        // OEIS A001262 and A217255
        let strong: Vec<u64> = composites().filter(|&n| halves(n).0).collect();
        assert_eq!(strong, [2047, 3277, 4033, 4681, 8321, 15841, 29341, 42799, 49141, 52633]);
        let lucas: Vec<u64> = composites().filter(|&n| halves(n).1).collect();
        assert_eq!(lucas, [5459, 5777, 10877, 16109, 18971, 22499, 24569, 25199, 40309, 58519]);
    }

    #[test]
    fn numbers_made_to_pass_other_tests_fail() {
        for composite in [
            // Carmichael numbers, and strong pseudoprimes to 2, 3, 5, 7, and to the first 8, 12 and 13 primes
            "561",
            "294409",
            "56052361",
            "437247841",
            "3215031751",
            "3825123056546413051",
            "341550071728321",
            "318665857834031151167461",
            "3317044064679887385961981",
            // Arnault (1995): a strong pseudoprime to all bases below 200, a Carmichael number of two large factors
            "803837457453639491257079614341942108138837688287558145837488917522297427376533365218650233616396004545791504202360320876656996676098728404396540823292873879185086916685732826776177102938969773947016708230428687109997439976544144845341155872450633409279022275296229414984230688168540432645753401832978611129896064484521619165287259753497",
            // 508 bits
            "647964084856756515770796186331951429249163481207346296003889796391640811393821278882955211362480499706541564231350585385311699764786325673441877554854241",
            // squares of the primes p with 2^(p − 1) = 1 mod p²
            "1194649",
            "12327121",
        ] {
            assert!(!passes(&from_decimal(composite)), "{composite}");
        }
    }

    #[test]
    fn primes_of_all_kinds_pass_on_every_backend() {
        for prime in
            [(127, 1), (521, 1), (607, 1), (255, 19), (256, 189), (448, 0), (512, 569), (1024, 105), (2048, 1557)]
        {
            let p: BigUint = match prime {
                (448, _) => (BigUint::from(1_u8) << 448) - (BigUint::from(1_u8) << 224) - 1_u8,
                (bits, below) => (BigUint::from(1_u8) << bits) - below as u32,
            };
            for backend in Backend::available() {
                let m = Modulus::with_backend(&p.to_u64_digits(), backend).expect("available");
                assert!(is_probable_prime(&m), "{prime:?} on {backend:?}");
                let next = Modulus::with_backend(&(&p + 2_u8).to_u64_digits(), backend).expect("available");
                assert!(!is_probable_prime(&next), "{prime:?} + 2 on {backend:?}");
            }
        }
    }

    #[test]
    fn products_and_squares_of_primes_fail() {
        let prime = |bits: u32, below: u32| (BigUint::from(1_u8) << bits) - below;
        let primes = [prime(64, 59), prime(127, 1), prime(128, 159), prime(255, 19), prime(256, 189)];
        for p in &primes {
            for q in &primes {
                assert!(!passes(&(p * q).to_u64_digits()), "{p}·{q}");
            }
        }
    }

    #[test]
    fn primes_whose_first_numbers_d_are_all_squares_pass() {
        // p = 1 mod 4 and modulo each odd prime below 150: no D below has the symbol −1
        let product =
            (3_u32..150).step_by(2).filter(|&n| (3..n).all(|d| n % d != 0)).fold(BigUint::from(8_u8), |all, n| all * n);
        let mut p = &product + 1_u8;
        let is_prime = |p: &BigUint| passes(&p.to_u64_digits());
        let steps = (0..20_000)
            .find(|_| {
                p += &product;
                is_prime(&p)
            })
            .expect("primes are not that rare");
        // a Fermat test to many bases
        let witness = (2_u32..300).all(|a| BigUint::from(a).modpow(&(&p - 1_u8), &p) == BigUint::from(1_u8) || a == 0);
        assert!(witness, "{steps}");
    }

    #[test]
    fn the_symbol_is_that_of_euler() {
        let mut random = Random(31);
        for p in [3_u64, 5, 7, 11, 13, 131, 65_537, 4_294_967_291, (1 << 62) - 57] {
            for size in (3..300).step_by(2).chain([32_767, (random.limb() >> 49) | 1]) {
                for minus in [0, 1] {
                    let d = if minus == 1 { -(size as i64) } else { size as i64 };
                    let expected = euler(d, p);
                    assert_eq!(jacobi(size, minus, &[p]), expected, "({d}/{p})");
                }
            }
        }
    }
}
