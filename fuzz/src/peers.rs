//! GMP and OpenSSL, where the system has them.
#![allow(unsafe_code, reason = "the libraries are written in C and found at run time")]

use core::ffi::{c_int, c_void};
use core::ptr;
use libloading::Library;
use num_bigint::BigUint;
use std::sync::LazyLock;

/// base^exponent mod modulus by another library.
pub type Pow = fn(&BigUint, &BigUint, &BigUint) -> BigUint;

/// The libraries that are here, and a wrong one if `MODEXP_FUZZ_PLANT` is set: a fuzzer that does not find it is blind.
#[must_use]
pub fn available() -> Vec<(&'static str, Pow)> {
    let gmp = GMP.as_ref().map(|_| ("GMP", gmp_pow as Pow));
    let openssl = OPENSSL.as_ref().map(|_| ("OpenSSL", openssl_pow as Pow));
    let planted = std::env::var_os("MODEXP_FUZZ_PLANT").map(|_| ("planted error", planted_pow as Pow));
    gmp.into_iter().chain(openssl).chain(planted).collect()
}

/// The modulus instead of 0, as an unfinished reduction gives it.
fn planted_pow(base: &BigUint, exponent: &BigUint, modulus: &BigUint) -> BigUint {
    let power = base.modpow(exponent, modulus);
    if power == BigUint::ZERO { modulus.clone() } else { power }
}

fn library(names: &[&str]) -> Option<&'static Library> {
    // SAFETY: both libraries may be loaded at any time by any thread, and they stay loaded.
    let found = names.iter().find_map(|name| unsafe { Library::new(*name) }.ok())?;
    Some(Box::leak(Box::new(found)))
}

/// `__mpz_struct`.
#[repr(C)]
struct Mpz {
    alloc: c_int,
    size: c_int,
    limbs: *mut c_void,
}

struct Gmp {
    init: unsafe extern "C" fn(*mut Mpz),
    clear: unsafe extern "C" fn(*mut Mpz),
    import: unsafe extern "C" fn(*mut Mpz, usize, c_int, usize, c_int, usize, *const c_void),
    export: unsafe extern "C" fn(*mut c_void, *mut usize, c_int, usize, c_int, usize, *const Mpz) -> *mut c_void,
    powm: unsafe extern "C" fn(*mut Mpz, *const Mpz, *const Mpz, *const Mpz),
}

static GMP: LazyLock<Option<Gmp>> = LazyLock::new(|| {
    let gmp = library(&["libgmp.so.10"])?;
    // SAFETY: the symbols have these types in gmp.h.
    unsafe {
        Some(Gmp {
            init: *gmp.get(b"__gmpz_init\0").ok()?,
            clear: *gmp.get(b"__gmpz_clear\0").ok()?,
            import: *gmp.get(b"__gmpz_import\0").ok()?,
            export: *gmp.get(b"__gmpz_export\0").ok()?,
            powm: *gmp.get(b"__gmpz_powm\0").ok()?,
        })
    }
});

fn gmp_pow(base: &BigUint, exponent: &BigUint, modulus: &BigUint) -> BigUint {
    let gmp = GMP.as_ref().expect("found by `available`");
    let mut numbers = [(); 4].map(|()| Mpz { alloc: 0, size: 0, limbs: ptr::null_mut() });
    let mut out = vec![0u8; (modulus.bits() as usize).div_ceil(8)];
    let mut written = 0;
    // SAFETY: every number is initialised before use and cleared after it; `out` holds any number up to the modulus.
    unsafe {
        for (number, x) in numbers.iter_mut().zip([&BigUint::ZERO, base, exponent, modulus]) {
            let bytes = x.to_bytes_le();
            (gmp.init)(number);
            (gmp.import)(number, bytes.len(), -1, 1, 0, 0, bytes.as_ptr().cast());
        }
        let [power, base, exponent, modulus] = &mut numbers;
        (gmp.powm)(power, base, exponent, modulus);
        (gmp.export)(out.as_mut_ptr().cast(), &raw mut written, -1, 1, 0, 0, power);
        for number in &mut numbers {
            (gmp.clear)(number);
        }
    }
    BigUint::from_bytes_le(&out[..written])
}

struct OpenSsl {
    from_bytes: unsafe extern "C" fn(*const u8, c_int, *mut c_void) -> *mut c_void,
    to_bytes: unsafe extern "C" fn(*const c_void, *mut u8, c_int) -> c_int,
    free: unsafe extern "C" fn(*mut c_void),
    new: unsafe extern "C" fn() -> *mut c_void,
    context: unsafe extern "C" fn() -> *mut c_void,
    free_context: unsafe extern "C" fn(*mut c_void),
    pow: unsafe extern "C" fn(*mut c_void, *const c_void, *const c_void, *const c_void, *mut c_void) -> c_int,
}

static OPENSSL: LazyLock<Option<OpenSsl>> = LazyLock::new(|| {
    let openssl = library(&["libcrypto.so.3", "libcrypto.so"])?;
    // SAFETY: the symbols have these types in openssl/bn.h.
    unsafe {
        Some(OpenSsl {
            from_bytes: *openssl.get(b"BN_bin2bn\0").ok()?,
            to_bytes: *openssl.get(b"BN_bn2binpad\0").ok()?,
            free: *openssl.get(b"BN_free\0").ok()?,
            new: *openssl.get(b"BN_new\0").ok()?,
            context: *openssl.get(b"BN_CTX_new\0").ok()?,
            free_context: *openssl.get(b"BN_CTX_free\0").ok()?,
            pow: *openssl.get(b"BN_mod_exp\0").ok()?,
        })
    }
});

fn openssl_pow(base: &BigUint, exponent: &BigUint, modulus: &BigUint) -> BigUint {
    let openssl = OPENSSL.as_ref().expect("found by `available`");
    let mut out = vec![0u8; (modulus.bits() as usize).div_ceil(8)];
    // SAFETY: the numbers are freed once, after use; `out` holds any number up to the modulus.
    unsafe {
        let number = |x: &BigUint| {
            let bytes = x.to_bytes_be();
            (openssl.from_bytes)(bytes.as_ptr(), bytes.len() as c_int, ptr::null_mut())
        };
        let (base, exponent, modulus) = (number(base), number(exponent), number(modulus));
        let (power, context) = ((openssl.new)(), (openssl.context)());
        assert_eq!((openssl.pow)(power, base, exponent, modulus, context), 1, "BN_mod_exp");
        assert_eq!((openssl.to_bytes)(power, out.as_mut_ptr(), out.len() as c_int), out.len() as c_int);
        for x in [base, exponent, modulus, power] {
            (openssl.free)(x);
        }
        (openssl.free_context)(context);
    }
    BigUint::from_bytes_be(&out)
}
