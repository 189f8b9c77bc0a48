//! The system's OpenSSL: bignum functions, and the RSA operation of `openssl speed`.
#![allow(unsafe_code, reason = "the library is written in C and found at run time")]

use crate::bn::{Bn, Free, New, Object, Owned};
use crate::ec::{BinaryEc, Ec, Group};
use crate::functions::load;
use core::ffi::{CStr, c_char, c_int};
use std::sync::LazyLock;

const RSA_NO_PADDING: c_int = 3;

type Set2 = unsafe extern "C" fn(Object, Object, Object) -> c_int;
type Set3 = unsafe extern "C" fn(Object, Object, Object, Object) -> c_int;
type Decrypt = unsafe extern "C" fn(c_int, *const u8, *mut u8, Object, c_int) -> c_int;

functions! {
    /// The functions of RSA keys, and the version.
    Rsa {
        version: OpenSSL_version, unsafe extern "C" fn(c_int) -> *const c_char;
        new: RSA_new, New;
        free: RSA_free, Free;
        set_key: RSA_set0_key, Set3;
        set_factors: RSA_set0_factors, Set2;
        set_crt: RSA_set0_crt_params, Set3;
        private_decrypt: RSA_private_decrypt, Decrypt;
    }
}

/// The library.
pub struct OpenSsl {
    /// Library and version, for example "OpenSSL 3.0.15".
    pub name: String,
    /// The whole version, with its date.
    pub version: &'static str,
    /// The functions of numbers.
    pub bn: Bn,
    ec: Ec,
    binary: Option<BinaryEc>,
    rsa: Rsa,
}

/// Returns OpenSSL.
///
/// # Errors
/// The reason, if the system's loader does not find the library.
pub fn openssl() -> Result<&'static OpenSsl, &'static str> {
    static OPENSSL: LazyLock<Result<OpenSsl, String>> = LazyLock::new(OpenSsl::load);
    OPENSSL.as_ref().map_err(String::as_str)
}

impl OpenSsl {
    fn load() -> Result<Self, String> {
        let names = [
            "libcrypto.so.3",
            "libcrypto.so",
            "libcrypto.3.dylib",
            "/opt/homebrew/opt/openssl@3/lib/libcrypto.3.dylib",
        ];
        let library = load(&names)?;
        // SAFETY: openssl/bn.h, crypto.h, ec.h, objects.h and rsa.h have these types, except for lengths: see `Bn`.
        unsafe {
            let (bn, ec, rsa) = (Bn::load(library)?, Ec::load(library)?, Rsa::load(library)?);
            let binary = BinaryEc::load(library).ok();
            let version = CStr::from_ptr((rsa.version)(0)).to_str().unwrap_or("OpenSSL, version unknown");
            let name = version.split(' ').take(2).collect::<Vec<_>>().join(" ");
            Ok(Self { name, version, bn, ec, binary, rsa })
        }
    }

    /// Creates the group of a curve by OpenSSL's short name, for example `prime256v1`; `None` if this build lacks it.
    #[must_use]
    pub fn named_group(&self, name: &CStr) -> Option<Group> {
        Group::named(self.bn, self.ec, name)
    }

    /// Creates the group of p, a, b, order, and the generator's x and y by `EC_GROUP_new_curve_GFp`. The cofactor is 1.
    #[must_use]
    pub fn group(&self, parameters: [&[u64]; 6]) -> Group {
        Group::by_parameters(self.bn, self.ec, parameters)
    }

    /// Creates the group of a curve over GF(2^m) by `EC_GROUP_new_curve_GF2m`; p has the polynomial's bits. `None` if
    /// this build lacks the function.
    #[must_use]
    pub fn binary_group(&self, parameters: [&[u64]; 6], cofactor: &[u64]) -> Option<Group> {
        self.binary.map(|binary| Group::binary(self.bn, self.ec, binary, parameters, cofactor))
    }

    /// Creates a private key from n, e, d; p, q; d mod p − 1, d mod q − 1, q⁻¹ mod p.
    #[must_use]
    pub fn rsa_key(&'static self, key: [&[u64]; 3], factors: [&[u64]; 2], crt: [&[u64]; 3]) -> RsaKey {
        let bytes = 8 * key[0].len();
        let number = |limbs: &[u64]| self.bn.number(limbs).into_raw();
        let ([n, e, d], [p, q], [dp, dq, qi]) = (key.map(number), factors.map(number), crt.map(number));
        // SAFETY: the functions belong together, and the key takes over the new numbers.
        unsafe {
            let raw = Owned::new(self.rsa.new, self.rsa.free);
            let done = (self.rsa.set_key)(raw.raw(), n, e, d)
                & (self.rsa.set_factors)(raw.raw(), p, q)
                & (self.rsa.set_crt)(raw.raw(), dp, dq, qi);
            assert_eq!(done, 1, "the key is not acceptable");
            RsaKey { decrypt: self.rsa.private_decrypt, raw, bytes }
        }
    }
}

/// An RSA key. The modulus has a multiple of 64 bits.
pub struct RsaKey {
    decrypt: Decrypt,
    raw: Owned,
    bytes: usize,
}

impl RsaKey {
    /// input^d mod n by `RSA_private_decrypt` without padding: with the primes, blinded and verified. Input and result
    /// are big-endian and have the length of the modulus.
    #[must_use]
    pub fn private_decrypt(&self, input: &[u8]) -> Vec<u8> {
        assert_eq!(input.len(), self.bytes, "as long as the modulus");
        let (len, mut out) = (self.bytes as c_int, vec![0; self.bytes]);
        // SAFETY: reads `len` bytes of the input and writes `len` bytes, the size of the key.
        let done = unsafe { (self.decrypt)(len, input.as_ptr(), out.as_mut_ptr(), self.raw.raw(), RSA_NO_PADDING) };
        assert_eq!(done, len, "the private operation failed");
        out
    }
}
