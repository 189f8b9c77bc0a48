//! What is computed from secrets and is no secret itself: verdicts, lengths, and the product of secret primes.
//!
//! Code that branches on such a value says so here, so that each place can be found and judged. To a checker of constant
//! time all that comes from a secret is secret; a build with `--cfg modexp_assurance` tells it what is not.

/// Tells the checker what is no secret.
#[cfg(modexp_assurance)]
#[doc(hidden)]
pub static CHECKER: std::sync::OnceLock<fn(&[u64])> = std::sync::OnceLock::new();

/// Declassifies limbs: what is done with them may show.
pub fn declassify(limbs: &[u64]) {
    #[cfg(modexp_assurance)]
    if let Some(tell) = CHECKER.get() {
        tell(limbs);
    }
    let _ = limbs;
}

/// `word`, declassified.
pub fn declassified(word: u64) -> u64 {
    if cfg!(modexp_assurance) {
        // read again from the memory of which the checker was told
        let mut word = [word];
        declassify(&word);
        return core::hint::black_box(&mut word)[0];
    }
    word
}
