//! What the kernel keeps of N moduli: m and its friendly multiple, in all shifts.

use super::vector::{Groups, WORDS};
use alloc::vec;
use alloc::vec::Vec;
use modexp_limbs::buffer::Buffer;
use modexp_limbs::{limb, radix};
use zeroize::Zeroizing;

/// A number in limbs that is zeroed when it is dropped.
type Secret = Zeroizing<Vec<u64>>;

/// What the kernel keeps of N moduli.
#[derive(Clone)]
pub struct IfmaModulus<const N: usize> {
    /// Vectors in an element, without its padding.
    pub(super) vectors: usize,
    /// m in all shifts.
    pub(in super::super) m: Buffer<u64>,
    /// F in all shifts.
    pub(in super::super) friendly: Buffer<u64>,
    /// n' = −m⁻¹ mod B in all shifts.
    pub(in super::super) inverse: Buffer<u64>,
    /// n'·F mod B in all shifts.
    pub(in super::super) friendly_inverse: Buffer<u64>,
    /// The lowest digits of F and of m, last first, for the uppermost lane's low and high products with a quotient: four
    /// vectors.
    pub(in super::super) uppermost: Buffer<u64>,
    /// All ones for numbers with M ≡ +1 mod B, else zero.
    pub(super) flip: Buffer<u64>,
}

impl<const N: usize> IfmaModulus<N> {
    /// For N moduli of at most `digits` digits in radix 2^`radix`; with M ≡ +1 where that makes F smaller, if it may be `signed`.
    pub(in super::super) fn new(moduli: &[&[u64]], digits: usize, radix: u32, signed: bool) -> Self {
        let block = Groups::<N>::DIGITS;
        let numbers: Vec<_> = moduli.iter().map(|m| Number::new(m, radix as usize * block, signed)).collect();
        let shifts = |number: fn(&Number) -> &[u64], digits: usize| {
            all_shifts::<N>(&numbers.iter().map(number).collect::<Vec<_>>(), digits, radix)
        };

        let mut uppermost = Buffer::new(4 * WORDS);
        let mut flip = Buffer::new(WORDS);
        for (i, number) in numbers.iter().enumerate() {
            let first = block * i;
            flip[first..first + block].fill(number.flip);
            for (j, low) in [&number.friendly, &number.m].into_iter().enumerate() {
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
            friendly: shifts(|number| &number.friendly, digits),
            inverse: shifts(|number| &number.negated_inverse, block),
            friendly_inverse: shifts(|number| &number.friendly_inverse, block),
            uppermost,
            flip,
        }
    }
}

/// One modulus and what follows from it.
struct Number {
    m: Secret,
    /// F
    friendly: Secret,
    /// n' = −m⁻¹ mod B
    negated_inverse: Secret,
    /// n'·F mod B
    friendly_inverse: Secret,
    flip: u64,
}

impl Number {
    /// B = 2^block_bits
    fn new(m: &[u64], block_bits: usize, signed: bool) -> Self {
        // inverse = m⁻¹ mod B, each Newton step x ← x − (mx − 1)x doubling the right bits; negated = B − inverse
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

        // n: the one below B/2, if there is a choice
        let flip = limb::mask(u64::from(signed) & (1 ^ (inverse[limbs - 1] >> ((block_bits - 1) % 64))));
        let choose = |(a, b): (&u64, &u64)| (a & flip) | (b & !flip);
        let n: Secret = Zeroizing::new(inverse.iter().zip(&*negated).map(choose).collect());

        // F = ⌈m·n/B⌉ where m·n ≡ −1, ⌊m·n/B⌋ where m·n ≡ 1
        let mut multiple = Zeroizing::new(vec![0; m.len() + limbs]);
        limb::mul(&mut multiple, m, &n);
        let mut one = vec![0; multiple.len()];
        one[0] = 1;
        limb::add_if(&mut multiple, &one, !flip & 1);
        let friendly = Zeroizing::new(limb::shift_right(&multiple, block_bits));
        let mut friendly_inverse = Zeroizing::new(vec![0; limbs]);
        limb::mul_low(&mut friendly_inverse, &friendly[..friendly.len().min(limbs)], &negated);
        Self { m: Zeroizing::new(m.to_vec()), friendly, negated_inverse: negated, friendly_inverse, flip }
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

/// The vectors of digits from −8/N, … up to `digits`, one after the other. Digit 0 stands 8/N vectors in.
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
