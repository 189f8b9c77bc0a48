//! Checks of modexp-core's machine code: no branch, no address and no slow division may depend on a secret.
//!
//! [`cases`] lists the calls that promise this, and controls that leak on purpose: a checker that misses the controls
//! proves nothing. Two independent checkers run the same program, `secrets`, on the same machine code. For valgrind's
//! memcheck, the secrets are undefined memory. `tracker`, a single-step taint tracker, steps through every instruction,
//! including AVX-512, and follows the secrets through registers, flags and memory. Both take valgrind's client requests
//! ([`taint`]), which do nothing outside a checker. A third program, `wasm`, checks the modules of the npm package in
//! this way.

pub mod arena;
pub mod cases;
pub mod keys;
pub mod taint;
