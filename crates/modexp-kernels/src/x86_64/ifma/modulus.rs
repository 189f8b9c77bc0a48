//! N moduli with the constants of their reduction: m and F, in all shifts.

use super::vector::{Groups, WORDS};
use alloc::vec;
use alloc::vec::Vec;
use modexp_limbs::buffer::Buffer;
use modexp_limbs::{limb, radix};
use zeroize::Zeroizing;

/// A number in limbs that is zeroed when it is dropped.
type Secret = Zeroizing<Vec<u64>>;

/// N moduli with the constants of their reduction.
#[derive(Clone)]
pub struct IfmaModulus<const N: usize> {
    /// Vectors in an element, without its padding.
    pub(super) vectors: usize,
    /// m in all shifts.
    pub(in super::super) m: Buffer<u64>,
    /// F in all shifts.
    pub(in super::super) f: Buffer<u64>,
    /// n' = −m⁻¹ mod B in all shifts.
    pub(in super::super) inverse: Buffer<u64>,
    /// n'·F mod B in all shifts.
    pub(in super::super) inverse_times_f: Buffer<u64>,
    /// The lowest digits of F and m in reverse order, in four vectors: for the low and high products of a quotient that
    /// the uppermost lane sums.
    pub(in super::super) uppermost: Buffer<u64>,
    /// All ones for numbers with M ≡ +1 mod B, else zero.
    pub(super) complement: Buffer<u64>,
}

impl<const N: usize> IfmaModulus<N> {
    /// The fields from `m` to `complement`.
    #[must_use]
    pub fn constants(&self) -> [&[u64]; 6] {
        [&self.m, &self.f, &self.inverse, &self.inverse_times_f, &self.uppermost, &self.complement]
    }

    /// Takes N moduli of at most `digits` digits in radix 2^`radix`. With `signed`, takes M ≡ +1 if F is smaller then.
    pub(in super::super) fn new(moduli: &[&[u64]], digits: usize, radix: u32, signed: bool) -> Self {
        let block = Groups::<N>::DIGITS;
        let numbers: Vec<_> = moduli.iter().map(|m| LaneModulus::new(m, radix as usize * block, signed)).collect();
        let shifts = |number: fn(&LaneModulus) -> &[u64], digits: usize| {
            all_shifts::<N>(&numbers.iter().map(number).collect::<Vec<_>>(), digits, radix)
        };

        let mut uppermost = Buffer::new(4 * WORDS);
        let mut complement = Buffer::new(WORDS);
        for (i, number) in numbers.iter().enumerate() {
            let first = block * i;
            complement[first..first + block].fill(number.complement);
            for (j, low) in [&number.f, &number.m].into_iter().enumerate() {
                for lane in 0..block {
                    let digit = |i: usize| limb::bits_at(low, radix as usize * i, radix);
                    let at = 2 * j * WORDS + first + lane;
                    uppermost[at] = digit(block - 1 - lane);
                    uppermost[at + WORDS] = if lane + 1 < block { digit(block - 2 - lane) } else { 0 };
                }
            }
        }
        Self {
            vectors: digits / block,
            m: shifts(|number| &number.m, digits),
            f: shifts(|number| &number.f, digits),
            inverse: shifts(|number| &number.negated_inverse, block),
            inverse_times_f: shifts(|number| &number.inverse_times_f, block),
            uppermost,
            complement,
        }
    }
}

/// One modulus and the constants that depend on it.
struct LaneModulus {
    m: Secret,
    /// F
    f: Secret,
    /// n' = −m⁻¹ mod B
    negated_inverse: Secret,
    /// n'·F mod B
    inverse_times_f: Secret,
    complement: u64,
}

impl LaneModulus {
    /// B = 2^block_bits
    fn new(m: &[u64], block_bits: usize, signed: bool) -> Self {
        // inverse = m⁻¹ mod B: each Newton step x ← x − (mx − 1)x doubles the correct bits; negated = B − inverse
        let limbs = block_bits.div_ceil(64);
        let mut inverse = Zeroizing::new(vec![0; limbs]);
        let mut product = inverse.clone();
        let mut error = inverse.clone();
        inverse[0] = limb::inverse_limb(m[0]);
        let mut right = 1;
        while right < limbs {
            right *= 2;
            limb::mul_low(&mut product, &m[..m.len().min(limbs)], &inverse);
            product[0] -= 1;
            limb::mul_low(&mut error, &product, &inverse);
            limb::sub_if(&mut inverse, &error, 1);
        }
        limb::clear_above(&mut inverse, block_bits);
        let mut negated = inverse.clone();
        negate(&mut negated);
        limb::clear_above(&mut negated, block_bits);

        // n < B/2 if `signed`
        let complement = limb::mask(u64::from(signed) & (1 ^ (inverse[limbs - 1] >> ((block_bits - 1) % 64))));
        let choose = |(a, b): (&u64, &u64)| (a & complement) | (b & !complement);
        let n: Secret = Zeroizing::new(inverse.iter().zip(&*negated).map(choose).collect());

        // F = ⌈m·n/B⌉ if m·n ≡ −1, ⌊m·n/B⌋ if m·n ≡ 1
        let mut multiple = Zeroizing::new(vec![0; m.len() + limbs]);
        limb::mul(&mut multiple, m, &n);
        let mut one = vec![0; multiple.len()];
        one[0] = 1;
        limb::add_if(&mut multiple, &one, !complement & 1);
        let f = Zeroizing::new(limb::shift_right(&multiple, block_bits));
        let mut inverse_times_f = Zeroizing::new(vec![0; limbs]);
        limb::mul_low(&mut inverse_times_f, &f[..f.len().min(limbs)], &negated);
        Self { m: Zeroizing::new(m.to_vec()), f, negated_inverse: negated, inverse_times_f, complement }
    }
}

/// a = −a mod 2^(64·len)
fn negate(a: &mut [u64]) {
    let mut borrow = 0;
    for a in a {
        (*a, borrow) = limb::sbb(0, *a, borrow);
    }
}

/// Words of an element of `vectors` vectors in all shifts.
pub(super) const fn shifted_words<const N: usize>(vectors: usize) -> usize {
    ((vectors + 1) * Groups::<N>::DIGITS + 1) * WORDS
}

/// The vectors of digits from −8/N up, from −8/N + 1 up, and so on to `digits`. Vector 8/N begins with digit 0.
fn all_shifts<const N: usize>(numbers: &[&[u64]], digits: usize, radix: u32) -> Buffer<u64> {
    let block = Groups::<N>::DIGITS;
    let mut out = Buffer::new(shifted_words::<N>(digits / block));
    for (number, limbs) in numbers.iter().enumerate() {
        let mut padded = Zeroizing::new(vec![0; digits + 2 * block]);
        radix::from_limbs(limbs, radix, digits, |i, digit| padded[block + i] = digit);
        for (i, vector) in out.chunks_exact_mut(WORDS).enumerate() {
            vector[block * number..block * (number + 1)].copy_from_slice(&padded[i..i + block]);
        }
    }
    out
}
