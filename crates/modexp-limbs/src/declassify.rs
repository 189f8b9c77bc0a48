//! Values that are computed from secrets and are public: verdicts, lengths, and the product of secret primes.
//!
//! Code that branches on such a value declassifies it here, so that a reader can find and judge each place. A checker of
//! constant time treats everything that comes from a secret as secret. A build with `--cfg modexp_assurance` reports to
//! it which values are public.

/// Reports to the checker which memory is public.
#[cfg(modexp_assurance)]
#[doc(hidden)]
pub static CHECKER: std::sync::OnceLock<fn(&[u64])> = std::sync::OnceLock::new();

/// Declassifies limbs: time and addresses may depend on them.
pub fn declassify(limbs: &[u64]) {
    #[cfg(modexp_assurance)]
    if let Some(report) = CHECKER.get() {
        report(limbs);
    }
    let _ = limbs;
}

/// `word`, declassified.
pub fn declassified(word: u64) -> u64 {
    if cfg!(modexp_assurance) {
        // read again from the declassified memory
        let mut word = [word];
        declassify(&word);
        return core::hint::black_box(&mut word)[0];
    }
    word
}
