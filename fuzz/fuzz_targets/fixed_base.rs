//! cargo fuzz run fixed_base
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| modexp_fuzz::targets::fixed_base(data));
