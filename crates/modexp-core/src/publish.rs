//! What is computed from secrets and is no secret itself: verdicts, lengths, and the product of secret primes.
//!
//! Code that branches on such a value says so here, so that each place can be found and judged. To a checker of constant
//! time all that comes from a secret is secret; a build with `--cfg modexp_assurance` tells it what is not.

/// What tells the checker.
#[cfg(modexp_assurance)]
#[doc(hidden)]
pub static PUBLISHED: std::sync::OnceLock<fn(&[u64])> = std::sync::OnceLock::new();

/// Says that these limbs are public.
pub(crate) fn publish(limbs: &[u64]) {
    #[cfg(modexp_assurance)]
    if let Some(tell) = PUBLISHED.get() {
        tell(limbs);
    }
    let _ = limbs;
}

/// `word`, which is public.
pub(crate) fn published(word: u64) -> u64 {
    if cfg!(modexp_assurance) {
        // read again from the memory of which the checker was told
        let mut word = [word];
        publish(&word);
        return core::hint::black_box(&mut word)[0];
    }
    word
}
