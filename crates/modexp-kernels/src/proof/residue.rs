//! Z/2^(64L)\[x]/(x^127 + x + 1), a Galois ring: polynomials in integers, modulo a power of two, at a random point.
//!
//! Modulo 2 it is the field of 2^127 elements. A polynomial with an odd coefficient vanishes there at one point in 2^127/degree.
//! So if 2^k divides the value at a random point, it divides every coefficient, and with them the number at all integers. (Integers
//! do not show that: 2 divides x² + x for every integer x, and 4 divides 2x for half of them.)

use super::int::Int;
use super::random::Random;
use std::vec;
use std::vec::Vec;

const DEGREE: usize = 127;

/// 127 coefficients of L words each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Residue {
    words: Vec<u64>,
}

impl Residue {
    pub fn zero(limbs: usize) -> Self {
        Self { words: vec![0; DEGREE * limbs] }
    }

    pub fn random(limbs: usize, random: &mut Random) -> Self {
        Self { words: (0..DEGREE * limbs).map(|_| random.word()).collect() }
    }

    pub fn constant(limbs: usize, x: Int) -> Self {
        let mut out = Self::zero(limbs);
        (0..limbs).for_each(|i| out.words[i] = x.word(i));
        out
    }

    fn limbs(&self) -> usize {
        self.words.len() / DEGREE
    }

    /// self += factor·b.
    pub fn add_multiple(&mut self, b: &Self, factor: Int) {
        let limbs = self.limbs();
        for (a, b) in self.words.chunks_exact_mut(limbs).zip(b.words.chunks_exact(limbs)) {
            for i in 0..limbs {
                mac_row(&mut a[i..], &b[..limbs - i], factor.word(i));
            }
        }
    }

    /// self += 2^k·b.
    pub fn add_shifted(&mut self, b: &Self, k: u32) {
        let (limbs, words) = (self.limbs(), k as usize / 64);
        for (a, b) in self.words.chunks_exact_mut(limbs).zip(b.words.chunks_exact(limbs)) {
            mac_row(&mut a[words..], &b[..limbs - words], 1 << (k % 64));
        }
    }

    #[must_use]
    pub fn mul(&self, b: &Self) -> Self {
        match self.limbs() {
            1 => self.product::<1>(b),
            2 => self.product::<2>(b),
            4 => self.product::<4>(b),
            7 => self.product::<7>(b),
            limbs => panic!("no ring of {limbs} words"),
        }
    }

    fn product<const L: usize>(&self, b: &Self) -> Self {
        let (a, _) = self.words.as_chunks::<L>();
        let (b, _) = b.words.as_chunks::<L>();
        let mut product = [[0_u64; L]; 2 * DEGREE];
        for (i, a) in a.iter().enumerate() {
            for (sum, b) in product[i..].iter_mut().zip(b) {
                mac(sum, a, b);
            }
        }
        // x^127 = −x − 1
        for i in (DEGREE..2 * DEGREE).rev() {
            let top = product[i];
            sub(&mut product[i - DEGREE], &top);
            sub(&mut product[i - DEGREE + 1], &top);
        }
        Self { words: product[..DEGREE].as_flattened().to_vec() }
    }

    /// ⌊self/2^64⌋ of each coefficient.
    #[must_use]
    pub fn without_lowest_word(&self) -> Self {
        let mut words = self.words.clone();
        for coefficient in words.chunks_exact_mut(self.limbs()) {
            coefficient.rotate_left(1);
            *coefficient.last_mut().expect("a word") = 0;
        }
        Self { words }
    }

    /// 1/self, for an odd number self.
    #[must_use]
    pub fn inverse(&self) -> Self {
        // self^(2^127 − 2) modulo 2, then Newton's steps
        let low = Self { words: self.words.iter().step_by(self.limbs()).copied().collect() };
        let (mut short, mut power) = (Self::constant(1, Int::ONE), low);
        for _ in 1..DEGREE {
            power = power.mul(&power);
            short = short.mul(&power);
        }
        let mut x = Self::zero(self.limbs());
        x.words.iter_mut().step_by(self.limbs()).zip(short.words).for_each(|(x, short)| *x = short);
        for _ in 0..(64 * self.limbs()).next_power_of_two().ilog2() {
            let mut error = Self::constant(self.limbs(), Int::two_to(1));
            error.add_multiple(&self.mul(&x), -Int::ONE);
            x = x.mul(&error);
        }
        x
    }

    /// Whether 2^k divides it.
    pub fn is_multiple(&self, k: u32) -> bool {
        let limbs = self.limbs();
        assert!(k as usize <= 64 * limbs, "a power of two that the ring knows");
        self.words.chunks_exact(limbs).all(|x| {
            (0..limbs).all(|i| {
                let bits = (k as usize).saturating_sub(64 * i).min(64);
                bits == 0 || x[i] << (64 - bits) == 0
            })
        })
    }

    /// Σ x_i·2^(radix·i).
    pub fn number(limbs: usize, radix: u32, digits: impl IntoIterator<Item = Self>) -> Self {
        let mut sum = Self::zero(limbs);
        for (place, digit) in (0..64 * limbs as u32 - 1).step_by(radix as usize).zip(digits) {
            sum.add_shifted(&digit, place);
        }
        sum
    }
}

/// acc += a·b.
#[inline(always)]
fn mac<const L: usize>(acc: &mut [u64; L], a: &[u64; L], b: &[u64; L]) {
    for j in 0..L {
        let mut carry = 0;
        for i in j..L {
            let sum = u128::from(acc[i]) + u128::from(a[j]) * u128::from(b[i - j]) + carry;
            (acc[i], carry) = (sum as u64, sum >> 64);
        }
    }
}

/// acc += a·b modulo the length of acc.
#[inline(always)]
fn mac_row(acc: &mut [u64], a: &[u64], b: u64) {
    let mut carry = 0;
    for (acc, &a) in acc.iter_mut().zip(a) {
        let sum = u128::from(*acc) + u128::from(a) * u128::from(b) + carry;
        (*acc, carry) = (sum as u64, sum >> 64);
    }
}

#[inline(always)]
fn sub(a: &mut [u64], b: &[u64]) {
    let mut borrow = false;
    for (a, &b) in a.iter_mut().zip(b) {
        let (x, under) = a.overflowing_sub(b);
        let (x, again) = x.overflowing_sub(borrow.into());
        (*a, borrow) = (x, under | again);
    }
}
