//! What tests of several kernels share.

/// Fails if this machine lacks `backend` and `MODEXP_EXPECT_BACKENDS`, names with commas between them, lists it.
pub(crate) fn assert_not_expected(backend: &str) {
    let expected = std::env::var("MODEXP_EXPECT_BACKENDS").unwrap_or_default();
    // without std, only a build for such machines has the kernel
    let absent = !expected.split(',').any(|name| name == backend) || cfg!(not(feature = "std"));
    assert!(absent, "{backend} is expected on this machine");
}
