//! The system's OpenSSL: bignum functions, and RSA as `openssl speed` times it.
#![allow(unsafe_code, reason = "the library is written in C and found at run time")]

use super::bn::{self, Bn, Object};
use super::peer;
use crate::contender::{Contender, Time};
use crate::problem::{Kind, Problem, bytes};
use core::ffi::{CStr, c_char, c_int};
use libloading::Library;
use modexp_core::Modulus;
use std::sync::LazyLock;

const RSA_NO_PADDING: c_int = 3;

/// The functions of RSA keys that are used here.
#[derive(Clone, Copy)]
struct Rsa {
    new: unsafe extern "C" fn() -> Object,
    set_key: unsafe extern "C" fn(Object, Object, Object, Object) -> c_int,
    set_factors: unsafe extern "C" fn(Object, Object, Object) -> c_int,
    set_crt: unsafe extern "C" fn(Object, Object, Object, Object) -> c_int,
    private_decrypt: unsafe extern "C" fn(c_int, *const u8, *mut u8, Object, c_int) -> c_int,
}

struct OpenSsl {
    /// "OpenSSL 3.0.15"
    name: String,
    bn: Bn,
    rsa: Rsa,
}

static OPENSSL: LazyLock<Option<OpenSsl>> = LazyLock::new(OpenSsl::load);

impl OpenSsl {
    fn load() -> Option<Self> {
        // SAFETY: the symbols have these types in openssl/bn.h, crypto.h and rsa.h (lengths are `int` there, and small
        // here), and the library stays loaded.
        unsafe {
            let library = Library::new("libcrypto.so.3").or_else(|_| Library::new("libcrypto.so")).ok()?;
            let library: &'static Library = Box::leak(Box::new(library));
            let version: unsafe extern "C" fn(c_int) -> *const c_char = *library.get(b"OpenSSL_version\0").ok()?;
            let version = CStr::from_ptr(version(0)).to_str().ok()?;
            let bn = Bn {
                new: *library.get(b"BN_new\0").ok()?,
                ctx_new: *library.get(b"BN_CTX_new\0").ok()?,
                mont_new: *library.get(b"BN_MONT_CTX_new\0").ok()?,
                mont_set: *library.get(b"BN_MONT_CTX_set\0").ok()?,
                from_bytes: *library.get(b"BN_bin2bn\0").ok()?,
                to_bytes: *library.get(b"BN_bn2bin\0").ok()?,
                mod_exp: *library.get(b"BN_mod_exp_mont\0").ok()?,
                mod_exp_consttime: *library.get(b"BN_mod_exp_mont_consttime\0").ok()?,
                mod_exp_any: *library.get(b"BN_mod_exp\0").ok()?,
                mod_exp2: *library.get(b"BN_mod_exp2_mont\0").ok()?,
            };
            let rsa = Rsa {
                new: *library.get(b"RSA_new\0").ok()?,
                set_key: *library.get(b"RSA_set0_key\0").ok()?,
                set_factors: *library.get(b"RSA_set0_factors\0").ok()?,
                set_crt: *library.get(b"RSA_set0_crt_params\0").ok()?,
                private_decrypt: *library.get(b"RSA_private_decrypt\0").ok()?,
            };
            Some(Self { name: version.split(' ').take(2).collect::<Vec<_>>().join(" "), bn, rsa })
        }
    }

    /// A key that is never freed.
    fn key(&self, problem: &Problem) -> Object {
        let (p, q, d) = (&problem.primes[0], &problem.primes[1], &problem.exponents[0]);
        let modulus = |limbs: &[u64]| Modulus::new(limbs).expect("not zero");
        // d mod p − 1
        let reduced = |p: &[u64]| modulus(&[&[p[0] - 1], &p[1..]].concat()).reduce(d);
        let coefficient = modulus(p).inverse(q).expect("different primes");
        let number = |limbs: &[u64]| self.bn.number(limbs);
        // SAFETY: the key takes over the new numbers.
        unsafe {
            let key = (self.rsa.new)();
            let done = (self.rsa.set_key)(key, number(&problem.modulus), number(&[65537]), number(d))
                & (self.rsa.set_factors)(key, number(p), number(q))
                & (self.rsa.set_crt)(key, number(&reduced(p)), number(&reduced(q)), number(&coefficient));
            assert_eq!(done, 1, "the key is not acceptable");
            key
        }
    }

    /// c^d mod n by the Chinese remainder theorem, blinded and verified, as `openssl speed rsa` does it.
    fn private(&self, problem: &Problem) -> Box<dyn Contender> {
        let (key, decrypt) = (self.key(problem), self.rsa.private_decrypt);
        let len = problem.modulus.len() * 8;
        let mut input = bytes(&problem.bases[0]);
        input.splice(0..0, vec![0; len - input.len()]);
        let compute = move || {
            let mut out = vec![0; len];
            // SAFETY: reads `len` bytes of the input and writes as many, the size of the key.
            let done = unsafe { decrypt(len as c_int, input.as_ptr(), out.as_mut_ptr(), key, RSA_NO_PADDING) };
            assert_eq!(done, len as c_int, "the private operation failed");
            out
        };
        peer(format!("{} RSA_private_decrypt", self.name), Time::Constant, compute, Clone::clone)
    }
}

pub(super) fn contenders(problem: &Problem) -> Vec<Box<dyn Contender>> {
    let Some(openssl) = &*OPENSSL else {
        return Vec::new();
    };
    match problem.kind {
        Kind::Power | Kind::Batch => bn::powers(openssl.bn, &openssl.name, problem),
        Kind::Product => bn::product(openssl.bn, &openssl.name, problem).into_iter().collect(),
        Kind::Private => vec![openssl.private(problem)],
        Kind::Outputs | Kind::Fixed => Vec::new(),
    }
}
