//! OpenSSL's bignum functions, in the system's libcrypto and in aws-lc, with a reused Montgomery context.
#![allow(unsafe_code, reason = "the libraries are written in C; one is found at run time")]

use super::peer;
use crate::case::{Case, bytes};
use crate::contender::Contender;
use core::ffi::{CStr, c_char, c_int, c_void};
use core::mem::transmute;
use libloading::Library;

/// `BIGNUM`, `BN_CTX` or `BN_MONT_CTX`.
type Object = *mut c_void;
type ModExp = unsafe extern "C" fn(Object, Object, Object, Object, Object, Object) -> c_int;

/// The functions that are used here.
#[derive(Clone, Copy)]
struct Bn {
    new: unsafe extern "C" fn() -> Object,
    ctx_new: unsafe extern "C" fn() -> Object,
    mont_new: unsafe extern "C" fn() -> Object,
    mont_set: unsafe extern "C" fn(Object, Object, Object) -> c_int,
    from_bytes: unsafe extern "C" fn(*const u8, usize, Object) -> Object,
    to_bytes: unsafe extern "C" fn(Object, *mut u8) -> usize,
    mod_exp: ModExp,
    mod_exp_consttime: ModExp,
}

/// The system's OpenSSL, and its version.
fn openssl() -> Option<(Bn, String)> {
    // SAFETY: the symbols have these types in openssl/bn.h and openssl/crypto.h (lengths are `int` there, and small
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
        };
        Some((bn, version.split(' ').take(2).collect::<Vec<_>>().join(" ")))
    }
}

/// aws-lc, which the crate aws-lc-sys builds.
#[allow(clippy::missing_transmute_annotations, reason = "the fields say the types")]
fn aws_lc() -> Bn {
    use aws_lc_sys as lc;
    // SAFETY: the same functions, with pointers to named types.
    unsafe {
        Bn {
            new: transmute(lc::BN_new as *const ()),
            ctx_new: transmute(lc::BN_CTX_new as *const ()),
            mont_new: transmute(lc::BN_MONT_CTX_new as *const ()),
            mont_set: transmute(lc::BN_MONT_CTX_set as *const ()),
            from_bytes: transmute(lc::BN_bin2bn as *const ()),
            to_bytes: transmute(lc::BN_bn2bin as *const ()),
            mod_exp: transmute(lc::BN_mod_exp_mont as *const ()),
            mod_exp_consttime: transmute(lc::BN_mod_exp_mont_consttime as *const ()),
        }
    }
}

impl Bn {
    /// A number that is never freed.
    fn number(self, limbs: &[u64]) -> Object {
        let bytes = bytes(limbs);
        // SAFETY: reads the bytes; the number is new.
        unsafe { (self.from_bytes)(bytes.as_ptr(), bytes.len(), (self.new)()) }
    }

    fn contender(self, name: String, case: &Case, mod_exp: ModExp) -> Box<dyn Contender> {
        let (base, exponent, modulus) =
            (self.number(&case.base), self.number(&case.exponent), self.number(&case.modulus));
        let out = self.number(&[]);
        // SAFETY: new objects, which are never freed.
        let (ctx, mont) = unsafe {
            let (ctx, mont) = ((self.ctx_new)(), (self.mont_new)());
            assert_eq!((self.mont_set)(mont, modulus, ctx), 1);
            (ctx, mont)
        };

        let run = move || {
            // SAFETY: the objects live as long as the process, and this thread alone uses them.
            let done = unsafe { mod_exp(out, base, exponent, modulus, ctx, mont) };
            assert_eq!(done, 1, "mod_exp");
        };
        let len = case.modulus.len() * 8;
        let read = move |(): &()| {
            let mut bytes = vec![0; len];
            // SAFETY: the result is below the modulus, so it fits.
            let used = unsafe { (self.to_bytes)(out, bytes.as_mut_ptr()) };
            // the function's `int` fills the lower half of the register
            bytes.truncate(used & 0xffff_ffff);
            bytes
        };
        peer(name, case, run, read)
    }
}

pub(crate) fn contenders(case: &Case) -> Vec<Box<dyn Contender>> {
    let mut contenders = Vec::new();
    let both = openssl().into_iter().chain([(aws_lc(), "aws-lc".to_owned())]);
    for (bn, library) in both {
        contenders.push(bn.contender(format!("{library} BN_mod_exp_mont_consttime"), case, bn.mod_exp_consttime));
        contenders.push(bn.contender(format!("{library} BN_mod_exp_mont"), case, bn.mod_exp));
    }
    contenders
}
