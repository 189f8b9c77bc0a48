//! The common bignum functions of OpenSSL and its descendants.
#![allow(unsafe_code, reason = "the libraries are written in C")]

use crate::limbs;
use core::ffi::{c_int, c_uint, c_void};
use core::ptr::NonNull;

/// `BIGNUM`, `BN_CTX`, `BN_MONT_CTX` or `RSA`.
pub(crate) type Object = *mut c_void;
pub(crate) type New = unsafe extern "C" fn() -> Object;
pub(crate) type Free = unsafe extern "C" fn(Object);
type ModExp = unsafe extern "C" fn(Object, Object, Object, Object, Object) -> c_int;
type ModExpMont = unsafe extern "C" fn(Object, Object, Object, Object, Object, Object) -> c_int;
type ModExp2Mont = unsafe extern "C" fn(Object, Object, Object, Object, Object, Object, Object, Object) -> c_int;

/// Lists the functions, for `functions!` and for aws-lc.
macro_rules! with_functions {
    ($with:ident) => {
        $with! {
            /// One library's functions.
            ///
            /// Lengths are `int` in OpenSSL and `size_t` in aws-lc. They are small, and results are cut to 32 bits.
            Bn {
                new: BN_new, New;
                free: BN_free, Free;
                ctx_new: BN_CTX_new, New;
                ctx_free: BN_CTX_free, Free;
                mont_new: BN_MONT_CTX_new, New;
                mont_free: BN_MONT_CTX_free, Free;
                mont_set: BN_MONT_CTX_set, unsafe extern "C" fn(Object, Object, Object) -> c_int;
                num_bits: BN_num_bits, unsafe extern "C" fn(Object) -> c_uint;
                from_bytes: BN_bin2bn, unsafe extern "C" fn(*const u8, usize, Object) -> Object;
                to_bytes: BN_bn2bin, unsafe extern "C" fn(Object, *mut u8) -> usize;
                mod_exp: BN_mod_exp, ModExp;
                mod_exp_mont: BN_mod_exp_mont, ModExpMont;
                mod_exp_mont_consttime: BN_mod_exp_mont_consttime, ModExpMont;
                mod_exp2_mont: BN_mod_exp2_mont, ModExp2Mont;
            }
        }
    };
}

with_functions!(functions);

/// Returns the functions of aws-lc, built by the crate aws-lc-sys.
#[cfg(feature = "aws-lc")]
#[allow(clippy::missing_transmute_annotations, reason = "the fields say the types")]
#[must_use]
pub fn aws_lc() -> Bn {
    macro_rules! linked {
        ($(#[$doc:meta])* $name:ident { $($field:ident: $symbol:ident, $type:ty;)* }) => {
            // SAFETY: the same functions, with pointers to named types.
            unsafe { $name { $($field: core::mem::transmute(aws_lc_sys::$symbol as *const ()),)* } }
        };
    }
    with_functions!(linked)
}

/// An object of the library, freed when it is dropped.
pub(crate) struct Owned {
    raw: NonNull<c_void>,
    free: Free,
}

impl Owned {
    /// # Safety
    /// `new` makes an object that `free` frees.
    pub(crate) unsafe fn new(new: New, free: Free) -> Self {
        // SAFETY: by the caller's promise.
        let raw = NonNull::new(unsafe { new() }).expect("the library has memory");
        Self { raw, free }
    }

    pub(crate) fn raw(&self) -> Object {
        self.raw.as_ptr()
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: it was made for this function, and is not used again.
        unsafe { (self.free)(self.raw()) }
    }
}

/// A number in the library's memory.
pub struct Number {
    bn: Bn,
    raw: Owned,
}

impl Bn {
    /// Creates a number of the library.
    #[must_use]
    pub fn number(self, limbs: &[u64]) -> Number {
        // SAFETY: the two functions belong together.
        let raw = unsafe { Owned::new(self.new, self.free) };
        let bytes = limbs::to_be_bytes(limbs);
        // SAFETY: reads the bytes; the number is new.
        let done = unsafe { (self.from_bytes)(bytes.as_ptr(), bytes.len(), raw.raw()) };
        assert!(!done.is_null(), "the library has memory");
        Number { bn: self, raw }
    }
}

impl Number {
    pub(crate) fn raw(&self) -> Object {
        self.raw.raw()
    }

    /// Passes the number to an object of the library. The object frees it.
    pub(crate) fn into_raw(self) -> Object {
        let raw = self.raw();
        core::mem::forget(self.raw);
        raw
    }

    /// Returns the number's limbs, without leading zeros.
    #[must_use]
    pub fn limbs(&self) -> Vec<u64> {
        // SAFETY: reads the number.
        let bits = unsafe { (self.bn.num_bits)(self.raw()) };
        let mut bytes = vec![0; bits.div_ceil(8) as usize];
        // SAFETY: writes all bytes of the number, ⌈bits/8⌉.
        let written = unsafe { (self.bn.to_bytes)(self.raw(), bytes.as_mut_ptr()) };
        debug_assert_eq!(written & 0xffff_ffff, bytes.len(), "the number is as long as its bits");
        limbs::from_be_bytes(&bytes)
    }
}

/// One of the library's modular powers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// `BN_mod_exp`, for any modulus.
    ModExp,
    /// `BN_mod_exp_mont`, for odd moduli.
    Mont,
    /// `BN_mod_exp_mont_consttime`, for odd moduli.
    MontConsttime,
}

