//! The bignum functions that OpenSSL and its descendants share, with a reused Montgomery context.
#![allow(unsafe_code, reason = "the libraries are written in C")]

use super::peer;
use crate::contender::{Contender, Time};
use crate::problem::{Problem, bytes};
use core::ffi::{c_int, c_void};
use core::mem::transmute;

/// `BIGNUM`, `BN_CTX` or `BN_MONT_CTX`.
pub(super) type Object = *mut c_void;
type ModExp = unsafe extern "C" fn(Object, Object, Object, Object, Object, Object) -> c_int;
type ModExpAny = unsafe extern "C" fn(Object, Object, Object, Object, Object) -> c_int;
type ModExp2 = unsafe extern "C" fn(Object, Object, Object, Object, Object, Object, Object, Object) -> c_int;

/// The functions that are used here.
#[derive(Clone, Copy)]
pub(super) struct Bn {
    pub(super) new: unsafe extern "C" fn() -> Object,
    pub(super) ctx_new: unsafe extern "C" fn() -> Object,
    pub(super) mont_new: unsafe extern "C" fn() -> Object,
    pub(super) mont_set: unsafe extern "C" fn(Object, Object, Object) -> c_int,
    pub(super) from_bytes: unsafe extern "C" fn(*const u8, usize, Object) -> Object,
    pub(super) to_bytes: unsafe extern "C" fn(Object, *mut u8) -> usize,
    pub(super) mod_exp: ModExp,
    pub(super) mod_exp_consttime: ModExp,
    /// For any modulus.
    pub(super) mod_exp_any: ModExpAny,
    /// The product of two powers.
    pub(super) mod_exp2: ModExp2,
}

/// aws-lc, which the crate aws-lc-sys builds.
#[allow(clippy::missing_transmute_annotations, reason = "the fields say the types")]
pub(super) fn aws_lc() -> Bn {
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
            mod_exp_any: transmute(lc::BN_mod_exp as *const ()),
            mod_exp2: transmute(lc::BN_mod_exp2_mont as *const ()),
        }
    }
}

impl Bn {
    /// A number that is never freed.
    pub(super) fn number(self, limbs: &[u64]) -> Object {
        let bytes = bytes(limbs);
        // SAFETY: reads the bytes; the number is new.
        unsafe { (self.from_bytes)(bytes.as_ptr(), bytes.len(), (self.new)()) }
    }

    fn numbers(self, numbers: &[Vec<u64>]) -> Vec<Object> {
        numbers.iter().map(|number| self.number(number)).collect()
    }

    /// A contender whose `compute` fills a number.
    fn contender(
        self,
        name: String,
        time: Time,
        problem: &Problem,
        compute: impl Fn(Object) -> c_int + 'static,
    ) -> Box<dyn Contender> {
        let out = self.number(&[]);
        let len = problem.modulus.len() * 8;
        let run = move || assert_eq!(compute(out), 1, "the library refuses");
        let read = move |(): &()| {
            let mut bytes = vec![0; len];
            // SAFETY: the result is below the modulus, so it fits.
            let used = unsafe { (self.to_bytes)(out, bytes.as_mut_ptr()) };
            // the function's `int` fills the lower half of the register
            bytes.truncate(used & 0xffff_ffff);
            bytes
        };
        peer(name, time, run, read)
    }

    fn ctx(self) -> Object {
        // SAFETY: a new object, which is never freed.
        unsafe { (self.ctx_new)() }
    }

    /// The context of an odd modulus.
    fn mont(self, modulus: Object) -> Object {
        // SAFETY: a new object, which is never freed.
        unsafe {
            let mont = (self.mont_new)();
            assert_eq!((self.mont_set)(mont, modulus, self.ctx()), 1, "the modulus is not odd");
            mont
        }
    }
}

pub(super) fn powers(bn: Bn, library: &str, problem: &Problem) -> Vec<Box<dyn Contender>> {
    let (base, exponent) = (bn.number(&problem.bases[0]), bn.number(&problem.exponents[0]));
    let (modulus, ctx) = (bn.number(&problem.modulus), bn.ctx());
    if !problem.is_odd() {
        // SAFETY: the objects live as long as the process, and this thread alone uses them.
        let compute = move |out| unsafe { (bn.mod_exp_any)(out, base, exponent, modulus, ctx) };
        return vec![bn.contender(format!("{library} BN_mod_exp"), Time::Variable, problem, compute)];
    }
    let mont = bn.mont(modulus);
    let contender = |name: &str, time, mod_exp: ModExp| {
        // SAFETY: the objects live as long as the process, and this thread alone uses them.
        let compute = move |out| unsafe { mod_exp(out, base, exponent, modulus, ctx, mont) };
        bn.contender(format!("{library} {name}"), time, problem, compute)
    };
    vec![
        contender("BN_mod_exp_mont_consttime", Time::Constant, bn.mod_exp_consttime),
        contender("BN_mod_exp_mont", Time::Variable, bn.mod_exp),
    ]
}

/// The product of two powers; there is no function for more.
pub(super) fn product(bn: Bn, library: &str, problem: &Problem) -> Option<Box<dyn Contender>> {
    let (bases, exponents) = (bn.numbers(&problem.bases), bn.numbers(&problem.exponents));
    let (&[g, h], &[a, b]) = (&bases[..], &exponents[..]) else {
        return None;
    };
    let (modulus, ctx) = (bn.number(&problem.modulus), bn.ctx());
    let mont = bn.mont(modulus);
    // SAFETY: the objects live as long as the process, and this thread alone uses them.
    let compute = move |out| unsafe { (bn.mod_exp2)(out, g, a, h, b, modulus, ctx, mont) };
    Some(bn.contender(format!("{library} BN_mod_exp2_mont"), Time::Variable, problem, compute))
}
