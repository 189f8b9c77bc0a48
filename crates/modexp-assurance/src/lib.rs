//! Checks of what the compiler made of modexp-core: no branch, no address and no slow division may depend on a secret.
//!
//! [`subjects`] lists the calls that promise this, and some that break the promise on purpose: a checker that does not
//! catch those checks nothing. Two independent checkers run the same program, `secrets`, on the same machine code:
//! valgrind's memcheck, with the secrets marked as undefined memory, and `stepper`, which steps through every
//! instruction, AVX-512 included, and follows the secrets by itself. Both take their orders in the form of valgrind's
//! client requests ([`taint`]), which do nothing where nobody listens. A third program, `wasm`, does the same for the
//! modules of the npm package.

pub mod arena;
pub mod subjects;
pub mod taint;
