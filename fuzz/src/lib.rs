//! The targets of the fuzzer, and the tests that replay its corpus on a stable compiler.
//!
//! `input` makes numbers from bytes. Most are near boundary sizes. packages/modexp-js/test/shared/input.ts makes equal
//! numbers from equal bytes. `targets` computes by every method and compares. `peers` has other libraries. `points`
//! compares multiples of points with OpenSSL's.

pub mod corpus;
pub mod every_call;
pub mod input;
pub mod peers;
pub mod points;
pub mod structured;
pub mod targets;
