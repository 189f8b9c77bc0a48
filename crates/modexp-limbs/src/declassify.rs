//! Values that are computed from secrets and are public: verdicts, lengths, and the product of secret primes.
//!
//! Code declassifies such a value before it branches on it, so that a reader can find and judge each place. A checker
//! of constant time treats everything computed from a secret as secret. A build with `--cfg modexp_assurance` reports
//! the public values to this checker.

/// The checker's function. It marks limbs in memory as public.
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

/// Returns `word`, declassified.
pub fn declassified(word: u64) -> u64 {
    if cfg!(modexp_assurance) {
        // read again from the declassified memory
        let mut word = [word];
        declassify(&word);
        return core::hint::black_box(&mut word)[0];
    }
    word
}
