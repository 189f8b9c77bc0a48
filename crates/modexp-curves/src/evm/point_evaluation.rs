//! 0x0a: a proof that a polynomial f has the value y at z, by a commitment to f (Kate, Zaverucha and Goldberg 2010; EIP-4844).
//!
//! C = f(τ)·G for a τ that nobody knows, and the proof is π = q(τ)·G with q = (f − y)/(x − z). It holds if
//! e(C − y·G, H) = e(π, τ·H − z·H), that is e(C − y·G + z·π, H) = e(π, τ·H), where both points of G2 are fixed.

use super::WORD;
use crate::error::Error;
use crate::pairing::Pairing;
use alloc::vec::Vec;
use modexp_limbs::limb;
use sha2::{Digest, Sha256};

/// Bytes of a commitment or proof, compressed points of G1.
const POINT: usize = 48;

/// The first byte of a versioned hash.
const VERSION: u8 = 1;

/// Values of a polynomial in a blob.
const FIELD_ELEMENTS_PER_BLOB: u64 = 4096;

/// τ·H of the ceremony for EIP-4844, the second point of G2 in its trusted setup.
const TAU_H: [u8; 96] = bytes(
    "b5bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72\
     185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2",
);

/// Decodes 2·N hexadecimal digits into N bytes.
const fn bytes<const N: usize>(hex: &str) -> [u8; N] {
    let hex = hex.as_bytes();
    assert!(hex.len() == 2 * N);
    let mut out = [0; N];
    let mut i = 0;
    while i < 2 * N {
        let digit = if hex[i] <= b'9' { hex[i] - b'0' } else { hex[i] - b'a' + 10 };
        out[i / 2] = out[i / 2] << 4 | digit;
        i += 1;
    }
    out
}

/// The versioned hash of C, z, y, C and π → the number of values of a blob and their modulus, if the proof holds.
pub(super) fn verify(e: &Pairing, input: &[u8]) -> Result<Vec<u8>, Error> {
    if input.len() != 3 * WORD + 2 * POINT {
        return Err(Error::BadLength);
    }
    let (words, points) = input.split_at(3 * WORD);
    let (commitment, proof) = points.split_at(POINT);
    let mut hash = Sha256::digest(commitment);
    hash[0] = VERSION;
    if words[..WORD] != hash[..] {
        return Err(Error::WrongHash);
    }
    let z = scalar(e, &words[WORD..2 * WORD])?;
    let y = scalar(e, &words[2 * WORD..])?;
    let (g1, g2) = (e.g1(), e.g2());
    let (commitment, proof) = (g1.decode(commitment)?, g1.decode(proof)?);

    let mut minus_z = e.order().to_vec();
    limb::sub_if(&mut minus_z, &z, 1);
    // y·G − z·π − C
    let difference = g1.msm_vartime(&[&y, &minus_z], &[&g1.generator(), &proof])?;
    let left = g1.add(&difference, &g1.negate(&commitment)?)?;
    let tau = g2.decode(&TAU_H)?;
    if !e.is_one(&[(&left, &g2.generator()), (&proof, &tau)])? {
        return Err(Error::NotVerified);
    }
    let numbers = [&[FIELD_ELEMENTS_PER_BLOB][..], e.order()];
    Ok(numbers.into_iter().flat_map(|number| limb::to_be_bytes(number, WORD)).collect())
}

/// A scalar below the order.
fn scalar(e: &Pairing, bytes: &[u8]) -> Result<Vec<u64>, Error> {
    let limbs = limb::resize(&limb::from_be_bytes(bytes), e.order().len());
    if limb::less(&limbs, e.order()) == 1 { Ok(limbs) } else { Err(Error::BadCoordinate) }
}
