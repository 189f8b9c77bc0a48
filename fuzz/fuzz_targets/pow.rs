//! cargo fuzz run pow
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| modexp_fuzz::targets::pow(data));
