//! Checks of what the compiler made of modexp-core: no branch, no address and no slow division may depend on a secret.
//!
//! [`cases`] lists the calls that promise this, and controls that break the promise on purpose: a checker that does not
//! catch the controls proves nothing. Two independent checkers run the same program, `secrets`, on the same machine code.
//! Valgrind's memcheck has the secrets marked as undefined memory. `tracker`, a single-step taint tracker, steps through
//! every instruction, AVX-512 included, and follows the secrets through registers, flags and memory. Both take orders in
//! the form of valgrind's client requests ([`taint`]), which do nothing outside a checker. A third program, `wasm`, does
//! the same for the modules of the npm package.

pub mod arena;
pub mod cases;
pub mod keys;
pub mod taint;
