//! GMP's modular powers.
#![allow(unsafe_code, reason = "the library is written in C and found at run time")]

use core::ffi::{CStr, c_char, c_int, c_void};
use core::ptr;
use std::sync::LazyLock;

/// `__mpz_struct`.
#[repr(C)]
struct Mpz {
    alloc: c_int,
    size: c_int,
    limbs: *mut c_void,
}

type PowmFunction = unsafe extern "C" fn(*mut Mpz, *const Mpz, *const Mpz, *const Mpz);

/// The library's functions.
pub struct Gmp {
    /// The version, as "6.2.1".
    pub version: &'static str,
    init: unsafe extern "C" fn(*mut Mpz),
    clear: unsafe extern "C" fn(*mut Mpz),
    import: unsafe extern "C" fn(*mut Mpz, usize, c_int, usize, c_int, usize, *const c_void),
    export: unsafe extern "C" fn(*mut c_void, *mut usize, c_int, usize, c_int, usize, *const Mpz) -> *mut c_void,
    powm: PowmFunction,
    powm_sec: PowmFunction,
}

/// One of GMP's modular powers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Powm {
    /// `mpz_powm`.
    Vartime,
    /// `mpz_powm_sec`, for odd moduli and exponents above 0.
    Secure,
}

/// GMP, or why it is not here.
///
/// # Errors
/// Where the system's loader does not find the library.
pub fn gmp() -> Result<&'static Gmp, &'static str> {
    static GMP: LazyLock<Result<Gmp, String>> = LazyLock::new(Gmp::load);
    GMP.as_ref().map_err(String::as_str)
}

impl Gmp {
    fn load() -> Result<Self, String> {
        let library = super::load(&["libgmp.so.10", "libgmp.10.dylib", "/opt/homebrew/lib/libgmp.10.dylib"])?;
        // SAFETY: the symbols have these types in gmp.h.
        let functions = unsafe {
            || -> Result<Self, libloading::Error> {
                let version: *const *const c_char = *library.get(b"__gmp_version\0")?;
                Ok(Self {
                    version: CStr::from_ptr(*version).to_str().unwrap_or("of an unknown version"),
                    init: *library.get(b"__gmpz_init\0")?,
                    clear: *library.get(b"__gmpz_clear\0")?,
                    import: *library.get(b"__gmpz_import\0")?,
                    export: *library.get(b"__gmpz_export\0")?,
                    powm: *library.get(b"__gmpz_powm\0")?,
                    powm_sec: *library.get(b"__gmpz_powm_sec\0")?,
                })
            }()
        };
        functions.map_err(|error| format!("GMP: {error}"))
    }

    /// A number of the library.
    #[must_use]
    pub fn integer(&'static self, limbs: &[u64]) -> Integer {
        let mut mpz = Mpz { alloc: 0, size: 0, limbs: ptr::null_mut() };
        // SAFETY: initialised before use; the words are read from `limbs`, least significant first.
        unsafe {
            (self.init)(&raw mut mpz);
            (self.import)(&raw mut mpz, limbs.len(), -1, 8, 0, 0, limbs.as_ptr().cast());
        }
        Integer { gmp: self, mpz }
    }

    /// out = base^exponent mod modulus; the modulus is not 0.
    pub fn powm(&self, powm: Powm, out: &mut Integer, base: &Integer, exponent: &Integer, modulus: &Integer) {
        let function = match powm {
            Powm::Vartime => self.powm,
            Powm::Secure => self.powm_sec,
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
    /// The number's limbs, without leading zeros.
    #[must_use]
    pub fn limbs(&self) -> Vec<u64> {
        let mut limbs = vec![0; self.mpz.size.unsigned_abs() as usize];
        // SAFETY: as many words as the number has limbs.
        unsafe { (self.gmp.export)(limbs.as_mut_ptr().cast(), ptr::null_mut(), -1, 8, 0, 0, &raw const self.mpz) };
        limbs
    }
}

impl Drop for Integer {
    fn drop(&mut self) {
        // SAFETY: initialised, and not used again.
        unsafe { (self.gmp.clear)(&raw mut self.mpz) }
    }
}
