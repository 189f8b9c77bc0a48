//! GMP's modular powers.
#![allow(unsafe_code, reason = "the library is written in C and found at run time")]

use crate::functions::load;
use core::ffi::{CStr, c_char, c_int, c_void};
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering::Relaxed};
use std::sync::LazyLock;

/// `__mpz_struct`.
#[repr(C)]
pub(crate) struct Mpz {
    alloc: c_int,
    size: c_int,
    limbs: *mut c_void,
}

type PowmFunction = unsafe extern "C" fn(*mut Mpz, *const Mpz, *const Mpz, *const Mpz);

functions! {
    /// The library's functions.
    Functions {
        version: __gmp_version, &'static AtomicPtr<c_char>;
        init: __gmpz_init, unsafe extern "C" fn(*mut Mpz);
        clear: __gmpz_clear, unsafe extern "C" fn(*mut Mpz);
        import: __gmpz_import, unsafe extern "C" fn(*mut Mpz, usize, c_int, usize, c_int, usize, *const c_void);
        export: __gmpz_export,
            unsafe extern "C" fn(*mut c_void, *mut usize, c_int, usize, c_int, usize, *const Mpz) -> *mut c_void;
        powm: __gmpz_powm, PowmFunction;
        powm_sec: __gmpz_powm_sec, PowmFunction;
    }
}

/// The library.
pub struct Gmp {
    /// The version, for example "6.2.1".
    pub version: &'static str,
    functions: Functions,
}

/// One of GMP's modular powers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Powm {
    /// `mpz_powm`.
    Vartime,
    /// `mpz_powm_sec`, for odd moduli and exponents above 0.
    Secure,
}

/// Returns GMP.
///
/// # Errors
/// The reason, if the system's loader does not find the library.
pub fn gmp() -> Result<&'static Gmp, &'static str> {
    static GMP: LazyLock<Result<Gmp, String>> = LazyLock::new(Gmp::load);
    GMP.as_ref().map_err(String::as_str)
}

impl Gmp {
    fn load() -> Result<Self, String> {
        let library = load(&["libgmp.so.10", "libgmp.10.dylib", "/opt/homebrew/lib/libgmp.10.dylib"])?;
        // SAFETY: the symbols have these types in gmp.h, and the version is a static string.
        unsafe {
            let functions = Functions::load(library)?;
            let version = CStr::from_ptr(functions.version.load(Relaxed)).to_str().unwrap_or("of an unknown version");
            Ok(Self { version, functions })
        }
    }

    /// Creates a number of the library.
    #[must_use]
    pub fn integer(&'static self, limbs: &[u64]) -> Integer {
        let mut mpz = Mpz { alloc: 0, size: 0, limbs: ptr::null_mut() };
        // SAFETY: initialised before use; the words are read from `limbs`, least significant first.
        unsafe {
            (self.functions.init)(&raw mut mpz);
            (self.functions.import)(&raw mut mpz, limbs.len(), -1, 8, 0, 0, limbs.as_ptr().cast());
        }
        Integer { gmp: self, mpz }
    }

    /// out = base^exponent mod modulus; modulus > 0.
    pub fn powm(&self, powm: Powm, out: &mut Integer, base: &Integer, exponent: &Integer, modulus: &Integer) {
        let function = match powm {
            Powm::Vartime => self.functions.powm,
            Powm::Secure => self.functions.powm_sec,
        };
        assert!(modulus.mpz.size != 0, "GMP divides by 0");
        // SAFETY: all four are initialised, and `out` alone is written.
        unsafe { function(&raw mut out.mpz, &raw const base.mpz, &raw const exponent.mpz, &raw const modulus.mpz) }
    }
}

/// A number in GMP's memory.
pub struct Integer {
    gmp: &'static Gmp,
    mpz: Mpz,
}

impl Integer {
    /// Returns the number's limbs, without leading zeros.
    #[must_use]
    pub fn limbs(&self) -> Vec<u64> {
        let mut limbs = vec![0; self.mpz.size.unsigned_abs() as usize];
        // SAFETY: `limbs` has one word for each limb of the number.
        unsafe {
            (self.gmp.functions.export)(limbs.as_mut_ptr().cast(), ptr::null_mut(), -1, 8, 0, 0, &raw const self.mpz)
        };
        limbs
    }
}

impl Drop for Integer {
    fn drop(&mut self) {
        // SAFETY: initialised, and not used again.
        unsafe { (self.gmp.functions.clear)(&raw mut self.mpz) }
    }
}
