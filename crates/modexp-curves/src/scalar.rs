//! Scalars: integers modulo the order of the generator. All functions are constant time.

use crate::endomorphism::{Endomorphism, QUARTER_BITS, QUARTERS, Quarters, SHIFT};
use crate::machine;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use modexp_fields::prime::{FieldOps, Params, Portable};
use modexp_limbs::limb;
use zeroize::Zeroizing;

/// Limbs that are zeroed when they are dropped.
pub(crate) type Secret = Zeroizing<Vec<u64>>;

/// The magnitude of a number, and 1 if it is negative, else 0. The sign is as wide as an address: a narrower one would leave a gap,
/// in which bytes of the stack would stay in the memory of a list.
pub(crate) type Part = (Secret, usize);

/// Arithmetic modulo the order, with its length erased.
pub(crate) trait Scalars: Send + Sync {
    /// k mod order, for k of any length, in as many limbs as the order's field has.
    fn reduce(&self, k: &[u64]) -> Secret;

    /// |k1|, |k2| with k = k1 + k2·λ, for k below the order, each with 1 if it is negative, else 0.
    fn split(&self, k: &[u64], endomorphism: &Endomorphism) -> [Part; 2];

    /// The |k_j| with k = Σ k_j·λ^j, for k below the order, each with 1 if it is negative, else 0.
    fn quarters(&self, k: &[u64], quarters: &Quarters) -> [Part; 4];
}

/// The scalars of an odd order of at most N limbs; `None` if it is even or 1.
pub(crate) fn scalars<const N: usize>(order: &[u64]) -> Option<Box<dyn Scalars>> {
    let params = Params::new(&to_array::<N>(order))?;
    Some(Box::new(Modulo(Portable::new(params))))
}

/// The scalars of an odd order of at most `limbs` limbs, in one of a few sizes: a copy for each takes 15 KB.
pub(crate) fn scalars_of(limbs: usize, order: &[u64]) -> Option<Box<dyn Scalars>> {
    match limbs {
        0..=4 if machine::ALL_SIZES => scalars::<4>(order),
        5..=6 if machine::ALL_SIZES => scalars::<6>(order),
        _ => scalars::<9>(order),
    }
}

/// `a` in N limbs; it must fit.
pub(crate) fn to_array<const N: usize>(a: &[u64]) -> [u64; N] {
    let mut out = [0; N];
    let a = limb::trim(a);
    out[..a.len()].copy_from_slice(a);
    out
}

struct Modulo<const N: usize>(Portable<N>);

impl<const N: usize> Modulo<N> {
    /// chunk·R^(−1)·R mod order: any N limbs become a residue.
    fn residue(&self, chunk: &[u64; N]) -> [u64; N] {
        let field = &self.0;
        field.to_mont(&field.redc(&[*chunk, [0; N]]))
    }

    /// a·b mod order, for a and b below it, not in Montgomery form.
    fn product(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        let field = &self.0;
        field.mul(&field.to_mont(a), b)
    }

    /// k·g/2^SHIFT, rounded.
    fn quotient(&self, k: &[u64], g: &[u64]) -> [u64; N] {
        let mut product = Zeroizing::new(vec![0; k.len() + g.len()]);
        limb::mul(&mut product, k, g);
        let mut c = Zeroizing::new(limb::bits_between(&product, SHIFT, 64 * N));
        limb::add_if(&mut c, &limb::resize(&[1], N), limb::bits_at(&product, SHIFT - 1, 1));
        to_residue(&c)
    }

    /// n·a mod order for a public n.
    fn times(&self, n: i8, a: &[u64; N]) -> [u64; N] {
        let field = &self.0;
        let multiple = (0..n.unsigned_abs()).fold(field.zero(), |sum, _| field.add(&sum, a));
        if n < 0 { field.neg(&multiple) } else { multiple }
    }

    /// The magnitude of the signed k with this residue, |k| < 2^bits.
    fn shortened(&self, k: &[u64; N], bits: usize) -> Part {
        let (mut k, negative) = self.magnitude(k);
        debug_assert!(limb::bit_len(&k) <= bits);
        k.truncate(bits.div_ceil(64));
        (k, negative)
    }

    /// (|k|, 1 if k is negative) for the k between −order/2 and order/2 with this residue.
    fn magnitude(&self, k: &[u64; N]) -> Part {
        let negated = self.0.neg(k);
        let negative = limb::less(&negated, k);
        let mask = limb::mask(negative);
        let magnitude = k.iter().zip(&negated).map(|(k, negated)| k ^ ((k ^ negated) & mask)).collect();
        (Zeroizing::new(magnitude), negative as usize)
    }
}

impl<const N: usize> Scalars for Modulo<N> {
    fn reduce(&self, k: &[u64]) -> Secret {
        let field = &self.0;
        let mut acc = field.zero();
        for chunk in k.chunks(N).rev() {
            let mut limbs = Zeroizing::new([0; N]);
            limbs[..chunk.len()].copy_from_slice(chunk);
            // acc·R + chunk
            acc = field.add(&field.to_mont(&acc), &self.residue(&limbs));
        }
        Zeroizing::new(acc.to_vec())
    }

    fn split(&self, k: &[u64], endomorphism: &Endomorphism) -> [Part; 2] {
        let field = &self.0;
        let constant = |x: &[u64]| to_array::<N>(x);
        let part = |g, minus_b| self.product(&self.quotient(k, g), &constant(minus_b));
        let k2 =
            field.add(&part(endomorphism.g1, endomorphism.minus_b1), &part(endomorphism.g2, endomorphism.minus_b2));
        let k1 = field.sub(&to_residue(k), &self.product(&k2, &constant(endomorphism.lambda)));
        [k1, k2].map(|k| self.shortened(&k, endomorphism.bits))
    }

    fn quarters(&self, k: &[u64], quarters: &Quarters) -> [Part; 4] {
        let field = &self.0;
        let signed = |a: [u64; N], negative: bool| if negative { field.neg(&a) } else { a };
        let x = signed(to_array(quarters.x), quarters.x_is_negative);
        let c = quarters.g.map(|(g, negative)| signed(self.quotient(k, g), negative));
        let c_x = c.map(|c| self.product(&c, &x));

        // (k, 0, 0, 0) − Σ c_i·row_i
        core::array::from_fn(|j| {
            let start = if j == 0 { to_residue(k) } else { field.zero() };
            let k = (0..4).fold(start, |k, i| {
                let (alpha, beta) = QUARTERS[i][j];
                field.sub(&k, &field.add(&self.times(alpha, &c_x[i]), &self.times(beta, &c[i])))
            });
            self.shortened(&k, QUARTER_BITS)
        })
    }
}

/// N limbs, unchanged.
fn to_residue<const N: usize>(limbs: &[u64]) -> [u64; N] {
    limbs.try_into().expect("N limbs")
}
