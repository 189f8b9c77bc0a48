//! The strong Lucas test in Montgomery form.

use super::{MontyParams, canonical, canonical_into};
use crate::ring::Ring;
use alloc::vec;
use alloc::vec::Vec;
use modexp_limbs::buffer::Buffer;
use modexp_limbs::declassify::declassified;
use modexp_limbs::limb;
use zeroize::Zeroizing;

impl MontyParams {
    /// Returns 1 if the modulus m of the first lane passes the strong Lucas test with P and Q, else 0, for v1 = P²/Q −
    /// 2 mod m in at most as many limbs as m. Constant time. The verdict is secret too.
    ///
    /// With m + 1 = d·2^s and d odd, m passes if U_d = 0 or one of V_d, V_(2d), …, V_(d·2^(s−1)) is 0. The code
    /// computes the sequence V' of P' = v1 and Q' = 1, which needs no powers of Q: modulo a prime, V'_k = V_k²/Q^k − 2.
    /// Modulo every m that shares no factor with P, Q and P² − 4Q, V_k = 0 means V'_k = −2 and V'_(k+1) = −v1, and U_k
    /// = 0 means V'_k = 2 and V'_(k+1) = v1.
    pub(crate) fn is_strong_lucas(&self, v1: &[u64]) -> u64 {
        let Some(m) = self.moduli().next() else { return 0 };
        let residue = |a: &[u64]| canonical(self.kernel.as_ref(), a, m, 0);
        // all values are in Montgomery form
        let one = residue(self.group().identity());
        let mut two = one.clone();
        limb::add_mod(&mut two, &one, m);
        let v1 = residue(&self.to_mont(&[v1]));
        let [minus_two, minus_v1] = [&two, &v1].map(|x| negated(x, m));

        // m + 1, and for each i whether 2^i divides it
        let mut order = Zeroizing::new(m.to_vec());
        limb::add_if(&mut order, &limb::resize(&[1], m.len()), 1);
        let bits = limb::bit_len(m) + 1;
        let bit = |i: usize| limb::bits_at(&order, i, 1);
        let mut divides: Zeroizing<Vec<u64>> = Zeroizing::new(vec![1; bits + 1]);
        for i in 0..bits {
            divides[i + 1] = divides[i] & (bit(i) ^ 1);
        }

        // s < 64 for almost all m
        let checked = if bits <= 64 || declassified(divides[64]) == 1 { bits } else { 64 };

        // x = V'_k and y = V'_(k+1) for k = ⌊(m + 1)/2^i⌋, from k = 0 on
        let [mut x, mut y] = [two.clone(), v1.clone()];
        let mut passes = 0;
        let [mut a, mut b, mut product] = [(); 3].map(|()| self.element());
        let mut scratch = Buffer::new(self.kernel.scratch_words());
        for i in (0..bits).rev() {
            // V'_(2k) = V'_k² − 2, V'_(2k+1) = V'_k·V'_(k+1) − v1; exchanging x and y first gives V'_(2k+2)
            exchange_if(&mut x, &mut y, bit(i));
            self.kernel.from_limbs(&mut a, &x, 0);
            self.kernel.from_limbs(&mut b, &y, 0);
            self.kernel.mul(&mut product, &a, &b, &mut scratch);
            canonical_into(&mut y, self.kernel.as_ref(), &product, m, 0);
            limb::add_mod(&mut y, &minus_v1, m);
            self.kernel.sqr(&mut product, &a, &mut scratch);
            canonical_into(&mut x, self.kernel.as_ref(), &product, m, 0);
            limb::add_mod(&mut x, &minus_two, m);
            exchange_if(&mut x, &mut y, bit(i));

            if i < checked {
                let plus = limb::equal(&x, &two) & limb::equal(&y, &v1);
                let minus = limb::equal(&x, &minus_two) & limb::equal(&y, &minus_v1);
                passes |= divides[i] & (bit(i) & plus | u64::from(i > 0) & minus);
            }
        }
        passes
    }
}

/// −x mod m for x < m.
fn negated(x: &[u64], m: &[u64]) -> Zeroizing<Vec<u64>> {
    let mut difference = Zeroizing::new(m.to_vec());
    limb::sub_if(&mut difference, x, 1);
    limb::reduce_once(&mut difference, m, 0);
    difference
}

/// Exchanges a and b if `choice` is 1; equal lengths.
fn exchange_if(a: &mut [u64], b: &mut [u64], choice: u64) {
    let mask = limb::mask(choice);
    for (a, b) in a.iter_mut().zip(b) {
        let changed = (*a ^ *b) & mask;
        *a ^= changed;
        *b ^= changed;
    }
}
