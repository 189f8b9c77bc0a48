//! The system's OpenSSL: bignum functions, and RSA as `openssl speed` times it.
#![allow(unsafe_code, reason = "the library is written in C and found at run time")]

use crate::bn::{Bn, Free, New, Object, Owned};
use core::ffi::{CStr, c_char, c_int};
use std::sync::LazyLock;

const RSA_NO_PADDING: c_int = 3;

type Set2 = unsafe extern "C" fn(Object, Object, Object) -> c_int;
type Set3 = unsafe extern "C" fn(Object, Object, Object, Object) -> c_int;
type Decrypt = unsafe extern "C" fn(c_int, *const u8, *mut u8, Object, c_int) -> c_int;

/// The functions of RSA keys.
struct Rsa {
    new: New,
    free: Free,
    set_key: Set3,
    set_factors: Set2,
    set_crt: Set3,
    private_decrypt: Decrypt,
}

/// The library's functions.
pub struct OpenSsl {
    /// Library and version, as "OpenSSL 3.0.15".
    pub name: String,
    /// All of the version, with its date.
    pub version: &'static str,
    /// The functions of numbers.
    pub bn: Bn,
    rsa: Rsa,
}

/// OpenSSL, or why it is not here.
///
/// # Errors
/// Where the system's loader does not find the library.
pub fn openssl() -> Result<&'static OpenSsl, &'static str> {
    static OPENSSL: LazyLock<Result<OpenSsl, String>> = LazyLock::new(OpenSsl::load);
    OPENSSL.as_ref().map_err(String::as_str)
}

/// The numbers of an RSA key.
pub struct RsaNumbers<'a> {
    /// p·q
    pub n: &'a [u64],
    /// The public exponent.
    pub e: &'a [u64],
    /// The private exponent.
    pub d: &'a [u64],
    /// The primes.
    pub p: &'a [u64],
    /// The primes.
    pub q: &'a [u64],
    /// d mod p − 1
    pub dp: &'a [u64],
    /// d mod q − 1
    pub dq: &'a [u64],
    /// q⁻¹ mod p
    pub qi: &'a [u64],
}

impl OpenSsl {
    fn load() -> Result<Self, String> {
        let names = [
            "libcrypto.so.3",
            "libcrypto.so",
            "libcrypto.3.dylib",
            "/opt/homebrew/opt/openssl@3/lib/libcrypto.3.dylib",
        ];
        let library = super::load(&names)?;
        // SAFETY: the symbols have these types in openssl/bn.h, crypto.h and rsa.h, but for lengths: see `Bn`.
        let functions = unsafe {
            || -> Result<Self, libloading::Error> {
                let version: unsafe extern "C" fn(c_int) -> *const c_char = *library.get(b"OpenSSL_version\0")?;
                let version = CStr::from_ptr(version(0)).to_str().unwrap_or("OpenSSL, version unknown");
                let bn = Bn {
                    new: *library.get(b"BN_new\0")?,
                    free: *library.get(b"BN_free\0")?,
                    ctx_new: *library.get(b"BN_CTX_new\0")?,
                    ctx_free: *library.get(b"BN_CTX_free\0")?,
                    mont_new: *library.get(b"BN_MONT_CTX_new\0")?,
                    mont_free: *library.get(b"BN_MONT_CTX_free\0")?,
                    mont_set: *library.get(b"BN_MONT_CTX_set\0")?,
                    num_bits: *library.get(b"BN_num_bits\0")?,
                    from_bytes: *library.get(b"BN_bin2bn\0")?,
                    to_bytes: *library.get(b"BN_bn2bin\0")?,
                    mod_exp: *library.get(b"BN_mod_exp\0")?,
                    mod_exp_mont: *library.get(b"BN_mod_exp_mont\0")?,
                    mod_exp_mont_consttime: *library.get(b"BN_mod_exp_mont_consttime\0")?,
                    mod_exp2_mont: *library.get(b"BN_mod_exp2_mont\0")?,
                };
                let rsa = Rsa {
                    new: *library.get(b"RSA_new\0")?,
                    free: *library.get(b"RSA_free\0")?,
                    set_key: *library.get(b"RSA_set0_key\0")?,
                    set_factors: *library.get(b"RSA_set0_factors\0")?,
                    set_crt: *library.get(b"RSA_set0_crt_params\0")?,
                    private_decrypt: *library.get(b"RSA_private_decrypt\0")?,
                };
                let name = version.split(' ').take(2).collect::<Vec<_>>().join(" ");
                Ok(Self { name, version, bn, rsa })
            }()
        };
        functions.map_err(|error| format!("OpenSSL: {error}"))
    }

    /// A private key.
    #[must_use]
    pub fn rsa_key(&'static self, key: &RsaNumbers) -> RsaKey {
        let RsaNumbers { n, e, d, p, q, dp, dq, qi } = *key;
        let number = |limbs: &[u64]| self.bn.number(limbs).into_raw();
        // SAFETY: the functions belong together, and the key takes over the new numbers.
        let raw = unsafe {
            let raw = Owned::new(self.rsa.new, self.rsa.free);
            let done = (self.rsa.set_key)(raw.raw(), number(n), number(e), number(d))
                & (self.rsa.set_factors)(raw.raw(), number(p), number(q))
                & (self.rsa.set_crt)(raw.raw(), number(dp), number(dq), number(qi));
            assert_eq!(done, 1, "the key is not acceptable");
            raw
        };
        RsaKey { decrypt: self.rsa.private_decrypt, raw, bytes: 8 * n.len() }
    }
}

/// An RSA key whose modulus has a multiple of 64 bits.
pub struct RsaKey {
    decrypt: Decrypt,
    raw: Owned,
    bytes: usize,
}

impl RsaKey {
    /// input^d mod n by `RSA_private_decrypt` without padding: with the primes, blinded and verified. Input and result
    /// are big-endian and as long as the modulus.
    #[must_use]
    pub fn private_decrypt(&self, input: &[u8]) -> Vec<u8> {
        assert_eq!(input.len(), self.bytes, "as long as the modulus");
        let (len, mut out) = (self.bytes as c_int, vec![0; self.bytes]);
        // SAFETY: reads `len` bytes of the input and writes as many, the size of the key.
        let done = unsafe { (self.decrypt)(len, input.as_ptr(), out.as_mut_ptr(), self.raw.raw(), RSA_NO_PADDING) };
        assert_eq!(done, len, "the private operation failed");
        out
    }
}
