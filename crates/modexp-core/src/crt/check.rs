//! Checks a result on plain limbs before it is released, in constant time in the values. Nothing here uses a prepared
//! modulus, because a fault in it would also be in the result.

use alloc::vec;
use alloc::vec::Vec;
use modexp_limbs::limb;
use zeroize::Zeroizing;

/// Zero only if a ≥ b and m divides a − b, for odd m without leading zero limbs.
pub(super) fn incongruent(a: &[u64], b: &[u64], m: &[u64]) -> u64 {
    let (difference, borrow) = difference(a, b);
    borrow | indivisible(&difference, m)
}

/// Zero only if a ≥ b and m divides a − b, for even m without leading zero limbs. How often 2 divides m is public.
pub(super) fn incongruent_by_even(a: &[u64], b: &[u64], m: &[u64]) -> u64 {
    let (difference, borrow) = difference(a, b);
    let twos = limb::trailing_zeros(m);
    let low = Zeroizing::new(limb::bits_between(&difference, 0, twos));
    let odd = Zeroizing::new(limb::bits_between(m, twos, limb::bit_len(m).saturating_sub(twos)));
    let rest = Zeroizing::new(limb::shift_right(&difference, twos));
    borrow | any(&low) | indivisible(&rest, &odd)
}

/// a − b in as many limbs as the longer one, and the borrow.
fn difference(a: &[u64], b: &[u64]) -> (Zeroizing<Vec<u64>>, u64) {
    let limbs = a.len().max(b.len());
    let mut difference = Zeroizing::new(limb::resize(a, limbs));
    let borrow = limb::sub_if(&mut difference, &Zeroizing::new(limb::resize(b, limbs)), 1);
    (difference, borrow)
}

/// Zero only if m divides x, for odd m without leading zero limbs.
fn indivisible(x: &[u64], m: &[u64]) -> u64 {
    let Some(&low) = m.first() else { return 1 };
    let negative_inverse = limb::inverse_limb(low | 1).wrapping_neg();

    // x + q·m ≡ 0 mod 2^(64·steps) for some q < 2^(64·steps), and x < m·2^(64·steps): so (x + q·m)/2^(64·steps) is below
    // 2m, and it is 0 or m if m divides x
    let steps = (x.len() + 1).saturating_sub(m.len());
    let mut sum = Zeroizing::new(vec![0; steps + m.len() + 1]);
    sum[..x.len()].copy_from_slice(x);
    for i in 0..steps {
        let q = sum[i].wrapping_mul(negative_inverse);
        // the carry ends within the top limb
        limb::mac_row(&mut sum[i..], m, q);
    }
    let rest = &sum[steps..];
    let differs = rest.iter().zip(m.iter().chain(&[0])).fold(0, |bits, (a, b)| bits | (a ^ b));
    any(rest) & limb::mask(1 ^ limb::is_zero(&[differs]))
}

fn any(x: &[u64]) -> u64 {
    x.iter().fold(0, |bits, x| bits | x)
}

/// Residues modulo a prime r = 2^64 − c for a small c, in one word.
#[derive(Clone, Copy)]
pub(super) struct SmallField {
    c: u64,
}

impl SmallField {
    pub(super) const fn new(c: u64) -> Self {
        Self { c }
    }

    /// r
    pub(super) fn prime(self) -> u64 {
        self.c.wrapping_neg()
    }

    /// x mod r.
    pub(super) fn reduce(self, x: &[u64]) -> u64 {
        let residue = x.iter().rev().fold(0, |residue, &limb| {
            let (low, high) = limb::mac(limb, residue, self.c, 0);
            self.fold(low, high)
        });
        self.canonical(residue)
    }

    /// base^exponent mod r.
    pub(super) fn pow(self, base: &[u64], exponent: &[u64]) -> u64 {
        let base = self.reduce(base);
        // the exponent modulo r − 1, the order of the group, but nonzero unless the exponent is 0
        let group = Self { c: self.c.wrapping_add(1) };
        let short = group.reduce(exponent);
        let multiple = limb::is_zero(&[short]) & (limb::is_zero(exponent) ^ 1);
        let short = short | group.prime() & limb::mask(multiple);
        let power = (0..64).rev().fold(1, |power, i| {
            let square = self.mul(power, power);
            let product = self.mul(square, base);
            square ^ (square ^ product) & limb::mask(short >> i & 1)
        });
        self.canonical(power)
    }

