//! GMP as the system has it.
#![allow(unsafe_code, reason = "the library is written in C and found at run time")]

use super::peer;
use crate::contender::{Contender, Time};
use crate::problem::{Problem, bytes};
use core::ffi::{CStr, c_char, c_int, c_void};
use core::ptr;
use libloading::Library;

/// `__mpz_struct`.
#[repr(C)]
struct Mpz {
    alloc: c_int,
    size: c_int,
    limbs: *mut c_void,
}

type Powm = unsafe extern "C" fn(*mut Mpz, *const Mpz, *const Mpz, *const Mpz);

/// The functions that are used here.
#[derive(Clone, Copy)]
struct Gmp {
    version: &'static str,
    init: unsafe extern "C" fn(*mut Mpz),
    import: unsafe extern "C" fn(*mut Mpz, usize, c_int, usize, c_int, usize, *const c_void),
    export: unsafe extern "C" fn(*mut c_void, *mut usize, c_int, usize, c_int, usize, *const Mpz) -> *mut c_void,
    powm: Powm,
    powm_sec: Powm,
}

impl Gmp {
    fn load() -> Option<Self> {
        // SAFETY: the symbols have these types in gmp.h, and the library stays loaded.
        unsafe {
            let library: &'static Library = Box::leak(Box::new(Library::new("libgmp.so.10").ok()?));
            let version: *const *const c_char = *library.get(b"__gmp_version\0").ok()?;
            Some(Self {
                version: CStr::from_ptr(*version).to_str().ok()?,
                init: *library.get(b"__gmpz_init\0").ok()?,
                import: *library.get(b"__gmpz_import\0").ok()?,
                export: *library.get(b"__gmpz_export\0").ok()?,
                powm: *library.get(b"__gmpz_powm\0").ok()?,
                powm_sec: *library.get(b"__gmpz_powm_sec\0").ok()?,
            })
        }
    }

    /// A number that is never freed.
    fn number(self, limbs: &[u64]) -> &'static mut Mpz {
        let number = Box::leak(Box::new(Mpz { alloc: 0, size: 0, limbs: ptr::null_mut() }));
        // SAFETY: initialised before use; the words are read from `limbs`, least significant first.
        unsafe {
            (self.init)(number);
            (self.import)(number, limbs.len(), -1, 8, 0, 0, limbs.as_ptr().cast());
        }
        number
    }

    fn limbs(self, number: &Mpz) -> Vec<u64> {
        let mut limbs = vec![0; number.size.unsigned_abs() as usize];
        // SAFETY: as many words as the number has limbs.
        unsafe { (self.export)(limbs.as_mut_ptr().cast(), ptr::null_mut(), -1, 8, 0, 0, number) };
        limbs
    }
}

pub(super) fn contenders(problem: &Problem) -> Vec<Box<dyn Contender>> {
    let Some(gmp) = Gmp::load() else {
        return Vec::new();
    };
    let contender = |name: &str, time, powm: Powm| {
        let (base, exponent, modulus) =
            (&*gmp.number(&problem.bases[0]), &*gmp.number(&problem.exponents[0]), &*gmp.number(&problem.modulus));
        let out = ptr::from_mut(gmp.number(&[]));
        // SAFETY: all four are initialised, and only `out` is written.
        let run = move || unsafe { powm(out, base, exponent, modulus) };
        // SAFETY: nothing runs while the result is read.
        let read = move |(): &()| bytes(&gmp.limbs(unsafe { &*out }));
        peer(format!("GMP {} of the system, {name}", gmp.version), time, run, read)
    };
    let mut contenders = vec![contender("mpz_powm", Time::Variable, gmp.powm)];
    if problem.is_odd() {
        contenders.push(contender("mpz_powm_sec", Time::Constant, gmp.powm_sec));
    }
    contenders
}