impl Method {
    /// Returns the function's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ModExp => "BN_mod_exp",
            Self::Mont => "BN_mod_exp_mont",
            Self::MontConsttime => "BN_mod_exp_mont_consttime",
        }
    }
}

/// A modulus with its `BN_CTX` and, if it is odd, its `BN_MONT_CTX`.
pub struct Modulus {
    bn: Bn,
    m: Number,
    ctx: Owned,
    mont: Option<Owned>,
}

impl Modulus {
    /// Prepares a modulus above 0.
    #[must_use]
    pub fn new(bn: Bn, limbs: &[u64]) -> Self {
        let modulus = bn.number(limbs);
        // SAFETY: the functions belong together.
        let ctx = unsafe { Owned::new(bn.ctx_new, bn.ctx_free) };
        let is_odd = limbs.first().is_some_and(|limb| limb & 1 == 1);
        let mont = is_odd.then(|| {
            // SAFETY: the functions belong together, and all three objects are alive.
            unsafe {
                let mont = Owned::new(bn.mont_new, bn.mont_free);
                assert_eq!((bn.mont_set)(mont.raw(), modulus.raw(), ctx.raw()), 1, "an odd modulus");
                mont
            }
        });
        Self { bn, m: modulus, ctx, mont }
    }

    fn mont(&self) -> Object {
        self.mont.as_ref().expect("a function for odd moduli").raw()
    }

    /// out = base^exponent mod modulus.
    pub fn pow(&self, method: Method, out: &mut Number, base: &Number, exponent: &Number) {
        let (out, base, exponent) = (out.raw(), base.raw(), exponent.raw());
        let (modulus, ctx) = (self.m.raw(), self.ctx.raw());
        // SAFETY: all objects are alive, and this thread alone uses them.
        let done = unsafe {
            match method {
                Method::ModExp => (self.bn.mod_exp)(out, base, exponent, modulus, ctx),
                Method::Mont => (self.bn.mod_exp_mont)(out, base, exponent, modulus, ctx, self.mont()),
                Method::MontConsttime => {
                    (self.bn.mod_exp_mont_consttime)(out, base, exponent, modulus, ctx, self.mont())
                }
            }
        };
        assert_eq!(done, 1, "{} refuses", method.name());
    }

    /// out = g^a·h^b mod modulus, for odd moduli, by `BN_mod_exp2_mont`.
    pub fn pow_product(&self, out: &mut Number, bases: [&Number; 2], exponents: [&Number; 2]) {
        let ([g, h], [a, b]) = (bases.map(Number::raw), exponents.map(Number::raw));
        let (modulus, ctx, mont) = (self.m.raw(), self.ctx.raw(), self.mont());
        // SAFETY: all objects are alive, and this thread alone uses them.
        let done = unsafe { (self.bn.mod_exp2_mont)(out.raw(), g, a, h, b, modulus, ctx, mont) };
        assert_eq!(done, 1, "BN_mod_exp2_mont refuses");
    }
}