    fn mul(self, a: u64, b: u64) -> u64 {
        let (low, high) = limb::mac(0, a, b, 0);
        let (low, high) = limb::mac(low, high, self.c, 0);
        self.fold(low, high)
    }

    /// low + high·2^64 modulo r in one word, for high ≤ c.
    fn fold(self, low: u64, high: u64) -> u64 {
        let (sum, carry) = limb::adc(low, high.wrapping_mul(self.c), 0);
        sum.wrapping_add(carry.wrapping_mul(self.c))
    }

    fn canonical(self, x: u64) -> u64 {
        let r = self.prime();
        x.wrapping_sub(r & limb::mask(limb::less(&[x], &[r]) ^ 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modulus::Modulus;
    use modexp_limbs::testing::Random;

    #[test]
    fn only_multiples_are_congruent() {
        let mut random = Random(41);
        for m_limbs in 1..5 {
            for factor_limbs in 0..5 {
                for round in 0..40 {
                    let mut m = random.bits(64 * m_limbs - 1);
                    m[m_limbs - 1] |= 1 << 62;
                    m[0] |= 1;
                    let b = random.bits(64 * m_limbs - 2);
                    let factor = if factor_limbs == 0 { vec![round & 1] } else { random.bits(64 * factor_limbs) };
                    let mut a = vec![0; m.len() + factor.len() + 1];
                    limb::mul(&mut a[..m.len() + factor.len()], &m, &factor);
                    let wide = limb::resize(&b, a.len());
                    limb::add_if(&mut a, &wide, 1);
                    assert_eq!(incongruent(&a, &b, &m), 0, "{a:?} {b:?} {m:?}");
                    for bit in 0..64 * a.len() {
                        a[bit / 64] ^= 1 << (bit % 64);
                        assert_ne!(incongruent(&a, &b, &m), 0, "{bit}: {a:?} {b:?} {m:?}");
                        a[bit / 64] ^= 1 << (bit % 64);
                    }

                    // 2^t·m
                    let t = 1 + round as usize;
                    let twos = |x: &[u64]| {
                        let mut shifted = vec![0; x.len() + 2];
                        limb::mul(&mut shifted[..=x.len()], x, &[1 << t]);
                        limb::trim(&shifted).to_vec()
                    };
                    let even = twos(&m);
                    let mut multiple = limb::resize(&twos(&a), a.len() + 2);
                    let rest = limb::resize(&twos(&b), a.len() + 2);
                    limb::sub_if(&mut multiple, &rest, 1);
                    limb::add_if(&mut multiple, &limb::resize(&b, a.len() + 2), 1);
                    assert_eq!(incongruent_by_even(&multiple, &b, &even), 0);
                    for bit in 0..64 * multiple.len() {
                        multiple[bit / 64] ^= 1 << (bit % 64);
                        assert_ne!(incongruent_by_even(&multiple, &b, &even), 0, "{bit}");
                        multiple[bit / 64] ^= 1 << (bit % 64);
                    }
                }
            }
        }
        assert_ne!(incongruent(&[3], &[10], &[7]), 0, "a < b");
    }

    #[test]
    fn powers_modulo_a_word_are_those_of_a_modulus() {
        let mut random = Random(42);
        for c in super::super::CHECK_PRIMES {
            let field = SmallField::new(c);
            let r = field.prime();
            let m = Modulus::new(&[r]).expect("not zero");
            assert!(crate::prime::is_probable_prime(&m), "{r}");
            for x in [vec![], vec![0], vec![r], vec![r - 1], vec![u64::MAX; 3], random.bits(1000), random.bits(64)] {
                assert_eq!([field.reduce(&x)], *m.reduce(&x));
                for e in [vec![], vec![1], vec![r - 1], vec![r - 2], vec![u64::MAX; 4], random.bits(500), vec![0, 0, 5]]
                {
                    assert_eq!([field.pow(&x, &e)], *m.pow(&x, &e), "{x:?}^{e:?} mod {r}");
                }
                let mut order = vec![0; 3];
                limb::mul(&mut order, &[r - 1], &random.bits(128));
                assert_eq!([field.pow(&x, &order)], *m.pow(&x, &order), "{x:?}^{order:?} mod {r}");
            }
        }
    }
}
