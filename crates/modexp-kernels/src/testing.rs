//! Functions and types for the tests of kernels and fields.

#[cfg(test)]
mod numbers;
pub mod tiny;

#[cfg(test)]
pub(crate) use numbers::{ends, random_numbers, two_to};

/// For a machine without `backend`: fails if `MODEXP_EXPECT_BACKENDS`, names with commas between them, lists it.
pub fn assert_not_expected(backend: &str) {
    let expected = std::env::var("MODEXP_EXPECT_BACKENDS").unwrap_or_default();
    // without std, only a build for these machines has the kernel
    let absent = !expected.split(',').any(|name| name == backend) || cfg!(not(feature = "std"));
    assert!(absent, "{backend} is expected on this machine");
}
