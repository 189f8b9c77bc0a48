//! The parameters of a prime, inline.

use modexp_limbs::limb;

/// An odd prime p of at most N limbs, with its constants for Montgomery arithmetic with R = 2^(64·N).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Params<const N: usize> {
    /// p. The assembly reads `inverse` directly after it.
    pub(super) p: [u64; N],
    /// −p⁻¹ mod 2^128, low limb first.
    pub(super) inverse: [u64; 2],
    /// R mod p.
    pub(super) one: [u64; N],
    /// R² mod p.
    pub(super) rr: [u64; N],
}

/// P-256, 2^256 − 2^224 + 2^192 + 2^96 − 1.
pub(super) const P256: [u64; 4] = [u64::MAX, 0xffff_ffff, 0, 0xffff_ffff_0000_0001];

/// The reduction of products on limbs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reduction {
    /// Montgomery reduction for any prime.
    Any,
    /// Montgomery reduction for P-256.
    P256,
    /// For a prime 2^256 − c with c < 2^64, 2^256 ≡ c; R is 1.
    Fold,
}

/// Whether fields have reductions for known primes.
pub(super) const HAS_KNOWN_PRIMES: bool = cfg!(feature = "known-primes");

impl Reduction {
    /// The reduction for this prime, with its R.
    pub(super) fn choose<const N: usize>(params: &mut Params<N>) -> Self {
        match params.p[..] {
            _ if !HAS_KNOWN_PRIMES => Self::Any,
            _ if params.p[..] == P256 => Self::P256,
            [_, u64::MAX, u64::MAX, u64::MAX] => {
                params.one = params.power_of_two(0);
                params.rr = params.one;
                Self::Fold
            }
            _ => Self::Any,
        }
    }
}

/// Limbs of the longest prime of a field.
pub(super) const MAX_LIMBS: usize = 24;

impl<const N: usize> Params<N> {
    /// The parameters of `p`, little-endian; `None` if it is even or 1. Primality is not checked: for a composite p, square
    /// roots and inverses of numbers without an inverse are undefined, and nothing else.
    #[must_use]
    pub fn new(p: &[u64; N]) -> Option<Self> {
        const { assert!(N >= 1 && N <= MAX_LIMBS) }
        if p[0] & 1 == 0 || limb::bit_len(p) < 2 {
            return None;
        }

        // a Newton step doubles the 64 correct bits
        let low = u128::from(p[0]) | u128::from(p.get(1).copied().unwrap_or(0)) << 64;
        let inverse = u128::from(limb::inverse_limb(p[0]));
        let inverse = inverse.wrapping_mul(2u128.wrapping_sub(low.wrapping_mul(inverse))).wrapping_neg();

        let mut params = Self { p: *p, inverse: [inverse as u64, (inverse >> 64) as u64], one: [0; N], rr: [0; N] };
        params.one = params.power_of_two(64 * N);
        params.rr = params.power_of_two(128 * N);
        Some(params)
    }

    /// p.
    #[must_use]
    pub const fn prime(&self) -> &[u64; N] {
        &self.p
    }

    /// 2^k mod p.
    pub(super) fn power_of_two(&self, k: usize) -> [u64; N] {
        let mut x = [0; N];
        x[0] = 1;
        for _ in 0..k {
            let twice = x;
            limb::add_mod(&mut x, &twice, &self.p);
        }
        x
    }
}
