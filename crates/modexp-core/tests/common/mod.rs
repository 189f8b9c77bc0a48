//! Conversions, a bit-at-a-time reference and the backends to test, for the integration tests.
#![allow(dead_code, reason = "each test file uses a part")]

use modexp_core::{Backend, Modulus};
use num_bigint::BigUint;
use std::cell::RefCell;
use std::collections::BTreeMap;

thread_local! {
    /// The number of passed cases of the running test, by backend.
    static PASSED: RefCell<BTreeMap<&'static str, usize>> = const { RefCell::new(BTreeMap::new()) };
}

/// Counts passed cases.
pub fn passed(backend: Backend, count: usize) {
    PASSED.with_borrow_mut(|passed| *passed.entry(backend.name()).or_default() += count);
}

/// Prints the counts of this test for `npm run counts`, and clears them.
pub fn report(source: &str) {
    for (backend, count) in PASSED.take() {
        println!("{count} passes: {source}, {backend}");
    }
}

/// Bit lengths around the digit sizes of all kernels: 28, 51, 52 and 64 bits, and their vectors.
pub const BOUNDARY_SIZES: [usize; 44] = [
    1, 2, 3, 27, 28, 29, 31, 32, 33, 50, 51, 52, 53, 63, 64, 65, 101, 102, 103, 104, 105, 111, 112, 113, 127, 128, 129,
    203, 204, 205, 207, 208, 209, 255, 256, 257, 415, 416, 417, 511, 512, 513, 1023, 1025,
];

/// Returns the backends of this machine. `MODEXP_EXPECT_BACKENDS`, a list with commas, names the required backends.
pub fn backends() -> Vec<Backend> {
    let available = Backend::available();
    let names: Vec<&str> = available.iter().map(|backend| backend.name()).collect();
    for expected in std::env::var("MODEXP_EXPECT_BACKENDS").unwrap_or_default().split(',').filter(|s| !s.is_empty()) {
        assert!(names.contains(&expected), "backend {expected} is expected on this machine, available: {names:?}");
    }
    available
}

/// Creates the modulus on every backend.
pub fn on_all_backends(m: &BigUint) -> Vec<Modulus> {
    backends()
        .into_iter()
        .map(|backend| Modulus::with_backend(&limbs(m), backend).expect("a modulus of at least 1"))
        .collect()
}

/// Creates the modulus on every backend; above 1024 bits on one, and they take turns, since one power takes long there.
pub fn on_backends_in_turn(m: &BigUint, turn: usize) -> Vec<Modulus> {
    let mut all = on_all_backends(m);
    if m.bits() > 1024 {
        let first = turn % all.len();
        all.rotate_left(first);
        all.truncate(1);
    }
    all
}

pub fn limbs(x: &BigUint) -> Vec<u64> {
    x.to_u64_digits()
}

pub fn big(limbs: &[u64]) -> BigUint {
    BigUint::new(limbs.iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]).collect())
}

pub fn two_to(k: usize) -> BigUint {
    BigUint::from(1u32) << k
}

/// base^exponent mod m, one bit of the exponent at a time.
pub fn reference(base: &BigUint, exponent: &BigUint, m: &BigUint) -> BigUint {
    let base = base % m;
    (0..exponent.bits()).rev().fold(BigUint::from(1u32) % m, |acc, bit| {
        let square = &acc * &acc % m;
        if exponent.bit(bit) { square * &base % m } else { square }
    })
}

/// Asserts that every call of every backend gives base^exponent mod m.
pub fn check_pow(base: &BigUint, exponent: &BigUint, m: &BigUint, want: &BigUint) {
    let (base, exponent) = (limbs(base), limbs(exponent));
    for modulus in on_all_backends(m) {
        let case = || format!("{:?}: {base:x?}^{exponent:x?} mod {m:x}", modulus.backend());
        assert_eq!(&big(&modulus.pow(&base, &exponent)), want, "pow on {}", case());
        assert_eq!(&big(&modulus.pow_vartime(&base, &exponent)), want, "pow_vartime on {}", case());
        passed(modulus.backend(), 2);
    }
}
