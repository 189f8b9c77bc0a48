//! cargo fuzz run products
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| modexp_fuzz::targets::products(data));
