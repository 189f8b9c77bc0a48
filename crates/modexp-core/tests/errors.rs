//! The messages of errors, and debug output.

use modexp_core::{Backend, CrtModulus, CrtOptions, Error, FixedBaseOptions, Modulus};

#[test]
fn errors_say_what_to_pass() {
    let m = Modulus::new(&[35]).expect("not zero");
    let options = FixedBaseOptions::new(70);
    let g = m.fixed_base(&[2], options).expect("small");
    let too_large = FixedBaseOptions::new(70).with_table_bytes(usize::MAX);
    let errors = [
        (Modulus::new(&[0, 0]).err(), "modulus must be at least 1, got 0"),
        (m.inverse(&[7]).err(), "no inverse: the number and the modulus have a common factor; pass coprime numbers"),
        (m.pow_many(&[&[1], &[2]], &[&[3]]).err(), "bases and exponents must have the same length, got 2 and 1"),
        (g.pow(&[0, 1 << 6]).err(), "exponent must have at most 70 bits, got 71"),
        (
            CrtModulus::with_options(&[&[7], &[11]], CrtOptions::new().with_power(0)).err(),
            "the power of the primes must be at least 1, got 0",
        ),
        (
            CrtModulus::with_options(&[&[7], &[11]], CrtOptions::new().with_modulus(&[79])).err(),
            "the product of the primes is not the modulus; pass the numbers of one key, undamaged",
        ),
        (CrtModulus::new(&[&[7]]).err(), "primes must be two or more different odd primes"),
        (
            modexp_core::FixedBase::from_bytes(b"modexp").err(),
            "not a saved table, or damaged; save it again with to_bytes",
        ),
        (
            Some(Error::NoPublicExponent),
            "d must be the inverse of a public exponent below 2^256, modulo p − 1 for each prime p; pass the d that \
             belongs to the primes, or use pow for other exponents",
        ),
        (Some(Error::BackendUnavailable), "this machine cannot run that backend; pass one of Backend::available()"),
        (Some(Error::OutOfMemory { bytes: 9 }), "not enough memory for 9 bytes; pass a smaller table size"),
        (Some(Error::Fault), "the result did not verify and was withheld; check the machine and the primes"),
        (
            Some(Error::TableVersion { found: 2, known: 1 }),
            "saved table must have version 1, got 2; save it again with to_bytes",
        ),
    ];
    for (error, text) in errors {
        assert_eq!(error.map(|error| error.to_string()).as_deref(), Some(text));
    }
    let Err(error @ Error::TableTooLarge { limit, .. }) = m.fixed_base(&[2], too_large) else { panic!("too large") };
    assert_eq!(error.to_string(), format!("table must have at most {limit} bytes, got {}", usize::MAX));
}

/// Moduli and primes may be secrets.
#[test]
fn debug_output_tells_sizes_and_no_values() {
    let m = Modulus::with_backend(&[0xabc_def1, 5], Backend::Portable).expect("not zero");
    assert_eq!(format!("{m:?}"), "Modulus { bits: 67, backend: Portable, .. }");

    let options = FixedBaseOptions::new(70).with_table_bytes(0);
    let g = m.fixed_base(&[0x1234_5678], options).expect("small");
    let want = format!("FixedBase {{ modulus: {m:?}, max_exponent_bits: 70, table_bytes: {}, .. }}", g.table_bytes());
    assert_eq!(format!("{g:?}"), want);

    let n = CrtModulus::new(&[&[1_000_003], &[1_000_033]]).expect("primes");
    assert_eq!(format!("{n:?}"), "CrtModulus { bits: 40, primes: 2, .. }");
}
