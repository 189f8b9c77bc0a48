//! cargo fuzz run saved
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| modexp_fuzz::targets::saved(data));
