//! The system's GMP and OpenSSL, and aws-lc. The benchmarks compare with them, and the fuzzer checks results with them.
//!
//! GMP and OpenSSL are loaded when a program asks for them, so that this crate builds without them. Each library has
//! safe functions here. Numbers are little-endian 64-bit limbs.

#[macro_use]
mod functions;

mod bn;
pub mod contender;
mod ec;
mod gmp;
pub mod limbs;
mod openssl;
mod powers;
pub mod serve;

#[cfg(feature = "aws-lc")]
pub use bn::aws_lc;
pub use bn::{Bn, Method, Modulus, Number};
pub use ec::{EcPoint, Group};
pub use gmp::{Gmp, Integer, Powm, gmp};
pub use openssl::{OpenSsl, RsaKey, openssl};
pub use powers::{filling, powers};

#[cfg(test)]
mod tests {
    use super::*;

    const M: [u64; 2] = [0xffff_ffff_ffff_ff61, 0x7fff_ffff_ffff_ffff];
    /// 3^(2^64 + 5) mod M, by Python's pow.
    const POWER: [u64; 2] = [0x5624_4a97_58eb_37f2, 0x4394_ea82_c61d_26b0];

    #[test]
    fn the_libraries_that_are_here_compute_the_same_power() {
        match gmp() {
            Ok(gmp) => {
                let [base, exponent, modulus] = [&[3][..], &[5, 1], &M].map(|limbs| gmp.integer(limbs));
                for powm in [Powm::Vartime, Powm::Secure] {
                    let mut out = gmp.integer(&[]);
                    gmp.powm(powm, &mut out, &base, &exponent, &modulus);
                    assert_eq!(out.limbs(), POWER, "{powm:?}");
                }
            }
            Err(why) => println!("left out: {why}"),
        }
        match openssl() {
            Ok(openssl) => {
                let (bn, modulus) = (openssl.bn, Modulus::new(openssl.bn, &M));
                let mut out = bn.number(&[]);
                for method in [Method::ModExp, Method::Mont, Method::MontConsttime] {
                    modulus.pow(method, &mut out, &bn.number(&[3]), &bn.number(&[5, 1]));
                    assert_eq!(out.limbs(), POWER, "{method:?}");
                }
                // 3^5 · 3^(2^64)
                let [g, five, rest] = [&[3][..], &[5], &[0, 1]].map(|limbs| bn.number(limbs));
                modulus.pow_product(&mut out, [&g, &g], [&five, &rest]);
                assert_eq!(out.limbs(), POWER);
            }
            Err(why) => println!("left out: {why}"),
        }
    }
}
