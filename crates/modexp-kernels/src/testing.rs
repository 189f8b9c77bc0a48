//! What tests of several kernels share.

/// Fails where `MODEXP_EXPECT_BACKENDS`, names with commas between them, has the name of a backend that this machine lacks.
pub(crate) fn assert_not_expected(backend: &str) {
    let expected = std::env::var("MODEXP_EXPECT_BACKENDS").unwrap_or_default();
    // without std, a kernel is there if the build is for such machines alone
    let absent = !expected.split(',').any(|name| name == backend) || cfg!(not(feature = "std"));
    assert!(absent, "{backend} is expected on this machine");
}
